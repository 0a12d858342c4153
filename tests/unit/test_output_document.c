#include "config.h"

#include "unit.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/str.h"
#include "base/time.h"
#include "output/document.h"

static char title[] = "A *title* <b>", address[] = "http://x.example/a";
static char text[] = "<p>Some <b>bold</b> and <i>slanted</i> text with <a "
		     "href=\"http://y.example/\">a "
		     "link</a>, 1 < 2_3.</p><blockquote><p>quoted</p></blockquote>"
		     "<script>alert(1)</script>";

static const struct output_item item = {
	.item = {.id = 7,
		.title = title,
		.link = address,
		.published = 1790000000,
		.updated = TIME_NONE,
		.seen = 1790000000},
	.body = {.text = {.type = TEXT_HTML, .text = text}},
	.feed_title = "Feed",
	.feed_url = "http://x.example/feed",
};

static const char *
document(enum output_kind kind)
{
	static struct buf out;
	struct output_item copy = item;
	buf_done(&out);
	out = (struct buf)BUF_INIT(0);
	copy.body.text_len = strlen(copy.body.text.text);
	output_document(&copy, kind, &(struct output_style){.width = 60}, &out);
	return buf_str(&out);
}

static void
kinds_have_names(void **state)
{
	(void)state;
	static const char *const names[OUTPUT_KINDS] = {
		"text", "html", "markdown", "json"};
	for (int i = 0; i < OUTPUT_KINDS; i++) {
		enum output_kind kind;
		assert_true(output_kind_named(names[i], &kind));
		assert_int_equal(kind, i);
		assert_true(output_kind_ending(kind)[0] == '.');
	}
	assert_false(output_kind_named("pdf", &(enum output_kind){0}));
}

static void
documents(void **state)
{
	(void)state;
	static const struct {
		enum output_kind kind;
		const char *has;
	} cases[] = {
		{OUTPUT_TEXT, "A *title* <b>\n"},
		{OUTPUT_TEXT, "Address: http://x.example/a\n"},
		{OUTPUT_TEXT, "[1] http://y.example/"},
		{OUTPUT_HTML, "<title>A *title* &lt;b&gt;</title>"},
		{OUTPUT_HTML, "default-src 'none'"},
		{OUTPUT_HTML,
			"<p>Some <b>bold</b> and <i>slanted</i> text with "
			"<a href=\"http://y.example/\">a link</a>, 1 &lt; 2_3.</p>"},
		{OUTPUT_HTML, "</body>\n</html>\n"},
		{OUTPUT_MARKDOWN, "# A \\*title\\* \\<b>\n"},
		{OUTPUT_MARKDOWN, "**bold**"},
		{OUTPUT_MARKDOWN, "*slanted*"},
		{OUTPUT_MARKDOWN, "2\\_3"},
		{OUTPUT_MARKDOWN, "> quoted"},
		{OUTPUT_MARKDOWN, "[a link](<http://y.example/>)"},
		{OUTPUT_JSON, "{\"id\":7,\"title\":\"A *title* <b>\""},
		{OUTPUT_JSON, "\"text_type\":\"html\""},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		if (!strstr(document(cases[i].kind), cases[i].has))
			fail_msg("%s is not in: %s", cases[i].has,
				document(cases[i].kind));
	assert_null(strstr(document(OUTPUT_MARKDOWN), "alert"));
	assert_null(strstr(document(OUTPUT_HTML), "alert"));
}

static void
links_below_may_be_few(void **state)
{
	(void)state;
	static char links[] = "<a href=\"http://a.example/\">a</a> "
			      "<a href=\"http://b.example/\">b</a>";
	static const struct {
		struct output_style style;
		bool first, second;
	} cases[] = {
		{{.width = 60}, true, true},
		{{.width = 60, .links = 1}, true, false},
		{{.width = 60, .no_links = true}, false, false},
	};
	struct output_item copy = item;
	copy.body.text.text = links;
	copy.body.text_len = strlen(links);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf out = BUF_INIT(0);
		output_document(&copy, OUTPUT_TEXT, &cases[i].style, &out);
		assert_int_equal(!!strstr(buf_str(&out), "http://a."), cases[i].first);
		assert_int_equal(!!strstr(buf_str(&out), "http://b."), cases[i].second);
		buf_done(&out);
	}
}

/* Cases 23 and 24: a name stays in its directory and is no option, whatever the title. */
static void
file_names_are_safe(void **state)
{
	(void)state;
	static const struct {
		const char *title, *name;
	} cases[] = {
		{"Simple", "2026-09-21-Simple"},
		{"../../etc/passwd", "2026-09-21-..-..-etc-passwd"},
		{"/etc/x", "2026-09-21-etc-x"},
		{"-rf", "2026-09-21-rf"},
		{"...", "2026-09-21"},
		{"a\nb\tc", "2026-09-21-a-b-c"},
		{"C:\\x|y?*<>\"", "2026-09-21-C-x-y"},
		{"", "2026-09-21"},
		{"x\xe2\x80\xae"
		 "gpj.exe",
			"2026-09-21-x-gpj.exe"},
		{"Größe & Maß", "2026-09-21-Größe-Maß"},
	};
	struct arena arena = ARENA_INIT;
	struct store_item one = {.published = 1790000000};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char name[64];
		snprintf(name, sizeof name, "%s", cases[i].title);
		one.title = name;
		assert_string_equal(output_file_name(&arena, &one), cases[i].name);
	}
	char wide[900] = "";
	for (size_t i = 0; i < 400; i += 2)
		memcpy(wide + i, "ä", 3);
	one.title = wide;
	assert_true(strlen(output_file_name(&arena, &one)) <= 124);
	arena_done(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_have_names),
		cmocka_unit_test(documents),
		cmocka_unit_test(links_below_may_be_few),
		cmocka_unit_test(file_names_are_safe),
	};
	return UNIT_RUN(tests);
}
