/*
 * Our log is DIR/MACHINE.state: a header line and lines of states (model/state.h), only
 * ever appended to. Lines wait in the store (store/state.c) from the transaction of the
 * user's action on; they are appended, synced, and only then taken off the waiting ones,
 * so a crash writes a line twice at worst. When the file has grown to twice what it was
 * after the last time, it is written anew, beside and in slices, with the last words
 * alone, and renamed: its size stays in proportion to the items. It is also written anew
 * when somebody lost or shortened it. Several processes of one store write one log: each
 * holds a lock on it while it writes, and looks again later when another does.
 *
 * Logs of others are read on from where we were. A print of the text before that place
 * tells a file that only grew from one that was replaced, which is read from its start:
 * states may be merged any number of times and in any order. A last line without its end
 * waits for its rest, and lines that are none (conflict marks, another program's) are
 * passed over. Copies that a synchroniser makes of a log in conflict are read like logs.
 */
#include "config.h"

#include "engine/sync.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/api.h"
#include "engine/message.h"
#include "engine/state.h"
#include "store/state.h"
#include "store/write.h"

#define SUFFIX ".state"
#define LOOK_MS 5000      /* between looks at a directory that is not watched */
#define SOON_MS 300       /* what the user does together goes out together */
#define WATCHED_MS 600000 /* and at one that is, should an event be missed */
#define RETRY_MS 1000     /* when another process writes */
#define BLOCK                                                                            \
	((size_t)256 << 10) /* of a log that is read in one step; longest junk line */
#define PRINT_BYTES 256
#define SEED_ITEMS 500
#define WALK_ITEMS 2000
#define AGE_FIRST_MS 60000 /* not in commands, which are over at once */
#define AGE_EACH_MS (24 * 3600 * INT64_C(1000))
#define ANEW_MIN ((uint64_t)64 << 10) /* a smaller log is left as it is */
#define FLUSH_MS                                                                         \
	300 /* for all of it at the end: a command may be too short otherwise            \
	     */

/* Our log on its way to be written anew. */
struct sync_writer {
	int lock; /* the old one, locked */
	int fd;
	char *path; /* the new one */
	struct store_state_walk walk;
	struct buf out;
	uint64_t size;
};

/* How a log was when it was read to its end. */
struct sync_seen {
	int64_t size, mtime, inode;
};

/* ---- faults: told once, until something works */

static void
fault(struct engine *e, const struct err *err)
{
	if (!e->sync.quiet)
		engine_event_note(e, true, "%s", err->text);
	e->sync.quiet = true;
	e->sync.next_ms = time_mono_ms() + LOOK_MS;
}

static char *
path_of(const struct engine *e, const char *name)
{
	struct buf path = BUF_INIT(0);
	buf_addf(&path, "%s/%s", e->sync.dir, name);
	return buf_take(&path);
}

static char *
own_name(uint64_t machine)
{
	struct buf name = BUF_INIT(0);
	buf_addf(&name, "%016" PRIx64 SUFFIX, machine);
	return buf_take(&name);
}

static int
read_info(struct engine *e, struct store_state_info *info, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	status = store_state_info(&view, info);
	store_view_end(&view);
	if (status != OK)
		err_set(err, status,
			_("the store's states can't be read; run courant "
			  "check"));
	return status;
}

/* ---- who we are */

/* A number for this store on this machine: a copy of it elsewhere is another machine. */
static uint64_t
place_of(const struct store *store)
{
	struct buf text = BUF_INIT(4096);
	struct stat st = {0};
	const char *path = store_path(store), *slash = strrchr(path, '/');
	char *dir = mem_strndup(path, slash ? (size_t)(slash - path) : 0);
	if (file_read("/etc/machine-id", &text, NULL) != OK &&
		file_read("/etc/hostid", &text, NULL) != OK) {
		char host[256] = "";
		if (gethostname(host, sizeof host - 1) == 0)
			buf_adds(&text, host);
	}
	if (stat(dir, &st) == 0)
		buf_addf(&text, "%llu", (unsigned long long)st.st_ino);
	uint64_t place = hash64(buf_str(&text), text.len) | 1;
	free(dir);
	buf_done(&text);
	return place;
}

static uint64_t
new_machine(void)
{
	uint64_t parts[4] = {(uint64_t)time_wall_ms(), (uint64_t)time_mono_us(),
		(uint64_t)getpid(), 0};
	int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		ssize_t got = read(fd, &parts[3], sizeof parts[3]);
		(void)got; /* the others will do */
		close(fd);
	}
	return hash64(parts, sizeof parts) | 1;
}

/* Sees to it that states are kept, under a name of our own. */
static int
own(struct store *store, const struct store_state_info *info, struct err *err)
{
	uint64_t place = place_of(store);
	struct store_batch *batch;
	if (info->machine && info->place == place)
		return OK;
	const struct store_state_info fresh = {.machine = new_machine(), .place = place};
	int status = store_batch_begin(store, &batch, err);
	if (status != OK)
		return status;
	status = store_state_own(batch, &fresh, err);
	if (status != OK) {
		store_batch_abort(batch);
		return status;
	}
	return store_batch_commit(batch, err);
}

/* States for what was set before; true when there is more. */
static bool
seed(struct store *store, bool *more, struct err *err)
{
	struct store_batch *batch;
	*more = false;
	if (store_batch_begin(store, &batch, err) != OK)
		return false;
	if (store_state_seed(batch, SEED_ITEMS, more, err) != OK) {
		store_batch_abort(batch);
		return false;
	}
	return store_batch_commit(batch, err) == OK;
}

/* ---- our log */

/* Opens and locks path as it stands there now. -1: errno tells; EWOULDBLOCK: another
 * process holds it. */
static int
open_locked(const char *path, int flags)
{
	struct stat there, here;
	int fd = open(path, flags | O_RDWR | O_APPEND | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	if (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &here) == 0 &&
		stat(path, &there) == 0 && here.st_ino == there.st_ino)
		return fd;
	close(fd);
	errno = EWOULDBLOCK;
	return -1;
}

static bool
write_all(int fd, const char *bytes, size_t n)
{
	while (n > 0) {
		ssize_t done = write(fd, bytes, n);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		bytes += done;
		n -= (size_t)done;
	}
	return true;
}

/* Appends the waiting lines to out; *upto is the last one's time, 0: there are none. */
static int
take_waiting(struct engine *e, struct buf *out, uint64_t *upto, struct err *err)
{
	struct store_view view;
	size_t len = 0;
	struct state *list = mem_realloc(NULL, STATE_MERGE_MAX, sizeof *list);
	int status = store_view_begin(e->store, &view, err);
	*upto = 0;
	if (status == OK) {
		status = store_state_waiting(&view, list, STATE_MERGE_MAX, &len);
		store_view_end(&view);
		if (status != OK)
			err_set(err, status, _("the store's states can't be read"));
	}
	for (size_t i = 0; i < len; i++) {
		state_put(out, &list[i]);
		*upto = list[i].stamp.time;
	}
	free(list);
	return status;
}

/* The log is written: notes it. */
static int
note_written(struct engine *e, const struct store_state_info *info, uint64_t upto,
	struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	if (upto)
		status = store_state_written(batch, upto, err);
	if (status == OK)
		status = store_state_own(batch, info, err);
	if (status != OK) {
		store_batch_abort(batch);
		return status;
	}
	return store_batch_commit(batch, err);
}

static void
writer_free(struct sync_writer *w)
{
	if (!w)
		return;
	if (w->fd >= 0)
		close(w->fd);
	if (w->path)
		unlink(w->path);
	if (w->lock >= 0)
		close(w->lock);
	free(w->path);
	buf_done(&w->out);
	free(w);
}

/* Begins to write our log anew; the old one, made if need be, is locked meanwhile. */
static int
begin_anew(struct engine *e, const struct store_state_info *info, struct err *err)
{
	char *name = own_name(info->machine), *path = path_of(e, name);
	struct sync_writer *w = mem_zalloc(sizeof *w);
	struct buf new_path = BUF_INIT(0);
	int status = OK;
	w->fd = -1;
	w->walk.machine = info->machine;
	w->lock = open_locked(path, O_CREAT);
	if (w->lock < 0 && errno != EWOULDBLOCK) {
		status = err_set_errno(err, ERR_IO, _("cannot write %s"), path);
	} else if (w->lock >= 0) {
		buf_addf(&new_path, "%s/.%s.new", e->sync.dir, name);
		w->path = buf_take(&new_path);
		w->fd = open(w->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		if (w->fd < 0)
			status =
				err_set_errno(err, ERR_IO, _("cannot write %s"), w->path);
		buf_adds(&w->out, STATE_HEADER "\n");
	}
	if (status == OK && w->fd >= 0)
		e->sync.anew = w;
	else
		writer_free(w);
	if (status == OK && !e->sync.anew)
		e->sync.next_ms = time_mono_ms() + RETRY_MS;
	free(name);
	free(path);
	return status;
}

static void
take_state(void *data, const struct state *state)
{
	state_put(data, state);
}

static bool
write_out(struct sync_writer *w)
{
	if (!write_all(w->fd, buf_str(&w->out), w->out.len))
		return false;
	w->size += w->out.len;
	buf_clear(&w->out);
	return true;
}

/* The last step: what waits, on the disk, in its place. */
static int
end_anew(struct engine *e, struct store_state_info *info, struct err *err)
{
	struct sync_writer *w = e->sync.anew;
	char *name = own_name(info->machine), *path = path_of(e, name);
	uint64_t upto;
	int status = take_waiting(e, &w->out, &upto, err);
	if (status == OK && (!write_out(w) || fsync(w->fd) != 0))
		status = err_set_errno(err, ERR_IO, _("cannot write %s"), w->path);
	if (status == OK && rename(w->path, path) != 0)
		status = err_set_errno(err, ERR_IO, _("cannot write %s"), path);
	if (status == OK) {
		free(w->path);
		w->path = NULL; /* nothing to take away */
		info->logged = info->base = w->size;
		status = note_written(e, info, upto, err);
	}
	free(name);
	free(path);
	return status;
}

/* A slice of writing anew. False: it is over. */
static bool
step_anew(struct engine *e)
{
	struct sync_writer *w = e->sync.anew;
	struct store_state_info info;
	struct store_view view;
	struct err err;
	int status = store_view_begin(e->store, &view, &err);
	if (status == OK) {
		status = store_state_walk(
			&view, &w->walk, WALK_ITEMS, take_state, &w->out);
		store_view_end(&view);
		if (status != OK)
			err_set(&err, status, _("the store's states can't be read"));
	}
	if (status == OK && !write_out(w))
		status = err_set_errno(&err, ERR_IO, _("cannot write %s"), w->path);
	if (status == OK && !w->walk.done)
		return true;
	if (status == OK)
		status = read_info(e, &info, &err);
	if (status == OK)
		status = end_anew(e, &info, &err);
	if (status != OK)
		fault(e, &err);
	writer_free(w);
	e->sync.anew = NULL;
	return false;
}

/* A log whose end was cut by a crash gets a line feed first. */
static bool
ends_torn(int fd, off_t size)
{
	char last = '\n';
	return size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

static int
append(struct engine *e, int fd, struct store_state_info *info, bool *more,
	struct err *err)
{
	struct buf out = BUF_INIT(0);
	struct stat st;
	uint64_t upto = 0;
	int status = OK;
	if (fstat(fd, &st) != 0)
		return err_set_errno(err, ERR_IO, _("cannot write states"));
	if (ends_torn(fd, st.st_size))
		buf_addc(&out, '\n');
	status = take_waiting(e, &out, &upto, err);
	if (status == OK && upto) {
		if (!write_all(fd, buf_str(&out), out.len) || fsync(fd) != 0) {
			status = err_set_errno(
				err, ERR_IO, _("cannot write to %s"), e->sync.dir);
		} else {
			info->logged = (uint64_t)st.st_size + out.len;
			status = note_written(e, info, upto, err);
		}
	}
	*more = status == OK && upto;
	buf_done(&out);
	return status;
}

/* Appends what waits. *more: call again. */
static int
write_log(struct engine *e, bool *more, struct err *err)
{
	struct store_state_info info;
	struct stat st;
	*more = false;
	int status = read_info(e, &info, err);
	if (status != OK)
		return status;
	char *name = own_name(info.machine), *path = path_of(e, name);
	int fd = open_locked(path, 0);
	if (fd < 0 && errno == EWOULDBLOCK) {
		e->sync.next_ms = time_mono_ms() + RETRY_MS;
	} else if (fd < 0 && errno != ENOENT) {
		status = err_set_errno(err, ERR_IO, _("cannot write %s"), path);
	} else if (fd < 0 || fstat(fd, &st) != 0 || (uint64_t)st.st_size < info.logged ||
		   st.st_size == 0 ||
		   ((uint64_t)st.st_size > ANEW_MIN &&
			   (uint64_t)st.st_size / 2 > info.base)) {
		if (fd >= 0)
			close(fd);
		fd = -1;
		status = begin_anew(e, &info, err);
		*more = e->sync.anew != NULL;
	} else {
		status = append(e, fd, &info, more, err);
	}
	if (fd >= 0)
		close(fd);
	free(name);
	free(path);
	return status;
}

/* ---- logs of others */

static bool
is_log(const char *name)
{
	size_t n = strlen(name), s = strlen(SUFFIX);
	return name[0] != '.' && n > s && str_eq(name + n - s, SUFFIX);
}

static struct sync_seen
seen_of(const struct stat *st)
{
	return (struct sync_seen){
		(int64_t)st->st_size, (int64_t)st->st_mtime, (int64_t)st->st_ino};
}

static uint64_t
print_at(int fd, uint64_t offset)
{
	char bytes[PRINT_BYTES];
	size_t n = offset < sizeof bytes ? (size_t)offset : sizeof bytes;
	ssize_t got = pread(fd, bytes, n, (off_t)(offset - n));
	return got == (ssize_t)n ? hash64(bytes, n) : 0;
}

/* The next log that changed since it was read to its end: *name, or NULL. */
static int
find_peer(struct engine *e, char **name, struct err *err)
{
	struct store_state_info info;
	int status = read_info(e, &info, err);
	*name = NULL;
	if (status != OK)
		return status;
	DIR *dir = opendir(e->sync.dir);
	if (!dir)
		return err_set_errno(err, ERR_IO, _("cannot read %s"), e->sync.dir);
	char *own = own_name(info.machine);
	struct dirent *entry;
	while (!*name && (entry = readdir(dir)) != NULL) {
		struct stat st;
		if (!is_log(entry->d_name) || str_eq(entry->d_name, own) ||
			fstatat(dirfd(dir), entry->d_name, &st, 0) != 0 ||
			!S_ISREG(st.st_mode))
			continue;
		struct sync_seen now = seen_of(&st);
		const struct sync_seen *then =
			map_get(&e->sync.seen, entry->d_name, strlen(entry->d_name));
		if (!then || memcmp(then, &now, sizeof now) != 0)
			*name = mem_strdup(entry->d_name);
	}
	closedir(dir);
	free(own);
	return OK;
}

/* Up to STATE_MERGE_MAX states of the whole lines in block; *used bytes of it were read.
 */
static size_t
read_lines(struct span block, struct state *list, size_t *used)
{
	size_t len = 0;
	*used = 0;
	while (len < STATE_MERGE_MAX) {
		const char *from = block.p + *used;
		size_t left = block.n - *used;
		const char *end = left ? memchr(from, '\n', left) : NULL;
		if (!end)
			break;
		size_t n = (size_t)(end - from);
		*used += n + 1;
		if (n && from[n - 1] == '\r')
			n--;
		len += state_read((struct span){from, n}, &list[len]);
	}
	if (*used == 0 && block.n == BLOCK)
		*used = BLOCK; /* junk without an end */
	return len;
}

static int
merge(struct engine *e, const char *name, const struct state *list, size_t len,
	const struct store_state_peer *peer, size_t *changed, struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	status = store_state_merge(batch, list, len, changed, err);
	if (status == OK)
		status = store_state_put_peer(batch, name, peer, err);
	if (status != OK) {
		store_batch_abort(batch);
		return status;
	}
	return store_batch_commit(batch, err);
}

static int
where_we_were(struct engine *e, const char *name, int fd, struct store_state_peer *peer,
	struct err *err)
{
	struct store_view view;
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	status = store_state_peer(&view, name, peer);
	store_view_end(&view);
	if (status != OK)
		return err_set(err, status, _("the store's states can't be read"));
	if (peer->offset && print_at(fd, peer->offset) != peer->print)
		*peer = (struct store_state_peer){0};
	return OK;
}

/* Reads on in a log. *end: it is read to its end. */
static int
read_peer(struct engine *e, const char *name, int fd, bool *end, struct err *err)
{
	struct store_state_peer peer;
	struct state *list = NULL;
	char *block = NULL;
	size_t used = 0, changed = 0;
	int status = where_we_were(e, name, fd, &peer, err);
	if (status != OK)
		return status;
	block = mem_alloc(BLOCK);
	list = mem_realloc(NULL, STATE_MERGE_MAX, sizeof *list);
	ssize_t got = pread(fd, block, BLOCK, (off_t)peer.offset);
	if (got < 0)
		status = err_set_errno(
			err, ERR_IO, _("cannot read %s/%s"), e->sync.dir, name);
	if (status == OK) {
		size_t len = read_lines((struct span){block, (size_t)got}, list, &used);
		peer.offset += used;
		peer.print = print_at(fd, peer.offset);
		if (used)
			status = merge(e, name, list, len, &peer, &changed, err);
	}
	*end = used == 0;
	if (changed) {
		const struct engine_event event = {.kind = ENGINE_CHANGED};
		engine_event_post(e, &event);
		log_put(LOG_INFO, "states of %zu items came from %s", changed, name);
	}
	free(block);
	free(list);
	return status;
}

static int
step_peer(struct engine *e, struct err *err)
{
	char *path = path_of(e, e->sync.peer);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	bool end = true;
	int status = OK;
	/* One that is gone again, or unreadable, is left alone. */
	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		status = read_peer(e, e->sync.peer, fd, &end, err);
	else if (stat(path, &st) != 0)
		st = (struct stat){0};
	if (end && status == OK) {
		struct sync_seen **seen = (struct sync_seen **)map_put(
			&e->sync.seen, e->sync.peer, strlen(e->sync.peer));
		if (!*seen)
			*seen = mem_zalloc(sizeof **seen);
		**seen = seen_of(&st);
	}
	if (end || status != OK) {
		free(e->sync.peer);
		e->sync.peer = NULL;
	}
	if (fd >= 0)
		close(fd);
	free(path);
	return status;
}

/* ---- the worker's turns */

void
engine_sync_init(struct engine *e)
{
	const char *dir = e->options->state_dir, *home = getenv("HOME");
	struct buf path = BUF_INIT(0);
	e->sync.seen = (struct map)MAP_INIT;
	e->sync.watch = -1;
	e->sync.age_ms = time_mono_ms() + AGE_FIRST_MS;
	if (str_empty(dir) || store_read_only(e->store))
		return;
	if (dir[0] == '~' && dir[1] == '/' && home)
		buf_addf(&path, "%s%s", home, dir + 1);
	else
		buf_adds(&path, dir);
	e->sync.dir = buf_take(&path);
}

void
engine_sync_done(struct engine *e)
{
	for (size_t i = 0; i < e->sync.seen.count; i++)
		free(e->sync.seen.entries[i].value);
	map_done(&e->sync.seen);
	if (e->sync.watch >= 0)
		close(e->sync.watch);
	writer_free(e->sync.anew);
	free(e->sync.peer);
	free(e->sync.dir);
}

void
engine_sync_touch(struct engine *e)
{
	int64_t soon = time_mono_ms() + SOON_MS;
	if (e->sync.dir && e->sync.next_ms > soon)
		e->sync.next_ms = soon;
}

/* A name of our own, and states for what was set before. */
static bool
make_ready(struct engine *e)
{
	struct store_state_info info;
	struct err err;
	bool more;
	if (file_make_dirs(e->sync.dir, &err) != OK || read_info(e, &info, &err) != OK ||
		own(e->store, &info, &err) != OK || !seed(e->store, &more, &err)) {
		fault(e, &err);
		return false;
	}
	e->sync.ready = !more;
	return true;
}

/* Once a day words that waited too long go, a slice a call. True: there is more at once.
 */
static bool
age(struct engine *e, struct err *err)
{
	struct store_batch *batch = NULL;
	size_t gone = 0;
	int status = store_batch_begin(e->store, &batch, err);
	if (status == OK)
		status = store_state_age(batch, &e->sync.age, WALK_ITEMS,
			engine_now(e) * 1000, &gone, err);
	if (status == OK && gone)
		status = store_batch_commit(batch, err);
	else if (batch)
		store_batch_abort(batch);
	if (status == OK && !e->sync.age.done)
		return true;
	e->sync.age = (struct store_state_walk){0};
	e->sync.age_ms = time_mono_ms() + AGE_EACH_MS;
	return false;
}

/* True: there is more at once. */
static bool
look(struct engine *e)
{
	struct err err;
	bool more;
	if (write_log(e, &more, &err) != OK ||
		(!more && find_peer(e, &e->sync.peer, &err) != OK)) {
		fault(e, &err);
		return false;
	}
	if (more || e->sync.peer)
		return true;
	e->sync.quiet = false;
	if (e->sync.next_ms <= time_mono_ms())
		e->sync.next_ms =
			time_mono_ms() + (e->sync.watch >= 0 ? WATCHED_MS : LOOK_MS);
	return false;
}

bool
engine_sync_step(struct engine *e)
{
	struct err err;
	if (!e->sync.dir)
		return false;
	if (e->sync.anew)
		return step_anew(e) || engine_sync_wait(e) == 0;
	if (engine_sync_changed(e) && e->sync.ready && !e->sync.quiet)
		engine_sync_touch(e);
	if (e->sync.ready && !e->sync.peer && time_mono_ms() >= e->sync.age_ms)
		return age(e, &err) || engine_sync_wait(e) == 0;
	if (time_mono_ms() < e->sync.next_ms)
		return false;
	if (!e->sync.ready)
		return make_ready(e);
	engine_sync_watch(e); /* before the look, so that nothing is missed */
	if (!e->sync.peer)
		return look(e);
	if (step_peer(e, &err) == OK)
		return true;
	fault(e, &err);
	return false;
}

int64_t
engine_sync_wait(const struct engine *e)
{
	if (!e->sync.dir)
		return INT64_MAX;
	int64_t next = e->sync.next_ms;
	if (e->sync.ready && e->sync.age_ms < next)
		next = e->sync.age_ms;
	int64_t wait = e->sync.anew ? 0 : next - time_mono_ms();
	return wait > 0 ? wait : 0;
}

void
engine_sync_flush(struct engine *e)
{
	int64_t end = time_mono_ms() + FLUSH_MS;
	e->sync.next_ms = 0;
	while (engine_sync_step(e) && time_mono_ms() < end)
		;
}

/* ---- without a worker, for commands */

struct export
{
	struct buf out;
	size_t count;
};

static void
export_state(void *data, const struct state *state)
{
	struct export *x = data;
	state_put(&x->out, state);
	x->count++;
}

/* States are kept from now on, and there are some for what was set before. */
static int
keep_states(struct store *store, struct err *err)
{
	struct store_state_info info;
	struct store_view view;
	bool more = true;
	int status = store_view_begin(store, &view, err);
	if (status != OK)
		return status;
	status = store_state_info(&view, &info);
	store_view_end(&view);
	if (status != OK)
		return err_set(err, status, _("the store's states can't be read"));
	status = own(store, &info, err);
	while (status == OK && more)
		if (!seed(store, &more, err))
			status = err->status;
	return status;
}

int
engine_state_export(struct store *store, struct buf *out, size_t *count, struct err *err)
{
	struct store_state_walk walk = {0};
	struct export x = {.out = *out};
	int status = keep_states(store, err);
	buf_adds(&x.out, STATE_HEADER "\n");
	while (status == OK && !walk.done) {
		struct store_view view;
		status = store_view_begin(store, &view, err);
		if (status != OK)
			break;
		status = store_state_walk(&view, &walk, WALK_ITEMS, export_state, &x);
		store_view_end(&view);
		if (status != OK)
			err_set(err, status, _("the store's states can't be read"));
	}
	*out = x.out;
	*count = x.count;
	return status;
}

static int
merge_block(struct store *store, const struct state *list, size_t len, size_t *changed,
	struct err *err)
{
	struct store_batch *batch;
	size_t n = 0;
	int status = store_batch_begin(store, &batch, err);
	if (status != OK)
		return status;
	status = store_state_merge(batch, list, len, &n, err);
	if (status != OK) {
		store_batch_abort(batch);
		return status;
	}
	*changed += n;
	return store_batch_commit(batch, err);
}

int
engine_state_import(struct store *store, struct span text, size_t *count, size_t *changed,
	struct err *err)
{
	struct state *list = mem_realloc(NULL, STATE_MERGE_MAX, sizeof *list);
	int status = keep_states(store, err);
	*count = *changed = 0;
	while (status == OK && text.n > 0) {
		size_t used, len = read_lines(text, list, &used);
		if (used == 0)
			break; /* a line without its end */
		text.p += used;
		text.n -= used;
		*count += len;
		status = merge_block(store, list, len, changed, err);
	}
	free(list);
	return status;
}
