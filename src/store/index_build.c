/*
 * A word of a text costs a look into a table of words and one entry in a list, in the
 * order of the texts; the table also counts. Only at the end the list is dealt out to the
 * words, and their postings are written word by word. So while texts come in memory is
 * written in a row, and what is looked at at random is small: adding to a buffer a word
 * instead took three times as long, all of it waiting for memory.
 */
#include "config.h"

#include "store/index_build.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/fold.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "base/word.h"
#include "store/db.h"
#include "store/index.h"
#include "store/index_chunk.h"

#define SLOTS_MIN 8192
#define WAITING 16   /* words on their way to the table */
#define HEAD_BYTES 8 /* of each of a key's heads */
#define HEADS 2

/* What tells words from each other at a glance: where they stand, their length, and their
 * first bytes, filled up with zeros. Of most words that is all. */
struct key {
	uint64_t heads[HEADS];
	uint8_t space, n;
};

/* A place of the table of words. */
struct slot {
	uint32_t hash, term; /* term + 1; 0: free */
};

struct term {
	struct key key;
	uint32_t count;       /* of its postings */
	const uint8_t *bytes; /* the space, then the word */
};

/* A word whose place in the table is being fetched: several at a time, so that memory is
 * waited for once. */
struct waiting {
	struct key key;
	uint32_t hash, place;
	const char *word;                /* in the folded text, or copy */
	char copy[WORD_MAX + FOLD_ROOM]; /* of what another fold will overwrite */
};

struct occurrence {
	uint32_t term, place;
};

/* The documents' numbers, and where in the list their words end. */
struct doc {
	uint32_t number;
	size_t end;
};

struct index_build {
	struct arena arena;
	struct slot *slots;
	size_t slots_len;
	struct term *terms;
	size_t terms_len, terms_cap;
	struct occurrence *list;
	size_t list_len, list_cap;
	struct doc *docs;
	size_t docs_len, docs_cap;
	uint64_t multipliers[HEADS + 1]; /* of hashes */
	struct waiting waiting[WAITING];
	size_t waiting_len;
	struct buf folded, base;
	uint32_t place_max;
	/* Once sorted: */
	struct tail *tails; /* of each word */
	uint8_t *postings;  /* as chunks have them, those of a word behind each other */
	struct order *order;
};

/* ---- The table of words. */

static void
grow_slots(struct index_build *b)
{
	size_t old_len = b->slots_len;
	struct slot *old = b->slots;
	b->slots_len = old_len ? old_len * 2 : SLOTS_MIN;
	b->slots = mem_zalloc(b->slots_len * sizeof *b->slots);
	for (size_t i = 0; i < old_len; i++) {
		size_t at = old[i].hash & (b->slots_len - 1);
		if (!old[i].term)
			continue;
		while (b->slots[at].term)
			at = (at + 1) & (b->slots_len - 1);
		b->slots[at] = old[i];
	}
	free(old);
}

/* The n bytes at p as a number, n at most eight; eight may be read. */
static inline uint64_t
head_of(const char *p, size_t n)
{
	uint64_t head;
	memcpy(&head, p, sizeof head);
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
	head = __builtin_bswap64(head);
#endif
	return n < HEAD_BYTES ? head & ((UINT64_C(1) << n * 8) - 1) : head;
}

/* Words lie in folded text or in a copy: all of FOLD_ROOM may be read of each. */
static inline struct key
key_of(enum index_space space, struct span word)
{
	size_t more = word.n > HEAD_BYTES ? word.n - HEAD_BYTES : 0;
	return (struct key){
		.heads = {head_of(word.p, word.n), head_of(word.p + HEAD_BYTES, more)},
		.space = (uint8_t)space,
		.n = (uint8_t)word.n};
}

/* Nobody can foresee the multipliers, and so nobody can write a text whose words all go
 * to one place. */
static inline uint32_t
hash_of(const struct index_build *b, const struct key *key, const char *word)
{
	uint64_t hash = ((uint64_t)key->space << 8 | key->n) * b->multipliers[HEADS];
	for (size_t i = 0; i < HEADS; i++) {
		uint64_t head = key->heads[i];
		hash += (head ^ head >> 32) * b->multipliers[i];
	}
	if (key->n > sizeof key->heads)
		hash += hash64(word + sizeof key->heads, key->n - sizeof key->heads) *
			b->multipliers[HEADS];
	return (uint32_t)(hash >> 32);
}

static inline bool
is_term(const struct term *term, const struct waiting *w)
{
	const struct key *a = &term->key, *b = &w->key;
	return a->heads[0] == b->heads[0] && a->heads[1] == b->heads[1] && a->n == b->n &&
	       a->space == b->space &&
	       (b->n <= sizeof b->heads || memcmp(term->bytes + 1, w->word, b->n) == 0);
}

/* The slot to begin with: the first free one or of that hash. */
static inline const struct slot *
look_at(const struct index_build *b, uint32_t hash)
{
	size_t at = hash & (b->slots_len - 1);
	while (b->slots[at].term && b->slots[at].hash != hash)
		at = (at + 1) & (b->slots_len - 1);
	return &b->slots[at];
}

static uint32_t
find_term(struct index_build *b, const struct waiting *w)
{
	size_t at = w->hash & (b->slots_len - 1), n = w->key.n + (size_t)1;
	for (; b->slots[at].term; at = (at + 1) & (b->slots_len - 1))
		if (b->slots[at].hash == w->hash &&
			is_term(&b->terms[b->slots[at].term - 1], w))
			return b->slots[at].term - 1;
	uint8_t *bytes = arena_alloc(&b->arena, n);
	bytes[0] = w->key.space;
	memcpy(bytes + 1, w->word, w->key.n);
	*VEC_PUSH(b->terms, b->terms_len, b->terms_cap) =
		(struct term){.key = w->key, .bytes = bytes};
	b->slots[at] = (struct slot){w->hash, (uint32_t)b->terms_len};
	return (uint32_t)b->terms_len - 1;
}

static void
list_waiting(struct index_build *b)
{
	uint32_t likely[WAITING]; /* as in a slot */
	size_t len = b->waiting_len;
	b->list = vec_grow(b->list, &b->list_cap, b->list_len + len, sizeof *b->list);
	for (size_t i = 0; i < len; i++) {
		likely[i] = look_at(b, b->waiting[i].hash)->term;
		if (likely[i])
			__builtin_prefetch(&b->terms[likely[i] - 1], 1);
	}
	for (size_t i = 0; i < len; i++) {
		const struct waiting *w = &b->waiting[i];
		uint32_t term = likely[i] - 1;
		if (!likely[i] || !is_term(&b->terms[term], w))
			term = find_term(b, w);
		b->terms[term].count++;
		b->list[b->list_len++] = (struct occurrence){term, w->place};
	}
	b->waiting_len = 0;
	if ((b->terms_len + WAITING) * 2 >= b->slots_len)
		grow_slots(b);
}

/* ---- Life. */

struct index_build *
index_build_new(void)
{
	struct index_build *b = mem_zalloc(sizeof *b);
	b->arena = (struct arena)ARENA_INIT;
	struct {
		int64_t time;
		uint64_t place, nth;
	} seed = {time_mono_us(), (uintptr_t)b, 0};
	for (; seed.nth < COUNT_OF(b->multipliers); seed.nth++)
		b->multipliers[seed.nth] = hash64(&seed, sizeof seed) | 1;
	grow_slots(b);
	return b;
}

void
index_build_free(struct index_build *b)
{
	if (!b)
		return;
	arena_done(&b->arena);
	free(b->slots);
	free(b->terms);
	free(b->list);
	free(b->docs);
	free(b->tails);
	free(b->postings);
	free(b->order);
	buf_done(&b->folded);
	buf_done(&b->base);
	free(b);
}

size_t
index_build_words(const struct index_build *b)
{
	return b->list_len;
}

/* ---- Texts. */

static void
add_word(struct index_build *b, enum index_space space, struct span word, uint32_t place)
{
	struct waiting *w = &b->waiting[b->waiting_len++];
	w->key = key_of(space, word);
	w->hash = hash_of(b, &w->key, word.p);
	w->place = place;
	w->word = word.p;
	__builtin_prefetch(&b->slots[w->hash & (b->slots_len - 1)]);
	if (b->waiting_len == WAITING)
		list_waiting(b);
}

static void
add_base(struct index_build *b, enum index_space space, struct span word, uint32_t place)
{
	char *copy = b->waiting[b->waiting_len].copy;
	memcpy(copy, word.p, word.n);
	add_word(b, space, (struct span){copy, word.n}, place);
}

/* Returns the place after the text's last word. own: a space of the text alone, or 0. */
static uint32_t
add_text(struct index_build *b, struct span text, bool html, enum index_space own,
	uint32_t place)
{
	if (!text.n)
		return place;
	fold_text(&b->folded, text.p, text.n, html, FOLD_CASE);
	struct word_walk walk = word_walk((struct span){b->folded.data, b->folded.len});
	while (word_next(&walk)) {
		uint32_t at = place + walk.position;
		add_word(b, INDEX_ANY, walk.word, at);
		if (own)
			add_word(b, own, walk.word, walk.position);
		if (walk.ascii || walk.pair)
			continue;
		fold_text(
			&b->base, walk.word.p, walk.word.n, false, FOLD_CASE | FOLD_BASE);
		struct span base = {b->base.data, b->base.len};
		if (!base.n || base.n > WORD_MAX ||
			(base.n == walk.word.n &&
				memcmp(base.p, walk.word.p, base.n) == 0))
			continue;
		add_base(b, INDEX_ANY_BASE, base, at);
		if (own)
			add_base(b, own + 1, base, walk.position);
	}
	if (place + walk.count > b->place_max)
		b->place_max = place + walk.count;
	list_waiting(b); /* before another text takes this one's place */
	/* A gap: no phrase goes from one text to the next. */
	return place + walk.count + 1;
}

/* Damaged records have no words; nothing shows them either. */
int
index_build_add(
	struct index_build *b, const struct store_view *view, uint64_t item, uint32_t doc)
{
	struct span bytes;
	uint32_t place = 0;
	int code = store_db_get(view, TABLE_ITEM, schema_id(item), &bytes);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	if (record_check(item, bytes) == OK) {
		place = add_text(
			b, record_find(bytes, ITEM_TITLE), false, INDEX_TITLE, 0);
		place = add_text(
			b, record_find(bytes, ITEM_AUTHOR), false, INDEX_AUTHOR, place);
	}
	code = store_db_get(view, TABLE_TEXT, schema_id(item), &bytes);
	if (code && code != ERR_NOT_FOUND)
		return code;
	if (code == OK && record_check(item, bytes) == OK)
		add_text(b, record_find(bytes, TEXT_BODY),
			record_find_int(bytes, TEXT_TYPE, TEXT_PLAIN) == TEXT_HTML, 0,
			place);
	*VEC_PUSH(b->docs, b->docs_len, b->docs_cap) = (struct doc){doc, b->list_len};
	return OK;
}

void
index_build_each(const struct index_build *b,
	void (*take)(void *data, uint32_t doc, struct span word, uint32_t place),
	void *data)
{
	size_t next = 0;
	for (size_t d = 0; d < b->docs_len; d++)
		for (; next < b->docs[d].end; next++) {
			const struct term *term = &b->terms[b->list[next].term];
			take(data, b->docs[d].number,
				(struct span){(const char *)term->bytes,
					term->key.n + (size_t)1},
				b->list[next].place);
		}
}

/* ---- In order. */

/* Where a word's postings end so far. The last place waits until it is known whether
 * another follows in the same document. */
struct tail {
	uint32_t begin, at;
	uint32_t docs, doc; /* how many; the last */
	uint32_t place, waiting;
};

/* A varint where SHORT bytes may be written, however long it is: nobody can foresee
 * whether it has one byte or two, so that is no question. */
#define SHORT ((size_t)2)

static inline size_t
put_short(uint8_t *to, uint32_t value)
{
	uint32_t two = value > 0x7f;
	uint32_t bytes = (value & 0x7f) | two << 7 | value >> 7 << 8;
	if (value > 0x3fff)
		return index_put_varint(to, value);
	to[0] = (uint8_t)bytes;
	to[1] = (uint8_t)(bytes >> 8);
	return 1 + two;
}

/* Nor is it one whether the document is another: the distance to it is written in any
 * case, and overwritten when it is not. */
static inline void
put_posting(uint8_t *out, struct tail *t, uint32_t doc, uint32_t place)
{
	bool next = !t->docs | (doc != t->doc);
	size_t n = put_short(out + t->at, t->waiting | !next);
	uint32_t at = t->at + (t->docs ? (uint32_t)n : 0);
	n = put_short(out + at, doc - t->doc);
	t->at = at + (next ? (uint32_t)n : 0);
	t->waiting = (place - (next ? 0 : t->place)) << 1;
	t->docs += next;
	t->doc = doc;
	t->place = place;
}

/* Begins each word's bytes where those of the one before end at most. Returns the end. */
static size_t
begin_tails(struct index_build *b)
{
	uint32_t last = b->docs_len ? b->docs[b->docs_len - 1].number : 0;
	size_t doc = index_varint_length(last),
	       place = index_varint_length(b->place_max << 1), at = 0;
	doc = doc < SHORT ? SHORT : doc;
	place = place < SHORT ? SHORT : place;
	b->tails = mem_zalloc((b->terms_len + 1) * sizeof *b->tails);
	for (size_t t = 0; t < b->terms_len; t++) {
		uint32_t begin = (uint32_t)at;
		b->tails[t] = (struct tail){.begin = begin, .at = begin};
		at += b->terms[t].count * (doc + place);
	}
	return at;
}

/* Has memory ready when its turn comes: a word's tail, and later what it ends in. */
static inline void
fetch_ahead(const struct index_build *b, size_t next)
{
	if (next + WAITING >= b->list_len)
		return;
	__builtin_prefetch(&b->tails[b->list[next + WAITING].term], 1);
	__builtin_prefetch(
		b->postings + b->tails[b->list[next + WAITING / 2].term].at, 1);
}

/* The first bytes as numbers settle nearly all comparisons. */
struct order {
	uint64_t heads[HEADS];
	const struct term *term;
};

static int
by_term(const void *a, const void *b)
{
	const struct order *x = a, *y = b;
	for (size_t i = 0; i < HEADS; i++)
		if (x->heads[i] != y->heads[i])
			return x->heads[i] < y->heads[i] ? -1 : 1;
	size_t xn = x->term->key.n, yn = y->term->key.n;
	int order = memcmp(x->term->bytes, y->term->bytes, (xn < yn ? xn : yn) + 1);
	return order ? order : (int)xn - (int)yn;
}

static void
sort_terms(struct index_build *b)
{
	b->order = mem_zalloc((b->terms_len + 1) * sizeof *b->order);
	for (size_t i = 0; i < b->terms_len; i++) {
		const struct term *term = &b->terms[i];
		uint64_t *heads = b->order[i].heads;
		for (size_t k = 0; k < HEADS * HEAD_BYTES && k <= term->key.n; k++)
			heads[k / HEAD_BYTES] |= (uint64_t)term->bytes[k]
						 << (HEAD_BYTES - 1 - k % HEAD_BYTES) * 8;
		b->order[i].term = term;
	}
	if (b->terms_len)
		qsort(b->order, b->terms_len, sizeof *b->order, by_term);
}

void
index_build_sort(struct index_build *b)
{
	size_t next = 0;
	b->postings = mem_alloc(begin_tails(b) + SHORT);
	for (size_t d = 0; d < b->docs_len; d++)
		for (; next < b->docs[d].end; next++) {
			fetch_ahead(b, next);
			put_posting(b->postings, &b->tails[b->list[next].term],
				b->docs[d].number, b->list[next].place);
		}
	for (size_t t = 0; t < b->terms_len; t++) {
		struct tail *tail = &b->tails[t];
		tail->at += (uint32_t)put_short(b->postings + tail->at, tail->waiting);
	}
	free(b->list);
	b->list = NULL;
	sort_terms(b);
}

int
index_build_write(struct index_build *b, struct index_writer *writer)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < b->terms_len; i++) {
		const struct term *term = b->order[i].term;
		const struct tail *tail = &b->tails[term - b->terms];
		struct index_entry entry = {.term_len = (uint8_t)(term->key.n + 1),
			.docs = tail->docs,
			.last = tail->doc,
			.data = b->postings + tail->begin,
			.len = tail->at - tail->begin};
		memcpy(entry.term, term->bytes, entry.term_len);
		code = index_writer_add(writer, &entry);
	}
	return code == OK ? index_writer_flush(writer) : code;
}
