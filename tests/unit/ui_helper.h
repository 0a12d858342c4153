/*
 * A reader without terminal and worker: a store in a directory of its own, an engine that
 * notes what it is asked, and the rows that a view lays out.
 */
#ifndef TESTS_UNIT_UI_HELPER_H
#define TESTS_UNIT_UI_HELPER_H

#include "conf/settings.h"
#include "store_helper.h"
#include "ui/core/setup.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/loop.h"

#define READER_HEIGHT 10 /* of the view, unless a test resizes the screen */
#define READER_WIDTH 60
#define READER_BARS 3 /* rows of the screen above and below it */

struct reader {
	struct fixture *store;
	struct ui_setup setup;
	struct ui ui;
	struct ui_row rows[READER_HEIGHT]; /* of the view, as laid out last */
};

/* For cmocka. */
int reader_setup(void **state);
int reader_teardown(void **state);
/* With an open store, which stays the caller's. */
struct reader *reader_new(struct fixture *store);
void reader_free(struct reader *r);
/* The reader's first view, after the store was filled. */
void reader_open(struct reader *r);
/* Gives the view another width. */
void reader_widen(struct reader *r, size_t width);
/* Lays out the view with the focus: a row's text without blanks at its end, borrowed
 * until the next call. */
const char *reader_row(struct reader *r, size_t y);
/* The row under the cursor. */
const char *reader_cursor(struct reader *r, size_t *y);
/* The title bar and the status bar's text. */
const char *reader_left(struct reader *r);
const char *reader_right(struct reader *r);
const char *reader_detail(struct reader *r);
/* Does what is left to do in slices, as the reader does until the next key. */
void reader_settle(struct reader *r);
/* Begins a command; what it leaves to do in slices is left. */
void reader_begin(struct reader *r, const char *name);
/* Runs a command, and settles. */
void reader_command(struct reader *r, const char *name);

/* What the engine was asked last, as "refresh 1 2", "flags 3 +0 -1", … */
const char *asked(struct reader *r);
/* Hands it an answer. */
void answer(struct reader *r, struct engine_event event);

#endif
