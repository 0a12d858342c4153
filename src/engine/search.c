#include "config.h"

#include "engine/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "store/find/find.h"
#include "store/item/list.h"

#define STEP_US 4000 /* transfers wait no longer than this */
#define STEP_HITS 256

/* A query whose items are to be counted. */
struct count {
	uint32_t id, index;
	char *text;
};

struct engine_search_state {
	struct count *counts; /* waiting; the first is under way */
	size_t counts_len, counts_cap;
	struct store_find *counting;
	uint64_t counted;
	struct store_find *find; /* NULL: no search is under way */
	uint32_t id;
};

int
engine_search_init(struct engine *e, struct err *err)
{
	(void)err;
	e->search = mem_zalloc(sizeof *e->search);
	return OK;
}

static void
tell_end(struct engine *e)
{
	const struct engine_event event = {
		.kind = ENGINE_HITS, .search = e->search->id, .done = true};
	engine_event_post(e, &event);
}

static void
tell_error(struct engine *e, const char *text)
{
	const struct engine_event event = {.kind = ENGINE_NOTE,
		.error = true,
		.search = e->search->id,
		.text = text};
	engine_event_post(e, &event);
}

void
engine_search_begin(struct engine *e, const struct engine_request *request)
{
	struct err err;
	int how = e->options->ignore_accents ? 0 : STORE_FIND_ACCENTS;
	if (e->options->search_relevance)
		how |= STORE_FIND_RELEVANT;
	engine_search_end(e);
	e->search->id = request->search.id;
	if (store_find_new(request->search.words, &request->search.scope, how,
		    engine_now(e), &e->search->find, &err) == OK)
		return;
	e->search->find = NULL;
	tell_error(e, err.text);
	tell_end(e);
}

void
engine_search_end(struct engine *e)
{
	store_find_free(e->search->find);
	e->search->find = NULL;
}

bool
engine_search_step(struct engine *e)
{
	struct store_key hits[STEP_HITS];
	size_t len = 0;
	bool done = false;
	struct err err;
	if (!e->search->find)
		return false;
	if (store_find_step(e->search->find, e->store, STEP_US, hits, COUNT_OF(hits),
		    &len, &done, &err) != OK) {
		tell_error(e, err.text);
		done = true;
	}
	if (done && store_find_note(e->search->find))
		tell_error(e, store_find_note(e->search->find));
	if (len > 0 || done) {
		const struct engine_event event = {.kind = ENGINE_HITS,
			.search = e->search->id,
			.done = done,
			.hits = hits,
			.hits_len = len};
		engine_event_post(e, &event);
	}
	if (done)
		engine_search_end(e);
	return !done;
}

/* ---- counts */

static void
drop_count(struct engine *e, size_t i)
{
	struct engine_search_state *s = e->search;
	if (i == 0) {
		store_find_free(s->counting);
		s->counting = NULL;
		s->counted = 0;
	}
	free(s->counts[i].text);
	memmove(s->counts + i, s->counts + i + 1,
		(--s->counts_len - i) * sizeof *s->counts);
}

static void
drop_counts(struct engine *e)
{
	while (e->search->counts_len)
		drop_count(e, 0);
	free(e->search->counts);
	e->search->counts = NULL;
	e->search->counts_cap = 0;
}

void
engine_search_done(struct engine *e)
{
	engine_search_end(e);
	drop_counts(e);
	free(e->search);
}

void
engine_search_count(struct engine *e, const struct engine_request *request)
{
	struct engine_search_state *s = e->search;
	for (size_t i = s->counts_len; i-- > 0;)
		if (s->counts[i].id != request->count.id)
			drop_count(e, i);
	*VEC_PUSH(s->counts, s->counts_len, s->counts_cap) =
		(struct count){.id = request->count.id,
			.index = request->count.index,
			.text = mem_strdup(request->count.query)};
}

static void
tell_count(struct engine *e, const struct err *err)
{
	const struct engine_event event = {.kind = ENGINE_COUNTED,
		.search = e->search->counts[0].id,
		.feed = e->search->counts[0].index,
		.all = true,
		.counted = e->search->counted,
		.error = err != NULL,
		.text = err ? err->text : NULL};
	engine_event_post(e, &event);
	drop_count(e, 0);
}

bool
engine_search_count_step(struct engine *e)
{
	struct engine_search_state *s = e->search;
	struct store_key hits[STEP_HITS];
	int how = e->options->ignore_accents ? 0 : STORE_FIND_ACCENTS;
	int64_t until = time_mono_us() + STEP_US;
	struct err err;
	size_t len;
	bool done = false;
	int status = OK;
	if (!s->counts_len)
		return false;
	const struct store_scope scope = {.kind = STORE_ALL};
	if (!s->counting)
		status = store_find_new(s->counts[0].text, &scope, how, engine_now(e),
			&s->counting, &err);
	while (status == OK && !done && time_mono_us() < until) {
		status = store_find_step(s->counting, e->store, STEP_US, hits,
			COUNT_OF(hits), &len, &done, &err);
		s->counted += status == OK ? len : 0;
	}
	if (status != OK || done)
		tell_count(e, status != OK ? &err : NULL);
	return s->counts_len > 0;
}
