/*
 * A source that was escaped twice has no elements except those that programs put around
 * paragraphs, and its text has HTML tags as real markup has them: with end tags or
 * addresses. If it does have elements of its own, its text must also begin with a tag.
 */
#include "config.h"

#include "render/escaped.h"

#include <gumbo.h>
#include <stdint.h>
#include <string.h>

#include "base/attr.h"
#include "base/str.h"

#define REFERENCE_MAX 12 /* bytes of a name */

/* The length of a "<" at s that is escaped, perhaps twice; 0: there is none. */
static size_t
escaped_open(struct span s)
{
	static const char *const forms[] = {"&lt;", "&#60;", "&#x3c;", "&amp;lt;"};
	for (size_t i = 0; i < COUNT_OF(forms); i++) {
		size_t len = strlen(forms[i]);
		if (s.n > len && str_ieqn(s.p, forms[i], len))
			return len;
	}
	return 0;
}

enum escaped {
	NO_TAG,
	BARE_TAG, /* <b>: a text about markup has them, too */
	SURE_TAG, /* </b>, <br>, <a href=…> */
};

/* What starts at s: an escaped tag of an element of HTML? */
static enum escaped
escaped_tag(struct span s)
{
	static const char *const void_names[] = {"br", "hr", "img"};
	size_t from = escaped_open(s), len;
	bool ends = from && from < s.n && s.p[from] == '/';
	from += ends;
	for (len = from; len < s.n && (str_alpha((unsigned char)s.p[len]) ||
					      str_digit((unsigned char)s.p[len]));)
		len++;
	struct span name = {s.p + from, len - from};
	if (!from || len == s.n || !name.n || !strchr(" /&>\n", s.p[len]) ||
		gumbo_tagn_enum(name.p, (unsigned)name.n) == GUMBO_TAG_UNKNOWN)
		return NO_TAG;
	bool sure = ends || s.p[len] == ' ';
	for (size_t i = 0; i < COUNT_OF(void_names); i++)
		sure |= span_ieq(name, void_names[i]);
	return sure ? SURE_TAG : BARE_TAG;
}

/* Is it a tag, at its "<", of an element that programs put around a text? */
static bool
is_wrapper(struct span s)
{
	static const char *const names[] = {
		"div", "p", "span", "section", "article", "br"};
	size_t from = 1 + (s.n > 1 && s.p[1] == '/'), len = 0;
	while (from + len < s.n && str_alpha((unsigned char)s.p[from + len]))
		len++;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (from < s.n && span_ieq((struct span){s.p + from, len}, names[i]))
			return true;
	return false;
}

/* Does it have elements other than wrappers? Drops those in front of its text and after
 * it, and says whether there were any. */
static bool
has_elements(struct span *s, bool *wrapped)
{
	struct span all = *s = span_trim(*s);
	for (const char *p = s->p, *end = p + s->n; p < end;) {
		p = memchr(p, '<', (size_t)(end - p));
		const char *gt = p ? memchr(p, '>', (size_t)(end - p)) : NULL;
		if (!gt || gt - p < 2)
			break;
		bool tag = str_alpha((unsigned char)p[1]) || p[1] == '/';
		if (tag && !is_wrapper((struct span){p, (size_t)(end - p)}))
			return true;
		*wrapped |= tag;
		if (tag && p == s->p)
			*s = span_trim((struct span){gt + 1, (size_t)(end - gt - 1)});
		p = gt + 1;
	}
	while (s->n && s->p[s->n - 1] == '>') {
		const char *lt = memrchr(s->p, '<', s->n);
		if (!lt || !is_wrapper((struct span){lt, (size_t)(s->p + s->n - lt)}))
			break;
		*s = span_trim((struct span){s->p, (size_t)(lt - s->p)});
	}
	return all.n == 0;
}

/* Does "&amp;" at s begin a reference to a character of print: "&amp;rsquo;"? */
static bool
is_reference(struct span s)
{
	static const char *const endings[] = {"quo", "dash", "nbsp", "hellip", "acute",
		"grave", "uml", "circ", "tilde", "cedil", "szlig", "aring", "oslash",
		"bull", "euro", "copy", "reg", "trade", "deg"};
	size_t n = strlen("&amp;"), len = n;
	if (s.n <= n || !str_ieqn(s.p, "&amp;", n))
		return false;
	while (len < s.n && len - n < REFERENCE_MAX && s.p[len] != ';')
		len++;
	if (len == s.n || s.p[len] != ';')
		return false;
	struct span name = {s.p + n, len - n};
	for (size_t i = 0; i < COUNT_OF(endings); i++) {
		size_t end = strlen(endings[i]);
		if (name.n >= end && memcmp(name.p + name.n - end, endings[i], end) == 0)
			return true;
	}
	int64_t number;
	return name.n > 3 && *name.p == '#' &&
	       str_int((struct span){name.p + 1, name.n - 1}, &number) == 0 &&
	       number >= 0x80;
}

bool
render_escaped_twice(struct span source)
{
	bool wrapped = false, sure = false;
	size_t tags = 0;
	if (has_elements(&source, &wrapped))
		return false;
	const char *end = source.p + source.n;
	for (const char *p = source.p; p < end && !(tags > 1 && sure); p++) {
		p = memchr(p, '&', (size_t)(end - p));
		if (!p)
			break;
		struct span rest = {p, (size_t)(end - p)};
		enum escaped tag = escaped_tag(rest);
		tags += tag != NO_TAG;
		sure |= tag == SURE_TAG;
		if (!wrapped && is_reference(rest))
			return true;
	}
	if (!wrapped)
		return tags > 1 && sure;
	/* A text about markup may begin with a tag, but not end with one as well, nor
	 * have addresses. */
	return tags > 1 && sure && escaped_tag(source) != NO_TAG &&
	       (source.p[source.n - 1] == ';' ||
		       str_ifind(source.p, source.n, " href=") ||
		       str_ifind(source.p, source.n, " src="));
}
