/* Miniflux's own API: what it answered, as structs; structs, as requests. */
#include "config.h"

#include "unit.h"

#include "remote/miniflux.h"
#include "remote_rows.h"

#define OLD "Miniflux before 2026"
#define NUMBER(hex) ROW_TEXT("\0\0\0\0\0" hex)

/* 902, 903, 888, and one far above them: 70000 */
static const struct span ids[] = {NUMBER("\0\0\x03\x86"), NUMBER("\0\0\x03\x87"),
	NUMBER("\0\0\x03\x78"), NUMBER("\0\x01\x11\x70"), ROW_TEXT("text")};

#define ENTRY(id, status, starred)                                                       \
	"{\"id\":" #id ",\"feed_id\":42,\"status\":\"" status                            \
	"\",\"title\":\"T\",\"url\":\"https://e.org/" #id                                \
	"\",\"published_at\":\"2026-11-28T08:00:00Z\",\"starred\":" #starred "}"
#define LIST(total, entries) "{\"total\":" #total ",\"entries\":[" entries "]}"

static const struct remote_told tolds[] = {
	{.file = "made-miniflux/01-me.json",
		.step = REMOTE_LOGIN,
		.told = "more v\n",
		.sent = true},
	{.body = "{\"version\":\"2.3.3\"}",
		.step = REMOTE_LOGIN,
		.arg.more = ROW_TEXT("v"),
		.told = ""},
	{.file = "made-miniflux/02-unauthorized.json",
		.step = REMOTE_LOGIN,
		.verdict = REMOTE_REST,
		.error = "API Key"},
	{.file = "made-miniflux/02-unauthorized.json",
		.step = REMOTE_FEEDS,
		.verdict = REMOTE_AGAIN_LOGIN},
	{.file = "made-miniflux/02-unauthorized.json", .step = REMOTE_PROBE},
	/* Anybody may answer 401. */
	{.status = 401,
		.body = "Unauthorized",
		.step = REMOTE_PROBE,
		.verdict = REMOTE_OTHER},
	{.body = "<html>", .step = REMOTE_PROBE, .verdict = REMOTE_OTHER},
	{.file = "made-miniflux/03-feeds.json",
		.step = REMOTE_FEEDS,
		.told = "feed 42 https://example.org/feed.xml Example [7]\n",
		.sent = true},
	{.body = "[]", .step = REMOTE_FEEDS, .told = ""},
	{.body = "[{\"id\":1,\"title\":\"All\",\"user_id\":1},"
		 "{\"id\":7,\"title\":\"A/B\"}]",
		.step = REMOTE_FOLDERS,
		.told = "folder folder 1 All\nfolder folder 7 A/B\n"},
	{.file = "made-miniflux/04-counters.json",
		.step = REMOTE_OVERVIEW,
		.told = "count 42 3 10\ntotal 3\n",
		.sent = true},
	/* What is all read has no count of unread ones. */
	{.body = "{\"reads\":{\"42\":1,\"43\":2},\"unreads\":{\"42\":0}}",
		.step = REMOTE_OVERVIEW,
		.told = "count 42 0 1\ncount 43 0 2\ntotal 0\n"},
	{.file = "made-miniflux/05-ids.json",
		.step = REMOTE_UNREAD,
		.told = "id 903\nid 902\nid 888\ntotal 3\n",
		.sent = true},
	{.body = "{\"total\":5,\"entry_ids\":[9,8]}",
		.step = REMOTE_UNREAD,
		.arg.more = ROW_TEXT("2"),
		.told = "id 9\nid 8\ntotal 5\nmore 4\n"},
	{.body = "{\"total\":0,\"entry_ids\":[]}",
		.step = REMOTE_STARRED,
		.told = "total 0\n"},
	/* A null where a list should be is no list. */
	{.body = "{\"total\":0,\"entry_ids\":null}",
		.step = REMOTE_STARRED,
		.verdict = REMOTE_LATER},
	{.file = "made-miniflux/06-entries-after.json",
		.step = REMOTE_NEW,
		.arg.newest = NUMBER("\0\0\x03\x78"),
		.told = "item 902 42 u One https://example.org/1 1793516400 []\n"
			"item 903 42 -s Two https://example.org/2 1795852800 []\n",
		.loose = true},
	/* After what is new, what changed. */
	{.body = LIST(1, ENTRY(904, "unread", false)),
		.step = REMOTE_NEW,
		.arg = {.newest = NUMBER("\0\0\x03\x78"), .since = 7},
		.told = "item 904 42 u T https://e.org/904 1795852800 []\nmore c 0\n",
		.loose = true},
	{.body = LIST(3, ENTRY(904, "removed", false) "," ENTRY(905, "read", true)),
		.step = REMOTE_NEW,
		.arg = {.more = ROW_TEXT("a 903"),
			.newest = NUMBER("\0\0\x03\x78"),
			.since = 7},
		.told = "item 905 42 -s T https://e.org/905 1795852800 []\nmore a 905\n",
		.loose = true},
	{.body = LIST(1, ENTRY(5, "read", false)),
		.step = REMOTE_NEW,
		.arg = {.more = ROW_TEXT("c 0"),
			.newest = NUMBER("\0\0\x03\x78"),
			.since = 7},
		.told = "item 5 42 - T https://e.org/5 1795852800 []\n",
		.loose = true},
	{.file = "made-miniflux/07-set.json",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_READ, .on = true, .ids = ids, .ids_len = 2},
		.told = "",
		.sent = true},
	{.body = "<html>",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_READ, .on = true, .ids = ids, .ids_len = 2},
		.verdict = REMOTE_LATER},
	/* A server from before 2026 is asked in another way. */
	{.file = "made-miniflux/08-old-server.json",
		.step = REMOTE_UNREAD,
		.told = "more 0\n"},
	{.body = LIST(2000, ENTRY(9, "unread", false) "," ENTRY(7, "unread", true)),
		.step = REMOTE_UNREAD,
		.arg.more = ROW_TEXT("0"),
		.quirk = OLD,
		.told = "item 9 42 u T https://e.org/9 1795852800 []\n"
			"item 7 42 us T https://e.org/7 1795852800 []\n"
			"total 2000\nmore 7\n",
		.loose = true},
	{.body = LIST(1, ENTRY(3, "unread", false)),
		.step = REMOTE_UNREAD,
		.arg.more = ROW_TEXT("7"),
		.quirk = OLD,
		.told = "item 3 42 u T https://e.org/3 1795852800 []\n",
		.loose = true},
	{.status = 400,
		.body = "{\"error_message\":\"invalid status\"}",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR, .on = true, .ids = ids, .ids_len = 2},
		.told = "more 0\n"},
	/* T17, in its own API: a star that is as wanted is not toggled. */
	{.body = ENTRY(902, "read", true),
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR,
			.on = true,
			.ids = ids,
			.ids_len = 2,
			.more = ROW_TEXT("0")},
		.quirk = OLD,
		.told = "more 1\n",
		.loose = true},
	{.body = ENTRY(902, "read", false),
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR,
			.on = true,
			.ids = ids,
			.ids_len = 2,
			.more = ROW_TEXT("0")},
		.quirk = OLD,
		.told = "more t 0\n",
		.loose = true},
	{.status = 204,
		.body = "",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR,
			.on = true,
			.ids = ids,
			.ids_len = 2,
			.more = ROW_TEXT("t 1")},
		.quirk = OLD,
		.told = ""},
	{.status = 404,
		.body = "{\"error_message\":\"resource not found\"}",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR,
			.on = true,
			.ids = ids,
			.ids_len = 2,
			.more = ROW_TEXT("0")},
		.quirk = OLD,
		.told = "more 1\n"},
	/* Only what was asked for; what is missing is asked for among the starred ones,
	 * then by itself. */
	{.body = LIST(2, ENTRY(903, "unread", false) "," ENTRY(890, "unread", false)),
		.step = REMOTE_CONTENTS,
		.arg = {.ids = ids, .ids_len = 3},
		.told = "item 903 42 u T https://e.org/903 1795852800 []\n"
			"more 1 903 902,888\n",
		.loose = true},
	{.body = LIST(1, ENTRY(888, "read", true)),
		.step = REMOTE_CONTENTS,
		.arg = {.ids = ids, .ids_len = 3, .more = ROW_TEXT("1 903 902,888")},
		.told = "item 888 42 -s T https://e.org/888 1795852800 []\n"
			"more 2 903 902\n",
		.loose = true},
	{.body = ENTRY(902, "read", false),
		.step = REMOTE_CONTENTS,
		.arg = {.ids = ids, .ids_len = 3, .more = ROW_TEXT("2 903 902")},
		.told = "item 902 42 - T https://e.org/902 1795852800 []\n",
		.loose = true},
	{.status = 404,
		.body = "{\"error_message\":\"resource not found\"}",
		.step = REMOTE_CONTENTS,
		.arg = {.ids = ids, .ids_len = 4, .more = ROW_TEXT("2 70001 70000,902")},
		.told = "more 2 903 902\n"},
	/* A page of many. */
	{.body = LIST(1500, ENTRY(903, "unread", false) "," ENTRY(890, "unread", false)),
		.step = REMOTE_CONTENTS,
		.arg = {.ids = ids, .ids_len = 3},
		.told = "item 903 42 u T https://e.org/903 1795852800 []\n"
			"more 0 890 902,888\n",
		.loose = true},
	{.body = "{\"feed_id\":77}",
		.status = 201,
		.step = REMOTE_SUBSCRIBE,
		.arg.url = ROW_TEXT("https://e.org/f"),
		.told = "feed 77 https://e.org/f  []\n"},
	{.status = 400,
		.body = "{\"error_message\":\"This feed already exists.\"}",
		.step = REMOTE_SUBSCRIBE,
		.told = ""},
	/* A page: its feeds are looked for. */
	{.status = 500,
		.body = "{\"error_message\":\"Unable to parse this feed\"}",
		.step = REMOTE_SUBSCRIBE,
		.told = "more d\n"},
	{.body = "[{\"url\":\"https://e.org/f.xml\",\"title\":\"F\",\"type\":\"rss\"}]",
		.step = REMOTE_SUBSCRIBE,
		.arg.more = ROW_TEXT("d"),
		.told = "more u https://e.org/f.xml\n"},
	{.status = 404,
		.body = "{\"error_message\":\"no feed found\"}",
		.step = REMOTE_SUBSCRIBE,
		.arg.more = ROW_TEXT("d"),
		.verdict = REMOTE_REFUSED,
		.error = "no feed found"},
	{.status = 201,
		.body = "{\"id\":9,\"title\":\"New\"}",
		.step = REMOTE_MAKE_FOLDER,
		.told = "folder folder 9 New\n"},
	{.status = 404,
		.body = "{\"error_message\":\"feed not found\"}",
		.step = REMOTE_UNSUBSCRIBE,
		.told = ""},
	{.status = 404,
		.body = "{\"error_message\":\"feed not found\"}",
		.step = REMOTE_EDIT,
		.verdict = REMOTE_REFUSED},
	{.status = 500,
		.body = "{\"error_message\":\"pq: deadlock\"}",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_READ, .ids = ids, .ids_len = 2},
		.verdict = REMOTE_SPLIT,
		.error = "pq: deadlock"},
};

#define API "https://m.org/v1/"
#define RANGE "order=id&direction=desc&limit=1000&before_entry_id="

static const struct remote_asked askeds[] = {
	{REMOTE_PROBE, {0}, "GET " API "me", NULL},
	{REMOTE_LOGIN, {.more = ROW_TEXT("v")}, "GET " API "version", NULL},
	{REMOTE_FOLDERS, {0}, "GET " API "categories", NULL},
	{REMOTE_STARRED, {0}, "GET " API "entries/ids?starred=true&limit=10000", NULL},
	{REMOTE_UNREAD, {.more = ROW_TEXT("10000")},
		"GET " API "entries/ids?status=unread&limit=10000&offset=10000", NULL},
	{REMOTE_UNREAD, {.more = ROW_TEXT("0")},
		"GET " API "entries?status=unread&order=id&direction=desc&limit=1000",
		OLD},
	{REMOTE_STARRED, {.more = ROW_TEXT("7")},
		"GET " API "entries?starred=true&order=id&direction=desc&limit=1000"
		"&before_entry_id=7",
		OLD},
	{REMOTE_NEW, {.newest = NUMBER("\0\0\x03\x78"), .since = 7},
		"GET " API "entries?order=id&direction=asc&limit=1000&after_entry_id=888",
		NULL},
	{REMOTE_NEW,
		{.newest = NUMBER("\0\0\x03\x78"), .since = 7, .more = ROW_TEXT("a 900")},
		"GET " API "entries?order=id&direction=asc&limit=1000&after_entry_id=900",
		NULL},
	{REMOTE_NEW,
		{.newest = NUMBER("\0\0\x03\x78"), .since = 7, .more = ROW_TEXT("c 0")},
		"GET " API "entries?order=id&direction=asc&limit=1000&changed_after=7"
		"&before_entry_id=889",
		NULL},
	{REMOTE_NEW,
		{.newest = NUMBER("\0\0\x03\x78"), .since = 7, .more = ROW_TEXT("c 30")},
		"GET " API "entries?order=id&direction=asc&limit=1000&changed_after=7"
		"&before_entry_id=889&after_entry_id=30",
		NULL},
	{REMOTE_NEW, {.since = 7},
		"GET " API "entries?order=id&direction=asc&limit=1000&changed_after=7",
		NULL},
	{REMOTE_CONTENTS, {.ids = ids, .ids_len = 3},
		"GET " API "entries?status=unread&" RANGE "904&after_entry_id=887", NULL},
	{REMOTE_CONTENTS, {.ids = ids, .ids_len = 3, .more = ROW_TEXT("0 890 902,888")},
		"GET " API "entries?status=unread&" RANGE "890&after_entry_id=887", NULL},
	{REMOTE_CONTENTS, {.ids = ids, .ids_len = 3, .more = ROW_TEXT("1 903 902,888")},
		"GET " API "entries?starred=true&" RANGE "903&after_entry_id=887", NULL},
	{REMOTE_CONTENTS, {.ids = ids, .ids_len = 3, .more = ROW_TEXT("2 903 902,888")},
		"GET " API "entries?" RANGE "903&after_entry_id=887", NULL},
	{REMOTE_CONTENTS, {.ids = ids, .ids_len = 3, .more = ROW_TEXT("2 903 902")},
		"GET " API "entries/902", NULL},
	/* An id that is not its own: there is nothing to ask. */
	{REMOTE_CONTENTS, {.ids = &ids[4], .ids_len = 1}, "none", NULL},
	{REMOTE_MARK, {.word = REMOTE_READ, .ids = ids, .ids_len = 3},
		"PUT " API "entries\n{\"entry_ids\":[902,903,888],\"status\":\"unread\"}",
		NULL},
	{REMOTE_MARK, {.word = REMOTE_STAR, .on = true, .ids = ids, .ids_len = 1},
		"PUT " API "entries\n{\"entry_ids\":[902],\"starred\":true}", NULL},
	{REMOTE_MARK, {.word = REMOTE_TAG, .on = true, .ids = ids, .ids_len = 1}, "none",
		NULL},
	{REMOTE_MARK,
		{.word = REMOTE_STAR,
			.on = true,
			.ids = ids,
			.ids_len = 2,
			.more = ROW_TEXT("1")},
		"GET " API "entries/903", OLD},
	{REMOTE_MARK,
		{.word = REMOTE_STAR,
			.on = true,
			.ids = ids,
			.ids_len = 2,
			.more = ROW_TEXT("t 1")},
		"PUT " API "entries/903/bookmark", OLD},
	{REMOTE_MARK,
		{.word = REMOTE_STAR, .ids = ids, .ids_len = 2, .more = ROW_TEXT("2")},
		"none", OLD},
	{REMOTE_SUBSCRIBE,
		{.url = ROW_TEXT("https://e.org/?a=1&b=\"2\""), .folder = ROW_TEXT("7")},
		"POST " API "feeds\n{\"feed_url\":\"https://e.org/?a=1&b=\\\"2\\\"\","
		"\"category_id\":7}",
		NULL},
	{REMOTE_SUBSCRIBE, {.url = ROW_TEXT("https://e.org/"), .more = ROW_TEXT("d")},
		"POST " API "discover\n{\"url\":\"https://e.org/\"}", NULL},
	{REMOTE_SUBSCRIBE,
		{.url = ROW_TEXT("https://e.org/"),
			.more = ROW_TEXT("u https://e.org/f.xml")},
		"POST " API "feeds\n{\"feed_url\":\"https://e.org/f.xml\"}", NULL},
	{REMOTE_EDIT,
		{.feed = ROW_TEXT("42"),
			.title = ROW_TEXT("A\nü"),
			.from = ROW_TEXT("1"),
			.folder = ROW_TEXT("7")},
		"PUT " API "feeds/42\n{\"title\":\"A\\u000aü\",\"category_id\":7}", NULL},
	{REMOTE_EDIT, {.feed = ROW_TEXT("42"), .from = ROW_TEXT("1")}, "none", NULL},
	{REMOTE_UNSUBSCRIBE, {.feed = ROW_TEXT("42")}, "DELETE " API "feeds/42", NULL},
	{REMOTE_MAKE_FOLDER, {.title = ROW_TEXT("New")},
		"POST " API "categories\n{\"title\":\"New\"}", NULL},
	{REMOTE_RENAME_FOLDER, {.folder = ROW_TEXT("7"), .title = ROW_TEXT("New")},
		"PUT " API "categories/7\n{\"title\":\"New\"}", NULL},
	/* It would take the feeds along. */
	{REMOTE_DROP_FOLDER, {.folder = ROW_TEXT("7")}, "none", NULL},
	{REMOTE_REFRESH, {0}, "PUT " API "feeds/refresh", NULL},
	{REMOTE_REFRESH, {.feed = ROW_TEXT("42")}, "PUT " API "feeds/42/refresh", NULL},
	{REMOTE_TOKEN, {0}, "none", NULL},
};

static const char *const sets[] = {"made-miniflux", NULL};

static struct remote_rows rows = {
	.backend = &remote_miniflux,
	.base = "https://m.org",
	.user = "",
	.password = "key",
	.tolds = tolds,
	.tolds_len = COUNT_OF(tolds),
	.askeds = askeds,
	.askeds_len = COUNT_OF(askeds),
	.sets = sets,
};

/* A key by itself, or user and password. */
static void
logins(void **state)
{
	(void)state;
	struct remote_session session;
	struct remote_ask ask;
	const struct remote_arg arg = {0};
	remote_session_init(&session, &remote_miniflux);
	session.base = "https://m.org";
	session.password = "key\r\nX: y";
	remote_ask_init(&ask);
	assert_true(remote_miniflux.ask(&session, REMOTE_LOGIN, &arg, &ask));
	assert_string_equal(buf_str(&ask.headers), "X-Auth-Token: keyX: y\n");
	remote_ask_done(&ask);
	session.user = "Aladdin";
	session.password = "open sesame"; /* RFC 7617, section 2 */
	remote_ask_init(&ask);
	assert_true(remote_miniflux.ask(&session, REMOTE_LOGIN, &arg, &ask));
	assert_string_equal(buf_str(&ask.headers),
		"Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\n");
	remote_ask_done(&ask);
	remote_ask_init(&ask);
	assert_true(remote_miniflux.ask(&session, REMOTE_PROBE, &arg, &ask));
	assert_string_equal(buf_str(&ask.headers), "");
	remote_ask_done(&ask);
	remote_session_done(&session);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		REMOTE_ROWS(&rows),
		cmocka_unit_test(logins),
	};
	return UNIT_RUN(tests);
}
