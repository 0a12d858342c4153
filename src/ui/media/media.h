/*
 * Episodes: the queue, downloads, and the commands for both. UI thread.
 */
#ifndef UI_MEDIA_MEDIA_H
#define UI_MEDIA_MEDIA_H

#include "ui/core/command.h"

struct ui;
struct ui_view;

struct ui_view *ui_media_queue_new(struct ui *ui);
struct ui_view *ui_media_downloads_new(struct ui *ui);

/* The functions of the table of commands. */
void ui_media_show_queue(struct ui *ui, const char *arg);
void ui_media_show_downloads(struct ui *ui, const char *arg);
void ui_media_turn(struct ui *ui, const char *arg);
void ui_media_enqueue(struct ui *ui, const char *arg);
void ui_media_download(struct ui *ui, const char *arg);
void ui_media_remove(struct ui *ui, const char *arg);
void ui_media_reorder(struct ui *ui, const char *arg);
void ui_media_played(struct ui *ui, const char *arg);
void ui_media_unplayed(struct ui *ui, const char *arg);

/* The commands about episodes; ends with a row without a name. */
extern const struct ui_command ui_media_commands[];

#endif
