/*
 * Checks the full-text index against the texts: it must have all words of each text, in
 * all their places, and no others.
 */
#ifndef STORE_HEALTH_CHECK_INDEX_H
#define STORE_HEALTH_CHECK_INDEX_H

#include <stdbool.h>

#include "base/attr.h"

struct store_view;

/* Splits all texts that are in the index into words again. fault gets a sentence for each
 * text whose words differ, and for each part of the index that makes no sense. texts
 * false: only checks that the parts are as they were written. An index that is switched
 * off has no faults. split is called for each text; if it returns false, the result is
 * ERR_CANCELLED. */
int store_health_check_index(const struct store_view *view, bool texts,
	void (*fault)(void *data, const char *sentence), bool (*split)(void *data),
	void *data) MUST_USE;

#endif
