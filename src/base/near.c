#include "config.h"

#include "base/near.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fold.h"
#include "base/word.h"

#define BYTES_MAX 1000 /* of a text, markup included, in which the first words are */
/* Per cent of what the text has that has less of it. */
#define SHARED_LEAST 60 /* shingles */
#define SHARED_OTHER 80 /* … if the titles are others */
#define NUMBERS_LEAST 75
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
	take_words(&r, scratch, title, false);
	r.in_title = false;
	take_words(&r, scratch, text, html);
	if (out->len < NEAR_LEAST)
		memset(out->keys, 0, sizeof out->keys);
}

/* ---- Two texts. */

static int
by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* Sorts a list of shingles, each once; how many these are. */
static size_t
sort(uint64_t *list, size_t len)
{
	size_t n = 0;
	qsort(list, len, sizeof *list, by_value);
	for (size_t i = 0; i < len; i++)
		if (!n || list[n - 1] != list[i])
			list[n++] = list[i];
	return n;
}

static size_t
shared_shingles(const struct near_text *a, const struct near_text *b)
{
	size_t shared = 0;
	for (size_t i = 0, k = 0; i < a->len && k < b->len;) {
		shared += a->shingles[i] == b->shingles[k];
		bool next = a->shingles[i] <= b->shingles[k];
		k += a->shingles[i] >= b->shingles[k];
		i += next;
	}
	return shared;
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
near_same(struct near_text *a, struct near_text *b)
{
	if (!a->keys[0] || !b->keys[0])
		return false;
	a->len = sort(a->shingles, a->len);
	b->len = sort(b->shingles, b->len);
	bool titles = alike((struct hashes){a->title, a->title_len},
		(struct hashes){b->title, b->title_len}, TITLE_LEAST);
	return shared_shingles(a, b) * 100 >=
		       lesser(a->len, b->len) * (titles ? SHARED_LEAST : SHARED_OTHER) &&
	       alike((struct hashes){a->numbers, a->numbers_len},
		       (struct hashes){b->numbers, b->numbers_len}, NUMBERS_LEAST);
}
