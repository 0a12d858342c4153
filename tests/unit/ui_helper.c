#include "config.h"

#include "ui_helper.h"
#include "unit.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/mem.h"
#include "engine/api.h"
#include "store/item/list.h"
#include "ui/feeds/feeds.h"
#include "ui/ui_inside.h"

#define ITEMS_NOTED 100 /* of a request, so that long ones cost nothing */

struct engine {
	struct buf asked;
	size_t acting; /* actions that no answer has ended */
};

void
engine_refresh(struct engine *e, const uint32_t *feeds, size_t len, int flags)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "refresh%s", flags & ENGINE_FORCE ? " now" : "");
	for (size_t i = 0; i < len; i++)
		buf_addf(&e->asked, " %u", feeds[i]);
}

void
engine_backfill(
	struct engine *e, const uint32_t *feeds, size_t len, size_t pages, size_t bytes)
{
	(void)pages;
	(void)bytes;
	buf_clear(&e->asked);
	buf_adds(&e->asked, "older");
	for (size_t i = 0; i < len; i++)
		buf_addf(&e->asked, " %u", feeds[i]);
}

void
engine_visit(struct engine *e, uint32_t feed)
{
	(void)e;
	(void)feed;
}

/* Asked with each item that is opened: nobody wants to know. */
void
engine_open_page(struct engine *e, uint64_t item)
{
	(void)e;
	(void)item;
}

void
engine_fetch_pages(struct engine *e, const uint64_t *items, size_t len)
{
	buf_clear(&e->asked);
	buf_adds(&e->asked, "pages");
	for (size_t i = 0; i < len; i++)
		buf_addf(&e->asked, " %u", (unsigned)items[i]);
}

void
engine_get_images(
	struct engine *e, uint64_t item, const char *const *urls, size_t len, bool opened)
{
	(void)e;
	(void)item;
	(void)urls;
	(void)len;
	(void)opened;
}

void
engine_get_thumbnails(struct engine *e, const struct engine_picture *list, size_t len)
{
	(void)e;
	(void)list;
	(void)len;
}

void
engine_get_answer(struct engine *e, uint32_t feed)
{
	(void)e;
	(void)feed;
}

void
engine_get_tries(struct engine *e, uint64_t item)
{
	(void)e;
	(void)item;
}

void
engine_get_room(struct engine *e)
{
	(void)e;
}

void
engine_get_comments(struct engine *e, uint64_t item)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "comments %u", (unsigned)item);
}

void
engine_get_track(struct engine *e, uint64_t item, bool transcript, const char *language)
{
	(void)e;
	(void)item;
	(void)transcript;
	(void)language;
}

void
engine_stop_refresh(struct engine *e)
{
	buf_clear(&e->asked);
	buf_adds(&e->asked, "stop");
}

/* What a target is, but for the rows that a query or a scope finds. */
static void
say_target(struct buf *out, const struct engine_target *t)
{
	for (size_t i = 0; i < t->items_len && i < ITEMS_NOTED; i++)
		buf_addf(out, " %u", (unsigned)t->items[i]);
	for (size_t i = 0; i < t->feeds_len; i++)
		buf_addf(out, " %u", (unsigned)t->feeds[i]);
	if (t->kind == TARGET_SCOPE || t->kind == TARGET_QUERY)
		buf_addf(out, " %d %u %s %u", t->scope.kind, t->scope.feed,
			t->scope.tag ? t->scope.tag : "-", (unsigned)t->upto);
	if (t->kind == TARGET_QUERY)
		buf_addf(out, " %s", t->query);
}

void
engine_chain(struct engine *e, uint32_t chain)
{
	(void)e;
	(void)chain;
}

bool
engine_is_acting(const struct engine *e)
{
	return e->acting > 0;
}

void
engine_do(struct engine *e, const struct engine_action *a)
{
	e->acting++;
	const char *const words[] = {a->tag, a->retag.from, a->retag.to, a->place,
		a->title, a->address, a->past, a->option.name, a->option.value};
	buf_clear(&e->asked);
	buf_adds(&e->asked, action_kind(a->verb)->name);
	say_target(&e->asked, &a->target);
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (words[i])
			buf_addf(&e->asked, " %s", words[i]);
	for (size_t i = 0; i < a->tags_len; i++)
		buf_addf(&e->asked, " %s", a->tags[i]);
}

void
engine_search(
	struct engine *e, uint32_t id, const char *words, const struct store_scope *scope)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "search %u %s in %d", id, words, scope->kind);
}

void
engine_stop_search(struct engine *e)
{
	buf_clear(&e->asked);
	buf_adds(&e->asked, "stop search");
}

void
engine_count(struct engine *e, uint32_t id, size_t index, const char *query)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "count %u %zu %s", id, index, query);
}

void
engine_keep_counts(struct engine *e, uint32_t id, const char *const *queries, size_t len)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "keep %u:", id);
	for (size_t i = 0; i < len; i++)
		buf_addf(&e->asked, " %s;", queries[i]);
}

void
engine_check_counts(struct engine *e)
{
	(void)e;
}

struct engine_action
engine_rule_action(const struct conf_rule *rule, char score[static ENGINE_SCORE_BYTES],
	struct engine_action *also)
{
	(void)rule;
	(void)also;
	*score = '\0';
	return (struct engine_action){.verb = ACTION_RATE};
}

void
engine_discover(struct engine *e, const char *url, bool preview)
{
	(void)preview;
	buf_clear(&e->asked);
	buf_addf(&e->asked, "discover %s", url);
}

void
engine_subscribe(struct engine *e, const char *url, const char *title,
	const char *const *tags, size_t len)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "subscribe %s %s", url, title ? title : "-");
	for (size_t i = 0; i < len; i++)
		buf_addf(&e->asked, " %s", tags[i]);
}

void
engine_subscribe_all(struct engine *e, const char *const *urls, size_t len)
{
	buf_clear(&e->asked);
	buf_adds(&e->asked, "subscribe");
	for (size_t i = 0; i < len; i++)
		buf_addf(&e->asked, " %s", urls[i]);
}

void
engine_save_page(struct engine *e, const char *url, const char *const *tags, size_t len)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "save %s", url);
	for (size_t i = 0; i < len; i++)
		buf_addf(&e->asked, " %s", tags[i]);
}

void
engine_import(struct engine *e, const char *path)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "import %s", path);
}

void
engine_offers(struct engine *engine)
{
	(void)engine;
}

void
engine_play(struct engine *engine, const struct player_verb *verb)
{
	(void)engine;
	(void)verb;
}

void
engine_download(struct engine *engine, bool keep)
{
	(void)engine;
	(void)keep;
}

void
engine_reload_settings(struct engine *e, struct settings *settings, bool schedule)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "settings %d%s", (int)settings->generation,
		schedule ? " schedule" : "");
}

void
engine_reload_feeds(struct engine *e)
{
	buf_clear(&e->asked);
	buf_adds(&e->asked, "feeds");
}

int
engine_fd(const struct engine *e)
{
	(void)e;
	return -1;
}

struct engine_event *
engine_take(struct engine *e)
{
	(void)e;
	return NULL;
}

struct reader *
reader_new(struct fixture *store)
{
	struct reader *r = mem_zalloc(sizeof *r);
	r->store = store;
	/* Feeds are in the first rows; what is above them has tests of its own. */
	static const char *const overrides[] = {"fixed-rows="};
	struct settings *settings;
	if (conf_settings_load(&settings, NULL, overrides, 1, NULL) != OK)
		abort();
	r->setup = (struct ui_setup){
		.store = store->store,
		.engine = mem_zalloc(sizeof(struct engine)),
		.settings = settings,
		.feeds_path = "feeds",
	};
	ui_init(&r->ui, &r->setup);
	r->ui.layout = &ui_layouts[0];
	reader_widen(r, READER_WIDTH);
	for (size_t y = 0; y < READER_HEIGHT; y++)
		ui_row_init(&r->rows[y]);
	return r;
}

void
reader_free(struct reader *r)
{
	ui_done(&r->ui);
	for (size_t y = 0; y < READER_HEIGHT; y++)
		ui_row_done(&r->rows[y]);
	buf_done(&r->setup.engine->asked);
	free(r->setup.engine);
	free(r);
}

int
reader_setup(void **state)
{
	if (fixture_setup(state) != 0)
		return -1;
	*state = reader_new(*state);
	return 0;
}

int
reader_teardown(void **state)
{
	struct reader *r = *state;
	void *store = r->store;
	reader_free(r);
	return fixture_teardown(&store);
}

void
reader_open(struct reader *r)
{
	ui_feeds_reload(&r->ui);
	ui_push(&r->ui, ui_feeds_new(&r->ui));
}

void
reader_widen(struct reader *r, size_t width)
{
	ui_resize(&r->ui, width, READER_HEIGHT + READER_BARS);
}

void
reader_settle(struct reader *r)
{
	while (ui_step(&r->ui))
		;
}

static void
lay_out(struct reader *r, struct ui_caption *caption)
{
	reader_settle(r);
	struct ui_view *view = r->ui.focus;
	size_t width = view->area.width;
	struct ui_frame frame = {.rows = r->rows,
		.height = READER_HEIGHT,
		.width = width,
		.cursor_x = -1,
		.cursor_y = -1};
	arena_reset(&r->ui.scratch);
	*caption = (struct ui_caption){
		.left = BUF_INIT(0), .right = BUF_INIT(0), .detail = BUF_INIT(0)};
	view->class->draw(&r->ui, view, &frame, caption);
	for (size_t y = 0; y < READER_HEIGHT; y++) {
		struct ui_row *row = &r->rows[y];
		size_t n = row->text.len;
		assert_int_equal(row->cells, width); /* whole rows, always */
		while (n > 0 && row->text.data[n - 1] == ' ')
			n--;
		buf_cut(&row->text, n);
	}
}

static void
forget_caption(struct ui_caption *caption)
{
	buf_done(&caption->left);
	buf_done(&caption->right);
	buf_done(&caption->detail);
	buf_done(&caption->place);
}

const char *
reader_row(struct reader *r, size_t y)
{
	struct ui_caption caption;
	lay_out(r, &caption);
	forget_caption(&caption);
	return buf_str(&r->rows[y].text);
}

const char *
reader_cursor(struct reader *r, size_t *y)
{
	reader_row(r, 0);
	for (size_t i = 0; i < READER_HEIGHT; i++)
		if (r->rows[i].selected) {
			if (y)
				*y = i;
			return buf_str(&r->rows[i].text);
		}
	return "";
}

/* A caption's text, kept in the scratch arena. */
static const char *
keep(struct reader *r, const struct buf *text)
{
	return arena_strdup(&r->ui.scratch, buf_str(text));
}

const char *
reader_left(struct reader *r)
{
	struct ui_caption caption;
	lay_out(r, &caption);
	const char *text = keep(r, &caption.left);
	forget_caption(&caption);
	return text;
}

const char *
reader_right(struct reader *r)
{
	struct ui_caption caption;
	lay_out(r, &caption);
	const char *text = keep(r, &caption.right);
	forget_caption(&caption);
	return text;
}

const char *
reader_detail(struct reader *r)
{
	struct ui_caption caption;
	lay_out(r, &caption);
	const char *text = keep(r, &caption.detail);
	forget_caption(&caption);
	return text;
}

void
reader_begin(struct reader *r, const char *name)
{
	const struct ui_command *command = ui_command(name);
	assert_non_null(command);
	assert_true(command->contexts & r->ui.focus->class->context);
	ui_run_command(&r->ui, command, NULL);
}

void
reader_command(struct reader *r, const char *name)
{
	reader_begin(r, name);
	reader_settle(r);
}

const char *
asked(struct reader *r)
{
	return buf_str(&r->setup.engine->asked);
}

void
answer(struct reader *r, struct engine_event event)
{
	struct engine *e = r->setup.engine;
	if (event.kind == ENGINE_ACTED && e->acting)
		e->acting--;
	ui_event(&r->ui, &event);
}
