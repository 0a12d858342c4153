#include "config.h"

#include "cli/core/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/quote.h"
#include "base/str.h"
#include "base/time.h"
#include "model/item.h"

static void
put_key(struct buf *out, const char *key)
{
	if (out->len && out->data[out->len - 1] != '{')
		buf_addc(out, ',');
	buf_addf(out, "\"%s\":", key);
}

void
cli_json_begin(struct buf *out)
{
	buf_addc(out, '{');
}

void
cli_json_end(struct buf *out)
{
	buf_adds(out, "}\n");
}

void
cli_json_close(struct buf *out)
{
	buf_addc(out, '}');
}

void
cli_json_string(struct buf *out, const char *key, const char *value)
{
	put_key(out, key);
	if (value)
		quote_json(out, value);
	else
		buf_adds(out, "null");
}

void
cli_json_strings(struct buf *out, const char *key, char *const *values, size_t len)
{
	put_key(out, key);
	buf_addc(out, '[');
	for (size_t i = 0; i < len; i++) {
		if (i)
			buf_addc(out, ',');
		quote_json(out, values[i]);
	}
	buf_addc(out, ']');
}

void
cli_json_number(struct buf *out, const char *key, uint64_t value)
{
	put_key(out, key);
	buf_addf(out, "%" PRIu64, value);
}

void
cli_json_integer(struct buf *out, const char *key, int64_t value)
{
	put_key(out, key);
	buf_addf(out, "%" PRId64, value);
}

/* JSON's decimal point is a dot, whatever the locale's is. */
static void
put_real(struct buf *out, double value, int digits)
{
	char text[40];
	if (!isfinite(value)) {
		buf_adds(out, "null");
		return;
	}
	int n = snprintf(text, sizeof text, "%.*g", digits, value);
	for (int i = 0; i < n; i++)
		if (text[i] == ',')
			text[i] = '.';
	buf_adds(out, text);
}

void
cli_json_real(struct buf *out, const char *key, double value)
{
	put_key(out, key);
	put_real(out, value, 9);
}

void
cli_json_bool(struct buf *out, const char *key, bool value)
{
	put_key(out, key);
	buf_adds(out, value ? "true" : "false");
}

void
cli_json_time(struct buf *out, const char *key, int64_t value)
{
	put_key(out, key);
	if (value == TIME_NONE || value == INT64_MAX)
		buf_adds(out, "null");
	else
		buf_addf(out, "%" PRId64, value);
}

void
cli_json_list(struct buf *out, const char *key)
{
	put_key(out, key);
	buf_addc(out, '[');
}

void
cli_json_element(struct buf *out)
{
	if (out->data[out->len - 1] != '[')
		buf_addc(out, ',');
}

void
cli_json_list_end(struct buf *out)
{
	buf_addc(out, ']');
}

void
cli_json_text(struct buf *out, const char *value)
{
	cli_json_element(out);
	quote_json(out, value);
}

void
cli_json_figure(struct buf *out, double value)
{
	cli_json_element(out);
	put_real(out, value, 4);
}

static void
json_place(struct buf *out, const struct episode_place *place)
{
	static const char *const parts[] = {
		[EPISODE_TRAILER] = "trailer", [EPISODE_BONUS] = "bonus"};
	if (place->season)
		cli_json_number(out, "season", (uint64_t)place->season);
	if (!str_empty(place->season_name))
		cli_json_string(out, "season_name", place->season_name);
	if (place->number)
		cli_json_real(out, "episode", (double)place->number / 1000);
	if (!str_empty(place->number_name))
		cli_json_string(out, "episode_name", place->number_name);
	if (place->part > 0 && place->part < (int32_t)COUNT_OF(parts))
		cli_json_string(out, "episode_type", parts[place->part]);
}

void
cli_json_media(struct buf *out, const struct media *m)
{
	if (!str_empty(m->thumbnail))
		cli_json_string(out, "thumbnail", m->thumbnail);
	if (m->duration)
		cli_json_number(out, "duration_ms", (uint64_t)m->duration);
	json_place(out, &m->place);
	if (m->views >= 0)
		cli_json_number(out, "views", (uint64_t)m->views);
	if (m->votes >= 0)
		cli_json_number(out, "votes", (uint64_t)m->votes);
}

void
cli_json_rendition(struct buf *out, const struct enclosure *e)
{
	if (e->height)
		cli_json_number(out, "height", (uint64_t)e->height);
	if (e->bitrate)
		cli_json_number(out, "bitrate", (uint64_t)e->bitrate);
	if (e->preferred)
		cli_json_bool(out, "preferred", true);
	if (!str_empty(e->title))
		cli_json_string(out, "title", e->title);
	if (!str_empty(e->language))
		cli_json_string(out, "language", e->language);
	if (!str_empty(e->role))
		cli_json_string(out, "role", e->role);
	if (!str_empty(e->integrity))
		cli_json_string(out, "integrity", e->integrity);
}
