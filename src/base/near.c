#include "config.h"

#include "base/near.h"

#include <string.h>

#include "base/buf.h"
#include "base/fold.h"
#include "base/word.h"

#define BYTES_MAX 1000 /* of a text, markup included, in which the first words are */
/* Per cent of what the text has that has less of it. */
#define SHARED_LEAST 60 /* shingles */
#define SHARED_OTHER 80 /* … if the titles are others */
#define NUMBERS_LEAST 75
/* Bits of sketches: fewer, since those that texts share by chance are shared less often.
 */
#define SKETCH_LEAST 50
#define TITLE_LEAST 50 /* words of titles that are the same */

struct reading {
	struct near_text *out;
	uint64_t last[NEAR_SHINGLE - 1]; /* hashes of the last words */
	size_t words;
	bool in_title;
};

static size_t
lesser(size_t a, size_t b)
{
	return a < b ? a : b;
}

static void
take_key(struct near_text *out, uint64_t shingle)
{
	if (out->keys[NEAR_KEYS - 1] && shingle >= out->keys[NEAR_KEYS - 1])
		return;
	for (size_t i = 0; i < NEAR_KEYS; i++) {
		uint64_t key = out->keys[i];
		if (key == shingle)
			return;
		if (key && key < shingle)
			continue;
		out->keys[i] = shingle;
		if (!key)
			return;
		shingle = key;
	}
}

/* Hashes the first and last eight bytes and the length; FOLD_ROOM lets them be read. */
static inline uint64_t
hash_word(struct span word)
{
	static const uint64_t bytes[] = {0, 0xff, 0xffff, 0xffffff, 0xffffffff,
		0xffffffffff, 0xffffffffffff, 0xffffffffffffff, UINT64_MAX};
	uint64_t first, last = 0;
	memcpy(&first, word.p, sizeof first);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	first &= bytes[word.n < 8 ? word.n : 8];
#else
	first &= ~(word.n < 8 ? UINT64_MAX >> (8 * word.n) : 0);
	(void)bytes;
#endif
	if (word.n > 8)
		memcpy(&last, word.p + word.n - 8, sizeof last);
	uint64_t hash = (first + word.n) * UINT64_C(0x9e3779b97f4a7c15) ^
			last * UINT64_C(0xc2b2ae3d27d4eb4f);
	return hash ^ hash >> 29;
}

static void
take_word(struct reading *r, struct span word)
{
	struct near_text *out = r->out;
	uint64_t hash = hash_word(word);
	if (word.p[0] >= '0' && word.p[0] <= '9' && out->numbers_len < NEAR_NUMBERS)
		out->numbers[out->numbers_len++] = (uint32_t)hash;
	if (r->in_title && out->title_len < NEAR_TITLE)
		out->title[out->title_len++] = (uint32_t)hash;
	if (r->words++ >= NEAR_SHINGLE - 1) {
		uint64_t mixed = (r->last[0] * 3 + r->last[1]) * 5 + hash;
		mixed = (mixed ^ mixed >> 32) * UINT64_C(0x9e3779b97f4a7c15);
		mixed |= 1; /* never 0 */
		out->shingles[out->len++] = mixed;
		take_key(out, mixed);
		out->sketch.map[mixed >> 63] |= UINT64_C(1) << (mixed >> 57 & 63);
	}
	r->last[0] = r->last[1];
	r->last[1] = hash;
}

static void
take_words(struct reading *r, struct buf *scratch, struct span text, bool html)
{
	struct span many[WORD_MANY];
	fold_text(scratch, text.p, lesser(text.n, BYTES_MAX), html, FOLD_CASE);
	struct word_walk walk = word_walk((struct span){scratch->data, scratch->len});
	while (r->words < NEAR_WORDS) {
		size_t n = word_next_many(&walk, many, WORD_MANY);
		for (size_t i = 0; i < n && r->words < NEAR_WORDS; i++)
			take_word(r, many[i]);
		if (n)
			continue;
		if (!word_next(&walk))
			return;
		take_word(r, walk.word);
	}
}

void
near_read(struct near_text *out, struct buf *scratch, struct span title, struct span text,
	bool html)
{
	struct reading r = {.out = out, .in_title = true};
	out->len = out->numbers_len = out->title_len = 0;
	memset(out->keys, 0, sizeof out->keys);
	out->sketch = (struct near_sketch){{0}};
	take_words(&r, scratch, title, false);
	r.in_title = false;
	take_words(&r, scratch, text, html);
	if (out->len < NEAR_LEAST)
		memset(out->keys, 0, sizeof out->keys);
}

/* ---- Two texts. */

#define SET 128 /* slots, at least twice as many as there are shingles */

/* False: the set has it already. */
static bool
put(uint64_t set[static SET], uint64_t shingle)
{
	size_t at = shingle >> 57;
	for (; set[at]; at = (at + 1) % SET)
		if (set[at] == shingle)
			return false;
	set[at] = shingle;
	return true;
}

static bool
has(const uint64_t set[static SET], uint64_t shingle)
{
	for (size_t at = shingle >> 57; set[at]; at = (at + 1) % SET)
		if (set[at] == shingle)
			return true;
	return false;
}

/* Do they share this many per cent of the shingles of the one that has fewer? */
static bool
share(const struct near_text *a, const struct near_text *b, size_t least)
{
	uint64_t of_a[SET] = {0}, of_b[SET] = {0};
	size_t a_len = 0, b_len = 0, shared = 0;
	for (size_t i = 0; i < a->len; i++)
		a_len += put(of_a, a->shingles[i]);
	for (size_t i = 0; i < b->len; i++)
		if (put(of_b, b->shingles[i])) {
			b_len++;
			shared += has(of_a, b->shingles[i]);
		}
	return shared * 100 >= lesser(a_len, b_len) * least;
}

struct hashes {
	const uint32_t *list;
	size_t len;
};

static size_t
shared(struct hashes a, struct hashes b)
{
	size_t n = 0;
	for (size_t i = 0; i < a.len; i++)
		for (size_t k = 0; k < b.len; k++)
			if (a.list[i] == b.list[k]) {
				n++;
				break;
			}
	return n;
}

static bool
alike(struct hashes a, struct hashes b, size_t least)
{
	bool fewer = a.len <= b.len;
	return shared(fewer ? a : b, fewer ? b : a) * 100 >= lesser(a.len, b.len) * least;
}

bool
near_maybe(const struct near_sketch *a, const struct near_sketch *b)
{
	size_t a_len = 0, b_len = 0, shared = 0;
	for (size_t i = 0; i < NEAR_MAP; i++) {
		a_len += (size_t)__builtin_popcountll(a->map[i]);
		b_len += (size_t)__builtin_popcountll(b->map[i]);
		shared += (size_t)__builtin_popcountll(a->map[i] & b->map[i]);
	}
	return shared * 100 >= lesser(a_len, b_len) * SKETCH_LEAST;
}

bool
near_same(const struct near_text *a, const struct near_text *b)
{
	if (!a->keys[0] || !b->keys[0] ||
		!alike((struct hashes){a->numbers, a->numbers_len},
			(struct hashes){b->numbers, b->numbers_len}, NUMBERS_LEAST))
		return false;
	bool titles = alike((struct hashes){a->title, a->title_len},
		(struct hashes){b->title, b->title_len}, TITLE_LEAST);
	return share(a, b, titles ? SHARED_LEAST : SHARED_OTHER);
}
