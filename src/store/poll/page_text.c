#include "config.h"

#include "store/poll/page_text.h"

#include "base/i18n.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/identity/story.h"
#include "store/identity/story_inside.h"
#include "store/index/index_inside.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

int
store_poll_put_page(struct store_batch *batch, uint64_t id, const struct text *text,
	int64_t now, struct err *err)
{
	uint32_t feed;
	int64_t time;
	const struct text_record record = {
		.type = text->type, .base = text->base, .body = text->text, .kept = now};
	struct store_view view = store_batch_view(batch);
	int code = store_db_place(&view, id, &feed, &time);
	if (code == ERR_NOT_FOUND)
		return code;
	if (code == OK)
		code = store_db_replace_record(batch, TABLE_PAGE, id, &record);
	if (code == OK)
		code = store_db_numbers(batch);
	uint64_t first = batch->next_item;
	if (code == OK)
		code = store_index_edited(batch, id);
	if (code == OK && batch->next_item != first)
		code = store_db_put_numbers(batch);
	if (code == OK && batch->next_item != first)
		code = store_identity_story_next(
			batch, STORY_LINKS | STORY_TEXTS, first, batch->next_item);
	return store_batch_fail(
		batch, code, err, N_("cannot store the text of the page"));
}
