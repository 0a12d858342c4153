/*
 * What a feed server has to do with a feed or an item, for courant why.
 */
#ifndef CLI_READ_WHY_ACCOUNT_H
#define CLI_READ_WHY_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct buf;
struct cli;
struct conf_account;
struct store_view;

struct cli_read_account {
	const char *account; /* its name; NULL: the feed or item belongs to none */
	const char *id;      /* at the server */
	const char *url;     /* of a feed there; NULL: unknown */
	int here, base;      /* of an item: enum store_remote_word */
	bool doubt;
};

/* Strings are in arena. */
void cli_read_account_of_feed(const struct store_view *view, const char *url,
	struct arena *arena, struct cli_read_account *out);
void cli_read_account_of_item(const struct store_view *view, uint64_t item,
	struct arena *arena, struct cli_read_account *out);
/* Append lines, or members of a JSON object; nothing if it belongs to no account. */
void cli_read_account_text(const struct cli_read_account *account, struct buf *out);
void cli_read_account_json(const struct cli_read_account *account, struct buf *out);
/* The command for an account's name; gives its exit status. */
int cli_read_why_account(struct cli *cli, const struct conf_account *account, bool json);

#endif
