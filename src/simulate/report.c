#include "config.h"

#include "simulate/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "simulate/compare.h"
#include "simulate/summary.h"
#include "simulate/trace.h"

static void
summarise(struct simulate_summary *out, const struct simulate_traces *traces,
	const struct simulate_job *job, const char *kind)
{
	simulate_summarise(
		out, job->results, traces->list, traces->len, &job->days, kind);
}

/* "4.0m", "15.0h", "4.1d" */
static void
put_delay(struct buf *out, double seconds)
{
	double minutes = seconds / 60;
	if (minutes < 600)
		buf_addf(out, "%8.1fm", minutes);
	else if (minutes < 60 * 96)
		buf_addf(out, "%8.1fh", minutes / 60);
	else
		buf_addf(out, "%8.1fd", minutes / 1440);
}

static void
put_row(struct buf *out, const struct simulate_job *job, const struct simulate_summary *s)
{
	buf_addf(out, "%-26s %9" PRIu64 " %8.3f", job->name, s->polls, s->polls_per_item);
	put_delay(out, s->mean_delay);
	put_delay(out, s->max_delay);
	buf_addf(out, " %6.2f%% %6.4f %6.4f %9.2f", 100 * (1 - s->completeness),
		s->completeness, s->window_freshness, s->waiting_mean);
	if (job->target > 0)
		buf_addf(out, "  %.4g%s", job->scale, job->close ? "" : " !");
	buf_addc(out, '\n');
}

static void
put_averages(
	struct buf *out, const struct simulate_job *job, const struct simulate_summary *s)
{
	buf_addf(out, "%-26s", job->name);
	put_delay(out, s->feeds_mean_delay);
	buf_addf(out, " %8.2f %10.0f  ", s->feeds_polls_per_item, s->feeds_error);
	put_delay(out, s->polls_mean_delay);
	buf_addf(out, " %8.2f %10.0f\n", s->polls_per_item, s->polls_error);
}

/* Whether some strategy was scaled to a number of polls. */
static bool
scaled(const struct simulate_job *jobs, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (jobs[i].target > 0)
			return true;
	return false;
}

/* Headings of columns, which go with the formats of put_row and put_averages. */
static void
put_headings(struct buf *out, bool scale)
{
	const struct {
		const char *text;
		size_t cells;
	} columns[] = {{_("polls"), 9}, {_("per item"), 8}, {_("delay"), 8},
		{_("longest"), 8}, {_("missed"), 7}, {_("compl."), 6}, {_("fresh"), 6},
		{_("waiting"), 9}};
	utf8_column(out, _("strategy"), 26);
	for (size_t i = 0; i < COUNT_OF(columns); i++) {
		buf_addc(out, ' ');
		utf8_column_right(out, columns[i].text, columns[i].cells);
	}
	if (scale)
		buf_addf(out, "  %s", _("scale"));
	buf_addc(out, '\n');
}

static void
put_average_headings(struct buf *out)
{
	utf8_column(out, "", 26);
	for (int i = 0; i < 2; i++) {
		utf8_column_right(out, i ? _("Polls") : _("Feeds"), i ? 11 : 9);
		buf_addc(out, ' ');
		utf8_column_right(out, _("PPI"), 8);
		buf_addc(out, ' ');
		utf8_column_right(out, _("Error"), 10);
	}
	buf_addc(out, '\n');
}

static void
put_table(struct buf *out, const struct simulate_traces *traces,
	const struct simulate_job *jobs, size_t len, const char *kind)
{
	struct simulate_summary s;
	summarise(&s, traces, &jobs[0], kind);
	buf_addf(out,
		P_("%s%s%zu feed, %" PRIu64 " items\n",
			"%s%s%zu feeds, %" PRIu64 " items\n", s.feeds),
		kind ? kind : "", kind ? ": " : "", (size_t)s.feeds, s.items);
	put_headings(out, scaled(jobs, len));
	for (size_t i = 0; i < len; i++) {
		summarise(&s, traces, &jobs[i], kind);
		put_row(out, &jobs[i], &s);
	}
	buf_addc(out, '\n');
	put_average_headings(out);
	for (size_t i = 0; i < len; i++) {
		summarise(&s, traces, &jobs[i], kind);
		put_averages(out, &jobs[i], &s);
	}
}

void
simulate_report_table(struct buf *out, const struct simulate_traces *traces,
	const struct simulate_job *jobs, size_t len, bool by_kind)
{
	const char *kinds[SIMULATE_KINDS_MAX];
	size_t n = by_kind ? simulate_traces_kinds(traces, kinds) : 0;
	put_table(out, traces, jobs, len, NULL);
	for (size_t i = 0; i < n; i++) {
		buf_addc(out, '\n');
		put_table(out, traces, jobs, len, kinds[i]);
	}
}

/* ---- compared with the first */

/* Requests a day, of all feeds together while they were observed. */
static double
daily(const struct simulate_job *job, const struct simulate_traces *traces)
{
	double sum = 0;
	for (size_t i = 0; i < traces->len; i++)
		if (job->results[i].observed > 0)
			sum += (double)job->results[i].polls * (double)TIME_DAY /
			       job->results[i].observed;
	return sum;
}

static void
put_comparison(struct buf *out, const char *name, const char *present, double sooner,
	double fewer)
{
	char span[32];
	time_format_wait((int64_t)fabs(sooner), span, sizeof span);
	if (fabs(sooner) < 1)
		buf_addf(out, _("%s would have shown you items as soon as %s"), name,
			present);
	else
		buf_addf(out,
			sooner > 0 ? _("%s would have shown you items %s sooner than %s")
				   : _("%s would have shown you items %s later than %s"),
			name, span, present);
	if (fabs(fewer) < 0.5)
		buf_adds(out, _(", at as many requests\n"));
	else
		buf_addf(out,
			fewer > 0 ? _(", at %.0f fewer requests a day\n")
				  : _(", at %.0f more requests a day\n"),
			fabs(fewer));
}

void
simulate_report_compared(struct buf *out, const struct simulate_traces *traces,
	const struct simulate_job *jobs, size_t len)
{
	struct simulate_summary present, other;
	double requests = daily(&jobs[0], traces);
	summarise(&present, traces, &jobs[0], NULL);
	for (size_t i = 1; i < len; i++) {
		summarise(&other, traces, &jobs[i], NULL);
		put_comparison(out, jobs[i].name, jobs[0].name,
			present.mean_delay - other.mean_delay,
			requests - daily(&jobs[i], traces));
	}
}

/* Horincar, Amann and Artières (2010), table 2. */
static const struct roses_row {
	const char *name;
	int b;
	double completeness, freshness, cost;
} roses_rows[] = {
	{"best-effort", 10, 0.4954, 0.3671, 1000},
	{"best-effort", 30, 0.8691, 0.7279, 2854},
	{"best-effort", 50, 0.9781, 0.8762, 4700},
	{"best-effort:only-threshold", 10, 0.4252, 0.4197, 982},
	{"best-effort:only-threshold", 30, 0.8524, 0.7048, 2860},
	{"best-effort:only-threshold", 50, 0.9759, 0.8731, 4762},
	{"best-effort:top-utility", 10, 0.4160, 0.4220, 1000},
	{"best-effort:top-utility", 30, 0.8671, 0.7200, 3000},
	{"best-effort:top-utility", 50, 0.9793, 0.8868, 5000},
	{"best-effort:only-saturated", 10, 0.4934, 0.3671, 1000},
	{"best-effort:only-saturated", 30, 0.8082, 0.6590, 2516},
	{"best-effort:only-saturated", 50, 0.8091, 0.6625, 2524},
	{"best-effort:uniform", 10, 0.2682, 0.3620, 1000},
	{"best-effort:uniform", 30, 0.6625, 0.6398, 3000},
	{"best-effort:uniform", 50, 0.8871, 0.7863, 5000},
};

static const struct roses_row *
find_roses(const char *name, int b)
{
	for (size_t i = 0; i < COUNT_OF(roses_rows); i++)
		if (roses_rows[i].b == b && str_eq(roses_rows[i].name, name))
			return &roses_rows[i];
	return NULL;
}

static void
put_roses_headings(struct buf *out)
{
	const struct {
		const char *text;
		size_t cells;
	} columns[] = {{"b", 4}, {"C_F", 7}, {_("feeds"), 7}, {"F_W", 7}, {_("cost"), 7},
		{_("paper:"), 8}, {"C_F", 5}, {"F_W", 7}, {_("cost"), 7}};
	utf8_column(out, _("strategy"), 26);
	for (size_t i = 0; i < COUNT_OF(columns); i++) {
		buf_addc(out, ' ');
		utf8_column_right(out, columns[i].text, columns[i].cells);
	}
	buf_addc(out, '\n');
}

void
simulate_report_roses(struct buf *out, const struct simulate_traces *traces,
	const struct simulate_job *jobs, size_t len)
{
	put_roses_headings(out);
	for (size_t i = 0; i < len; i++) {
		struct simulate_summary s;
		int b = (int)lround(jobs[i].budget * (double)traces->len);
		const struct roses_row *paper = find_roses(jobs[i].name, b);
		summarise(&s, traces, &jobs[i], NULL);
		buf_addf(out, "%-26s %4d %7.3f %7.3f %7.3f %7" PRIu64, jobs[i].name, b,
			s.completeness, s.feeds_completeness, s.window_freshness,
			s.polls);
		if (paper)
			buf_addf(out, "          %5.3f %7.3f %7.0f", paper->completeness,
				paper->freshness, paper->cost);
		buf_addc(out, '\n');
	}
}
