/*
 * Copies what can be read of the damaged store into the new one.
 */
#ifndef STORE_CARE_REPAIR_TAKE_H
#define STORE_CARE_REPAIR_TAKE_H

#include "base/attr.h"

struct repair;

/* Goes through all tables that are not derived from others. */
int store_care_repair_take_all(struct repair *r) MUST_USE;

#endif
