#include "config.h"

#include "ui/core/columns.h"

#include <string.h>

#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "output/field.h"
#include "ui/core/highlight.h"
#include "ui/core/ui.h"
#include "ui/draw/row.h"
#include "ui/draw/theme.h"

/* Reads one template; if it is wrong, the option's usual one. */
static int
read_one(struct output_template **out, const struct output_field *fields,
	const char *option, const char *text, struct err *err)
{
	struct err none;
	if (str_empty(text))
		text = conf_option(option)->fallback;
	int status = output_template_new(fields, ui_theme_names(), text, out, err);
	if (status == OK)
		return OK;
	if (output_template_new(fields, ui_theme_names(), conf_option(option)->fallback,
		    out, &none) != OK)
		*out = NULL;
	return err_prefix(err, "%s", option);
}

int
ui_columns_read(struct ui_columns *out, const struct options *options, struct err *err)
{
	struct err none;
	const char *head = options->article_format;
	int status = read_one(&out->feeds, output_feed_fields, "feeds-format",
		options->feeds_format, err);
	int next = read_one(&out->items, output_item_fields, "items-format",
		options->items_format, status == OK ? err : &none);
	status = status == OK ? next : status;
	if (!str_empty(head)) {
		next = output_template_new(output_item_fields, ui_theme_names(), head,
			&out->article, status == OK ? err : &none);
		if (next != OK && status == OK)
			status = err_prefix(err, "article-format");
	}
	return status;
}

void
ui_columns_done(struct ui_columns *columns)
{
	output_template_free(columns->feeds);
	output_template_free(columns->items);
	output_template_free(columns->article);
	*columns = (struct ui_columns){0};
}

static size_t
measure(const void *data, const char *text)
{
	return ui_row_measure(data, text);
}

struct output_clock
ui_columns_clock(const struct ui *ui)
{
	const char *date = ui->options->date_format;
	bool usual = str_eq(date, conf_option("date-format")->fallback);
	return (struct output_clock){time_wall(), usual ? NULL : date};
}

struct output_lines
ui_columns_lay(struct ui *ui, const struct output_template *t, const void *const *rows,
	size_t len, const struct ui_frame *frame, bool mixed)
{
	const struct output_width room = {
		.width = frame->width,
		.mixed = mixed,
		.clock = ui_columns_clock(ui),
		.measure = measure,
		.data = &frame->rows[0],
	};
	return output_template_lay(t, rows, len, &room, &ui->scratch);
}

static int
style_of(const struct output_piece *piece, const struct ui_columns_style *look)
{
	const char *name = piece->field ? piece->field->name : "";
	if (look->mark && str_eq(name, "mark"))
		return look->mark;
	if (piece->element != STYLE_UNREAD)
		return piece->element < 0 ? STYLE_NORMAL : piece->element;
	if (look->title)
		return look->title;
	return look->unread ? STYLE_UNREAD : STYLE_READ;
}

static bool
is_title(const struct output_piece *piece)
{
	const char *name = piece->field ? piece->field->name : "";
	return str_eq(name, "headline") || str_eq(name, "title");
}

static bool
is_blank(const char *text)
{
	return text[strspn(text, " ")] == '\0';
}

static void
mark_words(struct ui_row *row, size_t from, const struct ui_columns_style *look)
{
	ui_highlights_put(look->words, row, from);
	ui_row_mark(row, from, look->found, STYLE_PICK);
}

bool
ui_columns_put(struct ui_row *row, const struct output_lines *lines, size_t at,
	const struct ui_columns_style *look)
{
	bool cut = false;
	for (size_t i = 0; i < lines->lens[at]; i++) {
		const struct output_piece *piece = &lines->pieces[at][i];
		int style = style_of(piece, look);
		size_t from = row->text.len;
		size_t cells =
			piece->cells < ui_row_left(row) ? piece->cells : ui_row_left(row);
		row->url = is_title(piece) ? look->link : NULL;
		if (!piece->field && is_blank(piece->text))
			ui_row_blank(row, piece->len);
		else if (piece->cells == SIZE_MAX)
			ui_row_put(row, style, piece->text, cells);
		else if (piece->right)
			ui_row_column_right(row, style, piece->text, cells);
		else
			ui_row_column(row, style, piece->text, cells);
		if (piece->field && piece->field->type == OUTPUT_STRING) {
			mark_words(row, from, look);
			ui_row_turn(row, from, BIDI_AUTO);
		}
		row->url = NULL;
		cut |= is_title(piece) && ui_row_measure(row, piece->text) > cells;
	}
	ui_row_end(row);
	return cut;
}
