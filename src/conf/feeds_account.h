/*
 * The lines of accounts' feeds: beside the feeds file there is a directory accounts, and
 * in it a file NAME.feeds for each account, with the grammar of the feeds file. courant
 * writes it; its first line is a comment that says whose it is.
 */
#ifndef CONF_FEEDS_ACCOUNT_H
#define CONF_FEEDS_ACCOUNT_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/str.h"

struct arena;

/* The directory beside the feeds file at path; free() it. */
char *conf_feeds_account_dir(const char *path);
/* The files in it, in alphabetical order, ended by NULL, in arena. */
char **conf_feeds_account_files(const char *path, struct arena *arena);
/* The file of the account with this key; NULL: there is none. In arena. */
char *conf_feeds_account_file(const char *path, struct span key, struct arena *arena);
/* The key of the account with this name, by the first line of its file; NULL: it has none
 * yet. In arena. */
char *conf_feeds_account_key(const char *path, const char *name, struct arena *arena);
/* The key and the id in account:KEY/ID. False: url is another address. */
bool conf_feeds_account_parts(const char *url, struct span *key, struct span *id);
/* Makes the file of an account, without lines, unless it has one. */
int conf_feeds_account_make(
	const char *path, const char *name, const char *key, struct err *err) MUST_USE;
/* Removes it; to: renames it. */
int conf_feeds_account_move(
	const char *path, const char *key, const char *to, struct err *err) MUST_USE;
/* Notifies processes that watch the feeds file that lines in this file beside it
 * changed. */
void conf_feeds_account_touch(const char *file);

#endif
