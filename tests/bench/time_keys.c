/*
 * How long the reader's commands hold the keyboard:
 *
 *	time_keys DIR
 *
 * runs every command in every place, without terminal and worker, on a store that
 * fill_store made in DIR; first as it is, then with nearly all items marked as read.
 * Prints the commands whose longest turn of the loop took most CPU time.
 */
#include "config.h"

#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <time.h>

#include "store/open.h"
#include "tests/unit/ui_long.h"
#include "tests/unit/ui_table.h"

#define SHOWN 12

/* CPU time of this thread in microseconds, so that other programs don't matter. */
static uint64_t
meter(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static int
longest_first(const void *a, const void *b)
{
	const struct table_run *x = a, *y = b;
	return x->turn < y->turn ? 1 : x->turn > y->turn ? -1 : 0;
}

static void
measure(struct reader *r, const char *title)
{
	struct table_runs *runs = calloc(1, sizeof *runs);
	assert_non_null(runs);
	runs->meter = meter;
	ui_table_run(r, runs);
	qsort(runs->list, runs->len, sizeof *runs->list, longest_first);
	printf("%s: %zu commands, longest turns and their sum in ms\n", title, runs->len);
	for (size_t i = 0; i < runs->len && i < SHOWN; i++)
		printf("%8.2f %10.2f  %s: %s\n", (double)runs->list[i].turn / 1000,
			(double)runs->list[i].all / 1000, runs->list[i].place,
			runs->list[i].command);
	free(runs);
}

int
main(int argc, char **argv)
{
	static const uint32_t some[] = {1, 2, 3};
	struct fixture store = {0};
	struct err err = {0};
	if (argc != 2) {
		fprintf(stderr, "usage: time_keys DIR\n");
		return 2;
	}
	setlocale(LC_ALL, "C.UTF-8");
	snprintf(store.dir, sizeof store.dir, "%s/store", argv[1]);
	if (store_open(&store.store, store.dir, &err) != OK) {
		fprintf(stderr, "time_keys: %s\n", err.text);
		return 1;
	}
	struct reader *r = reader_new(&store);
	reader_open(r);
	measure(r, "All as it is");
	long_read_newer(&store, some, COUNT_OF(some));
	measure(r, "All read but the oldest of three feeds");
	reader_free(r);
	store_close(store.store);
	return 0;
}
