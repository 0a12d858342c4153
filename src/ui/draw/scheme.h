/*
 * The palettes of the themes, each for one ground, and colours of terminals. Pure.
 */
#ifndef UI_DRAW_SCHEME_H
#define UI_DRAW_SCHEME_H

#include <stdint.h>

/* What a palette has colours for. */
enum ui_ink {
	INK_GROUND, /* for which it is made; not painted */
	INK_TEXT,
	INK_DIM,
	INK_BLUE,
	INK_GREEN,
	INK_YELLOW,
	INK_MAGENTA,
	INK_RED,
	INK_BAR,
	INK_BAR_GROUND,
	INK_SELECTED,
	INK_SELECTED_GROUND,
	INK_PICK,
	INK_PICK_GROUND,
	INK_LEN,
};

struct ui_scheme {
	const char *name;       /* of the theme */
	uint32_t inks[INK_LEN]; /* 0xRRGGBB */
};

/* Ends with a row without a name. */
extern const struct ui_scheme ui_schemes[];
/* NULL: there is none of that name. */
const struct ui_scheme *ui_scheme(const char *name);
/* The theme for `auto`, by $COLORFGBG (NULL: not set), which some terminals set to the
 * numbers of their colours; NULL: the ground is not known. */
const struct ui_scheme *ui_scheme_auto(const char *colorfgbg);

/* The nearest colour that a terminal with this many colours has, by its number. */
int ui_scheme_number(uint32_t rgb, int colors);
/* The colour that xterm has for a number from 16 to 255. */
uint32_t ui_scheme_rgb(int number);

#endif
