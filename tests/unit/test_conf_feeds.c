#include "config.h"

#include "tests/unit/unit.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "conf/feeds.h"
#include "conf/feeds_line.h"
#include "conf/feeds_list.h"
#include "model/subscription.h"

static void
note(void *data, const char *sentence)
{
	buf_addf(data, "%s\n", sentence);
}

static struct subscriptions *
parse(const char *text, bool trusted, struct buf *faults)
{
	struct subscriptions *subs = subscription_list_new();
	conf_feeds_parse(subs, "feeds", text, strlen(text), trusted, note, faults);
	return subs;
}

static void
a_line_has_all_its_parts(void **state)
{
	(void)state;
	struct buf faults = BUF_INIT(0);
	struct subscriptions *subs = parse("\xef\xbb\xbf# my feeds\r\n"
					   "\n"
					   "HTTPS://Example.org:443/feed.xml tech \"tag "
					   "two\" \"~My \\\"title\\\"\" ! "
					   "user-agent=\"a b\" a/b//c/ # comment\n"
					   "example.net/rss it's\n"
					   "http://h/x#frag \"a=b\" tech tech\n",
		true, &faults);
	assert_string_equal(buf_str(&faults), "");
	assert_int_equal(subs->len, 3);
	const struct subscription *s = &subs->list[0];
	assert_int_equal(s->source, SOURCE_HTTP);
	assert_string_equal(s->url, "https://example.org/feed.xml");
	assert_string_equal(s->title, "My \"title\"");
	assert_true(s->hidden);
	assert_int_equal(s->line, 3);
	assert_int_equal(s->tags_len, 3);
	assert_string_equal(s->tags[0], "tech");
	assert_string_equal(s->tags[1], "tag two");
	assert_string_equal(s->tags[2], "a/b/c");
	assert_int_equal(s->options_len, 1);
	assert_string_equal(s->options[0].name, "user-agent");
	assert_string_equal(s->options[0].value, "a b");
	assert_string_equal(subs->list[1].url, "https://example.net/rss");
	assert_string_equal(subs->list[1].tags[0], "it's");
	assert_false(subs->list[1].hidden);
	assert_null(subs->list[1].title);
	assert_string_equal(subs->list[2].url, "http://h/x");
	assert_int_equal(subs->list[2].tags_len, 2);
	assert_string_equal(subs->list[2].tags[0], "a=b");
	subscription_list_free(subs);
	buf_done(&faults);
}

static void
other_sources_are_the_users_own(void **state)
{
	(void)state;
	static const struct {
		const char *line, *url;
		enum source source;
	} cases[] = {
		{"\"exec:~/bin/x --y \\\"z\\\"\" t", "exec:~/bin/x --y \"z\"",
			SOURCE_EXEC},
		{"filter:sed:http://h/f", "filter:sed:http://h/f", SOURCE_FILTER},
		{"\"query:Unread:unread = yes\"", "query:Unread:unread = yes",
			SOURCE_QUERY},
		{"file:///home/me/a.xml", "file:///home/me/a.xml", SOURCE_FILE},
		{"file://localhost/a.xml", "file:///a.xml", SOURCE_FILE},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf faults = BUF_INIT(0);
		struct subscriptions *subs = parse(cases[i].line, true, &faults);
		assert_string_equal(buf_str(&faults), "");
		assert_int_equal(subs->len, 1);
		assert_int_equal(subs->list[0].source, cases[i].source);
		assert_string_equal(subs->list[0].url, cases[i].url);
		subscription_list_free(subs);
		/* In a list from elsewhere the same is skipped and reported (case 22). */
		subs = parse(cases[i].line, false, &faults);
		assert_int_equal(subs->len, 0);
		assert_non_null(strstr(buf_str(&faults), "feeds:1: "));
		assert_non_null(strstr(buf_str(&faults), "your own feeds file"));
		subscription_list_free(subs);
		buf_done(&faults);
	}
}

static void
pages_are_read_in_ways_of_their_own(void **state)
{
	(void)state;
	static const struct {
		const char *line, *url, *address, *selector;
	} cases[] = {
		{"html:li:HTTP://H/p", "html:li:http://h/p", "http://h/p", "li"},
		{"\"html: li > a:not(.x) title=b :https://h/p#f\"",
			"html:li > a:not(.x) title=b:https://h/p", "https://h/p",
			"li > a:not(.x) title=b"},
		{"\"html:a[href^='x:http://y']:https://h/a:http://b\"",
			"html:a[href^='x:http://y']:https://h/a:http://b",
			"https://h/a:http://b", "a[href^='x:http://y']"},
		{"WATCH:https://h/p", "watch:https://h/p", "https://h/p", ""},
		{"watch:example.org/p", "watch:https://example.org/p",
			"https://example.org/p", ""},
		{"watch:#x:https://h/p", "watch:#x:https://h/p", "https://h/p", "#x"},
		{"opml:https://h/l", "opml:https://h/l", "https://h/l", ""},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf faults = BUF_INIT(0);
		/* They run nothing, so they may come from elsewhere. */
		struct subscriptions *subs = parse(cases[i].line, i % 2, &faults);
		assert_string_equal(buf_str(&faults), "");
		assert_int_equal(subs->len, 1);
		const char *url = subs->list[0].url;
		assert_string_equal(url, cases[i].url);
		assert_string_equal(subscription_address(url), cases[i].address);
		assert_true(span_eq(subscription_selector(url), cases[i].selector));
		char *moved = subscription_at(&subs->arena, url, "http://n/");
		assert_string_equal(subscription_address(moved), "http://n/");
		assert_true(span_eq(subscription_selector(moved), cases[i].selector));
		subscription_list_free(subs);
		buf_done(&faults);
	}
}

static void
faulty_pages_are_told(void **state)
{
	(void)state;
	static const struct {
		const char *line, *says;
	} cases[] = {
		{"html:https://h/p", "should read html:SELECTOR"},
		{"html:li", "lacks the page's address"},
		{"html:li[a:https://h/p", "at \"[a\" (character 3"},
		{"\"html:li > :https://h/p\"", "at the end of the selector"},
		{"\"watch:li title=a:https://h/p\"", "at \"title=a\""},
		{"watch:p[x:https://h/p", "at \"[x\" (character 2"},
		{"opml:x:https://h/p", "should read opml:https"},
		{"html:li:http://", "feeds:1: "},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf faults = BUF_INIT(0);
		struct subscriptions *subs = parse(cases[i].line, true, &faults);
		if (!strstr(buf_str(&faults), cases[i].says))
			print_message("# %s: %s\n", cases[i].line, buf_str(&faults));
		assert_int_equal(subs->len, 0);
		assert_non_null(strstr(buf_str(&faults), cases[i].says));
		subscription_list_free(subs);
		buf_done(&faults);
	}
}

/* What a list named, and what it names now. */
static void
update(const char *path, const char *names, const char *changed)
{
	struct arena arena = ARENA_INIT;
	struct buf faults = BUF_INIT(0), said = BUF_INIT(0);
	struct subscriptions *named = parse(names, false, &faults);
	struct conf_list_news news;
	struct err err;
	assert_int_equal(conf_feeds_list_update(path, "opml:https://h/l", false,
				 named->list, named->len, &arena, &news, &err),
		OK);
	for (size_t i = 0; i < news.len; i++)
		buf_addf(&said, "%c%s ", news.changes[i].unlisted ? '-' : '+',
			news.changes[i].url);
	assert_string_equal(buf_str(&said), changed);
	subscription_list_free(named);
	buf_done(&faults);
	buf_done(&said);
	arena_done(&arena);
}

static void
want_lines(const char *path, const char *lines)
{
	struct subscriptions *subs = subscription_list_new();
	struct buf faults = BUF_INIT(0), said = BUF_INIT(0);
	struct err err;
	assert_int_equal(conf_feeds_load(subs, path, note, &faults, &err), OK);
	assert_string_equal(buf_str(&faults), "");
	for (size_t i = 0; i < subs->len; i++)
		buf_addf(&said, "%s%s%s ", subs->list[i].url,
			subs->list[i].list ? "*" : "", subs->list[i].confined ? "!" : "");
	assert_string_equal(buf_str(&said), lines);
	subscription_list_free(subs);
	buf_done(&faults);
	buf_done(&said);
}

static void
lists_keep_what_the_user_did(void **state)
{
	(void)state;
	static const char own[] = "http://o/\nopml:https://h/l\n";
	char dir[] = "/tmp/courant-lists-XXXXXX", path[64];
	struct err err;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/feeds", dir);
	assert_int_equal(file_write(path, own, strlen(own), 0600, &err), OK);
	update(path, "http://a/\nhttp://b/\nhttp://o/\n",
		"+http://a/ +http://b/ +http://o/ ");
	want_lines(path, "http://o/ opml:https://h/l http://a/*! http://b/*! ");
	update(path, "http://a/\nhttp://b/\nhttp://o/\n", "");
	struct arena arena = ARENA_INIT;
	struct conf_feeds_edit edits[] = {
		{.url = "http://a/"}, {.url = "http://b/", .after = "http://b/ mine"}};
	assert_int_equal(conf_feeds_edit(path, edits, 2, &arena, &err), OK);
	assert_string_equal(edits[1].before, "http://b/");
	want_lines(path, "http://o/ opml:https://h/l http://b/*! ");
	update(path, "http://a/\nhttp://b/\nhttp://c/\n", "-http://o/ +http://c/ ");
	want_lines(path, "http://o/ opml:https://h/l http://b/*! http://c/*! ");
	update(path, "http://c/\n", "-http://b/ ");
	update(path, "http://c/\nhttp://a/\n", "+http://a/ ");
	want_lines(path, "http://o/ opml:https://h/l http://c/*! http://a/*! ");
	/* Half of it, or five, may go at once; more only if that is said twice in a row.
	 */
	update(path, "http://c/\nhttp://a/\nhttp://1/\nhttp://2/\nhttp://3/\nhttp://4/\n",
		"+http://1/ +http://2/ +http://3/ +http://4/ ");
	update(path, "http://d/\n", "+http://d/ ");
	update(path, "http://1/\nhttp://2/\n",
		"-http://c/ -http://a/ -http://3/ -http://4/ -http://d/ ");
	update(path, "http://c/\nhttp://a/\nhttp://1/\nhttp://2/\nhttp://3/\nhttp://4/\n",
		"+http://c/ +http://a/ +http://3/ +http://4/ ");
	update(path, "http://d/\n", "+http://d/ ");
	update(path, "http://d/\n",
		"-http://1/ -http://2/ -http://c/ -http://a/ -http://3/ -http://4/ ");
	update(path, "http://c/\nhttp://a/\n", "-http://d/ +http://c/ +http://a/ ");
	want_lines(path, "http://o/ opml:https://h/l http://c/*! http://a/*! ");
	/* Without its line, a list is nothing. */
	edits[0] = (struct conf_feeds_edit){.url = "opml:https://h/l"};
	assert_int_equal(conf_feeds_edit(path, edits, 1, &arena, &err), OK);
	want_lines(path, "http://o/ ");
	unlink(conf_feeds_list_file(path, "opml:https://h/l", &arena));
	unlink(path);
	rmdir(arena_printf(&arena, "%s/lists", dir));
	rmdir(dir);
	arena_done(&arena);
}

/* An undo restores a line step by step, with the address that each step left. */
static void
an_edit_finds_a_line_by_the_address_of_the_one_before(void **state)
{
	(void)state;
	char path[] = "/tmp/courant-feeds-XXXXXX";
	int fd = mkstemp(path);
	struct arena arena = ARENA_INIT;
	struct buf bytes = BUF_INIT(0);
	struct err err;
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(file_write(path, "http://new/ ~B\n", 15, 0600, &err), OK);
	struct conf_feeds_edit edits[] = {
		{.url = "http://new/", .after = "http://old/ ~B"},
		{.url = "http://old/", .after = "http://old/ ~A"},
		{.url = "http://old/", .to = "http://older/"},
		{.url = "http://older/", .after = "http://older/ x"},
	};
	assert_int_equal(conf_feeds_edit(path, edits, 4, &arena, &err), OK);
	assert_int_equal(file_read(path, &bytes, &err), OK);
	assert_string_equal(buf_str(&bytes), "http://older/ x\n");
	unlink(path);
	buf_done(&bytes);
	arena_done(&arena);
}

/* Files that a Windows editor wrote may have been joined by cat. */
static void
a_byte_order_mark_begins_any_line(void **state)
{
	(void)state;
	static const char text[] = "\xef\xbb\xbfhttp://a/ x\n\xef\xbb\xbf# comment\n"
				   "\xef\xbb\xbfhttp://b/ y\n";
	struct buf faults = BUF_INIT(0);
	struct subscriptions *subs = parse(text, true, &faults);
	assert_string_equal(buf_str(&faults), "");
	assert_int_equal(subs->len, 2);
	assert_string_equal(subs->list[0].url, "http://a/");
	assert_string_equal(subs->list[1].url, "http://b/");
	subscription_list_free(subs);
	buf_done(&faults);
}

/* A tag must not begin with a character that has another meaning in the file. */
static void
tags_are_cleaned(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"news", "news"},
		{" two  words ", "two words"},
		{"news / world", "news/world"},
		{"//a//b/", "a/b"},
		{"!news", "news"},
		{"~!~ news", "news"},
		{"\x16!news", "news"},
		{"/!/~news/!x", "news/!x"},
		{"\x16!", NULL},
		{"/", NULL},
		{"", NULL},
	};
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *tag = conf_feeds_tag(&arena, span_of(cases[i][0]));
		if (cases[i][1])
			assert_string_equal(tag, cases[i][1]);
		else
			assert_null(tag);
	}
	arena_done(&arena);
}

static void
faulty_lines_are_told_and_the_rest_holds(void **state)
{
	(void)state;
	static const struct {
		const char *line, *says;
		size_t kept;
	} cases[] = {
		{"nonsense words here", "not an address", 0},
		{"ftp://h/x", "http and https", 0},
		{"http://", "no valid host", 0},
		{"http://h/ \"open", "not closed", 0},
		{"exec:", "lacks a command", 0},
		{"\"|sh -c http://h/\"", "lacks a command", 0},
		{"query:Starred ones:is:starred", "in double quotes", 0},
		{"query:All:", "lacks an expression", 0},
		{"\"query:All: \"", "lacks an expression", 0},
		{"query::is:starred", "lacks a name", 0},
		{"\"query: :is:starred\"", "lacks a name", 0},
		{"file:x", "absolute path", 0},
		{"file:///home/me\x01/feed", "control", 0},
		{"\"exec:x\x01\"", "control", 0},
		{"file://other.host/x", "absolute path", 0},
		{"http://h/ fetch-window=3", "cannot be set for a single feed", 1},
		{"http://h/ user-agnt=3", "did you mean user-agent", 1},
		{"http://h/\x01", "control", 0},
		{"http://h/ a\nhttp://h b", "already", 1},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf faults = BUF_INIT(0);
		struct subscriptions *subs = parse(cases[i].line, true, &faults);
		assert_memory_equal(buf_str(&faults), "feeds:", 6);
		if (!strstr(buf_str(&faults), cases[i].says))
			fail_msg("%s: %s", cases[i].line, buf_str(&faults));
		assert_int_equal(subs->len, cases[i].kept);
		subscription_list_free(subs);
		buf_done(&faults);
	}
}

static void
nothing_that_runs_comes_from_elsewhere(void **state)
{
	(void)state;
	static const char *const lines[] = {
		"|rm -rf ~",
		"\"|rm -rf ~\"",
		"exec:touch x",
		"EXEC:touch x",
		"filter:x:http://h/",
		"\"exec:touch x\" t",
		"file:///etc/passwd",
		"FILE:/etc/passwd",
		"query:a:b",
		"javascript:alert(1)",
		"gopher://h/",
		"\"$(touch x)\"",
		"`touch x`",
		" \texec:x",
	};
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct buf faults = BUF_INIT(0);
		struct subscriptions *subs = parse(lines[i], false, &faults);
		if (subs->len)
			fail_msg("%s became %s", lines[i], subs->list[0].url);
		assert_true(faults.len > 0);
		subscription_list_free(subs);
		buf_done(&faults);
	}
	/* An option in an imported list is left out: it could name a command. */
	struct buf faults = BUF_INIT(0);
	struct subscriptions *subs = parse("http://h/ user-agent=x", false, &faults);
	assert_int_equal(subs->list[0].options_len, 0);
	subscription_list_free(subs);
	buf_done(&faults);
}

static void
passwords_stay_out_of_reports(void **state)
{
	(void)state;
	struct buf faults = BUF_INIT(0);
	struct subscriptions *subs = parse("https://me:hush@h/?key=hush2\n"
					   "https://me:hush@h/?key=hush2\n",
		true, &faults);
	assert_int_equal(subs->len, 1);
	assert_string_equal(subs->list[0].url, "https://me:hush@h/?key=hush2");
	assert_true(faults.len > 0);
	assert_null(strstr(buf_str(&faults), "hush"));
	assert_true(conf_feeds_secret(subs));
	subscription_list_free(subs);
	buf_done(&faults);
}

static void
text_is_cleaned(void **state)
{
	(void)state;
	struct buf faults = BUF_INIT(0);
	struct subscriptions *subs =
		parse("http://h/ \"~a\x1b[2Jb\xe2\x80\xae c\xff\" t\x07g \"\x1b\"\n",
			true, &faults);
	assert_int_equal(subs->len, 1);
	assert_string_equal(subs->list[0].title, "a[2Jb c\xef\xbf\xbd");
	assert_int_equal(subs->list[0].tags_len, 1);
	assert_string_equal(subs->list[0].tags[0], "tg");
	subscription_list_free(subs);
	buf_done(&faults);
}

static void
a_formatted_line_parses_to_the_same(void **state)
{
	(void)state;
	static const char *const lines[] = {
		"https://h/a\n",
		"https://h/a b \"c d\" \"~T \\\"q\\\" \\\\ #\" ! user-agent=\"x y\"\n",
		"https://h/a \"x=y\" \"#tag\"\n",
		"\"exec:sh -c \\\"echo a\\\"\" \"~\xc3\xa9 \xe4\xb8\xad\"\n",
		"https://h/a user-agent=x\n",
	};
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct buf faults = BUF_INIT(0), out = BUF_INIT(0);
		struct subscriptions *subs = parse(lines[i], true, &faults);
		assert_int_equal(subs->len, 1);
		conf_feeds_format(&out, &subs->list[0]);
		assert_string_equal(buf_str(&out), lines[i]);
		subscription_list_free(subs);
		buf_done(&out);
		buf_done(&faults);
	}
}

/* A file in a directory of its own. */
static void
edits_keep_what_they_do_not_concern(void **state)
{
	(void)state;
	char dir[512], path[600];
	const char *tmp = getenv("TMPDIR");
	struct err err = {0};
	struct stat st;
	size_t added = 9;
	snprintf(dir, sizeof dir, "%s/courant-feeds-XXXXXX", tmp ? tmp : "/tmp");
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/feeds", dir);

	struct subscription list[] = {
		{.url = (char[]){"https://h/new"}, .title = (char[]){"New one"}},
		{.url = (char[]){"https://h/a"}},
		{.url = (char[]){"https://h/new"}},
	};
	/* A new file. */
	assert_int_equal(conf_feeds_append(path, &list[1], 1, &added, &err), OK);
	assert_int_equal(added, 1);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);

	static const char before[] = "# mine\n\n  https://h/a   x\n#end\nbroken \"\n"
				     "https://h/b";
	assert_int_equal(file_write(path, before, sizeof before - 1, 0600, &err), OK);
	assert_int_equal(conf_feeds_append(path, list, 3, &added, &err), OK);
	assert_int_equal(added, 1);
	struct buf now = BUF_INIT(0);
	assert_int_equal(file_read(path, &now, &err), OK);
	assert_string_equal(buf_str(&now),
		"# mine\n\n  https://h/a   x\n#end\nbroken \"\nhttps://h/b\n"
		"https://h/new \"~New one\"\n");

	buf_done(&now);

	struct subscriptions *subs = subscription_list_new();
	struct buf faults = BUF_INIT(0);
	assert_int_equal(conf_feeds_load(subs, path, note, &faults, &err), OK);
	assert_int_equal(subs->len, 3);
	assert_non_null(strstr(buf_str(&faults), "feeds:5: "));
	buf_done(&faults);
	subscription_list_free(subs);
	unlink(path);
	subs = subscription_list_new();
	assert_int_equal(conf_feeds_load(subs, path, NULL, NULL, &err), OK);
	assert_int_equal(conf_feeds_load(subs, dir, NULL, NULL, &err), ERR_IO);
	assert_int_equal(subs->len, 0);
	subscription_list_free(subs);
	assert_int_equal(rmdir(dir), 0);
}

static void
fifty_thousand_lines_are_the_most(void **state)
{
	(void)state;
	struct buf text = BUF_INIT(0), faults = BUF_INIT(0);
	for (int i = 0; i < CONF_FEEDS_MAX + 1; i++)
		buf_addf(&text, "https://h/%d\n", i);
	struct subscriptions *subs = parse(buf_str(&text), true, &faults);
	assert_int_equal(subs->len, CONF_FEEDS_MAX);
	assert_non_null(strstr(buf_str(&faults), "feeds:50001: more than 50000"));
	subscription_list_free(subs);
	buf_done(&text);
	buf_done(&faults);
}

/* A line, what it is to say, and how it then reads: the rest stays as it was written. */
static void
only_what_differs_is_written(void **state)
{
	static const char *const cases[][3] = {
		{"http://h/x  a   \"~Old\"  b # note", "http://h/x a b ~New",
			"http://h/x  a   \"~New\"  b # note"},
		{"http://h/x keep-items=9 a \"~T\" ! # n", "http://h/x a ~T keep-items=9",
			"http://h/x keep-items=9 a \"~T\" # n"},
		{"http://h/x a b c", "http://h/x a c", "http://h/x a c"},
		{"http://h/x a#b # c", "http://h/x a#b d ! ~T",
			"http://h/x a#b d \"~T\" ! # c"},
		{"  http://h/x\tkeep-items=9\ta", "http://h/x a keep-items=10",
			"  http://h/x\tkeep-items=10\ta"},
		{"http://h/x a b", "http://h/x b a", "http://h/x b a"},
		{"http://h/x \"two words\" a/b",
			"http://h/x \"two words\" a/b keep-days=3",
			"http://h/x \"two words\" a/b keep-days=3"},
		{"\"http://h/x\" \"~T\" t", "http://h/x t", "\"http://h/x\" t"},
	};
	struct arena arena = ARENA_INIT;
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf faults = BUF_INIT(0);
		struct subscriptions *subs = parse(cases[i][1], true, &faults);
		assert_string_equal(buf_str(&faults), "");
		assert_string_equal(
			conf_feeds_revise(&arena, span_of(cases[i][0]), &subs->list[0]),
			cases[i][2]);
		subscription_list_free(subs);
	}
	arena_done(&arena);
}

/* What only a shell can run is told, with the line to write. */
static void
commands_that_need_a_shell(void **state)
{
	static const char *const cases[][2] = {
		{"\"exec:cat f | head\" t", "write \"exec:sh -c 'cat f | head'\""},
		{"exec:sh -c 'cat f | head' t",
			"double quotes: \"exec:sh -c 'cat f | head' t\""},
		{"exec:sh -c \"cat f | head\" t",
			"double quotes: \"exec:sh -c \\\"cat f | head\\\" t\""},
		{"\"exec:grep \\\"a b\\\" f | head\"",
			"write \"exec:sh -c 'grep \\\"a b\\\" f | head'\""},
		{"\"exec:grep 'a' \\\"b\\\" | head\"",
			"write \"exec:sh -c \\\"grep 'a' \\\\\\\"b\\\\\\\" | head\\\"\""},
		{"\"filter:sed x > y:http://h/x\"",
			"write \"filter:sh -c 'sed x > y':http://h/x\""},
		{"\"exec:a && b\"", "&& needs"},
		{"\"exec:a; b\"", "a; needs"},
		{"\"exec:a &\"", "& needs"},
		{"\"exec:cat f|head -3\"", "f|head needs"},
		{"\"exec:a;b\"", "write \"exec:sh -c 'a;b'\""},
		{"\"exec:a x>/tmp/y\"", "x>/tmp/y needs"},
		{"\"exec:a&&b\"", "needs"},
		{"\"exec:a <f\"", "<f needs"},
		{"\"exec:echo x$(date)\"", "needs"},
		{"exec:curl http://h/x t", "double quotes"},
		{"exec:curl \"http://h/x\" t",
			"double quotes: \"exec:curl \\\"http://h/x\\\" t\""},
		{"exec:jq \".items[]\" f", "double quotes"},
		{"exec:printf \"<rss/>\"", "double quotes"},
		{"exec:cat my\" file.xml\"", "double quotes"},
		{"exec:echo\"a b\" t", "double quotes"},
		{"exec:cat ~/f", "double quotes"},
		{"\"exec:cat 'f\" t", "not closed"},
		{"\"filter:sed 'f:http://h/x\"", "not closed"},
		{"filter:sed t", "lacks the page's address"},
	};
	static const char *const fine[] = {"\"exec:sh -c 'cat f | head > x; y &'\" t",
		"exec:~/bin/feed tag", "\"exec:curl http://h/x?a=1&b=2\"",
		"\"filter:sed s/a;b/c|d/:http://h/x\"", "exec:x two-words # -c",
		"exec:x \"News & more\" \"~A > B; C\" only=\"score > 3\"",
		"exec:\"x -y 'z'\" t", "\"exec:a 'x|y' \\\"b;c\\\" d\\\\;e\""};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf faults = BUF_INIT(0);
		struct subscriptions *subs = parse(cases[i][0], true, &faults);
		assert_int_equal(subs->len, 0);
		assert_non_null(strstr(buf_str(&faults), cases[i][1]));
		subscription_list_free(subs);
		buf_done(&faults);
	}
	for (size_t i = 0; i < COUNT_OF(fine); i++) {
		struct buf faults = BUF_INIT(0);
		struct subscriptions *subs = parse(fine[i], true, &faults);
		assert_string_equal(buf_str(&faults), "");
		assert_int_equal(subs->len, 1);
		subscription_list_free(subs);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_has_all_its_parts),
		cmocka_unit_test(other_sources_are_the_users_own),
		cmocka_unit_test(pages_are_read_in_ways_of_their_own),
		cmocka_unit_test(faulty_pages_are_told),
		cmocka_unit_test(lists_keep_what_the_user_did),
		cmocka_unit_test(an_edit_finds_a_line_by_the_address_of_the_one_before),
		cmocka_unit_test(a_byte_order_mark_begins_any_line),
		cmocka_unit_test(tags_are_cleaned),
		cmocka_unit_test(faulty_lines_are_told_and_the_rest_holds),
		cmocka_unit_test(nothing_that_runs_comes_from_elsewhere),
		cmocka_unit_test(passwords_stay_out_of_reports),
		cmocka_unit_test(text_is_cleaned),
		cmocka_unit_test(a_formatted_line_parses_to_the_same),
		cmocka_unit_test(edits_keep_what_they_do_not_concern),
		cmocka_unit_test(only_what_differs_is_written),
		cmocka_unit_test(commands_that_need_a_shell),
		cmocka_unit_test(fifty_thousand_lines_are_the_most),
	};
	return UNIT_RUN(tests);
}
