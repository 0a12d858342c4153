/*
 * A rendered document as a string, with or without its styles spelled out, and checks
 * that hold for every document.
 */
#ifndef TESTS_UNIT_RENDER_TEXT_H
#define TESTS_UNIT_RENDER_TEXT_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "model/item.h"
#include "render/html.h"

#define TEST_BASE "https://example.org/blog/post"

static inline struct render_doc *
doc_of(const char *source, size_t n, enum text_type type)
{
	struct text text = {.type = type, .base = (char[]){TEST_BASE}};
	text.text = malloc(n + 1);
	memcpy(text.text, source, n);
	text.text[n] = '\0';
	struct render_doc *doc = render_doc_new(&text, n, NULL);
	render_doc_keep(doc, text.text);
	return doc;
}

static inline void
lay_out(struct render_doc *doc, size_t width)
{
	render_layout_start(doc, width, width);
	while (!render_layout_step(doc, SIZE_MAX, 0))
		;
}

/* Spells out styles, one letter each in the order of enum render_style: "<bi>text<>". The
 * number of a link follows the letters. */
static inline void
put_styles(struct buf *out, const struct render_span *span)
{
	static const char letters[] = "biuscHqlmh12n";
	buf_addc(out, '<');
	for (size_t i = 0; i < sizeof letters - 1; i++)
		if (span->style >> i & 1)
			buf_addc(out, letters[i]);
	if (span->link)
		buf_addf(out, "%u", span->link);
	buf_addc(out, '>');
}

static inline char *
doc_text(const struct render_doc *doc, bool styles)
{
	struct buf out = BUF_INIT(0);
	for (size_t i = 0; i < render_lines_len(doc); i++) {
		const struct render_line *line = render_line_at(doc, i);
		const char *text = render_line_text(line);
		if (i > 0)
			buf_addc(&out, '\n');
		for (uint32_t k = 0; k < line->spans_len; k++) {
			struct render_span span = line->spans[k];
			while (k + 1 < line->spans_len &&
				line->spans[k + 1].style == span.style &&
				line->spans[k + 1].link == span.link)
				span.len += line->spans[++k].len;
			if (styles && (span.style || span.link))
				put_styles(&out, &span);
			buf_add(&out, text, span.len);
			text += span.len;
			if (styles && (span.style || span.link))
				buf_adds(&out, "<>");
		}
	}
	return buf_take(&out);
}

/* Checks a document laid out at width: every line fits, is clean, has no blanks at its
 * end, and its spans cover it in order. Returns NULL, or what is wrong. */
static inline const char *
doc_fault(const struct render_doc *doc, size_t width)
{
	for (size_t i = 0; i < render_lines_len(doc); i++) {
		const struct render_line *line = render_line_at(doc, i);
		const char *text = render_line_text(line);
		uint32_t covered = 0, cp;
		if (text[line->len] != '\0' || strlen(text) != line->len)
			return "a NUL inside a line";
		if (utf8_columns(text, line->len) > width)
			return "a line wider than the width";
		if (line->len && text[line->len - 1] == ' ')
			return "a blank at the end of a line";
		if (!utf8_valid(text, line->len))
			return "a line that is not UTF-8";
		uint32_t before = 0, after;
		for (size_t at = 0; at < line->len; before = cp) {
			at += utf8_decode(text + at, line->len - at, &cp);
			after = 0;
			if (at < line->len)
				utf8_decode(text + at, line->len - at, &after);
			bool joins = utf8_joiner(cp) &&
				     (utf8_joins(before, after) ||
					     (utf8_pictograph(before) &&
						     utf8_pictograph(after)));
			if (utf8_hidden(cp) && !joins)
				return "a hidden character";
		}
		for (uint32_t k = 0; k < line->spans_len; k++) {
			if (line->spans[k].len == 0)
				return "an empty span";
			uint16_t link = line->spans[k].link;
			if (link & RENDER_JUMP ? (link & ~RENDER_JUMP) >=
							 (int)render_jumps_len(doc)
					       : link > render_links_len(doc))
				return "a span of no link";
			covered += line->spans[k].len;
		}
		if (covered != line->len)
			return "spans that do not cover the line";
	}
	for (size_t i = 0; i < render_links_len(doc); i++)
		for (const char *s = render_link_at(doc, i)->url; *s;) {
			uint32_t cp;
			s += utf8_decode(s, strlen(s), &cp);
			if (utf8_hidden(cp))
				return "a hidden character in an address";
		}
	return NULL;
}

#endif
