/*
 * The full-text index against the texts: it has each text's words, all of them where they
 * stand, and no others.
 */
#ifndef STORE_CARE_CHECK_INDEX_H
#define STORE_CARE_CHECK_INDEX_H

#include <stdbool.h>

#include "base/attr.h"

struct store_view;

/* Splits all texts that are in the index into words once more. fault gets a sentence for
 * each text whose words differ, and each part of the index that makes no sense. An index
 * that is off has none. texts false: only looks whether its parts are as they were
 * written. split is asked with each text; false ends it with ERR_CANCELLED. */
int store_care_check_index(const struct store_view *view, bool texts,
	void (*fault)(void *data, const char *sentence), bool (*split)(void *data),
	void *data) MUST_USE;

#endif
