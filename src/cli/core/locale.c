#include "config.h"

#include "cli/core/locale.h"

#include <langinfo.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/utf8.h"

/* Writes a character in the character set of the locale; false if it has no such
 * character. Only where wide characters are code points. */
static bool
put_native(struct buf *out, uint32_t cp)
{
#ifdef __STDC_ISO_10646__
	char bytes[MB_LEN_MAX];
	mbstate_t state;
	memset(&state, 0, sizeof state);
	size_t n = wcrtomb(bytes, (wchar_t)cp, &state);
	if (n == (size_t)-1 || n == 0)
		return false;
	buf_add(out, bytes, n);
	return true;
#else
	(void)out;
	(void)cp;
	return false;
#endif
}

void
cli_locale_put(struct buf *out, const char *s, size_t n)
{
	if (str_ieq(nl_langinfo(CODESET), "UTF-8")) {
		buf_add(out, s, n);
		return;
	}
	while (n > 0) {
		char ascii[ASCII_MAX];
		uint32_t cp;
		size_t used = utf8_decode(s, n, &cp);
		if (cp < 0x80)
			buf_addc(out, (char)cp);
		else if (!put_native(out, cp))
			buf_add(out, ascii, ascii_of(cp, ascii));
		s += used;
		n -= used;
	}
}
