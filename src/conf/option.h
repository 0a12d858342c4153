/*
 * The options: one table, from which parsing, defaults, help, the manual page and the
 * sample file are made. conf/settings.h says how they change while the program runs.
 */
#ifndef CONF_OPTION_H
#define CONF_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"

struct options {
	/* fetching */
	char *fetch_mode;
	int64_t fetch_window, host_connections, domain_connections;
	int64_t host_gap;                                    /* ms */
	int64_t connect_timeout, timeout, low_speed_timeout; /* ms */
	int64_t body_limit, bodies_limit;                    /* bytes */
	int64_t redirects;
	int64_t retries, speed_limit; /* bytes a second; 0: none */
	char *user_agent, *http_headers, *login;
	char *http_headers_command, *login_command;
	bool plain_login, netrc, ocsp_staple;
	char *proxy, *ca_file, *client_cert, *client_key, *pin;
	/* schedule */
	char *strategy;
	int64_t min_interval, max_interval;           /* ms */
	int64_t cycle;                                /* ms */
	int64_t requests_per_cycle, requests_per_day; /* of all feeds; 0: no budget */
	int64_t keep_items, keep_days;                /* 0: all */
	int64_t first_unread;                         /* 0: all */
	char *duplicates;
	char *full_text, *full_text_command;
	char *on_change, *prefer_text;
	char *images, *image_command, *image_protocol, *image_remote;
	int64_t thumbnails;  /* cells; 0: none */
	int64_t image_cache; /* bytes */
	char *only, *skip;   /* queries: of a feed's items, which are hidden; "": none */
	int64_t priority;    /* of a feed compared with the others; usually 1 */
	bool learn_interest;
	bool auto_refresh; /* the reader polls due feeds by itself */
	/* reading */
	char *browser; /* command line, split into words; %u is the address */
	char *browser_terminal;
	bool clean_links;   /* links are passed on without tracking */
	bool browser_marks; /* items opened in the browser become read */
	int64_t browser_most;
	int64_t text_width; /* columns; 0: the window's */
	bool justify;
	char *show_links;
	bool show_read, restore;
	bool ignore_accents, search_relevance, search_index;
	char *date_format; /* for strftime */
	/* the world outside the reader; each a command line */
	char *clipboard_command, *save_dir, *bookmark_command, *mail_command;
	/* episodes */
	char *media_dir;                 /* "": beside the store */
	char *media_name;                /* a template for media_file_name */
	char *media_command;             /* a command line; "": none */
	int64_t media_command_timeout;   /* ms */
	bool media_skip_trackers;        /* model/tracker.h */
	int64_t media_limit, media_free; /* bytes; 0: none */
	int64_t downloads;               /* at once */
	char *player, *player_options;   /* command lines */
	char *stream;                    /* auto, yes */
	bool queue_continues, keep_playing;
	int64_t played_at; /* percent; negative: ms before the end */
	bool played_reads;
	int64_t rewind;                  /* ms; OPTION_AUTO: by the pause's length */
	char *chapters_from;             /* auto, feed, file */
	char *transcripts;               /* asked, queued */
	char *transcript_language;       /* "": any */
	char *auto_download;             /* no, new, newest 2, or a query */
	char *auto_queue;                /* no, last, next */
	int64_t keep_played;             /* ms; OPTION_NEVER: for ever */
	int64_t keep_unplayed;           /* the same */
	int64_t keep_newest;             /* files of a feed; 0: all */
	char *prefer;                    /* audio, video, small */
	int64_t skip_start, skip_end;    /* ms */
	char *skip_chapters;             /* a rule (model/chapter.h) */
	int64_t speed;                   /* percent */
	int64_t seek_back, seek_forward; /* ms */
	int64_t sleep_fade, repeat_keys; /* ms */
	char *playing_line;              /* yes, quiet, no */
	int64_t download_speed;          /* bytes a second; 0: any */
	/* what the user is notified of: none, all, or a query */
	char *notify, *notify_command, *notify_by;
	/* lines of the reader's commands or, after !, a command line */
	char *on_new, *on_refresh, *on_open, *on_start, *on_quit;
	/* looks */
	char *window_title, *hyperlinks;
	bool mouse;
	char *theme, *layout, *sort_feeds, *sort_items, *fixed_rows;
	/* templates (output/template.h) */
	char *feeds_format, *items_format, *article_format, *queue_format,
		*playing_format;
	const char *bars;
	bool day_headings, bidi, wrap, hints, cursor;
	int64_t scroll_margin;
	char *signs;
	int64_t preview_read; /* ms; 0: only when opened */
	char *keys;           /* the preset of keys */
	char *start;          /* commands of the reader */
	/* general */
	char *log_level;
	char *state_dir; /* where machines exchange their logs; "": nowhere */
	char *publish_dir, *publish_url; /* of published queries; "": none */
};

enum option_type {
	OPTION_BOOL,
	OPTION_INT,
	OPTION_SPAN,   /* a duration, stored in milliseconds */
	OPTION_SIZE,   /* bytes; k, M, G are powers of 1000, as size_format has them */
	OPTION_SPEED,  /* "1.4", stored in percent; "140%" is the same */
	OPTION_ENDING, /* "95%", stored in percent; "60s" before the end: -60000 */
	OPTION_STRING,
	OPTION_CHOICE, /* one of several strings */
	OPTION_ORDER,  /* sort keys, for the kind of rows in min (enum order_of) */
};

/* What words stand for where an option is a number. */
#define OPTION_AUTO (-1)
#define OPTION_NEVER (-1) /* it is not done */

enum option_flag {
	OPTION_PER_FEED = 1 << 0,      /* may be set in a feeds line or a [tag] section */
	OPTION_SECRET = 1 << 1,        /* may hold a password: masked in messages */
	OPTION_IS_QUERY = 1 << 2,      /* courant-query(5) */
	OPTION_IS_LIST = 1 << 3,       /* some of the choices, with commas */
	OPTION_IS_MEDIA_NAME = 1 << 4, /* a template for media_file_name */
	OPTION_IS_PLACE = 1 << 5,      /* a path that means the same for every process */
	OPTION_IS_ADDRESS = 1 << 6,    /* http or https */
	OPTION_IS_COMMAND = 1 << 7,    /* a command line, split by str_words */
	OPTION_IS_HOOK = 1 << 8,       /* such a line after !, or the reader's commands */
};

struct option {
	const char *name;
	const char *group; /* heading in the manual; NULL: that of the row before */
	enum option_type type;
	const char *fallback; /* the default, as text */
	int64_t min, max;     /* of numbers, in the stored unit */
	/* "a|b|c"; "a:*" takes a time after "a:", and NUMBER a number; a string is a list
	 * of them, with commas. Of a number, the words that it may be as well; SPAN
	 * stands for the number. */
	const char *choices;
	const char *brief, *detail; /* for help; for the manual */
	/* Letters after % in a command; NULL: they are checked elsewhere, or there are
	 * none. */
	const char *placeholders;
	int flags;
	size_t offset; /* in struct options */
};

/* The tables of all options, in the order of the manual, each of which ends with a row
 * without a name; NULL is the last. */
extern const struct option *const conf_options[];
/* The option after this one; NULL: it was the last. */
const struct option *conf_option_next(const struct option *option);
/* A row by name, or NULL. "title" is window-title as well. */
const struct option *conf_option(const char *name);
/* The error for an unknown name: ERR_INVALID, with the name that was probably meant. */
int conf_option_unknown(const char *name, struct err *err) MUST_USE;

/* Sets all options to their defaults. */
void conf_options_init(struct options *options);
void conf_options_done(struct options *options);
/* The option show-links: at most how many links are listed; SIZE_MAX: all. */
size_t conf_options_links(const struct options *options);
/* Makes *to an independent copy, to be changed for one feed and freed with
 * conf_options_done. */
void conf_options_copy(struct options *to, const struct options *from);

/* Sets one option from text. ERR_INVALID, with a suggestion for an unknown name, or the
 * range or the choices for a wrong value; options is then untouched. */
int conf_option_set(struct options *options, const char *name, const char *value,
	struct err *err) MUST_USE;
/* The same for any struct with a table of rows, which ends with one without a name:
 * setting all to their defaults, setting one, freeing, and its value as text. */
void conf_options_default(const struct option *rows, void *record);
void conf_options_free(const struct option *rows, void *record);
int conf_option_put(const struct option *row, void *record, const char *value,
	struct err *err) MUST_USE;
void conf_option_show(const struct option *row, const void *record, struct buf *out);
/* Checks whether conf_option_set would succeed. */
int conf_option_check(const char *name, const char *value, struct err *err) MUST_USE;
/* Appends an option's value, as text that conf_option_set accepts. */
void conf_option_get(
	const struct options *options, const struct option *option, struct buf *out);
/* The values an option may have, as "a|b|c"; NULL: any. */
const char *conf_option_values(const struct option *option);
/* The same for people: "a, b, c", with an example for those that take a duration. */
void conf_option_list_values(struct buf *out, const struct option *option);

#endif
