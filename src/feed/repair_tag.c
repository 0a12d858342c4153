#include "config.h"

#include <string.h>

#include "feed/repair_xml_inside.h"

#define NEVER_ENDS_TAGS 8 /* how many "<" may stand between text and its end */

static void
skip_space(struct repair *r)
{
	while (r->p < r->end && str_space((unsigned char)*r->p))
		r->p++;
}

static struct span
take_name(struct repair *r)
{
	struct span name = {r->p, 0};
	while (r->p < r->end && repair_name_char((unsigned char)*r->p))
		r->p++;
	name.n = (size_t)(r->p - name.p);
	return name;
}

/* Whether two names are the same in ASCII. An element's attributes must differ. */
static bool
same_written(struct span a, struct span b)
{
	size_t i = 0;
	while (i < a.n && i < b.n &&
		repair_name_ascii(a.p[i]) == repair_name_ascii(b.p[i]))
		i++;
	return i == a.n && i == b.n;
}

/* Takes the end tag here if it is that of the innermost open element, spelled like its
 * start tag, as nearly all are. */
static bool
plain_end_tag(struct repair *r)
{
	struct span name = r->depth ? r->stack[r->depth - 1] : (struct span){"", 0};
	const char *end = r->p + 2;
	if (r->skipped || !name.n || (size_t)(r->end - end) <= name.n ||
		end[name.n] != '>' || memcmp(end, name.p, name.n) != 0)
		return false;
	r->p = end + name.n + 1;
	feed_repair_close(r);
	return true;
}

void
feed_repair_end_tag(struct repair *r)
{
	const char *at = r->p;
	if (plain_end_tag(r))
		return;
	r->p += 2;
	skip_space(r);
	struct span name = take_name(r);
	while (r->p < r->end && *r->p != '>' && *r->p != '<')
		r->p++;
	if (r->p < r->end && *r->p == '>')
		r->p++;
	else
		feed_repair_note(r, NOTE_TAG, at);
	if (r->skipped) {
		r->skipped--;
		return;
	}
	size_t i = r->depth;
	while (i && !span_isame(r->stack[i - 1], name))
		i--;
	if (!i) {
		feed_repair_note_name(r, NOTE_UNMATCHED, at, name);
		return;
	}
	if (i < r->depth)
		feed_repair_note_name(r, NOTE_UNCLOSED, at, r->stack[r->depth - 1]);
	while (r->depth >= i)
		feed_repair_close(r);
}

/* Does the quote at p end a value that has tags in it? One that begins a value follows
 * "=", and one of a text has no end of an attribute after it. */
static bool
ends_value(const struct repair *r, const char *p)
{
	return p + 1 < r->end && p[-1] != '=' &&
	       (str_space((unsigned char)p[1]) || p[1] == '>' || p[1] == '/');
}

/* Takes the quoted value at p. False when its end quote is missing: a ">" comes before
 * the next tag, and the quote only after that. */
static bool
quoted_value(struct repair *r, struct span *value)
{
	char quote = *r->p++;
	const char *gt = NULL, *p = r->p;
	for (; p < r->end && *p != quote; p++) {
		if (*p == '>' && !gt)
			gt = p;
		if (*p == '<' && gt)
			break;
	}
	const char *later =
		p < r->end && *p == '<' ? memchr(p, quote, (size_t)(r->end - p)) : NULL;
	if (later && ends_value(r, later))
		p = later;
	bool closed = p < r->end && *p == quote;
	if (!closed && gt)
		p = gt;
	*value = (struct span){r->p, (size_t)(p - r->p)};
	r->p = closed ? p + 1 : p;
	return closed;
}

static struct span
bare_value(struct repair *r)
{
	struct span value = {r->p, 0};
	while (r->p < r->end && !str_space((unsigned char)*r->p) && *r->p != '>' &&
		*r->p != '<' && !(*r->p == '/' && r->p + 1 < r->end && r->p[1] == '>'))
		r->p++;
	value.n = (size_t)(r->p - value.p);
	return value;
}

static bool
fresh_attr(struct repair *r, struct span name, const char *at)
{
	if (r->attrs_len == REPAIR_ATTRS_MAX) {
		feed_repair_note(r, NOTE_ATTR_MANY, at);
		return false;
	}
	for (size_t i = 0; i < r->attrs_len; i++)
		if (same_written(r->attrs[i], name)) {
			feed_repair_note_name(r, NOTE_ATTR_TWICE, at, name);
			return false;
		}
	r->attrs[r->attrs_len++] = name;
	return true;
}

static void
put_attr(struct repair *r, struct span name, struct span value)
{
	feed_repair_name(r, name);
	size_t offset = r->text->len;
	feed_repair_text(r, value.p, value.n, false);
	buf_addc(r->text, '\0');
	/* In a value, white space means a blank (XML 1.0, section 3.3.3). */
	for (char *p = r->text->data + offset; *p; p++)
		if (*p == '\n' || *p == '\t')
			*p = ' ';
}

static void
attribute(struct repair *r, bool keep)
{
	const char *at = r->p;
	struct span name = take_name(r), value = name;
	skip_space(r);
	if (r->p < r->end && *r->p == '=') {
		r->p++;
		skip_space(r);
		if (r->p < r->end && (*r->p == '"' || *r->p == '\'')) {
			if (!quoted_value(r, &value))
				feed_repair_note_name(r, NOTE_ATTR_QUOTE, at, name);
		} else {
			value = bare_value(r);
			feed_repair_note_name(r, NOTE_ATTR_QUOTE, at, name);
		}
	} else {
		feed_repair_note_name(r, NOTE_ATTR_QUOTE, at, name);
	}
	if (keep && fresh_attr(r, name, at))
		put_attr(r, name, value);
}

/* Takes attributes up to the end of the tag. Returns true for an empty-element tag. */
static bool
attributes(struct repair *r, bool keep)
{
	r->attrs_len = 0;
	for (;;) {
		skip_space(r);
		if (r->p == r->end || *r->p == '<') {
			feed_repair_note(r, NOTE_TAG, r->p);
			return false;
		}
		if (*r->p == '>') {
			r->p++;
			return false;
		}
		if (*r->p == '/' && r->p + 1 < r->end && r->p[1] == '>') {
			r->p += 2;
			return true;
		}
		if (repair_name_start((unsigned char)*r->p)) {
			attribute(r, keep);
		} else {
			if (*r->p != '/')
				feed_repair_note(r, NOTE_TAG, r->p);
			r->p++;
		}
	}
}

/* Whether the name is "item" or "entry", with any prefix. */
static bool
is_item(struct span name)
{
	const char *colon = memchr(name.p, ':', name.n);
	if (colon) {
		name.n -= (size_t)(colon + 1 - name.p);
		name.p = colon + 1;
	}
	return (name.n == 4 && str_ieqn(name.p, "item", 4)) ||
	       (name.n == 5 && str_ieqn(name.p, "entry", 5));
}

/* Whether the end tag of the innermost open element starts at p. */
static bool
is_end_around(const struct repair *r, const char *p)
{
	struct span name = r->stack[r->depth - 1];
	if ((size_t)(r->end - p) < name.n + 3 || p[1] != '/' ||
		!str_ieqn(p + 2, name.p, name.n))
		return false;
	return !repair_name_char((unsigned char)p[2 + name.n]);
}

bool
feed_repair_never_ends(const struct repair *r)
{
	int tags = 0;
	if (!r->depth || r->skipped)
		return false;
	for (const char *p = r->p + 1; p < r->end && *p != '>'; p++) {
		/* With a quoted value, it is a tag that lacks its ">". */
		if (*p == '=' && p + 1 < r->end && (p[1] == '"' || p[1] == '\''))
			return false;
		if (*p != '<')
			continue;
		if (is_end_around(r, p))
			return true;
		if (++tags == NEVER_ENDS_TAGS)
			return false;
	}
	return false;
}

/* Adds what there is to say of the element that starts at s. If it is the first child of
 * its parent, that goes into the skeleton. Elements come in the order of the text. */
static void
put_tag(struct repair *r, const char *s)
{
	const char *p = r->line_at;
	while ((p = memchr(p, '\n', (size_t)(s - p))) != NULL) {
		r->line++;
		p++;
	}
	r->line_at = s;
	const struct repaired_tag tag = {
		r->line, (uint16_t)r->attrs_len, (uint16_t)r->depth};
	buf_add(r->tags, &tag, sizeof tag);
	if (r->leaf)
		buf_add(r->xml, "<a>", 3);
}

void
feed_repair_start_tag(struct repair *r)
{
	const char *at = r->p;
	r->p++;
	struct span name = take_name(r);
	/* An item that starts directly in another ends that one. */
	if (r->depth && span_same(r->stack[r->depth - 1], name) && is_item(name)) {
		feed_repair_note_name(r, NOTE_UNCLOSED, at, name);
		feed_repair_close(r);
	}
	bool keep = !r->skipped && r->depth < REPAIR_DEPTH_MAX;
	size_t text_len = r->text->len;
	if (keep) {
		feed_repair_flush(r);
		feed_repair_name(r, name);
	} else {
		feed_repair_note(r, NOTE_DEPTH, at);
	}
	bool empty = attributes(r, keep);
	if (r->p == r->end && r->p[-1] != '>') {
		/* The document ends within the tag, so the tag counts as not begun. */
		buf_cut(r->text, text_len);
		return;
	}
	if (!keep) {
		r->skipped += !empty;
		return;
	}
	r->elements++;
	put_tag(r, at);
	r->leaf = !empty;
	if (empty)
		feed_repair_flush(r);
	else
		r->stack[r->depth++] = name;
	if (!r->had_root) {
		r->had_root = true;
		r->root = name;
	}
}
