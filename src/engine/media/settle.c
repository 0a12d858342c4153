/*
 * What a row wants that is not fetching: its file goes to the trash, comes back from
 * there, or is deleted there when its day is over. Each is done again after a crash, and
 * then finds that it was done.
 */
#include "config.h"

#include "base/time.h"
#include "engine/core/engine.h"
#include "engine/media/disk.h"
#include "engine/media/download_inside.h"
#include "model/episode_record.h"

#define TRASH_KEPT TIME_DAY

/* Brings it back from the trash. An earlier version comes back either in the place of
 * the present one, which then goes there; or to be replaced. */
static int
bring_back(int dir, uint64_t item, struct download_record *r, struct err *err)
{
	bool other = r->former && !r->former_trashed;
	bool exchanged = other && r->state == DOWNLOAD_HERE && r->former_inode;
	const char *to = other && r->state != DOWNLOAD_HERE ? r->former : r->path;
	enum engine_media_trash from =
		exchanged ? ENGINE_MEDIA_TRASH_FORMER : ENGINE_MEDIA_TRASH_FILE;
	int status = to ? engine_media_disk_restore(dir, item, from, to, err) : OK;
	if (status != OK)
		return status;
	r->trashed = false;
	struct stat st;
	if (r->state == DOWNLOAD_HERE &&
		!engine_media_disk_stat(dir, r->path, false, &st)) {
		r->state = DOWNLOAD_WAITING; /* it is lost */
		r->size = 0;
	}
	return OK;
}

/* Moves the other version to the trash. */
static int
put_former_away(int dir, uint64_t item, struct download_record *r, struct err *err)
{
	const struct download_record file = {.size = r->former_size,
		.device = r->former_device,
		.inode = r->former_inode};
	int status = engine_media_disk_trash(
		dir, item, ENGINE_MEDIA_TRASH_FORMER, r->former, &file, err);
	r->former_trashed = status == OK;
	return status;
}

static int
put_away(int dir, uint64_t item, struct download_record *r, struct err *err)
{
	int status = r->path ? engine_media_disk_trash(dir, item, ENGINE_MEDIA_TRASH_FILE,
				       r->path, r, err)
			     : OK;
	if (status == OK && r->former && !r->former_trashed)
		status = put_former_away(dir, item, r, err);
	r->trashed = status == OK;
	return status;
}

static int
forget_former(int dir, uint64_t item, struct download_record *r, struct err *err)
{
	int status = engine_media_disk_delete(dir, item, ENGINE_MEDIA_TRASH_FORMER, err);
	if (status != OK)
		return status;
	r->former = r->former_url = NULL;
	r->former_size = 0;
	r->former_device = r->former_inode = 0;
	r->former_trashed = false;
	return OK;
}

int
engine_media_settle(struct engine *e, int dir, uint64_t item, struct download_record *r,
	bool *gone, struct err *err)
{
	int64_t now = engine_now(e), next = now;
	int status;
	*gone = false;
	if (r->state == DOWNLOAD_DROPPED && !r->trashed) {
		status = put_away(dir, item, r, err);
		next = now + TRASH_KEPT;
	} else if (r->state != DOWNLOAD_DROPPED && r->trashed) {
		status = bring_back(dir, item, r, err);
		/* A part that waits keeps its place among the others. */
		if (r->state == DOWNLOAD_WAITING && r->next < now)
			next = r->next;
		/* What was replaced before stays for another day. */
		if (r->state == DOWNLOAD_HERE && r->former_trashed)
			next = now + TRASH_KEPT;
	} else if (r->former && !r->former_trashed) {
		status = put_former_away(dir, item, r, err);
		next = r->former_inode ? now + TRASH_KEPT : now;
	} else if (r->next > now + TRASH_KEPT) {
		status = OK;
		next = now + TRASH_KEPT; /* the clock was set back */
	} else {
		status = forget_former(dir, item, r, err);
		if (status == OK && r->state == DOWNLOAD_DROPPED) {
			status = engine_media_disk_delete(
				dir, item, ENGINE_MEDIA_TRASH_FILE, err);
			*gone = status == OK;
		}
	}
	r->next = status == OK ? next : now + ENGINE_MEDIA_DISK_WAIT;
	return status;
}
