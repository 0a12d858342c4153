#include "config.h"

#include <stdio.h>

#include <stddef.h>
#include <stdlib.h>

#include "base/attr.h"
#include "base/time.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/feed/subscriptions.h"
#include "store/identity/item_match.h"
#include "store/item/count.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/item/tag.h"
#include "store/poll/poll.h"
#include "store/record/schema.h"
#include "store_helper.h"
#include "unit.h"

static const char *const one_feed[] = {"https://a.example/feed"};

#define POLL(f, now, ...)                                                                \
	poll_items(f, 1, now, (const char *const[]){__VA_ARGS__},                        \
		sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void
new_items_come_in_unread_newest_first(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	struct store_poll_result r = POLL(f, T0, "1|http://a/1|old|x|1700000000",
		"2|http://a/2|new|x|1700009999", "3|http://a/3|middle|x|1700005555");
	assert_int_equal(r.added, 3);
	assert_int_equal(r.edited, 0);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "new* middle* old*");
	assert_string_equal(titles(f, STORE_ALL, 0, NULL), "new* middle* old*");
	assert_string_equal(titles(f, STORE_UNREAD, 0, NULL), "new* middle* old*");
	assert_sound(f);
}

static void
the_same_document_again_changes_nothing(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	POLL(f, T0, "1|http://a/1|a|x|1700000000", "2|http://a/2|b|y|");
	set_flags(f, "a", ITEM_STARRED, ITEM_UNREAD);
	struct store_poll_result r =
		POLL(f, T0 + 3600, "1|http://a/1|a|x|1700000000", "2|http://a/2|b|y|");
	assert_int_equal(r.added + r.edited, 0);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "b* a+");
	assert_sound(f);
}

/* Case 109: without dates, and at equal dates, the first of the document is on top. */
static void
document_order_holds_for_equal_times(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	POLL(f, T0, "1||a|x|", "2||b|x|", "3||c|x|");
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "a* b* c*");
	POLL(f, T0 + 60, "4||d|x|", "5||e|x|", "1||a|x|", "2||b|x|");
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "d* e* a* b* c*");
}

/* Cases 105 and 106: a date in the future or made up counts as "first seen". */
static void
absurd_dates_are_first_seen(void **state)
{
	static const char *const dates[] = {
		"4291747200",   /* year 2106 */
		"253402300799", /* year 9999 */
		"1790259200",   /* T0 + 3 days */
		"0",            /* 1970 */
		"-2208988800",  /* 1900 */
		"-62135596800", /* year 1 */
		"315532800",    /* 1980-01-01, a PC clock that lost its battery */
		"",             /* none */
	};
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	for (size_t i = 0; i < COUNT_OF(dates); i++) {
		char line[64];
		const char *lines[] = {line};
		snprintf(line, sizeof line, "g%zu||t%zu|x|%s", i, i, dates[i]);
		poll_items(f, 1, T0 + (int64_t)i, lines, 1);
		uint64_t id;
		struct store_item item;
		struct store_view view;
		struct arena arena = ARENA_INIT;
		snprintf(line, sizeof line, "t%zu", i);
		id = find_title(f, line);
		assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
		assert_int_equal(store_item(&view, id, &arena, &item), OK);
		store_view_end(&view);
		assert_int_equal(item.time, T0 + (int64_t)i);
		/* The feed's own date is kept, whatever it is. */
		assert_true(item.published ==
			    (dates[i][0] ? strtoll(dates[i], NULL, 10) : TIME_NONE));
		arena_done(&arena);
	}
}

/* Cases 96, 97, 99, 100: which items of a document are one and the same. */
static void
items_are_told_apart(void **state)
{
	static const struct {
		const char *what, *items[5], *titles;
	} cases[] = {
		{"no guid: the link is the key", {"|http://a/1|a|x|", "|http://a/2|b|x|"},
			"a* b*"},
		{"links repeat: title and date help",
			{"|http://a/|a|x|", "|http://a/|b|x|",
				"|http://a/|b|x|100000000"},
			"a* b* b*"},
		{"no guid and no link: title and date",
			{"||a|x|", "||b|x|", "||a|x|1700000000"}, "a* b* a*"},
		{"not even a title: the text", {"|||x|", "|||y|"}, "-* -*"},
		{"all share one guid: the document falls back",
			{"g|http://a/1|a|x|", "g|http://a/2|b|x|", "g|http://a/3|c|x|"},
			"a* b* c*"},
		{"all share one guid and have no links",
			{"g||a|x|", "g||b|x|", "g||c|x|"}, "a* b* c*"},
		{"guids differ in the fragment alone",
			{"http://a/#1||a|x|", "http://a/#2||b|x|", "http://a/#3||c|x|"},
			"a* b* c*"},
		{"one guid and link twice: the first counts",
			{"g|http://a/1|a|x|", "h|http://a/2|b|x|", "g|http://a/1|c|x|",
				"i|http://a/4|d|x|"},
			"a* b* d*"},
		{"one guid and title twice: the first counts",
			{"g|http://a/1|a|x|", "h|http://a/2|b|x|", "g|http://a/3|a|y|",
				"i|http://a/4|d|x|"},
			"a* b* d*"},
		{"with dates the later one",
			{"g|http://a/1|a|x|100000000", "h|http://a/2|b|x|",
				"g|http://a/1|c|x|1700000000", "i|http://a/4|d|x|"},
			"b* d* c*"},
		{"one guid on items of different links and titles: both are kept",
			{"g|http://a/1|a|x|", "h|http://a/2|b|x|", "g|http://a/3|c|x|",
				"i|http://a/4|d|x|", "g|http://a/1|e|x|"},
			"a* b* c* d*"},
		{"without titles their texts tell",
			{"g|http://a/1||x|", "h|http://a/2||y|", "g|http://a/3||z|",
				"i|http://a/4||v|"},
			"-* -* -* -*"},
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char url[64];
		size_t len = 0;
		snprintf(url, sizeof url, "https://a.example/%zu", i);
		const char *const lines[] = {url};
		put_subscriptions(f, lines, 1);
		while (len < 5 && cases[i].items[len])
			len++;
		/* Twice: the keys must be found again. */
		for (int64_t poll = 0; poll < 2; poll++) {
			poll_items(f, (uint32_t)i + 1, T0 + poll, cases[i].items, len);
			assert_string_equal(titles(f, STORE_FEED, (uint32_t)i + 1, NULL),
				cases[i].titles);
		}
	}
	assert_sound(f);
}

static void
one_guid_in_two_feeds_is_two_items(void **state)
{
	static const char *const feeds[] = {"https://a.example/", "https://b.example/"};
	static const char *const items[] = {"g|http://a/1|a|x|"};
	struct fixture *f = *state;
	put_subscriptions(f, feeds, 2);
	poll_items(f, 1, T0, items, 1);
	poll_items(f, 2, T0, items, 1);
	set_flags(f, "a", 0, ITEM_UNREAD);
	assert_string_equal(titles(f, STORE_ALL, 0, NULL), "a a*");
	assert_sound(f);
}

/* Case 102. */
static void
an_edit_keeps_the_state(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	POLL(f, T0, "1|http://a/1|a|x|1700000000");
	uint64_t id = find_title(f, "a");
	set_flags(f, "a", ITEM_STARRED, ITEM_UNREAD);
	struct store_poll_result r = POLL(f, T0 + 60, "1|http://a/1|b|y|1700000000");
	assert_int_equal(r.added, 0);
	assert_int_equal(r.edited, 1);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "b+~");
	assert_int_equal(find_title(f, "b"), id);
	/* A corrected date alone is an edit, too; the place in the list stays. */
	r = POLL(f, T0 + 90, "1|http://a/1|b|y|1600000000");
	assert_int_equal(r.edited, 1);
	assert_sound(f);
}

/* Case 98: new guids, or a new host, but the same items. */
static void
changing_guids_are_seen_through(void **state)
{
	static const struct {
		const char *items[2];
	} polls[] = {
		{{"s=1|http://a/1|a|x|", "s=2|http://a/2|b|y|"}},
		{{"s=3|http://a/1|a|x|", "s=4|http://a/2|b|y|"}},
		{{"s=5|https://a/1|a|x|", "s=6|https://a/2|b|y|"}},
		{{"s=7|https://b/1|a|x|", "s=8|https://b/2|b|y|"}},
	};
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	for (size_t i = 0; i < COUNT_OF(polls); i++) {
		struct store_poll_result r =
			poll_items(f, 1, T0 + (int64_t)i, polls[i].items, 2);
		assert_int_equal(r.added, i ? 0 : 2);
		if (!i)
			set_flags(f, "a", 0, ITEM_UNREAD);
		assert_string_equal(titles(f, STORE_FEED, 1, NULL), "a b*");
	}
	assert_sound(f);
	/* An item that merely looks like one still there is another. */
	struct store_poll_result r = POLL(f, T0 + 100, "s=9|https://b/1|a|x|",
		"s=7|https://b/1|a|x|", "s=8|https://b/2|b|y|");
	assert_int_equal(r.added, 1);
	assert_sound(f);
}

/* Case 99: an item that was stored when it had its guid for itself does not become new
 * when a copy with that guid appears, before or after it, edited or not, nor when one of
 * the two is gone again. */
static void
a_copied_guid_makes_nothing_new(void **state)
{
	static const struct {
		const char *items[3];
		size_t added;
		const char *titles;
	} polls[] = {
		{{"p|http://a/2|two|x|", "o|http://a/1|one|x|"}, 2, "two* one*"},
		{{"p|http://a/3|three|z|", "p|http://a/2|two|x|", "o|http://a/1|one|x|"},
			1, "three* two* one*"},
		{{"o|http://a/1|one|x|", "p|http://a/2|two, edited|v|",
			 "p|http://a/3|three|z|"},
			0, "three* two, edited*~ one*"},
		{{"p|http://a/3|three, edited|w|", "o|http://a/1|one|x|"}, 0,
			"three, edited*~ two, edited*~ one*"},
		{{"p|http://a/4|four|z|", "p|http://a/3|three, edited|w|",
			 "n|http://a/5|five|x|"},
			2, "four* five* three, edited*~ two, edited*~ one*"},
		{{"p|http://a/2|two, edited|v|"}, 0,
			"four* five* three, edited*~ two, edited*~ one*"},
	};
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	for (size_t i = 0; i < COUNT_OF(polls); i++) {
		size_t len = 0;
		while (len < 3 && polls[i].items[len])
			len++;
		struct store_poll_result r =
			poll_items(f, 1, T0 + (int64_t)i, polls[i].items, len);
		assert_int_equal(r.added, polls[i].added);
		assert_string_equal(titles(f, STORE_FEED, 1, NULL), polls[i].titles);
	}
	assert_sound(f);
}

/* Case 101: every date is "now" at every fetch. */
static void
dates_that_are_always_now_change_nothing(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	POLL(f, T0, "1||a|x|1790000000", "2||b|x|1790000000");
	set_flags(f, "a", 0, ITEM_UNREAD);
	for (int64_t i = 1; i < 4; i++) {
		char a[64], b[64];
		snprintf(a, sizeof a, "1||a|x|%lld", (long long)(T0 + i * 3600));
		snprintf(b, sizeof b, "2||b|x|%lld", (long long)(T0 + i * 3600));
		struct store_poll_result r = POLL(f, T0 + i * 3600, a, b);
		assert_int_equal(r.added + r.edited, 0);
		assert_string_equal(titles(f, STORE_FEED, 1, NULL), "a b*");
	}
}

static void
assert_media(struct fixture *f, int64_t views, int64_t height)
{
	struct store_item_body body;
	struct store_view view;
	struct arena arena = ARENA_INIT;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item_body(&view, 1, &arena, &body), OK);
	store_view_end(&view);
	assert_string_equal(body.media.thumbnail, "http://a/1.jpg");
	assert_int_equal(body.media.duration, 5400);
	assert_int_equal(body.media.views, views);
	assert_int_equal(body.media.votes, -1);
	assert_int_equal(body.enclosures_len, 2);
	assert_int_equal(body.enclosures[0].height, 0);
	assert_false(body.enclosures[0].preferred);
	assert_int_equal(body.enclosures[1].height, height);
	assert_int_equal(body.enclosures[1].bitrate, 2000);
	assert_true(body.enclosures[1].preferred);
	arena_done(&arena);
}

/* What is known of a film is kept. More viewers are no edit, and need no writing until
 * they have doubled. */
static void
media_are_kept(void **state)
{
	static const char *const items[] = {"1|http://a/1|a|x|1700000000"};
	static const struct {
		int64_t views, kept;
	} polls[] = {{1000, 1000}, {1001, 1000}, {2500, 2500}};
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	for (size_t i = 0; i < COUNT_OF(polls); i++) {
		struct enclosure files[] = {{.url = (char[]){"http://a/1.mp4"}},
			{.url = (char[]){"http://a/2.mp4"},
				.height = 1080,
				.bitrate = 2000,
				.preferred = true}};
		struct feed *document = make_document(items, 1);
		document->items[0].media =
			(struct media){.thumbnail = (char[]){"http://a/1.jpg"},
				.duration = 5400,
				.views = polls[i].views,
				.votes = -1};
		document->items[0].enclosures = files;
		document->items[0].enclosures_len = COUNT_OF(files);
		struct store_poll poll = {
			.feed = 1, .now = T0 + (int64_t)i, .document = document};
		struct store_poll_result result;
		struct store_batch *batch = begin_batch(f);
		assert_int_equal(store_poll_put(batch, &poll, &result, NULL), OK);
		commit_batch(batch);
		assert_int_equal(result.edited, 0);
		assert_media(f, polls[i].kept, 1080);
		assert_string_equal(titles(f, STORE_FEED, 1, NULL), "a*");
		feed_free(document);
	}
	assert_sound(f);
}

/* What is sent live is kept with the feed, until a document no longer says so; one
 * without items may be an error page. */
static void
broadcasts_belong_to_the_feed(void **state)
{
	static const struct {
		const char *item, *said, *kept;
	} polls[] = {
		{"1||a|x|1790000000", NULL, NULL},
		{"1||a|x|1790000000", "On air", "On air"},
		{NULL, NULL, "On air"},
		{NULL, "Later", "Later"},
		{"1||a|x|1790000000", NULL, NULL},
	};
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	for (size_t i = 0; i < COUNT_OF(polls); i++) {
		struct feed *document =
			make_document(&polls[i].item, polls[i].item != NULL);
		struct store_view view;
		struct store_feed feed;
		struct arena arena = ARENA_INIT;
		if (polls[i].said)
			document->live = (struct feed_broadcast){
				arena_strdup(&document->arena, polls[i].said), NULL, T0};
		struct store_poll_result result =
			poll_feed(f, 1, T0 + (int64_t)i * 60, document);
		assert_int_equal(result.edited, 0);
		assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
		assert_int_equal(store_feed(&view, 1, &arena, &feed), OK);
		store_view_end(&view);
		if (!str_eq(feed.live.title, polls[i].kept))
			fail_msg("poll %zu: %s", i, feed.live.title);
		assert_true(feed.live.start == (polls[i].kept ? T0 : TIME_NONE));
		arena_done(&arena);
	}
	assert_sound(f);
}

/* Case 103. */
static void
what_vanished_returns_as_it_was(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	POLL(f, T0, "1||a|x|", "2||b|x|");
	set_flags(f, "a", 0, ITEM_UNREAD);
	POLL(f, T0 + 60, "3||c|x|");
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "c* a b*");
	struct store_poll_result r = POLL(f, T0 + 120, "2||b|x|", "1||a|x|", "3||c|x|");
	assert_int_equal(r.added + r.edited, 0);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "c* a b*");
}

/* Case 104: an archive of more than a handful, older than a month, comes in as read. */
static void
an_archive_does_not_flood(void **state)
{
	struct fixture *f = *state;
	const char *lines[40];
	char room[40][64];
	put_subscriptions(f, one_feed, 1);
	POLL(f, T0, "now||now|x|1789999000");
	for (int i = 0; i < 40; i++) {
		/* One a week, back from T0. */
		snprintf(room[i], sizeof room[i], "g%d||t%d|x|%lld", i, i,
			(long long)(T0 - i * 7 * TIME_DAY));
		lines[i] = room[i];
	}
	struct store_poll_result r = poll_items(f, 1, T0 + 60, lines, 40);
	assert_int_equal(r.added, 40);
	struct store_scope scope = {STORE_FEED, 1, NULL};
	struct store_item_counts counts;
	struct store_view view;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item_counts(&view, &scope, &counts), OK);
	store_view_end(&view);
	/* now, and t0 to t4: at most 28 days old. */
	assert_int_equal(counts.unread, 6);
	assert_int_equal(counts.total, 41);
	assert_sound(f);
}

static void
damage_number(struct fixture *f, const char *name)
{
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_db_put(batch, TABLE_META, schema_name(name), "\0\0\0", 3, 0), OK);
	commit_batch(batch);
}

/* Ids are never used again: where the next one is not known, none is made up. */
static void
no_id_is_made_up(void **state)
{
	struct fixture *f = *state;
	static const char *const line[] = {"A", "B"};
	static const char *const items[] = {"1||a|x|", "2||b|x|"};
	put_subscriptions(f, line, 1);
	poll_items(f, 1, T0, items, 1);
	damage_number(f, META_NEXT_ITEM);
	struct store_poll poll = {
		.feed = 1, .now = T0, .document = make_document(items, 2)};
	assert_int_equal(put_poll(f->store, &poll, NULL), ERR_DAMAGED);
	uint64_t id = find_title(f, "a");
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_item_put_tag(batch, &id, 1, "sea", true, NULL, NULL), OK);
	commit_batch(batch);
	damage_number(f, META_NEXT_TAG);
	batch = begin_batch(f);
	assert_int_equal(
		store_item_put_tag(batch, &id, 1, "land", true, NULL, NULL), ERR_DAMAGED);
	store_batch_abort(batch);
	damage_number(f, META_NEXT_FEED);
	struct subscriptions *subs = subscription_list_new();
	for (size_t i = 0; i < 2; i++)
		subscription_list_add(subs)->url = arena_strdup(&subs->arena, line[i]);
	batch = begin_batch(f);
	assert_int_equal(
		store_feed_put_subscriptions(batch, subs, NULL, NULL), ERR_DAMAGED);
	store_batch_abort(batch);
	subscription_list_free(subs);
}

/* What a document brings is known before anything of it is stored, and may be decided
 * otherwise then. */
static void
arrivals_are_looked_at_before_they_are_stored(void **state)
{
	static const char *const items[] = {"1|http://a/1|a|x|", "7|http://a/2|b|y|",
		"3|http://a/3|c, edited|z|", "4||d|x|", "5||e|x|", "5||e|x|"};
	static const enum store_arrival_kind kinds[] = {STORE_ARRIVAL_KNOWN,
		STORE_ARRIVAL_RENAMED, STORE_ARRIVAL_KNOWN, STORE_ARRIVAL_NEW,
		STORE_ARRIVAL_NEW, STORE_ARRIVAL_REPEATED};
	struct fixture *f = *state;
	struct arena arena = ARENA_INIT;
	struct store_arrivals arrivals;
	struct store_poll_result result;
	struct store_poll poll = {.feed = 1, .now = T0 + 60};
	put_subscriptions(f, one_feed, 1);
	POLL(f, T0, "1|http://a/1|a|x|", "2|http://a/2|b|y|", "3|http://a/3|c|z|");
	struct feed *document = make_document(items, COUNT_OF(items));
	poll.document = document;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_poll_open(batch, &poll, &arena, &arrivals, NULL), OK);
	assert_int_equal(arrivals.len, COUNT_OF(items));
	assert_int_equal(arrivals.fresh, 2);
	for (size_t i = 0; i < COUNT_OF(items); i++) {
		assert_int_equal(arrivals.items[i].kind, kinds[i]);
		assert_false(arrivals.items[i].read);
	}
	assert_false(arrivals.items[0].edited);
	assert_true(arrivals.items[2].edited);
	commit_batch(batch);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "a* b* c*");
	arrivals.items[3].read = true;
	poll.arrivals = &arrivals;
	batch = begin_batch(f);
	assert_int_equal(store_poll_put(batch, &poll, &result, NULL), OK);
	commit_batch(batch);
	assert_int_equal(result.added, 2);
	assert_int_equal(result.edited, 1);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "d e* a* b* c, edited*~");
	assert_sound(f);
	feed_free(document);
	arena_done(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(new_items_come_in_unread_newest_first),
		FIXTURE_TEST(the_same_document_again_changes_nothing),
		FIXTURE_TEST(document_order_holds_for_equal_times),
		FIXTURE_TEST(absurd_dates_are_first_seen),
		FIXTURE_TEST(items_are_told_apart),
		FIXTURE_TEST(one_guid_in_two_feeds_is_two_items),
		FIXTURE_TEST(an_edit_keeps_the_state),
		FIXTURE_TEST(changing_guids_are_seen_through),
		FIXTURE_TEST(a_copied_guid_makes_nothing_new),
		FIXTURE_TEST(dates_that_are_always_now_change_nothing),
		FIXTURE_TEST(media_are_kept),
		FIXTURE_TEST(broadcasts_belong_to_the_feed),
		FIXTURE_TEST(what_vanished_returns_as_it_was),
		FIXTURE_TEST(an_archive_does_not_flood),
		FIXTURE_TEST(no_id_is_made_up),
		FIXTURE_TEST(arrivals_are_looked_at_before_they_are_stored),
	};
	return UNIT_RUN(tests);
}
