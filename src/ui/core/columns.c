#include "config.h"

#include "ui/core/columns.h"

#include <string.h>

#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "conf/settings.h"
#include "output/field.h"
#include "output/playing.h"
#include "ui/core/highlight.h"
#include "ui/core/ui.h"
#include "ui/draw/row.h"
#include "ui/draw/theme.h"

/* Reads one template; if it is wrong, the option's usual one, which may be none. */
static int
read_one(struct output_template **out, const struct output_field *fields,
	const char *text, const char *usual, struct err *err)
{
	struct err none;
	*out = NULL;
	if (str_empty(text))
		text = usual;
	if (str_empty(text))
		return OK;
	int status = output_template_new(fields, ui_theme_names(), text, out, err);
	if (status != OK &&
		(str_empty(usual) || output_template_new(fields, ui_theme_names(), usual,
					     out, &none) != OK))
		*out = NULL;
	return status;
}

int
ui_columns_read(struct ui_columns *out, const struct settings *settings, struct err *err)
{
	const struct options *o = &settings->options;
	const struct {
		const char *name, *text;
		const struct output_field *fields;
		struct output_template **out;
	} templates[] = {
		{"feeds-format", o->feeds_format, output_feed_fields, &out->feeds},
		{"items-format", o->items_format, output_item_fields, &out->items},
		{"queue-format", o->queue_format, output_item_fields, &out->queue},
		{"playing-format", o->playing_format, output_playing_fields,
			&out->playing},
		{"article-format", o->article_format, output_item_fields, &out->article},
	};
	int status = OK;
	for (size_t i = 0; i < COUNT_OF(templates); i++) {
		struct err one;
		const char *name = templates[i].name;
		if (read_one(templates[i].out, templates[i].fields, templates[i].text,
			    conf_option(name)->fallback, &one) == OK)
			continue;
		err_prefix(&one, "%s", name);
		conf_settings_blame(settings, name, &one);
		if (status == OK)
			*err = one;
		status = ERR_INVALID;
	}
	return status;
}

void
ui_columns_done(struct ui_columns *columns)
{
	output_template_free(columns->feeds);
	output_template_free(columns->items);
	output_template_free(columns->queue);
	output_template_free(columns->playing);
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
style_of(const struct output_piece *piece, const struct ui_columns_style *style)
{
	const char *name = piece->field ? piece->field->name : "";
	if (style->mark && str_eq(name, "mark"))
		return style->mark;
	if (piece->element != STYLE_UNREAD)
		return piece->element < 0 ? STYLE_NORMAL : piece->element;
	if (style->title)
		return style->title;
	return style->unread ? STYLE_UNREAD : STYLE_READ;
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
mark_words(struct ui_row *row, size_t from, const struct ui_columns_style *style)
{
	ui_highlights_put(style->words, row, from);
	ui_row_mark(row, from, style->found, STYLE_PICK);
}

bool
ui_columns_put(struct ui_row *row, const struct output_lines *lines, size_t at,
	const struct ui_columns_style *style)
{
	bool cut = false;
	for (size_t i = 0; i < lines->lens[at]; i++) {
		const struct output_piece *piece = &lines->pieces[at][i];
		int own = style_of(piece, style);
		size_t from = row->text.len;
		size_t cells =
			piece->cells < ui_row_left(row) ? piece->cells : ui_row_left(row);
		row->url = is_title(piece) ? style->link : NULL;
		if (!piece->field && is_blank(piece->text))
			ui_row_blank(row, piece->len);
		else if (piece->cells == SIZE_MAX)
			ui_row_put(row, own, piece->text, cells);
		else if (piece->right)
			ui_row_column_right(row, own, piece->text, cells);
		else
			ui_row_column(row, own, piece->text, cells);
		if (piece->field && piece->field->type == OUTPUT_STRING) {
			mark_words(row, from, style);
			ui_row_turn(row, from, BIDI_AUTO);
		}
		row->url = NULL;
		cut |= is_title(piece) && ui_row_measure(row, piece->text) > cells;
	}
	ui_row_end(row);
	return cut;
}
