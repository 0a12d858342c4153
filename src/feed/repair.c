/*
 * A flat tokeniser with a stack of open names; it never recurses and looks at each byte a
 * bounded number of times.
 *
 * The XML library copies text byte by byte and has its own ideas of entities and
 * encodings, so texts do not pass through it: they go, finished, into a pool, and in the
 * skeleton that the library parses one byte stands for each, in the same order. That
 * makes the chain several times as fast, and the library sees nothing but names in ASCII,
 * whatever the document held.
 *
 * What is mended: text before the root, DOCTYPE with an internal subset, comments and
 * CDATA sections without end, bare "&" and "<", HTML's entities, attributes without
 * quotes or values or given twice, end tags that are missing, crossed, of wrong case or
 * too many, endless depth (cases 37-40, 47-54).
 */
#include "config.h"

#include "feed/repair.h"

#include <string.h>

#include "feed/entity.h"

/* What ends a construct that may lack its end. */
enum mark {
	MARK_COMMENT,
	MARK_CDATA,
	MARK_INSTRUCTION,
	MARK_DECLARATION,
	MARK_MAX
};

static const char *const marks[MARK_MAX] = {"-->", "]]>", "?>", ">"};

struct declared_entity {
	struct span name, text;
};

struct repair {
	const char *start, *p, *end;
	struct buf *xml, *text;
	struct notes *notes;
	struct buf *lines;
	const char *line_at; /* the text up to here has been counted */
	uint32_t line;
	size_t run; /* where the text that is being gathered starts in the pool */
	struct span stack[REPAIR_DEPTH_MAX]; /* names of the open elements */
	size_t elements, depth,
		skipped; /* skipped: open elements deeper than the stack */
	bool had_root, had_doctype;
	bool missing[MARK_MAX]; /* ends that do not come any more: looked for once */
	struct span root;
	struct declared_entity entities[REPAIR_ENTITIES_MAX];
	size_t entities_len, expanded;
	struct span attrs[REPAIR_ATTRS_MAX];
	size_t attrs_len;
};

static void
note(struct repair *r, enum note what, const char *at)
{
	feed_note(r->notes, what, r->start, (size_t)(at - r->start));
}

static void
note_name(struct repair *r, enum note what, const char *at, struct span name)
{
	note(r, what, at);
	feed_note_detail(r->notes, what, name);
}

static bool
name_start(int c)
{
	return str_alpha(c) || c == '_' || c == ':' || c >= 0x80;
}

static bool
name_char(int c)
{
	return name_start(c) || str_digit(c) || c == '-' || c == '.';
}

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
	while (r->p < r->end && name_char((unsigned char)*r->p))
		r->p++;
	name.n = (size_t)(r->p - name.p);
	return name;
}

static bool
same_name(struct span a, struct span b, bool any_case)
{
	return a.n == b.n &&
	       (any_case ? str_ieqn(a.p, b.p, a.n) : memcmp(a.p, b.p, a.n) == 0);
}

/* First place of the needle from p on, or NULL. */
static const char *
find(const char *p, const char *end, const char *needle)
{
	size_t n = strlen(needle);
	while ((size_t)(end - p) >= n) {
		p = memchr(p, needle[0], (size_t)(end - p) - n + 1);
		if (!p || memcmp(p, needle, n) == 0)
			return p;
		p++;
	}
	return NULL;
}

/* The end of a construct, or NULL; when there is none it is never looked for again, so
 * that the time stays linear. */
static const char *
find_end(struct repair *r, const char *p, enum mark mark)
{
	if (r->missing[mark] || p > r->end)
		return NULL;
	const char *end = find(p, r->end, marks[mark]);
	r->missing[mark] = !end;
	return end;
}

/* ---- writing */

/* The skeleton's names are ASCII. */
static char
skeleton_char(char c)
{
	return (unsigned char)c < 0x80 ? c : '_';
}

static void
put_name(struct repair *r, struct span name)
{
	char *to = buf_reserve(r->xml, name.n);
	for (size_t i = 0; i < name.n; i++)
		to[i] = skeleton_char(name.p[i]);
	buf_end(r->xml, name.n);
}

/* Whether two names are one in the skeleton: attributes must differ there. */
static bool
same_written(struct span a, struct span b)
{
	size_t i = 0;
	while (i < a.n && i < b.n && skeleton_char(a.p[i]) == skeleton_char(b.p[i]))
		i++;
	return i == a.n && i == b.n;
}

/* Ends the text that was gathered, if any; in the skeleton a byte stands for it. */
static void
flush_text(struct repair *r)
{
	if (r->text->len == r->run)
		return;
	buf_addc(r->text, '\0');
	buf_addc(r->xml, '.');
	r->run = r->text->len;
}

static void
close_top(struct repair *r)
{
	flush_text(r);
	buf_add(r->xml, "</", 2);
	put_name(r, r->stack[--r->depth]);
	buf_addc(r->xml, '>');
}

/* ---- text and references */

static const struct declared_entity *
declared(const struct repair *r, const char *s, size_t n)
{
	for (size_t i = 0; i < r->entities_len; i++) {
		struct span name = r->entities[i].name;
		if (name.n < n && s[name.n] == ';' && memcmp(s, name.p, name.n) == 0)
			return &r->entities[i];
	}
	return NULL;
}

static void add_text(struct repair *r, const char *s, size_t n, bool nested);

static void
add_declared(struct repair *r, const struct declared_entity *entity, const char *at)
{
	r->expanded += entity->text.n;
	if (r->expanded > REPAIR_EXPANSION_MAX)
		note(r, NOTE_EXPANSION, at);
	else
		add_text(r, entity->text.p, entity->text.n, true);
}

/* One "&" at s and what belongs to it; returns the bytes it takes. A declared entity
 * within another's text is not expanded again (case 47). */
static size_t
add_reference(struct repair *r, const char *s, size_t n, bool nested)
{
	const struct declared_entity *own =
		r->entities_len && !nested ? declared(r, s + 1, n - 1) : NULL;
	if (own) {
		add_declared(r, own, s);
		return own->name.n + 2;
	}
	struct entity_text decoded;
	switch (feed_entity(s + 1, n - 1, &decoded)) {
	case ENTITY_BAD:
		note(r, NOTE_REFERENCE, s);
		/* fall through */
	case ENTITY_OK:
		buf_add(r->text, decoded.text, decoded.len);
		return decoded.used + 1;
	case ENTITY_UNKNOWN:
		note_name(r, NOTE_ENTITY, s, (struct span){s, decoded.used + 1});
		break;
	case ENTITY_NONE:
		note(r, NOTE_AMPERSAND, s);
		break;
	}
	buf_addc(r->text, '&');
	return 1;
}

/* Text with references, into the pool. */
static void
add_text(struct repair *r, const char *s, size_t n, bool nested)
{
	while (n) {
		const char *amp = memchr(s, '&', n);
		size_t plain = amp ? (size_t)(amp - s) : n;
		buf_add(r->text, s, plain);
		s += plain;
		n -= plain;
		if (!amp)
			break;
		size_t used = add_reference(r, s, n, nested);
		s += used;
		n -= used;
	}
}

static bool
blank(const char *s, const char *end)
{
	while (s < end && str_space((unsigned char)*s))
		s++;
	return s == end;
}

/* Text up to stop. Outside the root there is none. */
static void
text_until(struct repair *r, const char *stop)
{
	if (r->depth)
		add_text(r, r->p, (size_t)(stop - r->p), false);
	else if (!blank(r->p, stop))
		note(r, r->had_root ? NOTE_TRAILING : NOTE_LEADING, r->p);
	r->p = stop;
}

/* ---- what starts with "<!" or "<?" */

/* Whether the document ends with its root's end tag: then an open comment or CDATA
 * section is a slip, not a cut. */
static bool
ends_well(const struct repair *r)
{
	const char *tail = r->end - r->start > 256 ? r->end - 256 : r->start;
	for (const char *p = tail; (p = find(p, r->end, "</")) != NULL; p += 2)
		if ((size_t)(r->end - p) > r->root.n + 2 &&
			same_name((struct span){p + 2, r->root.n}, r->root, true))
			return true;
	return false;
}

static void
skip_comment(struct repair *r)
{
	const char *stop = find_end(r, r->p + 4, MARK_COMMENT);
	if (stop) {
		r->p = stop + 3;
		return;
	}
	note(r, NOTE_COMMENT, r->p);
	stop = ends_well(r) ? memchr(r->p, '>', (size_t)(r->end - r->p)) : NULL;
	r->p = stop ? stop + 1 : r->end;
}

static void
add_cdata(struct repair *r)
{
	const char *start = r->p + 9, *stop = find_end(r, start, MARK_CDATA);
	const char *next = stop ? stop + 3 : r->end;
	if (!stop) {
		note(r, NOTE_CDATA, r->p);
		stop = r->end;
		/* Ends where its element does, when the document goes on after it. */
		if (r->depth && ends_well(r)) {
			struct span name = r->stack[r->depth - 1];
			for (const char *p = start; (p = find(p, r->end, "</")) != NULL;
				p += 2)
				if ((size_t)(r->end - p) > name.n + 2 &&
					same_name((struct span){p + 2, name.n}, name,
						true)) {
					stop = p;
					break;
				}
		}
		next = stop;
	}
	if (r->depth)
		buf_add(r->text, start, (size_t)(stop - start));
	r->p = next;
}

static const char *
after_space(const char *p, const char *end)
{
	while (p < end && str_space((unsigned char)*p))
		p++;
	return p;
}

/* <!ENTITY name "text"> of an internal subset (case 49), s after the keyword. Parameter
 * and external entities are no texts and left out (case 48). */
static void
declare_entity(struct repair *r, const char *s)
{
	struct span name = {after_space(s, r->end), 0};
	while (name.p + name.n < r->end && name_char((unsigned char)name.p[name.n]))
		name.n++;
	const char *quote = after_space(name.p + name.n, r->end);
	if (!name.n || quote == r->end || (*quote != '"' && *quote != '\''))
		return;
	const char *stop = memchr(quote + 1, *quote, (size_t)(r->end - quote - 1));
	if (!stop || r->entities_len == REPAIR_ENTITIES_MAX)
		return;
	struct span text = {quote + 1, (size_t)(stop - quote - 1)};
	if (text.n <= REPAIR_ENTITY_MAX)
		r->entities[r->entities_len++] = (struct declared_entity){name, text};
}

/* Steps over one quoted string, comment or plain byte of a declaration. */
static const char *
declaration_step(struct repair *r, const char *p)
{
	const char *stop = NULL;
	if (*p == '"' || *p == '\'') {
		stop = memchr(p + 1, *p, (size_t)(r->end - p - 1));
	} else if (r->end - p > 4 && memcmp(p, "<!--", 4) == 0) {
		stop = find_end(r, p + 4, MARK_COMMENT);
		stop = stop ? stop + 2 : NULL;
	}
	return stop ? stop + 1 : p + 1;
}

static void
skip_until(struct repair *r, enum mark mark)
{
	const char *stop = find_end(r, r->p, mark);
	size_t n = strlen(marks[mark]);
	if (!stop) {
		note(r, NOTE_TAG, r->p);
		stop = find_end(r, r->p, MARK_DECLARATION);
		n = 1;
	}
	r->p = stop ? stop + n : r->end;
}

/* Aware of brackets and quotes; a second one, or one without end, stops at its ">". */
static void
skip_doctype(struct repair *r)
{
	const char *p = r->had_doctype ? r->end : r->p + 2;
	r->had_doctype = true;
	bool inside = false;
	while (p < r->end) {
		if (*p == '[')
			inside = true;
		else if (*p == ']')
			inside = false;
		if (*p == '>' && !inside) {
			r->p = p + 1;
			return;
		}
		if (inside && r->end - p > 9 && memcmp(p, "<!ENTITY", 8) == 0)
			declare_entity(r, p + 8);
		p = declaration_step(r, p);
	}
	note(r, NOTE_TAG, r->p);
	skip_until(r, MARK_DECLARATION);
}

static bool
at_mark(const struct repair *r, const char *mark)
{
	size_t n = strlen(mark);
	return (size_t)(r->end - r->p) >= n && str_ieqn(r->p, mark, n);
}

static void
markup_declaration(struct repair *r)
{
	if (at_mark(r, "<!--"))
		skip_comment(r);
	else if (at_mark(r, "<![CDATA["))
		add_cdata(r);
	else if (at_mark(r, "<!DOCTYPE"))
		skip_doctype(r);
	else if (at_mark(r, "<?"))
		skip_until(r, MARK_INSTRUCTION);
	else
		skip_until(r, MARK_DECLARATION);
}

/* ---- tags */

static void
end_tag(struct repair *r)
{
	const char *at = r->p;
	r->p += 2;
	skip_space(r);
	struct span name = take_name(r);
	while (r->p < r->end && *r->p != '>' && *r->p != '<')
		r->p++;
	if (r->p < r->end && *r->p == '>')
		r->p++;
	else
		note(r, NOTE_TAG, at);
	if (r->skipped) {
		r->skipped--;
		return;
	}
	size_t i = r->depth;
	while (i && !same_name(r->stack[i - 1], name, true))
		i--;
	if (!i) {
		note_name(r, NOTE_UNMATCHED, at, name);
		return;
	}
	if (i < r->depth)
		note_name(r, NOTE_UNCLOSED, at, r->stack[r->depth - 1]);
	while (r->depth >= i)
		close_top(r);
}

/* The quoted value at p; false when its end quote is missing: a ">" comes before the next
 * tag and the quote only after that. */
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
		note(r, NOTE_ATTR_MANY, at);
		return false;
	}
	for (size_t i = 0; i < r->attrs_len; i++)
		if (same_written(r->attrs[i], name)) {
			note_name(r, NOTE_ATTR_TWICE, at, name);
			return false;
		}
	r->attrs[r->attrs_len++] = name;
	return true;
}

static void
put_attr(struct repair *r, struct span name, struct span value)
{
	size_t offset = r->text->len;
	add_text(r, value.p, value.n, false);
	buf_addc(r->text, '\0');
	/* White space in a value is a blank (XML 1.0, section 3.3.3). */
	for (char *p = r->text->data + offset; *p; p++)
		if (*p == '\n' || *p == '\t')
			*p = ' ';
	r->run = r->text->len;
	buf_addc(r->xml, ' ');
	put_name(r, name);
	buf_add(r->xml, "=\".\"", 4);
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
				note_name(r, NOTE_ATTR_QUOTE, at, name);
		} else {
			value = bare_value(r);
			note_name(r, NOTE_ATTR_QUOTE, at, name);
		}
	} else {
		note_name(r, NOTE_ATTR_QUOTE, at, name);
	}
	if (keep && fresh_attr(r, name, at))
		put_attr(r, name, value);
}

/* Attributes up to the tag's end. Returns true for an empty-element tag. */
static bool
attributes(struct repair *r, bool keep)
{
	r->attrs_len = 0;
	for (;;) {
		skip_space(r);
		if (r->p == r->end || *r->p == '<') {
			note(r, NOTE_TAG, r->p);
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
		if (name_start((unsigned char)*r->p)) {
			attribute(r, keep);
		} else {
			if (*r->p != '/')
				note(r, NOTE_TAG, r->p);
			r->p++;
		}
	}
}

/* "item" or "entry", with any prefix. */
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

/* Notes the line of the element that starts at s; called in the text's order. */
static void
put_line(struct repair *r, const char *s)
{
	const char *p = r->line_at;
	while ((p = memchr(p, '\n', (size_t)(s - p))) != NULL) {
		r->line++;
		p++;
	}
	r->line_at = s;
	buf_add(r->lines, &r->line, sizeof r->line);
}

static void
start_tag(struct repair *r)
{
	const char *at = r->p;
	r->p++;
	struct span name = take_name(r);
	/* An item that starts right in another ends that. */
	if (r->depth && same_name(r->stack[r->depth - 1], name, false) && is_item(name)) {
		note_name(r, NOTE_UNCLOSED, at, name);
		close_top(r);
	}
	bool keep = !r->skipped && r->depth < REPAIR_DEPTH_MAX;
	if (keep)
		flush_text(r);
	size_t xml_len = r->xml->len, text_len = r->text->len;
	if (keep) {
		buf_addc(r->xml, '<');
		put_name(r, name);
	} else {
		note(r, NOTE_DEPTH, at);
	}
	bool empty = attributes(r, keep);
	if (r->p == r->end && r->p[-1] != '>') {
		/* The document ends within the tag: as if it had not begun. */
		buf_cut(r->xml, xml_len);
		buf_cut(r->text, text_len);
		r->run = text_len;
		return;
	}
	if (!keep) {
		r->skipped += !empty;
		return;
	}
	r->elements++;
	put_line(r, at);
	if (empty) {
		buf_add(r->xml, "/>", 2);
	} else {
		buf_addc(r->xml, '>');
		r->stack[r->depth++] = name;
	}
	if (!r->had_root) {
		r->had_root = true;
		r->root = name;
	}
}

static void
markup(struct repair *r)
{
	int next = r->p + 1 < r->end ? (unsigned char)r->p[1] : 0;
	if (next == '!' || next == '?') {
		markup_declaration(r);
	} else if (next == '/') {
		end_tag(r);
	} else if (name_start(next)) {
		start_tag(r);
	} else {
		/* "a < b", "<3": text. */
		note(r, NOTE_LESS_THAN, r->p);
		if (r->depth)
			buf_addc(r->text, '<');
		r->p++;
	}
}

void
feed_repair(struct span text, struct repaired *out, struct notes *notes)
{
	*out = (struct repaired){0};
	struct repair r = {
		.start = text.p,
		.p = text.p,
		.end = text.p + text.n,
		.xml = &out->xml,
		.text = &out->text,
		.lines = &out->lines,
		.line_at = text.p,
		.line = 1,
		.notes = notes,
	};
	buf_reserve(r.text, text.n + text.n / 8 + 64);
	buf_adds(r.xml, "<x>");
	while (r.p < r.end) {
		const char *lt = memchr(r.p, '<', (size_t)(r.end - r.p));
		text_until(&r, lt ? lt : r.end);
		if (lt)
			markup(&r);
	}
	out->elements = r.elements;
	out->open = r.depth;
	if (r.depth)
		note_name(&r, NOTE_TRUNCATED, r.end, r.stack[r.depth - 1]);
	while (r.depth)
		close_top(&r);
	buf_adds(r.xml, "</x>");
}

void
feed_repaired_done(struct repaired *repaired)
{
	buf_done(&repaired->xml);
	buf_done(&repaired->text);
	buf_done(&repaired->lines);
}
