#include "config.h"

#include "engine/job/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/queue.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/thread.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/job/job.h"
#include "fetch/fetch.h"
#include "model/subscription.h"

#define ERRORS_MAX 4096
#define THREADS_MAX 4

struct task {
	struct fetch_result *result; /* of a filter: its body is the input */
	char *command;               /* of exec and filter; NULL: read a file */
	char *path;                  /* file */
	int64_t timeout_ms;
	size_t output_max;
};

struct engine_sources {
	struct queue *tasks, *results;
	struct thread *threads[THREADS_MAX];
	size_t threads_len;
	int stop[2]; /* a pipe: the threads end when it is closed */
};

int
engine_job_source_init(struct engine *e, struct err *err)
{
	struct engine_sources s = {0};
	if (pipe(s.stop) != 0)
		return err_set(err, ERR_IO, _("cannot create a pipe for commands: %s"),
			strerror(errno));
	fcntl(s.stop[0], F_SETFD, FD_CLOEXEC);
	fcntl(s.stop[1], F_SETFD, FD_CLOEXEC);
	s.tasks = queue_new(NULL, NULL);
	s.results = queue_new(engine_wake, e);
	e->sources = mem_dup(&s, sizeof s);
	return OK;
}

static void
free_task(void *data)
{
	struct task *task = data;
	fetch_result_free(task->result);
	free(task->command);
	free(task->path);
	free(task);
}

static void
free_result(void *data)
{
	fetch_result_free(data);
}

bool
engine_job_source_join(struct engine *e, int64_t until_ms)
{
	struct engine_sources *s = e->sources;
	bool ended = true;
	close(s->stop[1]);
	s->stop[1] = -1;
	for (size_t i = 0; i < s->threads_len; i++)
		ended = thread_join_by(s->threads[i], until_ms) && ended;
	return ended;
}

void
engine_job_source_done(struct engine *e)
{
	struct engine_sources *s = e->sources;
	for (int i = 0; i < 2; i++)
		if (s->stop[i] >= 0)
			close(s->stop[i]);
	queue_free(s->tasks, free_task);
	queue_free(s->results, free_result);
	free(s);
}

/* ---- in the threads */

static int
run_command(const struct engine_sources *s, const struct task *task, struct buf *out,
	struct err *err)
{
	const struct buf *document = &task->result->body;
	const struct buf *input = document->len ? document : NULL;
	char **words = NULL;
	size_t len;
	struct buf errors = BUF_INIT(ERRORS_MAX);
	if (str_words(task->command, &words, &len) != OK || len == 0) {
		free(words);
		return err_set(err, ERR_INVALID,
			_("the command is empty or has an unclosed quote: correct the "
			  "line in the feeds file"));
	}
	char *typed = words[0];
	words[0] = file_expand_home(typed);
	int status =
		spawn_run(words, input, out, &errors, task->timeout_ms, s->stop[0], err);
	free(words[0]);
	free(words);
	buf_done(&errors);
	return status;
}

static int
read_regular(const char *path, struct buf *out, struct err *err)
{
	struct stat st;
	/* Reading a pipe could block the thread for ever. */
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return err_set(err, ERR_INVALID, _("%s is not a regular file"), path);
	return file_read(path, out, err);
}

static void
perform(const struct engine_sources *s, struct task *task)
{
	struct fetch_result *result = task->result;
	struct buf out = BUF_INIT(task->output_max);
	result->status = task->command ? run_command(s, task, &out, &result->err)
				       : read_regular(task->path, &out, &result->err);
	buf_done(&result->body);
	if (result->status == OK)
		result->body = out;
	else
		buf_done(&out);
	result->ended_ms = time_mono_ms();
}

static void
wait_for_tasks(void *data)
{
	struct engine_sources *s = data;
	for (;;) {
		struct pollfd fds[] = {
			{s->stop[0], POLLIN, 0}, {queue_fd(s->tasks), POLLIN, 0}};
		poll(fds, COUNT_OF(fds), -1);
		if (fds[0].revents)
			return;
		struct task *task = queue_take(s->tasks);
		if (!task)
			continue; /* another thread was faster */
		perform(s, task);
		struct fetch_result *result = task->result;
		task->result = NULL;
		free_task(task);
		queue_post(s->results, result);
	}
}

/* ---- in the worker */

/* Hands the task to the threads, with the present limits; it fails at once if none can be
 * started. */
static void
post_task(struct engine *e, struct task *task)
{
	struct engine_sources *s = e->sources;
	if (!task->timeout_ms)
		task->timeout_ms = e->options->timeout;
	if (!task->output_max)
		task->output_max = (size_t)e->options->body_limit;
	if (s->threads_len < THREADS_MAX) {
		struct err err;
		if (thread_start(&s->threads[s->threads_len], "source", wait_for_tasks, s,
			    &err) == OK) {
			s->threads_len++;
		} else if (s->threads_len == 0) {
			task->result->status = err.status;
			task->result->err = err;
			queue_post(s->results, task->result);
			task->result = NULL;
			free_task(task);
			return;
		}
	}
	queue_post(s->tasks, task);
}

void
engine_job_source_ask(struct engine *e, uint64_t tag, const struct engine_job *job)
{
	const char *line = job->url;
	struct task *task = mem_zalloc(sizeof *task);
	struct fetch_result *result = mem_zalloc(sizeof *result);
	task->result = result;
	task->timeout_ms = job->class->command_ms;
	task->output_max = job->class->command_max;
	result->tag = tag;
	result->retry_after = result->max_age = -1;
	result->started_ms = time_mono_ms();
	if (subscription_source(line) == SOURCE_FILE) {
		result->url = mem_strdup(line);
		task->path = mem_strdup(line + strlen("file://"));
	} else {
		task->command = mem_strdup(line + strlen("exec:"));
	}
	post_task(e, task);
}

bool
engine_job_source_filter(
	struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	if (job->source != SOURCE_FILTER || job->filtered)
		return false;
	job->filtered = true;
	fetch_result_unpack(answer);
	if (answer->status != OK || answer->body.len == 0)
		return false;
	struct task *task = mem_zalloc(sizeof *task);
	const char *command = job->url + strlen("filter:");
	task->result = answer;
	task->command = mem_strndup(command, strcspn(command, ":"));
	post_task(e, task);
	return true;
}

struct fetch_result *
engine_job_source_take(struct engine *e)
{
	return queue_take(e->sources->results);
}
