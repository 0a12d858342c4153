#include "config.h"

#include "cli/change/commands.h"

#include <stdbool.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/url.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "cli/core/feeds.h"
#include "conf/feeds.h"
#include "engine/api.h"
#include "store/feed/feed.h"

struct change {
	struct cli *cli;
	struct cli_session session;
	struct cli_feeds feeds;
	bool json;
};

static void
put(struct change *c, struct buf *out, const struct store_feed *feed, const char *title)
{
	const struct cli_added row = {.id = feed->id,
		.url = url_public(&c->feeds.arena, feed->address, false),
		.title = title};
	cli_result_put(out, cli_renamed_fields, &row);
}

static int
begin(struct change *c, struct err *err)
{
	int status = cli_feeds_read(&c->feeds, c->cli, err);
	if (status == OK)
		status = cli_session_begin(&c->session, c->cli, false, err);
	return status;
}

/* Ends the session, and reports a failure. */
static int
end(struct change *c, int status, const struct err *err, struct buf *out)
{
	cli_session_end(&c->session);
	int result = status == OK ? CLI_OK : cli_session_failed(status, err);
	if (status == OK && c->json)
		cli_write(out);
	else if (status == OK)
		cli_print(out);
	buf_done(out);
	cli_feeds_done(&c->feeds);
	return result;
}

/* ---- rename */

int
cli_change_rename(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct change c = {.cli = cli};
	const struct store_feed *feed = NULL;
	struct buf out = BUF_INIT(0);
	struct err err = {0};
	int status = cli_args(cli, &argc, argv, 1, 2, values);
	if (status != CLI_OK)
		return status;
	c.json = values[0] != NULL;
	char *title =
		argc > 2 ? conf_feeds_title(&c.feeds.arena, span_of(argv[2])) : NULL;
	status = begin(&c, &err);
	if (status == OK)
		status = cli_feeds_name_one(&c.feeds, argv[1], &feed, &err);
	if (status == OK) {
		const struct engine_action rename = {.verb = ACTION_RENAME,
			.target = engine_feeds(&feed->id, 1),
			.title = title};
		status = cli_session_do(&c.session, &rename, NULL, &err);
	}
	if (status == OK && c.json) {
		put(&c, &out, feed, title);
	} else if (status == OK && title) {
		buf_addf(&out, _("%s is now called %s.\n"),
			cli_feeds_title(&c.feeds, feed), title);
	} else if (status == OK) {
		buf_addf(&out, _("%s has its own title again.\n"),
			cli_feeds_title(&c.feeds, feed));
	}
	return end(&c, status, &err, &out);
}

/* ---- remove */

static void
put_removed(struct change *c, struct buf *out)
{
	for (size_t i = 0; i < c->feeds.len; i++) {
		const struct store_feed *feed = &c->feeds.list[i];
		bool picked = false;
		for (size_t k = 0; k < c->feeds.ids_len; k++)
			picked |= c->feeds.ids[k] == feed->id;
		if (!picked)
			continue;
		if (c->json)
			put(c, out, feed, feed->title);
		else
			buf_addf(out, _("Unsubscribed from %s.\n"),
				cli_feeds_title(&c->feeds, feed));
	}
}

/* Each word must mean one feed, so that nobody loses more than they meant to. */
int
cli_change_remove(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct change c = {.cli = cli};
	const struct store_feed *feed;
	struct buf out = BUF_INIT(0);
	struct err err = {0};
	int status = cli_args(cli, &argc, argv, 1, -1, values);
	if (status != CLI_OK)
		return status;
	c.json = values[0] != NULL;
	status = begin(&c, &err);
	for (int i = 1; i < argc && status == OK; i++)
		status = cli_feeds_name_one(&c.feeds, argv[i], &feed, &err);
	if (status == OK) {
		const struct engine_action unsubscribe = {.verb = ACTION_UNSUBSCRIBE,
			.target = engine_feeds(c.feeds.ids, c.feeds.ids_len)};
		status = cli_session_do(&c.session, &unsubscribe, NULL, &err);
	}
	if (status == OK)
		put_removed(&c, &out);
	return end(&c, status, &err, &out);
}
