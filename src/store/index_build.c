/*
 * A word of a text costs a look into a table of words and one entry in a list, in the
 * order of the texts; the table also knows how many bytes the word's postings take. Only
 * at the end they are written in the order of words: each word's bytes say where its own
 * begin. So while texts come in memory is written in a row, and what is looked at at
 * random is small: adding to a buffer a word instead took three times as long, all of it
 * waiting for memory.
 */
#include "config.h"

#include "store/index_build.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
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
#define HEAD_BYTES 7 /* of a word, that its head has */

/* A place of the table of words. Of a short word the head is all, so that most words are
 * told from others by a look at their place alone. */
struct slot {
	uint64_t head;
	uint32_t hash, term; /* term + 1; 0: free */
};

struct term {
	const uint8_t *bytes; /* the space, then the word */
	uint32_t at; /* bytes of its postings so far; when written, where they end */
	uint32_t docs, doc, place; /* documents; the last posting's document and place */
	uint32_t mark;             /* when written: where the last place is */
	uint8_t n;
};

/* A word whose place in the table is being fetched: several at a time, so that memory is
 * waited for once. */
struct waiting {
	uint64_t head;
	uint32_t hash, place;
	enum index_space space;
	struct span word;    /* in the folded text, or in copy */
	char copy[WORD_MAX]; /* of what another fold will overwrite */
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
	uint32_t doc;        /* whose words come in */
	uint64_t multiplier; /* of hashes */
	struct waiting waiting[WAITING];
	size_t waiting_len;
	struct buf folded, base;
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

/* The first bytes, the space, and the length: 15 for all that are longer. Words lie in
 * folded text or in a copy, so that eight bytes may be read of each (base/fold.h). */
static uint64_t
head_of(enum index_space space, struct span word)
{
	size_t n = word.n < HEAD_BYTES ? word.n : HEAD_BYTES;
	uint64_t head;
	memcpy(&head, word.p, sizeof head);
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
	head = __builtin_bswap64(head);
#endif
	head &= (UINT64_C(1) << n * 8) - 1;
	return head | (uint64_t)((unsigned)space << 4 | (word.n == n ? n : 15))
			      << HEAD_BYTES * 8;
}

/* Nobody can foresee the multiplier, and so nobody can write a text whose words all go to
 * one place. */
static uint32_t
hash_of(const struct index_build *b, uint64_t head, struct span word)
{
	if (word.n > HEAD_BYTES)
		head ^= hash64(word.p, word.n);
	head ^= head >> 32;
	return (uint32_t)(head * b->multiplier >> 32);
}

static bool
is_term(const struct index_build *b, const struct slot *slot, const struct waiting *w)
{
	if (slot->hash != w->hash || slot->head != w->head)
		return false;
	const struct term *term = &b->terms[slot->term - 1];
	return w->word.n <= HEAD_BYTES ||
	       (term->n == w->word.n + 1 &&
		       memcmp(term->bytes + 1, w->word.p, w->word.n) == 0);
}

static uint32_t
find_term(struct index_build *b, const struct waiting *w)
{
	size_t at = w->hash & (b->slots_len - 1);
	for (; b->slots[at].term; at = (at + 1) & (b->slots_len - 1))
		if (is_term(b, &b->slots[at], w))
			return b->slots[at].term - 1;
	size_t n = w->word.n + 1;
	uint8_t *bytes = arena_alloc(&b->arena, n);
	bytes[0] = (uint8_t)w->space;
	memcpy(bytes + 1, w->word.p, w->word.n);
	*VEC_PUSH(b->terms, b->terms_len, b->terms_cap) =
		(struct term){.bytes = bytes, .n = (uint8_t)n};
	b->slots[at] = (struct slot){w->head, w->hash, (uint32_t)b->terms_len};
	return (uint32_t)b->terms_len - 1;
}

/* A posting as it is written: after a place in the same document, or after those of the
 * document before. */
struct step {
	bool next_doc;
	uint32_t doc, place;
};

static inline struct step
step_to(struct term *term, uint32_t doc, uint32_t place)
{
	struct step step = {!term->docs || term->doc != doc, doc - term->doc, place};
	if (step.next_doc)
		term->docs++;
	else
		step.place -= term->place;
	term->doc = doc;
	term->place = place;
	return step;
}

static void
list_waiting(struct index_build *b)
{
	uint32_t numbers[WAITING];
	b->list = vec_grow(
		b->list, &b->list_cap, b->list_len + b->waiting_len, sizeof *b->list);
	for (size_t i = 0; i < b->waiting_len; i++) {
		numbers[i] = find_term(b, &b->waiting[i]);
		__builtin_prefetch(&b->terms[numbers[i]]);
	}
	for (size_t i = 0; i < b->waiting_len; i++) {
		const struct waiting *w = &b->waiting[i];
		struct term *term = &b->terms[numbers[i]];
		struct step step = step_to(term, b->doc, w->place);
		if (step.next_doc)
			term->at += index_varint_length(step.doc);
		term->at += index_varint_length(step.place << 1);
		b->list[b->list_len++] = (struct occurrence){numbers[i], w->place};
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
	const struct {
		int64_t time;
		uint64_t place;
	} seed = {time_mono_us(), (uintptr_t)b};
	b->multiplier = hash64(&seed, sizeof seed) | 1;
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
	w->head = head_of(space, word);
	w->hash = hash_of(b, w->head, word);
	w->place = place;
	w->space = space;
	w->word = word;
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
	b->doc = doc;
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
				(struct span){(const char *)term->bytes, term->n},
				b->list[next].place);
		}
}

/* ---- In order. */

/* Has memory ready when its turn comes: a word, and later where its bytes go. */
static inline void
fetch_ahead(const struct index_build *b, const uint8_t *out, size_t next)
{
	if (next + WAITING >= b->list_len)
		return;
	__builtin_prefetch(&b->terms[b->list[next + WAITING].term], 1);
	__builtin_prefetch(out + b->terms[b->list[next + WAITING / 2].term].at, 1);
}

/* The postings of all words as chunks have them, those of a word behind each other: word
 * i's end at terms[i].at. */
static uint8_t *
sort_postings(struct index_build *b)
{
	uint32_t at = 0;
	size_t next = 0;
	for (size_t t = 0; t < b->terms_len; t++) {
		struct term *term = &b->terms[t];
		uint32_t begin = at;
		at += term->at;
		term->at = begin;
		term->docs = term->doc = 0;
	}
	uint8_t *out = mem_alloc(at + 1);
	for (size_t d = 0; d < b->docs_len; d++)
		for (; next < b->docs[d].end; next++) {
			fetch_ahead(b, out, next);
			struct term *term = &b->terms[b->list[next].term];
			struct step step =
				step_to(term, b->docs[d].number, b->list[next].place);
			if (step.next_doc)
				term->at += index_put_varint(out + term->at, step.doc);
			else
				out[term->mark] |= 1; /* another place follows */
			term->mark = term->at;
			term->at += index_put_varint(out + term->at, step.place << 1);
		}
	return out;
}

/* The first bytes as a number settle most comparisons. */
struct order {
	uint64_t head;
	const struct term *term;
};

static int
by_term(const void *a, const void *b)
{
	const struct order *x = a, *y = b;
	if (x->head != y->head)
		return x->head < y->head ? -1 : 1;
	size_t n = x->term->n < y->term->n ? x->term->n : y->term->n;
	int order = memcmp(x->term->bytes, y->term->bytes, n);
	return order ? order : (int)x->term->n - (int)y->term->n;
}

static struct order *
sort_terms(const struct index_build *b)
{
	struct order *order = mem_alloc((b->terms_len + 1) * sizeof *order);
	for (size_t i = 0; i < b->terms_len; i++) {
		const struct term *term = &b->terms[i];
		order[i] = (struct order){0, term};
		for (size_t k = 0; k < 8; k++)
			order[i].head =
				order[i].head << 8 | (k < term->n ? term->bytes[k] : 0);
	}
	if (b->terms_len)
		qsort(order, b->terms_len, sizeof *order, by_term);
	return order;
}

int
index_build_write(struct index_build *b, struct index_writer *writer)
{
	uint8_t *postings = sort_postings(b);
	struct order *order = sort_terms(b);
	int code = OK;
	for (size_t i = 0; code == OK && i < b->terms_len; i++) {
		const struct term *term = order[i].term;
		uint32_t begin = term > b->terms ? term[-1].at : 0;
		struct index_entry entry = {.term_len = term->n,
			.docs = term->docs,
			.last = term->doc,
			.data = postings + begin,
			.len = term->at - begin};
		memcpy(entry.term, term->bytes, term->n);
		code = index_writer_add(writer, &entry);
	}
	free(postings);
	free(order);
	return code == OK ? index_writer_flush(writer) : code;
}
