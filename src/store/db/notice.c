/*
 * What users should know about the place where the store is (case 131).
 */
#include "config.h"

#include "base/file.h"
#include "base/i18n.h"
#include "store/db/db.h"
#include "store/db/view.h"

const char *
store_notice(const struct store *store)
{
	if (store->read_only)
		return _("The store is read-only: nothing you do will be saved");
	/* LMDB's locks and map only work among processes of one computer. */
	if (file_is_remote(store->dir, false))
		return _("The store is on a network file system: let only one computer "
			 "use it at a time");
	return NULL;
}
