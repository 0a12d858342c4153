#include "config.h"

#include "cli/simulate/trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/url.h"
#include "base/vec.h"
#include "cli/core/command.h"
#include "model/schedule.h"
#include "model/trace.h"
#include "schedule/overflow.h"
#include "simulate/trace.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/poll/trace.h"

#define WINDOW_ENDLESS 100000 /* of a feed that lists all its items */

static int
earlier_first(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* If no times are recorded yet, those of the schedule's window are used. */
static void
put_times(struct simulate_trace *to, const struct feed_trace *trace,
	const struct schedule_record *record)
{
	bool recorded = trace->since != TIME_NONE;
	const int64_t *times = recorded ? trace->posted : record->window.times;
	size_t len = recorded ? trace->posted_len : record->window.len;
	int64_t first = record->schedule.first_poll;
	if (len == 0)
		return;
	to->times = mem_realloc(NULL, len, sizeof *to->times);
	memcpy(to->times, times, len * sizeof *times);
	qsort(to->times, len, sizeof *times, earlier_first);
	to->len = to->cap = len;
	to->start = recorded ? trace->since : first > times[0] ? first : times[0];
	/* A trace cannot have negative times. */
	while (to->len > 0 && to->times[0] < 0)
		memmove(to->times, to->times + 1, --to->len * sizeof *to->times);
}

static size_t
window_of(const struct schedule *schedule)
{
	size_t window = overflow_window(schedule);
	return window > WINDOW_ENDLESS ? WINDOW_ENDLESS : window > 0 ? window : 1;
}

static char *
make_id(const char *url, bool address, struct arena *arena)
{
	char hash[24];
	if (address) {
		char *id = mem_strdup(url_mask(arena, url));
		for (char *blank = id; (blank = strchr(blank, ' ')) != NULL;)
			*blank = '_'; /* commands have them; fields end with one */
		return id;
	}
	snprintf(hash, sizeof hash, "feed:%016" PRIx64, hash64(url, strlen(url)));
	return mem_strdup(hash);
}

static int
add_feed(const struct store_view *view, const struct store_feed *feed, bool addresses,
	struct simulate_traces *out)
{
	struct arena arena = ARENA_INIT;
	struct schedule_record *record = arena_zalloc(&arena, sizeof *record);
	struct feed_trace *trace;
	int status = store_feed_state(view, feed->id, &arena, NULL, record, NULL);
	if (status == OK)
		status = store_poll_trace(view, feed->id, &arena, &trace);
	if (status == OK && record->schedule.last_poll != TIME_NONE) {
		const struct schedule *s = &record->schedule;
		struct simulate_trace *to = VEC_PUSH(out->list, out->len, out->cap);
		*to = (struct simulate_trace){.id = make_id(feed->url, addresses, &arena),
			.kind = mem_strdup("mine"),
			.window = window_of(&record->schedule),
			.end = s->last_poll};
		put_times(to, trace, record);
		if (to->len == 0 || to->start > to->end)
			to->start = to->end;
	}
	arena_done(&arena);
	return status;
}

int
cli_simulate_traces(
	struct cli *cli, bool addresses, struct simulate_traces *out, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_feed *feeds;
	size_t len = 0;
	int status = store_view_begin(cli->store, &view, err);
	if (status != OK)
		return status;
	status = store_feed_all(&view, &arena, false, &feeds, &len);
	for (size_t i = 0; i < len && status == OK; i++)
		status = add_feed(&view, &feeds[i], addresses, out);
	store_view_end(&view);
	arena_done(&arena);
	return status == OK ? OK
			    : err_set(err, status,
				      _("the recorded posting times cannot be read from "
					"the store; run courant check"));
}

void
cli_simulate_traces_write(const struct simulate_traces *traces, struct buf *out)
{
	for (size_t i = 0; i < traces->len; i++) {
		const struct simulate_trace *t = &traces->list[i];
		buf_addf(out, "# %s %s %zu %zu %" PRId64 " %" PRId64 "\n", t->id, t->kind,
			t->window, t->len, t->start, t->end);
		for (size_t k = 0; k < t->len; k++)
			buf_addf(out, "%" PRId64 "\n", t->times[k]);
	}
}
