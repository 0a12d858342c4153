/*
 * With words, what they name is marked as wanted, held or dropped, which a reader or
 * daemon notices at once. Without words, or with --wait, this process downloads what is
 * waiting, except what another process is downloading.
 */
#include "config.h"

#include "cli/media/commands.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/size.h"
#include "base/str.h"
#include "base/vec.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "cli/core/field.h"
#include "cli/core/find.h"
#include "cli/core/progress.h"
#include "cli/core/rows.h"
#include "cli/media/episode.h"
#include "engine/api.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/media/download.h"

/* The options, in the order of the table. */
enum {
	DOWNLOAD_WAIT,
	DOWNLOAD_HOLD,
	DOWNLOAD_RELEASE,
	DOWNLOAD_REMOVE,
	DOWNLOAD_LIST,
	DOWNLOAD_QUIET,
	DOWNLOAD_JSON,
	DOWNLOAD_FIELDS,
	DOWNLOAD_FORMAT,
};

#define PAGE 200

struct download_command {
	struct cli *cli;
	const char *const *values;
	struct cli_session session;
	struct cli_progress progress;
	struct cli_rows rows;
	struct cli_done done;
	size_t here, failed; /* files of this run */
	bool over;
};

/* ---- working off */

static void
put_title(struct download_command *d, uint64_t item, struct buf *out)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_item it;
	bool known = false;
	if (store_view_begin(d->cli->store, &view, NULL) == OK) {
		known = store_item(&view, item, &arena, &it) == OK && it.title;
		store_view_end(&view);
	}
	if (known)
		cli_clean(out, it.title);
	else
		buf_addf(out, _("item %" PRIu64), item);
	arena_done(&arena);
}

/* Reports that a file was downloaded, or failed. */
static void
say_end(struct download_command *d, const struct engine_event *event)
{
	struct buf line = BUF_INIT(0);
	cli_progress_clear(&d->progress);
	d->here += event->done && !event->error;
	d->failed += event->error;
	put_title(d, event->item, &line);
	if (event->error) {
		buf_addf(&line, ": %s", event->text);
		cli_note(buf_str(&line));
	} else if (event->done && !d->values[DOWNLOAD_QUIET]) {
		buf_adds(&line, ": ");
		size_put(&line, event->size);
		buf_addc(&line, '\n');
		d->over |= !cli_print(&line) || !cli_flush();
	}
	buf_done(&line);
}

static void
say_progress(struct download_command *d, const struct engine_event *event)
{
	struct buf line = BUF_INIT(0);
	put_title(d, event->item, &line);
	buf_adds(&line, ": ");
	size_put(&line, event->size);
	if (event->size_total > 0) {
		buf_adds(&line, " / ");
		size_put(&line, event->size_total);
	}
	cli_progress_say(&d->progress, buf_str(&line));
	buf_done(&line);
}

static void
take_event(struct download_command *d, const struct engine_event *event)
{
	switch (event->kind) {
	case ENGINE_DOWNLOAD:
		if (event->done || event->error)
			say_end(d, event);
		else
			say_progress(d, event);
		break;
	case ENGINE_DOWNLOADED:
		d->over = true;
		d->failed += event->error && !d->failed;
		break;
	case ENGINE_NOTE:
		cli_progress_clear(&d->progress);
		cli_note(event->text);
		d->failed += event->error;
		d->over |= event->unstored; /* nothing else could be stored either */
		break;
	default:
		d->over |= event->kind == ENGINE_ENDED;
	}
}

static void
work(struct download_command *d)
{
	engine_download(d->session.engine, false);
	while (!d->over && !cli_session_signal()) {
		struct engine_event *event = cli_session_next(&d->session, -1);
		if (event)
			take_event(d, event);
		free(event);
	}
	cli_progress_clear(&d->progress);
}

static int
worked(const struct download_command *d)
{
	int number = cli_session_signal();
	if (number)
		return CLI_SIGNAL + number;
	if (d->failed)
		return CLI_FAILED;
	return d->here || d->done.found ? CLI_OK : CLI_NOTHING;
}

/* Reports why nothing was done although there are episodes that are not here. */
static void
note_waiting(struct download_command *d)
{
	struct store_download_row rows[PAGE];
	struct store_view view;
	uint64_t after = 0;
	size_t len = PAGE, waiting = 0;
	if (store_view_begin(d->cli->store, &view, NULL) != OK)
		return;
	while (len == PAGE &&
		store_media_downloads(&view, after, rows, PAGE, &len) == OK) {
		for (size_t i = 0; i < len; i++)
			waiting += rows[i].state == DOWNLOAD_WAITING;
		after = len ? rows[len - 1].item : after;
	}
	store_view_end(&view);
	struct buf line = BUF_INIT(0);
	buf_addf(&line,
		P_("%zu episode waits, after a failure or for another process; --wait "
		   "with its number fetches it now",
			"%zu episodes wait, after a failure or for another process; "
			"--wait with their numbers fetches them now",
			waiting),
		waiting);
	cli_note(waiting ? buf_str(&line) : _("No download is waiting"));
	buf_done(&line);
}

/* ---- with words */

static enum action
verb_of(const struct download_command *d)
{
	return d->values[DOWNLOAD_REMOVE]    ? ACTION_DROP
	       : d->values[DOWNLOAD_HOLD]    ? ACTION_HOLD
	       : d->values[DOWNLOAD_RELEASE] ? ACTION_RELEASE
					     : ACTION_DOWNLOAD;
}

static int
act(struct download_command *d, int argc, char **argv, struct err *err)
{
	struct cli_items items = {0};
	struct engine_action action = {.verb = verb_of(d)};
	int status =
		cli_find_target(&d->session, argc, argv, &items, &action.target, err);
	if (status == OK)
		status = action.verb == ACTION_DOWNLOAD
				 ? cli_media_do(&d->session, &action, &d->done, err)
				 : cli_session_do(&d->session, &action, &d->done, err);
	cli_items_done(&items);
	return status;
}

static int
tell(struct download_command *d)
{
	struct buf out = BUF_INIT(0);
	const struct cli_changed row = {
		.found = d->done.found, .changed = d->done.changed};
	buf_addf(&out, P_("%zu item, ", "%zu items, ", d->done.found), d->done.found);
	buf_addf(&out, P_("%zu changed\n", "%zu changed\n", d->done.changed),
		d->done.changed);
	int status = cli_result(
		d->values[DOWNLOAD_JSON] != NULL, cli_changed_fields, &row, &out);
	return status == CLI_OK && !d->done.found ? CLI_NOTHING : status;
}

static int
run(struct download_command *d, int argc, char **argv)
{
	struct err err = {0};
	bool waits = argc == 1 || d->values[DOWNLOAD_WAIT];
	int status = cli_session_begin(&d->session, d->cli, false, &err);
	if (status == OK && argc > 1)
		status = act(d, argc - 1, argv + 1, &err);
	if (status == OK && waits)
		work(d);
	cli_session_end(&d->session);
	if (status != OK)
		return cli_session_failed(status, &err);
	if (waits && worked(d) == CLI_NOTHING && !d->values[DOWNLOAD_QUIET])
		note_waiting(d);
	return waits ? worked(d) : tell(d);
}

/* ---- --list */

static int
list_all(struct download_command *d, struct err *err)
{
	struct store_download_row rows[PAGE];
	uint64_t after = 0;
	size_t len = PAGE;
	bool open = true;
	int status = cli_rows_begin(&d->rows, d->cli, err);
	while (status == OK && open && len == PAGE) {
		struct store_view view;
		status = store_view_begin(d->cli->store, &view, err);
		if (status != OK)
			break;
		status = store_media_downloads(&view, after, rows, PAGE, &len);
		for (size_t i = 0; status == OK && i < len; i++) {
			cli_rows_item(&d->rows, &view, rows[i].item);
			after = rows[i].item;
		}
		store_view_end(&view);
		status = store_fail(
			d->cli->store, status, err, _("cannot read the downloads"));
		open = status == OK && cli_rows_write(&d->rows);
	}
	return status;
}

static int
list(struct download_command *d, const char *name)
{
	struct err err;
	d->rows.episodes = true;
	d->rows.json = d->values[DOWNLOAD_JSON] != NULL;
	d->rows.fields = d->values[DOWNLOAD_FIELDS];
	d->rows.format = d->values[DOWNLOAD_FORMAT];
	int status = cli_rows_check(&d->rows, name, output_item_fields);
	if (status == CLI_OK && list_all(d, &err) != OK)
		status = cli_fail(&err);
	cli_rows_done(&d->rows);
	return status;
}

int
cli_media_download(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	int status = cli_args(cli, &argc, argv, 0, -1, values);
	if (status != CLI_OK)
		return status;
	struct download_command d = {.cli = cli, .values = values};
	if (values[DOWNLOAD_LIST])
		return argc == 1 ? list(&d, argv[0])
				 : cli_usage(argv[0], _("--list takes no items"));
	size_t changes = !!values[DOWNLOAD_HOLD] + !!values[DOWNLOAD_RELEASE] +
			 !!values[DOWNLOAD_REMOVE];
	if (changes > 1)
		return cli_usage(
			argv[0], _("choose one of --hold, --release and --remove"));
	if (argc == 1 && changes)
		return cli_usage(argv[0], _("name the items, or give a query"));
	cli_progress_init(&d.progress, !values[DOWNLOAD_QUIET]);
	return run(&d, argc, argv);
}
