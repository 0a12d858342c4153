/*
 * What can be read of the damaged store goes into the new one.
 */
#ifndef STORE_CARE_REPAIR_TAKE_H
#define STORE_CARE_REPAIR_TAKE_H

#include "base/attr.h"

struct repair;

/* Table by table, and what follows from each. */
int store_care_repair_take_all(struct repair *r) MUST_USE;

#endif
