/*
 * Fills a store with items for measuring, through the doors that the worker uses:
 *
 *	fill_store DIR ITEMS FEEDS [BYTES [ROUNDS [INDEX [DAYS]]]]
 *
 * ITEMS in FEEDS, texts of about BYTES (1500), brought in ROUNDS polls a feed (1), in
 * transactions of 64 feeds; INDEX 0: without the full-text index. The items are of the
 * last two years or, with DAYS, of so many days, and stories are found by their texts.
 * Half of the feeds have the tag "even", all have one of ten tags "t0" to "t9". Texts are
 * made of 4,000 words by a fixed seed, so that two runs give the same store; "needle"
 * stands in one of 1,000 items. DIR is a directory as the program's -C takes it: it gets
 * DIR/store and DIR/feeds.
 */
#include "config.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/time.h"
#include "model/feed.h"
#include "model/http.h"
#include "model/schedule.h"
#include "model/subscription.h"
#include "schedule/histogram.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/feed/subscriptions.h"
#include "store/health/check.h"
#include "store/index/index.h"
#include "store/open.h"
#include "store/poll/poll.h"

#define GROUP 64 /* feeds in a transaction */
#define WORDS 4000
#define DAYS (2 * 365) /* the items' dates */
#define NEEDLE_EACH 1000

struct fill {
	struct store *store;
	size_t items, feeds, bytes, rounds, days;
	bool stories;
	int64_t now;
	uint64_t random;
	char words[WORDS][12];
};

/* xorshift64*: good enough for text, the same everywhere. */
static uint64_t
next_random(struct fill *f)
{
	f->random ^= f->random >> 12;
	f->random ^= f->random << 25;
	f->random ^= f->random >> 27;
	return f->random * UINT64_C(2685821657736338717);
}

static void
make_words(struct fill *f)
{
	for (size_t i = 0; i < WORDS; i++) {
		size_t len = 2 + next_random(f) % 9;
		for (size_t k = 0; k < len; k++)
			f->words[i][k] = (char)('a' + next_random(f) % 26);
	}
}

/* Frequent words come often: the product of two draws leans to the front. */
static const char *
draw_word(struct fill *f)
{
	uint64_t a = next_random(f) % WORDS, b = next_random(f) % WORDS;
	return f->words[a * b / WORDS];
}

static char *
make_text(struct fill *f, struct feed *feed, size_t n, bool html)
{
	struct buf text = BUF_INIT(0);
	if (html)
		buf_adds(&text, "<p class=\"body\">");
	while (text.len < n) {
		buf_adds(&text, draw_word(f));
		uint64_t dice = next_random(f) % 100;
		if (html && dice < 2)
			buf_adds(&text, "</p>\n<p class=\"body\">");
		else if (html && dice < 4)
			buf_addf(&text, " <a href=\"https://%s.example/%s\">%s</a>",
				draw_word(f), draw_word(f), draw_word(f));
		buf_addc(&text, ' ');
	}
	char *out = arena_strndup(&feed->arena, buf_str(&text), text.len);
	buf_done(&text);
	return out;
}

static void
make_item(struct fill *f, struct feed *feed, size_t number, int64_t date)
{
	feed->items = arena_push(
		&feed->arena, feed->items, feed->items_len, sizeof *feed->items);
	struct item *item = &feed->items[feed->items_len++];
	struct person *author = arena_zalloc(&feed->arena, sizeof *author);
	author->name = arena_printf(&feed->arena, "%s %s", draw_word(f), draw_word(f));
	item->guid = arena_printf(&feed->arena, "https://site.example/?p=%zu", number);
	item->link = arena_printf(
		&feed->arena, "https://site.example/%s/%zu", draw_word(f), number);
	item->title = make_text(f, feed, 20 + next_random(f) % 60, false);
	/* Between a half and one and a half of the wanted size. */
	size_t n = f->bytes / 2 + next_random(f) % (f->bytes + 1);
	item->content.text = make_text(f, feed, n, true);
	if ((number + number / 1000000) % NEEDLE_EACH == 0)
		item->content.text =
			arena_printf(&feed->arena, "%s needle", item->content.text);
	item->content.type = TEXT_HTML;
	item->published = date;
	item->updated = TIME_NONE;
	item->date = arena_printf(&feed->arena, "%" PRId64, date);
	item->authors = author;
	item->authors_len = 1;
}

/* The items of one feed in one round, newest first as feeds are. */
static struct feed *
make_document(struct fill *f, size_t feed_number, size_t round)
{
	struct feed *feed = feed_new();
	int64_t span = (int64_t)f->days * TIME_DAY;
	size_t all = f->items / f->feeds + (feed_number < f->items % f->feeds);
	size_t from = all * round / f->rounds, to = all * (round + 1) / f->rounds;
	feed->title = make_text(f, feed, 15, false);
	feed->link = arena_printf(&feed->arena, "https://site%zu.example/", feed_number);
	for (size_t i = to; i-- > from;) {
		int64_t age = span - (int64_t)((uint64_t)span * (i + 1) / (all + 1));
		make_item(f, feed, feed_number * 1000000 + i,
			f->now - age - (int64_t)(next_random(f) % 3600));
	}
	return feed;
}

static int
put_subscriptions(struct fill *f, const char *dir, struct err *err)
{
	struct subscriptions *subs = subscription_list_new();
	struct store_batch *batch = NULL;
	struct buf lines = BUF_INIT(0);
	char path[4096];
	for (size_t i = 0; i < f->feeds; i++) {
		struct subscription *sub = subscription_list_add(subs);
		sub->url =
			arena_printf(&subs->arena, "https://site%zu.example/feed.xml", i);
		sub->tags = arena_alloc(&subs->arena, 2 * sizeof *sub->tags);
		sub->tags[sub->tags_len++] = arena_printf(&subs->arena, "t%zu", i % 10);
		if (i % 2 == 0)
			sub->tags[sub->tags_len++] = arena_strdup(&subs->arena, "even");
		buf_addf(&lines, "%s t%zu%s\n", sub->url, i % 10, i % 2 ? "" : " even");
	}
	snprintf(path, sizeof path, "%s/feeds", dir);
	int status = file_write(path, lines.data, lines.len, 0600, err);
	if (status == OK)
		status = store_batch_begin(f->store, &batch, err);
	if (status == OK) {
		status = store_feed_put_subscriptions(batch, subs, NULL, err);
		if (status == OK)
			status = store_batch_commit(batch, err);
		else
			store_batch_abort(batch);
	}
	buf_done(&lines);
	subscription_list_free(subs);
	return status;
}

static int64_t
cpu_us(void)
{
	struct rusage use;
	getrusage(RUSAGE_SELF, &use);
	return (int64_t)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000 +
	       use.ru_utime.tv_usec + use.ru_stime.tv_usec;
}

struct spent {
	int64_t cpu, wall;
	size_t added;
};

/* One transaction: the documents are made before, so that only the store is timed. */
static int
put_group(
	struct fill *f, size_t first, size_t round, struct spent *spent, struct err *err)
{
	struct feed *documents[GROUP];
	struct store_batch *batch;
	size_t len = f->feeds - first < GROUP ? f->feeds - first : GROUP;
	for (size_t i = 0; i < len; i++)
		documents[i] = make_document(f, first + i, round);
	int64_t cpu = cpu_us(), wall = time_mono_us();
	int status = store_batch_begin(f->store, &batch, err);
	for (size_t i = 0; status == OK && i < len; i++) {
		struct store_poll_result result = {0};
		struct http_state http = {.etag = (char[]){"\"abc-123\""},
			.last_poll = f->now,
			.last_change = f->now,
			.last_full = f->now,
			.fresh_until = TIME_NONE,
			.retry_at = TIME_NONE,
			.moved_since = TIME_NONE,
			.next_poll = f->now + 3600 + (int64_t)(first + i),
			.status = 200};
		struct schedule_record schedule = {
			.schedule = {.first_poll = f->now, .last_poll = f->now}};
		struct histogram hist;
		histogram_init(&hist, f->now);
		for (size_t k = 0; k < documents[i]->items_len; k++) {
			int64_t time = documents[i]->items[k].published;
			histogram_add(&hist, time);
			if (schedule.window.len < SCHEDULE_WINDOW_MAX)
				schedule.window.times[schedule.window.len++] = time;
		}
		struct store_poll poll = {.feed = (uint32_t)(first + i + 1),
			.now = f->now,
			.document = documents[i],
			.http = &http,
			.schedule = &schedule,
			.hist = &hist,
			.duplicates = f->stories,
			.texts = f->stories};
		status = store_poll_put(batch, &poll, &result, err);
		spent->added += result.added;
	}
	if (status == OK)
		status = store_batch_commit(batch, err);
	spent->cpu += cpu_us() - cpu;
	spent->wall += time_mono_us() - wall;
	for (size_t i = 0; i < len; i++)
		feed_free(documents[i]);
	return status;
}

static int
no_index(struct fill *f, struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(f->store, &batch, err);
	if (status == OK)
		status = store_index_reset(batch, false, err);
	return status == OK ? store_batch_commit(batch, err) : status;
}

static int
fill(struct fill *f, struct err *err)
{
	struct spent spent = {0};
	make_words(f);
	for (size_t round = 0; round < f->rounds; round++)
		for (size_t first = 0; first < f->feeds; first += GROUP) {
			int status = put_group(f, first, round, &spent, err);
			if (status)
				return status;
		}
	struct store_health_check_stats stats;
	int status = store_health_check_stats(f->store, &stats, err);
	if (status)
		return status;
	double wall = (double)spent.wall / 1e6, cpu = (double)spent.cpu / 1e6;
	printf("stored %zu items: %.2f s wall, %.2f s CPU, %.0f items/s, %.1f us CPU an "
	       "item, %.1f MB, %.2f KB an item\n",
		spent.added, wall, cpu, (double)spent.added / wall,
		cpu * 1e6 / (double)(spent.added ? spent.added : 1),
		(double)stats.file_bytes / 1e6,
		(double)stats.file_bytes / 1e3 / (double)(stats.items ? stats.items : 1));
	return OK;
}

int
main(int argc, char **argv)
{
	static struct fill f = {
		.bytes = 1500, .rounds = 1, .days = DAYS, .random = 88172645463325252u};
	struct err err = {0};
	char path[4096];
	if (argc < 4) {
		fprintf(stderr, "usage: fill_store DIR ITEMS FEEDS [BYTES [ROUNDS [INDEX "
				"[DAYS]]]]\n");
		return 2;
	}
	f.items = strtoul(argv[2], NULL, 10);
	f.feeds = strtoul(argv[3], NULL, 10);
	f.bytes = argc > 4 ? strtoul(argv[4], NULL, 10) : f.bytes;
	f.rounds = argc > 5 ? strtoul(argv[5], NULL, 10) : f.rounds;
	f.days = argc > 7 ? strtoul(argv[7], NULL, 10) : f.days;
	f.stories = argc > 7;
	f.now = time_wall();
	if (!f.feeds || !f.rounds)
		return 2;
	snprintf(path, sizeof path, "%s/store", argv[1]);
	int status = store_open(&f.store, path, &err);
	if (status == OK)
		status = put_subscriptions(&f, argv[1], &err);
	if (status == OK && argc > 6 && strcmp(argv[6], "0") == 0)
		status = no_index(&f, &err);
	if (status == OK)
		status = fill(&f, &err);
	if (status)
		fprintf(stderr, "%s\n", err.text);
	store_close(f.store);
	return status ? 1 : 0;
}
