#include "config.h"

#include "store/index/index_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/time.h"
#include "base/vec.h"
#include "store/index/index_chunk.h"

#define SLOTS_BITS 13
#define BLOCK 1024 /* terms allocated at a time */
#define NO_DOC UINT32_MAX

#define ROOM (3 + INDEX_VARINT_MAX) /* bytes of a document and a place */
_Static_assert(INDEX_SPAN_MAX <= 1 << 21, "a document has three bytes");
#define BLOCK_BYTES 32 /* of a term's first block of postings */

_Static_assert(sizeof(struct index_term) == MEM_CACHE_LINE, "a term is a line");
_Static_assert(INDEX_WAITING >= WORD_MANY, "a batch of words fits");

/* ---- How words are distinguished. */

/* The rest of what distinguishes words. */
static inline uint16_t
kind_of(enum index_space space, size_t n)
{
	return (uint16_t)((size_t)space << 8 | n);
}

static inline enum index_space
kind_space(uint16_t kind)
{
	return kind >> 8;
}

static inline size_t
kind_bytes(uint16_t kind)
{
	return kind & 0xff;
}

/* The multipliers are random, so nobody can write a text whose words all go to the same
 * slot. */
static inline uint32_t
hash_of(const uint64_t multipliers[static 3], simd_u8 head, uint16_t kind,
	const char *word)
{
	simd_u64 half = (simd_u64)head;
	uint64_t hash = (half[0] ^ kind) * multipliers[0] + half[1] * multipliers[1];
	size_t n = kind_bytes(kind);
	if (n > sizeof head)
		hash += hash64(word + sizeof head, n - sizeof head) * multipliers[2];
	return (uint32_t)(hash >> 32);
}

static inline bool
is_term(const struct index_table *t, const struct index_term *term,
	const struct index_waiting *w)
{
	size_t n = kind_bytes(w->kind);
	return !simd_any(term->head ^ w->head) && term->kind == w->kind &&
	       (n <= sizeof w->head ||
		       memcmp(t->names.data + term->name + 1, w->word, n) == 0);
}

/* ---- Slots. */

/* Where to begin: the highest bits of the hash, since they depend on all of the word. */
static inline size_t
first_slot(uint32_t bits, uint32_t hash)
{
	return hash >> (32 - bits);
}

static inline size_t
next_slot(uint32_t bits, size_t at)
{
	return (at + 1) & (((size_t)1 << bits) - 1);
}

static void
make_slots(struct index_table *t, uint32_t bits)
{
	t->bits = bits;
	t->slots = mem_zalloc(sizeof *t->slots << bits);
}

static void
grow_slots(struct index_table *t)
{
	size_t old_len = (size_t)1 << t->bits;
	struct index_slot *old = t->slots;
	make_slots(t, t->bits + 1);
	for (size_t i = 0; i < old_len; i++) {
		size_t at = first_slot(t->bits, old[i].hash);
		if (!old[i].term)
			continue;
		while (t->slots[at].term)
			at = next_slot(t->bits, at);
		t->slots[at] = old[i];
	}
	free(old);
}

/* ---- Terms. */

static inline struct index_term *
term_at(const struct index_table *t, size_t i)
{
	return &t->terms[i / BLOCK][i % BLOCK];
}

static struct index_term *
new_term(struct index_table *t, const struct index_waiting *w)
{
	if (t->terms_len == t->blocks_len * BLOCK)
		*VEC_PUSH(t->terms, t->blocks_len, t->blocks_cap) =
			mem_cache_lines(BLOCK * sizeof(struct index_term));
	struct index_term *term = term_at(t, t->terms_len++);
	*term = (struct index_term){.head = w->head,
		.kind = w->kind,
		.name = (uint32_t)t->names.len,
		.last = NO_DOC,
		.postings = term->near,
		.full = INDEX_TERM_NEAR - ROOM};
	buf_addc(&t->names, (char)kind_space(w->kind));
	buf_add(&t->names, w->word, kind_bytes(w->kind));
	return term;
}

static struct index_term *
find_term(struct index_table *t, const struct index_waiting *w)
{
	size_t at = first_slot(t->bits, w->hash);
	for (; t->slots[at].term; at = next_slot(t->bits, at)) {
		struct index_term *term = term_at(t, t->slots[at].term - 1);
		if (t->slots[at].hash == w->hash && is_term(t, term, w))
			return term;
	}
	struct index_term *term = new_term(t, w);
	t->slots[at] = (struct index_slot){w->hash, (uint32_t)t->terms_len};
	return term;
}

/* The term that has this hash, or NULL. The word is not compared. */
static inline struct index_term *
likely_term(const struct index_table *t, uint32_t hash)
{
	size_t at = first_slot(t->bits, hash);
	while (t->slots[at].term && t->slots[at].hash != hash)
		at = next_slot(t->bits, at);
	return t->slots[at].term ? term_at(t, t->slots[at].term - 1) : NULL;
}

/* ---- Postings. */

static void
grow_postings(struct index_table *t, struct index_term *term)
{
	uint32_t cap =
		term->postings == term->near ? BLOCK_BYTES : 2 * (term->full + ROOM);
	uint8_t *postings = arena_alloc_as(&t->postings, cap, 1);
	memcpy(postings, term->postings, term->len);
	term->postings = postings;
	term->full = cap - ROOM;
}

/* Writes a varint, and returns its end. Whether it has one byte or two cannot be
 * predicted, so it is done without a branch. */
static inline uint8_t *
put_number(uint8_t *to, uint32_t value)
{
	uint32_t two = value > 0x7f;
	/* Bits above the seventh move up by one, to make room for the mark. */
	uint32_t bytes = value + (value & ~UINT32_C(0x7f)) + (two << 7);
	if (value > 0x3fff)
		return to + index_put_varint(to, value);
	to[0] = (uint8_t)bytes;
	to[1] = (uint8_t)(bytes >> 8);
	return to + 1 + two;
}

/* Bit 0 of a place says whether another one follows. It is set when that one comes. */
static inline void
add_place(struct index_table *t, struct index_term *term, uint32_t doc, uint32_t place)
{
	if (term->len > term->full)
		grow_postings(t, term);
	uint8_t *start = term->postings, *to = start + term->len;
	uint32_t before = 0;
	if (term->last == doc) {
		to[-term->place_len] |= 1;
		before = term->place;
	} else {
		to = put_number(to, term->docs++ ? doc - term->last : doc);
		term->last = doc;
	}
	uint8_t *end = put_number(to, (place - before) << 1);
	term->place = place;
	term->place_len = (uint8_t)(end - to);
	term->len = (uint32_t)(end - start);
}

/* ---- Occurrences. */

void
store_index_table_settle(struct index_table *t)
{
	struct index_term *likely[INDEX_WAITING];
	size_t len = t->waiting_len;
	uint32_t doc = t->doc;
	for (size_t i = 0; i < len; i++) {
		likely[i] = likely_term(t, t->waiting[i].hash);
		__builtin_prefetch(likely[i], 1);
	}
	for (size_t i = 0; i < len; i++) {
		const struct index_waiting *w = &t->waiting[i];
		struct index_term *term = likely[i];
		if (!term || !is_term(t, term, w))
			term = find_term(t, w);
		add_place(t, term, doc, w->place);
	}
	t->words += len;
	t->waiting_len = 0;
	if ((t->terms_len + INDEX_WAITING) * 2 >> t->bits)
		grow_slots(t);
}

void
store_index_table_begin(struct index_table *t, uint32_t doc)
{
	assert(doc < INDEX_SPAN_MAX);
	t->doc = doc;
}

void
store_index_table_add(struct index_table *t, enum index_space space,
	const struct span *words, size_t len, uint32_t place)
{
	if (t->waiting_len + len > INDEX_WAITING)
		store_index_table_settle(t);
	/* Local copies: to the compiler, what is written below could be where these are
	 * read from. */
	const uint64_t multipliers[] = {
		t->multipliers[0], t->multipliers[1], t->multipliers[2]};
	const struct index_slot *slots = t->slots;
	uint32_t bits = t->bits;
	struct index_waiting *w = t->waiting + t->waiting_len;
	for (size_t i = 0; i < len; i++, w++) {
		simd_u8 head = simd_load_first(words[i].p, words[i].n);
		uint16_t kind = kind_of(space, words[i].n);
		uint32_t hash = hash_of(multipliers, head, kind, words[i].p);
		__builtin_prefetch(&slots[first_slot(bits, hash)]);
		/* Field by field: copying a struct would wait until it is complete. */
		w->head = head;
		w->word = words[i].p;
		w->hash = hash;
		w->place = place++;
		w->kind = kind;
	}
	t->waiting_len += len;
}

void
store_index_table_add_copy(
	struct index_table *t, enum index_space space, struct span word, uint32_t place)
{
	if (t->waiting_len == INDEX_WAITING)
		store_index_table_settle(t);
	char *copy = t->copies[t->waiting_len];
	memcpy(copy, word.p, word.n);
	store_index_table_add(t, space, &(struct span){copy, word.n}, 1, place);
}

/* ---- Making and freeing. */

void
store_index_table_init(struct index_table *t)
{
	*t = (struct index_table){.postings = ARENA_INIT};
	struct {
		int64_t time;
		uint64_t place, nth;
	} seed = {time_mono_us(), (uintptr_t)t, 0};
	for (; seed.nth < COUNT_OF(t->multipliers); seed.nth++)
		t->multipliers[seed.nth] = hash64(&seed, sizeof seed) | 1;
	make_slots(t, SLOTS_BITS);
}

void
store_index_table_done(struct index_table *t)
{
	free(t->slots);
	for (size_t i = 0; i < t->blocks_len; i++)
		free(t->terms[i]);
	free(t->terms);
	arena_done(&t->postings);
	buf_done(&t->names);
}

/* ---- Sorting. */

struct span
store_index_table_name(const struct index_table *t, const struct index_term *term)
{
	return (struct span){t->names.data + term->name, kind_bytes(term->kind) + 1};
}

/* The space and a word's first bytes, as a number that sorts like them, which decides
 * nearly all comparisons. */
struct order {
	uint64_t heads[2];
	const struct index_term *term;
	const char *name;
};

static int
by_name(const void *a, const void *b)
{
	const struct order *x = a, *y = b;
	for (size_t i = 0; i < COUNT_OF(x->heads); i++)
		if (x->heads[i] != y->heads[i])
			return x->heads[i] < y->heads[i] ? -1 : 1;
	size_t xn = kind_bytes(x->term->kind), yn = kind_bytes(y->term->kind);
	int order = memcmp(x->name, y->name, (xn < yn ? xn : yn) + 1);
	return order ? order : (int)xn - (int)yn;
}

static inline uint64_t
big_endian(uint64_t bytes)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return __builtin_bswap64(bytes);
#else
	return bytes;
#endif
}

static struct order
order_of(const struct index_table *t, const struct index_term *term)
{
	simd_u64 half = (simd_u64)term->head;
	uint64_t first = big_endian(half[0]), second = big_endian(half[1]);
	return (struct order){
		.heads = {(uint64_t)kind_space(term->kind) << 56 | first >> 8,
			first << 56 | second >> 8},
		.term = term,
		.name = t->names.data + term->name};
}

const struct index_term **
store_index_table_sorted(const struct index_table *t)
{
	struct order *order = mem_alloc((t->terms_len + 1) * sizeof *order);
	const struct index_term **terms = mem_alloc((t->terms_len + 1) * sizeof *terms);
	for (size_t i = 0; i < t->terms_len; i++)
		order[i] = order_of(t, term_at(t, i));
	if (t->terms_len)
		qsort(order, t->terms_len, sizeof *order, by_name);
	for (size_t i = 0; i < t->terms_len; i++)
		terms[i] = order[i].term;
	free(order);
	return terms;
}
