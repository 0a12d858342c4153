/*
 * The rows of lists, the head of articles and the line of what is played, by the
 * templates of the options feeds-format, items-format, queue-format, article-format and
 * playing-format.
 */
#ifndef UI_CORE_COLUMNS_H
#define UI_CORE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "base/err.h"
#include "output/template.h"

struct match;
struct settings;
struct ui;
struct ui_highlights;
struct ui_frame;
struct ui_row;

/* The templates, read. */
struct ui_columns {
	struct output_template *feeds, *items, *queue, *playing;
	struct output_template *article; /* NULL: there is none */
};

/* ERR_INVALID with a sentence that names the option; a template that is wrong is then
 * the usual one. */
int ui_columns_read(struct ui_columns *out, const struct settings *settings,
	struct err *err) MUST_USE;
void ui_columns_done(struct ui_columns *columns);

/* Lays out rows for a frame, until the scratch is reset. */
struct output_lines ui_columns_lay(struct ui *ui, const struct output_template *t,
	const void *const *rows, size_t len, const struct ui_frame *frame, bool mixed);

/* What time it is, and how the user wants dates to look. */
struct output_clock ui_columns_clock(const struct ui *ui);

/* What the style of a piece depends on. */
struct ui_columns_style {
	bool unread;
	int mark;                          /* enum ui_style of the field mark */
	int title;                         /* … of titles; 0: by unread */
	const struct match *found;         /* words that are marked; NULL: none */
	const struct ui_highlights *words; /* and coloured; NULL: none */
	const char *link;                  /* where the title leads; NULL: nowhere */
};
/* Puts a line into a row, up to its end. Returns whether a title was cut. */
bool ui_columns_put(struct ui_row *row, const struct output_lines *lines, size_t at,
	const struct ui_columns_style *style);

#endif
