/*
 * Reading of other machines' logs continues where it stopped. A fingerprint of the text
 * before that place tells a file that only grew from one that was replaced, which is read
 * from its start: states may be merged any number of times and in any order. An
 * incomplete last line is left for the next time, and lines that are not states (conflict
 * markers, another program's) are skipped. Conflict copies made by a synchroniser are
 * read like logs.
 */
#include "config.h"

#include "engine/sync/sync.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/plan/interest.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/sync/sync.h"

/* How much of a log is read in one step; also the longest line that is not a state. */
#define BLOCK ((size_t)256 << 10)
#define PRINT_BYTES 256

/* The state of a log when it was read to its end. */
struct sync_seen {
	int64_t size, mtime, inode;
};

static bool
is_log(const char *name)
{
	return name[0] != '.' && str_ends(name, SYNC_SUFFIX);
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

/* Sets *name to the next log that changed since it was read to its end, or NULL. */
int
engine_sync_find_peer(struct engine *e, char **name, struct err *err)
{
	struct store_sync_info info;
	int status = engine_sync_info(e, &info, err);
	*name = NULL;
	if (status != OK)
		return status;
	DIR *dir = opendir(e->sync->dir);
	if (!dir)
		return err_set_errno(err, ERR_IO, _("cannot read %s"), e->sync->dir);
	char *own = engine_sync_name(info.machine);
	struct dirent *entry;
	while (!*name && (entry = readdir(dir)) != NULL) {
		struct stat st;
		if (!is_log(entry->d_name) || str_eq(entry->d_name, own) ||
			fstatat(dirfd(dir), entry->d_name, &st, 0) != 0 ||
			!S_ISREG(st.st_mode))
			continue;
		struct sync_seen now = seen_of(&st);
		const struct sync_seen *then =
			map_get(&e->sync->seen, entry->d_name, strlen(entry->d_name));
		if (!then || memcmp(then, &now, sizeof now) != 0)
			*name = mem_strdup(entry->d_name);
	}
	closedir(dir);
	free(own);
	return OK;
}

/* Reads up to STATE_MERGE_MAX states from the complete lines in block, *used bytes. */
size_t
engine_sync_read_lines(struct span block, struct state *list, size_t *used)
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
		*used = BLOCK; /* a line that is too long for a state */
	return len;
}

/* Playback stays where it is; the user can jump to where another machine has got to. */
static void
tell_passed(struct engine *e, struct store_batch *batch)
{
	uint64_t id;
	int64_t at;
	if (store_sync_passed(batch, &id, &at))
		engine_event_note(e, false,
			_("Another machine has played this to %d:%02d; :seek %d:%02d "
			  "goes there"),
			(int)(at / 60000), (int)(at / 1000 % 60), (int)(at / 60000),
			(int)(at / 1000 % 60));
}

static int
merge(struct engine *e, const char *name, const struct state *list, size_t len,
	const struct store_sync_peer *peer, size_t *changed, struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	status = store_sync_merge(batch, list, len, changed, err);
	if (status == OK)
		status = engine_plan_interest_hear(e, batch, err);
	if (status == OK)
		status = store_sync_put_peer(batch, name, peer, err);
	if (status == OK)
		tell_passed(e, batch);
	return store_batch_end(batch, status, err);
}

static int
where_we_were(struct engine *e, const char *name, int fd, struct store_sync_peer *peer,
	struct err *err)
{
	struct store_view view;
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	status = store_sync_peer(&view, name, peer);
	store_view_end(&view);
	if (status != OK)
		return err_set(err, status, _("the store's states cannot be read"));
	if (peer->offset && print_at(fd, peer->offset) != peer->print)
		*peer = (struct store_sync_peer){0};
	return OK;
}

/* Reads more of a log. *end: it was read to its end. */
static int
read_peer(struct engine *e, const char *name, int fd, bool *end, struct err *err)
{
	struct store_sync_peer peer;
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
			err, ERR_IO, _("cannot read %s/%s"), e->sync->dir, name);
	if (status == OK) {
		size_t len = engine_sync_read_lines(
			(struct span){block, (size_t)got}, list, &used);
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

int
engine_sync_read_peer(struct engine *e, struct err *err)
{
	char *path = engine_sync_path(e, e->sync->peer);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	bool end = true;
	int status = OK;
	/* A log that has vanished or is unreadable is left alone. */
	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		status = read_peer(e, e->sync->peer, fd, &end, err);
	else if (stat(path, &st) != 0)
		st = (struct stat){0};
	if (end && status == OK) {
		struct sync_seen **seen = (struct sync_seen **)map_put(
			&e->sync->seen, e->sync->peer, strlen(e->sync->peer));
		if (!*seen)
			*seen = mem_zalloc(sizeof **seen);
		**seen = seen_of(&st);
	}
	if (end || status != OK) {
		free(e->sync->peer);
		e->sync->peer = NULL;
	}
	if (fd >= 0)
		close(fd);
	free(path);
	return status;
}
