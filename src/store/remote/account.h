/*
 * Accounts of feed servers, and the feeds that a server had when both sides last agreed.
 * An account's settings are in the config; the store keeps what is learned.
 *
 * Functions that write return 0 or a negative status, as in db/batch.h.
 */
#ifndef STORE_REMOTE_ACCOUNT_H
#define STORE_REMOTE_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "model/account_record.h"

struct arena;
struct err;
struct store_batch;
struct store_view;

struct store_account {
	uint32_t id;
	struct account_record is;
};

/* All accounts, by id; *out is in arena. */
int store_remote_accounts(const struct store_view *view, struct arena *arena,
	struct store_account **out, size_t *len) MUST_USE;
/* By key (16 hexadecimal digits). ERR_NOT_FOUND. */
int store_remote_account(const struct store_view *view, const char *key,
	struct arena *arena, struct store_account *out) MUST_USE;
/* One that is not stored yet. */
void store_remote_new_account(struct store_account *account);
/* Stores it; an id of 0 becomes a new one. */
int store_remote_put_account(struct store_batch *batch, struct store_account *account,
	struct err *err) MUST_USE;
/* Forgets an account, at most max rows in a call; its items stay, and are items of this
 * machine alone. */
int store_remote_drop_account(struct store_batch *batch, uint32_t account, size_t max,
	bool *more, struct err *err) MUST_USE;

/* Precedes the id of a feed that was unsubscribed from: its record is kept for an undo,
 * which has to subscribe again. */
#define STORE_REMOTE_LEFT "left:"

/* The feeds of an account, in no order, without those that were unsubscribed from; *out
 * is in arena. */
int store_remote_feeds(const struct store_view *view, uint32_t account,
	struct arena *arena, struct remotefeed_record **out, size_t *len) MUST_USE;
int store_remote_feed(const struct store_view *view, uint32_t account, struct span id,
	struct arena *arena, struct remotefeed_record *out) MUST_USE;
int store_remote_put_feed(struct store_batch *batch, uint32_t account,
	const struct remotefeed_record *feed, struct err *err) MUST_USE;
int store_remote_drop_feed(struct store_batch *batch, uint32_t account, struct span id,
	struct err *err) MUST_USE;

#endif
