/*
 * Copies tables that only a newer program knows.
 */
#ifndef STORE_CARE_REPAIR_UNKNOWN_H
#define STORE_CARE_REPAIR_UNKNOWN_H

#include "base/attr.h"

struct repair;

/* Copies every entry of such tables that can be read into tables of the same names. */
int store_care_repair_take_unknown(struct repair *r) MUST_USE;

#endif
