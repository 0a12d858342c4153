#include "config.h"

#include "ui/draw/paint.h"

#include <curses.h>

#include <stdlib.h>

#include "base/attr.h"
#include "base/str.h"
#include "conf/config.h"
#include "ui/draw/scheme.h"

/* Terminals with more than 256 colours take red, green and blue as one number. */
static void
set_pair(int pair, const struct ui_look *look)
{
#ifdef NCURSES_EXT_COLORS
	init_extended_pair(pair, look->fg, look->bg);
#else
	init_pair((short)pair, (short)look->fg, (short)look->bg);
#endif
}

static void
make_attributes(struct ui_paint *p)
{
	static const struct {
		int flag;
		attr_t attr;
	} flags[] = {
		{LOOK_BOLD, A_BOLD},
		{LOOK_DIM, A_DIM},
		{LOOK_UNDERLINE, A_UNDERLINE},
		{LOOK_REVERSE, A_REVERSE},
		{LOOK_ITALIC, A_ITALIC},
	};
	for (int i = 0; i < STYLE_COUNT_OF; i++) {
		const struct ui_look *look = &p->theme.looks[i];
		p->attrs[i] = A_NORMAL;
		for (size_t k = 0; k < COUNT_OF(flags); k++)
			if (look->flags & flags[k].flag)
				p->attrs[i] |= flags[k].attr;
		p->pairs[i] = 0;
		if (p->colors >= 8 && (look->fg >= 0 || look->bg >= 0) &&
			i + 1 < COLOR_PAIRS) {
			set_pair(i + 1, look);
			p->pairs[i] = (short)(i + 1);
		}
	}
}

void
ui_paint_start(struct ui_paint *p)
{
	const char *plain = getenv("NO_COLOR");
	p->available = 0;
	if (has_colors() && str_empty(plain) && start_color() != ERR) {
		use_default_colors();
		p->available = COLORS;
	}
	p->colors = p->available;
	ui_theme_init(&p->theme, NULL, p->colors);
	make_attributes(p);
}

void
ui_paint_colors(struct ui_paint *p, const struct config *config, const char *theme)
{
	int status = OK;
	p->colors = str_eq(theme, "mono") ? 0 : p->available;
	ui_theme_init(&p->theme,
		str_eq(theme, "auto") ? ui_scheme_auto(getenv("COLORFGBG"))
				      : ui_scheme(theme),
		p->colors);
	for (size_t i = 0; i < config->colors_len; i++)
		status |= ui_theme_set(&p->theme, &config->colors[i], p->colors, NULL);
	(void)status;
	make_attributes(p);
}

static void
set_style(const struct ui_paint *p, int style)
{
	static const struct {
		int style;
		attr_t attr;
	} extra[] = {
		{STYLE_BOLD, A_BOLD},
		{STYLE_ITALIC, A_ITALIC},
		{STYLE_UNDERLINE, A_UNDERLINE},
		{STYLE_STRIKE, A_DIM},
		{STYLE_ASIDE, A_DIM},
	};
	int element = STYLE_ELEMENT(style);
	attr_t attr = p->attrs[element];
	short pair = p->pairs[element];
	if (style &
		STYLE_CURSOR) { /* one ground for the whole row; what is bold stays so */
		attr = p->attrs[STYLE_SELECTED] | (attr & A_BOLD);
		pair = p->pairs[STYLE_SELECTED];
	}
	for (size_t i = 0; i < COUNT_OF(extra); i++)
		if (style & extra[i].style)
			attr |= extra[i].attr;
	attr_set(attr, pair, NULL);
}

void
ui_paint_row(const struct ui_paint *p, const struct ui_row *row, int y)
{
	move(y, 0);
	for (size_t i = 0; i < row->runs_len; i++) {
		size_t start = row->runs[i].start;
		size_t end =
			i + 1 < row->runs_len ? row->runs[i + 1].start : row->text.len;
		set_style(p, row->runs[i].style);
		addnstr(row->text.data + start, (int)(end - start));
	}
}
