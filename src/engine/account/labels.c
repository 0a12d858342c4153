/*
 * Labels of items are tags here. Where no change of a tag waits, and both sides agreed on
 * the label before, a difference was made at the server. But an item that is missing from
 * a list proves nothing, so the items themselves are asked about before a tag is removed.
 * A label that is new to us only adds: items that have it here alone are sent.
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
#define MANY                                                                             \
	20 /* that a list has at once: asked about, since a server may have listed all   \
	      items for a label that is gone (T7) */

struct labelling {
	struct account *a;
	char *tag;
	struct map here;    /* items that have the tag */
	struct map there;   /* items that have the label */
	struct map waiting; /* items whose tags changed here */
	struct arena arena;
};

static bool
wanted(const struct account *a)
{
	const struct conf_account *conf = engine_account_conf(a);
	return a->whole && !engine_account_is_sparing(a) && conf &&
	       str_eq(conf->tags, "labels") && a->session.quirk->flags & REMOTE_LABELS;
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
		else if (status == ERR_NOT_FOUND &&
			 !(l->a->flags &
				 ENGINE_SYNC_CHECK)) /* it comes with its labels */
			engine_account_want(l->a, list->ids[i].id);
		else if (status != OK && status != ERR_NOT_FOUND)
			return status;
	}
	return OK;
}

static uint64_t *
difference(
	struct labelling *l, const struct map *of, const struct map *without, size_t *len)
{
	struct arena *arena = &l->a->arena;
	uint64_t *out = NULL;
	*len = 0;
	for (size_t i = 0; i < of->count; i++) {
		uint64_t item;
		memcpy(&item, of->entries[i].key, sizeof item);
		if (has(without, item) || has(&l->waiting, item))
			continue;
		out = arena_push(arena, out, *len, sizeof *out);
		out[(*len)++] = item;
	}
	return out;
}

/* Begins a group of the journal only if something changes here. */
static int
begin(struct account *a, size_t changes, struct store_batch **out, struct err *err)
{
	return changes > 0 ? engine_account_batch(a, out, err)
			   : store_batch_begin(a->e->store, out, err);
}

/* Stores a change that the server made, so that it is not sent back. */
static int
put_there(struct account *a, struct store_batch *batch, const struct account_relabel *is,
	size_t *changed, struct err *err)
{
	char *tag = arena_strndup(&a->arena, is->label.p, is->label.n);
	int status =
		store_item_put_tag(batch, is->items, is->len, tag, is->on, changed, err);
	return status == OK ? store_remote_sent_tag(batch, a->stored.id, is->label,
				      is->on, is->items, is->len, err)
			    : status;
}

static int
apply(struct account *a, const struct account_relabel *is, struct err *err)
{
	struct store_batch *batch;
	size_t changed = 0;
	if (is->len == 0)
		return OK;
	int status = begin(a, is->len, &batch, err);
	if (status != OK)
		return status;
	status = put_there(a, batch, is, &changed, err);
	status = store_batch_end(batch, status, err);
	a->report.tagged += changed;
	return status;
}

/* Both sides agree on the label from now on. */
static int
put_agreed(
	struct account *a, struct store_batch *batch, struct span label, struct err *err)
{
	struct account_record *is = &a->stored.is;
	char **labels =
		arena_alloc(&a->stored_arena, (is->labels_len + 1) * sizeof *labels);
	for (size_t i = 0; i < is->labels_len; i++)
		labels[i] = is->labels[i];
	labels[is->labels_len] = arena_strndup(&a->stored_arena, label.p, label.n);
	is->labels = labels;
	is->labels_len++;
	int status = store_remote_put_account(batch, &a->stored, err);
	is->labels_len -= status != OK;
	return status;
}

/* The first list of a label: what it lacks was never sent. Stored in one transaction,
 * since the server can take away what was agreed on. */
static int
agree(struct account *a, const struct account_relabel *add,
	const struct account_relabel *up, struct err *err)
{
	struct store_batch *batch;
	size_t changed = 0;
	char *tag = arena_strndup(&a->arena, up->label.p, up->label.n);
	int status = begin(a, add->len, &batch, err);
	if (status != OK)
		return status;
	status = put_there(a, batch, add, &changed, err);
	if (status == OK)
		status = store_remote_send_tag(
			batch, a->stored.id, tag, up->items, up->len, err);
	if (status == OK)
		status = put_agreed(a, batch, up->label, err);
	status = store_batch_end(batch, status, err);
	a->report.tagged += changed;
	return status;
}

static void
ask_about(struct account *a, struct account_relabel *is)
{
	if (is->len == 0)
		return;
	a->relabels =
		arena_push(&a->arena, a->relabels, a->relabels_len, sizeof *a->relabels);
	a->relabels[a->relabels_len++] = *is;
	is->len = 0;
}

static bool
is_agreed(const struct account *a, struct span label)
{
	for (size_t i = 0; i < a->stored.is.labels_len; i++)
		if (span_eq(label, a->stored.is.labels[i]))
			return true;
	return false;
}

static int
settle_label(struct labelling *l, struct err *err)
{
	struct account *a = l->a;
	struct account_relabel add = {.label = span_of(l->tag), .on = true},
			       drop = {.label = span_of(l->tag)};
	add.items = difference(l, &l->there, &l->here, &add.len);
	drop.items = difference(l, &l->here, &l->there, &drop.len);
	if (add.len > MANY)
		ask_about(a, &add);
	if (!is_agreed(a, drop.label))
		return agree(a, &add, &drop, err);
	ask_about(a, &drop);
	return apply(a, &add, err);
}

static bool
is_left(struct labelling *l, const struct store_view *view, uint64_t item)
{
	uint32_t account;
	struct span id;
	if (store_remote_of_item(view, item, &l->arena, &account, &id) != OK)
		return false;
	struct store_remote_key key = store_remote_key(id);
	return engine_account_is_left(l->a, view, &key, &l->arena);
}

static void
compare_maps(struct labelling *l, const struct store_view *view, const struct map *of,
	const struct map *without, bool there)
{
	bool agreed = is_agreed(l->a, span_of(l->tag));
	for (size_t i = 0; i < of->count; i++) {
		uint64_t item;
		memcpy(&item, of->entries[i].key, sizeof item);
		if (!has(without, item) && (there || !is_left(l, view, item)))
			engine_account_differ_label(l->a, view, item, l->tag, there,
				has(&l->waiting, item) || (!there && !agreed));
	}
}

static void
labelling_done(struct labelling *l)
{
	map_done(&l->here);
	map_done(&l->there);
	map_done(&l->waiting);
	arena_done(&l->arena);
}

static void
take_label(struct account *a, struct span label)
{
	struct labelling l = {.a = a,
		.tag = arena_strndup(&a->arena, label.p, label.n),
		.here = MAP_INIT,
		.there = MAP_INIT,
		.waiting = MAP_INIT,
		.arena = ARENA_INIT};
	struct store_view view;
	struct err err;
	engine_account_list_sort(&a->list);
	int status = store_view_begin(a->e->store, &view, &err);
	if (status == OK) {
		status = read_here(&l, &view);
		if (status == OK)
			status = read_waiting(&l, &view);
		if (status == OK)
			status = read_there(&l, &view);
		if (status == OK && a->flags & ENGINE_SYNC_CHECK) {
			compare_maps(&l, &view, &l.there, &l.here, true);
			compare_maps(&l, &view, &l.here, &l.there, false);
		}
		store_view_end(&view);
		store_fail(a->e->store, status, &err, "");
	}
	if (status == OK && !(a->flags & ENGINE_SYNC_CHECK))
		status = settle_label(&l, &err);
	labelling_done(&l);
	if (status != OK)
		engine_account_fault(a, &err);
}

void
engine_account_label_got(struct account *a)
{
	take_label(a, a->arg.label);
}

static bool
is_listed(const struct account *a, struct span label)
{
	bool listed = false;
	for (size_t i = 0; i < a->labels_len; i++)
		listed |= a->labels[i].n == label.n &&
			  memcmp(a->labels[i].p, label.p, label.n) == 0;
	return listed;
}

/* Tags that the server does not know as labels yet. */
static void
compare_new(struct account *a)
{
	struct store_view view;
	struct arena arena = ARENA_INIT;
	struct store_remote_change changes[PAGE];
	uint64_t after = 0;
	size_t len = PAGE;
	if (store_view_begin(a->e->store, &view, NULL) != OK)
		return;
	while (len == PAGE && store_remote_changes(&view, a->stored.id, after, &arena,
				      changes, PAGE, &len) == OK) {
		for (size_t i = 0; i < len; i++) {
			const struct store_remote_change *c = &changes[i];
			after = c->item;
			for (size_t k = 0; k < c->tags_len; k++)
				if (c->tags[k].on && !is_listed(a, c->tags[k].name) &&
					!is_agreed(a, c->tags[k].name))
					engine_account_differ_label(a, &view, c->item,
						arena_strndup(&arena, c->tags[k].name.p,
							c->tags[k].name.n),
						false, true);
		}
	}
	store_view_end(&view);
	arena_done(&arena);
}

/* A label that the server no longer has is one that no item has there. */
static void
take_gone(struct account *a)
{
	engine_account_list_clear(&a->list);
	for (size_t i = 0; a->phase && i < a->stored.is.labels_len; i++) {
		struct span label = span_of(a->stored.is.labels[i]);
		if (!is_listed(a, label))
			take_label(a, label);
	}
}

bool
engine_account_label_begin(struct account *a)
{
	if (!wanted(a))
		return false;
	while (a->label_at < a->labels_len && !a->label_sure[a->label_at])
		a->label_at++;
	if (a->label_at == a->labels_len) {
		take_gone(a);
		if (a->flags & ENGINE_SYNC_CHECK)
			compare_new(a);
		return false;
	}
	engine_account_list_clear(&a->list);
	a->arg.label = a->labels[a->label_at++];
	return true;
}

/* ---- checking with the items what a list says of them */

static uint64_t
relabelled_item(
	const struct account *a, const struct store_view *view, const void *of, size_t i)
{
	const struct account_relabel *is = of;
	(void)a;
	(void)view;
	return is->items[i];
}

/* What both sides agree on from now on. */
static void
keep_labels(struct account *a)
{
	struct account_record *is = &a->stored.is;
	if (!a->whole || a->flags & ENGINE_SYNC_CHECK || engine_account_is_sparing(a))
		return;
	is->labels_len = 0;
	is->labels = arena_alloc(&a->stored_arena, (a->labels_len + 1) * sizeof(char *));
	for (size_t i = 0; i < a->labels_len && wanted(a); i++)
		if (a->label_sure[i])
			is->labels[is->labels_len++] = arena_strndup(
				&a->stored_arena, a->labels[i].p, a->labels[i].n);
}

static bool
confirms(const struct account *a, const struct remote_item *item, int flags)
{
	const struct account_relabel *is = &a->relabels[a->relabel_at - 1];
	bool has_label = false;
	(void)flags;
	for (size_t i = 0; i < item->labels_len; i++)
		has_label |= item->labels[i].n == is->label.n &&
			     memcmp(item->labels[i].p, is->label.p, is->label.n) == 0;
	return has_label == is->on;
}

bool
engine_account_relabel_begin(struct account *a)
{
	struct err err;
	while (a->relabel_at < a->relabels_len) {
		const struct account_relabel *is = &a->relabels[a->relabel_at++];
		if (engine_account_sample(a, is->len, relabelled_item, is, &err) != OK) {
			engine_account_fault(a, &err);
			return false;
		}
		if (a->sample.len == 0)
			continue;
		a->confirms = confirms;
		return true;
	}
	keep_labels(a);
	return false;
}

/* Whether the item is one of those that confirmed the change. */
static bool
is_confirmed(struct account *a, const struct store_view *view, uint64_t item,
	struct arena *arena)
{
	uint32_t account;
	struct span id;
	if (store_remote_of_item(view, item, arena, &account, &id) != OK)
		return false;
	struct store_remote_key key = store_remote_key(id);
	return map_get(&a->confirmed, key.bytes, key.n) != NULL;
}

/* If all of the sample confirm it, all are taken as confirmed; where the label was
 * deleted, it is enough if those confirm it that the server still has. What was tagged
 * here meanwhile stays. */
static int
keep_confirmed(struct account *a, struct account_relabel *is)
{
	struct labelling l = {.a = a,
		.tag = arena_strndup(&a->arena, is->label.p, is->label.n),
		.waiting = MAP_INIT,
		.arena = ARENA_INIT};
	struct store_view view;
	bool gone = !is_listed(a, is->label) && a->confirmed.count > 0 &&
		    a->denied.count == 0;
	bool all = gone || a->confirmed.count == a->sample.len;
	size_t kept = 0;
	int status = store_view_begin(a->e->store, &view, NULL);
	if (status != OK)
		return status;
	status = read_waiting(&l, &view);
	for (size_t i = 0; i < is->len; i++)
		if (!has(&l.waiting, is->items[i]) &&
			(all || is_confirmed(a, &view, is->items[i], &l.arena)))
			is->items[kept++] = is->items[i];
	is->len = kept;
	store_view_end(&view);
	map_done(&l.waiting);
	arena_done(&l.arena);
	return status;
}

void
engine_account_relabel_got(struct account *a)
{
	struct account_relabel *is = &a->relabels[a->relabel_at - 1];
	struct err err;
	int status = keep_confirmed(a, is);
	store_fail(a->e->store, status, &err, "");
	if (status == OK)
		status = apply(a, is, &err);
	engine_account_list_clear(&a->sample);
	if (status != OK)
		engine_account_fault(a, &err);
}
