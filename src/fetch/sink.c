#include "config.h"

#include "fetch/sink.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/queue.h"
#include "base/thread.h"

#define BLOCK ((size_t)64 * 1024)        /* bytes in one order, unless it is flushed */
#define PENDING_MAX ((size_t)256 * 1024) /* bytes of one sink waiting to be written */
#define JOIN_MS 300

enum what {
	ORDER_OPEN,
	ORDER_BEGIN,
	ORDER_WRITE,
	ORDER_END,
};

/* Goes to the writer, and comes back with its outcome. */
struct order {
	struct fetch_sink *sink;
	enum what what;
	int64_t at, total;
	struct buf bytes;
	bool whole;
	/* the outcome */
	int status;
	struct err err;
	int64_t size;
};

struct fetch_writer {
	struct queue *orders, *reports;
	struct thread *thread; /* started with the first file */
	int stop[2];           /* closing the writing end ends the thread */
};

/* ---- the writer's thread */

static int
perform(struct order *order, struct fetch_part *part)
{
	switch (order->what) {
	case ORDER_OPEN:
		return fetch_part_open(part, &order->err);
	case ORDER_BEGIN:
		if (order->at == 0) {
			int status = fetch_part_clear(part, &order->err);
			if (status != OK)
				return status;
		}
		return fetch_part_check_space(part, order->total, &order->err);
	case ORDER_WRITE:
		return fetch_part_put(part, order->at, order->bytes.data,
			order->bytes.len, &order->err);
	case ORDER_END:
		return order->whole ? fetch_part_finish(part, &order->err) : OK;
	}
	return OK;
}

static void
carry_out(struct order *order)
{
	struct fetch_sink *sink = order->sink;
	if (order->what == ORDER_OPEN)
		sink->failed = false;
	order->status = sink->failed ? OK : perform(order, &sink->part);
	order->whole = order->whole && !sink->failed && order->status == OK;
	sink->failed = sink->failed || order->status != OK;
	order->size = sink->part.size;
	if (order->what == ORDER_END)
		fetch_part_close(&sink->part);
}

static void
live(void *data)
{
	struct fetch_writer *writer = data;
	for (;;) {
		struct pollfd fds[] = {{writer->stop[0], POLLIN, 0},
			{queue_fd(writer->orders), POLLIN, 0}};
		poll(fds, COUNT_OF(fds), -1);
		if (fds[0].revents)
			return;
		struct order *order = queue_take(writer->orders);
		if (!order)
			continue;
		carry_out(order);
		queue_post(writer->reports, order);
	}
}

/* ---- the thread of struct fetch */

struct fetch_writer *
fetch_writer_new(void)
{
	struct fetch_writer *writer = mem_zalloc(sizeof *writer);
	writer->orders = queue_new(NULL, NULL);
	writer->reports = queue_new(NULL, NULL);
	if (pipe(writer->stop) != 0)
		mem_die(_("cannot create a pipe"));
	for (int i = 0; i < 2; i++)
		fcntl(writer->stop[i], F_SETFD, FD_CLOEXEC);
	return writer;
}

int
fetch_writer_fd(const struct fetch_writer *writer)
{
	return queue_fd(writer->reports);
}

static void
free_sink(struct fetch_sink *sink)
{
	fetch_part_done(&sink->part);
	buf_done(&sink->filling);
	free(sink);
}

/* Takes note of an order's outcome and frees it. */
static void
take_report(struct order *order)
{
	struct fetch_sink *sink = order->sink;
	sink->orders--;
	sink->pending -= order->bytes.len;
	sink->size = order->size;
	sink->whole = order->whole;
	if (sink->status == OK && order->status != OK) {
		sink->status = order->status;
		sink->err = order->err;
	}
	if (!sink->filling.data) { /* reuse the block */
		sink->filling = order->bytes;
		buf_clear(&sink->filling);
	} else {
		buf_done(&order->bytes);
	}
	free(order);
	if (sink->dropped && sink->orders == 0)
		free_sink(sink);
}

void
fetch_writer_take(struct fetch_writer *writer)
{
	for (struct order *order; (order = queue_take(writer->reports)) != NULL;)
		take_report(order);
}

void
fetch_writer_free(struct fetch_writer *writer)
{
	if (!writer)
		return;
	close(writer->stop[1]);
	if (writer->thread && !thread_join(writer->thread, JOIN_MS))
		return;
	close(writer->stop[0]);
	fetch_writer_take(writer);
	/* and the orders that it never started on */
	for (struct order *order; (order = queue_take(writer->orders)) != NULL;)
		take_report(order);
	queue_free(writer->orders, NULL);
	queue_free(writer->reports, NULL);
	free(writer);
}

int
fetch_sink_new(struct fetch_sink **out, struct fetch_writer *writer,
	const struct fetch_file *file, struct err *err)
{
	struct fetch_sink *sink = mem_zalloc(sizeof *sink);
	int status = fetch_part_init(&sink->part, file, err);
	sink->writer = writer;
	if (status == OK)
		*out = sink;
	else
		free_sink(sink);
	return status;
}

static void
give(struct fetch_sink *sink, const struct order *what)
{
	struct order *order = mem_dup(what, sizeof *what);
	order->sink = sink;
	sink->orders++;
	queue_post(sink->writer->orders, order);
}

void
fetch_sink_drop(struct fetch_sink *sink)
{
	if (!sink)
		return;
	if (sink->open)
		fetch_sink_end(sink, false);
	sink->dropped = true;
	if (sink->orders == 0)
		free_sink(sink);
}

void
fetch_sink_open(struct fetch_sink *sink)
{
	struct fetch_writer *writer = sink->writer;
	sink->whole = false;
	sink->status = OK;
	if (!writer->thread)
		sink->status =
			thread_start(&writer->thread, "writer", live, writer, &sink->err);
	if (sink->status != OK)
		return;
	sink->open = true;
	give(sink, &(struct order){.what = ORDER_OPEN});
}

static void
begin(struct fetch_sink *sink, int64_t from)
{
	sink->held = false;
	give(sink,
		&(struct order){.what = ORDER_BEGIN, .at = from, .total = sink->total});
}

void
fetch_sink_begin(struct fetch_sink *sink, int64_t from, int64_t total)
{
	sink->at = from;
	sink->total = total;
	sink->held = from == 0 && sink->size > 0;
	if (!sink->held)
		begin(sink, from);
}

bool
fetch_sink_add(struct fetch_sink *sink, const char *bytes, size_t n)
{
	if (sink->status != OK || (sink->pending > 0 && sink->pending + n > PENDING_MAX))
		return false;
	buf_add(&sink->filling, bytes, n);
	sink->pending += n;
	sink->at += (int64_t)n;
	if (sink->filling.len >= BLOCK)
		fetch_sink_flush(sink);
	return true;
}

void
fetch_sink_flush(struct fetch_sink *sink)
{
	if (sink->filling.len == 0 || (sink->held && sink->filling.len < BLOCK))
		return;
	if (sink->held)
		begin(sink, 0);
	struct order order = {.what = ORDER_WRITE, .bytes = sink->filling};
	order.at = sink->at - (int64_t)sink->filling.len;
	buf_init(&sink->filling, 0);
	give(sink, &order);
}

void
fetch_sink_end(struct fetch_sink *sink, bool whole)
{
	if (sink->held && whole) {
		begin(sink, 0);
	} else if (sink->held) {
		sink->pending -= sink->filling.len;
		buf_clear(&sink->filling);
	}
	fetch_sink_flush(sink);
	sink->open = false;
	give(sink, &(struct order){.what = ORDER_END, .whole = whole});
}

bool
fetch_sink_idle(const struct fetch_sink *sink)
{
	return sink->orders == 0;
}

bool
fetch_sink_ready(const struct fetch_sink *sink)
{
	return sink->status != OK || sink->pending <= PENDING_MAX / 2;
}
