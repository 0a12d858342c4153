#include "config.h"

#include "base/near.h"

#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/fold.h"
#include "base/load.h"
#include "base/word.h"

#define WORD_BYTES 8 /* with its blank; the first words rarely need more */
/* In per cent of what the text with fewer of them has. */
#define SHARED_LEAST 60 /* shingles */
#define SHARED_OTHER 80 /* … if the titles are others */
#define NUMBERS_LEAST 75
#define TITLE_LEAST 50 /* words of titles that are the same */

/* The hashes of a text's words. */
struct hashed {
	uint64_t words[NEAR_WORDS];
	size_t len;
};

static size_t
lesser(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Hashes the first and last eight bytes and the length; FOLD_ROOM lets them be read. What
 * is kept of a hash depends on the low bytes most. */
static inline uint64_t
hash_word(struct span word)
{
	static const uint64_t bytes[] = {0, 0xff, 0xffff, 0xffffff, 0xffffffff,
		0xffffffffff, 0xffffffffffff, 0xffffffffffffff, UINT64_MAX};
	uint64_t first = load_little(word.p), last = 0;
	first &= bytes[word.n < 8 ? word.n : 8];
	if (word.n > 8)
		last = load_little(word.p + word.n - 8);
	uint64_t hash = (first + word.n) * UINT64_C(0x9e3779b97f4a7c15) ^
			last * UINT64_C(0xc2b2ae3d27d4eb4f);
	return hash ^ hash >> 29;
}

static inline void
take_word(struct near_words *kept, struct hashed *hashed, struct span word)
{
	uint64_t hash = hash_word(word);
	if (word.p[0] >= '0' && word.p[0] <= '9' && kept->numbers_len < NEAR_NUMBERS)
		kept->numbers[kept->numbers_len++] = (uint16_t)hash;
	kept->words[hashed->len] = (uint8_t)hash;
	hashed->words[hashed->len++] = hash;
}

static void
take_words(struct near_words *kept, struct hashed *hashed, struct buf *scratch,
	struct span text, bool html)
{
	struct span many[NEAR_WORDS + WORD_MANY];
	fold_start(scratch, text.p, lesser(text.n, NEAR_BYTES), html, FOLD_CASE,
		WORD_BYTES * NEAR_WORDS);
	struct word_walk walk = word_walk((struct span){scratch->data, scratch->len});
	while (hashed->len < NEAR_WORDS) {
		size_t n =
			word_next_many(&walk, many, NEAR_WORDS - hashed->len + WORD_MANY);
		for (size_t i = 0; i < n && hashed->len < NEAR_WORDS; i++)
			take_word(kept, hashed, many[i]);
		/* Mostly, what follows is not ASCII, or the end. */
		if (hashed->len == NEAR_WORDS || !word_next(&walk))
			return;
		take_word(kept, hashed, walk.word);
	}
}

#define NO_KEY UINT64_MAX

/* Keeps the lower of two keys in *kept and returns the other one; of equal ones, none.
 * Which one is lower can't be predicted, so branches are avoided. */
static inline uint64_t
keep_lower(uint64_t *kept, uint64_t key)
{
	uint64_t lower = key < *kept ? key : *kept, higher = key < *kept ? *kept : key;
	*kept = lower;
	return lower == higher ? NO_KEY : higher;
}

static void
take_keys(struct near_text *out, const struct hashed *hashed)
{
	_Static_assert(NEAR_KEY_WORDS == 4, "one factor for each");
	_Static_assert(NEAR_KEYS == 3, "one variable for each");
	uint64_t low = NO_KEY, middle = NO_KEY, high = NO_KEY;
	for (size_t i = NEAR_KEY_WORDS - 1; i < hashed->len; i++) {
		const uint64_t *word = &hashed->words[i];
		uint64_t key = ((word[-3] * 3 + word[-2]) * 5 + word[-1]) * 7 + word[0];
		key = (key ^ key >> 32) * UINT64_C(0x9e3779b97f4a7c15);
		key |= 1; /* never 0 */
		key = keep_lower(&low, key);
		key = keep_lower(&middle, key);
		keep_lower(&high, key);
	}
	out->keys[0] = low == NO_KEY ? 0 : low;
	out->keys[1] = middle == NO_KEY ? 0 : middle;
	out->keys[2] = high == NO_KEY ? 0 : high;
}

void
near_read(struct near_text *out, struct buf *scratch, struct span title, struct span text,
	bool html)
{
	struct hashed hashed;
	hashed.len = 0;
	*out = (struct near_text){.keys = {0}};
	take_words(&out->kept, &hashed, scratch, title, false);
	out->kept.title_len = (uint8_t)lesser(hashed.len, NEAR_TITLE);
	take_words(&out->kept, &hashed, scratch, text, html);
	out->kept.len = (uint8_t)hashed.len;
	if (hashed.len >= NEAR_LEAST)
		take_keys(out, &hashed);
}

/* ---- Two texts. */

/* The three words up to one. Never 0. */
static uint32_t
shingle(const uint8_t *word)
{
	_Static_assert(NEAR_SHINGLE == 3, "a byte for each word");
	return UINT32_C(1) << 24 | (uint32_t)word[-2] << 16 | (uint32_t)word[-1] << 8 |
	       word[0];
}

/* The slot that has the shingle, or that is free for it. */
static size_t
slot(const struct near_set *set, uint32_t one)
{
	_Static_assert(COUNT_OF(set->slots) == 1 << 7, "the highest bits of a product");
	size_t at = one * UINT32_C(0x9e3779b1) >> (32 - 7);
	while (set->slots[at] && set->slots[at] != one)
		at = (at + 1) % COUNT_OF(set->slots);
	return at;
}

void
near_set(struct near_set *out, const struct near_words *text)
{
	*out = (struct near_set){0};
	for (size_t i = NEAR_SHINGLE - 1; i < text->len; i++) {
		uint32_t one = shingle(&text->words[i]);
		size_t at = slot(out, one);
		out->len += !out->slots[at];
		out->slots[at] = one;
	}
}

/* How many per cent of a's shingles b shares or, if b has fewer, of b's. */
static size_t
shared(const struct near_set *a, const struct near_words *b)
{
	bool seen[COUNT_OF(a->slots)] = {false};
	size_t n = 0, len = b->len - NEAR_SHINGLE + 1; /* of different ones */
	for (size_t i = NEAR_SHINGLE - 1; i < b->len; i++) {
		size_t at = slot(a, shingle(&b->words[i]));
		if (!a->slots[at])
			continue;
		n += !seen[at];
		len -= seen[at];
		seen[at] = true;
	}
	return n * 100 / lesser(a->len, len);
}

struct hashes {
	uint16_t list[NEAR_NUMBERS > NEAR_TITLE ? NEAR_NUMBERS : NEAR_TITLE];
	size_t len;
};

static struct hashes
numbers_of(const struct near_words *text)
{
	struct hashes out = {.len = text->numbers_len};
	memcpy(out.list, text->numbers, sizeof text->numbers);
	return out;
}

static struct hashes
title_of(const struct near_words *text)
{
	struct hashes out = {.len = text->title_len};
	for (size_t i = 0; i < out.len; i++)
		out.list[i] = text->words[i];
	return out;
}

/* Each counts once: of 2, 1 and 2, 2, one is shared. */
static bool
alike(struct hashes a, struct hashes b, size_t least)
{
	size_t n = 0, left = b.len;
	for (size_t i = 0; i < a.len; i++)
		for (size_t k = 0; k < left; k++)
			if (a.list[i] == b.list[k]) {
				b.list[k] = b.list[--left];
				n++;
				break;
			}
	return n * 100 >= lesser(a.len, b.len) * least;
}

static bool
same_words(const struct near_words *a, const struct near_set *set,
	const struct near_words *b)
{
	size_t part = shared(set, b);
	return part >= SHARED_OTHER ||
	       (part >= SHARED_LEAST && alike(title_of(a), title_of(b), TITLE_LEAST));
}

enum near_likeness
near_compare(const struct near_words *a, const struct near_set *set,
	const struct near_words *b)
{
	if (lesser(a->len, b->len) < NEAR_LEAST || !same_words(a, set, b))
		return NEAR_DIFFERENT;
	if (!alike(numbers_of(a), numbers_of(b), NUMBERS_LEAST))
		return NEAR_OTHER_NUMBERS;
	return !a->numbers_len == !b->numbers_len ? NEAR_SAME : NEAR_WITHOUT;
}
