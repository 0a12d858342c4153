/*
 * Builds what follows from the records that were saved: lists, counters, names, due
 * times.
 */
#ifndef STORE_CARE_REPAIR_LISTS_H
#define STORE_CARE_REPAIR_LISTS_H

#include "base/attr.h"

struct repair;

/* Once everything about items is known: their lists, and the numbers of their feeds. */
int store_care_repair_put_items(struct repair *r) MUST_USE;
/* If pages are lost, any feed may miss something: each is polled for its complete
 * document. */
int store_care_repair_poll_again(struct repair *r);
/* At the end: what belongs to feeds. */
int store_care_repair_put_feeds(struct repair *r) MUST_USE;

#endif
