#include "config.h"

#include "ui/draw/scheme.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/str.h"

#define DIRECT_FROM 257 /* colours from which a number is the colour itself */
#define CUBE 6          /* steps of each primary colour in xterm's 256 */
#define CUBE_FIRST 16
#define GREYS_FIRST 232
#define GREYS 24

/* A test computes their contrasts: at least 4.5 : 1. The colour-blind palette does not
 * rely on red and green. */
const struct ui_scheme ui_schemes[] = {
	{"courant-dark", {0x1c1c1c, 0xe4e4e4, 0xb2b2b2, 0x5fd7ff, 0x87d787, 0xffd75f,
				 0xd7afff, 0xff8787, 0xffffff, 0x005f87, 0xffffff,
				 0x4e4e4e, 0x000000, 0xffd75f}},
	{"courant-light", {0xffffff, 0x1c1c1c, 0x5f5f5f, 0x005f87, 0x005f00, 0x785a00,
				  0x87005f, 0xaf0000, 0xffffff, 0x005f87, 0x000000,
				  0xd0d0d0, 0x000000, 0xffd75f}},
	{"high-contrast", {0x000000, 0xffffff, 0xffffff, 0x00ffff, 0x00ff00, 0xffff00,
				  0xff87ff, 0xff8700, 0x000000, 0xffffff, 0x000000,
				  0xffff00, 0x000000, 0x00ffff}},
	{"colour-blind", {0x1c1c1c, 0xe4e4e4, 0xb2b2b2, 0x56b4e9, 0xe4e4b0, 0xf0e442,
				 0xe0a0c8, 0xff9e4a, 0xffffff, 0x00528a, 0xffffff,
				 0x4e4e4e, 0x000000, 0xf0e442}},
	{"gruvbox", {0x282828, 0xebdbb2, 0xa89984, 0x83a598, 0xb8bb26, 0xfabd2f, 0xd3869b,
			    0xfb6a5a, 0xfbf1c7, 0x504945, 0xfbf1c7, 0x665c54, 0x282828,
			    0xfabd2f}},
	{"solarized-dark", {0x002b36, 0x93a1a1, 0x839496, 0x2aa198, 0x859900, 0xb58900,
				   0x8c90d8, 0xe8716a, 0xeee8d5, 0x0f4a58, 0xfdf6e3,
				   0x0f4a58, 0x002b36, 0xb58900}},
	{"solarized-light", {0xfdf6e3, 0x4a5f66, 0x5b6e74, 0x1f6fa8, 0x5f6b00, 0x7d5c00,
				    0xb02069, 0xb5251f, 0xfdf6e3, 0x586e75, 0x073642,
				    0xdcd5bd, 0x073642, 0xe0b840}},
	{"nord", {0x2e3440, 0xeceff4, 0xaeb6c4, 0x88c0d0, 0xa3be8c, 0xebcb8b, 0xc9a3c2,
			 0xe09aa0, 0xeceff4, 0x4c566a, 0xeceff4, 0x4c566a, 0x2e3440,
			 0xebcb8b}},
	{"dracula", {0x282a36, 0xf8f8f2, 0xa9afd0, 0x8be9fd, 0x50fa7b, 0xf1fa8c, 0xff79c6,
			    0xff7a7a, 0xf8f8f2, 0x44475a, 0xf8f8f2, 0x44475a, 0x282a36,
			    0xf1fa8c}},
	{"catppuccin", {0x1e1e2e, 0xcdd6f4, 0xa6adc8, 0x89b4fa, 0xa6e3a1, 0xf9e2af,
			       0xcba6f7, 0xf38ba8, 0xcdd6f4, 0x45475a, 0xcdd6f4, 0x45475a,
			       0x1e1e2e, 0xf9e2af}},
	{0},
};

const struct ui_scheme *
ui_scheme(const char *name)
{
	for (const struct ui_scheme *p = ui_schemes; p->name; p++)
		if (str_eq(p->name, name))
			return p;
	return NULL;
}

const struct ui_scheme *
ui_scheme_auto(const char *colorfgbg)
{
	const char *last = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
	int64_t ground;
	if (!last || str_int(span_of(last + 1), &ground) != OK)
		return NULL;
	return ui_scheme(ground == 7 || ground == 15 ? "courant-light" : "courant-dark");
}

static int
level(int step)
{
	return step ? 55 + 40 * step : 0;
}

uint32_t
ui_scheme_rgb(int number)
{
	if (number >= GREYS_FIRST) {
		uint32_t grey = (uint32_t)(8 + 10 * (number - GREYS_FIRST));
		return grey << 16 | grey << 8 | grey;
	}
	int at = number - CUBE_FIRST;
	return (uint32_t)level(at / CUBE / CUBE) << 16 |
	       (uint32_t)level(at / CUBE % CUBE) << 8 | (uint32_t)level(at % CUBE);
}

static int
distance(uint32_t a, uint32_t b)
{
	int sum = 0;
	for (int shift = 0; shift <= 16; shift += 8) {
		int d = (int)(a >> shift & 0xff) - (int)(b >> shift & 0xff);
		sum += d * d;
	}
	return sum;
}

/* xterm's first 16 colours. */
static const uint32_t basic[] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee,
	0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff,
	0xff00ff, 0x00ffff, 0xffffff};

int
ui_scheme_number(uint32_t rgb, int colors)
{
	if (colors >= DIRECT_FROM)
		return (int)rgb;
	bool many = colors >= GREYS_FIRST + GREYS;
	int first = many ? CUBE_FIRST : 0, len = many ? 256 : colors >= 16 ? 16 : 8;
	int best = first;
	for (int i = first; i < len; i++) {
		uint32_t one = many ? ui_scheme_rgb(i) : basic[i];
		uint32_t other = many ? ui_scheme_rgb(best) : basic[best];
		if (distance(rgb, one) < distance(rgb, other))
			best = i;
	}
	return best;
}
