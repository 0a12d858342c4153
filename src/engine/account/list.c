/*
 * Lists of ids, as servers send them.
 */
#include "config.h"

#include <stdlib.h>

#include "base/vec.h"
#include "engine/account/account_inside.h"

void
engine_account_list_clear(struct account_list *list)
{
	free(list->ids);
	arena_done(&list->arena);
	*list = (struct account_list){.total = -1};
}

void
engine_account_list_add(struct account_list *list, struct span id)
{
	*VEC_PUSH(list->ids, list->len, list->cap) =
		(struct account_id){store_remote_key(id), arena_span(&list->arena, id)};
}

static int
by_key(const void *a, const void *b)
{
	const struct account_id *x = a, *y = b;
	return store_remote_key_order(&x->key, &y->key);
}

void
engine_account_list_sort(struct account_list *list)
{
	size_t n = 0;
	if (list->len)
		qsort(list->ids, list->len, sizeof *list->ids, by_key);
	for (size_t i = 0; i < list->len; i++)
		if (n == 0 || by_key(&list->ids[n - 1], &list->ids[i]) != 0)
			list->ids[n++] = list->ids[i];
	list->len = n;
}

bool
engine_account_list_same(const struct account_list *a, const struct account_list *b)
{
	bool same = a->len == b->len;
	for (size_t i = 0; same && i < a->len; i++)
		same = by_key(&a->ids[i], &b->ids[i]) == 0;
	return same;
}

bool
engine_account_list_has(
	const struct account_list *list, const struct store_remote_key *key)
{
	const struct account_id wanted = {.key = *key};
	return list->len > 0 &&
	       bsearch(&wanted, list->ids, list->len, sizeof wanted, by_key) != NULL;
}
