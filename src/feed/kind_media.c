/*
 * Films, sounds and pictures: the files that go with an item, and what is known of them.
 */
#include "config.h"

#include "feed/kind_inside.h"

#include "base/err.h"
#include "base/time.h"
#include "base/url.h"
#include "feed/unpack.h"
#include "model/media.h"

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

/* The same for a length, in which some write "62,447,386". */
static int64_t
length_of(const char *s)
{
	char digits[24];
	size_t n = 0;
	struct span text = span_trim(span_of(s));
	for (size_t i = 0; i < text.n && n < sizeof digits - 1; i++) {
		bool grouping = text.p[i] == ',' || text.p[i] == '.' || text.p[i] == ' ';
		if (!grouping)
			digits[n++] = text.p[i];
		else if (i == 0 || i + 3 >= text.n)
			return -1; /* three digits follow each group */
	}
	digits[n] = '\0';
	return number_of(digits, -1);
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
	if (!e->type)
		e->type = feed_kind_line_of(b, type);
	if (e->length < 0)
		e->length = length_of(length);
	return e;
}

/* Reads "48 min" as seconds; 0 for anything else. */
static int64_t
minutes_of(struct span text)
{
	static const char *const units[] = {"min", "mins", "minutes", "min."};
	struct span number;
	int64_t minutes;
	span_split(&text, ' ', &number);
	for (size_t i = 0; text.p && i < COUNT_OF(units); i++)
		if (span_ieq(span_trim(text), units[i]) &&
			str_int(number, &minutes) == OK && minutes > 0 &&
			minutes < 7 * TIME_DAY / TIME_MINUTE)
			return minutes * TIME_MINUTE;
	return 0;
}

/* In milliseconds; 0: none. */
static int64_t
duration_of(const char *s)
{
	struct span text = span_trim(span_of(s));
	int64_t seconds = minutes_of(text), ms = media_time(text);
	return seconds ? seconds * 1000 : ms > 0 ? ms : 0;
}

static void
set_duration(struct build *b, int64_t duration)
{
	if (b->item && !b->item->media.duration)
		b->item->media.duration = duration;
}

/* Its type or, if neither that nor the address says what it is, what Media RSS calls its
 * medium: many blogs have pictures of their authors like that. */
static const char *
type_of(const struct xml_element *e, const char *url)
{
	const char *type = feed_xml_attr(e, "type");
	bool unknown = str_empty(type) && media_kind(NULL, url) == MEDIA_UNKNOWN;
	return unknown ? feed_xml_attr(e, "medium") : type;
}

/* Takes the attributes of RSS and those of Media RSS. */
static void
start_enclosure(struct build *b, const struct row *row, const struct xml_element *e)
{
	(void)row;
	const char *length = feed_xml_attr(e, "length");
	const char *preferred = feed_xml_attr(e, "isDefault");
	const char *attr = feed_xml_attr(e, "url");
	char *url = feed_build_url(b, span_of(attr ? attr : feed_xml_attr(e, "href")));
	struct enclosure *to = feed_kind_add_enclosure(
		b, url, type_of(e, url), length ? length : feed_xml_attr(e, "fileSize"));
	if (!to)
		return;
	to->height = number_of(feed_xml_attr(e, "height"), 0);
	to->bitrate = number_of(feed_xml_attr(e, "bitrate"), 0);
	to->preferred = preferred && str_ieq(preferred, "true");
	to->language = feed_kind_line_of(b, feed_xml_attr(e, "lang"));
	feed_build_top(b)->extra = url;
	set_duration(b, duration_of(feed_xml_attr(e, "duration")));
}

void
feed_kind_name_enclosure(struct build *b, const struct value *value)
{
	const struct frame *parent = feed_build_top(b) - 1;
	struct item *item = b->item;
	if (!item || !parent->row || parent->row->kind != &feed_kind_enclosure)
		return;
	size_t i = media_find(item->enclosures, item->enclosures_len, parent->extra);
	if (i < item->enclosures_len && !item->enclosures[i].title)
		item->enclosures[i].title = feed_kind_take_line(b, value);
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
/* Whatever their order is: they are sorted when they are read again. */
static void
start_chapter(struct build *b, const struct row *row, const struct xml_element *e)
{
	struct arena *arena = &b->feed->arena;
	const char *start = feed_xml_attr(e, "start");
	const char *href = feed_xml_attr(e, "href");
	struct chapters *c = b->item ? &b->item->chapters : NULL;
	int64_t at = media_time(span_trim(span_of(start)));
	(void)row;
	if (!c || at < 0 || !feed_kind_has_room(b, c->len))
		return;
	c->list = arena_push(arena, c->list, c->len, sizeof *c->list);
	c->list[c->len++] = (struct chapter){.start = at,
		.title = feed_kind_line_of(b, feed_xml_attr(e, "title")),
		.url = str_empty(href) ? NULL : feed_build_url(b, span_of(href))};
}

const struct kind feed_kind_chapter = {.start = start_chapter};

const struct kind feed_kind_duration = {
	.text = true, .one_line = true, .end = end_duration};
const struct kind feed_kind_statistics = {.start = start_statistics};
