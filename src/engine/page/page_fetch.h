/*
 * The text of items' pages: fetched as jobs under all rules of a poll, found in the page
 * (extract/extract.h), and stored beside the item's own text.
 */
#ifndef ENGINE_PAGE_PAGE_FETCH_H
#define ENGINE_PAGE_PAGE_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"

struct engine;
struct engine_job;
struct fetch_result;

/* Others that may have the text of a page: feed servers. */
struct engine_page_server {
	/* Sends the request for the item's text as this job; false: no server has it. */
	bool (*ask)(
		struct engine *e, uint64_t item, struct engine_job *job, int priority);
	/* Adds the text of the answer; false: there is none, and the page is fetched. */
	bool (*take)(struct engine *e, uint64_t item, const struct fetch_result *answer,
		struct buf *html);
};
void engine_page_serve(struct engine *engine, const struct engine_page_server *server);

/* See struct engine_part. */
int engine_page_init(struct engine *engine, struct err *err) MUST_USE;
void engine_page_done(struct engine *engine);
/* Drops the jobs, as all that was fetched unasked is dropped. */
void engine_page_stop(struct engine *engine);

/* The user wants the pages of these items, now. Each ends with an ENGINE_PAGE event.
 * opened: only if the option full-text says so for their feeds, and they are not stored
 * yet. */
void
engine_page_fetch(struct engine *engine, const uint64_t *items, size_t len, bool opened);

/* Call note within the batch that stores the item whose page is wanted, and settle when
 * the batch was committed (stored) or failed. */
void engine_page_note(struct engine *engine, uint64_t item);
void engine_page_settle(struct engine *engine, bool stored);
/* Is no page under way? */
bool engine_page_idle(const struct engine *engine);

#endif
