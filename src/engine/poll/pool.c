/*
 * Parsing costs as much as all of the transfers, or as storing: with a second processor a
 * first refresh need not do one after the other. Small documents are not worth the way.
 * What the threads cannot keep up with is left to the worker, so that all processors have
 * something to do and the bodies in memory stay bounded.
 */
#include "config.h"

#include "engine/poll/pool.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/mem.h"
#include "base/queue.h"
#include "base/thread.h"
#include "base/time.h"
#include "engine/core/engine.h"
#include "engine/poll/poll.h"
#include "fetch/fetch.h"
#include "store/db/view.h"
#include "store/index/index.h"

#define SMALL 8192                   /* bytes: parsed sooner than handed over */
#define BYTES_MAX ((size_t)14 << 20) /* of bodies that wait for the threads */
#define JOIN_MS 1000

struct engine_pool_task {
	struct engine_poll *poll; /* NULL: gather words */
	struct store_index_part *part;
	size_t least;
};

void
engine_poll_pool_init(
	struct engine_pool *pool, struct store *store, void (*wake)(void *), void *data)
{
	*pool = (struct engine_pool){.store = store,
		.threads_max = thread_spare(POOL_THREADS),
		.stop = {-1, -1}};
	if (pipe(pool->stop) != 0) {
		pool->threads_max = 0;
		pool->stop[0] = pool->stop[1] = -1;
	}
	for (int i = 0; i < 2 && pool->stop[i] >= 0; i++)
		fcntl(pool->stop[i], F_SETFD, FD_CLOEXEC);
	pool->tasks = queue_new(NULL, NULL);
	pool->results = queue_new(wake, data);
	pool->parts = queue_new(wake, data);
}

static void
free_poll(void *data)
{
	engine_poll_free(data);
}

static void
free_task(void *data)
{
	struct engine_pool_task *task = data;
	engine_poll_free(task->poll);
	store_index_part_free(task->part);
	free(task);
}

void
engine_poll_pool_done(struct engine_pool *pool)
{
	bool ended = true;
	int64_t until = time_mono_ms() + JOIN_MS; /* all of them */
	if (!pool->tasks)
		return;
	if (pool->stop[1] >= 0)
		close(pool->stop[1]);
	for (size_t i = 0; i < pool->threads_len; i++)
		ended = thread_join_by(pool->threads[i], until) && ended;
	if (!ended)
		return; /* what it still uses stays */
	if (pool->stop[0] >= 0)
		close(pool->stop[0]);
	queue_free(pool->tasks, free_task);
	queue_free(pool->results, free_poll);
	queue_free(pool->parts, free_task);
}

static void
gather_words(struct engine_pool *pool, struct engine_pool_task *task)
{
	struct store_view view;
	struct err err;
	if (store_view_begin(pool->store, &view, &err) != OK)
		return;
	if (store_index_gather(&view, task->least, &task->part) != OK)
		task->part = NULL;
	store_view_end(&view);
}

static void
run(struct engine_pool *pool, struct engine_pool_task *task)
{
	if (!task->poll) {
		gather_words(pool, task);
		queue_post(pool->parts, task);
		return;
	}
	engine_poll_digest(task->poll);
	queue_post(pool->results, task->poll);
	free(task);
}

/* The life of a thread. */
static void
live(void *data)
{
	struct engine_pool *pool = data;
	for (;;) {
		struct pollfd fds[] = {
			{pool->stop[0], POLLIN, 0}, {queue_fd(pool->tasks), POLLIN, 0}};
		poll(fds, COUNT_OF(fds), -1);
		if (fds[0].revents)
			return;
		struct engine_pool_task *task = queue_take(pool->tasks);
		if (task) /* else another thread was quicker */
			run(pool, task);
	}
}

static bool
has_threads(struct engine_pool *pool)
{
	/* One more when all that there are have something to do. */
	if (pool->threads_len < pool->threads_max && pool->len >= pool->threads_len &&
		thread_start(&pool->threads[pool->threads_len], "pool", live, pool,
			NULL) == OK)
		pool->threads_len++;
	return pool->threads_len > 0;
}

static void
give(struct engine_pool *pool, const struct engine_pool_task *task)
{
	struct engine_pool_task *copy = mem_zalloc(sizeof *copy);
	*copy = *task;
	queue_post(pool->tasks, copy);
}

bool
engine_poll_pool_give(struct engine *e, struct engine_poll *poll)
{
	struct engine_pool *pool = e->pool;
	size_t bytes = fetch_result_size(poll->answer);
	if (bytes < SMALL || pool->bytes + bytes > BYTES_MAX || !has_threads(pool))
		return false;
	poll->pool_bytes = bytes;
	pool->bytes += bytes;
	pool->len++;
	pool->older += poll->older;
	give(pool, &(struct engine_pool_task){.poll = poll});
	return true;
}

size_t
engine_poll_pool_polls(const struct engine *e)
{
	return e->pool->len - e->pool->older;
}

bool
engine_poll_pool_give_part(struct engine *e, size_t least)
{
	if (!has_threads(e->pool))
		return false;
	give(e->pool, &(struct engine_pool_task){.least = least});
	return true;
}

bool
engine_poll_pool_take_part(struct engine *e, struct store_index_part **part)
{
	struct engine_pool_task *task = queue_take(e->pool->parts);
	if (!task)
		return false;
	*part = task->part;
	free(task);
	return true;
}

struct engine_poll *
engine_poll_pool_take(struct engine *e)
{
	struct engine_pool *pool = e->pool;
	struct engine_poll *poll = pool->len ? queue_take(pool->results) : NULL;
	if (!poll)
		return NULL;
	pool->len--;
	pool->older -= poll->older;
	pool->bytes -= poll->pool_bytes;
	return poll;
}

struct engine_poll *
engine_poll_pool_await(struct engine *e, int64_t until)
{
	struct engine_pool *pool = e->pool;
	while (pool->len > 0) {
		struct engine_poll *done = engine_poll_pool_take(e);
		int64_t left = until - time_mono_ms();
		if (done || left <= 0)
			return done;
		struct pollfd fd = {queue_fd(pool->results), POLLIN, 0};
		poll(&fd, 1, left > INT_MAX ? INT_MAX : (int)left);
	}
	return NULL;
}
