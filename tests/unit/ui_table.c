#include "config.h"

#include "ui_table.h"
#include "unit.h"

#include "base/err.h"
#include "base/str.h"
#include "conf/settings.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "ui/command/command.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/items/items.h"
#include "ui/ui_inside.h"

#define HITS 500

/* ---- where a command is given */

static void
run_all(struct reader *r)
{
	while (ui_step(&r->ui))
		;
	ui_draw(&r->ui);
}

static void
go(struct reader *r, const char *command)
{
	reader_command(r, command);
	run_all(r);
}

static void
to_feeds(struct reader *r)
{
	(void)r;
}

static void
to_feeds_unread(struct reader *r)
{
	go(r, "show-read");
}

static void
to_items(struct reader *r)
{
	go(r, "all-items");
}

static void
to_last(struct reader *r)
{
	go(r, "all-items");
	go(r, "last");
}

static void
to_hidden(struct reader *r)
{
	go(r, "all-items");
	go(r, "last");
	go(r, "show-read");
}

static void
to_unread(struct reader *r)
{
	go(r, "unread-items");
	go(r, "last");
}

/* At the end of a scope's list. */
static void
to_scope(struct reader *r, struct store_scope scope)
{
	ui_push(&r->ui, ui_items_new(&r->ui, &scope));
	run_all(r);
	go(r, "last");
}

static void
to_feed(struct reader *r)
{
	to_scope(r, (struct store_scope){.kind = STORE_FEED, .feed = 1});
}

static void
to_tag(struct reader *r)
{
	size_t i = 0;
	while (i < r->ui.catalog.len && r->ui.catalog.feeds[i].tags_len == 0)
		i++;
	assert_true(i < r->ui.catalog.len);
	to_scope(r, (struct store_scope){
			    .kind = STORE_TAG, .tag = r->ui.catalog.feeds[i].tags[0]});
}

/* A search that finds everything. */
static void
to_found(struct reader *r)
{
	const struct store_scope all = {.kind = STORE_ALL};
	struct store_key hits[HITS], after;
	struct store_view view;
	ui_run_command(&r->ui, ui_command("search"), "x");
	assert_int_equal(store_view_begin(r->store->store, &view, NULL), OK);
	for (size_t len = HITS, seen = 0; len == HITS; seen += len) {
		assert_int_equal(store_item_keys(&view, &all, seen ? &after : NULL, hits,
					 HITS, &len),
			OK);
		if (len)
			after = hits[len - 1];
		answer(r, (struct engine_event){.kind = ENGINE_HITS,
				  .search = r->ui.search,
				  .hits_len = len,
				  .hits = hits,
				  .done = len < HITS});
	}
	store_view_end(&view);
	run_all(r);
}

static void
to_found_last(struct reader *r)
{
	to_found(r);
	go(r, "last");
}

static void
to_found_read(struct reader *r)
{
	to_found(r);
	go(r, "mark-read");
}

static void
to_article(struct reader *r)
{
	to_items(r);
	go(r, "open");
}

static void
to_article_last(struct reader *r)
{
	to_feed(r);
	go(r, "open");
}

static void
to_article_found(struct reader *r)
{
	to_found_read(r);
	go(r, "open");
}

static void
to_help(struct reader *r)
{
	go(r, "help");
}

static void
to_schedule(struct reader *r)
{
	go(r, "schedule");
}

static void
to_schedule_all(struct reader *r)
{
	go(r, "schedule-all");
}

static void
to_failing(struct reader *r)
{
	go(r, "failing");
}

static void
to_messages(struct reader *r)
{
	go(r, "stop");
	go(r, "messages");
}

/* The list of options. */
static void
to_page(struct reader *r)
{
	go(r, "set");
}

static void
to_choose(struct reader *r)
{
	to_article_last(r);
	go(r, "links");
}

static void
to_queue(struct reader *r)
{
	go(r, "queue");
}

static void
to_downloads(struct reader *r)
{
	go(r, "downloads");
	go(r, "last");
}

static void
to_chapters(struct reader *r)
{
	go(r, "queue");
	go(r, "chapters");
}

static void
to_transcript(struct reader *r)
{
	go(r, "queue");
	go(r, "transcript");
}

static const struct place {
	const char *name;
	void (*go)(struct reader *r);
} places[] = {
	{"feeds", to_feeds},
	{"feeds, unread only", to_feeds_unread},
	{"all items", to_items},
	{"all items, the last", to_last},
	{"all items, unread only", to_hidden},
	{"unread items", to_unread},
	{"a feed, the last item", to_feed},
	{"a tag, the last item", to_tag},
	{"a search", to_found},
	{"a search, the last hit", to_found_last},
	{"a search, marked read", to_found_read},
	{"an article", to_article},
	{"the last article", to_article_last},
	{"an article of a search", to_article_found},
	{"help", to_help},
	{"schedule", to_schedule},
	{"schedule of all", to_schedule_all},
	{"failing", to_failing},
	{"messages", to_messages},
	{"a page", to_page},
	{"links", to_choose},
	{"queue", to_queue},
	{"downloads, the last", to_downloads},
	{"chapters", to_chapters},
	{"transcript", to_transcript},
};

/* ---- one command */

/* Arguments, so that commands do not stop at a prompt. */
static const char *
argument(const char *command)
{
	static const struct {
		const char *command, *text;
	} given[] = {
		{"search", "x"},
		{"save-search", "x"},
		{"find", "nowhere"},
		{"go-to-feed", "nowhere"},
		{"add", "http://x.example/"},
		{"import", "/dev/null"},
		{"save-page", "http://x.example/"},
		{"tag", "x -y"},
		{"rename", "x"},
		{"retag", "x"},
		{"move", "http://x.example/"},
		{"merge", "http://b.example/f"},
		{"set-feed", "keep-days 3"},
		{"set", "text-width 60"},
		{"strategy", "fixed"},
		{"min-interval", "1h"},
		{"max-interval", "1h"},
		{"priority", "2"},
		{"pick-link", "1"},
		{"keys", "vim"},
		{"find-said", "nowhere"},
		{"reorder", "end"},
	};
	for (size_t i = 0; i < COUNT_OF(given); i++)
		if (str_eq(given[i].command, command))
			return given[i].text;
	return NULL;
}

/* Opens the reader again and goes to the place. */
static void
start(struct reader *r, const struct place *place)
{
	ui_done(&r->ui);
	assert_int_equal(conf_settings_load(&r->setup.settings, NULL, NULL, 0, NULL), OK);
	ui_init(&r->ui, &r->setup);
	reader_widen(r, READER_WIDTH);
	reader_open(r);
	run_all(r);
	place->go(r);
}

/* *before: the meter's reading at the beginning of the turn. */
static void
end_turn(const struct table_runs *runs, struct table_run *run, uint64_t *before)
{
	uint64_t now = runs->meter(), turn = now - *before;
	run->all += turn;
	if (turn > run->turn)
		run->turn = turn;
	*before = now;
}

/* Runs a command (NULL: the store changed) and takes turns of the loop until there is no
 * work left. The loop draws few frames meanwhile; here there is one at each end. */
static void
run_one(struct reader *r, const struct place *place, const struct ui_command *command,
	struct table_runs *runs)
{
	assert_true(runs->len < TABLE_RUNS_MAX);
	struct table_run *run = &runs->list[runs->len++];
	*run = (struct table_run){.place = place->name,
		.command = command ? command->name : "(the store changed)"};
	uint64_t before = runs->meter();
	if (command)
		ui_run_command(&r->ui, command, argument(command->name));
	else
		ui_feeds_reload(&r->ui);
	ui_draw(&r->ui);
	for (bool more = true; more && !r->ui.leave;) {
		more = ui_step(&r->ui);
		end_turn(runs, run, &before);
	}
	ui_draw(&r->ui);
	end_turn(runs, run, &before);
}

bool
ui_table_leaves_out(const struct ui_command *command)
{
	return str_eq(command->name, "redraw") || str_eq(command->name, "suspend");
}

static void
run_place(struct reader *r, const struct place *place, struct table_runs *runs)
{
	start(r, place);
	int here = r->ui.focus->class->context;
	here |= here == UI_ARTICLE ? UI_FOUND : 0;
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c)) {
		if (!(c->contexts & here) || ui_table_leaves_out(c))
			continue;
		start(r, place);
		run_one(r, place, c, runs);
	}
	start(r, place);
	run_one(r, place, NULL, runs);
}

void
ui_table_run(struct reader *r, struct table_runs *runs)
{
	runs->len = 0;
	for (size_t i = 0; i < COUNT_OF(places); i++)
		run_place(r, &places[i], runs);
}
