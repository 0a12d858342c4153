/*
 * The commands of the reader, in one table: keys, the line of hints, `?` help, completion
 * after `:`, `bind` lines of the config and the list of keys in the manual all come from
 * it.
 */
#ifndef UI_COMMAND_H
#define UI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

struct ui;

/* Where a command works. */
enum ui_context {
	UI_FEEDS = 1 << 0,
	UI_ITEMS = 1 << 1,
	UI_ARTICLE = 1 << 2,
	UI_CHOOSE = 1 << 3, /* a list to choose from, of feeds or links */
	UI_HELP = 1 << 4,
	UI_SCHEDULE = 1 << 5, /* the page of a feed */
	UI_SCHEDULE_ALL = 1 << 6,
	UI_FAILING = 1 << 7, /* feeds that need attention */
	UI_PAGE = 1 << 8,    /* text, such as what a program printed */
	UI_MESSAGES = 1 << 9,
	UI_READING = UI_FEEDS | UI_ITEMS | UI_ARTICLE,
	UI_OTHERS = UI_CHOOSE | UI_HELP | UI_SCHEDULE | UI_SCHEDULE_ALL | UI_FAILING |
		    UI_PAGE | UI_MESSAGES,
	UI_EVERYWHERE = UI_READING | UI_OTHERS,
};

/* How a command deals with a count that was typed before its key. */
enum ui_command_flag {
	UI_REPEATS = 1 << 0, /* it runs that many times */
	UI_COUNTS = 1 << 1,  /* it reads ui->keys.count */
	UI_ACTS = 1 << 2,    /* the command repeat runs it again */
};

struct ui_command {
	const char *name;
	int contexts; /* where its keys work, and where it works after `:` */
	int also;     /* where it only works after `:` or if a bind line says so */
	int flags;    /* enum ui_command_flag */
	/* The keys that are bound without any bind line, separated by blanks: sequences
	 * (conf/key.h), or KEYS=ARGUMENT. One string for each choice of the option keys;
	 * NULL for newsboat and vim: the same keys, as far as they are free. */
	const char *keys, *newsboat, *vim;
	const char *hint;   /* a word for the line of hints; NULL: not in it */
	const char *brief;  /* one line */
	const char *detail; /* more, for the manual; may be NULL */
	/* arg: what follows the name after `:` or in `bind`; may be NULL. */
	void (*run)(struct ui *ui, const char *arg);
};

/* The table; ends with a row without a name. */
extern const struct ui_command ui_commands[];
const struct ui_command *ui_command(const char *name);
/* Whether it can be run while a view of the context has the focus. */
bool ui_command_works(const struct ui_command *command, int context);

/* The names of contexts, for `bind`, help and the manual; ends with a row without a
 * name. */
struct ui_context_name {
	const char *name;
	int contexts;
	const char *title; /* for help */
};
extern const struct ui_context_name ui_contexts[];

/* The functions in the table, by file. */

/* add.c */
void ui_add_ask(struct ui *ui, const char *arg);
void ui_add_import(struct ui *ui, const char *arg);
/* config.c */
void ui_config_reload(struct ui *ui, const char *arg);
void ui_config_set(struct ui *ui, const char *arg);
void ui_config_keys(struct ui *ui, const char *arg);
/* keys.c */
void ui_act_repeat(struct ui *ui, const char *arg);
/* feeds.c */
void ui_feeds_fold(struct ui *ui, const char *arg);
void ui_feeds_seek(struct ui *ui, const char *arg);
/* feeds_seek.c */
void ui_feeds_next_failing(struct ui *ui, const char *arg);
void ui_feeds_previous_failing(struct ui *ui, const char *arg);
/* act_places.c */
void ui_act_today(struct ui *ui, const char *arg);
void ui_act_failing(struct ui *ui, const char *arg);
void ui_act_silent(struct ui *ui, const char *arg);
void ui_act_recent(struct ui *ui, const char *arg);
/* items.c */
void ui_items_all(struct ui *ui, const char *arg);
void ui_items_unread(struct ui *ui, const char *arg);
void ui_items_starred(struct ui *ui, const char *arg);
void ui_items_feed(struct ui *ui, const char *arg);
void ui_items_random(struct ui *ui, const char *arg);
/* search.c */
void ui_search_start(struct ui *ui, const char *arg);
void ui_search_save(struct ui *ui, const char *arg);
/* article.c */
void ui_article_next(struct ui *ui, const char *arg);
void ui_article_previous(struct ui *ui, const char *arg);
void ui_article_links(struct ui *ui, const char *arg);
void ui_article_pick(struct ui *ui, const char *arg);
void ui_article_read_on(struct ui *ui, const char *arg);
/* article_find.c */
void ui_article_find(struct ui *ui, const char *arg);
void ui_article_next_hit(struct ui *ui, const char *arg);
void ui_article_previous_hit(struct ui *ui, const char *arg);
/* article_links.c */
void ui_article_next_link(struct ui *ui, const char *arg);
void ui_article_previous_link(struct ui *ui, const char *arg);
void ui_article_back(struct ui *ui, const char *arg);
void ui_article_next_heading(struct ui *ui, const char *arg);
void ui_article_previous_heading(struct ui *ui, const char *arg);
void ui_article_outline(struct ui *ui, const char *arg);
/* edit.c */
void ui_edit_tag(struct ui *ui, const char *arg);
void ui_edit_delete(struct ui *ui, const char *arg);
void ui_edit_unsubscribe(struct ui *ui, const char *arg);
void ui_edit_rename(struct ui *ui, const char *arg);
void ui_edit_move(struct ui *ui, const char *arg);
void ui_edit_retag(struct ui *ui, const char *arg);
void ui_edit_merge(struct ui *ui, const char *arg);
void ui_edit_set(struct ui *ui, const char *arg);
void ui_edit_strategy(struct ui *ui, const char *arg);
void ui_edit_min_interval(struct ui *ui, const char *arg);
void ui_edit_max_interval(struct ui *ui, const char *arg);
void ui_edit_priority(struct ui *ui, const char *arg);
/* messages.c */
void ui_messages_show(struct ui *ui, const char *arg);
/* sort.c */
void ui_sort(struct ui *ui, const char *arg);
/* panes.c */
void ui_panes_layout(struct ui *ui, const char *arg);
void ui_panes_wider(struct ui *ui, const char *arg);
void ui_panes_narrower(struct ui *ui, const char *arg);
void ui_panes_zoom(struct ui *ui, const char *arg);
void ui_panes_next(struct ui *ui, const char *arg);
void ui_panes_left(struct ui *ui, const char *arg);
/* editor.c */
void ui_edit_feeds(struct ui *ui, const char *arg);
void ui_edit_config(struct ui *ui, const char *arg);
/* schedule.c */
void ui_schedule_show(struct ui *ui, const char *arg);
void ui_schedule_all(struct ui *ui, const char *arg);
/* browser.c */
void ui_browser_item(struct ui *ui, const char *arg);
void ui_browser_and_mark(struct ui *ui, const char *arg);
void ui_browser_unread(struct ui *ui, const char *arg);
/* run.c */
void ui_run_ask(struct ui *ui, const char *arg);
void ui_run_pipe(struct ui *ui, const char *arg);
/* copy.c */
void ui_copy(struct ui *ui, const char *arg);
void ui_save(struct ui *ui, const char *arg);
void ui_bookmark(struct ui *ui, const char *arg);
void ui_mail(struct ui *ui, const char *arg);
void ui_share(struct ui *ui, const char *arg);
/* select.c */
void ui_select(struct ui *ui, const char *arg);
void ui_select_range(struct ui *ui, const char *arg);
void ui_select_all(struct ui *ui, const char *arg);
void ui_mark_above(struct ui *ui, const char *arg);
void ui_mark_below(struct ui *ui, const char *arg);
/* act.c */
void ui_act_up(struct ui *ui, const char *arg);
void ui_act_down(struct ui *ui, const char *arg);
void ui_act_page_up(struct ui *ui, const char *arg);
void ui_act_page_down(struct ui *ui, const char *arg);
void ui_act_half_up(struct ui *ui, const char *arg);
void ui_act_half_down(struct ui *ui, const char *arg);
void ui_act_first(struct ui *ui, const char *arg);
void ui_act_last(struct ui *ui, const char *arg);
void ui_act_open(struct ui *ui, const char *arg);
void ui_act_back(struct ui *ui, const char *arg);
void ui_act_escape(struct ui *ui, const char *arg);
void ui_act_quit(struct ui *ui, const char *arg);
void ui_act_next_unread(struct ui *ui, const char *arg);
void ui_act_previous_unread(struct ui *ui, const char *arg);
void ui_act_reload(struct ui *ui, const char *arg);
void ui_act_reload_full(struct ui *ui, const char *arg);
void ui_act_older(struct ui *ui, const char *arg);
void ui_act_reload_all(struct ui *ui, const char *arg);
void ui_act_stop(struct ui *ui, const char *arg);
void ui_act_mark_read(struct ui *ui, const char *arg);
void ui_act_toggle_read(struct ui *ui, const char *arg);
void ui_act_star(struct ui *ui, const char *arg);
void ui_act_show_read(struct ui *ui, const char *arg);
void ui_act_undo(struct ui *ui, const char *arg);
void ui_act_redo(struct ui *ui, const char *arg);
void ui_act_help(struct ui *ui, const char *arg);
void ui_act_command(struct ui *ui, const char *arg);
void ui_act_reload_feeds(struct ui *ui, const char *arg);
void ui_act_redraw(struct ui *ui, const char *arg);
void ui_act_suspend(struct ui *ui, const char *arg);

#endif
