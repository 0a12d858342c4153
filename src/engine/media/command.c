/*
 * Downloads by a command of the user's (media-command): yt-dlp, say, for feeds whose
 * addresses are pages. It writes the part file itself; all that is known is the size of
 * that file and, when the command ends, its status. Then the file is treated like any
 * other.
 *
 * A lock on NAME.part.lock, which the command holds as its standard input, shows whether
 * a command that a killed process started is still writing.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/media/disk.h"
#include "engine/media/download_inside.h"
#include "fetch/http_request.h"
#include "fetch/part_file.h"
#include "fetch/result.h"
#include "model/http.h"
#include "player/argv.h"
#include "store/db/view.h"

#define SAID_MAX 4096 /* bytes of its error output to keep */
#define READS 16      /* reads in a turn: a flood must not block the worker */
#define LINE_MAX 200
#define CHECK_MS 250 /* between checks whether it has ended, */
#define SAYS_MS 10   /* or while it writes errors: a full pipe holds it up */

struct media_command {
	pid_t pid;
	int dir, errors; /* folder of the file; its error output, -1: closed */
	char *name, *program;
	struct buf said;
	bool says;        /* there was something to read at the last check */
	int64_t most;     /* bytes that there may be */
	int64_t stall_ms; /* without growing, after which it is stopped */
	int64_t size, grown_ms;
	int64_t keep_free;
};

static char *
joined(const char *name, const char *end)
{
	struct buf out = BUF_INIT(0);
	buf_adds(&out, name);
	buf_adds(&out, end);
	return buf_take(&out);
}

/* ---- beginning */

/* ERR_BUSY: an earlier command still holds the lock. */
static int
take_lock(int folder, const char *name, int *fd, struct err *err)
{
	char *lock = joined(name, ".part.lock");
	int status = OK;
	*fd = openat(folder, lock, O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (*fd < 0)
		status = err_set_errno(err, ERR_IO, _("cannot write %s"), lock);
	else if (flock(*fd, LOCK_EX | LOCK_NB) != 0)
		status =
			err_set(err, ERR_BUSY, _("%s is already being downloaded"), name);
	free(lock);
	return status;
}

static int
spawn_it(struct media_command *c, char **argv, int lock, struct err *err)
{
	int ends[2];
	if (pipe(ends) != 0)
		return err_set_errno(err, ERR_IO, _("cannot run %s"), argv[0]);
	for (int i = 0; i < 2; i++)
		fcntl(ends[i], F_SETFD, FD_CLOEXEC);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	const struct spawn spawn = {
		.argv = argv, .flags = SPAWN_DETACH, .in = lock, .errors = ends[1]};
	int status = spawn_program(&spawn, &c->pid, err);
	close(ends[1]);
	c->errors = ends[0];
	return status;
}

int
engine_media_command_start(struct engine *e, const struct options *o, int folder,
	const char *name, const struct download_record *r, int64_t most,
	struct media_command **out, struct err *err)
{
	struct arena arena = ARENA_INIT;
	char *root = engine_media_dir(e->options->media_dir, store_path(e->store));
	const struct player_other how = {.command = o->media_command,
		.url = r->url,
		.title = name,
		.file = arena_printf(&arena, "%s/%s.part", root, r->path)};
	char **argv = player_other_argv(&how, &arena);
	int lock = -1;
	int status = OK;
	*out = NULL;
	free(root);
	if (!argv || !argv[0])
		status = err_set(err, ERR_INVALID,
			_("media-command: a quotation mark is not closed"));
	else
		status = take_lock(folder, name, &lock, err);
	if (status == OK) {
		struct media_command *c = mem_zalloc(sizeof *c);
		*c = (struct media_command){.errors = -1,
			.dir = fcntl(folder, F_DUPFD_CLOEXEC, 0),
			.name = mem_strdup(name),
			.program = mem_strdup(argv[0]),
			.said = BUF_INIT(SAID_MAX),
			.most = most,
			.stall_ms = o->media_command_timeout,
			.grown_ms = time_mono_ms(),
			.keep_free = o->media_free};
		*out = c;
		status = spawn_it(c, argv, lock, err);
	}
	if (lock >= 0)
		close(lock);
	if (status != OK) {
		engine_media_command_free(*out);
		*out = NULL;
	}
	arena_done(&arena);
	return status;
}

/* ---- while it runs */

static void
listen_to(struct media_command *c)
{
	char chunk[4096];
	ssize_t n = 1;
	c->says = false;
	for (int i = 0; i < READS && c->errors >= 0 && n > 0; i++) {
		n = read(c->errors, chunk, sizeof chunk);
		c->says |= n > 0;
		size_t room = SAID_MAX - c->said.len;
		if (n > 0)
			buf_add(&c->said, chunk, (size_t)n < room ? (size_t)n : room);
	}
	if (n == 0) {
		close(c->errors);
		c->errors = -1;
	}
}

/* yt-dlp and others write NAME.part.part until it is complete. */
static int64_t
look_at_size(const struct media_command *c)
{
	static const char *const ends[] = {".part", ".part.part"};
	int64_t size = 0;
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		struct stat st;
		char *file = joined(c->name, ends[i]);
		if (fstatat(c->dir, file, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
			S_ISREG(st.st_mode) && st.st_size > size)
			size = st.st_size;
		free(file);
	}
	return size;
}

void
engine_media_command_limit(struct media_command *c, int64_t most)
{
	c->most = most;
}

int64_t
engine_media_command_size(struct media_command *c)
{
	int64_t size = look_at_size(c);
	if (size != c->size)
		c->grown_ms = time_mono_ms();
	c->size = size;
	return size;
}

/* Why the command has to be stopped; OK: it need not be. */
static int
fault_of(const struct media_command *c, struct err *err)
{
	char span[32];
	if (time_mono_ms() - c->grown_ms >= c->stall_ms) {
		time_format_span(c->stall_ms, span, sizeof span);
		return err_set(err, ERR_TIMEOUT,
			_("%s has written nothing for %s and was stopped"), c->program,
			span);
	}
	int64_t left = engine_media_disk_free_space(c->dir);
	if (c->size > c->most || left < c->keep_free)
		return err_set(err, ERR_FULL,
			c->size > c->most ? _("media-limit leaves no room for this file")
					  : _("media-free leaves no room for this file"));
	return OK;
}

/* ---- its end */

static void
drop_scrap(const struct media_command *c, const char *end)
{
	char *scrap = joined(c->name, end);
	unlinkat(c->dir, scrap, 0);
	free(scrap);
}

/* The file that it left gets its name. */
static int
finish(const struct media_command *c, struct err *err)
{
	struct fetch_part part;
	struct stat st;
	const struct fetch_file file = {.dir = c->dir, .name = c->name};
	char *at = joined(c->name, ".part");
	bool there = fstatat(c->dir, at, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		     (!S_ISREG(st.st_mode) || st.st_size > 0);
	free(at);
	if (!there)
		return err_set(err, ERR_IO,
			_("%s ended without writing the file that %%o names"),
			c->program);
	int status = fetch_part_init(&part, &file, err);
	if (status == OK)
		status = fetch_part_open(&part, err);
	if (status == OK)
		status = fetch_part_finish(&part, err);
	fetch_part_done(&part);
	if (status == OK)
		drop_scrap(c, ".part.part"); /* of an earlier command */
	return status;
}

static int
judge(const struct media_command *c, int code, struct err *err)
{
	struct span said = span_trim(span_of(buf_str(&c->said)));
	if (code == 0)
		return finish(c, err);
	struct span line = {said.p, strcspn(said.p, "\n")};
	if (line.n > LINE_MAX)
		line.n = LINE_MAX;
	return line.n ? err_set(err, ERR_IO, _("%s failed (exit status %d): %.*s"),
				c->program, code, SPAN_FMT(line))
		      : err_set(err, ERR_IO, _("%s failed (exit status %d)"), c->program,
				code);
}

int64_t
engine_media_command_wait(const struct media_command *c)
{
	return c->says ? SAYS_MS : CHECK_MS;
}

bool
engine_media_command_ended(struct media_command *c, struct fetch_result *out)
{
	int code = 0;
	listen_to(c);
	engine_media_command_size(c);
	struct err err = {0};
	int status = fault_of(c, &err);
	if (status == OK && !spawn_reap(c->pid, &code))
		return false;
	if (status != OK)
		spawn_end(c->pid);
	c->pid = 0;
	listen_to(c);
	if (status == OK)
		status = judge(c, code, &err);
	drop_scrap(c, ".part.lock");
	*out = (struct fetch_result){.status = status,
		.err = err,
		.trouble = TROUBLE_LOCAL,
		.retry_after = -1,
		.size = c->size,
		.total = status == OK ? c->size : -1,
		.complete = status == OK};
	return true;
}

void
engine_media_command_free(struct media_command *c)
{
	if (!c)
		return;
	if (c->pid > 0) {
		spawn_end(c->pid);
		drop_scrap(c, ".part.lock");
	}
	if (c->errors >= 0)
		close(c->errors);
	if (c->dir >= 0)
		close(c->dir);
	buf_done(&c->said);
	free(c->name);
	free(c->program);
	free(c);
}
