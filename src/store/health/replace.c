#include "config.h"

#include "store/health/replace.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/file.h"
#include "store/db/batch.h"
#include "store/db/move.h"
#include "store/open.h"
#include "store/record/schema.h"

/* Removes what a crash, or converting the format of the new file, may have left. */
static void
clear_dir(const struct replace *r)
{
	static const char *const names[] = {
		"data.mdb", "lock.mdb", "clean", "compact.mdb"};
	struct buf path = BUF_INIT(0);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		buf_clear(&path);
		buf_addf(&path, "%s/%s", buf_str(&r->new_dir), names[i]);
		unlink(buf_str(&path));
	}
	buf_clear(&path);
	buf_addf(&path, "%s/before-format-%d.mdb", buf_str(&r->new_dir), SCHEMA_MAJOR);
	unlink(buf_str(&path));
	buf_done(&path);
}

int
store_health_replace_begin(
	struct replace *r, const char *dir, const char *why, struct err *err)
{
	*r = (struct replace){.dir = dir, .why = why};
	buf_addf(&r->new_dir, "%s/%s", dir, why);
	buf_addf(&r->new_data, "%s/data.mdb", buf_str(&r->new_dir));
	int status = file_make_dirs(buf_str(&r->new_dir), err);
	if (status == OK)
		clear_dir(r);
	return status;
}

int
store_health_replace_lock(struct replace *r, struct err *err)
{
	struct buf path = BUF_INIT(0);
	struct stat file;
	buf_addf(&path, "%s/data.mdb", r->dir);
	bool there = stat(buf_str(&path), &file) == 0;
	buf_done(&path);
	int status = there ? store_open(&r->now, r->dir, err) : OK;
	if (!there || status == ERR_DAMAGED)
		return OK;
	return status == OK ? store_batch_begin(r->now, &r->batch, err) : status;
}

/* Finds a free name, so that no older copy is overwritten. */
static void
find_name(const struct replace *r, struct buf *out)
{
	struct stat file;
	unsigned n = 0;
	do {
		buf_clear(out);
		buf_addf(out, "%s/before-%s-%u.mdb", r->dir, r->why, ++n);
	} while (lstat(buf_str(out), &file) == 0);
}

int
store_health_replace_finish(struct replace *r, struct buf *kept, struct err *err)
{
	struct stat file;
	find_name(r, kept);
	int status = store_move(r->dir, buf_str(&r->new_data), buf_str(kept), err);
	if (status != OK || lstat(buf_str(kept), &file) != 0)
		buf_clear(kept);
	return status;
}

void
store_health_replace_done(struct replace *r)
{
	if (r->batch)
		store_batch_abort(r->batch);
	store_close(r->now);
	clear_dir(r);
	rmdir(buf_str(&r->new_dir));
	buf_done(&r->new_dir);
	buf_done(&r->new_data);
}
