/*
 * A tree builder that follows the HTML standard searches its stack of open elements for
 * nearly every tag and reopens unclosed formatting elements in every paragraph. 100,000
 * nested divs, a few thousand different fonts, or thousands of attributes on one element
 * take it minutes. So the source first passes through this flat tokeniser, which has a
 * short stack of names of its own:
 *
 *  - Elements without a meaning here become spans (since they may be hidden) or lose
 * their tags; those whose content is not for reading (script, svg, select …) are dropped
 * (sanitize_element.c).
 *  - End tags are added where HTML allows leaving them out and where an element ends
 * before others in it; unmatched ones are dropped (sanitize_open.c). Where the end of a
 * formatting element crosses other elements ("<b><p>x</b>y"), a comment marks the place
 * for the reader of the tree.
 *  - Beyond SANITIZE_DEPTH_MAX start tags are dropped, and as many end tags.
 *  - Only the attributes in the table are kept, each once (sanitize_attribute.c).
 *  - It can stop anywhere: start tags for the names on its stack are all that the next
 * part needs to be a document of its own.
 */
#include "config.h"

#include "render/sanitize.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"
#include "render/sanitize_inside.h"
#include "render/sanitize_tag.h"

#define ORDERED_WANT 16 /* times as much in one part, in an ordered list */
#define UNENDED_MAX 16  /* tags without an end in one text; the next are text */

/* Whether what looks like a tag is text: it never ends, another begins in it, or it
 * begins content that is never markup and that does not end. Browsers take more text for
 * it, or all the rest; whoever wrote that forgot to escape a "<". t->at is after the
 * name. */
static bool
is_text(struct sanitizer *t, const struct tag *tag, bool end_tag)
{
	const char *at = t->at;
	if (t->unended > UNENDED_MAX)
		return true;
	bool text = !render_sanitize_attributes(t, NULL);
	t->unended += t->at == t->end && t->end[-1] != '>';
	if (!text && !end_tag && (tag->flags & TAG_RAW))
		text = !render_sanitize_content_end(t, tag, t->at);
	if (t->text_end && at < t->text_end)
		text |= t->at > t->text_end ||
			(!end_tag && (tag->flags & (TAG_RAW | TAG_DROP | TAG_EMPTY)));
	t->at = at;
	return text;
}

/* Notes where the tag or comment at t->at, which is text to us, ends for a browser. */
static void
note_text(struct sanitizer *t)
{
	const char *p = t->at + 1;
	if (t->end - p < 2 || (t->text_end && t->at < t->text_end))
		return;
	bool tag = str_alpha((unsigned char)p[*p == '/']);
	if (!tag && !strchr("/!?", *p))
		return;
	t->text_end = render_sanitize_browser_end(t, p, tag);
}

/* Nearly all tags differ in their first letter. */
static bool
is(const struct tag *tag, const char *name)
{
	return *tag->name == *name && str_eq(tag->name, name);
}

/* If a block loses its tags because of depth, its text still gets lines of its own. */
static void
put_break(struct sanitizer *t, const struct tag *tag)
{
	if (!(tag->closes & TAG_PAR) || t->broken == t->out->len)
		return;
	buf_adds(t->out, "<br>");
	t->broken = t->out->len;
}

/* Has an item of an open list just ended? A new line there has no place: programs put
 * one at each end of a line of the source. */
static bool
is_between(const struct sanitizer *t)
{
	static const char *const ends[] = {"</li>", "</dd>", "</dt>"};
	size_t n = t->out->len;
	while (n > 0 && str_space((unsigned char)t->out->data[n - 1]))
		n--;
	bool ended = false;
	for (size_t i = 0; i < COUNT_OF(ends); i++)
		ended |= n >= 5 && memcmp(t->out->data + n - 5, ends[i], 5) == 0;
	return ended && t->depth && t->open[t->depth - 1].tag->flags & TAG_HOLDS;
}

static void
start_tag(struct sanitizer *t, const struct tag *tag, struct span name)
{
	if (render_sanitize_start_other(t, tag))
		return;
	if (tag->closes && !t->beyond)
		render_sanitize_end_implied(t, tag);
	if (is(tag, "br") && is_between(t)) {
		render_sanitize_attributes(t, NULL);
		return;
	}
	if (is(tag, "a"))
		render_sanitize_end_format(t, tag); /* a link ends where another starts */
	bool empty = tag->flags & TAG_EMPTY ||
		     (tag->flags & TAG_PLAYER && render_sanitize_plays_on(t, tag));
	bool nests = !empty && !(tag->flags & TAG_VOID);
	if (nests && (t->depth == SANITIZE_DEPTH_MAX || t->beyond)) {
		/* Members of groups need no end tags, and formatting elements often lack
		 * theirs, so they are not counted. */
		t->beyond += !(tag->flags & TAG_FORMAT) && !tag->group;
		render_sanitize_attributes(t, NULL);
		put_break(t, tag);
		return;
	}
	const char *behind = t->at;
	buf_addc(t->out, '<');
	buf_adds(t->out, tag->name);
	size_t from = t->out->len;
	render_sanitize_attributes(t, t->out);
	bool span = is(tag, "span");
	if (span)
		render_sanitize_put_custom(t, name, from);
	bool quiet = span && render_sanitize_says_nothing(t, from);
	bool styled = render_sanitize_written(t->out, from, " style=\"").p != NULL;
	if (quiet)
		buf_cut(t->out, from - strlen("<span"));
	else
		buf_addc(t->out, '>');
	if (nests) {
		if (tag->group & TAG_TABLE && t->depth)
			t->open[t->depth - 1].filled = true;
		t->open[t->depth++] = (struct open_element){.tag = tag,
			.attributes = behind,
			.styled = styled,
			.quiet = quiet};
		t->ordered += (tag->flags & TAG_ORDERED) != 0;
	}
	if (empty) {
		render_sanitize_skip(t, tag);
		render_sanitize_put_end(t, tag);
	}
	if (is(tag, "br"))
		t->line_end = t->at;
}

/* The end tag of a paragraph without a start, or whose paragraph a block has ended, is an
 * empty one, which separates the text around it. In items and cells a new line does, and
 * directly in lists and tables it is nothing. */
static void
put_paragraph(struct sanitizer *t)
{
	const struct tag *in = t->depth ? t->open[t->depth - 1].tag : NULL;
	if (in && in->flags & TAG_HOLDS)
		return;
	bool item = in && in->group & (TAG_ITEM | TAG_CELL | TAG_TERM);
	buf_adds(t->out, item ? "<div></div>" : "<p></p>");
}

static void
end_tag(struct sanitizer *t, const struct tag *tag)
{
	if (is(tag, "table") && render_sanitize_aside(t, tag))
		return;
	/* "</br>" is a break of its own, except right behind "<br>", as XML has it. */
	if (is(tag, "br") && t->line_end != t->at - strlen("</br"))
		buf_adds(t->out, "<br>");
	render_sanitize_attributes(t, NULL);
	if (tag->flags & (TAG_VOID | TAG_DROP | TAG_EMPTY | TAG_UNWRAP | TAG_LITERAL))
		return;
	if (tag->flags & TAG_FORMAT) {
		render_sanitize_end_format(t, tag);
		return;
	}
	if (t->beyond) {
		t->beyond -= !tag->group;
		put_break(t, tag);
		return;
	}
	size_t i = render_sanitize_find_open(t, tag);
	if (i > 0)
		render_sanitize_end_down_to(t, i - 1);
	else if (tag->group == TAG_PAR && t->depth < SANITIZE_DEPTH_MAX)
		put_paragraph(t);
}

/* Where the comment at t->at ends, by "-->" or "--!>"; else, as in browsers, with the
 * text. "<!-->" and "<!--->" are whole comments. */
static const char *
comment_end(const struct sanitizer *t)
{
	const char *p = t->at + 4;
	while ((p = memchr(p, '>', (size_t)(t->end - p))) != NULL) {
		bool bang = p - t->at > 6 && p[-1] == '!';
		p++;
		if (p[-2 - bang] == '-' && p[-3 - bang] == '-')
			return p;
	}
	return t->end;
}

/* The text of a CDATA section is shown, its brackets are not. Returns where it starts. */
static const char *
start_cdata(struct sanitizer *t)
{
	const char *start = t->at + 9;
	if (!t->no_cdata_end && (!t->cdata_end || t->cdata_end < start))
		t->cdata_end = memmem(start, (size_t)(t->end - start), "]]>", 3);
	t->no_cdata_end = !t->cdata_end;
	return start;
}

/* Is what starts with "</", "<?" or "<!" no text? "<!>" and "<!->" are empty comments. */
static bool
is_declaration(struct span s)
{
	return s.p[1] != '!' || s.n < 3 || str_alpha((unsigned char)s.p[2]) ||
	       s.p[2] == '>' || (s.n > 3 && s.p[2] == '-' && s.p[3] == '>') ||
	       render_tag_condition(s);
}

/* Comments, CDATA brackets, declarations, processing instructions. False when it is text:
 * it does not end. */
static bool
skip_declaration(struct sanitizer *t)
{
	size_t left = (size_t)(t->end - t->at);
	const char *end = NULL;
	if (left >= 9 && memcmp(t->at, "<![CDATA[", 9) == 0) {
		end = start_cdata(t);
	} else if (left >= 4 && memcmp(t->at, "<!--", 4) == 0) {
		end = comment_end(t);
	} else if (!t->no_tag_end && is_declaration((struct span){t->at, left})) {
		end = memchr(t->at, '>', left);
		t->no_tag_end = !end;
		/* If an end tag starts before it, the ">" is that tag's. */
		const char *lt =
			end ? memchr(t->at + 1, '<', (size_t)(end - t->at - 1)) : NULL;
		end = end && !(lt && lt[1] == '/') ? end + 1 : NULL;
	}
	if (end && t->text_end && t->at < t->text_end && end > t->text_end)
		return false;
	if (end)
		t->at = end;
	return end != NULL;
}

/* What starts with "<". False when it is text. */
static bool
take_tag(struct sanitizer *t)
{
	const char *lt = t->at, *p = lt + 1;
	bool end = p < t->end && *p == '/';
	p += end;
	if (p == t->end || !str_alpha((unsigned char)*p))
		return p < t->end && (end || *p == '!' || *p == '?') &&
		       skip_declaration(t);
	const char *start = p;
	while (p < t->end && *p != '<' && !render_sanitize_ends_name(*p))
		p++;
	t->at = p;
	struct span name = {start, (size_t)(p - start)};
	const struct tag *tag = render_tag_find(name);
	if ((p < t->end && *p == '<') || render_tag_address(name) ||
		is_text(t, tag, end)) {
		t->at = lt;
		return false;
	}
	if (end)
		end_tag(t, tag);
	else
		start_tag(t, tag, name);
	return true;
}

/* Where the text ends: at what may be a tag, or at the end of a CDATA section. */
static const char *
find_text_end(const struct sanitizer *t)
{
	if (t->at < t->literal_end)
		return t->literal_end;
	const char *end = t->cdata_end && t->cdata_end >= t->at ? t->cdata_end : t->end;
	const char *lt = memchr(t->at, '<', (size_t)(end - t->at));
	return lt ? lt : end;
}

/* The end tag of an element whose content has no tags. */
static void
end_literal(struct sanitizer *t)
{
	t->at += strlen(t->literal->name) + strlen("</");
	render_sanitize_attributes(t, NULL);
	t->literal_end = NULL;
	if (t->literal_open)
		render_sanitize_end_down_to(t, t->depth - 1);
}

static void
take_markup(struct sanitizer *t)
{
	if (t->at == t->literal_end) {
		end_literal(t);
		return;
	}
	if (t->at == t->cdata_end) {
		t->at += 3;
		return;
	}
	if (take_tag(t))
		return;
	note_text(t);
	/* Written as a reference, so that it does not become a tag when a tag after it
	 * is dropped. */
	buf_adds(t->out, "&lt;");
	t->at++;
}

struct sanitizer *
render_sanitize_new(const char *html, size_t n)
{
	struct sanitizer *t = mem_zalloc(sizeof *t);
	t->at = html;
	t->end = html + n;
	return t;
}

void
render_sanitize_free(struct sanitizer *t)
{
	free(t);
}

void
render_sanitize_for_reading(struct sanitizer *t)
{
	t->renders = true;
}

struct sanitized_part
render_sanitize_next(struct sanitizer *t, struct buf *out, size_t want)
{
	struct sanitized_part part;
	t->out = out;
	const struct tag *last = NULL;
	for (size_t i = 0; i < t->depth; i++) {
		if (t->open[i].quiet)
			continue;
		last = t->open[i].tag;
		buf_addf(out, "<%s>", last->name);
	}
	/* A line end right after <pre> is dropped by HTML, so add one for that. */
	if (last && str_eq(last->name, "pre"))
		buf_addc(out, '\n');
	bool broken = t->part_end && t->broken == t->part_end;
	part.body = out->len;
	t->broken = broken ? part.body : 0;
	while (t->at < t->end) {
		/* An ordered list must know how many items it has. */
		if (out->len - part.body >= (t->ordered ? ORDERED_WANT * want : want))
			break;
		const char *next = find_text_end(t);
		size_t n = render_sanitize_cut_text(t->at, (size_t)(next - t->at), want);
		render_sanitize_text(t, t->at, n);
		t->at += n;
		size_t len = out->len;
		if (t->at == next && t->at < t->end)
			take_markup(t);
		if (t->resume && t->at >= t->aside_end) {
			render_sanitize_end_down_to(t, t->aside_depth);
			t->at = t->resume;
			t->resume = NULL;
		}
		/* A dropped tag must not join the text around it to an entity. */
		if (out->len == len && render_sanitize_ends_in_entity(out, part.body))
			buf_adds(out, "<!---->");
	}
	part.end = t->part_end = out->len;
	part.last = t->at == t->end;
	for (size_t i = t->depth; i > 0; i--)
		if (!t->open[i - 1].quiet)
			render_sanitize_put_end(t, t->open[i - 1].tag);
	return part;
}
