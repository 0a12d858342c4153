#include "config.h"

#include "feed/markup.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"

#define OPEN_MAX 16 /* tags without an end in one text; all "<" after them are text */
#define NAME_MAX_LEN 12

/* The elements of HTML, of all its versions, in order. */
static const struct {
	char name[NAME_MAX_LEN];
	bool breaks;
} elements[] = {
	{"a", false},
	{"abbr", false},
	{"acronym", false},
	{"address", true},
	{"applet", false},
	{"area", false},
	{"article", true},
	{"aside", true},
	{"audio", false},
	{"b", false},
	{"base", false},
	{"basefont", false},
	{"bdi", false},
	{"bdo", false},
	{"big", false},
	{"blink", false},
	{"blockquote", true},
	{"body", true},
	{"br", true},
	{"button", false},
	{"canvas", false},
	{"caption", true},
	{"center", true},
	{"cite", false},
	{"code", false},
	{"col", false},
	{"colgroup", false},
	{"data", false},
	{"datalist", false},
	{"dd", true},
	{"del", false},
	{"details", true},
	{"dfn", false},
	{"dialog", true},
	{"dir", true},
	{"div", true},
	{"dl", true},
	{"dt", true},
	{"em", false},
	{"embed", false},
	{"fieldset", true},
	{"figcaption", true},
	{"figure", true},
	{"font", false},
	{"footer", true},
	{"form", true},
	{"frame", false},
	{"frameset", false},
	{"h1", true},
	{"h2", true},
	{"h3", true},
	{"h4", true},
	{"h5", true},
	{"h6", true},
	{"head", true},
	{"header", true},
	{"hgroup", true},
	{"hr", true},
	{"html", true},
	{"i", false},
	{"iframe", false},
	{"img", false},
	{"input", false},
	{"ins", false},
	{"kbd", false},
	{"label", false},
	{"legend", true},
	{"li", true},
	{"link", false},
	{"listing", true},
	{"main", true},
	{"map", false},
	{"mark", false},
	{"marquee", true},
	{"math", false},
	{"menu", true},
	{"meta", false},
	{"meter", false},
	{"nav", true},
	{"nobr", false},
	{"noembed", false},
	{"noframes", false},
	{"noscript", false},
	{"object", false},
	{"ol", true},
	{"optgroup", true},
	{"option", true},
	{"output", false},
	{"p", true},
	{"param", false},
	{"picture", false},
	{"plaintext", true},
	{"pre", true},
	{"progress", false},
	{"q", false},
	{"rb", false},
	{"rp", false},
	{"rt", false},
	{"rtc", false},
	{"ruby", false},
	{"s", false},
	{"samp", false},
	{"script", false},
	{"search", true},
	{"section", true},
	{"select", false},
	{"small", false},
	{"source", false},
	{"span", false},
	{"strike", false},
	{"strong", false},
	{"style", false},
	{"sub", false},
	{"summary", true},
	{"sup", false},
	{"svg", false},
	{"table", true},
	{"tbody", true},
	{"td", true},
	{"template", false},
	{"textarea", false},
	{"tfoot", true},
	{"th", true},
	{"thead", true},
	{"time", false},
	{"title", false},
	{"tr", true},
	{"track", false},
	{"tt", false},
	{"u", false},
	{"ul", true},
	{"var", false},
	{"video", false},
	{"wbr", false},
	{"xmp", true},
};

static int
by_name(const void *key, const void *row)
{
	return strcmp(key, row);
}

/* The place in the table, or -1. */
static int
find_element(struct span name)
{
	char key[NAME_MAX_LEN] = "";
	if (name.n >= NAME_MAX_LEN)
		return -1;
	for (size_t i = 0; i < name.n; i++)
		key[i] = (char)str_lower((unsigned char)name.p[i]);
	const char *row =
		bsearch(key, elements, COUNT_OF(elements), sizeof *elements, by_name);
	return row ? (int)((size_t)(row - elements[0].name) / sizeof *elements) : -1;
}

/* Whether it is an element of HTML, or of another vocabulary ("o:p"), and not an address
 * ("http:"). */
static bool
known_name(struct span name)
{
	const char *colon = name.n ? memchr(name.p, ':', name.n) : NULL;
	return colon ? colon > name.p && colon + 1 < name.p + name.n
		     : find_element(name) >= 0;
}

static struct span
name_at(const char *p, const char *end)
{
	struct span name = {p, 0};
	while (p + name.n < end &&
		(str_alpha((unsigned char)p[name.n]) ||
			str_digit((unsigned char)p[name.n]) ||
			(name.n && p[name.n] && strchr(":-_", p[name.n]))))
		name.n++;
	return name;
}

/* Whether the end of a quoted value is missing, so that what was taken for it begins
 * another value or a word of the text: <a href="/1>x</a> says "y". */
static bool
is_missing(const char *quote, const char *close, const char *end)
{
	const char *behind = close + 1;
	return behind < end && !str_space((unsigned char)*behind) &&
	       !strchr("/>", *behind) && memchr(quote, '>', (size_t)(close - quote));
}

/* The ">" that ends the tag, the "<" that comes before it, or end. A quote that is never
 * closed does not count. *equals: there is an attribute with a value. *missing: the end
 * of a quoted value is; NULL for a browser, which does not see that. */
static const char *
tag_stop(const char *p, const char *end, bool *equals, bool *missing)
{
	*equals = false;
	for (; p < end && *p != '>' && *p != '<'; p++) {
		if (*p != '=')
			continue;
		*equals = true;
		const char *quote = p + 1;
		while (quote < end && str_space((unsigned char)*quote))
			quote++;
		if (quote == end || (*quote != '"' && *quote != '\''))
			continue;
		const char *close = memchr(quote + 1, *quote, (size_t)(end - quote - 1));
		if (close && missing && is_missing(quote, close, end))
			*missing = true;
		else if (close)
			p = close;
	}
	return p;
}

/* The ">" of a comment or a declaration, or NULL. */
static const char *
declaration_end(struct span s)
{
	const char *p = s.p + 4, *end = s.p + s.n;
	if (s.n >= 4 && memcmp(s.p, "<!--", 4) == 0) {
		while ((p = memchr(p, '>', (size_t)(end - p))) != NULL) {
			bool bang = p - s.p > 6 && p[-1] == '!';
			if (p[-1 - bang] == '-' && p[-2 - bang] == '-')
				return p;
			p++;
		}
		return NULL;
	}
	return memchr(s.p, '>', s.n);
}

/* Where a browser ends what starts at s, if it takes it for a tag or a comment; NULL if
 * it takes it for text as well. */
static const char *
browser_end(struct span s)
{
	const char *p = s.p + 1, *end = s.p + s.n;
	bool equals, tag = str_alpha((unsigned char)p[*p == '/']);
	if (!tag && !strchr("/!?", *p))
		return NULL;
	while (p < end && *p != '>') {
		p = tag ? tag_stop(p, end, &equals, NULL) : p + 1;
		p += tag && p < end && *p != '>';
	}
	return p;
}

/* Whether s starts with a comment or a declaration. A bare "<!" is text. */
static bool
is_declaration(struct span s)
{
	return (s.n >= 4 && memcmp(s.p, "<!--", 4) == 0) ||
	       (s.n > 9 && str_ieqn(s.p, "<!doctype", 9));
}

/* The ">" that ends the tag at s, or NULL when it is text. */
static const char *
end_of_tag(struct span s, struct tag *tag, struct tag_search *search)
{
	const char *end = s.p + s.n, *stop;
	if (is_declaration(s)) {
		stop = declaration_end(s);
		search->open += !stop;
		return stop;
	}
	tag->end = s.p[1] == '/';
	tag->name = name_at(s.p + 1 + tag->end, end);
	const char *behind = tag->name.p + tag->name.n;
	if (!tag->name.n || !str_alpha((unsigned char)*tag->name.p) || behind == end ||
		(!str_space((unsigned char)*behind) && *behind != '>' &&
			*behind != '/') ||
		!(search->any_name || known_name(tag->name)))
		return NULL;
	bool equals;
	stop = tag_stop(behind, end, &equals, &tag->early);
	search->open += stop == end;
	if (stop == end || *stop == '<')
		return NULL;
	/* In "if x<b and c>d", words alone are not attributes. */
	struct span rest = span_trim((struct span){behind, (size_t)(stop - behind)});
	bool words = rest.n && !equals && !(rest.n == 1 && *rest.p == '/');
	return words && !search->any_name ? NULL : stop;
}

bool
feed_tag_at(struct span s, struct tag *tag, struct tag_search *search)
{
	if (s.n < 3 || search->open > OPEN_MAX)
		return false;
	*tag = (struct tag){0};
	const char *stop = end_of_tag(s, tag, search);
	bool in_text = search->text_end && s.p < search->text_end;
	if (stop && !(in_text && stop > search->text_end)) {
		tag->length = (size_t)(stop + 1 - s.p);
		if (tag->early && !in_text)
			search->text_end = browser_end(s);
		return true;
	}
	if (!in_text)
		search->text_end = browser_end(s);
	return false;
}

size_t
feed_tag_hidden(struct span s, const struct tag *tag, struct tag_search *search)
{
	static const struct {
		const char *name, *end;
		bool hidden;
	} raw[TAG_RAW_MAX] = {
		[TAG_SCRIPT] = {"script", "</script", true},
		[TAG_STYLE] = {"style", "</style", true},
		[TAG_TITLE] = {"title", "</title", false},
		[TAG_TEXTAREA] = {"textarea", "</textarea", false},
	};
	size_t i = 0;
	while (i < TAG_RAW_MAX && !span_ieq(tag->name, raw[i].name))
		i++;
	if (i == TAG_RAW_MAX || tag->end || search->endless[i] ||
		(search->text_end && s.p < search->text_end))
		return 0;
	const char *from = s.p + tag->length;
	const char *end = str_ifind(from, s.n - tag->length, raw[i].end);
	search->endless[i] = !end;
	if (end && !raw[i].hidden)
		search->text_end = end;
	return end && raw[i].hidden ? (size_t)(end - from) : 0;
}

bool
feed_tag_any(struct span s)
{
	const char *end = s.p + s.n, *lt = s.p;
	struct tag_search search = {0};
	struct tag tag;
	while (lt < end && (lt = memchr(lt, '<', (size_t)(end - lt))) != NULL) {
		if (feed_tag_at((struct span){lt, (size_t)(end - lt)}, &tag, &search))
			return true;
		lt++;
	}
	return false;
}

bool
feed_tag_breaks(struct span name)
{
	int i = find_element(name);
	return i >= 0 && elements[i].breaks;
}

struct span
feed_tag_attr(struct span tag, const char *name)
{
	size_t len = strlen(name);
	const char *end = tag.p + tag.n, *p = tag.p;
	while ((p = str_ifind(p, (size_t)(end - p), name)) != NULL) {
		bool starts = p > tag.p && str_space((unsigned char)p[-1]);
		p += len;
		struct span rest = span_trim((struct span){p, (size_t)(end - p)});
		if (!starts || rest.n < 2 || *rest.p != '=')
			continue;
		rest = span_trim((struct span){rest.p + 1, rest.n - 1});
		bool quoted = rest.n && (*rest.p == '"' || *rest.p == '\'');
		struct span value = {rest.p + quoted, 0};
		while (value.p + value.n < end &&
			(quoted ? value.p[value.n] != *rest.p
				: !str_space((unsigned char)value.p[value.n]) &&
						value.p[value.n] != '>'))
			value.n++;
		return value;
	}
	return (struct span){NULL, 0};
}
