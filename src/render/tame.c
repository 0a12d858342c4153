/*
 * A tree builder by the HTML standard looks through its stack of open elements for nearly
 * every tag and reopens unclosed formatting elements in every paragraph: 100,000 nested
 * divs or a few thousand different fonts cost it minutes, and thousands of attributes on
 * one element likewise. So the source first passes this flat tokeniser, which keeps a
 * short stack of names of its own:
 *
 *  - elements that mean nothing here become spans (they may be hidden) or lose their
 *    tags; those whose content is no text to read (script, svg, select …) go whole;
 *  - end tags are put in where HTML lets authors leave them out and where an element
 *    ends around them; unmatched ones go. The end tag of a formatting element goes out
 *    where it stands: the tree builder's way with crossed ones is right, and cheap on a
 *    short stack;
 *  - beyond TAME_DEPTH_MAX start tags go, and as many end tags with them;
 *  - of attributes only those in the table go on, each once;
 *  - and it stops where it is told to: the names on its stack are all that the next part
 *    needs in front to be a document of its own.
 */
#include "config.h"

#include "render/tame.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/mem.h"
#include "base/str.h"

#define ENTITY_MAX 40   /* bytes of the longest name in HTML, and a few more */
#define ORDERED_WANT 16 /* times as much in one part, in an ordered list */

enum {
	VOID = 1 << 0,   /* has no content and no end tag */
	FORMAT = 1 << 1, /* the standard's formatting elements */
	DROP = 1 << 2,   /* goes with its content */
	RAW = 1 << 3,    /* its content is never markup */
	EMPTY = 1 << 4,  /* stays, its content goes */
	FENCE = 1 << 5,  /* end tags of what is outside do not act inside */
	ORDERED = 1 << 7,
	GONE = 1 << 6, /* loses its tags, keeps its content */
};

/* Groups of elements whose end tags may be left out. */
enum {
	PAR = 1 << 0,
	ITEM = 1 << 1,
	TERM = 1 << 2,
	CELL = 1 << 3,
	ROW = 1 << 4,
	PART = 1 << 5, /* thead, tbody, tfoot, caption */
	TABLE = CELL | ROW | PART,
	FLOW = PAR | ITEM | TERM,
};

struct tag {
	char name[12];
	uint8_t flags;
	uint8_t group;  /* of which it is a member */
	uint8_t closes; /* groups that its start tag ends */
	uint8_t stops;  /* groups that a start tag inside it cannot end beyond it */
};

/* Sorted by name. What is missing here becomes a span. */
static const struct tag tags[] = {
	{"a", FORMAT, 0, 0, 0},
	{"abbr", 0, 0, 0, 0},
	{"address", 0, 0, PAR, PAR},
	{"annotation", DROP, 0, 0, 0},
	{"applet", DROP, 0, 0, 0},
	{"area", GONE, 0, 0, 0},
	{"article", 0, 0, PAR, FLOW},
	{"aside", 0, 0, PAR, FLOW},
	{"audio", 0, 0, 0, 0},
	{"b", FORMAT, 0, 0, 0},
	{"base", GONE, 0, 0, 0},
	{"big", FORMAT, 0, 0, 0},
	{"blockquote", 0, 0, PAR, FLOW},
	{"body", GONE, 0, 0, 0},
	{"br", VOID, 0, 0, 0},
	{"button", DROP, 0, 0, 0},
	{"canvas", DROP, 0, 0, 0},
	{"caption", FENCE, PART, TABLE, FLOW},
	{"center", 0, 0, PAR, PAR},
	{"cite", 0, 0, 0, 0},
	{"code", FORMAT, 0, 0, 0},
	{"col", GONE, 0, 0, 0},
	{"colgroup", GONE, 0, 0, 0},
	{"datalist", DROP, 0, 0, 0},
	{"dd", 0, TERM, PAR | TERM, PAR},
	{"del", 0, 0, 0, 0},
	{"details", 0, 0, PAR, FLOW},
	{"dfn", 0, 0, 0, 0},
	{"div", 0, 0, PAR, PAR},
	{"dl", 0, 0, PAR, FLOW},
	{"dt", 0, TERM, PAR | TERM, PAR},
	{"em", FORMAT, 0, 0, 0},
	{"embed", VOID, 0, 0, 0},
	{"figcaption", 0, 0, PAR, PAR},
	{"figure", 0, 0, PAR, FLOW},
	{"font", FORMAT, 0, 0, 0},
	{"footer", 0, 0, PAR, FLOW},
	{"frame", GONE, 0, 0, 0},
	{"frameset", GONE, 0, 0, 0},
	{"h1", 0, 0, PAR, PAR},
	{"h2", 0, 0, PAR, PAR},
	{"h3", 0, 0, PAR, PAR},
	{"h4", 0, 0, PAR, PAR},
	{"h5", 0, 0, PAR, PAR},
	{"h6", 0, 0, PAR, PAR},
	{"head", GONE, 0, 0, 0},
	{"header", 0, 0, PAR, FLOW},
	{"hr", VOID, 0, PAR, 0},
	{"html", GONE, 0, 0, 0},
	{"i", FORMAT, 0, 0, 0},
	{"iframe", EMPTY | RAW, 0, 0, 0},
	{"img", VOID, 0, 0, 0},
	{"input", GONE, 0, 0, 0},
	{"ins", 0, 0, 0, 0},
	{"kbd", 0, 0, 0, 0},
	{"li", 0, ITEM, PAR | ITEM, PAR},
	{"link", GONE, 0, 0, 0},
	{"main", 0, 0, PAR, FLOW},
	{"mark", 0, 0, 0, 0},
	{"menu", 0, 0, PAR, FLOW},
	{"meta", GONE, 0, 0, 0},
	{"nav", 0, 0, PAR, FLOW},
	{"noembed", DROP | RAW, 0, 0, 0},
	{"noframes", DROP | RAW, 0, 0, 0},
	{"noscript", GONE, 0, 0, 0},
	{"object", FENCE, 0, 0, FLOW},
	{"ol", ORDERED, 0, PAR, FLOW},
	{"p", 0, PAR, PAR, 0},
	{"param", GONE, 0, 0, 0},
	{"picture", 0, 0, 0, 0},
	{"pre", 0, 0, PAR, FLOW},
	{"q", 0, 0, 0, 0},
	{"rp", DROP, 0, 0, 0},
	{"rt", 0, 0, 0, 0},
	{"ruby", 0, 0, 0, 0},
	{"s", FORMAT, 0, 0, 0},
	{"samp", 0, 0, 0, 0},
	{"script", DROP | RAW, 0, 0, 0},
	{"section", 0, 0, PAR, FLOW},
	{"select", DROP, 0, 0, 0},
	{"small", FORMAT, 0, 0, 0},
	{"source", VOID, 0, 0, 0},
	{"span", 0, 0, 0, 0},
	{"strike", FORMAT, 0, 0, 0},
	{"strong", FORMAT, 0, 0, 0},
	{"style", DROP | RAW, 0, 0, 0},
	{"sub", 0, 0, 0, 0},
	{"summary", 0, 0, PAR, FLOW},
	{"sup", 0, 0, 0, 0},
	{"svg", DROP, 0, 0, 0},
	{"table", FENCE, 0, PAR, FLOW | TABLE},
	{"tbody", 0, PART, TABLE, FLOW | CELL | ROW},
	{"td", FENCE, CELL, CELL, FLOW},
	{"template", DROP, 0, 0, 0},
	{"textarea", DROP | RAW, 0, 0, 0},
	{"tfoot", 0, PART, TABLE, FLOW | CELL | ROW},
	{"th", FENCE, CELL, CELL, FLOW},
	{"thead", 0, PART, TABLE, FLOW | CELL | ROW},
	{"title", DROP | RAW, 0, 0, 0},
	{"tr", 0, ROW, CELL | ROW, FLOW | CELL},
	{"track", GONE, 0, 0, 0},
	{"tt", FORMAT, 0, 0, 0},
	{"u", FORMAT, 0, 0, 0},
	{"ul", 0, 0, PAR, FLOW},
	{"var", 0, 0, 0, 0},
	{"video", 0, 0, 0, 0},
	{"wbr", GONE, 0, 0, 0},
};

static const char *const attributes[] = {"align", "alt", "aria-hidden", "class",
	"colspan", "data-lazy-src", "data-original", "data-src", "height", "hidden",
	"href", "open", "reversed", "rowspan", "src", "srcset", "start", "style", "title",
	"type", "value", "width"};

struct tame {
	struct buf *out;
	const char *at, *end;
	const struct tag *open[TAME_DEPTH_MAX];
	size_t depth;
	size_t formats;               /* how many of open are FORMAT */
	size_t ordered;               /* how many are ol */
	size_t part_end;              /* of the part before */
	size_t broken;                /* length of out after the last break so put in */
	size_t beyond;                /* start tags dropped for depth, not yet ended */
	bool endless[COUNT_OF(tags)]; /* no end tag of this name is left in the text */
};

static int
compare_tag(const void *key, const void *row)
{
	const struct span *name = key;
	const struct tag *tag = row;
	size_t n = strlen(tag->name);
	for (size_t i = 0; i < name->n && i < n; i++) {
		int d = str_lower((unsigned char)name->p[i]) - tag->name[i];
		if (d != 0)
			return d;
	}
	return name->n < n ? -1 : name->n > n;
}

static const struct tag *
find_tag(struct span name)
{
	const struct tag *tag =
		bsearch(&name, tags, COUNT_OF(tags), sizeof *tags, compare_tag);
	return tag ? tag : find_tag(SPAN_LIT("span"));
}

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
put_end(struct tame *t, const struct tag *tag)
{
	buf_adds(t->out, "</");
	buf_adds(t->out, tag->name);
	buf_addc(t->out, '>');
}

/* Ends the open elements down to and with the one at index. */
static void
end_down_to(struct tame *t, size_t index)
{
	while (t->depth > index) {
		const struct tag *tag = t->open[--t->depth];
		t->formats -= (tag->flags & FORMAT) != 0;
		t->ordered -= (tag->flags & ORDERED) != 0;
		put_end(t, tag);
	}
}

/* Ends what a start tag implies to be over: the outermost open member of each group that
 * nothing between protects. */
static void
end_implied(struct tame *t, uint8_t groups)
{
	size_t keep = t->depth;
	for (size_t i = t->depth; i > 0 && groups; i--) {
		if (t->open[i - 1]->group & groups)
			keep = i - 1;
		groups &= (uint8_t)~t->open[i - 1]->stops;
	}
	end_down_to(t, keep);
}

static void
put_value(struct buf *out, struct span value)
{
	for (size_t i = 0; i < value.n; i++) {
		if (value.p[i] == '"')
			buf_adds(out, "&quot;");
		else
			buf_addc(out, value.p[i]);
	}
}

static struct span
take_value(struct tame *t)
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

/* Reads the attributes up to and with ">"; copies those that matter when out is set. */
static void
take_attributes(struct tame *t, struct buf *out)
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
		if (known < 0 || value.n > TAME_VALUE_MAX || seen >> known & 1)
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

/* Skips the content of an element and its end tag. Without an end tag the rest is content
 * of a RAW element, as the standard says; of others only the tag goes. */
static void
skip_content(struct tame *t, const struct tag *tag)
{
	char name[sizeof tag->name + 2] = "</";
	size_t len = strlen(tag->name);
	memcpy(name + 2, tag->name, len + 1);
	bool *endless = &t->endless[tag - tags];
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
	if (tag->flags & RAW)
		t->at = t->end;
}

/* Where a block loses its tags to the depth, its text still stands on lines of its own.
 */
static void
put_break(struct tame *t, const struct tag *tag)
{
	if (!(tag->closes & PAR) || t->broken == t->out->len)
		return;
	buf_adds(t->out, "<br>");
	t->broken = t->out->len;
}

static void
start_tag(struct tame *t, const struct tag *tag)
{
	if (tag->flags & (DROP | GONE)) {
		take_attributes(t, NULL);
		if (tag->flags & DROP)
			skip_content(t, tag);
		return;
	}
	if (tag->closes && !t->beyond)
		end_implied(t, tag->closes);
	bool nests = !(tag->flags & (VOID | EMPTY));
	bool format = tag->flags & FORMAT;
	if (nests && (t->depth == TAME_DEPTH_MAX || t->beyond ||
			     (format && t->formats == TAME_FORMAT_MAX))) {
		/* Members of groups need no end tag, so none can be counted on. */
		t->beyond += !format && !tag->group;
		take_attributes(t, NULL);
		put_break(t, tag);
		return;
	}
	buf_addc(t->out, '<');
	buf_adds(t->out, tag->name);
	take_attributes(t, t->out);
	buf_addc(t->out, '>');
	if (nests) {
		t->open[t->depth++] = tag;
		t->formats += format;
		t->ordered += (tag->flags & ORDERED) != 0;
	}
	if (tag->flags & EMPTY) {
		skip_content(t, tag);
		put_end(t, tag);
	}
}

static void
end_tag(struct tame *t, const struct tag *tag)
{
	take_attributes(t, NULL);
	if (tag->flags & (VOID | DROP | EMPTY | GONE))
		return;
	bool format = tag->flags & FORMAT;
	if (t->beyond && !format) {
		t->beyond -= !tag->group;
		put_break(t, tag);
		return;
	}
	size_t i = t->depth;
	while (i > 0 && t->open[i - 1] != tag && !(t->open[i - 1]->flags & FENCE))
		i--;
	/* A table's parts end across its cells; only another table is a fence to them. */
	if (tag->group & TABLE || tag->flags & FENCE)
		for (i = t->depth; i > 0 && t->open[i - 1] != tag; i--)
			if (tag->group & TABLE && !strcmp(t->open[i - 1]->name, "table"))
				return;
	if (i == 0 || t->open[i - 1] != tag)
		return;
	if (!format) {
		end_down_to(t, i - 1);
		return;
	}
	put_end(t, tag);
	memmove(&t->open[i - 1], &t->open[i], (t->depth - i) * sizeof(t->open[0]));
	t->depth--;
	t->formats--;
}

/* Comments, CDATA brackets, declarations, processing instructions. An unterminated
 * comment takes the rest, as in browsers. */
static void
skip_declaration(struct tame *t)
{
	size_t left = (size_t)(t->end - t->at);
	const char *close = NULL;
	if (left >= 9 && memcmp(t->at, "<![CDATA[", 9) == 0) {
		t->at += 9; /* its text is shown; the closing brackets, too */
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
take_markup(struct tame *t)
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
			find_tag((struct span){start, (size_t)(p - start)});
		if (end)
			end_tag(t, tag);
		else
			start_tag(t, tag);
	} else if (p < t->end && (end || *p == '!' || *p == '?')) {
		skip_declaration(t);
	} else {
		/* Spelled out, for a tag dropped behind it must not make it one. */
		buf_adds(t->out, "&lt;");
		t->at++;
	}
}

struct tame *
render_tame_new(const char *html, size_t n)
{
	struct tame *t = mem_zalloc(sizeof *t);
	t->at = html;
	t->end = html + n;
	return t;
}

void
render_tame_free(struct tame *t)
{
	free(t);
}

/* Of n bytes of text at s, how many a part may take: all of them, or as many as it wants
 * without cutting a character or an entity. */
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

struct tame_part
render_tame_next(struct tame *t, struct buf *out, size_t want)
{
	struct tame_part part;
	t->out = out;
	for (size_t i = 0; i < t->depth; i++)
		buf_addf(out, "<%s>", t->open[i]->name);
	/* A line end right after <pre> is not text, so one is put there to lose. */
	if (t->depth && str_eq(t->open[t->depth - 1]->name, "pre"))
		buf_addc(out, '\n');
	bool broken = t->part_end && t->broken == t->part_end;
	part.body = out->len;
	t->broken = broken ? part.body : 0;
	while (t->at < t->end) {
		/* An ordered list needs to know how many items follow. */
		if (out->len - part.body >= (t->ordered ? ORDERED_WANT * want : want))
			break;
		const char *next = memchr(t->at, '<', (size_t)(t->end - t->at));
		if (!next)
			next = t->end;
		size_t n = cut_text(t->at, (size_t)(next - t->at), want);
		buf_add(out, t->at, n);
		t->at += n;
		if (t->at == next && t->at < t->end)
			take_markup(t);
	}
	part.end = t->part_end = out->len;
	part.last = t->at == t->end;
	for (size_t i = t->depth; i > 0; i--)
		put_end(t, t->open[i - 1]);
	return part;
}
