/*
 * A template is parsed the same way for checking and for printing: next_part takes the
 * next literal text or field off its front.
 */
#include "config.h"

#include "cli/core/field.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "cli/core/command.h"
#include "cli/core/json.h"
#include "model/media.h"
#include "store/feed/feed.h"
#include "store/item/count.h"
#include "store/journal/journal_list.h"

#define WIDTH_MAX 1000
#define TIME_FORMAT "%Y-%m-%d %H:%M"

#define FIELD(NAME, BRIEF, TYPE, ...)                                                    \
	{                                                                                \
		.name = NAME, .brief = BRIEF, .type = TYPE, __VA_ARGS__                  \
	}
#define FEED(member) .offset = offsetof(struct store_feed, member)
#define ITEM(member) .offset = offsetof(struct cli_item, member)

const struct cli_field cli_feed_fields[] = {
	FIELD("id", N_("the feed's number"), CLI_U32, FEED(id)),
	FIELD("url", N_("its address"), CLI_STRING, FEED(url)),
	FIELD("title", N_("your title, else its own"), CLI_STRING, FEED(title)),
	FIELD("tags", N_("its tags"), CLI_STRINGS, FEED(tags),
		.length = offsetof(struct store_feed, tags_len)),
	FIELD("unread", N_("the number of its unread items"), CLI_U32, FEED(unread)),
	FIELD("total", N_("the number of its items"), CLI_U32, FEED(total)),
	FIELD("status", N_("the last HTTP status; 0: never fetched, or no answer"),
		CLI_STATUS, FEED(status)),
	FIELD("next_poll", N_("when it will be polled next"), CLI_TIME, FEED(next_poll)),
	FIELD("starred", N_("the number of its starred items"), CLI_U32, FEED(starred),
		.on_request = true),
	FIELD("feed_title", N_("the title that the feed itself gives"), CLI_STRING,
		FEED(feed_title), .on_request = true),
	FIELD("link", N_("the address of its site"), CLI_STRING, FEED(link),
		.on_request = true),
	FIELD("last_poll", N_("when it was last polled"), CLI_TIME, FEED(last_poll),
		.on_request = true),
	FIELD("last_change", N_("when it last had something new"), CLI_TIME,
		FEED(last_change), .on_request = true),
	FIELD("failures", N_("how many polls have failed in a row"), CLI_STATUS,
		FEED(failures), .on_request = true),
	FIELD("error", N_("why the last poll failed"), CLI_STRING, FEED(error),
		.on_request = true),
	FIELD("repairs", N_("what had to be repaired in its document"), CLI_STRING,
		FEED(repairs), .on_request = true),
	FIELD("moved_to",
		N_("where it has moved for good, by its server's word; see move"),
		CLI_STRING, FEED(moved_to), .on_request = true),
	FIELD("adopted", N_("whether it is already fetched from there"), CLI_BOOL,
		FEED(adopted), .on_request = true),
	FIELD("hidden", N_("whether it is hidden from the list of feeds"), CLI_BOOL,
		FEED(hidden), .on_request = true),
	{0},
};

const struct cli_field cli_item_fields[] = {
	FIELD("id", N_("the item's number"), CLI_U64, ITEM(item.id)),
	FIELD("feed", N_("the number of its feed"), CLI_U32, ITEM(item.feed)),
	FIELD("guid", N_("the id that the feed gives it"), CLI_STRING, ITEM(item.guid)),
	FIELD("title", N_("its title"), CLI_STRING, ITEM(item.title)),
	FIELD("link", N_("its address"), CLI_STRING, ITEM(item.link)),
	FIELD("published", N_("when it was published"), CLI_TIME, ITEM(item.published)),
	FIELD("seen", N_("when it was first seen"), CLI_TIME, ITEM(item.seen)),
	FIELD("unread", N_("whether it is unread"), CLI_FLAG, ITEM(item.flags),
		.flag = ITEM_UNREAD),
	FIELD("starred", N_("whether it is starred"), CLI_FLAG, ITEM(item.flags),
		.flag = ITEM_STARRED),
	FIELD("author", N_("its author"), CLI_STRING, ITEM(item.author),
		.on_request = true),
	FIELD("updated", N_("when it was last changed, according to the feed"), CLI_TIME,
		ITEM(item.updated), .on_request = true),
	FIELD("comments_count",
		N_("the number of comments, according to the feed; 0: none, or unknown"),
		CLI_U32, ITEM(item.comments), .on_request = true),
	FIELD("date", N_("the time by which lists are sorted"), CLI_TIME, ITEM(item.time),
		.on_request = true),
	FIELD("edited", N_("whether it has changed since it was first seen"), CLI_FLAG,
		ITEM(item.flags), .flag = ITEM_EDITED, .on_request = true),
	FIELD("gone",
		N_("whether its feed, which lists all its items, no longer lists it"),
		CLI_FLAG, ITEM(item.flags), .flag = ITEM_GONE, .on_request = true),
	FIELD("marks", N_("N for unread and * for starred, in two columns"), CLI_STRING,
		ITEM(marks), .on_request = true),
	FIELD("tags", N_("its own tags"), CLI_STRINGS, ITEM(item.tags),
		.length = offsetof(struct cli_item, item.tags_len), .on_request = true),
	FIELD("score", N_("what rules gave it"), CLI_I64, ITEM(item.score),
		.on_request = true),
	FIELD("hidden", N_("whether it is hidden"), CLI_FLAG, ITEM(item.flags),
		.flag = ITEM_HIDDEN, .on_request = true),
	FIELD("duplicate", N_("whether another feed had the same page first"), CLI_FLAG,
		ITEM(item.flags), .flag = ITEM_DUPLICATE, .on_request = true),
	FIELD("feed_url", N_("the address of its feed"), CLI_STRING, ITEM(feed_url),
		.on_request = true),
	FIELD("feed_title", N_("the title of its feed, else the address"), CLI_STRING,
		ITEM(feed_title), .on_request = true),
	FIELD("feed_tags", N_("the tags of its feed"), CLI_STRINGS, ITEM(feed_tags),
		.length = offsetof(struct cli_item, feed_tags_len), .on_request = true),
	FIELD("kind", N_("what is attached: audio, video …"), CLI_STRING, ITEM(kind),
		.on_request = true),
	FIELD("duration", N_("how long the episode is, in seconds; 0: unknown"), CLI_I64,
		ITEM(length), .on_request = true),
	FIELD("position", N_("how far it was played, in seconds"), CLI_I64,
		ITEM(position), .on_request = true),
	FIELD("queued", N_("whether it is in the queue"), CLI_FLAG, ITEM(episode.states),
		.flag = MEDIA_QUEUED, .on_request = true),
	FIELD("started", N_("whether it was played, but not to its end"), CLI_FLAG,
		ITEM(episode.states), .flag = MEDIA_STARTED, .on_request = true),
	FIELD("played", N_("whether it was played to its end"), CLI_FLAG,
		ITEM(episode.states), .flag = MEDIA_PLAYED, .on_request = true),
	FIELD("download",
		N_("how its download is going: waits, running, held, failed, here, "
		   "dropped"),
		CLI_STRING, ITEM(download), .on_request = true),
	FIELD("file", N_("its file on this machine"), CLI_STRING, ITEM(file),
		.on_request = true),
	FIELD("file_size", N_("how many bytes of it are here"), CLI_I64,
		ITEM(episode.size), .on_request = true),
	FIELD("file_total", N_("how many there are in all; 0: unknown"), CLI_I64,
		ITEM(episode.total), .on_request = true),
	FIELD("download_error", N_("why its last try to download failed"), CLI_STRING,
		ITEM(episode.error), .on_request = true),
	{0},
};

#define COUNT(member) .offset = offsetof(struct store_item_counts, member)

const struct cli_field cli_count_fields[] = {
	FIELD("unread", N_("the number of unread items"), CLI_U64, COUNT(unread)),
	FIELD("total", N_("the number of all items"), CLI_U64, COUNT(total)),
	FIELD("starred", N_("the number of starred items"), CLI_U64, COUNT(starred)),
	{0},
};

const struct cli_field cli_found_fields[] = {
	FIELD("found", N_("the number of items that match the query"), CLI_U64,
		.offset = offsetof(struct cli_found, found)),
	{0},
};

#define REFRESHED(member) .offset = offsetof(struct cli_refreshed, member)

const struct cli_field cli_refresh_fields[] = {
	FIELD("feeds", N_("the number of feeds"), CLI_U64, REFRESHED(feeds)),
	FIELD("new", N_("the number of new items"), CLI_U64, REFRESHED(added)),
	FIELD("changed", N_("the number of items that changed"), CLI_U64,
		REFRESHED(edited)),
	FIELD("unchanged", N_("feeds with nothing new"), CLI_U64, REFRESHED(unchanged)),
	FIELD("failed", N_("feeds that failed"), CLI_U64, REFRESHED(failed)),
	FIELD("unreachable", N_("how many of those did not answer at all"), CLI_U64,
		REFRESHED(unreachable)),
	FIELD("held", N_("feeds that were skipped for now"), CLI_U64, REFRESHED(held)),
	FIELD("not_asked", N_("feeds not fetched because the command was stopped"),
		CLI_U64, REFRESHED(not_asked)),
	FIELD("complete", N_("whether it ran to the end and all was stored"), CLI_BOOL,
		REFRESHED(complete)),
	{0},
};

#define ACTION(member) .offset = offsetof(struct store_journal_action, member)

const struct cli_field cli_action_fields[] = {
	FIELD("time", N_("when it was done"), CLI_TIME, ACTION(time)),
	FIELD("text", N_("what was done"), CLI_STRING, ACTION(text)),
	FIELD("undone", N_("whether it has been undone, and can be redone"), CLI_BOOL,
		ACTION(undone)),
	{0},
};

static const struct cli_field *
find_field(const struct cli_field *fields, struct span name)
{
	for (const struct cli_field *f = fields; f->name; f++)
		if (span_eq(name, f->name))
			return f;
	return NULL;
}

static int
unknown_field(const struct cli_field *fields, struct span name, struct err *err)
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
			_("there is no field \"%s\"; did you mean %s?"), word, close);
	return err_set(err, ERR_INVALID,
		_("there is no field \"%s\"; courant(1) lists the fields"), word);
}

/* ---- values */

static const void *
at(const void *row, size_t offset)
{
	return (const char *)row + offset;
}

static uint64_t
number_of(const struct cli_field *f, const void *row)
{
	const void *value = at(row, f->offset);
	int32_t status;
	switch (f->type) {
	case CLI_U32:
		return *(const uint32_t *)value;
	case CLI_U64:
		return *(const uint64_t *)value;
	default:
		status = *(const int32_t *)value;
		return status > 0 ? (uint64_t)status : 0;
	}
}

static bool
truth_of(const struct cli_field *f, const void *row)
{
	const void *value = at(row, f->offset);
	if (f->type == CLI_BOOL)
		return *(const bool *)value;
	return *(const int *)value & f->flag;
}

static void
put_time(struct buf *out, int64_t seconds, struct span format)
{
	char pattern[128], text[256];
	time_t when = (time_t)seconds;
	struct tm local;
	if (seconds == TIME_NONE || format.n >= sizeof pattern ||
		!localtime_r(&when, &local))
		return;
	memcpy(pattern, format.p, format.n);
	pattern[format.n] = '\0';
	size_t n = strftime(text, sizeof text, pattern, &local);
	utf8_clean_line(out, text, n, 0);
}

static void
put_value(struct buf *out, const struct cli_field *f, const void *row, struct span detail)
{
	char *const *strings;
	switch (f->type) {
	case CLI_STRING:
		cli_clean(out, *(const char *const *)at(row, f->offset));
		break;
	case CLI_STRINGS:
		strings = *(char *const *const *)at(row, f->offset);
		for (size_t i = 0; i < *(const size_t *)at(row, f->length); i++) {
			buf_adds(out, i ? ", " : "");
			cli_clean(out, strings[i]);
		}
		break;
	case CLI_I64:
		buf_addf(out, "%" PRId64, *(const int64_t *)at(row, f->offset));
		break;
	case CLI_TIME:
		put_time(out, *(const int64_t *)at(row, f->offset), detail);
		break;
	case CLI_BOOL:
	case CLI_FLAG:
		buf_adds(out, truth_of(f, row) ? "yes" : "no");
		break;
	default:
		buf_addf(out, "%" PRIu64, number_of(f, row));
	}
}

/* ---- templates */

struct part {
	struct span text;              /* literal text, if field is NULL */
	const struct cli_field *field; /* whose value is printed */
	size_t width;     /* columns to which it is cut or padded; 0: as it is */
	bool right;       /* aligned to the right */
	struct span time; /* a format for strftime */
};

/* The character that a backslash and c stand for; -1: none. */
static int
escaped(char c)
{
	static const char letters[] = "tn\\0e";
	static const char meant[] = "\t\n\\\0\033";
	const char *found = c ? strchr(letters, c) : NULL;
	return found ? meant[found - letters] : -1;
}

static int
read_detail(struct part *part, struct span detail, struct err *err)
{
	int64_t width;
	if (part->field->type == CLI_TIME && detail.n && detail.p[0] == '%') {
		part->time = detail;
		return OK;
	}
	if (detail.n && detail.p[0] == '-') {
		part->right = true;
		detail.p++;
		detail.n--;
	}
	if (str_int(detail, &width) != OK || width < 1 || width > WIDTH_MAX)
		return err_set(err, ERR_INVALID,
			_("{%s:%.*s}: after the colon goes a width from 1 to %d or, for "
			  "a time, a format that begins with %%"),
			part->field->name, SPAN_FMT(detail), WIDTH_MAX);
	part->width = (size_t)width;
	return OK;
}

/* Takes the field in braces at the front of *rest. */
static int
read_field(const struct cli_field *fields, const char **rest, struct part *part,
	struct err *err)
{
	const char *from = *rest + 1, *end = strchr(from, '}');
	if (!end)
		return err_set(err, ERR_INVALID,
			_("a { is not closed; write {{ for a literal brace"));
	const char *colon = memchr(from, ':', (size_t)(end - from));
	struct span name = {from, (size_t)((colon ? colon : end) - from)};
	part->field = find_field(fields, name);
	part->time = SPAN_LIT(TIME_FORMAT);
	*rest = end + 1;
	if (!part->field)
		return unknown_field(fields, name, err);
	return colon ? read_detail(part,
			       (struct span){colon + 1, (size_t)(end - colon - 1)}, err)
		     : OK;
}

/* Takes the next part off *rest, which is not empty. one: room for a character. */
static int
next_part(const struct cli_field *fields, const char **rest, char *one, struct part *part,
	struct err *err)
{
	const char *p = *rest;
	*part = (struct part){.text = {p, strcspn(p, "{}\\")}};
	*rest += part->text.n;
	if (part->text.n)
		return OK;
	if (*p == '\\') {
		int c = escaped(p[1]);
		if (c < 0)
			return err_set(err, ERR_INVALID,
				_("a backslash must be followed by t, n, 0, e or \\"));
		*one = (char)c;
		part->text = (struct span){one, 1};
		*rest = p + 2;
		return OK;
	}
	if (p[1] == *p) {
		part->text = (struct span){p, 1};
		*rest = p + 2;
		return OK;
	}
	if (*p == '}')
		return err_set(err, ERR_INVALID,
			_("a } has no {; write }} for a literal brace"));
	return read_field(fields, rest, part, err);
}

int
cli_format_check(const struct cli_field *fields, const char *format, struct err *err)
{
	struct part part;
	char one;
	int status = OK;
	while (*format && status == OK)
		status = next_part(fields, &format, &one, &part, err);
	return status == OK ? OK : err_prefix(err, "--format");
}

static void
put_part(struct buf *out, const struct part *part, const void *row)
{
	struct buf value = BUF_INIT(0);
	size_t cells = 0;
	put_value(&value, part->field, row, part->time);
	size_t n = value.len;
	if (part->width)
		n = utf8_fit(buf_str(&value), value.len, part->width, &cells);
	size_t blanks = part->width - (part->width ? cells : 0);
	if (part->right)
		buf_addf(out, "%*s", (int)blanks, "");
	buf_add(out, buf_str(&value), n);
	if (!part->right)
		buf_addf(out, "%*s", (int)blanks, "");
	buf_done(&value);
}

void
cli_format_put(struct buf *out, const struct cli_field *fields, const char *format,
	const void *row)
{
	bool ended = false;
	while (*format) {
		struct part part;
		char one;
		const char *from = format;
		if (next_part(fields, &format, &one, &part, NULL) != OK)
			return; /* cli_format_check reported it */
		if (part.field)
			put_part(out, &part, row);
		else
			buf_add(out, part.text.p, part.text.n);
		ended = *from == '\\' && (from[1] == 'n' || from[1] == '0');
	}
	if (!ended)
		buf_addc(out, '\n');
}

/* ---- JSON */

int
cli_fields_check(const struct cli_field *fields, const char *names, struct err *err)
{
	struct span rest = span_of(names), one;
	while (span_split(&rest, ',', &one))
		if (!find_field(fields, span_trim(one))) {
			unknown_field(fields, span_trim(one), err);
			return err_prefix(err, "--fields");
		}
	return OK;
}

static void
put_json(struct buf *out, const struct cli_field *f, const void *row)
{
	const void *value = at(row, f->offset);
	switch (f->type) {
	case CLI_STRING:
		cli_json_string(out, f->name, *(const char *const *)value);
		break;
	case CLI_STRINGS:
		cli_json_strings(out, f->name, *(char *const *const *)value,
			*(const size_t *)at(row, f->length));
		break;
	case CLI_I64:
		cli_json_integer(out, f->name, *(const int64_t *)value);
		break;
	case CLI_TIME:
		cli_json_time(out, f->name, *(const int64_t *)value);
		break;
	case CLI_BOOL:
	case CLI_FLAG:
		cli_json_bool(out, f->name, truth_of(f, row));
		break;
	default:
		cli_json_number(out, f->name, number_of(f, row));
	}
}

void
cli_fields_json(struct buf *out, const struct cli_field *fields, const char *names,
	const void *row)
{
	struct span rest = span_of(names), one;
	if (!names)
		for (const struct cli_field *f = fields; f->name; f++)
			if (!f->on_request)
				put_json(out, f, row);
	while (names && span_split(&rest, ',', &one)) {
		const struct cli_field *f = find_field(fields, span_trim(one));
		if (f)
			put_json(out, f, row);
	}
}
