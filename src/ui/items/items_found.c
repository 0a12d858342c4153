/*
 * Lists of what a search finds: where it looks, and which words are marked in them.
 */
#include "config.h"

#include <stdlib.h>
#include <time.h>

#include "base/buf.h"
#include "base/match.h"
#include "base/mem.h"
#include "query/query.h"
#include "ui/catalog/hits.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/items/items_inside.h"

/* Adds the words that a node of a query looks for, unless they must not occur. */
static void
add_words(const struct query_node *node, struct buf *out)
{
	if (node->kind == QUERY_NOT)
		return;
	for (size_t i = 0; i < node->parts_len; i++)
		add_words(node->parts[i], out);
	for (size_t i = 0; node->kind == QUERY_WORDS && i < node->words_len; i++)
		buf_addf(out, "%s%s ", node->words[i].text,
			node->words[i].prefix ? "*" : "");
}

/* Learns what is marked in the rows of a search, whether they are of hidden items, or why
 * there are none. */
static void
read_words(struct ui_items *v)
{
	struct query *query;
	struct err err;
	struct buf words = BUF_INIT(0);
	match_free(v->found);
	free(v->wrong);
	v->found = NULL;
	v->wrong = NULL;
	v->hidden = false;
	if (query_parse(v->words, QUERY_ACCENTS_COUNT, &query, &err) != OK) {
		v->wrong = mem_strdup(err.text);
		return;
	}
	add_words(query_root(query), &words);
	v->found = match_new(buf_str(&words), true);
	v->hidden = query_finds_hidden(query);
	query_free(query);
	buf_done(&words);
}

struct ui_view *
ui_items_found(struct ui *ui, const struct store_scope *scope, const char *query,
	const char *name)
{
	struct ui_items *v = (struct ui_items *)ui_items_new(ui, scope);
	v->words = mem_strdup(query);
	read_words(v);
	v->order.len = 0;
	v->hits = ui_hits_new();
	v->name = mem_strdup(name);
	v->search = ++ui->search;
	ui_items_search_for(ui, v, v->words);
	return &v->view;
}

/* The words, and that items are not older, if only a part of all is listed. */
static char *
query_since(struct ui *ui, const char *words, int64_t since)
{
	char day[32];
	time_t when = (time_t)since;
	struct tm local;
	if (!since || !localtime_r(&when, &local) ||
		!strftime(day, sizeof day, "%Y-%m-%d", &local))
		return NULL;
	return arena_printf(&ui->scratch, "(%s) date:>=%s", words, day);
}

struct ui_view *
ui_items_found_in(
	struct ui *ui, const struct ui_view *view, const char *query, const char *typed)
{
	const struct ui_items *list = (const struct ui_items *)view;
	const struct store_scope all = {.kind = STORE_ALL};
	const char *part = list ? query_since(ui, query, list->since) : NULL;
	struct ui_items *v = (struct ui_items *)ui_items_found(
		ui, list ? &list->scope : &all, part ? part : query, NULL);
	v->typed = mem_strdup(typed);
	if (!list)
		return &v->view;
	v->since = list->since;
	if (list->within) { /* it is a search itself */
		v->within = ui_hits_share(list->within);
	} else if (list->given) {
		v->within = ui_hits_new();
		for (size_t i = 0; i < list->now.keys.len; i++)
			ui_hits_add(v->within, list->now.keys.list[i].id);
	}
	return &v->view;
}

void
ui_items_find_again(
	struct ui *ui, struct ui_view *view, const char *query, const char *typed)
{
	struct ui_items *v = (struct ui_items *)view;
	const char *part = query_since(ui, query, v->since);
	free(v->words);
	free(v->typed);
	v->words = mem_strdup(part ? part : query);
	v->typed = mem_strdup(typed);
	read_words(v);
	ui_hits_free(v->hits);
	v->hits = ui_hits_new();
	ui_items_forget(v);
	v->list.cursor = v->list.top = v->list.len = 0;
	v->list.height = ui_items_shown(view);
	v->search = ++ui->search;
	ui_items_search_for(ui, v, v->words);
}
