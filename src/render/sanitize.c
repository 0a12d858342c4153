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
#include "base/utf8.h"
#include "base/vec.h"
#include "render/math.h"
#include "render/node.h"
#include "render/role.h"
#include "render/sanitize_tag.h"

#define ENTITY_MAX 40   /* bytes of the longest name in HTML, and a few more */
#define ORDERED_WANT 16 /* times as much in one part, in an ordered list */
#define AGAIN_MAX 8     /* formatting elements that go on in a block */
#define SOON 8192       /* bytes within which they must end */
#define UNENDED_MAX 16  /* tags without an end in one text; the next are text */
#define KEPT_MIN 48     /* bytes of text that are kept back */
#define EXCUSE_MAX 512  /* bytes of what is said to those who run no scripts */
#define CUSTOM_MAX 40   /* bytes of the name of an author's own element */

struct open {
	const struct tag *tag;
	const char *attributes; /* in the source */
	bool ended;             /* its end tag came, but elements in it are still open */
	bool again;             /* it was ended and opened again */
	bool styled;            /* it has a style */
	bool quiet;             /* a span that says nothing: it is not written */
};

struct sanitizer {
	struct buf *out;
	const char *at, *end;
	struct open open[SANITIZE_DEPTH_MAX];
	size_t depth;
	size_t ordered;            /* how many are ol */
	size_t part_end;           /* of the part before */
	size_t broken;             /* length of out after the last break so put in */
	size_t beyond;             /* start tags dropped for depth, not yet ended */
	bool endless[TAG_COUNT];   /* no end tag of this name is left in the text */
	const char *last_quote[2]; /* ' and ", where it is known; else NULL */
	const char *line_end;      /* where the last "<br>" ends in the source */
	bool no_comment_end, no_tag_end, no_cdata_end;
	struct {
		bool known;
		const char *at; /* NULL: there is none */
	} last_end[2];          /* of audio and video */
	int unended;            /* tags that were looked through to the text's end */
	bool keeps;
	bool renders;      /* what changes nothing in a rendered text is left out */
	struct span *kept; /* of this part */
	size_t kept_len, kept_cap, kept_bytes;
	/* What browsers take for a tag ends here, though it is text to us: nothing in it
	 * may take more with it. */
	const char *text_end;
	const char *cdata_end; /* the "]]>" of an open CDATA section, if it is ahead */
};

static bool take_attributes(struct sanitizer *t, struct buf *out);

static void
put_end(struct sanitizer *t, const struct tag *tag)
{
	buf_adds(t->out, "</");
	buf_adds(t->out, tag->name);
	buf_addc(t->out, '>');
}

/* The number of the reference "&#…;" at s, and its length; 0 when it is none. */
static size_t
read_reference(const char *s, size_t n, uint32_t *number)
{
	if (n < 4 || s[0] != '&' || s[1] != '#')
		return 0;
	bool hex = s[2] == 'x' || s[2] == 'X';
	size_t i = 2 + hex, digits = i;
	for (*number = 0; i < n && *number < 0x110000; i++) {
		int c = str_lower((unsigned char)s[i]);
		int digit = str_digit(c)                  ? c - '0'
			    : hex && c >= 'a' && c <= 'f' ? c - 'a' + 10
							  : -1;
		if (digit < 0)
			break;
		*number = *number * (hex ? 16 : 10) + (uint32_t)digit;
	}
	return i > digits && i < n && s[i] == ';' ? i + 1 : 0;
}

/* Two references to the halves of a surrogate pair, as programs write them that count in
 * UTF-16, are one character. Returns their length, or 0. */
static size_t
read_pair(const char *s, size_t n, uint32_t *cp)
{
	uint32_t high, low;
	size_t first = read_reference(s, n, &high);
	if (!first || high < 0xd800 || high > 0xdbff)
		return 0;
	size_t second = read_reference(s + first, n - first, &low);
	if (!second || low < 0xdc00 || low > 0xdfff)
		return 0;
	*cp = 0x10000 + ((high - 0xd800) << 10 | (low - 0xdc00));
	return first + second;
}

/* Text without the control characters that HTML does not allow: tree builders make them
 * U+FFFD. */
static void
put_text(struct buf *out, const char *s, size_t n)
{
	size_t done = 0;
	for (size_t i = 0; i < n;) {
		unsigned char c = (unsigned char)s[i];
		uint32_t cp;
		char bytes[4];
		size_t pair = c == '&' ? read_pair(s + i, n - i, &cp) : 0;
		if (!pair && ((c >= 0x20 && c != 0x7f) || str_space(c))) {
			i++;
			continue;
		}
		buf_add(out, s + done, i - done);
		if (pair)
			buf_add(out, bytes, utf8_encode(cp, bytes));
		i += pair ? pair : 1;
		done = i;
	}
	buf_add(out, s + done, n - done);
}

/* Does a tree builder pass it on as it is? */
static bool
is_plain(unsigned char c)
{
	return (c >= 0x20 && c != '&' && c != 0x7f) || c == '\n' || c == '\t';
}

/* Writes text, and keeps back what nothing happens to. White space around it stays, for
 * it may mean something. */
static void
take_text(struct sanitizer *t, const char *s, size_t n)
{
	size_t done = 0;
	for (size_t i = 0; t->keeps && i < n; i++) {
		size_t end = i;
		while (end < n && is_plain((unsigned char)s[end]))
			end++;
		struct span piece = span_trim((struct span){s + i, end - i});
		/* The rest of a reference is none. */
		for (i = end; i < n && !str_space((unsigned char)s[i]);)
			i++;
		if (piece.n < KEPT_MIN)
			continue;
		put_text(t->out, s + done, (size_t)(piece.p - s) - done);
		done = (size_t)(piece.p - s) + piece.n;
		buf_addf(t->out, SANITIZE_MARK "%zu" SANITIZE_MARK, t->kept_len);
		*VEC_PUSH(t->kept, t->kept_len, t->kept_cap) = piece;
		t->kept_bytes += piece.n;
	}
	put_text(t->out, s + done, n - done);
}

/* Ends the open elements from the innermost to the one at index, and then those whose end
 * was waiting for that. */
static void
end_down_to(struct sanitizer *t, size_t index)
{
	while (t->depth > index || (t->depth > 0 && t->open[t->depth - 1].ended)) {
		const struct tag *tag = t->open[--t->depth].tag;
		t->ordered -= (tag->flags & TAG_ORDERED) != 0;
		if (!t->open[t->depth].quiet)
			put_end(t, tag);
	}
}

/* Is the element, a formatting element, ended soon, and before another of its name
 * starts? Then it was meant to go on in a block; else somebody forgot its end tag. */
static bool
ends_soon(const struct sanitizer *t, const struct tag *tag)
{
	size_t len = strlen(tag->name), left = (size_t)(t->end - t->at);
	const char *end = t->at + (left < SOON ? left : SOON), *p = t->at;
	while ((p = memchr(p, '<', (size_t)(end - p))) != NULL) {
		bool slash = ++p < end && *p == '/';
		const char *name = p + slash;
		if ((size_t)(end - name) > len && str_ieqn(name, tag->name, len) &&
			!str_alpha((unsigned char)name[len]) &&
			!str_digit((unsigned char)name[len]))
			return slash;
	}
	return false;
}

static void
open_again(struct sanitizer *t, const struct open *open)
{
	const char *at = t->at;
	t->at = open->attributes;
	buf_addf(t->out, "<%s", open->tag->name);
	take_attributes(t, t->out);
	buf_addc(t->out, '>');
	t->at = at;
	t->open[t->depth] = *open;
	t->open[t->depth++].again = true;
}

/* Has no text come since the last tag? */
static bool
is_bare(const struct sanitizer *t)
{
	size_t n = t->out->len;
	while (n > 0 && str_space((unsigned char)t->out->data[n - 1]))
		n--;
	return n > 0 && t->out->data[n - 1] == '>';
}

/* Ends the elements down to the one at index. Formatting elements among them go on in the
 * block that starts here, as in browsers, if the first to end is a paragraph. */
static void
end_for(struct sanitizer *t, const struct tag *tag, size_t index)
{
	struct open again[AGAIN_MAX];
	size_t n = 0;
	bool block = !(tag->group & ~TAG_HEAD) || (tag->group == TAG_PAR && is_bare(t));
	bool goes_on = block && index < t->depth && t->open[index].tag->group == TAG_PAR;
	for (size_t i = index; goes_on && i < t->depth && n < AGAIN_MAX; i++) {
		const struct open *open = &t->open[i];
		if (open->tag->flags & TAG_FORMAT && !open->ended && !open->again &&
			ends_soon(t, open->tag))
			again[n++] = *open;
	}
	for (size_t i = 0; i < n; i++)
		if (str_eq(again[i].tag->name, "a"))
			buf_adds(t->out, "<!--a+-->");
	end_down_to(t, index);
	for (size_t i = 0; i < n && t->depth < SANITIZE_DEPTH_MAX; i++)
		open_again(t, &again[i]);
}

/* Ends what a start tag implicitly ends: the outermost open member of each group, unless
 * an element in between protects it. */
static void
end_implied(struct sanitizer *t, const struct tag *start)
{
	size_t keep = t->depth;
	uint8_t groups = start->closes;
	for (size_t i = t->depth; i > 0 && groups; i--) {
		const struct tag *tag = t->open[i - 1].tag;
		if (tag->group & groups)
			keep = i - 1;
		groups &= (uint8_t)~tag->stops;
	}
	if (keep < t->depth)
		end_for(t, start, keep);
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

/* Where a browser ends the tag whose rest is at p. */
static const char *
browser_end(const struct sanitizer *t, const char *p, bool tag)
{
	while (p < t->end && *p != '>') {
		char quote = tag && p[0] == '=' && p + 1 < t->end ? p[1] : '\0';
		p++;
		const char *close =
			quote == '"' || quote == '\''
				? memchr(p + 1, quote, (size_t)(t->end - p - 1))
				: NULL;
		if (close)
			p = close + 1;
	}
	return p + (p < t->end);
}

/* The ">" in a quoted value that ends the tag, when the end quote is missing and what was
 * taken for it begins another value or a word of the text: <a href="/1>x</a> says "y".
 * Otherwise NULL. */
static const char *
missing_quote(struct sanitizer *t, struct span value)
{
	const char *behind = value.p + value.n + 1;
	if (behind == t->end || str_space((unsigned char)*behind) ||
		strchr("/>", *behind))
		return NULL;
	const char *gt = memchr(value.p, '>', value.n);
	if (gt && (!t->text_end || gt >= t->text_end))
		t->text_end = browser_end(t, behind, true);
	return gt;
}

static struct span
take_value(struct sanitizer *t)
{
	while (t->at < t->end && str_space((unsigned char)*t->at))
		t->at++;
	char quote = t->at < t->end ? *t->at : '\0';
	const char *start = t->at;
	if (quote == '"' || quote == '\'') {
		const char **last = &t->last_quote[quote == '"'];
		start++;
		t->at = *last && start > *last
				? NULL
				: memchr(start, quote, (size_t)(t->end - start));
		if (t->at) {
			struct span value = {start, (size_t)(t->at - start)};
			const char *gt = missing_quote(t, value);
			t->at = gt ? gt : t->at + 1;
			value.n = gt ? (size_t)(gt - start) : value.n;
			return value;
		}
		/* The end quote is missing: the tag ends the value. */
		*last = start - 1;
		t->at = memchr(start, '>', (size_t)(t->end - start));
		if (!t->at)
			t->at = t->end;
		return (struct span){start, (size_t)(t->at - start)};
	}
	while (t->at < t->end && !str_space((unsigned char)*t->at) && *t->at != '>')
		t->at++;
	return (struct span){start, (size_t)(t->at - start)};
}

/* Reads the attributes up to and with ">"; copies those that matter when out is set.
 * False when what was read is rather text with "<" in it: the text ends, or a tag begins,
 * before there is an attribute with a value, or in one whose quote has no end. */
static bool
take_attributes(struct sanitizer *t, struct buf *out)
{
	uint64_t seen = 0;
	bool values = false;
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
		if (!values && memchr(name.p, '<', name.n))
			return false;
		while (look < t->end && str_space((unsigned char)*look))
			look++;
		if (look < t->end && *look == '=') {
			t->at = look + 1;
			value = take_value(t);
			values = true;
			/* a quote that has no end, and a tag before the next ">" */
			if (t->at == value.p + value.n && strchr("\"'", value.p[-1]) &&
				memchr(value.p, '<', value.n))
				return false;
		}
		int known = out ? render_tag_attribute(name) : -1;
		if (known < 0 || value.n > SANITIZE_VALUE_MAX || seen >> known & 1)
			continue;
		seen |= UINT64_C(1) << known;
		buf_addc(out, ' ');
		buf_adds(out, render_tag_attributes[known]);
		buf_adds(out, "=\"");
		put_value(out, value);
		buf_addc(out, '"');
	}
	bool ended = t->at < t->end;
	t->at += ended;
	return ended;
}

/* The end tag of an element whose content starts at a place, behind its name; NULL when
 * there is none. */
static const char *
content_end(struct sanitizer *t, const struct tag *tag, const char *at)
{
	char name[sizeof tag->name + 2] = "</";
	size_t len = strlen(tag->name);
	memcpy(name + 2, tag->name, len + 1);
	bool *endless = &t->endless[render_tag_index(tag)];
	while (!*endless) {
		at = str_ifind(at, (size_t)(t->end - at), name);
		if (!at)
			break;
		at += len + 2;
		if (at == t->end || str_space((unsigned char)*at) || *at == '>' ||
			*at == '/')
			return at;
	}
	*endless = true;
	return NULL;
}

/* Skips the content of an element and its end tag, if it has one. */
static void
skip_content(struct sanitizer *t, const struct tag *tag)
{
	const char *end = content_end(t, tag, t->at);
	if (!end)
		return;
	t->at = end;
	take_attributes(t, NULL);
}

/* Whether no end tag of a player comes any more, so that the rest of the text is not what
 * it shows instead of itself. */
static bool
plays_on(struct sanitizer *t, const struct tag *tag)
{
	bool video = str_eq(tag->name, "video");
	if (!t->last_end[video].known) {
		const char *at = t->at;
		while ((at = content_end(t, tag, at)) != NULL)
			t->last_end[video].at = at;
		t->last_end[video].known = true;
	}
	return !t->last_end[video].at || t->at > t->last_end[video].at;
}

/* Whether what looks like a tag is text: it never ends, another begins in it, or it
 * begins content that is never markup and that does not end. Browsers take more text for
 * it, or all the rest; whoever wrote that forgot to escape a "<". t->at is behind the
 * name. */
static bool
is_text(struct sanitizer *t, const struct tag *tag, bool end_tag)
{
	const char *at = t->at;
	if (t->unended > UNENDED_MAX)
		return true;
	bool text = !take_attributes(t, NULL);
	t->unended += t->at == t->end && t->end[-1] != '>';
	if (!text && !end_tag && (tag->flags & TAG_RAW))
		text = !content_end(t, tag, t->at);
	if (t->text_end && at < t->text_end)
		text |= t->at > t->text_end ||
			(!end_tag && (tag->flags & (TAG_RAW | TAG_DROP | TAG_EMPTY |
							   TAG_MATH)));
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
	t->text_end = browser_end(t, p, tag);
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

/* The value of an attribute as put_value has written it; none: an empty span. */
static struct span
written_value(const struct buf *out, size_t from, const char *name)
{
	const char *s = out->data + from, *at = str_ifind(s, out->len - from, name);
	if (!at)
		return (struct span){NULL, 0};
	at += strlen(name);
	const char *end = memchr(at, '"', (size_t)(out->data + out->len - at));
	return (struct span){at, end ? (size_t)(end - at) : 0};
}

/* Fields of forms say nothing, except boxes that are checked or not. In a table, outside
 * of its cells, a tree builder would move them. */
static void
start_box(struct sanitizer *t, const struct tag *tag)
{
	size_t from = t->out->len;
	buf_addf(t->out, "<%s", tag->name);
	take_attributes(t, t->out);
	struct span type = written_value(t->out, from, " type=\"");
	bool box = span_ieq(type, "checkbox") || span_ieq(type, "radio");
	const struct tag *in = t->depth ? t->open[t->depth - 1].tag : NULL;
	bool between =
		in && (in->group & (TAG_ROW | TAG_PART) || str_eq(in->name, "table"));
	if (box && !between && !t->beyond)
		buf_addc(t->out, '>');
	else
		buf_cut(t->out, from);
}

/* A formula becomes text. */
static void
start_math(struct sanitizer *t, const struct tag *tag)
{
	struct buf alttext = BUF_INIT(0);
	size_t from = t->out->len;
	take_attributes(t, t->out);
	struct span alt = written_value(t->out, from, " alttext=\"");
	buf_add(&alttext, alt.p ? alt.p : "", alt.n);
	buf_cut(t->out, from);
	const char *start = t->at, *end = content_end(t, tag, t->at);
	if (end) {
		struct span content = {start, (size_t)(end - start) - strlen("</math")};
		render_math(
			t->out, (struct span){buf_str(&alttext), alttext.len}, content);
		t->at = end;
		take_attributes(t, NULL);
	}
	buf_done(&alttext);
}

/* A script that MathJax takes for a formula becomes text, too; for machines that read XML
 * it may be a comment's CDATA section. */
static void
start_script(struct sanitizer *t, const struct tag *tag)
{
	static const char open[] = "% <![CDATA[", close[] = "%]]>";
	size_t from = t->out->len;
	take_attributes(t, t->out);
	struct span type = written_value(t->out, from, " type=\"");
	bool tex = type.n >= 8 && str_ieqn(type.p, "math/tex", 8);
	bool display = tex && str_ifind(type.p, type.n, "display");
	buf_cut(t->out, from);
	const char *start = t->at, *end = tex ? content_end(t, tag, start) : NULL;
	if (end) {
		struct span content = span_trim(
			(struct span){start, (size_t)(end - start) - strlen("</script")});
		if (content.n > sizeof open - 1 &&
			memcmp(content.p, open, sizeof open - 1) == 0) {
			content.p += sizeof open - 1;
			content.n -= sizeof open - 1;
			const char *last =
				memmem(content.p, content.n, close, sizeof close - 1);
			content.n = last ? (size_t)(last - content.p) : content.n;
		}
		buf_adds(t->out, display ? "<br>" : "");
		render_math(t->out, content, (struct span){"", 0});
		buf_adds(t->out, display ? "<br>" : "");
	}
	skip_content(t, tag);
}

/* Is what stands in for a script only a request to allow scripts? */
static bool
is_excuse(const struct sanitizer *t, const struct tag *tag)
{
	size_t n = (size_t)(t->end - t->at);
	n = n < EXCUSE_MAX ? n : EXCUSE_MAX;
	if (!str_eq(tag->name, "noscript"))
		return false;
	const char *end = str_ifind(t->at, n, "</noscript");
	n = end ? (size_t)(end - t->at) : 0;
	return n && str_ifind(t->at, n, "javascript") && !str_ifind(t->at, n, "<img") &&
	       !str_ifind(t->at, n, "<iframe");
}

/* Is it a dialog, which is shown only when a script opens it? */
static bool
is_closed(const struct sanitizer *t, const struct tag *tag)
{
	if (!str_eq(tag->name, "dialog"))
		return false;
	const char *end = memchr(t->at, '>', (size_t)(t->end - t->at));
	return end && !str_ifind(t->at, (size_t)(end - t->at), "open");
}

/* Tags that are not written as they are. */
static bool
start_other(struct sanitizer *t, const struct tag *tag)
{
	bool closed = is_closed(t, tag);
	if (tag->flags & (TAG_DROP | TAG_UNWRAP) && !(tag->flags & TAG_TEX))
		take_attributes(t, NULL);
	if (tag->flags & TAG_TEX)
		start_script(t, tag);
	else if (tag->flags & TAG_DROP || closed || is_excuse(t, tag))
		skip_content(t, tag);
	else if (tag->flags & TAG_BOX)
		start_box(t, tag);
	else if (tag->flags & TAG_MATH)
		start_math(t, tag);
	return tag->flags & (TAG_DROP | TAG_UNWRAP | TAG_BOX | TAG_MATH);
}

/* Authors' own elements become spans; what they are called says what they are for. */
static void
put_custom(struct sanitizer *t, struct span name, size_t from)
{
	if (name.n > CUSTOM_MAX || !memchr(name.p, '-', name.n) ||
		written_value(t->out, from, " class=\"").p)
		return;
	for (size_t i = 0; i < name.n; i++)
		if (!str_alpha((unsigned char)name.p[i]) && name.p[i] != '-')
			return;
	buf_adds(t->out, " class=\"");
	buf_add(t->out, name.p, name.n);
	buf_addc(t->out, '"');
}

static bool
class_says(struct span words)
{
	struct span word;
	while (span_split(&words, ' ', &word))
		if (render_role_class(span_trim(word)) ||
			render_node_class_styles(span_trim(word)))
			return true;
	return false;
}

/* Would a span, whose attributes are written from a place on, change nothing? Code in
 * colours is made of such, and each costs a tree builder more than its text. Styles of
 * what is around it may ask what it holds. */
static bool
says_nothing(const struct sanitizer *t, size_t from)
{
	struct span rest = {t->out->data + from, t->out->len - from}, name, value;
	if (!t->renders || (t->depth && t->open[t->depth - 1].styled))
		return false;
	while (span_split(&rest, '"', &name) && span_split(&rest, '"', &value)) {
		bool class = span_eq(name, " class="), style = span_eq(name, " style=");
		if (!(class ? !class_says(value) : style && !render_node_styles(value)))
			return false;
	}
	return true;
}

static void
start_tag(struct sanitizer *t, const struct tag *tag, struct span name)
{
	if (start_other(t, tag))
		return;
	if (tag->closes && !t->beyond)
		end_implied(t, tag);
	if (str_eq(tag->name, "a"))
		end_format(t, tag); /* a link ends where another starts */
	bool empty =
		tag->flags & TAG_EMPTY || (tag->flags & TAG_PLAYER && plays_on(t, tag));
	bool nests = !empty && !(tag->flags & TAG_VOID);
	if (nests && (t->depth == SANITIZE_DEPTH_MAX || t->beyond)) {
		/* Members of groups need no end tags, and formatting elements often lack
		 * theirs, so they are not counted. */
		t->beyond += !(tag->flags & TAG_FORMAT) && !tag->group;
		take_attributes(t, NULL);
		put_break(t, tag);
		return;
	}
	const char *behind = t->at;
	buf_addc(t->out, '<');
	buf_adds(t->out, tag->name);
	size_t from = t->out->len;
	take_attributes(t, t->out);
	bool span = str_eq(tag->name, "span");
	if (span)
		put_custom(t, name, from);
	bool quiet = span && says_nothing(t, from);
	bool styled = written_value(t->out, from, " style=\"").p != NULL;
	if (quiet)
		buf_cut(t->out, from - strlen("<span"));
	else
		buf_addc(t->out, '>');
	if (nests) {
		t->open[t->depth++] = (struct open){.tag = tag,
			.attributes = behind,
			.styled = styled,
			.quiet = quiet};
		t->ordered += (tag->flags & TAG_ORDERED) != 0;
	}
	if (empty) {
		skip_content(t, tag);
		put_end(t, tag);
	}
	if (str_eq(tag->name, "br"))
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
	/* "</br>" is a break of its own, except right behind "<br>", as XML has it. */
	if (str_eq(tag->name, "br") && t->line_end != t->at - strlen("</br"))
		buf_adds(t->out, "<br>");
	take_attributes(t, NULL);
	if (tag->flags & (TAG_VOID | TAG_DROP | TAG_EMPTY | TAG_UNWRAP | TAG_MATH))
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
	else if (tag->group == TAG_PAR && t->depth < SANITIZE_DEPTH_MAX)
		put_paragraph(t);
}

/* Where the comment at t->at ends, by "-->" or "--!>"; NULL: nowhere. "<!-->" and
 * "<!--->" are whole comments. */
static const char *
comment_end(struct sanitizer *t)
{
	const char *p = t->no_comment_end ? NULL : t->at + 4;
	while (p && (p = memchr(p, '>', (size_t)(t->end - p))) != NULL) {
		bool bang = p - t->at > 6 && p[-1] == '!';
		p++;
		if (p[-2 - bang] == '-' && p[-3 - bang] == '-')
			return p;
	}
	t->no_comment_end = true;
	return NULL;
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
	} else if (!t->no_tag_end &&
		   (t->at[1] != '!' || left < 3 || str_alpha((unsigned char)t->at[2]) ||
			   render_tag_condition((struct span){t->at, left}))) {
		end = memchr(t->at, '>', left);
		t->no_tag_end = !end;
		/* That of an end tag is another's. */
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
	while (p < t->end && !str_space((unsigned char)*p) && !strchr("/><", *p))
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
	const char *end = t->cdata_end && t->cdata_end >= t->at ? t->cdata_end : t->end;
	const char *lt = memchr(t->at, '<', (size_t)(end - t->at));
	return lt ? lt : end;
}

static void
take_markup(struct sanitizer *t)
{
	if (t->at == t->cdata_end) {
		t->at += 3;
		return;
	}
	if (take_tag(t))
		return;
	note_text(t);
	/* Spelled out, for a tag dropped behind it must not make it one. */
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
	if (t)
		free(t->kept);
	free(t);
}

void
render_sanitize_keep(struct sanitizer *t)
{
	static const char *const marks[] = {SANITIZE_MARK, "f8ff;", "63743;"};
	t->keeps = t->renders = true;
	for (size_t i = 0; i < COUNT_OF(marks); i++)
		t->keeps &= !str_ifind(t->at, (size_t)(t->end - t->at), marks[i]);
}

struct span
render_sanitize_kept(struct sanitizer *t, size_t number)
{
	struct span none = {NULL, 0};
	if (number >= t->kept_len)
		return none;
	struct span piece = t->kept[number];
	t->kept[number] = none;
	return piece;
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
	t->kept_len = t->kept_bytes = 0;
	t->broken = broken ? part.body : 0;
	while (t->at < t->end) {
		/* An ordered list must know how many items it has. */
		if (out->len + t->kept_bytes - part.body >=
			(t->ordered ? ORDERED_WANT * want : want))
			break;
		const char *next = find_text_end(t);
		size_t n = cut_text(t->at, (size_t)(next - t->at), want);
		take_text(t, t->at, n);
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
		if (!t->open[i - 1].quiet)
			put_end(t, t->open[i - 1].tag);
	return part;
}
