/*
 * What rules cost:
 *
 *	time_rules [RULES [WORDS]]
 *
 * Compiles RULES (1000) queries of the kinds that rules have: words of titles, of whole
 * texts, phrases of a rare and any word, authors, feeds, parts of links, flags and
 * ranges. Then matches them with items whose titles have eight words, and whose texts
 * WORDS (200), of 20,000 words by Zipf's law, half of them in markup; first with rules
 * about titles only, then with all. Prints microseconds of CPU for a query and for an
 * item, the best of several rounds. A refresh takes 20 for an item of a file, and some 50
 * over HTTP.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/attr.h"
#include "base/buf.h"
#include "query/query.h"
#include "query/set.h"

#define ITEMS 2000
#define ROUNDS 5
#define VOCABULARY 20000

struct bench {
	uint64_t random;
	char words[VOCABULARY][12];
	char *titles[ITEMS], *texts[ITEMS], *links[ITEMS];
	size_t at;
};

static uint64_t
next(struct bench *b)
{
	b->random ^= b->random >> 12;
	b->random ^= b->random << 25;
	b->random ^= b->random >> 27;
	return b->random * UINT64_C(0x2545f4914f6cdd1d) >> 11;
}

/* The nth word is used as often as 1/n. */
static const char *
word(struct bench *b)
{
	double u = (double)next(b) / 9007199254740992.0;
	return b->words[(size_t)(pow(VOCABULARY, u) - 1)];
}

static const char *
rare(struct bench *b)
{
	return b->words[500 + next(b) % (VOCABULARY - 500)];
}

static char *
words(struct bench *b, size_t n, bool html)
{
	struct buf out = BUF_INIT(0);
	for (size_t i = 0; i < n; i++) {
		if (html && i % 40 == 0)
			buf_adds(&out, "</p><p class=\"text\">");
		buf_addf(&out, "%s ", word(b));
	}
	return buf_take(&out);
}

static void
fill(struct bench *b, size_t len)
{
	for (size_t i = 0; i < VOCABULARY; i++) {
		size_t n = 3 + next(b) % 8;
		for (size_t k = 0; k < n; k++)
			b->words[i][k] = (char)('a' + next(b) % 26);
	}
	for (size_t i = 0; i < ITEMS; i++) {
		struct buf link = BUF_INIT(0);
		b->titles[i] = words(b, 8, false);
		b->texts[i] = words(b, len, true);
		buf_addf(&link, "https://site%zu.example/%s", i % 50, rare(b));
		b->links[i] = buf_take(&link);
	}
}

static struct span
text_of(void *data, enum query_field field, size_t i, bool *html)
{
	const struct bench *b = data;
	switch (i ? QUERY_FIELDS : field) {
	case QUERY_TITLE:
		return span_of(b->titles[b->at]);
	case QUERY_TEXT:
		*html = true;
		return span_of(b->texts[b->at]);
	case QUERY_LINK:
		return span_of(b->links[b->at]);
	case QUERY_AUTHOR:
		return span_of("Ann Lee");
	case QUERY_FEED:
		return span_of("The Evening Post");
	default:
		return (struct span){NULL, 0};
	}
}

static int64_t
number_of(void *data, enum query_field field)
{
	(void)data;
	return field == QUERY_DATE ? 1000000 : 1;
}

static void
put_query(struct bench *b, struct buf *out, size_t i, bool titles)
{
	buf_clear(out);
	switch (titles ? 0 : i % 8) {
	case 0:
		buf_addf(out, "title:%s", rare(b));
		break;
	case 1:
		buf_addf(out, "%s or %s", rare(b), rare(b));
		break;
	case 2:
		buf_addf(out, "\"%s %s\"", rare(b), word(b));
		break;
	case 3:
		buf_addf(out, "author:\"%s %s\" -tag:jobs", rare(b), rare(b));
		break;
	case 4:
		buf_addf(out, "feed:\"%s post\" is:unread", rare(b));
		break;
	case 5:
		buf_addf(out, "link:\"/%s/\"", rare(b));
		break;
	case 6:
		buf_addf(out, "title:%s* age:<7d", rare(b));
		break;
	default:
		buf_addf(out, "text:%s title:%s", word(b), rare(b));
		break;
	}
}

static double
now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void
measure(struct bench *b, size_t rules, bool titles)
{
	struct query_set *set = query_set_new(QUERY_ACCENTS_COUNT);
	const struct query_item item = {b, text_of, number_of, NULL};
	struct buf text = BUF_INIT(0);
	const uint32_t *hits;
	size_t found = 0;
	double best = 0, start = now_us();
	for (size_t i = 0; i < rules; i++) {
		struct query *query;
		put_query(b, &text, i, titles);
		if (query_parse(buf_str(&text), QUERY_ACCENTS_COUNT, &query, NULL) == OK)
			query_set_add(set, query);
	}
	query_set_index(set);
	double compile = now_us() - start;
	for (int round = 0; round < ROUNDS; round++) {
		found = 0;
		start = now_us();
		for (b->at = 0; b->at < ITEMS; b->at++)
			found += query_set_match(set, &item, 2000000, &hits);
		double took = now_us() - start;
		best = round == 0 || took < best ? took : best;
	}
	printf("%s: %zu rules, %.2f us to compile one, %.2f us an item, %.2f hits each\n",
		titles ? "titles" : "all", rules, compile / (double)rules, best / ITEMS,
		(double)found / ITEMS);
	query_set_free(set);
	buf_done(&text);
}

int
main(int argc, char **argv)
{
	struct bench *b = calloc(1, sizeof *b);
	size_t rules = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
	b->random = 42;
	fill(b, argc > 2 ? strtoul(argv[2], NULL, 10) : 200);
	measure(b, rules, true);
	measure(b, rules, false);
	free(b);
	return 0;
}
