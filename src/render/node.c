#include "config.h"

#include "render/node.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/str.h"

const char *
render_node_attribute(const GumboNode *node, const char *name)
{
	const GumboAttribute *a = gumbo_get_attribute(&node->v.element.attributes, name);
	return a ? a->value : NULL;
}

int64_t
render_node_number(const GumboNode *node, const char *name, int64_t fallback)
{
	int64_t value;
	struct span text = span_trim(span_of(render_node_attribute(node, name)));
	return text.n && str_int(text, &value) == 0 ? value : fallback;
}

bool
render_node_has_class(const GumboNode *node, const char *word)
{
	const char *class = render_node_attribute(node, "class");
	return class && str_ifind(class, strlen(class), word);
}

/* The value of a property in a style attribute, or an empty span. */
static struct span
style_value(const GumboNode *node, const char *property)
{
	struct span style = span_of(render_node_attribute(node, "style")), part, name;
	while (span_split(&style, ';', &part)) {
		if (span_split(&part, ':', &name) &&
			str_ieqn(span_trim(name).p, property, strlen(property)) &&
			span_trim(name).n == strlen(property))
			return span_trim(part);
	}
	return (struct span){NULL, 0};
}

static bool
style_is(const GumboNode *node, const char *property, const char *value)
{
	struct span is = style_value(node, property);
	return is.n >= strlen(value) && str_ieqn(is.p, value, strlen(value));
}

bool
render_node_hidden(const GumboNode *node)
{
	if (node->v.element.attributes.length == 0)
		return false;
	const char *aria = render_node_attribute(node, "aria-hidden");
	return render_node_attribute(node, "hidden") ||
	       style_is(node, "display", "none") ||
	       style_is(node, "visibility", "hidden") ||
	       (aria && str_ieq(aria, "true") && node->v.element.tag != GUMBO_TAG_IMG);
}

enum node_space
render_node_space(const GumboNode *node)
{
	static const struct {
		const char *value;
		enum node_space space;
	} values[] = {
		{"normal", NODE_SPACE_FLOWS},
		{"nowrap", NODE_SPACE_FLOWS},
		{"pre-line", NODE_SPACE_LINES},
		{"pre-wrap", NODE_SPACE_LINES},
		{"break-spaces", NODE_SPACE_LINES},
		{"pre", NODE_SPACE_STAYS},
	};
	if (node->v.element.attributes.length == 0)
		return NODE_SPACE_UNSAID;
	for (size_t i = 0; i < COUNT_OF(values); i++)
		if (style_is(node, "white-space", values[i].value))
			return values[i].space;
	return NODE_SPACE_UNSAID;
}

bool
render_node_dot(const GumboNode *node, const char *side)
{
	const char *text = render_node_attribute(node, side);
	struct span style = style_value(node, side);
	int64_t pixels = text      ? strtol(text, NULL, 10)
			 : style.n ? strtol(style.p, NULL, 10)
				   : 2;
	return pixels <= 1 && (style.n == 0 || style.p[style.n - 1] != '%') &&
	       !(text && strchr(text, '%'));
}
