#include "config.h"

#include "feed/gather.h"

#include <string.h>

#include "feed/unpack.h"

static bool
one_of(const char *const *names, const char *name)
{
	int first = str_lower((unsigned char)*name);
	while (*names && (**names != first || !str_ieq(*names, name)))
		names++;
	return *names != NULL;
}

static bool
is_void(const char *name)
{
	static const char *const names[] = {"area", "base", "br", "col", "embed", "hr",
		"img", "input", "link", "meta", "param", "source", "track", "wbr", NULL};
	return one_of(names, name);
}

static bool
is_address(const char *attr)
{
	static const char *const names[] = {"href", "src", "cite", "longdesc", "action",
		"background", "classid", "codebase", "data", "poster", "usemap",
		"profile", "xlink:href", NULL};
	return one_of(names, attr);
}

static void
put_attrs(struct build *b, const struct xml_element *e, const char *base)
{
	struct buf *out = &b->gathered.text;
	const char *outer = b->frames[b->gathered.depth].base;
	for (size_t i = 0; i < e->attrs_len; i++) {
		const struct xml_attr *attr = &e->attrs[i];
		if (attr->name[0] == 'x' && (str_starts(attr->name, "xmlns") ||
						    str_starts(attr->name, "xml:")))
			continue;
		struct span value = span_of(attr->value);
		/* An xml:base inside the text would be lost, so it is applied here. */
		char *url = base != outer && is_address(attr->name)
				    ? feed_build_resolve(b, base, value)
				    : NULL;
		if (url)
			value = span_of(url);
		buf_addc(out, ' ');
		buf_adds(out, attr->name);
		buf_add(out, "=\"", 2);
		feed_text_escape(out, value, true);
		buf_addc(out, '"');
	}
}

static enum content
content_of(const struct build *b)
{
	return b->frames[b->gathered.depth].content;
}

/* A second piece arrives: from here on the text is put together in the buffer. */
static void
leave_whole(struct gathered *g)
{
	buf_add(&g->text, g->whole.p, g->whole.n);
	g->whole = (struct span){NULL, 0};
}

/* The text before the first element has not been escaped, since it might have been all
 * there is. */
static void
escape_so_far(struct gathered *g)
{
	struct buf plain = g->text;
	buf_init(&g->text, 0);
	feed_text_escape(&g->text, (struct span){plain.data, plain.len}, false);
	buf_done(&plain);
}

void
feed_gather_begin(struct build *b)
{
	struct gathered *g = &b->gathered;
	g->depth = b->depth;
	buf_clear(&g->text);
	g->whole = (struct span){NULL, 0};
	g->markup = false;
	g->div_start = g->div_end = 0;
}

void
feed_gather_start(struct build *b, const struct xml_element *e)
{
	struct gathered *g = &b->gathered;
	struct frame *frame = feed_build_top(b);
	enum content content = content_of(b);
	leave_whole(g);
	bool markup = content == CONTENT_XHTML || content == CONTENT_MARKUP;
	bool first = !g->markup && b->depth == g->depth + 1;
	struct span before = {buf_str(&g->text), g->text.len};
	bool outer_div =
		first && markup && str_ieq(e->local, "div") && span_trim(before).n == 0;
	if (!g->markup && (content == CONTENT_MARKUP || content == CONTENT_TEXT) &&
		before.n)
		escape_so_far(g);
	g->markup = true;
	if (outer_div) {
		/* The base of the div counts for everything in it. */
		b->frames[g->depth].base = frame->base;
		b->frames[g->depth].has_base |= frame->has_base;
	}
	buf_addc(&g->text, '<');
	frame->tag_at = g->text.len;
	buf_adds(&g->text, e->local);
	frame->tag_n = g->text.len - frame->tag_at;
	put_attrs(b, e, frame->base);
	buf_addc(&g->text, '>');
	if (outer_div)
		g->div_start = g->text.len;
}

void
feed_gather_end(struct build *b)
{
	struct gathered *g = &b->gathered;
	struct frame *frame = feed_build_top(b);
	struct buf *out = &g->text;
	if (!frame->tag_n)
		return;
	char name[16] = "";
	if (frame->tag_n < sizeof name)
		memcpy(name, out->data + frame->tag_at, frame->tag_n);
	if (*name && is_void(name))
		return;
	if (g->div_start && b->depth == g->depth + 1 && !g->div_end &&
		frame->tag_at < g->div_start)
		g->div_end = out->len;
	char *to = buf_reserve(out, frame->tag_n + 3);
	memcpy(to, "</", 2);
	memcpy(to + 2, out->data + frame->tag_at, frame->tag_n);
	to[frame->tag_n + 2] = '>';
	buf_end(out, frame->tag_n + 3);
}

void
feed_gather_text(struct build *b, const char *text, size_t n)
{
	struct gathered *g = &b->gathered;
	enum content content = content_of(b);
	bool escape = content == CONTENT_XHTML ||
		      (content == CONTENT_MARKUP && g->markup) ||
		      (content == CONTENT_TEXT && g->markup);
	struct span piece = {text, n};
	if (!escape && !g->whole.n && !g->text.len) {
		g->whole = piece;
		return;
	}
	leave_whole(g);
	if (escape)
		feed_text_escape(&g->text, piece, false);
	else
		buf_add(&g->text, text, n);
}

bool
feed_gather_is_text(const struct build *b)
{
	const struct gathered *g = &b->gathered;
	struct span so_far = {buf_str(&g->text), g->text.len};
	return !g->markup && span_trim(g->whole.n ? g->whole : so_far).n > 0;
}

/* The outer div of XHTML is only packing, if nothing stands beside it (RFC 4287,
 * 3.1.1.3). */
static struct span
inside_div(const struct gathered *g)
{
	struct span all = {buf_str(&g->text), g->text.len};
	if (!g->div_end)
		return all;
	struct span after = {g->text.data + g->div_end, g->text.len - g->div_end};
	if (span_trim(after).n != strlen("</div>"))
		return all;
	return (struct span){g->text.data + g->div_start, g->div_end - g->div_start};
}

void
feed_gather_finish(struct build *b, struct frame *frame)
{
	struct gathered *g = &b->gathered;
	struct value value = {
		.text = g->whole.n ? g->whole : inside_div(g),
		.content = frame->content,
		.base = frame->has_base ? frame->base : NULL,
		.extra = frame->extra,
	};
	if (value.content == CONTENT_MARKUP)
		value.content = g->markup ? CONTENT_XHTML : CONTENT_HTML;
	else if (value.content == CONTENT_TEXT && g->markup)
		value.content = CONTENT_XHTML;
	else if (value.content == CONTENT_LOOSE && g->markup)
		value.content = CONTENT_HTML;
	g->depth = 0;
	frame->row->kind->end(b, frame->row, &value);
}
