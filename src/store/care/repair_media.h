/*
 * Repair: the queue, positions in episodes, and downloads. Each function takes a row of
 * the damaged store, and returns a code.
 */
#ifndef STORE_CARE_REPAIR_MEDIA_H
#define STORE_CARE_REPAIR_MEDIA_H

#include "base/attr.h"
#include "base/str.h"

int store_care_repair_take_queue(void *data, struct span key, struct span value) MUST_USE;
int
store_care_repair_take_listen(void *data, struct span key, struct span value) MUST_USE;
int
store_care_repair_take_download(void *data, struct span key, struct span value) MUST_USE;

#endif
