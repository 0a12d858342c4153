#include "config.h"

#include "ui_helper.h"
#include "unit.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/mem.h"
#include "engine/api.h"
#include "store/item/keys.h"

struct engine {
	struct buf asked;
};

#define HEIGHT 10
#define WIDTH 60

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
engine_look(struct engine *e, uint32_t feed)
{
	(void)e;
	(void)feed;
}

void
engine_stop_refresh(struct engine *e)
{
	buf_clear(&e->asked);
	buf_adds(&e->asked, "stop");
}

void
engine_flags(struct engine *e, const uint64_t *items, size_t len, int set, int clear)
{
	buf_clear(&e->asked);
	buf_adds(&e->asked, "flags");
	for (size_t i = 0; i < len; i++)
		buf_addf(&e->asked, " %u", (unsigned)items[i]);
	buf_addf(&e->asked, " +%d -%d", set, clear);
}

void
engine_mark_read(struct engine *e, const struct store_scope *scope, uint64_t upto)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "mark %d %u %s %u", scope->kind, scope->feed,
		scope->tag ? scope->tag : "-", (unsigned)upto);
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
	(void)e;
}

void
engine_count(struct engine *e, uint32_t id, size_t index, const char *query)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "count %u %zu %s", id, index, query);
}

void
engine_discover(struct engine *e, const char *url)
{
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
engine_import(struct engine *e, const char *path)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "import %s", path);
}

void
engine_reload_settings(struct engine *e, struct settings *settings, bool schedule)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "settings %d%s", (int)settings->generation,
		schedule ? " schedule" : "");
}

void
engine_tag(struct engine *e, const uint64_t *items, size_t len, const char *tag, bool add)
{
	buf_addf(&e->asked, " %s%s", add ? "+" : "-", tag);
	(void)items;
	(void)len;
}

void
engine_delete(struct engine *e, const uint64_t *items, size_t len)
{
	buf_clear(&e->asked);
	buf_adds(&e->asked, "delete");
	for (size_t i = 0; i < len; i++)
		buf_addf(&e->asked, " %u", (unsigned)items[i]);
}

void
engine_unsubscribe(struct engine *e, const uint32_t *feeds, size_t len)
{
	buf_clear(&e->asked);
	buf_adds(&e->asked, "unsubscribe");
	for (size_t i = 0; i < len; i++)
		buf_addf(&e->asked, " %u", (unsigned)feeds[i]);
}

void
engine_rename(struct engine *e, uint32_t feed, const char *title)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "rename %u %s", (unsigned)feed, title);
}

void
engine_move(struct engine *e, uint32_t feed, const char *const *tags, size_t len)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "move %u", (unsigned)feed);
	for (size_t i = 0; i < len; i++)
		buf_addf(&e->asked, " %s", tags[i]);
}

void
engine_set(struct engine *e, uint32_t feed, const char *option, const char *value)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "set %u %s=%s", (unsigned)feed, option, value);
}

void
engine_readdress(struct engine *e, const uint32_t *feeds, size_t len, const char *address)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "readdress %u of %zu %s", (unsigned)feeds[0], len, address);
}

void
engine_merge(struct engine *e, uint32_t from, uint32_t into)
{
	buf_clear(&e->asked);
	buf_addf(&e->asked, "merge %u %u", (unsigned)from, (unsigned)into);
}

void
engine_undo(struct engine *e, bool redo)
{
	(void)e;
	(void)redo;
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

int
reader_setup(void **state)
{
	struct reader *r = mem_zalloc(sizeof *r);
	if (fixture_setup(state) != 0)
		return -1;
	r->store = *state;
	struct settings *settings;
	if (conf_settings_load(&settings, NULL, NULL, 0, NULL) != OK)
		return -1;
	r->setup = (struct ui_setup){
		.store = r->store->store,
		.engine = mem_zalloc(sizeof(struct engine)),
		.settings = settings,
		.feeds_path = "feeds",
	};
	ui_init(&r->ui, &r->setup);
	r->ui.height = HEIGHT + 3;
	r->ui.width = WIDTH;
	r->ui.rows = mem_zalloc(HEIGHT * sizeof *r->ui.rows);
	for (; r->ui.rows_len < HEIGHT; r->ui.rows_len++)
		ui_row_init(&r->ui.rows[r->ui.rows_len]);
	*state = r;
	return 0;
}

int
reader_teardown(void **state)
{
	struct reader *r = *state;
	void *store = r->store;
	ui_done(&r->ui);
	buf_done(&r->setup.engine->asked);
	free(r->setup.engine);
	free(r);
	return fixture_teardown(&store);
}

void
reader_open(struct reader *r)
{
	ui_reload(&r->ui);
	ui_push(&r->ui, ui_feeds_new(&r->ui));
}

static void
lay_out(struct reader *r, struct ui_caption *caption)
{
	struct ui_frame frame = {r->ui.rows, HEIGHT, WIDTH, false, -1, -1};
	arena_reset(&r->ui.scratch);
	*caption =
		(struct ui_caption){BUF_INIT(0), BUF_INIT(0), BUF_INIT(0), false, false};
	while (r->ui.top->class->step && r->ui.top->class->step(&r->ui, r->ui.top))
		;
	r->ui.top->class->draw(&r->ui, r->ui.top, &frame, caption);
	for (size_t y = 0; y < HEIGHT; y++) {
		struct ui_row *row = &r->ui.rows[y];
		size_t n = row->text.len;
		assert_int_equal(row->cells, WIDTH); /* whole rows, always */
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
}

const char *
reader_row(struct reader *r, size_t y)
{
	struct ui_caption caption;
	lay_out(r, &caption);
	forget_caption(&caption);
	return buf_str(&r->ui.rows[y].text);
}

const char *
reader_cursor(struct reader *r, size_t *y)
{
	reader_row(r, 0);
	for (size_t i = 0; i < HEIGHT; i++)
		if (r->ui.rows[i].selected) {
			if (y)
				*y = i;
			return buf_str(&r->ui.rows[i].text);
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
reader_command(struct reader *r, const char *name)
{
	const struct ui_command *command = ui_command(name);
	assert_non_null(command);
	assert_true(command->contexts & r->ui.top->class->context);
	ui_run_command(&r->ui, command, NULL);
}

const char *
asked(struct reader *r)
{
	return buf_str(&r->setup.engine->asked);
}

void
answer(struct reader *r, struct engine_event event)
{
	ui_event(&r->ui, &event);
}
