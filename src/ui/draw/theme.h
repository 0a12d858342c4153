/*
 * How each style of ui/draw/row.h looks, on terminals with and without colours. `color`
 * lines in the config change that. Pure data; paint.c turns it into attributes of curses.
 */
#ifndef UI_DRAW_THEME_H
#define UI_DRAW_THEME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "base/err.h"
#include "ui/draw/row.h"

struct config_words;
struct ui_scheme;

enum ui_attribute {
	UI_ATTRIBUTE_BOLD = 1 << 0,
	UI_ATTRIBUTE_DIM = 1 << 1,
	UI_ATTRIBUTE_UNDERLINE = 1 << 2,
	UI_ATTRIBUTE_REVERSE = 1 << 3,
	UI_ATTRIBUTE_ITALIC = 1 << 4,
};

#define UI_COLOR_DEFAULT (-1) /* the terminal's own foreground or background */

struct ui_appearance {
	int fg, bg; /* UI_COLOR_DEFAULT, or a colour number */
	int flags;
};

/* What the terminal's background is like. */
enum ui_ground {
	UI_GROUND_UNKNOWN,
	UI_GROUND_LIGHT,
	UI_GROUND_DARK,
};

struct ui_theme {
	struct ui_appearance styles[STYLE_COUNT_OF];
};

/* What a style is called in `color` lines ("title", "unread", …). */
const char *ui_theme_name(int style);
/* All of them by style, ending with NULL. */
const char *const *ui_theme_names(void);

/* palette: NULL for styles that suit dark and light grounds. colors: how many the
 * terminal has. If fewer than 8, styles only differ by attributes. Nothing is ever shown
 * by colour alone (case 146). */
void ui_theme_init(struct ui_theme *theme, const struct ui_scheme *palette, int colors);
/* Applies a line `ELEMENT FOREGROUND [BACKGROUND] [ATTRIBUTE…]`. ERR_INVALID, with a
 * sentence that names file and line, leaves the theme unchanged. */
int ui_theme_set(struct ui_theme *theme, const struct config_words *words, int colors,
	struct err *err) MUST_USE;

#endif
