#include "config.h"

#include "render/plain.h"

#define PART_BYTES 65536

bool
render_plain_step(struct flow *flow, struct span *rest)
{
	const char *start = rest->p;
	struct span line;
	flow->now.plain = true;
	while (span_split(rest, '\n', &line)) {
		if (line.n && line.p[line.n - 1] == '\r')
			line.n--;
		if (span_trim(line).n == 0) {
			render_flow_gap(flow);
		} else {
			render_flow_text(flow, line.p, line.n);
			render_flow_newline(flow);
		}
		if ((size_t)(line.p + line.n - start) >= PART_BYTES)
			return false;
	}
	render_flow_break(flow);
	return true;
}
