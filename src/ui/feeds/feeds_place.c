/*
 * Moving the lines of feeds and saved searches in the feeds file, up and down among the
 * rows beside them.
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "engine/api.h"
#include "model/subscription.h"
#include "store/feed/feed.h"
#include "ui/core/order.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/feeds/feeds_inside.h"
#include "ui/feeds/saved_searches.h"

/* Whether the rows of feeds stand in the order of the file. */
static bool
is_by_file(struct ui *ui)
{
	const struct order order = ui_order_of(ui, NULL);
	return order.len == 0 ||
	       (order.keys[0].key == ORDER_FILE && !order.keys[0].reverse);
}

/* The line of a feed or a saved search in the feeds file. */
static const char *
line_of(const struct ui_tree_row *row)
{
	return row->saved ? row->saved->line : row->feed->url;
}

static bool
is_tag(const struct ui_tree_row *row)
{
	return !row->feed && !row->saved && !row->place;
}

/* Whether they are of one kind and below the same tag. */
static bool
are_alike(const struct ui_tree_row *a, const struct ui_tree_row *b)
{
	if (is_tag(a) && is_tag(b)) {
		size_t above = strlen(a->tag) - strlen(a->label);
		return above == strlen(b->tag) - strlen(b->label) &&
		       memcmp(a->tag, b->tag, above) == 0;
	}
	return a->saved ? b->saved != NULL : a->feed && b->feed && str_eq(a->tag, b->tag);
}

/* The row that stands before or after it, among those like it; NULL: there is none. */
static const struct ui_tree_row *
neighbour(const struct ui_feeds *v, bool down)
{
	const struct ui_tree_row *row = &v->tree.rows[v->list.cursor];
	for (size_t i = v->list.cursor; down ? ++i < v->tree.len : i-- > 0;)
		if (are_alike(row, &v->tree.rows[i]))
			return &v->tree.rows[i];
	return NULL;
}

/* Moves the lines of a tag's feeds past those of another tag, in their order. Feeds that
 * have both tags stay. */
static void
place_tag(struct ui *ui, const char *tag, const char *other, bool down)
{
	const struct ui_catalog *c = &ui->catalog;
	uint32_t *list = arena_alloc(&ui->scratch, (c->len + 1) * sizeof *list);
	const char *past = NULL;
	size_t len = 0;
	for (size_t i = 0; i < c->len; i++) {
		/* The line that goes furthest goes first. */
		const struct store_feed *f = &c->feeds[down ? c->len - 1 - i : i];
		bool here = subscription_tags_within(f->tags, f->tags_len, tag);
		bool there = subscription_tags_within(f->tags, f->tags_len, other);
		if (here && !there)
			list[len++] = f->id;
		if (there && !past)
			past = f->url;
	}
	if (len && past)
		engine_do(ui->engine, &(struct engine_action){.verb = ACTION_PLACE,
					      .target = engine_feeds(list, len),
					      .place = down ? "down" : "up",
					      .past = past});
}

static void
place(struct ui *ui, bool down)
{
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	const struct ui_tree_row *row = ui_feeds_current(v), *other;
	if (!row || row->place) {
		ui_status_say(&ui->status, false,
			_("Put the cursor on a feed or a saved search first"));
		return;
	}
	if (!row->saved && !is_by_file(ui)) {
		ui_status_say(&ui->status, false,
			_("Feeds can only be moved in the order of their file; :sort "
			  "file shows that"));
		return;
	}
	other = neighbour(v, down);
	if (!other) {
		ui_status_say(&ui->status, false,
			down ? _("It is already the last one")
			     : _("It is already the first one"));
		return;
	}
	if (is_tag(row)) {
		place_tag(ui, row->tag, other->tag, down);
		return;
	}
	engine_do(ui->engine,
		&(struct engine_action){.verb = ACTION_PLACE,
			.target = row->saved ? (struct engine_target){.kind = TARGET_LINE,
						       .line = row->saved->line}
					     : engine_feeds(&row->id, 1),
			.place = down ? "down" : "up",
			.past = line_of(other)});
}

void
ui_feeds_move_up(struct ui *ui, const char *arg)
{
	(void)arg;
	place(ui, false);
}

void
ui_feeds_move_down(struct ui *ui, const char *arg)
{
	(void)arg;
	place(ui, true);
}
