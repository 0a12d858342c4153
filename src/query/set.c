/*
 * The texts of an item are folded once and gone through once, for all queries. There are
 * two tables: one of words, with which each word of a text is looked up, and one of
 * parts, whose first GRAM bytes are looked up at each byte. Both lookups first check a
 * bit map, which stays in the processor's cache.
 *
 * Queries are matched only if one of their keys is found: words or parts of which an item
 * must have at least one. An "and" has the keys of the part whose keys are the rarest; an
 * "or" those of all its parts. Queries without keys, such as is:unread, are always
 * matched. A key is taken once for each field, however often a text has it.
 *
 * At first all words of nodes are looked up: a single one is answered without looking at
 * the text again, and a phrase is looked for where all its words are. Once it is known
 * which are rare, each query uses its rarest words as keys, and other words are not
 * looked up: looking up a common one seldom pays off.
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
#define LEARN 256            /* items, after which it is known which words are rare */
#define NO_QUERY UINT32_MAX

#define BIT(field) (UINT32_C(1) << (field))

/* What a query or a node looks for. */
struct want {
	const char *text; /* in its query's arena */
	size_t len;
	bool word;       /* a whole word, else a part */
	uint32_t fields; /* it may be in any of these: a bit each */
	uint32_t query;  /* the query to be matched if it is found; or NO_QUERY */
	struct query_word *query_word; /* the node's word that this is; or NULL */
	uint32_t next;                 /* of the same key, counted from 1; 0: none */
};

/* What is looked up: each text once. */
struct key {
	uint64_t hash, item; /* the last item that has it, */
	uint32_t found;      /* and in which fields */
	uint32_t fields;     /* in which a query or node looks for it */
	uint32_t next;       /* in the same list, counted from 1; 0: none */
	uint32_t wants;      /* 0: it is not looked up */
	uint32_t named;      /* by how many words of nodes */
	uint32_t taken;      /* as long as all words are looked up: how often */
	bool word;
	uint32_t len;
	const char *text;
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
	struct want *wants;
	size_t wants_len, wants_cap;
	struct table words, parts;
	struct word_filter filter; /* the table of words, by their first bytes */
	uint64_t *always;          /* a bit for each query without keys */
	uint64_t *found;           /* … for each that may match the item */
	uint64_t items;            /* whose texts were gone through */
	uint64_t item;             /* the number of the item; 0: not gone through */
	uint32_t *hits;
	bool learned;
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
	set->shared.own = set->shared.fields = query_cache_new();
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
	query_cache_free(set->shared.own);
	buf_done(&set->shared.folded);
	void *const parts[] = {set->list, set->keys, set->wants, set->words.heads,
		set->words.map, set->parts.heads, set->parts.map, set->always, set->found,
		set->hits};
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		free(parts[i]);
	free(set);
}

void
query_set_add(struct query_set *set, struct query *query)
{
	query->fields = set->shared.fields;
	query->item = &set->item;
	*VEC_PUSH(set->list, set->len, set->cap) = query;
}

/* ---- What is wanted. */

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

static struct want
key_of(const struct query_node *node, const char *text, bool word)
{
	return (struct want){.text = text,
		.len = text ? strlen(text) : 0,
		.word = word,
		.fields = fields_of(node),
		.query = NO_QUERY};
}

/* Can it be looked up as a word? Words are cut at WORD_MAX bytes. */
static bool
is_whole(const struct query_word *word, const char *text)
{
	return !word->prefix && *text && strlen(text) < WORD_MAX;
}

/* ---- The tables. */

/* Hashes a word's length and first bytes. WIDE bytes can be read at s. */
static inline uint64_t
hash_word(const char *s, size_t n)
{
	uint64_t first;
	memcpy(&first, s, sizeof first);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	static const uint64_t bytes[] = {0, 0xff, 0xffff, 0xffffff, 0xffffffff,
		0xffffffffff, 0xffffffffffff, 0xffffffffffffff, UINT64_MAX};
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
hash_key(const struct want *key)
{
	char first[WIDE] = {0};
	memcpy(first, key->text, key->len < WIDE ? key->len : WIDE);
	return hash_word(first, key->len);
}

static struct key *
find_key(struct query_set *set, const struct table *table, const struct want *want,
	uint64_t hash)
{
	uint32_t at = table->heads[hash >> (64 - HEAD_BITS)];
	for (struct key *key; at; at = key->next) {
		key = &set->keys[at - 1];
		if (key->len == want->len && memcmp(key->text, want->text, key->len) == 0)
			return key;
	}
	return NULL;
}

static void
link_key(struct query_set *set, struct table *table, size_t i)
{
	struct key *key = &set->keys[i];
	uint32_t *head = &table->heads[key->hash >> (64 - HEAD_BITS)];
	key->next = *head;
	*head = (uint32_t)i + 1;
}

/* The key of what is wanted, a new one if there is none yet. */
static struct key *
get_key(struct query_set *set, const struct want *want)
{
	struct table *table = want->word ? &set->words : &set->parts;
	uint64_t hash = want->word ? hash_key(want) : hash_gram(want->text);
	struct key *key = find_key(set, table, want, hash);
	if (key)
		return key;
	*VEC_PUSH(set->keys, set->keys_len, set->keys_cap) = (struct key){
		hash, .len = (uint32_t)want->len, .word = want->word, .text = want->text};
	link_key(set, table, set->keys_len - 1);
	return &set->keys[set->keys_len - 1];
}

static void
add_want(struct query_set *set, struct key *key, const struct want *want)
{
	struct want *copy = VEC_PUSH(set->wants, set->wants_len, set->wants_cap);
	*copy = *want;
	copy->next = key->wants;
	key->wants = (uint32_t)set->wants_len;
	key->fields |= want->fields;
}

/* What each_word calls for each word of the nodes, at any depth of the tree. */
typedef void see_word(struct query_set *set, struct key *key, const struct want *want);

static void
name_word(struct query_set *set, struct key *key, const struct want *want)
{
	(void)set;
	(void)want;
	key->named++;
}

static void
want_word(struct query_set *set, struct key *key, const struct want *want)
{
	if (!want->query_word->keyed)
		add_want(set, key, want);
	want->query_word->keyed = true;
}

static void
join_word(struct query_set *set, struct key *key, const struct want *want)
{
	if (key->wants)
		want_word(set, key, want);
}

static void
each_word(struct query_set *set, struct query_node *node, see_word *see)
{
	bool words = node->kind == QUERY_WORDS && !query_field_lists(node->field);
	for (size_t i = 0; words && i < node->words_len; i++) {
		struct query_word *word = &node->words[i];
		const char *text = uses_base(set) ? word->base : word->text;
		if (!is_whole(word, text))
			continue;
		struct want want = key_of(node, text, true);
		want.query_word = word;
		see(set, get_key(set, &want), &want);
	}
	for (size_t i = 0; i < node->parts_len; i++)
		each_word(set, node->parts[i], see);
}

/* all: also keys that nothing wants, so that get_key finds them. */
static void
link_keys(struct query_set *set, bool all)
{
	memset(set->words.heads, 0, sizeof *set->words.heads << HEAD_BITS);
	memset(set->parts.heads, 0, sizeof *set->parts.heads << HEAD_BITS);
	memset(set->words.map, 0, (size_t)1 << MAP_BITS >> 3);
	memset(set->parts.map, 0, (size_t)1 << MAP_BITS >> 3);
	set->filter = (struct word_filter){.brief = false};
	for (size_t i = 0; i < set->keys_len; i++) {
		const struct key *key = &set->keys[i];
		struct table *table = key->word ? &set->words : &set->parts;
		if (!key->wants && !all)
			continue;
		link_key(set, table, i);
		set_bit(table->map, key->hash >> (64 - MAP_BITS));
		table->fields |= key->fields;
		if (key->word)
			word_filter_add(&set->filter, (struct span){key->text, key->len});
	}
}

/* ---- Keys. */

struct keys {
	struct want list[KEYS_MAX];
	size_t len;
};

static bool
can_be_key(const struct want *want)
{
	return want->word ? want->len > 0 : want->len >= GRAM;
}

/* A guess at how often items have it: long words are rare, those that many queries name
 * are not, texts have many words, and the names of feeds few. */
static double
frequency(struct query_set *set, const struct want *want)
{
	const struct key *key =
		want->word ? find_key(set, &set->words, want, hash_key(want)) : NULL;
	const uint32_t feed = BIT(QUERY_FEED) | BIT(QUERY_FEED_URL);
	double words = want->fields & BIT(QUERY_TEXT) ? 8 : want->fields & feed ? .4 : 1;
	double guess = words / (double)(want->len + 1);
	if (!key)
		return guess;
	return set->learned ? key->taken + guess / LEARN : key->named * guess;
}

/* The rarest word of a phrase. */
static struct want
key_of_words(struct query_set *set, const struct query_node *node)
{
	struct want best = {0};
	for (size_t i = 0; i < node->words_len; i++) {
		const struct query_word *w = &node->words[i];
		const char *text = uses_base(set) ? w->base : w->text;
		struct want key = key_of(node, text, is_whole(w, text));
		if (can_be_key(&key) &&
			(!best.len || frequency(set, &key) < frequency(set, &best)))
			best = key;
	}
	return best;
}

/* What the node's field must contain; len is 0 if that is not known. */
static struct want
key_of_leaf(struct query_set *set, const struct query_node *node)
{
	switch (node->kind) {
	case QUERY_WORDS:
		return key_of_words(set, node);
	case QUERY_PART:
	case QUERY_EQUAL:
	case QUERY_MEMBER:
		return key_of(node, uses_base(set) ? node->base : node->text, false);
	case QUERY_REGEX:
		return key_of(node, node->required, false);
	default:
		return (struct want){0};
	}
}

static double
frequencies(struct query_set *set, const struct keys *keys)
{
	double sum = 0;
	for (size_t i = 0; i < keys->len; i++)
		sum += frequency(set, &keys->list[i]);
	return sum;
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
find_keys(struct query_set *set, const struct query_node *node, struct keys *out)
{
	struct want key = key_of_leaf(set, node);
	bool found = false;
	out->len = 0;
	if (can_be_key(&key)) {
		out->list[out->len++] = key;
		return true;
	}
	if (node->kind != QUERY_AND && node->kind != QUERY_OR)
		return false;
	struct keys *part = mem_alloc(sizeof *part);
	for (size_t i = 0; i < node->parts_len; i++) {
		bool has = find_keys(set, node->parts[i], part);
		if (node->kind == QUERY_OR) {
			found = has && add_all(out, part);
			if (!found)
				break;
		} else if (has &&
			   (!found || frequencies(set, part) < frequencies(set, out))) {
			*out = *part;
			found = true;
		}
	}
	free(part);
	return found;
}

static void
want_keys(struct query_set *set, size_t i, struct keys *keys)
{
	struct query_node *root = set->list[i]->root;
	if (!find_keys(set, root, keys)) {
		set_bit(set->always, i);
		each_word(set, root, want_word);
		return;
	}
	for (size_t k = 0; k < keys->len; k++) {
		keys->list[k].query = (uint32_t)i;
		add_want(set, get_key(set, &keys->list[k]), &keys->list[k]);
	}
}

static void
choose_keys(struct query_set *set)
{
	struct keys *keys = mem_alloc(sizeof *keys);
	for (size_t i = 0; i < set->len; i++)
		want_keys(set, i, keys);
	free(keys);
	for (size_t i = 0; i < set->len; i++)
		each_word(set, set->list[i]->root, set->learned ? join_word : want_word);
	link_keys(set, false);
}

void
query_set_index(struct query_set *set)
{
	size_t words = set->len / 64 + 1;
	set->always = mem_zalloc(words * sizeof *set->always);
	set->found = mem_zalloc(words * sizeof *set->found);
	set->hits = mem_zalloc((set->len + 1) * sizeof *set->hits);
	for (size_t i = 0; i < set->len; i++)
		each_word(set, set->list[i]->root, name_word);
	choose_keys(set);
}

/* Chooses again, now that it is known which words are rare. */
static void
learn(struct query_set *set)
{
	set->learned = true;
	memset(set->always, 0, (set->len / 64 + 1) * sizeof *set->always);
	for (size_t i = 0; i < set->wants_len; i++)
		if (set->wants[i].query_word)
			set->wants[i].query_word->keyed = false;
	set->wants_len = 0;
	for (size_t i = 0; i < set->keys_len; i++)
		set->keys[i].wants = set->keys[i].fields = 0;
	set->words.fields = set->parts.fields = 0;
	link_keys(set, true);
	choose_keys(set);
}

/* ---- An item. */

static void
take_key(struct query_set *set, struct key *key, uint32_t field)
{
	key->found = field | (key->item == set->item ? key->found : 0);
	key->item = set->item;
	key->taken++;
	for (uint32_t at = key->wants; at; at = set->wants[at - 1].next) {
		const struct want *want = &set->wants[at - 1];
		if (!(want->fields & field))
			continue;
		if (want->query_word)
			want->query_word->seen = set->item;
		if (want->query != NO_QUERY)
			set_bit(set->found, want->query);
	}
}

/* Takes the keys that text begins with; in the table of words, the one equal to text. */
static void
take_keys(struct query_set *set, const struct table *table, enum query_field field,
	struct span text, uint64_t hash)
{
	uint32_t at = table->heads[hash >> (64 - HEAD_BITS)];
	bool whole = table == &set->words;
	for (struct key *key; at; at = key->next) {
		key = &set->keys[at - 1];
		if (key->hash != hash || !(key->fields & BIT(field)) ||
			(key->item == set->item && key->found & BIT(field)))
			continue;
		if ((whole ? key->len == text.n : key->len <= text.n) &&
			((whole && key->len <= WIDE) || /* the equal hash is enough */
				memcmp(key->text, text.p, key->len) == 0))
			take_key(set, key, BIT(field));
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
		size_t n = word_next_likely(&walk, &set->filter, many, MANY);
		for (size_t i = 0; i < n; i++)
			look_up_word(set, field, many[i]);
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
	if (set->items++ == LEARN)
		learn(set);
	set->item = set->items;
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

void
query_set_next(struct query_set *set)
{
	query_forget(&set->shared);
	set->item = 0;
}

struct query *
query_set_get(const struct query_set *set, size_t i)
{
	return set->list[i];
}
