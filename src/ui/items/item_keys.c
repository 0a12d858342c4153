#include "config.h"

#include "ui/items/item_keys.h"

#include <string.h>

#include "base/vec.h"

void
ui_items_keys_push(struct ui_items_keys *keys, struct store_key key)
{
	*VEC_PUSH(keys->list, keys->len, keys->cap) = key;
}

int
ui_items_keys_compare(struct store_key a, struct store_key b, bool oldest)
{
	int before = oldest ? 1 : -1;
	if (a.time != b.time)
		return a.time > b.time ? before : -before;
	return a.id == b.id ? 0 : a.id > b.id ? before : -before;
}

size_t
ui_items_keys_place(const struct ui_items_keys *keys, struct store_key key)
{
	size_t low = 0, high = keys->len;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (ui_items_keys_compare(keys->list[mid], key, keys->oldest) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

bool
ui_items_keys_merge(struct ui_items_keys_merging *m, const struct ui_items_keys *shown,
	const struct ui_items_keys *now, size_t max)
{
	while (max-- > 0 && (m->shown < shown->len || m->now < now->len)) {
		int order = m->shown == shown->len ? 1
			    : m->now == now->len
				    ? -1
				    : ui_items_keys_compare(shown->list[m->shown],
					      now->list[m->now], shown->oldest);
		ui_items_keys_push(
			&m->out, order < 0 ? shown->list[m->shown] : now->list[m->now]);
		m->shown += order <= 0;
		m->now += order >= 0;
	}
	return m->shown < shown->len || m->now < now->len;
}
