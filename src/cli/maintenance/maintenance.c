#include "config.h"

#include "cli/maintenance/commands.h"

#include <inttypes.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/time.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "cli/core/progress.h"
#include "conf/feeds.h"
#include "conf/feeds_list.h"
#include "conf/settings.h"
#include "image/cache.h"
#include "model/subscription.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/file/copy.h"
#include "store/gc.h"
#include "store/health/check.h"
#include "store/health/restore.h"

/* ---- gc */

/* The options, in the order of the table. */
enum {
	GC_DRY_RUN,
	GC_JSON,
};

/* Feeds that the lists of opml: lines dropped. */
static void
find_dropped(const char *path, const struct subscriptions *subs, struct arena *arena,
	struct map *dropped)
{
	for (size_t i = 0; i < subs->len; i++)
		if (subs->list[i].source == SOURCE_OPML)
			conf_feeds_list_dropped(
				conf_feeds_list_file(path, subs->list[i].url, arena),
				dropped);
}

/* Reads from the options what each feed that has a line keeps. */
static int
read_keep(struct cli *cli, struct arena *arena, struct store_keep **out, size_t *len,
	struct err *err)
{
	struct subscriptions *subs = subscription_list_new();
	struct map dropped = MAP_INIT;
	struct store_view view;
	size_t n = 0;
	int64_t now = time_wall();
	int status = conf_feeds_load(subs, cli->dirs->feeds, NULL, NULL, err);
	if (status == OK)
		status = store_view_begin(cli->store, &view, err);
	if (status != OK) {
		subscription_list_free(subs);
		return status;
	}
	find_dropped(cli->dirs->feeds, subs, arena, &dropped);
	struct store_keep *list =
		arena_alloc(arena, (subs->len + dropped.count + 1) * sizeof *list);
	for (size_t i = 0; i < subs->len; i++) {
		struct options own;
		uint32_t feed;
		if (store_feed_find(&view, subs->list[i].url, &feed) != OK)
			continue;
		conf_feed_options(&own, &cli->settings->options, &cli->settings->config,
			&subs->list[i]);
		list[n++] = (struct store_keep){.feed = feed,
			.items = own.keep_items,
			.days = own.keep_days,
			.now = now};
		conf_options_done(&own);
	}
	for (size_t i = 0; i < dropped.count; i++) {
		struct store_keep keep = {.now = now, .dropped = true};
		if (store_feed_find(&view, dropped.entries[i].key, &keep.feed) == OK)
			list[n++] = keep;
	}
	map_done(&dropped);
	store_view_end(&view);
	subscription_list_free(subs);
	*out = list;
	*len = n;
	return OK;
}

int
cli_maintenance_gc(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct arena arena = ARENA_INIT;
	struct store_keep *keep;
	struct cli_collected row;
	struct err err = {0};
	size_t len;
	int status = cli_args(cli, &argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	row.dry_run = values[GC_DRY_RUN] != NULL;
	int got = read_keep(cli, &arena, &keep, &len, &err);
	if (got == OK)
		got = store_collect(
			cli->store, keep, len, time_wall(), row.dry_run, &row.gone, &err);
	struct buf out = BUF_INIT(0);
	if (got == OK)
		row.gone.bytes +=
			image_cache_trim(store_path(cli->store), 0, row.dry_run);
	if (got == OK)
		buf_addf(&out,
			row.dry_run ? _("Would remove %s and %s without a line, %s.\n")
				    : _("Removed %s and %s without a line, %s.\n"),
			cli_amount(&arena, CLI_AMOUNT_ITEMS, row.gone.items),
			cli_amount(&arena, CLI_AMOUNT_FEEDS, row.gone.feeds),
			cli_amount(&arena, CLI_AMOUNT_BYTES, row.gone.bytes));
	arena_done(&arena);
	if (got != OK)
		return cli_fail(&err);
	return cli_result(values[GC_JSON] != NULL, cli_collected_fields, &row, &out);
}

/* ---- compact, backup, restore: long tasks that can be stopped */

struct work {
	struct cli_progress progress;
	const char *words; /* what it is doing */
	bool caught;       /* signals are caught */
};

static void
work_catch(struct work *work)
{
	if (!work->caught)
		cli_session_catch();
	work->caught = true;
}

/* Whether to continue. Signals are caught from its first call on: before that there is
 * nothing to clean up, and a process that only waits for others can be killed at once. */
static bool
work_on(void *data, uint64_t done, uint64_t total)
{
	struct work *work = data;
	work_catch(work);
	cli_progress_percent(&work->progress, work->words, done, total);
	return !cli_session_signal();
}

static struct store_watch
work_begin(struct work *work, const char *words)
{
	*work = (struct work){.words = words};
	cli_progress_init(&work->progress, true);
	return (struct store_watch){.go_on = work_on, .data = work};
}

/* CLI_OK, or the exit status of the command. */
static int
work_end(struct work *work, int status, const struct err *err)
{
	cli_progress_clear(&work->progress);
	return status == OK              ? CLI_OK
	       : status == ERR_CANCELLED ? cli_session_failed(status, err)
					 : cli_fail(err);
}

int
cli_maintenance_compact(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct work work;
	struct err err = {0};
	struct buf out = BUF_INIT(0);
	struct cli_copied row = {0};
	int status = cli_args(cli, &argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	const struct store_watch watch = work_begin(&work, _("compacting"));
	int got = store_file_compact(cli->store, &watch, &row.before, &row.bytes, &err);
	status = work_end(&work, got, &err);
	if (status != CLI_OK)
		return status;
	buf_addf(&out,
		_("The store's file now has %" PRIu64 " bytes; it had %" PRIu64 ".\n"),
		row.bytes, row.before);
	return cli_result(values[0] != NULL, cli_compacted_fields, &row, &out);
}

int
cli_maintenance_backup(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct work work;
	struct err err = {0};
	struct buf out = BUF_INIT(0);
	struct cli_copied row = {0};
	struct stat st;
	int status = cli_args(cli, &argc, argv, 1, 1, values);
	if (status != CLI_OK)
		return status;
	const struct store_watch watch = work_begin(&work, _("backing up"));
	status = work_end(
		&work, store_file_backup(cli->store, argv[1], &watch, &err), &err);
	if (status != CLI_OK)
		return status;
	row.path = argv[1];
	if (stat(argv[1], &st) == 0)
		row.bytes = (uint64_t)st.st_size;
	return cli_result(values[0] != NULL, cli_backup_fields, &row, &out);
}

int
cli_maintenance_restore(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct work work;
	struct store_health_check found;
	struct err err = {0};
	struct buf out = BUF_INIT(0), kept = BUF_INIT(0);
	struct cli_copied row = {0};
	int status = cli_args(cli, &argc, argv, 1, 1, values);
	if (status != CLI_OK)
		return status;
	const struct store_watch watch = work_begin(&work, _("restoring"));
	work_catch(&work); /* it creates files at once */
	int got = store_health_restore(
		cli->dirs->store, argv[1], &found, &watch, &kept, &err);
	status = work_end(&work, got, &err);
	if (status == CLI_OK) {
		row.feeds = found.feeds;
		row.items = found.items;
		row.kept = kept.len ? buf_str(&kept) : NULL;
		struct arena arena = ARENA_INIT;
		buf_addf(&out, _("Restored: %s, %s.\n"),
			cli_amount(&arena, CLI_AMOUNT_FEEDS, row.feeds),
			cli_amount(&arena, CLI_AMOUNT_ITEMS, row.items));
		arena_done(&arena);
		if (row.kept)
			buf_addf(&out, _("The previous store is now %s.\n"), row.kept);
		status = cli_result(values[0] != NULL, cli_restored_fields, &row, &out);
	}
	buf_done(&kept);
	return status;
}

int
cli_maintenance_stats(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct store_health_check_stats s;
	struct err err = {0};
	int status = cli_args(cli, &argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	if (store_health_check_stats(cli->store, &s, &err) != OK)
		return cli_fail(&err);
	struct buf out = BUF_INIT(0);
	const struct {
		const char *name;
		uint64_t value;
	} rows[] = {
		{_("feeds"), s.feeds},
		{_("items"), s.items},
		{_("unread"), s.unread},
		{_("starred"), s.starred},
		{_("bytes of the file"), s.file_bytes},
		{_("bytes in use"), s.used_bytes},
		{_("processes reading"), s.readers},
		{_("format"), s.format_major},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		buf_addf(&out, "%12" PRIu64 "  %s\n", rows[i].value, rows[i].name);
	return cli_result(values[0] != NULL, cli_stats_fields, &s, &out);
}
