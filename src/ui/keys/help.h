/*
 * Help: all keys, and a page about a command or an option. UI thread.
 */
#ifndef UI_KEYS_HELP_H
#define UI_KEYS_HELP_H

struct buf;
struct ui;

/* Shows all keys, filtered by what is typed; Enter runs what is chosen. */
void ui_keys_help(struct ui *ui);
/* manual.c: a page about a command or an option. */
void ui_keys_manual(struct ui *ui, const char *word);
/* What the command of that name does, without a reader. */
void ui_keys_about(struct buf *out, const char *word);

#endif
