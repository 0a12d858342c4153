#include "config.h"

#include "ui/feeds/saved_searches.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"
#include "conf/feeds.h"
#include "conf/feeds_list.h"
#include "engine/api.h"
#include "model/subscription.h"
#include "ui/core/setup.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds_inside.h"

#define QUERY_PREFIX "query:"
#define ORDER_OPTION "sort-items"

struct ui_saved_list *
ui_feeds_saved_new(void)
{
	return mem_zalloc(sizeof(struct ui_saved_list));
}

void
ui_feeds_saved_free(struct ui_saved_list *saved)
{
	if (!saved)
		return;
	arena_done(&saved->arena);
	free(saved);
}

/* The worker reports faults of the file, so they are ignored here. */
static void
ignore(void *data, const char *sentence)
{
	(void)data;
	(void)sentence;
}

/* Adds a line query:NAME:EXPRESSION; a title of the line counts instead of NAME. */
static void
add_line(struct ui_saved_list *saved, const struct subscription *sub)
{
	const char *name = sub->url + strlen(QUERY_PREFIX), *colon = strchr(name, ':');
	if (!colon)
		return;
	struct buf clean = BUF_INIT(0);
	struct span label = {name, (size_t)(colon - name)};
	if (sub->title)
		label = span_of(sub->title);
	(void)utf8_clean_line(&clean, label.p, label.n, 0);
	saved->list =
		arena_push(&saved->arena, saved->list, saved->len, sizeof *saved->list);
	saved->list[saved->len++] = (struct ui_saved){
		.line = arena_strdup(&saved->arena, sub->url),
		.name = arena_strdup(&saved->arena, buf_str(&clean)),
		.text = arena_strdup(&saved->arena, colon + 1),
	};
	buf_done(&clean);
}

/* Keeps what a feed's line says about the order of its items. */
static void
add_order(struct ui *ui, const struct subscription *sub)
{
	for (size_t i = 0; i < sub->options_len; i++) {
		if (!str_eq(sub->options[i].name, ORDER_OPTION))
			continue;
		void **slot = map_put(&ui->line_orders, sub->url, strlen(sub->url));
		free(*slot);
		*slot = mem_strdup(sub->options[i].value);
	}
}

static void
forget_orders(struct ui *ui)
{
	for (size_t i = 0; i < ui->line_orders.count; i++)
		free(ui->line_orders.entries[i].value);
	map_done(&ui->line_orders);
}

/* Most files have neither searches nor orders. It is quick to see that in the text, while
 * parsing thousands of lines would delay the first screen. */
static bool
has_any(const char *path)
{
	struct buf text = BUF_INIT(0);
	int status = file_read(path, &text, NULL);
	bool has = status == OK ? strstr(buf_str(&text), QUERY_PREFIX) ||
					  strstr(buf_str(&text), ORDER_OPTION)
				: status != ERR_NOT_FOUND;
	buf_done(&text);
	return has;
}

static bool
load_lines(struct ui *ui, struct subscriptions *subs)
{
	const char *path = ui->setup->feeds_path;
	return path &&
	       (!has_any(path) || conf_feeds_load(subs, path, ignore, NULL, NULL) == OK);
}

/* Makes the rows of the list of feeds again, which is not done otherwise if the store is
 * as it was when it was last read. */
static void
show(struct ui *ui)
{
	struct ui_view *feeds = ui_find(ui, UI_FEEDS);
	if (feeds)
		feeds->class->load(ui, feeds, ui_shows(ui, feeds));
}

static void
count(struct ui *ui)
{
	struct ui_saved_list *saved = ui->saved;
	const char **queries =
		arena_alloc(&saved->arena, (saved->len + 1) * sizeof *queries);
	for (size_t i = 0; i < saved->len; i++)
		queries[i] = saved->list[i].text;
	engine_keep_counts(ui->engine, saved->round, queries, saved->len);
}

static void
load(struct ui *ui, const struct stat *file)
{
	struct ui_saved_list *saved = ui->saved;
	struct subscriptions *subs = subscription_list_new();
	uint32_t round = saved->round + 1;
	if (load_lines(ui, subs)) {
		arena_done(&saved->arena);
		forget_orders(ui);
		*saved = (struct ui_saved_list){
			.arena = ARENA_INIT, .round = round, .file = *file};
		for (size_t i = 0; i < subs->len; i++)
			if (subs->list[i].source != SOURCE_QUERY)
				add_order(ui, &subs->list[i]);
			else if (!subs->list[i].hidden)
				add_line(saved, &subs->list[i]);
		count(ui);
		show(ui);
	}
	subscription_list_free(subs);
}

void
ui_feeds_saved_load(struct ui *ui)
{
	const char *path = ui->setup->feeds_path;
	const struct stat now = path ? conf_feeds_stat(path) : (struct stat){0};
	/* A refresh often says that something has changed, but it is hardly ever the
	 * file. */
	if (!now.st_ino || conf_feeds_stat_differs(&now, &ui->saved->file))
		load(ui, &now);
}

void
ui_feeds_saved_event(struct ui *ui, const struct engine_event *event)
{
	struct ui_saved_list *saved = ui->saved;
	if (event->search != saved->round || event->feed >= saved->len)
		return;
	struct ui_saved *one = &saved->list[event->feed];
	one->unread = event->counted;
	if (event->error && !one->error)
		one->error = arena_strdup(&saved->arena, event->text);
	saved->counted = true;
}

void
ui_feeds_saved_show(struct ui *ui)
{
	if (!ui->saved->counted)
		return;
	ui->saved->counted = false;
	struct ui_view *feeds = ui_find(ui, UI_FEEDS);
	if (feeds && ui_feeds_count_saved(ui, (struct ui_feeds *)feeds))
		ui->dirty |= ui_shows(ui, feeds);
}

const char *
ui_feeds_saved_name(const struct ui *ui, const char *line)
{
	for (size_t i = 0; i < ui->saved->len; i++)
		if (str_eq(ui->saved->list[i].line, line))
			return ui->saved->list[i].name;
	return "";
}
