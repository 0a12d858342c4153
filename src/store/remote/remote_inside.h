/*
 * How other rooms of the store meet accounts.
 */
#ifndef STORE_REMOTE_REMOTE_INSIDE_H
#define STORE_REMOTE_REMOTE_INSIDE_H

#include "store/db/batch_inside.h"

/* Writes down in every batch which items of accounts changed. */
extern const struct store_batch_part store_remote_part;

#endif
