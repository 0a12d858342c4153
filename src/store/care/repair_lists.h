/*
 * What follows from the records that were saved: lists, counters, names, due times.
 */
#ifndef STORE_CARE_REPAIR_LISTS_H
#define STORE_CARE_REPAIR_LISTS_H

#include "base/attr.h"

struct repair;

/* Once all that is known of items is: their lists, and the feeds' counts. */
int store_care_repair_put_items(struct repair *r) MUST_USE;
/* Where pages are lost, any feed may miss something: it is asked for its whole document.
 */
int store_care_repair_ask_again(struct repair *r);
/* The feeds' own, in the end. */
int store_care_repair_put_feeds(struct repair *r) MUST_USE;

#endif
