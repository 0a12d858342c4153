#include "config.h"

#include "store/media/download.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "model/item.h"
#include "model/media.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/db/process.h"
#include "store/item/trash_read_inside.h"
#include "store/media/listen.h"
#include "store/media/media_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"

/* ---- reading */

static int
read_record(const struct store_view *view, uint64_t item, struct arena *arena,
	struct download_record *out)
{
	return store_db_record(view, TABLE_DOWNLOAD, item, arena, out, NULL);
}

int
store_media_download(const struct store_view *view, uint64_t item, struct arena *arena,
	struct download_record *out)
{
	return store_db_status(view->store, read_record(view, item, arena, out));
}

/* What is still to come of a file that some process fetches. */
static int64_t
find_more(struct span bytes)
{
	bool comes = record_find_int(bytes, DOWNLOAD_STATE, DOWNLOAD_WAITING) ==
			     DOWNLOAD_WAITING &&
		     record_find_int(bytes, DOWNLOAD_CLAIM_PID, 0);
	int64_t more = record_find_int(bytes, DOWNLOAD_TOTAL, 0) -
		       record_find_int(bytes, DOWNLOAD_SIZE, 0);
	return comes && more > 0 ? more : 0;
}

int
store_media_downloads(const struct store_view *view, uint64_t after,
	struct store_download_row *rows, size_t max, size_t *len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	*len = 0;
	int code = store_db_cursor(view, TABLE_DOWNLOAD, &cursor);
	if (code == OK)
		code = store_db_from(cursor, after + 1, &k, &v);
	for (; code == OK && *len < max;
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) {
		struct span bytes = {v.mv_data, v.mv_size};
		uint64_t item = k.mv_size == 8 ? schema_get64(k.mv_data) : 0;
		if (!item || record_check(item, bytes) != OK)
			continue;
		rows[(*len)++] = (struct store_download_row){.item = item,
			.state = (enum download_state)record_find_int(
				bytes, DOWNLOAD_STATE, DOWNLOAD_WAITING),
			.next = record_find_int(bytes, DOWNLOAD_NEXT, TIME_NONE),
			.trashed = record_find(bytes, DOWNLOAD_TRASHED).p != NULL,
			.size = record_find_int(bytes, DOWNLOAD_SIZE, 0) +
				record_find_int(bytes, DOWNLOAD_FORMER_SIZE, 0),
			.more = find_more(bytes)};
	}
	mdb_cursor_close(cursor);
	if (code == MDB_NOTFOUND || code == ERR_NOT_FOUND)
		code = OK;
	return store_db_status(view->store, code);
}

/* ---- writing */

static int
put_record(struct store_batch *batch, uint64_t item, const struct download_record *r)
{
	struct store_view view = store_batch_view(batch);
	struct download_record old;
	int64_t before = TIME_NONE, after = store_media_download_due(r);
	int code = read_record(&view, item, &batch->arena, &old);
	if (code == OK)
		before = store_media_download_due(&old);
	else if (code != ERR_NOT_FOUND && code != ERR_DAMAGED)
		return code;
	code = OK;
	if (before != TIME_NONE && before != after)
		code = store_db_del(batch, TABLE_DOWNDUE, schema_time(before, item));
	if (code == OK)
		code = store_db_replace_record(batch, TABLE_DOWNLOAD, item, r);
	if (code == OK && after != TIME_NONE)
		code = store_db_put(
			batch, TABLE_DOWNDUE, schema_time(after, item), "", 0, 0);
	return code;
}

static int
delete_row(struct store_batch *batch, uint64_t item)
{
	struct store_view view = store_batch_view(batch);
	struct download_record old;
	int code = read_record(&view, item, &batch->arena, &old);
	if (code == OK && store_media_download_due(&old) != TIME_NONE)
		code = store_db_del(batch, TABLE_DOWNDUE,
			schema_time(store_media_download_due(&old), item));
	if (code == OK || code == ERR_DAMAGED)
		code = store_db_del(batch, TABLE_DOWNLOAD, schema_id(item));
	return code == ERR_NOT_FOUND ? OK : code;
}

static const struct claim_record no_claim = {.until = TIME_NONE, .before = TIME_NONE};

static void
claim(struct store_batch *batch, struct download_record *r, int64_t now)
{
	r->claim = store_process_own(batch->store);
	r->claim.until = now + STORE_CLAIM_SECONDS;
	r->claim.before = TIME_NONE;
}

int
store_media_download_claim(struct store_batch *batch, uint64_t item, int64_t now,
	struct arena *arena, struct download_record *out, bool *mine, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	*mine = false;
	arena_reset(&batch->arena);
	int code = read_record(&view, item, arena, out);
	if (code == ERR_NOT_FOUND || code == ERR_DAMAGED) {
		return store_batch_fail(batch,
			store_media_download_due_forget(batch, item), err,
			N_("cannot store the download"));
	}
	int64_t due = code == OK ? store_media_download_due(out) : TIME_NONE;
	if (due != TIME_NONE && store_media_download_is_due(due, now) &&
		!store_media_download_is_claimed(batch->store, out, now)) {
		claim(batch, out, now);
		code = put_record(batch, item, out);
		*mine = code == OK;
	}
	return store_batch_fail(batch, code, err, N_("cannot store the download"));
}

bool
store_media_download_mine(struct store_batch *batch, uint64_t item, struct arena *arena,
	struct download_record *out)
{
	struct store_view view = store_batch_view(batch);
	struct claim_record own = store_process_own(batch->store);
	return read_record(&view, item, arena, out) == OK &&
	       out->state == DOWNLOAD_WAITING && store_process_same(&out->claim, &own);
}

int
store_media_download_put(struct store_batch *batch, uint64_t item,
	const struct download_record *record, bool claimed, int64_t now, struct err *err)
{
	struct download_record with = *record;
	arena_reset(&batch->arena);
	with.claim = no_claim;
	if (claimed)
		claim(batch, &with, now);
	return store_batch_fail(batch, put_record(batch, item, &with), err,
		N_("cannot store the download"));
}

int
store_media_download_release(struct store_batch *batch, uint64_t item, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct claim_record own = store_process_own(batch->store);
	struct download_record r;
	arena_reset(&batch->arena);
	int code = read_record(&view, item, &batch->arena, &r);
	if (code == OK && store_process_same(&r.claim, &own)) {
		r.claim = no_claim;
		code = put_record(batch, item, &r);
	}
	return store_batch_fail(batch,
		code == ERR_NOT_FOUND || code == ERR_DAMAGED ? OK : code, err,
		N_("cannot store the download"));
}

int
store_media_download_delete(struct store_batch *batch, uint64_t item, struct err *err)
{
	arena_reset(&batch->arena);
	return store_batch_fail(
		batch, delete_row(batch, item), err, N_("cannot store the download"));
}

/* ---- actions */

/* What the item has to offer now. Strings are in an arena. */
struct offer {
	struct enclosure *list;
	size_t len, pick; /* pick: what is to be fetched; len: there is none */
	bool chosen;      /* by the user */
};

static int
read_offer(const struct store_view *view, uint64_t item, struct arena *arena,
	struct offer *out)
{
	struct text_record text;
	const char *choice = store_media_choice(view, item, arena);
	*out = (struct offer){0};
	if (store_item_trash_has(view, item))
		return OK;
	int code = store_db_record(view, TABLE_TEXT, item, arena, &text, NULL);
	if (code)
		return code == ERR_DAMAGED || code == ERR_NOT_FOUND ? OK : code;
	out->list = text.enclosures;
	out->len = text.enclosures_len;
	out->pick = media_find(out->list, out->len, choice);
	out->chosen = out->pick < out->len;
	if (!out->chosen)
		out->pick = media_pick_file(out->list, out->len);
	return OK;
}

/* Whether the row's file is not among those that the item offers now, is not the one that
 * the user chose, or had another size when it was requested. */
static bool
is_other(const struct download_record *r, const struct offer *offer)
{
	size_t i = media_find(offer->list, offer->len, r->url);
	if (offer->pick >= offer->len || !url_is_web(r->url))
		return false;
	bool chosen = offer->chosen || r->chosen;
	if (i == offer->len || (chosen && i != offer->pick))
		return true;
	int64_t length = offer->list[i].length;
	return r->promised > 0 && length > 0 && length != r->promised;
}

bool
store_media_download_is_other(const struct store_view *view, uint64_t item,
	const struct download_record *record, struct arena *arena)
{
	struct offer offer;
	return read_offer(view, item, arena, &offer) == OK && is_other(record, &offer);
}

bool
store_media_download_is_kept(
	const struct download_record *record, const struct listen_record *listen)
{
	return !record->automatic && (!listen->played || record->asked > listen->sampled);
}

/* What is known of the length of a part is still true of the part. */
static void
take_enclosure(struct download_record *r, const struct offer *offer, int64_t now)
{
	const struct enclosure *e = &offer->list[offer->pick];
	r->url = e->url;
	r->chosen = offer->chosen;
	r->type = e->type;
	r->promised = e->length > 0 ? e->length : 0;
	r->total = r->size ? r->total : r->promised;
	r->asked = r->next = now;
}

/* The file of `from` becomes the other version of r. */
static void
take_former(struct download_record *r, const struct download_record *from)
{
	bool whole = from->state == DOWNLOAD_HERE ||
		     (from->state == DOWNLOAD_DROPPED && from->was == DOWNLOAD_HERE);
	r->former = from->path;
	r->former_url = from->url;
	r->former_promised = from->promised;
	r->former_size = from->size;
	r->former_device = from->device;
	r->former_inode = whole ? from->inode : 0;
}

/* The row becomes one of the other version. What is here of the old one stays until the
 * new one is. */
static void
replace(struct download_record *r, const struct offer *offer, int64_t now)
{
	struct download_record old = *r;
	record_default(&shape_download, r);
	take_enclosure(r, offer, now);
	r->trashed = old.trashed;
	if (!old.foreign && old.path)
		take_former(r, &old);
}

/* Whether only a part of it is here, and nobody chose another one: the new address may
 * lead to the same file, which the bytes show once the rest is requested. A part that was
 * to replace a whole file goes on in any case, as that file is not to be forgotten. */
static bool
may_continue(const struct download_record *r, const struct offer *offer)
{
	bool part = r->state == DOWNLOAD_WAITING || r->state == DOWNLOAD_HELD;
	return part && r->path && ((!r->chosen && !offer->chosen) || r->former);
}

/* Back to the other version. If that is in the trash, the worker brings it back, and puts
 * this one there; if this one is only a part, it is deleted. */
static void
exchange(struct download_record *r, int64_t now)
{
	struct download_record old = *r;
	bool part = old.state != DOWNLOAD_HERE;
	record_default(&shape_download, r);
	r->state = DOWNLOAD_HERE;
	r->path = old.former;
	r->url = old.former_url;
	r->promised = old.former_promised;
	r->size = r->total = old.former_size;
	r->device = old.former_device;
	r->inode = old.former_inode;
	r->trashed = old.former_trashed || (part && old.trashed);
	r->asked = r->done = r->next = now;
	take_former(r, &old);
	if (part)
		r->former_inode = 0;
	if (!r->former) /* nothing came of it, so there is nothing to delete */
		r->former_size = 0;
}

/* Whether the other version is the one that the item has to offer. */
static bool
is_former(const struct download_record *r, const struct offer *offer)
{
	const struct enclosure *e = &offer->list[offer->pick];
	return r->state == DOWNLOAD_HERE && !r->trashed && r->former_trashed &&
	       r->former_inode && str_eq(r->former_url, e->url) &&
	       (e->length <= 0 || !r->former_promised || e->length == r->former_promised);
}

/* Wants the file of the item: it is fetched, or brought back if it was dropped; another
 * version takes its place. */
static int
want(struct store_batch *batch, uint64_t item, int64_t now, bool *did)
{
	struct store_view view = store_batch_view(batch);
	struct download_record r;
	struct offer offer;
	int code = read_record(&view, item, &batch->arena, &r);
	bool none = code == ERR_NOT_FOUND || code == ERR_DAMAGED;
	if (code && !none)
		return code;
	code = read_offer(&view, item, &batch->arena, &offer);
	bool other = !none && is_other(&r, &offer);
	if (code || (none && offer.pick >= offer.len) ||
		(!none && !other && r.state == DOWNLOAD_HERE && !r.trashed) ||
		(!none && !other && r.state == DOWNLOAD_WAITING &&
			store_media_download_is_claimed(batch->store, &r, now)))
		return code;
	*did = none || other || r.state != DOWNLOAD_WAITING || r.next > now;
	if (none) {
		record_default(&shape_download, &r);
		take_enclosure(&r, &offer, now);
	} else if (other && may_continue(&r, &offer)) {
		take_enclosure(&r, &offer, now);
		r.state = DOWNLOAD_WAITING;
	} else if (other && is_former(&r, &offer)) {
		exchange(&r, now);
		r.chosen = offer.chosen;
	} else if (other) {
		replace(&r, &offer, now);
	} else if (r.state == DOWNLOAD_DROPPED && r.was == DOWNLOAD_HERE) {
		r.state = DOWNLOAD_HERE; /* the worker brings its file back */
	} else {
		r.state = DOWNLOAD_WAITING;
	}
	r.tries = 0;
	r.error = NULL;
	r.asked = r.next = now;
	r.automatic = false;
	return put_record(batch, item, &r);
}

/* It keeps its place among the others. */
static int
hold(struct store_batch *batch, uint64_t item, bool held, int64_t now, bool *did)
{
	struct store_view view = store_batch_view(batch);
	struct download_record r;
	int code = read_record(&view, item, &batch->arena, &r);
	if (code || r.state != (held ? DOWNLOAD_WAITING : DOWNLOAD_HELD))
		return code == ERR_NOT_FOUND || code == ERR_DAMAGED ? OK : code;
	if (held)
		r.next = store_media_download_place(batch, &r, now);
	r.state = held ? DOWNLOAD_HELD : DOWNLOAD_WAITING;
	*did = true;
	return put_record(batch, item, &r);
}

/* The row stays until the worker deletes it after a day, so that this can be undone. If
 * this one was to replace a whole file, only the replacement is given up. */
static int
drop(struct store_batch *batch, uint64_t item, int64_t now, bool *did)
{
	struct store_view view = store_batch_view(batch);
	struct download_record r;
	int code = read_record(&view, item, &batch->arena, &r);
	if (code || r.state == DOWNLOAD_DROPPED)
		return code == ERR_NOT_FOUND || code == ERR_DAMAGED ? OK : code;
	if (r.former_inode && r.state != DOWNLOAD_HERE) {
		exchange(&r, now);
	} else {
		r.was = r.state;
		r.state = DOWNLOAD_DROPPED;
		r.next = now;
	}
	*did = true;
	return put_record(batch, item, &r);
}

/* The note of a drop: the place of one that waits, which undo gives back to it. */
static void
note_place(struct store_batch *batch, uint64_t item, int64_t now, char out[static 32])
{
	struct store_view view = store_batch_view(batch);
	struct download_record r;
	if (read_record(&view, item, &batch->arena, &r) == OK &&
		r.state == DOWNLOAD_WAITING)
		snprintf(out, 32, "%" PRId64, store_media_download_place(batch, &r, now));
}

/* Takes back a drop. */
static int
take_back(struct store_batch *batch, uint64_t item, const char *note, int64_t now,
	bool *did)
{
	struct store_view view = store_batch_view(batch);
	struct download_record r;
	int code = read_record(&view, item, &batch->arena, &r);
	if (code || r.state != DOWNLOAD_DROPPED)
		return code == ERR_NOT_FOUND || code == ERR_DAMAGED ? OK : code;
	r.state = r.was;
	r.asked = r.next = now;
	if (note && str_int(span_of(note), &r.next) == OK && r.next > now)
		r.next = now; /* what is in the trash comes back at once */
	r.automatic = false;
	*did = true;
	return put_record(batch, item, &r);
}

/* Takes back that a file was wanted: if it replaced another one, that one comes back. */
static int
unwant(struct store_batch *batch, uint64_t item, int64_t now, bool *did)
{
	struct store_view view = store_batch_view(batch);
	struct download_record r;
	int code = read_record(&view, item, &batch->arena, &r);
	if (code || r.state != DOWNLOAD_HERE || !r.former_inode)
		return drop(batch, item, now, did);
	exchange(&r, now);
	*did = true;
	return put_record(batch, item, &r);
}

/* Is it one that need not be wanted again, but only goes on? */
static bool
is_resumed(struct store_batch *batch, uint64_t item)
{
	struct store_view view = store_batch_view(batch);
	struct download_record r;
	return read_record(&view, item, &batch->arena, &r) == OK &&
	       (r.state == DOWNLOAD_HELD || r.state == DOWNLOAD_WAITING ||
		       r.state == DOWNLOAD_FAILED);
}

static int
act_on(struct store_batch *batch, enum action act, uint64_t item, int64_t now, bool *did)
{
	switch (act) {
	case ACTION_DOWNLOAD:
	case ACTION_RELEASE:
		return want(batch, item, now, did);
	case ACTION_HOLD:
		return hold(batch, item, true, now, did);
	default:
		return drop(batch, item, now, did);
	}
}

int
store_media_download_act(struct store_batch *batch, enum action act, const uint64_t *ids,
	size_t len, int64_t now, size_t *changed, struct err *err)
{
	size_t n = 0;
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++) {
		bool did = false, wants = act == ACTION_DOWNLOAD || act == ACTION_RELEASE;
		char note[32] = "";
		arena_reset(&batch->arena);
		/* Undoing it must not drop what is here already. */
		bool resumed = wants && is_resumed(batch, ids[i]);
		if (act == ACTION_RELEASE && !resumed)
			continue;
		if (act == ACTION_DROP)
			note_place(batch, ids[i], now, note);
		code = act_on(batch, act, ids[i], now, &did);
		n += did;
		if (code == OK && did)
			code = store_batch_note(batch, resumed ? ACTION_RELEASE : act,
				note[0] ? note : NULL, ids[i]);
	}
	if (code == OK)
		code = store_batch_flush(batch);
	if (changed)
		*changed = n;
	return store_batch_fail(batch, code, err, N_("cannot store the download"));
}

int
store_media_download_automatic(
	struct store_batch *batch, const uint64_t *ids, size_t len, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct download_record r;
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++) {
		arena_reset(&batch->arena);
		if (read_record(&view, ids[i], &batch->arena, &r) != OK ||
			r.state != DOWNLOAD_WAITING)
			continue;
		r.automatic = true;
		code = put_record(batch, ids[i], &r);
	}
	return store_batch_fail(batch, code, err, N_("cannot store the download"));
}

int
store_media_download_again(struct store_batch *batch, uint64_t item, enum action act,
	const char *note, bool redo, int64_t now, bool *did)
{
	*did = false;
	switch (act) {
	case ACTION_DOWNLOAD:
		return redo ? want(batch, item, now, did) : unwant(batch, item, now, did);
	case ACTION_RELEASE:
		return hold(batch, item, !redo, now, did);
	case ACTION_HOLD:
		return hold(batch, item, redo, now, did);
	default:
		return redo ? drop(batch, item, now, did)
			    : take_back(batch, item, note, now, did);
	}
}

int
store_media_download_forget(struct store_batch *batch, uint64_t item)
{
	struct store_view view = store_batch_view(batch);
	struct download_record r;
	int code = read_record(&view, item, &batch->arena, &r);
	if (code == ERR_NOT_FOUND)
		return OK;
	if (code || (!r.path && !r.former))
		return delete_row(batch, item);
	r.was = DOWNLOAD_HERE;
	r.state = DOWNLOAD_DROPPED;
	r.next = 0;
	return put_record(batch, item, &r);
}

/* ---- the directory */

int
store_media_dir(const struct store_view *view, struct arena *arena, const char **path,
	uint64_t *id)
{
	struct span value;
	*path = "";
	*id = 0;
	int code = store_db_get(view, TABLE_META, schema_name(META_MEDIA), &value);
	if (code == OK) {
		*path = arena_strndup(arena, value.p, value.n);
		code = store_db_get(view, TABLE_META, schema_name(META_MEDIA_ID), &value);
	}
	if (code == OK && value.n == 8)
		*id = schema_get64(value.p);
	return code == ERR_NOT_FOUND ? OK : store_db_status(view->store, code);
}

int
store_media_dir_put(
	struct store_batch *batch, const char *path, uint64_t id, struct err *err)
{
	uint8_t bytes[8];
	schema_put64(bytes, id);
	int code = store_db_put(
		batch, TABLE_META, schema_name(META_MEDIA), path, strlen(path), 0);
	if (code == OK)
		code = store_db_put(batch, TABLE_META, schema_name(META_MEDIA_ID), bytes,
			sizeof bytes, 0);
	return store_batch_fail(batch, code, err, N_("cannot store"));
}
