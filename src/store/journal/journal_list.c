/*
 * Lists actions from the journal, for people.
 */
#include "config.h"

#include "store/journal/journal_list.h"

#include <string.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/str.h"
#include "base/time.h"
#include "model/action.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/journal/journal_position.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

#define TAGS_MAX 8  /* that are named */
#define RULES_MAX 8 /* of which each is named */

/* What was done to a saved search, whose line is not a feed's; NULL: to anything else. */
static char *
search_text(struct arena *arena, enum action act, const char *name)
{
	static const struct {
		enum action act;
		const char *text;
	} texts[] = {
		{ACTION_SUBSCRIBE, N_("search saved: %s")},
		{ACTION_UNSUBSCRIBE, N_("search removed: %s")},
		{ACTION_RENAME, N_("search renamed: %s")},
		{ACTION_PLACE, N_("search moved: %s")},
	};
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		if (texts[i].act == act)
			return arena_printf(arena, _(texts[i].text), name);
	return NULL;
}

/* What entries did. */
struct tally {
	size_t counts[ACTIONS];
	/* The tags that were given or taken, the last first. */
	struct {
		enum action act;
		const char *tag;
		size_t count;
	} tags[TAGS_MAX];
	size_t tags_len;
};

struct listing {
	struct arena *arena;
	struct journal_position undone;
	struct store_journal_action *list;
	size_t len, max;
	const char *name; /* of the last entry read */
	struct tally all; /* of the action under way */
	/* What rules did. What no rule of the config did comes first, and then the last
	 * rule. */
	struct {
		uint32_t rule; /* its number; 0: none */
		struct tally did;
	} rules[RULES_MAX];
	size_t rules_len;
};

/* Several tags are several entries about the same items. */
static void
count_tag(struct tally *t, const struct journal_record *r)
{
	size_t i = 0;
	while (i < t->tags_len && (t->tags[i].act != (enum action)r->act ||
					  !str_eq(t->tags[i].tag, r->tag)))
		i++;
	if (i == TAGS_MAX)
		return;
	if (i == t->tags_len) {
		t->tags[i].act = (enum action)r->act;
		t->tags[i].tag = r->tag;
		t->tags[i].count = 0;
		t->tags_len++;
	}
	t->tags[i].count += r->count;
}

static void
tally_entry(struct tally *t, const struct journal_record *r)
{
	if (r->act > ACTION_NONE && r->act < ACTIONS)
		t->counts[r->act] += r->count;
	if (r->tag && (r->act == ACTION_TAG || r->act == ACTION_UNTAG))
		count_tag(t, r);
}

static size_t
count_of(const struct tally *t, enum action act)
{
	size_t count = 0;
	if (act != ACTION_TAG && act != ACTION_UNTAG)
		return t->counts[act];
	for (size_t i = 0; i < t->tags_len; i++)
		if (t->tags[i].act == act && t->tags[i].count > count)
			count = t->tags[i].count;
	return count;
}

/* "2 items tagged (later, work)" */
static char *
sentence(struct arena *arena, const struct tally *t, enum action act, size_t count)
{
	char *text = action_message(act, arena, count), *names = NULL;
	for (size_t i = t->tags_len; i-- > 0;)
		if (t->tags[i].act == act)
			names = names ? arena_printf(
						arena, "%s, %s", names, t->tags[i].tag)
				      : arena_strdup(arena, t->tags[i].tag);
	return names ? arena_printf(arena, "%s (%s)", text, names) : text;
}

/* What users do to items, and rules for them. */
static bool
is_of_items(enum action act)
{
	int flags = action_kind(act)->flags;
	return flags & ACTION_OF_ITEMS && !(flags & ACTION_IS_PART);
}

/* What users do to feeds. */
static bool
is_of_lines(enum action act)
{
	return action_kind(act)->flags & ACTION_OF_LINES;
}

/* Did a chain of commands, or rules, do more than one thing? A merge changes lines and
 * items by itself. */
static bool
is_mixed(const struct listing *l, enum action first)
{
	size_t kinds = 0;
	for (enum action act = ACTION_NONE + 1; act < ACTIONS; act++)
		kinds += l->all.counts[act] && (is_of_items(act) || is_of_lines(act));
	return kinds > 1 && (is_of_items(first) || is_of_lines(first)) &&
	       !l->all.counts[ACTION_MERGE];
}

static char *
add_sentence(struct arena *arena, const struct tally *t, char *text, enum action act)
{
	if (!t->counts[act])
		return text;
	char *more = sentence(arena, t, act, count_of(t, act));
	return *text ? arena_printf(arena, "%s, %s", text, more) : more;
}

/* "14 items marked read, 2 items hidden" */
static char *
mixed_text(struct arena *arena, const struct tally *t, char *text)
{
	for (enum action act = ACTION_NONE + 1; act < ACTIONS; act++)
		if (is_of_items(act))
			text = add_sentence(arena, t, text, act);
	return text;
}

/* "14 items marked read, 1 feed renamed" */
static char *
chain_text(struct arena *arena, const struct tally *t)
{
	char *text = mixed_text(arena, t, arena_strdup(arena, ""));
	for (enum action act = ACTION_NONE + 1; act < ACTIONS; act++)
		if (is_of_lines(act))
			text = add_sentence(arena, t, text, act);
	return text;
}

/* "1 feed subscribed, 3 items added, 2 items marked read" */
static char *
import_words(struct arena *arena, const struct tally *t, char *text)
{
	text = add_sentence(arena, t, text, ACTION_SUBSCRIBE);
	text = mixed_text(arena, t, add_sentence(arena, t, text, ACTION_IMPORT));
	/* Only marks of items that have not arrived yet. */
	return *text ? text : add_sentence(arena, t, text, ACTION_IMPORT_MARKS);
}

/* "rule 3: 14 items marked read; rule 5: 2 items hidden" */
static char *
rules_text(const struct listing *l)
{
	struct arena *arena = l->arena;
	char *text = arena_strdup(arena, "");
	for (size_t i = l->rules_len < RULES_MAX ? l->rules_len : 0; i-- > 0;) {
		uint32_t rule = l->rules[i].rule;
		char *did = mixed_text(arena, &l->rules[i].did, arena_strdup(arena, ""));
		if (!*did)
			continue;
		char *name = arena_printf(arena, "%u", (unsigned)rule);
		did = rule ? arena_printf(arena, _("rule %s: %s"), name, did)
			   : arena_printf(arena, _("rules: %s"), did);
		text = *text ? arena_printf(arena, "%s; %s", text, did) : did;
	}
	return *text ? text
		     : arena_printf(arena, _("rules: %s"),
			       mixed_text(arena, &l->all, arena_strdup(arena, "")));
}

static char *
action_text(const struct listing *l, const struct store_journal_action *a)
{
	struct arena *arena = l->arena;
	const char *name = l->name;
	char *search = NULL;
	if (a->count == 1 && name && str_starts(name, "query:"))
		search = search_text(arena, a->act, name + strlen("query:"));
	if (search)
		return search;
	char *nothing = arena_strdup(arena, "");
	if (a->act == ACTION_RULES)
		return rules_text(l);
	if (a->act == ACTION_SYNC)
		return arena_printf(arena, _("sync of %s: %s"), name ? name : "",
			mixed_text(arena, &l->all, nothing));
	if (a->act == ACTION_IMPORT)
		return arena_printf(
			arena, _("import: %s"), import_words(arena, &l->all, nothing));
	if (is_mixed(l, a->act))
		return chain_text(arena, &l->all);
	char *text = sentence(arena, &l->all, a->act, a->count);
	return a->count == 1 && name ? arena_printf(arena, "%s: %s", text, name) : text;
}

/* Adds an entry to the action of its group. */
static void
count_entry(struct store_journal_action *a, const struct journal_record *r)
{
	if (r->act == ACTION_LEARN)
		return;
	/* The group's first entry, which is read last, says what was done. */
	if (action_kind((enum action)r->act)->name)
		a->act = (enum action)r->act;
	a->count += r->count;
	a->time = r->time;
}

static void
end_action(struct listing *l)
{
	if (!l->len)
		return;
	struct store_journal_action *a = &l->list[l->len - 1];
	if (a->act == ACTION_MERGE || a->act == ACTION_PLACE || a->act == ACTION_SAVE)
		a->count = 1; /* whatever else it changed */
	/* An import may begin with the lines of its feeds, and has marks of items, too.
	 */
	if (l->all.counts[ACTION_IMPORT] || l->all.counts[ACTION_IMPORT_MARKS]) {
		a->act = ACTION_IMPORT;
		a->count = l->all.counts[ACTION_IMPORT];
	}
	if (a->act == ACTION_TAG || a->act == ACTION_UNTAG)
		a->count = count_of(&l->all, a->act);
	a->text = action_text(l, a);
}

/* What no rule did comes after all rules. */
static bool
is_before(uint32_t rule, uint32_t other)
{
	return other ? rule && rule < other : rule;
}

/* What a rule did; NULL: there are too many rules. */
static struct tally *
tally_of(struct listing *l, uint32_t rule)
{
	size_t at = l->rules_len;
	while (at > 0 && is_before(l->rules[at - 1].rule, rule))
		at--;
	if (at > 0 && l->rules[at - 1].rule == rule)
		return &l->rules[at - 1].did;
	if (l->rules_len == RULES_MAX)
		return NULL;
	memmove(l->rules + at + 1, l->rules + at, (l->rules_len - at) * sizeof *l->rules);
	l->rules_len++;
	l->rules[at].rule = rule;
	l->rules[at].did = (struct tally){0};
	return &l->rules[at].did;
}

static bool
list_entry(struct listing *l, const struct journal_position *at, struct span bytes)
{
	struct journal_record r;
	if (!l->len || l->list[l->len - 1].group != at->group) {
		end_action(l);
		if (l->len == l->max)
			return false;
		l->list = arena_push(l->arena, l->list, l->len, sizeof *l->list);
		l->all = (struct tally){0};
		l->rules_len = 0;
		l->list[l->len++] = (struct store_journal_action){
			.group = at->group,
			.act = ACTION_READ,
			.time = TIME_NONE,
			.undone = at->group >= l->undone.group,
		};
	}
	if (record_decode(&shape_journal, store_journal_key_number(at->group, at->entry),
		    bytes, l->arena, &r, NULL) == OK) {
		count_entry(&l->list[l->len - 1], &r);
		tally_entry(&l->all, &r);
		struct tally *did = r.act == ACTION_RULES ? NULL : tally_of(l, r.rule);
		if (did)
			tally_entry(did, &r);
		l->name = r.name;
	}
	return true;
}

/* Reads entries back in time, from the newest one before the key. */
static int
list_from(const struct store_view *view, struct listing *l, const struct schema_key *key)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct journal_position at;
	bool full = l->max == 0;
	int code = store_journal_position_get(view, &l->undone);
	if (code == OK)
		code = store_db_cursor(view, TABLE_JOURNAL, &cursor);
	if (code)
		return code;
	code = store_db_before(cursor, key, &k, &v);
	for (; code == OK && !full; code = store_db_cursor_get(cursor, &k, &v, MDB_PREV))
		if (store_journal_position_of(&k, &at))
			full = !list_entry(l, &at, (struct span){v.mv_data, v.mv_size});
	if (!full)
		end_action(l);
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND || code == ERR_NOT_FOUND ? OK : code;
}

int
store_journal_actions(const struct store_view *view, struct arena *arena, size_t max,
	struct store_journal_action **out, size_t *len)
{
	struct listing l = {.arena = arena, .max = max};
	struct schema_key end = schema_journal(UINT64_MAX, UINT32_MAX);
	int code = list_from(view, &l, &end);
	*out = l.list;
	*len = l.len;
	return store_db_status(view->store, code);
}

int
store_journal_action(const struct store_view *view, uint64_t group, struct arena *arena,
	struct store_journal_action *out)
{
	struct listing l = {.arena = arena, .max = 1};
	struct schema_key end = schema_journal(group + 1, 0);
	int code = list_from(view, &l, &end);
	if (code == OK && (!l.len || l.list[0].group != group))
		code = ERR_NOT_FOUND;
	if (code == OK)
		*out = l.list[0];
	return store_db_status(view->store, code);
}

/* ---- single items */

struct recent {
	enum action act;
	struct journal_position undone;
	struct map seen;
	uint64_t *out;
	size_t max, len;
};

static void
take_recent(struct recent *r, const struct journal_position *at, struct span bytes)
{
	struct arena arena = ARENA_INIT;
	struct journal_record record;
	if (at->group < r->undone.group &&
		record_decode(&shape_journal,
			store_journal_key_number(at->group, at->entry), bytes, &arena,
			&record, NULL) == OK &&
		(enum action)record.act == r->act && record.ids_len == 1 &&
		!map_get(&r->seen, record.ids, sizeof *record.ids)) {
		*map_put(&r->seen, record.ids, sizeof *record.ids) = r;
		r->out[r->len++] = record.ids[0];
	}
	arena_done(&arena);
}

int
store_journal_recent(const struct store_view *view, enum action act, uint64_t *out,
	size_t max, size_t *len)
{
	struct recent r = {.act = act, .seen = MAP_INIT, .out = out, .max = max};
	struct journal_position at;
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_journal_position_get(view, &r.undone);
	if (code == OK)
		code = store_db_cursor(view, TABLE_JOURNAL, &cursor);
	if (code)
		return store_db_status(view->store, code);
	code = store_db_cursor_get(cursor, &k, &v, MDB_LAST);
	for (; code == OK && r.len < max;
		code = store_db_cursor_get(cursor, &k, &v, MDB_PREV))
		if (store_journal_position_of(&k, &at))
			take_recent(&r, &at, (struct span){v.mv_data, v.mv_size});
	mdb_cursor_close(cursor);
	map_done(&r.seen);
	*len = r.len;
	return code == MDB_NOTFOUND ? OK : store_db_status(view->store, code);
}
