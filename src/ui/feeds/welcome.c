#include "config.h"

#include "ui/feeds/welcome.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/core/ui.h"
#include "ui/draw/row.h"

/* What could be imported, below the offers. */
static void
put_programs(struct ui *ui, struct ui_frame *frame, size_t y, size_t left)
{
	for (size_t i = 0; i < ui->offers_len && y + i < frame->height; i++) {
		const char *text = strchr(ui->offers[i], '\n') + 1;
		struct ui_row *row = ui_frame_row(frame, y + i, STYLE_NORMAL);
		ui_row_blank(row, left + 6);
		ui_row_put(row, STYLE_NOTE, text, ui_row_left(row));
		ui_row_end(row);
	}
}

/* Accounts that have brought no feeds, with the reason; returns how many. */
static size_t
put_accounts(struct ui *ui, struct ui_frame *frame, size_t y, size_t left)
{
	size_t len = 0;
	for (size_t i = 0; i < ui->catalog.accounts_len; i++) {
		const struct ui_account *account = &ui->catalog.accounts[i];
		if (!account->why || y + len >= frame->height)
			continue;
		struct ui_row *row = ui_frame_row(frame, y + len++, STYLE_NORMAL);
		ui_row_blank(row, left + 2);
		ui_row_put(row, STYLE_ERROR,
			arena_printf(
				&ui->scratch, "! %s: %s", account->name, account->why),
			ui_row_left(row));
		ui_row_end(row);
	}
	return len;
}

/* What the user may want to choose before there is anything to poll. */
static void
put_choice(struct ui_frame *frame, size_t y, size_t left)
{
	if (y >= frame->height)
		return;
	struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
	ui_row_blank(row, left + 2);
	ui_row_put(row, STYLE_NOTE,
		_("strategy = least-delay: posts after 65 min, not 143; fewer requests"),
		ui_row_left(row));
	ui_row_end(row);
}

void
ui_feeds_welcome(struct ui *ui, struct ui_frame *frame)
{
	static const struct {
		const char *command, *text;
	} offers[] = {
		{"add", N_("paste the address of a feed, or of any web page")},
		{"import", N_("import from another program, or a file of feeds")},
		{"help", N_("show all keys")},
		{"back", N_("quit")},
	};
	ui_frame_blank(frame, 0);
	size_t y = frame->height > 9 ? (frame->height - 7) / 2 : 0;
	size_t left = frame->width > 70 ? (frame->width - 66) / 2 : 2;
	if (y < frame->height) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		ui_row_blank(row, left);
		ui_row_put(row, STYLE_HEADING, _("No feeds yet."), ui_row_left(row));
		ui_row_end(row);
	}
	for (size_t i = 0; i < COUNT_OF(offers) && y + 2 + i < frame->height; i++) {
		struct ui_row *row = ui_frame_row(frame, y + 2 + i, STYLE_NORMAL);
		struct buf key = BUF_INIT(0);
		ui_bindings_keys(
			&ui->bindings, UI_FEEDS, ui_command(offers[i].command), 1, &key);
		ui_row_blank(row, left + 2);
		ui_row_column(row, STYLE_KEY, buf_str(&key), 4);
		ui_row_put(row, STYLE_NORMAL, _(offers[i].text), ui_row_left(row));
		ui_row_end(row);
		buf_done(&key);
	}
	y += 3 + COUNT_OF(offers);
	size_t failing = put_accounts(ui, frame, y, left);
	y += failing + (failing > 0);
	put_programs(ui, frame, y, left);
	put_choice(frame, y + ui->offers_len + (ui->offers_len > 0), left);
}
