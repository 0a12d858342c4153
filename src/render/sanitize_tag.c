#include "config.h"

#include "render/sanitize_tag.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"

/* Sorted by name. Elements that are not listed count as span. */
static const struct tag tags[] = {
	{.name = "a", .flags = TAG_FORMAT},
	{.name = "abbr"},
	{.name = "acronym"},
	{.name = "address", .closes = TAG_PAR, .stops = TAG_PAR},
	{.name = "amp-audio", .as = "audio"},
	{.name = "amp-iframe", .as = "embed"},
	{.name = "amp-img", .as = "img"},
	{.name = "amp-video", .as = "video"},
	{.name = "amp-vimeo", .flags = TAG_EMPTY},
	{.name = "amp-youtube", .flags = TAG_EMPTY},
	{.name = "annotation", .flags = TAG_DROP},
	{.name = "applet", .flags = TAG_DROP},
	{.name = "area", .flags = TAG_UNWRAP | TAG_OTHER},
	{.name = "article", .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "aside", .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "audio", .flags = TAG_PLAYER},
	{.name = "b", .flags = TAG_FORMAT},
	{.name = "base", .flags = TAG_UNWRAP},
	{.name = "big", .flags = TAG_FORMAT},
	{.name = "blockquote", .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "body", .flags = TAG_UNWRAP},
	{.name = "br", .flags = TAG_VOID},
	{.name = "button", .flags = TAG_DROP},
	{.name = "canvas", .flags = TAG_DROP},
	{.name = "caption",
		.flags = TAG_SCOPE | TAG_OTHER,
		.group = TAG_PART,
		.closes = TAG_TABLE,
		.stops = TAG_FLOW},
	{.name = "center", .closes = TAG_PAR, .stops = TAG_PAR},
	{.name = "cite"},
	{.name = "code", .flags = TAG_FORMAT},
	{.name = "col", .flags = TAG_UNWRAP},
	{.name = "colgroup", .flags = TAG_UNWRAP},
	{.name = "datalist", .flags = TAG_DROP},
	{.name = "dd", .group = TAG_TERM, .closes = TAG_PAR | TAG_TERM, .stops = TAG_PAR},
	{.name = "del"},
	{.name = "details", .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "dfn"},
	{.name = "dialog", .flags = TAG_OTHER, .closes = TAG_PAR, .stops = TAG_PAR},
	{.name = "dir", .as = "ul"},
	{.name = "div", .closes = TAG_PAR, .stops = TAG_PAR},
	{.name = "dl", .flags = TAG_HOLDS, .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "dt", .group = TAG_TERM, .closes = TAG_PAR | TAG_TERM, .stops = TAG_PAR},
	{.name = "em", .flags = TAG_FORMAT},
	{.name = "embed", .flags = TAG_VOID},
	{.name = "fieldset", .as = "div"},
	{.name = "figcaption", .closes = TAG_PAR, .stops = TAG_PAR},
	{.name = "figure", .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "font", .flags = TAG_FORMAT},
	{.name = "footer", .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "form", .as = "div"},
	{.name = "frame", .flags = TAG_UNWRAP},
	{.name = "frameset", .flags = TAG_UNWRAP},
	{.name = "h1",
		.group = TAG_HEAD,
		.closes = TAG_PAR | TAG_HEAD,
		.stops = TAG_PAR | TAG_HEAD},
	{.name = "h2",
		.group = TAG_HEAD,
		.closes = TAG_PAR | TAG_HEAD,
		.stops = TAG_PAR | TAG_HEAD},
	{.name = "h3",
		.group = TAG_HEAD,
		.closes = TAG_PAR | TAG_HEAD,
		.stops = TAG_PAR | TAG_HEAD},
	{.name = "h4",
		.group = TAG_HEAD,
		.closes = TAG_PAR | TAG_HEAD,
		.stops = TAG_PAR | TAG_HEAD},
	{.name = "h5",
		.group = TAG_HEAD,
		.closes = TAG_PAR | TAG_HEAD,
		.stops = TAG_PAR | TAG_HEAD},
	{.name = "h6",
		.group = TAG_HEAD,
		.closes = TAG_PAR | TAG_HEAD,
		.stops = TAG_PAR | TAG_HEAD},
	{.name = "head", .flags = TAG_UNWRAP},
	{.name = "header", .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "hgroup", .as = "div"},
	{.name = "hr", .flags = TAG_VOID, .closes = TAG_PAR},
	{.name = "html", .flags = TAG_UNWRAP},
	{.name = "i", .flags = TAG_FORMAT},
	{.name = "iframe", .flags = TAG_EMPTY | TAG_RAW | TAG_OTHER},
	{.name = "image", .as = "img"},
	{.name = "img", .flags = TAG_VOID},
	{.name = "input", .flags = TAG_VOID | TAG_OTHER},
	{.name = "ins"},
	{.name = "kbd"},
	{.name = "legend", .as = "div"},
	{.name = "li", .group = TAG_ITEM, .closes = TAG_PAR | TAG_ITEM, .stops = TAG_PAR},
	{.name = "link", .flags = TAG_UNWRAP},
	{.name = "listing", .as = "pre"},
	{.name = "lite-vimeo", .flags = TAG_EMPTY},
	{.name = "lite-youtube", .flags = TAG_EMPTY},
	{.name = "m:math", .flags = TAG_DROP | TAG_OTHER},
	{.name = "main", .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "mark"},
	{.name = "math", .flags = TAG_DROP | TAG_OTHER},
	{.name = "menu", .flags = TAG_HOLDS, .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "meta", .flags = TAG_UNWRAP},
	{.name = "mml:math", .flags = TAG_DROP | TAG_OTHER},
	{.name = "nav", .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "noembed", .flags = TAG_DROP | TAG_RAW},
	{.name = "noframes", .flags = TAG_DROP | TAG_RAW},
	{.name = "noscript", .flags = TAG_UNWRAP},
	{.name = "object", .flags = TAG_SCOPE, .stops = TAG_FLOW},
	{.name = "ol",
		.flags = TAG_ORDERED | TAG_HOLDS,
		.closes = TAG_PAR,
		.stops = TAG_FLOW},
	{.name = "p", .group = TAG_PAR, .closes = TAG_PAR},
	{.name = "param", .flags = TAG_UNWRAP},
	{.name = "picture"},
	{.name = "plaintext", .flags = TAG_LITERAL | TAG_OTHER},
	{.name = "pre", .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "q"},
	{.name = "rp", .group = TAG_TERM, .closes = TAG_TERM},
	{.name = "rt", .group = TAG_TERM, .closes = TAG_TERM},
	{.name = "ruby", .stops = TAG_FLOW},
	{.name = "s", .flags = TAG_FORMAT},
	{.name = "samp"},
	{.name = "script", .flags = TAG_DROP | TAG_RAW | TAG_OTHER},
	{.name = "search", .as = "div"},
	{.name = "section", .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "select", .flags = TAG_DROP},
	{.name = "small", .flags = TAG_FORMAT},
	{.name = "source", .flags = TAG_VOID},
	{.name = "span"},
	{.name = "strike", .flags = TAG_FORMAT},
	{.name = "strong", .flags = TAG_FORMAT},
	{.name = "style", .flags = TAG_DROP | TAG_RAW},
	{.name = "sub"},
	{.name = "summary", .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "sup"},
	{.name = "svg", .flags = TAG_DROP | TAG_OTHER},
	{.name = "table",
		.flags = TAG_SCOPE | TAG_HOLDS,
		.closes = TAG_PAR,
		.stops = TAG_FLOW | TAG_TABLE},
	{.name = "tbody",
		.flags = TAG_HOLDS,
		.group = TAG_PART,
		.closes = TAG_TABLE,
		.stops = TAG_FLOW | TAG_CELL | TAG_ROW},
	{.name = "td",
		.flags = TAG_SCOPE,
		.group = TAG_CELL,
		.closes = TAG_CELL,
		.stops = TAG_FLOW},
	{.name = "template", .flags = TAG_DROP},
	{.name = "textarea", .flags = TAG_RAW | TAG_LITERAL | TAG_OTHER | TAG_REFERS},
	{.name = "tfoot",
		.flags = TAG_HOLDS | TAG_OTHER,
		.group = TAG_PART,
		.closes = TAG_TABLE,
		.stops = TAG_FLOW | TAG_CELL | TAG_ROW},
	{.name = "th",
		.flags = TAG_SCOPE,
		.group = TAG_CELL,
		.closes = TAG_CELL,
		.stops = TAG_FLOW},
	{.name = "thead",
		.flags = TAG_HOLDS,
		.group = TAG_PART,
		.closes = TAG_TABLE,
		.stops = TAG_FLOW | TAG_CELL | TAG_ROW},
	{.name = "title", .flags = TAG_DROP | TAG_RAW},
	{.name = "tr",
		.flags = TAG_HOLDS,
		.group = TAG_ROW,
		.closes = TAG_CELL | TAG_ROW,
		.stops = TAG_FLOW | TAG_CELL},
	{.name = "track", .flags = TAG_UNWRAP},
	{.name = "tt", .flags = TAG_FORMAT},
	{.name = "u", .flags = TAG_FORMAT},
	{.name = "ul", .flags = TAG_HOLDS, .closes = TAG_PAR, .stops = TAG_FLOW},
	{.name = "var"},
	{.name = "video", .flags = TAG_PLAYER},
	{.name = "wbr", .flags = TAG_VOID},
	{.name = "xmp", .flags = TAG_RAW | TAG_LITERAL | TAG_OTHER},
	{.name = "youtube-embed", .flags = TAG_EMPTY},
};

static int
compare_tag(const void *key, const void *row)
{
	const struct span *name = key;
	const struct tag *tag = row;
	size_t i = 0;
	while (i < name->n && str_lower((unsigned char)name->p[i]) == tag->name[i])
		i++;
	return (i < name->n ? str_lower((unsigned char)name->p[i]) : '\0') - tag->name[i];
}

const struct tag *
render_tag_find(struct span name)
{
	const struct tag *tag =
		bsearch(&name, tags, COUNT_OF(tags), sizeof *tags, compare_tag);
	if (tag && tag->as)
		return render_tag_find(span_of(tag->as));
	return tag ? tag : render_tag_find(SPAN_LIT("span"));
}

int
render_tag_index(const struct tag *tag)
{
	_Static_assert(COUNT_OF(tags) <= TAG_COUNT, "TAG_COUNT is too small");
	return (int)(tag - tags);
}

const char *const render_tag_attributes[] = {"align", "alt", "alttext", "aria-checked",
	"aria-hidden", "aria-label", "checked", "class", "colspan", "data",
	"data-actualsrc", "data-component", "data-id", "data-lazy-src",
	"data-lazy-srcset", "data-original", "data-src", "data-srcset", "data-testid",
	"data-video-id", "data-videoid", "height", "hidden", "href", "id", "itemprop",
	"name", "open", "reversed", "role", "rowspan", "src", "srcset", "start", "style",
	"title", "type", "value", "video-id", "videoid", "videotitle", "width"};

int
render_tag_attribute(struct span name)
{
	static const char of_drawings[] = "xlink:";
	size_t n = sizeof of_drawings - 1;
	if (name.n > n && str_ieqn(name.p, of_drawings, n))
		name = (struct span){name.p + n, name.n - n};
	char first = name.n ? (char)str_lower((unsigned char)*name.p) : '\0';
	for (size_t i = 0; i < COUNT_OF(render_tag_attributes); i++) {
		const char *known = render_tag_attributes[i];
		if (*known == first && strlen(known) == name.n &&
			str_ieqn(known, name.p, name.n))
			return (int)i;
	}
	return -1;
}

bool
render_tag_condition(struct span s)
{
	return (s.n > 5 && str_ieqn(s.p, "<![if", 5)) ||
	       (s.n > 8 && str_ieqn(s.p, "<![endif", 8));
}

bool
render_tag_address(struct span name)
{
	return memchr(name.p, '@', name.n) || name.p[name.n - 1] == ':';
}
