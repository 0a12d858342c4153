/*
 * Private to the files of this folder that have no header of their own. UI thread.
 */
#ifndef UI_UI_INSIDE_H
#define UI_UI_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/core/ui.h"
#include "ui/draw/theme.h"

struct engine_event;
struct ui;
struct ui_jumps;
struct ui_mouse;
struct ui_setup;

/* loop.c */
/* Initialises the state, without a terminal and without views; setup is borrowed. */
void ui_init(struct ui *ui, const struct ui_setup *setup);
void ui_done(struct ui *ui);
/* Runs the command that a key is bound to, or gives the key to the prompt. */
void ui_key(struct ui *ui, uint32_t key);
/* Does a slice of each long task; true if there is more to do. */
bool ui_step(struct ui *ui);

/* screen.c: draws all panes and bars into ui->screen. */
void ui_draw(struct ui *ui);
void ui_screen_done(struct ui *ui);

/* event.c: handles an event of the engine. */
void ui_event(struct ui *ui, const struct engine_event *event);

/* config_keys.c: applies the bind and color lines of the config file when the reader
 * starts.
 */
void ui_config_take(struct ui *ui);
/* The terminal reported its background. */
void ui_config_ground(struct ui *ui, enum ui_ground ground);

/* watch.c: notices commits of other processes */
struct ui_watch {
	int fd;   /* readable after commits; -1: check once a second */
	int file; /* what is watched */
	const char *path;
};
/* path is borrowed. */
void ui_watch_start(struct ui_watch *watch, const char *path);
void ui_watch_stop(struct ui_watch *watch);
/* Makes fd unreadable until the next commit. */
void ui_watch_drain(struct ui_watch *watch);

/* hooks.c: runs what waits in ui->hooks, one after the other; true if there is more. */
bool ui_hooks_step(struct ui *ui);
/* Runs one now. */
void ui_hook_run(struct ui *ui, enum ui_hook hook);

/* mouse.c: does what a report of the mouse means. */
void ui_mouse_take(struct ui *ui, const struct ui_mouse *mouse);

/* jumps.c */
void ui_jumps_mark(struct ui *ui);
void ui_jumps_done(struct ui_jumps *jumps);

/* The functions of the tables of commands. */
/* config_keys.c */
void ui_config_reload(struct ui *ui, const char *arg);
void ui_config_set(struct ui *ui, const char *arg);
int ui_config_set_check(const char *arg, struct err *err);
void ui_config_downloads(struct ui *ui, const char *arg);
void ui_config_keys(struct ui *ui, const char *arg);
int ui_config_keys_check(const char *arg, struct err *err);
/* jumps.c */
void ui_jump_back(struct ui *ui, const char *arg);
void ui_jump_forward(struct ui *ui, const char *arg);
/* editor.c */
void ui_edit_feeds(struct ui *ui, const char *arg);
void ui_edit_config(struct ui *ui, const char *arg);

#endif
