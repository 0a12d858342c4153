#include "config.h"

#include "store/item/rule.h"

#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/time.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/item/sum_inside.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

uint64_t
store_item_rule_hash(const char *text)
{
	return hash64(text, strlen(text));
}

static struct schema_key
key_of(uint64_t rule)
{
	struct schema_key key = schema_name(META_RULE);
	schema_put64(key.bytes + key.len, rule);
	key.len += 8;
	return key;
}

static int
get_hits(const struct store_view *view, uint64_t rule, struct store_rule_hits *out)
{
	struct span v;
	int code = store_db_get(view, TABLE_META, key_of(rule), &v);
	*out = (struct store_rule_hits){0, TIME_NONE};
	if (code == OK && v.n == 16)
		*out = (struct store_rule_hits){
			schema_get64(v.p), schema_get_time(v.p + 8)};
	return code == ERR_NOT_FOUND ? OK : code;
}

int
store_item_rule_hits(
	const struct store_view *view, uint64_t rule, struct store_rule_hits *out)
{
	return store_db_status(view->store, get_hits(view, rule, out));
}

static int
write_sum(struct store_batch *batch, uint64_t rule, const struct store_sum *sum)
{
	uint8_t bytes[16];
	struct store_rule_hits old;
	struct store_view view = store_batch_view(batch);
	int code = get_hits(&view, rule, &old);
	schema_put64(bytes, old.hits + sum->rule.hits);
	schema_put_time(bytes + 8, sum->rule.last);
	return code == OK ? store_db_put(batch, TABLE_META, key_of(rule), bytes,
				    sizeof bytes, 0)
			  : code;
}

void
store_item_rule_add(struct store_batch *batch, uint64_t rule, uint64_t hits, int64_t now)
{
	struct store_sum *sum = store_item_sum(batch, write_sum, rule);
	sum->rule.hits += hits;
	sum->rule.last = now;
}

/* ---- On items. */

static bool
has_rule(const struct item_record *item, uint64_t rule)
{
	for (size_t i = 0; i < item->rules_len; i++)
		if (item->rules[i] == rule)
			return true;
	return false;
}

static int
put_rule(struct store_batch *batch, uint64_t id, uint64_t rule, int64_t score,
	size_t *changed)
{
	struct store_view view = store_batch_view(batch);
	struct item_record item;
	arena_reset(&batch->arena);
	int code = store_db_record(&view, TABLE_ITEM, id, &batch->arena, &item, NULL);
	if (code == ERR_NOT_FOUND || (code == OK && has_rule(&item, rule)))
		return OK;
	if (code)
		return code;
	uint64_t *rules =
		arena_alloc(&batch->arena, (item.rules_len + 1) * sizeof *rules);
	if (item.rules_len)
		memcpy(rules, item.rules, item.rules_len * sizeof *rules);
	rules[item.rules_len++] = rule;
	item.rules = rules;
	item.score += score;
	++*changed;
	return store_db_replace_record(batch, TABLE_ITEM, id, &item);
}

int
store_item_put_rule(struct store_batch *batch, const uint64_t *ids, size_t len,
	uint64_t rule, int64_t score, size_t *changed, struct err *err)
{
	size_t n = 0;
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++)
		code = put_rule(batch, ids[i], rule, score, &n);
	if (changed)
		*changed = n;
	return store_batch_fail(batch, code, err, N_("cannot store what rules matched"));
}
