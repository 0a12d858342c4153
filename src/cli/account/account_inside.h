/*
 * What the files of courant account share.
 */
#ifndef CLI_ACCOUNT_ACCOUNT_INSIDE_H
#define CLI_ACCOUNT_ACCOUNT_INSIDE_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "cli/core/engine_session.h"
#include "cli/core/progress.h"

struct cli;

/* The options, in the order of the table. */
enum {
	ACCOUNT_USER,
	ACCOUNT_PROTOCOL,
	ACCOUNT_PASSWORD_COMMAND,
	ACCOUNT_PLAIN_LOGIN,
	ACCOUNT_FULL,
	ACCOUNT_DRY_RUN,
	ACCOUNT_KEEP,
	ACCOUNT_TAKE,
	ACCOUNT_GIVE,
	ACCOUNT_JSON,
};

struct account_command {
	struct cli *cli;
	struct cli_session session;
	struct cli_progress progress;
	const char *const *values; /* of the options */
	int argc;
	char **argv; /* argv[0] is the verb */
	struct buf out;
	bool differs;
	size_t requests; /* of the last sync */
};

/* Each returns an exit status and prints what failed. */
int cli_account_add(struct account_command *c);
int cli_account_login(struct account_command *c);
int cli_account_list(struct account_command *c);
int cli_account_show(struct account_command *c);
int cli_account_podcasts(struct account_command *c);

/* Waits until the syncs of this many accounts have ended; prints what each did. */
int cli_account_wait(struct account_command *c, size_t accounts);
/* Starts the engine; CLI_OK or, with a message, another status. */
int cli_account_begin(struct account_command *c);
/* Reads the config again and gives it to the engine. */
int cli_account_reload(struct account_command *c, struct err *err) MUST_USE;
/* Fails with a message if the config has no account of that name. */
bool cli_account_known(struct account_command *c, const char *name);

#endif
