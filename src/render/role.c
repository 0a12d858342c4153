#include "config.h"

#include "render/role.h"

#include <string.h>

#include "base/attr.h"
#include "base/str.h"
#include "base/utf8.h"
#include "render/link_list.h"

#define SIGNS_MIN 4 /* in a row, that say something without a letter */

/* ---- classes of elements that have a role */

static const char *const numbers[] = {"gutter", "lineno", "linenos", "linenumber",
	"line-number", "line-numbers", "rouge-gutter", "code-gutter", "hljs-ln-numbers",
	"crayon-nums", "blob-num", "ln", "lnt", "lnlinks", "LineNr", "line-num",
	"linenum", "code-line-number"};
static const char *const spoken[] = {"sr-only", "screen-reader-text", "visually-hidden",
	"visuallyhidden", "screen-reader-only", "a11y-hidden", "assistive-text"};
static const char *const buttons[] = {"mw-editsection", "MathJax_Preview", "sharedaddy",
	"feedflare", "share_submission", "a2a_kit", "addtoany_share_save_container",
	"addthis_toolbox", "copy-code-button", "crayon-toolbar", "kg-audio-player",
	"kg-audio-thumbnail", "kg-video-player-container", "subscription-widget"};
static const char *const captions[] = {"wp-caption-text", "wp-caption-dd", "tr-caption",
	"image-caption", "caption-text"};
static const char *const notes[] = {"sidenote", "marginnote", "side-note", "margin-note",
	"modern-footnotes-footnote__note"};

/* Those with usual names, by what they are in. */
static const char *const within[][2] = {
	{"meta", "lightbox"}, {"toolbar", "code-toolbar"}};
/* A word that says that it is checked, whatever else says so. */
static const struct {
	const char *class, *checked;
} boxes[] = {{"chcklst-box", "checked"}, {"checkbox", "checkbox-on"}};

bool
render_role_class(struct span word)
{
	for (size_t i = 0; i < COUNT_OF(within); i++)
		if (span_ieq(word, within[i][0]))
			return true;
	for (size_t i = 0; i < COUNT_OF(boxes); i++)
		if (span_ieq(word, boxes[i].class))
			return true;
	return span_is_any(word, numbers, COUNT_OF(numbers)) ||
	       span_is_any(word, spoken, COUNT_OF(spoken)) ||
	       span_is_any(word, buttons, COUNT_OF(buttons)) ||
	       span_is_any(word, captions, COUNT_OF(captions)) ||
	       span_is_any(word, notes, COUNT_OF(notes));
}

/* ---- numbers of lines */

/* Is all of its text digits and blanks? */
static bool
is_digits(const GumboNode *node)
{
	const GumboVector *children = &node->v.element.children;
	bool digits = false;
	for (unsigned i = 0; i < children->length; i++) {
		const GumboNode *child = children->data[i];
		if (child->type == GUMBO_NODE_ELEMENT)
			return false;
		for (const char *s = child->v.text.text; *s; s++) {
			if (!str_digit((unsigned char)*s) && *s != ' ')
				return false;
			digits |= *s != ' ';
		}
	}
	return digits;
}

/* Line numbers are useless without the lines. */
static bool
is_line_number(struct flow *flow, const GumboNode *node, const struct node_style *style)
{
	GumboTag tag = node->v.element.tag;
	bool cell = tag == GUMBO_TAG_TD || tag == GUMBO_TAG_TH;
	if (!cell && !(tag == GUMBO_TAG_SPAN && flow->now.pre))
		return false;
	bool is = render_node_is_any(node, numbers, COUNT_OF(numbers));
	if (is && cell && flow->now.table)
		flow->now.table->code = true;
	bool starts = !flow->open || flow->column == 0;
	return is || (!cell && starts && style->aside && is_digits(node));
}

/* ---- permalinks */

static const GumboNode *
only_child(const GumboNode *node)
{
	const GumboVector *children = &node->v.element.children;
	return children->length == 1 ? children->data[0] : NULL;
}

/* Is the element the only content of its parent? */
static bool
says_all(const GumboNode *node)
{
	const GumboVector *children = &node->parent->v.element.children;
	for (unsigned i = 0; i < children->length; i++) {
		const GumboNode *child = children->data[i];
		bool text = child->type == GUMBO_NODE_TEXT ||
			    child->type == GUMBO_NODE_ELEMENT;
		if (child != node && text)
			return false;
	}
	return true;
}

/* Does an address lead to an element of the page? */
static bool
leads_to(const GumboNode *node, const char *href)
{
	const char *id = render_node_attribute(node, "id"), *hash = strrchr(href, '#');
	return id && hash && str_eq(hash + 1, id);
}

/* A text without blanks, brackets, and what says how a sign is drawn, at its end. */
static struct span
without_blanks(struct span s)
{
	static const char *const ends[] = {"\xc2\xa0", "\xef\xb8\x8e", "\xef\xb8\x8f"};
	s = span_trim(s);
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		size_t n = strlen(ends[i]);
		if (s.n > n && memcmp(s.p + s.n - n, ends[i], n) == 0)
			s.n -= n;
	}
	s = span_trim(s);
	if (s.n > 2 && strchr("[(", *s.p) && strchr("])", s.p[s.n - 1]))
		s = (struct span){s.p + 1, s.n - 2};
	return s;
}

/* Is its only text one of the signs of permalinks? */
static bool
is_sign(const GumboNode *node)
{
	static const char *const signs[] = {
		"¶", "#", "§", "🔗", "∞", "⚓", "\xef\x83\x81", "permalink"};
	const GumboNode *child = only_child(node);
	while (child && child->type == GUMBO_NODE_ELEMENT)
		child = only_child(child);
	if (!child || child->type != GUMBO_NODE_TEXT)
		return false;
	struct span text = without_blanks(span_of(child->v.text.text));
	for (size_t i = 0; i < COUNT_OF(signs); i++)
		if (span_ieq(text, signs[i]))
			return true;
	return false;
}

/* A link from a heading, or from what else can be linked to, to itself. */
static bool
is_permalink(const struct flow *flow, const GumboNode *node)
{
	static const char *const classes[] = {"headerlink", "hash-link", "anchor",
		"anchor-link", "heading-anchor", "header-anchor", "direct-link",
		"permalink", "anchorjs-link", "heading-link", "headline-hash"};
	if (node->v.element.tag != GUMBO_TAG_A)
		return false;
	const char *href = render_node_attribute(node, "href");
	bool known = render_node_is_any(node, classes, COUNT_OF(classes));
	if (!flow->now.heading)
		return known && is_sign(node);
	bool alone = says_all(node);
	if (!alone && (known || (href && leads_to(node->parent, href))))
		return true;
	const GumboNode *child = only_child(node);
	if (!alone && child && child->type == GUMBO_NODE_ELEMENT &&
		child->v.element.tag == GUMBO_TAG_IMG)
		return href && *href == '#';
	return href && (known || strchr(href, '#')) && is_sign(node);
}

/* ---- what is said twice, or to others */

/* Words for screen readers; not headings, nor text in links, where the rest may be just a
 * picture. */
static bool
is_spoken(const struct flow *flow, const GumboNode *node)
{
	GumboTag tag = node->v.element.tag;
	bool heading = tag >= GUMBO_TAG_H1 && tag <= GUMBO_TAG_H6;
	return !heading && !flow->now.anchor &&
	       render_node_is_any(node, spoken, COUNT_OF(spoken));
}

/* The node behind another one in a tree, or NULL. */
static const GumboNode *
next_node(const GumboNode *node, const GumboNode *root)
{
	if (node->type == GUMBO_NODE_ELEMENT && node->v.element.children.length)
		return node->v.element.children.data[0];
	for (; node != root; node = node->parent) {
		const GumboVector *beside = &node->parent->v.element.children;
		if (node->index_within_parent + 1 < beside->length)
			return beside->data[node->index_within_parent + 1];
	}
	return NULL;
}

/* Does its text have a letter or a digit, or more than a few signs? */
static bool
has_words(const GumboNode *root)
{
	size_t signs = 0;
	for (const GumboNode *node = root; node; node = next_node(node, root)) {
		if (node->type != GUMBO_NODE_TEXT)
			continue;
		const char *s = node->v.text.text;
		for (size_t n = strlen(s), i = 0; i < n;) {
			uint32_t cp;
			i += utf8_decode(s + i, n - i, &cp);
			bool icon = cp >= 0xe000 && cp <= 0xf8ff;
			bool letter = cp < 0x80 ? str_alpha((int)cp) || str_digit((int)cp)
						: !utf8_space(cp) && !icon &&
							  (cp < 0x2000 || cp > 0x2bff);
			signs += !icon && !utf8_space(cp);
			if (letter || signs >= SIGNS_MIN)
				return true;
		}
	}
	return false;
}

/* Does an element beside it have the same for screen readers? */
static bool
is_spoken_beside(const GumboNode *node)
{
	const GumboVector *beside = &node->parent->v.element.children;
	for (unsigned i = 0; i < beside->length; i++) {
		const GumboNode *other = beside->data[i];
		if (other->type == GUMBO_NODE_ELEMENT && other != node &&
			render_node_is_any(other, spoken, COUNT_OF(spoken)))
			return true;
	}
	return false;
}

/* What is hidden from screen readers is mostly ornament or repetition; but words that
 * occur nowhere else are the text. */
static bool
is_ornament(const struct flow *flow, const GumboNode *node)
{
	static const char *const doubles[] = {"katex-html", "mjx", "mathjax", "icon"};
	const char *aria = render_node_attribute(node, "aria-hidden");
	if (!aria || !str_ieq(aria, "true") || node->v.element.tag == GUMBO_TAG_IMG)
		return false;
	for (size_t i = 0; i < COUNT_OF(doubles); i++)
		if (render_node_has_class(node, doubles[i]))
			return true;
	return flow->now.pre || (flow->now.anchor && is_spoken_beside(node)) ||
	       !has_words(node);
}

/* Buttons below and beside texts, and what scripts replace. */
static bool
is_button(const GumboNode *node)
{
	for (size_t i = 0; i < COUNT_OF(within); i++)
		if (render_node_is(node, within[i][0]) &&
			node->parent->type == GUMBO_NODE_ELEMENT &&
			render_node_is(node->parent, within[i][1]))
			return true;
	return render_node_is_any(node, buttons, COUNT_OF(buttons));
}

bool
render_role_hidden(
	struct flow *flow, const GumboNode *node, const struct node_style *style)
{
	return node->v.element.attributes.length > 0 &&
	       (is_line_number(flow, node, style) || is_permalink(flow, node) ||
		       is_spoken(flow, node) || is_ornament(flow, node) ||
		       is_button(node));
}

/* ---- other elements */

const char *
render_role_rule(const GumboNode *node)
{
	static const char *const alerts[] = {
		"markdown-alert", "admonition", "theme-admonition", "admonitionblock"};
	GumboTag tag = node->v.element.tag;
	bool box = tag == GUMBO_TAG_DIV || tag == GUMBO_TAG_ASIDE;
	if (node->v.element.attributes.length == 0)
		return NULL;
	if (box && render_node_is_any(node, alerts, COUNT_OF(alerts)))
		return "blockquote";
	/* A dialog. */
	if (tag == GUMBO_TAG_UNKNOWN && render_node_attribute(node, "open"))
		return "div";
	if ((tag == GUMBO_TAG_P || tag == GUMBO_TAG_DIV || tag == GUMBO_TAG_SPAN) &&
		render_node_is(node, "wp-caption-text"))
		return "figcaption";
	return NULL;
}

bool
render_role_caption(const GumboNode *node)
{
	return node->v.element.tag == GUMBO_TAG_FIGCAPTION ||
	       render_node_is_any(node, captions, COUNT_OF(captions));
}

bool
render_role_note(const GumboNode *node)
{
	return node->v.element.tag == GUMBO_TAG_SPAN &&
	       node->v.element.children.length > 0 &&
	       render_node_is_any(node, notes, COUNT_OF(notes));
}

/* ---- boxes */

void
render_role_box(struct flow *flow, const GumboNode *node)
{
	const char *role = render_node_attribute(node, "role"),
		   *state = render_node_attribute(node, "aria-checked");
	GumboTag tag = node->v.element.tag;
	if (role && state && str_ieq(role, "checkbox") && tag != GUMBO_TAG_INPUT) {
		render_flow_box(flow, str_ieq(state, "true"));
		return;
	}
	if (node->v.element.children.length || tag == GUMBO_TAG_INPUT)
		return;
	for (size_t i = 0; i < COUNT_OF(boxes); i++)
		if (render_node_is(node, boxes[i].class)) {
			render_flow_box(flow, render_node_is(node, boxes[i].checked));
			return;
		}
}
