/*
 * A reader without terminal and worker: a store in a directory of its own, an engine that
 * notes what it is asked, and the rows that a view lays out.
 */
#ifndef TESTS_UNIT_UI_HELPER_H
#define TESTS_UNIT_UI_HELPER_H

#include "conf/settings.h"
#include "store_helper.h"
#include "ui/state.h"
#include "ui/ui.h"

struct reader {
	struct fixture *store;
	struct ui_setup setup;
	struct ui ui;
};

/* For cmocka; the screen is 10 rows of 60 cells for the view. */
int reader_setup(void **state);
int reader_teardown(void **state);
/* The reader's first view, after the store was filled. */
void reader_open(struct reader *r);
/* Lays out the view on top: a row's text without blanks at its end, borrowed until the
 * next call. */
const char *reader_row(struct reader *r, size_t y);
/* The row under the cursor. */
const char *reader_cursor(struct reader *r, size_t *y);
/* The title bar and the status bar's text. */
const char *reader_left(struct reader *r);
const char *reader_right(struct reader *r);
const char *reader_detail(struct reader *r);
void reader_command(struct reader *r, const char *name);

/* What the engine was asked last, as "refresh 1 2", "flags 3 +0 -1", … */
const char *asked(struct reader *r);
/* Hands it an answer. */
void answer(struct reader *r, struct engine_event event);

#endif
