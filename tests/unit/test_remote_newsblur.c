/* NewsBlur: what its documentation says that it answers; structs, as requests. */
#include "config.h"

#include "unit.h"

#include "recorded.h"
#include "remote/newsblur.h"
#include "remote_rows.h"

static const struct span ids[] = {ROW_TEXT("12:abc123"), ROW_TEXT("13:00ff00")};

#define FEEDS                                                                            \
	"{\"authenticated\":true,\"starred_count\":2,\"feeds\":{\"12\":{\"id\":12,"      \
	"\"feed_title\":\"One\",\"feed_address\":\"http://a/f\",\"feed_link\":"          \
	"\"http://a/\",\"ps\":1,\"nt\":3,\"ng\":7},\"13\":{\"id\":13,\"feed_title\":"    \
	"\"Two\",\"feed_address\":\"http://b/f\",\"ps\":0,\"nt\":0}},\"folders\":"       \
	"[12,{\"Tech\":[13,{\"Sea\":[12]}]}]}"
#define ALL_READ .word = REMOTE_READ, .on = true, .ids = ids, .ids_len = 2

static const struct remote_told tolds[] = {
	{.body = FEEDS,
		.step = REMOTE_FEEDS,
		.told = "feed 12 http://a/f One [Tech/Sea]\n"
			"feed 13 http://b/f Two [Tech]\n"},
	{.body = FEEDS,
		.step = REMOTE_FOLDERS,
		.told = "folder folder Tech\nfolder folder Tech/Sea Sea in Tech\n"},
	{.body = FEEDS, .step = REMOTE_OVERVIEW, .told = "count 12 4 2\ncount 13 0 2\n"},
	{.body = "{\"unread_feed_story_hashes\":{\"12\":[\"12:abc123\",\"12:1\"],"
		 "\"13\":[]}}",
		.step = REMOTE_UNREAD,
		.told = "id 12:abc123\nid 12:1\n"},
	{.body = "{\"unread_feed_story_hashes\":null}",
		.step = REMOTE_UNREAD,
		.verdict = REMOTE_LATER},
	{.body = "{\"starred_story_hashes\":[\"12:abc123\"]}",
		.step = REMOTE_STARRED,
		.told = "id 12:abc123\n"},
	{.body = "{\"stories\":[{\"story_hash\":\"12:abc123\",\"story_feed_id\":12,"
		 "\"story_title\":\"T\",\"story_permalink\":\"http://a/1\","
		 "\"story_timestamp\":\"1359853219\",\"read_status\":0,"
		 "\"starred\":true}]}",
		.step = REMOTE_CONTENTS,
		.told = "item 12:abc123 12 us T http://a/1 1359853219 []\n"},
	{.body = "{\"code\":1}", .step = REMOTE_MARK, .arg = {ALL_READ}, .told = ""},
	/* All else is done one by one. */
	{.body = "{\"code\":1}",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR, .on = true, .ids = ids, .ids_len = 2},
		.told = "more 1\n"},
	{.body = "{\"code\":1}",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR,
			.on = true,
			.ids = ids,
			.ids_len = 2,
			.more = ROW_TEXT("1")},
		.told = ""},
	{.body = "{\"code\":-1,\"message\":\"Story is more than 30 days old\"}",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_READ, .ids = ids, .ids_len = 1},
		.verdict = REMOTE_REFUSED,
		.error = "30 days"},
	{.body = "{\"code\":-1,\"errors\":{}}",
		.step = REMOTE_LOGIN,
		.verdict = REMOTE_REST},
	{.body = "{\"authenticated\":false,\"code\":0}",
		.step = REMOTE_UNREAD,
		.verdict = REMOTE_AGAIN_LOGIN},
	{.status = 403, .body = "", .step = REMOTE_UNREAD, .verdict = REMOTE_AGAIN_LOGIN},
	{.body = "<html>", .step = REMOTE_FEEDS, .verdict = REMOTE_LATER},
	{.body = "{\"code\":1,\"feed\":{\"id\":14,\"feed_address\":\"http://c/f\","
		 "\"feed_title\":\"C\"}}",
		.step = REMOTE_SUBSCRIBE,
		.told = "feed 14 http://c/f C []\n"},
	{.body = "{\"code\":1}",
		.step = REMOTE_EDIT,
		.arg = {.title = ROW_TEXT("x"), .from = ROW_TEXT("Tech")},
		.told = "more m\n"},
};

#define API "https://www.newsblur.com/"

static const struct remote_asked askeds[] = {
	{REMOTE_PROBE, {0}, "GET " API "reader/feeds?flat=false&update_counts=false",
		NULL},
	{REMOTE_LOGIN, {0}, "POST " API "api/login\nusername=ann&password=a%26b", NULL},
	{REMOTE_CONTENTS, {.ids = ids, .ids_len = 2},
		"GET " API "reader/river_stories?h=12%3Aabc123&h=13%3A00ff00", NULL},
	{REMOTE_MARK, {ALL_READ},
		"POST " API "reader/mark_story_hashes_as_read\n"
		"story_hash=12%3Aabc123&story_hash=13%3A00ff00",
		NULL},
	{REMOTE_MARK, {.word = REMOTE_READ, .ids = ids, .ids_len = 2},
		"POST " API "reader/mark_story_hash_as_unread\nstory_hash=12%3Aabc123",
		NULL},
	{REMOTE_MARK,
		{.word = REMOTE_STAR, .ids = ids, .ids_len = 2, .more = ROW_TEXT("1")},
		"POST " API "reader/mark_story_hash_as_unstarred\nstory_hash=13%3A00ff00",
		NULL},
	{REMOTE_MARK,
		{.word = REMOTE_STAR, .ids = ids, .ids_len = 2, .more = ROW_TEXT("2")},
		"none", NULL},
	{REMOTE_SUBSCRIBE, {.url = ROW_TEXT("http://c/"), .folder = ROW_TEXT("Tech/Sea")},
		"POST " API "reader/add_url\nurl=http%3A%2F%2Fc%2F&folder=Sea", NULL},
	{REMOTE_EDIT,
		{.feed = ROW_TEXT("12"),
			.title = ROW_TEXT("x"),
			.from = ROW_TEXT("Tech")},
		"POST " API "reader/rename_feed\nfeed_id=12&feed_title=x", NULL},
	{REMOTE_EDIT,
		{.feed = ROW_TEXT("12"),
			.title = ROW_TEXT("x"),
			.from = ROW_TEXT("Tech"),
			.more = ROW_TEXT("m")},
		"POST " API
		"reader/move_feed_to_folder\nfeed_id=12&in_folder=Tech&to_folder=",
		NULL},
	{REMOTE_UNSUBSCRIBE, {.feed = ROW_TEXT("12")},
		"POST " API "reader/delete_feed\nfeed_id=12", NULL},
	{REMOTE_NEW, {.since = 1}, "none", NULL},
};

static struct remote_rows rows = {
	.backend = &remote_newsblur,
	.base = "https://www.newsblur.com",
	.user = "ann",
	.password = "a&b",
	.token = "cookie",
	.tolds = tolds,
	.tolds_len = COUNT_OF(tolds),
	.askeds = askeds,
	.askeds_len = COUNT_OF(askeds),
};

static struct span
cookie(const void *of, const char *name)
{
	return strcmp(name, "Set-Cookie") == 0 ? span_of(of) : (struct span){NULL, 0};
}

static void
login_sets_the_cookie(void **state)
{
	(void)state;
	static const char *const headers[] = {
		"newsblur_sessionid=s3cr3t; Domain=newsblur.com; Path=/",
		"a=b; Path=/, newsblur_sessionid=s3cr3t"};
	for (size_t i = 0; i < COUNT_OF(headers); i++) {
		struct remote_session session;
		struct err err;
		const struct remote_arg arg = {0};
		const struct remote_sink sink = {0};
		const struct remote_answer answer = {.status = 200,
			.body = SPAN_LIT("{\"code\":1,\"authenticated\":true}"),
			.header = cookie,
			.of = headers[i]};
		remote_session_init(&session, &remote_newsblur);
		assert_int_equal(remote_newsblur.take(&session, REMOTE_LOGIN, &arg,
					 &answer, &sink, &err),
			REMOTE_OK);
		assert_string_equal(buf_str(&session.token), "s3cr3t");
		remote_session_done(&session);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		REMOTE_ROWS(&rows),
		cmocka_unit_test(login_sets_the_cookie),
	};
	return UNIT_RUN(tests);
}
