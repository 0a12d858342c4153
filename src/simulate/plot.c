#include "config.h"

#include "simulate/plot.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"

#define CELLS_WIDE 64
#define CELLS_HIGH 20
#define LABEL_CELLS 9
#define SVG_WIDE 860
#define SVG_HIGH 520
#define SVG_LEFT 70
#define SVG_RIGHT 260 /* the legend */
#define SVG_EDGE 40
#define TICKS_MAX 32

/* The plotted range of an axis, as logarithms to base 10. */
struct axis {
	double from, until;
};

struct frame {
	struct axis polls, delay;
};

static void
widen(struct axis *axis, double value)
{
	axis->from = fmin(axis->from, log10(value));
	axis->until = fmax(axis->until, log10(value));
}

static struct frame
frame_of(const struct simulate_curve *curves, size_t len)
{
	struct frame f = {{1e9, -1e9}, {1e9, -1e9}};
	for (size_t i = 0; i < len; i++)
		for (size_t k = 0; k < curves[i].len; k++) {
			widen(&f.polls, curves[i].points[k].polls);
			widen(&f.delay, curves[i].points[k].delay);
		}
	if (f.polls.from > f.polls.until)
		f = (struct frame){{0, 1}, {0, 1}};
	struct axis *axes[] = {&f.polls, &f.delay};
	for (size_t i = 0; i < COUNT_OF(axes); i++) {
		axes[i]->from -= 0.05;
		axes[i]->until += 0.05;
	}
	return f;
}

/* The position of a value on its axis, from 0 to 1. */
static double
part(const struct axis *axis, double value)
{
	return (log10(value) - axis->from) / (axis->until - axis->from);
}

/* 1, 2, 5, 10 … within the axis. */
static size_t
ticks(const struct axis *axis, double out[TICKS_MAX])
{
	static const double steps[] = {1, 2, 5};
	size_t n = 0;
	for (int power = (int)floor(axis->from); power <= (int)axis->until + 1; power++)
		for (size_t i = 0; i < COUNT_OF(steps) && n < TICKS_MAX; i++) {
			double tick = steps[i] * pow(10, power);
			if (log10(tick) >= axis->from && log10(tick) <= axis->until)
				out[n++] = tick;
		}
	return n;
}

/* ---- terminal */

static char
letter(size_t curve)
{
	return (char)(curve < 26 ? 'a' + (int)curve : 'A' + (int)(curve % 26));
}

static size_t
cell(double where, size_t cells)
{
	double at = where * (double)(cells - 1);
	return at < 0 ? 0 : at > (double)(cells - 1) ? cells - 1 : (size_t)lround(at);
}

static void
mark(char grid[CELLS_HIGH][CELLS_WIDE], double x, double y, char c)
{
	char *at = &grid[CELLS_HIGH - 1 - cell(y, CELLS_HIGH)][cell(x, CELLS_WIDE)];
	if (*at == ' ' || *at == '.')
		*at = c;
	else if (*at != c && c != '.')
		*at = '*'; /* several curves */
}

/* Dots between two points of a curve, so that the eye can follow it. */
static void
join(char grid[CELLS_HIGH][CELLS_WIDE], const struct frame *f,
	const struct simulate_point *a, const struct simulate_point *b)
{
	for (int i = 1; i < CELLS_WIDE; i++) {
		double t = (double)i / CELLS_WIDE;
		double x = part(&f->polls, a->polls) * (1 - t) +
			   part(&f->polls, b->polls) * t;
		double y = part(&f->delay, a->delay) * (1 - t) +
			   part(&f->delay, b->delay) * t;
		char *at =
			&grid[CELLS_HIGH - 1 - cell(y, CELLS_HIGH)][cell(x, CELLS_WIDE)];
		if (*at == ' ')
			*at = '.';
	}
}

static void
put_grid(struct buf *out, char grid[CELLS_HIGH][CELLS_WIDE], const struct frame *f)
{
	double y[TICKS_MAX], x[TICKS_MAX];
	size_t n = ticks(&f->delay, y);
	char below[CELLS_WIDE + 16];
	for (size_t row = 0; row < CELLS_HIGH; row++) {
		char label[24] = "";
		for (size_t i = 0; i < n; i++)
			if (cell(part(&f->delay, y[i]), CELLS_HIGH) ==
				CELLS_HIGH - 1 - row)
				snprintf(label, sizeof label, "%.6g", y[i]);
		buf_addf(out, "%*s |", LABEL_CELLS, label);
		size_t end = CELLS_WIDE;
		while (end > 0 && grid[row][end - 1] == ' ')
			end--;
		buf_add(out, grid[row], end);
		buf_addc(out, '\n');
	}
	memset(below, ' ', sizeof below);
	n = ticks(&f->polls, x);
	size_t free_from = 0, end = 0;
	for (size_t i = 0; i < n; i++) {
		char label[16];
		size_t at = cell(part(&f->polls, x[i]), CELLS_WIDE);
		int size = snprintf(label, sizeof label, "%.4g", x[i]);
		if (at < free_from || size <= 0)
			continue;
		memcpy(below + at, label, (size_t)size);
		end = at + (size_t)size;
		free_from = end + 1;
	}
	buf_addf(out, "%*s +", LABEL_CELLS, "");
	for (size_t i = 0; i < CELLS_WIDE; i++)
		buf_addc(out, '-');
	buf_addf(out, "\n%*s  ", LABEL_CELLS, "");
	buf_add(out, below, end);
	buf_addc(out, '\n');
}

void
simulate_plot(struct buf *out, const struct simulate_curve *curves, size_t len)
{
	char grid[CELLS_HIGH][CELLS_WIDE];
	struct frame f = frame_of(curves, len);
	memset(grid, ' ', sizeof grid);
	for (size_t i = 0; i < len; i++)
		for (size_t k = 0; k + 1 < curves[i].len; k++)
			join(grid, &f, &curves[i].points[k], &curves[i].points[k + 1]);
	for (size_t i = 0; i < len; i++)
		for (size_t k = 0; k < curves[i].len; k++)
			mark(grid, part(&f.polls, curves[i].points[k].polls),
				part(&f.delay, curves[i].points[k].delay), letter(i));
	buf_addf(out, "%s\n", _("mean delay in minutes, by polls per item"));
	put_grid(out, grid, &f);
	for (size_t i = 0; i < len; i++)
		buf_addf(out, "%*s %c  %s\n", LABEL_CELLS, "", letter(i), curves[i].name);
}

/* ---- SVG */

static double
svg_x(const struct frame *f, double polls)
{
	return SVG_LEFT + part(&f->polls, polls) * (SVG_WIDE - SVG_LEFT - SVG_RIGHT);
}

static double
svg_y(const struct frame *f, double delay)
{
	return SVG_HIGH - SVG_EDGE - part(&f->delay, delay) * (SVG_HIGH - 2 * SVG_EDGE);
}

static void
svg_axes(struct buf *out, const struct frame *f)
{
	double at[TICKS_MAX];
	const double left = SVG_LEFT, right = SVG_WIDE - SVG_RIGHT, top = SVG_EDGE,
		     bottom = SVG_HIGH - SVG_EDGE;
	size_t n = ticks(&f->polls, at);
	for (size_t i = 0; i < n; i++) {
		double x = svg_x(f, at[i]);
		buf_addf(out,
			"<path class=\"g\" d=\"M%.1f %.1fV%.1f\"/>"
			"<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%g</text>\n",
			x, bottom, top, x, bottom + 16, at[i]);
	}
	n = ticks(&f->delay, at);
	for (size_t i = 0; i < n; i++) {
		double y = svg_y(f, at[i]);
		buf_addf(out,
			"<path class=\"g\" d=\"M%.1f %.1fH%.1f\"/>"
			"<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
			left, y, right, left - 6, y + 4, at[i]);
	}
	buf_addf(out, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", left, top - 14,
		_("mean delay in minutes, by polls per item"));
}

/* Names need no escaping: they consist of letters, digits, colons and hyphens. */
static void
svg_curve(struct buf *out, const struct frame *f, const struct simulate_curve *curve,
	size_t number, size_t len)
{
	char colour[40];
	snprintf(colour, sizeof colour, "hsl(%zu,70%%,%d%%)", number * 360 / len,
		number % 2 ? 35 : 48);
	buf_addf(out, "<g stroke=\"%s\" fill=\"none\"><polyline points=\"", colour);
	for (size_t k = 0; k < curve->len; k++)
		buf_addf(out, "%.1f,%.1f ", svg_x(f, curve->points[k].polls),
			svg_y(f, curve->points[k].delay));
	buf_adds(out, "\"/>");
	for (size_t k = 0; k < curve->len; k++)
		buf_addf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>",
			svg_x(f, curve->points[k].polls),
			svg_y(f, curve->points[k].delay));
	double x = SVG_WIDE - SVG_RIGHT + 20, y = SVG_EDGE + 18 * (double)number;
	buf_addf(out, "<path d=\"M%.1f %.1fh20\"/></g><text x=\"%.1f\" y=\"%.1f\">", x, y,
		x + 26, y + 4);
	buf_addf(out, "%s</text>\n", curve->name);
}

void
simulate_plot_svg(struct buf *out, const struct simulate_curve *curves, size_t len)
{
	struct frame f = frame_of(curves, len);
	/* SVG wants a decimal point, whatever the locale has. */
	char *locale = mem_strdup(setlocale(LC_NUMERIC, NULL));
	setlocale(LC_NUMERIC, "C");
	double high = fmax(SVG_HIGH, SVG_EDGE * 2 + 18 * (double)len);
	buf_addf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" "
		"font-family=\"sans-serif\" font-size=\"12\">\n"
		"<style>.g{stroke:#ccc}polyline{stroke-width:1.5}</style>\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
		SVG_WIDE, high);
	svg_axes(out, &f);
	for (size_t i = 0; i < len; i++)
		svg_curve(out, &f, &curves[i], i, len);
	buf_adds(out, "</svg>\n");
	setlocale(LC_NUMERIC, locale);
	free(locale);
}
