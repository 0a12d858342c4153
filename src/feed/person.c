#include "config.h"

#include "feed/person.h"

#include <stddef.h>
#include <string.h>

#include "base/attr.h"
#include "feed/markup.h"
#include "feed/unpack.h"

/* ---- a name and an address in one line */

static bool
address_char(int c)
{
	return !str_space(c) && c != '\0' && !strchr("<>()[]\",;:", c);
}

/* Finds what looks like a mail address: an "@" with something around it that is all there
 * is, or in brackets, or followed by a name in brackets, or with a dot in its domain. */
static bool
find_email(struct span s, struct span *email)
{
	const char *at = s.n ? memchr(s.p, '@', s.n) : NULL, *end = s.p + s.n;
	if (!at)
		return false;
	const char *from = at, *to = at + 1;
	while (from > s.p && address_char((unsigned char)from[-1]))
		from--;
	while (to < end && *to != '@' && address_char((unsigned char)*to))
		to++;
	while (to > at + 1 && to[-1] == '.')
		to--;
	*email = (struct span){from, (size_t)(to - from)};
	if (from == at || to == at + 1 || (to < end && *to == '@'))
		return false;
	if (memchr(from, '/', (size_t)(at - from))) /* "https://social.example/@ada" */
		return false;
	bool marked =
		(from > s.p && strchr("<([:", from[-1])) ||
		(to < end && strchr(" (", *to) && memchr(to, '(', (size_t)(end - to)));
	return email->n == s.n || marked || memchr(at, '.', (size_t)(to - at));
}

static bool
name_mark(int c)
{
	return str_space(c) || (c && strchr("<>()[]\",;:-", c));
}

/* How many brackets are closed and were never opened. */
static size_t
unpaired(struct span s)
{
	size_t open = 0, closed = 0;
	for (size_t i = 0; i < s.n; i++) {
		open += s.p[i] == '(';
		closed += s.p[i] == ')';
	}
	return closed > open ? closed - open : 0;
}

/* A name without the brackets, quotes and commas that stood between it and an address. */
static struct span
trim_name(struct span s)
{
	while (s.n && name_mark((unsigned char)s.p[0])) {
		s.p++;
		s.n--;
	}
	/* "Bob (the other)" keeps its pair. */
	size_t odd = unpaired(s);
	while (s.n && name_mark((unsigned char)s.p[s.n - 1]) &&
		(s.p[s.n - 1] != ')' || odd--))
		s.n--;
	return s;
}

static struct person
split_line(struct arena *arena, struct buf *scratch, struct span s)
{
	struct span email;
	struct person person = {NULL};
	s = span_trim(s);
	if (!find_email(s, &email)) {
		person.name = feed_text_line(arena, scratch, s);
		return person;
	}
	person.email = feed_text_line(arena, scratch, email);
	struct span before = {s.p, (size_t)(email.p - s.p)};
	struct span after = {email.p + email.n, 0};
	after.n = (size_t)(s.p + s.n - after.p);
	if (before.n >= 7 && str_ieqn(before.p + before.n - 7, "mailto:", 7))
		before.n -= 7;
	before = trim_name(before);
	after = trim_name(after);
	person.name = feed_text_line(arena, scratch, before.n ? before : after);
	return person;
}

/* ---- HTML */

/* Names as text, and the addresses of the anchors around them. */
struct names {
	struct buf text;
	struct span mail, page;
	size_t anchors;
	bool parted; /* a break came since the last word */
};

/* Whether the text ends with something that separates names: a comma, "and". */
static bool
ends_parted(const struct buf *text)
{
	struct span s = span_trim((struct span){buf_str(text), text->len});
	return !s.n || strchr(",;:/|&+-", s.p[s.n - 1]) ||
	       (s.n > 4 && str_ieqn(s.p + s.n - 4, " and", 4));
}

static void
put_words(struct names *names, struct span s)
{
	struct span words = span_trim(s);
	if (words.n && names->parted) {
		bool parted = ends_parted(&names->text) || strchr(",;:/|&+-", *words.p);
		struct span before = {buf_str(&names->text), names->text.len};
		while (before.n && str_space((unsigned char)before.p[before.n - 1]))
			before.n--;
		buf_cut(&names->text, before.n);
		buf_adds(&names->text, parted ? " " : ", ");
		names->parted = false;
		s = (struct span){words.p, (size_t)(s.p + s.n - words.p)};
	}
	feed_text_plain(&names->text, s, false);
}

static void
take_anchor(struct names *names, struct span tag)
{
	struct span href = feed_tag_attr(tag, "href");
	names->anchors++;
	if (href.n > 7 && str_ieqn(href.p, "mailto:", 7)) {
		names->mail = (struct span){href.p + 7, href.n - 7};
		const char *query = memchr(names->mail.p, '?', names->mail.n);
		if (query)
			names->mail.n = (size_t)(query - names->mail.p);
	} else if (href.n) {
		names->page = href;
	}
}

/* Appends the text without its tags. Where tags separated names ("A<br>B",
 * "<i>A</i><i>B</i>"), a comma now does. */
static void
put_names(struct names *names, struct span s, bool markup)
{
	struct tag_search search = {.any_name = markup};
	struct tag tag, last = {0};
	const char *end = s.p + s.n, *at = s.p, *behind = NULL, *lt = s.p;
	while (lt < end && (lt = memchr(lt, '<', (size_t)(end - lt))) != NULL) {
		struct span rest = {lt, (size_t)(end - lt)};
		if (!feed_tag_at(rest, &tag, &search)) {
			lt++;
			continue;
		}
		put_words(names, (struct span){at, (size_t)(lt - at)});
		bool again = last.end && lt == behind && !tag.end &&
			     span_isame(tag.name, last.name);
		names->parted |= again || feed_tag_breaks(tag.name);
		if (!tag.end && span_ieq(tag.name, "a"))
			take_anchor(names, (struct span){lt, tag.length});
		last = tag;
		at = behind = lt += tag.length;
	}
	put_words(names, (struct span){at, (size_t)(end - at)});
}

/* Most are just a name and need no work. */
static bool
is_bare(struct span s)
{
	return !s.n || (!memchr(s.p, '<', s.n) && !memchr(s.p, '&', s.n));
}

/* The text as a line, without tags and with references resolved. If it is nothing but
 * markup, its source is shown rather than nothing. */
static char *
names_line(struct arena *arena, struct buf *scratch, struct names *names, struct span s,
	bool markup)
{
	if (is_bare(s))
		return feed_text_line(arena, scratch, s);
	put_names(names, s, markup);
	struct span text = {buf_str(&names->text), names->text.len};
	char *line = feed_text_line(arena, scratch, text);
	return line || !memchr(s.p, '<', s.n) ? line : feed_text_line(arena, scratch, s);
}

static char *
plain_line(struct arena *arena, struct buf *scratch, struct span html, bool markup)
{
	struct names names = {.text = BUF_INIT(0)};
	char *line = names_line(arena, scratch, &names, html, markup);
	buf_done(&names.text);
	return line;
}

static struct person
from_html(struct arena *arena, struct buf *scratch, struct span s, bool markup)
{
	struct names names = {.text = BUF_INIT(0)};
	char *line = names_line(arena, scratch, &names, s, markup);
	struct person person = split_line(arena, scratch, span_of(line));
	if (!person.email && names.mail.n)
		person.email = plain_line(arena, scratch, names.mail, false);
	if (names.anchors == 1 && names.page.n)
		person.uri = plain_line(arena, scratch, names.page, false);
	buf_done(&names.text);
	return person;
}

/* ---- child elements */

/* The start tag of this name at or after p, or NULL. */
static const char *
find_start(const char *p, const char *end, const char *tag)
{
	size_t n = strlen(tag);
	while ((p = str_ifind(p, (size_t)(end - p), tag)) != NULL) {
		p += n;
		if (p < end && (*p == '>' || str_space((unsigned char)*p)))
			return p - n;
	}
	return NULL;
}

struct child {
	const char *start, *end;
	size_t at; /* in struct person */
};

static const struct child children[] = {
	{"<name", "</name", offsetof(struct person, name)},
	{"<email", "</email", offsetof(struct person, email)},
	{"<mbox", "</mbox", offsetof(struct person, email)},
	{"<uri", "</uri", offsetof(struct person, uri)},
	{"<url", "</url", offsetof(struct person, uri)},
	{"<homepage", "</homepage", offsetof(struct person, uri)},
};

/* Finds what the first such child holds; s moves after it. */
static bool
find_child(struct span *s, const struct child *child, struct span *inside)
{
	const char *end = s->p + s->n, *p = find_start(s->p, end, child->start);
	p = p ? memchr(p, '>', (size_t)(end - p)) : NULL;
	const char *stop = p ? str_ifind(p, (size_t)(end - p), child->end) : NULL;
	if (!stop)
		return false;
	*inside = (struct span){p + 1, (size_t)(stop - p - 1)};
	*s = (struct span){stop, (size_t)(end - stop)};
	return true;
}

/* Reads a person's child elements, if there are any. A second name belongs to another
 * person. */
static bool
from_children(struct arena *arena, struct buf *scratch, struct span *source, bool markup,
	struct person *person)
{
	struct span part = *source, rest = *source, inside;
	const char *next = NULL;
	if (find_child(&rest, &children[0], &inside))
		next = find_start(rest.p, rest.p + rest.n, children[0].start);
	if (next)
		part.n = (size_t)(next - part.p);
	bool found = false;
	for (size_t i = 0; i < COUNT_OF(children); i++) {
		char **to = (char **)(void *)((char *)person + children[i].at);
		struct span look = part;
		if (*to || !find_child(&look, &children[i], &inside))
			continue;
		found = true;
		*to = plain_line(arena, scratch, span_trim(inside), markup);
	}
	const char *end = source->p + source->n;
	if (found)
		*source = (struct span){next, next ? (size_t)(end - next) : 0};
	return found;
}

/* Whether a bracket that holds a name, or an address, ends here, and a comma follows. */
static bool
ends_person(struct span s, size_t at)
{
	size_t next = at + 1, lt = at;
	while (next < s.n && s.p[next] == ' ')
		next++;
	if (next == s.n || (s.p[next] != ',' && s.p[next] != ';'))
		return false;
	while (s.p[at] == '>' && lt > 0 && !strchr("<>= ", s.p[lt - 1]))
		lt--;
	return s.p[at] == ')' ||
	       (lt && s.p[lt - 1] == '<' && memchr(s.p + lt, '@', at - lt) != NULL);
}

/* Cuts the first of several people off: "a@b (Ada), c@d (Bo)", "Ada <a@b>; Bo <c@d>". */
static struct span
first_person(struct span *source)
{
	struct span s = *source;
	size_t last = s.n;
	*source = (struct span){NULL, 0};
	while (last && s.p[last - 1] != '@')
		last--;
	const char *first = last ? memchr(s.p, '@', last) : NULL;
	for (size_t i = first ? (size_t)(first - s.p) : last; i < last; i++)
		if ((s.p[i] == ')' || s.p[i] == '>') && ends_person(s, i)) {
			*source = (struct span){s.p + i + 1, s.n - i - 1};
			return (struct span){s.p, i + 1};
		}
	return s;
}

struct person
feed_person_take(
	struct arena *arena, struct buf *scratch, struct span *source, bool markup)
{
	struct person person = {NULL};
	struct span s = *source;
	if (s.n && memchr(s.p, '<', s.n) &&
		from_children(arena, scratch, source, markup, &person))
		return person;
	return from_html(arena, scratch, first_person(source), markup);
}
