/* Tiny Tiny RSS: what 21.02 answered, as structs; structs, as requests. */
#include "config.h"

#include "unit.h"

#include "remote/ttrss.h"
#include "remote_rows.h"

#define NUMBER(last) ROW_TEXT("\0\0\0\0\0\0\0\0" last)
#define SID "5femu5mk39lokeq7nessm02jua"

static const struct span ids[] = {NUMBER("\x01"), NUMBER("\x02"), NUMBER("\x06")};

#define ERROR(name) "{\"seq\":0,\"status\":1,\"content\":{\"error\":\"" name "\"}}"
#define OKAY(content) "{\"seq\":0,\"status\":0,\"content\":" content "}"
#define TEN                                                                              \
	"{\"id\":7},{\"id\":7},{\"id\":7},{\"id\":7},{\"id\":7},{\"id\":7},{\"id\":7},"  \
	"{\"id\":7},{\"id\":7},{\"id\":7}"
#define FIFTY TEN "," TEN "," TEN "," TEN "," TEN
#define FULL OKAY("[" FIFTY "," FIFTY "," FIFTY "," FIFTY "]")
#define SEVEN "id 7\nid 7\nid 7\nid 7\nid 7\nid 7\nid 7\nid 7\nid 7\nid 7\n"
#define SEVENS SEVEN SEVEN SEVEN SEVEN SEVEN
#define LABELS                                                                           \
	OKAY("[{\"id\":-1027,\"caption\":\"later\"},{\"id\":-1028,\"caption\":\"to "     \
	     "keep\"}]")

#define A                                                                                \
	" \xc3\x9c"                                                                      \
	"bung \xe4\xb8\x96\xe7\x95\x8c http://127.0.0.1/"

static const struct remote_told tolds[] = {
	{.file = "ttrss/01-login-wrong.json",
		.step = REMOTE_LOGIN,
		.verdict = REMOTE_REST,
		.error = "app password"},
	/* T27 */
	{.file = "ttrss/02-login-disabled.json",
		.step = REMOTE_LOGIN,
		.verdict = REMOTE_REST,
		.error = "Enable API"},
	{.file = "ttrss/03-not-logged-in.json",
		.step = REMOTE_UNREAD,
		.verdict = REMOTE_AGAIN_LOGIN},
	{.file = "ttrss/03-not-logged-in.json", .step = REMOTE_PROBE},
	{.body = "{\"message\":\"hello\"}",
		.step = REMOTE_PROBE,
		.verdict = REMOTE_OTHER},
	{.body = "<html>", .step = REMOTE_PROBE, .verdict = REMOTE_OTHER},
	{.file = "ttrss/53-after-logout.json",
		.step = REMOTE_MARK,
		.verdict = REMOTE_AGAIN_LOGIN},
	{.file = "ttrss/04-login.json",
		.step = REMOTE_LOGIN,
		.told = "more v\n",
		.sent = true},
	{.file = "ttrss/05-version.json",
		.step = REMOTE_LOGIN,
		.arg.more = ROW_TEXT("v"),
		.told = "",
		.sent = true},
	{.file = "ttrss/07-loggedin.json", .step = REMOTE_PROBE},
	{.file = "ttrss/10-unknown-op.json",
		.step = REMOTE_MARK,
		.verdict = REMOTE_REFUSED,
		.error = "UNKNOWN_METHOD"},
	{.file = "ttrss/11-subscribe-a.json",
		.step = REMOTE_SUBSCRIBE,
		.arg.url = ROW_TEXT("http://[::1]/a.xml"),
		.told = "feed 1 http://[::1]/a.xml  []\n",
		.sent = true},
	{.file = "ttrss/12-subscribe-b.json",
		.step = REMOTE_SUBSCRIBE,
		.arg.url = ROW_TEXT("http://[::1]/b.xml"),
		.told = "feed 2 http://[::1]/b.xml  []\n",
		.sent = true},
	{.file = "ttrss/13-subscribe-c.json",
		.step = REMOTE_SUBSCRIBE,
		.arg.url = ROW_TEXT("http://[::1]/c.xml"),
		.told = "feed 3 http://[::1]/c.xml  []\n",
		.sent = true},
	{.file = "ttrss/14-subscribe-again.json",
		.step = REMOTE_SUBSCRIBE,
		.arg.url = ROW_TEXT("http://[::1]/c.xml"),
		.told = "feed 3 http://[::1]/c.xml  []\n",
		.sent = true},
	{.file = "ttrss/15-subscribe-bad.json",
		.step = REMOTE_SUBSCRIBE,
		.arg.url = ROW_TEXT("http://[::1]/none.xml"),
		.verdict = REMOTE_REFUSED,
		.error = "HTTP/1.0 404 Not Found",
		.sent = true},
	{.file = "ttrss/16-subscribe-nourl.json",
		.step = REMOTE_SUBSCRIBE,
		.arg.url = ROW_TEXT("ftp://x/y"),
		.verdict = REMOTE_REFUSED,
		.error = "ftp://x/y",
		.sent = true},
	{.body = OKAY("{\"status\":{\"code\":4,\"feeds\":{\"http://a/f\":\"F\","
		      "\"http://a/g\":\"G\"}}}"),
		.step = REMOTE_SUBSCRIBE,
		.arg.url = ROW_TEXT("http://a/"),
		.told = "more u http://a/f\n"},
	{.body = OKAY("{\"status\":{\"code\":3}}"),
		.step = REMOTE_SUBSCRIBE,
		.arg.url = ROW_TEXT("http://a/"),
		.verdict = REMOTE_REFUSED,
		.error = "no feed there: http://a/"},
	{.file = "ttrss/17-feeds.json",
		.step = REMOTE_FEEDS,
		.told = "feed 1 http://[::1]/a.xml Feed a & friends []\n"
			"feed 2 http://[::1]/b.xml Feed b []\n"
			"feed 3 http://[::1]/c.xml Feed c & friends []\n",
		.sent = true},
	{.body = OKAY("[{\"feed_url\":\"http://a/\",\"title\":\"A\",\"id\":4,"
		      "\"cat_id\":\"12\"}]"),
		.step = REMOTE_FEEDS,
		.told = "feed 4 http://a/ A [12]\n"},
	{.file = "ttrss/18-update.json",
		.step = REMOTE_REFRESH,
		.arg.feed = ROW_TEXT("1"),
		.told = "",
		.sent = true},
	{.file = "ttrss/19-update.json",
		.step = REMOTE_REFRESH,
		.arg.feed = ROW_TEXT("2"),
		.told = "",
		.sent = true},
	{.file = "ttrss/20-update.json",
		.step = REMOTE_REFRESH,
		.arg.feed = ROW_TEXT("3"),
		.told = "",
		.sent = true},
	{.file = "ttrss/21-feeds-after.json",
		.step = REMOTE_FEEDS,
		.told = "feed 1 http://[::1]/a.xml Feed a & friends []\n"
			"feed 2 http://[::1]/b.xml Feed b []\n"
			"feed 3 http://[::1]/c.xml Feed c & friends []\n",
		.sent = true},
	/* Special feeds have no address. */
	{.file = "ttrss/22-feeds-all.json",
		.step = REMOTE_FEEDS,
		.told = "feed 1 http://[::1]/a.xml Feed a & friends []\n"
			"feed 2 http://[::1]/b.xml Feed b []\n"
			"feed 3 http://[::1]/c.xml Feed c & friends []\n"},
	/* Special folders and "Uncategorized" are none. */
	{.file = "ttrss/24-tree.json",
		.step = REMOTE_FOLDERS,
		.told = "more l\n",
		.sent = true},
	{.body = OKAY("{\"categories\":{\"items\":[{\"type\":\"category\",\"bare_id\":4,"
		      "\"name\":\"Sea/side\",\"items\":[{\"type\":\"category\","
		      "\"bare_id\":5,\"name\":\"Coast\",\"items\":[{\"type\":\"feed\","
		      "\"bare_id\":9,\"name\":\"F\"}]},{\"type\":\"category\","
		      "\"bare_id\":6,\"name\":\"Harbour\"}]}]}}"),
		.step = REMOTE_FOLDERS,
		.told = "folder folder 4 Sea/side\nfolder folder 5 Coast in 4\n"
			"folder folder 6 Harbour in 4\nmore l\n"},
	{.file = "ttrss/40-labels.json",
		.step = REMOTE_FOLDERS,
		.arg.more = ROW_TEXT("l"),
		.told = "",
		.sent = true},
	{.body = LABELS,
		.step = REMOTE_FOLDERS,
		.arg.more = ROW_TEXT("l"),
		.told = "folder label later\nfolder label to keep\n"},
	/* The clock of a feed's last poll is no change of anything. */
	{.file = "ttrss/25-counters.json",
		.step = REMOTE_OVERVIEW,
		.told = "total 12\ncount 1 5 0\ncount 2 4 0\ncount 3 3 0\n",
		.sent = true},
	{.file = "ttrss/26-headlines-all.json",
		.step = REMOTE_NEW,
		.told = "item 1 1 u a item 5" A "a/5 1795018097 []\n"
			"item 2 1 u a item 4" A "a/4 1795014497 []\n"
			"item 6 2 u b item 4 http://127.0.0.1/b/4 1795014407 []\n"
			"item 10 3 u c item 3" A "c/3 1795010899 []\n"
			"item 3 1 u a item 3" A "a/3 1795010897 []\n"
			"item 7 2 u b item 3 http://127.0.0.1/b/3 1795010807 []\n"
			"item 11 3 u c item 2" A "c/2 1795007299 []\n"
			"item 4 1 u a item 2" A "a/2 1795007297 []\n"
			"item 8 2 u b item 2 http://127.0.0.1/b/2 1795007207 []\n"
			"item 12 3 u c item 1" A "c/1 1795003699 []\n"
			"item 5 1 u a item 1" A "a/1 1795003697 []\n"
			"item 9 2 u b item 1 http://127.0.0.1/b/1 1795003607 []\n"},
	{.file = "ttrss/27-headlines-page1.json",
		.step = REMOTE_STARRED,
		.told = "id 1\nid 2\nid 6\nid 10\nid 3\n"},
	{.file = "ttrss/28-headlines-page2.json",
		.step = REMOTE_LABEL,
		.arg.more = ROW_TEXT("l -1027 5"),
		.told = "id 7\nid 11\nid 4\nid 8\nid 12\n"},
	{.file = "ttrss/29-headlines-since.json",
		.step = REMOTE_NEW,
		.arg.newest = NUMBER("\x05"),
		.told = "item 6 2 u b item 4 http://127.0.0.1/b/4 1795014407 []\n"
			"item 10 3 u c item 3" A "c/3 1795010899 []\n"
			"item 7 2 u b item 3 http://127.0.0.1/b/3 1795010807 []\n"
			"item 11 3 u c item 2" A "c/2 1795007299 []\n"
			"item 8 2 u b item 2 http://127.0.0.1/b/2 1795007207 []\n"
			"item 12 3 u c item 1" A "c/1 1795003699 []\n"
			"item 9 2 u b item 1 http://127.0.0.1/b/1 1795003607 []\n"},
	/* A page that is not full is a list that cannot shift. */
	{.file = "ttrss/30-headlines-unread.json",
		.step = REMOTE_UNREAD,
		.told = "id 1\nid 2\nid 6\nid 10\nid 3\nid 7\nid 11\nid 4\nid 8\nid 12\n"
			"id 5\nid 9\ntotal 12\n"},
	{.file = "ttrss/48-headlines-unread-2.json",
		.step = REMOTE_UNREAD,
		.told = "id 10\nid 3\nid 11\nid 4\nid 12\nid 5\ntotal 6\n"},
	/* T3: otherwise the number is asked for before and after, and the page again. */
	{.body = FULL,
		.step = REMOTE_UNREAD,
		.told = SEVENS SEVENS SEVENS SEVENS "more b\n"},
	{.file = "ttrss/45-unread.json",
		.step = REMOTE_UNREAD,
		.arg.more = ROW_TEXT("b"),
		.told = "total 10\nmore p 0\n",
		.sent = true},
	{.body = FULL,
		.step = REMOTE_UNREAD,
		.arg.more = ROW_TEXT("p 0"),
		.told = SEVENS SEVENS SEVENS SEVENS "more p 200\n"},
	{.body = OKAY("[{\"id\":8}]"),
		.step = REMOTE_UNREAD,
		.arg.more = ROW_TEXT("p 200"),
		.told = "id 8\nmore p 201\n"},
	{.body = OKAY("[]"),
		.step = REMOTE_UNREAD,
		.arg.more = ROW_TEXT("p 201"),
		.told = "more e\n"},
	{.file = "ttrss/45-unread.json",
		.step = REMOTE_UNREAD,
		.arg.more = ROW_TEXT("e"),
		.told = "total 10\n"},
	{.file = "ttrss/44-headlines-starred.json",
		.step = REMOTE_STARRED,
		.told = "id 6\n"},
	{.body = FULL,
		.step = REMOTE_STARRED,
		.arg.more = ROW_TEXT("p 200"),
		.told = "more p 400\n" SEVENS SEVENS SEVENS SEVENS},
	{.body = LABELS,
		.step = REMOTE_LABEL,
		.arg.label = ROW_TEXT("to keep"),
		.told = "more l -1028\n"},
	{.body = FULL,
		.step = REMOTE_LABEL,
		.arg = {.label = ROW_TEXT("to keep"), .more = ROW_TEXT("l -1028")},
		.told = "more l -1028 200\n" SEVENS SEVENS SEVENS SEVENS},
	{.body = LABELS,
		.step = REMOTE_LABEL,
		.arg.label = ROW_TEXT("to"),
		.verdict = REMOTE_REFUSED,
		.error = "no such label"},
	{.file = "ttrss/51-headlines-after-unsubscribe.json",
		.step = REMOTE_STARRED,
		.told = "id 1\nid 2\nid 6\nid 3\nid 7\nid 4\nid 8\nid 5\nid 9\n"},
	{.file = "ttrss/32-headlines-raw.json",
		.step = REMOTE_NEW,
		.told = "item 1 1 u a item 5" A "a/5 1795018097 []\n"},
	{.body = OKAY(
		 "[{\"id\":3,\"feed_id\":0,\"unread\":false,\"marked\":true,"
		 "\"labels\":[[-1028,\"to keep\",\"\",\"\"]],\"tags\":[\"\",\"a\"]}]"),
		.step = REMOTE_NEW,
		.told = "item 3  -s - - [to keep]\n",
		.loose = true},
	{.file = "ttrss/42-article.json",
		.step = REMOTE_CONTENTS,
		.told = "item 6 2 us b item 4 http://127.0.0.1/b/4 1795014360 []\n"
			"item 10 3 u c item 3" A "c/3 1795010880 []\n"},
	{.file = "ttrss/43-article-unknown.json", .step = REMOTE_CONTENTS, .told = ""},
	{.file = "ttrss/33-mark-read.json",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_READ, .on = true, .ids = ids, .ids_len = 2},
		.told = "",
		.sent = true},
	{.file = "ttrss/34-star.json",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR, .on = true, .ids = &ids[2], .ids_len = 1},
		.told = "",
		.sent = true},
	/* T23 */
	{.file = "ttrss/38-mark-unknown.json", .step = REMOTE_MARK, .told = ""},
	{.file = "ttrss/39-mark-same.json",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_READ, .on = true, .ids = ids, .ids_len = 1},
		.told = "",
		.sent = true},
	{.body = LABELS,
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_TAG, .label = ROW_TEXT("later")},
		.told = "more l -1027\n"},
	{.file = "ttrss/41-label-none.json",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_TAG,
			.label = ROW_TEXT("later"),
			.more = ROW_TEXT("l -1027")},
		.told = ""},
	{.file = "ttrss/49-unsubscribe.json",
		.step = REMOTE_UNSUBSCRIBE,
		.arg.feed = ROW_TEXT("3"),
		.told = "",
		.sent = true},
	{.file = "ttrss/50-unsubscribe-again.json",
		.step = REMOTE_UNSUBSCRIBE,
		.arg.feed = ROW_TEXT("3"),
		.told = "",
		.sent = true},
	{.body = ERROR("FEED_NOT_FOUND"),
		.step = REMOTE_REFRESH,
		.verdict = REMOTE_REFUSED},
	{.body = OKAY("null"), .step = REMOTE_UNREAD, .verdict = REMOTE_LATER},
	{.body = "<html>", .step = REMOTE_UNREAD, .verdict = REMOTE_LATER},
	{.body = "[]", .step = REMOTE_UNREAD, .verdict = REMOTE_LATER},
	{.status = 502, .body = "", .step = REMOTE_UNREAD, .verdict = REMOTE_SPLIT},
};

#define API "POST http://t.org/api/\n"
#define CALL(op) API "{\"op\":\"" op "\",\"sid\":\"" SID "\""

static const struct remote_asked askeds[] = {
	{REMOTE_PROBE, {0}, API "{\"op\":\"isLoggedIn\"}", NULL},
	{REMOTE_LOGIN, {0},
		API "{\"op\":\"login\",\"user\":\"ann\",\"password\":\"readerpw1\"}",
		NULL},
	{REMOTE_UNREAD, {0},
		CALL("getHeadlines") ",\"limit\":200,\"skip\":0,\"feed_id\":-4,"
				     "\"view_mode\":\"unread\"}",
		NULL},
	{REMOTE_UNREAD, {.more = ROW_TEXT("p 400")},
		CALL("getHeadlines") ",\"limit\":200,\"skip\":400,\"feed_id\":-4,"
				     "\"view_mode\":\"unread\"}",
		NULL},
	{REMOTE_STARRED, {.more = ROW_TEXT("p 200")},
		CALL("getHeadlines") ",\"limit\":200,\"skip\":200,\"feed_id\":-1,"
				     "\"view_mode\":\"all_articles\"}",
		NULL},
	{REMOTE_LABEL, {.label = ROW_TEXT("x")}, CALL("getLabels") "}", NULL},
	{REMOTE_LABEL, {.label = ROW_TEXT("x"), .more = ROW_TEXT("l -1027")},
		CALL("getHeadlines") ",\"limit\":200,\"skip\":0,\"feed_id\":-1027,"
				     "\"view_mode\":\"all_articles\"}",
		NULL},
	{REMOTE_LABEL, {.label = ROW_TEXT("x"), .more = ROW_TEXT("l -1027 200")},
		CALL("getHeadlines") ",\"limit\":200,\"skip\":200,\"feed_id\":-1027,"
				     "\"view_mode\":\"all_articles\"}",
		NULL},
	{REMOTE_NEW, {.newest = NUMBER("\x05"), .more = ROW_TEXT("p 200")},
		CALL("getHeadlines") ",\"limit\":200,\"skip\":200,\"feed_id\":-4,"
				     "\"view_mode\":\"all_articles\","
				     "\"show_content\":true,\"include_attachments\":true,"
				     "\"since_id\":5}",
		NULL},
	{REMOTE_CONTENTS, {.ids = ids, .ids_len = 3},
		CALL("getArticle") ",\"article_id\":\"1,2,6\"}", NULL},
	{REMOTE_MARK, {.word = REMOTE_READ, .ids = ids, .ids_len = 3},
		CALL("updateArticle") ",\"article_ids\":\"1,2,6\",\"field\":2,\"mode\":"
				      "1}",
		NULL},
	{REMOTE_MARK, {.word = REMOTE_STAR, .ids = ids, .ids_len = 1},
		CALL("updateArticle") ",\"article_ids\":\"1\",\"field\":0,\"mode\":0}",
		NULL},
	{REMOTE_MARK,
		{.word = REMOTE_TAG,
			.on = true,
			.ids = ids,
			.ids_len = 1,
			.more = ROW_TEXT("l -1027")},
		CALL("setArticleLabel") ",\"article_ids\":\"1\",\"label_id\":-1027,"
					"\"assign\":true}",
		NULL},
	{REMOTE_SUBSCRIBE,
		{.url = ROW_TEXT("http://a/"),
			.folder = ROW_TEXT("4"),
			.more = ROW_TEXT("u http://a/f")},
		CALL("subscribeToFeed") ",\"feed_url\":\"http://a/f\",\"category_id\":4}",
		NULL},
	{REMOTE_EDIT, {.feed = ROW_TEXT("1"), .title = ROW_TEXT("x")}, "none", NULL},
	{REMOTE_REFRESH, {0}, "none", NULL},
	{REMOTE_MAKE_FOLDER, {.title = ROW_TEXT("x")}, "none", NULL},
};

static const char *const sets[] = {"ttrss", NULL};

/* Its preferences, and what would change more than was seen (T8). */
static const char *const unasked[] = {
	"ttrss/06-level.json",
	"ttrss/08-config.json",
	"ttrss/09-pref.json",
	"ttrss/23-categories.json",
	"ttrss/31-headlines-header.json",
	"ttrss/35-publish.json",
	"ttrss/36-unpublish.json",
	"ttrss/37-note.json",
	"ttrss/46-catchup-feed.json",
	"ttrss/47-catchup-week.json",
	"ttrss/52-logout.json",
	NULL,
};

static struct remote_rows rows = {
	.backend = &remote_ttrss,
	.base = "http://t.org",
	.user = "ann",
	.password = "readerpw1",
	.token = SID,
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
