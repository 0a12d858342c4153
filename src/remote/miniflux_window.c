#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "remote/id.h"
#include "remote/miniflux_inside.h"

static int
highest_first(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return x < y ? 1 : x > y ? -1 : 0;
}

static void
read_ids(struct miniflux_window *out, const struct remote_arg *arg)
{
	out->ids = mem_alloc((arg->ids_len + 1) * sizeof *out->ids);
	for (size_t i = 0; i < arg->ids_len; i++)
		if (remote_id_is_number(arg->ids[i], &out->ids[out->len]))
			out->len++;
	if (out->len > 0)
		qsort(out->ids, out->len, sizeof *out->ids, highest_first);
	out->before = out->len > 0 ? out->ids[0] + 1 : 0;
}

static bool
read_number(struct span *rest, char sep, uint64_t *out)
{
	struct span part;
	int64_t number;
	if (!span_split(rest, sep, &part) || str_int(part, &number) != OK || number < 0)
		return false;
	*out = (uint64_t)number;
	return true;
}

void
remote_miniflux_window_read(struct miniflux_window *out, const struct remote_arg *arg)
{
	struct span rest = arg->more;
	uint64_t phase;
	*out = (struct miniflux_window){0};
	if (rest.n == 0) {
		read_ids(out, arg);
		return;
	}
	out->ids = mem_alloc((arg->ids_len + 1) * sizeof *out->ids);
	if (!read_number(&rest, ' ', &phase) || !read_number(&rest, ' ', &out->before))
		return;
	out->phase = phase < MINIFLUX_ANY ? (enum miniflux_phase)phase : MINIFLUX_ANY;
	while (out->len < arg->ids_len && read_number(&rest, ',', &out->ids[out->len]))
		out->len++;
}

void
remote_miniflux_window_done(struct miniflux_window *window)
{
	free(window->ids);
}

uint64_t
remote_miniflux_window_lowest(const struct miniflux_window *window)
{
	if (window->len == 0)
		return 0;
	uint64_t lowest = window->ids[window->len - 1], highest = window->ids[0];
	if (window->phase != MINIFLUX_ANY)
		return lowest;
	/* A range so small that one page holds every entry that it can have. */
	for (size_t i = window->len; i-- > 0;) {
		lowest = window->ids[i];
		if (highest - lowest < MINIFLUX_PAGE)
			break;
	}
	return lowest;
}

bool
remote_miniflux_window_found(struct miniflux_window *window, uint64_t id)
{
	for (size_t low = 0, high = window->len; low < high;) {
		size_t middle = low + (high - low) / 2;
		if (window->ids[middle] == id) {
			memmove(&window->ids[middle], &window->ids[middle + 1],
				(window->len - middle - 1) * sizeof *window->ids);
			window->len--;
			return true;
		}
		if (window->ids[middle] > id)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

bool
remote_miniflux_window_next(struct miniflux_window *window, size_t n, int64_t total,
	uint64_t lowest, struct buf *out)
{
	if (window->len == 0)
		return false;
	bool rest = n > 0 && (int64_t)n < total &&
		    lowest > window->ids[window->len - 1] && lowest < window->before;
	if (!rest && window->phase != MINIFLUX_ANY)
		window->phase++;
	window->before = rest ? lowest : window->ids[0] + 1;
	buf_addf(out, "%d %" PRIu64 " ", (int)window->phase, window->before);
	for (size_t i = 0; i < window->len; i++)
		buf_addf(out, "%s%" PRIu64, i > 0 ? "," : "", window->ids[i]);
	return true;
}
