/*
 * The directory of media: where it is, and its mark, a file that tells it from a
 * directory whose disk is not mounted, and from that of another store.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/str.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/media/disk.h"
#include "engine/media/download.h"
#include "engine/media/download_inside.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/media/download.h"

#define MARK ".courant"
#define MARK_TEXT                                                                        \
	"courant keeps downloaded episodes here. Without this file, it takes the\n"      \
	"directory for one whose disk is not mounted.\n"
#define MARK_ID "store "
#define MARK_MAX 1024 /* bytes of it that are read */
#define OPEN_DIR                                                                         \
	(O_RDONLY | O_DIRECTORY | O_CLOEXEC) /* the user may have made it a link */

char *
engine_media_dir(const char *option, const char *store_path)
{
	if (!str_empty(option))
		return file_expand_home(option);
	char *dir = file_folder(store_path);
	char *media = file_join(dir, "media");
	free(dir);
	return media;
}

/* ---- its mark */

/* What the store remembers of the directory that it marked. */
struct marked {
	bool here;   /* it is this one */
	uint64_t id; /* the store's number in marks; 0: it has none yet */
};

static int
recall(struct engine *e, const char *path, struct marked *out, struct err *err)
{
	struct store_view view;
	struct arena arena = ARENA_INIT;
	const char *last = "";
	*out = (struct marked){.here = false};
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	status = store_media_dir(&view, &arena, &last, &out->id);
	store_view_end(&view);
	out->here = status == OK && str_eq(last, path);
	arena_done(&arena);
	return store_fail(e->store, status, err, _("cannot read the store"));
}

/* Notes that the directory at the path is marked; NULL: only that the store has a number.
 * The number is read in the same transaction, so that processes that use a new directory
 * in the same moment agree on it. */
static int
remember(struct engine *e, const char *path, uint64_t *id, struct err *err)
{
	struct store_batch *batch;
	struct arena arena = ARENA_INIT;
	const char *last = "";
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	const struct store_view view = store_batch_view(batch);
	status = store_fail(e->store, store_media_dir(&view, &arena, &last, id), err,
		_("cannot read the store"));
	if (!*id)
		*id = engine_new_id();
	if (status == OK)
		status = store_media_dir_put(batch, path ? path : last, *id, err);
	arena_done(&arena);
	return store_batch_end(batch, status, err);
}

/* Whether there is a mark. *id: the store's whose it is; 0: it does not say. */
static bool
read_mark(int dir, uint64_t *id)
{
	char text[MARK_MAX + 1];
	*id = 0;
	int fd = openat(dir, MARK, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return errno != ENOENT;
	ssize_t n = read(fd, text, MARK_MAX);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	const char *line = strstr(text, MARK_ID);
	if (line)
		*id = strtoull(line + strlen(MARK_ID), NULL, 16);
	return true;
}

/* Makes the mark, or adds the number to one that has none. Two processes may do so at
 * once. */
static bool
write_mark(int dir, bool there, uint64_t id)
{
	struct buf text = BUF_INIT(0);
	int flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
	int fd = openat(dir, MARK, flags | (there ? 0 : O_CREAT), 0600);
	buf_addf(&text, "%s\n" MARK_ID "%016" PRIx64 "\n", there ? "" : MARK_TEXT, id);
	bool good = fd >= 0 && file_write_all(fd, text.data, text.len);
	int code = errno;
	if (fd >= 0)
		close(fd);
	buf_done(&text);
	errno = code;
	return good;
}

static int
is_others(const char *path, struct err *err)
{
	return err_set(err, ERR_NOT_FOUND,
		_("%s belongs to another store, as its file %s says; is the "
		  "right disk mounted? If it is the right directory, empty that "
		  "file"),
		path, MARK);
}

/* Marks a directory that is used for the first time. A mark without a number may have
 * been made by the user, and need not be writable. */
static int
mark(struct engine *e, int dir, const char *path, struct err *err)
{
	struct marked own;
	uint64_t id;
	bool there = read_mark(dir, &id);
	int status = recall(e, path, &own, err);
	if (status != OK)
		return status;
	if (!there && own.here) /* unless another process has just marked it */
		there = read_mark(dir, &id);
	if (!there && own.here)
		return err_set(err, ERR_NOT_FOUND,
			_("%s lacks the file %s that courant left there; is its disk "
			  "mounted? If it is the right directory, create that file"),
			path, MARK);
	if (id && id != own.id)
		return is_others(path, err);
	/* The store has the number first: after a crash it knows its mark. */
	if (!own.id)
		status = remember(e, own.here ? path : NULL, &own.id, err);
	if (status != OK)
		return status;
	if (!id && !write_mark(dir, there, own.id) && !there)
		return engine_media_disk_cannot(err, path);
	if (!id && read_mark(dir, &id) && id && id != own.id)
		return is_others(path, err);
	return own.here ? OK : remember(e, path, &own.id, err);
}

/* A directory that was marked and is missing now is not created: its disk may come back,
 * and would then hide what was written below it. */
static int
make(struct engine *e, const char *path, struct err *err)
{
	struct marked own;
	int status = recall(e, path, &own, err);
	if (status == OK && own.here)
		return err_set(err, ERR_NOT_FOUND,
			_("%s does not exist; is its disk mounted? If it was removed for "
			  "good, create it with a file %s in it"),
			path, MARK);
	return status == OK ? file_make_dirs(path, err) : status;
}

int
engine_media_disk_open(struct engine *e, int *dir, struct err *err)
{
	char *path = engine_media_dir(e->options->media_dir, store_path(e->store));
	int status = OK;
	int fd = open(path, OPEN_DIR);
	if (fd < 0 && errno == ENOENT) {
		status = make(e, path, err);
		fd = status == OK ? open(path, OPEN_DIR) : -1;
	}
	if (status == OK && fd < 0)
		status = engine_media_disk_cannot(err, path);
	if (status == OK)
		status = mark(e, fd, path, err);
	if (status == OK)
		*dir = fd;
	else if (fd >= 0)
		close(fd);
	free(path);
	return status;
}

int
engine_media_disk_find(struct engine *e, int *dir)
{
	char *path = engine_media_dir(e->options->media_dir, store_path(e->store));
	struct marked own;
	uint64_t id;
	int status = recall(e, path, &own, NULL);
	int fd = status == OK && own.here ? open(path, OPEN_DIR) : -1;
	bool ours = fd >= 0 && read_mark(fd, &id) && id && id == own.id;
	if (ours)
		*dir = fd;
	else if (fd >= 0)
		close(fd);
	free(path);
	return ours ? OK : ERR_NOT_FOUND;
}

/* Whether the store marked the directory once, so that opening it changes nothing. */
static bool
is_marked(struct engine *e)
{
	char *path = engine_media_dir(e->options->media_dir, store_path(e->store));
	struct marked own;
	bool here = recall(e, path, &own, NULL) == OK && own.here;
	free(path);
	return here;
}

void
engine_media_room_tell(struct engine *e)
{
	struct engine_event event = {.kind = ENGINE_ROOM, .size = INT64_MAX};
	struct err err;
	int dir = -1;
	if (is_marked(e) && engine_media_disk_open(e, &dir, &err) != OK) {
		event.error = true;
		event.text = err.text;
	}
	if (dir >= 0) {
		event.size = engine_media_disk_free_space(dir);
		close(dir);
	}
	e->media->away = event.error;
	engine_event_post(e, &event);
}
