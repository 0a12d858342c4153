#include "config.h"

#include "feed/unpack.h"

#include <string.h>

#include "base/entity.h"
#include "base/url.h"
#include "base/utf8.h"
#include "feed/document_limits.h"
#include "feed/markup.h"

#define LEAD_MAX 100         /* bytes of the words that stand in for a title */
#define LEAD_SOURCE_MAX 4096 /* bytes of a text that are searched for them */

/* Appends what the reference at s ("&") stands for and returns its length; 0 if it is not
 * one. */
static size_t
put_reference(struct buf *out, struct span s, bool closed_only)
{
	struct entity_text decoded;
	enum entity_result result = entity_decode(s.p + 1, s.n - 1, &decoded);
	if ((result != ENTITY_OK && result != ENTITY_BAD) ||
		(closed_only && s.p[decoded.used] != ';'))
		return 0;
	buf_add(out, decoded.text, decoded.len);
	return decoded.used + 1;
}

static void
skip(struct span *s, size_t n)
{
	s->p += n;
	s->n -= n;
}

/* Copies up to the next of two characters. */
static void
put_until(struct buf *out, struct span *s, char a, char b)
{
	size_t n = 0;
	if (!s->n)
		return;
	while (n < s->n && s->p[n] != a && s->p[n] != b)
		n++;
	buf_add(out, s->p, n);
	skip(s, n);
}

void
feed_text_plain(struct buf *out, struct span s, bool markup)
{
	static const char cdata[] = "<![CDATA[", cdata_end[] = "]]>";
	const size_t start_n = sizeof cdata - 1, end_n = sizeof cdata_end - 1;
	struct tag_search search = {.any_name = markup};
	bool in_cdata = false;
	for (put_until(out, &s, '<', '&'); s.n; put_until(out, &s, '<', '&')) {
		struct tag tag;
		size_t used = 0;
		if (*s.p == '&') {
			used = put_reference(out, s, false);
		} else if (s.n > start_n && memcmp(s.p, cdata, start_n) == 0) {
			used = start_n;
			in_cdata = true;
		} else if (feed_tag_at(s, &tag, &search)) {
			used = tag.length + feed_tag_hidden(s, &tag, &search);
			if (!tag.end && feed_tag_breaks(tag.name))
				buf_addc(out, ' ');
		}
		if (!used)
			buf_addc(out, *s.p);
		skip(&s, used ? used : 1);
	}
	if (in_cdata && out->len >= end_n &&
		memcmp(out->data + out->len - end_n, cdata_end, end_n) == 0)
		buf_cut(out, out->len - end_n);
}

void
feed_text_references(struct buf *out, struct span s)
{
	for (put_until(out, &s, '&', '&'); s.n; put_until(out, &s, '&', '&')) {
		size_t used = put_reference(out, s, true);
		if (!used)
			buf_addc(out, '&');
		skip(&s, used ? used : 1);
	}
}

bool
feed_text_is_plain(struct span html)
{
	return html.n && (memchr(html.p, '<', html.n) || memchr(html.p, '\n', html.n)) &&
	       !feed_tag_any(html);
}

void
feed_text_lines(struct buf *out, struct span html)
{
	buf_adds(out, "<div style=\"white-space: pre-line\">");
	for (put_until(out, &html, '<', '<'); html.n; put_until(out, &html, '<', '<')) {
		buf_adds(out, "&lt;");
		skip(&html, 1);
	}
	buf_adds(out, "</div>");
}

bool
feed_text_bangs(struct buf *out, struct span html)
{
	const char *from = html.p, *end = html.p + html.n, *bang = from;
	while (bang < end && (bang = memchr(bang, '!', (size_t)(end - bang))) != NULL) {
		unsigned char next = bang + 1 < end ? (unsigned char)bang[1] : 'x';
		if (bang > html.p && bang[-1] == '<' && !str_alpha(next) &&
			!strchr("-[>", next)) {
			buf_add(out, from, (size_t)(bang - 1 - from));
			buf_adds(out, "&lt;");
			from = bang;
		}
		bang++;
	}
	if (from > html.p)
		buf_add(out, from, (size_t)(end - from));
	return from > html.p;
}

char *
feed_text_line(struct arena *arena, struct buf *scratch, struct span text)
{
	return feed_text_line_of(arena, scratch, text, FEED_TITLE_MAX);
}

char *
feed_text_line_of(struct arena *arena, struct buf *scratch, struct span text, size_t max)
{
	size_t start = scratch->len;
	utf8_keep_line(scratch, text.p, text.n, max);
	size_t n = scratch->len - start;
	char *line = n ? arena_strndup(arena, scratch->data + start, n) : NULL;
	buf_cut(scratch, start);
	return line;
}

/* Where the first paragraph with words in it ends; s.n if it has no end. */
static size_t
first_paragraph(struct span s, struct buf *scratch)
{
	static const char *const ends[] = {"</p", "<br", "</h", "</li", "</div", "</td",
		"</blockquote", "<p", "<ul"};
	size_t from = 0; /* before this there are only blanks */
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
		feed_text_plain(scratch, (struct span){s.p + from, i - from}, false);
		if (span_trim((struct span){buf_str(scratch), scratch->len}).n)
			return i;
		from = i;
	}
	return s.n;
}

/* The last blank at or before max; max itself if a word is as long. */
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
		/* Cut neither within a tag nor within a character. */
		size_t lt = text->type == TEXT_HTML ? s.n : 0;
		while (lt && s.p[lt] != '<')
			lt--;
		s.n = lt ? lt : cut_between_words(s.p, s.n);
	}
	if (text->type == TEXT_HTML) {
		s.n = first_paragraph(s, scratch);
		feed_text_plain(&plain, s, false);
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

size_t
feed_text_cut(struct span s, size_t max)
{
	if (s.n <= max)
		return s.n;
	while (max && ((unsigned char)s.p[max] & 0xc0) == 0x80)
		max--;
	return max;
}

/* The length of "https://" or "http://" at the start, or 0. */
static size_t
web_scheme(struct span s)
{
	return s.n < 7 || str_lower((unsigned char)*s.p) != 'h' ? 0
	       : s.n >= 8 && str_ieqn(s.p, "https://", 8)       ? 8
	       : str_ieqn(s.p, "http://", 7)                    ? 7
								: 0;
}

/* The length of an "&" at the start that was escaped once too often; or 0. */
static size_t
escaped_ampersand(struct span s)
{
	static const char *const forms[] = {"&amp;", "&#038;", "&#38;"};
	for (size_t i = 0; i < COUNT_OF(forms); i++) {
		size_t n = strlen(forms[i]);
		if (s.n >= n && memcmp(s.p, forms[i], n) == 0)
			return n;
	}
	return 0;
}

/* Whether s is a web address that needs no repair. */
static bool
is_whole_address(struct span s)
{
	if (s.n < 8 || !web_scheme(s))
		return false;
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] <= 0x20 || s.p[i] == 0x7f || s.p[i] == '\\' ||
			(s.p[i] == '&' &&
				escaped_ampersand((struct span){s.p + i, s.n - i})))
			return false;
	return true;
}

/* Adds an address with its doubly escaped ampersands resolved and, as browsers do, with
 * slashes for the backslashes in the path of a web address. */
static void
put_mended(struct buf *out, struct span s, bool web)
{
	bool path = web;
	for (size_t i = 0, used; i < s.n; i += used) {
		used = s.p[i] == '&' ? escaped_ampersand((struct span){s.p + i, s.n - i})
				     : 0;
		path &= s.p[i] != '?' && s.p[i] != '#';
		buf_addc(out, path && s.p[i] == '\\' ? '/' : s.p[i]);
		used += !used;
	}
}

/* "www.name.org" without a scheme: three names or more. */
static bool
is_bare_host(struct span s)
{
	struct span host;
	span_split(&s, '/', &host);
	return host.n > 4 && str_ieqn(host.p, "www.", 4) &&
	       memchr(host.p + 4, '.', host.n - 4);
}

/* An address that needs repair, resolved. */
static char *
resolve_odd(struct arena *arena, const char *base, struct span s)
{
	struct buf mended = BUF_INIT(0);
	struct url url = url_split(s);
	bool web = !url.scheme.p || str_istarts(url.scheme.p, "http");
	s = span_trim(s);
	if (is_bare_host(s))
		buf_adds(&mended, "https://");
	put_mended(&mended, s, web);
	char *full =
		url_resolve(arena, base, (struct span){buf_str(&mended), mended.len});
	buf_done(&mended);
	return full;
}

/* The address that an anchor leads to. */
static struct span
address_of_anchor(struct span s)
{
	const char *gt = memchr(s.p, '>', s.n);
	struct span href = {NULL, 0};
	if (gt && s.n > 3 && str_ieqn(s.p, "<a", 2) && str_space((unsigned char)s.p[2]))
		href = feed_tag_attr((struct span){s.p, (size_t)(gt + 1 - s.p)}, "href");
	return href.n ? span_trim(href) : s;
}

/* Without the quotes, the angle brackets, the CDATA or the anchor around a web address.
 */
static struct span
unwrapped(struct span s)
{
	static const struct {
		const char *start, *end;
	} pairs[] = {{"<![CDATA[", "]]>"}, {"<", ">"}, {"\"", "\""}, {"'", "'"}};
	for (size_t i = 0; i < COUNT_OF(pairs) && s.n && strchr("<\"'", *s.p); i++) {
		size_t start = strlen(pairs[i].start), end = strlen(pairs[i].end);
		if (s.n <= start + end || memcmp(s.p, pairs[i].start, start) != 0 ||
			memcmp(s.p + s.n - end, pairs[i].end, end) != 0)
			continue;
		struct span in = span_trim((struct span){s.p + start, s.n - start - end});
		if (web_scheme(in))
			return in;
	}
	return s.n && *s.p == '<' ? address_of_anchor(s) : s;
}

/* Drops the first of two schemes that were written one after the other. */
static struct span
without_second_scheme(struct span s)
{
	size_t n = web_scheme(s);
	struct span rest = {s.p + n, s.n - n};
	return n && web_scheme(rest) ? rest : s;
}

bool
feed_text_leads_nowhere(const char *address)
{
	static const char *const dead[] = {"javascript:", "vbscript:", "about:"};
	size_t n = web_scheme(span_of(address));
	if (n || str_empty(address))
		return !n || !address[n] || address[n] == '/';
	for (size_t i = 0; i < COUNT_OF(dead); i++)
		if (str_istarts(address, dead[i]))
			return true;
	return false;
}

char *
feed_text_address(struct arena *arena, size_t *grown, const char *base, struct span s)
{
	if (s.n > FEED_ADDRESS_MAX)
		return NULL;
	s = without_second_scheme(unwrapped(s));
	if (is_whole_address(s))
		return arena_strndup(arena, s.p, s.n);
	if (*grown > FEED_ADDRESSES_MAX || (base && strlen(base) > FEED_ADDRESS_MAX))
		base = NULL;
	char *url = resolve_odd(arena, base, s);
	size_t n = strlen(url);
	if (n > s.n)
		*grown += n - s.n;
	return n > FEED_ADDRESS_MAX ? NULL : url;
}
