/* The sanitizer: elements that become something else: text, pictures, links, code. */
#include "config.h"

#include "render/sanitize_inside.h"

#include <stdbool.h>
#include <string.h>

#include "base/attr.h"
#include "base/str.h"
#include "render/math.h"
#include "render/reference.h"

#define FRAME_MAX 65536     /* bytes of a document in an attribute */
#define PART_MAX 8192       /* bytes of the foot of a table, or of its caption */
#define PARTS_MISSED_MAX 32 /* whose end was looked for in vain; others stay */
#define ICON_MAX 32         /* pixels of a drawing that is a sign */

/* Fields of forms say nothing, except boxes that are checked or not. In a table, outside
 * of its cells, a tree builder would move them. */
static bool
start_box(struct sanitizer *t, const struct tag *tag)
{
	size_t from = t->out->len;
	buf_addf(t->out, "<%s", tag->name);
	render_sanitize_attributes(t, t->out);
	struct span type = render_sanitize_written(t->out, from, " type=\"");
	bool box = span_ieq(type, "checkbox") || span_ieq(type, "radio");
	const struct tag *in = t->depth ? t->open[t->depth - 1].tag : NULL;
	bool between =
		in && (in->group & (TAG_ROW | TAG_PART) || str_eq(in->name, "table"));
	if (box && !between && !t->beyond)
		buf_addc(t->out, '>');
	else
		buf_cut(t->out, from);
	return true;
}

/* A dialog is shown only when a script opens it, or when it has no end. */
static bool
start_dialog(struct sanitizer *t, const struct tag *tag)
{
	const char *at = t->at;
	size_t from = t->out->len;
	render_sanitize_attributes(t, t->out);
	bool open = render_sanitize_written(t->out, from, " open=\"").p != NULL;
	buf_cut(t->out, from);
	if (open || !render_sanitize_content_end(t, tag, t->at)) {
		t->at = at;
		return false;
	}
	render_sanitize_skip(t, tag);
	return true;
}

/* A formula becomes text. */
static bool
start_math(struct sanitizer *t, const struct tag *tag)
{
	struct buf alttext = BUF_INIT(0);
	size_t from = t->out->len;
	render_sanitize_attributes(t, t->out);
	struct span alt = render_sanitize_written(t->out, from, " alttext=\"");
	buf_add(&alttext, alt.p ? alt.p : "", alt.n);
	buf_cut(t->out, from);
	const char *start = t->at, *end = render_sanitize_content_end(t, tag, t->at);
	if (end) {
		struct span content = {
			start, (size_t)(end - start) - strlen(tag->name) - strlen("</")};
		render_math(
			t->out, (struct span){buf_str(&alttext), alttext.len}, content);
		t->at = end;
		render_sanitize_attributes(t, NULL);
	}
	buf_done(&alttext);
	return true;
}

/* A script that MathJax takes for a formula becomes text, too; for machines that read XML
 * it may be a comment's CDATA section. */
static bool
start_script(struct sanitizer *t, const struct tag *tag)
{
	static const char open[] = "% <![CDATA[", close[] = "%]]>";
	size_t from = t->out->len;
	render_sanitize_attributes(t, t->out);
	struct span type = render_sanitize_written(t->out, from, " type=\"");
	bool tex = type.n >= 8 && str_ieqn(type.p, "math/tex", 8);
	bool display = tex && str_ifind(type.p, type.n, "display");
	buf_cut(t->out, from);
	const char *start = t->at,
		   *end = tex ? render_sanitize_content_end(t, tag, start) : NULL;
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
	render_sanitize_skip(t, tag);
	return true;
}

/* Writes text, with its references unchanged and every "<" escaped. */
static void
put_words(struct sanitizer *t, struct span words)
{
	for (struct span part; span_split(&words, '<', &part);) {
		render_sanitize_put_text(t->out, part.p, part.n);
		if (words.p && words.p > part.p + part.n)
			buf_adds(t->out, "&lt;");
	}
}

/* A copy of the value of an attribute that was written. */
static void
copy_written(const struct sanitizer *t, size_t from, const char *name, struct buf *value)
{
	struct span written = render_sanitize_written(t->out, from, name);
	buf_clear(value);
	buf_add(value, written.p ? written.p : "", written.n);
}

/* An area of an image map becomes a link after the picture. */
static bool
start_area(struct sanitizer *t, const struct tag *tag)
{
	struct buf href = BUF_INIT(0), label = BUF_INIT(0);
	size_t from = t->out->len;
	(void)tag;
	render_sanitize_attributes(t, t->out);
	copy_written(t, from, " href=\"", &href);
	copy_written(t, from, " alt=\"", &label);
	if (!label.len)
		copy_written(t, from, " title=\"", &label);
	if (!label.len)
		buf_add(&label, href.data, href.len);
	buf_cut(t->out, from);
	if (href.len) {
		buf_addf(t->out, " <a href=\"%s\">", buf_str(&href));
		put_words(t, (struct span){label.data, label.len});
		buf_adds(t->out, "</a> ");
	}
	buf_done(&href);
	buf_done(&label);
	return true;
}

/* ---- drawings */

/* What a drawing says. */
struct drawing {
	struct span title, about;
	struct buf labels;
	bool linked;       /* a link is open in the labels … */
	size_t link_from;  /* … whose own label starts here */
	struct span named; /* its title */
};

/* The next tag of a drawing, and the text before it. False at its end. */
static bool
next_piece(struct span *rest, struct span *text, struct span *tag)
{
	if (!rest->n)
		return false;
	const char *lt = memchr(rest->p, '<', rest->n), *end = rest->p + rest->n;
	const char *gt = lt ? memchr(lt, '>', (size_t)(end - lt)) : NULL;
	*text = (struct span){rest->p, (size_t)((lt ? lt : end) - rest->p)};
	*tag = (struct span){
		lt ? lt + 1 : end, lt ? (size_t)((gt ? gt : end) - lt - 1) : 0};
	rest->p = gt ? gt + 1 : end;
	rest->n = (size_t)(end - rest->p);
	return true;
}

static bool
in_link(const struct sanitizer *t)
{
	for (size_t i = t->depth; i > 0; i--)
		if (str_eq(t->open[i - 1].tag->name, "a") && !t->open[i - 1].ended)
			return true;
	return false;
}

static bool
is_named(struct span tag, const char *name)
{
	size_t n = strlen(name);
	return tag.n >= n && str_ieqn(tag.p, name, n) &&
	       (tag.n == n || str_space((unsigned char)tag.p[n]) || tag.p[n] == '/');
}

static void
start_drawn_link(struct sanitizer *t, struct drawing *drawing, struct span tag)
{
	const char *at = t->at;
	t->at = tag.p + strlen("a");
	buf_adds(&drawing->labels, "<a");
	render_sanitize_attributes(t, &drawing->labels);
	buf_addc(&drawing->labels, '>');
	t->at = at;
	drawing->linked = true;
	drawing->link_from = drawing->labels.len;
	drawing->named = SPAN_LIT("");
}

/* A link of shapes alone has its title for a label. */
static void
end_drawn_link(struct drawing *drawing)
{
	struct buf *labels = &drawing->labels;
	if (!drawing->linked)
		return;
	size_t from = drawing->link_from;
	if (!span_trim((struct span){labels->data + from, labels->len - from}).n)
		render_sanitize_put_text(labels, drawing->named.p, drawing->named.n);
	buf_adds(labels, "</a>");
	drawing->linked = false;
}

/* Where the text after a tag goes if it is a title or a description; NULL: neither. */
static struct span *
name_of(struct drawing *drawing, struct span tag)
{
	return is_named(tag, "desc")     ? &drawing->about
	       : !is_named(tag, "title") ? NULL
	       : drawing->linked         ? &drawing->named
					 : &drawing->title;
}

/* Reads the texts of a drawing. Parts of a word may have elements of their own, which
 * stand nowhere else than behind each other. */
static void
read_drawing(struct sanitizer *t, struct drawing *drawing, struct span content)
{
	static const char *const unseen[] = {"style", "script", "metadata", "defs"};
	struct span text, tag, within = {"", 0};
	const char *skip = NULL;
	while (next_piece(&content, &text, &tag)) {
		struct span *named = name_of(drawing, within);
		if (named && !named->n)
			*named = span_trim(text);
		else if (!skip && !named)
			render_sanitize_put_text(&drawing->labels, text.p, text.n);
		for (size_t i = 0; !skip && i < COUNT_OF(unseen); i++)
			if (is_named(tag, unseen[i]) && tag.p[tag.n - 1] != '/')
				skip = unseen[i];
		if (skip && *tag.p == '/' &&
			is_named((struct span){tag.p + 1, tag.n - 1}, skip))
			skip = NULL;
		bool joins = is_named(tag, "/tspan") ||
			     (is_named(tag, "tspan") && !str_ifind(tag.p, tag.n, " x=") &&
				     !str_ifind(tag.p, tag.n, "y="));
		if (!joins)
			buf_addc(&drawing->labels, ' ');
		if (is_named(tag, "a") || is_named(tag, "/a"))
			end_drawn_link(drawing);
		if (is_named(tag, "a") && !skip && !in_link(t))
			start_drawn_link(t, drawing, tag);
		within = tag;
	}
	end_drawn_link(drawing);
}

/* Is it a sign beside text, by its size or its class? */
static bool
is_sign(const struct sanitizer *t, size_t from)
{
	static const char *const sides[] = {" width=\"", " height=\""};
	struct span class = render_sanitize_written(t->out, from, " class=\"");
	int small = 0;
	for (size_t i = 0; i < COUNT_OF(sides); i++) {
		struct span side = render_sanitize_written(t->out, from, sides[i]);
		int pixels = 0;
		for (size_t k = 0; k < side.n && str_digit((unsigned char)side.p[k]) &&
				   pixels <= ICON_MAX;
			k++)
			pixels = pixels * 10 + side.p[k] - '0';
		small += side.n && pixels <= ICON_MAX;
	}
	return !in_link(t) && (small == COUNT_OF(sides) ||
				      (class.n && str_ifind(class.p, class.n, "icon")));
}

/* A drawing becomes a picture with its name, and the words in it. */
static bool
start_drawing(struct sanitizer *t, const struct tag *tag)
{
	struct drawing drawing = {.labels = BUF_INIT(0)};
	struct buf name = BUF_INIT(0);
	size_t from = t->out->len;
	render_sanitize_attributes(t, t->out);
	bool hidden = span_ieq(render_sanitize_written(t->out, from, " aria-hidden=\""),
			      "true") ||
		      is_sign(t, from);
	copy_written(t, from, " aria-label=\"", &name);
	buf_cut(t->out, from);
	const char *start = t->at, *end = render_sanitize_content_end(t, tag, start);
	if (end)
		read_drawing(t, &drawing,
			(struct span){start, (size_t)(end - start) - strlen("</svg")});
	struct span title = name.len          ? (struct span){name.data, name.len}
			    : drawing.title.n ? drawing.title
					      : drawing.about;
	struct span labels =
		span_trim((struct span){buf_str(&drawing.labels), drawing.labels.len});
	if (title.n && !hidden) {
		buf_adds(t->out, "<img alt=\"");
		render_sanitize_put_value(t->out, title);
		buf_adds(t->out, "\">");
	}
	if (labels.n && !hidden) {
		buf_addc(t->out, ' ');
		buf_add(t->out, labels.p, labels.n);
		buf_addc(t->out, ' ');
	}
	buf_done(&drawing.labels);
	buf_done(&name);
	render_sanitize_skip(t, tag);
	return true;
}

/* ---- tables */

/* Where the part of a table ends that starts here; NULL: not soon. Its end tag may be
 * left out. */
static const char *
part_end(const struct sanitizer *t, bool caption)
{
	size_t left = (size_t)(t->end - t->at), n = left < PART_MAX ? left : PART_MAX;
	const char *close = str_ifind(t->at, n, caption ? "</caption" : "</tfoot");
	const char *gt = close ? memchr(close, '>', (size_t)(t->end - close)) : NULL;
	const char *next = str_ifind(
		t->at, gt ? (size_t)(gt - t->at) : n, caption ? "<tr" : "<tbody");
	const char *end = next ? next : gt ? gt + 1 : NULL;
	return end && !str_ifind(t->at, (size_t)(end - t->at), "<table") ? end : NULL;
}

/* The foot of a table may come before its body, and its caption behind rows. They are put
 * aside until the table ends. */
static bool
start_part(struct sanitizer *t, const struct tag *tag)
{
	struct open_element *table = NULL;
	for (size_t i = t->depth; i > 0 && !table; i--)
		if (str_eq(t->open[i - 1].tag->name, "table"))
			table = &t->open[i - 1];
	if (!table || t->resume || t->beyond || t->parts_missed > PARTS_MISSED_MAX)
		return false;
	bool caption = str_eq(tag->name, "caption");
	struct aside *aside = caption ? &table->caption : &table->foot;
	if (aside->at || (caption && !(table->filled && t->renders)))
		return false;
	const char *end = part_end(t, caption);
	if (!end || !render_sanitize_content_end(t, table->tag, end)) {
		t->parts_missed++;
		return false;
	}
	*aside = (struct aside){t->at - strlen(tag->name) - 1, end};
	t->at = end;
	return true;
}

/* What a caption becomes that stands below its table. */
static void
open_caption(struct sanitizer *t)
{
	static const char *const names[] = {"figure", "figcaption"};
	t->at += strlen("<caption");
	render_sanitize_attributes(t, NULL);
	for (size_t i = 0; i < COUNT_OF(names) && t->depth < SANITIZE_DEPTH_MAX; i++) {
		const struct tag *tag = render_tag_find(span_of(names[i]));
		buf_addf(t->out, "<%s>", tag->name);
		t->open[t->depth++] = (struct open_element){.tag = tag};
	}
}

bool
render_sanitize_aside(struct sanitizer *t, const struct tag *table)
{
	size_t i = t->beyond ? 0 : render_sanitize_find_open(t, table);
	struct open_element *open = i ? &t->open[i - 1] : NULL;
	if (!open || !(open->foot.at || open->caption.at))
		return false;
	bool foot = open->foot.at != NULL;
	struct aside *aside = foot ? &open->foot : &open->caption, taken = *aside;
	*aside = (struct aside){NULL, NULL};
	t->resume = t->at - strlen(table->name) - strlen("</");
	if (!foot) {
		render_sanitize_attributes(t, NULL);
		render_sanitize_end_down_to(t, i - 1);
		t->resume = t->at;
	}
	t->aside_depth = t->depth;
	t->aside_end = taken.end;
	t->at = taken.at;
	if (!foot)
		open_caption(t);
	return true;
}

/* ---- documents and code in documents */

/* A document that a frame has in an attribute. False: it has none, or is a player, whose
 * document is only there until it plays. */
static bool
start_frame(struct sanitizer *t, const struct tag *tag)
{
	struct buf source = BUF_INIT(0);
	struct span document = render_sanitize_raw_value(t, "srcdoc"),
		    address = span_trim(render_sanitize_raw_value(t, "src"));
	bool blank = !address.n || str_ifind(address.p, address.n, "about:") == address.p;
	if (!document.n || !blank || t->within)
		return false;
	render_sanitize_attributes(t, NULL);
	if (!t->beyond)
		render_sanitize_end_implied(t, render_tag_find(SPAN_LIT("div")));
	document.n = document.n < FRAME_MAX ? document.n : FRAME_MAX;
	render_reference_decode(&source, document);
	struct sanitizer *inner = render_sanitize_new(buf_str(&source), source.len);
	inner->within = true;
	buf_adds(t->out, "<div>");
	render_sanitize_next(inner, t->out, SIZE_MAX);
	buf_adds(t->out, "</div>");
	render_sanitize_free(inner);
	buf_done(&source);
	render_sanitize_skip(t, tag);
	return true;
}

/* Is the text of a field meant to be copied? Other fields are to be filled in and sent.
 */
static bool
is_offered(struct span text)
{
	return memchr(text.p, '<', text.n) || str_ifind(text.p, text.n, "&lt;") ||
	       str_ifind(text.p, text.n, "://");
}

/* Code that is not escaped, or that is offered for copying. */
static bool
start_literal(struct sanitizer *t, const struct tag *tag)
{
	const struct tag *pre = render_tag_find(SPAN_LIT("pre"));
	const char *start = t->at;
	render_sanitize_attributes(t, NULL);
	const char *content = t->at, *end = render_sanitize_content_end(t, tag, content);
	end = end ? end - strlen(tag->name) - strlen("</") : t->end;
	struct span text = span_trim((struct span){content, (size_t)(end - content)});
	if (!text.n || (tag->flags & TAG_REFERS && !is_offered(text))) {
		render_sanitize_skip(t, tag);
		return true;
	}
	t->literal_end = end;
	t->literal = tag;
	t->literal_open = !t->beyond && t->depth < SANITIZE_DEPTH_MAX;
	if (!t->literal_open)
		return true;
	render_sanitize_end_implied(t, pre);
	buf_adds(t->out, "<pre");
	t->at = start;
	render_sanitize_attributes(t, t->out);
	buf_adds(t->out, ">\n");
	t->open[t->depth++] = (struct open_element){.tag = pre, .attributes = start};
	return true;
}

/* ---- */

static const struct {
	const char *name;
	bool (*start)(struct sanitizer *t, const struct tag *tag);
} other_elements[] = {
	{"area", start_area},
	{"caption", start_part},
	{"dialog", start_dialog},
	{"iframe", start_frame},
	{"input", start_box},
	{"m:math", start_math},
	{"math", start_math},
	{"mml:math", start_math},
	{"plaintext", start_literal},
	{"script", start_script},
	{"svg", start_drawing},
	{"textarea", start_literal},
	{"tfoot", start_part},
	{"xmp", start_literal},
};

bool
render_sanitize_other(struct sanitizer *t, const struct tag *tag)
{
	size_t i = 0;
	while (!str_eq(other_elements[i].name, tag->name))
		i++;
	return other_elements[i].start(t, tag);
}
