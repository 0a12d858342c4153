#include "config.h"

#include "model/order.h"

#include <string.h>

#include "base/fold.h"
#include "base/i18n.h"
#include "base/str.h"

#define TEXT_MAX 96 /* folded bytes that are compared */

const struct order_name order_names[] = {
	{"date", ORDER_DATE, ORDER_FEEDS | ORDER_ITEMS, false, false},
	{"seen", ORDER_SEEN, ORDER_ITEMS, false, false},
	{"title", ORDER_TITLE, ORDER_FEEDS | ORDER_ITEMS, true, false},
	{"feed", ORDER_FEED, ORDER_FEEDS | ORDER_ITEMS, true, false},
	{"author", ORDER_AUTHOR, ORDER_ITEMS, true, false},
	{"length", ORDER_LENGTH, ORDER_FEEDS | ORDER_ITEMS, false, false},
	{"unread", ORDER_UNREAD, ORDER_FEEDS | ORDER_ITEMS, false, true},
	{"interest", ORDER_INTEREST, ORDER_ITEMS, false, false},
	{"score", ORDER_SCORE, ORDER_ITEMS, false, false},
	{"gap", ORDER_GAP, ORDER_FEEDS, false, false},
	{"failures", ORDER_FAILURES, ORDER_FEEDS, false, true},
	{"file", ORDER_FILE, ORDER_FEEDS, false, false},
	{0},
};

static const struct order_name *
by_name(struct span name, enum order_of of)
{
	for (const struct order_name *n = order_names; n->name; n++)
		if (n->of & (int)of && span_eq(name, n->name))
			return n;
	return NULL;
}

static const struct order_name *
by_key(enum order_key key)
{
	const struct order_name *n = order_names;
	while (n->name && n->key != key)
		n++;
	return n;
}

static int
unknown(struct span word, enum order_of of, struct err *err)
{
	struct buf list = BUF_INIT(0);
	for (const struct order_name *n = order_names; n->name; n++)
		if (n->of & (int)of)
			buf_addf(&list, "%s%s", list.len ? ", " : "", n->name);
	int status = err_set(err, ERR_INVALID,
		_("\"%.*s\" is not a key to sort by; choose from %s, with - before one "
		  "to "
		  "reverse it"),
		SPAN_FMT(word), buf_str(&list));
	buf_done(&list);
	return status;
}

int
order_parse(const char *text, enum order_of of, struct order *out, struct err *err)
{
	struct order order = {0};
	struct span rest = span_of(text), word;
	while (span_split(&rest, ',', &word)) {
		word = span_trim(word);
		struct span name = word;
		bool reverse = name.n && name.p[0] == '-';
		name.p += reverse;
		name.n -= reverse;
		const struct order_name *known = by_name(name, of);
		if (!known)
			return unknown(word, of, err);
		if (order.len == ORDER_KEYS_MAX)
			return err_set(err, ERR_INVALID,
				_("there are more than %d keys to sort by"),
				ORDER_KEYS_MAX);
		order.keys[order.len].key = known->key;
		order.keys[order.len++].reverse = reverse;
	}
	if (!order.len)
		return unknown(span_of(text), of, err);
	*out = order;
	return OK;
}

void
order_format(const struct order *order, struct buf *out)
{
	for (size_t i = 0; i < order->len; i++)
		buf_addf(out, "%s%s%s", i ? "," : "", order->keys[i].reverse ? "-" : "",
			by_key(order->keys[i].key)->name);
}

int
order_by_date(const struct order *order)
{
	if (order->len == 0 || order->keys[0].key != ORDER_DATE)
		return 0;
	return order->keys[0].reverse ? 1 : -1;
}

/* Big-endian, with the sign inverted, so that bytes sort as numbers do. */
static void
put_number(struct buf *out, int64_t number)
{
	uint64_t bits = (uint64_t)number ^ UINT64_C(1) << 63;
	for (int shift = 56; shift >= 0; shift -= 8)
		buf_addc(out, (char)(bits >> shift));
}

/* Ends with a zero, which is less than any letter. */
static void
put_text(struct buf *out, const char *text)
{
	struct buf folded = BUF_INIT(0);
	size_t n = text ? strlen(text) : 0;
	fold_text(
		&folded, text ? text : "", n < TEXT_MAX ? n : TEXT_MAX, false, FOLD_BASE);
	buf_add(out, folded.data ? folded.data : "", folded.len);
	buf_addc(out, '\0');
	buf_done(&folded);
}

void
order_place(const struct order *order,
	struct order_value (*value_of)(void *data, enum order_key key), void *data,
	struct buf *out)
{
	buf_clear(out);
	for (size_t i = 0; i < order->len; i++) {
		const struct order_name *name = by_key(order->keys[i].key);
		struct order_value value = value_of(data, name->key);
		size_t start = out->len;
		if (name->text)
			put_text(out, value.text);
		else
			put_number(out, name->most_first ? -value.number : value.number);
		for (size_t k = start; k < out->len && order->keys[i].reverse; k++)
			out->data[k] = (char)~out->data[k];
	}
}

int
order_compare(const void *a, size_t a_len, const void *b, size_t b_len)
{
	size_t n = a_len < b_len ? a_len : b_len;
	int order = n ? memcmp(a, b, n) : 0;
	return order ? order : (a_len > b_len) - (a_len < b_len);
}
