#include "config.h"

#include "ui/items/items_row.h"

#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/utf8.h"
#include "store/item/list.h"
#include "ui/draw/list_cursor.h"
#include "ui/draw/row.h"

#define WEEK_DAYS 7
#define MONTHS 12

/* What comes first; other numbers are those of months, by their year. */
enum {
	HEADING_TODAY,
	HEADING_YESTERDAY,
	HEADING_WEEK,
	HEADING_MONTHS,
	HEADING_YEARS = HEADING_MONTHS + MONTHS,
};

/* Days since 1970 in local time. */
static int64_t
day_of(int64_t time, struct tm *local)
{
	time_t when = (time_t)time;
	if (!localtime_r(&when, local))
		*local = (struct tm){.tm_year = 70};
	int64_t year = local->tm_year + 1900 - 1;
	int64_t days = year * 365 + year / 4 - year / 100 + year / 400;
	return days + local->tm_yday;
}

/* A number that tells days, weeks, months and years apart as headings do. */
static int
heading_of(int64_t time, int64_t now)
{
	struct tm then, today;
	int64_t ago = day_of(now, &today) - day_of(time, &then);
	ago = ago > 0 ? ago : 0;
	if (ago < 2)
		return ago ? HEADING_YESTERDAY : HEADING_TODAY;
	if (ago < WEEK_DAYS)
		return HEADING_WEEK;
	if (then.tm_year == today.tm_year)
		return HEADING_MONTHS + then.tm_mon;
	return HEADING_YEARS + then.tm_year;
}

/* Appends what the heading says. */
static void
put_name(int64_t time, int64_t now, struct buf *out)
{
	static const char *const names[] = {
		[HEADING_TODAY] = N_("Today"),
		[HEADING_YESTERDAY] = N_("Yesterday"),
		[HEADING_WEEK] = N_("This week"),
	};
	int heading = heading_of(time, now);
	time_t when = (time_t)time;
	struct tm local;
	char text[64];
	if (heading < HEADING_MONTHS) {
		buf_adds(out, _(names[heading]));
		return;
	}
	if (!localtime_r(&when, &local))
		return;
	size_t n = strftime(
		text, sizeof text, heading < HEADING_YEARS ? "%B" : "%Y", &local);
	utf8_clean_line(out, text, n, 0);
}

void
ui_items_heading_put(struct ui_row *row, int64_t time, int64_t now)
{
	struct buf name = BUF_INIT(0);
	put_name(time, now, &name);
	ui_row_blank(row, 1);
	ui_row_put(row, STYLE_RULE, "── ", 3);
	ui_row_put(row, STYLE_HINT, buf_str(&name), ui_row_left(row));
	ui_row_blank(row, 1);
	while (ui_row_left(row) > 1)
		ui_row_put(row, STYLE_RULE, "─", 1);
	ui_row_end(row);
	buf_done(&name);
}

size_t
ui_items_heading_place(const struct store_key *keys, const struct ui_list *list,
	size_t height, int64_t now, size_t *y)
{
	size_t row = 0, len = 0;
	int last = -1;
	for (size_t i = list->top; i < list->len && row < height; i++) {
		int heading = heading_of(keys[i].time, now);
		row += heading != last;
		last = heading;
		if (row < height)
			y[len++] = row++;
	}
	return len;
}

/* The row of the frame that the cursor is on. */
static size_t
row_of_cursor(const struct store_key *keys, const struct ui_list *list, int64_t now)
{
	size_t row = 0;
	int last = -1;
	for (size_t i = list->top; i <= list->cursor; i++) {
		int heading = heading_of(keys[i].time, now);
		row += (heading != last) + (i > list->top);
		last = heading;
	}
	return row;
}

void
ui_items_heading_fit(
	const struct store_key *keys, struct ui_list *list, size_t height, int64_t now)
{
	while (list->top < list->cursor && row_of_cursor(keys, list, now) >= height)
		list->top++;
}
