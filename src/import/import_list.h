/*
 * How readers of single formats fill a list. All strings that are handed over are copied
 * to the list's arena.
 */
#ifndef IMPORT_IMPORT_LIST_H
#define IMPORT_IMPORT_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/str.h"
#include "import/import_api.h"

struct err;
struct import_database;

/* A copy of a string; NULL for "" and NULL. */
const char *import_text(struct import_list *list, const char *s);
const char *import_span(struct import_list *list, struct span s);

/* The feed with that address: a new one, or the one that is there already. Commands,
 * queries and files of this machine are for import_add_local. NULL: not an address,
 * which a remark says (line 0: none). */
struct import_feed *import_add_feed(struct import_list *list, const char *url, int line);
/* A feed that the user does not subscribe to, unless some other file says so. */
struct import_feed *import_add_unsubscribed(struct import_list *list, const char *url);
/* A saved search; the engine checks its expression. */
struct import_feed *import_add_query(
	struct import_list *list, const char *name, const char *expression, int line);
/* The one with this address, or this key; NULL: none. */
struct import_feed *import_feed_at(const struct import_list *list, const char *url);
struct import_feed *import_feed_of(const struct import_list *list, const char *key);
void import_set_key(struct import_list *list, struct import_feed *feed, const char *key);

/* The first title counts; tags and options are added to those that are there. */
void
import_set_title(struct import_list *list, struct import_feed *feed, const char *title);
void import_add_tag(struct import_list *list, struct import_feed *feed, struct span tag);
void import_set_option(struct import_list *list, struct import_feed *feed,
	const char *name, const char *value);
/* max-interval in minutes. */
void import_set_minutes(
	struct import_list *list, struct import_feed *feed, const char *name, int64_t n);
/* Name and password of a server. */
void import_set_login(struct import_list *list, struct import_feed *feed,
	const char *name, const char *password);

/* A new item, zeroed except for its times (TIME_NONE). Valid until the next is added. */
struct import_item *import_add_item(struct import_list *list, struct import_feed *feed);
void import_item_tag(struct import_list *list, struct import_item *item, struct span tag);
/* HTML, or plain text. */
void import_item_text(
	struct import_list *list, struct import_item *item, const char *text, bool html);

/* False: the same was said of that line, or of the file, before. */
bool import_remark(struct import_list *list, int line, const char *fmt, ...) PRINTF(3, 4);
/* A line that runs a command or reads a file of this machine: it is not imported but
 * reported, with what to write instead. */
void import_remark_local(struct import_list *list, int line, const char *word);
/* The same for a command that needs a shell. */
void import_remark_shell(struct import_list *list, int line, struct span command);

/* Remarks that the feed was paused in the other program but is polled here. */
void
import_remark_paused(struct import_list *list, int line, const struct import_feed *feed);

/* A saved search of another kind, with the line to write. title may be NULL. */
void import_remark_search(struct import_list *list, int line, const char *title);

/* A filter by its name. */
void import_remark_filter(struct import_list *list, int line, const char *name);

/* An account of a feed server: its feeds belong to the server, and `courant account add`
 * sets it up here. user may be NULL. */
void import_remark_account(struct import_list *list, int line, const char *protocol,
	const char *url, const char *user);

/* The database at path, opened once; NULL: it can't be, which err says. */
struct import_database *
import_list_database(struct import_list *list, const char *path, struct err *err);
/* While files are read: adds another file of the program, which one of them names, to be
 * read after them; or all files of a directory. rank: that of its row in the table. Does
 * nothing if the file is not there or was already added. */
void
import_follow(struct import_list *list, const char *program, int rank, const char *path);
/* The content of a file next to the one that is being read: name is relative to its
 * directory, and may lead upwards by "../". False: there is none. */
bool import_read_beside(struct import_list *list, const char *name, struct buf *out);
/* Is there a file of that name in the directory of path? */
bool import_is_beside(const char *path, const char *name);

#endif
