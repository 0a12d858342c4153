#include "config.h"

#include "render/plain.h"

#include <string.h>

#include "base/i18n.h"

#define PART_BYTES 65536

/* Does an address end before this character: a blank, a quote, an angle bracket? */
static bool
ends_address(unsigned char c)
{
	return c <= 0x20 || c == '<' || c == '>' || c == '"' || c == '`' || c == '|' ||
	       c == 0x7f;
}

/* The length of an address without the punctuation of the sentence around it, and without
 * a closing bracket that it did not open. */
static size_t
trim_address(const char *s, size_t n)
{
	while (n > 0) {
		char last = s[n - 1];
		bool drop = strchr(".,;:!?'*_", last);
		if (last == ')' || last == ']' || last == '}') {
			char open = last == ')' ? '(' : last == ']' ? '[' : '{';
			int balance = 0;
			for (size_t i = 0; i < n; i++)
				balance += (s[i] == open) - (s[i] == last);
			drop = balance < 0;
		}
		if (!drop)
			break;
		n--;
	}
	return n;
}

/* The length of the address at s, or 0 if there is none. */
static size_t
address_length(const char *s, size_t n)
{
	size_t scheme = 0, end;
	if (n > 7 && str_ieqn(s, "http://", 7))
		scheme = 7;
	else if (n > 8 && str_ieqn(s, "https://", 8))
		scheme = 8;
	if (!scheme)
		return 0;
	for (end = scheme; end < n && !ends_address((unsigned char)s[end]); end++)
		;
	end = trim_address(s, end);
	return end > scheme ? end : 0;
}

static void
put_line(struct flow *flow, const char *s, size_t n)
{
	size_t done = 0;
	for (size_t i = 0; i < n; i++) {
		if (s[i] != 'h' && s[i] != 'H')
			continue;
		if (i > 0 && str_alpha((unsigned char)s[i - 1]))
			continue;
		size_t len = address_length(s + i, n - i);
		if (!len)
			continue;
		render_flow_text(flow, s + done, i - done);
		struct flow_state before = flow->now;
		render_flow_link_open(flow, (struct span){s + i, len});
		render_flow_text(flow, s + i, len);
		render_flow_link_close(flow);
		flow->now = before;
		i += len - 1;
		done = i + 1;
	}
	render_flow_text(flow, s + done, n - done);
}

bool
render_plain_step(struct flow *flow, struct span *rest)
{
	const char *start = rest->p;
	struct span line;
	while (span_split(rest, '\n', &line)) {
		if (span_trim(line).n == 0) {
			render_flow_gap(flow);
		} else {
			put_line(flow, line.p, line.n);
			render_flow_newline(flow);
		}
		if ((size_t)(line.p + line.n - start) >= PART_BYTES)
			return false;
	}
	render_flow_break(flow);
	return true;
}
