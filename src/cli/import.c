#include "config.h"

#include "cli/import.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/dir.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/str.h"
#include "cli/command.h"
#include "conf/feeds.h"
#include "engine/api.h"
#include "model/subscription.h"
#include "store/read.h"

#define REPORTS_MAX 100 /* sentences shown; the rest are counted */
#define HOPELESS 3      /* of a file without a feed: more are not worth telling */

/* What was left out and mended. Kept until it is known whether the file is a list at all:
 * of one that is not, each line would be told. */
struct report {
	struct buf lines;
	size_t count;
};

static void
tell(void *data, const char *sentence)
{
	struct report *report = data;
	if (report->count++ < REPORTS_MAX) {
		cli_clean(&report->lines, sentence);
		buf_addc(&report->lines, '\n');
	}
}

static void
show_report(struct report *report)
{
	struct span rest = {buf_str(&report->lines), report->lines.len}, line;
	struct buf one = BUF_INIT(0);
	while (span_split(&rest, '\n', &line) && line.n) {
		buf_clear(&one);
		buf_add(&one, line.p, line.n);
		cli_note(buf_str(&one));
	}
	buf_done(&one);
	buf_done(&report->lines);
}

static int
read_list(const char *path, struct subscriptions *subs, struct report *report,
	struct err *err)
{
	struct buf bytes = BUF_INIT(ENGINE_LIST_MAX);
	const char *name = str_eq(path, "-") ? _("standard input") : path;
	int status = file_read(path, &bytes, err);
	if (status == OK)
		status = engine_read_list(subs, name, bytes.data ? bytes.data : "",
			bytes.len, tell, report, err);
	buf_done(&bytes);
	return status;
}

/* Appends to out the lines that the feeds file would get; returns how many. */
static size_t
preview(const struct subscriptions *subs, const struct subscriptions *old,
	struct buf *out)
{
	struct map known = MAP_INIT;
	size_t fresh = 0;
	for (size_t i = 0; i < old->len; i++)
		*map_put(&known, old->list[i].url, span_of(old->list[i].url).n) = &known;
	for (size_t i = 0; i < subs->len; i++) {
		const char *url = subs->list[i].url;
		if (map_get(&known, url, span_of(url).n))
			continue;
		conf_feeds_format(out, &subs->list[i]);
		fresh++;
	}
	map_done(&known);
	return fresh;
}

static int
dry_run(struct cli *cli, const struct subscriptions *subs, size_t *added, struct err *err)
{
	struct subscriptions *old = subscriptions_new();
	struct buf out = BUF_INIT(0);
	int status = conf_feeds_load(old, cli->dirs->feeds, NULL, NULL, err);
	if (status == OK)
		*added = preview(subs, old, &out);
	if (status == OK && !cli_print(&out))
		status = err_set(err, ERR_IO, _("cannot write the output"));
	subscriptions_free(old);
	buf_done(&out);
	return status;
}

/* The file first, in one piece; the store follows the file. */
static int
add_all(struct cli *cli, const struct subscriptions *subs, size_t *added, struct err *err)
{
	struct subscriptions *all = subscriptions_new();
	int status =
		conf_feeds_append(cli->dirs->feeds, subs->list, subs->len, added, err);
	if (status == OK)
		status = conf_feeds_load(all, cli->dirs->feeds, NULL, NULL, err);
	if (status == OK)
		status = engine_add_subscriptions(cli->store, all, err);
	subscriptions_free(all);
	return status;
}

static void
summarise(bool dry, size_t added, size_t there, size_t skipped)
{
	struct buf out = BUF_INIT(0);
	if (dry)
		buf_addf(&out,
			P_("%zu feed would be added", "%zu feeds would be added", added),
			added);
	else
		buf_addf(&out, P_("%zu feed added", "%zu feeds added", added), added);
	if (there)
		buf_addf(&out, _(", %zu there already"), there);
	if (skipped)
		buf_addf(&out, P_(", %zu remark", ", %zu remarks", skipped), skipped);
	fprintf(stderr, "%s\n", buf_str(&out));
	buf_done(&out);
}

int
cli_import(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct err err = {0};
	struct report report = {0};
	size_t added = 0;
	int status = cli_args(&argc, argv, 1, 1, values);
	if (status != CLI_OK)
		return status;
	struct subscriptions *subs = subscriptions_new();
	int got = read_list(argv[1], subs, &report, &err);
	if (got == OK || report.count <= HOPELESS)
		show_report(&report);
	if (got == OK && values[0])
		got = dry_run(cli, subs, &added, &err);
	else if (got == OK)
		got = add_all(cli, subs, &added, &err);
	if (got == OK)
		summarise(values[0] != NULL, added, subs->len - added, report.count);
	else
		status = cli_fail(&err);
	buf_done(&report.lines);
	subscriptions_free(subs);
	return status;
}
