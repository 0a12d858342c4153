/* Fever: what FreshRSS answered, as structs; structs, as requests. */
#include "config.h"

#include "unit.h"

#include "remote/fever.h"
#include "remote/md5.h"
#include "remote_rows.h"

/* 1795909314701010 and one more, 100 */
static const struct span ids[] = {ROW_TEXT("\0\0\x06\x61\x5e\xb8\xc0\x66\xd2"),
	ROW_TEXT("\0\0\x06\x61\x5e\xb8\xc0\x66\xd3"), ROW_TEXT("\0\0\0\0\0\0\0\0\x64")};

#define KEY "api_key=2b106249f18b7e4cfe322714e0d90dee"
#define FRESH "FreshRSS"
#define HEAD "{\"api_version\":3,\"auth\":1,\"last_refreshed_on_time\":1,"
#define MARK_READ                                                                        \
	{                                                                                \
		.word = REMOTE_READ, .on = true, .ids = ids, .ids_len = 1                \
	}

#define A " ＜b＞ Übung 世界 http://127.0.0.1:8961/"
#define B " http://127.0.0.1:8961/"

#define ITEM_A(n, id, at) "item " id " 2 u a item " n A "a/" n " " at " []\n"
#define ITEM_B(n, id, at) "item " id " 3 u b item " n B "b/" n " " at " []\n"
#define ITEM_C(n, id, at, flags)                                                         \
	"item " id " 4 " flags " c item " n A "c/" n " " at " []\n"
#define ITEMS_A                                                                          \
	ITEM_A("1", "1795909314701010", "1795003697")                                    \
	ITEM_A("2", "1795909314701011", "1795007297")                                    \
	ITEM_A("3", "1795909314701012", "1795010897")
#define ITEMS_A45                                                                        \
	ITEM_A("4", "1795909314701013", "1795014497")                                    \
	ITEM_A("5", "1795909314701014", "1795018097")
#define ITEMS_B                                                                          \
	ITEM_B("2", "1795909314727204", "1795007207")                                    \
	ITEM_B("3", "1795909314727205", "1795010807")                                    \
	ITEM_B("4", "1795909314727206", "1795014407")
#define ITEMS_C                                                                          \
	ITEM_C("1", "1795909314742092", "1795003699", "us")                              \
	ITEM_C("2", "1795909314742093", "1795007299", "u")                               \
	ITEM_C("3", "1795909314742094", "1795010899", "u")
#define ITEMS                                                                            \
	ITEMS_A ITEMS_A45 ITEM_B("1", "1795909314727203", "1795003607") ITEMS_B ITEMS_C

static const struct remote_told tolds[] = {
	{.file = "fever-freshrss/01-auth.json",
		.step = REMOTE_LOGIN,
		.told = "",
		.sent = true},
	/* T16 */
	{.file = "fever-freshrss/02-auth-wrong.json",
		.step = REMOTE_LOGIN,
		.verdict = REMOTE_REST,
		.error = "wrong"},
	{.file = "fever-freshrss/02-auth-wrong.json",
		.step = REMOTE_UNREAD,
		.verdict = REMOTE_AGAIN_LOGIN},
	{.file = "fever-freshrss/02-auth-wrong.json", .step = REMOTE_PROBE},
	{.body = "{}", .step = REMOTE_PROBE, .verdict = REMOTE_OTHER},
	{.body = "<html>", .step = REMOTE_PROBE, .verdict = REMOTE_OTHER},
	{.file = "fever-freshrss/03-groups.json",
		.step = REMOTE_FOLDERS,
		.told = "folder folder 2 Coast ＆ sea\nfolder folder 3 New folder\n"
			"folder folder 5 One／Two\nfolder folder 4 Two\n"
			"folder folder 1 Uncategorized\n",
		.sent = true},
	{.file = "fever-freshrss/04-feeds.json",
		.step = REMOTE_FEEDS,
		.told = "feed 4 http://127.0.0.1:8961/c.xml C ü \"quoted\" ＜b＞ [3]\n"
			"feed 2 http://127.0.0.1:8961/a.xml Feed a ＆ friends [1]\n"
			"feed 3 http://127.0.0.1:8961/b.xml My b ＆ title [2]\n",
		.sent = true},
	{.body = HEAD "\"feeds\":[{\"id\":7,\"url\":\"http://a/\"},{\"id\":8}],"
		      "\"feeds_groups\":[{\"group_id\":1,\"feed_ids\":\"9,7\"},"
		      "{\"group_id\":2,\"feed_ids\":7}]}",
		.step = REMOTE_FEEDS,
		.told = "feed 7 http://a/  [1,2]\nfeed 8   []\n"},
	{.file = "fever-freshrss/07-unread.json",
		.step = REMOTE_UNREAD,
		.told = "id 1795909314701010\nid 1795909314701011\nid 1795909314701012\n"
			"id 1795909314701013\nid 1795909314701014\nid 1795909314727203\n"
			"id 1795909314727204\nid 1795909314727205\nid 1795909314727206\n"
			"id 1795909314742092\nid 1795909314742093\nid 1795909314742094\n",
		.sent = true},
	{.body = HEAD "\"unread_item_ids\":\"\"}", .step = REMOTE_UNREAD, .told = ""},
	{.body = HEAD "\"unread_item_ids\":\"5, 7,x,\"}",
		.step = REMOTE_UNREAD,
		.told = "id 5\nid 7\n"},
	/* T18: another selector was answered. */
	{.file = "made-fever-miniflux/01-first-selector-only.json",
		.step = REMOTE_UNREAD,
		.verdict = REMOTE_LATER},
	{.file = "made-fever-miniflux/01-first-selector-only.json",
		.step = REMOTE_FOLDERS,
		.told = "folder folder 1 All\n"},
	{.file = "made-fever-commafeed/01-unread-cut.json", .step = REMOTE_UNREAD},
	{.file = "fever-freshrss/08-saved.json",
		.step = REMOTE_STARRED,
		.told = "id 1795909314742092\n",
		.sent = true},
	{.file = "fever-freshrss/09-items-first.json",
		.step = REMOTE_CONTENTS,
		.told = ITEMS},
	{.file = "fever-freshrss/10-items-since-0.json",
		.step = REMOTE_NEW,
		.arg.newest = ROW_TEXT("\0\0\0\0\0\0\0\0\0"),
		.told = ITEMS "more 1795909314742094\n",
		.sent = true},
	{.file = "fever-freshrss/11-items-since.json",
		.step = REMOTE_NEW,
		.arg = {.newest = ROW_TEXT("\0\0\0\0\0\0\0\0\0"),
			.more = ROW_TEXT("1795909314727203")},
		.told = ITEMS_B ITEMS_C "more 1795909314742094\n",
		.sent = true},
	{.file = "fever-freshrss/12-items-since-last.json",
		.step = REMOTE_NEW,
		.arg = {.newest = ROW_TEXT("\0\0\0\0\0\0\0\0\0"),
			.more = ROW_TEXT("1795909314742094")},
		.told = "",
		.sent = true},
	{.file = "fever-freshrss/13-items-max.json", .step = REMOTE_CONTENTS},
	{.file = "fever-freshrss/14-items-with.json",
		.step = REMOTE_CONTENTS,
		.told = ITEMS_A},
	{.file = "fever-freshrss/15-items-with-60.json",
		.step = REMOTE_CONTENTS,
		.told = ITEMS},
	{.file = "fever-freshrss/16-mark-read.json",
		.step = REMOTE_MARK,
		.arg = MARK_READ,
		.told = "",
		.sent = true},
	{.file = "fever-freshrss/17-mark-unread.json",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_READ, .ids = ids, .ids_len = 1},
		.told = "",
		.sent = true},
	{.file = "fever-freshrss/18-mark-saved.json",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR, .on = true, .ids = &ids[1], .ids_len = 1},
		.quirk = FRESH,
		.told = "",
		.sent = true},
	{.file = "fever-freshrss/19-mark-unsaved.json",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR, .ids = &ids[1], .ids_len = 1},
		.quirk = FRESH,
		.told = "",
		.sent = true},
	{.file = "fever-freshrss/20-mark-unknown.json",
		.step = REMOTE_MARK,
		.arg = MARK_READ,
		.told = ""},
	/* T17: a star that is there is not set again, and one that is not, not unset. */
	{.body = HEAD "\"saved_item_ids\":\"99,100\"}",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR, .on = true, .ids = &ids[2], .ids_len = 1},
		.told = ""},
	{.body = HEAD "\"saved_item_ids\":\"99,100\"}",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR, .ids = &ids[2], .ids_len = 1},
		.told = "more m\n"},
	{.body = HEAD "\"saved_item_ids\":\"1000\"}",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR, .on = true, .ids = &ids[2], .ids_len = 1},
		.told = "more m\n"},
	{.body = HEAD "\"groups\":[]}",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR, .on = true, .ids = &ids[2], .ids_len = 1},
		.verdict = REMOTE_LATER},
	{.file = "made-fever-miniflux/02-saved-toggles.json",
		.step = REMOTE_MARK,
		.arg = {.word = REMOTE_STAR,
			.on = true,
			.ids = &ids[2],
			.ids_len = 1,
			.more = ROW_TEXT("m")},
		.told = ""},
	{.file = "fever-freshrss/26-combined.json",
		.step = REMOTE_OVERVIEW,
		.arg.more = ROW_TEXT("s")},
	{.body = "<html>",
		.step = REMOTE_MARK,
		.arg = MARK_READ,
		.verdict = REMOTE_LATER},
};

#define API "POST http://f.org/api/fever.php?api"
#define ONE "1795909314701010"

static const struct remote_asked askeds[] = {
	{REMOTE_PROBE, {0}, API, NULL},
	{REMOTE_OVERVIEW, {0}, API "&unread_item_ids\n" KEY, NULL},
	{REMOTE_OVERVIEW, {.more = ROW_TEXT("s")}, API "&saved_item_ids\n" KEY, NULL},
	{REMOTE_NEW, {.newest = ROW_TEXT("\0\0\0\0\0\0\0\0\x64")},
		API "&items&since_id=100\n" KEY, NULL},
	{REMOTE_NEW, {0}, "none", NULL},
	{REMOTE_CONTENTS, {.ids = ids, .ids_len = 3},
		API "&items&with_ids=1795909314701010,1795909314701011,100\n" KEY, NULL},
	{REMOTE_MARK, {.word = REMOTE_STAR, .on = true, .ids = ids, .ids_len = 1},
		API "&saved_item_ids\n" KEY, NULL},
	{REMOTE_MARK,
		{.word = REMOTE_STAR,
			.on = true,
			.ids = ids,
			.ids_len = 1,
			.more = ROW_TEXT("m")},
		API "\n" KEY "&mark=item&as=saved&id=" ONE, NULL},
	/* T15 */
	{REMOTE_MARK, {.word = REMOTE_READ, .ids = ids, .ids_len = 2}, "none", NULL},
	{REMOTE_MARK, {.word = REMOTE_TAG, .ids = ids, .ids_len = 1}, "none", NULL},
	{REMOTE_SUBSCRIBE, {.url = ROW_TEXT("http://a/")}, "none", NULL},
};

static const char *const sets[] = {
	"fever-freshrss", "made-fever-miniflux", "made-fever-commafeed", NULL};

/* Pictures and links; what FreshRSS does nothing for; and marks of all items (T8). */
static const char *const unasked[] = {
	"fever-freshrss/05-favicons.json",
	"fever-freshrss/06-links.json",
	"fever-freshrss/21-mark-many.json",
	"fever-freshrss/22-mark-feed.json",
	"fever-freshrss/23-mark-feed-now.json",
	"fever-freshrss/24-mark-group.json",
	"fever-freshrss/25-mark-all.json",
	NULL,
};

static struct remote_rows rows = {
	.backend = &remote_fever,
	.base = "http://f.org/api/fever.php",
	.user = "ann",
	.password = "apipw123",
	.tolds = tolds,
	.tolds_len = COUNT_OF(tolds),
	.askeds = askeds,
	.askeds_len = COUNT_OF(askeds),
	.sets = sets,
	.unasked = unasked,
};

/* RFC 1321, section A.5 */
static void
md5(void **state)
{
	static const char *const sums[][2] = {
		{"", "d41d8cd98f00b204e9800998ecf8427e"},
		{"a", "0cc175b9c0f1b6a831c399e269772661"},
		{"abc", "900150983cd24fb0d6963f7d28e17f72"},
		{"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
		{"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
			"d174ab98d277d9f5a5611c2c9f419d9f"},
		{"1234567890123456789012345678901234567890123456789012345678901234567890"
		 "1234567890",
			"57edf4a22be3c955ac49da2e2107b67a"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(sums); i++) {
		char out[REMOTE_MD5_TEXT];
		remote_md5(span_of(sums[i][0]), out);
		assert_string_equal(out, sums[i][1]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		REMOTE_ROWS(&rows),
		cmocka_unit_test(md5),
	};
	return UNIT_RUN(tests);
}
