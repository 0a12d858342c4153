/*
 * A table covers punctuation, symbols and letters that do not decompose. For the rest,
 * Unicode's compatibility decomposition is used, of which the ASCII part is kept (é is e
 * and a mark, ﬁ is f and i, ² is 2).
 */
#include "config.h"

#include "base/ascii.h"

#include <string.h>
#include <unictype.h>
#include <uninorm.h>

#include "base/attr.h"

/* Sorted by code point. */
static const struct {
	uint32_t cp;
	const char *ascii;
} replacements[] = {
	{0x00a1, "!"},
	{0x00a2, "c"},
	{0x00a3, "GBP"},
	{0x00a5, "JPY"},
	{0x00a7, "S."},
	{0x00a9, "(c)"},
	{0x00ab, "<<"},
	{0x00ac, "!"},
	{0x00ae, "(R)"},
	{0x00b0, "deg"},
	{0x00b1, "+-"},
	{0x00b7, "*"},
	{0x00bb, ">>"},
	{0x00bf, "?"},
	{0x00c4, "Ae"},
	{0x00c6, "AE"},
	{0x00d0, "D"},
	{0x00d6, "Oe"},
	{0x00d7, "x"},
	{0x00d8, "O"},
	{0x00dc, "Ue"},
	{0x00de, "Th"},
	{0x00df, "ss"},
	{0x00e4, "ae"},
	{0x00e6, "ae"},
	{0x00f0, "d"},
	{0x00f6, "oe"},
	{0x00f7, "/"},
	{0x00f8, "o"},
	{0x00fc, "ue"},
	{0x00fe, "th"},
	{0x0110, "D"},
	{0x0111, "d"},
	{0x0131, "i"},
	{0x0141, "L"},
	{0x0142, "l"},
	{0x0152, "OE"},
	{0x0153, "oe"},
	{0x2010, "-"},
	{0x2011, "-"},
	{0x2012, "-"},
	{0x2013, "-"},
	{0x2014, "--"},
	{0x2015, "--"},
	{0x2016, "="},
	{0x2018, "'"},
	{0x2019, "'"},
	{0x201a, ","},
	{0x201c, "\""},
	{0x201d, "\""},
	{0x201e, "\""},
	{0x2020, "+"},
	{0x2022, "*"},
	{0x2026, "..."},
	{0x2032, "'"},
	{0x2033, "\""},
	{0x2039, "<"},
	{0x203a, ">"},
	{0x20ac, "EUR"},
	{0x2190, "<-"},
	{0x2191, "^"},
	{0x2192, "->"},
	{0x2193, "v"},
	{0x2197, "^"},
	{0x21aa, ">"},
	{0x21bb, "@"},
	{0x21e1, "^"},
	{0x2212, "-"},
	{0x221e, "oo"},
	{0x2248, "~"},
	{0x2260, "!="},
	{0x2264, "<="},
	{0x2265, ">="},
	{0x2315, "/"},
	{0x2500, "-"},
	{0x2502, "|"},
	{0x250c, "+"},
	{0x2510, "+"},
	{0x2514, "+"},
	{0x2518, "+"},
	{0x251c, "+"},
	{0x2524, "+"},
	{0x252c, "+"},
	{0x2534, "+"},
	{0x253c, "+"},
	{0x2588, "#"},
	{0x258f, "|"},
	{0x2591, "."},
	{0x2592, ":"},
	{0x2593, "%"},
	{0x25aa, "*"},
	{0x25ab, "*"},
	{0x25b7, ">"},
	{0x25b8, ">"},
	{0x25ba, ">"},
	{0x25be, "v"},
	{0x25c6, "+"},
	{0x25c7, "-"},
	{0x25cb, "o"},
	{0x25cf, "*"},
	{0x25e6, "o"},
	{0x2605, "*"},
	{0x2610, "[ ]"},
	{0x2611, "[x]"},
	{0x266a, "~"},
	{0x2713, "v"},
	{0x2717, "x"},
};

static size_t
copy(char *out, const char *ascii)
{
	size_t n = strlen(ascii);
	memcpy(out, ascii, n);
	return n;
}

static size_t
decompose(uint32_t cp, char *out)
{
	ucs4_t source = cp, parts[32];
	size_t count = COUNT_OF(parts), n = 0;
	const ucs4_t *got = u32_normalize(UNINORM_NFKD, &source, 1, parts, &count);
	for (size_t i = 0; got == parts && i < count && n < ASCII_MAX; i++)
		if (parts[i] >= 0x20 && parts[i] < 0x7f)
			out[n++] = (char)parts[i];
	return n;
}

size_t
ascii_of(uint32_t cp, char out[ASCII_MAX])
{
	if (uc_is_general_category_withtable(
		    cp, UC_CATEGORY_MASK_Mn | UC_CATEGORY_MASK_Me))
		return 0;
	size_t low = 0, high = COUNT_OF(replacements);
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (replacements[mid].cp == cp)
			return copy(out, replacements[mid].ascii);
		if (replacements[mid].cp < cp)
			low = mid + 1;
		else
			high = mid;
	}
	size_t n = decompose(cp, out);
	return n ? n : copy(out, "?");
}
