#include "config.h"

#include "store/remote/diff.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/vec.h"

#define ROWS 500 /* read at a time */

void
store_remote_diff_init(struct store_remote_diff *diff, enum store_remote_word word,
	bool value, const struct store_remote_key *list, size_t len)
{
	*diff = (struct store_remote_diff){
		.word = word, .value = value, .list = list, .len = len};
}

void
store_remote_diff_done(struct store_remote_diff *diff)
{
	free(diff->came);
	free(diff->missing);
	free(diff->unknown);
	*diff = (struct store_remote_diff){0};
}

static void
add_unknown(struct store_remote_diff *d)
{
	*VEC_PUSH(d->unknown, d->unknown_len, d->unknown_cap) = d->at++;
}

static void
take_row(struct store_remote_diff *d, const struct store_remote_row *row)
{
	bool has = ((row->base & d->word) != 0) == d->value;
	while (d->at < d->len && store_remote_key_order(&d->list[d->at], &row->key) < 0)
		add_unknown(d);
	bool listed =
		d->at < d->len && store_remote_key_order(&d->list[d->at], &row->key) == 0;
	if (listed && store_remote_is_again(row, &d->again))
		add_unknown(d);
	else
		d->at += listed;
	if (!row->item)
		return;
	d->had += has;
	if (listed && !has)
		*VEC_PUSH(d->came, d->came_len, d->came_cap) = row->key;
	else if (!listed && has)
		*VEC_PUSH(d->missing, d->missing_len, d->missing_cap) = row->key;
}

int
store_remote_diff_step(const struct store_view *view, uint32_t account,
	struct store_remote_diff *d, size_t max)
{
	struct store_remote_row rows[ROWS];
	size_t want = max < ROWS ? max : ROWS, len = want;
	for (size_t n = 0; n < max && len == want; n += len) {
		int status = store_remote_rows(
			view, account, d->began ? &d->after : NULL, rows, want, &len);
		if (status != OK)
			return status;
		for (size_t i = 0; i < len; i++)
			take_row(d, &rows[i]);
		if (len > 0)
			d->after = rows[len - 1].key;
		d->began |= len > 0;
	}
	if (len == want)
		return OK;
	while (d->at < d->len)
		add_unknown(d);
	d->done = true;
	return OK;
}
