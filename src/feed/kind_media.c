/*
 * Films, sounds and pictures: the files that go with an item, and what is known of them.
 */
#include "config.h"

#include "feed/kind_inside.h"

#include "base/err.h"
#include "base/time.h"
#include "base/url.h"
#include "feed/text.h"

/* Whether the file can't be used: YouTube still gives each item a film for Flash, which
 * has not worked since 2020. */
static bool
is_dead(const char *url, const char *type)
{
	static const char *const hosts[] = {"youtube.com", "youtube-nocookie.com"};
	if (type && !str_istarts(type, "application/x-shockwave-flash"))
		return false;
	struct url parts = url_split(span_of(url));
	struct span host = parts.host, path = parts.path;
	if (!type && (path.n < 3 || !str_ieqn(path.p, "/v/", 3)))
		return false;
	for (size_t i = 0; i < COUNT_OF(hosts); i++) {
		size_t n = span_of(hosts[i]).n;
		if (host.n >= n && str_ieqn(host.p + host.n - n, hosts[i], n) &&
			(host.n == n || host.p[host.n - n - 1] == '.'))
			return true;
	}
	return false;
}

/* The value as a number; none if it is not one. */
static int64_t
number_of(const char *s, int64_t none)
{
	int64_t number;
	return str_int(span_trim(span_of(s)), &number) == OK && number >= 0 ? number
									    : none;
}

struct enclosure *
feed_kind_add_enclosure(struct build *b, char *url, const char *type, const char *length)
{
	struct item *item = b->item;
	if (!item || str_empty(url) || is_dead(url, type))
		return NULL;
	struct enclosure *e = NULL;
	for (size_t i = 0; i < item->enclosures_len && !e; i++)
		if (str_eq(item->enclosures[i].url, url))
			e = &item->enclosures[i];
	if (!e && !feed_kind_has_room(b, item->enclosures_len))
		return NULL;
	if (!e) {
		item->enclosures = arena_push(&b->feed->arena, item->enclosures,
			item->enclosures_len, sizeof *item->enclosures);
		e = &item->enclosures[item->enclosures_len++];
		e->url = url;
		e->length = -1;
	}
	if (!e->type && !str_empty(type))
		e->type = feed_text_line(&b->feed->arena, &b->line, span_of(type));
	if (e->length < 0)
		e->length = number_of(length, -1);
	return e;
}

/* Reads "5400", "90:00" or "1:30:00.5" as milliseconds; 0 for anything else, or for a
 * week and more. */
static int64_t
duration_of(const char *s)
{
	struct span rest = span_trim(span_of(s)), part, whole;
	int64_t seconds = 0, number = 0;
	int parts = 0;
	while (span_split(&rest, ':', &part)) {
		bool last = !rest.p;
		span_split(&part, last ? '.' : ':', &whole);
		if (++parts > 3 || str_int(whole, &number) != OK || number < 0 ||
			number > 7 * TIME_DAY)
			return 0;
		seconds = seconds * 60 + number;
	}
	int64_t thousandths = 0, unit = 100;
	for (size_t i = 0; part.p && i < part.n && str_digit(part.p[i]); i++, unit /= 10)
		thousandths += (part.p[i] - '0') * unit;
	return seconds < 7 * TIME_DAY ? seconds * 1000 + thousandths : 0;
}

static void
set_duration(struct build *b, int64_t duration)
{
	if (b->item && !b->item->media.duration)
		b->item->media.duration = duration;
}

/* Takes the attributes of RSS and those of Media RSS. */
static void
start_enclosure(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	const char *length = feed_xml_attr(e, "length");
	const char *preferred = feed_xml_attr(e, "isDefault");
	struct enclosure *to = feed_kind_add_enclosure(b,
		feed_build_url(b, span_of(feed_xml_attr(e, "url"))),
		feed_xml_attr(e, "type"), length ? length : feed_xml_attr(e, "fileSize"));
	if (!to)
		return;
	to->height = number_of(feed_xml_attr(e, "height"), 0);
	to->bitrate = number_of(feed_xml_attr(e, "bitrate"), 0);
	to->preferred = preferred && str_ieq(preferred, "true");
	set_duration(b, duration_of(feed_xml_attr(e, "duration")));
}

static void
start_thumbnail(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	const char *url = feed_xml_attr(e, "url");
	if (!url)
		url = feed_xml_attr(e, "href");
	if (b->item && url && !b->item->media.thumbnail)
		b->item->media.thumbnail = feed_build_url(b, span_of(url));
}

static void
end_duration(struct build *b, const struct row *row, const struct value *value)
{
	(void)row;
	char *line = feed_kind_take_line(b, value);
	set_duration(b, duration_of(line));
}

static void
start_statistics(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	struct media *media = b->item ? &b->item->media : NULL;
	if (!media)
		return;
	media->views = number_of(feed_xml_attr(e, "views"), media->views);
	media->votes = number_of(feed_xml_attr(e, "count"), media->votes);
}

const struct kind feed_kind_enclosure = {.place = IN_ITEM, .start = start_enclosure};
const struct kind feed_kind_thumbnail = {.start = start_thumbnail};
const struct kind feed_kind_duration = {
	.text = true, .one_line = true, .end = end_duration};
const struct kind feed_kind_statistics = {.start = start_statistics};
