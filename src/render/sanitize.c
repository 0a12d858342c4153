/*
 * A tree builder that follows the HTML standard searches its stack of open elements for
 * nearly every tag and reopens unclosed formatting elements in every paragraph. 100,000
 * nested divs, a few thousand different fonts, or thousands of attributes on one element
 * take it minutes. So the source first passes through this flat tokeniser, which has a
 * short stack of names of its own:
 *
 *  - Elements without a meaning here become spans (since they may be hidden) or lose
 * their tags; those whose content is not for reading (script, svg, select …) are dropped.
 *  - End tags are added where HTML allows leaving them out and where an element ends
 * before others in it; unmatched ones are dropped. Where the end of a formatting element
 * crosses other elements ("<b><p>x</b>y"), a comment marks the place for the reader of
 * the tree.
 *  - Beyond SANITIZE_DEPTH_MAX start tags are dropped, and as many end tags.
 *  - Only the attributes in the table are kept, each once.
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
#include "render/tag.h"

#define ENTITY_MAX 40   /* a little more than the longest name in HTML */
#define ORDERED_WANT 16 /* parts with an ordered list may be this many times larger */

static const char *const attributes[] = {"align", "alt", "aria-hidden", "class",
	"colspan", "data-lazy-src", "data-original", "data-src", "height", "hidden",
	"href", "open", "reversed", "rowspan", "src", "srcset", "start", "style", "title",
	"type", "value", "width"};

struct open {
	const struct tag *tag;
	bool ended; /* its end tag came, but elements in it are still open */
};

struct sanitizer {
	struct buf *out;
	const char *at, *end;
	struct open open[SANITIZE_DEPTH_MAX];
	size_t depth;
	size_t ordered;          /* how many of them are ol */
	size_t part_end;         /* end of the last part */
	size_t broken;           /* length of out after the last put_break */
	size_t beyond;           /* start tags dropped because of depth, not yet ended */
	bool endless[TAG_COUNT]; /* the rest of the text has no end tag of this name */
};

static int
find_attribute(struct span name)
{
	for (size_t i = 0; i < COUNT_OF(attributes); i++)
		if (strlen(attributes[i]) == name.n &&
			str_ieqn(attributes[i], name.p, name.n))
			return (int)i;
	return -1;
}

static void
put_end(struct sanitizer *t, const struct tag *tag)
{
	buf_adds(t->out, "</");
	buf_adds(t->out, tag->name);
	buf_addc(t->out, '>');
}

/* Puts text without the controls that HTML forbids, which would become U+FFFD. */
static void
put_text(struct buf *out, const char *s, size_t n)
{
	size_t done = 0;
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		if ((c >= 0x20 && c != 0x7f) || str_space(c))
			continue;
		buf_add(out, s + done, i - done);
		done = i + 1;
	}
	buf_add(out, s + done, n - done);
}

/* Ends the open elements from the innermost to the one at index, and then those whose end
 * was waiting for that. */
static void
end_down_to(struct sanitizer *t, size_t index)
{
	while (t->depth > index || (t->depth > 0 && t->open[t->depth - 1].ended)) {
		const struct tag *tag = t->open[--t->depth].tag;
		t->ordered -= (tag->flags & TAG_ORDERED) != 0;
		put_end(t, tag);
	}
}

/* Ends what a start tag implicitly ends: the outermost open member of each group, unless
 * an element in between protects it. */
static void
end_implied(struct sanitizer *t, uint8_t groups)
{
	size_t keep = t->depth;
	for (size_t i = t->depth; i > 0 && groups; i--) {
		const struct tag *tag = t->open[i - 1].tag;
		if (tag->group & groups)
			keep = i - 1;
		groups &= (uint8_t)~tag->stops;
	}
	end_down_to(t, keep);
}

/* The index of the open element that an end tag is for, plus 1; 0 if there is none. */
static size_t
find_open(const struct sanitizer *t, const struct tag *tag)
{
	/* Parts of a table may end from within its cells; only a table stops them. */
	bool part = tag->group & TAG_TABLE;
	for (size_t i = t->depth; i > 0; i--) {
		const struct open *open = &t->open[i - 1];
		if (open->tag == tag ? !open->ended
				     : (tag->group & TAG_HEAD & open->tag->group) != 0)
			return i;
		if (part ? str_eq(open->tag->name, "table")
			 : (open->tag->flags & TAG_SCOPE) && !(tag->flags & TAG_SCOPE))
			return 0;
	}
	return 0;
}

/* Ends a formatting element. If others in it are still open, a comment marks the place
 * and the end tag comes later; otherwise a tree builder would rearrange its nodes. */
static void
end_format(struct sanitizer *t, const struct tag *tag)
{
	size_t i = find_open(t, tag);
	if (i == 0)
		return;
	if (i == t->depth) {
		end_down_to(t, i - 1);
		return;
	}
	t->open[i - 1].ended = true;
	buf_addf(t->out, "<!--%s-->", tag->name);
}

static void
put_value(struct buf *out, struct span value)
{
	for (size_t i = 0; i < value.n; i++) {
		if (value.p[i] == '"')
			buf_adds(out, "&quot;");
		else
			put_text(out, value.p + i, 1);
	}
}

static struct span
take_value(struct sanitizer *t)
{
	while (t->at < t->end && str_space((unsigned char)*t->at))
		t->at++;
	char quote = t->at < t->end ? *t->at : '\0';
	const char *start = t->at;
	if (quote == '"' || quote == '\'') {
		start++;
		t->at = memchr(start, quote, (size_t)(t->end - start));
		if (!t->at)
			t->at = t->end;
		struct span value = {start, (size_t)(t->at - start)};
		t->at += t->at < t->end;
		return value;
	}
	while (t->at < t->end && !str_space((unsigned char)*t->at) && *t->at != '>')
		t->at++;
	return (struct span){start, (size_t)(t->at - start)};
}

/* Reads the attributes, up to and including ">", and copies those that matter to out, if
 * that is set. */
static void
take_attributes(struct sanitizer *t, struct buf *out)
{
	uint32_t seen = 0;
	while (t->at < t->end && *t->at != '>') {
		if (str_space((unsigned char)*t->at) || *t->at == '/') {
			t->at++;
			continue;
		}
		const char *start = t->at++; /* a leading "=" belongs to the name */
		while (t->at < t->end && !str_space((unsigned char)*t->at) &&
			!strchr("/>=", *t->at))
			t->at++;
		struct span name = {start, (size_t)(t->at - start)}, value = {NULL, 0};
		const char *look = t->at;
		while (look < t->end && str_space((unsigned char)*look))
			look++;
		if (look < t->end && *look == '=') {
			t->at = look + 1;
			value = take_value(t);
		}
		int known = out ? find_attribute(name) : -1;
		if (known < 0 || value.n > SANITIZE_VALUE_MAX || seen >> known & 1)
			continue;
		seen |= UINT32_C(1) << known;
		buf_addc(out, ' ');
		buf_adds(out, attributes[known]);
		buf_adds(out, "=\"");
		put_value(out, value);
		buf_addc(out, '"');
	}
	t->at += t->at < t->end;
}

/* Skips the content of an element and its end tag. If there is no end tag, the rest of
 * the text is the content of a TAG_RAW element, as the standard says; for other elements
 * only the start tag is skipped. */
static void
skip_content(struct sanitizer *t, const struct tag *tag)
{
	char name[sizeof tag->name + 2] = "</";
	size_t len = strlen(tag->name);
	memcpy(name + 2, tag->name, len + 1);
	bool *endless = &t->endless[render_tag_index(tag)];
	const char *at = t->at;
	while (!*endless) {
		at = str_ifind(at, (size_t)(t->end - at), name);
		if (!at)
			break;
		at += len + 2;
		if (at == t->end || str_space((unsigned char)*at) || *at == '>' ||
			*at == '/') {
			t->at = at;
			take_attributes(t, NULL);
			return;
		}
	}
	*endless = true;
	if (tag->flags & TAG_RAW)
		t->at = t->end;
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

static void
start_tag(struct sanitizer *t, const struct tag *tag)
{
	if (tag->flags & (TAG_DROP | TAG_UNWRAP)) {
		take_attributes(t, NULL);
		if (tag->flags & TAG_DROP)
			skip_content(t, tag);
		return;
	}
	if (tag->closes && !t->beyond)
		end_implied(t, tag->closes);
	if (str_eq(tag->name, "a"))
		end_format(t, tag); /* a link ends where another starts */
	bool nests = !(tag->flags & (TAG_VOID | TAG_EMPTY));
	if (nests && (t->depth == SANITIZE_DEPTH_MAX || t->beyond)) {
		/* Members of groups need no end tags, and formatting elements often lack
		 * theirs, so they are not counted. */
		t->beyond += !(tag->flags & TAG_FORMAT) && !tag->group;
		take_attributes(t, NULL);
		put_break(t, tag);
		return;
	}
	buf_addc(t->out, '<');
	buf_adds(t->out, tag->name);
	take_attributes(t, t->out);
	buf_addc(t->out, '>');
	if (nests) {
		t->open[t->depth++] = (struct open){.tag = tag};
		t->ordered += (tag->flags & TAG_ORDERED) != 0;
	}
	if (tag->flags & TAG_EMPTY) {
		skip_content(t, tag);
		put_end(t, tag);
	}
}

static void
end_tag(struct sanitizer *t, const struct tag *tag)
{
	take_attributes(t, NULL);
	if (tag->flags & (TAG_VOID | TAG_DROP | TAG_EMPTY | TAG_UNWRAP))
		return;
	if (tag->flags & TAG_FORMAT) {
		end_format(t, tag);
		return;
	}
	if (t->beyond) {
		t->beyond -= !tag->group;
		put_break(t, tag);
		return;
	}
	size_t i = find_open(t, tag);
	if (i > 0)
		end_down_to(t, i - 1);
}

/* Skips comments, CDATA brackets, declarations and processing instructions. An
 * unterminated comment extends to the end, as in browsers. */
static void
skip_declaration(struct sanitizer *t)
{
	size_t left = (size_t)(t->end - t->at);
	const char *close = NULL;
	if (left >= 9 && memcmp(t->at, "<![CDATA[", 9) == 0) {
		t->at += 9; /* its text is kept, and so are the closing brackets */
		return;
	}
	if (left >= 4 && memcmp(t->at, "<!--", 4) == 0) {
		/* "<!-->" and "<!--->" are whole comments. */
		for (close = t->at + 2; close + 2 < t->end; close++) {
			close = memchr(close, '-', (size_t)(t->end - close));
			if (!close || close + 2 >= t->end) {
				close = NULL;
				break;
			}
			if (close[1] == '-' && close[2] == '>')
				break;
		}
		t->at = close && close + 2 < t->end ? close + 3 : t->end;
		return;
	}
	close = memchr(t->at, '>', left);
	t->at = close ? close + 1 : t->end;
}

static void
take_markup(struct sanitizer *t)
{
	const char *p = t->at + 1;
	bool end = p < t->end && *p == '/';
	p += end;
	if (p < t->end && str_alpha((unsigned char)*p)) {
		const char *start = p;
		while (p < t->end && !str_space((unsigned char)*p) && *p != '/' &&
			*p != '>')
			p++;
		t->at = p;
		const struct tag *tag =
			render_tag_find((struct span){start, (size_t)(p - start)});
		if (end)
			end_tag(t, tag);
		else
			start_tag(t, tag);
	} else if (p < t->end && (end || *p == '!' || *p == '?')) {
		skip_declaration(t);
	} else {
		/* Escaped, so that it can't become a tag once one after it is dropped. */
		buf_adds(t->out, "&lt;");
		t->at++;
	}
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

/* How many of the n bytes of text at s go into a part: all, or as many as it wants
 * without splitting a character or an entity. */
static size_t
cut_text(const char *s, size_t n, size_t want)
{
	if (n <= want)
		return n;
	size_t cut = want;
	while (cut < n && ((unsigned char)s[cut] & 0xc0) == 0x80)
		cut++;
	for (size_t i = cut; i > 0 && cut - i < ENTITY_MAX; i--)
		if (s[i - 1] == '&')
			return i > 1 ? i - 1 : n;
	return cut;
}

/* Might the end of the text be the start of an entity? */
static bool
ends_in_entity(const struct buf *out, size_t from)
{
	for (size_t i = out->len; i > from && out->len - i < ENTITY_MAX; i--) {
		unsigned char c = (unsigned char)out->data[i - 1];
		if (c == '&')
			return true;
		if (!str_alpha(c) && !str_digit(c) && c != '#')
			return false;
	}
	return false;
}

struct sanitized_part
render_sanitize_next(struct sanitizer *t, struct buf *out, size_t want)
{
	struct sanitized_part part;
	t->out = out;
	for (size_t i = 0; i < t->depth; i++)
		buf_addf(out, "<%s>", t->open[i].tag->name);
	/* A line end right after <pre> is dropped by HTML, so add one for that. */
	if (t->depth && str_eq(t->open[t->depth - 1].tag->name, "pre"))
		buf_addc(out, '\n');
	bool broken = t->part_end && t->broken == t->part_end;
	part.body = out->len;
	t->broken = broken ? part.body : 0;
	while (t->at < t->end) {
		/* An ordered list must know how many items it has. */
		if (out->len - part.body >= (t->ordered ? ORDERED_WANT * want : want))
			break;
		const char *next = memchr(t->at, '<', (size_t)(t->end - t->at));
		if (!next)
			next = t->end;
		size_t n = cut_text(t->at, (size_t)(next - t->at), want);
		put_text(out, t->at, n);
		t->at += n;
		size_t len = out->len;
		if (t->at == next && t->at < t->end)
			take_markup(t);
		/* A dropped tag must not join the text around it to an entity. */
		if (out->len == len && ends_in_entity(out, part.body))
			buf_adds(out, "<!---->");
	}
	part.end = t->part_end = out->len;
	part.last = t->at == t->end;
	for (size_t i = t->depth; i > 0; i--)
		put_end(t, t->open[i - 1].tag);
	return part;
}
