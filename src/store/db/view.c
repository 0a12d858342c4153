/*
 * Views, and questions about the store as a whole.
 */
#include "config.h"

#include "store/db/view.h"

#include "base/i18n.h"
#include "base/rwlock.h"
#include "store/db/db.h"

int
store_view_begin(struct store *store, struct store_view *view, struct err *err)
{
	MDB_txn *txn;
	int code = store_transact_begin(store, MDB_RDONLY, &txn);
	if (code)
		return store_fail(store, code, err, _("cannot read"));
	*view = (struct store_view){store, txn};
	return OK;
}

void
store_view_end(struct store_view *view)
{
	mdb_txn_abort(view->txn);
	rwlock_unlock_shared(view->store->map_lock);
	view->txn = NULL;
}

uint64_t
store_view_version(const struct store_view *view)
{
	/* Another file has a commit count of its own. */
	return (uint64_t)view->store->opened << 48 | mdb_txn_id(view->txn);
}

bool
store_temporary(const struct store *store)
{
	return store->temporary;
}

bool
store_read_only(const struct store *store)
{
	return store->read_only;
}

const char *
store_path(const struct store *store)
{
	return store->path;
}
