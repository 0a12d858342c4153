#include "config.h"

#include "base/quote.h"

#include <stdint.h>

#include <string.h>

#include "base/utf8.h"

static void
put_escape(struct buf *out, uint32_t cp)
{
	if (cp >= 0x10000) {
		cp -= 0x10000;
		buf_addf(out, "\\u%04x", (unsigned)(0xd800 + (cp >> 10)));
		cp = 0xdc00 + (cp & 0x3ff);
	}
	buf_addf(out, "\\u%04x", (unsigned)cp);
}

static void
put_character(struct buf *out, uint32_t cp)
{
	char utf8[4];
	if (cp == '"' || cp == '\\')
		buf_addf(out, "\\%c", (int)cp);
	else if (cp == '\n')
		buf_adds(out, "\\n");
	else if (cp == '\t')
		buf_adds(out, "\\t");
	else if (cp == 0x2028 || cp == 0x2029 || (cp != ' ' && utf8_hidden(cp)))
		put_escape(out, cp);
	else
		buf_add(out, utf8, utf8_encode(cp, utf8));
}

void
quote_json(struct buf *out, const char *s)
{
	size_t n = strlen(s);
	buf_addc(out, '"');
	while (n) {
		uint32_t cp;
		size_t used = utf8_decode(s, n, &cp);
		put_character(out, cp);
		s += used;
		n -= used;
	}
	buf_addc(out, '"');
}

void
quote_base64(struct buf *out, const char *bytes, size_t n, size_t line)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t column = 0;
	for (size_t i = 0; i < n; i += 3) {
		const unsigned char *p = (const unsigned char *)bytes + i;
		uint32_t bits = (uint32_t)p[0] << 16;
		bits |= i + 1 < n ? (uint32_t)p[1] << 8 : 0;
		bits |= i + 2 < n ? p[2] : 0;
		for (int k = 0; k < 4; k++)
			buf_addc(out, i + (size_t)k > n
					      ? '='
					      : digits[bits >> (18 - 6 * k) & 63]);
		column += 4;
		if (line && (column >= line || i + 3 >= n)) {
			buf_addc(out, '\n');
			column = 0;
		}
	}
}
