#include "config.h"

#include "store/index/index_texts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fold.h"
#include "base/mem.h"
#include "base/vec.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/index/index.h"
#include "store/index/index_inside.h"

#define BYTES_MAX ((size_t)16 << 20)
#define MANY ((size_t)5 << 20) /* bytes, of about as many texts as make a segment */

struct index_text {
	uint64_t doc;
	struct span folded; /* in arena */
};

struct store_index_texts {
	struct arena arena;
	struct buf scratch;
	struct index_text *list; /* ascending */
	size_t len, cap;
	size_t stored;   /* of them, those of batches that were committed */
	unsigned opened; /* as in struct store: another file has other documents */
};

static void
forget(struct store_index_texts *texts)
{
	texts->len = texts->stored = 0;
	arena_reset(&texts->arena);
}

struct span
store_index_texts_fold(struct store *store, struct span text, bool html)
{
	if (!store->texts)
		store->texts = mem_zalloc(sizeof *store->texts);
	struct store_index_texts *texts = store->texts;
	if (text.n > BYTES_MAX || texts->arena.used > BYTES_MAX - text.n)
		return (struct span){NULL, 0};
	fold_text(&texts->scratch, text.p, text.n, html, FOLD_CASE);
	size_t n = texts->scratch.len;
	char *folded = arena_alloc_as(&texts->arena, n + FOLD_ROOM, 1);
	memcpy(folded, texts->scratch.data, n);
	memset(folded + n, 0, FOLD_ROOM);
	return (struct span){folded, n};
}

void
store_index_texts_add(struct store_batch *batch, uint64_t doc, struct span folded)
{
	struct store_index_texts *texts = batch->store->texts;
	if (!folded.n)
		return;
	if (texts->opened != batch->store->opened)
		texts->len = texts->stored = 0;
	texts->opened = batch->store->opened;
	*VEC_PUSH(texts->list, texts->len, texts->cap) = (struct index_text){doc, folded};
}

int
store_index_texts_settle(struct store_batch *batch)
{
	struct store_index_texts *texts = batch->store->texts;
	struct store_view view = store_batch_view(batch);
	struct index_state state;
	if (!texts || !texts->arena.used)
		return OK;
	int code = store_index_state(&view, &state);
	/* All together: the mark passes them in large steps. */
	if (code == OK && (!state.on || !texts->len ||
				  texts->list[texts->len - 1].doc < state.mark))
		forget(texts);
	return code;
}

void
store_index_texts_end(struct store_batch *batch)
{
	struct store_index_texts *texts = batch->store->texts;
	if (texts && batch->committed)
		texts->stored = texts->len;
	else if (texts)
		texts->len = texts->stored;
}

size_t
store_index_texts_len(const struct store_index_texts *texts)
{
	return texts ? texts->len : 0;
}

static int
by_doc(const void *key, const void *element)
{
	uint64_t doc = *(const uint64_t *)key;
	const struct index_text *text = element;
	return (doc > text->doc) - (doc < text->doc);
}

struct span
store_index_texts_find(
	const struct store_index_texts *texts, unsigned opened, uint64_t doc)
{
	const struct index_text *found = NULL;
	if (texts && texts->len && texts->opened == opened)
		found = bsearch(
			&doc, texts->list, texts->len, sizeof *texts->list, by_doc);
	return found ? found->folded : (struct span){NULL, 0};
}

bool
store_index_texts_many(const struct store *store)
{
	return store->texts && store->texts->arena.used > MANY;
}

struct store_index_texts *
store_index_texts_take(struct store *store)
{
	struct store_index_texts *texts = store->texts;
	store->texts = NULL;
	return texts;
}

void
store_index_texts_free(struct store_index_texts *texts)
{
	if (!texts)
		return;
	arena_done(&texts->arena);
	buf_done(&texts->scratch);
	free(texts->list);
	free(texts);
}
