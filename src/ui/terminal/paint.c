#include "config.h"

#include "ui/terminal/paint.h"

#include <curses.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "conf/config_file.h"
#include "ui/draw/scheme.h"

#define URL_MAX 2000   /* bytes of a link */
#define INK_COLORS 256 /* that pictures need at least */
#define PICTURES_MS 8  /* of drawing them in a frame */

/* Terminals with more than 256 colours take red, green and blue as one number. */
static void
set_pair(int pair, const struct ui_appearance *appearance)
{
#ifdef NCURSES_EXT_COLORS
	init_extended_pair(pair, appearance->fg, appearance->bg);
#else
	init_pair((short)pair, (short)appearance->fg, (short)appearance->bg);
#endif
}

static void
make_attributes(struct ui_paint *p)
{
	static const struct {
		int flag;
		attr_t attr;
	} flags[] = {
		{UI_ATTRIBUTE_BOLD, A_BOLD},
		{UI_ATTRIBUTE_DIM, A_DIM},
		{UI_ATTRIBUTE_UNDERLINE, A_UNDERLINE},
		{UI_ATTRIBUTE_REVERSE, A_REVERSE},
		{UI_ATTRIBUTE_ITALIC, A_ITALIC},
	};
	for (int i = 0; i < STYLE_COUNT_OF; i++) {
		const struct ui_appearance *appearance = &p->theme.styles[i];
		p->attrs[i] = A_NORMAL;
		for (size_t k = 0; k < COUNT_OF(flags); k++)
			if (appearance->flags & flags[k].flag)
				p->attrs[i] |= flags[k].attr;
		p->pairs[i] = 0;
		if (p->colors >= 8 && (appearance->fg >= 0 || appearance->bg >= 0) &&
			i + 1 < COLOR_PAIRS) {
			set_pair(i + 1, appearance);
			p->pairs[i] = (short)(i + 1);
		}
	}
}

void
ui_paint_start(struct ui_paint *p)
{
	const char *plain = getenv("NO_COLOR");
	const char *direct = getenv("COLORTERM");
	p->available = 0;
	if (has_colors() && str_empty(plain) && start_color() != ERR) {
		use_default_colors();
		p->available = COLORS;
	}
	p->exact = p->available == INK_COLORS && direct &&
		   (str_eq(direct, "truecolor") || str_eq(direct, "24bit"));
	p->colors = p->available;
	ui_theme_init(&p->theme, NULL, p->colors);
	make_attributes(p);
}

static void
set_lines(struct ui_paint *p, const struct config *config)
{
	int status = OK; /* ui_theme_set reported what is wrong when it was checked */
	for (size_t i = 0; config && i < config->colors_len; i++)
		status |= ui_theme_set(&p->theme, &config->colors[i], p->colors, NULL);
	(void)status;
}

void
ui_paint_colors(struct ui_paint *p, const struct config *config,
	const struct config *file, const char *theme)
{
	static const char *const grounds[] = {
		[UI_GROUND_LIGHT] = "courant-light", [UI_GROUND_DARK] = "courant-dark"};
	const struct ui_scheme *scheme = file ? NULL : ui_scheme(theme);
	if (str_eq(theme, "auto"))
		scheme = p->ground ? ui_scheme(grounds[p->ground])
				   : ui_scheme_auto(getenv("COLORFGBG"));
	p->colors = str_eq(theme, "mono") ? 0 : p->available;
	ui_theme_init(&p->theme, scheme, p->colors);
	set_lines(p, file);
	set_lines(p, config);
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

/* ---- pictures */

static void
set_ink(const struct ui_paint *p, const struct ui_run *run)
{
#if NCURSES_EXT_COLORS && NCURSES_EXT_FUNCS
	int pair = alloc_pair(ui_scheme_number(run->fg & ~UI_INK, p->colors),
		ui_scheme_number(run->bg & ~UI_INK, p->colors));
	attr_set(A_NORMAL, 0, pair > 0 ? &pair : NULL);
#else
	(void)run;
	set_style(p, STYLE_NORMAL);
#endif
}

static unsigned
brightness(uint32_t rgb)
{
	return (3 * (rgb >> 16 & 0xff) + 6 * (rgb >> 8 & 0xff) + (rgb & 0xff)) / 10;
}

/* Without enough colours, cells are more or less full. */
static void
put_shade(const struct ui_run *run, const char *text, size_t n)
{
	static const char *const shades[] = {" ", "░", "▒", "▓", "█"};
	static const char *const signs[] = {" ", ".", "+", "*", "#"};
	unsigned bright = (brightness(run->fg) + brightness(run->bg)) / 2;
	const char *const *by = *text == '#' ? signs : shades;
	attr_set(A_NORMAL, 0, NULL);
	for (size_t i = 0; i < n; i += *text == '#' ? 1 : strlen(shades[1]))
		addstr(by[(bright * (COUNT_OF(shades) - 1) + 128) / 256]);
}

void
ui_paint_row(const struct ui_paint *p, const struct ui_row *row, int y)
{
	move(y, 0);
	for (size_t i = 0; i < row->runs_len; i++) {
		size_t start = row->runs[i].start;
		size_t end =
			i + 1 < row->runs_len ? row->runs[i + 1].start : row->text.len;
		if (row->runs[i].fg && p->colors < INK_COLORS) {
			put_shade(&row->runs[i], row->text.data + start, end - start);
			continue;
		}
		if (row->runs[i].fg)
			set_ink(p, &row->runs[i]);
		else
			set_style(p, row->runs[i].style);
		addnstr(row->text.data + start, (int)(end - start));
	}
}

/* ---- links */

/* Hashes what the row shows and where it leads; 0: it has neither links, if these are
 * wanted, nor a picture. */
static uint64_t
hash_of(const struct ui_row *row, bool links, enum ui_graphic_way way, bool *inked)
{
	uint64_t hash = hash64(buf_str(&row->text), row->text.len);
	bool any = false;
	for (size_t i = 0; i < row->runs_len; i++) {
		const struct ui_run *run = &row->runs[i];
		const uint64_t parts[] = {hash, run->start, run->style,
			run->url ? hash64(run->url, strlen(run->url)) : 0, run->fg,
			run->bg, run->picture ? run->picture->key : 0, run->line,
			run->fg ? way : 0};
		hash = hash64(parts, sizeof parts);
		*inked |= run->fg != 0;
		any |= links && run->url;
	}
	return any || *inked ? hash | 1 : 0;
}

static size_t
cells_of(const char *text, size_t n)
{
	size_t cells = 0;
	for (size_t i = 0; i < n;) {
		uint32_t cp;
		i += utf8_decode(text + i, n - i, &cp);
		int width = utf8_width(cp);
		cells += width > 0 ? (size_t)width : 0;
	}
	return cells;
}

/* Notes which cells of the row have links. */
static void
find_spans(const struct ui_row *row, struct ui_paint_span spans[PAINT_SPANS_MAX])
{
	size_t x = 0, len = 0;
	memset(spans, 0, PAINT_SPANS_MAX * sizeof *spans);
	for (size_t i = 0; i < row->runs_len; i++) {
		const struct ui_run *run = &row->runs[i];
		size_t end = i + 1 < row->runs_len ? run[1].start : row->text.len;
		size_t from = x;
		x += cells_of(row->text.data + run->start, end - run->start);
		if (!run->url)
			continue;
		if (len < PAINT_SPANS_MAX)
			spans[len++].from = (uint16_t)from;
		spans[len - 1].to = (uint16_t)x;
	}
}

/* Has curses paint these cells, whatever it thinks they show. */
static void
repaint(const struct ui_paint_span *span, int y)
{
	int cells = span->to - span->from;
	WINDOW *part = cells > 0 ? derwin(stdscr, 1, cells, y, span->from) : NULL;
	if (part) {
		wredrawln(part, 0, 1);
		delwin(part);
	}
}

/* Curses scrolls lines that only moved. Terminals do not agree on what happens to sixels
 * there, so nothing is moved where there were some. */
static void
repaint_all(struct ui_paint *p)
{
	wredrawln(stdscr, 0, LINES);
	for (size_t y = 0; y < PAINT_ROWS_MAX; y++)
		p->again[y] = p->linked[y] != 0;
}

void
ui_paint_unlink(struct ui_paint *p, const struct ui_frame *frame, bool links)
{
	bool lost = false;
	p->pictures = false;
	for (size_t y = 0; y < PAINT_ROWS_MAX; y++) {
		bool inked = false;
		uint64_t now = y < frame->height ? hash_of(&frame->rows[y], links,
							   p->graphic.way, &inked)
						 : 0;
		p->pictures |= inked;
		p->again[y] = now && (now != p->linked[y] || is_cleared(curscr));
		if (now == p->linked[y])
			continue;
		lost |= p->drawn[y] == UI_GRAPHIC_SIXEL;
		if (p->drawn[y] && y < (size_t)LINES)
			wredrawln(stdscr, (int)y, 1);
		p->drawn[y] = UI_GRAPHIC_BLOCKS;
		/* No text looks like a picture, so its cells are painted anyway. */
		for (size_t i = 0; i < PAINT_SPANS_MAX && p->linked[y] && !p->inked[y] &&
				   y < (size_t)LINES;
			i++)
			repaint(&p->spans[y][i], (int)y);
		p->linked[y] = now;
		p->inked[y] = inked;
		if (now)
			find_spans(&frame->rows[y], p->spans[y]);
	}
	if (lost)
		repaint_all(p);
}

/* Appends the address as bytes of ASCII; false if it is too long. */
static bool
put_url(struct buf *out, const char *url)
{
	for (const unsigned char *s = (const unsigned char *)url; *s; s++)
		if (*s > 0x20 && *s < 0x7f)
			buf_addc(out, (char)*s);
		else
			buf_addf(out, "%%%02X", (unsigned)*s);
	return out->len <= URL_MAX;
}

static void
write_link(const struct ui_run *run, const char *text, size_t n)
{
	struct buf url = BUF_INIT(0);
	if (put_url(&url, run->url)) {
		if (run->link) /* it may continue in the next row */
			printf("\033]8;id=%u;%s\033\\", (unsigned)run->link,
				buf_str(&url));
		else
			printf("\033]8;;%s\033\\", buf_str(&url));
		fwrite(text, 1, n, stdout);
		fputs("\033]8;;\033\\", stdout);
	}
	buf_done(&url);
}

/* Curses knows 256 colours; many terminals, more. */
static void
write_ink(const struct ui_run *run, const char *text, size_t n)
{
	const uint32_t fg = run->fg, bg = run->bg;
	printf("\033[38;2;%u;%u;%u;48;2;%u;%u;%um", fg >> 16 & 0xff, fg >> 8 & 0xff,
		fg & 0xff, bg >> 16 & 0xff, bg >> 8 & 0xff, bg & 0xff);
	fwrite(text, 1, n, stdout);
}

/* Draws what the row shows of a picture from a run on; returns the runs that it has. */
static size_t
write_picture(struct ui_paint *p, const struct ui_row *row, size_t from, size_t x,
	size_t y, enum ui_graphic_drawn *drawn)
{
	const struct ui_run *first = &row->runs[from];
	size_t len = 1;
	while (from + len < row->runs_len && first[len].picture == first->picture)
		len++;
	size_t end =
		from + len < row->runs_len ? row->runs[from + len].start : row->text.len;
	vid_puts(A_NORMAL, 0, NULL, putchar);
	*drawn = ui_graphic_draw(&p->graphic, first->picture, first->line,
		cells_of(row->text.data + first->start, end - first->start), y, x,
		y + 1 == (size_t)LINES);
	return len;
}

/* Draws the pictures of the row; false: some are not there yet. */
static bool
write_pictures(struct ui_paint *p, const struct ui_row *row, size_t y)
{
	size_t x = 0;
	bool all = true;
	for (size_t i = 0, n; i < row->runs_len; i += n) {
		const struct ui_run *run = &row->runs[i];
		enum ui_graphic_drawn drawn = UI_GRAPHIC_NOT;
		n = run->picture ? write_picture(p, row, i, x, y, &drawn) : 1;
		if (drawn == UI_GRAPHIC_DRAWN)
			p->drawn[y] = p->graphic.way;
		all &= drawn != UI_GRAPHIC_LATER;
		size_t end = i + n < row->runs_len ? run[n].start : row->text.len;
		x += cells_of(row->text.data + run->start, end - run->start);
	}
	return all;
}

/* The styles are set by curses, which has to know what is in force. */
static void
write_links(const struct ui_paint *p, const struct ui_row *row, size_t y, bool links)
{
	size_t x = 0;
	bool inked = false; /* the cursor is after a cell of a picture */
	for (size_t i = 0; i < row->runs_len; i++) {
		const struct ui_run *run = &row->runs[i];
		size_t end = i + 1 < row->runs_len ? run[1].start : row->text.len;
		const char *text = row->text.data + run->start;
		size_t n = end - run->start;
		bool ink = run->fg && p->exact && !p->graphic.way;
		if (ink && !inked) {
			vid_puts(A_NORMAL, 0, NULL, putchar);
			printf("\033[%zu;%zuH", y + 1, x + 1);
		}
		if (ink)
			write_ink(run, text, n);
		else if (inked)
			fputs("\033[m", stdout);
		inked = ink;
		if (run->url && links) {
			attr_t attr;
			short pair;
			set_style(p, run->style);
			attr_get(&attr, &pair, NULL);
			printf("\033[%zu;%zuH", y + 1, x + 1);
			vid_puts(attr, pair, NULL, putchar);
			write_link(run, text, n);
		}
		x += cells_of(text, n);
	}
	if (inked)
		fputs("\033[m", stdout);
}

/* Whether pictures are drawn now, and not in the next frame. */
static bool
has_time(const struct ui_paint *p, bool hurry, int64_t start)
{
	return !hurry && (p->graphic.way == UI_GRAPHIC_BLOCKS ||
				 time_mono_ms() - start < PICTURES_MS);
}

bool
ui_paint_links(struct ui_paint *p, const struct ui_frame *frame, bool links, bool hurry)
{
	/* Where the cursor was, some terminals draw the cell once more, over the picture.
	 */
	bool any = false, late = false,
	     hides = p->graphic.way && p->pictures && frame->cursor_shown;
	int64_t start = time_mono_ms();
	p->graphic.frame++;
	for (size_t y = 0; y < PAINT_ROWS_MAX && y < frame->height; y++) {
		if (!p->again[y])
			continue;
		/* Pictures get their exact colours when nothing else is to be done. */
		if (p->inked[y] && !has_time(p, hurry, start)) {
			p->linked[y] = 1;
			late |= !hurry;
			continue;
		}
		if (!any)
			fputs(hides ? "\033[?25l\0337" : "\0337", stdout);
		any = true;
		write_links(p, &frame->rows[y], y, links);
		if (p->inked[y] && p->graphic.way &&
			!write_pictures(p, &frame->rows[y], y))
			p->linked[y] = 1;
	}
	if (!any)
		return late;
	vid_puts(A_NORMAL, 0, NULL, putchar);
	fputs(hides ? "\0338\033[?25h" : "\0338", stdout);
	fflush(stdout);
	return late;
}
