#include "config.h"

#include "render/node.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/str.h"
#include "render/doc.h"

const char *
render_node_attribute(const GumboNode *node, const char *name)
{
	const GumboVector *list = &node->v.element.attributes;
	for (unsigned i = 0; i < list->length; i++) {
		const GumboAttribute *a = list->data[i];
		if (*a->name == *name && str_eq(a->name, name))
			return a->value;
	}
	return NULL;
}

int64_t
render_node_number(const GumboNode *node, const char *name, int64_t fallback)
{
	int64_t value;
	struct span text = span_trim(span_of(render_node_attribute(node, name)));
	/* What follows the digits does not count: "100%". */
	size_t n = text.n && (*text.p == '-' || *text.p == '+');
	while (n < text.n && str_digit((unsigned char)text.p[n]))
		n++;
	text.n = n;
	return text.n && str_int(text, &value) == 0 ? value : fallback;
}

bool
render_node_has_class(const GumboNode *node, const char *word)
{
	const char *class = render_node_attribute(node, "class");
	return class && str_ifind(class, strlen(class), word);
}

bool
render_node_is(const GumboNode *node, const char *class)
{
	return render_node_is_any(node, &class, 1);
}

bool
render_node_is_any(const GumboNode *node, const char *const *classes, size_t n)
{
	const char *class = render_node_attribute(node, "class");
	struct span rest = span_of(class), word;
	while (class && span_split(&rest, ' ', &word)) {
		word = span_trim(word);
		char first = word.n ? (char)str_lower((unsigned char)*word.p) : '\0';
		for (size_t i = 0; i < n; i++)
			if (str_lower((unsigned char)*classes[i]) == first &&
				span_ieq(word, classes[i]))
				return true;
	}
	return false;
}

#define INDENT_MIN 1.5 /* cells */
#define INDENT_MAX 8

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

/* Declarations of a style attribute that mean something here. */
enum meaning {
	HIDES,
	FAINT, /* hides what is not made visible again inside */
	FLOATS,
	SMALL, /* hides what CLIPS, too */
	CLIPS,
	ASIDE,
	BLOCK,
	SPACE,
	ALIGN,
	ON,
	OFF,
	LIST,
	RAISES,
};

/* A value without a length may be any that starts so; "0" stands for none at all, and
 * "1px" for at most that. */
static const struct {
	const char *property, *value;
	enum meaning meaning;
	int what;
} meanings[] = {
	{"display", "none", HIDES, 0},
	{"visibility", "hidden", HIDES, 0},
	{"display", "block", BLOCK, 0},
	{"mso-hide", "all", HIDES, 0},
	{"max-height", "0", HIDES, 0},
	{"left", "-99", HIDES, 0},
	{"text-indent", "-99", HIDES, 0},
	{"clip", "rect(0", HIDES, 0},
	{"font-size", "1px", FAINT, 0},
	{"height", "0", FAINT, 0},
	{"line-height", "0", FAINT, 0},
	{"color", "transparent", FAINT, 0},
	{"font-size", "0", FAINT, 0},
	{"opacity", "0", FAINT, 0},
	{"width", "0", SMALL, 0},
	{"width", "1px", SMALL, 0},
	{"height", "1px", SMALL, 0},
	{"overflow", "hidden", CLIPS, 0},
	{"user-select", "none", ASIDE, 0},
	{"-webkit-user-select", "none", ASIDE, 0},
	{"margin-right", "0.4em", ASIDE, 0},
	{"float", "left", FLOATS, 0},
	{"float", "right", FLOATS, 0},
	{"white-space", "normal", SPACE, NODE_SPACE_FLOWS},
	{"white-space", "nowrap", SPACE, NODE_SPACE_FLOWS},
	{"white-space", "pre-line", SPACE, NODE_SPACE_LINES},
	{"white-space", "pre-wrap", SPACE, NODE_SPACE_WRAPS},
	{"white-space", "break-spaces", SPACE, NODE_SPACE_WRAPS},
	{"white-space", "pre", SPACE, NODE_SPACE_STAYS},
	{"white-space-collapse", "collapse", SPACE, NODE_SPACE_FLOWS},
	{"white-space-collapse", "preserve-breaks", SPACE, NODE_SPACE_LINES},
	{"white-space-collapse", "preserve", SPACE, NODE_SPACE_WRAPS},
	{"white-space-collapse", "break-spaces", SPACE, NODE_SPACE_WRAPS},
	{"text-align", "left", ALIGN, ALIGN_LEFT},
	{"text-align", "start", ALIGN, ALIGN_LEFT},
	{"text-align", "justify", ALIGN, ALIGN_LEFT},
	{"text-align", "center", ALIGN, ALIGN_CENTER},
	{"text-align", "right", ALIGN, ALIGN_RIGHT},
	{"text-align", "end", ALIGN, ALIGN_RIGHT},
	{"font-weight", "bold", ON, RENDER_BOLD},
	{"font-weight", "6", ON, RENDER_BOLD},
	{"font-weight", "7", ON, RENDER_BOLD},
	{"font-weight", "8", ON, RENDER_BOLD},
	{"font-weight", "9", ON, RENDER_BOLD},
	{"font-weight", "normal", OFF, RENDER_BOLD},
	{"font-weight", "3", OFF, RENDER_BOLD},
	{"font-weight", "4", OFF, RENDER_BOLD},
	{"font-style", "italic", ON, RENDER_ITALIC},
	{"font", "bold", ON, RENDER_BOLD},
	{"font", "italic", ON, RENDER_ITALIC},
	{"vertical-align", "super", RAISES, 1},
	{"vertical-align", "sub", RAISES, -1},
	{"font-style", "oblique", ON, RENDER_ITALIC},
	{"font-style", "normal", OFF, RENDER_ITALIC},
	{"text-decoration", "line-through", ON, RENDER_STRIKE},
	{"text-decoration", "underline", ON, RENDER_UNDERLINE},
	{"list-style-type", "lower-roman", LIST, 'i'},
	{"list-style-type", "upper-roman", LIST, 'I'},
	{"list-style-type", "lower-alpha", LIST, 'a'},
	{"list-style-type", "lower-latin", LIST, 'a'},
	{"list-style-type", "upper-alpha", LIST, 'A'},
	{"list-style-type", "upper-latin", LIST, 'A'},
	{"list-style-type", "decimal", LIST, '1'},
	{"list-style-type", "none", LIST, '-'},
	{"list-style-type", "disc", LIST, '*'},
	{"list-style-type", "circle", LIST, '*'},
	{"list-style-type", "square", LIST, '*'},
};

/* Is the property that of the row? Some also have a short form. */
static bool
is_property(struct span name, const char *property)
{
	static const char list[] = "list-style", line[] = "text-decoration-line";
	if (!name.n || str_lower((unsigned char)*name.p) != *property)
		return false;
	return span_ieq(name, property) ||
	       (span_ieq(name, list) && str_starts(property, list)) ||
	       (span_ieq(name, line) && str_starts(line, property));
}

/* Is a length at most a pixel? Other units say nothing about that. */
static bool
is_dot(struct span length)
{
	char text[16] = "", *end;
	if (length.n == 0 || length.n >= sizeof text)
		return false;
	memcpy(text, length.p, length.n);
	double pixels = strtod(text, &end);
	return end > text && pixels <= 1 && (*end == '\0' || str_ieq(end, "px"));
}

/* A length in cells, which have half the width of an em. 0: it is none, or relative. */
static double
cells_of(struct span length)
{
	static const struct {
		const char *unit;
		double cells;
	} units[] = {{"px", .125}, {"pt", .1666}, {"em", 2}, {"rem", 2}, {"ch", 1}};
	char text[16] = "", *end;
	if (length.n == 0 || length.n >= sizeof text)
		return 0;
	memcpy(text, length.p, length.n);
	double value = strtod(text, &end);
	for (size_t i = 0; i < COUNT_OF(units); i++)
		if (str_ieq(end, units[i].unit))
			return value * units[i].cells;
	return 0;
}

/* How far the declaration moves its element to the right. One that also moves the other
 * side makes room around a box. */
static double
cells_moved(struct span name, struct span value)
{
	struct span sides[4], word;
	size_t len = 0;
	if (span_ieq(name, "margin-left") || span_ieq(name, "padding-left"))
		return cells_of(value);
	if (!span_ieq(name, "margin") && !span_ieq(name, "padding"))
		return 0;
	while (len < COUNT_OF(sides) && span_split(&value, ' ', &word))
		if (span_trim(word).n)
			sides[len++] = span_trim(word);
	return len == COUNT_OF(sides) ? cells_of(sides[3]) - cells_of(sides[1]) : 0;
}

static bool
is_value(struct span value, const char *wanted)
{
	size_t n = strlen(wanted);
	if (str_eq(wanted, "1px"))
		return is_dot(value);
	if (value.n < n || !str_ieqn(value.p, wanted, n))
		return false;
	if (!str_eq(wanted, "0"))
		return true;
	for (size_t i = 1; i < value.n && value.p[i] != ' ' && value.p[i] != '!'; i++)
		if (str_digit((unsigned char)value.p[i]) && value.p[i] != '0')
			return false;
	return true;
}

/* Does it hold nothing but text, with the elements that lines of text may have? What is
 * faint in front of a script or has faint gaps between columns is not hidden. */
static bool
is_text(const GumboNode *node)
{
	const GumboVector *children = &node->v.element.children;
	if (node->v.element.tag == GUMBO_TAG_IMG || children->length == 0)
		return false;
	for (unsigned i = 0; i < children->length; i++) {
		const GumboNode *child = children->data[i];
		if (child->type == GUMBO_NODE_ELEMENT &&
			child->v.element.tag != GUMBO_TAG_BR &&
			child->v.element.tag != GUMBO_TAG_WBR)
			return false;
	}
	return true;
}

static void
apply_meaning(
	const GumboNode *node, struct node_style *style, enum meaning meaning, int what)
{
	if (meaning == HIDES)
		style->hidden = true;
	else if (meaning == FAINT)
		style->hidden |= is_text(node);
	else if (meaning == FLOATS)
		style->floats = true;
	else if (meaning == SMALL)
		style->small = true;
	else if (meaning == CLIPS)
		style->clips = true;
	else if (meaning == ASIDE)
		style->aside = true;
	else if (meaning == BLOCK)
		style->block = true;
	else if (meaning == SPACE)
		style->space = (enum node_space)what;
	else if (meaning == ALIGN)
		style->align = (uint8_t)what;
	else if (meaning == ON)
		style->on |= (uint16_t)what;
	else if (meaning == OFF)
		style->off |= (uint16_t)what;
	else if (meaning == RAISES)
		style->shift = (int8_t)what;
	else
		style->list = (char)what;
}

bool
render_node_styles(struct span style)
{
	static const char *const sides[] = {
		"margin", "margin-left", "padding", "padding-left"};
	struct span part, name;
	while (span_split(&style, ';', &part)) {
		span_split(&part, ':', &name);
		name = span_trim(name);
		for (size_t i = 0; i < COUNT_OF(meanings); i++)
			if (is_property(name, meanings[i].property))
				return true;
		for (size_t i = 0; i < COUNT_OF(sides); i++)
			if (span_ieq(name, sides[i]))
				return true;
	}
	return false;
}

static void
apply_declaration(const GumboNode *node, struct node_style *style, struct span name,
	struct span value)
{
	for (size_t i = 0; i < COUNT_OF(meanings); i++) {
		if (!is_property(name, meanings[i].property))
			continue;
		/* A font may be both, and a line may be under and through. */
		bool several = str_eq(meanings[i].property, "font") ||
			       str_eq(meanings[i].property, "text-decoration");
		if (!(several ? str_ifind(value.p, value.n, meanings[i].value) != NULL
			      : is_value(value, meanings[i].value)))
			continue;
		apply_meaning(node, style, meanings[i].meaning, meanings[i].what);
		if (!several)
			break;
	}
}

/* What classes of WordPress, of GitHub and of usual style sheets mean. */
static const struct {
	const char *class;
	enum meaning meaning;
	int what;
} classes[] = {{"has-text-align-left", ALIGN, ALIGN_LEFT},
	{"has-text-align-center", ALIGN, ALIGN_CENTER},
	{"has-text-align-right", ALIGN, ALIGN_RIGHT},
	{"text-center", ALIGN, ALIGN_CENTER}, {"text-right", ALIGN, ALIGN_RIGHT},
	{"blob-code", SPACE, NODE_SPACE_STAYS}, {"kg-bookmark-publisher", BLOCK, 0},
	{"admonition-title", ON, RENDER_BOLD}, {"markdown-alert-title", ON, RENDER_BOLD}};

/* The row of a class, or their number. */
static size_t
find_class(struct span word)
{
	size_t i = 0;
	while (i < COUNT_OF(classes) && !span_ieq(word, classes[i].class))
		i++;
	return i;
}

bool
render_node_class_styles(struct span word)
{
	return find_class(word) < COUNT_OF(classes);
}

static void
apply_classes(const GumboNode *node, struct node_style *style, const char *class)
{
	struct span rest = span_of(class), word;
	while (span_split(&rest, ' ', &word)) {
		size_t i = find_class(span_trim(word));
		if (i < COUNT_OF(classes))
			apply_meaning(node, style, classes[i].meaning, classes[i].what);
	}
}

void
render_node_style(const GumboNode *node, struct node_style *style)
{
	static const char *const aligns[] = {[ALIGN_LEFT] = "left",
		[ALIGN_CENTER] = "center",
		[ALIGN_RIGHT] = "right"};
	*style = (struct node_style){0};
	if (node->v.element.attributes.length == 0)
		return;
	const char *align = render_node_attribute(node, "align");
	const char *class = render_node_attribute(node, "class");
	const char *said = render_node_attribute(node, "style");
	struct span rest = {said, said ? strlen(said) : 0}, part, name;
	double moved = 0;
	for (size_t i = ALIGN_LEFT; align && i < COUNT_OF(aligns); i++)
		if (str_ieq(align, aligns[i]))
			style->align = (uint8_t)i;
	while (span_split(&rest, ';', &part))
		if (span_split(&part, ':', &name)) {
			apply_declaration(node, style, span_trim(name), span_trim(part));
			moved += cells_moved(span_trim(name), span_trim(part));
		}
	if (moved >= INDENT_MIN)
		style->indent = (uint8_t)(moved < INDENT_MAX ? moved + .5 : INDENT_MAX);
	if (class)
		apply_classes(node, style, class);
	style->hidden |= (style->small && style->clips && is_text(node)) ||
			 render_node_attribute(node, "hidden");
}

bool
render_node_dot(const GumboNode *node, const char *side)
{
	const char *text = render_node_attribute(node, side);
	struct span said = span_trim(span_of(text));
	return is_dot(said.n ? said : style_value(node, side));
}
