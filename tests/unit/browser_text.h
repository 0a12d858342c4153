/*
 * What a browser shows of HTML source, by a tree builder that follows the standard, and
 * random sources for it: a yardstick for whether text is lost.
 */
#ifndef TESTS_UNIT_BROWSER_TEXT_H
#define TESTS_UNIT_BROWSER_TEXT_H

#include <gumbo.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"

/* Letters and digits of s, without what is between them. */
static inline void
browser_add_letters(struct buf *out, const char *s)
{
	for (; *s; s++)
		if ((*s >= '0' && *s <= '9') || (*s >= 'A' && *s <= 'Z') ||
			(*s >= 'a' && *s <= 'z'))
			buf_addc(out, *s);
}

static inline bool
browser_hides(const GumboNode *node)
{
	switch (node->v.element.tag) {
	case GUMBO_TAG_SCRIPT:
	case GUMBO_TAG_STYLE:
	case GUMBO_TAG_TITLE:
	case GUMBO_TAG_TEXTAREA:
		return true;
	default:
		return false;
	}
}

static inline void
browser_walk(struct buf *out, const GumboNode *node)
{
	if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE ||
		node->type == GUMBO_NODE_CDATA) {
		browser_add_letters(out, node->v.text.text);
	} else if (node->type == GUMBO_NODE_ELEMENT && !browser_hides(node)) {
		const GumboVector *children = &node->v.element.children;
		for (unsigned i = 0; i < children->length; i++)
			browser_walk(out, children->data[i]);
	}
}

/* The letters that a browser shows of the source, in their order. */
static inline void
browser_letters(struct buf *out, const char *html, size_t n)
{
	struct buf page = BUF_INIT(0);
	buf_adds(&page, "<!DOCTYPE html><body>");
	buf_add(&page, html, n);
	GumboOptions options = kGumboDefaultOptions;
	GumboOutput *tree = gumbo_parse_with_options(&options, page.data, page.len);
	browser_walk(out, tree->root);
	gumbo_destroy_output(&options, tree);
	buf_done(&page);
}

/* Whether all of some are in all, in this order. */
static inline bool
browser_all_there(const char *some, const char *all)
{
	for (; *some && *all; all++)
		some += *some == *all;
	return !*some;
}

/* Text with whatever may look like markup; every word differs from the others. */
static inline void
browser_random(struct buf *out, uint32_t *seed)
{
	static const char *const pieces[] = {"<", ">", "&", "\"", "'", "=", "/", " ",
		"\n", "<b>", "</b>", "<p>", "<br/>", "<i", "</i", "<em ", "<!--", "-->",
		"--!>", "<!", "<?", "</", "/>", "<a href=\"", "<a href=x>", "</a>",
		"<a title='", "<3", "&amp;", "&lt;", "&gt;", "&#60;", "&quot", "&#x",
		"<script>", "</script>", "<style>", "</style>", "<title>", "</title>",
		"<textarea>", "<vector>", "<x y=z>", "<div ", "<li>", "if a<b and c>d ",
		"]]>", "<!DOCTYPE html>", "<http://x/>", "<me@x>"};
	size_t n = 1 + (*seed >> 8) % 24;
	buf_clear(out);
	for (size_t i = 0; i < n; i++) {
		*seed = *seed * 1664525 + 1013904223;
		size_t which = (*seed >> 12) % (COUNT_OF(pieces) + 30);
		if (which < COUNT_OF(pieces))
			buf_adds(out, pieces[which]);
		else
			buf_addf(out, "w%zu", i);
	}
}

#endif
