/*
 * Where the user was: folds, orders, layout, cursor, the open view and the histories of
 * prompts, in a small text file that the next reader starts from. It is replaced as a
 * whole, at the end and at most every SESSION_MS, so a crash costs little. Of several
 * readers, each has a file of its own. UI thread.
 */
#ifndef UI_SESSION_H
#define UI_SESSION_H

#include <stdint.h>

struct buf;
struct ui;

/* Finds a file that no other reader uses, beginning with path. */
void ui_session_start(struct ui *ui, const char *path);
/* Restores what the file says; the first view is open. */
void ui_session_restore(struct ui *ui);
/* Saves what has changed since, if it is time. Returns when to call it again
 * (time_mono_ms); -1: after the next key. */
int64_t ui_session_step(struct ui *ui, int64_t now);
/* Saves what has changed, and ends. */
void ui_session_end(struct ui *ui);

/* session_text.c */

/* Writes all of it as text; and restores it, ignoring lines that mean nothing. */
void ui_session_write(struct ui *ui, struct buf *out);
/* Only what is open, and where its cursors are. */
void ui_session_write_place(struct ui *ui, struct buf *out);
void ui_session_read(struct ui *ui, const char *text);

#endif
