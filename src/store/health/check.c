/*
 * Checks all of a store: every record's checksum, every index against the items, every
 * counter against a recount, and the full-text index against the texts (check_index.c).
 * All this happens in one view, so pages that writers free meanwhile are only reused
 * afterwards.
 *
 * There are two passes. The first reads each table once, in its order, and compares
 * tables as sets (check_sets.h). Only if something is wrong does a second pass follow,
 * which searches for each entry in every other table and can say which entry is wrong.
 */
#include "config.h"

#include "store/health/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/file/copy.h"
#include "store/file/page_check.h"
#include "store/health/check_index.h"
#include "store/health/check_inside.h"
#include "store/health/check_sets.h"
#include "store/identity/near_inside.h"
#include "store/item/count.h"
#include "store/item/tag_inside.h"
#include "store/item/trash_read_inside.h"
#include "store/journal/journal_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

#define STEP 4096 /* entries between two calls of go_on */

static bool
stopped(struct check *c)
{
	const struct store_watch *w = &c->watch;
	return w->go_on && !w->go_on(w->data, c->done, c->total);
}

/* Walks a table and calls entry for each of its entries. */
static int
walk(struct check *c, enum schema_table table,
	void (*entry)(struct check *c, struct span key, struct span value))
{
	MDB_cursor *cursor;
	MDB_val k, v;
	size_t n = 0;
	int code = store_db_cursor(&c->view, table, &cursor);
	if (code)
		return code;
	while ((code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		if (n++ % STEP == 0 && stopped(c)) {
			code = ERR_CANCELLED;
			break;
		}
		c->done++;
		arena_reset(&c->arena);
		entry(c, (struct span){k.mv_data, k.mv_size},
			(struct span){v.mv_data, v.mv_size});
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

/* ---- Tags, deleted items, the journal. */

static uint32_t *
tagged(struct check *c, uint32_t tag)
{
	void **slot = map_put(&c->tags, &tag, sizeof tag);
	if (!*slot)
		*slot = arena_zalloc(&c->counts, sizeof(uint32_t));
	return *slot;
}

static void
check_itemtag(struct check *c, struct span key, struct span value)
{
	uint64_t id = key.n == 8 ? schema_get64(key.p) : 0;
	uint32_t *tags, feed;
	int64_t time;
	size_t len;
	(void)value;
	if (store_item_tag_list(&c->view, id, &c->arena, &tags, &len) != OK) {
		store_health_check_fault(c, FAULT_DAMAGED,
			_("the tags of item %" PRIu64 " are damaged"), id);
		return;
	}
	bool listed = !store_item_trash_has(&c->view, id);
	if (listed)
		store_health_check_set_add_id(&c->sets, SET_TAGGED, id);
	if (store_db_place(&c->view, id, &feed, &time) != OK) {
		store_health_check_fault(c, FAULT_INDEX,
			_("item %" PRIu64 " has tags but does not exist"), id);
		return;
	}
	for (size_t i = 0; i < len; i++) {
		if (store_health_check_has(c, TABLE_TAGITEM,
			    schema_feeditem(tags[i], time, id)) != listed)
			store_health_check_fault(c, FAULT_INDEX,
				_("item %" PRIu64 " and the list of a tag disagree"), id);
		if (!store_health_check_has(c, TABLE_TAG, schema_feed(tags[i])))
			store_health_check_fault(c, FAULT_INDEX,
				_("item %" PRIu64 " has an unknown tag"), id);
	}
}

static void
check_tagitem(struct check *c, struct span key, struct span value)
{
	uint32_t *tags;
	size_t len = 0, at = 0;
	(void)value;
	if (key.n == 20) {
		++*tagged(c, schema_get32(key.p));
		if (store_item_tag_list(&c->view, schema_get64(key.p + 12), &c->arena,
			    &tags, &len) != OK)
			len = 0;
		while (at < len && tags[at] != schema_get32(key.p))
			at++;
	}
	if (at == len)
		store_health_check_fault(
			c, FAULT_INDEX, _("a tag's list names an item without that tag"));
}

static void
check_tag(struct check *c, struct span key, struct span value)
{
	uint32_t id = key.n == 4 ? schema_get32(key.p) : 0, named;
	struct tag_record tag;
	if (record_decode(&shape_tag, id, value, &c->arena, &tag, NULL) != OK) {
		store_health_check_fault(
			c, FAULT_DAMAGED, _("tag %u is damaged"), (unsigned)id);
		return;
	}
	if (!tag.name || store_item_tag_find(&c->view, tag.name, &named) != OK ||
		named != id)
		store_health_check_fault(c, FAULT_INDEX,
			_("tag %u cannot be found by its name"), (unsigned)id);
	uint32_t counted = *tagged(c, id);
	if (tag.count != counted)
		store_health_check_fault(c, FAULT_COUNT,
			_("tag %u counts %u items, but there are %u"), (unsigned)id,
			(unsigned)tag.count, (unsigned)counted);
}

static void
check_trash(struct check *c, struct span key, struct span value)
{
	uint64_t id = key.n == 8 ? schema_get64(key.p) : 0;
	uint32_t feed;
	int64_t time;
	if (value.n != TRASH_BYTES || store_db_place(&c->view, id, &feed, &time) != OK)
		store_health_check_fault(
			c, FAULT_INDEX, _("deleted item %" PRIu64 " does not exist"), id);
	else
		store_health_check_set_add_item(&c->sets, SET_DELETED, feed, time, id);
	int flags;
	if (store_item_hidden_flags(&c->view, id, &flags) == OK &&
		store_db_place(&c->view, id, &feed, &time) == OK &&
		!store_health_check_has(c, TABLE_HIDDEN, schema_time(time, id)))
		store_health_check_fault(c, FAULT_INDEX,
			_("hidden item %" PRIu64 " is not in the list of hidden items"),
			id);
}

static void
check_hidden(struct check *c, struct span key, struct span value)
{
	int flags;
	uint64_t id = key.n == 16 ? schema_get64(key.p + 8) : 0;
	if (value.n != 4 || store_item_hidden_flags(&c->view, id, &flags) != OK)
		store_health_check_fault(c, FAULT_INDEX,
			_("item %" PRIu64 " is in the list of hidden items but is not "
			  "hidden"),
			id);
}

/* A row may be out of date, but its item must exist. */
static void
check_page(struct check *c, uint64_t id, bool sound)
{
	uint32_t feed;
	int64_t time;
	if (!sound || store_db_place(&c->view, id, &feed, &time) != OK)
		store_health_check_fault(c, FAULT_INDEX,
			_("item %" PRIu64
			  " is in the index of duplicates but does not exist"),
			id);
}

static void
check_story(struct check *c, struct span key, struct span value)
{
	check_page(c, key.n == 16 ? schema_get64(key.p + 8) : 0, !value.n);
}

static void
check_duplicate(struct check *c, struct span key, struct span value)
{
	check_page(c, key.n == 8 ? schema_get64(key.p) : 0, value.n == 8);
}

static void
check_taste(struct check *c, struct span key, struct span value)
{
	if (key.n != 8 || value.n != 16)
		store_health_check_fault(c, FAULT_INDEX,
			_("what was learned about a word or a feed is damaged"));
}

/* Rows may be of items that were deleted. */
static void
check_near(struct check *c, struct span key, struct span value)
{
	if (!store_identity_near_sound(key, value))
		store_health_check_fault(
			c, FAULT_INDEX, _("a part of the full-text index is damaged"));
}

static void
check_journal(struct check *c, struct span key, struct span value)
{
	if (key.n != 12 || store_journal_check(key, value) != OK)
		store_health_check_fault(
			c, FAULT_DAMAGED, _("an entry of the journal is damaged"));
}

/* ---- The full-text index. */

static void
index_fault(void *data, const char *sentence)
{
	store_health_check_fault(data, FAULT_WORDS, "%s", sentence);
}

/* Splitting a text takes as long as walking that many entries. */
#define SPLIT 32

static bool
text_split(void *data)
{
	struct check *c = data;
	bool look = c->done / STEP != (c->done + SPLIT) / STEP;
	c->done += SPLIT;
	return !look || !stopped(c);
}

static const struct {
	enum schema_table table;
	void (*entry)(struct check *c, struct span key, struct span value);
} walks[] = {
	{TABLE_FEED, store_health_check_feed},
	{TABLE_DUE, store_health_check_due},
	{TABLE_ITEM, store_health_check_item},
	{TABLE_TEXT, store_health_check_text},
	{TABLE_PAGE, store_health_check_other},
	{TABLE_EARLIER, store_health_check_other},
	{TABLE_CHAPTERS, store_health_check_other},
	{TABLE_FILECHAPTERS, store_health_check_other},
	{TABLE_TRANSCRIPT, store_health_check_other},
	{TABLE_PLACE, store_health_check_place},
	{TABLE_FEEDITEM, store_health_check_feeditem},
	{TABLE_TIMEITEM, store_health_check_timeitem},
	{TABLE_UNREAD, store_health_check_unread},
	{TABLE_STARRED, store_health_check_starred},
	{TABLE_GUID, store_health_check_guid},
	{TABLE_ITEMTAG, check_itemtag},
	{TABLE_TAGITEM, check_tagitem},
	{TABLE_TAG, check_tag}, /* after tagitem, where they are counted */
	{TABLE_TRASH, check_trash},
	{TABLE_HIDDEN, check_hidden},
	{TABLE_STORY, check_story},
	{TABLE_DUPLICATE, check_duplicate},
	{TABLE_NEAR, check_near},
	{TABLE_TASTE, check_taste},
	{TABLE_JOURNAL, check_journal},
	{TABLE_QUEUE, store_health_check_queue},
	{TABLE_LISTEN, store_health_check_listen},
	{TABLE_LISTENED, store_health_check_listened},
	{TABLE_DOWNLOAD, store_health_check_download},
	{TABLE_DOWNDUE, store_health_check_downdue},
};

/* Does every item have a feed? */
static bool
feeds_known(struct check *c)
{
	for (size_t i = 0; i < c->recount.count; i++) {
		uint32_t feed;
		memcpy(&feed, c->recount.entries[i].key, sizeof feed);
		if (!store_health_check_has(c, TABLE_FEED, schema_feed(feed)))
			return false;
	}
	return true;
}

static int
walk_all(struct check *c)
{
	int code = OK;
	c->done = c->total = 0;
	for (size_t i = 0; i < COUNT_OF(walks); i++)
		c->total += store_db_entries(&c->view, walks[i].table);
	if (c->texts)
		c->total += SPLIT * (store_db_entries(&c->view, TABLE_PLACE) +
					    store_db_entries(&c->view, TABLE_ALIAS));
	for (size_t i = 0; code == OK && i < COUNT_OF(walks); i++)
		code = walk(c, walks[i].table, walks[i].entry);
	if (code == OK)
		store_health_check_feed_counts(c);
	return code;
}

static void
forget(struct check *c)
{
	map_done(&c->recount);
	map_done(&c->tags);
	arena_reset(&c->counts);
	memset(c->out, 0, sizeof *c->out);
}

static int
check_all(struct check *c)
{
	int code = store_db_removed(&c->view, &c->removed);
	c->quiet = true;
	if (code == OK)
		code = walk_all(c);
	c->quiet = false;
	c->search = code == OK &&
		    (store_health_check_faults(c->out) ||
			    !store_health_check_sets_lists(&c->sets) ||
			    !store_health_check_sets_guids(&c->sets) || !feeds_known(c));
	if (c->search) {
		forget(c);
		code = walk_all(c);
	}
	return code == OK ? store_health_check_index(
				    &c->view, c->texts, index_fault, text_split, c)
			  : code;
}

static int
check_store(struct check *c, struct store *store, const struct store_watch *watch,
	struct err *err)
{
	memset(c->out, 0, sizeof *c->out);
	if (watch)
		c->watch = *watch;
	/* The pages come first, since LMDB may only read sound ones. */
	int status = store_file_check(store, STORE_FILE_ALL, err);
	if (status == OK)
		status = store_view_begin(store, &c->view, err);
	if (status)
		return status;
	int code = check_all(c);
	store_view_end(&c->view);
	map_done(&c->recount);
	map_done(&c->tags);
	arena_done(&c->counts);
	arena_done(&c->arena);
	if (code == ERR_CANCELLED)
		return err_set(err, code, _("stopped"));
	store->damaged |= c->out->damaged + c->out->misindexed > 0;
	return store_fail(store, code, err, _("cannot check"));
}

int
store_health_check(struct store *store, struct store_health_check *out,
	const struct store_watch *watch, struct err *err)
{
	struct check c = {.out = out, .texts = true};
	return check_store(&c, store, watch, err);
}

int
store_health_check_copy(struct store *store, struct store_health_check *out,
	const struct store_watch *watch, struct err *err)
{
	struct check c = {.out = out};
	return check_store(&c, store, watch, err);
}

uint64_t
store_health_check_faults(const struct store_health_check *found)
{
	return found->damaged + found->misindexed + found->miscounted + found->misworded;
}

/* ---- Figures. */

int
store_health_check_stats(
	struct store *store, struct store_health_check_stats *out, struct err *err)
{
	struct store_view view;
	struct stat file;
	struct span format;
	MDB_envinfo info;
	MDB_stat env;
	int status = store_view_begin(store, &view, err);
	if (status)
		return status;
	*out = (struct store_health_check_stats){
		.feeds = store_db_entries(&view, TABLE_FEED),
		.items = store_db_entries(&view, TABLE_ITEM) -
			 store_db_entries(&view, TABLE_TRASH),
		.unread = store_db_entries(&view, TABLE_UNREAD),
		.starred = store_db_entries(&view, TABLE_STARRED),
	};
	int code = store_db_get(&view, TABLE_META, schema_name(META_FORMAT), &format);
	if (code == OK && format.n >= 8) {
		out->format_major = schema_get32(format.p);
		out->format_minor = schema_get32(format.p + 4);
	}
	if (mdb_env_info(store->env, &info) == 0 && mdb_env_stat(store->env, &env) == 0) {
		out->used_bytes = (uint64_t)(info.me_last_pgno + 1) * env.ms_psize;
		out->map_bytes = info.me_mapsize;
		out->readers = info.me_numreaders;
	}
	if (stat(store->path, &file) == 0)
		out->file_bytes = (uint64_t)file.st_size;
	store_view_end(&view);
	return store_fail(store, code, err, _("cannot read the statistics"));
}
