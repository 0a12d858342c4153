#include "config.h"

#include "feed/text.h"

#include <string.h>

#include "base/url.h"
#include "base/utf8.h"
#include "feed/entity.h"
#include "feed/parse.h"

#define OPEN_MAX 16          /* tags without an end in one text; the next are text */
#define LEAD_MAX 100         /* bytes of words that stand for a title */
#define LEAD_SOURCE_MAX 4096 /* of a text that are looked at for them */

/* The end of the tag, comment or declaration that starts at s ("<"), or 0 when it is a
 * plain "less than". *open counts what had no end though all of the text was looked
 * through for it, so that the time stays linear. */
static size_t
tag_length(struct span s, int *open)
{
	if (s.n < 2 || *open > OPEN_MAX)
		return 0;
	if (s.n >= 4 && memcmp(s.p, "<!--", 4) == 0) {
		const char *p = s.p + 4, *end = s.p + s.n;
		while ((p = memchr(p, '>', (size_t)(end - p))) != NULL) {
			if (p[-1] == '-' && p[-2] == '-')
				return (size_t)(p + 1 - s.p);
			p++;
		}
		++*open;
		return 0;
	}
	int c = (unsigned char)s.p[1];
	if (!str_alpha(c) && c != '/' && c != '!' && c != '?')
		return 0;
	char quote = '\0';
	for (size_t i = 2; i < s.n; i++) {
		if (quote)
			quote = s.p[i] == quote ? '\0' : quote;
		else if (s.p[i] == '>')
			return i + 1;
		else if (s.p[i] == '<')
			return 0;
		else if ((s.p[i] == '"' || s.p[i] == '\'') && s.p[i - 1] == '=')
			quote = s.p[i];
	}
	++*open;
	return 0;
}

void
feed_text_plain(struct buf *out, struct span s)
{
	int open = 0;
	while (s.n) {
		size_t plain = 0, used = 1;
		while (plain < s.n && s.p[plain] != '<' && s.p[plain] != '&')
			plain++;
		buf_add(out, s.p, plain);
		s.p += plain;
		s.n -= plain;
		if (!s.n)
			break;
		struct entity_text decoded;
		if (*s.p == '<') {
			used = tag_length(s, &open);
		} else {
			enum entity_result result =
				feed_entity(s.p + 1, s.n - 1, &decoded);
			bool ok = result == ENTITY_OK || result == ENTITY_BAD;
			used = ok ? decoded.used + 1 : 0;
			if (ok)
				buf_add(out, decoded.text, decoded.len);
		}
		if (!used)
			buf_addc(out, *s.p);
		s.p += used ? used : 1;
		s.n -= used ? used : 1;
	}
}

char *
feed_text_line(struct arena *arena, struct buf *scratch, struct span text)
{
	size_t start = scratch->len;
	utf8_keep_line(scratch, text.p, text.n, FEED_TITLE_MAX);
	size_t n = scratch->len - start;
	char *line = n ? arena_strndup(arena, scratch->data + start, n) : NULL;
	buf_cut(scratch, start);
	return line;
}

/* Where the first paragraph ends that has words; s.n: nowhere. */
static size_t
first_paragraph(struct span s, struct buf *scratch)
{
	static const char *const ends[] = {"</p", "<br", "</h", "</li", "</div", "</td",
		"</blockquote", "<p", "<ul"};
	size_t from = 0; /* nothing but blanks before it */
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] != '<')
			continue;
		bool ends_here = false;
		for (size_t k = 0; k < COUNT_OF(ends) && !ends_here; k++) {
			size_t n = strlen(ends[k]);
			ends_here = s.n - i >= n && str_ieqn(s.p + i, ends[k], n);
		}
		if (!ends_here)
			continue;
		buf_clear(scratch);
		feed_text_plain(scratch, (struct span){s.p + from, i - from});
		if (span_trim((struct span){buf_str(scratch), scratch->len}).n)
			return i;
		from = i;
	}
	return s.n;
}

/* The last blank at or before max; max itself where a word is as long. */
static size_t
cut_between_words(const char *s, size_t max)
{
	size_t at = max;
	while (at && s[at] != ' ')
		at--;
	if (at)
		return at;
	while (max && ((unsigned char)s[max] & 0xc0) == 0x80)
		max--;
	return max;
}

char *
feed_text_lead(struct arena *arena, struct buf *scratch, const struct text *text)
{
	struct span s = span_of(text->text);
	struct buf plain = BUF_INIT(0);
	if (s.n > LEAD_SOURCE_MAX) {
		s.n = LEAD_SOURCE_MAX;
		/* Neither within a tag nor within a character. */
		size_t lt = text->type == TEXT_HTML ? s.n : 0;
		while (lt && s.p[lt] != '<')
			lt--;
		s.n = lt ? lt : cut_between_words(s.p, s.n);
	}
	if (text->type == TEXT_HTML) {
		s.n = first_paragraph(s, scratch);
		feed_text_plain(&plain, s);
		s = (struct span){buf_str(&plain), plain.len};
	}
	buf_clear(scratch);
	char *line = feed_text_line(arena, scratch, s);
	if (line && strlen(line) > LEAD_MAX)
		line = arena_printf(
			arena, "%.*s…", (int)cut_between_words(line, LEAD_MAX), line);
	buf_done(&plain);
	return line;
}

void
feed_text_escape(struct buf *out, struct span s, bool quoted)
{
	static const char *const references[256] = {
		['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
	size_t from = 0;
	for (size_t i = 0; i < s.n; i++) {
		const char *to = references[(unsigned char)s.p[i]];
		if (!to || (s.p[i] == '"' && !quoted))
			continue;
		buf_add(out, s.p + from, i - from);
		buf_adds(out, to);
		from = i + 1;
	}
	buf_add(out, s.p + from, s.n - from);
}

static int
base64_digit(int c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (str_digit(c))
		return c - '0' + 52;
	return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

void
feed_text_base64(struct buf *out, struct span s)
{
	uint32_t bits = 0;
	int have = 0;
	for (size_t i = 0; i < s.n && s.p[i] != '='; i++) {
		int digit = base64_digit((unsigned char)s.p[i]);
		if (digit < 0)
			continue;
		bits = bits << 6 | (uint32_t)digit;
		have += 6;
		if (have >= 8) {
			have -= 8;
			buf_addc(out, (char)(bits >> have & 0xff));
		}
	}
}

static bool
address_char(int c)
{
	return !str_space(c) && c != '\0' && !strchr("<>()[]\",;:", c);
}

/* What looks like an address in s: an "@" with something around it, which is all there
 * is, or in brackets, or followed by a name in brackets, or has a dot in its domain. */
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

/* A name without the brackets, quotes and commas that parted it from an address. */
static struct span
trim_name(struct span s)
{
	while (s.n && name_mark((unsigned char)s.p[0])) {
		s.p++;
		s.n--;
	}
	/* "Bob (the other)" keeps its pair. */
	while (s.n && name_mark((unsigned char)s.p[s.n - 1]) &&
		!(s.p[s.n - 1] == ')' && memchr(s.p, '(', s.n)))
		s.n--;
	return s;
}

size_t
feed_text_cut(struct span s, size_t max)
{
	if (s.n <= max)
		return s.n;
	while (max && ((unsigned char)s.p[max] & 0xc0) == 0x80)
		max--;
	return max;
}

struct person
feed_text_person(struct arena *arena, struct buf *scratch, struct span s)
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

char *
feed_text_address(struct arena *arena, size_t *grown, const char *base, struct span s)
{
	if (s.n > FEED_ADDRESS_MAX)
		return NULL;
	if (*grown > FEED_ADDRESSES_MAX || (base && strlen(base) > FEED_ADDRESS_MAX))
		base = NULL;
	char *url = url_resolve(arena, base, s);
	size_t n = strlen(url);
	if (n > s.n)
		*grown += n - s.n;
	return n > FEED_ADDRESS_MAX ? NULL : url;
}
