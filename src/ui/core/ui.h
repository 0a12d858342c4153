/*
 * The state of the reader, which functions get unless they are pure, and what all rooms
 * do with it. Private to ui. UI thread.
 */
#ifndef UI_CORE_UI_H
#define UI_CORE_UI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/map.h"
#include "engine/api.h"
#include "model/action.h"
#include "output/document.h"
#include "ui/catalog/catalog.h"
#include "ui/catalog/pending.h"
#include "ui/command/binding.h"
#include "ui/command/command.h"
#include "ui/core/columns.h"
#include "ui/core/pane.h"
#include "ui/core/status.h"
#include "ui/core/ui_view.h"
#include "ui/draw/prompt.h"
#include "ui/draw/row.h"

#define UI_CHILDREN_MAX 32 /* programs that run beside the reader */

struct ui_child {
	pid_t pid;    /* 0: none */
	int file;     /* what it printed; -1: none */
	bool page;    /* which becomes a page */
	bool stopped; /* started by the user, who needs no report of its status */
	char name[64];
	size_t message; /* number of the message that it was started */
};

struct engine;
struct options;
struct settings;
struct store;
struct store_view;
struct ui_saved_list;
struct ui_highlights;
struct ui_seek;

/* What was typed outside prompts, and the commands started by it (ui/keys/keys.h). */
struct ui_keys {
	uint32_t typed[CONF_KEYS_MAX]; /* the first of a sequence */
	size_t len;
	int64_t since; /* time_mono_ms() of the last of them */
	size_t again;  /* how many of them the next key can follow; 0: none */
	int64_t again_until;
	const struct ui_command *again_by; /* … if that key is for this command */
	size_t count;                      /* typed before; 0: none */
	size_t given; /* the count that was typed for the command that is running */
	struct ui_act waiting[UI_CHAIN_MAX]; /* commands that have not yet begun */
	size_t waiting_len;
	size_t times;       /* to run the first of them */
	uint32_t chain;     /* what several of them do is undone together: the last */
	struct ui_act last; /* for the command repeat */
	uint64_t acted_on;  /* the item that it was about */
	bool asked;         /* the prompt that is open is its */
	bool failed;        /* the commands after the one that runs are dropped */
	bool counted;       /* the selection is that of a count, and ends with the act */
};

#define UI_PALETTE_MAX 160

/* The commands that what is typed after `:` could mean (ui/keys/palette.h). */
struct ui_palette {
	const struct ui_command *list[UI_PALETTE_MAX];
	size_t len, chosen, top;
	bool moved; /* the user has chosen */
};

/* What a pane is about to show beside the view with the focus (ui/preview_pane.h). */
struct ui_preview {
	const struct ui_view *list; /* had the focus when this was last checked */
	uint64_t still;             /* what its cursor was on when it got the focus */
	uint64_t want;              /* what its cursor is on now, */
	int64_t at;                 /* and when that will be shown */
	uint64_t shown;             /* the item that counts as read */
	int64_t read_at;            /* at this time; 0: not by itself */
};

#define UI_JUMPS_MAX 50

/* Places that jumps started from (ui/jumps.c), as text. */
struct ui_jumps {
	char *list[UI_JUMPS_MAX];
	size_t len, at; /* at: the one we went back to; len: none */
};

/* The file of the session (ui/session.h). */
struct ui_session {
	char *path;       /* NULL: nothing is kept */
	int lock;         /* held while the reader runs; -1: none */
	char *within;     /* where the search being restored looks; NULL: everywhere */
	char *written;    /* what the file has */
	int64_t saved_ms; /* when it was last checked (time_mono_ms) */
};

/* When something is run for the user (ui/hooks.c); bits of ui->hooks. */
enum ui_hook {
	UI_HOOK_START,
	UI_HOOK_REFRESH,
	UI_HOOK_NEW,
	UI_HOOK_OPEN,
	UI_HOOK_QUIT,
	UI_HOOKS,
};

/* What the left button of the mouse was last pressed on (ui/mouse.c). */
struct ui_mouse_state {
	size_t x, y;
	int64_t pressed_ms; /* time_mono_ms() of a first click */
	size_t drag;        /* a pane whose border it was */
};

/* What rooms call in the rooms above them. */
struct ui_above {
	/* A view of an item (ui/article). */
	struct ui_view *(*article)(struct ui *ui, uint64_t item);
	/* The queue of episodes (ui/media). */
	struct ui_view *(*queue)(struct ui *ui);
	/* Stops a seek; false when nothing was under way (ui/items). */
	bool (*stop_seek)(struct ui *ui);
	/* The next (previous) feed in the list, or only of those that have something
	 * unread, 0: none; and moving the cursor to a feed (ui/feeds). */
	uint32_t (*next_feed)(struct ui *ui, uint32_t feed, bool backwards, bool unread);
	void (*select_feed)(struct ui *ui, uint32_t feed);
	/* A command is about to leave for another place: keeps this one for jump-back
	 * (ui/jumps.c). */
	void (*mark_place)(struct ui *ui);
	/* Reads the config file again (ui/config_keys.c). */
	void (*reload_config)(struct ui *ui, const char *arg);
};
extern const struct ui_above ui_above; /* ui/command_table.c */

/* What is playing, and in which process. */
struct ui_playing {
	struct engine_playing now;
	bool own;                        /* by this reader's worker */
	struct buf feed, title, chapter; /* titles */
};

struct ui {
	const struct ui_above *above;
	const struct ui_setup *setup;
	struct store *store;
	struct engine *engine;
	struct settings *settings;     /* a reference, replaced by ui_config_reload */
	const struct options *options; /* of settings */
	struct ui_bindings bindings;
	struct ui_columns columns;        /* of the options */
	struct ui_highlights *highlights; /* of the config; NULL: none */
	struct ui_keys keys;
	struct ui_palette palette;
	struct ui_view *top;     /* of the stack; NULL: no view yet */
	struct ui_view *focus;   /* the view that gets keys and commands */
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
	struct map orders; /* what `sort` gave lists, by name → struct order */
	struct ui_session session;
	struct ui_jumps jumps;
	struct ui_own_options *own_options; /* core/feed_options.h */
	struct map line_orders; /* address of a feed → sort-items of its line */
	struct ui_status status;
	struct ui_prompt prompt;
	struct ui_view *previewed; /* the search that is being typed; NULL: none */
	struct ui_history searches, filters, commands, finds, seeks, sorts, runs, files,
		addresses, tags, names, feed_options, shares;
	enum output_kind saves; /* what the prompt of save makes in a directory */
	struct {                /* of the last search, for search-back */
		char *words;    /* NULL: there was none */
		struct store_scope scope;
		char *tag; /* of the scope */
	} results;
	struct arena scratch; /* for one frame or one command */
	uint64_t thumbs; /* hash of the items whose thumbnails the worker has to get */
	bool links;      /* rows have links of the terminal */
	struct ui_frame screen;
	struct ui_row *parts; /* the rows of the pane that is being drawn */
	char *title;          /* of the window, as it was set; NULL: not yet */
	size_t rows_len;      /* rows in screen and in parts */
	size_t bars;          /* rows below the panes, or above them */
	size_t bars_row;      /* the first of them */
	int64_t busy_since;   /* time_mono_ms() when a long task began; 0: none */
	struct ui_playing playing;
	struct ui_mouse_state mouse;
	bool away;       /* the window does not have the focus */
	char *unmounted; /* why no media can be had: their disk; NULL: they can */
	unsigned hooks;  /* those that wait; 1 << enum ui_hook */
	size_t measure;  /* columns of articles, by key; 0: as the option says */
	bool show_read;
	bool dirty; /* the screen has to be drawn again */
	bool stale; /* the store may have changed, or could not be read */
	bool leave;
	int64_t typed_ms; /* time_mono_ms() of the last key */
	uint32_t key;     /* the one that is being handled */
	uint64_t version; /* of the store, when it was last read; 0: read it again */
	uint32_t search;  /* id of the last search */
	bool dead;        /* the worker has stopped */
	char **offers;    /* programs to import from: name, LF, what they have */
	size_t offers_len, offers_cap;
	char **adding; /* the words of `add`: the address, then tags */
	struct {       /* addresses that are added together */
		size_t waiting, added, there, failed;
		struct buf left; /* words that are not addresses */
	} several;
	size_t looking;               /* number of the message "Looking at …" */
	size_t done;                  /* number of the message "Done: …" */
	uint32_t done_chain;          /* the chain that it is about */
	uint32_t subscribed;          /* the feed that the message names; 0: none */
	bool preview_shown;           /* what an address has, behind the prompt */
	struct {                      /* the rule that is being made (act/like.c) */
		struct ui_view *view; /* of the proposals; may be closed by then */
		uint32_t round;
		char *act;
		char *query; /* whose items the prompt counts */
		struct buf label;
	} like;
	struct { /* what the prompt of edit.c is about */
		uint32_t feed;
		uint64_t item;
		char *saved;        /* line of a saved search; NULL: it is about feeds */
		char *tag;          /* of the feeds; NULL: it is about a single one */
		const char *option; /* a name in the table */
		struct buf label;
	} edit;
	struct ui_child children[UI_CHILDREN_MAX];
	struct ui_outside_job *job; /* of ui/outside/each.c; NULL: none */
};

/* Whether the line that says what is playing is on the screen. */
bool ui_playing_shown(const struct ui *ui);
/* What was typed in a prompt can't be used: says why, and the prompt comes back with it.
 */
void ui_refuse(struct ui *ui, const char *why);

/* What a prompt asks for. All but label and accept may be NULL; ui/draw/prompt.h says
 * what the functions do. */
struct ui_question {
	const char *label;
	const char *text; /* it starts with this */
	void (*accept)(struct ui *ui, const char *text);
	void (*complete)(struct ui *ui, struct ui_prompt *prompt);
	void (*changed)(struct ui *ui, const char *text);
	void (*cancel)(struct ui *ui);
	struct ui_history *history;
};

/* Calls accept with a command's argument or, if that is NULL, with what the user types in
 * a prompt. */
void ui_ask(struct ui *ui, const char *arg, const struct ui_question *question);

/* Opens a view of the store for a moment; false, with a message, if that fails. */
bool ui_open_view(struct ui *ui, struct store_view *view);
/* Runs a command, unless it is one that only stops a seek which is under way. */
void ui_run_command(struct ui *ui, const struct ui_command *command, const char *arg);
/* The key of a command in a context, for sentences, in ui->scratch; ":NAME" if it has
 * none. */
const char *ui_screen_key(struct ui *ui, int context, const char *command);

/* What the cursor of the view with the focus is on; on_feed and on_item: if it is a feed
 * or has one, or an item. False, with a message, if not. */
bool ui_act_on_something(struct ui *ui, struct ui_target *target);
bool ui_act_on_feed(struct ui *ui, struct ui_target *target);
/* A feed, a tag of feeds, or a saved search. */
bool ui_act_on_line(struct ui *ui, struct ui_target *target);
bool ui_act_on_item(struct ui *ui, struct ui_target *target);

/* Picks a link of the view with the focus; false, with a message, if it has no such
 * link. */
bool ui_act_pick(struct ui *ui, size_t number);

/* Marks an item (READ, UNREAD, STAR, UNSTAR) whose flags these are. The mark is shown at
 * once; the worker stores it. */
void
ui_act_mark(struct ui *ui, uint64_t item, uint32_t feed, int flags, enum action verb);
/* Marks items as read, in one step of undo. */
void ui_act_read_all(struct ui *ui, const uint64_t *items, size_t len);
/* Marks an item that was opened as read. */
void ui_act_read(struct ui *ui, uint64_t item, uint32_t feed, int flags);

/* How pictures are shown: as the option image-protocol says or, over ssh, image-remote.
 */
const char *ui_images_by(const struct options *options);

/* How many rows further a list should scroll (struct ui_list): terminals scroll rows as
 * wide as the screen, and without the links in them. */
size_t ui_jump(const struct ui *ui, const struct ui_frame *frame);

#endif
