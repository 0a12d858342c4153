/*
 * A feed server for tests: one account's feeds and items in memory, told of as FreshRSS
 * (Google Reader API and Fever), Miniflux, Nextcloud News and Feedbin would, with the
 * traps that were seen in them. User ann, password readerpw1; the key of Miniflux is the
 * password.
 *
 *	/api/greader.php        /api/fever.php        /v1/…        /v2/…
 *	/index.php/apps/news/api/v1-3/…                /index.php/login/v2
 *	/api/2/…                /subscriptions/…        /index.php/apps/gpoddersync/…
 *
 * It serves after a script (script.h), whose directive "app" lets it answer, so that any
 * of its answers can be cut, delayed, refused or packed. Commands change the account as
 * somebody at the server would; they are lines of a POST to /control:
 *
 *	podcast URL             somebody there follows it
 *	action JSON             an episode was left somewhere (account_gpodder.c)
 *	feed TITLE [FOLDER]     a feed more, with the next number, from 1
 *	items FEED N [BYTES]    N items arrive there, with texts of so many bytes
 *	texts N                 items that arrive from now on are about N, N + 1, …, as
 *	                        others may be; 0: about themselves
 *	read|unread|star|unstar|purge WHICH     an item's id; "#N", the Nth; all
 *	label|unlabel NAME WHICH
 *	nolabel NAME            the label goes
 *	edit WHICH              its text is another one
 *	unfeed FEED
 *	title FEED TITLE
 *	hide FEED [N]           FreshRSS: its items are in no list but its own; N 2: they
 *	                        are in no number, either; 0: shown again
 *	trap NAME [N]           see account_traps; N 0 takes it away
 *	time SECONDS            its clock moves
 *
 * GET /control/items tells all items: "ID FEED r|- s|- LABEL…" a line, the oldest first;
 * /control/feeds all feeds: "ID URL TITLE [FOLDER]"; /control/actions all actions.
 */
#ifndef HTTP_ACCOUNT_H
#define HTTP_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answer.h"
#include "base/buf.h"
#include "base/span.h"

#define ACCOUNT_USER "ann"
#define ACCOUNT_PASSWORD "readerpw1"
#define ACCOUNT_LABELS 64

enum account_trap {
	ACCOUNT_TRAP_CUT,     /* lists of ids end after N, and nothing says so (T19) */
	ACCOUNT_TRAP_OLD,     /* a Miniflux from before 2026 */
	ACCOUNT_TRAP_LOGIN,   /* the next N requests want a new login */
	ACCOUNT_TRAP_TOKEN,   /* the next N tokens of writing are refused */
	ACCOUNT_TRAP_POISON,  /* marks with the Nth item fail with 500 */
	ACCOUNT_TRAP_EMPTY,   /* there are no feeds, as in a database being restored */
	ACCOUNT_TRAP_ENDLESS, /* lists continue and on from the same place */
	ACCOUNT_TRAP_TWICE,   /* lists name each item twice */
	ACCOUNT_TRAP_READING, /* the oldest unread item is read between two pages (T2) */
	ACCOUNT_TRAP_OFF,     /* API access is switched off */
	ACCOUNT_TRAP_TEXT,    /* numbers are written as strings */
	ACCOUNT_TRAP_PAGE,    /* lists have at most N ids a page */
	ACCOUNT_TRAP_MEMORY,  /* lists of more than 10,000 ids fail with 500 */
	ACCOUNT_TRAP_TEXTS, /* texts of the Nth item, and all beside it, fail with 500 */
	ACCOUNT_TRAPS,
};

struct account_folder {
	int64_t id;
	char *name;
};

struct account_feed {
	int64_t id, folder; /* folder 0: none */
	char *url, *title;
	int64_t hidden; /* see hide */
};

struct account_item {
	int64_t id, feed, published;
	int64_t about;   /* what its title, link and text name */
	int64_t changed; /* microseconds */
	size_t bytes;    /* of its text */
	int64_t edits;
	uint64_t labels; /* bits, of account.labels */
	bool read, starred;
};

struct account {
	struct account_folder *folders;
	size_t folders_len, folders_cap;
	struct account_feed *feeds;
	size_t feeds_len, feeds_cap;
	struct account_item *items; /* by their ids */
	size_t items_len, items_cap;
	char *labels[ACCOUNT_LABELS];
	size_t labels_len;
	int64_t now; /* microseconds since 1970 */
	int64_t last_id;
	int64_t texts; /* what the next item is about; 0: itself */
	int64_t traps[ACCOUNT_TRAPS];
	int64_t marks, pages; /* requests of these kinds */
	char **actions;       /* where episodes were left, as they came */
	size_t actions_len, actions_cap;
};

void account_init(struct account *account);
void account_done(struct account *account);
/* Answers a request as serve_config.app, with the account as its context: fills in
 * status, headers and body. False: it is about nothing that the server has. */
bool account_answer(void *account, const struct request *request, struct answer *out);

/* ---- for its protocols */

struct account_param {
	char *name, *value; /* decoded */
	size_t at;          /* where it ends in the text */
};

struct account_params {
	struct account_param *all;
	size_t len, cap;
};

/* A request with its path after the prefix of the protocol. */
struct account_call {
	const struct request *request;
	const char *path; /* without its query */
	struct account_params query;
	struct answer *out;
};

/* Reads name=value&…; account_params_done frees. */
void account_params_read(struct account_params *out, struct span text);
void account_params_done(struct account_params *params);
/* The last value of a name, or NULL. */
const char *account_param(const struct account_params *params, const char *name);
int64_t
account_number(const struct account_params *params, const char *name, int64_t fallback);
/* The name-th number of {"NAME": …} in a JSON body, its text, or its list of numbers,
 * without reading JSON properly: enough for what clients send here. */
bool account_json_text(const struct request *request, const char *name, struct buf *out);
size_t account_json_ids(const struct request *request, const char *name, int64_t **out);

struct account_item *account_item(struct account *account, int64_t id);
struct account_feed *account_feed(struct account *account, int64_t id);
struct account_folder *account_folder(struct account *account, int64_t id);
struct account_folder *
account_folder_named(struct account *account, const char *name, bool make);
/* The bit of a label; make: a new one if there is none. 0: none. */
uint64_t account_label(struct account *account, const char *name, bool make);
struct account_feed *account_subscribe(
	struct account *account, const char *url, const char *title, int64_t folder);
void account_unsubscribe(struct account *account, int64_t feed);
void account_mark(struct account *account, struct account_item *item, const char *word);
int64_t account_unread(const struct account *account, int64_t feed); /* 0: of all */

/* Appends a JSON string; a number, as a string under the trap; an item's title, link and
 * text. */
void account_put_text(struct buf *out, const char *text);
void account_put_number(struct account *account, struct buf *out, int64_t number);
void account_put_title(struct buf *out, const struct account_item *item);
void account_put_link(struct buf *out, const struct account_item *item);
void account_put_html(struct buf *out, const struct account_item *item);

/* Sets status and a text of this type as the answer. */
void account_say(struct account_call *call, long status, const char *text);
bool account_basic(const struct request *request); /* ann's password in Basic */

void account_greader(struct account *account, struct account_call *call);
void account_fever(struct account *account, struct account_call *call);
void account_feedbin(struct account *account, struct account_call *call);
void account_miniflux(struct account *account, struct account_call *call);
void account_nextcloud(struct account *account, struct account_call *call);
void account_gpodder(struct account *account, struct account_call *call);
void account_gpoddersync(struct account *account, struct account_call *call);
/* Keeps an action; one: in place of another one of its episode. */
void account_gpodder_add(struct account *account, const char *object, size_t n, bool one);
void account_control(struct account *account, struct account_call *call);
/* Does a command, a line of the language above; false: there is no such. */
bool account_command(struct account *account, struct span line);

#endif
