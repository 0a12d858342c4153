#include "config.h"

#include "cli/core/command_result.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "cli/core/command.h"
#include "cli/core/field.h"
#include "cli/core/json.h"
#include "output/playing.h"

char *
cli_amount(struct arena *arena, enum cli_amount what, uint64_t n)
{
	static const char *const forms[][2] = {
		[CLI_AMOUNT_FEEDS] = {NP_("%" PRIu64 " feed", "%" PRIu64 " feeds")},
		[CLI_AMOUNT_ITEMS] = {NP_("%" PRIu64 " item", "%" PRIu64 " items")},
		[CLI_AMOUNT_TEXTS] = {NP_("%" PRIu64 " text", "%" PRIu64 " texts")},
		[CLI_AMOUNT_BYTES] = {NP_("%" PRIu64 " byte", "%" PRIu64 " bytes")},
	};
	return arena_printf(arena, P_(forms[what][0], forms[what][1], n), n);
}

#define ADDED(member) .offset = offsetof(struct cli_added, member)

const struct output_field cli_added_fields[] = {
	OUTPUT_FIELD("id", N_("the feed's number"), OUTPUT_U32, ADDED(id)),
	OUTPUT_FIELD("url", N_("its address"), OUTPUT_STRING, ADDED(url)),
	OUTPUT_FIELD(
		"title", N_("your title, else its own"), OUTPUT_STRING, ADDED(title)),
	OUTPUT_FIELD("items", N_("the number of its items"), OUTPUT_U64, ADDED(items)),
	OUTPUT_FIELD("added", N_("false if you were already subscribed"), OUTPUT_BOOL,
		ADDED(added)),
	{0},
};

const struct output_field cli_candidate_fields[] = {
	OUTPUT_FIELD("url", N_("its address"), OUTPUT_STRING, ADDED(url)),
	OUTPUT_FIELD("title", N_("the title that the page gives it"), OUTPUT_STRING,
		ADDED(title)),
	{0},
};

#define PREVIEWED(member) .offset = offsetof(struct cli_previewed, member)

const struct output_field cli_previewed_fields[] = {
	OUTPUT_FIELD("url", N_("its address"), OUTPUT_STRING, PREVIEWED(url)),
	OUTPUT_FIELD("title", N_("its own title"), OUTPUT_STRING, PREVIEWED(title)),
	OUTPUT_FIELD("items", N_("the number of items that it shows"), OUTPUT_U64,
		PREVIEWED(items)),
	OUTPUT_FIELD(
		"whole", N_("those with their whole text"), OUTPUT_U64, PREVIEWED(whole)),
	OUTPUT_FIELD("teasers", N_("those with its beginning or a summary"), OUTPUT_U64,
		PREVIEWED(teasers)),
	OUTPUT_FIELD(
		"newest", N_("the date of the newest"), OUTPUT_TIME, PREVIEWED(newest)),
	OUTPUT_FIELD("gap", N_("seconds between two of them on average"), OUTPUT_SPAN,
		PREVIEWED(gap)),
	OUTPUT_FIELD("titles", N_("the titles of the newest ten"), OUTPUT_STRINGS,
		PREVIEWED(titles), .length = offsetof(struct cli_previewed, titles_len)),
	{0},
};

#define IMPORTED(member) .offset = offsetof(struct cli_imported, member)

const struct output_field cli_imported_fields[] = {
	OUTPUT_FIELD(
		"added", N_("the number of feeds added"), OUTPUT_U64, IMPORTED(added)),
	OUTPUT_FIELD("there", N_("feeds in the list that you already had"), OUTPUT_U64,
		IMPORTED(there)),
	OUTPUT_FIELD("queries", N_("saved searches in the list"), OUTPUT_U64,
		IMPORTED(queries)),
	OUTPUT_FIELD("items", N_("items in the list"), OUTPUT_U64, IMPORTED(items)),
	OUTPUT_FIELD(
		"read", N_("of them, those that are read"), OUTPUT_U64, IMPORTED(read)),
	OUTPUT_FIELD("starred", N_("those with a star"), OUTPUT_U64, IMPORTED(starred)),
	OUTPUT_FIELD("tagged", N_("those with tags of their own"), OUTPUT_U64,
		IMPORTED(tagged)),
	OUTPUT_FIELD(
		"deleted", N_("those that are deleted"), OUTPUT_U64, IMPORTED(deleted)),
	OUTPUT_FIELD("known", N_("items that were in the store already"), OUTPUT_U64,
		IMPORTED(known)),
	OUTPUT_FIELD("changed", N_("marks of these that were changed"), OUTPUT_U64,
		IMPORTED(changed)),
	OUTPUT_FIELD("waiting", N_("items in no feed yet, whose marks wait for them"),
		OUTPUT_U64, IMPORTED(waiting)),
	OUTPUT_FIELD("pages", N_("pages that are in no feed, and are saved pages now"),
		OUTPUT_U64, IMPORTED(pages)),
	OUTPUT_FIELD("kept", N_("items of feeds that you do not subscribe to"),
		OUTPUT_U64, IMPORTED(kept)),
	OUTPUT_FIELD("queued", N_("episodes that came into the queue"), OUTPUT_U64,
		IMPORTED(queued)),
	OUTPUT_FIELD("remarks", N_("the number of warnings; they are on standard error"),
		OUTPUT_U64, IMPORTED(remarks)),
	OUTPUT_FIELD("dry_run", N_("true if nothing was changed"), OUTPUT_BOOL,
		IMPORTED(dry_run)),
	OUTPUT_FIELD("lines",
		N_("with --dry-run, the lines that the feeds file would get"),
		OUTPUT_STRINGS, IMPORTED(lines),
		.length = offsetof(struct cli_imported, lines_len)),
	{0},
};

#define BACKFILLED(member) .offset = offsetof(struct cli_backfilled, member)

const struct output_field cli_backfilled_fields[] = {
	OUTPUT_FIELD("id", N_("the feed's number"), OUTPUT_U32, BACKFILLED(id)),
	OUTPUT_FIELD("title", N_("your title, else its own, else its address"),
		OUTPUT_STRING, BACKFILLED(title)),
	OUTPUT_FIELD("documents", N_("the number of documents fetched"), OUTPUT_U64,
		BACKFILLED(documents)),
	OUTPUT_FIELD("new", N_("the number of new items"), OUTPUT_U64, BACKFILLED(added)),
	OUTPUT_FIELD("bytes", N_("the size of the documents in bytes"), OUTPUT_U64,
		BACKFILLED(bytes)),
	OUTPUT_FIELD("more", N_("whether there are older ones"), OUTPUT_BOOL,
		BACKFILLED(more)),
	OUTPUT_FIELD("error", N_("what went wrong"), OUTPUT_STRING, BACKFILLED(error)),
	{0},
};

#define UNDONE(member) .offset = offsetof(struct cli_undone, member)

const struct output_field cli_undone_fields[] = {
	OUTPUT_FIELD("text", N_("what had been done"), OUTPUT_STRING, UNDONE(text)),
	OUTPUT_FIELD("undone", N_("false if it was redone"), OUTPUT_BOOL, UNDONE(undone)),
	OUTPUT_FIELD("changed", N_("how many items or feeds changed"), OUTPUT_U64,
		UNDONE(changed)),
	{0},
};

#define EVENT_AT(member) .offset = offsetof(struct cli_event, member)

const struct output_field cli_event_fields[] = {
	OUTPUT_FIELD("time", N_("when it happened"), OUTPUT_TIME, EVENT_AT(time)),
	OUTPUT_FIELD("event",
		N_("what happened: start, reload, item, feed, notify, round, note, "
		   "error or stop"),
		OUTPUT_STRING, EVENT_AT(event)),
	OUTPUT_FIELD("text", N_("the same in words, as in the log"), OUTPUT_STRING,
		EVENT_AT(text)),
	OUTPUT_FIELD("feed", N_("the feed's number"), OUTPUT_U32, EVENT_AT(feed)),
	OUTPUT_FIELD("url", N_("its address, without passwords and tokens"),
		OUTPUT_STRING, EVENT_AT(url)),
	OUTPUT_FIELD(
		"title", N_("your title, else its own"), OUTPUT_STRING, EVENT_AT(title)),
	OUTPUT_FIELD("id", N_("the item's number"), OUTPUT_U64, EVENT_AT(id)),
	OUTPUT_FIELD("item", N_("its title"), OUTPUT_STRING, EVENT_AT(item)),
	OUTPUT_FIELD("link", N_("its address"), OUTPUT_STRING, EVENT_AT(link)),
	OUTPUT_FIELD("published", N_("when it was published"), OUTPUT_TIME,
		EVENT_AT(published)),
	OUTPUT_FIELD(
		"feeds", N_("the number of feeds"), OUTPUT_U64, EVENT_AT(counts.feeds)),
	OUTPUT_FIELD(
		"new", N_("the number of new items"), OUTPUT_U64, EVENT_AT(counts.added)),
	OUTPUT_FIELD("changed", N_("the number of items that changed"), OUTPUT_U64,
		EVENT_AT(counts.edited)),
	OUTPUT_FIELD("unchanged", N_("feeds with nothing new"), OUTPUT_U64,
		EVENT_AT(counts.unchanged)),
	OUTPUT_FIELD(
		"failed", N_("feeds that failed"), OUTPUT_U64, EVENT_AT(counts.failed)),
	OUTPUT_FIELD("unreachable", N_("how many of those did not answer at all"),
		OUTPUT_U64, EVENT_AT(counts.unreachable)),
	OUTPUT_FIELD("held", N_("feeds that were skipped for now"), OUTPUT_U64,
		EVENT_AT(counts.held)),
	OUTPUT_FIELD("complete", N_("whether all was stored"), OUTPUT_BOOL,
		EVENT_AT(counts.complete)),
	OUTPUT_FIELD("error", N_("what went wrong"), OUTPUT_STRING, EVENT_AT(error)),
	{0},
};

#define COLLECTED(member) .offset = offsetof(struct cli_collected, member)

const struct output_field cli_collected_fields[] = {
	OUTPUT_FIELD("items", N_("the number of items removed"), OUTPUT_U64,
		COLLECTED(gone.items)),
	OUTPUT_FIELD("feeds", N_("feeds without a line that were removed"), OUTPUT_U64,
		COLLECTED(gone.feeds)),
	OUTPUT_FIELD("bytes", N_("the size of all that in bytes"), OUTPUT_U64,
		COLLECTED(gone.bytes)),
	OUTPUT_FIELD("dry_run", N_("true if nothing was changed"), OUTPUT_BOOL,
		COLLECTED(dry_run)),
	{0},
};

#define COPIED(member) .offset = offsetof(struct cli_copied, member)

const struct output_field cli_compacted_fields[] = {
	OUTPUT_FIELD("bytes", N_("the size of the store's file in bytes"), OUTPUT_U64,
		COPIED(bytes)),
	OUTPUT_FIELD("before", N_("its size before"), OUTPUT_U64, COPIED(before)),
	{0},
};

const struct output_field cli_backup_fields[] = {
	OUTPUT_FIELD("path", N_("the path of the copy"), OUTPUT_STRING, COPIED(path)),
	OUTPUT_FIELD("bytes", N_("its size in bytes"), OUTPUT_U64, COPIED(bytes)),
	{0},
};

const struct output_field cli_restored_fields[] = {
	OUTPUT_FIELD("feeds", N_("the number of feeds"), OUTPUT_U64, COPIED(feeds)),
	OUTPUT_FIELD("items", N_("the number of all items"), OUTPUT_U64, COPIED(items)),
	OUTPUT_FIELD("kept", N_("the path of the previous store; null if there was none"),
		OUTPUT_STRING, COPIED(kept)),
	{0},
};

#define STATS(member) .offset = offsetof(struct store_health_check_stats, member)

const struct output_field cli_stats_fields[] = {
	OUTPUT_FIELD("feeds", N_("the number of feeds"), OUTPUT_U64, STATS(feeds)),
	OUTPUT_FIELD("items", N_("the number of all items"), OUTPUT_U64, STATS(items)),
	OUTPUT_FIELD(
		"unread", N_("the number of unread items"), OUTPUT_U64, STATS(unread)),
	OUTPUT_FIELD(
		"starred", N_("the number of starred items"), OUTPUT_U64, STATS(starred)),
	OUTPUT_FIELD("file", N_("the size of the store's file in bytes"), OUTPUT_U64,
		STATS(file_bytes)),
	OUTPUT_FIELD(
		"used", N_("how many of them are in use"), OUTPUT_U64, STATS(used_bytes)),
	OUTPUT_FIELD("readers", N_("the number of processes reading it"), OUTPUT_U32,
		STATS(readers)),
	OUTPUT_FIELD("format", N_("the version of the store's format"), OUTPUT_U32,
		STATS(format_major)),
	{0},
};

#define CHANGED(member) .offset = offsetof(struct cli_changed, member)

const struct output_field cli_changed_fields[] = {
	OUTPUT_FIELD(
		"found", N_("the number of items selected"), OUTPUT_U64, CHANGED(found)),
	OUTPUT_FIELD(
		"changed", N_("how many of them changed"), OUTPUT_U64, CHANGED(changed)),
	{0},
};

#define RULE(member) .offset = offsetof(struct cli_rule, member)

const struct output_field cli_rule_fields[] = {
	OUTPUT_FIELD("number", N_("the rule's number, in the order of the config file"),
		OUTPUT_U64, RULE(number)),
	OUTPUT_FIELD("rule", N_("the rule"), OUTPUT_STRING, RULE(rule)),
	OUTPUT_FIELD("where", N_("its file and line"), OUTPUT_STRING, RULE(where)),
	OUTPUT_FIELD("hits", N_("how many items it has matched when they arrived"),
		OUTPUT_U64, RULE(hits)),
	OUTPUT_FIELD("last", N_("when it last did"), OUTPUT_TIME, RULE(last)),
	OUTPUT_FIELD("found",
		N_("how many stored items it matches, with --dry-run and for apply"),
		OUTPUT_U64, RULE(found)),
	OUTPUT_FIELD(
		"changed", N_("how many items apply changed"), OUTPUT_U64, RULE(changed)),
	{0},
};

const struct output_field cli_merged_fields[] = {
	OUTPUT_FIELD(
		"states", N_("the number of states read"), OUTPUT_U64, CHANGED(found)),
	OUTPUT_FIELD("changed", N_("how many of them changed something here"), OUTPUT_U64,
		CHANGED(changed)),
	{0},
};

const struct output_field cli_renamed_fields[] = {
	OUTPUT_FIELD("id", N_("the feed's number"), OUTPUT_U32, ADDED(id)),
	OUTPUT_FIELD("url", N_("its address"), OUTPUT_STRING, ADDED(url)),
	OUTPUT_FIELD("title",
		N_("the new title; null if the feed's own title is used again"),
		OUTPUT_STRING, ADDED(title)),
	{0},
};

#define PAIR(member) .offset = offsetof(struct cli_pair, member)

const struct output_field cli_pair_fields[] = {
	OUTPUT_FIELD("id", N_("the feed's number"), OUTPUT_U32, PAIR(id)),
	OUTPUT_FIELD("url", N_("its address, without passwords and tokens"),
		OUTPUT_STRING, PAIR(url)),
	OUTPUT_FIELD("title", N_("your title, else its own"), OUTPUT_STRING, PAIR(title)),
	OUTPUT_FIELD("into", N_("the number of the feed that it is merged into"),
		OUTPUT_U32, PAIR(into)),
	OUTPUT_FIELD(
		"into_url", N_("that feed's address"), OUTPUT_STRING, PAIR(into_url)),
	OUTPUT_FIELD(
		"into_title", N_("that feed's title"), OUTPUT_STRING, PAIR(into_title)),
	{0},
};

#define MOVED(member) .offset = offsetof(struct cli_moved, member)

const struct output_field cli_moved_fields[] = {
	OUTPUT_FIELD("id", N_("the feed's number"), OUTPUT_U32, MOVED(id)),
	OUTPUT_FIELD("url", N_("the address in its line"), OUTPUT_STRING, MOVED(url)),
	OUTPUT_FIELD(
		"title", N_("your title, else its own"), OUTPUT_STRING, MOVED(title)),
	OUTPUT_FIELD("moved_to", N_("the new address"), OUTPUT_STRING, MOVED(moved_to)),
	OUTPUT_FIELD("adopted", N_("whether courant had already followed the redirect"),
		OUTPUT_BOOL, MOVED(adopted)),
	OUTPUT_FIELD(
		"moved", N_("false if its line is unchanged"), OUTPUT_BOOL, MOVED(moved)),
	{0},
};

#define CHECKED(member) .offset = offsetof(struct cli_checked, member)

const struct output_field cli_checked_fields[] = {
	OUTPUT_FIELD(
		"sound", N_("whether everything was right"), OUTPUT_BOOL, CHECKED(sound)),
	OUTPUT_FIELD("damaged", N_("the number of damaged records"), OUTPUT_U64,
		CHECKED(found.damaged)),
	OUTPUT_FIELD("misindexed",
		N_("entries of lists without their item, and the reverse"), OUTPUT_U64,
		CHECKED(found.misindexed)),
	OUTPUT_FIELD("miscounted", N_("counters that differ from a recount"), OUTPUT_U64,
		CHECKED(found.miscounted)),
	OUTPUT_FIELD("misworded", N_("texts that do not match the full-text index"),
		OUTPUT_U64, CHECKED(found.misworded)),
	OUTPUT_FIELD("faults", N_("a sentence per fault, at most 20 of a kind"),
		OUTPUT_STRINGS, CHECKED(faults),
		.length = offsetof(struct cli_checked, faults_len)),
	OUTPUT_FIELD("feeds", N_("the number of feeds"), OUTPUT_U64, CHECKED(feeds)),
	OUTPUT_FIELD("items", N_("the number of all items"), OUTPUT_U64, CHECKED(items)),
	OUTPUT_FIELD(
		"texts", N_("the number of their texts"), OUTPUT_U64, CHECKED(texts)),
	OUTPUT_FIELD("repaired", N_("whether the store was rewritten"), OUTPUT_BOOL,
		CHECKED(repaired)),
	OUTPUT_FIELD("reindexed", N_("whether only the full-text index was rebuilt"),
		OUTPUT_BOOL, CHECKED(reindexed)),
	OUTPUT_FIELD("lost_feeds", N_("feeds lost in the repair"), OUTPUT_U64,
		CHECKED(lost.lost_feeds)),
	OUTPUT_FIELD("lost_items", N_("items lost in the repair"), OUTPUT_U64,
		CHECKED(lost.lost_items)),
	OUTPUT_FIELD("lost_texts", N_("texts lost in the repair"), OUTPUT_U64,
		CHECKED(lost.lost_texts)),
	OUTPUT_FIELD("lost_pages", N_("pages of the file that could not be read"),
		OUTPUT_U64, CHECKED(lost.lost_pages)),
	OUTPUT_FIELD("kept",
		N_("the path of the damaged file; null if it was not rewritten"),
		OUTPUT_STRING, CHECKED(kept)),
	{0},
};

const struct cli_result cli_results[] = {
	{.commands = "add", .fields = cli_added_fields},
	{.commands = "add, of a page with several feeds", .fields = cli_candidate_fields},
	{.commands = "preview", .fields = cli_previewed_fields},
	{.commands = "import", .fields = cli_imported_fields},
	{.commands = "backfill", .fields = cli_backfilled_fields},
	{.commands = "daemon", .fields = cli_event_fields},
	{.commands = "play --status", .fields = output_playing_fields},
	{.commands = "undo", .fields = cli_undone_fields},
	{.commands = "gc", .fields = cli_collected_fields},
	{.commands = "compact", .fields = cli_compacted_fields},
	{.commands = "backup", .fields = cli_backup_fields},
	{.commands = "restore", .fields = cli_restored_fields},
	{.commands = "stats", .fields = cli_stats_fields},
	{.commands = "rules", .fields = cli_rule_fields},
	{.commands = "mark, star, tag and hide", .fields = cli_changed_fields},
	{.commands = "rename and remove", .fields = cli_renamed_fields},
	{.commands = "merge", .fields = cli_pair_fields},
	{.commands = "move", .fields = cli_moved_fields},
	{.commands = "state import", .fields = cli_merged_fields},
	{.commands = "check", .fields = cli_checked_fields},
	{0},
};

void
cli_result_put(struct buf *out, const struct output_field *fields, const void *row)
{
	cli_json_begin(out);
	cli_fields_json(out, fields, NULL, row);
	cli_json_end(out);
}

int
cli_result(
	bool json, const struct output_field *fields, const void *row, struct buf *text)
{
	if (json) {
		buf_clear(text);
		cli_result_put(text, fields, row);
	}
	if (json)
		cli_write(text);
	else
		cli_print(text);
	buf_done(text);
	return CLI_OK;
}
