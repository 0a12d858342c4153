/*
 * Builds tables as they are read: which cell belongs to which column, and whether the
 * table can be drawn as a grid. Private to render.
 */
#ifndef RENDER_GRID_H
#define RENDER_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "render/flow.h"

void render_grid_start(struct flow *flow);
void render_grid_end(struct flow *flow);
/* align: enum cell_align of its cells that say nothing. */
void render_grid_row(struct flow *flow, uint8_t align);
void render_grid_row_end(struct flow *flow);
void render_grid_cell(
	struct flow *flow, uint32_t colspan, uint32_t rowspan, bool head, uint8_t align);
void render_grid_cell_end(struct flow *flow);

#endif
