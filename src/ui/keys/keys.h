/*
 * What is typed outside of prompts: counts, sequences of keys, and the commands of their
 * bindings one after the other. UI thread.
 */
#ifndef UI_KEYS_KEYS_H
#define UI_KEYS_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UI_KEYS_BOX_MS 400 /* after which a box says what may follow */
#define UI_COUNT_MAX 99999

struct err;
struct ui;
struct ui_act;
struct ui_keys;

void ui_keys_done(struct ui_keys *keys);

/* Takes a key: a digit of a count, or one of a sequence, whose commands it runs. */
void ui_keys_take(struct ui *ui, uint32_t key);
/* Forgets what was typed, and the commands that have not yet begun. */
void ui_keys_drop(struct ui *ui);
/* Runs a command now, and others after it as soon as it is done. */
void ui_keys_run(struct ui *ui, const struct ui_act *acts, size_t len, size_t count);
/* The prompt of the command that was run last got an answer. */
void ui_keys_answered(struct ui *ui, const char *text);
/* Ends the selection that a count made, once what it was for is done. */
void ui_keys_settle(struct ui *ui);
/* Runs what waits, for some milliseconds at most; true if more could be done now. */
bool ui_keys_step(struct ui *ui);

/* When the box appears, as time_mono_ms(); -1: nothing waits for a key. */
int64_t ui_keys_due(const struct ui *ui);
/* Draws the box, if it is time, above the last rows of the screen. */
void ui_keys_draw(struct ui *ui, int64_t now);
/* Runs the line of a prompt for commands: [COUNT] COMMAND [ARGUMENT] [; …]. */
void ui_keys_line(struct ui *ui, const char *text);
/* Checks such a line: ERR_NOT_FOUND if it names an unknown command, ERR_INVALID if a
 * command does not take the argument that it is given. */
int ui_keys_check(const char *line, struct err *err);

/* The functions of the tables of commands. */
void ui_keys_repeat(struct ui *ui, const char *arg);

#endif
