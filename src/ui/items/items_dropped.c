/*
 * What is taken out of lists that are not read again, and put back: rows whose items were
 * deleted or hidden, until that is undone. Rows that were taken out stay known, in their
 * order, each with the number of shown rows before it. So one pass through the list puts
 * back all those that are there again.
 *
 * Of what others deleted and rules hid, only rows near the screen are taken out; the
 * others once they come into sight.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "ui/core/slice.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/items/items_inside.h"

#define NEAR 100          /* rows before and after those on the screen */
#define CHECKS 1024       /* of rows in a slice, even if they take no time */
#define PART 16           /* rows are put back once they are this part of the list */
#define UNPLACED SIZE_MAX /* before: it has no place in the present order */

/* ---- taking out */

/* The first of the rows taken out that belong after row `at`. */
static size_t
dropped_behind(const struct ui_items_dropped *d, size_t at)
{
	size_t low = 0, high = d->len;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (d->list[mid].before <= at)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Puts new rows in the place of those from begin to end, with which they were merged; the
 * rows after them have `less` rows fewer before them. */
static void
splice(struct ui_items_dropped *d, size_t begin, size_t end,
	const struct ui_items_dropped *new, size_t less)
{
	size_t len = d->len + new->len - (end - begin);
	while (d->len < len)
		*VEC_PUSH(d->list, d->len, d->cap) = (struct ui_items_row){.before = 0};
	memmove(d->list + begin + new->len, d->list + end,
		(len - begin - new->len) * sizeof *d->list);
	if (new->len)
		memcpy(d->list + begin, new->list, new->len * sizeof *d->list);
	for (size_t i = begin + new->len; i < len; i++)
		d->list[i].before -= d->list[i].before == UNPLACED ? 0 : less;
	if (d->next >= end)
		d->next += new->len - (end - begin);
}

/* Removes the marked ones of len rows from begin on from the list; the cursor and a seek
 * stay on their items. */
static void
take_out(struct ui_items *v, size_t begin, const bool *marked, size_t len)
{
	struct ui_items_keys *keys = &v->now.keys;
	struct ui_items_dropped *d = &v->dropped, new = {0};
	size_t first = dropped_behind(d, begin), at = first, kept = begin;
	size_t end = begin + len, cursor = v->list.cursor, sought = v->sought;
	for (size_t i = begin; i < end; i++) {
		for (; at < d->len && d->list[at].before <= i; at++) {
			*VEC_PUSH(new.list, new.len, new.cap) = d->list[at];
			new.list[new.len - 1].before = kept;
		}
		if (!marked[i - begin]) {
			keys->list[kept++] = keys->list[i];
			continue;
		}
		*VEC_PUSH(new.list, new.len, new.cap) =
			(struct ui_items_row){keys->list[i], kept, false};
		cursor -= i < v->list.cursor;
		sought -= i < v->sought;
	}
	memmove(keys->list + kept, keys->list + end,
		(keys->len - end) * sizeof *keys->list);
	keys->len -= end - kept;
	splice(d, first, at, &new, end - kept);
	free(new.list);
	v->sought = sought;
	ui_list_place(&v->list, keys->len, cursor);
}

void
ui_items_drop(struct ui_view *view, struct store_key key)
{
	static const bool marked = true;
	struct ui_items *v = (struct ui_items *)view;
	struct ui_items_keys *keys = &v->now.keys;
	bool fixed = ui_items_fixed(v);
	size_t at = fixed ? v->list.cursor : ui_items_keys_place(keys, key);
	if (at >= keys->len || keys->list[at].id != key.id)
		return;
	take_out(v, at, &marked, 1);
	if (!fixed)
		ui_items_dropped_forget(v); /* it is read again */
	if (v->again)
		ui_items_read_again(v);
}

/* ---- putting back */

void
ui_items_insert(struct ui_items *v, const struct ui_items_row *rows, size_t len)
{
	struct ui_items_keys *keys = &v->now.keys;
	size_t from = keys->len, cursor = v->list.cursor, sought = v->sought;
	bool empty = !keys->len;
	for (size_t i = 0; i < len; i++) {
		ui_items_keys_push(keys, rows[i].key);
		cursor += !empty && rows[i].before <= v->list.cursor;
		sought += rows[i].before <= v->sought;
	}
	for (size_t i = len; i-- > 0;) {
		size_t before = rows[i].before;
		memmove(keys->list + before + i + 1, keys->list + before,
			(from - before) * sizeof *keys->list);
		keys->list[before + i] = rows[i].key;
		from = before;
	}
	v->sought = sought;
	ui_list_place(&v->list, keys->len, cursor);
}

/* Shows the rows that are there again. Rows without a place get one, as those do that
 * have just arrived. */
static void
put_back(struct ui_items *v)
{
	struct ui_items_dropped *d = &v->dropped;
	struct ui_items_row *rows = mem_alloc((d->back + 1) * sizeof *rows);
	size_t len = 0, kept = 0, next = d->next;
	for (size_t i = 0; i < d->len; i++) {
		struct ui_items_row row = d->list[i];
		bool placed = row.before != UNPLACED;
		if (!row.back) {
			row.before += placed ? len : 0;
			d->list[kept++] = row;
			continue;
		}
		next -= i < d->next;
		if (placed)
			rows[len++] = row;
		else
			ui_items_keys_push(&v->waiting, row.key);
	}
	d->len = kept;
	d->next = next;
	d->back = 0;
	ui_items_insert(v, rows, len);
	free(rows);
}

/* ---- what has happened to them */

static bool
is_there(struct ui *ui, const struct ui_items *v, const struct store_view *view,
	uint64_t id)
{
	int flags = 0;
	return !ui_pending_deleted(&ui->pending, id) &&
	       store_item_flags(view, id, &flags) != ERR_NOT_FOUND &&
	       !ui_items_hides(v, flags);
}

/* Takes out the rows on the screen, and near it, whose items are not there. The rows that
 * take their places are checked next. Some hundred rows, too few for the clock to be
 * read. */
static void
check_rows(struct ui *ui, struct ui_items *v, const struct store_view *view)
{
	bool marked[CHECKS];
	size_t top = v->list.top < v->now.keys.len ? v->list.top : v->now.keys.len;
	size_t begin = top > NEAR ? top - NEAR : 0;
	size_t wanted = top - begin + v->list.height + NEAR;
	size_t left = v->now.keys.len - begin, len = 0, there = 0;
	while (len < left && len < CHECKS && there < wanted) {
		bool is = is_there(ui, v, view, v->now.keys.list[begin + len].id);
		there += is;
		marked[len++] = !is;
	}
	v->checked =
		there == len && (len == left || there == wanted) ? v->list.top : SIZE_MAX;
	if (there < len)
		take_out(v, begin, marked, len);
}

/* Checks which of the rows that were taken out are there again, and puts them back once
 * that is worth a pass through the list. */
static void
check_dropped(struct ui *ui, struct ui_items *v, const struct store_view *view,
	struct ui_slice *slice)
{
	struct ui_items_dropped *d = &v->dropped;
	while (d->unchecked && ui_slice_next(slice)) {
		d->next = d->next < d->len ? d->next : 0;
		struct ui_items_row *row = &d->list[d->next++];
		d->unchecked--;
		if (!row->back && is_there(ui, v, view, row->key.id)) {
			row->back = true;
			d->back++;
		}
	}
	if (d->back && (!d->unchecked || d->back > (v->now.keys.len + d->len) / PART))
		put_back(v);
	if (d->unchecked > d->len)
		d->unchecked = d->len;
}

bool
ui_items_dropped_step(struct ui *ui, struct ui_items *v)
{
	struct store_view view;
	if ((!v->dropped.unchecked && v->checked == v->list.top) ||
		!ui_open_view(ui, &view))
		return false;
	struct ui_slice slice = ui_slice_begin(CHECKS);
	check_dropped(ui, v, &view, &slice);
	if (!v->dropped.unchecked)
		check_rows(ui, v, &view);
	store_view_end(&view);
	v->list.len = v->now.keys.len;
	return v->dropped.unchecked || v->checked == SIZE_MAX;
}

void
ui_items_dropped_check(struct ui_items *v)
{
	v->dropped.unchecked = v->dropped.len;
	v->checked = SIZE_MAX;
}

/* ---- other changes of the list */

void
ui_items_dropped_moved(struct ui_items *v, const struct ui_items_row *rows, size_t len)
{
	struct ui_items_dropped *d = &v->dropped;
	size_t more = 0;
	for (size_t i = 0; i < d->len && d->list[i].before != UNPLACED; i++) {
		while (more < len && rows[more].before < d->list[i].before)
			more++;
		d->list[i].before += more;
	}
}

void
ui_items_dropped_add(struct ui_items *v, struct store_key key)
{
	struct ui_items_dropped *d = &v->dropped;
	*VEC_PUSH(d->list, d->len, d->cap) = (struct ui_items_row){key, UNPLACED, false};
}

void
ui_items_dropped_unplace(struct ui_items *v)
{
	for (size_t i = 0; i < v->dropped.len; i++)
		v->dropped.list[i].before = UNPLACED;
}

void
ui_items_dropped_renew(struct ui_items *v)
{
	struct ui_items_dropped *d = &v->dropped;
	size_t placed = dropped_behind(d, UNPLACED - 1);
	if (placed)
		memmove(d->list, d->list + placed, (d->len - placed) * sizeof *d->list);
	d->len -= placed;
	d->next = d->back = 0;
	ui_items_dropped_check(v);
}

void
ui_items_dropped_forget(struct ui_items *v)
{
	struct ui_items_row *list = v->dropped.list;
	v->dropped = (struct ui_items_dropped){.list = list, .cap = v->dropped.cap};
}
