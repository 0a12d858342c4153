/*
 * Reads single items. Lists of items are in list.c.
 */
#include "config.h"

#include "store/item/item.h"

#include <string.h>

#include "store/db/db.h"
#include "store/db/view.h"
#include "store/item/tag_inside.h"
#include "store/item/trash_read_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

static int
read_flags(const struct store_view *view, uint32_t feed, int64_t time, uint64_t id,
	int *flags)
{
	struct span value;
	int code = store_db_get(
		view, TABLE_FEEDITEM, schema_feeditem(feed, time, id), &value);
	if (code == ERR_NOT_FOUND)
		return store_item_hidden_flags(view, id, flags);
	if (code == OK && value.n != 1)
		code = ERR_DAMAGED;
	if (code == OK)
		*flags = (uint8_t)value.p[0];
	return code;
}

static int
fill_item(const struct store_view *view, const struct item_record *r, uint64_t id,
	int flags, struct arena *arena, struct store_item *out)
{
	char **tags = NULL;
	size_t tags_len = 0;
	int code = flags & ITEM_TAGGED
			   ? store_item_tag_names(view, id, arena, &tags, &tags_len)
			   : OK;
	if (code == OK)
		*out = (struct store_item){
			.tags = tags,
			.tags_len = tags_len,
			.id = id,
			.feed = r->feed,
			.flags = flags,
			.published = r->published,
			.updated = r->updated,
			.seen = r->seen,
			.time = r->time,
			.guid = r->guid,
			.title = r->title,
			.link = r->link,
			.author = r->author,
			.comments = r->comments,
			.score = r->score,
			.rules = r->rules,
			.rules_len = r->rules_len,
			.media = (enum media_kind)r->media,
			.duration = r->duration,
		};
	return code;
}

int
store_item(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_item *out)
{
	struct item_record r;
	int flags = 0;
	int code = store_db_record(view, TABLE_ITEM, id, arena, &r, NULL);
	if (code == OK) {
		code = read_flags(view, r.feed, r.time, id, &flags);
		/* The record is there. So its entry in feeditem is missing, unless the
		 * item is deleted. */
		if (code == ERR_NOT_FOUND && !store_item_trash_has(view, id))
			code = ERR_DAMAGED;
	}
	if (code == OK)
		code = fill_item(view, &r, id, flags, arena, out);
	return store_db_status(view->store, code);
}

int
store_item_deleted(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_item *out)
{
	struct item_record r;
	struct span trash;
	int code = store_db_get(view, TABLE_TRASH, schema_id(id), &trash);
	if (code == OK && trash.n != TRASH_BYTES)
		code = ERR_DAMAGED;
	if (code == OK)
		code = store_db_record(view, TABLE_ITEM, id, arena, &r, NULL);
	if (code == OK)
		code = fill_item(view, &r, id, (uint8_t)trash.p[0], arena, out);
	return store_db_status(view->store, code);
}

int
store_item_flags_at(const struct store_view *view, uint32_t feed, int64_t time,
	uint64_t id, int *flags)
{
	return store_db_status(view->store, read_flags(view, feed, time, id, flags));
}

int
store_item_flags(const struct store_view *view, uint64_t id, int *flags)
{
	uint32_t feed;
	int64_t time;
	int code = store_db_place(view, id, &feed, &time);
	if (code == OK)
		code = read_flags(view, feed, time, id, flags);
	return store_db_status(view->store, code);
}

int
store_item_glance(
	const struct store_view *view, uint64_t id, struct store_item_glance *out)
{
	struct span record;
	int code = store_db_get(view, TABLE_TEXT, schema_id(id), &record);
	if (code == OK)
		code = record_check(id, record);
	if (code == OK)
		*out = (struct store_item_glance){
			.text = record_find(record, TEXT_BODY),
			.html = record_find_int(record, TEXT_TYPE, TEXT_PLAIN) ==
				TEXT_HTML,
			.enclosures = record_find(record, TEXT_ENCLOSURES).n > 0,
			.duration = record_find_int(record, TEXT_DURATION, 0) / 1000,
		};
	return store_db_status(view->store, code);
}

int
store_item_body(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_item_body *out)
{
	struct text_record r;
	int code = store_db_record(view, TABLE_TEXT, id, arena, &r, NULL);
	for (size_t i = 0; code == OK && i < r.related_len; i++) {
		struct related *to = &r.related[i];
		if (i < r.notes_len && !str_empty(r.notes[i]))
			*(to->rel == RELATED_SAMPLE ? &to->title : &to->language) =
				r.notes[i];
		if (i < r.roles_len && !str_empty(r.roles[i]))
			to->role = r.roles[i];
	}
	if (code == OK)
		*out = (struct store_item_body){
			.text = {.text = r.body,
				.type = (enum text_type)r.type,
				.base = r.base},
			.text_len = r.body ? strlen(r.body) : 0,
			.date = r.date,
			.comments = r.comments,
			.enclosures = r.enclosures,
			.enclosures_len = r.enclosures_len,
			.categories = r.categories,
			.categories_len = r.categories_len,
			.related = r.related,
			.related_len = r.related_len,
			.chapters = r.chapters,
			.media = {.thumbnail = r.thumbnail,
				.duration = r.duration,
				.views = r.views - 1,
				.votes = r.votes - 1,
				.place = {.season = r.season,
					.number = r.number,
					.part = r.part,
					.season_name = r.season_name,
					.number_name = r.number_name}},
		};
	return store_db_status(view->store, code);
}

int
store_item_other(const struct store_view *view, uint64_t id, enum store_item_other which,
	struct arena *arena, struct store_item_text *out)
{
	struct text_record r;
	static const enum schema_table tables[] = {[STORE_ITEM_PAGE] = TABLE_PAGE,
		[STORE_ITEM_EARLIER] = TABLE_EARLIER,
		[STORE_ITEM_CHAPTERS] = TABLE_CHAPTERS,
		[STORE_ITEM_FILE_CHAPTERS] = TABLE_FILECHAPTERS,
		[STORE_ITEM_TRANSCRIPT] = TABLE_TRANSCRIPT};
	int code = store_db_record(view, tables[which], id, arena, &r, NULL);
	if (code == OK)
		*out = (struct store_item_text){.text = {.text = r.body,
							.type = (enum text_type)r.type,
							.base = r.base},
			.len = r.body ? strlen(r.body) : 0,
			.time = r.kept,
			.etag = r.etag};
	return store_db_status(view->store, code);
}

int
store_item_full(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_item_body *out)
{
	struct store_item_text page;
	int status = store_item_body(view, id, arena, out);
	if (status == OK &&
		store_item_other(view, id, STORE_ITEM_PAGE, arena, &page) == OK) {
		out->text = page.text;
		out->text_len = page.len;
	}
	return status;
}

uint64_t
store_item_last_id(const struct store_view *view)
{
	struct span value;
	int code = store_db_get(view, TABLE_META, schema_name(META_NEXT_ITEM), &value);
	return code == OK && value.n == 8 ? schema_get64(value.p) - 1 : 0;
}
