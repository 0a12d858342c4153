#include "config.h"

#include "cli/care.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/time.h"
#include "cli/command.h"
#include "conf/config.h"
#include "conf/feeds.h"
#include "conf/option.h"
#include "model/subscription.h"
#include "store/admin.h"
#include "store/read.h"

static int
say(struct buf *out)
{
	int status = cli_write(out) ? CLI_OK : CLI_FAILED;
	buf_done(out);
	return status;
}

/* ---- gc */

/* What the options say of each feed that has a line. */
static int
read_keep(struct cli *cli, struct arena *arena, struct store_keep **out, size_t *len,
	struct err *err)
{
	struct subscriptions *subs = subscriptions_new();
	struct store_view view;
	size_t n = 0;
	int64_t now = time_wall();
	int status = conf_feeds_load(subs, cli->dirs->feeds, NULL, NULL, err);
	if (status == OK)
		status = store_view_begin(cli->store, &view, err);
	if (status != OK) {
		subscriptions_free(subs);
		return status;
	}
	struct store_keep *list = arena_alloc(arena, (subs->len + 1) * sizeof *list);
	for (size_t i = 0; i < subs->len; i++) {
		struct options own;
		uint32_t feed;
		if (store_feed_find(&view, subs->list[i].url, &feed) != OK)
			continue;
		conf_feed_options(&own, cli->options, cli->config, &subs->list[i]);
		list[n++] = (struct store_keep){feed, own.keep_items, own.keep_days, now};
		conf_options_done(&own);
	}
	store_view_end(&view);
	subscriptions_free(subs);
	*out = list;
	*len = n;
	return OK;
}

int
cli_gc(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct arena arena = ARENA_INIT;
	struct store_keep *keep;
	struct store_gc gone;
	struct err err = {0};
	size_t len;
	int status = cli_args(&argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	bool dry = values[0] != NULL;
	int got = read_keep(cli, &arena, &keep, &len, &err);
	if (got == OK)
		got = store_collect(cli->store, keep, len, time_wall(), dry, &gone, &err);
	arena_done(&arena);
	if (got != OK)
		return cli_fail(&err);
	struct buf out = BUF_INIT(0);
	buf_addf(&out,
		dry ? _("Would clear away: %" PRIu64 " items and %" PRIu64
			" feeds without a line, %" PRIu64 " bytes.\n")
		    : _("Cleared away: %" PRIu64 " items and %" PRIu64
			" feeds without a line, %" PRIu64 " bytes.\n"),
		gone.items, gone.feeds, gone.bytes);
	return say(&out);
}

/* ---- compact, backup, restore, stats */

int
cli_compact(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct err err = {0};
	struct buf out = BUF_INIT(0);
	uint64_t before, after;
	int status = cli_args(&argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	if (store_compact(cli->store, &before, &after, &err) != OK)
		return cli_fail(&err);
	buf_addf(&out,
		_("The store's file has %" PRIu64 " bytes now; it had %" PRIu64 ".\n"),
		after, before);
	return say(&out);
}

int
cli_backup(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct err err = {0};
	int status = cli_args(&argc, argv, 1, 1, values);
	if (status != CLI_OK)
		return status;
	return store_backup(cli->store, argv[1], &err) == OK ? CLI_OK : cli_fail(&err);
}

int
cli_restore(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct store_check found;
	struct err err = {0};
	struct buf out = BUF_INIT(0), kept = BUF_INIT(0);
	int status = cli_args(&argc, argv, 1, 1, values);
	if (status != CLI_OK)
		return status;
	int got = store_restore(cli->dirs->store, argv[1], &found, &kept, &err);
	if (got == OK)
		buf_addf(&out, _("Restored: %" PRIu64 " feeds, %" PRIu64 " items.\n"),
			found.feeds, found.items);
	if (got == OK && kept.len)
		buf_addf(&out, _("What was there before is now %s.\n"), buf_str(&kept));
	buf_done(&kept);
	if (got != OK)
		return got == ERR_NOT_FOUND ? (cli_fail(&err), CLI_NOTHING)
					    : cli_fail(&err);
	return say(&out);
}

int
cli_stats(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct store_stats s;
	struct err err = {0};
	int status = cli_args(&argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	if (store_stats(cli->store, &s, &err) != OK)
		return cli_fail(&err);
	struct buf out = BUF_INIT(0);
	const struct {
		const char *name, *key;
		uint64_t value;
	} rows[] = {
		{_("feeds"), "feeds", s.feeds},
		{_("items"), "items", s.items},
		{_("unread"), "unread", s.unread},
		{_("starred"), "starred", s.starred},
		{_("bytes of the file"), "file", s.file_bytes},
		{_("bytes in use"), "used", s.used_bytes},
		{_("processes reading"), "readers", s.readers},
		{_("format"), "format", s.format_major},
	};
	if (values[0])
		buf_addc(&out, '{');
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (values[0])
			buf_addf(&out, "%s\"%s\":%" PRIu64, i ? "," : "", rows[i].key,
				rows[i].value);
		else
			buf_addf(
				&out, "%12" PRIu64 "  %s\n", rows[i].value, rows[i].name);
	}
	if (values[0])
		buf_adds(&out, "}\n");
	return say(&out);
}
