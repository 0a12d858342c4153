/*
 * Threads that test items of a block, if there are spare processors. A block is cut into
 * parts. Idle threads, including the searching one, take the next part, so that all
 * finish at about the same time whatever else the machine does. A thread only uses what
 * is its own (a query, a view of the store) or does not change meanwhile, and writes
 * where no other thread does: parts begin at word boundaries of the bits.
 *
 * A part comes back with what is left of it: a thread that could not read returns it as
 * it was, and the searching thread tests the items itself.
 */
#include "config.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/queue.h"
#include "base/thread.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/find/find_inside.h"

#define HELPERS_MAX 3
#define SHARE_MIN 768 /* fewer items are not worth sharing */
#define PART 256      /* a multiple of the bits in a word */
#define STRIDE 16     /* items between two checks for the end */
#define WAIT_MS 2     /* for parts that other threads have */

struct helper {
	struct find_matcher matcher;
	struct find_threads *threads;
	struct thread *thread;
};

struct find_threads {
	struct store *store;
	struct queue *parts, *done; /* of struct find_part */
	int stop[2];                /* a pipe; closing it ends all threads */
	size_t away;
	struct helper helpers[HELPERS_MAX];
	size_t len;
};

static bool
stopped(const struct find_threads *threads)
{
	struct pollfd fd = {threads->stop[0], POLLIN, 0};
	return poll(&fd, 1, 0) != 0;
}

static void
run(struct helper *h, struct find_part *part)
{
	struct store_view view;
	struct err err;
	if (store_view_begin(h->threads->store, &view, &err) != OK)
		return;
	while (part->from < part->to && !stopped(h->threads))
		store_find_match_part(&h->matcher, &view, part, STRIDE);
	store_view_end(&view);
}

/* What each thread does. */
static void
live(void *data)
{
	struct helper *h = data;
	for (;;) {
		struct pollfd fds[] = {{h->threads->stop[0], POLLIN, 0},
			{queue_fd(h->threads->parts), POLLIN, 0}};
		poll(fds, COUNT_OF(fds), -1);
		if (fds[0].revents)
			return;
		struct find_part *part = queue_take(h->threads->parts);
		if (!part)
			continue; /* another thread was quicker */
		run(h, part);
		queue_post(h->threads->done, part);
	}
}

static void
start(struct store_find *f)
{
	struct find_threads *threads = mem_zalloc(sizeof *threads);
	size_t max = thread_spare(HELPERS_MAX);
	struct err err;
	f->threads = threads;
	threads->store = f->store;
	threads->stop[0] = threads->stop[1] = -1;
	if (!max || pipe(threads->stop) != 0)
		return;
	for (size_t i = 0; i < COUNT_OF(threads->stop); i++)
		fcntl(threads->stop[i], F_SETFD, FD_CLOEXEC);
	threads->parts = queue_new(NULL, NULL);
	threads->done = queue_new(NULL, NULL);
	for (; threads->len < max; threads->len++) {
		struct helper *h = &threads->helpers[threads->len];
		h->threads = threads;
		h->matcher.find = f;
		if (query_parse(f->text, query_how(f->query), &h->matcher.query, &err) !=
				OK ||
			thread_start(&h->thread, "search", live, h, NULL) != OK) {
			query_free(h->matcher.query);
			break;
		}
	}
}

bool
store_find_share(struct store_find *f)
{
	if (f->block.len < SHARE_MIN)
		return false;
	if (!f->threads)
		start(f);
	if (!f->threads->len)
		return false;
	for (size_t from = 0; from < f->block.len; from += PART) {
		struct find_part *part = mem_alloc(sizeof *part);
		size_t left = f->block.len - from;
		*part = (struct find_part){from, from + (left < PART ? left : PART)};
		f->threads->away++;
		queue_post(f->threads->parts, part);
	}
	return true;
}

static bool
take(struct find_threads *threads, struct queue *queue, struct find_part *out)
{
	struct find_part *part = queue_take(queue);
	if (!part)
		return false;
	threads->away--;
	*out = *part;
	free(part);
	return true;
}

bool
store_find_share_over(struct store_find *f, struct find_part *own)
{
	struct find_threads *threads = f->threads;
	if (!threads || !threads->away)
		return true;
	if (take(threads, threads->parts, own) || take(threads, threads->done, own))
		return false;
	struct pollfd fd = {queue_fd(threads->done), POLLIN, 0};
	poll(&fd, 1, WAIT_MS);
	return false;
}

size_t
store_find_threads_gave_up(const struct store_find *f)
{
	size_t n = 0;
	for (size_t i = 0; f->threads && i < f->threads->len; i++)
		n += query_gave_up(f->threads->helpers[i].matcher.query);
	return n;
}

void
store_find_threads_done(struct store_find *f)
{
	struct find_threads *threads = f->threads;
	if (!threads)
		return;
	if (threads->stop[1] >= 0)
		close(threads->stop[1]);
	for (size_t i = 0; i < threads->len; i++) {
		struct helper *h = &threads->helpers[i];
		(void)thread_join(h->thread, -1);
		query_free(h->matcher.query);
		store_find_matcher_done(&h->matcher);
	}
	if (threads->stop[0] >= 0)
		close(threads->stop[0]);
	queue_free(threads->parts, NULL);
	queue_free(threads->done, NULL);
	free(threads);
}
