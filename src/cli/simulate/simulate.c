#include "config.h"

#include "cli/simulate/commands.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "cli/core/command.h"
#include "cli/core/json.h"
#include "cli/simulate/trace.h"
#include "conf/settings.h"
#include "schedule/plan.h"
#include "simulate/experiment.h"
#include "simulate/plot.h"
#include "simulate/report.h"
#include "simulate/summary.h"
#include "simulate/variant.h"

/* What the user's own strategy is compared with. */
#define COMPARED "moving-average,least-delay,post-rate,fixed:1h"

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
	MINE,
	PLOT,
	SVG,
	JSON,
};

/* How many polls the strategies may make, given in one of these ways at most. */
struct request {
	const char *polls_as; /* NULL: not given */
	double polls_per_day, per_cycle, per_day;
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
read_number(const char *text, double most, double *out, struct err *err)
{
	char *end;
	if (!text)
		return OK;
	*out = strtod(text, &end);
	if (end == text || *end || !(*out > 0 && *out <= most))
		return err_set(err, ERR_INVALID,
			_("\"%s\" is not a number of requests above 0"), text);
	return OK;
}

static int
read_request(struct request *request, const char *const *values, struct err *err)
{
	struct strategy_choice choice;
	*request = (struct request){.polls_as = values[POLLS_AS]};
	if ((values[POLLS_AS] != NULL) + (values[POLLS_PER_DAY] != NULL) +
			(values[PER_CYCLE] != NULL) + (values[PER_DAY] != NULL) >
		1)
		return err_set(err, ERR_INVALID,
			_("only one of --polls-as, --polls-per-day, --requests-per-cycle "
			  "and --requests-per-day can be given"));
	int status =
		read_number(values[POLLS_PER_DAY], 86400, &request->polls_per_day, err);
	if (status == OK)
		status = read_number(values[PER_CYCLE], 1e12, &request->per_cycle, err);
	if (status == OK)
		status = read_number(values[PER_DAY], 1e12, &request->per_day, err);
	return status == OK && request->polls_as
		       ? simulate_variant_choose(&choice, request->polls_as, err)
		       : status;
}

/* The user's own feeds are polled within the user's own limits. */
static void
take_options(struct simulate_experiment *ex, const struct settings *settings)
{
	const struct options *o = &settings->options;
	ex->setup.rules.min_interval = o->min_interval / 1000;
	ex->setup.rules.max_interval = o->max_interval / 1000;
	ex->setup.cycle = o->cycle / 1000;
}

/* … and by the strategy of the option, with which the others are compared. */
static int
load_mine(struct cli *cli, struct simulate_experiment *ex, struct err *err)
{
	int status = cli_simulate_traces(cli, true, &ex->traces, err);
	return status == OK ? simulate_experiment_lead(
				      ex, cli->settings->options.strategy, err)
			    : status;
}

static int
read_options(struct simulate_experiment *ex, const char *const *values, struct err *err)
{
	struct simulate_rules *rules = &ex->setup.rules;
	ex->setup.progress = isatty(STDERR_FILENO) == 1;
	ex->roses = values[SYNTHETIC] != NULL;
	rules->overflow =
		(values[MINE] || values[MIN_INTERVAL] || values[MAX_INTERVAL]) &&
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
	const char *list = values[STRATEGY];
	if (!list && values[MINE])
		list = COMPARED;
	return status == OK ? simulate_experiment_add(ex, list, err) : status;
}

static int
set_polls(struct simulate_experiment *ex, const struct request *request, struct err *err)
{
	int64_t cycle = ex->setup.cycle > 0 ? ex->setup.cycle : PLAN_CYCLE;
	double per_day = request->per_cycle > 0
				 ? request->per_cycle * (double)TIME_DAY / (double)cycle
				 : request->per_day;
	simulate_experiment_budget(ex, per_day);
	if (request->polls_as)
		return simulate_experiment_polls_as(ex, request->polls_as, err);
	if (request->polls_per_day > 0)
		simulate_experiment_polls_per_day(ex, request->polls_per_day);
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
	int status = file_write(path, out.data, out.len, 0644, err);
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
	if (values[MINE] && !values[JSON]) {
		simulate_report_compared(&out, &ex->traces, ex->jobs, ex->len);
		buf_addc(&out, '\n');
	}
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
run(struct simulate_experiment *ex, const struct request *request,
	const char *const *values, struct err *err)
{
	int status = set_polls(ex, request, err);
	if (status == OK && !values[PLOT])
		simulate_run(&ex->setup, ex->jobs, ex->len);
	if (status == OK && (values[PLOT] || values[SVG]))
		status = draw(ex, values, err);
	return status;
}

static int
something_to_replay(
	const struct simulate_experiment *ex, const char *path, struct err *err)
{
	int64_t least = path ? 0 : TIME_DAY;
	for (size_t i = 0; i < ex->traces.len; i++) {
		const struct simulate_trace *t = &ex->traces.list[i];
		if (!simulate_trace_left_out(t) && t->end - t->start >= least)
			return OK;
	}
	if (!path)
		return err_set(err, ERR_INVALID,
			_("no feed has been recorded for a day with the %d posts that a "
			  "replay needs; let courant poll for a while first"),
			SIMULATE_TIMES_MIN);
	return err_set(err, ERR_INVALID,
		_("%s: no feed in it has the %d posting times that a replay needs"), path,
		SIMULATE_TIMES_MIN);
}

int
cli_simulate(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct simulate_experiment ex;
	struct err err = {0};
	struct request request;
	int exit_status = cli_args(cli, &argc, argv, 0, -1, values);
	if (exit_status != CLI_OK)
		return exit_status;
	if ((argc > 1) + (values[SYNTHETIC] != NULL) + (values[MINE] != NULL) != 1)
		return cli_usage(
			argv[0], _("give recorded traces, --mine or --synthetic"));
	simulate_experiment_init(&ex);
	if (values[MINE])
		take_options(&ex, cli->settings);
	int status = read_options(&ex, values, &err);
	if (status == OK)
		status = read_request(&request, values, &err);
	if (status != OK)
		exit_status = cli_usage(argv[0], "%s", err.text);
	for (int i = 1; i < argc && status == OK; i++)
		status = simulate_traces_load(&ex.traces, argv[i], &err);
	if (status == OK && values[MINE])
		status = load_mine(cli, &ex, &err);
	if (status == OK && ex.roses)
		simulate_experiment_roses(&ex);
	if (status == OK)
		status = something_to_replay(&ex, values[MINE] ? NULL : argv[1], &err);
	if (status == OK)
		status = run(&ex, &request, values, &err);
	if (status != OK && exit_status == CLI_OK)
		exit_status = cli_fail(&err);
	else if (status == OK && !values[PLOT])
		exit_status = show(&ex, values);
	simulate_experiment_done(&ex);
	return exit_status;
}
