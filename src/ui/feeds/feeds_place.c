/*
 * Moving the lines of feeds and saved searches in the feeds file, up and down among the
 * rows beside them.
 */
#include "config.h"

#include "base/i18n.h"
#include "base/str.h"
#include "engine/api.h"
#include "store/feed/feed.h"
#include "ui/core/order.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/feeds/feeds_inside.h"
#include "ui/feeds/saved.h"

/* Whether the rows of feeds stand in the order of the file. */
static bool
is_by_file(struct ui *ui)
{
	const struct order order = ui_order_of(ui, NULL);
	return order.len == 0 ||
	       (order.keys[0].key == ORDER_FILE && !order.keys[0].reverse);
}

/* The line of a row in the feeds file; NULL: it has none. */
static const char *
line_of(const struct ui_tree_row *row)
{
	return row->saved ? row->saved->line : row->feed ? row->feed->url : NULL;
}

/* The row that stands before or behind it, among those of its kind and tag; NULL: there
 * is none. */
static const struct ui_tree_row *
neighbour(const struct ui_feeds *v, bool down)
{
	const struct ui_tree_row *row = &v->tree.rows[v->list.cursor];
	for (size_t i = v->list.cursor; down ? ++i < v->tree.len : i-- > 0;) {
		const struct ui_tree_row *other = &v->tree.rows[i];
		bool alike = row->saved ? other->saved != NULL
					: other->feed && str_eq(other->tag, row->tag);
		if (alike)
			return other;
	}
	return NULL;
}

static void
place(struct ui *ui, bool down)
{
	struct ui_feeds *v = (struct ui_feeds *)ui_find(ui, UI_FEEDS);
	const struct ui_tree_row *row = ui_feeds_current(v), *other;
	if (!row || !line_of(row)) {
		ui_status_say(&ui->status, false,
			_("Put the cursor on a feed or a saved search first"));
		return;
	}
	if (row->feed && !is_by_file(ui)) {
		ui_status_say(&ui->status, false,
			_("Feeds can be moved where they stand in the order of their "
			  "file: :sort file"));
		return;
	}
	other = neighbour(v, down);
	if (!other) {
		ui_status_say(&ui->status, false,
			down ? _("It is the last one here")
			     : _("It is the first one here"));
		return;
	}
	engine_do(ui->engine,
		&(struct engine_action){.verb = ACTION_PLACE,
			.target = row->saved ? (struct engine_target){.kind = TARGET_LINE,
						       .query = row->saved->line}
					     : engine_feeds(&row->id, 1),
			.tag = down ? "down" : "up",
			.address = line_of(other)});
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
