/*
 * What feed servers and this machine agree on, item by item. base is what both sides were
 * last known to have; a word in doubt was sent, and nobody knows whether it arrived. So
 * merging needs no clock: what differs from base on one side only is that side's doing,
 * and a yes-or-no that differs on both sides is the same on both.
 *
 *	server S  base B  here L       pull              push
 *	S = B     L = B                nothing           nothing
 *	S ≠ B     L = B                L := S, B := S    nothing
 *	S = B     L ≠ B                nothing           sends L, then B := L
 *	S ≠ B     L ≠ B (so S = L)     B := S            nothing
 *	any, in doubt                  nothing           sends L again
 *
 * Anything that changes an item that is linked here (a key, a rule, undo, another
 * machine) leaves a row in remoteout, in the same transaction. There is one row for an
 * item, however often it changed.
 *
 * Functions that write return 0 or a negative status, as in db/batch.h.
 */
#ifndef STORE_REMOTE_REMOTE_H
#define STORE_REMOTE_REMOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct arena;
struct err;
struct store_batch;
struct store_view;

enum store_remote_word {
	STORE_REMOTE_READ = 1 << 0,
	STORE_REMOTE_STAR = 1 << 1,
};

/* Why an item of the server has no item here, in base. With neither, it was deleted here.
 */
enum store_remote_excluded {
	STORE_REMOTE_NOWHERE = 1 << 6, /* its feed is not here */
	STORE_REMOTE_NO_ROOM = 1 << 7,
};

#define STORE_REMOTE_KEY 16
/* An id as rows are sorted by it (memcmp, shorter first). */
struct store_remote_key {
	uint8_t n;
	uint8_t bytes[STORE_REMOTE_KEY];
};

struct store_remote_key store_remote_key(struct span id);
int store_remote_key_order(
	const struct store_remote_key *a, const struct store_remote_key *b);

struct store_remote_row {
	struct store_remote_key key;
	uint64_t item;       /* 0: none; then base says why, and doubt in which epoch */
	uint8_t base, doubt; /* of enum store_remote_word */
};

/* Which of the server's items that have no item here are requested again: those whose
 * feed was not here before the feeds changed, and those for which there was no room. */
struct store_remote_again {
	bool nowhere, room;
	uint32_t epoch;
};
bool store_remote_is_again(
	const struct store_remote_row *row, const struct store_remote_again *again);

/* Rows of an account after *after (NULL: from the first), at most max. */
int store_remote_rows(const struct store_view *view, uint32_t account,
	const struct store_remote_key *after, struct store_remote_row *out, size_t max,
	size_t *len) MUST_USE;
/* The row with an account's greatest id. ERR_NOT_FOUND also if that is not a number. */
int store_remote_newest(const struct store_view *view, uint32_t account,
	struct store_remote_key *out) MUST_USE;
uint64_t store_remote_count(const struct store_view *view, uint32_t account);
int store_remote_row(const struct store_view *view, uint32_t account,
	const struct store_remote_key *key, struct store_remote_row *out) MUST_USE;

/* The account and the id of an item; id is in arena. ERR_NOT_FOUND: it belongs to
 * none. */
int store_remote_of_item(const struct store_view *view, uint64_t item,
	struct arena *arena, uint32_t *account, struct span *id) MUST_USE;
/* What the item is here, of enum store_remote_word. ERR_NOT_FOUND: it is deleted. */
int store_remote_here(const struct store_view *view, uint64_t item, int *out) MUST_USE;

/* The item is the server's item id from now on, and the server has it as base says.
 * What the item is here is left, and pushed if it differs. */
int store_remote_link(struct store_batch *batch, uint32_t account, struct span id,
	uint64_t item, int base, struct err *err) MUST_USE;

/* The server's item has no item here. */
int store_remote_put_excluded(struct store_batch *batch, uint32_t account, struct span id,
	enum store_remote_excluded reason, uint32_t epoch, struct err *err) MUST_USE;

/* The items no longer belong to the account: they are items of this machine alone. */
int store_remote_forget(struct store_batch *batch, uint32_t account,
	const uint64_t *items, size_t len, struct err *err) MUST_USE;

/* The server has this value of word for these rows: see the table above. *changed: items
 * that changed here. They are recorded in the journal and for other machines if that was
 * begun. */
int store_remote_pull(struct store_batch *batch, uint32_t account,
	enum store_remote_word word, bool value, const struct store_remote_key *keys,
	size_t len, size_t *changed, struct err *err) MUST_USE;

/* A change that waits. */
struct store_remote_change {
	uint64_t item;
	struct span id;       /* in arena */
	int here, base, send; /* of enum store_remote_word; send: what has to be sent */
	/* Tags that were added (on) or taken away. */
	struct store_remote_tag {
		struct span name;
		bool on;
	} * tags;
	size_t tags_len;
	int64_t refused; /* when the server refused it; TIME_NONE: it did not */
};

/* The next changes of items after `after` (0: the first), at most max. They include
 * changes that were reversed, with nothing to send. */
int store_remote_changes(const struct store_view *view, uint32_t account, uint64_t after,
	struct arena *arena, struct store_remote_change *out, size_t max,
	size_t *len) MUST_USE;
/* How many items have changes that wait; counts to max at most, 0: all. */
uint64_t
store_remote_waiting(const struct store_view *view, uint32_t account, uint64_t max);

/* The word is about to be sent: whether it arrives is in doubt from now on. */
int store_remote_doubt(struct store_batch *batch, uint32_t account,
	enum store_remote_word word, const struct span *ids, size_t len,
	struct err *err) MUST_USE;
/* It arrived: base is value, and a change that no longer waits is removed. */
int store_remote_sent(struct store_batch *batch, uint32_t account,
	enum store_remote_word word, bool value, const struct span *ids, size_t len,
	struct err *err) MUST_USE;
/* The tag arrived, or need not be sent. */
int store_remote_sent_tag(struct store_batch *batch, uint32_t account, struct span tag,
	bool on, const uint64_t *items, size_t len, struct err *err) MUST_USE;
/* The server refused the item's change, which continues to wait; the refusal is
 * remembered until the item changes here again. */
int store_remote_refused(struct store_batch *batch, uint32_t account, uint64_t item,
	int64_t when, struct err *err) MUST_USE;
/* The tag, which the items have, waits to be sent. */
int store_remote_send_tag(struct store_batch *batch, uint32_t account, const char *tag,
	const uint64_t *items, size_t len, struct err *err) MUST_USE;
/* Removes changes that leave nothing to send. */
int store_remote_settle(struct store_batch *batch, uint32_t account,
	const uint64_t *items, size_t len, struct err *err) MUST_USE;

#endif
