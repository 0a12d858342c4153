/*
 * The list is sorted, so that the bindings which begin with some keys are neighbours, and
 * both a key and a conflict are found by bisection.
 */
#include "config.h"

#include "ui/command/binding.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "ui/command/command.h"

#define NAMED_MAX 16         /* keys of a command that are shown */
#define NAMED_CONTEXTS_MAX 4 /* in a line to write */

/* ---- the sorted list */

static int
compare_keys(const struct ui_binding *b, int section, int context, const uint32_t *keys,
	size_t len)
{
	if (b->section != section)
		return b->section < section ? -1 : 1;
	if (b->context != context)
		return b->context < context ? -1 : 1;
	for (size_t i = 0; i < b->len && i < len; i++)
		if (b->keys[i] != keys[i])
			return b->keys[i] < keys[i] ? -1 : 1;
	return b->len < len ? -1 : 0; /* 0: it begins with the keys */
}

/* The first binding that is not before the keys. */
static size_t
place_of(const struct ui_bindings *b, int section, int context, const uint32_t *keys,
	size_t len)
{
	size_t from = 0, to = b->len;
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		if (compare_keys(b->list[middle], section, context, keys, len) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

size_t
ui_bindings_range(const struct ui_bindings *b, int section, int context,
	const uint32_t *keys, size_t len, size_t *from)
{
	size_t count = 0;
	*from = place_of(b, section, context, keys, len);
	while (*from + count < b->len &&
		compare_keys(b->list[*from + count], section, context, keys, len) == 0)
		count++;
	return count;
}

const struct ui_binding *
ui_bindings_find(const struct ui_bindings *b, int section, int context,
	const uint32_t *keys, size_t len)
{
	size_t at;
	return ui_bindings_range(b, section, context, keys, len, &at) &&
			       b->list[at]->len == len
		       ? b->list[at]
		       : NULL;
}

static void
free_binding(struct ui_binding *binding)
{
	for (size_t i = 0; i < binding->acts_len; i++)
		free(binding->acts[i].arg);
	free(binding->text);
	free(binding);
}

static void
drop(struct ui_bindings *b, size_t from, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free_binding(b->list[from + i]);
	b->len -= count;
	memmove(b->list + from, b->list + from + count,
		(b->len - from) * sizeof *b->list);
}

static void
insert(struct ui_bindings *b, const struct ui_binding *binding, int context)
{
	struct ui_binding *copy = mem_alloc(sizeof *copy);
	*copy = *binding;
	copy->context = context;
	copy->text = mem_strdup(binding->text);
	for (size_t i = 0; i < copy->acts_len; i++)
		copy->acts[i].arg = mem_strdup(binding->acts[i].arg);
	/* What comes from bind lines is shown first. */
	copy->rank = binding->own ? INT_MIN + b->ranks++ : b->ranks++;
	size_t at = place_of(b, copy->section, context, copy->keys, copy->len);
	VEC_PUSH(b->list, b->len, b->cap);
	memmove(b->list + at + 1, b->list + at, (b->len - 1 - at) * sizeof *b->list);
	b->list[at] = copy;
}

/* ---- conflicts */

/* The binding of the first of the keys, but not all; NULL: none. */
static const struct ui_binding *
shorter(const struct ui_bindings *b, const struct ui_binding *new, int context)
{
	for (size_t n = 1; n < new->len; n++) {
		const struct ui_binding *found =
			ui_bindings_find(b, new->section, context, new->keys, n);
		if (found)
			return found;
	}
	return NULL;
}

/* A binding that begins with all of the keys and more, and does not give way. */
static const struct ui_binding *
longer(const struct ui_bindings *b, const struct ui_binding *new, int context)
{
	size_t from, count = ui_bindings_range(
			     b, new->section, context, new->keys, new->len, &from);
	for (size_t i = 0; i < count; i++)
		if (b->list[from + i]->len > new->len && !b->list[from + i]->spare)
			return b->list[from + i];
	return NULL;
}

/* As a bind line names them; many are "all". */
static void
put_contexts(int contexts, struct buf *out)
{
	size_t count = 0;
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		if (c->contexts & contexts)
			buf_addf(out, "%s%s", count++ ? "," : "", c->name);
	if (count > NAMED_CONTEXTS_MAX) {
		buf_clear(out);
		buf_adds(out, "all");
	}
}

static int
conflict(const struct ui_binding *old, const struct ui_binding *new, int contexts,
	struct err *err)
{
	struct buf was = BUF_INIT(0), is = BUF_INIT(0), runs = BUF_INIT(0);
	struct buf where = BUF_INIT(0);
	put_contexts(contexts, &where);
	conf_keys_format(old->keys, old->len, &was);
	conf_keys_format(new->keys, new->len, &is);
	ui_binding_words(old, &runs);
	if (old->len < new->len)
		err_set(err, ERR_INVALID,
			_("%s cannot be typed, since %s alone runs %s; unbind that "
			  "first: bind %s %s none"),
			buf_str(&is), buf_str(&was), buf_str(&runs), buf_str(&where),
			buf_str(&was));
	else /* without the shorter keys, nothing begins with them */
		err_set(err, ERR_INVALID,
			_("after this, %s (%s) could not be typed; unbind that first: "
			  "bind %s %s none"),
			buf_str(&was), buf_str(&runs), buf_str(&where), buf_str(&is));
	buf_done(&where);
	buf_done(&was);
	buf_done(&is);
	buf_done(&runs);
	return ERR_INVALID;
}

/* ---- putting */

static void
put_one(struct ui_bindings *b, const struct ui_binding *new, int context)
{
	size_t from, count = ui_bindings_range(
			     b, new->section, context, new->keys, new->len, &from);
	drop(b, from, count);
	if (new->acts_len || new->section)
		insert(b, new, context);
}

int
ui_bindings_put(struct ui_bindings *b, const struct ui_binding *new, int contexts,
	struct err *err)
{
	const struct ui_binding *old = NULL;
	int clash = 0; /* the contexts with one */
	for (const struct ui_context_name *c = ui_contexts; c->name; c++) {
		if (!(c->contexts & contexts) || !new->acts_len)
			continue;
		const struct ui_binding *one = shorter(b, new, c->contexts);
		one = one ? one : longer(b, new, c->contexts);
		clash |= one ? c->contexts : 0;
		old = old ? old : one;
	}
	if (old)
		return conflict(old, new, clash, err);
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		if (c->contexts & contexts)
			put_one(b, new, c->contexts);
	return OK;
}

int
ui_bindings_section(struct ui_bindings *b, const char *tag)
{
	for (size_t i = 0; i < b->sections_len; i++)
		if (str_eq(b->sections[i], tag))
			return (int)i + 1;
	*VEC_PUSH(b->sections, b->sections_len, b->sections_cap) = mem_strdup(tag);
	return (int)b->sections_len;
}

/* ---- presets */

enum ui_preset
ui_preset(const char *name)
{
	static const char *const names[UI_PRESETS] = {"courant", "newsboat", "vim"};
	for (int i = 0; i < UI_PRESETS; i++)
		if (str_eq(names[i], name))
			return (enum ui_preset)i;
	return UI_KEYS_COURANT;
}

/* The keys of a command in a preset; NULL: those of courant that are free. */
static const char *
keys_of(const struct ui_command *c, enum ui_preset preset)
{
	return preset == UI_KEYS_NEWSBOAT ? c->newsboat
	       : preset == UI_KEYS_VIM    ? c->vim
					  : c->keys;
}

/* Whether keys could be bound without another binding giving way. */
static bool
is_free(const struct ui_bindings *b, const struct ui_binding *new, int context)
{
	size_t from;
	return !shorter(b, new, context) &&
	       !ui_bindings_range(b, new->section, context, new->keys, new->len, &from);
}

/* Binds one of a row's keys: KEYS, or KEYS=ARGUMENT. Of two = the first is a key. */
static void
put_default(struct ui_bindings *b, const struct ui_command *command, struct span word,
	bool spare)
{
	char text[64];
	struct ui_binding new = {
		.acts = {{.command = command}}, .acts_len = 1, .spare = spare};
	size_t n = word.n < sizeof text ? word.n : sizeof text - 1;
	memcpy(text, word.p, n);
	text[n] = '\0';
	char *equals = n > 1 ? strchr(text + 1, '=') : NULL;
	if (equals && equals[1] == '=')
		equals++;
	if (equals && equals[1]) {
		*equals = '\0';
		new.acts[0].arg = equals + 1;
	}
	if (conf_keys_parse(text, new.keys, &new.len, NULL) != OK)
		return;
	/* In each context by itself, since it may be free in some only. */
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		if (c->contexts & command->contexts && is_free(b, &new, c->contexts))
			insert(b, &new, c->contexts);
}

static void
put_defaults(struct ui_bindings *b, const struct ui_command *command, const char *keys,
	bool spare)
{
	struct span rest = span_of(keys), word;
	while (keys && span_split(&rest, ' ', &word))
		if (word.n)
			put_default(b, command, word, spare);
}

void
ui_bindings_init(struct ui_bindings *b, enum ui_preset preset)
{
	*b = (struct ui_bindings){.preset = (int)preset};
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c))
		put_defaults(b, c, keys_of(c, preset), false);
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c))
		if (!keys_of(c, preset))
			put_defaults(b, c, c->keys, true);
}

void
ui_bindings_done(struct ui_bindings *b)
{
	drop(b, 0, b->len);
	free(b->list);
	for (size_t i = 0; i < b->sections_len; i++)
		free(b->sections[i]);
	free(b->sections);
	*b = (struct ui_bindings){0};
}

/* ---- as text */

void
ui_bindings_keys(const struct ui_bindings *b, int context,
	const struct ui_command *command, size_t max, struct buf *out)
{
	const struct ui_binding *found[NAMED_MAX];
	size_t len = 0, from, count = ui_bindings_range(b, 0, context, NULL, 0, &from);
	for (size_t i = from; i < from + count && len < NAMED_MAX; i++) {
		if (b->list[i]->acts_len != 1 || b->list[i]->acts[0].command != command)
			continue;
		size_t at = len++;
		for (; at > 0 && found[at - 1]->rank > b->list[i]->rank; at--)
			found[at] = found[at - 1];
		found[at] = b->list[i];
	}
	for (size_t i = 0; i < len && (max == 0 || i < max); i++) {
		if (i > 0)
			buf_addc(out, ' ');
		conf_keys_format(found[i]->keys, found[i]->len, out);
	}
}

const char *
ui_binding_brief(const struct ui_binding *binding)
{
	if (binding->text || binding->acts_len != 1)
		return binding->text ? binding->text : "";
	const struct ui_act *act = &binding->acts[0];
	const struct ui_command_argument *a = act->command->arguments;
	while (a && act->arg && a->name && !str_eq(a->name, act->arg))
		a++;
	return _(a && act->arg && a->name ? a->brief : act->command->brief);
}

void
ui_binding_words(const struct ui_binding *binding, struct buf *out)
{
	for (size_t i = 0; i < binding->acts_len; i++) {
		const struct ui_act *act = &binding->acts[i];
		buf_addf(out, "%s%s", i ? " ; " : "", act->command->name);
		if (act->arg)
			buf_addf(out, " %s", act->arg);
	}
	if (!binding->acts_len)
		buf_adds(out, "none");
}
