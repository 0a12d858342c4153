/*
 * Claims say which process polls a feed at the moment. Several processes may run a worker
 * on one store: taking a feed and recording that are one transaction, so only one of them
 * polls it. A claim ends with the poll that it was made for, after STORE_CLAIM_SECONDS,
 * or with its process, which is identified so that neither a reboot nor a reused pid
 * keeps a feed claimed (db/process.c).
 */
#include "config.h"

#include "store/feed/claim.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/time.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/process.h"
#include "store/feed/claim_inside.h"
#include "store/feed/due_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

/* Sets next_poll in the feed's http record and in the index of due times. *before is the
 * old one. */
static int
set_next_poll(struct store_batch *batch, uint32_t feed, int64_t next, int64_t *before)
{
	struct store_view view = store_batch_view(batch);
	struct http_state http;
	struct span unknown;
	int code =
		store_db_record(&view, TABLE_HTTP, feed, &batch->arena, &http, &unknown);
	if (code == ERR_NOT_FOUND || code == ERR_DAMAGED) {
		record_default(&shape_http, &http);
		unknown = (struct span){NULL, 0};
	} else if (code) {
		return code;
	}
	*before = http.next_poll;
	code = store_feed_due_clear(batch, feed, http.next_poll);
	http.next_poll = next;
	if (code == OK)
		code = store_db_put_record(batch, TABLE_HTTP, feed, &http, unknown, 0);
	struct span removed;
	if (code == OK)
		code = store_db_removed(&view, &removed);
	if (code || store_db_listed(removed, feed))
		return code; /* it has lost its line in the meantime */
	return store_feed_due_set(batch, feed, next);
}

static int
claim_one(struct store_batch *batch, uint32_t feed, struct claim_record *own, int64_t now,
	bool *taken)
{
	struct store_view view = store_batch_view(batch);
	struct claim_record other;
	struct span record, removed;
	*taken = false;
	int code = store_db_get(&view, TABLE_FEED, schema_feed(feed), &record);
	if (code == OK)
		code = store_db_removed(&view, &removed);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	if (store_db_listed(removed, feed))
		return OK;
	code = store_db_record(&view, TABLE_CLAIM, feed, &batch->arena, &other, NULL);
	if (code == OK && store_process_alive(batch->store, &other, now))
		return OK;
	if (code && code != ERR_NOT_FOUND && code != ERR_DAMAGED)
		return code;
	/* If a claim is taken over, releasing it restores the time before the first
	 * claim. */
	bool taken_over = code == OK;
	own->until = now + STORE_CLAIM_SECONDS;
	code = set_next_poll(batch, feed, own->until, &own->before);
	if (taken_over && own->before == other.until)
		own->before = other.before;
	*taken = code == OK;
	return code ? code
		    : store_db_put_record(
			      batch, TABLE_CLAIM, feed, own, (struct span){NULL, 0}, 0);
}

int
store_feed_claim(struct store_batch *batch, const uint32_t *ids, size_t len, int64_t now,
	uint32_t *out, size_t max, size_t *claimed, struct err *err)
{
	struct claim_record own = store_process_own(batch->store);
	int code = OK;
	*claimed = 0;
	arena_reset(&batch->arena);
	for (size_t i = 0; code == OK && i < len && *claimed < max; i++) {
		bool taken;
		code = claim_one(batch, ids[i], &own, now, &taken);
		if (code == OK && taken)
			out[(*claimed)++] = ids[i];
	}
	return store_batch_fail(batch, code, err, N_("cannot claim feeds"));
}

int
store_feed_claim_end(struct store_batch *batch, uint32_t feed, bool restore)
{
	struct store_view view = store_batch_view(batch);
	struct claim_record own = store_process_own(batch->store), claim;
	int64_t before;
	int code = store_db_record(&view, TABLE_CLAIM, feed, &batch->arena, &claim, NULL);
	if (code == ERR_NOT_FOUND || (code == OK && !store_process_same(&claim, &own)))
		return OK;
	if (code && code != ERR_DAMAGED)
		return code;
	bool known = code == OK;
	code = store_db_del(batch, TABLE_CLAIM, schema_feed(feed));
	if (code == OK && known && restore)
		code = set_next_poll(batch, feed, claim.before, &before);
	return code;
}

int
store_feed_release(
	struct store_batch *batch, const uint32_t *ids, size_t len, struct err *err)
{
	int code = OK;
	arena_reset(&batch->arena);
	for (size_t i = 0; code == OK && i < len; i++)
		code = store_feed_claim_end(batch, ids[i], true);
	return store_batch_fail(batch, code, err, N_("cannot release claims"));
}

int
store_feed_cycle_begin(struct store_batch *batch, int64_t start, int64_t now, bool *mine,
	struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct span value;
	uint8_t bytes[8];
	int code = store_db_get(&view, TABLE_META, schema_name(META_CYCLE), &value);
	int64_t last = code == OK && value.n == 8 ? (int64_t)schema_get64(value.p) : 0;
	*mine = false;
	if (code == OK || code == ERR_NOT_FOUND) {
		/* A time in the future comes from a clock that was wrong. */
		*mine = last < start || last > now;
		schema_put64(bytes, (uint64_t)now);
		code = *mine ? store_db_put(batch, TABLE_META, schema_name(META_CYCLE),
				       bytes, sizeof bytes, 0)
			     : OK;
	}
	return store_batch_fail(batch, code, err, N_("cannot begin a cycle"));
}

#define LEAD_SLACK 60 /* seconds */

int
store_feed_clock_set(struct store_batch *batch, int64_t lead, bool *mine, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct span value;
	uint8_t bytes[8];
	int code = store_db_get(&view, TABLE_META, schema_name(META_CLOCK), &value);
	int64_t known = code == OK && value.n == 8 ? schema_get_time(value.p) : TIME_NONE;
	*mine = known == TIME_NONE || known > lead + LEAD_SLACK ||
		known < lead - LEAD_SLACK;
	schema_put_time(bytes, lead);
	if (code == ERR_NOT_FOUND)
		code = OK;
	if (code == OK && *mine)
		code = store_db_put(batch, TABLE_META, schema_name(META_CLOCK), bytes,
			sizeof bytes, 0);
	return store_batch_fail(batch, code, err, N_("cannot store"));
}
