#include "config.h"

#include <stdio.h>

#include "base/err.h"
#include "base/time.h"
#include "model/http.h"
#include "model/schedule.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/feed/subscriptions.h"
#include "store/item/count.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/poll/poll.h"
#include "store_helper.h"
#include "unit.h"

static struct store_view
view_of(struct fixture *f)
{
	struct store_view view;
	struct err err;
	assert_int_equal(store_view_begin(f->store, &view, &err), OK);
	return view;
}

/* The feeds in order as "url*" …; "!" after a removed one. */
static const char *
feed_urls(struct fixture *f, bool with_removed)
{
	static char list[512];
	struct arena arena = ARENA_INIT;
	struct store_feed *feeds;
	size_t len, at = 0;
	struct store_view view = view_of(f);
	list[0] = '\0';
	assert_int_equal(store_feed_all(&view, &arena, with_removed, &feeds, &len), OK);
	for (size_t i = 0; i < len; i++)
		at += (size_t)snprintf(list + at, sizeof list - at, "%s%s%s",
			i ? " " : "", feeds[i].url, feeds[i].removed ? "!" : "");
	store_view_end(&view);
	arena_done(&arena);
	return list;
}

static struct store_item_counts
counts(struct fixture *f, enum store_scope_kind kind, uint32_t feed, const char *tag)
{
	struct store_scope scope = {kind, feed, tag};
	struct store_item_counts out;
	struct store_view view = view_of(f);
	assert_int_equal(store_item_counts(&view, &scope, &out), OK);
	store_view_end(&view);
	return out;
}

static const char *const ab[] = {"A t/x", "B t/y u"};
static const char *const ba[] = {"B u", "A"};
static const char *const b[] = {"B"};
static const char *const two[] = {"1||one|x|1700000001", "2||two|x|1700000003"};
static const char *const three[] = {"1||three|x|1700000002"};

static void
feeds_follow_their_file(void **state)
{
	struct fixture *f = *state;
	assert_string_equal(feed_urls(f, true), "");
	put_subscriptions(f, ab, 2);
	assert_string_equal(feed_urls(f, false), "A B");
	put_subscriptions(f, ba, 2);
	assert_string_equal(feed_urls(f, false), "B A");
	put_subscriptions(f, b, 1);
	assert_string_equal(feed_urls(f, false), "B");
	assert_string_equal(feed_urls(f, true), "B A!");
	put_subscriptions(f, ab, 2);
	assert_string_equal(feed_urls(f, true), "A B");
	struct store_view view = view_of(f);
	uint32_t id;
	assert_int_equal(store_feed_find(&view, "A", &id), OK);
	assert_int_equal(id, 1);
	assert_int_equal(store_feed_find(&view, "B", &id), OK);
	assert_int_equal(id, 2);
	assert_int_equal(store_feed_find(&view, "C", &id), ERR_NOT_FOUND);
	store_view_end(&view);
	assert_sound(f);
}

static bool
has(struct fixture *f, const struct subscriptions *subs)
{
	struct store_view view = view_of(f);
	bool same = store_feed_has_subscriptions(&view, subs);
	store_view_end(&view);
	return same;
}

static void
put(struct fixture *f, const struct subscriptions *subs)
{
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_feed_put_subscriptions(batch, subs, NULL, NULL), OK);
	commit_batch(batch);
}

static void
only_real_changes_count(void **state)
{
	struct fixture *f = *state;
	struct subscriptions *subs = subscription_list_new();
	struct store_batch *batch;
	struct subscription *sub = subscription_list_add(subs), *query;
	char tag[] = "t", *tags[] = {tag};
	size_t changed;
	*sub = (struct subscription){.url = (char[]){"A"}, .tags = tags, .tags_len = 1};
	query = subscription_list_add(subs);
	*query =
		(struct subscription){.source = SOURCE_QUERY, .url = (char[]){"query:x"}};
	for (int i = 0; i < 5; i++) {
		/* New, the same, renamed, hidden, with another tag. */
		static const size_t wanted[] = {1, 0, 1, 1, 1};
		sub = &subs->list[0];
		sub->title = i >= 2 ? (char[]){"My own"} : NULL;
		sub->hidden = i >= 3;
		tag[0] = i >= 4 ? 'u' : 't';
		assert_int_equal(has(f, subs), !wanted[i]);
		assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
		assert_int_equal(
			store_feed_put_subscriptions(batch, subs, &changed, NULL), OK);
		assert_int_equal(store_batch_commit(batch, NULL), OK);
		assert_int_equal(changed, wanted[i]);
		assert_true(has(f, subs));
	}
	/* With one more line, and with one less. */
	put_subscriptions(f, ab, 2);
	assert_false(has(f, subs));
	put_subscriptions(f, ba, 0);
	assert_false(has(f, subs));
	subs->len = 0;
	assert_true(has(f, subs));
	put_subscriptions(f, ab, 1);
	assert_false(has(f, subs));
	subs->len = 2;
	put(f, subs);
	/* A query is not a feed. */
	assert_string_equal(feed_urls(f, true), "A B!");
	struct arena arena = ARENA_INIT;
	struct store_feed feed;
	struct store_view view = view_of(f);
	assert_int_equal(store_feed(&view, 1, &arena, &feed), OK);
	assert_string_equal(feed.title, "My own");
	assert_true(feed.hidden);
	assert_int_equal(feed.tags_len, 1);
	assert_string_equal(feed.tags[0], "u");
	assert_int_equal(store_feed(&view, 3, &arena, &feed), ERR_NOT_FOUND);
	store_view_end(&view);
	arena_done(&arena);
	subscription_list_free(subs);
}

static void
scopes_list_what_they_say(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, ab, 2);
	poll_items(f, 1, T0, two, 2);
	poll_items(f, 2, T0, three, 1);
	assert_string_equal(titles(f, STORE_ALL, 0, NULL), "two* three* one*");
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "two* one*");
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "three*");
	assert_string_equal(titles(f, STORE_FEED, 3, NULL), "");
	assert_string_equal(titles(f, STORE_TAG, 0, "t"), "two* three* one*");
	assert_string_equal(titles(f, STORE_TAG, 0, "t/x"), "two* one*");
	assert_string_equal(titles(f, STORE_TAG, 0, "u"), "three*");
	assert_string_equal(titles(f, STORE_TAG, 0, "t/"), "");
	assert_string_equal(titles(f, STORE_STARRED, 0, NULL), "");
	set_flags(f, "three", ITEM_STARRED, ITEM_UNREAD);
	set_flags(f, "one", ITEM_STARRED, 0);
	assert_string_equal(titles(f, STORE_STARRED, 0, NULL), "three+ one*+");
	assert_string_equal(titles(f, STORE_UNREAD, 0, NULL), "two* one*+");
	assert_int_equal(counts(f, STORE_ALL, 0, NULL).unread, 2);
	assert_int_equal(counts(f, STORE_ALL, 0, NULL).total, 3);
	assert_int_equal(counts(f, STORE_ALL, 0, NULL).starred, 2);
	assert_int_equal(counts(f, STORE_FEED, 1, NULL).unread, 2);
	assert_int_equal(counts(f, STORE_TAG, 0, "u").unread, 0);
	assert_int_equal(counts(f, STORE_TAG, 0, "t").total, 3);
	assert_int_equal(counts(f, STORE_UNREAD, 0, NULL).total, 2);
	assert_int_equal(counts(f, STORE_STARRED, 0, NULL).total, 2);
	assert_sound(f);
}

/* A feed without a line is hidden everywhere, and returns with all it had. */
static void
a_removed_feed_is_hidden(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, ab, 2);
	poll_items(f, 1, T0, two, 2);
	poll_items(f, 2, T0, three, 1);
	set_flags(f, "one", ITEM_STARRED, ITEM_UNREAD);
	put_subscriptions(f, b, 1);
	assert_string_equal(titles(f, STORE_ALL, 0, NULL), "three*");
	assert_string_equal(titles(f, STORE_UNREAD, 0, NULL), "three*");
	assert_string_equal(titles(f, STORE_STARRED, 0, NULL), "");
	assert_string_equal(titles(f, STORE_TAG, 0, "t/x"), "");
	assert_int_equal(counts(f, STORE_ALL, 0, NULL).total, 1);
	assert_sound(f);
	/* A poll that was going on when the line was removed leaves nothing. The feed is
	 * polled when the line comes back. */
	static const char *const late[] = {"9||late|x|1700000009"};
	poll_items(f, 1, T0 + 1, late, 1);
	assert_int_equal(counts(f, STORE_ALL, 0, NULL).total, 1);
	assert_sound(f);
	put_subscriptions(f, ab, 2);
	assert_string_equal(titles(f, STORE_ALL, 0, NULL), "two* three* one+");
	assert_int_equal(counts(f, STORE_ALL, 0, NULL).unread, 2);
	assert_sound(f);
}

static void
bodies_come_back_whole(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, ab, 2);
	struct feed *doc = make_document(two, 2);
	struct item *item = &doc->items[0];
	struct person people[] = {{.name = (char[]){"Ann"}},
		{.email = (char[]){"bob@b.example"}}, {.uri = (char[]){"http://c"}}};
	struct enclosure enclosures[] = {
		{(char[]){"http://a/1.mp3"}, (char[]){"audio/mpeg"}, 12345},
		{(char[]){"http://a/2"}, NULL, -1}, {(char[]){"http://a/3"}, NULL, 0}};
	char *categories[] = {(char[]){"x y"}, (char[]){""}, (char[]){"z"}};
	char *repairs[] = {(char[]){"3 stray ampersands"}, (char[]){"a cut end"}};
	/* Larger than a page, so that it needs overflow pages. */
	size_t size = 100000;
	char *text = malloc(size + 1);
	memset(text, 'x', size);
	text[size] = '\0';
	item->authors = people;
	item->authors_len = COUNT_OF(people);
	item->enclosures = enclosures;
	item->enclosures_len = COUNT_OF(enclosures);
	item->categories = categories;
	item->categories_len = COUNT_OF(categories);
	item->content = (struct text){text, TEXT_HTML, (char[]){"http://base/"}};
	item->comments = (char[]){"http://a/comments"};
	item->flags = ITEM_CUT;
	doc->items[1].content = (struct text){0};
	doc->items[1].summary = (struct text){(char[]){"short"}, TEXT_PLAIN, NULL};
	doc->title = (char[]){"The feed"};
	doc->link = (char[]){"http://site/"};
	doc->repairs = repairs;
	doc->repairs_len = 2;
	poll_feed(f, 1, T0, doc);
	fixture_reopen(f);

	struct arena arena = ARENA_INIT;
	struct store_item got;
	struct store_item_body body;
	struct store_feed feed;
	uint64_t id = find_title(f, "one"), other = find_title(f, "two");
	struct store_view view = view_of(f);
	assert_int_equal(store_item(&view, id, &arena, &got), OK);
	assert_string_equal(got.author, "Ann, bob@b.example");
	assert_string_equal(got.guid, "1");
	assert_int_equal(got.flags, ITEM_CUT | ITEM_UNREAD);
	assert_int_equal(got.seen, T0);
	assert_int_equal(got.published, 1700000001);
	assert_true(got.updated == TIME_NONE);
	assert_null(got.link);
	assert_int_equal(store_item_body(&view, id, &arena, &body), OK);
	assert_int_equal(body.text_len, size);
	assert_string_equal(body.text.text, text);
	assert_int_equal(body.text.type, TEXT_HTML);
	assert_string_equal(body.text.base, "http://base/");
	assert_string_equal(body.date, "1700000001");
	assert_string_equal(body.comments, "http://a/comments");
	assert_int_equal(body.enclosures_len, 3);
	assert_string_equal(body.enclosures[0].url, "http://a/1.mp3");
	assert_string_equal(body.enclosures[0].type, "audio/mpeg");
	assert_int_equal(body.enclosures[0].length, 12345);
	assert_null(body.enclosures[1].type);
	assert_int_equal(body.enclosures[1].length, -1);
	assert_int_equal(body.enclosures[2].length, 0);
	assert_int_equal(body.categories_len, 3);
	assert_string_equal(body.categories[1], "");
	assert_string_equal(body.categories[2], "z");
	assert_int_equal(store_item_body(&view, other, &arena, &body), OK);
	assert_string_equal(body.text.text, "short");
	assert_int_equal(body.text.type, TEXT_PLAIN);
	assert_int_equal(store_item_body(&view, 99, &arena, &body), ERR_NOT_FOUND);
	assert_int_equal(store_feed(&view, 1, &arena, &feed), OK);
	assert_string_equal(feed.title, "The feed");
	assert_string_equal(feed.link, "http://site/");
	assert_string_equal(feed.repairs, "3 stray ampersands; a cut end");
	assert_int_equal(store_item_last_id(&view), 2);
	store_view_end(&view);
	arena_done(&arena);
	free(text);
	assert_sound(f);
}

static void
related_addresses_come_back(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, ab, 2);
	struct feed *doc = make_document(two, 2);
	struct related related[] = {
		{.rel = RELATED_LICENSE, .url = (char[]){"http://a/licence"}},
		{.rel = RELATED_CHAPTERS,
			.url = (char[]){"http://a/c"},
			.type = (char[]){"application/json"}},
		{.rel = RELATED_TRANSCRIPT,
			.url = (char[]){"http://a/t"},
			.language = (char[]){"de"},
			.role = (char[]){"captions"}},
		{.rel = RELATED_SAMPLE,
			.url = (char[]){"http://a/1#t=1,2"},
			.title = (char[]){"Bees"}}};
	struct enclosure files[] = {{.url = (char[]){"http://a/1.mp3"}, .length = -1},
		{.url = (char[]){"http://a/1.opus"},
			.length = -1,
			.language = (char[]){"de"},
			.role = (char[]){"alt"}},
		{.url = (char[]){"http://a/2.opus"},
			.length = -1,
			.integrity = (char[]){"sha256-x"}}};
	doc->items[0].enclosures = files;
	doc->items[0].enclosures_len = COUNT_OF(files);
	doc->items[0].related = related;
	doc->items[0].related_len = COUNT_OF(related);
	poll_feed(f, 1, T0, doc);
	fixture_reopen(f);
	struct arena arena = ARENA_INIT;
	struct store_item_body body;
	uint64_t id = find_title(f, "one"), other = find_title(f, "two");
	struct store_view view = view_of(f);
	assert_int_equal(store_item_body(&view, id, &arena, &body), OK);
	assert_int_equal(body.related_len, 4);
	assert_string_equal(body.related[2].language, "de");
	assert_string_equal(body.related[2].role, "captions");
	assert_null(body.related[3].role);
	assert_null(body.enclosures[0].role);
	assert_null(body.enclosures[1].title);
	assert_null(body.enclosures[1].integrity);
	assert_string_equal(body.enclosures[1].language, "de");
	assert_string_equal(body.enclosures[1].role, "alt");
	assert_string_equal(body.enclosures[2].integrity, "sha256-x");
	assert_null(body.enclosures[2].role);
	assert_null(body.related[2].title);
	assert_string_equal(body.related[3].title, "Bees");
	assert_null(body.related[3].language);
	assert_int_equal(body.related[0].rel, RELATED_LICENSE);
	assert_string_equal(body.related[0].url, "http://a/licence");
	assert_null(body.related[0].type);
	assert_int_equal(body.related[1].rel, RELATED_CHAPTERS);
	assert_string_equal(body.related[1].type, "application/json");
	assert_int_equal(store_item_body(&view, other, &arena, &body), OK);
	assert_int_equal(body.related_len, 0);
	store_view_end(&view);
	arena_done(&arena);
}

static void
what_polls_learn_comes_back(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, ab, 2);
	struct http_state http = {.etag = (char[]){"W/\"a\\b\""},
		.last_modified = (char[]){"Sun, 06 Nov 1994 08:49:37 GMT"},
		.error = (char[]){"no answer"},
		.body_hash = UINT64_C(0x8123456789abcdef),
		.last_poll = T0,
		.last_change = TIME_NONE,
		.last_full = T0 - 1,
		.fresh_until = -5,
		.retry_at = INT64_MAX,
		.next_poll = T0 + 900,
		.moved_since = 0,
		.moved_count = -3,
		.status = 503,
		.failures = 7};
	struct schedule_record schedule = {.schedule = {T0, 0, 0, T0, TIME_NONE, 3600,
						   .polls = 4, .items = UINT32_MAX}};
	struct histogram hist = {.hours = {T0, T0 + 5, {0}},
		.minutes = {T0 + 1, T0 + 5, {0}},
		.days = {T0 + 2, T0 + 5, {0}}};
	/* Times go back and forth, and to both ends of 64 bits. */
	for (int i = 0; i < SCHEDULE_WINDOW_MAX; i++)
		schedule.window.times[i] = i % 2 ? INT64_MAX - i : INT64_MIN + i;
	schedule.window.len = SCHEDULE_WINDOW_MAX;
	schedule_derive(&schedule);
	for (size_t i = 0; i < SCHEDULE_WEEK_HOURS; i++)
		hist.hours.posts[i] = (uint16_t)(i * 399);
	for (int dense = 0; dense < 2; dense++) {
		for (size_t i = 0; i < SCHEDULE_DAY_MINUTES; i += dense ? 1 : 37)
			hist.minutes.posts[i] = (uint8_t)(i % 255 + 1);
		struct store_poll poll = {.feed = 2,
			.now = T0,
			.http = &http,
			.schedule = &schedule,
			.hist = &hist};
		struct store_batch *batch;
		assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
		assert_int_equal(store_poll_put(batch, &poll, NULL, NULL), OK);
		assert_int_equal(store_batch_commit(batch, NULL), OK);

		struct arena arena = ARENA_INIT;
		struct http_state http2;
		struct schedule_record schedule2 = {0};
		struct histogram hist2 = {0};
		struct store_view view = view_of(f);
		assert_int_equal(
			store_feed_state(&view, 2, &arena, &http2, &schedule2, &hist2),
			OK);
		store_view_end(&view);
		assert_string_equal(http2.etag, http.etag);
		assert_string_equal(http2.last_modified, http.last_modified);
		assert_null(http2.moved_to);
		assert_string_equal(http2.error, http.error);
		assert_true(http2.body_hash == http.body_hash);
		assert_true(http2.last_change == TIME_NONE);
		assert_true(http2.fresh_until == -5);
		assert_true(http2.retry_at == INT64_MAX);
		assert_true(http2.moved_since == 0);
		assert_int_equal(http2.moved_count, -3);
		assert_int_equal(http2.failures, 7);
		assert_true(http2.last_full == T0 - 1);
		assert_memory_equal(&schedule2, &schedule, sizeof schedule);
		assert_memory_equal(&hist2, &hist, sizeof hist);
		/* A feed that was never polled has a state, too. */
		view = view_of(f);
		assert_int_equal(
			store_feed_state(&view, 1, &arena, &http2, &schedule2, &hist2),
			OK);
		assert_true(http2.next_poll == TIME_NONE);
		assert_int_equal(schedule2.window.len, 0);
		assert_true(hist2.hours.since == TIME_NONE);
		assert_int_equal(store_feed_state(&view, 3, &arena, &http2, NULL, NULL),
			ERR_NOT_FOUND);
		store_view_end(&view);
		arena_done(&arena);
	}
	assert_sound(f);
}

/* A page can end anywhere: among equal times, at the first and the last key. */
static void
pages_join_without_gaps(void **state)
{
	static const enum store_scope_kind kinds[] = {
		STORE_ALL, STORE_FEED, STORE_UNREAD, STORE_TAG};
	struct fixture *f = *state;
	put_subscriptions(f, ab, 2);
	const char *lines[50];
	char room[50][32];
	for (int i = 0; i < 50; i++) {
		snprintf(room[i], sizeof room[i], "%d||t|x|%d", i, 1700000000 + i / 7);
		lines[i] = room[i];
	}
	poll_items(f, 1, T0, lines, 50);
	poll_items(f, 2, T0, lines, 50);
	for (size_t k = 0; k < COUNT_OF(kinds); k++)
		for (size_t page = 1; page < 104; page += 7) {
			struct store_scope scope = {kinds[k], 2, "t"};
			struct store_key keys[104], all[104];
			size_t len = page, all_len, at = 0;
			struct store_view view = view_of(f);
			assert_int_equal(
				store_item_keys(&view, &scope, NULL, all, 104, &all_len),
				OK);
			assert_int_equal(all_len, kinds[k] == STORE_FEED ? 50 : 100);
			for (size_t i = 1; i < all_len; i++)
				assert_true(all[i].time < all[i - 1].time ||
					    (all[i].time == all[i - 1].time &&
						    all[i].id < all[i - 1].id));
			while (len == page) {
				assert_int_equal(store_item_keys(&view, &scope,
							 at ? &all[at - 1] : NULL, keys,
							 page, &len),
					OK);
				assert_memory_equal(keys, all + at, len * sizeof *keys);
				at += len;
			}
			assert_int_equal(at, all_len);
			store_view_end(&view);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(feeds_follow_their_file),
		FIXTURE_TEST(only_real_changes_count),
		FIXTURE_TEST(scopes_list_what_they_say),
		FIXTURE_TEST(a_removed_feed_is_hidden),
		FIXTURE_TEST(bodies_come_back_whole),
		FIXTURE_TEST(related_addresses_come_back),
		FIXTURE_TEST(what_polls_learn_comes_back),
		FIXTURE_TEST(pages_join_without_gaps),
	};
	return UNIT_RUN(tests);
}
