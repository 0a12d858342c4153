/*
 * What a poll brought, stored: items, their indexes, the feed's own data, validators and
 * schedule, all in the caller's transaction.
 *
 * Items are taken from the end of the document to its front, so that among items of one
 * time the first of the document gets the highest id and stands on top of the list. The
 * sort time never changes after an item was first seen, whatever its dates do later:
 * lists keep their order and nothing is pinned in the future (cases 101, 105).
 */
#include "config.h"

#include "store/poll/poll.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "model/action.h"
#include "model/feed.h"
#include "model/media.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/feed/claim_inside.h"
#include "store/feed/due_inside.h"
#include "store/feed/podcast.h"
#include "store/identity/item_match.h"
#include "store/identity/item_match_inside.h"
#include "store/identity/near_inside.h"
#include "store/identity/story.h"
#include "store/identity/story_inside.h"
#include "store/index/index_inside.h"
#include "store/index/index_texts.h"
#include "store/item/count_inside.h"
#include "store/item/item.h"
#include "store/item/tag_inside.h"
#include "store/journal/journal.h"
#include "store/mark/trash_inside.h"
#include "store/poll/absent.h"
#include "store/poll/arrive.h"
#include "store/poll/import_inside.h"
#include "store/record/schema.h"
#include "store/record/shape.h"
#include "store/sync/sync_inside.h"

struct work {
	struct store_batch *batch;
	struct store_view view;
	const struct store_poll *poll;
	struct arena *arena;
	struct store_arrivals own, *arrivals;
	struct count_delta delta;
	struct store_near_row near; /* texts that are not written yet */
	struct store_poll_result result;
	size_t renamed;
};

static const struct span nothing;

static uint32_t
comments_of(const struct item *item)
{
	int64_t count = item->comments_count;
	return count < 0 ? 0 : count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

static void
fill_item(struct work *w, const struct item *item, const struct store_arrival *m,
	struct item_record *out)
{
	*out = (struct item_record){
		.feed = w->poll->feed,
		.published = item->published,
		.updated = item->updated,
		.title = item->title ? item->title : item->lead,
		.link = item->link,
		.author = item_authors(item, w->arena),
		.guid = item->guid,
		.fingerprint = m->fingerprint,
		.comments = comments_of(item),
		.score = m->score,
		.rules = (uint64_t *)(uintptr_t)m->rules,
		.rules_len = m->rules_len,
		.media = (int32_t)media_kind_of(item->enclosures, item->enclosures_len),
		.duration = item->media.duration,
		.season = item->media.place.season,
		.number = item->media.place.number,
		.part = item->media.place.part,
	};
	memcpy(out->identity, m->identity, sizeof out->identity);
}

/* In arena; NULL: there are none. */
static char *
chapters_of(const struct item *item, struct arena *arena)
{
	struct buf text = BUF_INIT(0);
	if (!item->chapters.len)
		return NULL;
	chapter_write(&text, &item->chapters);
	char *copy = arena_strndup(arena, text.data, text.len);
	buf_done(&text);
	return copy;
}

static char *
note_of(const struct related *r)
{
	return r->rel == RELATED_SAMPLE ? r->title : r->language;
}

static char *
role_of(const struct related *r)
{
	return r->role;
}

/* One more thing that is known of the related addresses of an item; *len 0: nothing. */
static char **
list_of(const struct item *item, char *(*one)(const struct related *r),
	struct arena *arena, size_t *len)
{
	char *none = arena_strdup(arena, "");
	char **list = arena_alloc(arena, (item->related_len + 1) * sizeof *list);
	*len = 0;
	for (size_t i = 0; i < item->related_len; i++) {
		char *text = one(&item->related[i]);
		list[i] = text ? text : none;
		if (text)
			*len = item->related_len;
	}
	return list;
}

static struct text_record
text_of(const struct item *item, struct arena *arena)
{
	const struct text *body = item_body(item);
	size_t notes_len, roles_len;
	char **notes = list_of(item, note_of, arena, &notes_len);
	char **roles = list_of(item, role_of, arena, &roles_len);
	return (struct text_record){
		.notes = notes,
		.notes_len = notes_len,
		.roles = roles,
		.roles_len = roles_len,
		.type = (int32_t)body->type,
		.base = body->base,
		.date = item->date,
		.comments = item->comments,
		.enclosures = item->enclosures,
		.enclosures_len = item->enclosures_len,
		.categories = item->categories,
		.categories_len = item->categories_len,
		.body = body->text,
		.related = item->related,
		.related_len = item->related_len,
		.thumbnail = item->media.thumbnail,
		.duration = item->media.duration,
		.season = item->media.place.season,
		.number = item->media.place.number,
		.part = item->media.place.part,
		.season_name = item->media.place.season_name,
		.number_name = item->media.place.number_name,
		.views = item->media.views + 1,
		.votes = item->media.votes + 1,
		.chapters = chapters_of(item, arena),
	};
}

static int
put_guid(struct work *w, const struct store_arrival *m, uint64_t id)
{
	uint8_t bytes[MATCH_VALUE_BYTES];
	struct match_value value = {id, m->content, m->aside};
	store_identity_match_pack(&value, bytes);
	return store_db_put(w->batch, TABLE_GUID, schema_guid(w->poll->feed, m->identity),
		bytes, sizeof bytes, 0);
}

/* ---- New items. */

/* Does nobody else have a say in what the item is: others of its story, a feed server,
 * another program or machine that knew it before? */
static bool
is_alone(const struct work *w, const struct store_arrival *m)
{
	return !m->duplicate.id && !m->awaited && !w->poll->page &&
	       !store_sync_awaited(w->batch, m->id);
}

/* Does what rules do: in the flags that the item is about to get, and in its tags. */
static int
act(struct work *w, const struct store_arrival *m, int *flags)
{
	const char **tags = arena_alloc(w->arena, (m->acts_len + 1) * sizeof *tags);
	size_t len = 0;
	for (size_t i = 0; m->acted && i < m->acts_len; i++) {
		const struct action_kind *kind = action_kind(m->acts[i].action);
		*flags = (*flags | kind->set) & ~kind->clear;
		if (m->acts[i].action == ACTION_HIDE)
			*flags |= ITEM_HIDDEN;
		if (m->acts[i].action == ACTION_TAG)
			tags[len++] = m->acts[i].tag;
	}
	if (!len)
		return OK;
	*flags |= ITEM_TAGGED;
	return store_item_tag_new(w->batch, m->id, tags, len);
}

/* Adds it to the lists. */
static int
enter(struct work *w, const struct item *item, struct store_arrival *m)
{
	uint8_t place[12];
	int flags = (item->flags & ITEM_CUT) | (m->read ? 0 : ITEM_UNREAD) |
		    (m->duplicate.id && !m->leads ? ITEM_DUPLICATE : 0);
	schema_put_time(place, m->time);
	schema_put32(place + 8, w->poll->feed);
	int code = store_db_put(
		w->batch, TABLE_PLACE, schema_id(m->id), place, sizeof place, MDB_APPEND);
	if (code == OK)
		code = store_sync_arrived(w->batch, m->id, m->identity, w->poll->feed);
	if (code)
		return code;
	m->acted = m->acts_len && is_alone(w, m);
	code = act(w, m, &flags);
	w->delta.total += !(flags & ITEM_HIDDEN);
	w->delta.unread += !(flags & ITEM_HIDDEN) && flags & ITEM_UNREAD;
	w->delta.starred += !(flags & ITEM_HIDDEN) && flags & ITEM_STARRED;
	return code == OK ? store_mark_enter(w->batch, m->id, w->poll->feed, m->time,
				    flags, w->poll->now)
			  : code;
}

static int
put_tombstone(struct work *w, const struct store_arrival *m)
{
	uint8_t bytes[MATCH_VALUE_BYTES];
	const struct match_value value = {0, (uint64_t)w->poll->now, MATCH_DROPPED};
	store_identity_match_pack(&value, bytes);
	return store_db_put(w->batch, TABLE_GUID, schema_guid(w->poll->feed, m->identity),
		bytes, sizeof bytes, 0);
}

static int
put_new(struct work *w, const struct item *item, struct store_arrival *m)
{
	struct item_record record;
	struct text_record text = text_of(item, w->arena);
	if (m->drop)
		return put_tombstone(w, m);
	uint64_t id = w->batch->next_item++;
	fill_item(w, item, m, &record);
	record.seen = m->seen;
	record.time = m->time;
	m->id = id;
	int code = store_db_put_record(
		w->batch, TABLE_ITEM, id, &record, nothing, MDB_APPEND);
	if (code == OK)
		code = store_db_put_record(
			w->batch, TABLE_TEXT, id, &text, nothing, MDB_APPEND);
	if (code == OK)
		code = enter(w, item, m);
	if (code == OK)
		code = put_guid(w, m, id);
	if (code == OK)
		code = store_identity_story_put(w->batch, m->page, id, true);
	if (code == OK && m->duplicate.id)
		code = store_identity_story_join(
			w->batch, m->duplicate_text ? 0 : m->page, id, m->duplicate.id);
	if (code == OK && m->other_duplicate.id)
		code = store_identity_story_unite(
			w->batch, m->duplicate.id, m->other_duplicate.id);
	if (code == OK)
		code = store_identity_near_add(
			w->batch, &w->near, w->poll->now, &m->near, id);
	store_index_texts_add(w->batch, id, m->folded);
	w->result.added++;
	w->result.followed += m->followed;
	return code;
}

/* ---- Known items that changed. */

static int
put_item_flags(struct work *w, uint64_t id, int64_t time, int set, int clear)
{
	struct span value;
	struct schema_key key = schema_feeditem(w->poll->feed, time, id);
	int code = store_db_get(&w->view, TABLE_FEEDITEM, key, &value);
	if (code == ERR_NOT_FOUND)
		return store_mark_trash_flags(w->batch, id, set, clear);
	if (code || value.n != 1)
		return code ? code : ERR_DAMAGED;
	uint8_t old = (uint8_t)value.p[0], now = (uint8_t)((old | set) & ~clear);
	return now == old ? OK : store_db_put(w->batch, TABLE_FEEDITEM, key, &now, 1, 0);
}

/* Keeps the text that another one is about to replace. */
static int
keep_earlier(struct work *w, uint64_t id, const struct text_record *new)
{
	struct text_record old;
	int code = store_db_record(&w->view, TABLE_TEXT, id, w->arena, &old, NULL);
	if (code || str_empty(old.body) || str_eq(old.body, new->body))
		return code == ERR_DAMAGED || code == ERR_NOT_FOUND ? OK : code;
	const struct text_record kept = {.type = old.type,
		.base = old.base,
		.body = old.body,
		.kept = w->poll->now};
	return store_db_replace_record(w->batch, TABLE_EARLIER, id, &kept);
}

/* Writes the document's version over the stored one. What makes it the same item to the
 * user stays: id, first seen, sort time, flags. */
static int
put_over(struct work *w, const struct item *item, const struct store_arrival *m,
	const struct item_record *old, bool edited)
{
	struct item_record record;
	struct text_record text = text_of(item, w->arena);
	fill_item(w, item, m, &record);
	record.seen = old->seen;
	record.time = old->time;
	record.score = old->score;
	record.rules = old->rules;
	record.rules_len = old->rules_len;
	int code = edited ? keep_earlier(w, m->id, &text) : OK;
	if (code == OK)
		code = store_db_replace_record(w->batch, TABLE_ITEM, m->id, &record);
	if (code == OK)
		code = store_db_replace_record(w->batch, TABLE_TEXT, m->id, &text);
	if (code == OK && edited && w->poll->texts &&
		store_identity_near_recent(old->time, w->poll->now))
		code = store_identity_near_add_stored(
			w->batch, &w->near, w->poll->now, m->id);
	if (code == OK && !str_eq(old->link, item->link)) {
		code = store_identity_story_put(
			w->batch, store_identity_story_page(old->link), m->id, false);
		if (code == OK)
			code = store_identity_story_put(w->batch,
				store_identity_story_page(item->link), m->id, true);
	}
	if (code == OK && memcmp(old->identity, m->identity, SCHEMA_IDENTITY) != 0)
		code = store_db_del(
			w->batch, TABLE_GUID, schema_guid(w->poll->feed, old->identity));
	if (code == OK)
		code = put_guid(w, m, m->id);
	if (code == OK)
		code = put_item_flags(w, m->id, old->time,
			(item->flags & ITEM_CUT) | (edited ? ITEM_EDITED : 0),
			ITEM_CUT & ~item->flags);
	if (code == OK)
		code = store_index_edited(w->batch, m->id);
	w->result.edited += edited;
	return code;
}

/* Whether only the lengths of files differ, and none of the files is here: servers that
 * insert advertisements give other lengths each time. That is not worth storing. */
static bool
is_remeasured(struct work *w, const struct item *item, const struct store_arrival *m)
{
	struct text_record old;
	struct span bytes;
	return item->enclosures_len &&
	       store_db_get(&w->view, TABLE_DOWNLOAD, schema_id(m->id), &bytes) ==
		       ERR_NOT_FOUND &&
	       store_db_record(&w->view, TABLE_TEXT, m->id, w->arena, &old, NULL) == OK &&
	       old.enclosures_len == item->enclosures_len &&
	       store_identity_match_remeasured(
		       m, old.enclosures, item->enclosures, item->enclosures_len);
}

static int
update(struct work *w, const struct item *item, const struct store_arrival *m)
{
	struct item_record old;
	bool edited = m->edited;
	int code = store_db_record(&w->view, TABLE_ITEM, m->id, w->arena, &old, NULL);
	if (code == ERR_DAMAGED || code == ERR_NOT_FOUND) {
		/* The key tells what the record can't: the record is rewritten. */
		uint32_t feed;
		old = (struct item_record){.seen = w->poll->now};
		memcpy(old.identity, m->identity, sizeof old.identity);
		code = store_db_place(&w->view, m->id, &feed, &old.time);
		return code ? code : put_over(w, item, m, &old, true);
	}
	if (code)
		return code;
	w->renamed += m->kind == STORE_ARRIVAL_RENAMED;
	if (m->kind != STORE_ARRIVAL_KNOWN)
		return put_over(w, item, m, &old, false);
	/* A date later than when we first saw the item comes from the server's clock at
	 * each fetch: it is not an edit (case 101). */
	bool redated = item->published != old.published || item->updated != old.updated;
	if (redated && item_date(item) != TIME_NONE && item_date(item) <= old.seen)
		edited = true;
	/* Changed counts of comments or views are not edits; they are what is stored
	 * where nothing else changed. */
	bool counted = comments_of(item) != old.comments;
	bool seen = m->shifted && !redated && !is_remeasured(w, item, m);
	return edited || counted || seen ? put_over(w, item, m, &old, edited) : OK;
}

/* A tombstone lives as long as the document has the item, and a year longer: when it was
 * last seen is noted once a day (case 103). */
static int
renew_tombstone(struct work *w, const struct store_arrival *m)
{
	struct span bytes;
	struct match_value value;
	struct schema_key key = schema_guid(w->poll->feed, m->identity);
	int code = store_db_get(&w->view, TABLE_GUID, key, &bytes);
	if (code || !store_identity_match_unpack(bytes, &value))
		return code ? code : ERR_DAMAGED;
	if ((int64_t)value.content > w->poll->now - TIME_DAY)
		return OK;
	uint8_t out[MATCH_VALUE_BYTES];
	value.content = (uint64_t)w->poll->now;
	store_identity_match_pack(&value, out);
	return store_db_put(w->batch, TABLE_GUID, key, out, sizeof out, 0);
}

static int
put_item(struct work *w, const struct item *item, struct store_arrival *m)
{
	/* RFC 5005, section 4: of two versions the newer document's counts. So does the
	 * feed's own, where another program had the item, too. */
	if ((w->poll->older || w->poll->imported) && m->kind != STORE_ARRIVAL_NEW)
		return OK;
	switch (m->kind) {
	case STORE_ARRIVAL_NEW:
		return put_new(w, item, m);
	case STORE_ARRIVAL_KNOWN:
		return m->edited || m->shifted ? update(w, item, m) : OK;
	case STORE_ARRIVAL_RENAMED:
	case STORE_ARRIVAL_ADOPTED:
		return update(w, item, m);
	case STORE_ARRIVAL_TOMBSTONE:
		return renew_tombstone(w, m);
	case STORE_ARRIVAL_REPEATED:
		break;
	}
	return OK;
}

/* ---- The document as a whole. */

static int
put_items(struct work *w)
{
	const struct feed *document = w->poll->document;
	struct store_arrivals *arrivals = w->poll->arrivals;
	uint64_t first = 0;
	int code = OK;
	if (!arrivals) {
		code = store_poll_arrive(&w->view, w->poll, w->arena, &w->own);
		arrivals = &w->own;
	}
	w->arrivals = arrivals;
	if (code == OK)
		code = store_db_numbers(w->batch);
	first = w->batch->next_item;
	for (size_t i = document->items_len; code == OK && i-- > 0;)
		code = put_item(w, &document->items[i], &arrivals->items[i]);
	if (code == OK)
		code = store_identity_near_write(w->batch, &w->near, w->poll->now);
	if (code == OK && document->complete && !document->truncated && !w->poll->older)
		code = store_poll_mark_absent(
			w->batch, w->poll->feed, arrivals->items, arrivals->len, first);
	if (code == OK && w->batch->next_item != first)
		code = store_db_put_numbers(w->batch);
	if (code == OK && w->batch->next_item != first)
		code = store_identity_story_next(w->batch,
			STORY_LINKS | (w->poll->texts ? STORY_TEXTS : 0), first,
			w->batch->next_item);
	return code == OK ? store_item_count_add(w->batch, w->poll->feed, &w->delta)
			  : code;
}

static char *
join_repairs(struct work *w)
{
	const struct feed *document = w->poll->document;
	char *all = NULL;
	for (size_t i = 0; i < document->repairs_len; i++)
		all = all ? arena_printf(w->arena, "%s; %s", all, document->repairs[i])
			  : document->repairs[i];
	if (!w->renamed)
		return all;
	const char *note = _("item ids change although the items do not");
	return all ? arena_printf(w->arena, "%s; %s", all, note)
		   : arena_strdup(w->arena, note);
}

/* What the document says about the feed. One without items may be an error page: it
 * takes nothing away. */
static void
learn(struct work *w, struct feed_record *r)
{
	const struct feed *document = w->poll->document;
	bool whole = document->items_len > 0;
	r->feed_title = document->title ? document->title : r->feed_title;
	r->link = document->link ? document->link : r->link;
	r->podcast = document->podcast ? document->podcast : r->podcast;
	r->medium = whole ? document->medium : r->medium;
	r->language = whole ? document->language : r->language;
	r->live = whole || document->live.title ? document->live : r->live;
	r->serial = document->serial || (!whole && r->serial);
	r->repairs = join_repairs(w);
}

/* The feed's own record, if the document says something new about it. */
static int
put_feed(struct work *w)
{
	struct feed_record record;
	struct span unknown;
	int code = store_db_record(
		&w->view, TABLE_FEED, w->poll->feed, w->arena, &record, &unknown);
	/* A damaged record is rewritten when the feeds file is read. */
	if (code)
		return code == ERR_DAMAGED ? OK : code;
	struct feed_record now = record;
	learn(w, &now);
	code = store_feed_put_podcast(
		w->batch, w->poll->feed, record.podcast, now.podcast);
	if (code)
		return code;
	if (str_eq(now.feed_title, record.feed_title) && str_eq(now.link, record.link) &&
		str_eq(now.repairs, record.repairs) &&
		str_eq(now.podcast, record.podcast) &&
		str_eq(now.medium, record.medium) &&
		str_eq(now.language, record.language) && now.serial == record.serial &&
		str_eq(now.live.title, record.live.title) &&
		str_eq(now.live.url, record.live.url) &&
		now.live.start == record.live.start)
		return OK;
	return store_db_put_record(w->batch, TABLE_FEED, w->poll->feed, &now, unknown, 0);
}

static int
put_http(struct work *w)
{
	struct span removed;
	int64_t before;
	uint32_t feed = w->poll->feed;
	int code = store_db_removed(&w->view, &removed);
	bool shown = code == OK && !store_db_listed(removed, feed);
	if (code == OK)
		code = store_feed_due_time(&w->view, feed, &before);
	if (code == OK)
		code = store_db_replace_record(w->batch, TABLE_HTTP, feed, w->poll->http);
	if (code || before == w->poll->http->next_poll)
		return code;
	code = store_feed_due_clear(w->batch, feed, before);
	if (code == OK && shown)
		code = store_feed_due_set(w->batch, feed, w->poll->http->next_poll);
	return code;
}

static int
put_poll(struct work *w)
{
	const struct store_poll *poll = w->poll;
	struct span record;
	int code = store_db_get(&w->view, TABLE_FEED, schema_feed(poll->feed), &record);
	struct span removed;
	if (code == OK)
		code = store_db_removed(&w->view, &removed);
	/* The feed's line was deleted while it was being polled: nobody would see what
	 * arrives now. It is polled again if the line comes back. */
	if (code == OK && store_db_listed(removed, poll->feed))
		return poll->release ? store_feed_claim_end(w->batch, poll->feed, true)
				     : OK;
	if (code == OK && poll->document)
		code = put_items(w);
	if (code == OK && poll->document && !poll->older)
		code = put_feed(w);
	if (code == OK && poll->release)
		code = store_feed_claim_end(w->batch, poll->feed, !poll->http);
	if (code == OK && poll->http)
		code = put_http(w);
	if (code == OK && poll->schedule)
		code = store_db_replace_record(
			w->batch, TABLE_SCHEDULE, poll->feed, poll->schedule);
	if (code == OK && poll->hist)
		code = store_db_replace_record(
			w->batch, TABLE_HIST, poll->feed, poll->hist);
	if (code == OK && poll->trace)
		code = store_db_replace_record(
			w->batch, TABLE_TRACE, poll->feed, poll->trace);
	return code;
}

int
store_poll_put(struct store_batch *batch, const struct store_poll *poll,
	struct store_poll_result *result, struct err *err)
{
	struct work w = {.batch = batch,
		.view = store_batch_view(batch),
		.poll = poll,
		.arena = &batch->arena};
	arena_reset(&batch->arena);
	int code = put_poll(&w);
	if (code == OK && w.arrivals && !poll->imported)
		code = store_poll_import_met(
			batch, poll->feed, poll->document, w.arrivals, poll->now);
	if (result)
		*result = w.result;
	if (code == OK)
		return store_sync_settle(batch, err);
	return store_batch_fail(batch, code, err, N_("cannot store what a poll brought"));
}

int
store_poll_note(
	struct store_batch *batch, const struct store_arrivals *arrivals, struct err *err)
{
	int code = OK;
	for (size_t i = 0; i < arrivals->len; i++) {
		const struct store_arrival *m = &arrivals->items[i];
		for (size_t k = 0; code == OK && m->acted && k < m->acts_len; k++) {
			store_journal_rule(batch, m->acts[k].rule);
			code = store_batch_note(
				batch, m->acts[k].action, m->acts[k].tag, m->id);
		}
	}
	if (code == OK)
		code = store_batch_flush(batch);
	return store_batch_fail(batch, code, err, N_("cannot mark items"));
}
