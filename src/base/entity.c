#include "config.h"

#include "base/entity.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/str.h"
#include "base/utf8.h"

#define NAME_MAX_LEN 32 /* the longest of HTML has 31 */

struct entity {
	const char *name;
	uint32_t first, second;
	int legacy; /* also without a semicolon */
};

#include "base/entity_table.h"

static int
by_name(const void *key, const void *row)
{
	return strcmp(key, ((const struct entity *)row)->name);
}

static void
put(struct entity_text *out, uint32_t cp)
{
	out->len += utf8_encode(cp, out->text + out->len);
}

/* Reads the number after "&#" at s and returns how many bytes it takes, including "#" and
 * the semicolon; 0 if there is none. */
static size_t
read_number(const char *s, size_t n, uint32_t *cp)
{
	size_t i = 1;
	bool hex = i < n && (s[i] == 'x' || s[i] == 'X');
	i += hex;
	size_t digits = i;
	*cp = 0;
	for (; i < n; i++) {
		int digit = hex || str_digit(s[i]) ? str_hex(s[i]) : -1;
		if (digit < 0)
			break;
		if (*cp <= 0x10ffff)
			*cp = *cp * (hex ? 16 : 10) + (uint32_t)digit;
	}
	return i == digits ? 0 : i + (i < n && s[i] == ';');
}

/* The character that a reference to the first half of a surrogate pair makes with the
 * reference after it; 0 for none. Programs that count in UTF-16 write characters like
 * this. */
static uint32_t
join_surrogates(const char *s, size_t n, uint32_t high, size_t *used)
{
	uint32_t low;
	if (high < 0xd800 || high > 0xdbff || n < *used + 2 || s[*used] != '&' ||
		s[*used + 1] != '#')
		return 0;
	size_t more = read_number(s + *used + 1, n - *used - 1, &low);
	if (!more || low < 0xdc00 || low > 0xdfff)
		return 0;
	*used += more + 1;
	return 0x10000 + ((high - 0xd800) << 10 | (low - 0xdc00));
}

static enum entity_result
numeric(const char *s, size_t n, struct entity_text *out)
{
	uint32_t cp;
	out->used = read_number(s, n, &cp);
	if (!out->used)
		return ENTITY_NONE;
	uint32_t joined = join_surrogates(s, n, cp, &out->used);
	cp = joined ? joined : cp;
	/* Controls are dropped, C1 means windows-1252, and what is impossible is shown as
	 * such (cases 1, 2 and 40). */
	if (cp == '\t' || cp == '\n' || cp == '\r') {
		put(out, cp == '\r' ? '\n' : cp);
		return ENTITY_OK;
	}
	if ((cp < 0x20 && cp != 0) || cp == 0x7f || cp == 0xfeff)
		return ENTITY_BAD;
	if (cp >= 0x80 && cp < 0xa0) {
		put(out, utf8_windows_1252(cp));
		return ENTITY_OK;
	}
	bool bad = cp == 0 || cp > 0x10ffff || (cp >= 0xd800 && cp <= 0xdfff) ||
		   (cp & 0xfffe) == 0xfffe || (cp >= 0xfdd0 && cp <= 0xfdef);
	put(out, bad ? UTF8_REPLACEMENT : cp);
	return bad ? ENTITY_BAD : ENTITY_OK;
}

/* Inline, so that lengths are constants and few instructions compare: where HTML is
 * escaped, every tag has two of these. */
static inline bool
starts(const char *s, size_t n, const char *name, size_t len, size_t *used)
{
	*used = len;
	return n >= len && memcmp(s, name, len) == 0;
}

char
entity_predefined(const char *s, size_t n, size_t *used)
{
	if (starts(s, n, "lt;", 3, used))
		return '<';
	if (starts(s, n, "gt;", 3, used))
		return '>';
	if (starts(s, n, "amp;", 4, used))
		return '&';
	if (starts(s, n, "quot;", 5, used))
		return '"';
	return starts(s, n, "apos;", 5, used) ? '\'' : '\0';
}

enum entity_result
entity_decode(const char *s, size_t n, struct entity_text *out)
{
	out->len = out->used = 0;
	if (n && s[0] == '#')
		return numeric(s, n, out);
	out->text[0] = entity_predefined(s, n, &out->used);
	if (out->text[0]) {
		out->len = 1;
		return ENTITY_OK;
	}
	char name[NAME_MAX_LEN + 1];
	size_t len = 0;
	while (len < n && len < NAME_MAX_LEN &&
		(str_alpha((unsigned char)s[len]) || str_digit((unsigned char)s[len]))) {
		name[len] = s[len];
		len++;
	}
	if (!len || !str_alpha((unsigned char)s[0]))
		return ENTITY_NONE;
	name[len] = '\0';
	bool closed = len < n && s[len] == ';';
	const struct entity *found =
		bsearch(name, entities, COUNT_OF(entities), sizeof *entities, by_name);
	bool open_ok = found && found->legacy && !(len < n && s[len] == '=');
	if (!closed && !open_ok)
		return ENTITY_NONE;
	out->used = len + closed;
	if (!found)
		return ENTITY_UNKNOWN;
	put(out, found->first);
	if (found->second)
		put(out, found->second);
	return ENTITY_OK;
}
