#include "config.h"

#include "model/taste.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/fold.h"
#include "base/hash.h"
#include "base/time.h"
#include "base/word.h"

#define FADE (90.0 * TIME_DAY)
#define KAPPA 4.0
#define WEIGHT_MAX 3.0
#define WORD_LEAST 3 /* bytes: shorter ones say little */

static void
add(struct taste *t, enum taste_kind kind, struct span text)
{
	char key[1 + WORD_MAX];
	size_t n = text.n < WORD_MAX ? text.n : WORD_MAX;
	struct taste_part *part = &t->parts[t->len];
	key[0] = (char)kind;
	memcpy(key + 1, text.p, n);
	*part = (struct taste_part){.kind = kind, .key = hash64(key, 1 + n) | 1};
	for (size_t i = 0; i < t->len; i++)
		if (t->parts[i].key == part->key)
			return;
	snprintf(part->text, sizeof part->text, "%.*s", SPAN_FMT(text));
	t->len++;
	t->words += kind == TASTE_WORD;
}

void
taste_read(struct taste *out, struct buf *scratch, uint32_t feed, struct span author,
	struct span title)
{
	out->len = out->words = 0;
	char number[16];
	snprintf(number, sizeof number, "%u", (unsigned)feed);
	add(out, TASTE_FEED, span_of(number));
	if (author.n) {
		fold_text(scratch, author.p, author.n, false, FOLD_CASE);
		add(out, TASTE_AUTHOR, (struct span){scratch->data, scratch->len});
	}
	fold_text(scratch, title.p, title.n, false, FOLD_CASE);
	struct word_walk walk = word_walk((struct span){scratch->data, scratch->len});
	while (out->words < TASTE_WORDS && word_next(&walk))
		if (walk.word.n >= WORD_LEAST)
			add(out, TASTE_WORD, walk.word);
}

void
taste_fade(struct taste_count *count, int64_t now)
{
	double left = now > count->at ? exp((double)(count->at - now) / FADE) : 1;
	count->liked *= (float)left;
	count->passed *= (float)left;
	count->at = now > count->at ? now : count->at;
}

void
taste_weigh(struct taste *t, size_t at, const struct taste_count *count,
	const struct taste_count *all)
{
	struct taste_part *part = &t->parts[at];
	double liked = all->liked + 1.0, passed = all->passed + 1.0;
	double share = liked / (liked + passed);
	double weight = log((count->liked + KAPPA * share) /
				(count->passed + KAPPA * (1 - share))) -
			log(share / (1 - share));
	weight = fmax(-WEIGHT_MAX, fmin(WEIGHT_MAX, weight));
	part->weight =
		part->kind == TASTE_WORD ? weight / sqrt((double)t->words) : weight;
}

double
taste_sum(const struct taste *t)
{
	double sum = 0;
	for (size_t i = 0; i < t->len; i++)
		sum += t->parts[i].weight;
	return sum;
}

int
taste_interest(const struct taste *t)
{
	return (int)lround(100 / (1 + exp(-taste_sum(t))));
}
