/*
 * The prompt that filters a list while words are typed.
 */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/match.h"
#include "base/mem.h"
#include "base/str.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/items/items.h"
#include "ui/items/items_inside.h"
#include "ui/items/search.h"

/* The list that is being filtered; NULL: it is not there any more. */
static struct ui_items *
filtered(struct ui *ui)
{
	struct ui_items *v = (struct ui_items *)ui->focus;
	return ui->focus->class->context == UI_ITEMS && v->filter ? v : NULL;
}

static void
changed(struct ui *ui, const char *text)
{
	struct ui_items *v = filtered(ui);
	if (!v || str_eq(v->filter, text))
		return;
	free(v->filter);
	match_free(v->match);
	v->filter = mem_strdup(text);
	v->match = match_new(text, false);
	ui_items_unselect(v);
	v->pool_at = 0;
	if (v->given) {
		v->now.keys.len = 0;
		v->now.end = v->pool.len == 0;
		v->list.cursor = v->list.top = v->list.len = 0;
		v->list.height = ui_items_shown(&v->view);
		ui_items_read(ui, &v->view);
	} else {
		ui_items_restart(ui, v);
	}
}

bool
ui_items_filter_drop(struct ui *ui)
{
	const struct ui_items *v = (const struct ui_items *)ui->focus;
	bool is = ui->focus->class->context == UI_ITEMS && (v->filter || v->limited);
	if (is)
		ui_pop(ui);
	return is;
}

static void
cancel(struct ui *ui)
{
	(void)ui_items_filter_drop(ui);
}

static void
accept(struct ui *ui, const char *text)
{
	changed(ui, text);
	if (!*text)
		cancel(ui);
}

void
ui_items_filter(struct ui *ui, const char *arg)
{
	ui_push(ui, ui_items_copy(ui, ui->focus));
	ui_ask(ui, arg,
		&(struct ui_question){.label = _("Filter:"),
			.accept = accept,
			.changed = changed,
			.cancel = cancel,
			.history = &ui->filters});
}
