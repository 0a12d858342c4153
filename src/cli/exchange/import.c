#include "config.h"

#include "cli/exchange/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/str.h"
#include "base/url.h"
#include "base/vec.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "conf/feeds.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "engine/feeds/bring.h"
#include "engine/media/disk.h"
#include "import/import_api.h"
#include "model/subscription.h"
#include "store/db/view.h"

#define REMARKS_MAX 100 /* sentences shown; the rest are counted */

/* The options, in the order of the table. */
enum {
	IMPORT_FROM,
	IMPORT_FEEDS,
	IMPORT_STATES,
	IMPORT_CONFIG,
	IMPORT_AGAIN,
	IMPORT_ADOPT,
	IMPORT_DRY_RUN,
	IMPORT_JSON,
};

struct import {
	struct cli *cli;
	const char **values;
	struct arena arena;
	struct import_list *list;
	struct cli_imported row;
	struct engine_brought brought;
	size_t lines_cap;
};

/* ---- What was read */

static void
show_remarks(const struct import *im)
{
	struct buf one = BUF_INIT(0);
	for (size_t i = 0; i < im->list->remarks_len && i < REMARKS_MAX; i++) {
		const struct import_remark *r = &im->list->remarks[i];
		buf_clear(&one);
		if (r->line)
			buf_addf(&one, "%s:%d: %s", r->file, r->line, r->text);
		else
			buf_addf(&one, "%s: %s", r->file, r->text);
		cli_note(buf_str(&one));
	}
	buf_done(&one);
}

static bool
takes_feeds(const struct import *im)
{
	return !im->values[IMPORT_STATES];
}

static bool
takes_items(const struct import *im)
{
	return !im->values[IMPORT_FEEDS];
}

/* feeds, items: which of the two are wanted. */
static void
count_marks(
	struct cli_imported *row, const struct import_list *list, bool feeds, bool items)
{
	for (size_t i = 0; items && i < list->items_len; i++) {
		const struct import_item *item = &list->items[i];
		bool nowhere = !item->feed && !item->page && !item->marks &&
			       !item->tags_len && !item->enclosure;
		row->left_out += nowhere;
		row->items += !nowhere;
		row->read += !!(item->marks & IMPORT_READ);
		row->starred += !!(item->marks & IMPORT_STARRED);
		row->deleted += !!(item->marks & IMPORT_DELETED);
		row->tagged += item->tags_len > 0;
	}
	for (size_t i = 0; feeds && i < list->feeds_len; i++)
		row->queries += !list->feeds[i]->unsubscribed &&
				subscription_source(list->feeds[i]->url) == SOURCE_QUERY;
	row->remarks = list->remarks_len;
}

/* Nothing of what is wanted is there. */
static bool
is_empty(const struct import *im)
{
	const struct import_list *list = im->list;
	bool listed = false;
	for (size_t i = 0; takes_feeds(im) && i < list->feeds_len; i++)
		listed |= !list->feeds[i]->unsubscribed;
	return !listed && !(takes_items(im) && list->items_len) && !list->config->len;
}

/* ---- Results */

/* The line of a feed as the screen may show it: without passwords (case 29). */
static char *
line_of(struct import *im, const struct import_feed *feed)
{
	struct buf line = BUF_INIT(0);
	struct subscription sub = import_feed_line(feed);
	sub.options =
		arena_alloc(&im->arena, (feed->options_len + 1) * sizeof *feed->options);
	for (size_t i = 0; i < sub.options_len; i++)
		sub.options[i] = feed->options[i];
	if (sub.source == SOURCE_HTTP)
		sub.url = url_public(&im->arena, sub.url, true);
	for (size_t i = 0; i < sub.options_len; i++) {
		const struct option *row = conf_option(sub.options[i].name);
		if (row && row->flags & OPTION_SECRET)
			sub.options[i].value = arena_strdup(&im->arena, "…");
	}
	conf_feeds_format(&line, &sub);
	char *text = arena_strndup(&im->arena, buf_str(&line), line.len - 1); /* no LF */
	buf_done(&line);
	return text;
}

/* Collects the lines that the feeds file would get. */
static int
preview(struct import *im, struct err *err)
{
	struct subscriptions *old = subscription_list_new();
	struct map known = MAP_INIT;
	struct cli_imported *row = &im->row;
	int status = conf_feeds_load(old, im->cli->dirs->feeds, NULL, NULL, err);
	for (size_t i = 0; i < old->len; i++)
		*map_put(&known, old->list[i].url, span_of(old->list[i].url).n) = &known;
	for (size_t i = 0; status == OK && i < im->list->feeds_len; i++) {
		const struct import_feed *feed = im->list->feeds[i];
		bool there = map_get(&known, feed->url, span_of(feed->url).n) != NULL;
		if (feed->unsubscribed && !there && takes_items(im))
			row->kept += feed->items;
		if (feed->unsubscribed)
			continue;
		row->there += there;
		if (!there && takes_feeds(im))
			*VEC_PUSH(row->lines, row->lines_len, im->lines_cap) =
				line_of(im, feed);
	}
	row->added = row->lines_len;
	subscription_list_free(old);
	map_done(&known);
	return status;
}

static void
print_lines(const struct import *im)
{
	struct buf out = BUF_INIT(0);
	for (size_t i = 0; i < im->row.lines_len; i++)
		buf_addf(&out, "%s\n", im->row.lines[i]);
	cli_print(&out);
	buf_done(&out);
}

/* "12 items: 5 read, 2 starred, 1 tagged, 1 deleted" */
static void
say_items(struct buf *out, const struct cli_imported *row)
{
	buf_addf(out,
		P_("%llu item (%llu read, %llu starred, %llu tagged, %llu deleted)",
			"%llu items (%llu read, %llu starred, %llu tagged, %llu deleted)",
			row->items),
		(unsigned long long)row->items, (unsigned long long)row->read,
		(unsigned long long)row->starred, (unsigned long long)row->tagged,
		(unsigned long long)row->deleted);
}

static void
say_feeds(struct buf *out, const struct cli_imported *row)
{
	size_t added = row->added;
	if (row->dry_run)
		buf_addf(out,
			P_("%zu feed would be added", "%zu feeds would be added", added),
			added);
	else
		buf_addf(out, P_("%zu feed added", "%zu feeds added", added), added);
	if (row->there)
		buf_addf(out, _(", %zu already there"), (size_t)row->there);
}

/* What happened to the items, a line each; nothing if all of them are simply there. */
static void
say_fate(struct buf *out, const struct cli_imported *row)
{
	if (row->known)
		buf_addf(out,
			P_("\n%zu item was there already, %zu marks changed",
				"\n%zu items were there already, %zu marks changed",
				row->known),
			(size_t)row->known, (size_t)row->changed);
	if (row->queued)
		buf_addf(out,
			P_("\n%zu episode came into the queue",
				"\n%zu episodes came into the queue", row->queued),
			(size_t)row->queued);
	if (row->pages)
		buf_addf(out,
			P_("\n%zu page is in no feed; it is one of your saved pages",
				"\n%zu pages are in no feed; they are among your saved "
				"pages",
				row->pages),
			(size_t)row->pages);
	if (row->waiting)
		buf_addf(out,
			P_("\n%zu item is in no feed yet; its marks wait for it",
				"\n%zu items are in no feed yet; their marks wait for "
				"them",
				row->waiting),
			(size_t)row->waiting);
	if (row->kept)
		buf_addf(out,
			P_("\n%zu item is of a feed that you do not subscribe to; it "
			   "is kept until you do",
				"\n%zu items are of feeds that you do not subscribe to; "
				"they are kept until you do",
				row->kept),
			(size_t)row->kept);
	if (row->left_out) {
		buf_addc(out, '\n');
		buf_addf(out,
			P_("%zu item is left out, since its feed is missing",
				"%zu items are left out, since their feeds are missing",
				row->left_out),
			(size_t)row->left_out);
	}
}

/* A sentence goes to standard error, beside the remarks; JSON is the output. */
static int
summarise(struct import *im)
{
	struct buf out = BUF_INIT(0);
	size_t remarks = im->row.remarks;
	if (im->values[IMPORT_JSON])
		return cli_result(true, cli_imported_fields, &im->row, &out);
	say_feeds(&out, &im->row);
	if (im->row.items)
		buf_adds(&out, ", ");
	if (im->row.items)
		say_items(&out, &im->row);
	if (remarks)
		buf_addf(&out, P_(", %zu warning", ", %zu warnings", remarks), remarks);
	say_fate(&out, &im->row);
	fprintf(stderr, "%s\n", buf_str(&out));
	buf_done(&out);
	return CLI_OK;
}

/* ---- Doing it */

static int
dry_run(struct import *im, struct err *err)
{
	int status = preview(im, err);
	if (status == OK && !im->values[IMPORT_JSON])
		print_lines(im);
	return status;
}

static int
bring(struct import *im, struct err *err)
{
	char *media = engine_media_dir(
		im->cli->settings->options.media_dir, store_path(im->cli->store));
	const struct engine_bring how = {
		.feeds_path = im->cli->dirs->feeds,
		.media_dir = media,
		.feeds = takes_feeds(im),
		.items = takes_items(im),
		.again = im->values[IMPORT_AGAIN] != NULL,
		.adopt = im->values[IMPORT_ADOPT] != NULL,
	};
	struct engine_brought *b = &im->brought;
	int status = engine_feeds_bring(im->cli->store, &how, im->list, b, err);
	free(media);
	im->row.added = b->feeds;
	im->row.there = b->there;
	im->row.known = b->known;
	im->row.changed = b->changed;
	im->row.waiting = b->waiting;
	im->row.pages = b->pages;
	im->row.queued = b->queued;
	im->row.kept = b->kept;
	im->row.left_out += b->nowhere;
	return status;
}

/* Lines for the config file, for the user to check and keep. */
static int
show_config(struct import *im, struct err *err)
{
	import_read_config(im->list);
	if (!im->list->config->len)
		return err_set(err, ERR_NOT_FOUND,
			_("%s: found no config file of another reader"),
			im->list->files[0].path);
	cli_print(im->list->config);
	fprintf(stderr, "%s\n",
		_("nothing was changed; write these lines to a file beside your config "
		  "file, and name it there with include"));
	return OK;
}

static int
import_list(struct import *im, struct err *err)
{
	import_read(im->list);
	count_marks(&im->row, im->list, takes_feeds(im), takes_items(im));
	if (is_empty(im)) {
		size_t local = im->list->local;
		if (local || im->list->remarks_len <= 3)
			show_remarks(im);
		if (local)
			return err_set(err, ERR_NOT_FEED,
				P_("%s: nothing was imported; add the line above "
				   "yourself",
					"%s: nothing was imported; add the %zu lines "
					"above yourself",
					local),
				im->list->files[0].path, local);
		return err_set(err, ERR_NOT_FEED,
			_("%s contains no feed to subscribe to, and no items"),
			im->list->files[0].path);
	}
	show_remarks(im);
	return im->row.dry_run ? dry_run(im, err) : bring(im, err);
}

/* ---- What there is */

/* One line for each program that has something at its usual places. */
static int
list_programs(struct import *im)
{
	struct buf out = BUF_INIT(0);
	for (const char *const *name = import_programs(); *name; name++) {
		struct import_list *list = import_list_new();
		struct cli_imported row = {0};
		struct err err;
		size_t feeds = 0;
		if (import_usual(list, *name, &err) == OK) {
			import_read(list);
			count_marks(&row, list, true, true);
			for (size_t i = 0; i < list->feeds_len; i++)
				feeds += !list->feeds[i]->unsubscribed;
			buf_addf(&out,
				P_("%s: %zu feed, ", "%s: %zu feeds, ",
					feeds - row.queries),
				import_programs_of(list), feeds - (size_t)row.queries);
			say_items(&out, &row);
			buf_addf(&out, "\n\tcourant import --from %s\n", *name);
		}
		import_list_free(list);
	}
	if (out.len)
		cli_print(&out);
	else
		cli_note(_("no other reader's files were found; name a file or a "
			   "directory"));
	int status = out.len ? CLI_OK : CLI_NOTHING;
	buf_done(&out);
	im->row.dry_run = true;
	return status;
}

static int
collect(struct import *im, int argc, char **argv, struct err *err)
{
	const char *from = im->values[IMPORT_FROM];
	int status = OK;
	if (from && argc == 1)
		return import_usual(im->list, from, err);
	for (int i = 1; status == OK && i < argc; i++)
		status = import_path(im->list, argv[i], from, err);
	return status;
}

int
cli_exchange_import(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct err err = {0};
	int status = cli_args(cli, &argc, argv, 0, -1, values);
	if (status != CLI_OK)
		return status;
	if (values[IMPORT_FEEDS] && values[IMPORT_STATES])
		return cli_usage(argv[0], _("choose one of --feeds and --states"));
	struct import im = {.cli = cli,
		.values = values,
		.arena = ARENA_INIT,
		.list = import_list_new()};
	im.row.dry_run = values[IMPORT_DRY_RUN] != NULL;
	if (argc == 1 && !values[IMPORT_FROM]) {
		status = list_programs(&im);
	} else {
		int got = collect(&im, argc, argv, &err), found = got;
		if (got == OK)
			got = values[IMPORT_CONFIG] ? show_config(&im, &err)
						    : import_list(&im, &err);
		/* If no path is given and nothing of the program is found, the exit
		 * status says so; a path that is missing is an ordinary error. */
		status = found != OK && argc == 1 ? cli_session_failed(found, &err)
			 : got != OK              ? cli_fail(&err)
			 : values[IMPORT_CONFIG]  ? CLI_OK
						  : summarise(&im);
	}
	free(im.row.lines);
	arena_done(&im.arena);
	import_list_free(im.list);
	return status;
}
