/*
 * Keeps a page through the engine: it is fetched and becomes an item of the saved pages
 * (ENGINE_SAVED), whose feed is then polled (ENGINE_DONE).
 */
#include "config.h"

#include "cli/change/commands.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/url.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "conf/feeds.h"
#include "engine/api.h"

/* The next event of this kind; free() it. NULL: a signal came, or the engine ended. */
static struct engine_event *
wait_for(struct cli_session *session, enum engine_event_kind kind)
{
	while (!cli_session_signal()) {
		struct engine_event *event = cli_session_next(session, -1);
		if (event && event->kind == kind)
			return event;
		bool ended = event && event->kind == ENGINE_ENDED;
		if (event && event->kind == ENGINE_NOTE && event->unstored)
			cli_note(event->text);
		free(event);
		if (ended)
			break;
	}
	return NULL;
}

static int
save(struct cli_session *session, const char *url, const char *const *tags, size_t len)
{
	struct buf out = BUF_INIT(0);
	struct err err;
	engine_save_page(session->engine, url, tags, len);
	struct engine_event *saved = wait_for(session, ENGINE_SAVED);
	if (!saved)
		return CLI_FAILED;
	int status = CLI_OK;
	if (saved->unstored) {
		err_set(&err, ERR_IO, "%s", saved->text);
		free(saved);
		return cli_fail(&err);
	}
	if (saved->error) {
		err_set(&err, ERR_NETWORK,
			_("%s; the address was kept and is tried again at the next "
			  "refresh"),
			saved->text);
		status = cli_fail(&err);
	}
	free(wait_for(session, ENGINE_DONE));
	if (status == CLI_OK)
		buf_addf(&out, _("Saved: %s\n"), saved->text);
	free(saved);
	if (out.len)
		cli_print(&out);
	buf_done(&out);
	return status;
}

/* In arena; NULL: a word is not a tag, which was reported. */
static const char **
read_tags(int argc, char **argv, struct arena *arena)
{
	const char **tags = arena_zalloc(arena, (size_t)argc * sizeof *tags);
	for (int i = 2; i < argc; i++) {
		tags[i - 2] = conf_feeds_tag(arena, span_of(argv[i]));
		if (!tags[i - 2]) {
			cli_usage(argv[0], _("\"%s\" is not a valid tag"), argv[i]);
			return NULL;
		}
	}
	return tags;
}

int
cli_change_save(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct arena arena = ARENA_INIT;
	struct cli_session session;
	struct err err = {0};
	char *url;
	int status = cli_args(cli, &argc, argv, 1, -1, values);
	if (status != CLI_OK)
		return status;
	const char **tags = read_tags(argc, argv, &arena);
	if (!tags) {
		status = CLI_USAGE;
	} else if (url_normalize(&arena, span_of(argv[1]), &url, &err) != OK) {
		status = cli_fail(&err);
	} else {
		int begun = cli_session_begin(&session, cli, false, &err);
		if (begun == OK)
			status = save(&session, url, tags, (size_t)argc - 2);
		cli_session_end(&session);
		if (begun != OK)
			status = cli_session_failed(begun, &err);
	}
	arena_done(&arena);
	return status;
}
