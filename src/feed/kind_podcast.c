/*
 * What podcasts say of themselves: where an episode stands, and other files of it. Tags
 * of iTunes, and of the podcast namespace (podcastindex-org/podcast-namespace).
 */
#include "config.h"

#include "feed/kind_inside.h"

#include <inttypes.h>

#include "base/err.h"
#include "base/url.h"
#include "feed/date.h"
#include "feed/unpack.h"
#include "model/media.h"

/* ---- which episode it is */

/* "214" or "3.5" in thousandths; 0: something else. */
static int64_t
number_of(struct span text)
{
	struct span rest = text, whole;
	int64_t number, unit = 100, thousandths = 0;
	span_split(&rest, '.', &whole);
	if (str_int(span_trim(whole), &number) != OK || number < 0 || number > INT32_MAX)
		return 0;
	for (size_t i = 0; i < rest.n && unit; i++, unit /= 10) {
		if (!str_digit(rest.p[i]))
			return 0;
		thousandths += (rest.p[i] - '0') * unit;
	}
	return number * 1000 + thousandths;
}

static void
start_named(struct build *b, const struct row *row, const struct xml_element *e)
{
	const char *name = feed_xml_attr(e, "name");
	(void)row;
	feed_build_top(b)->extra = name ? name : feed_xml_attr(e, "display");
}

/* Takes the number, and the name that people are to see for it. */
static void
take_number(struct build *b, const struct row *row, const struct value *value,
	int64_t *number, char **name)
{
	char *line = feed_kind_take_line(b, value);
	int64_t read = number_of(span_of(line));
	if (!read || (*number && row->rank))
		return;
	*number = read;
	*name = str_empty(value->extra) ? NULL
					: feed_text_line(&b->feed->arena, &b->line,
						  span_of(value->extra));
}

static void
end_season(struct build *b, const struct row *row, const struct value *value)
{
	struct episode_place *place = b->item ? &b->item->media.place : NULL;
	int64_t season = place ? place->season * 1000 : 0;
	if (!place)
		return;
	take_number(b, row, value, &season, &place->season_name);
	place->season = season / 1000;
}

static void
end_number(struct build *b, const struct row *row, const struct value *value)
{
	struct episode_place *place = b->item ? &b->item->media.place : NULL;
	if (place)
		take_number(b, row, value, &place->number, &place->number_name);
}

static void
end_part(struct build *b, const struct row *row, const struct value *value)
{
	struct span part = span_trim(span_of(feed_kind_take_line(b, value)));
	(void)row;
	if (b->item)
		b->item->media.place.part = span_ieq(part, "trailer") ? EPISODE_TRAILER
					    : span_ieq(part, "bonus") ? EPISODE_BONUS
								      : EPISODE_FULL;
}

/* It is read as an item, but is none: it has nothing to read, and is over soon. What is
 * being sent stays, with its beginning. */
static void
start_broadcast(struct build *b, const struct row *row, const struct xml_element *e)
{
	const char *status = feed_xml_attr(e, "status");
	size_t items = b->feed->items_len;
	feed_kind_item.start(b, row, e);
	if (b->feed->items_len > items && status && str_ieq(status, "live"))
		feed_build_top(b)->extra =
			feed_kind_line_of(b, feed_xml_attr(e, "start"));
}

static void
end_broadcast(struct build *b, const struct row *row, const struct value *value)
{
	const char *start = feed_build_top(b)->extra;
	struct feed_broadcast *live = &b->feed->live;
	const struct item *item = b->item;
	int64_t at;
	(void)row;
	if (item && item->title && start && !live->title && !value->cut &&
		feed_date_parse(span_of(start), &at) == OK)
		*live = (struct feed_broadcast){.title = item->title,
			.url = item->enclosures_len ? item->enclosures[0].url
						    : item->link,
			.start = at};
	feed_build_leave_item(b);
}

/* ---- other files of it */

static int64_t
positive(const char *s)
{
	int64_t number;
	return str_int(span_trim(span_of(s)), &number) == OK && number > 0 ? number : 0;
}

/* Its bitrate is in bits a second. */
static void
start_alternate(struct build *b, const struct row *row, const struct xml_element *e)
{
	const char *chosen = feed_xml_attr(e, "default");
	(void)row;
	b->alternate =
		(struct enclosure){.type = feed_kind_line_of(b, feed_xml_attr(e, "type")),
			.length = positive(feed_xml_attr(e, "length")),
			.height = positive(feed_xml_attr(e, "height")),
			.bitrate = positive(feed_xml_attr(e, "bitrate")) / 1000,
			.preferred = chosen && str_ieq(chosen, "true"),
			.title = feed_kind_line_of(b, feed_xml_attr(e, "title")),
			.language = feed_kind_line_of(b, feed_xml_attr(e, "lang")),
			.role = feed_kind_line_of(b, feed_xml_attr(e, "rel"))};
}

static bool
is_onion(const char *url)
{
	static const char end[] = ".onion";
	struct span host = url_split(span_of(url)).host;
	size_t n = sizeof end - 1;
	return host.n > n && str_ieqn(host.p + host.n - n, end, n);
}

/* What is played or fetched comes from the web; sources of other kinds (IPFS, Tor,
 * torrents) are links. */
static void
start_source(struct build *b, const struct row *row, const struct xml_element *e)
{
	const char *type = feed_xml_attr(e, "contentType");
	char *url = feed_build_url(b, span_of(feed_xml_attr(e, "uri")));
	(void)row;
	if (!b->item || !url)
		return;
	if (!url_is_web(url) || is_onion(url) || media_kind(type, url) == MEDIA_TORRENT) {
		feed_kind_add_related(b, RELATED_SOURCE, url, type);
		return;
	}
	if (!feed_kind_has_room(b, b->sources_len))
		return;
	b->sources = arena_push(
		&b->feed->arena, b->sources, b->sources_len, sizeof *b->sources);
	b->sources[b->sources_len++] =
		(struct enclosure){.url = url, .type = feed_kind_line_of(b, type)};
}

static void
start_integrity(struct build *b, const struct row *row, const struct xml_element *e)
{
	const char *type = feed_xml_attr(e, "type");
	(void)row;
	if (type && str_ieq(type, "sri"))
		b->alternate.integrity = feed_kind_line_of(b, feed_xml_attr(e, "value"));
}

static void
add_source(struct build *b, const struct enclosure *source)
{
	const struct enclosure *from = &b->alternate;
	struct enclosure *to = feed_kind_add_enclosure(
		b, source->url, source->type ? source->type : from->type, NULL);
	if (!to)
		return;
	to->length = to->length < 0 && from->length ? from->length : to->length;
	to->height = to->height ? to->height : from->height;
	to->bitrate = to->bitrate ? to->bitrate : from->bitrate;
	to->preferred |= from->preferred;
	to->title = to->title ? to->title : from->title;
	to->language = to->language ? to->language : from->language;
	to->role = to->role ? to->role : from->role;
	to->integrity = to->integrity ? to->integrity : from->integrity;
}

/* Its checksum may come after its sources. */
static void
end_alternate(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	(void)value;
	for (size_t i = 0; i < b->sources_len; i++)
		add_source(b, &b->sources[i]);
	b->sources = NULL;
	b->sources_len = 0;
}

/* As an address has them. */
static const char *
seconds_of(struct build *b, int64_t ms)
{
	const char *form = ms % 1000 ? "%" PRId64 ".%03d" : "%" PRId64;
	return arena_printf(&b->feed->arena, form, ms / 1000, (int)(ms % 1000));
}

/* A part of the episode, as the W3C's Media Fragments URI 1.0 says it. The address before
 * it is known when the item ends. */
static void
start_sample(struct build *b, const struct row *row, const struct xml_element *e)
{
	int64_t start = media_time(span_trim(span_of(feed_xml_attr(e, "startTime"))));
	int64_t length = media_time(span_trim(span_of(feed_xml_attr(e, "duration"))));
	if (start >= 0 && length > 0)
		feed_kind_add_related(b, row->rank,
			arena_printf(&b->feed->arena, "#t=%s,%s", seconds_of(b, start),
				seconds_of(b, start + length)),
			NULL);
}

static void
end_sample(struct build *b, const struct row *row, const struct value *value)
{
	struct related *last = b->item && b->item->related_len
				       ? &b->item->related[b->item->related_len - 1]
				       : NULL;
	if (last && last->rel == (enum related_rel)row->rank && !last->title)
		last->title = feed_kind_take_line(b, value);
}

/* ---- the podcast */

static void
end_serial(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	b->feed->serial |= span_ieq(span_trim(value->text), "serial");
}

static void
end_medium(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	if (!b->feed->medium)
		b->feed->medium = feed_kind_take_line(b, value);
	b->feed->serial |= media_is_whole(b->feed->medium);
}

static void
end_podcast(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	if (!b->feed->podcast)
		b->feed->podcast = feed_kind_take_line(b, value);
}

const struct kind feed_kind_season = {
	.text = true, .one_line = true, .start = start_named, .end = end_season};
const struct kind feed_kind_number = {
	.text = true, .one_line = true, .start = start_named, .end = end_number};
const struct kind feed_kind_part = {.text = true, .one_line = true, .end = end_part};
const struct kind feed_kind_broadcast = {
	.place = IN_ITEM, .start = start_broadcast, .end = end_broadcast};
const struct kind feed_kind_alternate = {
	.place = IN_ITEM, .start = start_alternate, .end = end_alternate};
const struct kind feed_kind_alternate_source = {.start = start_source};
const struct kind feed_kind_integrity = {.start = start_integrity};
const struct kind feed_kind_sample = {
	.text = true, .one_line = true, .start = start_sample, .end = end_sample};
const struct kind feed_kind_serial = {.text = true, .one_line = true, .end = end_serial};
const struct kind feed_kind_medium = {.text = true, .one_line = true, .end = end_medium};
const struct kind feed_kind_podcast = {
	.text = true, .one_line = true, .end = end_podcast};
