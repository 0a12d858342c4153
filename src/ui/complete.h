/*
 * What Tab offers in prompts. Each takes what stands in the prompt; UI thread.
 */
#ifndef UI_COMPLETE_H
#define UI_COMPLETE_H

struct ui;
struct ui_prompt;

/* The name of a command that can be given here, then what that command takes. */
void ui_complete_command(struct ui *ui, struct ui_prompt *prompt);
/* The values of ui->edit.option. */
void ui_complete_value(struct ui *ui, struct ui_prompt *prompt);
/* The name of an option that a feed may have of its own, then a value. */
void ui_complete_setting(struct ui *ui, struct ui_prompt *prompt);
/* Tags of feeds, tags of items; the last word. */
void ui_complete_feed_tag(struct ui *ui, struct ui_prompt *prompt);
void ui_complete_item_tag(struct ui *ui, struct ui_prompt *prompt);
/* The title of a feed. */
void ui_complete_feed(struct ui *ui, struct ui_prompt *prompt);
/* A file's name; ~/ is the home directory. */
void ui_complete_file(struct ui *ui, struct ui_prompt *prompt);
/* The fields of a query, the values of is: and tag:. */
void ui_complete_query(struct ui *ui, struct ui_prompt *prompt);

#endif
