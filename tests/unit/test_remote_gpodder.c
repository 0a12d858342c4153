/*
 * The protocol of gpodder.net and Nextcloud's gPodder Sync: actions as AntennaPod,
 * gPodder and the servers write them, and what servers get wrong.
 */
#include "config.h"

#include "unit.h"

#include "recorded.h"
#include "remote/gpodder.h"
#include "remote_rows.h"

#define POD "https://p.org/feed"
#define EPISODE "https://p.org/1.mp3"
#define ACTION(rest) "{\"podcast\":\"" POD "\",\"episode\":\"" EPISODE "\"," rest "}"
#define ACTIONS(list) "{\"actions\":[" list "],\"timestamp\":1795909314}"
/* 2026-11-28T12:00:00Z */
#define NOON "1795867200"
#define AT "\"timestamp\":\"2026-11-28T12:00:00\""

static const struct remote_place places[] = {
	{.podcast = ROW_TEXT(POD),
		.episode = ROW_TEXT(EPISODE),
		.guid = ROW_TEXT("g\"1"),
		.at = 1795867200,
		.position = 754321,
		.total = 2892000},
	{.podcast = ROW_TEXT(POD),
		.episode = ROW_TEXT("https://p.org/2.mp3"),
		.at = 1795867201,
		.position = 0,
		.total = 60000,
		.played = true},
	{.podcast = ROW_TEXT(POD),
		.episode = ROW_TEXT("https://p.org/3.mp3"),
		.at = 1795867202,
		.position = 5000},
	{.podcast = ROW_TEXT(POD),
		.episode = ROW_TEXT("https://p.org/4.mp3"),
		.at = 1795867203,
		.position = 59200,
		.total = 59300},
};

#define SENT                                                                             \
	"[{\"podcast\":\"" POD "\",\"episode\":\"" EPISODE                               \
	"\",\"guid\":\"g\\\"1\",\"device\":\"courant\",\"action\":\"play\"," AT          \
	",\"started\":0,\"position\":754,\"total\":2892},"                               \
	"{\"podcast\":\"" POD "\",\"episode\":\"https://p.org/2.mp3\","                  \
	"\"device\":\"courant\",\"action\":\"play\","                                    \
	"\"timestamp\":\"2026-11-28T12:00:01\",\"started\":0,\"position\":60,"           \
	"\"total\":60},"                                                                 \
	"{\"podcast\":\"" POD "\",\"episode\":\"https://p.org/3.mp3\","                  \
	"\"device\":\"courant\",\"action\":\"play\","                                    \
	"\"timestamp\":\"2026-11-28T12:00:02\",\"position\":5},"                         \
	"{\"podcast\":\"" POD "\",\"episode\":\"https://p.org/4.mp3\","                  \
	"\"device\":\"courant\",\"action\":\"play\","                                    \
	"\"timestamp\":\"2026-11-28T12:00:03\",\"started\":0,\"position\":59,"           \
	"\"total\":60}]"

static const struct span urls[] = {
	ROW_TEXT("https://a.org/"), ROW_TEXT("https://b.org/")};

static const struct remote_told tolds[] = {
	{.body = ACTIONS(ACTION("\"action\":\"play\"," AT
				",\"started\":0,\"position\":754,\"total\":2892")),
		.step = REMOTE_LISTENED,
		.told = "place " POD " " EPISODE "  " NOON " 754000/2892000\n",
		.loose = true},
	/* In upper case, with a zone, a guid, numbers as texts. */
	{.body = ACTIONS(ACTION("\"action\":\"PLAY\",\"guid\":\"g1\",\"timestamp\":"
				"\"2026-11-28T13:00:00+01:00\",\"position\":\"60\","
				"\"total\":\"60\"")),
		.step = REMOTE_LISTENED,
		.told = "place " POD " " EPISODE " g1 " NOON " 60000/60000 played\n",
		.loose = true},
	{.body = ACTIONS(
		 ACTION("\"action\":\"play\",\"guid\":null," AT ",\"position\":5")),
		.step = REMOTE_LISTENED,
		.told = "place " POD " " EPISODE "  " NOON " 5000/0\n",
		.loose = true},
	/* Both ways of taking "played" back. */
	{.body = ACTIONS(ACTION("\"action\":\"play\"," AT
				",\"started\":-1,\"position\":-1,\"total\":-1")),
		.step = REMOTE_LISTENED,
		.told = "place " POD " " EPISODE "  " NOON " 0/0\n",
		.loose = true},
	{.body = ACTIONS(ACTION("\"action\":\"new\"," AT)),
		.step = REMOTE_LISTENED,
		.told = "place " POD " " EPISODE "  " NOON " 0/0\n",
		.loose = true},
	/* Nothing that concerns positions, or makes no sense. */
	{.body = ACTIONS(ACTION("\"action\":\"delete\"," AT) "," ACTION(
		 "\"action\":"
		 "\"download\""
		 "," AT) "," ACTION("\"action\":\"play\"," AT) "," ACTION("\"action\":"
									  "\"play\","
									  "\"position\":"
									  "5") "," ACTION("\"action\":"
											  "\"play\"," AT
											  ",\"position\":"
											  "99999999999") ",7"
													 ",n"
													 "ul"
													 "l,"
													 "{"
													 "\""
													 "ac"
													 "ti"
													 "on"
													 "\""
													 ":"
													 "\""
													 "pl"
													 "ay"
													 "\""
													 "," AT
													 ","
													 "\""
													 "po"
													 "si"
													 "ti"
													 "on"
													 "\""
													 ":5"
													 ","
													 "\""
													 "ep"
													 "is"
													 "od"
													 "e"
													 "\""
													 ":"
													 "\""
													 "e"
													 "\""
													 "},"
													 "{"
													 "\""
													 "ac"
													 "ti"
													 "on"
													 "\""
													 ":"
													 "\""
													 "pl"
													 "ay"
													 "\""
													 "," AT
													 ","
													 "\""
													 "po"
													 "si"
													 "ti"
													 "on"
													 "\""
													 ":5"
													 ","
													 "\""
													 "po"
													 "dc"
													 "as"
													 "t"
													 "\""
													 ":"
													 "\""
													 "p"
													 "\""
													 "}"),
		.step = REMOTE_LISTENED,
		.told = "",
		.loose = true},
	{.body = ACTIONS(""), .step = REMOTE_LISTENED, .told = ""},
	{.body = "[]", .step = REMOTE_LISTENED, .verdict = REMOTE_LATER},
	{.body = "<html>", .step = REMOTE_LISTENED, .verdict = REMOTE_LATER},
	{.status = 500, .body = "", .step = REMOTE_LISTENED, .verdict = REMOTE_LATER},
	{.status = 401,
		.body = "{\"code\":401,\"message\":\"Invalid username\"}",
		.step = REMOTE_LISTENED,
		.verdict = REMOTE_REST,
		.error = "password is wrong"},
	/* Addresses that the server does not take are rewritten to "". */
	{.body = "{\"timestamp\":1,\"update_urls\":[[\"x\",\"\"]]}",
		.step = REMOTE_LEAVE,
		.arg = {.places = places, .places_len = 4},
		.told = ""},
	{.body = "",
		.step = REMOTE_LEAVE,
		.arg = {.places = places, .places_len = 4},
		.verdict = REMOTE_LATER},
	{.status = 500,
		.body = "",
		.step = REMOTE_SUBSCRIBE,
		.arg = {.left = urls, .left_len = 2},
		.verdict = REMOTE_SPLIT},
	{.status = 503,
		.body = "",
		.step = REMOTE_SUBSCRIBE,
		.arg = {.left = urls, .left_len = 2},
		.verdict = REMOTE_LATER},
	{.status = 500,
		.body = "",
		.step = REMOTE_LEAVE,
		.arg = {.places = places, .places_len = 4},
		.verdict = REMOTE_SPLIT},
	{.status = 500,
		.body = "",
		.step = REMOTE_LEAVE,
		.arg = {.places = places, .places_len = 1},
		.verdict = REMOTE_SPLIT},
	{.body = "<html>",
		.step = REMOTE_LEAVE,
		.arg = {.places = places, .places_len = 4},
		.verdict = REMOTE_LATER},
	{.body = "[\"https://a.org/\",{\"url\":\"https://b.org/\",\"title\":\"B\"},"
		 "{\"feed\":\"https://c.org/\",\"title\":null,\"website\":\"https://c/"
		 "\"},{}]",
		.step = REMOTE_FEEDS,
		.told = "feed https://a.org/ https://a.org/  []\n"
			"feed https://b.org/ https://b.org/ B []\n"
			"feed https://c.org/ https://c.org/  []\n",
		.loose = true},
	{.body = "{\"add\":[\"https://a.org/\"],\"remove\":[\"https://b.org/\"],"
		 "\"timestamp\":1}",
		.step = REMOTE_FEEDS,
		.told = "feed https://a.org/ https://a.org/  []\n",
		.loose = true},
	{.body = "[]", .step = REMOTE_FEEDS, .told = ""},
	{.status = 404,
		.body = "{\"message\":\"no devices\"}",
		.step = REMOTE_TOKEN,
		.told = ""},
	{.body = "", .step = REMOTE_LOGIN, .told = ""},
	{.status = 400, .body = "", .step = REMOTE_LOGIN, .verdict = REMOTE_REST},
	{.status = 401, .body = "", .step = REMOTE_LOGIN, .verdict = REMOTE_REST},
	{.status = 401, .body = "<html>", .step = REMOTE_PROBE, .verdict = REMOTE_OTHER},
	{.status = 404, .body = "{}", .step = REMOTE_PROBE, .verdict = REMOTE_OTHER},
};

#define API "https://g.org/api/2/"
#define SYNC "https://g.org/index.php/apps/gpoddersync/"

static const struct remote_asked askeds[] = {
	{REMOTE_PROBE, {0}, "GET " API "devices/courant.json", NULL},
	{REMOTE_LOGIN, {0}, "POST " API "auth/ann%20b/login.json", NULL},
	{REMOTE_TOKEN, {0},
		"POST " API "devices/ann%20b/courant.json\n"
		"{\"caption\":\"courant\",\"type\":\"desktop\"}",
		NULL},
	{REMOTE_FEEDS, {0}, "GET https://g.org/subscriptions/ann%20b.json", NULL},
	{REMOTE_SUBSCRIBE, {.urls = urls, .urls_len = 2},
		"POST " API "subscriptions/ann%20b/courant.json\n"
		"{\"add\":[\"https://a.org/\",\"https://b.org/\"],\"remove\":[]}",
		NULL},
	{REMOTE_LISTENED, {0}, "GET " API "episodes/ann%20b.json?since=1&aggregated=true",
		NULL},
	{REMOTE_LISTENED, {.since = 1795909314},
		"GET " API "episodes/ann%20b.json?since=1795909314&aggregated=true",
		NULL},
	{REMOTE_LEAVE, {.places = places, .places_len = 4},
		"POST " API "episodes/ann%20b.json\n" SENT, NULL},
	{REMOTE_UNREAD, {0}, "none", NULL},
	{REMOTE_MARK, {0}, "none", NULL},
};

static const struct remote_asked sync_askeds[] = {
	{REMOTE_PROBE, {0}, "GET " SYNC "subscriptions", NULL},
	{REMOTE_LOGIN, {0}, "GET " SYNC "episode_action?since=4102444800", NULL},
	{REMOTE_FEEDS, {0}, "GET " SYNC "subscriptions?since=1", NULL},
	{REMOTE_SUBSCRIBE, {.urls = urls, .urls_len = 1},
		"POST " SYNC "subscription_change/create\n"
		"{\"add\":[\"https://a.org/\"],\"remove\":[]}",
		NULL},
	{REMOTE_SUBSCRIBE, {.left = urls, .left_len = 2},
		"POST " SYNC "subscription_change/create\n"
		"{\"add\":[],\"remove\":[\"https://a.org/\",\"https://b.org/\"]}",
		NULL},
	{REMOTE_SUBSCRIBE, {0},
		"POST " SYNC "subscription_change/create\n{\"add\":[],\"remove\":[]}",
		NULL},
	{REMOTE_LISTENED, {.since = 1795909314},
		"GET " SYNC "episode_action?since=1795909314", NULL},
	{REMOTE_LEAVE, {.places = places, .places_len = 4},
		"POST " SYNC "episode_action/create\n" SENT, NULL},
	{REMOTE_TOKEN, {0}, "none", NULL},
};

static const char *const sets[] = {NULL};

static struct remote_rows rows = {
	.backend = &remote_gpodder,
	.base = "https://g.org",
	.user = "ann b",
	.password = "pw",
	.tolds = tolds,
	.tolds_len = COUNT_OF(tolds),
	.askeds = askeds,
	.askeds_len = COUNT_OF(askeds),
	.sets = sets,
};

static struct remote_rows sync_rows = {
	.backend = &remote_gpoddersync,
	.base = "https://g.org",
	.user = "ann b",
	.password = "pw",
	.tolds = tolds,
	.tolds_len = COUNT_OF(tolds),
	.askeds = sync_askeds,
	.askeds_len = COUNT_OF(sync_askeds),
	.sets = sets,
};

int
main(void)
{
	const struct CMUnitTest tests[] = {REMOTE_ROWS(&rows), REMOTE_ROWS(&sync_rows)};
	return UNIT_RUN(tests);
}
