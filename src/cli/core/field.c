#include "config.h"

#include "cli/core/field.h"

#include "base/i18n.h"
#include "base/time.h"
#include "cli/core/json.h"
#include "store/item/count.h"
#include "store/journal/journal_list.h"

#define COUNT(member) .offset = offsetof(struct store_item_counts, member)

const struct output_field cli_count_fields[] = {
	OUTPUT_FIELD(
		"unread", N_("the number of unread items"), OUTPUT_U64, COUNT(unread)),
	OUTPUT_FIELD("total", N_("the number of all items"), OUTPUT_U64, COUNT(total)),
	OUTPUT_FIELD(
		"starred", N_("the number of starred items"), OUTPUT_U64, COUNT(starred)),
	{0},
};

const struct output_field cli_found_fields[] = {
	OUTPUT_FIELD("found", N_("the number of items that match the query"), OUTPUT_U64,
		.offset = offsetof(struct cli_found, found)),
	{0},
};

#define REFRESHED(member) .offset = offsetof(struct cli_refreshed, member)

const struct output_field cli_refresh_fields[] = {
	OUTPUT_FIELD("feeds", N_("the number of feeds"), OUTPUT_U64, REFRESHED(feeds)),
	OUTPUT_FIELD("new", N_("the number of new items"), OUTPUT_U64, REFRESHED(added)),
	OUTPUT_FIELD("changed", N_("the number of items that changed"), OUTPUT_U64,
		REFRESHED(edited)),
	OUTPUT_FIELD("unchanged", N_("feeds with nothing new"), OUTPUT_U64,
		REFRESHED(unchanged)),
	OUTPUT_FIELD("failed", N_("feeds that failed"), OUTPUT_U64, REFRESHED(failed)),
	OUTPUT_FIELD("unreachable", N_("how many of those did not answer at all"),
		OUTPUT_U64, REFRESHED(unreachable)),
	OUTPUT_FIELD("held", N_("feeds that were skipped for now"), OUTPUT_U64,
		REFRESHED(held)),
	OUTPUT_FIELD("not_asked", N_("feeds not fetched because the command was stopped"),
		OUTPUT_U64, REFRESHED(not_asked)),
	OUTPUT_FIELD("complete", N_("whether it ran to the end and all was stored"),
		OUTPUT_BOOL, REFRESHED(complete)),
	{0},
};

#define ACTION(member) .offset = offsetof(struct store_journal_action, member)

const struct output_field cli_action_fields[] = {
	OUTPUT_FIELD("time", N_("when it was done"), OUTPUT_TIME, ACTION(time)),
	OUTPUT_FIELD("text", N_("what was done"), OUTPUT_STRING, ACTION(text)),
	OUTPUT_FIELD("undone", N_("whether it has been undone, and can be redone"),
		OUTPUT_BOOL, ACTION(undone)),
	{0},
};

static void
put_json(struct buf *out, const struct output_field *f, const void *row)
{
	const void *value = output_field_at(f, row);
	switch (f->type) {
	case OUTPUT_STRING:
	case OUTPUT_SIGN:
		cli_json_string(out, f->name, *(const char *const *)value);
		break;
	case OUTPUT_STRINGS:
		cli_json_strings(out, f->name, *(char *const *const *)value,
			(size_t)output_field_number(f, row));
		break;
	case OUTPUT_I64:
		cli_json_integer(out, f->name, *(const int64_t *)value);
		break;
	case OUTPUT_SPAN:
	case OUTPUT_LENGTH:
		cli_json_time(out, f->name,
			*(const int64_t *)value > 0 ? *(const int64_t *)value
						    : TIME_NONE);
		break;
	case OUTPUT_TIME:
		cli_json_time(out, f->name, *(const int64_t *)value);
		break;
	case OUTPUT_RATE:
		cli_json_real(out, f->name, (double)output_field_number(f, row) / 100);
		break;
	case OUTPUT_BOOL:
	case OUTPUT_FLAG:
		cli_json_bool(out, f->name, output_field_number(f, row));
		break;
	default:
		cli_json_number(out, f->name, output_field_number(f, row));
	}
}

void
cli_fields_json(struct buf *out, const struct output_field *fields, const char *names,
	const void *row)
{
	struct span rest = span_of(names), one;
	if (!names)
		for (const struct output_field *f = fields; f->name; f++)
			if (!f->on_request)
				put_json(out, f, row);
	while (names && span_split(&rest, ',', &one)) {
		const struct output_field *f = output_field_find(fields, span_trim(one));
		if (f)
			put_json(out, f, row);
	}
}
