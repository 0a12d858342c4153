/*
 * What is known of an account of a feed server, in words.
 */
#ifndef OUTPUT_ACCOUNT_H
#define OUTPUT_ACCOUNT_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "store/remote/account.h"

struct arena;
struct buf;
struct store_view;

struct output_account {
	struct store_account stored; /* id 0: it was never synced */
	uint64_t items, waiting;     /* waiting: changes that are to be sent */
	size_t feeds;
};

/* Counts what the account has. */
int output_account_count(const struct store_view *view, struct arena *arena,
	struct output_account *account) MUST_USE;
/* By name. ERR_NOT_FOUND: no such account was ever synced. */
int output_account_read(const struct store_view *view, const char *name,
	struct arena *arena, struct output_account *out) MUST_USE;
/* The name of the account that has the feed with this line; NULL: none. In arena. */
const char *
output_account_of(const struct store_view *view, const char *url, struct arena *arena);
/* "new", "paused", "rests", "fails" or "ok"; not translated. */
const char *output_account_state(const struct output_account *account);
/* Appends lines: server, syncs, and if it does not sync, why not. interval: seconds
 * between two syncs; now: wall time. */
void output_account_put(const struct output_account *account, int64_t interval,
	int64_t now, struct buf *out);

#endif
