#include "config.h"

#include "store/media/player.h"

#include "base/i18n.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/process.h"
#include "store/db/view.h"
#include "store/media/media_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

static int
read_record(const struct store_view *view, struct arena *arena, struct player_record *out)
{
	struct span bytes;
	int code = store_db_get(view, TABLE_META, schema_name(META_PLAYER), &bytes);
	return code == OK ? record_decode(&shape_player, 0, bytes, arena, out, NULL)
			  : code;
}

/* While it is paused it stores nothing, so the time of its claim may be over. */
static bool
plays(struct store *store, const struct player_record *r, int64_t now)
{
	return r->state != PLAYER_NONE &&
	       (store_process_runs(store, &r->claim) ||
		       store_process_alive(store, &r->claim, now));
}

int
store_media_player(
	const struct store_view *view, int64_t now, struct player_record *out, bool *live)
{
	struct arena arena = ARENA_INIT;
	int code = read_record(view, &arena, out);
	arena_done(&arena);
	*live = code == OK && plays(view->store, out, now);
	return store_db_status(view->store, code);
}

bool
store_media_player_has(const struct store_view *view, uint64_t item)
{
	struct arena arena = ARENA_INIT;
	struct player_record r;
	bool has = read_record(view, &arena, &r) == OK && r.state != PLAYER_NONE &&
		   r.item == item;
	arena_done(&arena);
	return has;
}

int
store_media_player_put(struct store_batch *batch, const struct player_record *record,
	int64_t now, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct claim_record own = store_process_own(batch->store);
	struct player_record old, with = *record;
	arena_reset(&batch->arena);
	int code = read_record(&view, &batch->arena, &old);
	if (code == OK && !store_process_same(&old.claim, &own) &&
		plays(batch->store, &old, now))
		return err_set(err, ERR_BUSY,
			_("another courant, process %u, is playing"),
			(unsigned)old.claim.pid);
	if (code && code != ERR_NOT_FOUND && code != ERR_DAMAGED)
		return store_batch_fail(batch, code, err, N_("cannot store"));
	with.claim = own;
	with.claim.until = now + STORE_CLAIM_SECONDS;
	with.at = now;
	record_encode(&shape_player, 0, &with, (struct span){NULL, 0}, &batch->record);
	code = store_db_put(batch, TABLE_META, schema_name(META_PLAYER),
		batch->record.data, batch->record.len, 0);
	return store_batch_fail(batch, code, err, N_("cannot store"));
}
