/*
 * The state of the reader, which functions get unless they are pure, and functions of
 * files that have no header of their own. Private to ui. UI thread.
 */
#ifndef UI_STATE_H
#define UI_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/map.h"
#include "ui/binding.h"
#include "ui/catalog.h"
#include "ui/command.h"
#include "ui/pane.h"
#include "ui/pending.h"
#include "ui/prompt.h"
#include "ui/row.h"
#include "ui/session.h"
#include "ui/status.h"
#include "ui/ui.h"
#include "ui/view.h"

#define UI_CHILDREN_MAX 32 /* programs that run beside the reader */

struct ui_child {
	pid_t pid; /* 0: none */
	int file;  /* what it printed; -1: none */
	bool page; /* which becomes a page */
	char name[64];
};

struct ui_saved_list;
struct ui_seek;

/* What was typed outside of prompts, and the commands that it started (ui/keys.h). */
struct ui_keys {
	uint32_t typed[CONF_KEYS_MAX]; /* the first of a sequence */
	size_t len;
	int64_t since; /* time_mono_ms() of the last of them */
	size_t count;  /* typed before; 0: none */
	size_t given;  /* the count that was typed for the command that is running */
	struct ui_act waiting[UI_CHAIN_MAX]; /* commands that have not yet begun */
	size_t waiting_len;
	size_t times;       /* to run the first of them */
	struct ui_act last; /* for the command repeat */
	uint64_t acted_on;  /* the item that it was about */
	bool asked;         /* the prompt that is open is its */
	bool failed;        /* what comes after the command that runs is dropped */
};

#define UI_PALETTE_MAX 160

/* The commands that what is typed after `:` could mean (ui/palette.h). */
struct ui_palette {
	const struct ui_command *list[UI_PALETTE_MAX];
	size_t len, chosen, top;
	bool moved; /* the user has chosen */
};

/* What a pane is about to show beside the view with the focus (ui/preview.h). */
struct ui_preview {
	const struct ui_view *list; /* had the focus when this was last looked at */
	uint64_t still;             /* what its cursor was on when it got the focus */
	uint64_t want;              /* what its cursor is on now, */
	int64_t at;                 /* and when that will be shown */
	uint64_t shown;             /* the item that counts as read */
	int64_t read_at;            /* at this time; 0: not by itself */
};

struct ui {
	const struct ui_setup *setup;
	struct store *store;
	struct engine *engine;
	struct settings *settings;     /* a reference, replaced by ui_config_reload */
	const struct options *options; /* of settings */
	struct ui_bindings bindings;
	struct ui_keys keys;
	struct ui_palette palette;
	struct ui_view *top;            /* of the stack; NULL: no view yet */
	struct ui_view *focus;          /* the view that gets keys and commands */
	const char *layout_name; /* as the option layout; call ui_resize after a change */
	bool zoomed;             /* one pane for a while */
	bool deep;               /* a list or an article had the focus last */
	struct ui_layout shapes[UI_LAYOUTS_MAX]; /* the table, as resized by the user */
	const struct ui_layout *layout; /* instead of the table, for tests; NULL: none */
	const struct ui_layout *shown;  /* in use */
	struct ui_preview preview;
	struct ui_pane panes[UI_PANES_MAX];
	size_t panes_len;
	struct ui_seek *seek; /* NULL: none is under way */
	struct ui_catalog catalog;
	struct ui_pending pending;
	struct ui_saved_list *saved;
	struct map orders;      /* what `sort` gave lists, by name → struct order */
	struct ui_session session;
	struct map line_orders; /* address of a feed → what its line says of sort-items */
	struct ui_status status;
	struct ui_prompt prompt;
	struct ui_history searches, commands, finds, seeks, sorts, runs, files, addresses;
	struct arena scratch; /* for one frame or one command */
	struct ui_frame screen;
	struct ui_row *parts; /* the rows of the pane that is being drawn */
	size_t rows_len;      /* rows in screen and in parts */
	size_t bars;          /* rows below the panes */
	int64_t busy_since;   /* time_mono_ms() when a long task began; 0: none */
	bool show_read;
	bool dirty; /* the screen has to be drawn again */
	bool stale; /* the store may have changed */
	bool leave;
	int64_t typed_ms; /* time_mono_ms() of the last key */
	uint32_t key;     /* the one that is being handled */
	uint64_t version; /* of the store, when it was last read */
	uint32_t search;  /* id of the last search */
	bool dead;        /* the worker has stopped */
	char **offers;    /* programs to import from: name, LF, what they have */
	size_t offers_len, offers_cap;
	char **adding;    /* the words of `add`: the address, then tags */
	struct {          /* what the prompt of edit.c is about */
		uint32_t feed;
		uint64_t item;
		char *saved; /* line of a saved search; NULL: it is about a feed */
		const char *option; /* a name in the table */
		struct buf label;
	} edit;
	struct ui_child children[UI_CHILDREN_MAX];
};

/* loop.c */

/* Initialises the state, without a terminal and without views; setup is borrowed. */
void ui_init(struct ui *ui, const struct ui_setup *setup);
void ui_done(struct ui *ui);

/* Runs the command that a key is bound to, or gives the key to the prompt. */
void ui_key(struct ui *ui, uint32_t key);
void ui_run_command(struct ui *ui, const struct ui_command *command, const char *arg);

/* Reads the feeds and the views that are shown from the store again. */
void ui_reload(struct ui *ui);
/* Does a slice of each long task; true if there is more to do. */
bool ui_step(struct ui *ui);
/* Opens a view of the store for a moment; false, with a message, if that fails. */
bool ui_look(struct ui *ui, struct store_view *view);

/* screen.c */
/* Draws all panes and bars into ui->screen. */
void ui_draw(struct ui *ui);
void ui_screen_done(struct ui *ui);
/* The key of a command in a context, for sentences, in ui->scratch; ":NAME" if it has
 * none. */
const char *ui_screen_key(struct ui *ui, int context, const char *command);

/* The views. */

/* panes.c */
/* Chooses a layout by the name of the option; false: there is none of that name. */
bool ui_panes_set(struct ui *ui, const char *name);

/* feeds.c */
struct ui_view *ui_feeds_new(struct ui *ui);
/* The next (previous) feed in the list that has something unread; 0: none. */
uint32_t ui_feeds_next_unread(struct ui *ui, uint32_t feed, bool backwards);
/* Moves the cursor to a feed. */
void ui_feeds_select(struct ui *ui, uint32_t feed);
/* Moves the cursor to the next (previous) feed with something unread. */
void ui_feeds_jump(struct ui *ui, struct ui_view *view, bool backwards);

/* article.c: a view of an item, which is marked as read when it gets the focus */
struct ui_view *ui_article_new(struct ui *ui, uint64_t item);
/* Shows another item in the same view. */
void ui_article_show(struct ui *ui, struct ui_view *view, uint64_t item);

/* Forgets the picked link and the found words of an article; false if there are none, or
 * view is not an article. */
bool ui_article_drop(struct ui_view *view);

/* Picks a link of the article with the focus; false, with a message, if it has no such
 * link. */
bool ui_article_pick_number(struct ui *ui, size_t number);

/* help.c */
struct ui_view *ui_help_new(struct ui *ui);
/* Shows it, and filters it by what is typed; Enter runs what is chosen. */
void ui_help_ask(struct ui *ui);

/* choose.c: a list to choose from. chosen gets the row that the user chooses. The array
 * and its strings, each from malloc, become its own. */
struct ui_choice {
	char *text;   /* first column */
	char *detail; /* second column; may be NULL */
	char *value;  /* for chosen */
};
struct ui_view *ui_choose_new(struct ui *ui, const char *title, struct ui_choice *rows,
	size_t len, void (*chosen)(struct ui *ui, const struct ui_choice *choice));

/* act.c */
/* What the cursor of the view with the focus is on; on_feed and on_item: if it is a feed
 * or has one, or an item. False, with a message, if not. */
bool ui_act_on_something(struct ui *ui, struct ui_target *target);
bool ui_act_on_feed(struct ui *ui, struct ui_target *target);
/* A feed, or a saved search. */
bool ui_act_on_line(struct ui *ui, struct ui_target *target);
bool ui_act_on_item(struct ui *ui, struct ui_target *target);
/* For ENGINE_OLDER: how far fetching older items of a feed is. */
void ui_act_older_event(struct ui *ui, const struct engine_event *event);
/* For ENGINE_ACTED: an action was stored, or failed. */
void ui_act_done(struct ui *ui, const struct engine_event *event);
/* Marks items as read, in one step of undo. */
void ui_act_read_all(struct ui *ui, const uint64_t *items, size_t len);
/* Marks an item that was opened as read. */
void ui_act_read(struct ui *ui, uint64_t item, uint32_t feed, int flags);

/* manual.c: a page about a command or an option. */
void ui_manual(struct ui *ui, const char *word);

/* event.c */
/* Handles an event of the engine. */
void ui_event(struct ui *ui, const struct engine_event *event);

/* add.c */
/* For ENGINE_CANDIDATES: the feeds that were found at an address. */
void ui_add_candidates(struct ui *ui, const struct engine_event *event);
void ui_add_paste(struct ui *ui, const char *text, size_t n);

/* config.c */
/* Applies the bind and color lines of the config file when the reader starts. */
void ui_config_take(struct ui *ui);

/* browser.c: opens an address that is no item's. */
void ui_browser_open(struct ui *ui, const char *url);

/* run.c */
/* Call it when a child process has ended; says so if it failed. */
void ui_run_reap(struct ui *ui);

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

#endif
