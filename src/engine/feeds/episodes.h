/*
 * Episodes of an import by their addresses alone.
 */
#ifndef ENGINE_FEEDS_EPISODES_H
#define ENGINE_FEEDS_EPISODES_H

#include <stddef.h>

#include "base/attr.h"

struct import_list;
struct store_import_result;
struct store_view;

/* Adds those that some feed has to out->episodes; *nowhere: how many are in no feed. They
 * point into the list. Reads the episodes of all feeds, which takes a second for a
 * million. */
int engine_feeds_episodes(const struct store_view *view, const struct import_list *list,
	struct store_import_result *out, size_t *nowhere) MUST_USE;

#endif
