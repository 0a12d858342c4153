/*
 * What terminals, people and cats send to a program that means nothing to it, at random:
 * sequences of keys that there are not, reports, broken characters, pastes; and between
 * them keys that move about. Nothing of it ends a reader or leads out of it.
 */
#ifndef TESTS_TUI_NOISE_H
#define TESTS_TUI_NOISE_H

#include <stdint.h>

#include "base/buf.h"

struct noise {
	uint64_t state; /* not 0 */
};

/* Appends one piece: a few bytes, or a paste of a few thousand. */
void noise_add(struct noise *noise, struct buf *out);

#endif
