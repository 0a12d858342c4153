/*
 * Texts as feeds pack them: no text vanishes without a trace, and what is a tag.
 */
#include "config.h"

#include "tests/unit/unit.h"

#include "feed/markup.h"
#include "feed/unpack.h"
#include "tests/unit/browser_text.h"

#define TEXTS 100000

/* All letters that a browser shows of a source are in its plain form. */
static void
plain_text_loses_nothing(void **state)
{
	(void)state;
	uint32_t seed = 1;
	struct buf source = BUF_INIT(0), want = BUF_INIT(0), got = BUF_INIT(0),
		   plain = BUF_INIT(0);
	for (size_t i = 0; i < TEXTS; i++) {
		browser_random(&source, &seed);
		buf_clear(&want);
		buf_clear(&got);
		buf_clear(&plain);
		browser_letters(&want, source.data, source.len);
		feed_text_plain(
			&plain, (struct span){source.data, source.len}, i % 4 == 0);
		browser_add_letters(&got, buf_str(&plain));
		if (!browser_all_there(buf_str(&want), buf_str(&got)))
			fail_msg("text %zu: %s\n  a browser shows %s\n  we have %s", i,
				source.data, want.data, buf_str(&plain));
	}
	buf_done(&source);
	buf_done(&want);
	buf_done(&got);
	buf_done(&plain);
}

static void
tags_are_told_from_text(void **state)
{
	(void)state;
	static const char *const tags[] = {"<b>", "</b>", "<BR/>", "<br />",
		"<p class=a>", "<a href='x>y'>", "<a href=\"x>", "<!-- > -->",
		"<!DOCTYPE html>", "<h1>", "<o:p>", "</blockquote\n>"};
	static const char *const texts[] = {"<", "<b", "<3>", "< b>", "<>", "</>",
		"<vector>", "<vector<int>>", "<http://x/>", "<me@x.org>", "<b and c>",
		"<b <i>", "<!-- >", "<!x>", "<?php>", "<a:>", "<b,c>", "<html5>",
		"<selectedoption>"};
	for (size_t i = 0; i < COUNT_OF(tags); i++)
		if (!feed_tag_any(span_of(tags[i])))
			fail_msg("%s is a tag", tags[i]);
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		/* "<b <i>" has one after the text. */
		struct tag tag;
		struct tag_search search = {0};
		if (feed_tag_at(span_of(texts[i]), &tag, &search))
			fail_msg("%s is text", texts[i]);
	}
}

/* What browsers hide up to the next ">" although it begins nothing. */
static void
bangs_are_text(void **state)
{
	(void)state;
	static const struct {
		const char *html, *want; /* NULL: stays as it is */
	} cases[] = {
		{"<!' <a href=\"foo\">", "&lt;!' <a href=\"foo\">"},
		{"<p>a<! b<!! c</p>", "<p>a&lt;! b&lt;!! c</p>"},
		{"<!", NULL},
		{"a<!-- b --><!DOCTYPE html>", NULL},
		{"<![if !lists]>c<![endif]><![CDATA[d]]>", NULL},
		{"Hi! <!>", NULL},
		{"", NULL},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf out = BUF_INIT(0);
		assert_int_equal(feed_text_bangs(&out, span_of(cases[i].html)),
			cases[i].want != NULL);
		if (cases[i].want)
			assert_string_equal(buf_str(&out), cases[i].want);
		buf_done(&out);
	}
}

static void
attributes_are_found(void **state)
{
	(void)state;
	static const struct {
		const char *tag, *want;
	} cases[] = {
		{"<a href=\"x y\">", "x y"},
		{"<a class=z HREF = 'x'>", "x"},
		{"<a href=x>", "x"},
		{"<a data-href=y href=x>", "x"},
		{"<a href>", NULL},
		{"<a hreflang=de>", NULL},
		{"<a>", NULL},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct span got = feed_tag_attr(span_of(cases[i].tag), "href");
		if (!cases[i].want)
			assert_null(got.p);
		else if (!span_eq(got, cases[i].want))
			fail_msg("%s: %.*s", cases[i].tag, SPAN_FMT(got));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_text_loses_nothing),
		cmocka_unit_test(tags_are_told_from_text),
		cmocka_unit_test(bangs_are_text),
		cmocka_unit_test(attributes_are_found),
	};
	return UNIT_RUN(tests);
}
