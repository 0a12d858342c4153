#include "config.h"

#include "store/index/index_plan.h"

#include <string.h>

#include "base/err.h"
#include "base/str.h"
#include "store/db/db.h"
#include "store/index/index_inside.h"
#include "store/record/schema.h"

#define CLASSES 3
#define RECORD_HEAD 21

int
store_index_plan_get(const struct store_view *view, struct index_plan *p)
{
	struct span bytes;
	*p = (struct index_plan){0};
	int code = store_db_get(view, TABLE_META, schema_name(META_MERGE), &bytes);
	if (code)
		return code;
	if (bytes.n < RECORD_HEAD)
		return ERR_DAMAGED;
	p->sequence = schema_get32(bytes.p);
	p->first = schema_get64(bytes.p + 4);
	p->last = schema_get64(bytes.p + 12);
	p->len = (uint8_t)bytes.p[20];
	size_t at = RECORD_HEAD + 4 * p->len;
	if (!p->len || p->len > INDEX_MERGE_COUNT || bytes.n < at ||
		bytes.n - at > INDEX_TERM_MAX || p->first > p->last ||
		p->last - p->first >= INDEX_SPAN_MAX)
		return ERR_DAMAGED;
	for (size_t i = 0; i < p->len; i++)
		p->sequences[i] = schema_get32(bytes.p + RECORD_HEAD + 4 * i);
	p->word.term_len = (uint8_t)(bytes.n - at);
	memcpy(p->word.term, bytes.p + at, bytes.n - at);
	return OK;
}

int
store_index_plan_put(struct store_batch *batch, const struct index_plan *p)
{
	uint8_t bytes[RECORD_HEAD + 4 * INDEX_MERGE_COUNT + INDEX_TERM_MAX];
	size_t n = RECORD_HEAD;
	schema_put32(bytes, p->sequence);
	schema_put64(bytes + 4, p->first);
	schema_put64(bytes + 12, p->last);
	bytes[20] = (uint8_t)p->len;
	for (size_t i = 0; i < p->len; i++, n += 4)
		schema_put32(bytes + n, p->sequences[i]);
	memcpy(bytes + n, p->word.term, p->word.term_len);
	return store_db_put(batch, TABLE_META, schema_name(META_MERGE), bytes,
		n + p->word.term_len, 0);
}

/* ---- What to merge. */

static int
class_of(const struct index_segment *segment)
{
	return segment->docs < 1024    ? 0
	       : segment->docs < 4096  ? 1
	       : segment->docs < 16384 ? 2
				       : 3;
}

static void
take_run(struct index_plan *p, const struct index_segment *run, size_t len)
{
	p->len = len;
	p->first = run[0].first;
	p->last = run[len - 1].last;
	for (size_t i = 0; i < len; i++)
		p->sequences[i] = run[i].sequence;
}

/* How many of the segments, oldest first, make a large enough one; 0: not enough. */
static size_t
fitting(const struct index_segment *run, size_t len)
{
	uint32_t docs = 0;
	size_t n = 0;
	for (; n < len && n < INDEX_MERGE_COUNT; n++) {
		if (docs + run[n].docs > INDEX_SEGMENT_DOCS ||
			run[n].last - run[0].first >= INDEX_SPAN_MAX)
			break;
		docs += run[n].docs;
	}
	return n == INDEX_MERGE_COUNT || (n > 2 && n < len) ? n : 0;
}

void
store_index_plan_choose(
	struct index_plan *p, const struct index_segment *all, size_t len, size_t least)
{
	p->len = 0;
	for (int class = 0; class < CLASSES && !p->len; class ++) {
		size_t begin = len;
		while (begin > 0 && class_of(&all[begin - 1]) <= class)
			begin--;
		size_t n = len - begin >= least ? fitting(all + begin, len - begin) : 0;
		if (n)
			take_run(p, all + begin, n);
	}
	for (size_t i = 0; i < len && !p->len; i++)
		if (all[i].docs * 2 < all[i].written)
			take_run(p, all + i, 1);
}
