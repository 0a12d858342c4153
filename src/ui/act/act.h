/*
 * What commands do to items, feeds and lists: they ask the view with the focus what its
 * cursor is on and send the worker a request. UI thread.
 */
#ifndef UI_ACT_ACT_H
#define UI_ACT_ACT_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/api.h"
#include "ui/command/command.h"

struct engine_event;
struct ui;
struct ui_target;

/* act_list.c: the feeds that a row of the list of feeds stands for (that of a search or a
 * place: all), in ui->scratch. */
struct engine_target ui_act_feeds_of(struct ui *ui, const struct ui_target *target);

/* For ENGINE_OLDER: how far fetching older items of a feed is. */
void ui_act_older_event(struct ui *ui, const struct engine_event *event);
/* For ENGINE_ACTED: an action was stored, or failed. */
void ui_act_done(struct ui *ui, const struct engine_event *event);
/* For ENGINE_CANDIDATES: the feeds that were found at an address. */
void ui_act_candidates(struct ui *ui, const struct engine_event *event);
/* For ENGINE_SUBSCRIBED: false if it was not one of several addresses. */
bool ui_act_added(struct ui *ui, const struct engine_event *event);
/* For ENGINE_COUNTED, of all items: how many a proposed rule would find. */
void ui_act_counted(struct ui *ui, const struct engine_event *event);
/* For ENGINE_TRIES: shows how a download was tried. */
void ui_act_tries(struct ui *ui, const struct engine_event *event);
/* For ENGINE_ANSWER: shows what a feed's server answered. */
void ui_act_answered(struct ui *ui, const struct engine_event *event);
/* Text was pasted: the address of a feed, or a part of a prompt. */
void ui_act_paste(struct ui *ui, const char *text, size_t n);

/* panes.c: chooses a layout by the name of the option; false: there is none of that
 * name. */
bool ui_act_use_layout(struct ui *ui, const char *name);

/* The functions of the tables of commands. */
/* act.c */
void ui_act_up(struct ui *ui, const char *arg);
void ui_act_down(struct ui *ui, const char *arg);
void ui_act_page_up(struct ui *ui, const char *arg);
void ui_act_page_down(struct ui *ui, const char *arg);
void ui_act_half_up(struct ui *ui, const char *arg);
void ui_act_half_down(struct ui *ui, const char *arg);
void ui_act_scroll_up(struct ui *ui, const char *arg);
void ui_act_scroll_down(struct ui *ui, const char *arg);
void ui_act_cursor(struct ui *ui, const char *arg);
void ui_act_row(struct ui *ui, const char *arg);
void ui_act_next_item(struct ui *ui, const char *arg);
void ui_act_previous_item(struct ui *ui, const char *arg);
void ui_act_first(struct ui *ui, const char *arg);
void ui_act_last(struct ui *ui, const char *arg);
void ui_act_open(struct ui *ui, const char *arg);
void ui_act_back(struct ui *ui, const char *arg);
void ui_act_escape(struct ui *ui, const char *arg);
void ui_act_quit(struct ui *ui, const char *arg);
void ui_act_next_unread(struct ui *ui, const char *arg);
void ui_act_previous_unread(struct ui *ui, const char *arg);
void ui_act_older(struct ui *ui, const char *arg);
void ui_act_reload_all(struct ui *ui, const char *arg);
void ui_act_stop(struct ui *ui, const char *arg);
void ui_act_toggle_read(struct ui *ui, const char *arg);
void ui_act_star(struct ui *ui, const char *arg);
void ui_act_show_read(struct ui *ui, const char *arg);
void ui_act_undo(struct ui *ui, const char *arg);
void ui_act_redo(struct ui *ui, const char *arg);
void ui_act_help(struct ui *ui, const char *arg);
void ui_act_reload_feeds(struct ui *ui, const char *arg);
void ui_act_redraw(struct ui *ui, const char *arg);
void ui_act_suspend(struct ui *ui, const char *arg);
/* answer.c */
void ui_act_answer(struct ui *ui, const char *arg);
/* act_list.c */
void ui_act_reload(struct ui *ui, const char *arg);
void ui_act_reload_full(struct ui *ui, const char *arg);
void ui_act_mark_read(struct ui *ui, const char *arg);
void ui_act_mark_all_read(struct ui *ui, const char *arg);
/* act_places.c */
void ui_act_today(struct ui *ui, const char *arg);
void ui_act_failing(struct ui *ui, const char *arg);
void ui_act_silent(struct ui *ui, const char *arg);
void ui_act_recent(struct ui *ui, const char *arg);
void ui_act_all(struct ui *ui, const char *arg);
void ui_act_unread(struct ui *ui, const char *arg);
void ui_act_starred(struct ui *ui, const char *arg);
void ui_act_item_feed(struct ui *ui, const char *arg);
void ui_act_next_feed(struct ui *ui, const char *arg);
void ui_act_previous_feed(struct ui *ui, const char *arg);
void ui_act_next_unread_feed(struct ui *ui, const char *arg);
void ui_act_previous_unread_feed(struct ui *ui, const char *arg);
void ui_act_feeds(struct ui *ui, const char *arg);
void ui_act_tags(struct ui *ui, const char *arg);
void ui_act_random(struct ui *ui, const char *arg);
/* add.c */
void ui_act_add(struct ui *ui, const char *arg);
void ui_act_save_page(struct ui *ui, const char *arg);
void ui_act_import(struct ui *ui, const char *arg);
/* panes.c */
void ui_act_layout(struct ui *ui, const char *arg);
int ui_act_layout_check(const char *arg, struct err *err);
void ui_act_wider(struct ui *ui, const char *arg);
void ui_act_narrower(struct ui *ui, const char *arg);
void ui_act_zoom(struct ui *ui, const char *arg);
void ui_act_next_pane(struct ui *ui, const char *arg);
void ui_act_left(struct ui *ui, const char *arg);
/* edit.c */
void ui_act_tag(struct ui *ui, const char *arg);
void ui_act_delete(struct ui *ui, const char *arg);
void ui_act_unsubscribe(struct ui *ui, const char *arg);
void ui_act_rename(struct ui *ui, const char *arg);
void ui_act_move(struct ui *ui, const char *arg);
void ui_act_retag(struct ui *ui, const char *arg);
void ui_act_merge(struct ui *ui, const char *arg);
void ui_act_set(struct ui *ui, const char *arg);
void ui_act_strategy(struct ui *ui, const char *arg);
void ui_act_min_interval(struct ui *ui, const char *arg);
void ui_act_max_interval(struct ui *ui, const char *arg);
void ui_act_priority(struct ui *ui, const char *arg);

/* like.c */
void ui_act_make_rule(struct ui *ui, const char *arg);

/* Commands that move, open and mark; ends with a row without a name. */
extern const struct ui_command ui_act_commands[];

/* Commands about lists, panes and feeds; ends with a row without a name. */
extern const struct ui_command ui_act_commands_feeds[];

#endif
