/*
 * Orders of lists, as the options sort-feeds and sort-items, :sort and list --sort take
 * them: keys separated by commas, of which the first decides, and the next where rows are
 * equal by it. A "-" before a key reverses it. Numbers, dates and titles ascend: "date"
 * is oldest first, "-date" newest first. unread and failures put the most first.
 *
 * A row's place is computed once, as bytes that sort as the rows do:
 *
 *	struct order order;
 *	status = order_parse("-unread,title", ORDER_ITEMS, &order, &err);
 *	order_place(&order, value_of, &item, &place);    for each item
 *	order_compare(a, a_len, b, b_len)
 *
 * Pure.
 */
#ifndef MODEL_ORDER_H
#define MODEL_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"

enum order_key {
	ORDER_FILE, /* place in the feeds file */
	ORDER_DATE, /* of feeds: of the newest item */
	ORDER_SEEN,
	ORDER_TITLE,
	ORDER_FEED,
	ORDER_AUTHOR,
	ORDER_LENGTH, /* of feeds: the number of items */
	ORDER_UNREAD,
	ORDER_GAP,
	ORDER_FAILURES,
	ORDER_INTEREST,
	ORDER_SCORE,
};

/* What is sorted; each has keys of its own. */
enum order_of {
	ORDER_FEEDS = 1 << 0,
	ORDER_ITEMS = 1 << 1,
};

#define ORDER_KEYS_MAX 8

struct order {
	struct {
		enum order_key key;
		bool reverse;
	} keys[ORDER_KEYS_MAX];
	size_t len;
};

/* The keys, for completion; ends with a row without a name. */
struct order_name {
	const char *name;
	enum order_key key;
	int of; /* enum order_of */
	bool text, most_first;
};
extern const struct order_name order_names[];

/* ERR_INVALID with a sentence, without a full stop, that says what is wrong. */
int order_parse(
	const char *text, enum order_of of, struct order *out, struct err *err) MUST_USE;
/* Appends the order as order_parse takes it. */
void order_format(const struct order *order, struct buf *out);
/* Whether the order is by date alone: 1 newest first, -1 oldest first; 0: no. */
int order_by_date(const struct order *order);

/* A value of a row: text (NULL: none) if the key is text, or else a number. */
struct order_value {
	int64_t number;
	const char *text;
};

/* Replaces the content of out. */
void order_place(const struct order *order,
	struct order_value (*value_of)(void *data, enum order_key key), void *data,
	struct buf *out);
/* Which of two places comes first, as for qsort; of no bytes, a may be NULL. */
int order_compare(const void *a, size_t a_len, const void *b, size_t b_len);

#endif
