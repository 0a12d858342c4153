/*
 * Repair writes what can be read of a store into a new one. Records that exist nowhere
 * else are copied if their checksum is right: feeds, items, texts, what the user did.
 * Everything derived from them is built again: places, lists, counters, names, due times,
 * and (later, by the worker) the full-text index. So no index of the damaged file has to
 * be trusted, and there is one procedure for all kinds of damage.
 *
 * The flags that the user set are in the lists of the items' feeds, and once more in the
 * lists of unread and starred items: if the former are lost, the latter are used. A feed
 * of which something is lost is polled for its complete document, so that what it still
 * has comes back.
 *
 * Only the items' keys are kept in memory, some 32 bytes each.
 */
#include "config.h"

#include "store/health/repair.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/health/check.h"
#include "store/health/repair_inside.h"
#include "store/health/replace.h"
#include "store/health/salvage.h"
#include "store/open.h"

/* Makes the new store, and leaves it closed and on the disk. */
static int
make(struct repair *r, const char *new_dir, struct err *err)
{
	struct store_health_check found;
	int status = store_open(&r->to, new_dir, err);
	if (status != OK)
		return status;
	/* Nobody sees the store before it is complete, so one sync at the end is
	 * enough. */
	mdb_env_set_flags(r->to->env, MDB_NOSYNC, 1);
	status = store_batch_begin(r->to, &r->batch, err);
	if (status == OK) {
		int code = store_health_repair_take_all(r);
		if (code == OK)
			code = store_health_repair_take_unknown(r);
		r->out->lost_pages = store_health_salvage_lost(r->from);
		if (code == ERR_VERSION)
			status = err_set(err, ERR_VERSION,
				_("the store has a newer format than this courant knows; "
				  "use the newer one"));
		else
			status = store_fail(r->to, code, err, _("cannot repair"));
	}
	if (r->batch && status == OK)
		status = store_batch_commit(r->batch, err);
	else if (r->batch)
		store_batch_abort(r->batch);
	if (status == OK)
		status = store_fail(
			r->to, mdb_env_sync(r->to->env, 1), err, _("cannot repair"));
	if (status == OK)
		status = store_health_check(r->to, &found, NULL, err);
	if (status == OK && store_health_check_faults(&found))
		status = err_set(err, ERR_DAMAGED,
			_("the store is damaged in a way that cannot be repaired; "
			  "nothing was changed. Restore a backup"));
	store_close(r->to);
	return status;
}

int
store_health_repair(const char *dir, struct store_health_repair *out, struct buf *kept,
	struct err *err)
{
	struct replace place;
	struct buf path = BUF_INIT(0);
	struct repair r = {.out = out, .err = err};
	*out = (struct store_health_repair){0};
	buf_addf(&path, "%s/data.mdb", dir);
	int status = store_health_replace_begin(&place, dir, "repair", err);
	if (status == OK)
		status = store_health_replace_lock(&place, err);
	if (status == OK)
		status = store_health_salvage_open(&r.from, buf_str(&path), err);
	if (status == OK)
		status = make(&r, buf_str(&place.new_dir), err);
	if (status == OK)
		status = store_health_replace_finish(&place, kept, err);
	store_health_salvage_free(r.from);
	store_health_replace_done(&place);
	map_done(&r.feeds);
	map_done(&r.tags);
	arena_done(&r.all);
	arena_done(&r.arena);
	free(r.items);
	buf_done(&r.record);
	buf_done(&path);
	return status;
}
