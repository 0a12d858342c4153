/*
 * Labels of items are tags here. Where no change of a tag waits, here and there agreed
 * when both were last looked at, so what differs is the server's doing.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "remote/quirk.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/item/list.h"
#include "store/item/tag.h"

#define PAGE 500

struct labelling {
	struct account *a;
	char *tag;
	struct map here;    /* items that have the tag */
	struct map there;   /* items that have the label */
	struct map waiting; /* items whose tags changed here */
	uint64_t *add, *drop;
	size_t add_len, drop_len;
	struct arena arena;
};

static bool
wanted(const struct account *a)
{
	const struct conf_account *conf = engine_account_conf(a);
	return a->whole && !engine_account_is_sparing(a) &&
	       !(a->flags & ENGINE_SYNC_CHECK) && conf && str_eq(conf->tags, "labels") &&
	       a->session.quirk->flags & REMOTE_LABELS;
}

bool
engine_account_label_begin(struct account *a)
{
	if (!wanted(a))
		return false;
	while (a->label_at < a->labels_len && !a->label_sure[a->label_at])
		a->label_at++;
	if (a->label_at == a->labels_len)
		return false;
	engine_account_list_clear(&a->list);
	a->arg.label = a->labels[a->label_at++];
	return true;
}

static void
put(struct map *map, uint64_t item)
{
	*map_put(map, &item, sizeof item) = map;
}

static bool
has(const struct map *map, uint64_t item)
{
	return map_get(map, &item, sizeof item) != NULL;
}

/* The account's items that have the tag. */
static int
read_here(struct labelling *l, const struct store_view *view)
{
	const struct store_scope scope = {.kind = STORE_TAGGED, .tag = l->tag};
	struct store_key keys[PAGE], last = {0};
	size_t len = PAGE;
	int status = OK;
	for (bool first = true; status == OK && len == PAGE; first = false) {
		status = store_item_keys(
			view, &scope, first ? NULL : &last, keys, PAGE, &len);
		for (size_t i = 0; status == OK && i < len; i++) {
			uint32_t account;
			struct span id;
			last = keys[i];
			if (store_remote_of_item(
				    view, keys[i].id, &l->arena, &account, &id) == OK &&
				account == l->a->stored.id)
				put(&l->here, keys[i].id);
		}
	}
	return status == ERR_NOT_FOUND ? OK : status;
}

static int
read_waiting(struct labelling *l, const struct store_view *view)
{
	struct store_remote_change changes[PAGE];
	uint64_t after = 0;
	size_t len = PAGE;
	int status = OK;
	while (status == OK && len == PAGE) {
		status = store_remote_changes(
			view, l->a->stored.id, after, &l->arena, changes, PAGE, &len);
		for (size_t i = 0; status == OK && i < len; i++) {
			after = changes[i].item;
			for (size_t k = 0; k < changes[i].tags_len; k++)
				if (span_eq(changes[i].tags[k].name, l->tag))
					put(&l->waiting, changes[i].item);
		}
	}
	return status;
}

static int
read_there(struct labelling *l, const struct store_view *view)
{
	const struct account_list *list = &l->a->list;
	for (size_t i = 0; i < list->len; i++) {
		struct store_remote_row row;
		int status =
			store_remote_row(view, l->a->stored.id, &list->ids[i].key, &row);
		if (status == OK && row.item)
			put(&l->there, row.item);
		else if (status == ERR_NOT_FOUND) /* it comes with its labels */
			engine_account_want(l->a, list->ids[i].id);
		else if (status != OK)
			return status;
	}
	return OK;
}

static void
compare(struct labelling *l)
{
	for (size_t i = 0; i < l->there.count; i++) {
		uint64_t item;
		memcpy(&item, l->there.entries[i].key, sizeof item);
		if (has(&l->here, item) || has(&l->waiting, item))
			continue;
		l->add = arena_push(&l->arena, l->add, l->add_len, sizeof *l->add);
		l->add[l->add_len++] = item;
	}
	for (size_t i = 0; i < l->here.count; i++) {
		uint64_t item;
		memcpy(&item, l->here.entries[i].key, sizeof item);
		if (has(&l->there, item) || has(&l->waiting, item))
			continue;
		l->drop = arena_push(&l->arena, l->drop, l->drop_len, sizeof *l->drop);
		l->drop[l->drop_len++] = item;
	}
}

/* What the server did need not be sent to it. */
static int
apply(struct labelling *l, const uint64_t *items, size_t len, bool on, struct err *err)
{
	struct account *a = l->a;
	struct store_batch *batch;
	size_t changed = 0;
	if (len == 0)
		return OK;
	int status = engine_account_batch(a, &batch, err);
	if (status != OK)
		return status;
	status = store_item_put_tag(batch, items, len, l->tag, on, &changed, err);
	if (status == OK)
		status = store_remote_sent_tag(
			batch, a->stored.id, span_of(l->tag), on, items, len, err);
	status = store_batch_end(batch, status, err);
	a->told.tagged += changed;
	return status;
}

void
engine_account_label_got(struct account *a)
{
	struct labelling l = {.a = a,
		.here = MAP_INIT,
		.there = MAP_INIT,
		.waiting = MAP_INIT,
		.arena = ARENA_INIT};
	struct store_view view;
	struct err err;
	l.tag = arena_strndup(&l.arena, a->arg.label.p, a->arg.label.n);
	engine_account_list_sort(&a->list);
	int status = store_view_begin(a->e->store, &view, &err);
	if (status == OK) {
		status = read_here(&l, &view);
		if (status == OK)
			status = read_waiting(&l, &view);
		if (status == OK)
			status = read_there(&l, &view);
		store_view_end(&view);
		store_fail(a->e->store, status, &err, "");
	}
	compare(&l);
	if (status == OK)
		status = apply(&l, l.add, l.add_len, true, &err);
	if (status == OK)
		status = apply(&l, l.drop, l.drop_len, false, &err);
	map_done(&l.here);
	map_done(&l.there);
	map_done(&l.waiting);
	arena_done(&l.arena);
	if (status != OK)
		engine_account_fault(a, &err);
}
