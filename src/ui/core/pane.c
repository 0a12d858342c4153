#include "config.h"

#include "ui/core/pane.h"

#include "base/str.h"
#include "ui/command/command.h"

#define LISTS (UI_EVERYWHERE & ~(UI_FEEDS | UI_ARTICLE))
#define NOT_FEEDS (UI_EVERYWHERE & ~UI_FEEDS)

#define UI_ROWS_LEAST 3 /* of a pane that is made smaller */
#define UI_COLUMNS_LEAST 12
#define ONE_FROM 80    /* columns for two panes, if the user wants them */
#define TWO_FROM 110   /* columns from which two are the default, */
#define THREE_FROM 170 /* and three */
#define BELOW_FROM 24  /* rows for two panes one below the other, */
#define TALL_FROM 50   /* and from which they are the default */

/* Shares are in tens, so that UI_SHARE_STEP makes a visible but small difference. */
const struct ui_layout ui_layouts[] = {
	{.name = "one", .panes = {{.contexts = UI_EVERYWHERE}}},
	{
		.name = "two",
		.from = ONE_FROM,
		.slides = true,
		.panes =
			{
				{.contexts = UI_FEEDS, .width = 20},
				{.contexts = NOT_FEEDS, .width = 32},
			},
	},
	{
		.name = "two",
		.from = ONE_FROM,
		.panes =
			{
				{.contexts = UI_EVERYWHERE & ~UI_ARTICLE, .width = 20},
				{.contexts = UI_ARTICLE, .width = 32},
			},
	},
	{
		.name = "three",
		.from = TWO_FROM,
		.panes =
			{
				{.contexts = UI_FEEDS, .width = 12},
				{.contexts = LISTS, .width = 20},
				{.contexts = UI_ARTICLE, .width = 28},
			},
	},
	{
		.name = "below",
		.from = TWO_FROM,
		.tall_from = BELOW_FROM,
		.panes =
			{
				{.contexts = UI_FEEDS, .width = 12},
				{.contexts = LISTS, .width = 36, .height = 10},
				{.contexts = UI_ARTICLE, .below = true, .height = 20},
			},
	},
	{
		.name = "below",
		.tall_from = BELOW_FROM,
		.slides = true,
		.panes =
			{
				{.contexts = UI_FEEDS, .height = 16},
				{.contexts = NOT_FEEDS, .below = true, .height = 20},
			},
	},
	{
		.name = "below",
		.tall_from = BELOW_FROM,
		.panes =
			{
				{.contexts = UI_EVERYWHERE & ~UI_ARTICLE, .height = 12},
				{.contexts = UI_ARTICLE, .below = true, .height = 24},
			},
	},
	{0},
};

static size_t
fitting(const char *name, size_t width, size_t height)
{
	for (size_t i = 0; ui_layouts[i].name; i++)
		if (str_eq(ui_layouts[i].name, name) && width >= ui_layouts[i].from &&
			height >= ui_layouts[i].tall_from)
			return i;
	return 0;
}

static const char *
usual(size_t width, size_t height)
{
	if (width >= TWO_FROM)
		return width >= THREE_FROM ? "three" : "two";
	return height >= TALL_FROM ? "below" : "one";
}

size_t
ui_layout_choose(const char *name, size_t width, size_t height)
{
	if (str_eq(name, "auto"))
		name = usual(width, height);
	size_t found = fitting(name, width, height);
	return found || !str_eq(name, "three") ? found : fitting("two", width, height);
}

static size_t
share(size_t n)
{
	return n ? n : 1;
}

/* Stacks the panes of one column, starting with pane `first`; returns how many. */
static size_t
divide_column(const struct ui_pane_rule *rules, size_t first, struct ui_area column,
	struct ui_pane *panes)
{
	size_t end = first, all = 0, y = column.y;
	do {
		all += share(rules[end].height);
		end++;
	} while (end < UI_PANES_MAX && rules[end].contexts && rules[end].below);
	for (size_t i = first; i < end; i++) {
		size_t own = column.height * share(rules[i].height) / all;
		panes[i].area = column;
		panes[i].area.y = y;
		panes[i].area.height = i + 1 < end ? own : column.y + column.height - y;
		y += own;
	}
	return end - first;
}

size_t
ui_pane_divide(const struct ui_layout *layout, size_t width, size_t height,
	struct ui_pane *panes)
{
	const struct ui_pane_rule *rules = layout->panes;
	size_t len = 0, all = 0, columns = 0;
	for (; len < UI_PANES_MAX && rules[len].contexts; len++)
		if (!rules[len].below) {
			all += share(rules[len].width);
			columns++;
		}
	size_t gaps = columns ? columns - 1 : 0, x = 0;
	size_t room = width > gaps ? width - gaps : 0;
	for (size_t i = 0; i < len;) {
		struct ui_area column = {.x = x, .height = height};
		column.width = room * share(rules[i].width) / all;
		if (--columns == 0)
			column.width = width > x ? width - x : 0;
		x += column.width + 1;
		i += divide_column(rules, i, column, panes);
	}
	return len;
}

/* The shares of a column's panes are heights, those of the columns widths. */
static size_t *
share_of(struct ui_pane_rule *rules, size_t i, bool stacked)
{
	return stacked ? &rules[i].height : &rules[i].width;
}

bool
ui_pane_grow(struct ui_layout *layout, size_t pane, bool shrink)
{
	struct ui_pane_rule *rules = layout->panes;
	size_t len = 0, columns = 0;
	for (; len < UI_PANES_MAX && rules[len].contexts; len++)
		columns += !rules[len].below;
	if (len < 2)
		return false;
	bool stacked = columns == 1 || rules[pane].below ||
		       (pane + 1 < len && rules[pane + 1].below);
	size_t *own = share_of(rules, pane, stacked);
	if (shrink && *own <= 2 * UI_SHARE_STEP)
		return false;
	*own = shrink ? *own - UI_SHARE_STEP : *own + UI_SHARE_STEP;
	return true;
}

/* Moves cells between two shares. */
static void
shift(size_t *before, size_t *after, long by, long least)
{
	long room = (long)*before + (long)*after;
	if (room < 2 * least)
		return;
	long now = (long)*before + by;
	now = now > room - least ? room - least : now;
	now = now < least ? least : now;
	*before = (size_t)now;
	*after = (size_t)(room - now);
}

void
ui_pane_drag(struct ui_layout *layout, const struct ui_pane *panes, size_t pane, long by)
{
	struct ui_pane_rule *rules = layout->panes;
	size_t before = pane - 1;
	/* Shares become cells, so that the border is where it was put. */
	for (size_t i = 0; i < UI_PANES_MAX && rules[i].contexts; i++) {
		rules[i].width = panes[i].area.width;
		rules[i].height = panes[i].area.height;
	}
	while (!rules[pane].below && rules[before].below)
		before--;
	if (rules[pane].below)
		shift(&rules[before].height, &rules[pane].height, by, UI_ROWS_LEAST);
	else
		shift(&rules[before].width, &rules[pane].width, by, UI_COLUMNS_LEAST);
}
