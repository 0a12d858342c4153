#include "config.h"

#include "engine/search.h"

#include "base/attr.h"
#include "base/err.h"
#include "engine/message.h"
#include "engine/state.h"
#include "store/read.h"

#define STEP_US 4000 /* transfers wait no longer than this */
#define STEP_HITS 256

void
engine_search_begin(struct engine *e, const struct engine_request *request)
{
	engine_search_end(e);
	e->search.search = store_search_new(request->text, &request->scope);
	e->search.id = request->search;
}

void
engine_search_end(struct engine *e)
{
	store_search_free(e->search.search);
	e->search.search = NULL;
}

bool
engine_search_step(struct engine *e)
{
	struct store_key hits[STEP_HITS];
	size_t len = 0;
	bool done = false;
	struct err err;
	if (!e->search.search)
		return false;
	if (store_search_step(e->search.search, e->store, STEP_US, hits, COUNT_OF(hits),
		    &len, &done, &err) != OK) {
		engine_event_note(e, true, "%s", err.text);
		done = true;
	}
	if (len > 0 || done) {
		const struct engine_event event = {.kind = ENGINE_HITS,
			.search = e->search.id,
			.done = done,
			.hits = hits,
			.hits_len = len};
		engine_event_post(e, &event);
	}
	if (done)
		engine_search_end(e);
	return !done;
}
