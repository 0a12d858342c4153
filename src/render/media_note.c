#include "config.h"

#include "render/media_note.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/url.h"
#include "base/utf8.h"
#include "render/embed.h"
#include "render/link_list.h"
#include "render/link_note.h"
#include "render/math.h"
#include "render/node.h"
#include "render/picture.h"
#include "render/prose.h"
#include "render/role.h"

#define NAME_MAX_SHOWN 60 /* bytes of a file's name that stands for a picture */
#define HOVER_WORDS 3     /* a picture's title with fewer says nothing new */
#define CAPTION_LEVELS 4  /* a caption is beside its picture, or one of these above it */
#define CAPTION_NODES 8   /* and at most this many nodes after it */
#define PICTURE_WIDTH_MAX 1600 /* pixels of the largest picture that is offered */

/* The label if the author gave none: the host it comes from. */
static const char *
host_label(const char *url, char *host, size_t size)
{
	if (!url)
		return NULL;
	render_link_host(url, host, size);
	return host;
}

static bool
is_element(const GumboNode *node, GumboTag tag)
{
	return node->type == GUMBO_NODE_ELEMENT && node->v.element.tag == tag;
}

static const char *
source(const GumboNode *node)
{
	static const char *const names[] = {"data-src", "data-lazy-src", "data-original",
		"data-actualsrc", "src", "data"};
	/* If scripts load pictures later, src is a placeholder. */
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *value = render_node_attribute(node, names[i]);
		if (!str_empty(value) && !render_link_scripted(span_of(value)))
			return value;
	}
	return NULL;
}

/* The size that a candidate of a srcset names ("800w", "2x"), in pixels if the smallest
 * had 800; 0: none. */
static double
candidate_size(struct span descriptor)
{
	char text[16] = "";
	descriptor = span_trim(descriptor);
	if (descriptor.n == 0 || descriptor.n >= sizeof text)
		return 0;
	memcpy(text, descriptor.p, descriptor.n);
	double size = strtod(text, NULL);
	return text[descriptor.n - 1] == 'x' ? size * PICTURE_WIDTH_MAX / 2 : size;
}

/* The attribute srcset, or what scripts make it of. */
static struct span
candidates(const GumboNode *node)
{
	static const char *const names[] = {"data-srcset", "data-lazy-srcset", "srcset"};
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *value = render_node_attribute(node, names[i]);
		if (value)
			return span_of(value);
	}
	return (struct span){NULL, 0};
}

/* The address in a srcset of the largest picture that is not too large. */
static struct span
best_candidate(const GumboNode *node)
{
	struct span set = candidates(node);
	struct span best = {NULL, 0};
	double best_size = -1;
	while (set.n) {
		while (set.n && (str_space((unsigned char)*set.p) || *set.p == ','))
			set.p++, set.n--;
		struct span url = {set.p, 0};
		while (url.n < set.n && !str_space((unsigned char)set.p[url.n]))
			url.n++;
		set.p += url.n;
		set.n -= url.n;
		const char *comma = memchr(set.p, ',', set.n);
		bool alone = url.n && url.p[url.n - 1] == ',';
		struct span size = {set.p, comma ? (size_t)(comma - set.p) : set.n};
		size.n = alone ? 0 : size.n;
		url.n -= alone;
		set.p += size.n;
		set.n -= size.n;
		double is = candidate_size(size);
		if (url.n && !render_link_scripted(url) && is > best_size &&
			(is <= PICTURE_WIDTH_MAX || best_size < 0)) {
			best = url;
			best_size = is;
		}
	}
	return best;
}

/* Does the name mean something to people? Numbers that programs give do not. */
static bool
says_something(struct span name)
{
	size_t letters = 0, others = 0, hex = 0;
	for (size_t i = 0; i < name.n; i++) {
		int c = str_lower((unsigned char)name.p[i]);
		bool digit = str_digit(c);
		letters += str_alpha(c) || c >= 0x80;
		hex += str_alpha(c) && c <= 'f';
		others += digit;
	}
	return letters > 0 && letters > hex && (others < 16 || letters > others);
}

/* The name of the file without its ending, owned by the document; NULL if it does not
 * help.
 */
static const char *
file_label(struct flow *flow, struct span src)
{
	struct span path = url_split(src).path;
	const char *slash = NULL;
	for (size_t i = 0; i < path.n; i++)
		slash = path.p[i] == '/' ? path.p + i : slash;
	struct span name =
		slash ? (struct span){slash + 1, (size_t)(path.p + path.n - slash - 1)}
		      : path;
	size_t dot = name.n;
	while (dot > 0 && name.p[dot - 1] != '.')
		dot--;
	name.n = dot > 1 ? dot - 1 : name.n;
	struct buf plain = BUF_INIT(0);
	url_decode(&plain, name);
	struct span label = {buf_str(&plain), plain.len};
	/* WordPress adds the size of copies. */
	size_t end = label.n;
	while (end > 0 &&
		(str_digit((unsigned char)label.p[end - 1]) || label.p[end - 1] == 'x'))
		end--;
	if (end > 1 && label.p[end - 1] == '-' &&
		memchr(label.p + end, 'x', label.n - end))
		label.n = end - 1;
	bool good = dot > 1 && label.n <= NAME_MAX_SHOWN && says_something(label);
	const char *kept =
		good ? arena_strndup(&flow->doc->arena, label.p, label.n) : NULL;
	buf_done(&plain);
	return kept;
}

/* Buttons for sharing that services put below each item. */
static bool
is_button(struct span src)
{
	static const char *const parts[] = {"feeds.feedburner.com/~ff/", "/~ff/", "/~r/",
		"feedsportal.com/", "slashdot.org/~r", "/slashdot/~",
		"feeds.wordpress.com/1.0/", "stats.wordpress.com/b.gif",
		"doubleclick.net/"};
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (str_ifind(src.p, src.n, parts[i]))
			return true;
	return false;
}

/* Is it in a link that shares the item with a service? */
static bool
shares(const struct flow *flow)
{
	static const char *const parts[] = {"facebook.com/share", "facebook.com/sharer",
		"twitter.com/home?status", "twitter.com/intent", "twitter.com/share",
		"x.com/intent", "plus.google.com/share", "linkedin.com/share",
		"reddit.com/submit", "pinterest.com/pin/create", "tumblr.com/share",
		"addtoany.com/", "addthis.com/", "del.icio.us/post", "digg.com/submit",
		"stumbleupon.com/submit", "getpocket.com/save", "/feeds.wordpress.com/",
		"t.me/share", "api.whatsapp.com/send", "wa.me/?text"};
	const char *url = flow->now.anchor ? flow->now.anchor->url : NULL;
	for (size_t i = 0; url && i < COUNT_OF(parts); i++)
		if (strstr(url, parts[i]))
			return true;
	return false;
}

/* Whether two texts have the same words, regardless of case and punctuation. */
static bool
same_words(struct span a, struct span b)
{
	struct buf x = BUF_INIT(0), y = BUF_INIT(0);
	render_prose_letters(&x, a);
	render_prose_letters(&y, b);
	bool same = x.len > 0 && str_eq(buf_str(&x), buf_str(&y));
	buf_done(&x);
	buf_done(&y);
	return same;
}

/* The words of the block that has just ended, without its notes. */
static struct span
last_words(const struct flow *flow)
{
	const struct render_doc *doc = flow->doc;
	const struct block *last =
		doc->blocks_len ? &doc->blocks[doc->blocks_len - 1] : NULL;
	if (flow->open || !last || last->end != doc->text.len ||
		last->end == last->start || flow->note_end > last->start)
		return (struct span){NULL, 0};
	return (struct span){doc->text.data + last->start, last->end - last->start};
}

/* Does the text say only that this is a picture? */
static bool
is_noise(const char *alt)
{
	static const char *const words[] = {
		"image", "img", "photo", "picture", "null", "undefined", "thumbnail"};
	struct span s = span_trim(span_of(alt));
	bool noise = s.n == 0;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		noise |= span_ieq(s, words[i]);
	return noise;
}

static const char *
image_label(struct flow *flow, const GumboNode *node, struct span src)
{
	const char *alt = render_node_attribute(node, "alt");
	if (is_noise(alt))
		alt = render_node_attribute(node, "title");
	if (is_noise(alt))
		return src.n ? file_label(flow, src) : NULL;
	bool said =
		flow->doc->title && same_words(span_of(alt), span_of(flow->doc->title));
	return said || same_words(span_of(alt), last_words(flow)) ? NULL : alt;
}

static size_t
count_words(struct span s)
{
	size_t words = 0;
	for (size_t i = 0; i < s.n; i++)
		words += !str_space((unsigned char)s.p[i]) &&
			 (i == 0 || str_space((unsigned char)s.p[i - 1]));
	return words;
}

/* Are the words part of what one of the texts says? */
static bool
is_said(const char *words, const struct span *texts, size_t n)
{
	struct buf want = BUF_INIT(0), text = BUF_INIT(0);
	bool said = false;
	render_prose_letters(&want, span_of(words));
	for (size_t i = 0; i < n && !said; i++) {
		buf_cut(&text, 0);
		render_prose_letters(&text, texts[i]);
		said = strstr(buf_str(&text), buf_str(&want)) != NULL;
	}
	buf_done(&want);
	buf_done(&text);
	return said;
}

/* The title that browsers show when the pointer is over a picture, owned by the document:
 * comics have an extra joke there. NULL if it repeats other text. */
static const char *
hover_text(struct flow *flow, const GumboNode *node, struct span src, const char *label)
{
	const char *title = render_node_attribute(node, "title");
	if (flow->now.pre || flow->now.heading || !title || strstr(title, "://") ||
		count_words(span_of(title)) < HOVER_WORDS ||
		!says_something(span_of(title)))
		return NULL;
	struct span texts[] = {span_of(render_node_attribute(node, "alt")),
		span_of(label), span_of(flow->doc->title), last_words(flow), src};
	return is_said(title, texts, COUNT_OF(texts))
		       ? NULL
		       : arena_strdup(&flow->doc->arena, title);
}

/* Does a caption follow the picture? */
static bool
has_caption(const GumboNode *node)
{
	for (int i = 0; i < CAPTION_LEVELS && node->parent; i++, node = node->parent) {
		const GumboVector *beside = &node->parent->v.element.children;
		size_t from = node->index_within_parent + 1;
		for (size_t k = from; k < beside->length && k < from + CAPTION_NODES;
			k++) {
			const GumboNode *other = beside->data[k];
			if (other->type == GUMBO_NODE_ELEMENT &&
				render_role_caption(other))
				return true;
		}
	}
	return false;
}

static void
put_hover(struct flow *flow, const char *text)
{
	if (flow->open)
		render_flow_newline(flow);
	render_flow_text_as(
		flow, text, RENDER_ITALIC | (flow->now.style & RENDER_QUOTE), 0);
	render_flow_newline(flow);
}

/* Keeps it until the caption, below which it is shown. */
static void
keep_hover(struct flow *flow, const char *text)
{
	struct hover **end = &flow->hovers;
	while (*end)
		end = &(*end)->next;
	*end = arena_zalloc(&flow->doc->arena, sizeof **end);
	(*end)->text = text;
}

/* Does the text end with a blank, or with an opening bracket or quote? */
static bool
opens(const struct buf *text)
{
	static const char *const signs[] = {"(", "[", "\"", "“", "‘", "«", "„"};
	if (str_space((unsigned char)text->data[text->len - 1]))
		return true;
	for (size_t i = 0; i < COUNT_OF(signs); i++) {
		size_t n = strlen(signs[i]);
		if (text->len >= n &&
			memcmp(text->data + text->len - n, signs[i], n) == 0)
			return true;
	}
	return false;
}

static void
put_image(struct flow *flow, const GumboNode *node, struct span src)
{
	struct node_style style;
	const char *label = image_label(flow, node, src);
	const char *url = src.n ? render_link_address(flow->doc, flow->base, src) : NULL;
	render_node_style(node, &style);
	bool before = flow->open && flow->blanks_len == 0 && !flow->now.pre;
	if (before && flow->doc->text.len && !opens(&flow->doc->text))
		render_flow_text(flow, " ", 1);
	const char *hover = hover_text(flow, node, src, label);
	size_t len = flow->doc->text.len;
	render_note_put(flow, N_("image"), label, url);
	if (flow->doc->text.len == len)
		return;
	render_picture_note(flow, url);
	flow->label = label ? arena_strdup(&flow->doc->arena, label) : NULL;
	bool captioned = has_caption(node);
	if (!captioned)
		flow->hovers = NULL;
	else if (hover)
		keep_hover(flow, hover);
	if (hover && !captioned) {
		put_hover(flow, hover);
		flow->note_end = flow->doc->text.len;
	}
	if (style.floats || style.block || style.align == ALIGN_LEFT ||
		style.align == ALIGN_RIGHT || render_node_is(node, "alignleft") ||
		render_node_is(node, "alignright"))
		render_flow_newline(flow);
}

/* Is it one of the small pictures that exist as characters? */
static bool
is_pictograph(const char *s)
{
	size_t n = strlen(s);
	bool any = false;
	for (uint32_t cp; n; any = true) {
		size_t len = utf8_decode(s, n, &cp);
		bool joins = cp == 0x200d || cp == 0xfe0f;
		if (!joins && !utf8_pictograph(cp))
			return false;
		s += len;
		n -= len;
	}
	return any;
}

/* Is it TeX between the signs that say so? */
static bool
is_math(const char *alt)
{
	size_t n = strlen(alt);
	return n > 2 && alt[0] == '$' && alt[n - 1] == '$' && !strchr(alt + 1, ' ');
}

/* Pictures of characters and formulas become their text. */
static bool
put_as_text(struct flow *flow, const GumboNode *node, const char *alt, struct span src)
{
	static const char *const formulas[] = {
		"latex", "ql-img", "ql-inline", "mwe-math", "math-inline", "tex-image"};
	static const char *const servers[] = {
		"latex.php?", "latex.codecogs.com/", "/math/render/", "chart?cht=tx"};
	bool formula = false;
	if (str_empty(alt))
		return false;
	for (size_t i = 0; i < COUNT_OF(formulas); i++)
		formula |= render_node_has_class(node, formulas[i]);
	for (size_t i = 0; i < COUNT_OF(servers); i++)
		formula |= str_ifind(src.p, src.n, servers[i]) != NULL;
	formula |= is_math(alt);
	bool sign = is_pictograph(alt) || render_node_has_class(node, "emoji") ||
		    render_node_has_class(node, "smiley");
	if (!formula && !sign)
		return false;
	struct buf text = BUF_INIT(0);
	if (formula)
		render_math_tex(&text, span_of(alt));
	else
		buf_adds(&text, alt);
	render_flow_text(flow, buf_str(&text), text.len);
	buf_done(&text);
	return true;
}

/* Is it the icon of a site, or of an author, next to the name? */
static bool
is_icon(const GumboNode *node)
{
	static const char *const words[] = {
		"favicon", "site-icon", "bookmark-icon", "avatar"};
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (render_node_has_class(node, words[i]))
			return true;
	return false;
}

/* Do scripts load one of several, so that src is a placeholder? */
static bool
loads_candidates(const GumboNode *node)
{
	return !render_node_attribute(node, "data-src") &&
	       !render_node_attribute(node, "data-lazy-src") &&
	       (render_node_attribute(node, "data-srcset") ||
		       render_node_attribute(node, "data-lazy-srcset"));
}

void
render_media_image(struct flow *flow, const GumboNode *node)
{
	const char *alt = render_node_attribute(node, "alt");
	if (render_node_dot(node, "width") || render_node_dot(node, "height"))
		return;
	struct span src = span_trim(span_of(source(node)));
	if (put_as_text(flow, node, alt, src))
		return;
	if (src.n == 0 || loads_candidates(node))
		src = best_candidate(node);
	const GumboVector *beside = &node->parent->v.element.children;
	for (unsigned i = 0; src.n == 0 && i < beside->length; i++)
		if (is_element(beside->data[i], GUMBO_TAG_SOURCE))
			src = best_candidate(beside->data[i]);
	if (shares(flow) || (str_empty(alt) && is_icon(node)))
		return;
	if ((src.n == 0 && str_empty(alt)) || is_button(src))
		return;
	put_image(flow, node, src);
}

void
render_media_caption(struct flow *flow)
{
	render_flow_break(flow);
	struct span said = last_words(flow);
	while (flow->hovers && is_said(flow->hovers->text, &said, 1))
		flow->hovers = flow->hovers->next;
	if (flow->label && same_words(said, span_of(flow->label)))
		render_flow_drop(flow);
	if (said.n)
		flow->label = NULL;
	for (const struct hover *hover = flow->hovers; hover; hover = hover->next) {
		flow->gap = 0;
		put_hover(flow, hover->text);
		render_flow_break(flow);
	}
	flow->hovers = NULL;
}

static const char *
play_source(const GumboNode *node)
{
	const char *src = source(node);
	const GumboVector *children = &node->v.element.children;
	for (unsigned i = 0; !src && i < children->length; i++) {
		if (is_element(children->data[i], GUMBO_TAG_SOURCE))
			src = source(children->data[i]);
	}
	return src;
}

bool
render_media_is_player(const GumboNode *node)
{
	GumboTag tag = node->v.element.tag;
	const char *data = render_node_attribute(node, "data");
	if (tag == GUMBO_TAG_OBJECT)
		return render_embed_kind(data) != NULL;
	bool box = tag == GUMBO_TAG_DIV && node->v.element.children.length == 0 &&
		   render_node_has_class(node, "youtube");
	return (box || tag == GUMBO_TAG_UNKNOWN) && render_embed_id(node);
}

void
render_media_play(struct flow *flow, const GumboNode *node)
{
	const char *src = play_source(node);
	src = src ? src : render_embed_source(flow, node);
	if (!src || str_ifind(src, strlen(src), "slashdot.org/slashdot-it.pl") ||
		render_node_dot(node, "width") || render_node_dot(node, "height"))
		return;
	GumboTag tag = node->v.element.tag;
	char host[80];
	const char *url = render_embed_unwrap(
		flow, render_link_address(flow->doc, flow->base, span_of(src)));
	const char *known = render_embed_kind(url);
	const char *kind = tag == GUMBO_TAG_VIDEO   ? N_("video")
			   : tag == GUMBO_TAG_AUDIO ? N_("audio")
			   : known                  ? known
						    : N_("page");
	const char *title = render_node_attribute(node, "title");
	title = title ? title : render_node_attribute(node, "videotitle");
	const char *label = str_empty(title) ? host_label(url, host, sizeof host) : title;
	render_flow_break(flow);
	render_note_put(flow, kind, label, render_embed_address(flow, url));
	render_flow_break(flow);
}
