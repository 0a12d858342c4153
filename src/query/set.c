/*
 * From each query, its keys are taken: strings, one of which must occur in a certain field
 * of every item that matches. An "and" has the keys of the part that has the fewest and
 * longest; an "or" those of all its parts. The texts of an item are folded once and
 * scanned once: at each byte the next GRAM bytes are looked up in a bit map that stays in
 * the processor's cache, and only where they begin a key, in a table. The queries whose
 * keys are found are matched, and so are those that have none, such as is:unread.
 */
#include "config.h"

#include "query/set.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "query/node.h"

#define GRAM 3         /* bytes; shorter keys are none */
#define MAP_BITS 16    /* of the hash of a gram */
#define KEYS_MAX 64    /* of a query; with more it is matched against every item */

#define BIT(field) (UINT32_C(1) << (field))

struct key {
	const char *text; /* in its query's arena */
	size_t len;
	uint32_t fields; /* it may be in one of these: a bit each */
	uint32_t query;
	uint32_t next; /* with the same hash, counted from 1; 0: none */
};

struct query_set {
	struct query shared; /* the texts of the item, for all */
	struct query **list;
	size_t len, cap;
	struct key *keys;
	size_t keys_len, keys_cap;
	uint32_t fields;  /* that have keys */
	uint32_t *heads;  /* hash → key, counted from 1 */
	uint64_t *map;    /* a bit for each hash that has a key */
	uint64_t *always; /* a bit for each query without keys */
	uint64_t *found;  /* … for each that may match the item */
	uint32_t *hits;
};

struct query_set *
query_set_new(enum query_how how)
{
	struct query_set *set = mem_zalloc(sizeof *set);
	set->shared.how = how;
	set->shared.fold = FOLD_CASE;
	if (how & QUERY_ACCENTS_IGNORED)
		set->shared.fold |= FOLD_BASE;
	set->shared.fields = set->shared.own;
	return set;
}

void
query_set_free(struct query_set *set)
{
	if (!set)
		return;
	for (size_t i = 0; i < set->len; i++)
		query_free(set->list[i]);
	for (size_t i = 0; i < QUERY_FIELDS; i++)
		buf_done(&set->shared.own[i].folded);
	buf_done(&set->shared.folded);
	free(set->list);
	free(set->keys);
	free(set->heads);
	free(set->map);
	free(set->always);
	free(set->found);
	free(set->hits);
	free(set);
}

void
query_set_add(struct query_set *set, struct query *query)
{
	query->fields = set->shared.own;
	query->fold = set->shared.fold;
	*VEC_PUSH(set->list, set->len, set->cap) = query;
}

/* ---- Keys. */

struct keys {
	struct key list[KEYS_MAX];
	size_t len;
};

static uint32_t
fields_of(const struct query_node *node)
{
	return node->field == QUERY_ANY
		       ? BIT(QUERY_TITLE) | BIT(QUERY_AUTHOR) | BIT(QUERY_TEXT)
		       : BIT(node->field);
}

/* What the node's field must contain, NULL if that is not known. */
static const char *
text_of(const struct query_node *node, bool base)
{
	const char *text = NULL;
	switch (node->kind) {
	case QUERY_PART:
	case QUERY_EQUAL:
	case QUERY_MEMBER:
		return base ? node->base : node->text;
	case QUERY_REGEX:
		return node->required;
	case QUERY_WORDS:
		for (size_t i = 0; i < node->words_len; i++) {
			const char *word =
				base ? node->words[i].base : node->words[i].text;
			if (!text || strlen(word) > strlen(text))
				text = word;
		}
		return text;
	default:
		return NULL;
	}
}

static size_t
shortest(const struct keys *keys)
{
	size_t least = SIZE_MAX;
	for (size_t i = 0; i < keys->len; i++)
		least = keys->list[i].len < least ? keys->list[i].len : least;
	return least;
}

/* Are a's keys found more rarely? */
static bool
better(const struct keys *a, const struct keys *b)
{
	return a->len != b->len ? a->len < b->len : shortest(a) > shortest(b);
}

static bool
add_all(struct keys *to, const struct keys *from)
{
	if (to->len + from->len > KEYS_MAX)
		return false;
	memcpy(to->list + to->len, from->list, from->len * sizeof *from->list);
	to->len += from->len;
	return true;
}

/* False: the node may match without any key. The depth is that of the query. */
static bool
find_keys(const struct query_node *node, bool base, struct keys *out)
{
	const char *text = text_of(node, base);
	size_t len = text ? strlen(text) : 0;
	bool found = false;
	out->len = 0;
	if (len >= GRAM) {
		out->list[0] = (struct key){
			.text = text, .len = len, .fields = fields_of(node)};
		out->len = 1;
		return true;
	}
	if (node->kind != QUERY_AND && node->kind != QUERY_OR)
		return false;
	struct keys *part = mem_zalloc(sizeof *part);
	for (size_t i = 0; i < node->parts_len; i++) {
		bool has = find_keys(node->parts[i], base, part);
		if (node->kind == QUERY_OR) {
			found = has && add_all(out, part);
			if (!found)
				break;
		} else if (has && (!found || better(part, out))) {
			*out = *part;
			found = true;
		}
	}
	free(part);
	return found;
}

/* ---- The index. */

static uint32_t
hash_of(const char *s)
{
	uint32_t gram = (uint32_t)(unsigned char)s[0] | (uint32_t)(unsigned char)s[1] << 8 |
			(uint32_t)(unsigned char)s[2] << 16;
	return gram * UINT32_C(2654435761) >> (32 - MAP_BITS);
}

static void
set_bit(uint64_t *bits, size_t i)
{
	bits[i / 64] |= UINT64_C(1) << (i % 64);
}

static bool
get_bit(const uint64_t *bits, size_t i)
{
	return bits[i / 64] >> (i % 64) & 1;
}

static void
index_keys(struct query_set *set, const struct keys *keys, size_t query)
{
	for (size_t i = 0; i < keys->len; i++) {
		struct key *key = VEC_PUSH(set->keys, set->keys_len, set->keys_cap);
		*key = keys->list[i];
		uint32_t hash = hash_of(key->text), *head = &set->heads[hash];
		key->query = (uint32_t)query;
		key->next = *head;
		*head = (uint32_t)set->keys_len;
		set->fields |= key->fields;
		set_bit(set->map, hash);
	}
}

void
query_set_index(struct query_set *set)
{
	size_t words = set->len / 64 + 1;
	bool base = set->shared.how & QUERY_ACCENTS_IGNORED;
	struct keys *keys = mem_zalloc(sizeof *keys);
	set->heads = mem_zalloc(sizeof *set->heads << MAP_BITS);
	set->map = mem_zalloc((size_t)1 << MAP_BITS >> 3);
	set->always = mem_zalloc(words * sizeof *set->always);
	set->found = mem_zalloc(words * sizeof *set->found);
	set->hits = mem_zalloc((set->len + 1) * sizeof *set->hits);
	for (size_t i = 0; i < set->len; i++) {
		if (find_keys(set->list[i]->root, base, keys))
			index_keys(set, keys, i);
		else
			set_bit(set->always, i);
	}
	free(keys);
}

/* ---- An item. */

static void
scan(struct query_set *set, enum query_field field, struct span text)
{
	for (size_t i = 0; i + GRAM <= text.n; i++) {
		uint32_t hash = hash_of(text.p + i);
		if (!get_bit(set->map, hash))
			continue;
		for (uint32_t at = set->heads[hash]; at; at = set->keys[at - 1].next) {
			const struct key *key = &set->keys[at - 1];
			if (key->fields & BIT(field) && key->len <= text.n - i &&
				memcmp(key->text, text.p + i, key->len) == 0)
				set_bit(set->found, key->query);
		}
	}
}

static void
scan_item(struct query_set *set, const struct query_item *item)
{
	struct span text;
	for (enum query_field field = 0; field < QUERY_FIELDS; field++) {
		if (!(set->fields & BIT(field)))
			continue;
		if (!query_field_lists(field)) {
			if (query_field_text(&set->shared, item, field, &text))
				scan(set, field, text);
			continue;
		}
		for (size_t i = 0;
			query_field_string(&set->shared, item, field, i, &text); i++)
			scan(set, field, text);
	}
}

size_t
query_set_match(struct query_set *set, const struct query_item *item, int64_t now,
	const uint32_t **hits)
{
	size_t len = 0;
	query_forget(&set->shared);
	memcpy(set->found, set->always, (set->len / 64 + 1) * sizeof *set->found);
	scan_item(set, item);
	for (size_t i = 0; i < set->len; i++) {
		if (!set->found[i / 64])
			i |= 63;
		else if (get_bit(set->found, i) && query_match(set->list[i], item, now))
			set->hits[len++] = (uint32_t)i;
	}
	*hits = set->hits;
	return len;
}
