/*
 * Feed servers: other people's programs that poll feeds and keep what was read, for a
 * phone and for us. A backend (a const table, one per protocol) turns steps into requests
 * and answers into calls of a sink. Pure: no clock, no file, no network; the engine's
 * machine sends the requests and decides what the answers mean for the store.
 *
 *	struct remote_ask ask;
 *	struct remote_arg arg = {0};
 *	remote_ask_init(&ask);
 *	if (backend->ask(&session, REMOTE_UNREAD, &arg, &ask))  false: it has no such step
 *		… send ask.method, ask.url, ask.headers, ask.body …
 *	verdict = backend->take(&session, REMOTE_UNREAD, &arg, &answer, &sink, &err);
 *	remote_ask_done(&ask);
 *
 * A step may take several requests: as long as take calls sink->more(next), the caller
 * asks the same step again with arg.more = next. next is opaque, so a backend may ask
 * different things under one step, one after the other. The caller ends a step when a
 * next repeats.
 *
 * Ids of items are bytes that only backends understand, at most REMOTE_ID_MAX; the same
 * item always has the same bytes, whatever form its id has in an answer (remote/id.h).
 * Ids of feeds and folders are texts, as the server writes them.
 */
#ifndef REMOTE_REMOTE_H
#define REMOTE_REMOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "model/item.h"

struct arena;
struct remote_quirk;

#define REMOTE_ID_MAX 64
/* Bytes of an answer that a backend asks for, unless a step needs more. */
#define REMOTE_ANSWER_MAX ((size_t)64 << 20)

enum remote_step {
	/* Is there such a server at session->base? Sent without any secret. Sets quirk
	 * and version as far as the answer reveals them. */
	REMOTE_PROBE,
	REMOTE_LOGIN, /* sets session->token */
	REMOTE_TOKEN, /* of writing; sets session->edit */
	/* A cheap overview of what changed: count and total. The machine compares all of
	 * it with the last overview. */
	REMOTE_OVERVIEW,
	REMOTE_FOLDERS, /* folders and labels: folder */
	REMOTE_FEEDS,   /* all feeds: feed */
	/* The ids of all items that are unread, starred, or have arg->label: id, or item
	 * where the server sends items at once; total, where it reports one. UNREAD,
	 * STARRED and NEW are about arg->feed alone, if it is not empty: offered with
	 * REMOTE_HIDES. */
	REMOTE_UNREAD,
	REMOTE_STARRED,
	REMOTE_LABEL,
	/* What arrived since arg->since or after arg->newest, read or unread: id or item.
	 * Where the server reports changed states in the same way, items whose states
	 * changed, too. */
	REMOTE_NEW,
	REMOTE_CONTENTS, /* the items arg->ids, at most quirk->contents_max: item, in any
			    order; an item that is not there anymore is left out */
	/* Sets arg->word of arg->ids, at most quirk->marks_max, to arg->on. Idempotent,
	 * or not offered. id: one that the server says it did not take. */
	REMOTE_MARK,
	REMOTE_SUBSCRIBE, /* arg->url, title, folder: feed with its new id, or nothing if
			     the server does not say which (then FEEDS does). Of podcasts,
			     sent many at once: those that the server knows by another
			     address, which is the id; "": it does not take them */
	REMOTE_EDIT,      /* arg->feed: title, if not empty; from folder to folder, if
			     they differ. "": in no folder */
	REMOTE_UNSUBSCRIBE, /* arg->feed */
	/* arg->title: folder. Offered where folders are not made by naming them. */
	REMOTE_MAKE_FOLDER,
	REMOTE_RENAME_FOLDER, /* arg->folder, to arg->title */
	REMOTE_DROP_FOLDER,   /* arg->folder, whose feeds stay; not offered if not */
	REMOTE_REFRESH,       /* asks the server to fetch its feeds; arg->feed, or all */
	REMOTE_LISTENED,      /* where episodes were left since arg->since: place */
	REMOTE_LEAVE,     /* where arg->places were left, at most quirk->marks_max. Twice
			     is the same as once */
	REMOTE_FULL_TEXT, /* of the item arg->ids[0], as the server finds it: text */
	REMOTE_STEPS
};

enum remote_method {
	REMOTE_GET,
	REMOTE_POST,
	REMOTE_PUT,
	REMOTE_DELETE,
};

enum remote_word {
	REMOTE_READ, /* on: read, off: unread */
	REMOTE_STAR,
	REMOTE_TAG, /* arg->label */
};

/* Where an episode was left. */
struct remote_place {
	struct span podcast, episode; /* addresses */
	struct span guid;             /* n 0: unknown */
	int64_t at;                   /* when, in seconds since 1970 */
	int64_t position, total;      /* milliseconds; total 0: unknown */
	bool played;                  /* to its end */
};

/* What a step is about. All borrowed; each step reads what its comment names. */
struct remote_arg {
	enum remote_word word;
	bool on;
	struct span more;       /* of the last answer; n 0: the first request */
	const struct span *ids; /* of items */
	size_t ids_len;
	struct span label;        /* a label's name */
	struct span feed;         /* a feed's id */
	struct span url, title;   /* of a feed */
	struct span from, folder; /* ids of folders; where a folder is made by naming it,
				     its name */
	int64_t since;            /* by the server's clock; 0: from the beginning */
	const struct remote_place *places;
	size_t places_len;
	/* Of feeds, where SUBSCRIBE takes several: to follow, and no longer to follow. */
	const struct span *urls, *left;
	size_t urls_len, left_len;
	size_t page;        /* ids of an answer of a list; 0: as many as quirk says */
	struct span newest; /* the greatest id of an item that is known; n 0: none */
};

/* A request. */
struct remote_ask {
	enum remote_method method;
	struct buf url;     /* whole */
	struct buf headers; /* lines "Name: value\n"; they hold secrets, as does body */
	struct buf body;
	const char *type; /* of body; static */
	size_t max;       /* bytes of the answer */
	/* Twice is not the same as once: not repeated when a connection breaks. */
	bool once;
};

/* An answer that came, whatever its status. Redirects were not followed. */
struct remote_answer {
	long status;
	struct span body; /* unpacked; also of errors, up to 64 KiB */
	/* The value of a header; p NULL if it is not there, or not in REMOTE_KEEP. */
	struct span (*header)(const void *of, const char *name);
	const void *of;
};

/* Names of the headers that backends read, for fetch_request.keep. */
#define REMOTE_KEEP                                                                      \
	"Date,Google-Bad-Token,X-Reader-Google-Bad-Token,X-BQ-LoginErrorReason,"         \
	"X-Reader-Zone1-Usage,X-Reader-Zone1-Limit,X-Reader-Zone2-Usage,"                \
	"X-Reader-Zone2-Limit,X-Reader-Limits-Reset-After,Content-Type,Retry-After,"     \
	"WWW-Authenticate,Link,ETag,Set-Cookie"

/* What an answer is worth. All but OK come with a sentence. */
enum remote_verdict {
	REMOTE_OK,
	REMOTE_AGAIN_LOGIN, /* the session is gone: LOGIN once, and the same again */
	REMOTE_AGAIN_TOKEN, /* TOKEN once, and the same again */
	REMOTE_REFUSED,     /* this one thing will not be done; all else may continue */
	REMOTE_SPLIT,       /* the server failed; a smaller batch may do */
	REMOTE_LATER,       /* as if no answer had come: overload, a captive portal … */
	REMOTE_REST,        /* nothing will work until the user does something */
	REMOTE_OTHER,       /* of PROBE: there is something else here */
};

/* Texts that a sink receives are valid UTF-8, and titles, names and addresses are one
 * line each. They are borrowed until the call returns, except for those in the arena. */
struct remote_feed {
	struct span id;
	struct span url, title, site; /* n 0: unknown */
	const struct span *folders;   /* ids; of a nested folder, the innermost */
	size_t folders_len;
	struct span error; /* what the server says is wrong with it; n 0: no */
};

enum remote_folder_kind {
	REMOTE_FOLDER,
	REMOTE_LABEL_OF_ITEMS,
	REMOTE_EITHER, /* a folder if a feed is in it, else a label */
};

struct remote_folder {
	enum remote_folder_kind kind;
	struct span id, name;
	struct span parent; /* id; n 0: none */
};

struct remote_item {
	struct span id;
	struct span feed; /* id; n 0: the server does not say */
	int flags;        /* ITEM_UNREAD, ITEM_STARRED */
	bool stateless;   /* the server does not report flags here: the lists of ids do */
	const struct span *labels;
	size_t labels_len;
	int64_t arrived;   /* at the server; TIME_NONE: unknown */
	struct item *item; /* in sink->arena. Its guid is the server's if it reports one,
			      else NULL */
};

struct remote_sink {
	void *ctx;
	struct arena *arena; /* of what items point to; the caller's, and reset by it */
	void (*folder)(void *ctx, const struct remote_folder *folder);
	void (*feed)(void *ctx, const struct remote_feed *feed);
	void (*id)(void *ctx, struct span id);
	void (*item)(void *ctx, const struct remote_item *item);
	void (*place)(void *ctx, const struct remote_place *place);
	/* what: a feed's id; stamp: changes when something new is there, n 0: unknown */
	void (*count)(void *ctx, struct span what, int64_t unread, struct span stamp);
	/* How many items the whole list of the step has (UNREAD, STARRED), or are unread
	 * (LOOK). */
	void (*total)(void *ctx, int64_t n);
	void (*more)(void *ctx, struct span next);
	void (*text)(void *ctx, struct span html); /* only FULL_TEXT calls it */
};

/* What backends know of an account. */
struct remote_session {
	/* The caller's; borrowed, never NULL, "" for none. */
	const char *base; /* without a slash at its end */
	const char *user, *password;
	const char *app_id, *app_key;
	const char *device; /* this machine, in letters, digits, "_", "." and "-" */
	/* Backends set these, and the caller may keep them from one sync to the next. */
	const struct remote_quirk *quirk; /* never NULL */
	struct buf token;                 /* of the session: secret */
	struct buf edit;                  /* of writing: secret */
	struct buf version;               /* of the server; empty: unknown */
	/* Requests that are left, by what they do (reading, writing); -1: no limit
	 * reported. reset: seconds until the full number is available again. */
	int64_t left[2], reset;
};

struct remote_backend {
	const char *name;  /* of the option protocol */
	const char *title; /* for people; not translated */
	/* What PROBE tries after the address that the user gave; ends with NULL. The
	 * first is "". */
	const char *const *bases;
	/* It has no items, but positions in episodes, and feeds that are ours to poll. */
	bool podcasts;
	/* Each request has the password: LOGIN only checks whether it is right. */
	bool sessionless;
	bool (*ask)(const struct remote_session *session, enum remote_step step,
		const struct remote_arg *arg, struct remote_ask *out);
	/* Calls the sink only for what is well-formed. If the verdict is not OK, what the
	 * sink received does not count. */
	enum remote_verdict (*take)(struct remote_session *session, enum remote_step step,
		const struct remote_arg *arg, const struct remote_answer *answer,
		const struct remote_sink *sink, struct err *err);
};

/* Whether EDIT takes the feed to another folder. */
bool remote_arg_moves(const struct remote_arg *arg);

/* Sets quirk to the general one of backend, the limits to unknown, strings to "". */
void
remote_session_init(struct remote_session *session, const struct remote_backend *backend);
void remote_session_done(struct remote_session *session);

void remote_ask_init(struct remote_ask *ask);
void remote_ask_done(struct remote_ask *ask);

#endif
