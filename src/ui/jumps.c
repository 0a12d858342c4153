/*
 * Where the user was before commands that go far away, in the words of the session file
 * (ui/session.h), so that a list that no longer exists is simply not found.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "ui/article/article.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/session.h"
#include "ui/ui_inside.h"

static char *
place_now(struct ui *ui)
{
	struct buf text = BUF_INIT(0);
	ui_session_write_place(ui, &text);
	return buf_take(&text);
}

/* Keeps a place, unless it is the last one anyway. */
static void
keep(struct ui_jumps *j, char *place)
{
	if (j->len && str_eq(j->list[j->len - 1], place)) {
		free(place);
		return;
	}
	if (j->len == UI_JUMPS_MAX) {
		free(j->list[0]);
		memmove(j->list, j->list + 1, (j->len - 1) * sizeof *j->list);
		j->len--;
	}
	j->list[j->len++] = place;
}

static void
cut(struct ui_jumps *j, size_t len)
{
	while (j->len > len)
		free(j->list[--j->len]);
}

void
ui_jumps_mark(struct ui *ui)
{
	struct ui_jumps *j = &ui->jumps;
	if (j->at < j->len)
		cut(j, j->at + 1);
	keep(j, place_now(ui));
	j->at = j->len;
}

void
ui_jumps_done(struct ui_jumps *jumps)
{
	cut(jumps, 0);
}

static void
go(struct ui *ui, size_t at)
{
	struct ui_view *feeds = ui_find(ui, UI_FEEDS);
	ui->jumps.at = at;
	ui_return(ui, feeds);
	ui_session_read(ui, ui->jumps.list[at]);
}

void
ui_jump_back(struct ui *ui, const char *arg)
{
	struct ui_jumps *j = &ui->jumps;
	(void)arg;
	if (ui_article_back(ui))
		return;
	char *now = place_now(ui);
	size_t at = j->at;
	/* The place itself may be the last that was kept. */
	while (at && str_eq(j->list[at - 1], now))
		at--;
	if (!at) {
		free(now);
		ui_status_say(&ui->status, false, _("No jump to go back from"));
		ui->keys.failed = true;
		return;
	}
	at--;
	if (j->at == j->len && !str_eq(j->list[j->len - 1], now)) {
		bool full = j->len == UI_JUMPS_MAX; /* the first is dropped */
		keep(j, now);
		at -= full && at;
	} else {
		free(now);
	}
	go(ui, at);
}

void
ui_jump_forward(struct ui *ui, const char *arg)
{
	(void)arg;
	if (ui->jumps.at + 1 < ui->jumps.len) {
		go(ui, ui->jumps.at + 1);
		return;
	}
	ui_status_say(&ui->status, false, _("No jump to go forward to"));
	ui->keys.failed = true;
}
