#include "config.h"

#include "render/wrap.h"

#include "base/attr.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/utf8.h"
#include "render/doc.h"

/* Characters that must not start a line: closing punctuation and small kana (JIS X 4051).
 * Sorted. */
static const uint32_t no_start[] = {0x3001, 0x3002, 0x3005, 0x3009, 0x300b, 0x300d,
	0x300f, 0x3011, 0x3015, 0x3017, 0x3019, 0x301b, 0x301f, 0x303b, 0x3041, 0x3043,
	0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308e, 0x309b, 0x309c,
	0x309d, 0x309e, 0x30a0, 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30c3, 0x30e3,
	0x30e5, 0x30e7, 0x30ee, 0x30f5, 0x30f6, 0x30fb, 0x30fc, 0x30fd, 0x30fe, 0xff01,
	0xff09, 0xff0c, 0xff0e, 0xff1a, 0xff1b, 0xff1f, 0xff3d, 0xff5d, 0xff60};
/* Characters that must not end a line: opening brackets. Sorted. */
static const uint32_t no_end[] = {0x3008, 0x300a, 0x300c, 0x300e, 0x3010, 0x3014, 0x3016,
	0x3018, 0x301a, 0x301d, 0xff08, 0xff3b, 0xff5b, 0xff5f};

static bool
has(const uint32_t *list, size_t n, uint32_t cp)
{
	size_t low = 0, high = n;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (list[mid] < cp)
			low = mid + 1;
		else
			high = mid;
	}
	return low < n && list[low] == cp;
}

/* May a line break between these two characters, although there is no blank? */
static bool
between(uint32_t before, int before_width, uint32_t after, int after_width)
{
	if (before == (uint32_t)DOC_NBSP || after == (uint32_t)DOC_NBSP)
		return false;
	/* Punctuation after a wide character or a dash stays with it. */
	bool letter = after < 0x80 ? str_alpha((int)after) || str_digit((int)after)
				   : after < 0x2010 || after > 0x206f;
	if ((before == 0x2013 || before == 0x2014) && letter)
		return true;
	if (before_width < 2 && after_width < 2)
		return false;
	if (!letter && after != '(' && after != '[')
		return false;
	return !has(no_start, COUNT_OF(no_start), after) &&
	       !has(no_end, COUNT_OF(no_end), before) && before != '(' && before != '[';
}

/* After these characters a long address is broken, rather than just anywhere. */
static bool
soft(uint32_t cp)
{
	return cp == '/' || cp == '-' || cp == '?' || cp == '&' || cp == '=' ||
	       cp == '_' || cp == '.' || cp == ',' || cp == ';' || cp == '%';
}

/* A possible place for a break. */
struct place {
	uint32_t end, next;
	size_t cells;
};

static struct piece
cut(uint32_t start, struct place place)
{
	return (struct piece){start, place.end, place.next, place.cells};
}

struct piece
render_wrap(const char *text, uint32_t at, uint32_t end, size_t width, bool pre)
{
	struct place good = {at, at, 0}, poor = {at, at, 0};
	uint32_t i = at, before = ' ';
	int before_width = 1;
	size_t cells = 0;
	while (i < end) {
		uint32_t cp;
		uint32_t len = (uint32_t)utf8_decode(text + i, end - i, &cp);
		if (cp == '\n')
			return (struct piece){at, i, i + 1, cells};
		int w = utf8_width(cp);
		w = w < 0 ? 1 : w;
		if (cp == ' ' && !pre)
			good = (struct place){i, i + 1, cells};
		else if (!pre && i > at && w > 0 && between(before, before_width, cp, w))
			good = (struct place){i, i, cells};
		if (cells + (size_t)w > width && i > at) {
			if (good.next > at)
				return cut(at, good);
			if (poor.next > at && poor.cells > width / 2)
				return cut(at, poor);
			return (struct piece){at, i, i, cells};
		}
		cells += (size_t)w;
		i += len;
		if (!pre && soft(cp) && cells <= width)
			poor = (struct place){i, i, cells};
		if (w > 0) {
			before = cp;
			before_width = w;
		}
	}
	return (struct piece){at, end, end, cells};
}
