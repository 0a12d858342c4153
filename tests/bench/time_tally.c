/*
 * Times how the numbers of saved searches follow what happens in a store that fill_store
 * has filled:
 *
 *	time_tally DIR [QUERIES]
 *
 * Counts QUERIES (100) searches, marks all items read and unread again, a slice in each
 * transaction, and after each the numbers follow. Prints milliseconds of CPU. Leaves all
 * items unread.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/err.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/find/find.h"
#include "store/find/tally.h"
#include "store/item/list.h"
#include "store/mark/flags.h"
#include "store/open.h"

#define SLICE 500 /* items, as engine/action/action_queue.c has it */
#define STEP_US 4000

struct sums {
	int64_t act, follow, longest; /* microseconds of CPU */
	size_t steps, counted;
};

static int64_t
cpu_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static struct store_find_tally *
make_tally(size_t queries)
{
	static const char *const forms[] = {
		"feed-order:%zu", "tag:t%zu", "title:w%zu", "w%zu age:<90d"};
	struct store_find_tally *tally = store_find_tally_new(STORE_FIND_ACCENTS);
	for (size_t i = 0; i < queries; i++) {
		char query[64];
		snprintf(query, sizeof query, forms[i % 4], i + 1);
		store_find_tally_add(tally, query);
	}
	return tally;
}

static int
follow(struct store *store, struct store_find_tally *tally, struct sums *sums,
	struct err *err)
{
	struct store_find_turn turn = {
		.now = time_wall(), .count = true, .settled = true, .more = true};
	int status = OK;
	while (status == OK && turn.more) {
		int64_t begin = cpu_us();
		turn.until_us = time_mono_us() + STEP_US;
		status = store_find_tally_step(tally, store, &turn, err);
		int64_t took = cpu_us() - begin;
		sums->follow += took;
		sums->longest = took > sums->longest ? took : sums->longest;
		sums->steps++;
		sums->counted += turn.counted;
	}
	return status;
}

static void
print(const char *what, const struct sums *sums)
{
	printf("%s: %.0f ms, then the numbers %.0f ms in %zu steps, the longest %.1f ms; "
	       "%zu recounted\n",
		what, (double)sums->act / 1e3, (double)sums->follow / 1e3, sums->steps,
		(double)sums->longest / 1e3, sums->counted);
}

/* Marks the next slice of the list. */
static int
mark(struct store *store, struct store_key *after, bool *begun, bool unread, size_t *len,
	struct err *err)
{
	static const struct store_scope all = {.kind = STORE_ALL};
	struct store_key keys[SLICE];
	uint64_t ids[SLICE];
	struct store_view view;
	struct store_batch *batch;
	int status = store_view_begin(store, &view, err);
	if (status)
		return status;
	status = store_item_keys(&view, &all, *begun ? after : NULL, keys, SLICE, len);
	store_view_end(&view);
	if (status || !*len)
		return status;
	*begun = true;
	*after = keys[*len - 1];
	for (size_t i = 0; i < *len; i++)
		ids[i] = keys[i].id;
	status = store_batch_begin(store, &batch, err);
	if (status)
		return status;
	status = store_mark_put_flags(batch, ids, *len, unread ? ITEM_UNREAD : 0,
		unread ? 0 : ITEM_UNREAD, NULL, err);
	return store_batch_end(batch, status, err);
}

static int
mark_all(
	struct store *store, struct store_find_tally *tally, bool unread, struct err *err)
{
	struct store_key after;
	struct sums sums = {0};
	bool begun = false;
	size_t len = SLICE;
	int status = OK;
	while (status == OK && len == SLICE) {
		int64_t begin = cpu_us();
		status = mark(store, &after, &begun, unread, &len, err);
		sums.act += cpu_us() - begin;
		if (status == OK)
			status = follow(store, tally, &sums, err);
	}
	print(unread ? "all unread" : "all read", &sums);
	return status;
}

int
main(int argc, char **argv)
{
	struct store *store = NULL;
	struct err err = {0};
	struct sums sums = {0};
	char path[4096];
	size_t queries = argc > 2 ? strtoul(argv[2], NULL, 10) : 100;
	if (argc < 2 || !queries) {
		fprintf(stderr, "usage: time_tally DIR [QUERIES]\n");
		return 2;
	}
	struct store_find_tally *tally = make_tally(queries);
	snprintf(path, sizeof path, "%s/store", argv[1]);
	int status = store_open(&store, path, &err);
	if (status == OK)
		status = follow(store, tally, &sums, &err);
	print("opened", &sums);
	if (status == OK)
		status = mark_all(store, tally, false, &err);
	if (status == OK)
		status = mark_all(store, tally, true, &err);
	if (status)
		fprintf(stderr, "%s\n", err.text);
	store_find_tally_free(tally);
	store_close(store);
	return status ? 1 : 0;
}
