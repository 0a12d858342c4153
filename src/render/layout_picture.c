/*
 * Pictures: lines without text, above the line in which the picture's note stands.
 */
#include "config.h"

#include "base/vec.h"
#include "render/layout_inside.h"

#define ROWS_MAX 24 /* lines of a picture; a cell is twice as high as wide */

/* How large it is drawn in this many cells. */
static void
fit(const struct picture *p, size_t most, struct render_shown *shown)
{
	size_t cols = p->cols && p->cols < most ? p->cols : most;
	/* A tall one is made narrower rather than cut off. */
	size_t high = 2 * (size_t)ROWS_MAX * p->width / p->height;
	cols = cols < high ? cols : high;
	cols += cols == 0;
	size_t rows = (cols * p->height + p->width) / (2 * (size_t)p->width);
	rows = rows < ROWS_MAX ? rows : ROWS_MAX;
	shown->cols = (uint16_t)cols;
	shown->rows = (uint16_t)(rows + (rows == 0));
}

static struct render_line *
line_at(struct layout *l, size_t index)
{
	return (struct render_line *)(uintptr_t)render_layout_at(l, index);
}

/* Puts the lines of a picture in front of the last line. */
static void
put_picture(struct layout *l, size_t index, const struct frame *frame, size_t width)
{
	struct render_line text = *line_at(l, l->len - 1);
	struct render_shown shown = {.picture = (uint32_t)index};
	l->len--;
	for (size_t row = 0; row == 0 || row < shown.rows; row++) {
		size_t cells = render_layout_frames(l, frame, NULL, width, UINT32_MAX);
		if (row == 0) {
			shown.indent = (uint16_t)cells;
			fit(&l->doc->pictures[index], width - cells, &shown);
			*VEC_PUSH(l->shown, l->shown_len, l->shown_cap) = shown;
		}
		l->heading = 0;
		l->code = false;
		render_layout_finish(l);
		struct render_line *line = line_at(l, l->len - 1);
		line->picture = (uint16_t)l->shown_len;
		line->row = (uint16_t)row;
		line->at = text.at;
	}
	render_layout_finish(l);
	*line_at(l, l->len - 1) = text;
}

void
render_layout_pictures(struct layout *l, uint32_t from, uint32_t to,
	const struct frame *frame, size_t width)
{
	const struct render_doc *doc = l->doc;
	while (l->picture < doc->pictures_len && doc->pictures[l->picture].at < to) {
		const struct picture *p = &doc->pictures[l->picture];
		if (p->at >= from && p->width && l->shown_len < UINT16_MAX)
			put_picture(l, l->picture, frame, width);
		l->picture++;
	}
}
