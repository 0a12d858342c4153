/* The sanitizer: the text between tags. */
#include "config.h"

#include "render/sanitize_inside.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "base/utf8.h"

#define ENTITY_MAX 40 /* bytes of the longest name in HTML, and a few more */

/* The number of the reference "&#…;" at s, and its length; 0 when it is none. */
static size_t
read_reference(const char *s, size_t n, uint32_t *number)
{
	if (n < 4 || s[0] != '&' || s[1] != '#')
		return 0;
	bool hex = s[2] == 'x' || s[2] == 'X';
	size_t i = 2 + hex, digits = i;
	for (*number = 0; i < n && *number < 0x110000; i++) {
		int digit = hex || str_digit(s[i]) ? str_hex(s[i]) : -1;
		if (digit < 0)
			break;
		*number = *number * (hex ? 16 : 10) + (uint32_t)digit;
	}
	return i > digits && i < n && s[i] == ';' ? i + 1 : 0;
}

/* Two references to the halves of a surrogate pair, as programs write them that count in
 * UTF-16, are one character. Returns their length, or 0. */
static size_t
read_pair(const char *s, size_t n, uint32_t *cp)
{
	uint32_t high, low;
	size_t first = read_reference(s, n, &high);
	if (!first || high < 0xd800 || high > 0xdbff)
		return 0;
	size_t second = read_reference(s + first, n - first, &low);
	if (!second || low < 0xdc00 || low > 0xdfff)
		return 0;
	*cp = 0x10000 + ((high - 0xd800) << 10 | (low - 0xdc00));
	return first + second;
}

void
render_sanitize_put_text(struct buf *out, const char *s, size_t n)
{
	size_t done = 0;
	for (size_t i = 0; i < n;) {
		unsigned char c = (unsigned char)s[i];
		uint32_t cp;
		char bytes[4];
		size_t pair = c == '&' ? read_pair(s + i, n - i, &cp) : 0;
		if (!pair && ((c >= 0x20 && c != 0x7f) || str_space(c))) {
			i++;
			continue;
		}
		buf_add(out, s + done, i - done);
		if (pair)
			buf_add(out, bytes, utf8_encode(cp, bytes));
		i += pair ? pair : 1;
		done = i;
	}
	buf_add(out, s + done, n - done);
}

/* Writes text in which tags are not markup, and references need not be either. */
static void
put_literal(struct sanitizer *t, struct span text)
{
	bool refers = t->literal->flags & TAG_REFERS;
	for (const char *p = text.p; text.n; text = (struct span){p, text.n}) {
		while (p < text.p + text.n && *p != '<' && (refers || *p != '&'))
			p++;
		size_t n = (size_t)(p - text.p);
		render_sanitize_put_text(t->out, text.p, n);
		if (n < text.n)
			buf_adds(t->out, *p++ == '<' ? "&lt;" : "&amp;");
		text.n -= (size_t)(p - text.p);
	}
}

void
render_sanitize_text(struct sanitizer *t, const char *s, size_t n)
{
	if (t->literal_end)
		put_literal(t, (struct span){s, n});
	else
		render_sanitize_put_text(t->out, s, n);
}

size_t
render_sanitize_cut_text(const char *s, size_t n, size_t want)
{
	if (n <= want)
		return n;
	size_t cut = want;
	while (cut < n && ((unsigned char)s[cut] & 0xc0) == 0x80)
		cut++;
	for (size_t i = cut; i > 0 && cut - i < ENTITY_MAX; i--)
		if (s[i - 1] == '&')
			return i > 1 ? i - 1 : n;
	return cut;
}

bool
render_sanitize_ends_in_entity(const struct buf *out, size_t from)
{
	for (size_t i = out->len; i > from && out->len - i < ENTITY_MAX; i--) {
		unsigned char c = (unsigned char)out->data[i - 1];
		if (c == '&')
			return true;
		if (!str_alpha(c) && !str_digit(c) && c != '#')
			return false;
	}
	return false;
}
