/*
 * Writes the full-text index.
 *
 * The index maps each word to the documents that have it and to its places in them, so
 * that a phrase is found without reading texts. LMDB could hold one entry for each word
 * and document, but an item has some 150 different words, and each would be an insertion
 * at a random place. So the index consists of segments, each of which covers consecutive
 * documents and is written at once:
 *
 * segment   last document          first, documents left, sequence, written
 * word      sequence|word|0|first  chunk: words in order, about 32 KB (index_chunk.h)
 *
 * Documents are numbered in the order in which they come, so the ranges of the segments
 * follow each other. Small neighbours are merged into large segments in slices, when
 * there is nothing else to do (index_merge.c).
 *
 * Rejected: entries for each word and item in LMDB (a random insertion for each word);
 * segments without places (a phrase of frequent words would have to be verified in the
 * texts of all items that have the words); signatures and trigram filters (every hit
 * would have to be verified in its text). tests/bench/time_search measures what searches
 * cost, tests/bench/fill_store what the index adds to storing.
 *
 * Crashes. A mark in meta, the first document that is not in a segment, changes in the
 * transaction that writes a segment. Documents from the mark on are pending: at most
 * INDEX_PENDING, up to INDEX_PENDING_MAX during a refresh, and more only while the index
 * of an older store is built. Searches read the texts of pending documents. So there is
 * only one way into the index, and no intermediate state.
 *
 * Edits. When an item is edited, its text becomes a document with a new number, an alias,
 * which passes the mark like that of a new item. The table alias says which item it
 * belongs to, and an item's highest alias is the one that counts. Searches only show
 * items that are there, so deleting one only changes a count; a segment that has lost
 * half of its documents is rewritten without them.
 *
 * Words are in several spaces (enum index_space): those of all texts together, those of
 * titles and of authors once more by themselves, and words with accents also without
 * them.
 */
#include "config.h"

#include "store/index/index.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/index/index_build.h"
#include "store/index/index_chunk.h"
#include "store/index/index_merge.h"
#include "store/index/index_read.h"
#include "store/index/index_texts.h"
#include "store/record/schema.h"

#define SEGMENT_BYTES 20
#define GATHER_DOCS 4096       /* documents of a new segment, */
#define STOP_DOCS 4            /* between two checks whether to stop */
#define GATHER_WORDS (1 << 21) /* or words, since they take memory */

/* ---- State and segments. */

int
store_index_state(const struct store_view *view, struct index_state *out)
{
	struct span value;
	*out = (struct index_state){1, 1, true};
	int code = store_db_get(view, TABLE_META, schema_name(META_INDEX), &value);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	if (value.n != 13)
		return ERR_DAMAGED;
	*out = (struct index_state){schema_get64(value.p), schema_get32(value.p + 8),
		value.p[12] == INDEX_FOLDING};
	return OK;
}

static int
put_state(struct store_batch *batch, const struct index_state *state)
{
	uint8_t bytes[13];
	schema_put64(bytes, state->mark);
	schema_put32(bytes + 8, state->sequence);
	bytes[12] = state->on ? INDEX_FOLDING : 0;
	return store_db_put(
		batch, TABLE_META, schema_name(META_INDEX), bytes, sizeof bytes, 0);
}

int
store_index_segment_read(struct span key, struct span value, struct index_segment *out)
{
	if (key.n != 8 || value.n != SEGMENT_BYTES)
		return ERR_DAMAGED;
	*out = (struct index_segment){.last = schema_get64(key.p),
		.first = schema_get64(value.p),
		.docs = schema_get32(value.p + 8),
		.sequence = schema_get32(value.p + 12),
		.written = schema_get32(value.p + 16)};
	return out->first <= out->last && out->last - out->first < INDEX_SPAN_MAX
		       ? OK
		       : ERR_DAMAGED;
}

int
store_index_segment(
	const struct store_view *view, uint64_t from, struct index_segment *out)
{
	MDB_cursor *cursor;
	struct schema_key key = schema_id(from);
	MDB_val k = {key.len, key.bytes}, v;
	int code = store_db_cursor(view, TABLE_SEGMENT, &cursor);
	if (code)
		return code;
	code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	if (code == OK)
		code = store_index_segment_read((struct span){k.mv_data, k.mv_size},
			(struct span){v.mv_data, v.mv_size}, out);
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? ERR_NOT_FOUND : code;
}

int
store_index_segment_put(struct store_batch *batch, const struct index_segment *segment)
{
	uint8_t bytes[SEGMENT_BYTES];
	schema_put64(bytes, segment->first);
	schema_put32(bytes + 8, segment->docs);
	schema_put32(bytes + 12, segment->sequence);
	schema_put32(bytes + 16, segment->written);
	return store_db_put(
		batch, TABLE_SEGMENT, schema_id(segment->last), bytes, sizeof bytes, 0);
}

int
store_index_chunks_drop(struct store_batch *batch, uint32_t sequence)
{
	MDB_cursor *cursor;
	uint8_t key[4];
	schema_put32(key, sequence);
	int code = store_db_batch_cursor(batch, TABLE_WORD, &cursor);
	while (code == OK) {
		MDB_val k = {sizeof key, key}, v;
		code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
		if (code || k.mv_size < 4 || memcmp(k.mv_data, key, 4) != 0)
			break;
		code = mdb_cursor_del(cursor, 0);
	}
	return code == MDB_NOTFOUND ? OK : code;
}

int
store_index_segment_drop(struct store_batch *batch, const struct index_segment *segment)
{
	int code = store_db_del(batch, TABLE_SEGMENT, schema_id(segment->last));
	return code == OK ? store_index_chunks_drop(batch, segment->sequence) : code;
}

/* ---- Pending documents. */

int
store_index_cursors_open(const struct store_view *view, struct index_cursors *out)
{
	*out = (struct index_cursors){NULL, NULL, NULL, NULL, NULL};
	int code = store_db_cursor(view, TABLE_PLACE, &out->places);
	if (code == OK)
		code = store_db_cursor(view, TABLE_ALIAS, &out->aliases);
	if (code == OK)
		code = store_db_cursor(view, TABLE_ITEM, &out->items);
	if (code == OK)
		code = store_db_cursor(view, TABLE_TEXT, &out->texts);
	return code == OK ? store_db_cursor(view, TABLE_PAGE, &out->pages) : code;
}

void
store_index_cursors_close(struct index_cursors *c)
{
	MDB_cursor *all[] = {c->places, c->aliases, c->items, c->texts, c->pages};
	for (size_t i = 0; i < COUNT_OF(all); i++)
		if (all[i])
			mdb_cursor_close(all[i]);
}

int
store_index_document_next(
	const struct index_cursors *c, uint64_t from, uint64_t *doc, uint64_t *item)
{
	MDB_val k, v;
	*doc = UINT64_MAX;
	int code = store_db_from(c->places, from, &k, &v);
	if (code == OK && k.mv_size == 8)
		*doc = *item = schema_get64(k.mv_data);
	else if (code != ERR_NOT_FOUND)
		return code ? code : ERR_DAMAGED;
	code = store_db_from(c->aliases, from, &k, &v);
	if (code && code != ERR_NOT_FOUND)
		return code;
	if (code == OK && k.mv_size == 8 && v.mv_size == 8 &&
		schema_get64(k.mv_data) < *doc) {
		*doc = schema_get64(k.mv_data);
		*item = schema_get64(v.mv_data);
	}
	return *doc == UINT64_MAX ? ERR_NOT_FOUND : OK;
}

/* A segment that is not stored yet. */
struct store_index_part {
	struct index_build *build;
	struct index_segment segment; /* the sequence is given when it is written */
	uint64_t from, mark;          /* the state's mark before it, and after it */
	unsigned opened;              /* as in struct store, when it was read */
	const struct store_index_texts *texts; /* that need not be read; or NULL */
	bool (*stop)(void *data);              /* while it is gathered */
	void *data;
};

/* Gathers at most max documents from *from on, and advances *from. ERR_NOT_FOUND: there
 * are no more. */
static int
gather_some(const struct index_cursors *cursors, size_t max, uint64_t *from,
	struct store_index_part *part)
{
	struct index_segment *segment = &part->segment;
	uint64_t doc, item;
	int code = OK;
	while (code == OK && segment->docs < max &&
		store_index_build_words(part->build) < GATHER_WORDS) {
		if (part->stop && segment->docs % STOP_DOCS == 0 &&
			part->stop(part->data))
			return ERR_CANCELLED;
		code = store_index_document_next(cursors, *from, &doc, &item);
		if (code || (segment->docs && doc - segment->first >= INDEX_SPAN_MAX))
			break;
		segment->first = segment->docs ? segment->first : doc;
		segment->last = doc;
		segment->written = ++segment->docs;
		code = store_index_build_add(part->build, cursors, item,
			(uint32_t)(doc - segment->first),
			store_index_texts_find(part->texts, part->opened, doc));
		*from = doc + 1;
	}
	return code;
}

/* Gathers pending documents; `end` is the number after the last one. */
static int
gather(const struct store_view *view, uint64_t mark, size_t max, uint64_t end,
	struct store_index_part *part)
{
	struct index_cursors cursors;
	uint64_t from = mark;
	part->opened = view->store->opened;
	part->build = store_index_build_new();
	int code = store_index_cursors_open(view, &cursors);
	if (code == OK)
		code = gather_some(&cursors, max, &from, part);
	/* If there are no more, the mark goes to the end. */
	part->from = mark;
	part->mark = code == ERR_NOT_FOUND ? end : from;
	store_index_cursors_close(&cursors);
	if (code != OK && code != ERR_NOT_FOUND)
		return code;
	store_index_build_sort(part->build);
	return OK;
}

static int
write_entry(void *data, const struct index_entry *entry)
{
	return store_index_writer_add(data, entry);
}

static int
write_part(struct store_batch *batch, struct index_state *state,
	struct store_index_part *part)
{
	struct index_writer writer = {.batch = batch, .sequence = state->sequence};
	state->mark = part->mark;
	if (!part->segment.docs)
		return OK;
	part->segment.sequence = state->sequence++;
	int code = store_index_build_each(part->build, write_entry, &writer);
	if (code == OK)
		code = store_index_writer_flush(&writer);
	if (code == OK)
		code = store_index_segment_put(batch, &part->segment);
	store_index_writer_done(&writer);
	return code;
}

/* Makes a segment of pending documents. */
static int
flush(struct store_batch *batch, struct index_state *state, size_t max, uint64_t end)
{
	struct store_index_part part = {.texts = batch->store->texts};
	struct store_view view = store_batch_view(batch);
	int code = gather(&view, state->mark, max, end, &part);
	if (code == OK)
		code = write_part(batch, state, &part);
	store_index_build_free(part.build);
	return code;
}

/* ---- What others call. */

static uint64_t
next_number(const struct store_view *view)
{
	struct span value;
	if (store_db_get(view, TABLE_META, schema_name(META_NEXT_ITEM), &value) != OK ||
		value.n != 8)
		return 1;
	return schema_get64(value.p);
}

/* Makes segments, of at most max documents, until fewer than `pending` documents are
 * pending. */
static int
index_some(struct store_batch *batch, uint64_t pending, uint64_t max,
	struct index_state *state, bool *more)
{
	struct store_view view = store_batch_view(batch);
	uint64_t end = next_number(&view), begin;
	int code = store_index_state(&view, state);
	begin = state->mark;
	*more = false;
	while (code == OK && state->on && end >= state->mark + pending) {
		*more = state->mark - begin >= max;
		if (*more)
			break;
		code = flush(batch, state, max < GATHER_DOCS ? max : GATHER_DOCS, end);
	}
	return code;
}

/* If the index is damaged it is switched off, since items are more important. Searches
 * then read the texts, until the next worker builds it again (store_index_switch). */
static int
switch_off(struct store_batch *batch, int code)
{
	struct index_state state = {1, 1, false};
	return code == ERR_DAMAGED ? put_state(batch, &state) : code;
}

static int
index_commit(struct store_batch *batch)
{
	struct index_state state;
	bool more;
	uint64_t before, added = batch->next_item > batch->first_item
					 ? batch->next_item - batch->first_item
					 : 0;
	if (!added || batch->index_later)
		return OK;
	struct store_view view = store_batch_view(batch);
	int code = store_index_state(&view, &state);
	before = state.mark;
	if (code == OK)
		code = index_some(
			batch, INDEX_PENDING_MAX, added + GATHER_DOCS, &state, &more);
	/* If no process ever has time to merge, writing does it. */
	if (code == OK && state.mark != before)
		code = store_index_merge_slice(batch, &state, INDEX_MERGE_LATE, &more);
	if (code == OK && state.mark != before)
		code = put_state(batch, &state);
	return switch_off(batch, code);
}

static int
settle(struct store_batch *batch, struct err *err)
{
	int code = index_commit(batch);
	if (code == OK)
		code = switch_off(batch, store_index_texts_settle(batch));
	return store_batch_fail(batch, code, err, N_("cannot store"));
}

const struct store_batch_part store_index_batch_part = {
	.settle = settle, .free = store_index_texts_end};

int
store_index_removed(struct store_batch *batch, uint64_t id)
{
	struct store_view view = store_batch_view(batch);
	struct index_segment segment;
	int code = store_index_segment(&view, id, &segment);
	if (code == OK && segment.first <= id && segment.docs) {
		segment.docs--;
		code = store_index_segment_put(batch, &segment);
	}
	return code == ERR_NOT_FOUND ? OK : switch_off(batch, code);
}

int
store_index_edited(struct store_batch *batch, uint64_t id)
{
	struct store_view view = store_batch_view(batch);
	struct index_state state;
	uint8_t bytes[8];
	int code = store_index_state(&view, &state);
	/* Also if the item is pending: its old text may be in a part that is being
	 * gathered right now. */
	if (code || !state.on)
		return code;
	schema_put64(bytes, id);
	return store_db_put(batch, TABLE_ALIAS, schema_id(batch->next_item++), bytes,
		sizeof bytes, 0);
}

int
store_index_step(struct store_batch *batch, size_t max, bool *more, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct index_state before, state;
	int code = store_index_state(&view, &before);
	if (code == OK)
		code = index_some(batch, INDEX_PENDING, max, &state, more);
	if (code == OK && state.on && !*more)
		code = store_index_merge_slice(batch, &state, INDEX_MERGE_NOW, more);
	if (code == OK &&
		(state.mark != before.mark || state.sequence != before.sequence))
		code = put_state(batch, &state);
	return store_batch_fail(
		batch, switch_off(batch, code), err, N_("cannot index texts"));
}

int
store_index_gather(const struct store_view *view, size_t least,
	const struct store_index_texts *texts, bool (*stop)(void *data), void *data,
	struct store_index_part **out)
{
	struct index_state state;
	uint64_t end = next_number(view);
	*out = NULL;
	int code = store_index_state(view, &state);
	if (code || !state.on || end < state.mark + (least ? least : 1))
		return code;
	struct store_index_part *part = mem_zalloc(sizeof *part);
	part->texts = texts;
	part->stop = stop;
	part->data = data;
	/* All that have been folded, which take memory. */
	size_t most = store_index_texts_len(texts);
	code = gather(
		view, state.mark, most > GATHER_DOCS ? most : GATHER_DOCS, end, part);
	if (code == OK)
		*out = part;
	else
		store_index_part_free(part);
	return code;
}

size_t
store_index_part_texts(const struct store_index_part *part)
{
	return part->segment.docs;
}

void
store_index_part_free(struct store_index_part *part)
{
	if (!part)
		return;
	store_index_build_free(part->build);
	free(part);
}

int
store_index_put(struct store_batch *batch, struct store_index_part *part, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct index_state state;
	int code = store_index_state(&view, &state);
	if (code == OK && state.on && state.mark == part->from &&
		batch->store->opened == part->opened) {
		bool more;
		code = write_part(batch, &state, part);
		/* If no process ever has time to merge, writing does it. */
		if (code == OK)
			code = store_index_merge_slice(
				batch, &state, INDEX_MERGE_LATE, &more);
		if (code == OK)
			code = put_state(batch, &state);
	}
	return store_batch_fail(batch, code, err, N_("cannot index texts"));
}

int
store_index_switch(struct store_batch *batch, bool on, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct index_state state;
	int code = store_index_state(&view, &state);
	bool off = !state.on && !store_db_entries(&view, TABLE_SEGMENT);
	if (code || (on ? state.on : off))
		return store_batch_fail(batch, code, err, N_("cannot index texts"));
	return store_index_reset(batch, on, err);
}

int
store_index_reset(struct store_batch *batch, bool on, struct err *err)
{
	static const enum schema_table tables[] = {
		TABLE_WORD, TABLE_SEGMENT, TABLE_ALIAS};
	struct index_state state = {1, 1, on};
	int code = OK;
	for (size_t i = 0; code == OK && i < COUNT_OF(tables); i++)
		code = mdb_drop(batch->txn, batch->store->tables[tables[i]], 0);
	if (code == OK)
		code = store_db_del(batch, TABLE_META, schema_name(META_MERGE));
	if (code == OK)
		code = put_state(batch, &state);
	return store_batch_fail(batch, code, err, N_("cannot empty the index"));
}
