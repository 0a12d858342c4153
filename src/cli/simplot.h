/*
 * Delay against polls, a curve a strategy: for the terminal and as SVG. Both axes are
 * logarithmic, since halving a delay is worth the same wherever it starts.
 */
#ifndef CLI_SIMPLOT_H
#define CLI_SIMPLOT_H

#include <stddef.h>

struct buf;

struct cli_sim_point {
	double polls, delay; /* polls an item, minutes; both > 0 */
};

struct cli_sim_curve {
	const char *name;
	struct cli_sim_point *points; /* by polls */
	size_t len;
};

void cli_sim_plot(struct buf *out, const struct cli_sim_curve *curves, size_t len);
void cli_sim_svg(struct buf *out, const struct cli_sim_curve *curves, size_t len);

#endif
