#include "config.h"

#include "extract/clean_html.h"

#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/link.h"
#include "base/str.h"
#include "base/url.h"
#include "base/utf8.h"
#include "extract/tags.h"
#include "extract/tree.h"
#include "model/item.h"
#include "render/reference.h"

struct cleaner {
	struct extract_tree tree;
	struct extract_tags tags;
	const char *base;
	struct buf *out;
	struct arena arena;
};

/* ---- attributes */

/* Those that are kept, and where. */
static const struct {
	const char *name;
	const char *of; /* names of elements, between blanks; NULL: any */
	bool address;
} kept_attributes[] = {
	{"href", " a ", true},
	{"src", " img audio video source ", true},
	{"alt", " img ", false},
	{"title", NULL, false},
	{"id", NULL, false},
	{"width", " img ", false},
	{"height", " img ", false},
	{"colspan", " td th ", false},
	{"rowspan", " td th ", false},
	{"start", " ol ", false},
	{"reversed", " ol ", false},
	{"type", " ol source ", false},
	{"value", " li ", false},
	{"open", " details ", false},
};

static bool
is_of(struct span name, const char *list)
{
	const char *at = list ? str_ifind(list, strlen(list), " ") : NULL;
	for (; at && at[1]; at = strchr(at + 1, ' '))
		if (strncmp(at + 1, name.p, name.n) == 0 && at[1 + name.n] == ' ')
			return true;
	return !list;
}

static void
put_escaped(struct buf *out, const char *s)
{
	for (; *s; s++) {
		const char *stands = *s == '&'   ? "&amp;"
				     : *s == '<' ? "&lt;"
				     : *s == '"' ? "&quot;"
						 : NULL;
		if (stands)
			buf_adds(out, stands);
		else
			buf_addc(out, *s);
	}
}

/* The address that is written for value, in the arena: absolute, or a place in the text;
 * NULL: none. */
static const char *
clean_address(struct cleaner *c, struct span value, bool link)
{
	static const char *const schemes[] = {"http:", "https:", "mailto:", "tel:"};
	struct buf plain = BUF_INIT(0);
	render_reference_decode(&plain, span_trim(value));
	const char *url = NULL;
	if (link && plain.len && plain.data[0] == '#')
		url = arena_strdup(&c->arena, plain.data);
	else if (plain.len)
		url = url_resolve(
			&c->arena, c->base, (struct span){plain.data, plain.len});
	buf_done(&plain);
	if (!url || *url == '#')
		return url;
	for (size_t i = 0; i < (link ? COUNT_OF(schemes) : 2); i++)
		if (str_istarts(url, schemes[i]))
			return url;
	return !link && str_istarts(url, "data:image/") ? url : NULL;
}

static void
put_attribute(struct cleaner *c, const char *name, struct span value, bool address)
{
	const char *url = address ? clean_address(c, value, str_eq(name, "href")) : NULL;
	if (address && !url)
		return;
	buf_addf(c->out, " %s=\"", name);
	if (address)
		put_escaped(c->out, url);
	else
		buf_add(c->out, value.p, value.n);
	buf_addc(c->out, '"');
}

static void
put_attributes(struct cleaner *c, const struct extract_node *node, struct span tag)
{
	static const char *const lazy[] = {"data-src", "data-lazy-src", "data-original"};
	struct span source = {NULL, 0};
	for (size_t i = 0; i < COUNT_OF(lazy) && !source.p; i++)
		source = extract_tree_value(&c->tree, node, lazy[i]);
	for (size_t i = 0; i < COUNT_OF(kept_attributes); i++) {
		const char *name = kept_attributes[i].name;
		struct span value = extract_tree_value(&c->tree, node, name);
		if (str_eq(name, "src") && source.p)
			value = source;
		if (value.p && is_of(tag, kept_attributes[i].of))
			put_attribute(c, name, value, kept_attributes[i].address);
	}
}

/* ---- elements */

/* Players become links. */
static void
put_player(struct cleaner *c, const struct extract_node *node)
{
	struct span src = extract_tree_value(&c->tree, node, "src");
	struct span title = extract_tree_value(&c->tree, node, "title");
	const char *url = src.p ? clean_address(c, src, false) : NULL;
	if (!url || str_istarts(url, "data:"))
		return;
	buf_adds(c->out, "<p><a href=\"");
	put_escaped(c->out, url);
	buf_adds(c->out, "\">");
	if (title.n)
		buf_add(c->out, title.p, title.n);
	else
		put_escaped(c->out, url);
	buf_adds(c->out, "</a></p>");
}

/* One-pixel pictures only report that the text is being read. */
static bool
is_dot(struct cleaner *c, const struct extract_node *node)
{
	static const char *const sides[] = {"width", "height"};
	for (size_t i = 0; i < COUNT_OF(sides); i++) {
		struct span value = extract_tree_value(&c->tree, node, sides[i]);
		if (span_eq(span_trim(value), "1") || span_eq(span_trim(value), "0"))
			return true;
	}
	return false;
}

/* Is the element written? Its content is in any case. */
static bool
is_written(struct cleaner *c, const struct extract_node *node, struct span name)
{
	if (span_eq(name, "span") || span_eq(name, "font") || span_eq(name, "picture"))
		return false;
	if (span_eq(name, "img"))
		return !is_dot(c, node);
	if (!span_eq(name, "source"))
		return true;
	struct span around = extract_tree_name(&c->tree, &c->tree.nodes[node->parent]);
	return span_eq(around, "audio") || span_eq(around, "video");
}

static void
put_element(struct cleaner *c, uint32_t index)
{
	const struct extract_node *node = &c->tree.nodes[index];
	struct span name = extract_tree_name(&c->tree, node);
	if (span_eq(name, "iframe") || span_eq(name, "embed") ||
		span_eq(name, "object")) {
		put_player(c, node);
	} else if (span_eq(name, "input")) {
		bool checked = extract_tree_value(&c->tree, node, "checked").p;
		buf_adds(c->out, checked ? "☑ " : "☐ ");
	} else if (is_written(c, node, name)) {
		buf_addf(c->out, "<%.*s", SPAN_FMT(name));
		put_attributes(c, node, name);
		if (span_eq(name, "audio") || span_eq(name, "video"))
			buf_adds(c->out, " controls");
		buf_addc(c->out, '>');
		if (!(node->traits & EXTRACT_VOID))
			extract_tags_opened(&c->tags, index);
	}
}

void
extract_clean(const struct text *text, size_t len, struct buf *out)
{
	struct buf plain = BUF_INIT(0);
	struct cleaner c = {.base = text->base, .out = out, .arena = ARENA_INIT};
	utf8_clean_text(&plain, text->text, len);
	extract_tree_init(&c.tree, (struct span){buf_str(&plain), plain.len});
	c.tags = (struct extract_tags){.tree = &c.tree, .out = out};
	for (uint32_t i = 1; i < c.tree.len; i++) {
		const struct extract_node *node = &c.tree.nodes[i];
		extract_tags_reach(&c.tags, i);
		if (node->traits & EXTRACT_MARK)
			extract_tags_mark(&c.tags, i);
		else if (node->traits & EXTRACT_TEXT)
			buf_add(out, c.tree.source.data + node->at, node->end - node->at);
		else
			put_element(&c, i);
	}
	extract_tags_end(&c.tags);
	extract_tree_done(&c.tree);
	arena_done(&c.arena);
	buf_done(&plain);
}

/* ---- addresses in texts */

/* The sentence around an address may end with it. */
static size_t
address_len(const char *s, size_t n)
{
	size_t len = 0;
	while (len < n && (unsigned char)s[len] > ' ' && !strchr("\"'<>", s[len]))
		len++;
	while (len && strchr(".,:!?)]", s[len - 1]))
		len--;
	return len;
}

static void
put_untracked(struct span address, bool html, struct buf *out)
{
	struct buf plain = BUF_INIT(0), link = BUF_INIT(0);
	if (html)
		render_reference_decode(&plain, address);
	else
		buf_add(&plain, address.p, address.n);
	link_untrack(&link, buf_str(&plain));
	if (str_eq(buf_str(&link), buf_str(&plain)))
		buf_add(out, address.p, address.n);
	else if (html)
		put_escaped(out, buf_str(&link));
	else
		buf_add(out, link.data, link.len);
	buf_done(&plain);
	buf_done(&link);
}

void
extract_untrack(const char *text, size_t len, bool html, struct buf *out)
{
	const char *end = text + len;
	while (text < end) {
		const char *at = str_ifind(text, (size_t)(end - text), "http");
		if (!at)
			break;
		size_t n = address_len(at, (size_t)(end - at));
		buf_add(out, text, (size_t)(at - text));
		put_untracked((struct span){at, n}, html, out);
		text = at + n;
	}
	buf_add(out, text, (size_t)(end - text));
}
