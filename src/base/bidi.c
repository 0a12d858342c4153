#include "config.h"

#include "base/bidi.h"

#include <stdlib.h>

#ifdef HAVE_FRIBIDI
#include <fribidi.h>
#endif

#include "base/mem.h"
#include "base/utf8.h"

/* Ranges in which letters go from right to left. */
static bool
is_rightward(uint32_t cp)
{
	return (cp >= 0x590 && cp < 0x900) || (cp >= 0xfb1d && cp < 0xfe00) ||
	       (cp >= 0xfe70 && cp < 0xfeff) || (cp >= 0x10800 && cp < 0x11000) ||
	       (cp >= 0x1e800 && cp < 0x1f000);
}

bool
bidi_needed(const char *s, size_t n)
{
	uint32_t cp;
	for (size_t i = 0; i < n; i += utf8_decode(s + i, n - i, &cp)) {
		while (i < n && (unsigned char)s[i] < 0xd6) /* before U+0580 */
			i++;
		if (i == n)
			return false;
		utf8_decode(s + i, n - i, &cp);
		if (is_rightward(cp))
			return true;
	}
	return false;
}

#ifdef HAVE_FRIBIDI

bool
bidi_rightward(const char *s, size_t n)
{
	uint32_t cp;
	for (size_t i = 0; i < n;) {
		i += utf8_decode(s + i, n - i, &cp);
		FriBidiCharType type = fribidi_get_bidi_type(cp);
		if (FRIBIDI_IS_LETTER(type))
			return FRIBIDI_IS_RTL(type);
	}
	return false;
}

/* What the algorithm works with, for each character. */
struct work {
	FriBidiCharType *types;
	FriBidiBracketType *brackets;
	FriBidiLevel *levels;
	FriBidiArabicProp *joining;
	FriBidiStrIndex *order;
};

static bool
reorder(struct work *w, uint32_t *list, FriBidiStrIndex len, enum bidi_base base)
{
	FriBidiParType direction = base == BIDI_RIGHT  ? FRIBIDI_PAR_RTL
				   : base == BIDI_LEFT ? FRIBIDI_PAR_LTR
						       : FRIBIDI_PAR_ON;
	fribidi_get_bidi_types(list, len, w->types);
	fribidi_get_bracket_types(list, len, w->types, w->brackets);
	if (!fribidi_get_par_embedding_levels_ex(
		    w->types, w->brackets, len, &direction, w->levels))
		return false;
	fribidi_get_joining_types(list, len, w->joining);
	fribidi_join_arabic(w->types, len, w->levels, w->joining);
	fribidi_shape(FRIBIDI_FLAGS_DEFAULT | FRIBIDI_FLAGS_ARABIC, w->levels, len,
		w->joining, list);
	for (FriBidiStrIndex i = 0; i < len; i++)
		w->order[i] = i;
	return fribidi_reorder_line(FRIBIDI_FLAGS_DEFAULT, w->types, len, 0, direction,
		       w->levels, list, w->order) != 0;
}

bool
bidi_reorder(uint32_t *list, uint32_t *order, size_t len, enum bidi_base base)
{
	struct work w = {
		.types = mem_realloc(NULL, len + 1, sizeof *w.types),
		.brackets = mem_realloc(NULL, len + 1, sizeof *w.brackets),
		.levels = mem_realloc(NULL, len + 1, sizeof *w.levels),
		.joining = mem_realloc(NULL, len + 1, sizeof *w.joining),
		.order = mem_realloc(NULL, len + 1, sizeof *w.order),
	};
	bool done = reorder(&w, list, (FriBidiStrIndex)len, base);
	for (size_t i = 0; done && i < len; i++)
		order[i] = (uint32_t)w.order[i];
	free(w.types);
	free(w.brackets);
	free(w.levels);
	free(w.joining);
	free(w.order);
	return done;
}

#else

bool
bidi_rightward(const char *s, size_t n)
{
	(void)s;
	(void)n;
	return false;
}

bool
bidi_reorder(uint32_t *list, uint32_t *order, size_t len, enum bidi_base base)
{
	(void)list;
	(void)order;
	(void)len;
	(void)base;
	return false;
}

#endif
