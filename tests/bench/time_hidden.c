/*
 * Times hiding in a store that fill_store has filled, and saved searches beside hidden
 * items:
 *
 *	time_hidden DIR [ITEMS [QUERIES]]
 *
 * Counts QUERIES (100) searches for unread items, as the rows of saved searches do. Then
 * hides the newest ITEMS (100000), a slice in each transaction, and reads a screen of the
 * list after each, as the reader does. Counts again, and shows them again. Prints
 * milliseconds, of CPU where it says so. The store is as before, but for its journal.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/time.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/find/find.h"
#include "store/item/list.h"
#include "store/mark/trash.h"
#include "store/open.h"

#define SLICE 500 /* items, as engine/action/action_queue.c has it */
#define SCREEN 60
#define HITS 256
#define STEP_US 4000

static const struct store_scope all = {STORE_ALL, 0, NULL};
static const struct store_scope unread = {STORE_UNREAD, 0, NULL};

static int64_t
cpu_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int
count_one(struct store *store, const char *query, size_t *hits, struct err *err)
{
	struct store_find *find;
	struct store_key keys[HITS];
	bool done = false;
	int status = store_find_new(query, &unread, 0, time_wall(), &find, err);
	if (status)
		return status;
	while (status == OK && !done) {
		size_t len;
		status = store_find_step(
			find, store, STEP_US, keys, HITS, &len, &done, err);
		*hits += len;
	}
	store_find_free(find);
	return status;
}

static int
count_all(struct store *store, size_t queries, const char *when, struct err *err)
{
	size_t hits = 0;
	int status = OK;
	int64_t begin = cpu_us();
	for (size_t i = 0; status == OK && i < queries; i++) {
		char query[64];
		snprintf(query, sizeof query,
			i % 2 ? "tag:t%zu age:<90d" : "feed-order:%zu",
			i % 2 ? i % 10 : i + 1);
		status = count_one(store, query, &hits, err);
	}
	printf("%zu searches %s: %zu hits, %.2f ms CPU each\n", queries, when, hits,
		(double)(cpu_us() - begin) / 1e3 / (double)queries);
	return status;
}

static int
read_screen(struct store *store, struct err *err)
{
	struct store_key keys[SCREEN];
	struct store_view view;
	size_t len;
	int status = store_view_begin(store, &view, err);
	if (status)
		return status;
	status = store_item_keys(&view, &all, NULL, keys, SCREEN, &len);
	store_view_end(&view);
	return status;
}

static int
hide_slice(struct store *store, const uint64_t *ids, size_t len, bool hidden,
	struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(store, &batch, err);
	if (status)
		return status;
	status = store_mark_put_hidden(batch, ids, len, hidden, time_wall(), NULL, err);
	return store_batch_end(batch, status, err);
}

static int
hide_all(struct store *store, const uint64_t *ids, size_t len, bool hidden,
	struct err *err)
{
	int64_t begin = cpu_us(), slice = 0, frame = 0;
	int status = OK;
	for (size_t i = 0; status == OK && i < len; i += SLICE) {
		size_t n = len - i < SLICE ? len - i : SLICE;
		int64_t from = cpu_us();
		status = hide_slice(store, ids + i, n, hidden, err);
		int64_t to = cpu_us();
		slice = to - from > slice ? to - from : slice;
		if (status == OK)
			status = read_screen(store, err);
		frame = cpu_us() - to > frame ? cpu_us() - to : frame;
	}
	printf("%s %zu items: %.0f ms CPU, longest slice %.1f, longest screen %.2f\n",
		hidden ? "hide" : "show", len, (double)(cpu_us() - begin) / 1e3,
		(double)slice / 1e3, (double)frame / 1e3);
	return status;
}

/* The newest items, at most max. */
static int
newest(struct store *store, uint64_t *ids, size_t max, size_t *len, struct err *err)
{
	struct store_key keys[HITS];
	struct store_view view;
	size_t n = HITS;
	int status = store_view_begin(store, &view, err);
	if (status)
		return status;
	for (*len = 0; status == OK && n == HITS && *len < max;) {
		status = store_item_keys(
			&view, &all, *len ? &keys[HITS - 1] : NULL, keys, HITS, &n);
		for (size_t i = 0; status == OK && i < n && *len < max; i++)
			ids[(*len)++] = keys[i].id;
	}
	store_view_end(&view);
	return status;
}

int
main(int argc, char **argv)
{
	struct store *store = NULL;
	struct err err = {0};
	char path[4096];
	size_t items = argc > 2 ? strtoul(argv[2], NULL, 10) : 100000, len;
	size_t queries = argc > 3 ? strtoul(argv[3], NULL, 10) : 100;
	if (argc < 2 || !items || !queries) {
		fprintf(stderr, "usage: time_hidden DIR [ITEMS [QUERIES]]\n");
		return 2;
	}
	uint64_t *ids = mem_alloc(items * sizeof *ids);
	snprintf(path, sizeof path, "%s/store", argv[1]);
	int status = store_open(&store, path, &err);
	if (status == OK)
		status = newest(store, ids, items, &len, &err);
	if (status == OK)
		status = count_all(store, queries, "before", &err);
	if (status == OK)
		status = hide_all(store, ids, len, true, &err);
	if (status == OK)
		status = count_all(store, queries, "beside hidden items", &err);
	if (status == OK)
		status = hide_all(store, ids, len, false, &err);
	if (status)
		fprintf(stderr, "%s\n", err.text);
	store_close(store);
	free(ids);
	return status ? 1 : 0;
}
