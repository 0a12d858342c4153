/*
 * The learner, by hand and by replay on simulated readers.
 *
 * The model: 40 feeds write about 20 topics, each feed about two of them. A title has
 * eight words, of which half are of the topic (30 words each) and the others of a common
 * stock of 400. The reader likes each topic by a normal number with deviation 1.5, and
 * opens an item with the probability 1/(1 + e^-(liking - 1.5)); all others are marked
 * read unopened. What the learner says of an item is noted before it learns what became
 * of it. The area under the curve (AUC) is the probability that an item that was opened
 * had a higher interest than one that was not. This shows that tastes of this kind are
 * learned, not that readers are like that.
 */
#include "config.h"

#include "tests/unit/unit.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/time.h"
#include "model/taste.h"

#define ITEMS 6000
#define LEARNED 1500 /* items that only teach */
#define FEEDS 40
#define TOPICS 20
#define ROWS (1 << 14)

struct replay {
	uint64_t random;
	struct {
		uint64_t key;
		struct taste_count count;
	} rows[ROWS];
	struct taste_count all;
	double liking[TOPICS];
	double told[ITEMS], chance[ITEMS]; /* the learner's word, and the truth */
	bool opened[ITEMS];
	size_t len;
};

static double
chance(struct replay *r)
{
	r->random ^= r->random >> 12;
	r->random ^= r->random << 25;
	r->random ^= r->random >> 27;
	return (double)(r->random * UINT64_C(0x2545f4914f6cdd1d) >> 11) /
	       9007199254740992.0;
}

static size_t
pick(struct replay *r, size_t n)
{
	return (size_t)(chance(r) * (double)n);
}

static double
normal(struct replay *r)
{
	return sqrt(-2 * log(1 - chance(r))) * cos(6.283185307179586 * chance(r));
}

static struct taste_count *
row(struct replay *r, uint64_t key)
{
	size_t i = key >> 50;
	while (r->rows[i].key && r->rows[i].key != key)
		i = (i + 1) % ROWS;
	r->rows[i].key = key;
	return &r->rows[i].count;
}

static void
add(struct taste_count *count, bool liked, int64_t now)
{
	taste_fade(count, now);
	count->liked += liked ? 1.0F : 0.0F;
	count->passed += liked ? 0.0F : .5F;
}

static void
play(struct replay *r, bool by_chance)
{
	struct buf scratch = BUF_INIT(0), title = BUF_INIT(0);
	for (size_t t = 0; t < TOPICS; t++)
		r->liking[t] = 1.5 * normal(r);
	for (size_t i = 0; i < ITEMS; i++) {
		struct taste taste;
		int64_t now = (int64_t)i * 600;
		uint32_t feed = (uint32_t)pick(r, FEEDS) + 1;
		size_t topic = (feed + pick(r, 2) * 7) % TOPICS;
		buf_clear(&title);
		for (int w = 0; w < 8; w++)
			if (w % 2)
				buf_addf(&title, "topic%zuword%zu ", topic, pick(r, 30));
			else
				buf_addf(&title, "common%zu ", pick(r, 400));
		taste_read(&taste, &scratch, feed, span_of(""), span_of(buf_str(&title)));
		for (size_t k = 0; k < taste.len; k++)
			taste_weigh(&taste, k, row(r, taste.parts[k].key), &r->all);
		r->told[i] = taste_sum(&taste);
		r->chance[i] = by_chance ? .2 : 1 / (1 + exp(1.5 - r->liking[topic]));
		r->opened[i] = chance(r) < r->chance[i];
		add(&r->all, r->opened[i], now);
		for (size_t k = 0; k < taste.len; k++)
			add(row(r, taste.parts[k].key), r->opened[i], now);
	}
	buf_done(&scratch);
	buf_done(&title);
}

static double
auc(const struct replay *r, const double *told)
{
	double above = 0, pairs = 0;
	for (size_t i = LEARNED; i < ITEMS; i++)
		for (size_t k = LEARNED; r->opened[i] && k < ITEMS; k++)
			if (!r->opened[k]) {
				above += told[i] > told[k]   ? 1
					 : told[i] < told[k] ? 0
							     : .5;
				pairs++;
			}
	return above / pairs;
}

/* Means over five readers. */
static void
test_replay(void **state)
{
	struct replay *r = malloc(sizeof *r);
	double learned = 0, known = 0, blind = 0;
	(void)state;
	for (uint64_t seed = 1; seed <= 5; seed++) {
		memset(r, 0, sizeof *r);
		r->random = seed * UINT64_C(0x9e3779b97f4a7c15);
		play(r, false);
		learned += auc(r, r->told) / 5;
		known += auc(r, r->chance) / 5;
		memset(r, 0, sizeof *r);
		r->random = seed * UINT64_C(0x9e3779b97f4a7c15);
		play(r, true);
		blind += auc(r, r->told) / 5;
	}
	free(r);
	print_message("# area under the curve: %.3f; whoever knows the reader %.3f; of a "
		      "reader by chance %.3f\n",
		learned, known, blind);
	assert_true(learned > known - .04);
	assert_true(known > .75);
	assert_true(blind > .47 && blind < .53);
}

static struct taste
taste_of(const char *author, const char *title)
{
	struct taste taste;
	struct buf scratch = BUF_INIT(0);
	taste_read(&taste, &scratch, 7, span_of(author), span_of(title));
	buf_done(&scratch);
	return taste;
}

/* Features: each once, in lower case, no short words. */
static void
test_features(void **state)
{
	(void)state;
	struct taste t = taste_of("Ann Lee", "The Sea, the SEA: is it a sea?");
	assert_int_equal(t.len, 4);
	assert_int_equal(t.words, 2);
	assert_string_equal(t.parts[2].text, "the");
	assert_string_equal(t.parts[3].text, "sea");
	assert_int_equal(taste_interest(&t), 50);
	assert_true(taste_of("", "x").len == 1);
}

/* By hand: π = (9 + 1)/(9 + 29 + 2) = 1/4, so a feature with 7 liked and 1 passed weighs
 * log((7 + 1)/(1 + 3)) - log(1/3) = 1.7918. */
static void
test_weights(void **state)
{
	(void)state;
	const struct taste_count all = {9, 29, 0}, none = {0, 0, 0}, much = {1e6F, 0, 0};
	const struct taste_count good = {7, 1, 0};
	struct taste t = taste_of("Ann Lee", "sea harbour ferry boats");
	taste_weigh(&t, 0, &none, &all);
	assert_true(fabs(t.parts[0].weight) < 1e-9);
	taste_weigh(&t, 1, &good, &all);
	assert_true(fabs(t.parts[1].weight - 1.791759) < 1e-5);
	taste_weigh(&t, 2, &good, &all); /* one of four words: half of it */
	assert_true(fabs(t.parts[2].weight - .895880) < 1e-5);
	assert_int_equal(taste_interest(&t), 94); /* 1/(1 + e^-2.6876) */
	taste_weigh(&t, 0, &much, &all);
	assert_true(fabs(t.parts[0].weight - 3) < 1e-9);
	struct taste_count old = {8, 4, 0};
	taste_fade(&old, 90 * TIME_DAY);
	assert_true(fabs((double)old.liked - 8 / 2.718281828) < 1e-4);
	taste_fade(&old, 0); /* the clock was set back */
	assert_true(fabs((double)old.liked - 8 / 2.718281828) < 1e-4);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_features),
		cmocka_unit_test(test_weights),
		cmocka_unit_test(test_replay),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
