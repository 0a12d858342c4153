#include "config.h"

#include "cli/simulate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/gunzip.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "cli/command.h"
#include "cli/simplot.h"
#include "cli/simrun.h"
#include "cli/simshow.h"
#include "schedule/synthetic.h"
#include "schedule/trace.h"

#define TEXT_MAX ((size_t)2 << 30)

/* The command's options, in the order of its row. */
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
	PLOT,
	SVG,
	JSON,
};

struct simulation {
	struct cli_sim sim;
	struct traces traces;
	struct cli_sim_job *jobs;
	size_t len, cap;
	char *names; /* the list of strategies, cut into words */
	bool by_kind, json, roses;
};

/* ---- traces */

static int
unpack(struct buf *text, const char *path, struct err *err)
{
	struct buf unpacked = BUF_INIT(TEXT_MAX);
	struct span bytes = {buf_str(text), text->len};
	int status = OK;
	if (!gunzip_is_gzip(bytes))
		return OK;
	status = gunzip(bytes, &unpacked);
	buf_done(text);
	*text = unpacked;
	if (status == ERR_LIMIT)
		return err_set(err, status, _("%s is too large"), path);
	return status == OK
		       ? OK
		       : err_set(err, status,
				 _("cannot read %s: it is a damaged file of gzip"), path);
}

static int
read_trace(struct traces *traces, const char *path, struct err *err)
{
	struct buf text = BUF_INIT(TEXT_MAX);
	struct stat about;
	int status;
	if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
		return err_set(err, ERR_INVALID,
			_("%s is a directory: name the traces in it, such as %s/*.gz"),
			path, path);
	status = file_read(path, &text, err);
	if (status == OK)
		status = unpack(&text, path, err);
	if (status == OK)
		status = trace_read(
			traces, path, (struct span){buf_str(&text), text.len}, err);
	buf_done(&text);
	return status;
}

/* ---- options */

static int
read_span(const char *text, int64_t *seconds, struct err *err)
{
	int64_t ms;
	if (!text)
		return OK;
	if (time_parse_span(span_of(text), &ms) != OK || ms < 1000)
		return err_set(err, ERR_INVALID,
			_("\"%s\" is no time such as 2m, 1h or 31d"), text);
	*seconds = ms / 1000;
	return OK;
}

static int
add_job(struct simulation *s, const char *name, struct err *err)
{
	struct cli_sim_job job = {.name = name};
	int status = strategy_choose(&job.choice, name, err);
	if (status == OK)
		*VEC_PUSH(s->jobs, s->len, s->cap) = job;
	return status;
}

/* The names in a list with commas, or all there are; of paper 3's set-up, its own. */
static int
add_jobs(struct simulation *s, const char *list, struct err *err)
{
	int status = OK;
	if (!list) {
		for (const struct strategy *row = schedule_strategies; row->name; row++)
			if (status == OK && !(row->flags & STRATEGY_STUDY) &&
				(!s->roses || strncmp(row->name, "best-effort", 11) == 0))
				status = add_job(s, row->name, err);
		return status;
	}
	s->names = mem_strdup(list);
	for (char *at = s->names; at && status == OK;) {
		char *comma = strchr(at, ',');
		if (comma)
			*comma = '\0';
		status = add_job(s, at, err);
		at = comma ? comma + 1 : NULL;
	}
	return status;
}

static int
read_options(struct simulation *s, const char *const *values, struct err *err)
{
	s->sim.rules = (struct replay_rules){2 * TIME_MINUTE, 31 * TIME_DAY, 0};
	s->sim.progress = isatty(STDERR_FILENO) == 1;
	s->json = values[JSON] != NULL;
	s->roses = values[SYNTHETIC] != NULL;
	if (values[SYNTHETIC] && !str_eq(values[SYNTHETIC], "roses"))
		return err_set(err, ERR_INVALID, _("--synthetic takes roses"));
	s->by_kind = values[BY] != NULL;
	if (values[BY] && !str_eq(values[BY], "kind"))
		return err_set(err, ERR_INVALID, _("--by takes kind"));
	int status = read_span(values[MIN_INTERVAL], &s->sim.rules.min_interval, err);
	if (status == OK)
		status = read_span(values[MAX_INTERVAL], &s->sim.rules.max_interval, err);
	if (status == OK)
		status = read_span(values[CYCLE], &s->sim.cycle, err);
	if (status == OK && s->sim.rules.min_interval > s->sim.rules.max_interval)
		status = err_set(err, ERR_INVALID,
			_("--min-interval is more than --max-interval"));
	if (status == OK && (values[POLLS_AS] != NULL) + (values[POLLS_PER_DAY] != NULL) +
					    (values[PER_CYCLE] != NULL) +
					    (values[PER_DAY] != NULL) >
				    1)
		status = err_set(err, ERR_INVALID,
			_("of --polls-as, --polls-per-day, --requests-per-cycle and "
			  "--requests-per-day only one can hold"));
	return status == OK ? add_jobs(s, values[STRATEGY], err) : status;
}

/* ---- how many polls */

static int
polls_of(const struct simulation *s, const char *name, double *polls, struct err *err)
{
	struct cli_sim_job job = {.name = name};
	int status = strategy_choose(&job.choice, name, err);
	if (status == OK)
		status = cli_sim_run(&s->sim, &job, 1, err);
	*polls = (double)job.polls;
	cli_sim_done(&job, 1);
	return status;
}

/* The days that all feeds are observed, after their first polls. */
static int
observed_days(const struct simulation *s, double *days, struct err *err)
{
	struct cli_sim_job job = {.name = "fixed:31d"};
	int status = strategy_choose(&job.choice, job.name, err);
	if (status == OK)
		status = cli_sim_run(&s->sim, &job, 1, err);
	*days = 0;
	for (size_t i = 0; status == OK && i < s->traces.len; i++)
		*days += job.results[i].observed / (double)TIME_DAY;
	cli_sim_done(&job, 1);
	return status;
}

static int
set_targets(struct simulation *s, const char *const *values, struct err *err)
{
	double target = 0;
	int status = OK;
	if (values[POLLS_AS]) {
		status = polls_of(s, values[POLLS_AS], &target, err);
	} else if (values[POLLS_PER_DAY]) {
		char *end;
		double a_day = strtod(values[POLLS_PER_DAY], &end);
		if (*end || !(a_day > 0 && a_day <= 86400))
			return err_set(err, ERR_INVALID,
				_("--polls-per-day takes a number above 0"));
		status = observed_days(s, &target, err);
		target *= a_day;
	}
	for (size_t i = 0; i < s->len; i++) {
		s->jobs[i].target = target;
		/* Itself it is as it is. */
		if (values[POLLS_AS] && str_eq(s->jobs[i].name, values[POLLS_AS]))
			s->jobs[i].target = 0;
	}
	return status;
}

/* A budget is given for all feeds together. */
static int
set_budget(struct simulation *s, const char *const *values, struct err *err)
{
	const char *text = values[PER_CYCLE] ? values[PER_CYCLE] : values[PER_DAY];
	size_t feeds = 0;
	char *end;
	if (!text)
		return OK;
	double number = strtod(text, &end);
	if (end == text || *end || !(number > 0 && number < 1e12))
		return err_set(err, ERR_INVALID,
			_("\"%s\" is no number of requests above 0"), text);
	if (values[PER_CYCLE])
		number *= (double)TIME_DAY /
			  (double)(s->sim.cycle > 0 ? s->sim.cycle : PLAN_CYCLE);
	for (size_t i = 0; i < s->traces.len; i++)
		feeds += s->traces.list[i].len >= REPLAY_LEAST;
	s->sim.rules.per_day = feeds > 0 ? number / (double)feeds : 0;
	return OK;
}

/* Each strategy at the budgets of paper 3's table 2, or at the one given. */
static void
add_budgets(struct simulation *s)
{
	static const double budgets[] = {10, 30, 50};
	size_t len = s->len;
	if (s->sim.rules.per_day > 0) {
		for (size_t i = 0; i < len; i++)
			s->jobs[i].budget = s->sim.rules.per_day * (double)PLAN_CYCLE /
					    (double)TIME_DAY;
		return;
	}
	for (size_t k = 0; k < COUNT_OF(budgets); k++)
		for (size_t i = 0; i < len; i++) {
			struct cli_sim_job job = s->jobs[i];
			job.budget = budgets[k] / SYNTHETIC_ROSES_FEEDS;
			if (k == 0)
				s->jobs[i] = job;
			else
				*VEC_PUSH(s->jobs, s->len, s->cap) = job;
		}
}

/* ---- curves */

/* A strategy's scales, from many polls to few. */
static const double curve_scales[] = {0.5, 1, 2, 4};
#define CURVE_POINTS COUNT_OF(curve_scales)

static int
by_polls(const void *a, const void *b)
{
	const struct cli_sim_point *x = a, *y = b;
	return (x->polls > y->polls) - (x->polls < y->polls);
}

static void
make_curve(struct cli_sim_curve *curve, const struct simulation *s,
	const struct cli_sim_job *jobs)
{
	curve->name = jobs[0].name;
	curve->points = mem_zalloc(CURVE_POINTS * sizeof *curve->points);
	for (size_t k = 0; k < CURVE_POINTS; k++) {
		struct replay_summary sum;
		replay_summarise(
			&sum, jobs[k].results, s->traces.list, s->traces.len, NULL, NULL);
		if (sum.polls > 0 && sum.mean_delay > 0)
			curve->points[curve->len++] = (struct cli_sim_point){
				sum.polls_per_item, sum.mean_delay / 60};
	}
	qsort(curve->points, curve->len, sizeof *curve->points, by_polls);
}

static int
write_svg(
	const char *path, const struct cli_sim_curve *curves, size_t len, struct err *err)
{
	struct buf out = BUF_INIT(0);
	cli_sim_svg(&out, curves, len);
	int status = file_write(path, out.data, out.len, 0666, err);
	buf_done(&out);
	return status;
}

/* Draws what the options want: in the terminal, into a file. */
static int
draw(const struct simulation *s, const char *const *values, struct err *err)
{
	size_t len = s->len * CURVE_POINTS;
	struct cli_sim_job *jobs = mem_zalloc(len * sizeof *jobs);
	struct cli_sim_curve *curves = mem_zalloc(s->len * sizeof *curves);
	struct buf out = BUF_INIT(0);
	for (size_t i = 0; i < len; i++) {
		jobs[i].name = s->jobs[i / CURVE_POINTS].name;
		jobs[i].choice = s->jobs[i / CURVE_POINTS].choice;
		jobs[i].budget = s->jobs[i / CURVE_POINTS].budget;
		jobs[i].first_scale = curve_scales[i % CURVE_POINTS];
	}
	int status = cli_sim_run(&s->sim, jobs, len, err);
	for (size_t i = 0; status == OK && i < s->len; i++)
		make_curve(&curves[i], s, jobs + i * CURVE_POINTS);
	if (status == OK && values[SVG])
		status = write_svg(values[SVG], curves, s->len, err);
	if (status == OK && values[PLOT]) {
		cli_sim_plot(&out, curves, s->len);
		cli_write(&out);
	}
	for (size_t i = 0; i < s->len; i++)
		free(curves[i].points);
	cli_sim_done(jobs, len);
	buf_done(&out);
	free(curves);
	free(jobs);
	return status;
}

static int
show(const struct simulation *s)
{
	struct buf out = BUF_INIT(0);
	if (s->json)
		cli_sim_json(&out, &s->traces, s->jobs, s->len, s->by_kind);
	else if (s->roses)
		cli_sim_roses(&out, &s->traces, s->jobs, s->len);
	else
		cli_sim_table(&out, &s->traces, s->jobs, s->len, s->by_kind);
	cli_write(&out);
	buf_done(&out);
	return cli_finish(CLI_OK);
}

int
cli_simulate(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct simulation s = {.sim.traces = &s.traces};
	struct err err = {0};
	(void)cli;
	int exit_status = cli_args(&argc, argv, 0, -1, values);
	if (exit_status != CLI_OK)
		return exit_status;
	if ((argc > 1) == (values[SYNTHETIC] != NULL))
		return cli_usage(argv[0], _("give recorded traces, or --synthetic"));
	int status = read_options(&s, values, &err);
	exit_status = status == OK ? CLI_OK : cli_usage(argv[0], "%s", err.text);
	for (int i = 1; i < argc && status == OK; i++)
		status = read_trace(&s.traces, argv[i], &err);
	if (s.roses)
		synthetic_roses(&s.traces, &s.sim.rules.count_from);
	if (status == OK)
		status = set_budget(&s, values, &err);
	if (status == OK && s.roses)
		add_budgets(&s);
	if (status == OK)
		status = set_targets(&s, values, &err);
	if (status == OK && !values[PLOT])
		status = cli_sim_run(&s.sim, s.jobs, s.len, &err);
	if (status == OK && (values[PLOT] || values[SVG]))
		status = draw(&s, values, &err);
	if (status != OK && exit_status == CLI_OK)
		exit_status = cli_fail(&err);
	else if (status == OK && !values[PLOT])
		exit_status = show(&s);
	cli_sim_done(s.jobs, s.len);
	traces_done(&s.traces);
	free(s.jobs);
	free(s.names);
	return exit_status;
}
