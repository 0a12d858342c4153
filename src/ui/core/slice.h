/*
 * Slices of work, so that no list is so long that keys have to wait for it. A slice does
 * one unit at least, however slow the machine is, and then as many as there is time for:
 *
 *	struct ui_slice slice = ui_slice_begin(ROWS_MAX);
 *	while (v->at < v->len && ui_slice_next(&slice))
 *		do_row(v, v->at++);
 *	return v->at < v->len;
 *
 * The thread of the user interface alone.
 */
#ifndef UI_SLICE_H
#define UI_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/time.h"

#define UI_SLICE_MS 4 /* of work before the keyboard is checked again */

struct ui_slice {
	int64_t until; /* time_mono_ms */
	size_t left;   /* units, even if they take no time */
	bool begun;
};

static inline struct ui_slice
ui_slice_begin(size_t units)
{
	return (struct ui_slice){.until = time_mono_ms() + UI_SLICE_MS, .left = units};
}

/* Whether another unit may be done in this slice. */
static inline bool
ui_slice_next(struct ui_slice *slice)
{
	if (!slice->left || (slice->begun && time_mono_ms() >= slice->until))
		return false;
	slice->begun = true;
	slice->left--;
	return true;
}

#endif
