/*
 * Only a program that knows a table can tell what its entries mean and what follows from
 * them. So these are copied as they are, without any check except that their page is
 * sound. The program that knows the table checks its rows when it reads them, as it has
 * to anyway: an older program may have deleted what they are about.
 *
 * LMDB is opened with one spare handle, so one such table is open at a time. It is closed
 * before the next one is opened, after the transaction that wrote it.
 */
#include "config.h"

#include "store/health/repair_inside.h"

#include "store/db/db.h"
#include "store/health/salvage.h"

static int
close_table(struct repair *r)
{
	int status = store_health_repair_commit(r);
	if (status == OK && r->unknown != NO_TABLE)
		mdb_dbi_close(r->to->env, r->unknown);
	r->unknown = NO_TABLE;
	return status;
}

static int
take_table(void *data, const char *name)
{
	struct repair *r = data;
	int code = close_table(r);
	return code ? code : mdb_dbi_open(r->batch->txn, name, MDB_CREATE, &r->unknown);
}

static int
take_entry(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	MDB_val k = {key.n, (void *)(uintptr_t)key.p};
	MDB_val v = {value.n, (void *)(uintptr_t)value.p};
	int code = store_health_repair_slice(r);
	return code ? code : mdb_put(r->batch->txn, r->unknown, &k, &v, MDB_APPEND);
}

int
store_health_repair_take_unknown(struct repair *r)
{
	int code = store_health_salvage_walk_unknown(r->from, take_table, take_entry, r);
	return code ? code : close_table(r);
}
