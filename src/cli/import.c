#include "config.h"

#include "cli/import.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/dir.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "cli/command.h"
#include "cli/result.h"
#include "conf/feeds.h"
#include "engine/action/import.h"
#include "engine/action/subscribe.h"
#include "engine/api.h"
#include "model/subscription.h"

#define REPORTS_MAX 100 /* sentences shown; the rest are counted */
#define HOPELESS 3      /* of a file without any feed: more are not worth showing */

/* The options, in the order of the table. */
enum {
	IMPORT_DRY_RUN,
	IMPORT_JSON,
};

/* The warnings. They are kept until it is known whether the file is a list at all: if it
 * is not, there would be one for each line. */
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
		status = engine_action_read_list(subs, name, bytes.data ? bytes.data : "",
			bytes.len, tell, report, err);
	buf_done(&bytes);
	return status;
}

struct import {
	struct cli *cli;
	struct arena arena;
	struct cli_imported row;
	size_t lines_cap;
	bool json;
};

/* Collects the lines that the feeds file would get. */
static void
preview(struct import *im, const struct subscriptions *subs,
	const struct subscriptions *old)
{
	struct map known = MAP_INIT;
	struct buf line = BUF_INIT(0);
	struct cli_imported *row = &im->row;
	for (size_t i = 0; i < old->len; i++)
		*map_put(&known, old->list[i].url, span_of(old->list[i].url).n) = &known;
	for (size_t i = 0; i < subs->len; i++) {
		const char *url = subs->list[i].url;
		if (map_get(&known, url, span_of(url).n))
			continue;
		buf_clear(&line);
		conf_feeds_format(&line, &subs->list[i]);
		*VEC_PUSH(row->lines, row->lines_len, im->lines_cap) = arena_strndup(
			&im->arena, buf_str(&line), line.len ? line.len - 1 : 0);
	}
	buf_done(&line);
	map_done(&known);
}

static int
dry_run(struct import *im, const struct subscriptions *subs, struct err *err)
{
	struct subscriptions *old = subscriptions_new();
	struct buf out = BUF_INIT(0);
	int status = conf_feeds_load(old, im->cli->dirs->feeds, NULL, NULL, err);
	if (status == OK) {
		preview(im, subs, old);
		im->row.added = im->row.lines_len;
	}
	for (size_t i = 0; i < im->row.lines_len && !im->json; i++)
		buf_addf(&out, "%s\n", im->row.lines[i]);
	if (status == OK)
		cli_print(&out);
	subscriptions_free(old);
	buf_done(&out);
	return status;
}

/* Writes the feeds file first, as a whole, and then updates the store from it. */
static int
add_all(struct import *im, const struct subscriptions *subs, struct err *err)
{
	struct cli *cli = im->cli;
	size_t added = 0;
	int status = engine_action_add_subscriptions(
		cli->store, cli->dirs->feeds, subs, &added, err);
	im->row.added = added;
	return status;
}

/* A sentence goes to standard error, beside the warnings; JSON is the output. */
static int
summarise(struct import *im)
{
	struct buf out = BUF_INIT(0);
	size_t added = im->row.added, there = im->row.there, skipped = im->row.remarks;
	if (im->json)
		return cli_result(true, cli_imported_fields, &im->row, &out);
	if (im->row.dry_run)
		buf_addf(&out,
			P_("%zu feed would be added", "%zu feeds would be added", added),
			added);
	else
		buf_addf(&out, P_("%zu feed added", "%zu feeds added", added), added);
	if (there)
		buf_addf(&out, _(", %zu already there"), there);
	if (skipped)
		buf_addf(&out, P_(", %zu warning", ", %zu warnings", skipped), skipped);
	fprintf(stderr, "%s\n", buf_str(&out));
	buf_done(&out);
	return CLI_OK;
}

int
cli_import(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct err err = {0};
	struct report report = {0};
	struct import im = {.cli = cli, .arena = ARENA_INIT};
	int status = cli_args(&argc, argv, 1, 1, values);
	if (status != CLI_OK)
		return status;
	im.json = values[IMPORT_JSON] != NULL;
	im.row.dry_run = values[IMPORT_DRY_RUN] != NULL;
	struct subscriptions *subs = subscriptions_new();
	int got = read_list(argv[1], subs, &report, &err);
	if (got == OK || report.count <= HOPELESS)
		show_report(&report);
	if (got == OK)
		got = im.row.dry_run ? dry_run(&im, subs, &err)
				     : add_all(&im, subs, &err);
	im.row.there = subs->len - im.row.added;
	im.row.remarks = report.count;
	status = got == OK ? summarise(&im) : cli_fail(&err);
	free(im.row.lines);
	arena_done(&im.arena);
	buf_done(&report.lines);
	subscriptions_free(subs);
	return status;
}
