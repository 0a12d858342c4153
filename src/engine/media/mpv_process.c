#include "config.h"

#include "engine/media/mpv_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/control.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "fetch/fetch.h"
#include "player/argv.h"
#include "player/ipc.h"
#include "store/db/view.h"

#define OUT_MAX ((size_t)64 << 10) /* of what a player that is stuck has not taken */
#define READ_MAX 65536
#define QUIT_MS 1000
#define ADOPTED_IDS 1000000000

void
engine_media_process_init(struct media_process *p)
{
	*p = (struct media_process){.fd = -1};
	buf_init(&p->in, PLAYER_LINE_MAX + READ_MAX);
	buf_init(&p->out, OUT_MAX);
}

void
engine_media_process_done(struct media_process *p)
{
	if (p->fd >= 0)
		close(p->fd);
	buf_done(&p->in);
	buf_done(&p->out);
	free(p->door);
}

static char *
door_path(const struct engine *e)
{
	char *dir = file_folder(store_path(e->store));
	char *path = control_path(dir, "mpv");
	free(dir);
	return path;
}

/* Locks the path of the socket for other programs. The lock is the player's standard
 * error, so that it ends with the player, whichever process owns the player by then.
 * Nothing can be written to it. Without a lock, the path belongs to the player of another
 * process, and this one has no such socket. */
static int
lock_door(struct engine *e, struct media_process *p)
{
	free(p->door);
	p->door = door_path(e);
	int lock = p->door ? control_lock(p->door) : -1;
	if (lock < 0) {
		free(p->door);
		p->door = NULL;
	}
	return lock;
}

static int
spawn_it(struct engine *e, struct media_process *p, struct player_start how, int end,
	struct err *err)
{
	struct arena arena = ARENA_INIT;
	int lock = lock_door(e, p);
	how.door = p->door;
	char **argv = player_argv(&how, &arena);
	int status = argv ? OK
			  : err_set(err, ERR_INVALID,
				    _("player-options: a quotation mark is not closed"));
	const struct spawn spawn = {.argv = argv,
		.flags = SPAWN_DETACH,
		.in = end,
		.errors = lock < 0 ? 0 : lock};
	if (status == OK)
		status = spawn_program(&spawn, &p->pid, err);
	if (lock >= 0)
		close(lock);
	arena_done(&arena);
	return status;
}

int
engine_media_process_start(struct engine *e, struct media_process *p, const char *command,
	bool own, struct err *err)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		return err_set_errno(
			err, ERR_IO, _("cannot create a socket for the player"));
	for (int i = 0; i < 2; i++)
		fcntl(ends[i], F_SETFD, FD_CLOEXEC);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	const struct player_start how = {
		.command = command, .options = own ? e->options->player_options : NULL};
	int status = spawn_it(e, p, how, ends[1], err);
	close(ends[1]);
	if (status != OK) {
		close(ends[0]);
		p->pid = 0;
		return status;
	}
	p->fd = ends[0];
	p->term_ms = 0;
	p->killed = false;
	buf_clear(&p->in);
	buf_clear(&p->out);
	p->taken = 0;
	fetch_watch_player(e->fetch, p->fd);
	return OK;
}

/* What the player says may begin in the middle of a line, and may still answer the
 * process that left it; the questions of that process have smaller numbers. */
void
engine_media_process_adopt(struct engine *e, struct media_process *p, int fd, pid_t pid)
{
	p->fd = fd;
	p->pid = pid;
	p->adopted = true;
	p->ids = ADOPTED_IDS;
	p->term_ms = 0;
	p->killed = false;
	p->door = door_path(e);
	fcntl(fd, F_SETFL, O_NONBLOCK);
	fetch_watch_player(e->fetch, fd);
	/* The process before may have sent only a part of its last line, which must not
	 * become part of ours. mpv ignores an empty one. */
	buf_addc(&p->out, '\n');
}

/* ---- lines */

struct buf *
engine_media_process_line(struct media_process *p)
{
	p->ids++;
	return &p->out;
}

void
engine_media_process_send(struct media_process *p)
{
	size_t sent = 0;
	while (p->fd >= 0 && sent < p->out.len) {
		ssize_t n = send(p->fd, p->out.data + sent, p->out.len - sent,
			MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		sent += (size_t)n;
	}
	if (sent && sent < p->out.len)
		memmove(p->out.data, p->out.data + sent, p->out.len - sent);
	if (sent)
		buf_cut(&p->out, p->out.len - sent);
}

/* The next complete line; NULL: there is none. */
static const char *
front(struct media_process *p, size_t *n)
{
	size_t left = p->in.len - p->taken;
	const char *from = left ? p->in.data + p->taken : NULL;
	const char *end = left ? memchr(from, '\n', left) : NULL;
	if (!end)
		return NULL;
	*n = (size_t)(end - from);
	p->taken += *n + 1;
	return from;
}

/* Forgets the lines that were taken. */
static void
compact(struct media_process *p)
{
	size_t left = p->in.len - p->taken;
	if (p->taken && left)
		memmove(p->in.data, p->in.data + p->taken, left);
	buf_cut(&p->in, left);
	p->taken = 0;
	/* Longer than any line of mpv: its beginning is dropped, and the rest of it will
	 * not be JSON. */
	if (left > PLAYER_LINE_MAX)
		buf_clear(&p->in);
}

const char *
engine_media_process_take(struct media_process *p, size_t *n, bool *gone)
{
	const char *line;
	*gone = false;
	while ((line = front(p, n)) == NULL && p->fd >= 0) {
		compact(p);
		char *to = buf_reserve(&p->in, READ_MAX);
		ssize_t got = to ? recv(p->fd, to, READ_MAX, MSG_DONTWAIT) : -1;
		if (got < 0 && errno == EINTR)
			continue;
		if (got > 0) {
			buf_end(&p->in, (size_t)got);
			continue;
		}
		*gone = got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
		break;
	}
	return line;
}

/* ---- the end */

static void
hang_up(struct engine *e, struct media_process *p)
{
	if (p->fd >= 0)
		close(p->fd);
	p->fd = -1;
	if (e->fetch)
		fetch_watch_player(e->fetch, -1);
}

void
engine_media_process_quit(struct engine *e, struct media_process *p)
{
	static const char *const quit[] = {"quit", NULL};
	if (!p->pid)
		return;
	if (p->fd >= 0) {
		struct buf *out = engine_media_process_line(p);
		player_message_command(out, p->ids, quit);
		engine_media_process_send(p);
	}
	hang_up(e, p);
	/* mpv leaves its socket behind. */
	if (p->door)
		unlink(p->door);
	free(p->door);
	p->door = NULL;
	p->term_ms = time_mono_ms() + QUIT_MS;
	p->killed = false;
}

bool
engine_media_process_reap(struct media_process *p, int *code)
{
	if (!p->pid)
		return true;
	bool ended = p->adopted ? kill(p->pid, 0) != 0 && errno == ESRCH
				: spawn_reap(p->pid, code);
	if (ended) {
		p->adopted = false;
		p->pid = 0;
		p->term_ms = 0;
		return true;
	}
	if (p->term_ms && time_mono_ms() >= p->term_ms) {
		kill(p->pid, p->killed ? SIGKILL : SIGTERM);
		p->killed = true;
		p->term_ms = time_mono_ms() + QUIT_MS;
	}
	return false;
}
