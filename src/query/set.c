/*
 * The texts of an item are folded once and gone through once, for all queries. There are
 * two tables: one of words, with which each word of a text is looked up, and one of
 * parts, whose first GRAM bytes are looked up at each byte. Both lookups first ask a bit
 * map, which stays in the processor's cache.
 *
 * Queries are matched only if one of their keys is found: words or parts of which an item
 * must have at least one. An "and" has the keys of the part that has the fewest and
 * longest; an "or" those of all its parts. Queries without keys, such as is:unread, are
 * always matched. A node that looks for a single word is in the table of words in any
 * case, so that it is answered without looking at the text again.
 */
#include "config.h"

#include "query/set.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "base/word.h"
#include "query/query_node.h"

#define GRAM 3               /* bytes; shorter parts are not used as keys */
#define MAP_BITS 16          /* of a hash, for the bit map, */
#define HEAD_BITS 12         /* and for the lists of keys */
#define KEYS_MAX 64          /* of a query; if there are more, it is always matched */
#define WIDE QUERY_SLACK     /* bytes of a word that are hashed */
#define MANY (8 * WORD_MANY) /* words that are taken from a text at once */
#define NO_QUERY UINT32_MAX

#define BIT(field) (UINT32_C(1) << (field))

struct key {
	const char *text; /* in its query's arena */
	size_t len;
	bool word;               /* a whole word, else a part */
	uint32_t fields;         /* it may be in any of these: a bit each */
	uint32_t query;          /* to be matched if it is found; or NO_QUERY */
	struct query_node *node; /* that is answered by it; or NULL */
	uint64_t hash;
	uint32_t next; /* in the same list, counted from 1; 0: none */
};

struct table {
	uint32_t *heads; /* hash → list of keys, counted from 1 */
	uint64_t *map;   /* a bit for each hash that has a key */
	uint32_t fields; /* that have keys */
};

struct query_set {
	struct query shared; /* the texts of the item, for all */
	struct query **list;
	size_t len, cap;
	struct key *keys;
	size_t keys_len, keys_cap;
	struct table words, parts;
	uint64_t *always; /* a bit for each query without keys */
	uint64_t *found;  /* … for each that may match the item */
	uint64_t item;    /* the number of the item */
	uint32_t *hits;
};

static void
table_init(struct table *table)
{
	table->heads = mem_zalloc(sizeof *table->heads << HEAD_BITS);
	table->map = mem_zalloc((size_t)1 << MAP_BITS >> 3);
}

struct query_set *
query_set_new(enum query_how how)
{
	struct query_set *set = mem_zalloc(sizeof *set);
	set->shared.how = how;
	set->shared.fold = FOLD_CASE;
	if (how & QUERY_ACCENTS_IGNORED)
		set->shared.fold |= FOLD_BASE;
	set->shared.fields = set->shared.own;
	table_init(&set->words);
	table_init(&set->parts);
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
	void *const parts[] = {set->list, set->keys, set->words.heads, set->words.map,
		set->parts.heads, set->parts.map, set->always, set->found, set->hits};
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		free(parts[i]);
	free(set);
}

void
query_set_add(struct query_set *set, struct query *query)
{
	query->fields = set->shared.own;
	query->fold = set->shared.fold;
	query->item = &set->item;
	*VEC_PUSH(set->list, set->len, set->cap) = query;
}

/* ---- Keys. */

struct keys {
	struct key list[KEYS_MAX];
	size_t len;
};

static bool
uses_base(const struct query_set *set)
{
	return set->shared.how & QUERY_ACCENTS_IGNORED;
}

static uint32_t
fields_of(const struct query_node *node)
{
	return node->field == QUERY_ANY
		       ? BIT(QUERY_TITLE) | BIT(QUERY_AUTHOR) | BIT(QUERY_TEXT)
		       : BIT(node->field);
}

static struct key
key_of(const struct query_node *node, const char *text, bool word)
{
	return (struct key){.text = text,
		.len = text ? strlen(text) : 0,
		.word = word,
		.fields = fields_of(node),
		.query = NO_QUERY};
}

/* The longest word of a phrase. */
static struct key
key_of_words(const struct query_node *node, bool base)
{
	struct key best = {0};
	for (size_t i = 0; i < node->words_len; i++) {
		const struct query_word *w = &node->words[i];
		struct key key = key_of(node, base ? w->base : w->text, !w->prefix);
		/* The index of words keeps so much of one. */
		key.word = key.word && key.len < WORD_MAX;
		if (key.len > best.len)
			best = key;
	}
	return best;
}

/* What the node's field must contain; len is 0 if that is not known. */
static struct key
key_of_leaf(const struct query_node *node, bool base)
{
	switch (node->kind) {
	case QUERY_WORDS:
		return key_of_words(node, base);
	case QUERY_PART:
	case QUERY_EQUAL:
	case QUERY_MEMBER:
		return key_of(node, base ? node->base : node->text, false);
	case QUERY_REGEX:
		return key_of(node, node->required, false);
	default:
		return (struct key){0};
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
	struct key key = key_of_leaf(node, base);
	bool found = false;
	out->len = 0;
	if (key.word ? key.len > 0 : key.len >= GRAM) {
		out->list[out->len++] = key;
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

/* ---- The tables. */

/* Hashes a word's length and first bytes. WIDE bytes can be read at s. */
static inline uint64_t
hash_word(const char *s, size_t n)
{
	static const uint64_t bytes[] = {0, 0xff, 0xffff, 0xffffff, 0xffffffff,
		0xffffffffff, 0xffffffffffff, 0xffffffffffffff, UINT64_MAX};
	uint64_t first;
	memcpy(&first, s, sizeof first);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	first &= bytes[n < WIDE ? n : WIDE];
#else
	first &= ~(n < WIDE ? UINT64_MAX >> (8 * n) : 0);
#endif
	return (first + n) * UINT64_C(0x9e3779b97f4a7c15);
}

/* A byte after the gram is read as well: there is one, at least a NUL. */
static inline uint64_t
hash_gram(const char *s)
{
	uint32_t gram;
	memcpy(&gram, s, sizeof gram);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	gram &= 0xffffff;
#else
	gram >>= 8;
#endif
	return gram * UINT64_C(0x9e3779b97f4a7c15);
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

static uint64_t
hash_key(const struct key *key)
{
	char first[WIDE] = {0};
	memcpy(first, key->text, key->len < WIDE ? key->len : WIDE);
	return hash_word(first, key->len);
}

static void
add_key(struct query_set *set, const struct key *key)
{
	struct table *table = key->word ? &set->words : &set->parts;
	uint64_t hash = key->word ? hash_key(key) : hash_gram(key->text);
	uint32_t *head = &table->heads[hash >> (64 - HEAD_BITS)];
	struct key *copy = VEC_PUSH(set->keys, set->keys_len, set->keys_cap);
	*copy = *key;
	copy->hash = hash;
	copy->next = *head;
	*head = (uint32_t)set->keys_len;
	table->fields |= key->fields;
	set_bit(table->map, hash >> (64 - MAP_BITS));
}

/* Nodes of a single word, wherever they are. */
static void
add_nodes(struct query_set *set, struct query_node *node)
{
	if (query_node_single(node)) {
		struct key key = key_of_words(node, uses_base(set));
		key.node = node;
		add_key(set, &key);
	}
	for (size_t i = 0; i < node->parts_len; i++)
		add_nodes(set, node->parts[i]);
}

void
query_set_index(struct query_set *set)
{
	size_t words = set->len / 64 + 1;
	struct keys *keys = mem_zalloc(sizeof *keys);
	set->always = mem_zalloc(words * sizeof *set->always);
	set->found = mem_zalloc(words * sizeof *set->found);
	set->hits = mem_zalloc((set->len + 1) * sizeof *set->hits);
	for (size_t i = 0; i < set->len; i++) {
		add_nodes(set, set->list[i]->root);
		if (!find_keys(set->list[i]->root, uses_base(set), keys)) {
			set_bit(set->always, i);
			continue;
		}
		for (size_t k = 0; k < keys->len; k++) {
			keys->list[k].query = (uint32_t)i;
			add_key(set, &keys->list[k]);
		}
	}
	free(keys);
}

/* ---- An item. */

static void
take_key(struct query_set *set, const struct key *key)
{
	if (key->node)
		key->node->seen = set->item;
	if (key->query != NO_QUERY)
		set_bit(set->found, key->query);
}

/* Takes the keys that are at the beginning of text. */
static void
take_keys(struct query_set *set, const struct table *table, enum query_field field,
	struct span text, uint64_t hash)
{
	uint32_t at = table->heads[hash >> (64 - HEAD_BITS)];
	for (const struct key *key; at; at = key->next) {
		key = &set->keys[at - 1];
		if (key->hash == hash && key->fields & BIT(field) &&
			(key->word ? key->len == text.n : key->len <= text.n) &&
			memcmp(key->text, text.p, key->len) == 0)
			take_key(set, key);
	}
}

static inline void
look_up_word(struct query_set *set, enum query_field field, struct span word)
{
	uint64_t hash = hash_word(word.p, word.n);
	if (get_bit(set->words.map, hash >> (64 - MAP_BITS)))
		take_keys(set, &set->words, field, word, hash);
}

static void
scan_words(struct query_set *set, enum query_field field, struct span text)
{
	struct word_walk walk = word_walk(text);
	struct span many[MANY];
	for (;;) {
		size_t n = word_next_many(&walk, many, MANY);
		for (size_t i = 0; i < n; i++)
			look_up_word(set, field, many[i]);
		if (n)
			continue;
		if (!word_next(&walk))
			return;
		look_up_word(set, field, walk.word);
	}
}

static void
scan_parts(struct query_set *set, enum query_field field, struct span text)
{
	for (; text.n >= GRAM; text.p++, text.n--) {
		uint64_t hash = hash_gram(text.p);
		if (get_bit(set->parts.map, hash >> (64 - MAP_BITS)))
			take_keys(set, &set->parts, field, text, hash);
	}
}

static void
scan(struct query_set *set, enum query_field field, struct span text)
{
	if (set->words.fields & BIT(field))
		scan_words(set, field, text);
	if (set->parts.fields & BIT(field))
		scan_parts(set, field, text);
}

static void
scan_item(struct query_set *set, const struct query_item *item)
{
	struct span text;
	for (enum query_field field = 0; field < QUERY_FIELDS; field++) {
		if (!((set->words.fields | set->parts.fields) & BIT(field)))
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
	set->item++;
	memcpy(set->found, set->always, (set->len / 64 + 1) * sizeof *set->found);
	scan_item(set, item);
	for (size_t i = 0; i <= set->len / 64; i++)
		for (uint64_t bits = set->found[i]; bits; bits &= bits - 1) {
			size_t k = 64 * i + (size_t)__builtin_ctzll(bits);
			if (query_match(set->list[k], item, now))
				set->hits[len++] = (uint32_t)k;
		}
	*hits = set->hits;
	return len;
}
