/*
 * A search runs in the worker and fills a list of items. When it is saved, it becomes a
 * query: line of the feeds file; the query then includes where was searched.
 */
#include "config.h"

#include "ui/items/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"
#include "query/query.h"
#include "store/feed/feed.h"
#include "ui/core/complete.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/items/items_inside.h"

#define LETTERS 3 /* from which on results are shown while words are typed */

/* ---- as it is typed */

/* The list of what was typed so far; NULL: it was too little. */
static struct ui_view *
preview(const struct ui *ui)
{
	struct ui_view *view = ui->focus;
	return view == ui->previewed && view ? view : NULL;
}

static struct ui_view *
list_in_focus(const struct ui *ui)
{
	return ui->focus->class->context == UI_ITEMS ? ui->focus : NULL;
}

static bool
is_query(const char *words)
{
	struct query *query = NULL;
	struct err err;
	bool is = query_parse(words, QUERY_ACCENTS_COUNT, &query, &err) == OK;
	query_free(query);
	return is;
}

/* What to look for while the last word may not be complete; NULL: not a query yet. */
static const char *
query_so_far(struct ui *ui, const char *plain)
{
	const char *open = arena_printf(&ui->scratch, "%s*", plain);
	unsigned char last = (unsigned char)plain[strlen(plain) - 1];
	bool word = last >= 0x80 || str_alpha(last) || str_digit(last);
	if (word && is_query(open))
		return open;
	return is_query(plain) ? plain : NULL;
}

static void
close_preview(struct ui *ui)
{
	if (preview(ui))
		ui_pop(ui);
	ui->previewed = NULL;
}

static void
changed(struct ui *ui, const char *text)
{
	struct span words = span_trim(span_of(text));
	struct ui_view *view = preview(ui);
	if (utf8_columns(words.p, words.n) < LETTERS) {
		close_preview(ui);
		return;
	}
	const char *plain = arena_strndup(&ui->scratch, words.p, words.n);
	const char *query = query_so_far(ui, plain);
	if (!query || (view && str_eq(ui_items_query(view), query)))
		return;
	if (view) {
		ui_items_find_again(ui, view, query, plain);
		return;
	}
	ui->previewed = ui_items_found_in(ui, list_in_focus(ui), query, plain);
	ui_push(ui, ui->previewed);
}

/* For search-back. */
static void
remember(struct ui *ui)
{
	const struct store_scope *scope = ui_items_scope(ui->focus);
	free(ui->results.words);
	free(ui->results.tag);
	ui->results.words = mem_strdup(ui_items_query(ui->focus));
	ui->results.tag = mem_strdup(scope->tag);
	ui->results.scope = *scope;
	ui->results.scope.tag = ui->results.tag;
}

/* Whether this is not a query; then the prompt shows it again. */
static bool
refused(struct ui *ui, const char *words)
{
	struct err err;
	bool good = query_check(words, &err) == OK;
	if (!good)
		ui_refuse(ui, err.text);
	return !good;
}

/* A search from a list of hits searches where the first one did. */
static void
start(struct ui *ui, const char *text)
{
	struct span trimmed = span_trim(span_of(text));
	const char *words = arena_strndup(&ui->scratch, trimmed.p, trimmed.n);
	struct ui_view *view = preview(ui);
	if (trimmed.n && refused(ui, words))
		return;
	ui->previewed = NULL;
	if (view && !trimmed.n)
		ui_pop(ui);
	else if (view)
		ui_items_find_again(ui, view, words, words);
	else if (trimmed.n)
		ui_push(ui, ui_items_found_in(ui, list_in_focus(ui), words, words));
	if (trimmed.n)
		remember(ui);
}

void
ui_items_search_back(struct ui *ui, const char *arg)
{
	const struct ui_history *before = &ui->searches;
	const struct store_scope all = {.kind = STORE_ALL};
	const char *words = ui->results.words;
	const struct store_scope *scope = words ? &ui->results.scope : &all;
	struct ui_view *view = words ? ui->top : NULL;
	if (!words && before->len)
		words = before->lines[before->len - 1];
	while (view && !(view->class->context == UI_ITEMS &&
			       str_eq(ui_items_query(view), words)))
		view = view->below;
	if (view)
		ui_return(ui, view);
	else if (words)
		ui_push(ui, ui_items_found(ui, scope, words, NULL));
	else
		ui_items_search_start(ui, arg);
}

/* ---- part of a list */

static void
limit(struct ui *ui, const char *text)
{
	struct span trimmed = span_trim(span_of(text));
	const char *words = arena_strndup(&ui->scratch, trimmed.p, trimmed.n);
	const struct ui_view *list = list_in_focus(ui);
	const char *whole = list ? ui_items_query(list) : NULL;
	if (!list || !trimmed.n || refused(ui, words))
		return;
	struct ui_view *part = ui_items_found_in(ui, list,
		whole ? arena_printf(&ui->scratch, "(%s) (%s)", whole, words) : words,
		words);
	((struct ui_items *)part)->limited = true;
	ui_push(ui, part);
}

void
ui_items_limit(struct ui *ui, const char *arg)
{
	ui_ask(ui, arg,
		&(struct ui_question){.label = _("Limit to:"),
			.accept = limit,
			.complete = ui_complete_query,
			.history = &ui->searches});
}

/* ---- saved */

struct ui_view *
ui_items_search_saved(struct ui *ui, const char *query, const char *name)
{
	const struct store_scope all = {.kind = STORE_ALL};
	return ui_items_found(ui, &all, query, name);
}

/* The query of the list with the focus; NULL if it is not of a search. */
static const char *
query_in_focus(const struct ui *ui)
{
	return ui->focus->class->context == UI_ITEMS ? ui_items_query(ui->focus) : NULL;
}

/* What to add to the query of a search in a scope, so that it finds the same
 * everywhere. */
static const char *
within(struct ui *ui, const struct store_scope *scope)
{
	const struct store_feed *feed;
	switch (scope->kind) {
	case STORE_TAG:
	case STORE_TAGGED:
		return query_compare(&ui->scratch, " tag:", scope->tag);
	case STORE_UNREAD:
		return " is:unread";
	case STORE_STARRED:
		return " is:starred";
	case STORE_HIDDEN:
		return " is:hidden";
	case STORE_FEED:
		feed = ui_catalog_feed(&ui->catalog, scope->feed);
		return feed ? query_compare(&ui->scratch, " feed-url = ", feed->address)
			    : "";
	case STORE_ALL:
		break;
	}
	return "";
}

/* Saves the search that has the focus under a name. */
static void
save(struct ui *ui, const char *text)
{
	struct span name = span_trim(span_of(text));
	const char *query = query_in_focus(ui);
	if (!query)
		return;
	if (!name.n || memchr(name.p, ':', name.n)) {
		ui_refuse(ui,
			_("The name must not be empty or contain a colon; nothing was "
			  "saved"));
		return;
	}
	const char *more = within(ui, ui_items_scope(ui->focus));
	engine_subscribe(ui->engine,
		arena_printf(&ui->scratch,
			*more ? "query:%.*s:(%s)%s" : "query:%.*s:%s%s", SPAN_FMT(name),
			query, more),
		NULL, NULL, 0);
}

void
ui_items_search_save(struct ui *ui, const char *arg)
{
	if (!query_in_focus(ui)) {
		ui_status_say(&ui->status, true,
			_("Search for something first, then save the search"));
		return;
	}
	ui_ask(ui, arg,
		&(struct ui_question){.label = _("Save search as:"),
			.accept = save,
			.history = &ui->names});
}

int
ui_items_search_check(const char *arg, struct err *err)
{
	return query_check(arg, err);
}

void
ui_items_search_start(struct ui *ui, const char *arg)
{
	if (arg) {
		start(ui, arg);
		return;
	}
	ui->previewed = NULL;
	ui_prompt_start(&ui->prompt, _("Search:"), NULL, &ui->searches);
	ui->prompt.accept = start;
	ui->prompt.changed = changed;
	ui->prompt.cancel = close_preview;
	ui->prompt.complete = ui_complete_query;
}
