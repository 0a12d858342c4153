/*
 * The door to the import layer: what other programs keep, as one plain list. It reads
 * files and never writes or runs any; databases are opened on a copy (database.h).
 *
 *	struct import_list *list = import_list_new();
 *	status = import_path(list, path, &err);         for each path, or
 *	status = import_usual(list, "newsboat", &err);
 *	import_read(list);
 *	… list->feeds, list->items, list->remarks …
 *	import_list_free(list);
 *
 * Programs and their files are rows of one table (formats.c). Nothing here knows a store;
 * engine/feeds/bring.h applies a list. One thread at a time for a list.
 */
#ifndef IMPORT_IMPORT_API_H
#define IMPORT_IMPORT_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/map.h"
#include "base/str.h"
#include "model/item.h"

struct err;
struct import_format;
struct subscription;

enum import_mark {
	IMPORT_READ = 1 << 0,
	IMPORT_STARRED = 1 << 1,
	IMPORT_DELETED = 1 << 2,
	IMPORT_HIDDEN = 1 << 3,
};

/* A feed, or (by its address query:…) a saved search. Strings are in the list's arena. */
struct import_feed {
	const char *url;               /* as the program has it */
	const char *title;             /* the user's own; NULL: none */
	const char *feed_title, *site; /* as the program has them from the feed */
	char **tags;
	size_t tags_len;
	bool hidden;
	struct subscription_option *options;
	size_t options_len;
	/* The program's own name for it, by which items refer to it; may be NULL. */
	const char *key;
	bool unsubscribed; /* the user does not subscribe to it: only its items are of
			      interest */
	size_t items;      /* of it in the list */
	int64_t place;     /* in the order of our own list; 0: where it was read */
};

struct import_item {
	/* NULL: in any feed that has it (guid, link, or enclosure alone) */
	struct import_feed *feed;
	const char *guid; /* of the document; NULL: the program does not keep it */
	const char *title, *link, *author, *comments;
	struct text text;
	int64_t date, updated; /* seconds since 1970; TIME_NONE: unknown */
	int64_t seen;          /* when it first came; TIME_NONE: unknown */
	char **categories;     /* the feed's own */
	size_t categories_len;
	const char *enclosure, *enclosure_type;
	int marks; /* enum import_mark */
	/* Episodes only: */
	uint32_t place;             /* in the queue, from 1; 0: it is not there */
	int64_t position, duration; /* in milliseconds; 0: unknown */
	int64_t heard;              /* when, in seconds since 1970; 0: unknown */
	bool played;                /* to its end */
	const char *file;           /* its file on this machine; NULL: none */
	char **tags;
	size_t tags_len;
	bool exact;     /* guid is the document's for certain */
	bool elsewhere; /* its marks count in other feeds with this guid or link, too */
	bool page; /* saved to be read later; of no feed, but some feed may have it */
};

/* Something that was left out, or that the user should know. */
struct import_remark {
	const char *file;
	int line; /* 0: none */
	const char *text;
};

struct import_file {
	const char *path;
	const struct import_format *format;
	struct span bytes; /* of standard input, which can't be read again */
};

struct import_list {
	struct arena arena;
	struct import_feed **feeds;
	size_t feeds_len, feeds_cap;
	struct import_item *items;
	size_t items_len, items_cap;
	struct import_remark *remarks;
	size_t remarks_len, remarks_cap;
	struct import_file *files; /* in the order in which they are read */
	size_t files_len, files_cap;
	struct map by_url, by_key, databases; /* the last: by path, open until the end */
	size_t local;                         /* remarks about commands and files */
	bool full;                            /* the limit on feeds was reached */
	bool listed;        /* files of the program that is being read list feeds */
	char star;          /* newsboat's flag that means a star; usually s */
	const char *file;   /* that is being read, for remarks */
	size_t places;      /* of a program that were found */
	bool wants_config;  /* config files become lines for ours */
	struct buf *config; /* … which are these, with comments */
};

struct import_list *import_list_new(void);
void import_list_free(struct import_list *list);

/* Adds a file ("-": standard input), or all files of known formats in a directory. only:
 * the name of the one program whose files count; NULL: any. ERR_NOT_FOUND, ERR_NOT_FEED:
 * nothing known there. */
int import_path(struct import_list *list, const char *path, const char *only,
	struct err *err) MUST_USE;
/* Adds what the program has at its usual places. ERR_NOT_FOUND: nothing. ERR_INVALID:
 * there is no such program. */
int import_usual(struct import_list *list, const char *program, struct err *err) MUST_USE;
/* Reads all of them. What can't be read becomes a remark. */
void import_read(struct import_list *list);
/* Reads only config files, into list->config. */
void import_read_config(struct import_list *list);
/* Names of the programs with usual places, ended by NULL. */
const char *const *import_programs(void);
/* What the files are of: "newsboat", or "newsboat, OPML"; in the list's arena. */
const char *import_programs_of(struct import_list *list);

/* A feed's line in the feeds file. Borrows from feed. */
struct subscription import_feed_line(const struct import_feed *feed);

#endif
