/*
 * The tables of fields, and their values as text.
 */
#include "config.h"

#include "output/field.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "model/media.h"

#define FEED(member) .offset = offsetof(struct output_feed_row, feed.member)
#define ITEM(member) .offset = offsetof(struct output_item_row, member)

const struct output_field output_feed_fields[] = {
	OUTPUT_FIELD("id", N_("the feed's number"), OUTPUT_U32, FEED(id)),
	OUTPUT_FIELD(
		"url", N_("its address"), OUTPUT_STRING, FEED(url), .element = "link"),
	OUTPUT_FIELD("title", N_("your title, else its own"), OUTPUT_STRING, FEED(title),
		.element = "unread"),
	OUTPUT_FIELD("tags", N_("its tags"), OUTPUT_STRINGS, FEED(tags),
		.length = offsetof(struct output_feed_row, feed.tags_len),
		.element = "tag"),
	OUTPUT_FIELD("unread", N_("the number of its unread items"), OUTPUT_U32,
		FEED(unread), .count = true, .element = "count"),
	OUTPUT_FIELD("total", N_("the number of its items"), OUTPUT_U32, FEED(total),
		.count = true, .element = "hint"),
	OUTPUT_FIELD("status", N_("the last HTTP status; 0: never fetched, or no answer"),
		OUTPUT_STATUS, FEED(status)),
	OUTPUT_FIELD("next_poll", N_("when it will be polled next"), OUTPUT_TIME,
		FEED(next_poll), .element = "date"),
	OUTPUT_FIELD("starred", N_("the number of its starred items"), OUTPUT_U32,
		FEED(starred), .count = true, .on_request = true, .element = "star"),
	OUTPUT_FIELD("feed_title", N_("the title that the feed itself gives"),
		OUTPUT_STRING, FEED(feed_title), .on_request = true, .element = "unread"),
	OUTPUT_FIELD("link", N_("the address of its site"), OUTPUT_STRING, FEED(link),
		.on_request = true, .element = "link"),
	OUTPUT_FIELD("last_poll", N_("when it was last polled"), OUTPUT_TIME,
		FEED(last_poll), .on_request = true, .element = "date"),
	OUTPUT_FIELD("last_change", N_("when it last had something new"), OUTPUT_TIME,
		FEED(last_change), .on_request = true, .element = "date"),
	OUTPUT_FIELD("failures", N_("how many polls have failed in a row"), OUTPUT_STATUS,
		FEED(failures), .on_request = true, .element = "error"),
	OUTPUT_FIELD("error", N_("why the last poll failed"), OUTPUT_STRING, FEED(error),
		.on_request = true, .element = "error"),
	OUTPUT_FIELD("repairs", N_("what had to be repaired in its document"),
		OUTPUT_STRING, FEED(repairs), .on_request = true),
	OUTPUT_FIELD("moved_to",
		N_("where it has moved for good, according to its server; see move"),
		OUTPUT_STRING, FEED(moved_to), .on_request = true),
	OUTPUT_FIELD("adopted", N_("whether it is already fetched from there"),
		OUTPUT_BOOL, FEED(adopted), .on_request = true),
	OUTPUT_FIELD("hidden", N_("whether it is hidden from the list of feeds"),
		OUTPUT_BOOL, FEED(hidden), .on_request = true),
	OUTPUT_FIELD("newest", N_("the date of its newest item"), OUTPUT_TIME,
		.offset = offsetof(struct output_feed_row, newest), .on_request = true,
		.element = "date"),
	OUTPUT_FIELD("gap", N_("the usual time between two of its items, in seconds"),
		OUTPUT_SPAN, .offset = offsetof(struct output_feed_row, gap),
		.on_request = true, .element = "date"),
	OUTPUT_FIELD("mark", N_("in the reader: whether it is being fetched, or fails"),
		OUTPUT_SIGN, .offset = offsetof(struct output_feed_row, mark),
		.on_request = true, .element = "note"),
	OUTPUT_FIELD("tree", N_("in the reader: its place below the tags"), OUTPUT_SIGN,
		.offset = offsetof(struct output_feed_row, tree), .on_request = true,
		.element = "tag"),
	{0},
};

const struct output_field output_item_fields[] = {
	OUTPUT_FIELD("id", N_("the item's number"), OUTPUT_U64, ITEM(item.id)),
	OUTPUT_FIELD("feed", N_("the number of its feed"), OUTPUT_U32, ITEM(item.feed)),
	OUTPUT_FIELD("guid", N_("the id that the feed gives it"), OUTPUT_STRING,
		ITEM(item.guid)),
	OUTPUT_FIELD("title", N_("its title"), OUTPUT_STRING, ITEM(item.title),
		.element = "unread"),
	OUTPUT_FIELD("link", N_("its address"), OUTPUT_STRING, ITEM(item.link),
		.element = "link"),
	OUTPUT_FIELD("published", N_("when it was published"), OUTPUT_TIME,
		ITEM(item.published), .element = "date"),
	OUTPUT_FIELD("seen", N_("when it was first seen"), OUTPUT_TIME, ITEM(item.seen),
		.element = "date"),
	OUTPUT_FIELD("unread", N_("whether it is unread"), OUTPUT_FLAG, ITEM(item.flags),
		.flag = ITEM_UNREAD),
	OUTPUT_FIELD("starred", N_("whether it is starred"), OUTPUT_FLAG,
		ITEM(item.flags), .flag = ITEM_STARRED),
	OUTPUT_FIELD("author", N_("its author"), OUTPUT_STRING, ITEM(item.author),
		.on_request = true, .element = "meta"),
	OUTPUT_FIELD("updated", N_("when it was last changed, according to the feed"),
		OUTPUT_TIME, ITEM(item.updated), .on_request = true, .element = "date"),
	OUTPUT_FIELD("comments_count",
		N_("the number of comments, according to the feed; 0: none, or unknown"),
		OUTPUT_U32, ITEM(item.comments), .on_request = true, .element = "hint"),
	OUTPUT_FIELD("date", N_("the time by which lists are sorted"), OUTPUT_TIME,
		ITEM(item.time), .on_request = true, .element = "date"),
	OUTPUT_FIELD("edited", N_("whether it has changed since it was first seen"),
		OUTPUT_FLAG, ITEM(item.flags), .flag = ITEM_EDITED, .on_request = true),
	OUTPUT_FIELD("gone",
		N_("whether its feed, which lists all its items, no longer lists it"),
		OUTPUT_FLAG, ITEM(item.flags), .flag = ITEM_GONE, .on_request = true),
	OUTPUT_FIELD("marks", N_("N for unread and * for starred, in two columns"),
		OUTPUT_STRING, ITEM(marks), .on_request = true, .element = "count"),
	OUTPUT_FIELD("tags", N_("its own tags"), OUTPUT_STRINGS, ITEM(item.tags),
		.length = offsetof(struct output_item_row, item.tags_len),
		.on_request = true, .element = "tag"),
	OUTPUT_FIELD("score", N_("what rules gave it, and what its interest adds"),
		OUTPUT_I64, ITEM(item.score), .on_request = true, .element = "count"),
	OUTPUT_FIELD("interest",
		N_("how well it fits what you open and star, from 0 to 100"), OUTPUT_U32,
		ITEM(interest), .on_request = true, .element = "count"),
	OUTPUT_FIELD("hidden", N_("whether it is hidden"), OUTPUT_FLAG, ITEM(item.flags),
		.flag = ITEM_HIDDEN, .on_request = true),
	OUTPUT_FIELD("also",
		N_("how many other feeds have it; see the option duplicates"), OUTPUT_U32,
		ITEM(also), .on_request = true, .element = "hint"),
	OUTPUT_FIELD("duplicate", N_("whether another feed had it first"), OUTPUT_FLAG,
		ITEM(item.flags), .flag = ITEM_DUPLICATE, .on_request = true),
	OUTPUT_FIELD("feed_url", N_("the address of its feed, with its login"),
		OUTPUT_STRING, ITEM(feed_url), .on_request = true, .element = "link"),
	OUTPUT_FIELD("feed_title", N_("the title of its feed, else the address"),
		OUTPUT_STRING, ITEM(feed_title), .on_request = true, .element = "feed"),
	OUTPUT_FIELD("feed_tags", N_("the tags of its feed"), OUTPUT_STRINGS,
		ITEM(feed_tags),
		.length = offsetof(struct output_item_row, feed_tags_len),
		.on_request = true, .element = "tag"),
	OUTPUT_FIELD("headline", N_("its title, else its address"), OUTPUT_STRING,
		ITEM(headline), .on_request = true, .element = "unread"),
	OUTPUT_FIELD("hashtags", N_("its own tags as #a #b"), OUTPUT_STRING,
		ITEM(hashtags), .on_request = true, .element = "tag"),
	OUTPUT_FIELD("minutes", N_("how many minutes its text takes to read"), OUTPUT_U64,
		ITEM(minutes), .on_request = true, .element = "hint"),
	OUTPUT_FIELD("attachments", N_("whether it has attachments"), OUTPUT_BOOL,
		ITEM(attachments), .on_request = true, .element = "mark"),
	OUTPUT_FIELD("duration", N_("how long its video or audio is, in seconds"),
		OUTPUT_LENGTH, ITEM(duration), .on_request = true, .element = "hint"),
	OUTPUT_FIELD("select", N_("in the reader: + if it is selected"), OUTPUT_SIGN,
		ITEM(select), .on_request = true, .element = "pick"),
	OUTPUT_FIELD("media",
		N_("in the reader: signs for what is attached and for its "
		   "download"),
		OUTPUT_STRING, ITEM(media), .on_request = true, .element = "mark"),
	OUTPUT_FIELD("kind", N_("what is attached, such as audio or video"),
		OUTPUT_STRING, ITEM(kind), .on_request = true, .element = "hint"),
	OUTPUT_FIELD("position", N_("how far it was played, in seconds"), OUTPUT_I64,
		ITEM(position), .on_request = true, .element = "hint"),
	OUTPUT_FIELD("percent", N_("how far it is, in percent"), OUTPUT_U32,
		ITEM(percent), .on_request = true, .element = "date"),
	OUTPUT_FIELD("queued", N_("whether it is in the queue"), OUTPUT_FLAG,
		ITEM(episode.states), .flag = MEDIA_QUEUED, .on_request = true),
	OUTPUT_FIELD("started", N_("whether it was played, but not to the end"),
		OUTPUT_FLAG, ITEM(episode.states), .flag = MEDIA_STARTED,
		.on_request = true),
	OUTPUT_FIELD("played", N_("whether it was played to the end"), OUTPUT_FLAG,
		ITEM(episode.states), .flag = MEDIA_PLAYED, .on_request = true),
	OUTPUT_FIELD("download",
		N_("how its download is going: waits, running, held, failed, here, "
		   "dropped"),
		OUTPUT_STRING, ITEM(download), .on_request = true, .element = "hint"),
	OUTPUT_FIELD("replaced",
		N_("whether the feed now has another version than the downloaded file"),
		OUTPUT_FLAG, ITEM(episode.states), .flag = MEDIA_REPLACED,
		.on_request = true),
	OUTPUT_FIELD("file", N_("its file on this machine"), OUTPUT_STRING, ITEM(file),
		.on_request = true, .element = "hint"),
	OUTPUT_FIELD("file_size", N_("how many bytes of it have arrived"), OUTPUT_I64,
		ITEM(episode.size), .on_request = true, .element = "hint"),
	OUTPUT_FIELD("file_total", N_("how many there are in all; 0: unknown"),
		OUTPUT_I64, ITEM(episode.total), .on_request = true, .element = "hint"),
	OUTPUT_FIELD("file_percent", N_("how much of it has arrived, in percent"),
		OUTPUT_U32, ITEM(file_percent), .on_request = true, .element = "hint"),
	OUTPUT_FIELD("place", N_("in lists of the queue: its place, from 1"), OUTPUT_U64,
		ITEM(place), .on_request = true, .element = "hint"),
	OUTPUT_FIELD("sign",
		N_("in the reader's queue: what is playing, or how its download is "
		   "going, as one character"),
		OUTPUT_SIGN, ITEM(sign), .on_request = true, .element = "mark"),
	OUTPUT_FIELD("state",
		N_("in the reader's queue: how its download is going, as a share, a "
		   "size or a word"),
		OUTPUT_SIGN, ITEM(state), .on_request = true, .element = "hint"),
	OUTPUT_FIELD("times",
		N_("in the reader: how far an episode was played, and how long it is"),
		OUTPUT_SIGN, ITEM(times), .on_request = true, .element = "date"),
	OUTPUT_FIELD("download_error", N_("why its last try to download failed"),
		OUTPUT_STRING, ITEM(episode.error), .on_request = true,
		.element = "hint"),
	{0},
};

/* How far an episode was heard, in percent. */
static uint32_t
percent_of(const struct output_item_row *row)
{
	const struct store_episode *e = &row->episode;
	int64_t length = e->duration > 0 ? e->duration : row->item.duration;
	if (e->states & MEDIA_PLAYED || e->position < 1000 || length <= 0)
		return 0;
	return (uint32_t)(e->position < length ? e->position * 100 / length : 100);
}

void
output_item_row_fill(struct output_item_row *row, const struct store_item_glance *glance,
	struct arena *arena)
{
	const struct store_item *item = &row->item;
	struct buf tags = BUF_INIT(0);
	for (size_t i = 0; i < item->tags_len; i++)
		buf_addf(&tags, "%s#%s", i ? " " : "", item->tags[i]);
	row->hashtags = arena_strdup(arena, buf_str(&tags));
	buf_done(&tags);
	row->headline = !str_empty(item->title) ? item->title
			: item->link            ? item->link
						: _("(no title)");
	if (row->episode.total > 0)
		row->file_percent =
			(uint32_t)(row->episode.size * 100 / row->episode.total);
	row->percent = percent_of(row);
	if (!glance)
		return;
	row->attachments = glance->enclosures;
	if (!row->media)
		row->media = glance->enclosures ? media_kind_sign(item->media) : "";
	row->duration = glance->duration;
}

void
output_item_row_minutes(
	struct output_item_row *row, const struct store_item_glance *glance)
{
	row->minutes = item_minutes(glance->text.p, glance->text.n, glance->html);
}

const struct output_field *
output_field_find(const struct output_field *fields, struct span name)
{
	for (const struct output_field *f = fields; f->name; f++)
		if (span_eq(name, f->name))
			return f;
	return NULL;
}

int
output_field_unknown(const struct output_field *fields, struct span name, struct err *err)
{
	const char *names[64];
	char word[32];
	size_t n = 0;
	for (; n < COUNT_OF(names) - 1 && fields[n].name; n++)
		names[n] = fields[n].name;
	names[n] = NULL;
	size_t len = name.n < sizeof word ? name.n : sizeof word - 1;
	memcpy(word, name.p, len);
	word[len] = '\0';
	const char *close = str_suggest(word, names);
	if (close)
		return err_set(err, ERR_INVALID,
			_("unknown field \"%s\"; did you mean %s?"), word, close);
	return err_set(err, ERR_INVALID,
		_("unknown field \"%s\"; courant(1) lists the fields"), word);
}

int
output_fields_check(const struct output_field *fields, const char *names, struct err *err)
{
	struct span rest = span_of(names), one;
	while (span_split(&rest, ',', &one))
		if (!output_field_find(fields, span_trim(one)))
			return output_field_unknown(fields, span_trim(one), err);
	return OK;
}

/* ---- values */

const void *
output_field_at(const struct output_field *field, const void *row)
{
	return (const char *)row + field->offset;
}

uint64_t
output_field_number(const struct output_field *field, const void *row)
{
	const void *value = output_field_at(field, row);
	int64_t number;
	switch (field->type) {
	case OUTPUT_STRING:
	case OUTPUT_SIGN:
		return !str_empty(*(const char *const *)value);
	case OUTPUT_STRINGS:
		return *(const size_t *)(const void *)((const char *)row + field->length);
	case OUTPUT_U32:
	case OUTPUT_RATE:
		return *(const uint32_t *)value;
	case OUTPUT_U64:
		return *(const uint64_t *)value;
	case OUTPUT_TIME:
		return *(const int64_t *)value != TIME_NONE;
	case OUTPUT_BOOL:
		return *(const bool *)value;
	case OUTPUT_FLAG:
		return (*(const int *)value & field->flag) != 0;
	case OUTPUT_STATUS:
		number = *(const int32_t *)value;
		break;
	default:
		number = *(const int64_t *)value;
	}
	return number > 0 ? (uint64_t)number : 0;
}

/* The format that "short" stands for. */
static const char *
short_format(const struct tm *then, const struct output_clock *clock)
{
	struct tm today;
	time_t at = (time_t)clock->now;
	bool known = localtime_r(&at, &today),
	     same = known && then->tm_year == today.tm_year;
	if (same && then->tm_yday == today.tm_yday)
		return "%H:%M";
	if (clock->date)
		return clock->date;
	return same ? _("%b %d") /* as usual in the language */ : _("%b %d %Y");
}

static void
put_time(struct buf *out, int64_t seconds, const char *format,
	const struct output_clock *clock)
{
	char text[256];
	time_t when = (time_t)seconds;
	struct tm local;
	if (seconds == TIME_NONE || !localtime_r(&when, &local))
		return;
	if (str_eq(format, "short"))
		format = short_format(&local, clock);
	if (str_eq(format, "ago")) {
		int64_t ago = clock->now - seconds;
		time_format_rough(ago > 0 ? ago : 0, text, sizeof text);
		buf_adds(out, text);
		return;
	}
	size_t n = strftime(text, sizeof text, format, &local);
	utf8_clean_line(out, text, n, 0);
}

void
output_put_length(struct buf *out, uint64_t seconds)
{
	uint64_t hours = seconds / TIME_HOUR, minutes = seconds / TIME_MINUTE % 60;
	if (hours)
		buf_addf(out, "%" PRIu64 ":%02" PRIu64, hours, minutes);
	else if (seconds)
		buf_addf(out, "%" PRIu64, minutes);
	if (seconds)
		buf_addf(out, ":%02" PRIu64, seconds % TIME_MINUTE);
}

static void
put_strings(struct buf *out, char *const *strings, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		buf_adds(out, i ? ", " : "");
		utf8_clean_line(out, strings[i], strlen(strings[i]), 0);
	}
}

void
output_field_put(struct buf *out, const struct output_field *field, const void *row,
	const char *format, const struct output_clock *clock)
{
	const void *value = output_field_at(field, row);
	uint64_t number = output_field_number(field, row);
	const char *string;
	char text[32];
	switch (field->type) {
	case OUTPUT_STRING:
		string = *(const char *const *)value;
		utf8_clean_line(
			out, string ? string : "", string ? strlen(string) : 0, 0);
		break;
	case OUTPUT_SIGN:
		string = *(const char *const *)value;
		buf_adds(out, string ? string : "");
		break;
	case OUTPUT_STRINGS:
		put_strings(out, *(char *const *const *)value, (size_t)number);
		break;
	case OUTPUT_I64:
		buf_addf(out, "%" PRId64, *(const int64_t *)value);
		break;
	case OUTPUT_TIME:
		put_time(out, *(const int64_t *)value, format, clock);
		break;
	case OUTPUT_SPAN:
		if (number)
			time_format_rough((int64_t)number, text, sizeof text);
		buf_adds(out, number ? text : "");
		break;
	case OUTPUT_LENGTH:
		output_put_length(out, number);
		break;
	case OUTPUT_RATE:
		buf_add_hundredths(out, (int64_t)number);
		break;
	case OUTPUT_BOOL:
	case OUTPUT_FLAG:
		buf_adds(out, number ? "yes" : "no");
		break;
	default:
		buf_addf(out, "%" PRIu64, number);
	}
}
