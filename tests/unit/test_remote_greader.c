/* The Google Reader API: what servers answered, as structs; structs, as requests. */
#include "config.h"

#include "unit.h"

#include "recorded.h"
#include "remote/greader.h"
#include "remote/id.h"
#include "remote/quirk.h"
#include "remote/title.h"

struct fixture {
	struct remote_session session;
	struct recorded rec;
};

static int
setup(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);
	remote_session_init(&f->session, &remote_greader);
	f->session.base = "http://127.0.0.1/api/greader.php";
	f->session.user = "ann";
	f->session.password = "a&b c";
	*state = f;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;
	remote_session_done(&f->session);
	free(f);
	return 0;
}

struct told {
	const char *file;
	enum remote_step step;
	enum remote_verdict verdict;
	const char *told;
};

static const struct told tolds[] = {
	{"greader-freshrss/06-token.json", REMOTE_TOKEN, REMOTE_OK, ""},
	{"greader-freshrss/10-subscriptions-none.json", REMOTE_FEEDS, REMOTE_OK, ""},
	{"greader-freshrss/17-subscriptions.json", REMOTE_FEEDS, REMOTE_OK,
		"feed feed/3 http://127.0.0.1:8961/b.xml My b ＆ title [Coast & sea]\n"
		"feed feed/2 http://127.0.0.1:8961/a.xml Feed a ＆ friends "
		"[Uncategorized]\n"
		"feed feed/4 http://127.0.0.1:8961/c.xml Feed c ＆ friends "
		"[Uncategorized]\n"},
	{"greader-freshrss/18-tag-list.json", REMOTE_FOLDERS, REMOTE_OK,
		"folder folder Coast & sea\nfolder folder Uncategorized\n"},
	{"greader-freshrss/36-tag-list-2.json", REMOTE_FOLDERS, REMOTE_OK,
		"folder folder Coast & sea\nfolder folder Uncategorized\n"
		"folder label to keep\n"},
	{"greader-freshrss/21-ids-unread-page1.json", REMOTE_UNREAD, REMOTE_OK,
		"id 1795909314742094\nid 1795909314742093\nid 1795909314742092\n"
		"id 1795909314727206\nid 1795909314727205\nmore 1795909314727205\n"},
	{"greader-freshrss/25-contents-unknown.json", REMOTE_CONTENTS, REMOTE_OK, ""},
	{"greader-freshrss/31-mark-read.json", REMOTE_MARK, REMOTE_OK, ""},
	{"greader-freshrss/43-edit-tag-badtoken.json", REMOTE_MARK, REMOTE_AGAIN_TOKEN,
		NULL},
	{"greader-freshrss/05-badauth.json", REMOTE_FEEDS, REMOTE_AGAIN_LOGIN, NULL},
	{"greader-freshrss/02-login-wrong.json", REMOTE_LOGIN, REMOTE_REST, NULL},
	{"greader-freshrss/11-quickadd.json", REMOTE_SUBSCRIBE, REMOTE_OK,
		"feed feed/2  Feed a &amp; friends []\n"},
	{"greader-freshrss/12-quickadd-again.json", REMOTE_SUBSCRIBE, REMOTE_OK, ""},
	{"greader-freshrss/13-quickadd-fails.json", REMOTE_SUBSCRIBE, REMOTE_REFUSED,
		NULL},
	{"greader-freshrss/57-nosuch.json", REMOTE_EDIT, REMOTE_REFUSED, NULL},
	{"made-greader-bazqux/01-ids.json", REMOTE_UNREAD, REMOTE_OK,
		"id 150177826473082\nid -9203023375158575101\n"},
	{"made-greader-bazqux/02-login-expired.json", REMOTE_LOGIN, REMOTE_REST, NULL},
	{"made-greader-theoldreader/01-ids.json", REMOTE_UNREAD, REMOTE_OK,
		"id 00157a17b192950b65be3791\nid 00157a17b192950b65be3790\n"},
	{"made-greader-theoldreader/02-error.json", REMOTE_FEEDS, REMOTE_LATER, NULL},
	{"made-greader-theoldreader/03-quickadd-fails.json", REMOTE_SUBSCRIBE,
		REMOTE_REFUSED, NULL},
	{"made-greader-miniflux/03-badtoken.json", REMOTE_MARK, REMOTE_AGAIN_TOKEN, NULL},
	{"made-greader-miniflux/04-tag-list.json", REMOTE_FOLDERS, REMOTE_OK,
		"folder folder Tech\n"},
	{"made-greader-miniflux/05-subscription-list.json", REMOTE_FEEDS, REMOTE_OK,
		"feed feed/42 https://example.org/feed.xml Example [Tech]\n"},
	{"made-greader-miniflux/06-ids-page1.json", REMOTE_UNREAD, REMOTE_OK,
		"id 12345\nid 12344\nmore 2\n"},
	/* What is not there, looks empty there: not an empty list. */
	{"made-greader-miniflux/09-unknown-path.json", REMOTE_UNREAD, REMOTE_LATER, NULL},
	{"made-greader-miniflux/09-unknown-path.json", REMOTE_OVERVIEW, REMOTE_OK, ""},
	{"made-greader-miniflux/10-label-ids.json", REMOTE_LABEL, REMOTE_SPLIT, NULL},
	{"made-greader-inoreader/01-limit.json", REMOTE_UNREAD, REMOTE_LATER, NULL},
	{"made-greader-inoreader/02-ids.json", REMOTE_UNREAD, REMOTE_OK,
		"id 3614359203\nmore Ab1\n"},
	{"made-rot/01-captive-portal.json", REMOTE_FEEDS, REMOTE_LATER, NULL},
	{"made-rot/01-captive-portal.json", REMOTE_MARK, REMOTE_LATER, NULL},
	{"made-rot/01-captive-portal.json", REMOTE_LOGIN, REMOTE_LATER, NULL},
	{"made-rot/01-captive-portal.json", REMOTE_TOKEN, REMOTE_LATER, NULL},
	{"made-rot/01-captive-portal.json", REMOTE_PROBE, REMOTE_OTHER, NULL},
	{"made-rot/02-numbers-as-text.json", REMOTE_OVERVIEW, REMOTE_OK,
		"count feed/1 0 \ncount user/-/label/x 3 \n"},
	{"made-rot/04-duplicate-ids.json", REMOTE_UNREAD, REMOTE_OK,
		"id 12345\nid 12345\nid 12345\n"},
};

static void
recorded_answers(void **state)
{
	struct fixture *f = *state;
	const struct remote_arg arg = {0};
	for (size_t i = 0; i < sizeof tolds / sizeof *tolds; i++) {
		const struct told *t = &tolds[i];
		recorded_open(&f->rec, t->file);
		enum remote_verdict verdict = recorded_take(
			&f->rec, &remote_greader, &f->session, t->step, &arg);
		if (verdict != t->verdict)
			fail_msg("%s: verdict %d, not %d (%s)", t->file, verdict,
				t->verdict, f->rec.err.text);
		if (t->told)
			assert_string_equal(buf_str(&f->rec.told), t->told);
		if (verdict != REMOTE_OK)
			assert_true(*f->rec.err.text);
		recorded_close(&f->rec);
	}
}

static void
login_sets_the_token(void **state)
{
	struct fixture *f = *state;
	const struct remote_arg arg = {0};
	recorded_open(&f->rec, "greader-freshrss/03-login.json");
	assert_int_equal(
		recorded_take(&f->rec, &remote_greader, &f->session, REMOTE_LOGIN, &arg),
		REMOTE_OK);
	assert_string_equal(buf_str(&f->session.token),
		"ann/f6fad060caedc358183c86bd43a401620836a16d");
	recorded_close(&f->rec);
}

static void
contents(void **state)
{
	struct fixture *f = *state;
	const struct remote_arg arg = {0};
	recorded_open(&f->rec, "greader-freshrss/34-contents-star-and-read.json");
	assert_int_equal(recorded_take(&f->rec, &remote_greader, &f->session,
				 REMOTE_CONTENTS, &arg),
		REMOTE_OK);
	assert_non_null(strstr(buf_str(&f->rec.told), " feed/"));
	recorded_close(&f->rec);
	recorded_open(&f->rec, "made-greader-miniflux/08-contents.json");
	assert_int_equal(recorded_take(&f->rec, &remote_greader, &f->session,
				 REMOTE_CONTENTS, &arg),
		REMOTE_OK);
	assert_non_null(strstr(buf_str(&f->rec.told), "item 12345 feed/42 us Entry "));
	recorded_close(&f->rec);
}

/* FreshRSS writes wide signs into titles, which would otherwise come back to it (T11). */
static void
titles_of_feeds(void **state)
{
	struct fixture *f = *state;
	const struct remote_arg arg = {0};
	f->session.quirk = remote_quirk_named("greader", "FreshRSS");
	recorded_open(&f->rec, "greader-freshrss/50-subscriptions-2.json");
	assert_int_equal(
		recorded_take(&f->rec, &remote_greader, &f->session, REMOTE_FEEDS, &arg),
		REMOTE_OK);
	assert_non_null(strstr(buf_str(&f->rec.told), "My b & title ["));
	assert_non_null(strstr(buf_str(&f->rec.told), "C ü \"quoted\" <b> ["));
	recorded_close(&f->rec);
}

static struct span
basic(const void *of, const char *name)
{
	(void)of;
	bool asked = str_eq(name, "WWW-Authenticate");
	return asked ? SPAN_LIT("Basic realm=\"x\"") : (struct span){NULL, 0};
}

/* The password is not what is wrong. */
static void
a_guard_in_front(void **state)
{
	struct fixture *f = *state;
	struct err err;
	const struct remote_arg arg = {0};
	const struct remote_sink sink = {0};
	const struct remote_answer answer = {
		.status = 401, .body = SPAN_LIT("<html>401</html>"), .header = basic};
	assert_int_equal(remote_greader.take(
				 &f->session, REMOTE_LOGIN, &arg, &answer, &sink, &err),
		REMOTE_REST);
	assert_non_null(strstr(err.text, "HTTP authentication"));
}

static void
check_item(void *ctx, const struct remote_item *item)
{
	assert_string_equal(item->item->title, "AT&T");
	assert_string_equal(item->item->authors[0].name, "Ann & <Bob>");
	*(bool *)ctx = true;
}

/* Into those of items as well, and into their authors. */
static void
titles_of_items(void **state)
{
	struct fixture *f = *state;
	struct arena arena = ARENA_INIT;
	struct err err;
	bool came = false;
	const struct remote_arg arg = {0};
	const struct remote_sink sink = {
		.ctx = &came, .arena = &arena, .item = check_item};
	const struct remote_answer answer = {.status = 200,
		.body = SPAN_LIT("{\"items\":[{\"id\":\"5\",\"title\":\"AT＆T\","
				 "\"author\":\"Ann ＆ ＜Bob＞\"}]}")};
	f->session.quirk = remote_quirk_named("greader", "FreshRSS");
	assert_int_equal(remote_greader.take(&f->session, REMOTE_CONTENTS, &arg, &answer,
				 &sink, &err),
		REMOTE_OK);
	assert_true(came);
	arena_done(&arena);
}

/* What was wide in the title itself stays: East Asian writing has such signs. */
static void
wide_signs(void **state)
{
	(void)state;
	static const struct {
		const char *title, *want;
	} rows[] = {
		{"", ""},
		{"AT＆T", "AT&T"},
		{"News； politics／Europe", "News; politics/Europe"},
		{"What？", "What?"},
		{"＜b＞", "<b>"},
		{"a ＜＞ b", "a <> b"},
		{"日本語？", "日本語？"},
		{"質問 ＆ 回答", "質問 ＆ 回答"},
		{"？日本", "？日本"},
		{"Ｑ＆Ａ", "Ｑ＆Ａ"},
		{"뉴스／정치", "뉴스／정치"},
		{"Fußball ＆ Café 日本", "Fußball & Café 日本"},
		{"＆", "&"},
		{"\xef\xbc", "\xef\xbc"},
	};
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_string_equal(remote_title_narrow(&arena, span_of(rows[i].title)),
			rows[i].want);
	assert_string_equal(
		remote_title_decode(&arena, SPAN_LIT("a &amp;lt; &#039;b&#039; &x;")),
		"a &lt; 'b' &x;");
	arena_done(&arena);
}

/* A FreshRSS of before 2021 names no stream but a number. */
static void
a_new_feed(void **state)
{
	struct fixture *f = *state;
	const struct remote_arg arg = {0};
	f->session.quirk = remote_quirk_named("greader", "FreshRSS");
	recorded_open(&f->rec, "greader-freshrss/11-quickadd.json");
	(void)recorded_take(
		&f->rec, &remote_greader, &f->session, REMOTE_SUBSCRIBE, &arg);
	assert_string_equal(buf_str(&f->rec.told), "feed feed/2  Feed a & friends []\n");
	recorded_close(&f->rec);
	recorded_make(&f->rec, 200, SPAN_LIT("{\"numResults\":1,\"streamId\":7}"));
	(void)recorded_take(
		&f->rec, &remote_greader, &f->session, REMOTE_SUBSCRIBE, &arg);
	assert_string_equal(buf_str(&f->rec.told), "feed feed/7   []\n");
	recorded_close(&f->rec);
}

/* PHP may break off with status 200: fewer items at once may do. */
static void
php_breaks_off(void **state)
{
	struct fixture *f = *state;
	const struct remote_arg arg = {0};
	static const enum remote_step steps[] = {REMOTE_UNREAD, REMOTE_CONTENTS};
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		recorded_make(&f->rec, 200,
			SPAN_LIT("<br />\n<b>Fatal error</b>:  Allowed memory size of 9 "
				 "bytes exhausted in <b>x"));
		assert_int_equal(recorded_take(&f->rec, &remote_greader, &f->session,
					 steps[i], &arg),
			REMOTE_SPLIT);
		assert_non_null(
			strstr(f->rec.err.text, "Allowed memory size of 9 bytes"));
		recorded_close(&f->rec);
	}
}

static void
limits(void **state)
{
	struct fixture *f = *state;
	const struct remote_arg arg = {0};
	recorded_open(&f->rec, "made-greader-inoreader/02-ids.json");
	(void)recorded_take(&f->rec, &remote_greader, &f->session, REMOTE_UNREAD, &arg);
	assert_int_equal(f->session.left[0], 58);
	assert_int_equal(f->session.left[1], 97);
	assert_int_equal(f->session.reset, 1416);
	recorded_close(&f->rec);
}

static void
who_is_there(void **state)
{
	struct fixture *f = *state;
	const struct remote_arg arg = {0};
	recorded_open(&f->rec, "greader-freshrss/04-noauth.json");
	assert_int_equal(
		recorded_take(&f->rec, &remote_greader, &f->session, REMOTE_PROBE, &arg),
		REMOTE_OK);
	assert_string_equal(f->session.quirk->name, "FreshRSS");
	recorded_close(&f->rec);
	/* API access is off. */
	recorded_make(&f->rec, 503, SPAN_LIT("Service Unavailable!"));
	assert_int_equal(
		recorded_take(&f->rec, &remote_greader, &f->session, REMOTE_PROBE, &arg),
		REMOTE_REST);
	recorded_close(&f->rec);
	/* A web server that hands on no PATH_INFO; by age of FreshRSS. */
	static const struct {
		long status;
		const char *body;
	} deaf[] = {{200, "OK"}, {400, "Bad Request!"}};
	for (size_t i = 0; i < sizeof deaf / sizeof *deaf; i++) {
		recorded_make(&f->rec, deaf[i].status, span_of(deaf[i].body));
		assert_int_equal(recorded_take(&f->rec, &remote_greader, &f->session,
					 REMOTE_PROBE, &arg),
			REMOTE_REST);
		recorded_close(&f->rec);
	}
	/* It is there, and does not work. */
	static const struct {
		long status;
		const char *body, *said;
	} broken[] = {
		{503, "<html>maintenance</html>",
			"http://127.0.0.1/api/greader.php: the server is busy or "
			"switched "
			"off (503)"},
		{200, "<br />\n<b>Deprecated</b>:  Old <i>way</i> in <b>/x.php</b>\n{}",
			"http://127.0.0.1/api/greader.php: PHP failed on the server: "
			"Deprecated: Old way in /x.php"},
	};
	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		recorded_make(&f->rec, broken[i].status, span_of(broken[i].body));
		assert_int_equal(recorded_take(&f->rec, &remote_greader, &f->session,
					 REMOTE_PROBE, &arg),
			REMOTE_REST);
		assert_string_equal(f->rec.err.text, broken[i].said);
		recorded_close(&f->rec);
	}
	/* Behind an address of its own. */
	f->session.base = "https://rss.example";
	recorded_make(&f->rec, 401, SPAN_LIT("Unauthorized!"));
	assert_int_equal(
		recorded_take(&f->rec, &remote_greader, &f->session, REMOTE_PROBE, &arg),
		REMOTE_OK);
	assert_string_equal(f->session.quirk->name, "FreshRSS");
	recorded_close(&f->rec);
	recorded_make(&f->rec, 200, SPAN_LIT("OK"));
	assert_int_equal(
		recorded_take(&f->rec, &remote_greader, &f->session, REMOTE_PROBE, &arg),
		REMOTE_OTHER);
	recorded_close(&f->rec);
	f->session.base = "https://www.inoreader.com";
	recorded_make(&f->rec, 401, SPAN_LIT(""));
	assert_int_equal(
		recorded_take(&f->rec, &remote_greader, &f->session, REMOTE_PROBE, &arg),
		REMOTE_OK);
	assert_string_equal(f->session.quirk->name, "Inoreader");
	recorded_close(&f->rec);
}

/* 64 bits, signed, in decimal and in hexadecimal, are one id; the long form goes out. */
static void
forms_of_ids(void **state)
{
	(void)state;
	struct remote_id a, b;
	uint64_t number;
	assert_true(remote_id_decimal(SPAN_LIT("-9203023375158575101"), &a));
	remote_id_number(0x80484b00000e8003u, &b);
	assert_memory_equal(a.bytes, b.bytes, a.n);
	assert_true(remote_id_is_number(remote_id_span(&a), &number));
	assert_true(number == 0x80484b00000e8003u);
	assert_true(remote_id_decimal(SPAN_LIT("9223372036854775808"), &a)); /* 2^63 */
	assert_false(remote_id_decimal(SPAN_LIT("18446744073709551616"), &a));
	assert_false(remote_id_decimal(SPAN_LIT("-9223372036854775809"), &a));
	assert_false(remote_id_decimal(SPAN_LIT("-"), &a));
	assert_false(remote_id_decimal(SPAN_LIT(""), &a));
	assert_false(remote_id_decimal(SPAN_LIT("12a"), &a));
	assert_false(remote_id_text(SPAN_LIT(""), &a));
}

struct asked {
	enum remote_step step;
	struct remote_arg arg;
	const char *text;
};

#define API "http://127.0.0.1/api/greader.php/reader/api/0/"
#define AUTH "Authorization: GoogleLogin auth=ann/1\n"
#define LIST "%2F-%2Fstate%2Fcom.google%2F"
#define ID(hex) "i=tag%3Agoogle.com%2C2005%3Areader%2Fitem%2F" hex

static const struct span two[] = {
	{"\0\0\6\x61\x5e\xb8\xc1\x07\x4e", 9}, {"00157a17b192950b65be3791", 24}};

static const struct asked askeds[] = {
	{REMOTE_OVERVIEW, {0}, "GET " API "unread-count?output=json\n" AUTH},
	{REMOTE_UNREAD, {.more = {"x/1", 3}},
		"GET " API "stream/items/ids?output=json&n=1000000&c=x%2F1&s=user" LIST
		"reading-list&xt=user" LIST "read\n" AUTH},
	{REMOTE_STARRED, {0},
		"GET " API "stream/items/ids?output=json&n=1000000&s=user" LIST
		"starred\n" AUTH},
	{REMOTE_NEW, {.since = 17},
		"GET " API "stream/items/ids?output=json&n=1000000&s=user" LIST
		"reading-list&ot=17\n" AUTH},
	{REMOTE_UNREAD, {.feed = {"feed/4", 6}},
		"GET " API "stream/items/ids?output=json&n=1000000&s=feed%2F4"
		"&xt=user" LIST "read\n" AUTH},
	{REMOTE_STARRED, {.feed = {"feed/4", 6}},
		"GET " API "stream/items/ids?output=json&n=1000000&s=feed%2F4"
		"&it=user" LIST "starred\n" AUTH},
	{REMOTE_NEW, {.feed = {"feed/4", 6}, .since = 17},
		"GET " API
		"stream/items/ids?output=json&n=1000000&s=feed%2F4&ot=17\n" AUTH},
	{REMOTE_LABEL, {.label = {"One/Two & three", 15}},
		"GET " API "stream/items/ids?output=json&n=1000000&s=user%2F-%2Flabel%2F"
		"One%2FTwo%20%26%20three\n" AUTH},
	{REMOTE_CONTENTS, {.ids = two, .ids_len = 2},
		"POST " API "stream/items/contents?output=json\n" AUTH
		"T=tok&" ID("0006615eb8c1074e") "&" ID("00157a17b192950b65be3791")},
	{REMOTE_MARK, {.ids = two, .ids_len = 1, .word = REMOTE_READ, .on = true},
		"POST " API "edit-tag\n" AUTH "T=tok&a=user" LIST
		"read&" ID("0006615eb8c1074e")},
	{REMOTE_MARK, {.ids = two, .ids_len = 1, .word = REMOTE_STAR},
		"POST " API "edit-tag\n" AUTH "T=tok&r=user" LIST
		"starred&" ID("0006615eb8c1074e")},
	{REMOTE_MARK,
		{.ids = two,
			.ids_len = 1,
			.word = REMOTE_TAG,
			.on = true,
			.label = {"to keep", 7}},
		"POST " API "edit-tag\n" AUTH
		"T=tok&a=user%2F-%2Flabel%2Fto%20keep&" ID("0006615eb8c1074e")},
	{REMOTE_SUBSCRIBE, {.url = {"http://a/b?c=1&d", 16}},
		"POST " API "subscription/quickadd?output=json"
		"&quickadd=http%3A%2F%2Fa%2Fb%3Fc%3D1%26d\n" AUTH
		"T=tok&quickadd=http%3A%2F%2Fa%2Fb%3Fc%3D1%26d"},
	{REMOTE_EDIT,
		{.feed = {"feed/4", 6},
			.title = {"C ü", 4},
			.folder = {"New", 3},
			.from = {"Old", 3}},
		"POST " API "subscription/edit\n" AUTH
		"T=tok&ac=edit&s=feed%2F4&t=C%20%C3%BC&a=user%2F-%2Flabel%2FNew"
		"&r=user%2F-%2Flabel%2FOld"},
	{REMOTE_UNSUBSCRIBE, {.feed = {"feed/4", 6}},
		"POST " API "subscription/edit\n" AUTH "T=tok&ac=unsubscribe&s=feed%2F4"},
	{REMOTE_RENAME_FOLDER, {.folder = {"A", 1}, .title = {"B", 1}},
		"POST " API "rename-tag\n" AUTH
		"T=tok&s=user%2F-%2Flabel%2FA&dest=user%2F-%2Flabel%2FB"},
	{REMOTE_REFRESH, {0}, "none"},
};

static void
requests(void **state)
{
	struct fixture *f = *state;
	f->session.quirk = remote_quirk_named("greader", "FreshRSS");
	buf_adds(&f->session.token, "ann/1");
	buf_adds(&f->session.edit, "tok");
	for (size_t i = 0; i < sizeof askeds / sizeof *askeds; i++) {
		char *text = recorded_ask(
			&remote_greader, &f->session, askeds[i].step, &askeds[i].arg);
		assert_string_equal(text, askeds[i].text);
		free(text);
	}
}

/* Passwords go into the form of the login and nowhere else. */
static void
login_request(void **state)
{
	struct fixture *f = *state;
	const struct remote_arg arg = {0};
	char *text = recorded_ask(&remote_greader, &f->session, REMOTE_LOGIN, &arg);
	assert_string_equal(text, "POST http://127.0.0.1/api/greader.php/accounts/"
				  "ClientLogin\nEmail=ann&Passwd=a%26b%20c");
	free(text);
}

/* The largest batch stays below what PHP takes. */
static void
a_batch_is_small_enough(void **state)
{
	struct fixture *f = *state;
	const struct remote_quirk *quirk = remote_quirk_named("greader", "FreshRSS");
	f->session.quirk = quirk;
	struct span ids[500];
	assert_true(quirk->marks_max <= 500);
	for (size_t i = 0; i < quirk->marks_max; i++)
		ids[i] = two[0];
	const struct remote_arg arg = {
		.ids = ids, .ids_len = quirk->marks_max, .word = REMOTE_READ, .on = true};
	char *text = recorded_ask(&remote_greader, &f->session, REMOTE_MARK, &arg);
	assert_true(strlen(text) < quirk->body_max);
	free(text);
}

/* Whatever the bytes are, nothing breaks: cut at every byte, and much nesting. */
static void
damaged_answers(void **state)
{
	struct fixture *f = *state;
	const struct remote_arg arg = {0};
	recorded_open(&f->rec, "greader-freshrss-delta/07-2-contents.json");
	struct span whole = f->rec.body;
	for (size_t n = 0; n + 2 < whole.n; n++) {
		f->rec.body.n = n;
		assert_int_equal(recorded_take(&f->rec, &remote_greader, &f->session,
					 REMOTE_CONTENTS, &arg),
			REMOTE_LATER);
	}
	recorded_close(&f->rec);
	size_t deep = (size_t)4 << 20;
	char *nested = malloc(deep);
	memset(nested, '[', deep);
	recorded_make(&f->rec, 200, (struct span){nested, deep});
	assert_int_equal(
		recorded_take(&f->rec, &remote_greader, &f->session, REMOTE_UNREAD, &arg),
		REMOTE_LATER);
	recorded_close(&f->rec);
	free(nested);
}

/* Numbers in every costume. */
static void
odd_values(void **state)
{
	static const char *const bodies[] = {
		("{\"itemRefs\":[{\"id\":1},{\"id\":\"\"},{\"id\":null},{},3,"
		 "{\"id\":9223372036854775807},{\"id\":\"9223372036854775808\"}]}"),
		"{\"itemRefs\":[],\"continuation\":null}",
		"{\"itemRefs\":[],\"continuation\":\"\"}",
		"{\"itemRefs\":[],\"continuation\":7}",
		"{\"itemRefs\":[{\"id\":\"5\",\"x\":\"\xff\"}]}",
	};
	static const char *const told[] = {
		"id 1\nid 9223372036854775807\nid -9223372036854775808\n", "", "",
		"more 7\n", "id 5\n"};
	struct fixture *f = *state;
	const struct remote_arg arg = {0};
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		recorded_make(&f->rec, 200, span_of(bodies[i]));
		assert_int_equal(recorded_take(&f->rec, &remote_greader, &f->session,
					 REMOTE_UNREAD, &arg),
			REMOTE_OK);
		assert_string_equal(buf_str(&f->rec.told), told[i]);
		recorded_close(&f->rec);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(recorded_answers, setup, teardown),
		cmocka_unit_test_setup_teardown(login_sets_the_token, setup, teardown),
		cmocka_unit_test_setup_teardown(contents, setup, teardown),
		cmocka_unit_test_setup_teardown(titles_of_feeds, setup, teardown),
		cmocka_unit_test(wide_signs),
		cmocka_unit_test_setup_teardown(titles_of_items, setup, teardown),
		cmocka_unit_test_setup_teardown(a_guard_in_front, setup, teardown),
		cmocka_unit_test_setup_teardown(a_new_feed, setup, teardown),
		cmocka_unit_test_setup_teardown(php_breaks_off, setup, teardown),
		cmocka_unit_test_setup_teardown(limits, setup, teardown),
		cmocka_unit_test_setup_teardown(who_is_there, setup, teardown),
		cmocka_unit_test(forms_of_ids),
		cmocka_unit_test_setup_teardown(requests, setup, teardown),
		cmocka_unit_test_setup_teardown(login_request, setup, teardown),
		cmocka_unit_test_setup_teardown(a_batch_is_small_enough, setup, teardown),
		cmocka_unit_test_setup_teardown(damaged_answers, setup, teardown),
		cmocka_unit_test_setup_teardown(odd_values, setup, teardown),
	};
	unit_begin();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
