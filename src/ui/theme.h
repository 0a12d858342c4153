/*
 * The looks: what each style of ui/row.h is on a terminal with colours and on one
 * without. `color` lines of the config change them. Pure data; paint.c makes curses
 * attributes of it.
 */
#ifndef UI_THEME_H
#define UI_THEME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "base/err.h"
#include "ui/row.h"

struct config_words;

enum ui_look_flag {
	LOOK_BOLD = 1 << 0,
	LOOK_DIM = 1 << 1,
	LOOK_UNDERLINE = 1 << 2,
	LOOK_REVERSE = 1 << 3,
	LOOK_ITALIC = 1 << 4,
};

#define LOOK_DEFAULT (-1) /* the terminal's own colour */

struct ui_look {
	short fg, bg; /* LOOK_DEFAULT, or a colour number */
	int flags;
};

struct ui_theme {
	struct ui_look looks[STYLE_COUNT_OF];
};

/* The name of a style in `color` lines ("title", "unread", …). */
const char *ui_theme_name(int style);

/* colors: how many the terminal has; below 8 (or NO_COLOR) styles differ by attributes
 * alone. Nothing is told by colour alone in any case (case 146). */
void ui_theme_init(struct ui_theme *theme, int colors);
/* Applies `ELEMENT FOREGROUND [BACKGROUND] [ATTRIBUTE…]`. ERR_INVALID with a sentence
 * that names the file and line; the theme is then unchanged. */
int ui_theme_set(struct ui_theme *theme, const struct config_words *words, int colors,
	struct err *err) MUST_USE;

#endif
