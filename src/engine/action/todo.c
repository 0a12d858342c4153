/*
 * An action is written as its letter and its members, in the same order for all: numbers
 * as varints, texts with their length. Letters never change, whatever actions are added
 * (model/action.c).
 */
#include "config.h"

#include "engine/action/todo.h"

#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/time.h"
#include "base/varint.h"
#include "engine/action/action_queue.h"
#include "engine/action/action_run.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/journal/todo.h"

#define CHECK_MS 60000
#define FORM 2      /* of the bytes */
#define FORM_OLD 1  /* without targets, as older programs wrote it */
#define FORM_ALSO 3 /* FORM, then what else is done */

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

static void
put_target(struct buf *out, const struct engine_target *t, size_t done)
{
	uint64_t last = 0;
	if (done > t->items_len)
		done = t->items_len;
	put_number(out, (uint64_t)t->kind);
	put_number(out, (uint64_t)t->scope.kind);
	put_number(out, t->scope.feed);
	put_text(out, t->scope.tag);
	put_text(out, t->kind == TARGET_LINE ? t->line : t->query);
	put_number(out, t->upto);
	put_number(out, t->feeds_len);
	for (size_t i = 0; i < t->feeds_len; i++)
		put_number(out, t->feeds[i]);
	put_number(out, t->items_len - done);
	for (size_t i = done; i < t->items_len; i++) {
		put_number(out, varint_zigzag((int64_t)(t->items[i] - last)));
		last = t->items[i];
	}
}

/* The form has five texts. Which of them an action needs depends on its verb. */
struct texts {
	const char **list[5];
};

static struct texts
texts_of(struct engine_action *a)
{
	struct texts t = {
		{&a->tag, &a->title, &a->address, &a->option.name, &a->option.value}};
	switch (a->verb) {
	case ACTION_MOVE:
		t.list[0] = &a->retag.from;
		t.list[1] = &a->retag.to;
		break;
	case ACTION_PLACE:
		t.list[2] = &a->past; /* fall through */
	case ACTION_QUEUE:
	case ACTION_ORDER:
	case ACTION_REORDER:
		t.list[0] = &a->place;
		break;
	case ACTION_RATE:
		t.list[3] = &a->rule.text;
		t.list[4] = &a->rule.score;
		break;
	default:
		break;
	}
	return t;
}

static void
put_letter(struct buf *out, const struct engine_action *action)
{
	put_number(out, (uint8_t)action_kind(action->verb)->letter);
}

static void
put_texts(struct buf *out, const struct engine_action *action)
{
	struct engine_action copy = *action;
	const struct texts texts = texts_of(&copy);
	for (size_t i = 0; i < COUNT_OF(texts.list); i++)
		put_text(out, *texts.list[i]);
}

void
engine_action_todo_pack(
	struct buf *out, const struct engine_action *action, uint64_t group, size_t done)
{
	put_number(out, action->also_len ? FORM_ALSO : FORM);
	put_letter(out, action);
	put_number(out, group);
	put_texts(out, action);
	put_number(out, action->tags_len);
	for (size_t i = 0; i < action->tags_len; i++)
		put_text(out, action->tags[i]);
	put_target(out, &action->target, done);
	if (action->also_len)
		put_number(out, action->also_len);
	for (size_t i = 0; i < action->also_len; i++) {
		put_letter(out, &action->also[i]);
		put_texts(out, &action->also[i]);
	}
}

/* The bytes still to be read, and whether they were valid so far. */
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
take_tags(struct bytes *from, struct engine_action *action)
{
	size_t len = (size_t)take_number(from, from->rest.n);
	const char **tags = arena_zalloc(from->arena, (len + 1) * sizeof *tags);
	for (size_t i = 0; i < len && from->good; i++) {
		tags[i] = take_text(from);
		from->good = from->good && tags[i];
	}
	action->tags = tags;
	action->tags_len = len;
}

static void
take_lists(struct bytes *from, struct engine_target *t)
{
	uint64_t last = 0;
	t->feeds_len = (size_t)take_number(from, from->rest.n);
	uint32_t *feeds = arena_zalloc(from->arena, (t->feeds_len + 1) * sizeof *feeds);
	for (size_t i = 0; i < t->feeds_len && from->good; i++)
		feeds[i] = (uint32_t)take_number(from, UINT32_MAX);
	t->items_len = (size_t)take_number(from, from->rest.n);
	uint64_t *items = arena_zalloc(from->arena, (t->items_len + 1) * sizeof *items);
	for (size_t i = 0; i < t->items_len && from->good; i++) {
		last += (uint64_t)varint_unzigzag(take_number(from, UINT64_MAX));
		items[i] = last;
	}
	t->feeds = feeds;
	t->items = items;
}

static void
take_scope(struct bytes *from, struct store_scope *scope)
{
	scope->kind = (enum store_scope_kind)take_number(from, STORE_HIDDEN);
	scope->feed = (uint32_t)take_number(from, UINT32_MAX);
	scope->tag = take_text(from);
}

static void
take_letter(struct bytes *from, struct engine_action *action)
{
	action->verb = action_of_letter((char)take_number(from, INT8_MAX));
}

static void
take_texts(struct bytes *from, struct engine_action *action)
{
	const struct texts texts = texts_of(action);
	for (size_t i = 0; i < COUNT_OF(texts.list); i++)
		*texts.list[i] = take_text(from);
}

static void
take_also(struct bytes *from, struct engine_action *action)
{
	size_t len = (size_t)take_number(from, from->rest.n);
	struct engine_action *also = arena_zalloc(from->arena, (len + 1) * sizeof *also);
	for (size_t i = 0; i < len && from->good; i++) {
		take_letter(from, &also[i]);
		take_texts(from, &also[i]);
		also[i].target = action->target;
		from->good =
			from->good && action_kind(also[i].verb)->flags & ACTION_OF_ITEMS;
	}
	action->also = also;
	action->also_len = len;
}

static uint64_t
take_action(struct bytes *from, struct engine_action *action)
{
	take_letter(from, action);
	uint64_t group = take_number(from, UINT64_MAX);
	take_texts(from, action);
	take_tags(from, action);
	action->target.kind = (enum engine_target_kind)take_number(from, TARGET_LINE);
	take_scope(from, &action->target.scope);
	const char *text = take_text(from);
	if (action->target.kind == TARGET_LINE)
		action->target.line = text;
	else
		action->target.query = text;
	action->target.upto = take_number(from, UINT64_MAX);
	take_lists(from, &action->target);
	return group;
}

/* ---- The older form: one letter for several actions, and members with several uses. */

struct old_form {
	char letter;
	int set, clear;
	bool add;
	char *text, *title;
};

static enum action
verb_of_marks(const struct old_form *old)
{
	for (enum action a = ACTION_READ; a <= ACTION_UNSTAR; a++)
		if ((action_kind(a)->set | action_kind(a)->clear) &&
			action_kind(a)->set == old->set &&
			action_kind(a)->clear == old->clear)
			return a;
	return ACTION_NONE;
}

static void
understand_old(const struct old_form *old, struct engine_action *action)
{
	struct engine_target *t = &action->target;
	action->verb = action_of_letter(old->letter);
	switch (old->letter) {
	case 'f':
		action->verb = verb_of_marks(old);
		break;
	case 'm':
		action->verb = ACTION_READ;
		break;
	case 't':
		action->verb = old->add ? ACTION_TAG : ACTION_UNTAG;
		action->tag = old->text;
		break;
	case 'r':
		action->title = old->title;
		break;
	case 's':
		action->option.name = old->text;
		action->option.value = old->title;
		break;
	case 'a':
		action->address = old->text;
		break;
	case 'z':
		action->verb = old->add ? ACTION_REDO : ACTION_UNDO;
		break;
	default:
		break;
	}
	t->kind = old->letter == 'm'                                   ? TARGET_SCOPE
		  : action_kind(action->verb)->flags & ACTION_OF_ITEMS ? TARGET_ITEMS
		  : t->feeds_len                                       ? TARGET_FEEDS
								       : TARGET_NOTHING;
}

static uint64_t
take_old(struct bytes *from, struct engine_action *action)
{
	struct old_form old;
	old.letter = (char)take_number(from, INT8_MAX);
	old.set = (int)take_number(from, INT32_MAX);
	old.clear = (int)take_number(from, INT32_MAX);
	old.add = take_number(from, 1);
	uint64_t group = take_number(from, UINT64_MAX);
	action->target.upto = take_number(from, UINT64_MAX);
	take_scope(from, &action->target.scope);
	old.text = take_text(from);
	old.title = take_text(from);
	take_tags(from, action);
	take_lists(from, &action->target);
	understand_old(&old, action);
	return group;
}

/* Whether the action has all that it needs. */
static bool
is_whole(const struct engine_action *action)
{
	const struct engine_target *t = &action->target;
	const struct action_kind *kind = action_kind(action->verb);
	if (!kind->letter)
		return false;
	if (kind->flags & ACTION_OF_ITEMS)
		return t->kind == TARGET_ITEMS || t->kind == TARGET_SCOPE ||
		       (t->kind == TARGET_QUERY && t->query);
	if (action->verb == ACTION_PLACE && (!action->past || !action->place))
		return false;
	if (t->kind == TARGET_LINE)
		return t->line && kind->flags & ACTION_OF_SEARCHES;
	if (kind->flags & ACTION_OF_LINES)
		return t->kind == TARGET_FEEDS &&
		       (action->verb != ACTION_MERGE || t->feeds_len == 2) &&
		       (action->verb != ACTION_PLACE || t->feeds_len) &&
		       (action->verb != ACTION_SET || action->option.name);
	return t->kind == TARGET_NOTHING;
}

struct action_run *
engine_action_todo_unpack(struct span bytes)
{
	struct engine_request *r = engine_request_new(ENGINE_DO);
	struct action_run *run = engine_action_run_new(r);
	struct bytes from = {bytes, &r->arena, true};
	uint64_t form = take_number(&from, UINT64_MAX);
	if (form == FORM || form == FORM_ALSO)
		run->place.group = take_action(&from, &r->action);
	else if (form == FORM_OLD)
		run->place.group = take_old(&from, &r->action);
	if (form == FORM_ALSO)
		take_also(&from, &r->action);
	if (from.good && is_whole(&r->action))
		return run;
	engine_action_run_free(run);
	return NULL;
}

/* ---- In the store. */

static int
put(struct store_batch *batch, const struct action_run *run, uint64_t group, size_t done,
	bool ours, uint64_t *number, struct err *err)
{
	struct buf bytes = BUF_INIT(0);
	engine_action_todo_pack(&bytes, run->action, group, done);
	*number = run->place.todo;
	const struct span action = {bytes.data, bytes.len};
	int status =
		store_journal_todo_put(batch, number, action, ours, time_wall(), err);
	buf_done(&bytes);
	return status;
}

int
engine_action_todo_put(struct store_batch *batch, const struct action_run *run,
	size_t done, uint64_t *number, struct err *err)
{
	*number = run->place.todo;
	return run->place.todo
		       ? OK
		       : put(batch, run, run->next.group, done, true, number, err);
}

static bool
is_repeatable(const struct engine_action *action)
{
	int flags = action_kind(action->verb)->flags;
	for (size_t i = 0; i < action->also_len; i++)
		flags &= action_kind(action->also[i].verb)->flags;
	return flags & ACTION_REPEATABLE;
}

/* Actions that must not be done twice are removed before they are done; those that are
 * not understood stay for a newer program. */
static int
take_one(struct engine *e, struct store_batch *batch, const struct store_todo *todo,
	struct err *err)
{
	struct action_run *run = engine_action_todo_unpack(todo->action);
	int status = OK;
	if (!run)
		return OK;
	if (is_repeatable(run->action))
		run->place.todo = todo->number;
	else
		status = store_journal_todo_drop(batch, todo->number, err);
	engine_action_add_left(e, run);
	return status;
}

/* If the commit fails, everything stays where it is. */
static void
take(struct engine *e)
{
	struct engine_action_queue *q = e->actions;
	struct arena arena = ARENA_INIT;
	struct store_batch *batch;
	struct store_todo *list;
	struct err err;
	size_t len = 0, before = q->len;
	int status = store_batch_begin(e->store, &batch, &err);
	if (status != OK)
		return;
	status = store_journal_todo_take(batch, time_wall(), &arena, &list, &len, &err);
	for (size_t i = 0; status == OK && i < len; i++)
		status = take_one(e, batch, &list[i], &err);
	if (store_batch_end(batch, status, &err) != OK)
		for (; q->len > before; q->left_over--)
			engine_action_run_free(q->runs[--q->len]);
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
engine_action_todo_adopt(struct engine *e)
{
	struct store_view view;
	int64_t now = time_mono_ms();
	bool first = e->actions->check_ms == 0;
	if (now < e->actions->check_ms || store_read_only(e->store))
		return;
	e->actions->check_ms = now + CHECK_MS;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return;
	bool left = store_journal_todo_left(&view, time_wall());
	store_view_end(&view);
	if (left)
		take(e);
	if (first && !e->actions->left_over)
		engine_action_todo_tell(e, NULL);
}

void
engine_action_todo_leave(struct engine *e)
{
	struct engine_action_queue *q = e->actions;
	struct store_batch *batch;
	struct err err;
	if (q->len == 0 || store_read_only(e->store))
		return;
	int status = store_batch_begin(e->store, &batch, &err);
	for (size_t i = 0; status == OK && i < q->len; i++) {
		uint64_t number;
		const struct action_run *run = q->runs[i];
		status = put(batch, run, run->place.group, run->place.at, false, &number,
			&err);
		if (status != OK)
			store_batch_abort(batch);
	}
	if (status == OK)
		status = store_batch_commit(batch, &err);
	if (status == OK)
		return;
	struct err lost;
	err_set(&lost, status,
		P_("%zu action could not be stored: %s",
			"%zu actions could not be stored: %s", q->len),
		q->len, err.text);
	log_put(LOG_ERROR, "%s", lost.text);
	if (e->lost)
		*e->lost = lost;
}
