/*
 * Lays out a document's blocks as lines of a given width, in slices. Private to render.
 */
#ifndef RENDER_LAYOUT_H
#define RENDER_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct render_doc;
struct render_line;
struct render_shown;

/* room: the cells that code and tables may have, at least width. The width lies in the
 * middle of it. */
struct layout *render_layout_new(const struct render_doc *doc, size_t width, size_t room);
void render_layout_free(struct layout *layout);
/* Makes lines until there are want of them, the blocks that are ready are used up, or the
 * monotonic clock passes deadline_us (0: none). True if the blocks are used up. */
bool render_layout_run(struct layout *layout, size_t want, int64_t deadline_us);
size_t render_layout_len(const struct layout *layout);
const struct render_line *render_layout_at(const struct layout *layout, size_t index);
/* By number, from 1. */
const struct render_shown *
render_layout_shown(const struct layout *layout, size_t number);

#endif
