#include "config.h"

#include "store/journal/journal_rules_inside.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "store/record/shape.h"

/* One kind of action of one rule. */
struct deed {
	enum action act;
	const char *tag; /* NULL: none */
	uint64_t *ids;
	size_t len;
	struct deed *next; /* of the same rule, in the order in which it acts */
};

/* Hidden items get no tags and lose none. So they are hidden after all else was done,
 * and shown again before that is undone. */
struct doer {
	uint32_t rule;
	bool hides;
	struct deed *first;
};

struct journal_rules {
	struct arena arena;
	struct map doers; /* (rule, hides) → struct doer in arena */
	uint32_t rule;
};

struct journal_rules *
store_journal_rules_new(void)
{
	return mem_zalloc(sizeof(struct journal_rules));
}

void
store_journal_rules_free(struct journal_rules *rules)
{
	if (!rules)
		return;
	map_done(&rules->doers);
	arena_done(&rules->arena);
	free(rules);
}

void
store_journal_rules_by(struct journal_rules *rules, uint32_t rule)
{
	rules->rule = rule;
}

static struct doer *
doer_of(struct journal_rules *rules, bool hides)
{
	const uint32_t key[] = {rules->rule, hides};
	void **slot = map_put(&rules->doers, key, sizeof key);
	struct doer *doer = *slot;
	if (!doer) {
		*slot = doer = arena_zalloc(&rules->arena, sizeof *doer);
		doer->rule = rules->rule;
		doer->hides = hides;
	}
	return doer;
}

void
store_journal_rules_note(
	struct journal_rules *rules, enum action act, const char *tag, uint64_t id)
{
	struct deed **at = &doer_of(rules, act == ACTION_HIDE)->first;
	while (*at && ((*at)->act != act || !str_eq((*at)->tag, tag)))
		at = &(*at)->next;
	struct deed *deed = *at;
	if (!deed) {
		*at = deed = arena_zalloc(&rules->arena, sizeof *deed);
		deed->act = act;
		deed->tag = tag ? arena_strdup(&rules->arena, tag) : NULL;
	}
	deed->ids = arena_push(&rules->arena, deed->ids, deed->len, sizeof *deed->ids);
	deed->ids[deed->len++] = id;
}

bool
store_journal_rules_none(const struct journal_rules *rules)
{
	return !rules->doers.count;
}

static int
by_rule(const void *a, const void *b)
{
	const struct map_entry *x = a, *y = b;
	const struct doer *one = x->value, *other = y->value;
	if (one->hides != other->hides)
		return one->hides ? 1 : -1;
	return (one->rule > other->rule) - (one->rule < other->rule);
}

static int
write_deed(struct store_batch *batch, const struct deed *deed, uint32_t rule, size_t max,
	int64_t now, store_journal_put *put)
{
	int code = OK;
	for (size_t n, i = 0; code == OK && i < deed->len; i += n) {
		n = deed->len - i < max ? deed->len - i : max;
		const struct journal_record record = {.act = deed->act,
			.time = now,
			.count = (uint32_t)n,
			.ids = deed->ids + i,
			.ids_len = n,
			.tag = deed->tag,
			.rule = rule};
		code = put(batch, &record);
	}
	return code;
}

int
store_journal_rules_write(struct store_batch *batch, struct journal_rules *rules,
	size_t max, int64_t now, store_journal_put *put)
{
	struct map_entry *doers = rules->doers.entries;
	int code = OK;
	if (rules->doers.count)
		qsort(doers, rules->doers.count, sizeof *doers, by_rule);
	for (size_t i = 0; code == OK && i < rules->doers.count; i++) {
		const struct doer *doer = doers[i].value;
		const struct deed *deed = doer->first;
		for (; code == OK && deed; deed = deed->next)
			code = write_deed(batch, deed, doer->rule, max, now, put);
	}
	return code;
}
