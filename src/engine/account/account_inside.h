/*
 * What the files about one account share: the phases of its sync, and what these use.
 */
#ifndef ENGINE_ACCOUNT_ACCOUNT_INSIDE_H
#define ENGINE_ACCOUNT_ACCOUNT_INSIDE_H

#include "engine/account/account.h"

struct store_batch;
struct store_view;

/* end.c: is the server's limit of requests so low that this sync leaves out what was
 * checked within the last day? */
bool engine_account_is_sparing(const struct account *account);

/* state.c */
/* ERR_BUSY, without a sentence: another process has it. */
int engine_account_lock(struct account *account, struct err *err) MUST_USE;
/* The tags of lines: "phone", "phone/Folder". */
char *engine_account_line_url(
	const struct account *account, struct arena *arena, const char *id);

/* A slash in the name of a folder that is not a level. */
#define ENGINE_ACCOUNT_SLASH "∕" /* U+2215 */

/* list.c */
void engine_account_list_clear(struct account_list *list);
void engine_account_list_add(struct account_list *list, struct span id);
/* Sorts, and drops duplicates. */
void engine_account_list_sort(struct account_list *list);
bool engine_account_list_same(const struct account_list *a, const struct account_list *b);

/* Whether a list that is sorted has the id. */
bool engine_account_list_has(
	const struct account_list *list, const struct store_remote_key *key);

/* The functions of the phases. …_begin fills the request's arg; false: there is nothing
 * (more) to ask. …_got takes a complete answer. */
bool engine_account_push_begin(struct account *account);
void engine_account_push_got(struct account *account);
/* The batch failed (refused: the batch was at fault, not the server). True: it was halved
 * to be tried again, or its only item was set aside. */
bool engine_account_push_split(struct account *account, bool refused);

void engine_account_feeds_got(struct account *account);
bool engine_account_op_begin(struct account *account);
void engine_account_op_got(struct account *account);
/* Tells the user of something that is the same in each sync: once, unless they asked for
 * it. */
void engine_account_tell_once(struct account *account, bool error, const char *text);
void engine_account_op_refused(struct account *account, const struct err *err);
void engine_account_feeds_sink(struct account *account, const struct remote_feed *feed);
void
engine_account_folders_sink(struct account *account, const struct remote_folder *folder);

/* folders.c: a folder of the server; the path of an id, in the sync's arena; the id of a
 * path, or the path itself where the server has none yet; whether a path's folder has to
 * be made before anything can be put there. */
void
engine_account_folder_add(struct account *account, const struct remote_folder *folder);
char *engine_account_folder_path(struct account *account, struct span id);
struct span engine_account_folder_id(struct account *account, const char *path);
bool engine_account_folder_missing(struct account *account, const char *path);

bool engine_account_unread_begin(struct account *account);
void engine_account_unread_got(struct account *account);
bool engine_account_starred_begin(struct account *account);
void engine_account_starred_got(struct account *account);
bool engine_account_label_begin(struct account *account);
void engine_account_label_got(struct account *account);
bool engine_account_relabel_begin(struct account *account);
void engine_account_relabel_got(struct account *account);
bool engine_account_new_begin(struct account *account);
void engine_account_new_got(struct account *account);
bool engine_account_proof_begin(struct account *account);
void engine_account_proof_got(struct account *account);
bool engine_account_second_begin(struct account *account);
void engine_account_second_got(struct account *account);
bool engine_account_sample_begin(struct account *account);
void engine_account_sample_got(struct account *account);
void engine_account_items_reset(struct account *account);
void engine_account_pull_reset(struct account *account);
/* A batch of the store in which what the server did is journaled. */
int engine_account_batch(
	struct account *account, struct store_batch **out, struct err *err) MUST_USE;

/* Ask for what arrived since this time, by the server's clock; -1: ask for none of it. */
int64_t engine_account_since(const struct account *account);

/* sample.c: fills sample and arg with some of len items, which item_at returns (0:
 * none). */
typedef uint64_t account_item_at(const struct account *account,
	const struct store_view *view, const void *of, size_t i);
int engine_account_sample(struct account *account, size_t len, account_item_at *item_at,
	const void *of, struct err *err) MUST_USE;

/* hidden.c: asks for the ids of feeds that are hidden at the server, one after the other,
 * after the list of everything (UNREAD, NEW), which is sorted; false: all are there. Sets
 * main_len. */
bool engine_account_hidden_ask(struct account *account, enum remote_step step);
void engine_account_hidden_count(
	struct account *account, struct span what, int64_t unread, struct span newest);
bool engine_account_suspects_begin(struct account *account);
void engine_account_suspects_got(struct account *account);
bool engine_account_suspects_new_begin(struct account *account);
void engine_account_suspects_new_got(struct account *account);

/* excluded.c: for a sync that reads all lists. */
int engine_account_excluded_begin(struct account *account, struct err *err) MUST_USE;
/* For how many more items there is room: in a first sync, or since account-max was
 * raised. */
size_t engine_account_space(const struct account *account, size_t used);
/* The feed here for a feed of the server; 0: there is none, or it was unsubscribed
 * from. */
uint32_t engine_account_feed(struct account *account, const struct store_view *view,
	const char *id, struct arena *arena);
/* Must the item be requested? */
bool engine_account_is_asked(struct account *account, const struct store_view *view,
	const struct store_remote_key *key);
/* Whether the item is missing from lists only because its feed was unsubscribed from, or
 * because it now has another id at the server. */
bool engine_account_is_left(struct account *account, const struct store_view *view,
	const struct store_remote_key *key, struct arena *arena);

/* check.c */
void engine_account_compare(struct account *account, bool star);
/* The item has the label on one side only; sent: our side's change has not been sent yet.
 */
void engine_account_differ_label(struct account *account, const struct store_view *view,
	uint64_t item, const char *label, bool there, bool sent);

/* On the server, these items now have this value. False: our store failed, which ended
 * the sync. */
bool engine_account_pull(struct account *account, enum store_remote_word word, bool value,
	const struct store_remote_key *keys, size_t len);

/* items.c: reports how many items have come, of how many (0: not known yet). */
void engine_account_tell_progress(struct account *account, size_t done, size_t total);
/* places.c */
void
engine_account_places_sink(struct account *account, const struct remote_place *place);
bool engine_account_listened_begin(struct account *account);
void engine_account_listened_got(struct account *account);
bool engine_account_leave_begin(struct account *account);
void engine_account_leave_got(struct account *account);
/* As engine_account_push_split. */
bool engine_account_leave_split(struct account *account, bool refused);
void engine_account_places_reset(struct account *account);

/* podcasts.c */
bool engine_account_podcasts_begin(struct account *account);
void engine_account_podcasts_got(struct account *account);
/* The podcasts that the server, as it has reported, has at other addresses than we do; in
 * arena. Returns a status. */
int
engine_account_podcasts_renamed(struct account *account, const struct store_view *view,
	struct arena *arena, struct remotefeed_record **out, size_t *len) MUST_USE;
/* Finds, with the help of these, the feed here of a podcast there; 0: it is not here. */
uint32_t engine_account_podcast_find(const struct store_view *view, struct arena *arena,
	const struct remotefeed_record *renamed, size_t len, struct span there);
bool engine_account_give_begin(struct account *account);
void engine_account_give_got(struct account *account);
/* The server refused what was sent, or failed at it: one at a time is sent, or the only
 * one is left to the next sync. */
void engine_account_give_refused(struct account *account, const struct err *err);

/* Notes that the item must be fetched: once, even if several lists have it. */
void engine_account_want(struct account *account, struct span id);
bool engine_account_items_begin(struct account *account);
/* Takes over items that a list brought along: those that are not here are stored; where
 * states is set, the states of the others count. */
void engine_account_items_listed(struct account *account, bool states);
void engine_account_items_got(struct account *account);
/* The server failed. True: fewer items are requested, or the only item is left to the
 * next sync. False: it seems to fail at everything. */
bool engine_account_items_split(struct account *account);
/* Stores what items_got has put off. False: there was nothing, or the sync has ended. */
bool engine_account_items_store(struct account *account);
void engine_account_items_sink(struct account *account, const struct remote_item *item);

#endif
