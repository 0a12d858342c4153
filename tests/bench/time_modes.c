/*
 * The table of paper 2: the same feeds fetched one after the other, in batches and in a
 * rolling window, over loopback.
 *
 *	time_modes [FEEDS [WINDOW]]
 *
 * Servers answer after a time drawn from a log-normal distribution, median 120 ms, sigma
 * 0.6; one in a hundred takes 3 to 5 s. No mode can end before its bound: the sum of the
 * times one after the other; of each batch the slowest; and of a window, the slowest of
 * all or the sum by the window, whichever is more.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../http/server.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/mem.h"
#include "base/time.h"
#include "fetch/fetch.h"

#define MEDIAN_MS 120
#define SIGMA 0.6
#define SLOW_EACH 100

struct feeds {
	int len, window;
	int *ms; /* that the server takes */
	struct http_server *server;
};

/* Numerical Recipes' quick generator: the same feeds each time. */
static double
draw(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return ((double)*seed + 0.5) / 4294967296.0;
}

static void
make_feeds(struct feeds *feeds)
{
	struct buf script = BUF_INIT(0);
	uint32_t seed = 7;
	feeds->ms = mem_zalloc((size_t)feeds->len * sizeof *feeds->ms);
	for (int i = 0; i < feeds->len; i++) {
		/* Box and Muller */
		double length = sqrt(-2 * log(draw(&seed)));
		double z = length * cos(6.283185307 * draw(&seed));
		double ms = MEDIAN_MS * exp(SIGMA * z);
		if (i % SLOW_EACH == SLOW_EACH / 2)
			ms = 3000 + 2000 * draw(&seed);
		feeds->ms[i] = (int)ms;
		buf_addf(&script, "/%d\n\tdelay %dms\n\tbody x\n", i, feeds->ms[i]);
	}
	feeds->server = http_server_start(buf_str(&script), NULL);
	buf_done(&script);
}

static double
bound(const struct feeds *feeds, enum fetch_mode mode)
{
	double sum = 0, most = 0, batches = 0, batch = 0;
	for (int i = 0; i < feeds->len; i++) {
		sum += feeds->ms[i];
		most = feeds->ms[i] > most ? feeds->ms[i] : most;
		batch = feeds->ms[i] > batch ? feeds->ms[i] : batch;
		if (i % feeds->window == feeds->window - 1 || i == feeds->len - 1) {
			batches += batch;
			batch = 0;
		}
	}
	if (mode == FETCH_SEQUENTIAL)
		return sum;
	if (mode == FETCH_BATCH)
		return batches;
	return most > sum / feeds->window ? most : sum / feeds->window;
}

/* Milliseconds; negative: it failed. */
static int64_t
run(const struct feeds *feeds, enum fetch_mode mode)
{
	const struct fetch_config config = {
		.mode = mode,
		.window = feeds->window,
		.connect_timeout_ms = 15000,
		.total_timeout_ms = 60000,
		.body_max = 65536,
		.header_max = 65536,
		.all = {.user_agent = "courant-bench", .proxy = ""},
	};
	struct fetch *fetch;
	struct err err;
	bool good = true;
	if (fetch_new(&fetch, &config, &err) != OK)
		return -1;
	int64_t began = time_mono_ms();
	for (int i = 0; i < feeds->len; i++) {
		char url[128];
		snprintf(url, sizeof url, "%s/%d", http_server_url(feeds->server), i);
		fetch_add(fetch, &(struct fetch_request){.tag = (uint64_t)i, .url = url});
	}
	for (int left = feeds->len; left > 0;) {
		struct fetch_result *list = fetch_step(fetch);
		for (struct fetch_result *next; list; list = next, left--) {
			next = list->next;
			good = good && list->http_status == 200;
			fetch_result_free(list);
		}
		if (left > 0)
			fetch_wait(fetch, 1000, -1);
	}
	int64_t took = time_mono_ms() - began;
	fetch_free(fetch);
	return good ? took : -1;
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		enum fetch_mode mode;
	} modes[] = {
		{"sequential", FETCH_SEQUENTIAL},
		{"batch", FETCH_BATCH},
		{"rolling", FETCH_ROLLING},
	};
	struct feeds feeds = {.len = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 200,
		.window = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 128};
	if (feeds.len < 1 || feeds.window < 1)
		return 2;
	make_feeds(&feeds);
	printf("%d feeds, window %d\n%-12s %8s %8s %8s %8s\n", feeds.len, feeds.window,
		"mode", "s", "bound s", "ratio", "faster");
	double first = 0;
	for (size_t i = 0; i < COUNT_OF(modes); i++) {
		double took = (double)run(&feeds, modes[i].mode);
		double least = bound(&feeds, modes[i].mode);
		if (took < 0) {
			fprintf(stderr, "time_modes: %s failed\n", modes[i].name);
			return 1;
		}
		first = i ? first : took;
		printf("%-12s %8.2f %8.2f %8.2f %7.1fx\n", modes[i].name, took / 1000,
			least / 1000, took / least, first / took);
		fflush(stdout);
	}
	http_server_stop(feeds.server);
	free(feeds.ms);
	return 0;
}
