#include "config.h"

#include "cli/simulate.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "cli/command.h"
#include "cli/json.h"
#include "schedule/plan.h"
#include "simulate/experiment.h"
#include "simulate/plot.h"
#include "simulate/report.h"
#include "simulate/summary.h"

/* The options, in the order of the table. */
enum simulate_option {
	STRATEGY,
	POLLS_AS,
	POLLS_PER_DAY,
	MIN_INTERVAL,
	MAX_INTERVAL,
	CYCLE,
	PER_CYCLE,
	PER_DAY,
	BY,
	SYNTHETIC,
	AS_PUBLISHED,
	PLOT,
	SVG,
	JSON,
};

/* ---- options */

static int
read_span(const char *text, int64_t *seconds, struct err *err)
{
	int64_t ms;
	if (!text)
		return OK;
	if (time_parse_span(span_of(text), &ms) != OK || ms < 1000)
		return err_set(err, ERR_INVALID,
			_("\"%s\" is not a time such as 2m, 1h or 31d"), text);
	*seconds = ms / 1000;
	return OK;
}

static int
read_options(struct simulate_experiment *ex, const char *const *values, struct err *err)
{
	struct simulate_rules *rules = &ex->setup.rules;
	ex->setup.progress = isatty(STDERR_FILENO) == 1;
	ex->roses = values[SYNTHETIC] != NULL;
	rules->overflow = (values[MIN_INTERVAL] || values[MAX_INTERVAL]) &&
			  !values[AS_PUBLISHED] && !ex->roses;
	if (values[SYNTHETIC] && !str_eq(values[SYNTHETIC], "roses"))
		return err_set(err, ERR_INVALID, _("--synthetic takes only roses"));
	if (values[BY] && !str_eq(values[BY], "kind"))
		return err_set(err, ERR_INVALID, _("--by takes only kind"));
	int status = read_span(values[MIN_INTERVAL], &rules->min_interval, err);
	if (status == OK)
		status = read_span(values[MAX_INTERVAL], &rules->max_interval, err);
	if (status == OK)
		status = read_span(values[CYCLE], &ex->setup.cycle, err);
	if (status == OK && rules->min_interval > rules->max_interval)
		status = err_set(err, ERR_INVALID,
			_("--min-interval is more than --max-interval"));
	if (status == OK && (values[POLLS_AS] != NULL) + (values[POLLS_PER_DAY] != NULL) +
					    (values[PER_CYCLE] != NULL) +
					    (values[PER_DAY] != NULL) >
				    1)
		status = err_set(err, ERR_INVALID,
			_("only one of --polls-as, --polls-per-day, --requests-per-cycle "
			  "and --requests-per-day can be given"));
	return status == OK ? simulate_experiment_add(ex, values[STRATEGY], err) : status;
}

static int
set_budget(struct simulate_experiment *ex, const char *const *values, struct err *err)
{
	const char *text = values[PER_CYCLE] ? values[PER_CYCLE] : values[PER_DAY];
	double per_day = 0;
	if (text) {
		char *end;
		per_day = strtod(text, &end);
		if (end == text || *end || !(per_day > 0 && per_day < 1e12))
			return err_set(err, ERR_INVALID,
				_("\"%s\" is not a number of requests above 0"), text);
	}
	if (values[PER_CYCLE]) {
		int64_t cycle = ex->setup.cycle > 0 ? ex->setup.cycle : PLAN_CYCLE;
		per_day *= (double)TIME_DAY / (double)cycle;
	}
	simulate_experiment_budget(ex, per_day);
	return OK;
}

static int
set_polls(struct simulate_experiment *ex, const char *const *values, struct err *err)
{
	if (values[POLLS_AS])
		return simulate_experiment_polls_as(ex, values[POLLS_AS], err);
	if (values[POLLS_PER_DAY]) {
		char *end;
		double polls = strtod(values[POLLS_PER_DAY], &end);
		if (*end || !(polls > 0 && polls <= 86400))
			return err_set(err, ERR_INVALID,
				_("--polls-per-day takes a number above 0"));
		simulate_experiment_polls_per_day(ex, polls);
	}
	return OK;
}

/* ---- JSON */

static void
put_figures(struct buf *out, const struct simulate_experiment *ex,
	const struct simulate_job *job, const char *kind)
{
	struct simulate_summary sum;
	simulate_summarise(
		&sum, job->results, ex->traces.list, ex->traces.len, &job->days, kind);
	for (const struct simulate_figure *f = simulate_figures; f->key; f++) {
		const void *at = (const char *)&sum + f->offset;
		if (f->whole)
			cli_json_number(out, f->key, *(const uint64_t *)at);
		else
			cli_json_real(out, f->key, *(const double *)at);
	}
}

static void
put_kinds(struct buf *out, const struct simulate_experiment *ex,
	const struct simulate_job *job)
{
	const char *kinds[SIMULATE_KINDS_MAX];
	size_t n = simulate_traces_kinds(&ex->traces, kinds);
	cli_json_list(out, "kinds");
	for (size_t i = 0; i < n; i++) {
		cli_json_element(out);
		cli_json_begin(out);
		cli_json_string(out, "kind", kinds[i]);
		put_figures(out, ex, job, kinds[i]);
		cli_json_close(out);
	}
	cli_json_list_end(out);
}

static void
put_json(struct buf *out, const struct simulate_experiment *ex, bool by_kind)
{
	cli_json_begin(out);
	cli_json_list(out, "strategies");
	for (size_t i = 0; i < ex->len; i++) {
		const struct simulate_job *job = &ex->jobs[i];
		cli_json_element(out);
		cli_json_begin(out);
		cli_json_string(out, "name", job->name);
		put_figures(out, ex, job, NULL);
		cli_json_real(out, "scale", job->scale);
		if (job->budget > 0)
			cli_json_real(out, "budget", job->budget);
		if (by_kind)
			put_kinds(out, ex, job);
		cli_json_close(out);
	}
	cli_json_list_end(out);
	cli_json_number(out, "feeds", ex->traces.len);
	cli_json_end(out);
}

/* ---- output */

static int
write_svg(const char *path, const struct simulate_curve *curves, size_t len,
	struct err *err)
{
	struct buf out = BUF_INIT(0);
	simulate_plot_svg(&out, curves, len);
	int status = file_write(path, out.data, out.len, 0666, err);
	buf_done(&out);
	return status;
}

/* Draws what the options ask for, on the terminal or to a file. */
static int
draw(const struct simulate_experiment *ex, const char *const *values, struct err *err)
{
	struct simulate_curve *curves = simulate_experiment_curves(ex);
	struct buf out = BUF_INIT(0);
	int status = OK;
	if (values[SVG])
		status = write_svg(values[SVG], curves, ex->len, err);
	if (status == OK && values[PLOT]) {
		simulate_plot(&out, curves, ex->len);
		cli_write(&out);
	}
	buf_done(&out);
	simulate_experiment_free_curves(curves, ex->len);
	return status;
}

static int
show(const struct simulate_experiment *ex, const char *const *values)
{
	struct buf out = BUF_INIT(0);
	bool by_kind = values[BY] != NULL;
	if (values[JSON])
		put_json(&out, ex, by_kind);
	else if (ex->roses)
		simulate_report_roses(&out, &ex->traces, ex->jobs, ex->len);
	else
		simulate_report_table(&out, &ex->traces, ex->jobs, ex->len, by_kind);
	cli_write(&out);
	buf_done(&out);
	return cli_finish(CLI_OK);
}

/* Replays and draws. The figures of a replay are shown later, by show. */
static int
run(struct simulate_experiment *ex, const char *const *values, struct err *err)
{
	int status = set_budget(ex, values, err);
	if (status == OK)
		status = set_polls(ex, values, err);
	if (status == OK && !values[PLOT])
		simulate_run(&ex->setup, ex->jobs, ex->len);
	if (status == OK && (values[PLOT] || values[SVG]))
		status = draw(ex, values, err);
	return status;
}

int
cli_simulate(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct simulate_experiment ex;
	struct err err = {0};
	(void)cli;
	int exit_status = cli_args(&argc, argv, 0, -1, values);
	if (exit_status != CLI_OK)
		return exit_status;
	if ((argc > 1) == (values[SYNTHETIC] != NULL))
		return cli_usage(argv[0], _("give recorded traces, or --synthetic"));
	simulate_experiment_init(&ex);
	int status = read_options(&ex, values, &err);
	if (status != OK)
		exit_status = cli_usage(argv[0], "%s", err.text);
	for (int i = 1; i < argc && status == OK; i++)
		status = simulate_traces_load(&ex.traces, argv[i], &err);
	if (status == OK && ex.roses)
		simulate_experiment_roses(&ex);
	if (status == OK)
		status = run(&ex, values, &err);
	if (status != OK && exit_status == CLI_OK)
		exit_status = cli_fail(&err);
	else if (status == OK && !values[PLOT])
		exit_status = show(&ex, values);
	simulate_experiment_done(&ex);
	return exit_status;
}
