/*
 * Times what the reader and the worker ask of a store that fill_store has filled:
 *
 *	time_store DIR
 *
 * Prints one figure a line. It changes the store (marks all read and back).
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/attr.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/health/check.h"
#include "store/item/count.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/journal/journal.h"
#include "store/mark/flags.h"
#include "store/open.h"

#define PAGE 60
#define SLICE 2000
#define MARK 50000

/* When the part being timed began. */
static int64_t wall, cpu;

static int64_t
cpu_us(void)
{
	struct rusage use;
	getrusage(RUSAGE_SELF, &use);
	return (int64_t)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000 +
	       use.ru_utime.tv_usec + use.ru_stime.tv_usec;
}

static void
lap(const char *what)
{
	int64_t wall_now = time_mono_us(), cpu_now = cpu_us();
	printf("%10.3f ms wall %10.3f ms CPU  %s\n", (double)(wall_now - wall) / 1e3,
		(double)(cpu_now - cpu) / 1e3, what);
	wall = time_mono_us();
	cpu = cpu_us();
}

static int
list_feeds(struct store *store, struct err *err)
{
	struct store_view view;
	struct arena arena = ARENA_INIT;
	struct store_feed *feeds;
	struct store_item_counts counts;
	struct store_scope all = {STORE_ALL, 0, NULL};
	size_t len;
	int status = store_view_begin(store, &view, err);
	if (status)
		return status;
	status = store_item_counts(&view, &all, &counts);
	if (status == OK)
		status = store_feed_all(&view, &arena, false, &feeds, &len);
	store_view_end(&view);
	arena_done(&arena);
	return status;
}

static int
list_items(
	struct store *store, const struct store_scope *scope, size_t max, struct err *err)
{
	struct store_view view;
	struct store_key keys[PAGE];
	struct arena arena = ARENA_INIT;
	size_t len = PAGE, seen = 0;
	int status = store_view_begin(store, &view, err);
	if (status)
		return status;
	while (status == OK && len == PAGE && seen < max) {
		status = store_item_keys(
			&view, scope, seen ? &keys[PAGE - 1] : NULL, keys, PAGE, &len);
		seen += len;
		for (size_t i = 0; status == OK && max == PAGE && i < len; i++) {
			struct store_item item;
			status = store_item(&view, keys[i].id, &arena, &item);
		}
	}
	store_view_end(&view);
	arena_done(&arena);
	return status;
}

/* In slices, as the worker does it, journaled as one action. */
static int
mark_all(struct store *store, struct err *err)
{
	struct store_scope all = {STORE_ALL, 0, NULL};
	size_t changed, total = 0, slices = 0;
	int64_t longest = 0;
	uint64_t group = 0;
	bool more = true;
	while (more) {
		struct store_batch *batch;
		int64_t begin = time_mono_us();
		int status = store_batch_begin(store, &batch, err);
		if (status == OK)
			status = store_journal_begin(batch, &group, time_wall(), err);
		if (status == OK)
			status = store_mark_read(
				batch, &all, UINT64_MAX, SLICE, &changed, &more, err);
		if (status == OK)
			status = store_batch_commit(batch, err);
		if (status)
			return status;
		total += changed;
		slices++;
		if (time_mono_us() - begin > longest)
			longest = time_mono_us() - begin;
	}
	printf("            marked %zu in %zu slices, the longest %.2f ms\n", total,
		slices, (double)longest / 1e3);
	return OK;
}

/* The newest items become unread again, so many. */
static int
unread_newest(struct store *store, size_t wanted, struct err *err)
{
	struct store_scope all = {STORE_ALL, 0, NULL};
	struct store_key keys[SLICE];
	size_t len = SLICE;
	int status = OK;
	for (size_t done = 0; status == OK && done < wanted && len == SLICE;
		done += len) {
		struct store_batch *batch;
		uint64_t ids[SLICE];
		struct store_key last = keys[SLICE - 1];
		status = store_batch_begin(store, &batch, err);
		if (status != OK)
			return status;
		struct store_view view = store_batch_view(batch);
		status = store_item_keys(
			&view, &all, done ? &last : NULL, keys, SLICE, &len);
		for (size_t i = 0; i < len; i++)
			ids[i] = keys[i].id;
		if (status == OK)
			status = store_mark_put_flags(
				batch, ids, len, ITEM_UNREAD, 0, NULL, err);
		if (status == OK)
			status = store_batch_commit(batch, err);
		else
			store_batch_abort(batch);
	}
	return status;
}

static int
run(struct store *store, struct err *err)
{
	static const struct store_scope scopes[] = {{STORE_ALL, 0, NULL},
		{STORE_FEED, 1, NULL}, {STORE_UNREAD, 0, NULL}, {STORE_TAG, 0, "even"}};
	static const char *const names[] = {"all", "feed", "unread", "tag of half"};
	char what[64];
	int status = list_feeds(store, err);
	lap("counts and feeds, first time");
	if (status == OK)
		status = list_feeds(store, err);
	lap("counts and feeds, again");
	for (size_t i = 0; status == OK && i < COUNT_OF(scopes); i++) {
		status = list_items(store, &scopes[i], PAGE, err);
		snprintf(what, sizeof what, "first page of 60 with items: %s", names[i]);
		lap(what);
		if (status == OK)
			status = list_items(store, &scopes[i], SIZE_MAX, err);
		snprintf(what, sizeof what, "all keys: %s", names[i]);
		lap(what);
	}
	if (status == OK)
		status = mark_all(store, err);
	lap("mark all read");
	if (status == OK)
		status = unread_newest(store, MARK, err);
	lap("the newest 50,000 unread again");
	if (status == OK)
		status = mark_all(store, err);
	lap("mark 50,000 of many feeds read");
	return status;
}

int
main(int argc, char **argv)
{
	struct store *store = NULL;
	struct store_health_check check;
	struct err err = {0};
	char path[4096];
	if (argc < 2) {
		fprintf(stderr, "usage: time_store DIR\n");
		return 2;
	}
	snprintf(path, sizeof path, "%s/store", argv[1]);
	wall = time_mono_us();
	cpu = cpu_us();
	int status = store_open(&store, path, &err);
	lap("open");
	if (status == OK)
		status = run(store, &err);
	if (status == OK)
		status = store_health_check(store, &check, NULL, &err);
	lap("check");
	store_close(store);
	lap("close");
	if (status)
		fprintf(stderr, "%s\n", err.text);
	return status ? 1 : 0;
}
