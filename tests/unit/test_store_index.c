/*
 * The full-text index against the texts: the check reports whatever is wrong, and a
 * rebuild corrects it.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/mem.h"
#include "base/str.h"
#include "model/feed.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/file/copy.h"
#include "store/health/check.h"
#include "store/identity/item_match.h"
#include "store/index/index.h"
#include "store/index/index_chunk.h"
#include "store/index/index_inside.h"
#include "store/index/index_read.h"
#include "store/index/index_texts.h"
#include "store/index/reindex.h"
#include "store/item/item.h"
#include "store/poll/poll.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store_helper.h"
#include "unit.h"

#define ITEMS 700 /* some 200 of them stay pending */
#define PART 60   /* texts in a segment */
#define OFTEN 13

static const char *const one_feed[] = {"https://a.example/"};

static void
fill(struct fixture *f, size_t from, size_t to, const char *more)
{
	static char room[ITEMS][200];
	const char *lines[ITEMS];
	for (size_t i = from; i < to; i++) {
		snprintf(room[i], sizeof room[i],
			"%zu|http://a/%zu|Émile %zu|<p>all of it, %zu: naïve 東京都 all "
			"w%zu%s</p>|",
			i, i, i % 9, i % 4, i * 7919 % 1000, more);
		lines[i - from] = room[i];
	}
	poll_items(f, 1, T0, lines, to - from);
}

/* Indexes them in small segments, some of which are merged. */
static void
index_all(struct fixture *f)
{
	for (bool more = true; more;) {
		struct store_batch *batch;
		assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
		assert_int_equal(store_index_step(batch, PART, &more, NULL), OK);
		assert_int_equal(store_batch_commit(batch, NULL), OK);
	}
}

struct said {
	struct buf text;
};

static void
note(void *data, const char *sentence)
{
	struct said *said = data;
	buf_addf(&said->text, "%s\n", sentence);
}

/* The check finds at least that many faults, in the index only, and the first sentence
 * contains the words. */
static void
assert_says(struct fixture *f, uint64_t least, const char *words)
{
	struct said said = {BUF_INIT(0)};
	const struct store_watch watch = {.report = note, .data = &said};
	struct store_health_check found;
	assert_int_equal(store_health_check(f->store, &found, &watch, NULL), OK);
	if (found.misworded < least || !strstr(buf_str(&said.text), words))
		fail_msg("not \"%s\", but %d:\n%s", words, (int)found.misworded,
			buf_str(&said.text));
	assert_int_equal(store_health_check_faults(&found), found.misworded);
	buf_done(&said.text);
}

/* A way to damage the index, within the batch, and what the check says about it. */
struct spoil {
	const char *what;
	int (*run)(struct store_batch *batch);
	uint64_t least;
	const char *says;
};

/* The first chunk of the first segment. */
static int
a_chunk(struct store_batch *batch, MDB_cursor **cursor, MDB_val *k, MDB_val *v)
{
	struct store_view view = store_batch_view(batch);
	struct index_segment segment;
	static uint8_t head[4];
	int code = store_index_segment(&view, 1, &segment);
	*k = (MDB_val){sizeof head, head};
	*v = (MDB_val){0, NULL};
	if (code == OK)
		code = store_db_batch_cursor(batch, TABLE_WORD, cursor);
	if (code)
		return code;
	schema_put32(head, segment.sequence);
	return mdb_cursor_get(*cursor, k, v, MDB_SET_RANGE);
}

static int
lose_words(struct store_batch *batch)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = a_chunk(batch, &cursor, &k, &v);
	return code ? code : mdb_cursor_del(cursor, 0);
}

/* Writes the chunk again, with a right checksum unless `plain`. */
static int
write_over(MDB_cursor *cursor, MDB_val k, MDB_val v, size_t at, int byte, bool plain)
{
	uint8_t key[INDEX_KEY_MAX];
	struct buf copy = BUF_INIT(0);
	memcpy(key, k.mv_data, k.mv_size);
	buf_add(&copy, v.mv_data, v.mv_size);
	copy.data[at] = (char)byte;
	if (!plain)
		schema_put32(copy.data,
			record_sum(schema_get32(key), copy.data + 4, copy.len - 4));
	k.mv_data = key;
	v.mv_data = copy.data;
	int code = mdb_cursor_put(cursor, &k, &v, 0);
	buf_done(&copy);
	return code;
}

static int
flip_a_bit(struct store_batch *batch)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = a_chunk(batch, &cursor, &k, &v);
	if (code)
		return code;
	const char *bytes = v.mv_data;
	return write_over(cursor, k, v, v.mv_size / 2, bytes[v.mv_size / 2] ^ 4, true);
}

/* Adds one to the first byte (or to a place) of the first word's postings. */
static int
spoil_byte(struct store_batch *batch, size_t byte, int by)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct index_chunk chunk;
	int code = a_chunk(batch, &cursor, &k, &v);
	const uint8_t *bytes = v.mv_data;
	if (code == OK)
		code = store_index_chunk_open(
			&chunk, schema_get32(k.mv_data), bytes, v.mv_size);
	if (code || !store_index_chunk_next(&chunk))
		return code ? code : ERR_DAMAGED;
	size_t at = (size_t)(chunk.entry.data - bytes) + byte;
	return write_over(cursor, k, v, at, bytes[at] + by, false);
}

static int
move_a_posting(struct store_batch *batch)
{
	return spoil_byte(batch, 1, 2);
}

static int
say_another_document(struct store_batch *batch)
{
	return spoil_byte(batch, 0, 1);
}

static int
move_a_chunk(struct store_batch *batch)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	uint8_t key[INDEX_KEY_MAX];
	struct buf copy = BUF_INIT(0);
	int code = a_chunk(batch, &cursor, &k, &v);
	if (code)
		return code;
	memcpy(key, k.mv_data, k.mv_size);
	key[5]++;
	buf_add(&copy, v.mv_data, v.mv_size);
	k.mv_data = key;
	v.mv_data = copy.data;
	code = mdb_cursor_del(cursor, 0);
	if (code == OK)
		code = mdb_cursor_put(cursor, &k, &v, 0);
	buf_done(&copy);
	return code;
}

static int
lose_a_segment(struct store_batch *batch)
{
	struct store_view view = store_batch_view(batch);
	struct index_segment segment;
	int code = store_index_segment(&view, PART + 1, &segment);
	return code ? code : store_db_del(batch, TABLE_SEGMENT, schema_id(segment.last));
}

static int
miscount(struct store_batch *batch)
{
	struct store_view view = store_batch_view(batch);
	struct index_segment segment;
	int code = store_index_segment(&view, PART + 1, &segment);
	segment.docs++;
	return code ? code : store_index_segment_put(batch, &segment);
}

static int
forget_what_waits(struct store_batch *batch)
{
	struct store_view view = store_batch_view(batch);
	struct index_state state;
	uint8_t bytes[13];
	int code = store_index_state(&view, &state);
	schema_put64(bytes, state.mark + 3);
	schema_put32(bytes + 8, state.sequence);
	bytes[12] = INDEX_FOLDING;
	return code ? code
		    : store_db_put(batch, TABLE_META, schema_name(META_INDEX), bytes,
			      sizeof bytes, 0);
}

static int
forget_an_edit(struct store_batch *batch)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_db_batch_cursor(batch, TABLE_ALIAS, &cursor);
	if (code == OK)
		code = mdb_cursor_get(cursor, &k, &v, MDB_FIRST);
	return code ? code : mdb_cursor_del(cursor, 0);
}

static int
put_words_of_nobody(struct store_batch *batch)
{
	struct index_writer writer = {.batch = batch, .sequence = 4711};
	const uint8_t postings[] = {0, 0};
	const struct index_entry entry = {.term = {INDEX_ANY, 'x'},
		.term_len = 2,
		.docs = 1,
		.data = postings,
		.len = sizeof postings};
	int code = store_index_writer_add(&writer, &entry);
	if (code == OK)
		code = store_index_writer_flush(&writer);
	store_index_writer_done(&writer);
	return code;
}

static const struct spoil spoils[] = {
	{"a chunk is gone", lose_words, PART,
		"has words that are not in the full-text index"},
	{"a bit is turned", flip_a_bit, 1, "part of the full-text index is damaged"},
	{"a word is elsewhere in its text", move_a_posting, 1,
		"the full-text index has words that are not in item"},
	{"a word is in another text", say_another_document, 1, "full-text index"},
	{"a chunk is out of place", move_a_chunk, 1, "index is damaged"},
	{"a segment is gone", lose_a_segment, PART + 1,
		"is missing from the full-text index"},
	{"a segment counts wrong", miscount, 1, "disagree"},
	{"some were never indexed", forget_what_waits, 3,
		"is missing from the full-text index"},
	{"an edit is forgotten", forget_an_edit, 2, "disagree"},
	{"a part belongs to nobody", put_words_of_nobody, 1, "belongs to no item"},
};

static void
whatever_is_wrong_is_said_and_made_anew(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	fill(f, 0, ITEMS, "");
	assert_sound(f);
	for (size_t i = 0; i < COUNT_OF(spoils); i++) {
		struct store_batch *batch;
		struct store_health_check_stats before, after;
		assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
		assert_int_equal(store_index_reset(batch, true, NULL), OK);
		assert_int_equal(store_batch_commit(batch, NULL), OK);
		index_all(f);
		/* Edited items, with aliases in a segment of their own, and some that are
		 * pending. */
		char edit[20];
		snprintf(edit, sizeof edit, " edit%zu", i);
		fill(f, 50, 650, edit);
		fill(f, 100, 600, " twice");
		index_all(f);
		fill(f, 340, 380, edit);
		assert_sound(f);
		assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
		if (spoils[i].run(batch) != OK)
			fail_msg("%s: could not be done", spoils[i].what);
		assert_int_equal(store_batch_commit(batch, NULL), OK);
		assert_says(f, spoils[i].least, spoils[i].says);
		assert_int_equal(store_health_check_stats(f->store, &before, NULL), OK);
		assert_int_equal(store_index_rebuild(f->store, NULL), OK);
		assert_sound(f);
		assert_int_equal(store_health_check_stats(f->store, &after, NULL), OK);
		assert_int_equal(before.items, after.items);
	}
}

/* An index that is off has no faults. Switched on again, it is built. */
static void
an_index_that_is_off_is_sound(void **state)
{
	struct fixture *f = *state;
	struct store_batch *batch;
	put_subscriptions(f, one_feed, 1);
	fill(f, 0, ITEMS, "");
	index_all(f);
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(store_index_switch(batch, false, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	fill(f, 100, 200, " edited");
	assert_sound(f);
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(store_index_switch(batch, true, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	index_all(f);
	assert_sound(f);
}

/* So is one whose words are folded otherwise: it counts as off, and is rebuilt. */
static void
an_index_of_other_words_is_built_anew(void **state)
{
	struct fixture *f = *state;
	struct store_batch *batch;
	struct span value;
	uint8_t bytes[13];
	put_subscriptions(f, one_feed, 1);
	fill(f, 0, ITEMS, "");
	index_all(f);
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	struct store_view view = store_batch_view(batch);
	assert_int_equal(
		store_db_get(&view, TABLE_META, schema_name(META_INDEX), &value), OK);
	assert_int_equal(value.n, sizeof bytes);
	memcpy(bytes, value.p, sizeof bytes);
	bytes[12] = INDEX_FOLDING - 1;
	assert_int_equal(store_db_put(batch, TABLE_META, schema_name(META_INDEX), bytes,
				 sizeof bytes, 0),
		OK);
	struct index_state state_of;
	assert_int_equal(store_index_state(&view, &state_of), OK);
	assert_false(state_of.on); /* searches read the texts */
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	assert_sound(f);
	for (int on = 0; on <= 1; on++) {
		assert_int_equal(count_segments(f) > 0, !on);
		assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
		assert_int_equal(store_index_switch(batch, on, NULL), OK);
		assert_int_equal(store_batch_commit(batch, NULL), OK);
		assert_int_equal(count_segments(f), 0);
	}
	index_all(f);
	assert_true(count_segments(f) > 0);
	assert_sound(f);
}

/* Most of the time is spent in the index, so this is where the check has to continue
 * asking. */
static void
a_look_tells_how_far_it_is_and_can_be_stopped(void **state)
{
	struct fixture *f = *state;
	struct store_health_check found;
	struct err err;
	put_subscriptions(f, one_feed, 1);
	fill(f, 0, ITEMS, "");
	index_all(f);
	fill(f, 100, 650, " edited");
	index_all(f);
	struct patience patience = {.left = SIZE_MAX};
	const struct store_watch watch = {.go_on = patience_ends, .data = &patience};
	assert_int_equal(store_health_check(f->store, &found, &watch, &err), OK);
	size_t all = patience.asked;
	assert_true(all > 10);
	assert_true(patience.done > (uint64_t)ITEMS * 20);
	for (size_t n = 0; n < all; n++) {
		patience = (struct patience){.left = n};
		assert_int_equal(store_health_check(f->store, &found, &watch, &err),
			ERR_CANCELLED);
		assert_int_equal(patience.asked, n + 1);
	}
	assert_sound(f);
}

/* ---- Texts that were folded as their items arrived. */

#define FEW 60

/* Stores items of these numbers, whose texts were looked at before if `folded`. commit
 * false: the batch is given up. */
static void
arrive(struct fixture *f, size_t from, size_t to, bool folded, bool commit)
{
	static const char *const texts[] = {"<p>Caf&eacute; <b>na</b>ïve, 東京都",
		"<script>none</script>", "", "&amp;", "plain <i>Émile</i> at sea"};
	char room[FEW][120];
	const char *lines[FEW];
	struct arena arena = ARENA_INIT;
	struct store_arrivals arrivals;
	for (size_t i = from; i < to; i++) {
		snprintf(room[i - from], sizeof *room, "%zu||title %zu|%s|", i, i,
			texts[i % COUNT_OF(texts)]);
		lines[i - from] = room[i - from];
	}
	struct feed *document = make_document(lines, to - from);
	struct store_poll poll = {
		.feed = 1, .now = T0, .document = document, .arrivals = &arrivals};
	struct store_batch *batch = begin_batch(f);
	store_batch_index_later(batch);
	assert_int_equal(store_poll_open(batch, &poll, &arena, &arrivals, NULL), OK);
	for (size_t i = 0; folded && i < arrivals.len; i++)
		(void)store_poll_text(f->store, &document->items[i], &arrivals.items[i]);
	assert_int_equal(store_poll_put(batch, &poll, NULL, NULL), OK);
	if (commit)
		commit_batch(batch);
	else
		store_batch_abort(batch);
	feed_free(document);
	arena_done(&arena);
}

static void
index_with(struct fixture *f, const struct store_index_texts *texts)
{
	struct store_index_part *part;
	struct store_view view;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_index_gather(&view, 1, texts, NULL, NULL, &part), OK);
	store_view_end(&view);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_index_put(batch, part, NULL), OK);
	commit_batch(batch);
	store_index_part_free(part);
}

static void
put_table(struct fixture *f, enum schema_table table, struct buf *out)
{
	struct store_view view;
	MDB_cursor *cursor;
	MDB_val k, v;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_db_cursor(&view, table, &cursor), OK);
	while (mdb_cursor_get(cursor, &k, &v, MDB_NEXT) == 0) {
		buf_add(out, k.mv_data, k.mv_size);
		buf_add(out, v.mv_data, v.mv_size);
	}
	mdb_cursor_close(cursor);
	store_view_end(&view);
}

static void
texts_from_memory_make_the_same_index(void **state)
{
	struct fixture *f = *state;
	struct buf read = BUF_INIT(0), kept = BUF_INIT(0);
	put_subscriptions(f, one_feed, 1);
	arrive(f, 0, FEW / 2, false, true);
	arrive(f, FEW / 2, FEW, false, true);
	index_with(f, NULL);
	put_table(f, TABLE_WORD, &read);
	fixture_clear(f);
	put_subscriptions(f, one_feed, 1);
	arrive(f, 0, FEW / 2, true, true);
	arrive(f, FEW / 2, FEW, true, true);
	struct store_index_texts *texts = store_index_texts_take(f->store);
	size_t found = 0;
	for (uint64_t doc = 0; doc < FEW + 9; doc++)
		found += store_index_texts_find(texts, f->store->opened, doc).n > 0;
	assert_in_range(found, FEW / 2, FEW);
	assert_null(store_index_texts_find(texts, f->store->opened + 1, 1).p);
	index_with(f, texts);
	put_table(f, TABLE_WORD, &kept);
	assert_int_equal(kept.len, read.len);
	assert_memory_equal(kept.data, read.data, read.len);
	assert_sound(f);
	store_index_texts_free(texts);
	buf_done(&read);
	buf_done(&kept);
}

static void
texts_that_were_not_stored_are_forgotten(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	arrive(f, 0, 5, true, true);
	arrive(f, 6, 20, true, false);
	arrive(f, 22, 42, false, true); /* they get the same numbers */
	index_with(f, f->store->texts);
	assert_sound(f);
}

/* An edited item is another document. */
static void
texts_that_were_edited_are_read(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	arrive(f, 0, 20, true, true);
	poll_items(f, 1, T0, (const char *const[]){"3||title 3|quite another text|"}, 1);
	index_with(f, f->store->texts);
	assert_sound(f);
}

static void
texts_that_are_indexed_make_room(void **state)
{
	struct fixture *f = *state;
	char *large = mem_zalloc(1 << 20);
	struct span text = {large, 1 << 20};
	memset(large, 'x', text.n);
	put_subscriptions(f, one_feed, 1);
	arrive(f, 0, 5, true, true);
	assert_false(store_index_texts_many(f->store));
	for (size_t i = 0; store_index_texts_fold(f->store, text, false).p; i++)
		assert_in_range(i, 0, 20);
	assert_true(store_index_texts_many(f->store));
	index_with(f, f->store->texts);
	assert_false(store_index_texts_many(f->store));
	assert_non_null(store_index_texts_fold(f->store, text, false).p);
	assert_sound(f);
	free(large);
}

/* Each document of the segment has the word as often as the number in its address, modulo
 * OFTEN, says. */
static void
check_documents(const struct store_view *view, const struct index_segment *segment)
{
	const struct index_word zebra = {.text = "zebra"};
	struct index_set set;
	store_index_set_init(&set, segment);
	assert_int_equal(
		store_index_words(view, segment, INDEX_ANY, &zebra, 1, false, &set), OK);
	for (uint64_t doc = segment->first; doc <= segment->last; doc++) {
		struct store_item item;
		struct arena arena = ARENA_INIT;
		uint64_t at = doc - segment->first;
		assert_int_equal(store_item(view, doc, &arena, &item), OK);
		long number = strtol(strrchr(item.link, '/') + 1, NULL, 10);
		assert_int_equal(set.bits[at / 64] >> at % 64 & 1, number % OFTEN > 0);
		arena_done(&arena);
	}
	store_index_set_done(&set);
}

/* A word's places in a document are passed over whatever there are of them: next to each
 * other or far away, few or more than a machine word holds. */
static void
documents_are_found_behind_many_places(void **state)
{
	struct fixture *f = *state;
	struct buf texts[ITEMS];
	const char *lines[ITEMS];
	struct store_view view;
	struct index_segment segment = {.last = 0};
	size_t segments = 0;
	put_subscriptions(f, one_feed, 1);
	for (size_t i = 0; i < ITEMS; i++) {
		buf_init(&texts[i], 0);
		buf_addf(&texts[i], "%zu|http://a/%zu|Title|text", i, i);
		for (size_t n = 0; n < i % OFTEN; n++) {
			for (size_t gap = 0; gap < i * 7 % 90; gap++)
				buf_adds(&texts[i], " o");
			buf_adds(&texts[i], " zebra");
		}
		buf_addc(&texts[i], '|');
		lines[i] = buf_str(&texts[i]);
	}
	poll_items(f, 1, T0, lines, ITEMS);
	index_all(f);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	for (; store_index_segment(&view, segment.last + 1, &segment) == OK; segments++)
		check_documents(&view, &segment);
	assert_int_not_equal(segments, 0);
	store_view_end(&view);
	for (size_t i = 0; i < ITEMS; i++)
		buf_done(&texts[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(whatever_is_wrong_is_said_and_made_anew),
		FIXTURE_TEST(an_index_that_is_off_is_sound),
		FIXTURE_TEST(an_index_of_other_words_is_built_anew),
		FIXTURE_TEST(a_look_tells_how_far_it_is_and_can_be_stopped),
		FIXTURE_TEST(texts_from_memory_make_the_same_index),
		FIXTURE_TEST(texts_that_were_not_stored_are_forgotten),
		FIXTURE_TEST(texts_that_were_edited_are_read),
		FIXTURE_TEST(texts_that_are_indexed_make_room),
		FIXTURE_TEST(documents_are_found_behind_many_places),
	};
	return UNIT_RUN(tests);
}
