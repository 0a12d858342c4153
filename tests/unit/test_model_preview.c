/*
 * What a feed is like: how often it posts, and whether it has whole texts.
 */
#include "config.h"

#include "unit.h"

#include <string.h>

#include "base/buf.h"
#include "base/time.h"
#include "model/feed.h"
#include "model/item.h"
#include "model/preview.h"

#define NOW ((int64_t)1793620800)

static void
texts_are_told_apart(void **state)
{
	(void)state;
	static char summary[] = "A short summary.", post[] = "All of a short post.",
		    text[] = "<p>And the text.</p>", dots[] = "<p>The beginning …</p>\n",
		    entity[] = "<p>The beginning [&#8230;]</p>",
		    more[] = "<p>It <a href=\"/x\">Continue reading</a></p>";
	static const struct {
		char *summary, *content;
		size_t whole, teasers;
	} cases[] = {
		{NULL, NULL, 0, 0},
		{summary, NULL, 0, 1},
		{NULL, post, 1, 0},
		{summary, text, 1, 0},
		{NULL, dots, 0, 1},
		{NULL, entity, 0, 1},
		{NULL, more, 0, 1},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct item item = {.published = TIME_NONE,
			.updated = TIME_NONE,
			.summary = {.text = cases[i].summary, .type = TEXT_PLAIN},
			.content = {.text = cases[i].content, .type = TEXT_HTML}};
		struct feed feed = {.items = &item, .items_len = 1};
		struct preview preview;
		struct buf lines = BUF_INIT(0);
		preview_of(&feed, &preview, &lines);
		if (preview.whole != cases[i].whole ||
			preview.teasers != cases[i].teasers)
			fail_msg("case %zu: %zu, %zu", i, preview.whole, preview.teasers);
		assert_true(preview.newest == TIME_NONE && preview.gap == 0);
		assert_string_equal(preview.lines, "-\t\n");
		buf_done(&lines);
	}
}

/* Newest first, the undated last, ten at most; the gap is that of the dated. */
static void
the_newest_are_named(void **state)
{
	(void)state;
	struct item items[14] = {0};
	static char title[] = "T", lead[] = "L";
	for (size_t i = 0; i < COUNT_OF(items); i++)
		items[i] = (struct item){.title = title,
			.published = NOW + (int64_t)i * TIME_DAY,
			.updated = TIME_NONE};
	items[13].title = NULL;
	items[13].lead = lead;
	items[3].published = TIME_NONE;
	struct feed feed = {.items = items, .items_len = COUNT_OF(items)};
	struct preview preview;
	struct buf lines = BUF_INIT(0);
	preview_of(&feed, &preview, &lines);
	assert_int_equal(preview.items, 14);
	assert_true(preview.newest == NOW + 13 * TIME_DAY);
	assert_true(preview.gap == 13 * TIME_DAY / 12);
	size_t len = 0;
	for (const char *p = preview.lines; (p = strchr(p, '\n')); p++)
		len++;
	assert_int_equal(len, PREVIEW_ITEMS);
	assert_non_null(strstr(preview.lines, "1794744000\tL\n1794657600\tT\n"));
	assert_null(strchr(preview.lines, '-'));
	buf_done(&lines);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_told_apart),
		cmocka_unit_test(the_newest_are_named),
	};
	return UNIT_RUN(tests);
}
