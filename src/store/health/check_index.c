/*
 * Compares the full-text index with the texts, one segment at a time and document by
 * document, by sums: one over all words and their places in the text, and another one
 * over those in the postings. So nothing has to be sorted, and a segment takes a
 * megabyte.
 *
 * Some differences are in order: an edited item is in the index under its last alias, and
 * what the index says of its older documents does not count; documents whose items were
 * deleted stay until their segment is merged; and a damaged text has no words.
 */
#include "config.h"

#include "store/health/check_index.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/vec.h"
#include "store/db/db.h"
#include "store/index/index_build.h"
#include "store/index/index_chunk.h"
#include "store/index/index_merge.h"
#include "store/index/index_read.h"
#include "store/record/record.h"
#include "store/record/schema.h"

#define GATHER_WORDS (1 << 18) /* words to split at a time, for some four megabytes */

struct sum {
	uint64_t hash;
	uint64_t words;
};

/* Where a document's words come from. */
enum side {
	TEXT,
	INDEX,
	SIDES
};

/* A document of the segment. */
struct document {
	uint64_t item; /* 0: not to be compared */
	struct sum sums[SIDES];
};

struct index_check {
	const struct store_view *view;
	bool texts; /* compare with the texts */
	void (*fault)(void *data, const char *sentence);
	bool (*split)(void *data);
	void *data;
	struct index_state state;
	struct index_merge merge;
	struct index_alias *aliases; /* by item, the last one of each */
	size_t aliases_len;
	struct index_cursors cursors;
	uint64_t next;       /* documents before this one are done */
	uint32_t *sequences; /* of all segments */
	size_t sequences_len, sequences_cap;
	/* For one segment: */
	struct index_segment segment;
	struct document *documents;
};

static void PRINTF(2, 3) fault(struct index_check *c, const char *fmt, ...)
{
	char text[ERR_TEXT_MAX];
	va_list args;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	c->fault(c->data, text);
}

static void
add(struct sum *sum, uint64_t term, uint32_t place)
{
	uint64_t x = term + (place + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
	sum->hash += x ^ x >> 32;
	sum->words++;
}

/* ---- Documents. */

static int
read_aliases(struct index_check *c)
{
	size_t n = 0;
	int code = store_index_aliases(c->view, &c->aliases, &c->aliases_len);
	if (code || !c->aliases_len)
		return code;
	for (size_t i = 0; i < c->aliases_len; i++) {
		n -= n > 0 && c->aliases[n - 1].item == c->aliases[i].item;
		c->aliases[n++] = c->aliases[i];
	}
	c->aliases_len = n;
	return OK;
}

/* Is this the document that counts for the item? */
static bool
is_last(const struct index_check *c, uint64_t doc, uint64_t item)
{
	size_t low = 0, high = c->aliases_len;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (c->aliases[middle].item == item)
			return c->aliases[middle].doc == doc;
		if (c->aliases[middle].item < item)
			low = middle + 1;
		else
			high = middle;
	}
	return doc == item;
}

/* Damaged records have already been reported. */
static bool
is_sound(const struct index_check *c, uint64_t item)
{
	struct span bytes;
	return store_db_get(c->view, TABLE_ITEM, schema_id(item), &bytes) == OK &&
	       record_check(item, bytes) == OK &&
	       (store_db_get(c->view, TABLE_TEXT, schema_id(item), &bytes) ||
		       record_check(item, bytes) == OK);
}

static int
next_document(struct index_check *c, uint64_t end, uint64_t *doc, uint64_t *item)
{
	int code = store_index_document_next(&c->cursors, c->next, doc, item);
	if (code == OK && *doc >= end)
		code = ERR_NOT_FOUND;
	c->next = code == OK ? *doc + 1 : end;
	return code;
}

/* Handles documents up to `end` that are in no segment. */
static int
miss_until(struct index_check *c, uint64_t end)
{
	uint64_t doc, item;
	int code = OK;
	while (c->next < end && (code = next_document(c, end, &doc, &item)) == OK)
		if (is_last(c, doc, item) && is_sound(c, item))
			fault(c,
				_("item %" PRIu64 " is missing from the full-text index"),
				item);
	return code == ERR_NOT_FOUND ? OK : code;
}

/* ---- Postings. */

/* False if they make no sense. */
static bool
add_postings(struct index_check *c, const struct index_entry *e, enum side side)
{
	const uint8_t *p = e->data, *end = e->data + e->len;
	uint64_t term = hash64(e->term, e->term_len);
	uint32_t docs = 0, doc = 0;
	while (p < end) {
		uint32_t distance = index_varint(&p, end), place = 0;
		if ((docs && !distance) ||
			distance > c->segment.last - c->segment.first - doc)
			return false;
		doc += distance;
		docs++;
		for (bool more = true; more;) {
			if (p >= end)
				return false;
			uint32_t value = index_varint(&p, end);
			place += value >> 1;
			more = value & 1;
			add(&c->documents[doc].sums[side], term, place);
		}
	}
	return docs > 0 && docs == e->docs && doc == e->last;
}

static int
add_text_word(void *data, const struct index_entry *entry)
{
	return add_postings(data, entry, TEXT) ? OK : ERR_DAMAGED;
}

/* ---- Texts. */

/* Splits the texts of some documents of the segment. ERR_NOT_FOUND: there are no more. */
static int
split_some(struct index_check *c, uint32_t *docs)
{
	struct index_build *build = store_index_build_new();
	uint64_t doc, item;
	int code = OK;
	while (code == OK && store_index_build_words(build) < GATHER_WORDS) {
		code = next_document(c, c->segment.last + 1, &doc, &item);
		if (code == OK && !c->split(c->data))
			code = ERR_CANCELLED;
		if (code)
			break;
		++*docs;
		if (!is_last(c, doc, item) || !is_sound(c, item))
			continue;
		doc -= c->segment.first;
		c->documents[doc].item = item;
		code = store_index_build_add(
			build, &c->cursors, item, (uint32_t)doc, (struct span){NULL, 0});
	}
	store_index_build_sort(build);
	int added = store_index_build_each(build, add_text_word, c);
	store_index_build_free(build);
	return added ? added : code;
}

static int
split_texts(struct index_check *c)
{
	const struct index_segment *s = &c->segment;
	uint32_t docs = 0;
	int code = OK;
	while (code == OK)
		code = split_some(c, &docs);
	if (code != ERR_NOT_FOUND)
		return code;
	/* Before it is finished, a merge deletes the aliases of items that no longer
	 * exist. */
	bool merging = s->first <= c->merge.last && s->last >= c->merge.first;
	if (docs > s->docs || (docs < s->docs && !merging))
		fault(c,
			_("the full-text index and the items %" PRIu64 " to %" PRIu64
			  " disagree"),
			s->first, s->last);
	return OK;
}

/* ---- Chunks. */

/* The last entry of the previous chunk, or of this one. */
struct before {
	struct index_entry entry;
	bool some;
};

static uint32_t
first_document(const struct index_entry *e)
{
	const uint8_t *p = e->data;
	return index_varint(&p, e->data + e->len);
}

static bool
in_order(const struct before *before, const struct index_entry *e)
{
	int order = before->some ? store_index_entry_compare(&before->entry, e) : -1;
	return order < 0 || (order == 0 && before->entry.last < first_document(e));
}

/* False if the chunk is not as it was written, or in the wrong place. */
static bool
add_chunk(struct index_check *c, MDB_val k, MDB_val v, struct before *before)
{
	struct index_chunk chunk;
	uint8_t key[INDEX_KEY_MAX];
	uint32_t sequence = c->segment.sequence;
	bool first = true;
	if (store_index_chunk_open(&chunk, sequence, v.mv_data, v.mv_size) != OK)
		return false;
	for (; store_index_chunk_next(&chunk); first = false) {
		const struct index_entry *e = &chunk.entry;
		if (!in_order(before, e) || (c->texts && !add_postings(c, e, INDEX)))
			return false;
		size_t n = first ? store_index_chunk_key(key, sequence, e->term,
					   e->term_len, first_document(e))
				 : 0;
		if (first && (n != k.mv_size || memcmp(key, k.mv_data, n) != 0))
			return false;
		*before = (struct before){*e, true};
	}
	return !first && chunk.at == chunk.end;
}

static int
add_chunks(struct index_check *c, bool *sound)
{
	struct before before = {.some = false};
	MDB_cursor *cursor;
	uint8_t head[4];
	MDB_val k = {sizeof head, head}, v;
	schema_put32(head, c->segment.sequence);
	*sound = true;
	int code = store_db_cursor(c->view, TABLE_WORD, &cursor);
	if (code)
		return code;
	code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	while (code == OK && *sound && k.mv_size >= 4 &&
		memcmp(k.mv_data, head, 4) == 0) {
		*sound = add_chunk(c, k, v, &before);
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

/* ---- Segments. */

static void
compare(struct index_check *c)
{
	for (uint64_t i = 0; i <= c->segment.last - c->segment.first; i++) {
		const struct document *d = &c->documents[i];
		const struct sum *text = &d->sums[TEXT], *index = &d->sums[INDEX];
		if (!d->item ||
			(text->hash == index->hash && text->words == index->words))
			continue;
		fault(c,
			text->words > index->words
				? _("item %" PRIu64
				    " has words that are not in the full-text index")
				: _("the full-text index has words that are not in item "
				    "%" PRIu64),
			d->item);
	}
}

static void
damaged(struct index_check *c)
{
	fault(c, _("a part of the full-text index is damaged"));
}

static int
look_at_segment(struct index_check *c)
{
	const struct index_segment *s = &c->segment;
	bool sound;
	if (s->first < c->next || s->last >= c->state.mark ||
		s->sequence >= c->state.sequence) {
		damaged(c);
		return OK;
	}
	*VEC_PUSH(c->sequences, c->sequences_len, c->sequences_cap) = s->sequence;
	int code = miss_until(c, s->first);
	size_t len = c->texts ? (size_t)(s->last - s->first + 1) : 0;
	c->documents = mem_zalloc((len + 1) * sizeof *c->documents);
	if (code == OK && c->texts)
		code = split_texts(c);
	c->next = s->last + 1;
	if (code == OK)
		code = add_chunks(c, &sound);
	if (code == OK && !sound)
		damaged(c);
	else if (code == OK && c->texts)
		compare(c);
	free(c->documents);
	c->documents = NULL;
	return code;
}

static int
walk_segments(struct index_check *c)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_db_cursor(c->view, TABLE_SEGMENT, &cursor);
	if (code)
		return code;
	while (code == OK && (code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == OK)
		if (store_index_segment_read((struct span){k.mv_data, k.mv_size},
			    (struct span){v.mv_data, v.mv_size}, &c->segment) == OK)
			code = look_at_segment(c);
		else
			damaged(c);
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? miss_until(c, c->state.mark) : code;
}

static bool
has_segment(const struct index_check *c, uint32_t sequence)
{
	for (size_t i = 0; i < c->sequences_len; i++)
		if (c->sequences[i] == sequence)
			return true;
	return c->merge.last && c->merge.sequence == sequence;
}

/* Finds chunks that belong to no segment, by the first one of each sequence. */
static int
find_orphans(struct index_check *c)
{
	MDB_cursor *cursor;
	uint8_t head[4] = {0};
	MDB_val k = {sizeof head, head}, v;
	int code = store_db_cursor(c->view, TABLE_WORD, &cursor);
	if (code)
		return code;
	while ((code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE)) == OK) {
		uint32_t sequence = k.mv_size >= 4 ? schema_get32(k.mv_data) : UINT32_MAX;
		if (!has_segment(c, sequence))
			fault(c, _("a part of the full-text index belongs to no item"));
		if (sequence == UINT32_MAX)
			break;
		schema_put32(head, sequence + 1);
		k = (MDB_val){sizeof head, head};
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

int
store_health_check_index(const struct store_view *view, bool texts,
	void (*fault_fn)(void *data, const char *sentence), bool (*split)(void *data),
	void *data)
{
	struct index_check c = {.view = view,
		.texts = texts,
		.fault = fault_fn,
		.split = split,
		.data = data};
	int code = store_index_state(view, &c.state);
	if (code == OK && !c.state.on)
		return OK;
	if (code == OK)
		code = store_index_merge_current(view, &c.merge);
	if (code == ERR_DAMAGED) {
		damaged(&c);
		return OK;
	}
	if (code == OK)
		code = read_aliases(&c);
	if (code == OK)
		code = store_index_cursors_open(view, &c.cursors);
	if (code == OK)
		code = walk_segments(&c);
	if (code == OK)
		code = find_orphans(&c);
	store_index_cursors_close(&c.cursors);
	free(c.aliases);
	free(c.sequences);
	return code;
}
