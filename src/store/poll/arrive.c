/*
 * Which items of a document are new to the store, with the times by which lists will sort
 * them, and those of other feeds that they repeat. Writes nothing.
 */
#include "config.h"

#include "store/poll/arrive.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/near.h"
#include "base/time.h"
#include "model/feed.h"
#include "model/media.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/feed/podcast.h"
#include "store/identity/adopt_inside.h"
#include "store/identity/item_match.h"
#include "store/identity/item_match_inside.h"
#include "store/identity/near_inside.h"
#include "store/identity/story_inside.h"
#include "store/index/index_texts.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/poll/import_inside.h"
#include "store/poll/poll.h"

/* Dates before are made up by broken clocks and parsers: 1970 and its time zones, and
 * 1980-01-01, where PC clocks begin (case 106). */
#define DATE_MIN (INT64_C(10) * 365 * TIME_DAY + 3 * TIME_DAY)

/* A feed that moves often shows its whole archive at once. Items this much older than
 * ours, if there are this many, enter as read (case 104). */
#define ARCHIVE_AGE (30 * TIME_DAY)
#define ARCHIVE_MIN 10

static int64_t
sort_time(const struct item *item, int64_t seen)
{
	int64_t date = item_date(item);
	return date < DATE_MIN || date > seen ? seen : date;
}

/* An item without a date in an archive is at least not new: it is as old as the
 * document. */
static int64_t
seen_time(const struct store_poll *poll)
{
	int64_t updated = poll->document->updated;
	return updated < DATE_MIN || updated >= poll->since ? poll->since - 1 : updated;
}

/* The times of an item that is new. */
static void
set_times(const struct store_poll *poll, size_t i, struct store_arrival *m)
{
	const struct item *item = &poll->document->items[i];
	int64_t known = poll->seen ? poll->seen[i] : TIME_NONE;
	m->seen = known < DATE_MIN || known > poll->now ? poll->now : known;
	m->time = sort_time(item,
		poll->older && item_date(item) < DATE_MIN ? seen_time(poll) : m->seen);
}

/* Which new items enter as read. */
struct archive {
	int64_t before; /* all with an earlier sort time … */
	size_t equal; /* … and the last ones in the document with this one: how many */
};

static int
newer_first(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x < y) - (x > y);
}

/* A new feed's items: all but the newest are read, if the user wants that (case 110). */
static void
limit_first(const struct store_poll *poll, const struct store_arrivals *arrivals,
	struct arena *arena, struct archive *out)
{
	size_t most = poll->first_unread, n = 0, newer = 0;
	if (!most || arrivals->fresh <= most)
		return;
	int64_t *times = arena_alloc(arena, arrivals->fresh * sizeof *times);
	for (size_t i = 0; i < arrivals->len; i++)
		if (arrivals->items[i].kind == STORE_ARRIVAL_NEW)
			times[n++] = sort_time(&poll->document->items[i], poll->now);
	qsort(times, n, sizeof *times, newer_first);
	out->before = times[most - 1];
	while (newer < n && times[newer] > out->before)
		newer++;
	while (newer + out->equal < n && times[newer + out->equal] == out->before)
		out->equal++;
	out->equal -= most - newer;
}

/* Which items enter as read because the document is an archive: it brings enough new
 * items that are much older than ours. */
static int
find_archive(const struct store_view *view, const struct store_poll *poll,
	const struct store_arrivals *arrivals, struct arena *arena, struct archive *out)
{
	struct store_scope scope = {STORE_FEED, poll->feed, NULL};
	struct store_key newest;
	size_t len, old = 0;
	*out = (struct archive){poll->older ? poll->since : TIME_NONE, 0};
	if (poll->older || poll->imported || !arrivals->fresh)
		return OK;
	int code = store_item_keys(view, &scope, NULL, &newest, 1, &len);
	if (code == OK && !len)
		limit_first(poll, arrivals, arena, out);
	if (code || !len)
		return code;
	int64_t before = newest.time - ARCHIVE_AGE;
	for (size_t i = 0; i < arrivals->len; i++)
		old += arrivals->items[i].kind == STORE_ARRIVAL_NEW &&
		       sort_time(&poll->document->items[i], poll->now) < before;
	if (old < ARCHIVE_MIN)
		return OK;
	out->before = before;
	log_put(LOG_INFO, "feed %u: %zu old items come in as read", poll->feed, old);
	return OK;
}

struct duplicates {
	const struct store_view *view;
	const struct store_poll *poll;
	struct buf scratch;
	bool updated; /* the texts of other feeds are known */
};

/* As much of a text as is compared: texts are long. */
static struct span
beginning(const char *s)
{
	return (struct span){s, s ? strnlen(s, NEAR_BYTES) : 0};
}

/* Finds an item of another feed with nearly the same text. */
static int
find_near(struct duplicates *t, const struct item *item, struct store_arrival *m,
	uint64_t *id)
{
	const struct text *body = item_body(item);
	*id = 0;
	if (!t->poll->texts || !store_identity_near_recent(m->time, t->poll->now))
		return OK;
	near_read(&m->near, &t->scratch,
		beginning(item->title ? item->title : item->lead), beginning(body->text),
		body->type == TEXT_HTML);
	if (!t->poll->duplicates)
		return OK;
	int code = t->updated ? OK : store_identity_near_update(t->view);
	t->updated = code == OK;
	return code == OK ? store_identity_near_find(
				    t->view, &m->near, m->time, t->poll->feed, id)
			  : code;
}

/* The item that is shown for the story of the item `found`. If it has been read, m enters
 * as read. */
static int
take_lead(struct duplicates *t, uint64_t found, struct store_arrival *m,
	struct store_duplicate *duplicate)
{
	int code = store_identity_story_lead(t->view, t->poll->feed, found, duplicate);
	m->read |= duplicate->id && !(duplicate->flags & ITEM_UNREAD);
	return code;
}

/* Finds the story of a new item, or the two that it shows to be one. */
static int
find_duplicate(struct duplicates *t, const struct item *item, struct store_arrival *m)
{
	const struct store_poll *poll = t->poll;
	uint64_t by_page = 0, by_text;
	bool distinct = false;
	m->page = store_identity_story_page(item->link);
	if (poll->older)
		return OK;
	int code = poll->duplicates ? store_identity_story_find(
					      t->view, m->page, poll->feed, &by_page)
				    : OK;
	if (code == OK)
		code = find_near(t, item, m, &by_text);
	if (code == OK && by_page)
		code = take_lead(t, by_page, m, &m->duplicate);
	if (code || !by_text)
		return code;
	m->duplicate_text = !m->duplicate.id;
	if (m->duplicate_text)
		return take_lead(t, by_text, m, &m->duplicate);
	code = store_identity_story_distinct(t->view, by_page, by_text, &distinct);
	return code == OK && distinct ? take_lead(t, by_text, m, &m->other_duplicate)
				      : code;
}

/* Episodes that the same podcast has at another address are nothing new. If the user no
 * longer follows it there, they are as read as they were. */
static int
find_followed(const struct store_view *view, const struct store_poll *poll,
	struct store_arrivals *arrivals)
{
	const char *podcast = poll->document->podcast;
	uint32_t other;
	bool removed;
	int flags;
	if (!podcast || !arrivals->fresh || poll->imported)
		return OK;
	int status = store_feed_same_podcast(view, poll->feed, podcast, &other, &removed);
	for (size_t i = 0; status == OK && i < arrivals->len; i++) {
		struct store_arrival *m = &arrivals->items[i];
		struct match_value there;
		struct span bytes;
		if (m->kind != STORE_ARRIVAL_NEW ||
			store_db_get(view, TABLE_GUID, schema_guid(other, m->identity),
				&bytes) != OK ||
			!store_identity_match_unpack(bytes, &there) || !there.id)
			continue;
		m->followed = true;
		m->read |= !removed || store_item_flags(view, there.id, &flags) != OK ||
			   !(flags & ITEM_UNREAD);
	}
	return status == ERR_NOT_FOUND ? OK : status;
}

int
store_poll_arrive(const struct store_view *view, const struct store_poll *poll,
	struct arena *arena, struct store_arrivals *out)
{
	const struct feed *document = poll->document;
	struct archive archive;
	struct duplicates duplicates = {view, poll, BUF_INIT(0), false};
	*out = (struct store_arrivals){.len = document->items_len};
	int code = store_identity_match(
		view, poll->feed, document, poll->page, arena, &out->items);
	if (code == OK)
		code = store_identity_adopt(
			view, poll->feed, document, poll->imported, arena, out->items);
	if (code)
		return code;
	for (size_t i = 0; i < out->len; i++)
		out->fresh += out->items[i].kind == STORE_ARRIVAL_NEW;
	code = find_archive(view, poll, out, arena, &archive);
	for (size_t i = out->len; code == OK && i-- > 0;) {
		struct store_arrival *m = &out->items[i];
		if (m->kind != STORE_ARRIVAL_NEW)
			continue;
		set_times(poll, i, m);
		m->read = m->time < archive.before ||
			  (m->time == archive.before && archive.equal > 0);
		archive.equal -= m->read && m->time == archive.before;
		code = find_duplicate(&duplicates, &document->items[i], m);
	}
	buf_done(&duplicates.scratch);
	if (code == OK)
		code = find_followed(view, poll, out);
	if (code == OK && !poll->imported)
		code = store_poll_import_awaited(view, document, out);
	return code;
}

struct span
store_poll_text(
	struct store *store, const struct item *item, struct store_arrival *arrival)
{
	const struct text *body = item_body(item);
	if (!arrival->folded.p)
		arrival->folded = store_index_texts_fold(
			store, span_of(body->text), body->type == TEXT_HTML);
	return arrival->folded;
}

int
store_poll_open(struct store_batch *batch, const struct store_poll *poll,
	struct arena *arena, struct store_arrivals *out, struct err *err)
{
	const struct store_view view = store_batch_view(batch);
	return store_batch_fail(batch, store_poll_arrive(&view, poll, arena, out), err,
		N_("cannot store what a poll brought"));
}
