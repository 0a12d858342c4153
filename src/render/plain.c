#include "config.h"

#include "render/plain.h"

#include <string.h>

#define PART_BYTES 8192

/* Takes a line off the text, or as much of a long one as has whole characters. */
static bool
take_part(struct span *rest, struct span *part, bool *ends)
{
	*ends = rest->n <= PART_BYTES || memchr(rest->p, '\n', PART_BYTES);
	if (*ends)
		return span_split(rest, '\n', part);
	size_t n = PART_BYTES;
	while (n < rest->n && n < PART_BYTES + 3 &&
		((unsigned char)rest->p[n] & 0xc0) == 0x80)
		n++;
	*part = (struct span){rest->p, n};
	*rest = (struct span){rest->p + n, rest->n - n};
	return true;
}

bool
render_plain_step(struct flow *flow, struct plain *plain)
{
	size_t taken = 0;
	struct span part;
	bool ends;
	flow->now.plain = true;
	while (taken < PART_BYTES && take_part(&plain->rest, &part, &ends)) {
		bool starts = !plain->within;
		plain->within = !ends;
		taken += part.n + 1;
		if (ends && part.n && part.p[part.n - 1] == '\r')
			part.n--;
		if (starts && ends && span_trim(part).n == 0) {
			render_flow_gap(flow);
			continue;
		}
		render_flow_text(flow, part.p, part.n);
		if (ends)
			render_flow_newline(flow);
	}
	if (plain->rest.p)
		return false;
	render_flow_break(flow);
	return true;
}
