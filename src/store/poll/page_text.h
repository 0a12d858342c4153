/*
 * The text of an item's page, for feeds that have only the first words of it. Read with
 * store_item_other; searched together with the item's own text, and deleted with it.
 */
#ifndef STORE_POLL_PAGE_TEXT_H
#define STORE_POLL_PAGE_TEXT_H

#include <stdint.h>

#include "base/attr.h"

struct err;
struct store_batch;
struct text;

/* Stores it in place of an earlier one; now: when it was fetched. ERR_NOT_FOUND, without
 * a sentence: the item is not there any more. */
int store_poll_put_page(struct store_batch *batch, uint64_t id, const struct text *text,
	int64_t now, struct err *err) MUST_USE;

#endif
