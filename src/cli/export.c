#include "config.h"

#include "cli/export.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/dir.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/str.h"
#include "cli/command.h"
#include "cli/trace.h"
#include "conf/feeds.h"
#include "feed/opml.h"
#include "model/subscription.h"
#include "simulate/trace.h"
#include "store/db/view.h"
#include "store/feed/feed.h"

#define FILE_MODE 0600

struct titles {
	const struct store_view *view;
	struct arena arena;
};

/* The title for a feed that the user has not given one. */
static const char *
title_of(void *data, const char *url)
{
	struct titles *titles = data;
	struct store_feed feed;
	uint32_t id;
	if (store_feed_find(titles->view, url, &id) != OK ||
		store_feed(titles->view, id, &titles->arena, &feed) != OK)
		return NULL;
	return feed.title;
}

static int
write_list(struct cli *cli, const struct subscriptions *subs, struct buf *out,
	struct err *err)
{
	struct store_view view;
	struct titles titles = {.view = &view, .arena = ARENA_INIT};
	int status = store_view_begin(cli->store, &view, err);
	if (status != OK)
		return status;
	feed_opml_write(out, subs, title_of, &titles);
	store_view_end(&view);
	arena_done(&titles.arena);
	return OK;
}

/* The options, in the order of the table. */
enum export_option {
	TRACES,
	ADDRESSES,
};

static int
write_subscriptions(struct cli *cli, struct buf *out, struct err *err)
{
	/* Faulty lines were reported when the store was updated from the file. */
	struct subscriptions *subs = subscriptions_new();
	int status = conf_feeds_load(subs, cli->dirs->feeds, NULL, NULL, err);
	if (status == OK)
		status = write_list(cli, subs, out, err);
	subscriptions_free(subs);
	return status;
}

static int
write_traces(struct cli *cli, bool addresses, struct buf *out, struct err *err)
{
	struct simulate_traces traces = {0};
	int status = cli_traces(cli, addresses, &traces, err);
	if (status == OK)
		cli_traces_write(&traces, out);
	simulate_traces_done(&traces);
	return status;
}

int
cli_export(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct err err = {0};
	struct buf out = BUF_INIT(0);
	int status = cli_args(&argc, argv, 0, 1, values);
	if (status != CLI_OK)
		return status;
	if (values[ADDRESSES] && !values[TRACES])
		return cli_usage(argv[0], _("--addresses goes with --traces"));
	int got = values[TRACES]
			  ? write_traces(cli, values[ADDRESSES] != NULL, &out, &err)
			  : write_subscriptions(cli, &out, &err);
	if (got == OK && argc > 1 && !str_eq(argv[1], "-"))
		got = file_write(argv[1], buf_str(&out), out.len, FILE_MODE, &err);
	else if (got == OK)
		cli_write(&out);
	if (got != OK)
		status = cli_fail(&err);
	buf_done(&out);
	return status;
}
