/*
 * Queries matched against the items below: what the grammar of query.h promises.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/time.h"
#include "model/item.h"
#include "query/query.h"
#include "unit.h"

/* 2026-03-10 12:00 UTC; TZ is UTC in tests. */
#define NOW time_from_utc(2026, 3, 10, 12, 0, 0)

struct sample {
	const char *title, *author, *text, *feed, *url;
	const char *tags[3];
	int flags;
	int64_t date;
};

#define CLOSING(at)                                                                      \
	"!character " at " of the query: this closing parenthesis has no opening one; "  \
	"put text that contains one in quotes"

#define GROUP(at)                                                                        \
	"!character " at " of the query: a field takes one value; write (title:tea or "  \
	"title:coffee), or put text that contains a parenthesis in quotes"

static const struct sample samples[] = {
	{"Rust 2.0 released", "Ann Lee", "<p>The <b>borrow</b> checker&nbsp;grows.</p>",
		"Rust Blog", "https://blog.rust-lang.org/feed.xml", {"dev", "news/it"},
		ITEM_UNREAD, 0},
	{"Café crème in 東京都", "José", "<p>Un café</p><p>crème à Tokyo</p>", "Kitchen",
		"https://kitchen.example/rss", {"food"}, ITEM_STARRED, 0},
	{"C++ & AT&T", NULL, NULL, "Old news", "file:///home/x/feed", {NULL},
		ITEM_UNREAD | ITEM_STARRED, TIME_NONE},
};

static struct span
maybe(const char *s)
{
	return (struct span){s, s ? strlen(s) : 0};
}

static struct span
text_of(void *data, enum query_field field, size_t i, bool *html)
{
	const struct sample *s = data;
	switch (field) {
	case QUERY_TITLE:
		return maybe(s->title);
	case QUERY_AUTHOR:
		return maybe(s->author);
	case QUERY_TEXT:
		*html = true;
		return maybe(s->text);
	case QUERY_FEED:
		return maybe(s->feed);
	case QUERY_FEED_URL:
		return maybe(s->url);
	case QUERY_TAG:
		return maybe(i < 3 ? s->tags[i] : NULL);
	default:
		return maybe(NULL);
	}
}

/* The first was published two hours ago, the second on the first of March. */
static int64_t
number_of(void *data, enum query_field field)
{
	const struct sample *s = data;
	if (field == QUERY_FLAG)
		return s->flags;
	if (field == QUERY_DATE || field == QUERY_FEED_DATE)
		return s->date == TIME_NONE ? TIME_NONE
		       : s == samples       ? NOW - 2 * TIME_HOUR
					    : time_from_utc(2026, 3, 1, 0, 0, 0);
	return field == QUERY_FEED_UNREAD ? 7 : 0;
}

/* The numbers of the samples that match, or "!" and the error. */
static const char *
ask(const char *text, enum query_how how)
{
	static char out[ERR_TEXT_MAX + 2];
	struct query *query;
	struct err err;
	size_t len = 0;
	if (query_parse(text, how, &query, &err) != OK) {
		snprintf(out, sizeof out, "!%s", err.text);
		return out;
	}
	for (size_t i = 0; i < COUNT_OF(samples); i++) {
		struct query_item item = {
			(void *)(uintptr_t)&samples[i], text_of, number_of, NULL};
		if (query_match(query, &item, NOW))
			out[len++] = (char)('1' + i);
	}
	out[len] = '\0';
	query_free(query);
	return out;
}

struct ask_case {
	const char *query, *matches;
};

static void
check(const struct ask_case *cases, size_t len, enum query_how how)
{
	for (size_t i = 0; i < len; i++) {
		const char *got = ask(cases[i].query, how);
		if (strcmp(got, cases[i].matches) != 0)
			fail_msg("%s: %s, not %s", cases[i].query, got, cases[i].matches);
	}
}

static void
words_phrases_parts(void **state)
{
	(void)state;
	static const struct ask_case cases[] = {
		{"", "123"},
		{"   ", "123"},
		{"rust", "1"},
		{"RUST", "1"},
		{"rus", ""},
		{"rus*", "1"},
		{"*us*", "1"},
		{"*us", "1"},
		{"title:*eased", "1"},
		{"title:*", "!character 7 of the query: a value is missing"},
		{"rust or **", "!character 9 of the query: a value is missing"},
		{"\"*\"", ""},
		{"rust released", "1"},
		{"\"rust released\"", ""},
		{"\"2.0 released\"", "1"},
		{"2.0", "1"},
		{"\"borrow checker\"", "1"},
		{"\"checker grow\"*", "1"},
		{"'borrow checker'", "1"},
		{"\"café crème\"", "2"},
		{"café", "2"},
		{"cafe", ""},
		{"CAFÉ", "2"},
		{"東京", "2"},
		{"京都", "2"},
		{"東", "2"},
		{"都", "2"},
		{"東都", ""},
		{"東京都", "2"},
		{"nbsp", ""},
		{"at&t", "3"},
		{"c++", "3"},
		{"++", "3"},
		{"'&'", "3"},
		{"\"&\"", "3"},
		/* Words of title and text do not make a phrase. */
		{"\"released the\"", ""},
		/* What an item lacks is empty, as in newsboat. */
		{"author = \"\"", "3"},
		{"author != \"\"", "12"},
		{"author:\"\"", "3"},
		{"-author:\"\"", "12"},
		{"text =~ \"^$\"", "3"},
		{"tags = \"\"", "3"},
		{"tags # \"\"", "3"},
		{"tags != \"\"", "12"},
		{"enclosure = \"\"", "123"},
		{"feed = \"\"", ""},
	};
	check(cases, COUNT_OF(cases), QUERY_ACCENTS_COUNT);
}

/* Whether words begin there beside other letters, and in texts that have the first word
 * of a phrase several times. */
static void
where_words_begin(void **state)
{
	(void)state;
	static const struct {
		const char *title, *query;
		bool found;
	} cases[] = {
		{"overseas tea", "\"sea tea\"", false},
		{"sea and sea tea", "\"sea tea\"", true},
		{"sea, sea, tea", "\"sea sea tea\"", true},
		{"teatime tea time", "\"tea time\"", true},
		{"tea teatime", "\"tea time\"", false},
		{"tea teatime", "\"tea tea\"*", true},
		{"\u201cteas\u201d \u2014tea time", "\"tea time\"", true},
		{"th\u00e9tea time", "\"tea time\"", false},
		{"th\u00e9tea time, tea time", "\"tea time\"", true},
		{"\u8336tea time", "\"tea time\"", true},
		{"tea\u8336\u9053 time", "\"tea \u8336\u9053\"", true},
		{"tea \u8336\u9053 tea", "\"\u8336\u9053 tea\"", true},
		{"see \u00e9cole et \u00e9cole libre", "\"\u00e9cole libre\"", true},
		{"tea", "tea", true},
		{"t", "tea", false},
		{"(tea)", "tea", true},
		{"tea_time", "tea", true},
		{"2tea", "tea", false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct sample sample = {.title = cases[i].title};
		struct query_item item = {&sample, text_of, number_of, NULL};
		struct query *query;
		assert_int_equal(query_parse(cases[i].query, 0, &query, NULL), OK);
		if (query_match(query, &item, NOW) != cases[i].found)
			fail_msg("%s: %s", cases[i].title, cases[i].query);
		query_free(query);
	}
}

static void
accents(void **state)
{
	(void)state;
	static const struct ask_case cases[] = {
		{"cafe", "2"},
		{"café", "2"},
		{"CAFE creme", "2"},
		{"\"cafe creme\"", "2"},
		{"*rem*", "2"},
		{"/Café/", "2"},
		{"/caf[éö] crème/", "2"},
		{"/caf[á-í] crème/", "2"},
		{"/caf[Á-Í] crème/", "2"},
		{"/ca[a-é]e/", "2"},
		{"/caf[ó-ú]/", ""},
		{"/caf[^á-í]/", ""},
		{"/c[\\[á-í-]f\\é/", "2"},
		{"/caf[^-á]/", "2"},
		{"/caf[]-á] crème/", "2"},
		{"/cafe\u0301 creme/", "2"},
		{"title:/CAF\\S \\Scrè/ or author =~ \"josé$\"", "2"},
		{"author:jose", "2"},
		{"東京", "2"},
	};
	check(cases, COUNT_OF(cases), QUERY_ACCENTS_IGNORED);
}

static void
operators(void **state)
{
	(void)state;
	static const struct ask_case cases[] = {
		{"rust or café", "12"},
		{"rust | café", "12"},
		{"rust || café", "12"},
		{"rust OR café", "12"},
		{"rust and café", ""},
		{"rust & borrow", "1"},
		{"rust && borrow", "1"},
		{"-rust", "23"},
		{"!rust", "23"},
		{"not rust", "23"},
		{"not (rust or café)", "3"},
		{"-(rust or café)", "3"},
		{"rust or café is:starred", "12"},
		{"(rust or café) is:starred", "2"},
		{"- -rust", ""},
		{"- title:rust", "23"},
		{"! (rust)", "23"},
		{"! title : rust", "23"},
		{"! rust", ""},
		{"rust - title", ""},
		{"not not rust", "1"},
		{"(rust", "!character 6 of the query: a closing parenthesis is missing"},
		{"title:(rust or go)", GROUP("7")},
		{"author = (ann lee)", GROUP("10")},
		{"(feed:(rust or go) x)", GROUP("7")},
		{"title:(", GROUP("7")},
		{"title:(rust)", "1"},
		{"title:rust(2", "1"},
		{"rust)", CLOSING("5")},
		{")", CLOSING("1")},
		{"(rust or café))", CLOSING("16")},
		{"is:unread)", CLOSING("10")},
		{"\"rust\")", CLOSING("7")},
		{"\"\"", "!character 3 of the query: a value is missing"},
		{"rust or ''", "!character 11 of the query: a value is missing"},
		{"rust (café)) x", CLOSING("13")},
		{"rust or", "!character 8 of the query: a value is missing"},
		{"title: not rust", "!character 8 of the query: a value is missing"},
		{"order", ""},
		{"nothing", ""},
		{"android", ""},
	};
	check(cases, COUNT_OF(cases), QUERY_ACCENTS_COUNT);
}

static void
fields(void **state)
{
	(void)state;
	static const struct ask_case cases[] = {
		{"title:rust", "1"},
		{"title:borrow", ""},
		{"text:borrow", "1"},
		{"author:lee", "1"},
		{"by:lee", "1"},
		{"title:\"rust 2\"", "1"},
		{"title: rust", "1"},
		{"feed:rust", "1"},
		{"feed:blog.rust", "1"},
		{"feed:news", "3"},
		{"tag:dev", "1"},
		{"tag:news", "1"},
		{"tag:news/it", "1"},
		{"tag:new", ""},
		{"tag:new*", "1"},
		{"-tag:dev", "23"},
		{"is:unread", "13"},
		{"is:read", "2"},
		{"is:starred", "23"},
		{"-is:unread", "2"},
		{"unread:yes", "13"},
		{"unread:no", "2"},
		{"is:unread tag:dev rust", "1"},
		{"titel:x", "!character 1 of the query: unknown field titel; did you "
			    "mean title?"},
		{"https://x.example/", ""},
		{"kind:mp3", "!character 6 of the query: kind: choose one of unknown, "
			     "audio, video, image, document, torrent, other"},
		{"kind = AUDIO or kind:vid* or kind =~ mp", ""},
		{"is > unread",
			"!character 6 of the query: is: takes one of unread, read, "
			"starred, edited, gone, hidden, duplicate, queued, here, "
			"started, played, trailer, bonus"},
		{"is:new", "!character 4 of the query: is: takes one of unread, read, "
			   "starred, edited, gone, hidden, duplicate, queued, here, "
			   "started, played, trailer, bonus"},
	};
	check(cases, COUNT_OF(cases), QUERY_ACCENTS_COUNT);
}

static void
times(void **state)
{
	(void)state;
	static const struct ask_case cases[] = {
		{"age:<1d", "1"},
		{"age:7d", "1"},
		{"age:>7d", "2"},
		{"age:<2w", "12"},
		{"age:1d..1mo", "2"},
		{"age:>1y", ""},
		{"age < 1", "1"},
		{"age = 0", "1"},
		{"age = 9", "2"},
		{"age > 8", "2"},
		{"age >= 9", "2"},
		{"age > 9", ""},
		{"id > 9223372036854775807", ""},
		{"id >= 0", "123"},
		{"age between 0:3", "1"},
		{"age between 0:9", "12"},
		{"age between 9:0", "12"},
		{"age between 9:3", "2"},
		{"id:3..1",
			"!character 4 of the query: a range must begin with its smaller "
			"end; write 1..3"},
		{"age:1mo..1d", "!character 5 of the query: a range must begin with its "
				"smaller end; write 1d..1mo"},
		{"date:2026-03..2026-02-28",
			"!character 6 of the query: a range must begin "
			"with its smaller end; write "
			"2026-02-28..2026-03"},
		{"date:2026-03-02..2026-03", "1"},
		{"date:2026", "12"},
		{"date:2026-03", "12"},
		{"date:2026-03-10", "1"},
		{"date:<2026-03-01", ""},
		{"date:<=2026-03-01", "2"},
		{"date:>2026-03-01", "1"},
		{"date:2026-02-28..2026-03-02", "2"},
		{"date:..2026-03-05", "2"},
		{"date:2026-03-05..", "1"},
		{"feed-unread:>6", "123"},
		{"unread_count > 7", ""},
		{"age:soon", "!character 5 of the query: an age looks like 7d, 12h, 2w, "
			     "3mo or 1y"},
		{"date:2026-02-29", "!character 6 of the query: a date looks like 2026, "
				    "2026-03 or 2026-03-01"},
		{"date:2028-02-29", ""},
		{"date:2026-13", "!character 6 of the query: a date looks like 2026, "
				 "2026-03 or 2026-03-01"},
	};
	check(cases, COUNT_OF(cases), QUERY_ACCENTS_COUNT);
}

static void
regular_expressions(void **state)
{
	(void)state;
	static const struct ask_case cases[] = {
		{"/borrow.*grows/", "1"},
		{"/BORROW/", "1"},
		{"/^rust/", "1"},
		{"title:/released$/", "1"},
		{"title:/RELEASED$/i", "1"},
		{"(/b.rrow/i or tea)", "1"},
		{"/home/it", ""},
		{"/caf[eé]/", "2"},
		{"/cafe\u0301 cr[e\u0300]/", "2"},
		{"/\\bcr\\w+me\\b/", "2"},
		{"/[İ-ı]n 東/", "2"},
		{"/cr[İ-ı]me/", ""},
		{"/cr[a-İ]me/", "2"},
		{"/\\S+ & at/", "3"},
		{"/x.y/z", ""},
		{"/(/", "!the regular expression /(/ is wrong at character 2: missing "
			"closing parenthesis"},
		{"/a\\/b/", ""},
		{"/open", ""},
	};
	check(cases, COUNT_OF(cases), QUERY_ACCENTS_COUNT);
}

#define NO_FIELD(at, name)                                                               \
	"!character " at " of the query: unknown field " name                            \
	"; see courant-query(5) for a list, or put text to search for in quotes"

#define NO_NAME(at)                                                                      \
	"!character " at " of the query: an operator needs the name of a field before "  \
	"it"
#define NOT_ORDERED(at)                                                                  \
	"!character " at " of the query: text cannot be compared with < or >; use =, "   \
	"!=, =~ or !~"

/* Taken for text, a mistyped field would find nothing and never say why. */
static void
a_word_with_an_operator_is_a_field(void **state)
{
	(void)state;
	static const struct ask_case cases[] = {
		{"foo > 4", NO_FIELD("1", "foo")},
		{"foo < 4", NO_FIELD("1", "foo")},
		{"foo = 4", NO_FIELD("1", "foo")},
		{"foo=4", NO_FIELD("1", "foo")},
		{"foo<=4", NO_FIELD("1", "foo")},
		{"foo == x", NO_FIELD("1", "foo")},
		{"foo != x", NO_FIELD("1", "foo")},
		{"foo =~ x", NO_FIELD("1", "foo")},
		{"foo !~ x", NO_FIELD("1", "foo")},
		{"foo # \"x\"", NO_FIELD("1", "foo")},
		{"foo#\"x\"", NO_FIELD("1", "foo")},
		{"foo !# \"x\"", NO_FIELD("1", "foo")},
		{"foo between 1:3", NO_FIELD("1", "foo")},
		{"foo : x", NO_FIELD("1", "foo")},
		{"foo: x", NO_FIELD("1", "foo")},
		{"foo:x", NO_FIELD("1", "foo")},
		{"foo:\"x y\"", NO_FIELD("1", "foo")},
		{"mp3:x", NO_FIELD("1", "mp3")},
		{"gr\303\266\303\237e > 5", NO_FIELD("1", "gr\303\266\303\237e")},
		{"rust foo:x", NO_FIELD("6", "foo")},
		{"rust (foo > 4)", NO_FIELD("7", "foo")},
		{"-foo:x", NO_FIELD("2", "foo")},
		{"taggs # \"news\"",
			"!character 1 of the query: unknown field taggs; did you "
			"mean tag?"},
		{"titel < 3", "!character 1 of the query: unknown field titel; did "
			      "you mean title?"},
		{"= 3", NO_NAME("1")},
		{"=3", NO_NAME("1")},
		{"<3", NO_NAME("1")},
		{"\"rust\" !=checker", NO_NAME("8")},
		{"!~checker", NO_NAME("1")},
		{"!#news", NO_NAME("1")},
		{"-=rust", NO_NAME("2")},
		{"(5>3)", NO_NAME("2")},
		{"f(x)=y", NO_NAME("1")},
		{"title => rust", NOT_ORDERED("10")},
		{"title =! rust", NOT_ORDERED("10")},
		{"title ~= rust", NOT_ORDERED("10")},
		{"titel ~= rust", "!character 1 of the query: unknown field titel; did "
				  "you mean title?"},
		{"age => 3", "!character 8 of the query: numbers and times are compared "
			     "with =, !=, < or >"},
		{"unread > yes", "!character 10 of the query: write yes or no here"},
		{"unread => yes", "!character 11 of the query: write yes or no here"},
		{"foo.bar > 3", NO_NAME("9")},
		{"title : rust", "1"},
		{"title :rust", "1"},
		/* These are text. */
		{"https://x.example/a=b", ""},
		{"x.example/a=b", ""},
		{"#news", ""},
		{"\"<3\"", ""},
		{"c# or rust", "13"},
		{"c# checker", ""},
		{"std::string", ""},
		{"\"foo:x\"", ""},
		{"\"foo > 4\"", ""},
		{"released between cats", ""},
		{"rust:", "1"},
		{"12:30", ""},
	};
	check(cases, COUNT_OF(cases), QUERY_ACCENTS_COUNT);
}

#define LONE(at)                                                                         \
	"!character " at                                                                 \
	" of the query: an operator must stand between two parts of the "                \
	"query; to search for this word, put it in quotes"

#define STAR(at)                                                                         \
	"!character " at                                                                 \
	" of the query: a * must stand at the beginning or the end of a "                \
	"word; write a regular expression such as /rel.*date/, or put the text in "      \
	"quotes"

#define BLANKS(at)                                                                       \
	"!character " at " of the query: an operator needs spaces around it; put text "  \
	"that contains one in quotes"

#define UNIT(at)                                                                         \
	"!character " at " of the query: the unit follows the number directly, as "      \
	"in 7d, 12h or 2w"

#define EXCLUDES(at)                                                                     \
	"!character " at " of the query: the minus sign goes before the field: write "   \
	"-title:tea, or put the text in quotes"

#define SEVERAL(at)                                                                      \
	"!character " at " of the query: a field takes one value; write (tag:tea or "    \
	"tag:coffee), or put the text in quotes"

#define MISSING(at) "!character " at " of the query: a value is missing"

#define OWN(at, name, own)                                                               \
	"!character " at " of the query: unknown field " name "; write " own

/* As users of other programs write; as text, it would find nothing, or too much. */
static void
nothing_is_misread(void **state)
{
	(void)state;
	static const struct ask_case cases[] = {
		{"and rust", LONE("1")},
		{"or", LONE("1")},
		{"| rust", LONE("1")},
		{"rust and or tea", LONE("10")},
		{"rust OR OR tea", LONE("9")},
		{"rust && && tea", LONE("9")},
		{"not and rust", LONE("5")},
		{"(or rust)", LONE("2")},
		{"\"and\" or rust", "1"},
		{"title:and or rust", "1"},
		{"title: and rust", MISSING("8")},
		{"title = or", MISSING("9")},
		{"rust not", MISSING("9")},
		{"rust and", MISSING("9")},
		{"rel*date", STAR("1")},
		{"rust or title:re*ed", STAR("15")},
		{"ti*le:rust", STAR("1")},
		{"*us*go*", STAR("1")},
		{"feed:b*g", STAR("6")},
		{"title =~ rel.*d", "1"},
		{"title = rust*", STAR("9")},
		{"title = \"rust\"*", STAR("9")},
		{"link != *example*", STAR("9")},
		{"tag # de*", STAR("7")},
		{"title = \"rust*\"", ""},
		{"title = /^rust/", "1"},
		{"title != /^rust/", "23"},
		{"tag = /^de/", "1"},
		{"\"rel*d\"", ""},
		{"is:un*", "!character 4 of the query: a * works only on text"},
		{"score:5*", "!character 7 of the query: a * works only on text"},
		{"rust|tea", BLANKS("1")},
		{"tag:dev|food", BLANKS("5")},
		{"rust&&tea", BLANKS("1")},
		{"at&t", "3"},
		{"title =~ rust|caf", "12"},
		{"tag:dev,food", SEVERAL("5")},
		{"tag:'dev,food'", ""},
		{"rust\"",
			"!character 1 of the query: a quotation mark inside a word; put "
			"the text in quotes of the other kind"},
		{"\"rust\"+go", "!character 7 of the query: a space is missing after the "
				"closing quotation mark"},
		{"(\"rust\")", "1"},
		{"\"rust\"(released)", "1"},
		{"title:(rust)", "1"},
		{"tag:(dev)", SEVERAL("5")},
		{"title =~ (rust|tea)", "1"},
		{"title:-rust", EXCLUDES("7")},
		{"tag:!dev", EXCLUDES("5")},
		{"score:>-5", "123"},
		{"age < 7 days", UNIT("7")},
		{"(age:>1 week)", UNIT("7")},
		{"age:<7 released", "1"},
		{"title ~ rust",
			"!character 9 of the query: text cannot be compared with < "
			"or >; use =, !=, =~ or !~"},
		{"rust ~ 2.0", ""},
		{"hidden = yes", OWN("1", "hidden", "is:hidden")},
		{"read:no", OWN("1", "read", "is:read")},
		{"from:ann", OWN("1", "from", "author:NAME")},
		{"subject:rust", OWN("1", "subject", "title:WORD")},
		{"older_than:2d", OWN("1", "older_than", "age:>7d")},
	};
	check(cases, COUNT_OF(cases), QUERY_ACCENTS_COUNT);
}

/* Expressions from newsboat's manual and its users' files. */
static void
filters_of_newsboat(void **state)
{
	(void)state;
	static const struct ask_case cases[] = {
		{"unread = \"yes\"", "13"},
		{"unread != \"yes\"", "2"},
		{"unread =~ \"yes\"", "13"},
		{"unread !~ \"yes\"", "2"},
		{"unread !~ \"no\"", "13"},
		{"unread = \"no\"", "2"},
		{"unread = \"yes\" and title =~ \"rust\"", "1"},
		{"title =~ \"Rust|Caf\"", "12"},
		{"title !~ \"Rust\"", "23"},
		{"tags # \"dev\"", "1"},
		{"tags !# \"dev\"", "23"},
		{"(tags # \"dev\" or tags # \"food\") and age < 30", "12"},
		{"feedtitle = \"Kitchen\"", "2"},
		{"feedtitle = \"Kitch\"", ""},
		{"content =~ \"borrow\"", "1"},
		{"author = \"José\"", "2"},
		{"rssurl =~ \"rust-lang\"", "1"},
		{"title=~\"rust\"", "1"},
		{"unread_count > 3", "123"},
		{"flags =~ \"a\"", "!character 1 of the query: unknown field flags"
				   "; newsboat's flags are tags: write tag:NAME, or "
				   "is:starred"},
		{"articleindex < 10", "!character 1 of the query: unknown field "
				      "articleindex; items have no fixed place in a "
				      "list: write age:<7d for the newest ones"},
		{"latest_article_age < 4", "1"},
		{"feeddate > 2026-03-01", "1"},
		{"titel =~ \"a\"", "!character 1 of the query: unknown field titel; "
				   "did you mean title?"},
	};
	check(cases, COUNT_OF(cases), QUERY_ACCENTS_COUNT);
}

/* Without limits, (a+)+$ would take time that doubles with each letter; on a long text,
 * it is memory that runs out (case 155). */
static void
a_regular_expression_gives_up(void **state)
{
	(void)state;
	static const size_t lengths[] = {27, 1 << 20};
	static char text[(1 << 20) + 2];
	for (size_t i = 0; i < COUNT_OF(lengths); i++) {
		struct query *query;
		memset(text, 'a', lengths[i]);
		memcpy(text + lengths[i], "!", 2);
		struct sample sample = {.text = text};
		struct query_item item = {&sample, text_of, number_of, NULL};
		assert_int_equal(query_parse("/(a+)+$/", 0, &query, NULL), OK);
		assert_false(query_match(query, &item, NOW));
		assert_true(query_gave_up(query) > 0);
		query_free(query);
	}
}

static void
what_is_too_much_is_refused(void **state)
{
	(void)state;
	struct query *query;
	struct err err;
	char text[9000];
	memset(text, '(', 500);
	text[500] = '\0';
	assert_int_equal(query_parse(text, 0, &query, &err), ERR_SYNTAX);
	for (size_t i = 0; i < 4000; i++)
		memcpy(text + 2 * i, "a ", 2);
	text[8000] = '\0';
	assert_int_equal(query_parse(text, 0, &query, &err), ERR_LIMIT);
	memset(text, 'a', 8999);
	text[8999] = '\0';
	assert_int_equal(query_parse(text, 0, &query, &err), ERR_LIMIT);
}

static void
any_text_can_be_compared(void **state)
{
	(void)state;
	static const char *const texts[] = {"plain", "two words", "it's", "\"so\"", "\\",
		"'", "Ann \"the pen\" O'Neil", "a\\'b\\", "(or)", "/x/"};
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		const struct sample with = {.title = "x", .author = texts[i]},
				    without = {.title = texts[i], .author = "x"};
		const struct query_item one = {(void *)(uintptr_t)&with, text_of,
						number_of, NULL},
					other = {(void *)(uintptr_t)&without, text_of,
						number_of, NULL};
		struct query *query;
		char *text = query_compare(&arena, "author = ", texts[i]);
		assert_int_equal(
			query_parse(text, QUERY_ACCENTS_COUNT, &query, NULL), OK);
		assert_true(query_match(query, &one, NOW));
		assert_false(query_match(query, &other, NOW));
		query_free(query);
	}
	arena_done(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_phrases_parts),
		cmocka_unit_test(where_words_begin),
		cmocka_unit_test(accents),
		cmocka_unit_test(operators),
		cmocka_unit_test(fields),
		cmocka_unit_test(times),
		cmocka_unit_test(regular_expressions),
		cmocka_unit_test(a_word_with_an_operator_is_a_field),
		cmocka_unit_test(nothing_is_misread),
		cmocka_unit_test(filters_of_newsboat),
		cmocka_unit_test(a_regular_expression_gives_up),
		cmocka_unit_test(what_is_too_much_is_refused),
		cmocka_unit_test(any_text_can_be_compared),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
