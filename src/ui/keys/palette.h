/*
 * What is offered above the prompt for commands. UI thread.
 */
#ifndef UI_KEYS_PALETTE_H
#define UI_KEYS_PALETTE_H

struct ui;
struct ui_command;

/* How well a command matches what is typed: 0 is best, above 4 it does not match. */
int ui_keys_palette_rank(const struct ui_command *command, const char *typed);
/* Draws the box, if the prompt is for commands. */
void ui_keys_palette_draw(struct ui *ui);

/* The functions of the tables of commands. */
void ui_keys_command(struct ui *ui, const char *arg);

#endif
