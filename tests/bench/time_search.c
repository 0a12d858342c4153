/*
 * Times searches in a store that fill_store has filled:
 *
 *	time_search DIR [QUERY …]
 *
 * Without queries, a set of its own: a rare word, words of the newest item (frequent
 * ones, since fill_store draws from 4,000), phrases, prefixes, parts and regular
 * expressions. A line a query: hits, time to the first screen of 60 and to the last hit,
 * and the longest slice, which is what transfers would wait for (and the most CPU of
 * one). Each runs once before, so that the cache is warm.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/str.h"
#include "base/time.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/find/find.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/open.h"

#define SCREEN 60
#define HITS 256
#define SLICE_US 4000 /* as engine/search.c has it */

struct figures {
	size_t hits, slices;
	int64_t first, all, longest, longest_cpu;
};

/* Of this thread: what a slice takes on a machine that has other things to do, too. */
static int64_t
cpu_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int
run(struct store *store, const char *query, int how, struct figures *out, struct err *err)
{
	const struct store_scope all = {STORE_ALL, 0, NULL};
	struct store_find *find;
	struct store_key keys[HITS];
	bool done = false;
	int64_t begin = time_mono_us();
	int status = store_find_new(query, &all, how, time_wall(), &find, err);
	*out = (struct figures){.first = -1};
	if (status)
		return status;
	while (status == OK && !done) {
		size_t len;
		int64_t slice = time_mono_us(), cpu = cpu_us();
		status = store_find_step(
			find, store, SLICE_US, keys, HITS, &len, &done, err);
		int64_t now = time_mono_us(), cpu_took = cpu_us() - cpu;
		out->hits += len;
		out->slices++;
		if (now - slice > out->longest)
			out->longest = now - slice;
		if (cpu_took > out->longest_cpu)
			out->longest_cpu = cpu_took;
		if (out->first < 0 && (out->hits >= SCREEN || done))
			out->first = now - begin;
		out->all = now - begin;
	}
	store_find_free(find);
	return status;
}

static int
measure(struct store *store, const char *query, int how, struct err *err)
{
	struct figures f;
	int status = run(store, query, how, &f, err);
	if (status == OK)
		status = run(store, query, how, &f, err);
	if (status == OK)
		printf("%8zu hits  first screen %8.2f ms  all %8.2f ms  longest slice "
		       "%6.2f ms (CPU %.2f)  %s%s\n",
			f.hits, (double)f.first / 1e3, (double)f.all / 1e3,
			(double)f.longest / 1e3, (double)f.longest_cpu / 1e3, query,
			how & STORE_FIND_RELEVANT ? " (by relevance)" : "");
	return status;
}

/* The first words of the newest item's title. */
static int
newest_words(struct store *store, char *out[3], struct err *err)
{
	const struct store_scope all = {STORE_ALL, 0, NULL};
	struct store_view view;
	struct store_key key;
	struct arena arena = ARENA_INIT;
	struct store_item item = {0};
	size_t len = 0, words = 0;
	int status = store_view_begin(store, &view, err);
	if (status)
		return status;
	status = store_item_keys(&view, &all, NULL, &key, 1, &len);
	if (status == OK && len)
		status = store_item(&view, key.id, &arena, &item);
	struct span rest = span_of(item.title ? item.title : ""), word;
	while (words < 3 && span_split(&rest, ' ', &word))
		if (word.n)
			out[words++] = strndup(word.p, word.n);
	while (words < 3)
		out[words++] = strdup("needle");
	store_view_end(&view);
	arena_done(&arena);
	return status;
}

static int
measure_set(struct store *store, struct err *err)
{
	static const char *const forms[] = {"needle", "%1$s", "%1$s %2$s",
		"%1$s or %2$s or %3$s", "%1$s -%2$s", "\"%1$s %2$s\"",
		"\"%1$s %2$s %3$s\"", "%1$.2s*", "%1$s is:unread age:<300d", "title:%1$s",
		"tag:t3 %1$s", "*eedl*", "*%1$s %2$s*", "/needle/", "/ne+dl[aeiou]/",
		"/%1$s.{1,9}%2$s/", "/nothing like (this|that)/"};
	char query[256], *words[3] = {NULL};
	int status = newest_words(store, words, err);
	for (size_t i = 0; status == OK && i < COUNT_OF(forms); i++) {
		snprintf(query, sizeof query, forms[i], words[0], words[1], words[2]);
		status = measure(store, query, 0, err);
	}
	if (status == OK)
		status = measure(store, words[0], STORE_FIND_RELEVANT, err);
	for (size_t i = 0; i < 3; i++)
		free(words[i]);
	return status;
}

int
main(int argc, char **argv)
{
	struct store *store = NULL;
	struct err err = {0};
	char path[4096];
	if (argc < 2) {
		fprintf(stderr, "usage: time_search DIR [QUERY ...]\n");
		return 2;
	}
	snprintf(path, sizeof path, "%s/store", argv[1]);
	int status = store_open(&store, path, &err);
	if (status == OK && argc == 2)
		status = measure_set(store, &err);
	for (int i = 2; status == OK && i < argc; i++)
		status = measure(store, argv[i], 0, &err);
	if (status)
		fprintf(stderr, "%s\n", err.text);
	store_close(store);
	return status ? 1 : 0;
}
