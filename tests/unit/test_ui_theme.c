/*
 * Themes: that their texts can be read, and what terminals with fewer or more colours
 * show. Contrast is computed as by WCAG 2.1 (relative luminance).
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "unit.h"

#include "base/attr.h"
#include "base/mem.h"
#include "conf/config_file.h"
#include "ui/draw/scheme.h"
#include "ui/draw/theme.h"

#define TEXT_CONTRAST 4.5
#define BOTH_CONTRAST 4.4 /* 4.58 is the most that a colour can have */

static double
luminance(uint32_t rgb)
{
	static const double weights[] = {0.2126, 0.7152, 0.0722};
	double sum = 0;
	for (int i = 0; i < 3; i++) {
		double c = (rgb >> (16 - 8 * i) & 0xff) / 255.0;
		c = c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
		sum += weights[i] * c;
	}
	return sum;
}

static double
contrast(uint32_t a, uint32_t b)
{
	double x = luminance(a), y = luminance(b);
	return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

/* Every element of every theme, as a terminal with all colours shows it. */
static void
every_text_can_be_read(void **state)
{
	(void)state;
	size_t themes = 0;
	for (const struct ui_scheme *p = ui_schemes; p->name; p++, themes++) {
		struct ui_theme theme;
		ui_theme_init(&theme, p, 1 << 24);
		for (int i = 0; i < STYLE_COUNT_OF; i++) {
			const struct ui_appearance *appearance = &theme.styles[i];
			uint32_t ground = appearance->bg == UI_COLOR_DEFAULT
						  ? p->inks[INK_GROUND]
						  : (uint32_t)appearance->bg;
			uint32_t text = appearance->fg == UI_COLOR_DEFAULT
						? p->inks[INK_TEXT]
						: (uint32_t)appearance->fg;
			if (contrast(text, ground) < TEXT_CONTRAST)
				fail_msg("%s: %s has %.1f", p->name, ui_theme_name(i),
					contrast(text, ground));
		}
	}
	assert_true(themes >= 9);
}

/* The theme for an unknown ground, on black and on white. */
static void
the_default_can_be_read_on_both_grounds(void **state)
{
	static const int colors[] = {256, 1 << 24};
	(void)state;
	for (size_t c = 0; c < COUNT_OF(colors); c++) {
		struct ui_theme theme;
		ui_theme_init(&theme, NULL, colors[c]);
		for (int i = 0; i < STYLE_COUNT_OF; i++) {
			const struct ui_appearance *appearance = &theme.styles[i];
			if (appearance->bg != UI_COLOR_DEFAULT ||
				appearance->fg == UI_COLOR_DEFAULT)
				continue;
			assert_true(appearance->fg >= 16);
			uint32_t text = colors[c] == 256 ? ui_scheme_rgb(appearance->fg)
							 : (uint32_t)appearance->fg;
			double dark = contrast(text, 0), light = contrast(text, 0xffffff);
			if (dark < BOTH_CONTRAST || light < BOTH_CONTRAST)
				fail_msg("%s has %.1f on black, %.1f on white",
					ui_theme_name(i), dark, light);
		}
	}
}

/* Red against green is what many do not see. */
static void
colour_blind_does_without_red_and_green(void **state)
{
	(void)state;
	const struct ui_scheme *p = ui_scheme("colour-blind");
	assert_non_null(p);
	for (int i = INK_TEXT; i < INK_LEN; i++) {
		int red = (int)(p->inks[i] >> 16), green = (int)(p->inks[i] >> 8 & 0xff);
		int blue = (int)(p->inks[i] & 0xff);
		assert_false(green > red + 60 && green > blue + 60);
		assert_false(red > green + 110 && red > blue + 110);
	}
}

static void
grounds_are_told_by_the_environment(void **state)
{
	(void)state;
	static const struct {
		const char *value, *name;
	} cases[] = {
		{"0;15", "courant-light"},
		{"0;default;7", "courant-light"},
		{"15;0", "courant-dark"},
		{"12;8", "courant-dark"},
		{NULL, NULL},
		{"", NULL},
		{"15", NULL},
		{"0;x", NULL},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct ui_scheme *p = ui_scheme_auto(cases[i].value);
		if (cases[i].name)
			assert_string_equal(p->name, cases[i].name);
		else
			assert_null(p);
	}
}

static int
set(struct ui_theme *theme, int colors, const char *fg)
{
	char element[] = "star", *color = mem_strdup(fg);
	char *words[] = {element, color};
	const struct config_words line = {
		.file = "config", .line = 1, .words = words, .len = 2};
	int status = ui_theme_set(theme, &line, colors, NULL);
	free(color);
	return status;
}

static void
colours_fall_to_what_there_is(void **state)
{
	(void)state;
	static const struct {
		const char *word;
		int colors, number; /* -2: refused */
	} cases[] = {
		{"#ff0000", 256, 196},
		{"#000000", 256, 16},
		{"#808080", 256, 244},
		{"#ff0000", 16, 9},
		{"#ff0000", 8, 1},
		{"#12ab9F", 1 << 24, 0x12ab9f},
		{"200", 256, 200},
		{"196", 8, 1},
		{"231", 1 << 24, 0xffffff},
		{"24", 1 << 24, 0x005f87},
		{"bright-red", 8, 1},
		{"#12345", 256, -2},
		{"#12345g", 256, -2},
		{"#1234567", 256, -2},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_theme theme;
		ui_theme_init(&theme, NULL, cases[i].colors);
		int status = set(&theme, cases[i].colors, cases[i].word);
		assert_int_equal(status, cases[i].number == -2 ? ERR_INVALID : OK);
		if (status == OK)
			assert_int_equal(theme.styles[STYLE_STAR].fg, cases[i].number);
	}
}

static void
names_of_newsboat_work(void **state)
{
	(void)state;
	static const struct {
		const char *line[5];
		int style, fg, flags;
	} cases[] = {
		{{"listnormal", "color245", "default", "standout"}, STYLE_READ, 245,
			UI_ATTRIBUTE_REVERSE},
		{{"listnormal_unread", "red", "default", "bold"}, STYLE_UNREAD, 1,
			UI_ATTRIBUTE_BOLD},
		{{"list-item-important", "red", "default", "underlined"}, STYLE_STAR, 1,
			UI_ATTRIBUTE_UNDERLINE},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct ui_theme theme;
		ui_theme_init(&theme, NULL, 256);
		char *words[4];
		for (size_t k = 0; k < COUNT_OF(words); k++)
			words[k] = mem_strdup(cases[i].line[k]);
		const struct config_words line = {
			.file = "config", .line = 1, .words = words, .len = 4};
		assert_int_equal(ui_theme_set(&theme, &line, 256, NULL), OK);
		assert_int_equal(theme.styles[cases[i].style].fg, cases[i].fg);
		assert_int_equal(theme.styles[cases[i].style].flags, cases[i].flags);
		for (size_t k = 0; k < COUNT_OF(words); k++)
			free(words[k]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_text_can_be_read),
		cmocka_unit_test(the_default_can_be_read_on_both_grounds),
		cmocka_unit_test(colour_blind_does_without_red_and_green),
		cmocka_unit_test(grounds_are_told_by_the_environment),
		cmocka_unit_test(colours_fall_to_what_there_is),
		cmocka_unit_test(names_of_newsboat_work),
	};
	return UNIT_RUN(tests);
}
