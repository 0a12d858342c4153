/*
 * Parsing costs as much as all transfers together, or as storing. With a second processor
 * these need not happen one after another. Small documents are parsed sooner than they
 * are handed over, so the worker parses them itself. It also parses what the threads
 * can't keep up with, so that all processors are busy and the memory for bodies is
 * limited.
 */
#include "config.h"

#include "engine/poll/pool.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/mem.h"
#include "base/queue.h"
#include "base/thread.h"
#include "base/time.h"
#include "engine/core/engine.h"
#include "engine/job/jobs.h"
#include "engine/poll/group.h"
#include "engine/poll/poll.h"
#include "fetch/fetch.h"
#include "store/db/view.h"
#include "store/index/index.h"

#define SMALL 8192 /* bytes of a document that is not worth handing over */
#define BYTES_MAX ((size_t)14 << 20) /* of bodies that the threads have */
#define THREADS_MAX 4
#define QUIT_DIGEST_MS 300

struct task {
	struct engine_poll *poll; /* to be digested; NULL: gather words */
	struct store_index_part *part;
	struct store_index_texts *texts;
	size_t least;
};

struct engine_pool {
	struct store *store;
	struct queue *tasks;   /* struct task */
	struct queue *results; /* struct engine_poll */
	struct queue *parts;   /* struct task whose words are gathered */
	struct thread *threads[THREADS_MAX];
	size_t threads_len, threads_max;
	int stop[2];  /* a pipe: the threads end when it is closed */
	size_t len;   /* polls that the threads have */
	size_t polls; /* of them, those of classes that claim feeds */
	size_t bytes; /* of their bodies */
};

int
engine_poll_pool_init(struct engine *e, struct err *err)
{
	struct engine_pool pool = {.store = e->store,
		.threads_max = thread_spare(THREADS_MAX),
		.stop = {-1, -1}};
	(void)err;
	if (pipe(pool.stop) != 0) {
		pool.threads_max = 0;
		pool.stop[0] = pool.stop[1] = -1;
	}
	for (int i = 0; i < 2 && pool.stop[i] >= 0; i++)
		fcntl(pool.stop[i], F_SETFD, FD_CLOEXEC);
	pool.tasks = queue_new(NULL, NULL);
	pool.results = queue_new(engine_wake, e);
	pool.parts = queue_new(engine_wake, e);
	e->pool = mem_dup(&pool, sizeof pool);
	return OK;
}

static void
free_poll(void *data)
{
	engine_poll_free(data);
}

static void
free_task(void *data)
{
	struct task *task = data;
	engine_poll_free(task->poll);
	store_index_part_free(task->part);
	store_index_texts_free(task->texts);
	free(task);
}

bool
engine_poll_pool_join(struct engine *e, int64_t until_ms)
{
	struct engine_pool *pool = e->pool;
	bool ended = true;
	if (pool->stop[1] >= 0)
		close(pool->stop[1]);
	pool->stop[1] = -1;
	for (size_t i = 0; i < pool->threads_len; i++)
		ended = thread_join_by(pool->threads[i], until_ms) && ended;
	return ended;
}

void
engine_poll_pool_done(struct engine *e)
{
	struct engine_pool *pool = e->pool;
	for (int i = 0; i < 2; i++)
		if (pool->stop[i] >= 0)
			close(pool->stop[i]);
	queue_free(pool->tasks, free_task);
	queue_free(pool->results, free_poll);
	queue_free(pool->parts, free_task);
	free(pool);
}

static bool
hung_up(void *data)
{
	const struct engine_pool *pool = data;
	struct pollfd fd = {pool->stop[0], POLLIN, 0};
	return poll(&fd, 1, 0) > 0;
}

static void
gather_words(struct engine_pool *pool, struct task *task)
{
	struct store_view view;
	struct err err;
	if (store_view_begin(pool->store, &view, &err) != OK)
		return;
	if (store_index_gather(
		    &view, task->least, task->texts, hung_up, pool, &task->part) != OK)
		task->part = NULL;
	store_view_end(&view);
}

static void
run(struct engine_pool *pool, struct task *task)
{
	if (!task->poll) {
		gather_words(pool, task);
		store_index_texts_free(task->texts);
		task->texts = NULL;
		queue_post(pool->parts, task);
		return;
	}
	engine_poll_digest(task->poll);
	queue_post(pool->results, task->poll);
	free(task);
}

/* What a thread does. */
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
		struct task *task = queue_take(pool->tasks);
		if (task) /* otherwise another thread was quicker */
			run(pool, task);
	}
}

static bool
has_threads(struct engine_pool *pool)
{
	/* Starts another thread when all are busy. */
	if (pool->threads_len < pool->threads_max && pool->len >= pool->threads_len &&
		thread_start(&pool->threads[pool->threads_len], "pool", live, pool,
			NULL) == OK)
		pool->threads_len++;
	return pool->threads_len > 0;
}

static void
give(struct engine_pool *pool, const struct task *task)
{
	struct task *copy = mem_zalloc(sizeof *copy);
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
	pool->polls += poll->class->claims;
	engine_job_lend(e, bytes);
	give(pool, &(struct task){.poll = poll});
	return true;
}

size_t
engine_poll_pool_polls(const struct engine *e)
{
	return e->pool->polls;
}

/* A digested poll, or NULL. They come back in any order. */
static struct engine_poll *
take(struct engine *e)
{
	struct engine_pool *pool = e->pool;
	struct engine_poll *poll = pool->len ? queue_take(pool->results) : NULL;
	if (!poll)
		return NULL;
	pool->len--;
	pool->polls -= poll->class->claims;
	pool->bytes -= poll->pool_bytes;
	engine_job_back(e, poll->pool_bytes);
	return poll;
}

bool
engine_poll_pool_step(struct engine *e)
{
	while (engine_poll_group_wait(e) > 0) {
		struct engine_poll *done = take(e);
		if (!done)
			return false;
		done->class->digested(e, done);
	}
	return true;
}

void
engine_poll_pool_wind_up(struct engine *e)
{
	struct engine_pool *pool = e->pool;
	int64_t until = time_mono_ms() + QUIT_DIGEST_MS;
	while (pool->len > 0) {
		struct engine_poll *done = take(e);
		int64_t left = until - time_mono_ms();
		struct pollfd fd = {queue_fd(pool->results), POLLIN, 0};
		if (done)
			done->class->digested(e, done);
		else if (left > 0)
			poll(&fd, 1, (int)left);
		else
			return;
	}
}

bool
engine_poll_pool_has_threads(const struct engine *e)
{
	return e->pool->threads_max > 0;
}

bool
engine_poll_pool_give_part(struct engine *e, size_t least)
{
	if (!has_threads(e->pool))
		return false;
	give(e->pool, &(struct task){
			      .texts = store_index_texts_take(e->store), .least = least});
	return true;
}

bool
engine_poll_pool_take_part(struct engine *e, struct store_index_part **part)
{
	struct task *task = queue_take(e->pool->parts);
	if (!task)
		return false;
	*part = task->part;
	free(task);
	return true;
}
