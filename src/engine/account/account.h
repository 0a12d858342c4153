/*
 * An account of a feed server and its sync: what changed here is sent, what changed there
 * is fetched (machine.c says in which order). For the worker thread only.
 *
 *	engine_account_begin(account, flags, waited);
 *	while (engine_account_go_on(account))	// true: there is more to do at once
 *		;
 *	// answers of jobs let it continue; it ends with an ENGINE_SYNCED event
 */
#ifndef ENGINE_ACCOUNT_ACCOUNT_H
#define ENGINE_ACCOUNT_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/map.h"
#include "base/str.h"
#include "conf/account.h"
#include "conf/option.h"
#include "engine/core/request.h"
#include "remote/remote.h"
#include "store/remote/account.h"
#include "store/remote/diff.h"
#include "store/remote/remote.h"

struct engine;
struct engine_page_server;
struct fetch_own;
struct fetch_request;
struct fetch_result;

/* An id of a list. */
struct account_id {
	struct store_remote_key key;
	struct span id; /* in the list's arena */
};

struct account_list {
	struct account_id *ids;
	size_t len, cap;
	struct arena arena;
	int64_t total; /* as the server says; -1: it does not */
};

/* A feed of the server, in the sync's arena. */
struct account_feed {
	char *id, *url, *title, *site;
	char **folders;
	size_t folders_len;
};

/* Something to be done with a feed at the server. */
struct account_op {
	enum remote_step step;
	char *id, *url, *title; /* title NULL: it stays */
	char *from, *to;        /* folders; NULL: they stay */
};

/* What a sync did, for the user. */
struct account_report {
	size_t added, read, unread, starred, unstarred, tagged; /* here */
	size_t sent, feeds, set_aside, doubted;
	size_t requests, bytes;
	size_t differ, missing;    /* of a check */
	size_t listened, podcasts; /* positions taken; feeds that are only there */
};

/* What a list lacks that it had before. */
struct account_vanished {
	struct store_remote_key *keys;
	size_t len;
	uint64_t of;   /* how many the list had before */
	bool proven;   /* the list is whole */
	bool doubtful; /* missing from the list, but the server's total disagrees: ask
			  about each item */
	bool done;
	size_t looked, kept; /* keys that were checked, and how many of them stay */
};

/* What the overview says of a feed. */
struct account_count {
	int64_t unread;
	struct store_remote_key newest; /* n 0: unknown */
	int64_t arrived;                /* the newest, in seconds */
};

/* Items that have the label there and not here, or the reverse: the server is asked about
 * them. */
struct account_relabel {
	struct span label;
	bool on; /* there */
	uint64_t *items;
	size_t len;
};

struct account_items;
struct account_places;
struct account_suspect;
/* A row of the machine's table (machine.c). */
struct account_phase;

struct account {
	struct engine *e;
	char *name;
	const struct remote_backend *backend;
	struct store_account stored;
	struct arena stored_arena;
	int lock; /* descriptor of the lock file; -1: we don't hold it */

	/* When to sync next: mono time; INT64_MAX: only on request. */
	int64_t next_ms, push_ms, feeds_ms;
	uint64_t lines;  /* hash of its lines, when they were last checked */
	bool asked;      /* somebody waits for it */
	int asked_flags; /* enum engine_sync_flag */

	/* The sync under way; NULL phase: none. */
	const struct account_phase *phase, *end; /* end: after the last one */
	/* Takes the answer to what ask.c has sent. */
	void (*answered)(struct account *account, struct fetch_result *answer);
	int flags;
	bool waited;            /* asked is what began it */
	size_t brought, edited; /* items, by such syncs; not counted yet */
	struct remote_session session;
	char *base, *user, *password, *app_id, *app_key;
	struct options *options; /* of its requests: those of its tag's section */
	char device[64];         /* of the session */
	enum remote_step detour; /* LOGIN or TOKEN is asked first; else REMOTE_STEPS */
	struct remote_arg detour_arg;
	struct buf detour_more; /* its own: the phase continues where it was */
	bool relogged, retokened;
	uint64_t tag; /* of the job under way; 0: none */
	struct remote_arg arg;
	struct buf more, last_more;
	bool has_more;
	bool endless; /* a list kept continuing from the same place */
	/* When an episode was heard elsewhere that is not here yet, but may come: the
	 * next sync asks for what was done since then. TIME_NONE: all are here. */
	int64_t awaits;
	size_t page; /* most ids that the server can handle in an answer; 0: any */
	bool (*work)(struct account *account); /* between two requests; true: continues */
	bool whole;                            /* this sync reads all lists */
	int64_t began, date; /* wall time; the server's Date; 0: not known yet */
	uint64_t overview;
	int64_t unread_before;
	uint64_t group;      /* of the journal */
	struct arena arena;  /* of the sync */
	struct arena answer; /* of an answer */
	struct account_report report;

	/* push.c */
	struct store_remote_change *changes;
	size_t changes_len;
	size_t batch_max;
	struct span *batch;
	uint64_t *batch_items;
	size_t batch_len;
	bool was_split;
	struct map aside; /* items that the server refuses */
	size_t aside_run; /* how many of them in a row, without one that it took */

	/* feeds.c */
	struct account_feed *feeds;
	size_t feeds_len;
	struct map refusals; /* of changes to feeds, as reported to the user */
	struct account_op *ops;
	size_t ops_len, op_at, op_feeds;
	struct span *labels; /* the server's labels of items, and what may be one */
	bool *label_sure;
	size_t labels_len, label_at;
	struct account_relabel *relabels; /* labels.c; those before relabel_at are done */
	size_t relabels_len, relabel_at;
	struct map folders; /* by the server's ids; folders.c */
	bool making;        /* the folder that the current op needs is made first */

	/* pull.c */
	struct account_list list;      /* that is read */
	struct store_remote_key *keys; /* of list, for diff */
	struct store_remote_diff diff;
	bool diffing;
	size_t pulled;                       /* of diff.came or gone */
	struct account_vanished vanished[2]; /* perhaps read, or unstarred, there */
	struct account_list unread;          /* as it was listed first, for the proof */
	struct account_list starred;         /* likewise; the state of stateless items */
	bool guessed; /* items came as read since the list of unread ones lacks them */
	bool seconds; /* the second list is needed */
	uint64_t first_overview;
	int64_t proof_of;
	size_t sampled; /* of vanished, from 1; 0: none */
	struct account_list sample;
	/* Does an item of it, with these flags, confirm what the list says? */
	bool (*confirms)(
		const struct account *account, const struct remote_item *item, int flags);
	struct map confirmed, denied; /* of the sample; the rest is gone there */

	struct store_remote_again again; /* excluded.c */

	/* hidden.c */
	struct map counts; /* of struct account_count, by feed */
	bool counted;
	size_t main_len; /* ids that the list of everything has, before those of others */
	size_t hidden_at,
		hidden_from; /* the next feed; where the current one's ids are */
	struct account_suspect *suspects;
	size_t suspects_len, suspect_at;

	/* items.c: what has to be fetched, in this order */
	struct account_list want;
	struct map wanted;  /* the same as a set */
	struct map changed; /* ids of those that are here, and were changed there */
	size_t want_at, want_from; /* after and before the last batch */
	size_t contents_max; /* most items that the server can handle; 0: not limited */
	size_t skipped,
		skipped_run; /* items at which it failed, since its last success */
	bool contents_came;
	bool first_batch;
	struct span *asked_ids;
	struct account_items *items; /* that came with an answer */
	int store_in;                /* turns until they are stored; 0: they are */

	/* places.c, podcasts.c */
	struct account_places *places;
	struct span *give; /* addresses that the server does not have; NULL: not asked */
	size_t give_len, given;
	size_t listed; /* of feeds: what follows are answers to what was given */
};

/* machine.c: begins a sync; flags: enum engine_sync_flag; waited: the user waits for it
 */
void engine_account_begin(struct account *account, int flags, bool waited);
/* Takes the next step unless an answer is awaited. True: call it again at once. */
bool engine_account_go_on(struct account *account);

/* end.c: ends the sync; verdict OK: it is whole. A fault of our own store ends it, too.
 */
void engine_account_end(
	struct account *account, enum remote_verdict verdict, const struct err *err);
void engine_account_fault(struct account *account, const struct err *err);
/* Reports how a sync ended, or that it could not begin; forgets all that it held. */
void engine_account_tell(
	struct account *account, enum remote_verdict verdict, const struct err *err);
/* Forgets everything. */
void engine_account_reset(struct account *account);

/* Decides when the next sync is. */
void engine_account_plan(struct account *account);

/* Does the account have changes to its lines that have not been sent yet? */
bool engine_account_feeds_differ(struct account *account);
/* Was anything listened to since the last sync? */
bool engine_account_left(struct account *account);

/* ask.c: what is asked for, as a request, which borrows from all three. */
struct fetch_request engine_account_request(const struct account *account,
	const struct remote_ask *ask, struct fetch_own *own);
bool engine_account_send(struct account *account, enum remote_step step);
void engine_account_cancel(struct account *account);
/* Delivers answers while the rest of the engine stands still. */
void engine_account_take_last(struct engine *e);
/* Gets the password. False: there is none, and err says what to do. *waits: a command was
 * started for it, and its output will come as an answer of this account. */
bool engine_account_password(struct account *account, bool *waits, struct err *err);
/* Takes the command's output. */
bool engine_account_password_output(
	struct account *account, const struct fetch_result *answer, struct err *err);

/* state.c: what the config (NULL: nothing) and the store have of the account */
const struct conf_account *engine_account_conf(const struct account *account);
/* Did the server refuse the change in the last day? */
bool engine_account_refused(
	const struct account *account, const struct store_remote_change *change);
int engine_account_load(struct account *account, struct err *err) MUST_USE;
void engine_account_options_free(struct account *account);
int engine_account_save(struct account *account, struct err *err) MUST_USE;
void engine_account_unlock(struct account *account);
/* The account was removed from the config: its lock file is deleted, unless another
 * process holds it. */
void engine_account_lock_forget(struct account *account);

#endif
