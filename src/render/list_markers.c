#include "config.h"

#include "render/list_markers.h"

#include <stdio.h>
#include <string.h>

#include "base/attr.h"

#define ROMAN_MAX 3999

/* Writes n (1 to ROMAN_MAX) in Roman numerals. */
static void
put_roman(char *out, int64_t n, bool upper)
{
	static const struct {
		int value;
		const char *lower, *upper;
	} parts[] = {{1000, "m", "M"}, {900, "cm", "CM"}, {500, "d", "D"},
		{400, "cd", "CD"}, {100, "c", "C"}, {90, "xc", "XC"}, {50, "l", "L"},
		{40, "xl", "XL"}, {10, "x", "X"}, {9, "ix", "IX"}, {5, "v", "V"},
		{4, "iv", "IV"}, {1, "i", "I"}};
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		for (; n >= parts[i].value; n -= parts[i].value) {
			const char *part = upper ? parts[i].upper : parts[i].lower;
			memcpy(out, part, strlen(part));
			out += strlen(part);
		}
	*out = '\0';
}

/* Writes n as a, b, … z, aa, ab … */
static void
put_letters(char *out, int64_t n, char first)
{
	char letters[16];
	size_t len = 0;
	for (; n > 0 && len < sizeof letters; n = (n - 1) / 26)
		letters[len++] = (char)(first + (n - 1) % 26);
	while (len > 0)
		*out++ = letters[--len];
	*out = '\0';
}

/* Writes the marker of item n, without blanks, and returns its width. */
static size_t
put_marker(const struct flow_state *now, int64_t n, char *out, size_t size)
{
	static const char *const bullets[] = {"•", "◦", "▪"};
	char text[20] = "";
	if (now->numbering == '-') {
		*out = '\0';
		return 0;
	}
	if (!now->numbering) {
		snprintf(out, size, "%s",
			bullets[(now->bullets - 1u) % COUNT_OF(bullets)]);
		return 1;
	}
	if (strchr("iI", now->numbering) && n > 0 && n <= ROMAN_MAX)
		put_roman(text, n, now->numbering == 'I');
	else if (strchr("aA", now->numbering) && n > 0)
		put_letters(text, n, now->numbering);
	else
		snprintf(text, sizeof text, "%lld", (long long)n);
	snprintf(out, size, "%s.", text);
	return strlen(out);
}

/* A list within a list follows its item's text without a blank line. */
static void
start(struct flow *flow)
{
	if (flow->now.bullets == 0 && !flow->now.numbering)
		render_flow_gap(flow);
	else
		render_flow_break(flow);
	flow->now.list = ++flow->lists;
}

void
render_list_bullets(struct flow *flow, bool marks)
{
	start(flow);
	flow->now.bullets += flow->now.bullets < UINT8_MAX;
	flow->now.numbering = marks ? '\0' : '-';
	flow->now.marker_cells = 1;
}

void
render_list_numbers(
	struct flow *flow, const char *type, int64_t first, bool reversed, int64_t items)
{
	struct flow_state *now = &flow->now;
	start(flow);
	bool known = type && type[0] && !type[1] && strchr("aAiI", type[0]);
	if (first == RENDER_LIST_NO_NUMBER || first > INT32_MAX || first < INT32_MIN)
		first = reversed ? items : 1;
	now->numbering = known ? type[0] : '1';
	now->number = first;
	now->step = reversed ? -1 : 1;
	now->marker_cells = 0;
	/* The longest marker is the first or the last, except for Roman numerals. */
	bool roman = strchr("iI", now->numbering) && items <= ROMAN_MAX;
	for (int64_t i = 0; i < items; i += roman || items < 2 ? 1 : items - 1) {
		char marker[FRAME_MARKER];
		size_t cells =
			put_marker(now, first + now->step * i, marker, sizeof marker);
		if (cells > now->marker_cells)
			now->marker_cells = (uint8_t)cells;
	}
}

/* The counter is part of the list's state, one level below the item's. */
void
render_list_item(struct flow *flow, int64_t value)
{
	struct flow_state *now = &flow->now;
	char marker[FRAME_MARKER];
	bool own = value != RENDER_LIST_NO_NUMBER && value <= INT32_MAX &&
		   value >= INT32_MIN;
	int64_t n = own ? value : now->number;
	now->number = n + now->step;
	if (!now->numbering && now->bullets == 0)
		now->bullets = 1; /* an item outside any list */
	size_t cells = put_marker(now, n, marker, sizeof marker);
	size_t room = cells > now->marker_cells ? cells : now->marker_cells;
	if (now->numbering == '-') {
		render_flow_break(flow);
		return;
	}
	render_flow_item(flow, marker, (uint8_t)(room + 1));
}
