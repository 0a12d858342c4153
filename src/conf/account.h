/*
 * Accounts of feed servers: sections [account NAME] of the config file, their options,
 * and their secrets, which are in files of their own.
 */
#ifndef CONF_ACCOUNT_H
#define CONF_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "conf/option.h"

#define CONF_ACCOUNT_NAME_MAX 40

struct conf_account {
	char *name;
	char *url, *user, *protocol; /* protocol "": it is probed */
	char *password_command, *app_id, *app_key;
	char *folder;    /* above its feeds' tags; "": the name */
	char *tags;      /* labels, off */
	char *full_text; /* server, off */
	int64_t sync_interval, history_days, max; /* ms; days, 0: none; items */
	int64_t push_delay;                       /* ms */
	bool read_only, plain_login;
	const char *file; /* where the section is; borrowed from the config */
	int line;
};

/* The table of its options; ends with a row without a name. offset is in the struct. */
extern const struct option conf_account_options[];

/* Letters, digits, - and _, at most CONF_ACCOUNT_NAME_MAX: it is a file's name. */
int conf_account_check_name(const char *name, struct err *err) MUST_USE;
void conf_account_init(struct conf_account *account, const char *name);
void conf_account_done(struct conf_account *account);
int conf_account_set(struct conf_account *account, const char *name, const char *value,
	struct err *err) MUST_USE;
/* The tag above its feeds' folders. */
const char *conf_account_folder(const struct conf_account *account);
/* 16 hexadecimal digits that are the same on every machine: of protocol, base and user.
 */
void conf_account_key(
	const char *protocol, const char *base, const char *user, char key[static 17]);

/* Changes of the config file itself, as one atomic write; a file that it includes is not
 * searched. Adds a section at the end; ERR_INVALID if there is one of that name. */
int conf_account_write(
	const char *path, const struct conf_account *account, struct err *err) MUST_USE;
/* Gives a section another name; NULL: removes it. ERR_NOT_FOUND. */
int conf_account_rewrite(
	const char *path, const char *name, const char *to, struct err *err) MUST_USE;

/* The password in dir/secrets/NAME. ERR_NOT_FOUND; ERR_DENIED if others can read the
 * file. */
int conf_account_secret(
	const char *dir, const char *name, struct buf *out, struct err *err) MUST_USE;
/* Stores the password there, readable by its owner alone and synced; NULL: removes it. */
int conf_account_put_secret(
	const char *dir, const char *name, const char *secret, struct err *err) MUST_USE;

#endif
