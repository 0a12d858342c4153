/*
 * The comments on an item, from the feed of comments that it names. They are shown, and
 * not kept.
 */
#ifndef ENGINE_PAGE_COMMENTS_H
#define ENGINE_PAGE_COMMENTS_H

#include <stdint.h>

struct engine;

/* Fetches them: ends with an ENGINE_COMMENTS event. */
void engine_page_comments(struct engine *engine, uint64_t item);

#endif
