/*
 * Reading an item: lines above the text (title, source and date, address, a rule), the
 * text as render lays it out, and lines below it (links and attachments, by number). The
 * text is laid out in slices, between which the keyboard is checked, so that a megabyte
 * opens as fast as a line.
 *
 * When the width changes, the place in the text is found again by its bytes, which do not
 * depend on the layout.
 */
#include "config.h"

#include "ui/article/article.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "engine/api.h"
#include "render/html.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "ui/article/article_inside.h"
#include "ui/article/places.h"
#include "ui/core/setup.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/items/seek.h"
#include "ui/outside/outside.h"

#define SLICE_US 4000 /* of layout before the keyboard is checked again */

static bool
article_step(struct ui *ui, struct ui_view *view)
{
	struct ui_article *v = (struct ui_article *)view;
	if (!v->width)
		return false;
	bool counted = ui_article_count_step(ui, v);
	if (v->complete && !v->wait)
		return !counted;
	bool seeking = v->seeking;
	size_t before = ui_article_lines(v);
	ui_article_layout_step(v, SLICE_US);
	if (before < v->top + v->height || seeking || v->complete)
		ui->dirty = true;
	ui_article_go_on(ui, v);
	return !counted || !v->complete || v->wait;
}

static const char *
article_doing(const struct ui_view *view)
{
	return ((const struct ui_article *)view)->wait
		       ? _("Reading the article; Escape stops it")
		       : NULL;
}

static enum ui_mode
article_mode(const struct ui_view *view)
{
	const struct ui_article *v = (const struct ui_article *)view;
	return v->found           ? UI_MODE_FOUND
	       : v->episode.there ? UI_MODE_LISTEN
				  : UI_MODE_USUAL;
}

/* ---- moving */

static void
article_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	struct ui_article *v = (struct ui_article *)view;
	v->height = view->area.height;
	v->typing = v->seeking = v->placed = false;
	v->wait = UI_ARTICLE_NOTHING;
	v->top = ui_list_scroll(v->top, ui_article_lines(v), v->height, move);
	if (move == UI_LAST)
		ui_article_wait_for(ui, v, UI_ARTICLE_END);
}

static bool
article_target(struct ui *ui, struct ui_view *view, struct ui_target *target)
{
	(void)ui;
	struct ui_article *v = (struct ui_article *)view;
	if (!v->ok)
		return false;
	target->feed = v->item.feed;
	target->item = v->id;
	target->flags = v->item.flags;
	const struct ui_link *picked = ui_article_links_at(&v->links, v->pick);
	target->picked = picked != NULL;
	target->link = picked ? picked->url : v->item.link;
	int64_t time = picked ? -1 : ui_article_episode_time(v);
	target->from = time == 0 ? 1 : time > 0 ? time : 0;
	return true;
}

static void
article_open(struct ui *ui, struct ui_view *view)
{
	struct ui_article *v = (struct ui_article *)view;
	const struct ui_link *picked = ui_article_links_at(&v->links, v->pick);
	if (picked)
		ui_outside_browser_item(ui, NULL);
	v->pick = 0;
	if (!picked && !ui_article_follow(ui, v))
		article_move(ui, view, UI_PAGE_DOWN);
}

static bool
article_pick(struct ui *ui, struct ui_view *view, size_t number)
{
	struct ui_article *v = (struct ui_article *)view;
	ui_article_layout(ui, v);
	if (number & RENDER_JUMP)
		return ui_article_pick_jump(v, number & ~(size_t)RENDER_JUMP);
	if (number && number <= v->links.len) {
		v->pick = number;
		v->jump = 0;
	}
	return number && v->pick == number;
}

/* ---- life */

/* Is the end of the text on the screen? Only lists follow it. */
static bool
at_end(const struct ui_article *v)
{
	return v->complete && v->top + v->height >= v->head.len + ui_article_body(v);
}

static void
keep_place(const struct ui_article *v)
{
	const char *path = v->ui->setup->places_path;
	if (v->form != UI_ARTICLE_RENDERED)
		ui_article_places_keep(path, v->id, v->read_at);
	else if (v->ok && v->width && !v->seeking)
		ui_article_places_keep(path, v->id, at_end(v) ? 0 : ui_article_place(v));
}

void
ui_article_keep_place(struct ui *ui)
{
	const struct ui_article *v = ui_article_in_focus(ui);
	if (v)
		keep_place(v);
}

static void
take_place(struct ui_article *v)
{
	v->place = ui_article_places_find(v->ui->setup->places_path, v->id);
	v->placed = v->place > 0;
	if (v->placed)
		ui_status_say(&v->ui->status, false,
			_("You stopped reading here; gg goes to the start"));
}

static void
forget_doc(struct ui_article *v)
{
	render_doc_free(v->doc);
	v->doc = NULL;
	ui_lines_done(&v->head);
	ui_lines_done(&v->foot);
	ui_article_links_done(&v->links);
	ui_article_find_end(v);
	ui_article_images_done(v);
	v->complete = v->seeking = v->typing = v->all_links = v->placed = false;
	v->width = v->top = v->pick = v->jump = v->back_len = 0;
	v->wait = UI_ARTICLE_NOTHING;
}

static void
forget(struct ui_article *v)
{
	keep_place(v);
	forget_doc(v);
	ui_article_episode_forget(v);
	arena_done(&v->arena);
	free(v->comments);
	v->comments = NULL;
	v->counted.text = NULL;
	v->body = (struct store_item_body){0};
	v->also_len = 0;
	v->item = (struct store_item){0};
	v->page = v->earlier = (struct store_item_text){0};
	v->form = UI_ARTICLE_RENDERED;
	v->ok = v->from_page = v->fetching = false;
}

void
ui_article_show_doc(struct ui *ui, struct ui_article *v, struct render_doc *doc)
{
	forget_doc(v);
	v->doc = doc;
	ui->dirty = true;
}

/* Texts that not every item has. */
static void
read_others(struct ui_article *v, const struct store_view *view)
{
	if (store_item_other(view, v->id, STORE_ITEM_PAGE, &v->arena, &v->page) != OK)
		v->page = (struct store_item_text){0};
	if (store_item_other(view, v->id, STORE_ITEM_EARLIER, &v->arena, &v->earlier) !=
		OK)
		v->earlier = (struct store_item_text){0};
	v->from_page = v->page.text.text != NULL;
}

static void
read_item(struct ui *ui, struct ui_article *v)
{
	struct store_view view;
	if (!ui_open_view(ui, &view)) {
		err_set(&v->err, ERR_IO, "%s", buf_str(&ui->status.text));
		return;
	}
	int status = store_item(&view, v->id, &v->arena, &v->item);
	if (status == OK)
		status = store_item_body(&view, v->id, &v->arena, &v->body);
	if (status == OK)
		status = store_feed_also(&view, v->id, &v->arena, &v->also, &v->also_len);
	if (status == OK) {
		read_others(v, &view);
		ui_article_episode_read(v, &view);
	}
	store_view_end(&view);
	v->ok = status == OK;
	if (status == ERR_NOT_FOUND)
		err_set(&v->err, status, _("This item is no longer stored"));
	else if (!v->ok)
		err_set(&v->err, status,
			_("This item's record is damaged; run courant check"));
}

/* Marks the item as read. */
static void
article_seen(struct ui *ui, struct ui_view *view)
{
	const struct ui_article *v = (struct ui_article *)view;
	if (!v->ok)
		return;
	int flags = ui_pending_apply(&ui->pending, v->id,
		ui_catalog_feed(&ui->catalog, v->item.feed), v->item.flags);
	ui_act_read(ui, v->id, v->item.feed, flags);
	ui->hooks |= 1U << UI_HOOK_OPEN;
	if (!v->page.text.text && !str_empty(v->item.link))
		engine_open_page(ui->engine, v->id);
	if (v->episode.there)
		engine_get_track(ui->engine, v->id, false, NULL);
}

void
ui_article_show(struct ui *ui, struct ui_view *view, uint64_t item)
{
	struct ui_article *v = (struct ui_article *)view;
	forget(v);
	v->id = item;
	read_item(ui, v);
	if (v->ok)
		v->doc = ui_article_doc(v);
	if (v->doc)
		take_place(v);
	if (ui->focus == view)
		article_seen(ui, view);
	ui->dirty = true;
}

/* The lines above the text show the item's tags, so they are made again if those change.
 */
static void
read_tags(struct ui_article *v, const struct store_view *view, int flags)
{
	struct store_item now = {0};
	if ((flags | v->item.flags) & ITEM_TAGGED &&
		store_item(view, v->id, &v->arena, &now) == OK) {
		bool same = now.tags_len == v->item.tags_len;
		for (size_t i = 0; same && i < now.tags_len; i++)
			same = str_eq(now.tags[i], v->item.tags[i]);
		v->item.tags = now.tags;
		v->item.tags_len = now.tags_len;
		if (!same)
			v->width = 0;
	}
	v->item.flags = flags;
}

/* After the store has changed: reads flags and tags again. An edited text is only shown
 * when the item is next opened, so that nothing moves while it is being read. */
static void
article_load(struct ui *ui, struct ui_view *view, bool again)
{
	(void)again;
	struct ui_article *v = (struct ui_article *)view;
	struct store_view snapshot;
	int flags;
	if (!v->ok || !ui_open_view(ui, &snapshot))
		return;
	if (store_item_flags(&snapshot, v->id, &flags) == OK)
		read_tags(v, &snapshot, flags);
	ui_article_episode_changed(ui, v, &snapshot);
	store_view_end(&snapshot);
}

static void
article_free(struct ui_view *view)
{
	struct ui_article *v = (struct ui_article *)view;
	forget(v);
	free(v);
}

static const struct ui_view_class article_class = {
	.context = UI_ARTICLE,
	.mode = article_mode,
	.load = article_load,
	.step = article_step,
	.doing = article_doing,
	.draw = ui_article_draw,
	.move = article_move,
	.open = article_open,
	.seen = article_seen,
	.target = article_target,
	.event = ui_article_event,
	.pick = article_pick,
	.free = article_free,
};

struct ui_view *
ui_article_new(struct ui *ui, uint64_t item)
{
	struct ui_article *v = mem_zalloc(sizeof *v);
	v->view.class = &article_class;
	v->ui = ui;
	arena_init(&v->arena);
	arena_init(&v->foot.arena);
	ui_article_show(ui, &v->view, item);
	return &v->view;
}

/* ---- commands */

static void
next_found(struct ui *ui, uint64_t item)
{
	if (item)
		ui_article_show(ui, ui->focus, item);
	else
		ui_status_say(&ui->status, false, _("This is the last item"));
}

static void
previous_found(struct ui *ui, uint64_t item)
{
	if (item)
		ui_article_show(ui, ui->focus, item);
	else
		ui_status_say(&ui->status, false, _("This is the first item"));
}

static void
step_item(struct ui *ui, bool backwards)
{
	struct ui_view *items = ui_find(ui, UI_ITEMS);
	void (*found)(struct ui *, uint64_t) = backwards ? previous_found : next_found;
	if (items)
		ui_items_seek_start(ui, items, UI_SEEK_ITEM, backwards, found);
	else
		found(ui, 0);
}

void
ui_article_next(struct ui *ui, const char *arg)
{
	(void)arg;
	step_item(ui, false);
}

void
ui_article_previous(struct ui *ui, const char *arg)
{
	(void)arg;
	step_item(ui, true);
}

static void
read_on_found(struct ui *ui, uint64_t item)
{
	if (!item) {
		ui_status_say(&ui->status, false, _("Nothing else is unread"));
		return;
	}
	ui_article_show(ui, ui->focus, item);
	const struct ui_article *v = (const struct ui_article *)ui->focus;
	if (v->ok)
		ui_status_say(&ui->status, false, _("Next: %s"),
			str_empty(v->item.title) ? _("(no title)") : v->item.title);
}

void
ui_article_read_on(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_article *v = ui_article_in_focus(ui);
	struct ui_view *items = ui_find(ui, UI_ITEMS);
	if (v)
		ui_article_layout(ui, v);
	if (v && items && (!v->ok || at_end(v)))
		ui_items_seek_start(ui, items, UI_SEEK_UNREAD, false, read_on_found);
	else
		ui->focus->class->move(ui, ui->focus, UI_PAGE_DOWN);
}

static void
open_link(struct ui *ui, const char *text)
{
	int64_t number;
	if (str_int(span_of(text), &number) == OK && number > 0 &&
		ui_act_pick(ui, (size_t)number))
		article_open(ui, ui->focus);
	else
		ui_prompt_again(&ui->prompt);
}

void
ui_article_pick(struct ui *ui, const char *arg)
{
	struct ui_article *v = ui_article_in_focus(ui);
	int64_t number = (int64_t)ui->key - '0';
	if (!v || (arg && str_int(span_of(arg), &number) != OK))
		return;
	if (!arg && (number < 0 || number > 9)) {
		ui_prompt_start(&ui->prompt, _("Link:"), NULL, NULL);
		ui->prompt.accept = open_link;
		return;
	}
	size_t longer = v->pick * 10 + (size_t)number;
	ui_article_layout(ui, v);
	if (!arg && v->typing && (longer <= v->links.len || !v->complete))
		number = (int64_t)longer;
	v->pick = (size_t)number;
	v->jump = 0;
	v->typing = true;
	ui_article_wait_for(ui, v, UI_ARTICLE_PICK);
}

bool
ui_article_drop(struct ui_view *view)
{
	struct ui_article *v = (struct ui_article *)view;
	bool any = view->class == &article_class &&
		   (v->pick || v->jump || v->found || v->wait);
	if (any) {
		ui_article_find_end(v);
		v->pick = v->jump = 0;
		v->typing = false;
		v->wait = UI_ARTICLE_NOTHING;
	}
	return any;
}

void
ui_article_links(struct ui *ui, const char *arg)
{
	(void)arg;
	struct ui_article *v = ui_article_in_focus(ui);
	if (v && v->ok)
		ui_article_wait_for(ui, v, UI_ARTICLE_LINKS);
	else
		ui_status_say(&ui->status, false, _("The article has no links"));
}
