#include "config.h"

#include "cli/read/pages.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "engine/api.h"
#include "store/db/view.h"
#include "store/item/item.h"

/* Leaves those whose page is not stored; returns their number. */
static size_t
missing(const struct cli *cli, uint64_t *items, size_t len)
{
	struct arena arena = ARENA_INIT;
	struct store_item_text text;
	struct store_view view;
	size_t left = 0;
	if (store_view_begin(cli->store, &view, NULL) != OK)
		return len;
	for (size_t i = 0; i < len; i++) {
		if (store_item_other(&view, items[i], STORE_ITEM_PAGE, &arena, &text) !=
			OK)
			items[left++] = items[i];
		arena_reset(&arena);
	}
	store_view_end(&view);
	arena_done(&arena);
	return left;
}

/* Waits for the events of n pages; returns how many could not be fetched. */
static size_t
wait_for(struct cli_session *session, size_t n)
{
	size_t failed = 0;
	while (n && !cli_session_signal()) {
		struct engine_event *event = cli_session_next(session, -1);
		if (event && event->kind == ENGINE_PAGE && event->error) {
			struct buf line = BUF_INIT(0);
			buf_addf(&line, _("item %" PRIu64 ": %s"), event->counted,
				event->text);
			cli_note(buf_str(&line));
			buf_done(&line);
			failed++;
		}
		n -= event && event->kind == ENGINE_PAGE;
		n = event && event->kind == ENGINE_ENDED ? 0 : n;
		free(event);
	}
	return failed;
}

int
cli_read_pages(struct cli *cli, const uint64_t *items, size_t len)
{
	struct cli_session session;
	struct err err = {0};
	size_t failed = 0;
	uint64_t *wanted = mem_dup(items, len * sizeof *items);
	size_t left = missing(cli, wanted, len);
	int status = left ? cli_session_begin(&session, cli, false, &err) : OK;
	if (left && status == OK) {
		engine_fetch_pages(session.engine, wanted, left);
		failed = wait_for(&session, left);
	}
	free(wanted);
	if (!left)
		return CLI_OK;
	cli_session_end(&session);
	if (status != OK)
		return cli_session_failed(status, &err);
	int number = cli_session_signal();
	return number ? CLI_SIGNAL + number : failed ? CLI_FAILED : CLI_OK;
}
