#include "config.h"

#include "ui/pane.h"

#include "ui/command.h"

const struct ui_layout ui_layouts[] = {
	{.name = "one", .panes = {{.contexts = UI_EVERYWHERE}}},
	{0},
};

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
