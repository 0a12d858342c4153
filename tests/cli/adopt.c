/*
 * adopt STORE: what servers said of new addresses, they said for eight days (case 82). No
 * command could wait for that.
 */
#include "config.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/time.h"
#include "model/http.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/open.h"
#include "store/poll/poll.h"

static int
adopt(struct store *store, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct store_batch *batch;
	struct store_feed *feeds;
	size_t len = 0;
	int status = store_batch_begin(store, &batch, err);
	if (status != OK)
		return status;
	const struct store_view view = store_batch_view(batch);
	status = store_feed_all(&view, &arena, false, &feeds, &len);
	for (size_t i = 0; i < len && status == OK; i++) {
		struct http_state http;
		const struct store_poll poll = {.feed = feeds[i].id, .http = &http};
		status = store_feed_state(&view, feeds[i].id, &arena, &http, NULL, NULL);
		if (status != OK || !http.moved_to)
			continue;
		http.moved_count = HTTP_MOVED_COUNT + 1;
		http.moved_since = http.last_poll - HTTP_MOVED_SECONDS - TIME_DAY;
		status = store_poll_put(batch, &poll, NULL, err);
	}
	arena_done(&arena);
	return store_batch_end(batch, status, err);
}

int
main(int argc, char **argv)
{
	struct store *store;
	struct err err = {0};
	int status = argc == 2 ? store_open(&store, argv[1], &err) : ERR_INVALID;
	if (status == OK) {
		status = adopt(store, &err);
		store_close(store);
	}
	if (status != OK)
		fprintf(stderr, "adopt: %s\n", err.text);
	return status == OK ? 0 : 1;
}
