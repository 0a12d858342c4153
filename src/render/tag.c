#include "config.h"

#include "render/tag.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"

/* Sorted by name. What is missing here is taken for a span. */
static const struct tag tags[] = {
	{"a", TAG_FORMAT, 0, 0, 0},
	{"abbr", 0, 0, 0, 0},
	{"address", 0, 0, TAG_PAR, TAG_PAR},
	{"annotation", TAG_DROP, 0, 0, 0},
	{"applet", TAG_DROP, 0, 0, 0},
	{"area", TAG_GONE, 0, 0, 0},
	{"article", 0, 0, TAG_PAR, TAG_FLOW},
	{"aside", 0, 0, TAG_PAR, TAG_FLOW},
	{"audio", 0, 0, 0, 0},
	{"b", TAG_FORMAT, 0, 0, 0},
	{"base", TAG_GONE, 0, 0, 0},
	{"big", TAG_FORMAT, 0, 0, 0},
	{"blockquote", 0, 0, TAG_PAR, TAG_FLOW},
	{"body", TAG_GONE, 0, 0, 0},
	{"br", TAG_VOID, 0, 0, 0},
	{"button", TAG_DROP, 0, 0, 0},
	{"canvas", TAG_DROP, 0, 0, 0},
	{"caption", TAG_FENCE, TAG_PART, TAG_TABLE, TAG_FLOW},
	{"center", 0, 0, TAG_PAR, TAG_PAR},
	{"cite", 0, 0, 0, 0},
	{"code", TAG_FORMAT, 0, 0, 0},
	{"col", TAG_GONE, 0, 0, 0},
	{"colgroup", TAG_GONE, 0, 0, 0},
	{"datalist", TAG_DROP, 0, 0, 0},
	{"dd", 0, TAG_TERM, TAG_PAR | TAG_TERM, TAG_PAR},
	{"del", 0, 0, 0, 0},
	{"details", 0, 0, TAG_PAR, TAG_FLOW},
	{"dfn", 0, 0, 0, 0},
	{"div", 0, 0, TAG_PAR, TAG_PAR},
	{"dl", 0, 0, TAG_PAR, TAG_FLOW},
	{"dt", 0, TAG_TERM, TAG_PAR | TAG_TERM, TAG_PAR},
	{"em", TAG_FORMAT, 0, 0, 0},
	{"embed", TAG_VOID, 0, 0, 0},
	{"figcaption", 0, 0, TAG_PAR, TAG_PAR},
	{"figure", 0, 0, TAG_PAR, TAG_FLOW},
	{"font", TAG_FORMAT, 0, 0, 0},
	{"footer", 0, 0, TAG_PAR, TAG_FLOW},
	{"frame", TAG_GONE, 0, 0, 0},
	{"frameset", TAG_GONE, 0, 0, 0},
	{"h1", 0, TAG_HEAD, TAG_PAR | TAG_HEAD, TAG_PAR | TAG_HEAD},
	{"h2", 0, TAG_HEAD, TAG_PAR | TAG_HEAD, TAG_PAR | TAG_HEAD},
	{"h3", 0, TAG_HEAD, TAG_PAR | TAG_HEAD, TAG_PAR | TAG_HEAD},
	{"h4", 0, TAG_HEAD, TAG_PAR | TAG_HEAD, TAG_PAR | TAG_HEAD},
	{"h5", 0, TAG_HEAD, TAG_PAR | TAG_HEAD, TAG_PAR | TAG_HEAD},
	{"h6", 0, TAG_HEAD, TAG_PAR | TAG_HEAD, TAG_PAR | TAG_HEAD},
	{"head", TAG_GONE, 0, 0, 0},
	{"header", 0, 0, TAG_PAR, TAG_FLOW},
	{"hr", TAG_VOID, 0, TAG_PAR, 0},
	{"html", TAG_GONE, 0, 0, 0},
	{"i", TAG_FORMAT, 0, 0, 0},
	{"iframe", TAG_EMPTY | TAG_RAW, 0, 0, 0},
	{"img", TAG_VOID, 0, 0, 0},
	{"input", TAG_GONE, 0, 0, 0},
	{"ins", 0, 0, 0, 0},
	{"kbd", 0, 0, 0, 0},
	{"li", 0, TAG_ITEM, TAG_PAR | TAG_ITEM, TAG_PAR},
	{"link", TAG_GONE, 0, 0, 0},
	{"main", 0, 0, TAG_PAR, TAG_FLOW},
	{"mark", 0, 0, 0, 0},
	{"menu", 0, 0, TAG_PAR, TAG_FLOW},
	{"meta", TAG_GONE, 0, 0, 0},
	{"nav", 0, 0, TAG_PAR, TAG_FLOW},
	{"noembed", TAG_DROP | TAG_RAW, 0, 0, 0},
	{"noframes", TAG_DROP | TAG_RAW, 0, 0, 0},
	{"noscript", TAG_GONE, 0, 0, 0},
	{"object", TAG_FENCE, 0, 0, TAG_FLOW},
	{"ol", TAG_ORDERED, 0, TAG_PAR, TAG_FLOW},
	{"p", 0, TAG_PAR, TAG_PAR, 0},
	{"param", TAG_GONE, 0, 0, 0},
	{"picture", 0, 0, 0, 0},
	{"pre", 0, 0, TAG_PAR, TAG_FLOW},
	{"q", 0, 0, 0, 0},
	{"rp", 0, TAG_TERM, TAG_TERM, 0},
	{"rt", 0, TAG_TERM, TAG_TERM, 0},
	{"ruby", 0, 0, 0, TAG_FLOW},
	{"s", TAG_FORMAT, 0, 0, 0},
	{"samp", 0, 0, 0, 0},
	{"script", TAG_DROP | TAG_RAW, 0, 0, 0},
	{"section", 0, 0, TAG_PAR, TAG_FLOW},
	{"select", TAG_DROP, 0, 0, 0},
	{"small", TAG_FORMAT, 0, 0, 0},
	{"source", TAG_VOID, 0, 0, 0},
	{"span", 0, 0, 0, 0},
	{"strike", TAG_FORMAT, 0, 0, 0},
	{"strong", TAG_FORMAT, 0, 0, 0},
	{"style", TAG_DROP | TAG_RAW, 0, 0, 0},
	{"sub", 0, 0, 0, 0},
	{"summary", 0, 0, TAG_PAR, TAG_FLOW},
	{"sup", 0, 0, 0, 0},
	{"svg", TAG_DROP, 0, 0, 0},
	{"table", TAG_FENCE, 0, TAG_PAR, TAG_FLOW | TAG_TABLE},
	{"tbody", 0, TAG_PART, TAG_TABLE, TAG_FLOW | TAG_CELL | TAG_ROW},
	{"td", TAG_FENCE, TAG_CELL, TAG_CELL, TAG_FLOW},
	{"template", TAG_DROP, 0, 0, 0},
	{"textarea", TAG_DROP | TAG_RAW, 0, 0, 0},
	{"tfoot", 0, TAG_PART, TAG_TABLE, TAG_FLOW | TAG_CELL | TAG_ROW},
	{"th", TAG_FENCE, TAG_CELL, TAG_CELL, TAG_FLOW},
	{"thead", 0, TAG_PART, TAG_TABLE, TAG_FLOW | TAG_CELL | TAG_ROW},
	{"title", TAG_DROP | TAG_RAW, 0, 0, 0},
	{"tr", 0, TAG_ROW, TAG_CELL | TAG_ROW, TAG_FLOW | TAG_CELL},
	{"track", TAG_GONE, 0, 0, 0},
	{"tt", TAG_FORMAT, 0, 0, 0},
	{"u", TAG_FORMAT, 0, 0, 0},
	{"ul", 0, 0, TAG_PAR, TAG_FLOW},
	{"var", 0, 0, 0, 0},
	{"video", 0, 0, 0, 0},
	{"wbr", TAG_GONE, 0, 0, 0},
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

const struct tag *
render_tag_find(struct span name)
{
	const struct tag *tag =
		bsearch(&name, tags, COUNT_OF(tags), sizeof *tags, compare_tag);
	return tag ? tag : render_tag_find(SPAN_LIT("span"));
}

int
render_tag_index(const struct tag *tag)
{
	_Static_assert(COUNT_OF(tags) <= TAG_COUNT, "TAG_COUNT is too small");
	return (int)(tag - tags);
}
