/*
 * A key is looked up together with those before it. Commands of a chain, and repeated
 * ones, wait in a short list: one begins when the one before has ended, a seek through a
 * long list or a prompt included. Any other key drops what waits.
 */
#include "config.h"

#include "ui/keys/keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "model/subscription.h"
#include "store/feed/feed.h"
#include "ui/article/article.h"
#include "ui/core/slice.h"
#include "ui/core/ui.h"
#include "ui/items/seek.h"
#include "ui/items/select.h"
#include "ui/keys/box.h"
#include "ui/outside/outside.h"

#define RUNS_MAX 256    /* in a slice */
#define MATCHES_MAX 128 /* bindings that the box shows */

/* ---- commands that wait */

static void
drop_waiting(struct ui_keys *k)
{
	for (size_t i = 0; i < k->waiting_len; i++)
		free(k->waiting[i].arg);
	k->waiting_len = 0;
}

void
ui_keys_drop(struct ui *ui)
{
	drop_waiting(&ui->keys);
	ui->keys.len = ui->keys.count = 0;
}

void
ui_keys_done(struct ui_keys *k)
{
	drop_waiting(k);
	free(k->last.arg);
}

void
ui_keys_settle(struct ui *ui)
{
	if (!ui->keys.counted || ui->prompt.open || ui->keys.waiting_len ||
		ui_items_select_busy(ui) || ui_outside_busy(ui))
		return;
	ui->keys.counted = false;
	ui_items_select_drop(ui);
}

/* What the cursor is on, as a number: an item, or a feed. */
static uint64_t
under_cursor(struct ui *ui)
{
	struct ui_target target = {0};
	const struct ui_view *view = ui->focus;
	if (view && view->class->target)
		view->class->target(ui, ui->focus, &target);
	return target.item ? target.item : target.feed;
}

/* For the command repeat. */
static void
remember(struct ui *ui, const struct ui_act *act)
{
	struct ui_keys *k = &ui->keys;
	if (!(act->command->flags & UI_ACTS))
		return;
	free(k->last.arg);
	k->last = (struct ui_act){act->command, mem_strdup(act->arg)};
	k->acted_on = under_cursor(ui);
}

/* What a command refuses now was typed with it, and not in the prompt of another one of
 * its chain. */
static void
run_act(struct ui *ui, const struct ui_act *act)
{
	bool taken = ui->prompt.taken;
	ui->prompt.taken = taken && ui->prompt.accept == ui_keys_line;
	ui_run_command(ui, act->command, act->arg);
	if (!ui->prompt.open)
		ui->prompt.taken = taken;
}

static void
run_first(struct ui *ui)
{
	struct ui_keys *k = &ui->keys;
	struct ui_act act = k->waiting[0];
	size_t given = k->given;
	if (k->times > 1) {
		k->waiting[0].arg = mem_strdup(act.arg);
		k->times--;
	} else {
		k->waiting_len--;
		memmove(k->waiting, k->waiting + 1,
			k->waiting_len * sizeof k->waiting[0]);
		k->times = 1;
	}
	if (!ui_command_works(act.command, ui->focus->class->context)) {
		ui_status_say(
			&ui->status, true, _("%s does not work here"), act.command->name);
		drop_waiting(k);
	} else {
		remember(ui, &act);
		if (act.command->flags & UI_JUMPS)
			ui->above->mark_place(ui);
		run_act(ui, &act);
		k->asked = ui->prompt.open && act.command->flags & UI_ACTS && !act.arg;
	}
	if (k->given == given)
		k->given = 0;
	free(act.arg);
	ui_keys_settle(ui);
}

/* Whether what comes next has to wait until rows were selected or changed, or given away.
 */
static bool
is_held(struct ui *ui)
{
	bool stops = ui->keys.waiting[0].command->flags & UI_STOPS;
	if (stops && !ui_items_select_acting(ui))
		return false;
	return ui_items_select_busy(ui) || ui_outside_busy(ui);
}

bool
ui_keys_step(struct ui *ui)
{
	struct ui_keys *k = &ui->keys;
	struct ui_slice slice = ui_slice_begin(RUNS_MAX);
	if (k->failed)
		drop_waiting(k);
	while (k->waiting_len && !ui->seek && !ui->prompt.open && !ui->leave) {
		if (is_held(ui) || !ui_slice_next(&slice))
			return true;
		run_first(ui);
		if (k->failed)
			drop_waiting(k);
	}
	if (!k->waiting_len && !ui->seek && !ui->prompt.open)
		engine_chain(ui->engine, 0);
	ui_keys_settle(ui);
	return false;
}

/* Whether a command with a count is about several items of the list, which it selects. */
static bool
select_counted(struct ui *ui, const struct ui_command *command, size_t count)
{
	if (count < 2 || !(command->flags & UI_EACH) ||
		ui->focus->class->context != UI_ITEMS || ui_items_select_len(ui))
		return false;
	ui_items_select_count(ui, count);
	return true;
}

void
ui_keys_run(struct ui *ui, const struct ui_act *acts, size_t len, size_t count)
{
	struct ui_keys *k = &ui->keys;
	bool repeats = len && acts[0].command->flags & UI_REPEATS;
	bool counted = len && select_counted(ui, acts[0].command, count);
	drop_waiting(k);
	for (size_t i = 0; i < len && i < UI_CHAIN_MAX; i++)
		k->waiting[k->waiting_len++] =
			(struct ui_act){acts[i].command, mem_strdup(acts[i].arg)};
	k->times = repeats && count ? count : 1;
	k->given = counted ? 0 : count;
	k->counted = counted;
	k->failed = false;
	engine_chain(ui->engine, k->waiting_len > 1 ? ++k->chain : 0);
	if (k->waiting_len && !is_held(ui))
		run_first(ui); /* stops a seek that is under way */
	ui_keys_step(ui);
}

void
ui_keys_answered(struct ui *ui, const char *text)
{
	struct ui_keys *k = &ui->keys;
	if (k->asked) {
		free(k->last.arg);
		k->last.arg = mem_strdup(text);
	}
	k->asked = false;
}

void
ui_keys_repeat(struct ui *ui, const char *arg)
{
	struct ui_keys *k = &ui->keys;
	bool article = ui->focus->class->context == UI_ARTICLE;
	struct ui_act acts[] = {
		{ui_command(article ? "next-item" : "down"), NULL},
		{k->last.command, mem_strdup(k->last.arg)},
	};
	(void)arg;
	if (!k->last.command)
		ui_status_say(&ui->status, false, _("There is nothing to repeat yet"));
	else if (k->acted_on == under_cursor(ui))
		ui_keys_run(ui, acts, 2, 0);
	else
		ui_keys_run(ui, acts + 1, 1, 0);
	free(acts[1].arg);
}

/* ---- sequences */

/* Whether the bindings of a tag hold where the cursor is. */
static bool
holds(struct ui *ui, int section)
{
	const char *tag = ui->bindings.sections[section - 1];
	const struct ui_view *view = ui->focus;
	struct ui_target target = {0};
	if (!view->class->target || !view->class->target(ui, ui->focus, &target))
		return false;
	if (target.tag)
		return subscription_tag_within(span_of(target.tag), span_of(tag));
	const struct store_feed *feed = ui_catalog_feed(&ui->catalog, target.feed);
	return feed && subscription_tags_within(feed->tags, feed->tags_len, tag);
}

/* What begins with the keys that were typed. */
struct matches {
	const struct ui_binding *list[MATCHES_MAX];
	size_t len;
};

/* Whether a binding stands in the way of another: its keys are the same, or the first of
 * the other's, or the other way round. */
static bool
is_in_way(const struct ui_binding *a, const struct ui_binding *b)
{
	size_t len = a->len < b->len ? a->len : b->len;
	return memcmp(a->keys, b->keys, len * sizeof *a->keys) == 0;
}

static void
add_match(struct matches *m, const struct ui_binding *binding, size_t before)
{
	for (size_t i = 0; i < before; i++)
		if (is_in_way(m->list[i], binding))
			return;
	if (m->len < MATCHES_MAX)
		m->list[m->len++] = binding;
}

/* Those of tags come first, and hide those in their way. */
static void
add_matches(struct ui *ui, int context, struct matches *m)
{
	const struct ui_keys *k = &ui->keys;
	for (int s = (int)ui->bindings.sections_len; s >= 0; s--) {
		size_t from, before = m->len;
		size_t count = ui_bindings_range(
			&ui->bindings, s, context, k->typed, k->len, &from);
		if (!count || (s > 0 && !holds(ui, s)))
			continue;
		for (size_t i = 0; i < count; i++)
			add_match(m, ui->bindings.list[from + i], before);
	}
}

static void
find_matches(struct ui *ui, struct matches *m)
{
	const struct ui_view_class *class = ui->focus->class;
	m->len = 0;
	if (class->mode && class->mode(ui->focus) == UI_MODE_FOUND)
		add_matches(ui, UI_FOUND, m);
	add_matches(ui, class->context, m);
}

/* The one that was typed, or else the first of those that it may become; NULL: none. */
static const struct ui_binding *
first_match(struct ui *ui)
{
	struct matches m;
	find_matches(ui, &m);
	return m.len ? m.list[0] : NULL;
}

/* Appends what was typed so far, "12g". */
static void
put_typed(const struct ui_keys *k, struct buf *out)
{
	if (k->count)
		buf_addf(out, "%zu", k->count);
	if (k->len)
		conf_keys_format(k->typed, k->len, out);
}

static void
say_unbound(struct ui *ui)
{
	struct buf typed = BUF_INIT(0), help = BUF_INIT(0);
	put_typed(&ui->keys, &typed);
	ui_bindings_keys(
		&ui->bindings, ui->focus->class->context, ui_command("help"), 1, &help);
	if (help.len)
		ui_status_say(&ui->status, false,
			_("%s is not bound here; %s lists keys"), buf_str(&typed),
			buf_str(&help));
	else
		ui_status_say(
			&ui->status, false, _("%s is not bound here"), buf_str(&typed));
	buf_done(&typed);
	buf_done(&help);
}

/* Digits are a count, unless they are bound. In an article they pick a link as well. */
static bool
take_digit(struct ui *ui, uint32_t key)
{
	struct ui_keys *k = &ui->keys;
	if (k->len || key < '0' || key > '9' || (key == '0' && !k->count))
		return false;
	const struct ui_binding *bound =
		ui_bindings_find(&ui->bindings, 0, ui->focus->class->context, &key, 1);
	bool picks = bound && bound->acts[0].command->run == ui_article_pick;
	if (bound && !picks)
		return false;
	size_t count = k->count * 10 + (key - '0');
	if (picks)
		ui_keys_run(ui, bound->acts, bound->acts_len, 0);
	k->count = count < UI_COUNT_MAX ? count : UI_COUNT_MAX;
	return true;
}

/* Whether a key stands for one of the last command's sequences with the same beginning,
 * which is as good as typed then: after -l, l continues and h goes back. Not for one that
 * would ask (-g), since the key may be meant for the list. */
static bool
is_again(struct ui *ui, uint32_t key)
{
	struct ui_keys *k = &ui->keys;
	size_t before = k->again;
	k->again = 0;
	if (!before || k->len || k->count || time_mono_ms() >= k->again_until)
		return false;
	k->typed[before] = key;
	k->len = before + 1;
	const struct ui_binding *found = first_match(ui);
	bool again = found && found->len == k->len && found->acts_len &&
		     found->acts[0].command == k->again_by && found->acts[0].arg;
	k->len = again ? before : 0;
	return again;
}

void
ui_keys_take(struct ui *ui, uint32_t key)
{
	struct ui_keys *k = &ui->keys;
	size_t count = k->count;
	drop_waiting(k);
	if (!is_again(ui, key) && take_digit(ui, key))
		return;
	if ((k->len || k->count) && key == KEY_ESCAPE) {
		ui_keys_drop(ui);
		ui_article_drop(ui->focus);
		return;
	}
	k->typed[k->len++] = key;
	const struct ui_binding *found = first_match(ui);
	if (found && found->len > k->len) {
		k->since = time_mono_ms();
		ui_items_seek_stop(ui);
		return;
	}
	if (!found || !found->acts_len)
		say_unbound(ui);
	else if (count && !(found->acts[0].command->flags & UI_COUNTS))
		ui_article_drop(ui->focus); /* no link has that number */
	ui_keys_drop(ui);
	if (!found || !found->acts_len)
		return;
	if (found->acts[0].command->flags & UI_AGAIN) {
		k->again = found->len - 1;
		k->again_by = found->acts[0].command;
		k->again_until = time_mono_ms() + ui->options->repeat_keys;
	}
	ui_keys_run(ui, found->acts, found->acts_len, count);
}

/* ---- the box */

int64_t
ui_keys_due(const struct ui *ui)
{
	return ui->keys.len ? ui->keys.since + UI_KEYS_BOX_MS : -1;
}

static struct ui_box_line
box_line(struct ui *ui, const struct ui_binding *binding)
{
	size_t typed = ui->keys.len;
	struct buf keys = BUF_INIT(0), words = BUF_INIT(0);
	conf_keys_format(binding->keys + typed, binding->len - typed, &keys);
	ui_binding_words(binding, &words);
	struct ui_box_line line = {
		.key = arena_strdup(&ui->scratch, buf_str(&keys)),
		.name = arena_strdup(&ui->scratch, buf_str(&words)),
		.text = ui_binding_brief(binding),
	};
	buf_done(&keys);
	buf_done(&words);
	return line;
}

/* One line is enough for the digits that give a command themselves, or tens of percents.
 */
static bool
is_like_first(const struct ui_binding *binding, size_t typed)
{
	uint32_t key = binding->keys[typed];
	return key > '1' && key <= '9' && binding->len == typed + 1 &&
	       binding->acts_len == 1 && binding->acts[0].arg &&
	       binding->acts[0].arg[0] == (char)key &&
	       (!binding->acts[0].arg[1] || str_eq(binding->acts[0].arg + 1, "0%"));
}

void
ui_keys_draw(struct ui *ui, int64_t now)
{
	if (!ui->keys.len || now < ui_keys_due(ui))
		return;
	struct ui_box_line lines[MATCHES_MAX];
	struct matches m;
	struct buf typed = BUF_INIT(0);
	size_t len = 0;
	find_matches(ui, &m);
	for (size_t i = 0; i < m.len; i++)
		if (m.list[i]->acts_len && !is_like_first(m.list[i], ui->keys.len))
			lines[len++] = box_line(ui, m.list[i]);
	put_typed(&ui->keys, &typed);
	ui_keys_box(ui, buf_str(&typed), _("Escape"), lines, len, 0, SIZE_MAX, true);
	buf_done(&typed);
}

/* ---- lines */

/* Where the command ends that begins here: at a semicolon before a blank or the end. In a
 * quotation it is part of the text; ' begins one only at the start of a word. */
static size_t
command_end(const char *text)
{
	char quote = 0;
	size_t i;
	for (i = 0; text[i]; i++) {
		char c = text[i];
		bool starts = c == '"' || (c == '\'' && i > 0 && text[i - 1] == ' ');
		if (quote)
			quote = c == quote ? 0 : quote;
		else if (starts && strchr(text + i + 1, c))
			quote = c;
		else if (c == ';' && (text[i + 1] == ' ' || !text[i + 1]))
			break;
	}
	return i;
}

/* Reads one command; false if there is none of that name (err), or nothing ("" in err).
 */
static bool
read_act(struct arena *arena, enum ui_preset preset, struct span text, struct ui_act *act,
	struct err *err)
{
	struct span name;
	const char *given;
	*err = (struct err){0};
	text = span_trim(text);
	if (!span_split(&text, ' ', &name))
		return false;
	text = span_trim(text);
	if (span_eq(name, "exec") && text.n) { /* newsboat's: the command follows */
		span_split(&text, ' ', &name);
		text = span_trim(text);
	}
	act->command =
		ui_alias_typed(preset, arena_strndup(arena, name.p, name.n), &given, err);
	if (!act->command)
		return false;
	act->arg = text.n  ? arena_strndup(arena, text.p, text.n)
		   : given ? arena_strdup(arena, given)
			   : NULL;
	return true;
}

/* Takes the next command of a line off it. */
static struct span
next_command(const char **line)
{
	struct span command = {*line, command_end(*line)};
	*line += command.n + ((*line)[command.n] == ';');
	*line += strspn(*line, " ");
	return command;
}

int
ui_keys_check(const char *line, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct ui_act act;
	int status = OK;
	line += strspn(line, " 0123456789");
	while (status == OK && *line) {
		if (!read_act(&arena, UI_KEYS_COURANT, next_command(&line), &act, err))
			status = *err->text ? ERR_NOT_FOUND : OK;
		else if (act.arg && act.command->check &&
			 act.command->check(act.arg, err) != OK)
			status = ERR_INVALID;
	}
	arena_done(&arena);
	return status;
}

void
ui_keys_line(struct ui *ui, const char *text)
{
	struct ui_act acts[UI_CHAIN_MAX];
	size_t len = 0, count = 0;
	text += strspn(text, " ");
	for (; *text >= '0' && *text <= '9'; text++)
		if (count < UI_COUNT_MAX)
			count = count * 10 + (size_t)(*text - '0');
	if (count && !text[strspn(text, " ")])
		text = "first"; /* a number alone is a row */
	while (*text && len < UI_CHAIN_MAX) {
		struct err err;
		if (!read_act(&ui->scratch, (enum ui_preset)ui->bindings.preset,
			    next_command(&text), &acts[len++], &err)) {
			if (*err.text)
				ui_refuse(ui, err.text);
			return;
		}
	}
	if (len)
		ui_keys_run(ui, acts, len, count < UI_COUNT_MAX ? count : UI_COUNT_MAX);
}
