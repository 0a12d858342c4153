/* Feedbin: what its documentation says that it answers; structs, as requests. */
#include "config.h"

#include "unit.h"

#include "remote/feedbin.h"
#include "remote_rows.h"

#define NUMBER(hex) ROW_TEXT("\0\0\0\0\0\0\0" hex)

/* 4088, 4089, 4090 */
static const struct span ids[] = {
	NUMBER("\x0f\xf8"), NUMBER("\x0f\xf9"), NUMBER("\x0f\xfa")};

#define TAGGINGS                                                                         \
	"[{\"id\":4,\"feed_id\":1,\"name\":\"Tech\"},{\"id\":5,\"feed_id\":1,\"name\":"  \
	"\"A/B\"},{\"id\":6,\"feed_id\":2,\"name\":\"Tech\"}]"
#define SUBSCRIPTIONS                                                                    \
	"[{\"id\":525,\"feed_id\":1,\"title\":\"One\",\"feed_url\":\"http://a/f\","      \
	"\"site_url\":\"http://a/\"},{\"id\":526,\"feed_id\":3,\"title\":\"Three\","     \
	"\"feed_url\":\"http://c/f\"}]"
#define MOVE .feed = ROW_TEXT("1"), .from = ROW_TEXT("Tech"), .folder = ROW_TEXT("New")

static const struct remote_told tolds[] = {
	{.file = "made-feedbin/01-unread.json",
		.step = REMOTE_UNREAD,
		.told = "id 4087\nid 4088\nid 4089\ntotal 3\n",
		.sent = true},
	{.file = "made-feedbin/01-unread.json",
		.step = REMOTE_OVERVIEW,
		.arg.more = ROW_TEXT("s")},
	{.body = "[]", .step = REMOTE_STARRED, .told = "total 0\n"},
	{.body = "{}", .step = REMOTE_STARRED, .verdict = REMOTE_LATER},
	{.body = "<html>", .step = REMOTE_STARRED, .verdict = REMOTE_LATER},
	/* What it did not do, it says by leaving it out. */
	{.file = "made-feedbin/03-mark-part.json",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_READ, .on = true, .ids = ids, .ids_len = 3},
		.told = "id 4090\n",
		.sent = true,
		.loose = true},
	{.file = "made-feedbin/04-subscribe-choice.json",
		.step = REMOTE_SUBSCRIBE,
		.arg.url = ROW_TEXT("https://blog.github.com"),
		.told = "more u https://github.com/blog.atom\n",
		.sent = true},
	{.status = 201,
		.body = "{\"id\":525,\"feed_id\":47,\"title\":\"T\",\"feed_url\":"
			"\"http://a/f\",\"site_url\":\"http://a/\"}",
		.step = REMOTE_SUBSCRIBE,
		.told = "feed 47 http://a/f T []\n"},
	{.status = 302, .body = "", .step = REMOTE_SUBSCRIBE, .told = ""},
	{.status = 404,
		.body = "",
		.step = REMOTE_SUBSCRIBE,
		.verdict = REMOTE_REFUSED,
		.error = "no feed"},
	{.status = 401, .body = "", .step = REMOTE_LOGIN, .verdict = REMOTE_REST},
	{.status = 200, .body = "", .step = REMOTE_LOGIN, .told = ""},
	{.body = TAGGINGS,
		.step = REMOTE_FOLDERS,
		.told = "folder folder Tech\nfolder folder A/B\n"},
	{.body = TAGGINGS,
		.step = REMOTE_FEEDS,
		.told = "more " TAGGINGS "\n",
		.loose = true},
	{.body = SUBSCRIPTIONS,
		.step = REMOTE_FEEDS,
		.arg.more = ROW_TEXT(TAGGINGS),
		.told = "feed 1 http://a/f One [Tech,A/B]\nfeed 3 http://c/f Three []\n"},
	{.body = "[{\"id\":7,\"feed_id\":1,\"title\":\"T\",\"url\":\"http://a/7\","
		 "\"published\":\"2013-02-03T01:00:19.000000Z\",\"content\":\"c\"}]",
		.step = REMOTE_CONTENTS,
		.told = "item 7 1 - T http://a/7 1359853219 []\n"},
	{.status = 404, .body = "", .step = REMOTE_NEW, .told = ""},
	/* A title, a folder more, and a folder less. */
	{.body = SUBSCRIPTIONS,
		.step = REMOTE_EDIT,
		.arg = {MOVE, .title = ROW_TEXT("x")},
		.told = "more s 525\n"},
	{.body = "{}",
		.step = REMOTE_EDIT,
		.arg = {MOVE, .title = ROW_TEXT("x"), .more = ROW_TEXT("s 525")},
		.told = "more a\n"},
	{.status = 201,
		.body = "{}",
		.step = REMOTE_EDIT,
		.arg = {MOVE, .title = ROW_TEXT("x"), .more = ROW_TEXT("a")},
		.told = "more g\n"},
	{.body = TAGGINGS,
		.step = REMOTE_EDIT,
		.arg = {MOVE, .title = ROW_TEXT("x"), .more = ROW_TEXT("g")},
		.told = "more d 4\n"},
	{.status = 204,
		.body = "",
		.step = REMOTE_EDIT,
		.arg = {MOVE, .title = ROW_TEXT("x"), .more = ROW_TEXT("d 4")},
		.told = ""},
	{.body = SUBSCRIPTIONS,
		.step = REMOTE_UNSUBSCRIBE,
		.arg.feed = ROW_TEXT("3"),
		.told = "more s 526\n"},
	{.body = SUBSCRIPTIONS,
		.step = REMOTE_UNSUBSCRIBE,
		.arg.feed = ROW_TEXT("4"),
		.told = ""},
};

#define API "https://api.feedbin.com/v2/"

static const struct remote_asked askeds[] = {
	{REMOTE_PROBE, {0}, "GET " API "authentication.json", NULL},
	{REMOTE_OVERVIEW, {0}, "GET " API "unread_entries.json", NULL},
	{REMOTE_OVERVIEW, {.more = ROW_TEXT("s")}, "GET " API "starred_entries.json",
		NULL},
	{REMOTE_FEEDS, {.more = ROW_TEXT("[]")}, "GET " API "subscriptions.json", NULL},
	{REMOTE_NEW, {.since = 1359853219, .more = ROW_TEXT("2")},
		"GET " API "entries.json?mode=extended&per_page=100&page=2"
		"&since=2013-02-03T01%3A00%3A19.000000Z",
		NULL},
	{REMOTE_CONTENTS, {.ids = ids, .ids_len = 2},
		"GET " API "entries.json?mode=extended&ids=4088,4089", NULL},
	{REMOTE_MARK, {.word = REMOTE_READ, .ids = ids, .ids_len = 2},
		"POST " API "unread_entries.json\n{\"unread_entries\":[4088,4089]}",
		NULL},
	{REMOTE_MARK, {.word = REMOTE_STAR, .on = true, .ids = ids, .ids_len = 1},
		"POST " API "starred_entries.json\n{\"starred_entries\":[4088]}", NULL},
	{REMOTE_MARK, {.word = REMOTE_STAR, .ids = ids, .ids_len = 1},
		"POST " API "starred_entries/delete.json\n{\"starred_entries\":[4088]}",
		NULL},
	{REMOTE_EDIT, {MOVE, .title = ROW_TEXT("x")}, "GET " API "subscriptions.json",
		NULL},
	{REMOTE_EDIT, {MOVE, .title = ROW_TEXT("x"), .more = ROW_TEXT("s 525")},
		"POST " API "subscriptions/525/update.json\n{\"title\":\"x\"}", NULL},
	{REMOTE_EDIT, {MOVE},
		"POST " API "taggings.json\n{\"feed_id\":1,\"name\":\"New\"}", NULL},
	{REMOTE_EDIT, {MOVE, .more = ROW_TEXT("g")}, "GET " API "taggings.json", NULL},
	{REMOTE_EDIT, {MOVE, .more = ROW_TEXT("d 4")}, "DELETE " API "taggings/4.json",
		NULL},
	{REMOTE_EDIT, {.feed = ROW_TEXT("1"), .from = ROW_TEXT("Tech")},
		"GET " API "taggings.json", NULL},
	{REMOTE_EDIT, {.feed = ROW_TEXT("1")}, "none", NULL},
	{REMOTE_UNSUBSCRIBE, {.feed = ROW_TEXT("1"), .more = ROW_TEXT("s 525")},
		"DELETE " API "subscriptions/525.json", NULL},
	{REMOTE_RENAME_FOLDER, {.folder = ROW_TEXT("A"), .title = ROW_TEXT("B")},
		"POST " API "tags.json\n{\"old_name\":\"A\",\"new_name\":\"B\"}", NULL},
};

static const char *const sets[] = {"made-feedbin", NULL};
/* Nothing is asked for with an ETag: the number of ids is small enough. */
static const char *const unasked[] = {"made-feedbin/02-unread-304.json", NULL};

static struct remote_rows rows = {
	.backend = &remote_feedbin,
	.base = "https://feedbin.com",
	.user = "ann",
	.password = "pw",
	.tolds = tolds,
	.tolds_len = COUNT_OF(tolds),
	.askeds = askeds,
	.askeds_len = COUNT_OF(askeds),
	.sets = sets,
	.unasked = unasked,
};

int
main(void)
{
	const struct CMUnitTest tests[] = {
		REMOTE_ROWS(&rows),
	};
	return UNIT_RUN(tests);
}
