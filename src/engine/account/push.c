/*
 * Sends what was done here, in batches of one word and value each. Before a batch is
 * sent, the store notes that it is in doubt; after a good answer, that it arrived. So
 * whatever happens in between, the same is sent again, which does no harm.
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "remote/quirk.h"
#include "store/db/batch.h"
#include "store/db/view.h"

#define ASIDE_MAX 3    /* items in a row that a server refuses */
#define READ_MAX 20000 /* changes of a sync; the next one continues */

static int
settle(struct account *a, struct err *err)
{
	struct store_batch *batch = NULL;
	int status = OK;
	for (size_t i = 0; status == OK && i < a->changes_len; i++) {
		const struct store_remote_change *c = &a->changes[i];
		if (c->send || c->tags_len > 0)
			continue;
		if (!batch)
			status = store_batch_begin(a->e->store, &batch, err);
		if (status == OK)
			status = store_remote_settle(
				batch, a->stored.id, &c->item, 1, err);
	}
	return batch ? store_batch_end(batch, status, err) : status;
}

/* A change that was refused is tried again once a day, and when the user asks. */
static void
set_aside_refused(struct account *a)
{
	for (size_t i = 0; i < a->changes_len && !(a->flags & ENGINE_SYNC_WHOLE); i++) {
		const struct store_remote_change *c = &a->changes[i];
		if (!engine_account_refused(a, c))
			continue;
		*map_put(&a->aside, &c->item, sizeof c->item) = a;
		a->report.set_aside++;
	}
}

static int
read_changes(struct account *a, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(a->e->store, &view, err);
	if (status != OK)
		return status;
	a->changes = mem_zalloc(READ_MAX * sizeof *a->changes);
	status = store_remote_changes(
		&view, a->stored.id, 0, &a->arena, a->changes, READ_MAX, &a->changes_len);
	store_view_end(&view);
	set_aside_refused(a);
	size_t most = a->session.quirk->marks_max;
	a->batch_max = most ? most : 1;
	a->batch = arena_alloc(&a->arena, a->batch_max * sizeof *a->batch);
	a->batch_items = arena_alloc(&a->arena, a->batch_max * sizeof *a->batch_items);
	return status == OK ? settle(a, err) : status;
}

static bool
is_aside(const struct account *a, uint64_t item)
{
	return map_get(&a->aside, &item, sizeof item) != NULL;
}

static void
add_to_batch(struct account *a, const struct store_remote_change *c)
{
	a->batch_items[a->batch_len] = c->item;
	a->batch[a->batch_len++] = c->id;
}

/* The next changes of one word and value. */
static bool
gather_words(struct account *a, enum remote_word word, bool value)
{
	int bit = word == REMOTE_READ ? STORE_REMOTE_READ : STORE_REMOTE_STAR;
	a->batch_len = 0;
	for (size_t i = 0; i < a->changes_len && a->batch_len < a->batch_max; i++) {
		struct store_remote_change *c = &a->changes[i];
		if (c->send & bit && ((c->here & bit) != 0) == value && c->id.n > 0 &&
			!is_aside(a, c->item))
			add_to_batch(a, c);
	}
	return a->batch_len > 0;
}

/* The next changes of one tag. */
static bool
gather_tag(struct account *a)
{
	const struct store_remote_tag *tag = NULL;
	a->batch_len = 0;
	for (size_t i = 0; i < a->changes_len && a->batch_len < a->batch_max; i++) {
		struct store_remote_change *c = &a->changes[i];
		if (is_aside(a, c->item) || c->id.n == 0)
			continue;
		for (size_t k = 0; k < c->tags_len; k++) {
			const struct store_remote_tag *t = &c->tags[k];
			if (!tag)
				tag = t;
			if (t->on == tag->on && t->name.n == tag->name.n &&
				memcmp(t->name.p, tag->name.p, tag->name.n) == 0)
				add_to_batch(a, c);
		}
	}
	if (!tag)
		return false;
	a->arg.label = tag->name;
	a->arg.on = tag->on;
	return true;
}

static bool
sends_tags(const struct account *a)
{
	const struct conf_account *conf = engine_account_conf(a);
	return a->session.quirk->flags & REMOTE_LABELS && conf &&
	       str_eq(conf->tags, "labels");
}

/* Tags for which the server has no place stay here. */
static bool
keep_tags(struct account *a)
{
	struct store_batch *batch = NULL;
	struct err err;
	int status = OK;
	if (sends_tags(a))
		return true;
	for (size_t i = 0; i < a->changes_len; i++) {
		struct store_remote_change *c = &a->changes[i];
		for (size_t k = 0; status == OK && k < c->tags_len; k++) {
			if (!batch)
				status = store_batch_begin(a->e->store, &batch, &err);
			if (status == OK)
				status = store_remote_sent_tag(batch, a->stored.id,
					c->tags[k].name, c->tags[k].on, &c->item, 1,
					&err);
		}
		c->tags_len = 0;
	}
	if (batch)
		status = store_batch_end(batch, status, &err);
	if (status != OK)
		engine_account_fault(a, &err);
	return status == OK;
}

/* What is sent is in doubt until the answer. */
static bool
make_doubtful(struct account *a)
{
	struct store_batch *batch;
	struct err err;
	enum store_remote_word word =
		a->arg.word == REMOTE_READ ? STORE_REMOTE_READ : STORE_REMOTE_STAR;
	if (a->arg.word == REMOTE_TAG)
		return true;
	int status = store_batch_begin(a->e->store, &batch, &err);
	if (status == OK) {
		status = store_remote_doubt(
			batch, a->stored.id, word, a->batch, a->batch_len, &err);
		status = store_batch_end(batch, status, &err);
	}
	if (status != OK)
		engine_account_fault(a, &err);
	return status == OK;
}

static bool
gather(struct account *a)
{
	static const enum remote_word words[] = {REMOTE_READ, REMOTE_STAR};
	for (size_t w = 0; w < COUNT_OF(words); w++)
		for (int value = 1; value >= 0; value--)
			if (gather_words(a, words[w], value)) {
				a->arg.word = words[w];
				a->arg.on = value;
				return true;
			}
	a->arg.word = REMOTE_TAG;
	return gather_tag(a);
}

/* Where folders and labels share one set of names, the server does not create a label
 * that is named like a folder, and does not say so. */
static bool
is_folder(struct account *a, struct span label)
{
	struct remotefeed_record *feeds;
	struct store_view view;
	size_t len;
	bool found = false;
	if (!(a->session.quirk->flags & REMOTE_LABELS_MADE) ||
		store_view_begin(a->e->store, &view, NULL) != OK)
		return false;
	int status = store_remote_feeds(&view, a->stored.id, &a->arena, &feeds, &len);
	for (size_t i = 0; status == OK && i < len; i++)
		for (size_t k = 0; k < feeds[i].folders_len; k++)
			found |= span_eq(label, feeds[i].folders[k]);
	store_view_end(&view);
	return found;
}

/* The tag stays here; true: the next batch is looked for. */
static bool
keep_tag(struct account *a)
{
	struct span label = a->arg.label;
	if (a->arg.word != REMOTE_TAG || !a->arg.on || !is_folder(a, label))
		return false;
	engine_event_note(a->e, false,
		_("%s: the tag %.*s stays here, since a folder on the server has that "
		  "name"),
		a->name, SPAN_FMT(label));
	engine_account_push_got(a);
	a->report.sent -= a->phase ? a->batch_len : 0;
	return a->phase != NULL;
}

bool
engine_account_push_begin(struct account *a)
{
	const struct conf_account *conf = engine_account_conf(a);
	struct err err;
	if (!conf || conf->read_only || a->flags & ENGINE_SYNC_CHECK)
		return false;
	if (!a->changes && read_changes(a, &err) != OK) {
		engine_account_fault(a, &err);
		return false;
	}
	if (!keep_tags(a))
		return false;
	do {
		if (!gather(a))
			return false;
	} while (keep_tag(a));
	if (!a->phase || !make_doubtful(a))
		return false;
	a->arg.ids = a->batch;
	a->arg.ids_len = a->batch_len;
	return true;
}

/* What was sent need not be sent again in this sync. */
static void
strike_out(struct account *a)
{
	int bit = a->arg.word == REMOTE_READ ? STORE_REMOTE_READ : STORE_REMOTE_STAR;
	size_t at = 0;
	for (size_t i = 0; i < a->changes_len && at < a->batch_len; i++) {
		struct store_remote_change *c = &a->changes[i];
		if (c->item != a->batch_items[at])
			continue;
		at++;
		if (a->arg.word != REMOTE_TAG) {
			c->send &= ~bit;
			continue;
		}
		for (size_t k = 0; k < c->tags_len; k++)
			if (c->tags[k].on == a->arg.on &&
				c->tags[k].name.n == a->arg.label.n &&
				memcmp(c->tags[k].name.p, a->arg.label.p,
					a->arg.label.n) == 0)
				c->tags[k] = c->tags[--c->tags_len];
	}
}

void
engine_account_push_got(struct account *a)
{
	struct store_batch *batch;
	struct err err;
	enum store_remote_word word =
		a->arg.word == REMOTE_READ ? STORE_REMOTE_READ : STORE_REMOTE_STAR;
	int status = store_batch_begin(a->e->store, &batch, &err);
	if (status == OK) {
		status =
			a->arg.word == REMOTE_TAG
				? store_remote_sent_tag(batch, a->stored.id, a->arg.label,
					  a->arg.on, a->batch_items, a->batch_len, &err)
				: store_remote_sent(batch, a->stored.id, word, a->arg.on,
					  a->batch, a->batch_len, &err);
		status = store_batch_end(batch, status, &err);
	}
	if (status != OK) {
		engine_account_fault(a, &err);
		return;
	}
	a->report.sent += a->batch_len;
	a->aside_run = 0;
	struct span label = a->arg.label;
	a->arg.label = arena_span(&a->arena, label);
	strike_out(a);
}

static void
set_aside(struct account *a)
{
	struct store_batch *batch;
	struct err err;
	uint64_t item = a->batch_items[0];
	*map_put(&a->aside, &item, sizeof item) = a;
	a->report.set_aside++;
	a->aside_run++;
	int status = store_batch_begin(a->e->store, &batch, &err);
	if (status == OK) {
		status = store_remote_refused(
			batch, a->stored.id, item, engine_now(a->e), &err);
		status = store_batch_end(batch, status, &err);
	}
	if (status != OK)
		engine_account_fault(a, &err);
}

/* A batch of one that fails is set aside, but not one after the other: then the server
 * does not accept anything. */
bool
engine_account_push_split(struct account *a, bool refused)
{
	if (a->batch_len == 0 || a->aside_run == ASIDE_MAX)
		return false;
	if (a->batch_len > 1) {
		a->batch_max = a->batch_len / 2;
		a->was_split = true;
		return true;
	}
	/* The whole server may have failed, unless others of the batch went through, or
	 * it was tried before; then it has failed if it does not answer the rest, either.
	 */
	bool tried = a->stored.is.failures > 0 && !(a->flags & ENGINE_SYNC_PUSH_ONLY);
	if (!a->was_split && !refused && !tried)
		return false;
	a->batch_max = a->session.quirk->marks_max;
	set_aside(a);
	return true;
}
