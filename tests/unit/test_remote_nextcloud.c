/* Nextcloud News and its login by browser. */
#include "config.h"

#include "unit.h"

#include "recorded.h"
#include "remote/nextcloud.h"
#include "remote/nextcloud_flow.h"
#include "remote_rows.h"

#define NUMBER(hex) ROW_TEXT("\0\0\0\0\0\0\0" hex)

/* 3443, 3450, 3000 */
static const struct span ids[] = {
	NUMBER("\x0d\x73"), NUMBER("\x0d\x7a"), NUMBER("\x0b\xb8")};

#define ITEM(id, unread, starred)                                                        \
	"{\"id\":" #id ",\"guid\":\"g\",\"url\":\"https://e.org/" #id                    \
	"\",\"title\":\"T\",\"pubDate\":1367270544,\"feedId\":39,\"unread\":" #unread    \
	",\"starred\":" #starred "}"
#define TOLD(id, flags)                                                                  \
	"item " #id " 39 " flags " T https://e.org/" #id " 1367270544 []\n"

static const struct remote_told tolds[] = {
	{.file = "made-nextcloud/01-feeds.json",
		.step = REMOTE_FEEDS,
		.told = "feed 39 https://example.org/feed.xml Example & co []\n",
		.sent = true},
	{.file = "made-nextcloud/01-feeds.json",
		.step = REMOTE_OVERVIEW,
		.told = "count 39 9 \ncount starred 2 3443\ntotal 9\n",
		.sent = true},
	{.body = "{\"feeds\":[{\"id\":1,\"url\":\"http://a/\",\"folderId\":4},"
		 "{\"id\":2,\"url\":\"http://b/\",\"folderId\":0}]}",
		.step = REMOTE_FEEDS,
		.told = "feed 1 http://a/  [4]\nfeed 2 http://b/  []\n"},
	{.body = "{\"feeds\":[]}", .step = REMOTE_FEEDS, .told = ""},
	{.file = "made-nextcloud/02-folders.json",
		.step = REMOTE_FOLDERS,
		.told = "folder folder 4 Media\n",
		.sent = true},
	{.file = "made-nextcloud/03-updated.json",
		.step = REMOTE_NEW,
		.arg.since = 1367273000,
		.told = "item 3443 39 u - https://example.org/76 []\n",
		.sent = true},
	{.file = "made-nextcloud/04-mark.json",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_READ, .on = true, .ids = ids, .ids_len = 1},
		.told = "",
		.sent = true},
	{.body = "<html>",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_READ, .on = true, .ids = ids, .ids_len = 1},
		.verdict = REMOTE_LATER},
	/* Logging in again would be counted as an attack. */
	{.file = "made-nextcloud/05-unauthorized.json",
		.step = REMOTE_FEEDS,
		.verdict = REMOTE_REST,
		.error = "app password"},
	{.file = "made-nextcloud/05-unauthorized.json",
		.step = REMOTE_LOGIN,
		.verdict = REMOTE_REST},
	{.file = "made-nextcloud/05-unauthorized.json", .step = REMOTE_PROBE},
	{.status = 404,
		.body = "{\"message\":\"\"}",
		.step = REMOTE_PROBE,
		.verdict = REMOTE_OTHER},
	{.body = "{\"version\":\"28.1.0\"}", .step = REMOTE_LOGIN, .told = ""},
	{.file = "made-nextcloud/06-throttled.json",
		.step = REMOTE_FEEDS,
		.verdict = REMOTE_LATER,
		.error = "Too many requests"},
	{.file = "made-nextcloud/07-exists.json",
		.step = REMOTE_SUBSCRIBE,
		.arg.url = ROW_TEXT("https://example.org/feed.xml"),
		.told = "",
		.sent = true},
	{.status = 422,
		.body = "{\"message\":\"Feed is unreadable\"}",
		.step = REMOTE_SUBSCRIBE,
		.arg.url = ROW_TEXT("https://e.org/"),
		.verdict = REMOTE_REFUSED,
		.error = "unreadable"},
	{.body = "{\"feeds\":[{\"id\":40,\"url\":\"https://e.org/f\",\"title\":\"F\","
		 "\"folderId\":null}],\"newestItemId\":1}",
		.step = REMOTE_SUBSCRIBE,
		.arg.url = ROW_TEXT("https://e.org/"),
		.told = "feed 40 https://e.org/f F []\n"},
	/* A list is at its end when a page is not full. */
	{.body = "{\"items\":[" ITEM(5, true, false) "," ITEM(4, true, true) "]}",
		.step = REMOTE_UNREAD,
		.told = TOLD(5, "u") TOLD(4, "us")},
	{.body = "{\"items\":[]}", .step = REMOTE_STARRED, .told = ""},
	{.body = "{\"items\":null}", .step = REMOTE_STARRED, .verdict = REMOTE_LATER},
	{.body = "{\"items\":[" ITEM(3450, true, false) "," ITEM(3449, true, false) "]}",
		.step = REMOTE_CONTENTS,
		.arg = {.ids = ids, .ids_len = 3},
		.told = TOLD(3450, "u") "more 3444\n",
		.loose = true},
	{.body = "{\"items\":[" ITEM(3442, true, false) "," ITEM(3000, false, true) "]}",
		.step = REMOTE_CONTENTS,
		.arg = {.ids = ids, .ids_len = 3, .more = ROW_TEXT("3444")},
		.told = TOLD(3000, "-s"),
		.loose = true},
	{.body = "{\"items\":[]}",
		.step = REMOTE_CONTENTS,
		.arg = {.ids = ids, .ids_len = 3},
		.told = ""},
	{.body = "{\"folders\":[{\"id\":5,\"name\":\"New\"}]}",
		.step = REMOTE_MAKE_FOLDER,
		.told = "folder folder 5 New\n"},
	{.body = "",
		.step = REMOTE_EDIT,
		.arg = {.feed = ROW_TEXT("39"),
			.title = ROW_TEXT("x"),
			.from = ROW_TEXT("4")},
		.told = "more m\n"},
	{.body = "",
		.step = REMOTE_EDIT,
		.arg = {.feed = ROW_TEXT("39"),
			.title = ROW_TEXT("x"),
			.from = ROW_TEXT("4"),
			.more = ROW_TEXT("m")},
		.told = ""},
	{.status = 404,
		.body = "{\"message\":\"gone\"}",
		.step = REMOTE_UNSUBSCRIBE,
		.told = ""},
};

#define API "https://c.org/index.php/apps/news/api/v1-3/"

static const struct remote_asked askeds[] = {
	{REMOTE_PROBE, {0}, "GET " API "version", NULL},
	{REMOTE_UNREAD, {0}, "GET " API "items?type=3&id=0&getRead=false&batchSize=500",
		NULL},
	{REMOTE_UNREAD, {.more = ROW_TEXT("77")},
		"GET " API "items?type=3&id=0&getRead=false&batchSize=500&offset=77",
		NULL},
	{REMOTE_STARRED, {.more = ROW_TEXT("77")},
		"GET " API "items?type=2&id=0&getRead=true&batchSize=500&offset=77",
		NULL},
	{REMOTE_NEW, {.more = ROW_TEXT("77")},
		"GET " API "items?type=3&id=0&getRead=true&batchSize=500&offset=77",
		NULL},
	{REMOTE_CONTENTS, {.ids = ids, .ids_len = 3},
		"GET " API "items?type=3&id=0&getRead=true&batchSize=500&offset=3451",
		NULL},
	{REMOTE_CONTENTS, {0}, "none", NULL},
	/* T28 */
	{REMOTE_MARK, {.word = REMOTE_READ, .ids = ids, .ids_len = 2},
		"POST " API "items/unread/multiple\n{\"itemIds\":[3443,3450]}", NULL},
	{REMOTE_MARK, {.word = REMOTE_STAR, .on = true, .ids = ids, .ids_len = 1},
		"POST " API "items/star/multiple\n{\"itemIds\":[3443]}", NULL},
	{REMOTE_MARK, {.word = REMOTE_STAR, .ids = ids, .ids_len = 1},
		"POST " API "items/unstar/multiple\n{\"itemIds\":[3443]}", NULL},
	{REMOTE_MARK, {.word = REMOTE_TAG, .ids = ids, .ids_len = 1}, "none", NULL},
	{REMOTE_SUBSCRIBE, {.url = ROW_TEXT("https://e.org/"), .folder = ROW_TEXT("4")},
		"POST " API "feeds\n{\"url\":\"https://e.org/\",\"folderId\":4}", NULL},
	{REMOTE_EDIT,
		{.feed = ROW_TEXT("39"), .title = ROW_TEXT("x"), .from = ROW_TEXT("4")},
		"POST " API "feeds/39/rename\n{\"feedTitle\":\"x\"}", NULL},
	{REMOTE_EDIT,
		{.feed = ROW_TEXT("39"),
			.title = ROW_TEXT("x"),
			.from = ROW_TEXT("4"),
			.more = ROW_TEXT("m")},
		"POST " API "feeds/39/move\n{\"folderId\":null}", NULL},
	{REMOTE_EDIT,
		{.feed = ROW_TEXT("39"), .from = ROW_TEXT("4"), .folder = ROW_TEXT("5")},
		"POST " API "feeds/39/move\n{\"folderId\":5}", NULL},
	{REMOTE_EDIT,
		{.feed = ROW_TEXT("39"), .from = ROW_TEXT("4"), .folder = ROW_TEXT("4")},
		"none", NULL},
	{REMOTE_UNSUBSCRIBE, {.feed = ROW_TEXT("39")}, "DELETE " API "feeds/39", NULL},
	{REMOTE_MAKE_FOLDER, {.title = ROW_TEXT("New")},
		"POST " API "folders\n{\"name\":\"New\"}", NULL},
	{REMOTE_RENAME_FOLDER, {.folder = ROW_TEXT("4"), .title = ROW_TEXT("New")},
		"PUT " API "folders/4\n{\"name\":\"New\"}", NULL},
	/* It would take the feeds along. */
	{REMOTE_DROP_FOLDER, {.folder = ROW_TEXT("4")}, "none", NULL},
};

static const char *const sets[] = {"made-nextcloud", NULL};

static struct remote_rows rows = {
	.backend = &remote_nextcloud,
	.base = "https://c.org",
	.user = "ann",
	.password = "app-pw",
	.tolds = tolds,
	.tolds_len = COUNT_OF(tolds),
	.askeds = askeds,
	.askeds_len = COUNT_OF(askeds),
	.sets = sets,
};

/* A full page is followed by the items before its last one. */
static void
full_pages(void **state)
{
	(void)state;
	struct remote_session session;
	struct recorded rec;
	struct buf body = BUF_INIT(0);
	const struct remote_arg arg = {0};
	remote_session_init(&session, &remote_nextcloud);
	for (int i = 0; i < 500; i++)
		buf_addf(&body, "%s{\"id\":%d}", i ? "," : "{\"items\":[", 1000 - i);
	buf_adds(&body, "]}");
	recorded_make(&rec, 200, (struct span){body.data, body.len});
	assert_int_equal(
		recorded_take(&rec, &remote_nextcloud, &session, REMOTE_UNREAD, &arg),
		REMOTE_OK);
	assert_non_null(strstr(buf_str(&rec.told), "\nmore 501\n"));
	recorded_close(&rec);
	buf_done(&body);
	remote_session_done(&session);
}

/* ---- the login by browser */

#define BEGUN(host)                                                                      \
	"{\"poll\":{\"token\":\"mQU&\",\"endpoint\":\"" host "/login/v2/poll\"},"        \
	"\"login\":\"" host "/login/v2/flow/guyjGt\"}"

static const struct {
	long status;
	const char *body;
	enum remote_verdict verdict;
} begins[] = {
	{200, BEGUN("https://c.org"), REMOTE_OK},
	{200, BEGUN("https://C.ORG"), REMOTE_OK},
	/* The password would go to somebody else, or without TLS. */
	{200, BEGUN("https://evil.org"), REMOTE_REST},
	{200, BEGUN("http://c.org"), REMOTE_REST},
	{200,
		"{\"poll\":{\"token\":\"t\",\"endpoint\":\"https://evil.org/poll\"},"
		"\"login\":\"https://c.org/login/v2/flow/guyjGt\"}",
		REMOTE_REST},
	{200, BEGUN("https://c.org:444"), REMOTE_REST},
	{200, BEGUN("https://c.org@evil.org"), REMOTE_REST},
	{200, BEGUN("https://evil.org\\\\@c.org"), REMOTE_REST},
	{200, "{}", REMOTE_REST},
	{200, "<html>", REMOTE_REST},
	{404, BEGUN("https://c.org"), REMOTE_REST},
};

static void
flow_begins(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(begins); i++) {
		struct remote_nextcloud_flow flow;
		struct err err = {0};
		const struct remote_answer answer = {
			.status = begins[i].status, .body = span_of(begins[i].body)};
		assert_int_equal(remote_nextcloud_flow_begun(
					 "https://c.org", &answer, &flow, &err),
			begins[i].verdict);
		assert_int_equal(begins[i].verdict != REMOTE_OK, *err.text != '\0');
		remote_nextcloud_flow_done(&flow);
	}
}

static void
flow_is_polled(void **state)
{
	(void)state;
	struct remote_nextcloud_flow flow;
	struct remote_ask ask;
	struct err err;
	const struct remote_answer begun = {
		.status = 200, .body = span_of(BEGUN("https://c.org"))};
	const struct remote_answer waits = {.status = 404, .body = span_of("[]")};
	const struct remote_answer moved = {.status = 302, .body = span_of("")};
	const struct remote_answer whole = {.status = 200,
		.body = span_of("{\"server\":\"https://c.org\",\"loginName\":\"ann\","
				"\"appPassword\":\"yKTVA\"}")};
	remote_ask_init(&ask);
	remote_nextcloud_flow_begin("https://c.org", &ask);
	assert_int_equal(ask.method, REMOTE_POST);
	assert_string_equal(buf_str(&ask.url), "https://c.org/index.php/login/v2");
	remote_ask_done(&ask);
	assert_int_equal(
		remote_nextcloud_flow_begun("https://c.org", &begun, &flow, &err),
		REMOTE_OK);
	assert_string_equal(buf_str(&flow.login), "https://c.org/login/v2/flow/guyjGt");
	remote_ask_init(&ask);
	remote_nextcloud_flow_poll(&flow, &ask);
	assert_string_equal(buf_str(&ask.url), "https://c.org/login/v2/poll");
	assert_string_equal(buf_str(&ask.body), "token=mQU%26");
	remote_ask_done(&ask);
	assert_int_equal(remote_nextcloud_flow_polled(&flow, &waits, &err), REMOTE_LATER);
	assert_int_equal(remote_nextcloud_flow_polled(&flow, &moved, &err), REMOTE_REST);
	assert_non_null(strstr(err.text, "status 302"));
	assert_int_equal(remote_nextcloud_flow_polled(&flow, &whole, &err), REMOTE_OK);
	assert_string_equal(buf_str(&flow.user), "ann");
	assert_string_equal(buf_str(&flow.password), "yKTVA");
	remote_nextcloud_flow_done(&flow);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		REMOTE_ROWS(&rows),
		cmocka_unit_test(full_pages),
		cmocka_unit_test(flow_begins),
		cmocka_unit_test(flow_is_polled),
	};
	return UNIT_RUN(tests);
}
