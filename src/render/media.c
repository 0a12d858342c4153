#include "config.h"

#include "render/media.h"

#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "render/link.h"
#include "render/node.h"

/* The label if the author gave none: the host it comes from. */
static const char *
host_label(const char *url, char *host, size_t size)
{
	if (!url)
		return NULL;
	render_link_host(url, host, size);
	return host;
}

static const char *
source(const GumboNode *node)
{
	static const char *const names[] = {
		"data-src", "data-lazy-src", "data-original", "src"};
	/* If scripts load pictures later, src is a placeholder. */
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *value = render_node_attribute(node, names[i]);
		if (!str_empty(value) && !render_link_scripted(span_of(value)))
			return value;
	}
	return NULL;
}

/* The first address of a srcset. */
static struct span
first_candidate(const GumboNode *node)
{
	struct span set = span_trim(span_of(render_node_attribute(node, "srcset")));
	size_t n = 0;
	while (n < set.n && !str_space((unsigned char)set.p[n]))
		n++;
	if (n > 0 && set.p[n - 1] == ',')
		n--;
	set.n = n;
	return render_link_scripted(set) ? (struct span){NULL, 0} : set;
}

void
render_media_image(struct flow *flow, const GumboNode *node)
{
	const char *alt = render_node_attribute(node, "alt");
	if (str_empty(alt))
		alt = render_node_attribute(node, "title");
	if (render_node_dot(node, "width") || render_node_dot(node, "height"))
		return;
	/* Pictures of characters and formulas become their text. */
	if (!str_empty(alt) && (render_node_has_class(node, "emoji") ||
				       render_node_has_class(node, "smiley") ||
				       render_node_has_class(node, "latex"))) {
		render_flow_text(flow, alt, strlen(alt));
		return;
	}
	struct span src = span_trim(span_of(source(node)));
	if (src.n == 0)
		src = first_candidate(node);
	if (src.n == 0 && str_empty(alt))
		return;
	render_flow_note(flow, N_("image"), alt,
		src.n ? render_link_address(flow->doc, flow->base, src) : NULL);
}

void
render_media_play(struct flow *flow, const GumboNode *node)
{
	static const struct {
		GumboTag tag;
		const char *kind;
	} kinds[] = {{GUMBO_TAG_VIDEO, N_("video")}, {GUMBO_TAG_AUDIO, N_("audio")},
		{GUMBO_TAG_IFRAME, N_("frame")}, {GUMBO_TAG_EMBED, N_("frame")}};
	const char *src = source(node), *kind = NULL;
	const GumboVector *children = &node->v.element.children;
	for (unsigned i = 0; !src && i < children->length; i++) {
		const GumboNode *child = children->data[i];
		if (child->type == GUMBO_NODE_ELEMENT &&
			child->v.element.tag == GUMBO_TAG_SOURCE)
			src = source(child);
	}
	if (!src || render_node_dot(node, "width") || render_node_dot(node, "height"))
		return;
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (kinds[i].tag == node->v.element.tag)
			kind = kinds[i].kind;
	char host[80];
	const char *url = render_link_address(flow->doc, flow->base, span_of(src));
	const char *title = render_node_attribute(node, "title");
	render_flow_note(flow, kind,
		str_empty(title) ? host_label(url, host, sizeof host) : title, url);
}
