/*
 * Drawings of delay against polls, one curve per strategy: as text for a terminal and as
 * SVG. Both axes are logarithmic, since halving a delay is worth the same wherever it
 * starts.
 */
#ifndef SIMULATE_PLOT_H
#define SIMULATE_PLOT_H

#include <stddef.h>

struct buf;

struct simulate_point {
	double polls, delay; /* polls per item, minutes; both > 0 */
};

struct simulate_curve {
	const char *name;
	struct simulate_point *points; /* by polls */
	size_t len;
};

void simulate_plot(struct buf *out, const struct simulate_curve *curves, size_t len);
void simulate_plot_svg(struct buf *out, const struct simulate_curve *curves, size_t len);

#endif
