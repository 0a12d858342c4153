#include "config.h"

#include "ui/draw/theme.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "conf/config_file.h"
#include "ui/draw/scheme.h"

enum {
	BLACK,
	RED,
	GREEN,
	YELLOW,
	BLUE,
	MAGENTA,
	CYAN,
	WHITE,
	NONE = UI_COLOR_DEFAULT
};

static const char *const names[STYLE_COUNT_OF + 1] = {
	[STYLE_NORMAL] = "normal",
	[STYLE_TITLE] = "title",
	[STYLE_STATUS] = "status",
	[STYLE_PROMPT] = "prompt",
	[STYLE_KEY] = "key",
	[STYLE_HINT] = "hint",
	[STYLE_ERROR] = "error",
	[STYLE_NOTE] = "note",
	[STYLE_UNREAD] = "unread",
	[STYLE_READ] = "read",
	[STYLE_COUNT] = "count",
	[STYLE_TAG] = "tag",
	[STYLE_STAR] = "star",
	[STYLE_DATE] = "date",
	[STYLE_FEED] = "feed",
	[STYLE_HEADING] = "heading",
	[STYLE_HEADING1] = "heading1",
	[STYLE_HEADING2] = "heading2",
	[STYLE_META] = "meta",
	[STYLE_RULE] = "rule",
	[STYLE_LINK] = "link",
	[STYLE_QUOTE] = "quote",
	[STYLE_CODE] = "code",
	[STYLE_BLOCK] = "code-block",
	[STYLE_HIGHLIGHT] = "highlight",
	[STYLE_MARK] = "mark",
	[STYLE_PICK] = "pick",
	[STYLE_SELECTED] = "selected",
};

/* newsboat's and newsraft's names of elements. */
static const struct {
	const char *name;
	int style;
} aliases[] = {
	{"background", STYLE_NORMAL},
	{"article", STYLE_NORMAL},
	{"listnormal", STYLE_READ},
	{"listnormal_unread", STYLE_UNREAD},
	{"listfocus", STYLE_SELECTED},
	{"listfocus_unread", STYLE_SELECTED},
	{"info", STYLE_STATUS},
	{"hint-key", STYLE_KEY},
	{"hint-description", STYLE_HINT},
	{"list-item", STYLE_READ},
	{"list-item-unread", STYLE_UNREAD},
	{"list-item-selected", STYLE_SELECTED},
	{"list-item-important", STYLE_STAR},
	{"list-feed-failed", STYLE_ERROR},
	{"status-fail", STYLE_ERROR},
};

/* The styles without a theme for one ground, on dark and on light backgrounds. They name
 * 8 colours; a terminal that has 256 shows those of `midway` where text has one of them.
 */
static const struct {
	struct ui_appearance color;
	int mono; /* attributes without colours */
} styles[STYLE_COUNT_OF] = {
	[STYLE_NORMAL] = {{NONE, NONE, 0}, 0},
	[STYLE_TITLE] = {{WHITE, BLUE, UI_ATTRIBUTE_BOLD},
		UI_ATTRIBUTE_REVERSE | UI_ATTRIBUTE_BOLD},
	[STYLE_STATUS] = {{WHITE, BLUE, 0}, UI_ATTRIBUTE_REVERSE},
	[STYLE_PROMPT] = {{NONE, NONE, 0}, 0},
	[STYLE_KEY] = {{NONE, NONE, UI_ATTRIBUTE_BOLD}, UI_ATTRIBUTE_BOLD},
	[STYLE_HINT] = {{NONE, NONE, UI_ATTRIBUTE_DIM}, 0},
	[STYLE_ERROR] = {{RED, NONE, UI_ATTRIBUTE_BOLD}, UI_ATTRIBUTE_BOLD},
	[STYLE_NOTE] = {{GREEN, NONE, 0}, 0},
	[STYLE_UNREAD] = {{NONE, NONE, UI_ATTRIBUTE_BOLD}, UI_ATTRIBUTE_BOLD},
	[STYLE_READ] = {{NONE, NONE, 0}, 0},
	[STYLE_COUNT] = {{GREEN, NONE, UI_ATTRIBUTE_BOLD}, UI_ATTRIBUTE_BOLD},
	[STYLE_TAG] = {{CYAN, NONE, UI_ATTRIBUTE_BOLD},
		UI_ATTRIBUTE_BOLD | UI_ATTRIBUTE_UNDERLINE},
	[STYLE_STAR] = {{YELLOW, NONE, UI_ATTRIBUTE_BOLD}, UI_ATTRIBUTE_BOLD},
	[STYLE_DATE] = {{CYAN, NONE, 0}, 0},
	[STYLE_FEED] = {{GREEN, NONE, 0}, 0},
	[STYLE_HEADING] = {{NONE, NONE, UI_ATTRIBUTE_BOLD}, UI_ATTRIBUTE_BOLD},
	[STYLE_HEADING1] = {{MAGENTA, NONE, UI_ATTRIBUTE_BOLD | UI_ATTRIBUTE_UNDERLINE},
		UI_ATTRIBUTE_BOLD | UI_ATTRIBUTE_UNDERLINE},
	[STYLE_HEADING2] = {{MAGENTA, NONE, UI_ATTRIBUTE_BOLD}, UI_ATTRIBUTE_BOLD},
	[STYLE_META] = {{CYAN, NONE, 0}, 0},
	[STYLE_RULE] = {{NONE, NONE, UI_ATTRIBUTE_DIM}, 0},
	[STYLE_LINK] = {{CYAN, NONE, UI_ATTRIBUTE_UNDERLINE}, UI_ATTRIBUTE_UNDERLINE},
	[STYLE_QUOTE] = {{GREEN, NONE, 0}, 0},
	[STYLE_CODE] = {{MAGENTA, NONE, 0}, UI_ATTRIBUTE_UNDERLINE},
	[STYLE_BLOCK] = {{MAGENTA, NONE, 0}, 0},
	[STYLE_HIGHLIGHT] = {{BLACK, GREEN, 0}, UI_ATTRIBUTE_REVERSE},
	[STYLE_MARK] = {{CYAN, NONE, 0}, 0},
	[STYLE_PICK] = {{BLACK, YELLOW, 0}, UI_ATTRIBUTE_REVERSE},
	[STYLE_SELECTED] = {{NONE, NONE, UI_ATTRIBUTE_REVERSE}, UI_ATTRIBUTE_REVERSE},
};

static const char *const colors_names[] = {
	"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", NULL};

static const struct {
	const char *name;
	int flag;
} flags_names[] = {
	{"bold", UI_ATTRIBUTE_BOLD},
	{"dim", UI_ATTRIBUTE_DIM},
	{"underline", UI_ATTRIBUTE_UNDERLINE},
	{"underlined", UI_ATTRIBUTE_UNDERLINE},
	{"reverse", UI_ATTRIBUTE_REVERSE},
	{"standout", UI_ATTRIBUTE_REVERSE},
	{"italic", UI_ATTRIBUTE_ITALIC},
};

const char *
ui_theme_name(int style)
{
	return names[style];
}

const char *const *
ui_theme_names(void)
{
	return names;
}

/* What an element takes from a palette; elements that are not here have no colour. */
static const struct {
	int fg, bg; /* enum ui_ink; 0: none */
	int flags;
} inks[STYLE_COUNT_OF] = {
	[STYLE_TITLE] = {INK_BAR, INK_BAR_GROUND, UI_ATTRIBUTE_BOLD},
	[STYLE_STATUS] = {INK_BAR, INK_BAR_GROUND, 0},
	[STYLE_KEY] = {INK_TEXT, 0, UI_ATTRIBUTE_BOLD},
	[STYLE_HINT] = {INK_DIM, 0, 0},
	[STYLE_ERROR] = {INK_RED, 0, UI_ATTRIBUTE_BOLD},
	[STYLE_NOTE] = {INK_GREEN, 0, 0},
	[STYLE_UNREAD] = {INK_TEXT, 0, UI_ATTRIBUTE_BOLD},
	[STYLE_READ] = {INK_DIM, 0, 0},
	[STYLE_COUNT] = {INK_GREEN, 0, UI_ATTRIBUTE_BOLD},
	[STYLE_TAG] = {INK_BLUE, 0, UI_ATTRIBUTE_BOLD},
	[STYLE_STAR] = {INK_YELLOW, 0, UI_ATTRIBUTE_BOLD},
	[STYLE_DATE] = {INK_BLUE, 0, 0},
	[STYLE_FEED] = {INK_GREEN, 0, 0},
	[STYLE_HEADING] = {INK_TEXT, 0, UI_ATTRIBUTE_BOLD},
	[STYLE_HEADING1] = {INK_MAGENTA, 0, UI_ATTRIBUTE_BOLD | UI_ATTRIBUTE_UNDERLINE},
	[STYLE_HEADING2] = {INK_MAGENTA, 0, UI_ATTRIBUTE_BOLD},
	[STYLE_META] = {INK_BLUE, 0, 0},
	[STYLE_RULE] = {INK_DIM, 0, 0},
	[STYLE_LINK] = {INK_BLUE, 0, UI_ATTRIBUTE_UNDERLINE},
	[STYLE_QUOTE] = {INK_GREEN, 0, 0},
	[STYLE_CODE] = {INK_MAGENTA, 0, 0},
	[STYLE_BLOCK] = {INK_MAGENTA, 0, 0},
	[STYLE_HIGHLIGHT] = {INK_PICK, INK_PICK_GROUND, 0},
	[STYLE_MARK] = {INK_BLUE, 0, 0},
	[STYLE_PICK] = {INK_PICK, INK_PICK_GROUND, 0},
	[STYLE_SELECTED] = {INK_SELECTED, INK_SELECTED_GROUND, 0},
};

/* Of the 256 colours, those that are nearest to the eight and as far from black as from
 * white: text has a contrast of about 4.5 : 1 to both, and no colour has more. */
static const int midway[] = {
	[RED] = 131,
	[GREEN] = 29,
	[YELLOW] = 130,
	[MAGENTA] = 163,
	[CYAN] = 63,
	[WHITE] = 0,
};

/* Replaces a numbered colour that the terminal does not have by the nearest one. */
static int
within(int color, int colors)
{
	if (color < 16)
		return color < colors ? color : color % 8;
	return colors == 256 ? color : ui_scheme_number(ui_scheme_rgb(color), colors);
}

static struct ui_appearance
default_style(int style, int colors)
{
	struct ui_appearance appearance = styles[style].color;
	if (colors >= 256 && appearance.bg == NONE && appearance.fg >= 0 &&
		midway[appearance.fg])
		appearance.fg = within(midway[appearance.fg], colors);
	return appearance;
}

static int
ink(const struct ui_scheme *palette, int which, int colors)
{
	return which ? ui_scheme_number(palette->inks[which], colors) : NONE;
}

void
ui_theme_init(struct ui_theme *theme, const struct ui_scheme *palette, int colors)
{
	for (int i = 0; i < STYLE_COUNT_OF; i++) {
		theme->styles[i] = default_style(i, colors);
		if (palette)
			theme->styles[i] =
				(struct ui_appearance){ink(palette, inks[i].fg, colors),
					ink(palette, inks[i].bg, colors), inks[i].flags};
		if (colors < 8)
			theme->styles[i] =
				(struct ui_appearance){NONE, NONE, styles[i].mono};
	}
}

static int
style_of(const char *name)
{
	for (int i = 0; i < STYLE_COUNT_OF; i++)
		if (str_ieq(names[i], name))
			return i;
	for (size_t i = 0; i < COUNT_OF(aliases); i++)
		if (str_ieq(aliases[i].name, name))
			return aliases[i].style;
	return -1;
}

/* "#5f87af"; false: it is not of this form. */
static bool
rgb_of(const char *word, uint32_t *out)
{
	char *end;
	if (word[0] != '#' || strlen(word) != 7 ||
		strspn(word + 1, "0123456789abcdefABCDEF") != 6)
		return false;
	*out = (uint32_t)strtoul(word + 1, &end, 16);
	return true;
}

/* "red", "bright-red", "color208", "208", "#ff8700", "default". */
static bool
color_of(const char *word, int colors, int *out)
{
	uint32_t rgb;
	if (str_ieq(word, "default")) {
		*out = UI_COLOR_DEFAULT;
		return true;
	}
	if (rgb_of(word, &rgb)) {
		*out = ui_scheme_number(rgb, colors);
		return true;
	}
	int bright = str_istarts(word, "bright-") ? 8 : 0;
	for (int i = 0; colors_names[i]; i++)
		if (str_ieq(word + (bright ? 7 : 0), colors_names[i])) {
			*out = colors >= 16 ? i + bright : i;
			return true;
		}
	int64_t number;
	const char *digits = str_istarts(word, "color") ? word + 5 : word;
	if (str_int(span_of(digits), &number) != OK || number < 0 || number > 255)
		return false;
	*out = within((int)number, colors);
	return true;
}

static int
flag_of(const char *word)
{
	for (size_t i = 0; i < COUNT_OF(flags_names); i++)
		if (str_ieq(word, flags_names[i].name))
			return flags_names[i].flag;
	return 0;
}

int
ui_theme_set(struct ui_theme *theme, const struct config_words *words, int colors,
	struct err *err)
{
	if (words->len < 2)
		return err_set(err, ERR_INVALID,
			_("%s:%d: color needs ELEMENT FOREGROUND [BACKGROUND] "
			  "[ATTRIBUTE…]"),
			words->file, words->line);
	int style = style_of(words->words[0]);
	if (style < 0)
		return err_set(err, ERR_INVALID,
			_("%s:%d: unknown element \"%s\"; courant-config(5) lists them"),
			words->file, words->line, words->words[0]);
	struct ui_appearance appearance = {UI_COLOR_DEFAULT, UI_COLOR_DEFAULT, 0};
	int seen = 0;
	for (size_t i = 1; i < words->len; i++) {
		int color = 0;
		int flag = flag_of(words->words[i]);
		if (!flag && (seen == 2 || !color_of(words->words[i], colors, &color)))
			return err_set(err, ERR_INVALID,
				_("%s:%d: \"%s\" is neither a colour (black … white, "
				  "default, 0-255, #rrggbb) nor bold, dim, underline, "
				  "reverse, italic"),
				words->file, words->line, words->words[i]);
		appearance.flags |= flag;
		if (!flag && seen++ == 0)
			appearance.fg = color;
		else if (!flag)
			appearance.bg = color;
	}
	if (colors < 8) /* only attributes count; no element may become invisible */
		appearance = (struct ui_appearance){UI_COLOR_DEFAULT, UI_COLOR_DEFAULT,
			appearance.flags ? appearance.flags : theme->styles[style].flags};
	theme->styles[style] = appearance;
	return OK;
}
