/*
 * The table taste has a row for each feature: two IEEE 754 numbers and the time up to
 * which they have faded. A row of another size counts as none.
 */
#include "config.h"

#include "store/score/taste.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "model/action.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/item/item.h"
#include "store/item/raw.h"
#include "store/record/schema.h"
#include "store/score/priority.h"
#include "store/score/taste_inside.h"

#define SIZE 16
#define PARTS 1000

static int
get_count(const struct store_view *view, uint64_t key, struct taste_count *out)
{
	struct span v;
	int code = store_db_get(view, TABLE_TASTE, schema_id(key), &v);
	*out = (struct taste_count){0};
	if (code == OK && v.n == SIZE)
		*out = (struct taste_count){schema_get_sum(v.p), schema_get_sum(v.p + 4),
			schema_get_time(v.p + 8)};
	return code == ERR_NOT_FOUND ? OK : code;
}

static void
read_features(const struct store_view *view, uint64_t id, struct buf *scratch,
	struct taste *out)
{
	bool html;
	const struct store_key key = {.id = id};
	struct store_item_raw raw = store_item_raw_at(view, &key, 0);
	taste_read(out, scratch, store_item_raw_feed(&raw),
		store_item_raw_text(&raw, RAW_AUTHOR, &html),
		store_item_raw_text(&raw, RAW_TITLE, &html));
}

int
store_score_taste(const struct store_view *view, uint64_t id, struct taste *out)
{
	struct buf scratch = BUF_INIT(0);
	struct taste_count all, count;
	read_features(view, id, &scratch, out);
	buf_done(&scratch);
	int code = get_count(view, TASTE_KEY_ALL, &all);
	for (size_t i = 0; code == OK && i < out->len; i++) {
		code = get_count(view, out->parts[i].key, &count);
		taste_fade(&count, all.at);
		taste_weigh(out, i, &count, &all);
	}
	return store_db_status(view->store, code);
}

int
store_score_interest(const struct store_view *view, uint64_t id)
{
	struct taste taste;
	if (store_db_entries(view, TABLE_TASTE) == 0 ||
		store_score_taste(view, id, &taste) != OK)
		return 50;
	return taste_interest(&taste);
}

int64_t
store_score_total(const struct store_view *view, const struct store_item *item)
{
	return item->score + store_score_priority(view, item->feed) +
	       STORE_INTEREST_WORTH(store_score_interest(view, item->id));
}

/* ---- Lessons. */

static int
add_to(struct store_batch *batch, uint64_t key, const struct store_lesson *lesson)
{
	uint8_t bytes[SIZE];
	struct taste_count count;
	struct store_view view = store_batch_view(batch);
	int code = get_count(&view, key, &count);
	taste_fade(&count, lesson->now);
	count.liked += lesson->liked;
	count.passed += lesson->passed;
	schema_put_sum(bytes, count.liked > 0 ? count.liked : 0);
	schema_put_sum(bytes + 4, count.passed > 0 ? count.passed : 0);
	schema_put_time(bytes + 8, count.at);
	return code == OK ? store_db_put(batch, TABLE_TASTE, schema_id(key), bytes,
				    sizeof bytes, 0)
			  : code;
}

/* In the journal, the tag is how much a lesson says, in thousandths. */
static int
learn(struct store_batch *batch, const uint64_t *ids, size_t len,
	const struct store_lesson *lesson, const char *tag)
{
	struct buf scratch = BUF_INIT(0);
	struct taste taste;
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++) {
		struct store_view view = store_batch_view(batch);
		read_features(&view, ids[i], &scratch, &taste);
		code = add_to(batch, TASTE_KEY_ALL, lesson);
		for (size_t k = 0; code == OK && k < taste.len; k++)
			code = add_to(batch, taste.parts[k].key, lesson);
		if (code == OK && tag)
			code = store_batch_note(batch, ACTION_LEARN, tag, ids[i]);
	}
	buf_done(&scratch);
	return code;
}

int
store_score_learn_again(struct store_batch *batch, const uint64_t *ids, size_t len,
	const char *tag, int64_t then, bool redo, int64_t now)
{
	char *end;
	struct taste_count count = {.at = then};
	count.liked = (float)strtol(tag, &end, 10) / PARTS;
	count.passed = (float)strtol(end, NULL, 10) / PARTS;
	taste_fade(&count, now); /* as it has, since */
	float sign = redo ? 1 : -1;
	const struct store_lesson lesson = {sign * count.liked, sign * count.passed, now};
	return learn(batch, ids, len, &lesson, NULL);
}

int
store_score_learn(struct store_batch *batch, const uint64_t *ids, size_t len,
	const struct store_lesson *lesson, struct err *err)
{
	char tag[64];
	snprintf(tag, sizeof tag, "%ld %ld", lroundf(lesson->liked * PARTS),
		lroundf(lesson->passed * PARTS));
	int code = learn(batch, ids, len, lesson, tag);
	return store_batch_fail(batch, code, err, N_("cannot store what was learned"));
}
