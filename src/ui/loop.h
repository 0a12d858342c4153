/*
 * The reader, which is the UI thread: draws, reads keys, sends requests to the engine and
 * shows its events. It reads the store in short views and never writes it.
 */
#ifndef UI_LOOP_H
#define UI_LOOP_H

#include "base/attr.h"
#include "base/err.h"

struct ui_setup; /* ui/core/setup.h */

/* Runs the reader until the user quits, or a signal or hang-up ends it: OK. ERR_INVALID
 * with a sentence, before anything is drawn, if the terminal cannot be used. Only once.
 */
int ui_run(const struct ui_setup *setup, struct err *err) MUST_USE;

#endif
