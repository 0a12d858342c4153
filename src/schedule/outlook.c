#include "config.h"

#include "schedule/outlook.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/time.h"
#include "base/utf8.h"
#include "model/http.h"
#include "model/schedule.h"
#include "schedule/habit.h"
#include "schedule/overflow.h"

#define ENOUGH_BURSTS 5 /* a scale's prior weighs as much: with fewer, we would guess */
#define YEAR (366 * TIME_DAY)
#define WHEN_SIZE 64
#define HOURS_LEAST 24 /* of a feed, on average, to compare it with hourly polling */
#define LABEL_CELLS 13
#define CELLS_MAX 200

/* ---- a feed's habit */

/* The first time at which ∫ of the bursts' rate from now on reaches ln 2. The levels are
 * those of the forecast in schedule/habit.h. */
static int64_t
next_post(const struct habit *habit, const struct habit_shape *shape, int64_t now)
{
	double rate[HABIT_SCALES], t = (double)now, sum = 0;
	const double goal = log(2);
	double size = (double)habit->size[0] / (double)habit->size[1];
	habit_level(&habit_model, habit, rate);
	while (t < (double)(now + YEAR)) {
		double level = rate[HABIT_SCALES - 1];
		for (size_t k = 0; k + 1 < HABIT_SCALES; k++)
			level += (rate[k] - rate[k + 1]) *
				 exp(-(t - (double)now) / habit_scale(k));
		double flow = level / size * habit_shape_at(shape, t);
		double step = fmin(fmax((t - (double)now) / 20, 60), 3600);
		if (sum + flow * step >= goal)
			return (int64_t)(t + (goal - sum) / flow);
		sum += flow * step;
		t += step;
	}
	return TIME_NONE;
}

void
outlook_of(struct outlook *out, const struct habit *habit, int64_t now, int64_t offset)
{
	struct habit_shape shape;
	double rate[HABIT_SCALES];
	*out = (struct outlook){.next_post = TIME_NONE};
	out->known = habit->seen != TIME_NONE && habit->size[1] >= ENOUGH_BURSTS;
	if (!out->known)
		return;
	habit_shape(&habit_model, habit, &shape);
	habit_level(&habit_model, habit, rate);
	double level = rate[HABIT_SCALES / 2];
	out->per_day = level * (double)TIME_DAY;
	/* The fourth day after 1 January 1970, a Thursday, is a Monday. */
	int64_t monday = 4 * TIME_DAY - offset;
	for (size_t day = 0; day < OUTLOOK_DAYS; day++)
		for (size_t hour = 0; hour < OUTLOOK_HOURS; hour++) {
			int64_t at = monday + (int64_t)day * TIME_DAY +
				     (int64_t)hour * TIME_HOUR + TIME_HOUR / 2;
			double x = level * (double)TIME_HOUR *
				   habit_shape_at(&shape, (double)at);
			out->rate[day][hour] = x;
			out->most = fmax(out->most, x);
		}
	out->next_post = next_post(habit, &shape, now);
}

/* ---- the heat map */

size_t
outlook_shade(const struct outlook *outlook, size_t day, size_t hour)
{
	if (!(outlook->most > 0))
		return 0;
	double part = outlook->rate[day][hour] / outlook->most;
	return (size_t)lround(part * (OUTLOOK_SHADES - 1));
}

static const char *
shade_text(size_t shade)
{
	static const char *const blocks[OUTLOOK_SHADES] = {
		" ", "\xe2\x96\x91", "\xe2\x96\x92", "\xe2\x96\x93", "\xe2\x96\x88"};
	return blocks[shade < OUTLOOK_SHADES ? shade : OUTLOOK_SHADES - 1];
}

/* The name of the day in the user's language, by a noon of the local time zone. */
static void
put_day(size_t day, struct buf *out)
{
	char name[WHEN_SIZE];
	int64_t noon = (4 + (int64_t)day) * TIME_DAY + TIME_DAY / 2;
	time_format_local(noon - time_local_offset(noon), "%a", name, sizeof name);
	utf8_column(out, name, LABEL_CELLS);
}

void
outlook_heat(const struct outlook *outlook, struct buf *out)
{
	buf_addf(out, "%*s", LABEL_CELLS + 1, "");
	for (size_t hour = 0; hour < OUTLOOK_HOURS; hour += 3)
		buf_addf(out, "%-6zu", hour);
	while (out->len > 0 && buf_str(out)[out->len - 1] == ' ')
		buf_cut(out, out->len - 1);
	buf_addc(out, '\n');
	for (size_t day = 0; day < OUTLOOK_DAYS; day++) {
		put_day(day, out);
		buf_addc(out, '|');
		for (size_t hour = 0; hour < OUTLOOK_HOURS; hour++) {
			const char *text = shade_text(outlook_shade(outlook, day, hour));
			buf_addf(out, "%s%s", text, text);
		}
		buf_adds(out, "|\n");
	}
	buf_addf(out, "%*s", LABEL_CELLS + 1, "");
	buf_addf(out, _("%s%s: %.3g posts per hour; %.3g per day\n"),
		shade_text(OUTLOOK_SHADES - 1), shade_text(OUTLOOK_SHADES - 1),
		outlook->most, outlook->per_day);
}

/* ---- the time line */

struct line {
	int64_t from, until;
	size_t cells;
};

/* The cell of a time; line->cells when it is outside. */
static size_t
cell_of(const struct line *line, int64_t at)
{
	if (at < line->from || at > line->until)
		return line->cells;
	double part = (double)(at - line->from) / (double)(line->until - line->from + 1);
	return (size_t)(part * (double)line->cells);
}

static void
put_cells(const char *name, const char *row, size_t cells, struct buf *out)
{
	utf8_column(out, name, LABEL_CELLS);
	buf_addc(out, ' ');
	buf_add(out, row, cells);
	buf_addc(out, '\n');
}

/* The posts of each cell as a digit, ten or more as "+". */
static void
put_posts(const struct line *line, const struct schedule_window *window, struct buf *out)
{
	char row[CELLS_MAX];
	memset(row, '.', line->cells);
	for (size_t i = 0; i < window->len; i++) {
		size_t cell = cell_of(line, window->times[i]);
		if (cell < line->cells)
			row[cell] = row[cell] == '.' ? '1'
				    : row[cell] == '9' || row[cell] == '+'
					    ? '+'
					    : (char)(row[cell] + 1);
	}
	put_cells(_("Posts"), row, line->cells, out);
}

static void
put_polls(const struct line *line, const struct http_state *http, int64_t now,
	struct buf *out)
{
	char row[CELLS_MAX];
	memset(row, ' ', line->cells);
	for (size_t i = 0; i < http_polls(http); i++) {
		struct http_poll poll = http_poll_at(http, i);
		size_t cell = cell_of(line, poll.at);
		if (cell < line->cells && row[cell] != '*')
			row[cell] = poll.trouble ? 'x' : poll.new_items > 0 ? '*' : 'o';
	}
	size_t here = cell_of(line, now), next = cell_of(line, http->next_poll);
	if (here < line->cells && row[here] == ' ')
		row[here] = '|';
	if (next < line->cells)
		row[next] = '>';
	put_cells(_("Polls"), row, line->cells, out);
}

static void
put_times(const struct line *line, struct buf *out)
{
	char from[WHEN_SIZE], until[WHEN_SIZE];
	const char *pattern = _("%a %H:%M");
	time_format_local(line->from, pattern, from, sizeof from);
	time_format_local(line->until, pattern, until, sizeof until);
	buf_addf(out, "%*s", LABEL_CELLS + 1, "");
	buf_addf(out, _("%s to %s; * found posts, o found none, x failed, > the next\n"),
		from, until);
}

void
outlook_line(const struct schedule_window *window, const struct http_state *http,
	int64_t now, size_t cells, struct buf *out)
{
	if (http_polls(http) == 0 || cells == 0)
		return;
	struct line line = {http_poll_at(http, 0).at, now, cells};
	if (line.cells > CELLS_MAX)
		line.cells = CELLS_MAX;
	if (now - line.from < TIME_HOUR)
		line.from = now - TIME_HOUR;
	if (http->next_poll != TIME_NONE && http->next_poll != INT64_MAX &&
		http->next_poll > now)
		line.until = http->next_poll;
	put_posts(&line, window, out);
	put_polls(&line, http, now, out);
	put_times(&line, out);
}

/* ---- all feeds */

void
outlook_add(struct outlook_sum *sum, const struct schedule *schedule,
	const struct http_state *http, int64_t now)
{
	sum->feeds++;
	/* Older records did not count requests; these count the polls that succeeded. */
	sum->requests +=
		http->requests > schedule->polls ? http->requests : schedule->polls;
	sum->conditional += http->conditional;
	if (http->requests > 0 && http->day == now / TIME_DAY) {
		sum->today += http->day_requests;
		sum->today_conditional += http->day_conditional;
	}
	if (schedule->first_poll != TIME_NONE && now > schedule->first_poll)
		sum->hours += (double)(now - schedule->first_poll) / (double)TIME_HOUR;
	double lost = overflow_loss_now(schedule, http).per_day;
	sum->losing += lost >= 0.5;
	sum->lost += lost >= 0.5 ? lost : 0;
	sum->waited += (double)schedule->waited;
	sum->items += schedule->waited_items;
}

static void
put_losses(const struct outlook_sum *sum, struct buf *out)
{
	if (sum->losing == 0)
		return;
	buf_addf(out,
		P_("%" PRIu64
		   " feed posts more than it shows: about %.0f items a day are missed\n",
			"%" PRIu64 " feeds post more than they show: about %.0f items a "
			"day are missed\n",
			sum->losing),
		sum->losing, sum->lost);
}

void
outlook_sum_text(const struct outlook_sum *sum, struct buf *out)
{
	char rough[WHEN_SIZE];
	buf_addf(out,
		P_("%" PRIu64 " request today (UTC)", "%" PRIu64 " requests today (UTC)",
			sum->today),
		sum->today);
	if (sum->today > 0)
		buf_addf(out, _(", %.0f %% of them asking only for changes"),
			100 * (double)sum->today_conditional / (double)sum->today);
	buf_addc(out, '\n');
	buf_addf(out,
		P_("%" PRIu64 " request so far", "%" PRIu64 " requests so far",
			sum->requests),
		sum->requests);
	if (sum->hours >= HOURS_LEAST * (double)sum->feeds)
		buf_addf(out, _("; hourly polling would have made %.0f"), sum->hours);
	buf_addc(out, '\n');
	put_losses(sum, out);
	if (sum->items == 0)
		return;
	time_format_wait(
		(int64_t)(sum->waited / (double)sum->items), rough, sizeof rough);
	buf_addf(out,
		_("on average, a post was found after %s; with hourly polling, after 30 "
		  "min\n"),
		rough);
}
