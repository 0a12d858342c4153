/*
 * What Tab completes in prompts: each function completes the text of the prompt with one
 * kind of words. UI thread.
 */
#ifndef UI_CORE_COMPLETE_H
#define UI_CORE_COMPLETE_H

struct ui;
struct ui_prompt;

/* A command that works here, then its argument. */
void ui_complete_command(struct ui *ui, struct ui_prompt *prompt);
/* A value of ui->edit.option. */
void ui_complete_value(struct ui *ui, struct ui_prompt *prompt);
/* An option that can be set for a single feed, then its value. */
void ui_complete_setting(struct ui *ui, struct ui_prompt *prompt);
/* Tags of feeds, or of items, in the last word. */
void ui_complete_feed_tag(struct ui *ui, struct ui_prompt *prompt);
void ui_complete_item_tag(struct ui *ui, struct ui_prompt *prompt);
/* The title of a feed. */
void ui_complete_feed(struct ui *ui, struct ui_prompt *prompt);
/* The name of a file; ~/ is the home directory. */
void ui_complete_share(struct ui *ui, struct ui_prompt *prompt);
void ui_complete_file(struct ui *ui, struct ui_prompt *prompt);
/* A key to sort the list with the focus by. */
void ui_complete_order(struct ui *ui, struct ui_prompt *prompt);
/* Fields of a query, and values of is: and tag:. */
void ui_complete_query(struct ui *ui, struct ui_prompt *prompt);

#endif
