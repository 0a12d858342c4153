#include "config.h"

#include "render/reference.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/entity.h"
#include "base/str.h"
#include "base/utf8.h"

#define REFERENCE_MAX 32 /* bytes */
#define OPEN_NAME_MIN 2  /* bytes of names that need no semicolon */
#define OPEN_NAME_MAX 6

static const struct {
	const char *name, *text;
} names[] = {{"lt;", "<"}, {"gt;", ">"}, {"amp;", "&"}, {"quot;", "\""}, {"apos;", "'"},
	{"nbsp;", "\xc2\xa0"}};

/* Decodes the reference after the "&" at s. Its length without the "&"; 0: none. */
static size_t
decode(struct buf *out, const char *s, size_t n)
{
	char bytes[4], *end;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		size_t len = strlen(names[i].name);
		if (n >= len && memcmp(s, names[i].name, len) == 0) {
			buf_adds(out, names[i].text);
			return len;
		}
	}
	if (n < 3 || s[0] != '#' ||
		!memchr(s, ';', n < REFERENCE_MAX ? n : REFERENCE_MAX))
		return 0;
	bool hex = s[1] == 'x' || s[1] == 'X';
	unsigned long cp = strtoul(s + 1 + hex, &end, hex ? 16 : 10);
	if (*end != ';' || cp == 0 || cp > 0x10ffff || end == s + 1 + hex)
		return 0;
	size_t len = utf8_encode((uint32_t)cp, bytes);
	buf_add(out, bytes, len);
	return (size_t)(end - s) + 1;
}

void
render_reference_decode(struct buf *out, struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		size_t n = s.p[i] == '&' ? decode(out, s.p + i + 1, s.n - i - 1) : 0;
		if (!n)
			buf_addc(out, s.p[i]);
		i += n;
	}
}

/* Reads the reference after the "&" at s, and returns its length; 0: none. Some names
 * count in text without a semicolon, whatever is after them. */
static size_t
read(struct buf *out, const char *s, size_t n, bool attribute)
{
	static const char *const returns[] = {"#13;", "#xd;", "#xD;"};
	struct entity_text entity;
	for (size_t i = 0; i < COUNT_OF(returns); i++) {
		size_t len = strlen(returns[i]);
		if (n >= len && memcmp(s, returns[i], len) == 0) {
			buf_addc(out, '\r');
			return len;
		}
	}
	enum entity_result result = entity_decode(s, n, &entity);
	bool known = result == ENTITY_OK || result == ENTITY_BAD;
	for (size_t k = OPEN_NAME_MAX; !known && !attribute && k >= OPEN_NAME_MIN; k--)
		known = k < n && *s != '#' && entity_decode(s, k, &entity) == ENTITY_OK;
	if (!known)
		return 0;
	buf_add(out, entity.text, entity.len);
	return entity.used;
}

void
render_reference_read(struct buf *out, struct span s, bool attribute)
{
	for (size_t i = 0; i < s.n; i++) {
		size_t n = s.p[i] == '&' ? read(out, s.p + i + 1, s.n - i - 1, attribute)
					 : 0;
		bool ends = s.p[i] == '\r';
		if (!n && !(ends && i + 1 < s.n && s.p[i + 1] == '\n'))
			buf_addc(out, ends ? '\n' : s.p[i]);
		i += n;
	}
}

static bool
is_name(const char *s, size_t n)
{
	size_t i = 0;
	while (i < n && i < REFERENCE_MAX &&
		(str_alpha((unsigned char)s[i]) || str_digit((unsigned char)s[i])))
		i++;
	return i > 0 && i < n && s[i] == ';';
}

void
render_reference_encode(struct buf *out, struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		if (c == '<')
			buf_adds(out, "&lt;");
		else if (c == '>')
			buf_adds(out, "&gt;");
		else if (c == '&' && !is_name(s.p + i + 1, s.n - i - 1))
			buf_adds(out, "&amp;");
		else
			buf_addc(out, c);
	}
}
