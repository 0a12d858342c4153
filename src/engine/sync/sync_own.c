/*
 * Our machine number: it identifies this store in this place to other machines. A copy of
 * the store elsewhere is another machine.
 */
#include "config.h"

#include "engine/sync/sync.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "engine/core/engine.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/sync/sync.h"

#define SEED_ITEMS 500

/* Makes a number for this store on this machine. */
static uint64_t
place_of(const struct store *store)
{
	struct buf text = BUF_INIT(4096);
	struct stat st = {0};
	char *dir = file_folder(store_path(store));
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

/* Makes the store keep states, under our machine number. */
int
engine_sync_own(struct store *store, const struct store_sync_info *info, struct err *err)
{
	uint64_t place = place_of(store);
	struct store_batch *batch;
	if (info->machine && info->place == place)
		return OK;
	const struct store_sync_info fresh = {.machine = engine_new_id(), .place = place};
	int status = store_batch_begin(store, &batch, err);
	if (status != OK)
		return status;
	status = store_sync_own(batch, &fresh, err);
	if (status != OK) {
		store_batch_abort(batch);
		return status;
	}
	return store_batch_commit(batch, err);
}

/* Makes states of what was set before; true: there is more. */
bool
engine_sync_seed(struct store *store, bool *more, struct err *err)
{
	struct store_batch *batch;
	*more = false;
	if (store_batch_begin(store, &batch, err) != OK)
		return false;
	if (store_sync_seed(batch, SEED_ITEMS, more, err) != OK) {
		store_batch_abort(batch);
		return false;
	}
	return store_batch_commit(batch, err) == OK;
}
