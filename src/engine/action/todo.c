/*
 * A request is its kind and its members, in one order for all kinds: numbers as varints,
 * texts with their length. Kinds have letters of their own, which stay what they are
 * whatever is added to the enum.
 */
#include "config.h"

#include "engine/action/todo.h"

#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/time.h"
#include "base/varint.h"
#include "base/vec.h"
#include "engine/action/flags.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/journal/todo.h"

#define LOOK_MS 60000
#define FORM 1 /* of the bytes */

static const struct {
	enum engine_request_kind kind;
	char letter;
	bool again; /* doing a part of it twice does no harm */
} kinds[] = {
	{ENGINE_FLAGS, 'f', true},
	{ENGINE_MARK_READ, 'm', true},
	{ENGINE_TAG, 't', true},
	{ENGINE_DELETE, 'd', true},
	{ENGINE_UNSUBSCRIBE, 'u', false},
	{ENGINE_RENAME, 'r', false},
	{ENGINE_MOVE, 'v', false},
	{ENGINE_SET, 's', false},
	{ENGINE_MERGE, 'g', false},
	{ENGINE_READDRESS, 'a', false},
	{ENGINE_UNDO, 'z', false},
};

static size_t
find_kind(enum engine_request_kind kind)
{
	size_t i = 0;
	while (i < COUNT_OF(kinds) && kinds[i].kind != kind)
		i++;
	return i;
}

/* ---- As bytes. */

static void
put_number(struct buf *out, uint64_t value)
{
	uint8_t bytes[VARINT_MAX];
	buf_add(out, bytes, varint_put(bytes, value));
}

/* NULL is 0, a text its length and one more. */
static void
put_text(struct buf *out, const char *text)
{
	size_t n = text ? strlen(text) : 0;
	put_number(out, text ? n + 1 : 0);
	buf_add(out, text ? text : "", n);
}

void
engine_action_todo_pack(struct buf *out, const struct engine_request *r, size_t done)
{
	size_t kind = find_kind(r->kind);
	uint64_t last = 0;
	if (done > r->items_len)
		done = r->items_len; /* marks of a list count on */
	put_number(out, FORM);
	put_number(out, kind < COUNT_OF(kinds) ? (uint8_t)kinds[kind].letter : 0);
	put_number(out, (uint64_t)r->set);
	put_number(out, (uint64_t)r->clear);
	put_number(out, r->add);
	put_number(out, r->group);
	put_number(out, r->upto);
	put_number(out, (uint64_t)r->scope.kind);
	put_number(out, r->scope.feed);
	put_text(out, r->scope.tag);
	put_text(out, r->text);
	put_text(out, r->title);
	put_number(out, r->tags_len);
	for (size_t i = 0; i < r->tags_len; i++)
		put_text(out, r->tags[i]);
	put_number(out, r->feeds_len);
	for (size_t i = 0; i < r->feeds_len; i++)
		put_number(out, r->feeds[i]);
	put_number(out, r->items_len - done);
	for (size_t i = done; i < r->items_len; i++) {
		put_number(out, varint_zigzag((int64_t)(r->items[i] - last)));
		last = r->items[i];
	}
}

/* What is taken apart, and whether it was right so far. */
struct bytes {
	struct span rest;
	struct arena *arena;
	bool good;
};

static uint64_t
take_number(struct bytes *from, uint64_t most)
{
	uint64_t value = 0;
	from->good = from->good && varint_get(&from->rest, &value) && value <= most;
	return from->good ? value : 0;
}

static char *
take_text(struct bytes *from)
{
	uint64_t n = take_number(from, from->rest.n);
	if (!n--)
		return NULL;
	from->good = n <= from->rest.n && !memchr(from->rest.p, '\0', (size_t)n);
	if (!from->good)
		return NULL;
	char *text = arena_strndup(from->arena, from->rest.p, (size_t)n);
	from->rest.p += n;
	from->rest.n -= (size_t)n;
	return text;
}

static void
take_lists(struct bytes *from, struct engine_request *r)
{
	uint64_t last = 0;
	r->tags_len = (size_t)take_number(from, from->rest.n);
	r->tags = arena_zalloc(from->arena, (r->tags_len + 1) * sizeof *r->tags);
	for (size_t i = 0; i < r->tags_len && from->good; i++) {
		r->tags[i] = take_text(from);
		from->good = from->good && r->tags[i];
	}
	r->feeds_len = (size_t)take_number(from, from->rest.n);
	r->feeds = arena_zalloc(from->arena, (r->feeds_len + 1) * sizeof *r->feeds);
	for (size_t i = 0; i < r->feeds_len && from->good; i++)
		r->feeds[i] = (uint32_t)take_number(from, UINT32_MAX);
	r->items_len = (size_t)take_number(from, from->rest.n);
	r->items = arena_zalloc(from->arena, (r->items_len + 1) * sizeof *r->items);
	for (size_t i = 0; i < r->items_len && from->good; i++) {
		last += (uint64_t)varint_unzigzag(take_number(from, UINT64_MAX));
		r->items[i] = last;
	}
}

struct engine_request *
engine_action_todo_unpack(struct span bytes)
{
	struct engine_request *r = engine_request_new(ENGINE_FLAGS);
	struct bytes from = {bytes, &r->arena, true};
	size_t kind = 0;
	bool known = take_number(&from, UINT64_MAX) == FORM;
	uint64_t letter = take_number(&from, UINT8_MAX);
	while (kind < COUNT_OF(kinds) && (uint8_t)kinds[kind].letter != letter)
		kind++;
	r->set = (int)take_number(&from, INT32_MAX);
	r->clear = (int)take_number(&from, INT32_MAX);
	r->add = take_number(&from, 1);
	r->group = take_number(&from, UINT64_MAX);
	r->upto = take_number(&from, UINT64_MAX);
	r->scope.kind = (enum store_scope_kind)take_number(&from, STORE_TAGGED);
	r->scope.feed = (uint32_t)take_number(&from, UINT32_MAX);
	r->scope.tag = take_text(&from);
	r->text = take_text(&from);
	r->title = take_text(&from);
	take_lists(&from, r);
	if (!known || !from.good || kind == COUNT_OF(kinds)) {
		engine_request_free(r);
		return NULL;
	}
	r->kind = kinds[kind].kind;
	r->left_over = true;
	return r;
}

/* ---- In the store. */

static int
put(struct store_batch *batch, const struct engine_request *r, size_t done, bool ours,
	uint64_t *number, struct err *err)
{
	struct buf bytes = BUF_INIT(0);
	engine_action_todo_pack(&bytes, r, done);
	*number = r->todo;
	const struct span action = {bytes.data, bytes.len};
	int status =
		store_journal_todo_put(batch, number, action, ours, time_wall(), err);
	buf_done(&bytes);
	return status;
}

int
engine_action_todo_put(struct store_batch *batch, const struct engine_request *r,
	size_t done, uint64_t *number, struct err *err)
{
	*number = r->todo;
	return r->todo ? OK : put(batch, r, done, true, number, err);
}

/* What may not be done twice is taken away before it is done, what is not understood
 * stays for a newer program. */
static int
take_one(struct engine *e, struct store_batch *batch, const struct store_todo *todo,
	struct err *err)
{
	struct engine_action_queue *f = e->flags;
	struct engine_request *r = engine_action_todo_unpack(todo->action);
	int status = OK;
	if (!r)
		return OK;
	if (kinds[find_kind(r->kind)].again)
		r->todo = todo->number;
	else
		status = store_journal_todo_drop(batch, todo->number, err);
	*VEC_PUSH(f->waiting, f->len, f->cap) = r;
	f->left_over++;
	return status;
}

/* Where a commit fails, all of it stays where it is. */
static void
take(struct engine *e)
{
	struct engine_action_queue *f = e->flags;
	struct arena arena = ARENA_INIT;
	struct store_batch *batch;
	struct store_todo *list;
	struct err err;
	size_t len = 0, before = f->len;
	int status = store_batch_begin(e->store, &batch, &err);
	if (status != OK)
		return;
	status = store_journal_todo_take(batch, time_wall(), &arena, &list, &len, &err);
	for (size_t i = 0; status == OK && i < len; i++)
		status = take_one(e, batch, &list[i], &err);
	if (store_batch_end(batch, status, &err) != OK)
		for (; f->len > before; f->left_over--)
			engine_request_free(f->waiting[--f->len]);
	arena_done(&arena);
}

void
engine_action_todo_tell(struct engine *e, const struct err *error)
{
	const struct engine_event event = {.kind = ENGINE_CAUGHT_UP,
		.error = error != NULL,
		.text = error ? error->text : NULL};
	engine_event_post(e, &event);
}

void
engine_action_todo_look(struct engine *e)
{
	struct store_view view;
	int64_t now = time_mono_ms();
	bool first = e->flags->look_ms == 0;
	if (now < e->flags->look_ms || store_read_only(e->store))
		return;
	e->flags->look_ms = now + LOOK_MS;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return;
	bool left = store_journal_todo_left(&view, time_wall());
	store_view_end(&view);
	if (left)
		take(e);
	if (first && !e->flags->left_over)
		engine_action_todo_tell(e, NULL);
}

void
engine_action_todo_leave(struct engine *e)
{
	struct engine_action_queue *f = e->flags;
	struct store_batch *batch;
	struct err err;
	if (f->len == 0 || store_read_only(e->store))
		return;
	int status = store_batch_begin(e->store, &batch, &err);
	for (size_t i = 0; status == OK && i < f->len; i++) {
		uint64_t number;
		status = put(
			batch, f->waiting[i], f->waiting[i]->at, false, &number, &err);
		if (status != OK)
			store_batch_abort(batch);
	}
	if (status == OK)
		status = store_batch_commit(batch, &err);
	if (status == OK)
		return;
	struct err lost;
	err_set(&lost, status,
		P_("%zu thing that you did could not be stored: %s",
			"%zu things that you did could not be stored: %s", f->len),
		f->len, err.text);
	log_put(LOG_ERROR, "%s", lost.text);
	if (e->lost)
		*e->lost = lost;
}
