/*
 * A template is walked the same way for checking and for printing: next_part takes the
 * next piece of literal text or the next field off its front.
 */
#include "config.h"

#include "cli/field.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "cli/command.h"
#include "cli/json.h"
#include "store/feed/feed.h"
#include "store/item/count.h"
#include "store/journal/journal_list.h"

#define WIDTH_MAX 1000
#define TIME_FORMAT "%Y-%m-%d %H:%M"

#define FEED(member) offsetof(struct store_feed, member)
#define ITEM(member) offsetof(struct cli_item, member)

const struct cli_field cli_feed_fields[] = {
	{"id", N_("the feed's number"), CLI_U32, true, FEED(id), 0},
	{"url", N_("its address"), CLI_STRING, true, FEED(url), 0},
	{"title", N_("your title, else its own"), CLI_STRING, true, FEED(title), 0},
	{"tags", N_("its tags"), CLI_STRINGS, true, FEED(tags), FEED(tags_len)},
	{"unread", N_("the number of its unread items"), CLI_U32, true, FEED(unread), 0},
	{"total", N_("the number of its items"), CLI_U32, true, FEED(total), 0},
	{"status", N_("the last HTTP status; 0: never asked, or no answer"), CLI_STATUS,
		true, FEED(status), 0},
	{"next_poll", N_("when it is asked next"), CLI_TIME, true, FEED(next_poll), 0},
	{"starred", N_("the number of its starred items"), CLI_U32, false, FEED(starred),
		0},
	{"feed_title", N_("the title that its document gives"), CLI_STRING, false,
		FEED(feed_title), 0},
	{"link", N_("the address of its site"), CLI_STRING, false, FEED(link), 0},
	{"last_poll", N_("when it was asked last"), CLI_TIME, false, FEED(last_poll), 0},
	{"last_change", N_("when it last had something new"), CLI_TIME, false,
		FEED(last_change), 0},
	{"failures", N_("how many polls failed in a row"), CLI_STATUS, false,
		FEED(failures), 0},
	{"error", N_("why the last poll failed"), CLI_STRING, false, FEED(error), 0},
	{"repairs", N_("what had to be mended in its document"), CLI_STRING, false,
		FEED(repairs), 0},
	{"moved_to", N_("where its server says that it is for good; courant move"),
		CLI_STRING, false, FEED(moved_to), 0},
	{"adopted", N_("whether it is fetched there by now"), CLI_BOOL, false,
		FEED(adopted), 0},
	{"hidden", N_("whether the list of feeds leaves it out"), CLI_BOOL, false,
		FEED(hidden), 0},
	{0},
};

const struct cli_field cli_item_fields[] = {
	{"id", N_("the item's number"), CLI_U64, true, ITEM(item.id), 0},
	{"feed", N_("its feed's number"), CLI_U32, true, ITEM(item.feed), 0},
	{"guid", N_("the name that the feed gives it"), CLI_STRING, true, ITEM(item.guid),
		0},
	{"title", N_("its title"), CLI_STRING, true, ITEM(item.title), 0},
	{"link", N_("its address"), CLI_STRING, true, ITEM(item.link), 0},
	{"published", N_("when it was published"), CLI_TIME, true, ITEM(item.published),
		0},
	{"seen", N_("when it was first seen"), CLI_TIME, true, ITEM(item.seen), 0},
	{"unread", N_("whether it is unread"), CLI_FLAG, true, ITEM(item.flags),
		ITEM_UNREAD},
	{"starred", N_("whether it is starred"), CLI_FLAG, true, ITEM(item.flags),
		ITEM_STARRED},
	{"author", N_("who wrote it"), CLI_STRING, false, ITEM(item.author), 0},
	{"updated", N_("when it was changed, as the feed says"), CLI_TIME, false,
		ITEM(item.updated), 0},
	{"comments_count", N_("how many comments the feed counts; 0: none, or unknown"),
		CLI_U32, false, ITEM(item.comments), 0},
	{"date", N_("the time that lists go by"), CLI_TIME, false, ITEM(item.time), 0},
	{"edited", N_("whether it changed since it was first seen"), CLI_FLAG, false,
		ITEM(item.flags), ITEM_EDITED},
	{"gone", N_("whether its feed, which lists all that it has, lists it no more"),
		CLI_FLAG, false, ITEM(item.flags), ITEM_GONE},
	{"marks", N_("N for unread and * for starred, in two columns"), CLI_STRING, false,
		ITEM(marks), 0},
	{"tags", N_("its own tags"), CLI_STRINGS, false, ITEM(item.tags),
		ITEM(item.tags_len)},
	{"feed_url", N_("its feed's address"), CLI_STRING, false, ITEM(feed_url), 0},
	{"feed_title", N_("its feed's title, else the address"), CLI_STRING, false,
		ITEM(feed_title), 0},
	{"feed_tags", N_("its feed's tags"), CLI_STRINGS, false, ITEM(feed_tags),
		ITEM(feed_tags_len)},
	{0},
};

#define COUNT(member) offsetof(struct store_item_counts, member)

const struct cli_field cli_count_fields[] = {
	{"unread", N_("the number of unread items"), CLI_U64, true, COUNT(unread), 0},
	{"total", N_("the number of all items"), CLI_U64, true, COUNT(total), 0},
	{"starred", N_("the number of starred items"), CLI_U64, true, COUNT(starred), 0},
	{0},
};

const struct cli_field cli_found_fields[] = {
	{"found", N_("the number of items that the words find"), CLI_U64, true,
		offsetof(struct cli_found, found), 0},
	{0},
};

#define REFRESHED(member) offsetof(struct cli_refreshed, member)

const struct cli_field cli_refresh_fields[] = {
	{"feeds", N_("the number of feeds"), CLI_U64, true, REFRESHED(feeds), 0},
	{"new", N_("the number of new items"), CLI_U64, true, REFRESHED(added), 0},
	{"changed", N_("the number of items that were changed"), CLI_U64, true,
		REFRESHED(edited), 0},
	{"unchanged", N_("feeds that had nothing new"), CLI_U64, true,
		REFRESHED(unchanged), 0},
	{"failed", N_("feeds that failed"), CLI_U64, true, REFRESHED(failed), 0},
	{"unreachable", N_("of those, feeds whose server gave no answer"), CLI_U64, true,
		REFRESHED(unreachable), 0},
	{"held", N_("feeds that were left alone for now"), CLI_U64, true, REFRESHED(held),
		0},
	{"not_asked", N_("feeds that were not asked when the command was stopped"),
		CLI_U64, true, REFRESHED(not_asked), 0},
	{"complete", N_("whether it went to the end"), CLI_BOOL, true,
		REFRESHED(complete), 0},
	{0},
};

#define ACTION(member) offsetof(struct store_journal_action, member)

const struct cli_field cli_action_fields[] = {
	{"time", N_("when it was done"), CLI_TIME, true, ACTION(time), 0},
	{"text", N_("what was done"), CLI_STRING, true, ACTION(text), 0},
	{"undone", N_("whether it is undone, and can be done again"), CLI_BOOL, true,
		ACTION(undone), 0},
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
	return (size_t) * (const int *)value & f->extra;
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
		for (size_t i = 0; i < *(const size_t *)at(row, f->extra); i++) {
			buf_adds(out, i ? ", " : "");
			cli_clean(out, strings[i]);
		}
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
	struct span text;              /* literal text, when field is NULL */
	const struct cli_field *field; /* else its value, */
	size_t width;     /* cut or filled to so many columns, 0: as it is, */
	bool right;       /* to the right, */
	struct span time; /* as strftime has it */
};

/* The character that stands behind a backslash; -1: none does. */
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
			_("{%s:%.*s}: behind the colon stands a width from 1 to %d, or "
			  "for a time a format that begins with %%"),
			part->field->name, SPAN_FMT(detail), WIDTH_MAX);
	part->width = (size_t)width;
	return OK;
}

/* The field in braces at the front of *rest. */
static int
read_field(const struct cli_field *fields, const char **rest, struct part *part,
	struct err *err)
{
	const char *from = *rest + 1, *end = strchr(from, '}');
	if (!end)
		return err_set(err, ERR_INVALID,
			_("a { is not closed; write {{ for a brace that stays"));
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

/* Takes the next part off *rest, which has one. one: room for a character. */
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
				_("a backslash stands before t, n, 0, e or \\ only"));
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
			_("a } has no {; write }} for a brace that stays"));
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
			return; /* cli_format_check told */
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
			*(const size_t *)at(row, f->extra));
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
			if (f->json)
				put_json(out, f, row);
	while (names && span_split(&rest, ',', &one)) {
		const struct cli_field *f = find_field(fields, span_trim(one));
		if (f)
			put_json(out, f, row);
	}
}
