#include "config.h"

#include "store/media/media.h"

#include "base/arena.h"
#include "base/time.h"
#include "base/url.h"
#include "model/media.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/listen.h"
#include "store/media/media_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"

/* The record, to be read in place; empty if there is no sound one. */
static struct span
record_of(const struct store_view *view, enum schema_table table, uint64_t item)
{
	struct span bytes;
	if (store_db_get(view, table, schema_id(item), &bytes) != OK ||
		record_check(item, bytes) != OK)
		return (struct span){NULL, 0};
	return bytes;
}

int
store_media_states(const struct store_view *view, uint64_t item)
{
	int states = store_media_queue_has(view, item) ? MEDIA_QUEUED : 0;
	struct span listen = record_of(view, TABLE_LISTEN, item);
	struct span download = record_of(view, TABLE_DOWNLOAD, item);
	/* A field that is false is not stored. */
	if (listen.p && record_find(listen, LISTEN_PLAYED).p)
		states |= MEDIA_PLAYED;
	else if (listen.p && record_find_int(listen, LISTEN_POSITION, 0) > 0)
		states |= MEDIA_STARTED;
	/* What is yet to come back from the trash is not here. */
	if (download.p && !record_find(download, DOWNLOAD_TRASHED).p &&
		record_find_int(download, DOWNLOAD_STATE, 0) == DOWNLOAD_HERE)
		states |= MEDIA_HERE;
	return states;
}

static enum store_transfer
transfer_of(const struct download_record *r, int64_t now)
{
	switch ((enum download_state)r->state) {
	case DOWNLOAD_WAITING:
		return r->claim.pid && r->claim.until > now ? STORE_TRANSFER_RUNS
							    : STORE_TRANSFER_WAITS;
	case DOWNLOAD_HELD:
		return STORE_TRANSFER_HELD;
	case DOWNLOAD_FAILED:
		return STORE_TRANSFER_FAILED;
	case DOWNLOAD_HERE:
		return r->trashed ? STORE_TRANSFER_WAITS : STORE_TRANSFER_HERE;
	case DOWNLOAD_DROPPED:
		break;
	}
	return STORE_TRANSFER_DROPPED;
}

const char *
store_media_transfer_name(enum store_transfer transfer)
{
	static const char *const names[] = {
		"", "waits", "running", "held", "failed", "here", "dropped"};
	return names[transfer];
}

void
store_media_episode(const struct store_view *view, uint64_t item, int64_t now,
	struct arena *arena, struct store_episode *out)
{
	struct listen_record listen = {.sampled = TIME_NONE};
	struct download_record r;
	*out = (struct store_episode){.states = store_media_states(view, item),
		.next = TIME_NONE,
		.failing = TIME_NONE};
	if (out->states & (MEDIA_STARTED | MEDIA_PLAYED) &&
		store_media_listen(view, item, arena, &listen) == OK) {
		out->position = listen.position;
		out->duration = listen.duration;
		out->heard_at = listen.sampled;
	}
	out->chosen = store_media_choice(view, item, arena);
	if (store_media_download(view, item, arena, &r) != OK)
		return;
	out->kept = store_media_download_is_kept(&r, &listen);
	out->transfer = transfer_of(&r, now);
	out->returns = r.state == DOWNLOAD_HERE && r.trashed;
	out->size = r.size;
	out->total = r.total;
	out->next = out->transfer == STORE_TRANSFER_WAITS ? r.next : TIME_NONE;
	out->status = r.status;
	out->tries = r.tries;
	out->failing = r.failing;
	out->path = r.path;
	out->url = r.url;
	out->hop = r.hop;
	out->via = r.via;
	out->error = r.error;
	if (out->transfer == STORE_TRANSFER_HERE &&
		store_media_download_is_other(view, item, &r, arena))
		out->states |= MEDIA_REPLACED;
}

/* ---- clearing away */

bool
store_media_keeps(const struct store_view *view, uint64_t item)
{
	struct span bytes;
	return store_media_queue_has(view, item) ||
	       store_db_get(view, TABLE_DOWNLOAD, schema_id(item), &bytes) == OK ||
	       store_media_player_has(view, item);
}

int
store_media_forget(struct store_batch *batch, uint64_t item)
{
	int code = store_media_queue_forget(batch, item);
	if (code == OK)
		code = store_media_listen_forget(batch, item);
	return code == OK ? store_media_download_forget(batch, item) : code;
}

bool
store_media_is_podcast(const struct store_view *view, uint32_t feed, const char *url)
{
	const struct store_scope scope = {.kind = STORE_FEED, .feed = feed};
	struct store_key keys[5];
	struct arena arena = ARENA_INIT;
	size_t len = 0;
	bool is = false;
	if (url_is_web(url) && !url_split(span_of(url)).userinfo.p &&
		store_item_keys(view, &scope, NULL, keys, COUNT_OF(keys), &len) != OK)
		len = 0;
	for (size_t i = 0; i < len && !is; i++) {
		struct store_item_body body;
		is = store_item_body(view, keys[i].id, &arena, &body) == OK &&
		     media_pick(body.enclosures, body.enclosures_len) <
			     body.enclosures_len;
	}
	arena_done(&arena);
	return is;
}
