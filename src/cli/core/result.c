#include "config.h"

#include "cli/core/result.h"

#include "base/buf.h"
#include "base/i18n.h"
#include "cli/core/command.h"
#include "cli/core/field.h"
#include "cli/core/json.h"

#define FIELD(NAME, BRIEF, TYPE, ...)                                                    \
	{                                                                                \
		.name = NAME, .brief = BRIEF, .type = TYPE, __VA_ARGS__                  \
	}
#define ADDED(member) .offset = offsetof(struct cli_added, member)

const struct cli_field cli_added_fields[] = {
	FIELD("id", N_("the feed's number"), CLI_U32, ADDED(id)),
	FIELD("url", N_("its address"), CLI_STRING, ADDED(url)),
	FIELD("title", N_("your title, else its own"), CLI_STRING, ADDED(title)),
	FIELD("items", N_("the number of its items"), CLI_U64, ADDED(items)),
	FIELD("added", N_("false if you were already subscribed"), CLI_BOOL,
		ADDED(added)),
	{0},
};

const struct cli_field cli_candidate_fields[] = {
	FIELD("url", N_("its address"), CLI_STRING, ADDED(url)),
	FIELD("title", N_("the title that the page gives it"), CLI_STRING, ADDED(title)),
	{0},
};

#define IMPORTED(member) .offset = offsetof(struct cli_imported, member)

const struct cli_field cli_imported_fields[] = {
	FIELD("added", N_("the number of feeds added"), CLI_U64, IMPORTED(added)),
	FIELD("there", N_("feeds in the list that you already had"), CLI_U64,
		IMPORTED(there)),
	FIELD("queries", N_("saved searches in the list"), CLI_U64, IMPORTED(queries)),
	FIELD("items", N_("items in the list"), CLI_U64, IMPORTED(items)),
	FIELD("read", N_("of them, those that are read"), CLI_U64, IMPORTED(read)),
	FIELD("starred", N_("those with a star"), CLI_U64, IMPORTED(starred)),
	FIELD("tagged", N_("those with tags of their own"), CLI_U64, IMPORTED(tagged)),
	FIELD("deleted", N_("those that are deleted"), CLI_U64, IMPORTED(deleted)),
	FIELD("known", N_("items that were in the store already"), CLI_U64,
		IMPORTED(known)),
	FIELD("changed", N_("marks of these that were changed"), CLI_U64,
		IMPORTED(changed)),
	FIELD("waiting", N_("items in no feed yet, whose marks wait for them"), CLI_U64,
		IMPORTED(waiting)),
	FIELD("kept", N_("items of feeds that you do not subscribe to"), CLI_U64,
		IMPORTED(kept)),
	FIELD("remarks", N_("the number of warnings; they are on standard error"),
		CLI_U64, IMPORTED(remarks)),
	FIELD("dry_run", N_("true if nothing was changed"), CLI_BOOL, IMPORTED(dry_run)),
	FIELD("lines", N_("with --dry-run, the lines that the feeds file would get"),
		CLI_STRINGS, IMPORTED(lines),
		.length = offsetof(struct cli_imported, lines_len)),
	{0},
};

#define BACKFILLED(member) .offset = offsetof(struct cli_backfilled, member)

const struct cli_field cli_backfilled_fields[] = {
	FIELD("id", N_("the feed's number"), CLI_U32, BACKFILLED(id)),
	FIELD("title", N_("your title, else its own, else its address"), CLI_STRING,
		BACKFILLED(title)),
	FIELD("documents", N_("the number of documents fetched"), CLI_U64,
		BACKFILLED(documents)),
	FIELD("new", N_("the number of new items"), CLI_U64, BACKFILLED(added)),
	FIELD("bytes", N_("the size of the documents in bytes"), CLI_U64,
		BACKFILLED(bytes)),
	FIELD("more", N_("whether there are older ones"), CLI_BOOL, BACKFILLED(more)),
	FIELD("error", N_("what went wrong"), CLI_STRING, BACKFILLED(error)),
	{0},
};

#define UNDONE(member) .offset = offsetof(struct cli_undone, member)

const struct cli_field cli_undone_fields[] = {
	FIELD("text", N_("what had been done"), CLI_STRING, UNDONE(text)),
	FIELD("undone", N_("false if it was redone"), CLI_BOOL, UNDONE(undone)),
	FIELD("changed", N_("how many items or feeds changed"), CLI_U64, UNDONE(changed)),
	{0},
};

#define TOLD(member) .offset = offsetof(struct cli_told, member)

#define PLAYING(member) .offset = offsetof(struct cli_playing, member)

const struct cli_field cli_playing_fields[] = {
	FIELD("state", N_("none, starting, playing, paused or waiting (for its file)"),
		CLI_STRING, PLAYING(state)),
	FIELD("item", N_("the number of the item"), CLI_U64, PLAYING(item)),
	FIELD("feed", N_("the title of its feed"), CLI_STRING, PLAYING(feed)),
	FIELD("title", N_("its title"), CLI_STRING, PLAYING(title)),
	FIELD("position", N_("where it is, such as 12:31"), CLI_STRING,
		PLAYING(position)),
	FIELD("duration", N_("how long it is; empty: unknown"), CLI_STRING,
		PLAYING(duration)),
	FIELD("position_s", N_("the same in seconds"), CLI_U64, PLAYING(position_s)),
	FIELD("duration_s", N_("the same in seconds; 0: unknown"), CLI_U64,
		PLAYING(duration_s)),
	FIELD("speed", N_("percent of the usual speed"), CLI_U32, PLAYING(speed)),
	FIELD("pid", N_("the process that plays"), CLI_U32, PLAYING(pid)),
	{0},
};

const struct cli_field cli_told_fields[] = {
	FIELD("time", N_("when it happened"), CLI_TIME, TOLD(time)),
	FIELD("event",
		N_("what happened: start, reload, feed, round, note, error or stop"),
		CLI_STRING, TOLD(event)),
	FIELD("text", N_("the same in words, as in the log"), CLI_STRING, TOLD(text)),
	FIELD("feed", N_("the feed's number"), CLI_U32, TOLD(feed)),
	FIELD("url", N_("its address, without passwords and tokens"), CLI_STRING,
		TOLD(url)),
	FIELD("title", N_("your title, else its own"), CLI_STRING, TOLD(title)),
	FIELD("feeds", N_("the number of feeds"), CLI_U64, TOLD(counts.feeds)),
	FIELD("new", N_("the number of new items"), CLI_U64, TOLD(counts.added)),
	FIELD("changed", N_("the number of items that changed"), CLI_U64,
		TOLD(counts.edited)),
	FIELD("unchanged", N_("feeds with nothing new"), CLI_U64, TOLD(counts.unchanged)),
	FIELD("failed", N_("feeds that failed"), CLI_U64, TOLD(counts.failed)),
	FIELD("unreachable", N_("how many of those did not answer at all"), CLI_U64,
		TOLD(counts.unreachable)),
	FIELD("held", N_("feeds that were skipped for now"), CLI_U64, TOLD(counts.held)),
	FIELD("complete", N_("whether all was stored"), CLI_BOOL, TOLD(counts.complete)),
	FIELD("error", N_("what went wrong"), CLI_STRING, TOLD(error)),
	{0},
};

#define COLLECTED(member) .offset = offsetof(struct cli_collected, member)

const struct cli_field cli_collected_fields[] = {
	FIELD("items", N_("the number of items removed"), CLI_U64, COLLECTED(gone.items)),
	FIELD("feeds", N_("feeds without a line that were removed"), CLI_U64,
		COLLECTED(gone.feeds)),
	FIELD("bytes", N_("the size of all that in bytes"), CLI_U64,
		COLLECTED(gone.bytes)),
	FIELD("dry_run", N_("true if nothing was changed"), CLI_BOOL, COLLECTED(dry_run)),
	{0},
};

#define COPIED(member) .offset = offsetof(struct cli_copied, member)

const struct cli_field cli_compacted_fields[] = {
	FIELD("bytes", N_("the size of the store's file in bytes"), CLI_U64,
		COPIED(bytes)),
	FIELD("before", N_("its size before"), CLI_U64, COPIED(before)),
	{0},
};

const struct cli_field cli_backup_fields[] = {
	FIELD("path", N_("the path of the copy"), CLI_STRING, COPIED(path)),
	FIELD("bytes", N_("its size in bytes"), CLI_U64, COPIED(bytes)),
	{0},
};

const struct cli_field cli_restored_fields[] = {
	FIELD("feeds", N_("the number of feeds"), CLI_U64, COPIED(feeds)),
	FIELD("items", N_("the number of all items"), CLI_U64, COPIED(items)),
	FIELD("kept", N_("the path of the previous store; null if there was none"),
		CLI_STRING, COPIED(kept)),
	{0},
};

#define STATS(member) .offset = offsetof(struct store_care_stats, member)

const struct cli_field cli_stats_fields[] = {
	FIELD("feeds", N_("the number of feeds"), CLI_U64, STATS(feeds)),
	FIELD("items", N_("the number of all items"), CLI_U64, STATS(items)),
	FIELD("unread", N_("the number of unread items"), CLI_U64, STATS(unread)),
	FIELD("starred", N_("the number of starred items"), CLI_U64, STATS(starred)),
	FIELD("file", N_("the size of the store's file in bytes"), CLI_U64,
		STATS(file_bytes)),
	FIELD("used", N_("how many of them are in use"), CLI_U64, STATS(used_bytes)),
	FIELD("readers", N_("the number of processes reading it"), CLI_U32,
		STATS(readers)),
	FIELD("format", N_("the version of the store's format"), CLI_U32,
		STATS(format_major)),
	{0},
};

#define CHANGED(member) .offset = offsetof(struct cli_changed, member)

const struct cli_field cli_changed_fields[] = {
	FIELD("found", N_("the number of items selected"), CLI_U64, CHANGED(found)),
	FIELD("changed", N_("how many of them changed"), CLI_U64, CHANGED(changed)),
	{0},
};

#define RULE(member) .offset = offsetof(struct cli_rule, member)

const struct cli_field cli_rule_fields[] = {
	FIELD("number", N_("the rule's number, in the order of the config file"), CLI_U64,
		RULE(number)),
	FIELD("rule", N_("the rule"), CLI_STRING, RULE(rule)),
	FIELD("where", N_("its file and line"), CLI_STRING, RULE(where)),
	FIELD("hits", N_("how many items it has matched when they arrived"), CLI_U64,
		RULE(hits)),
	FIELD("last", N_("when it last did"), CLI_TIME, RULE(last)),
	FIELD("found",
		N_("how many stored items it matches, with --dry-run and for apply"),
		CLI_U64, RULE(found)),
	FIELD("changed", N_("how many items apply changed"), CLI_U64, RULE(changed)),
	{0},
};

const struct cli_field cli_merged_fields[] = {
	FIELD("states", N_("the number of states read"), CLI_U64, CHANGED(found)),
	FIELD("changed", N_("how many of them changed something here"), CLI_U64,
		CHANGED(changed)),
	{0},
};

const struct cli_field cli_renamed_fields[] = {
	FIELD("id", N_("the feed's number"), CLI_U32, ADDED(id)),
	FIELD("url", N_("its address"), CLI_STRING, ADDED(url)),
	FIELD("title", N_("the new title; null if the feed's own title is used again"),
		CLI_STRING, ADDED(title)),
	{0},
};

#define PAIR(member) .offset = offsetof(struct cli_pair, member)

const struct cli_field cli_pair_fields[] = {
	FIELD("id", N_("the feed's number"), CLI_U32, PAIR(id)),
	FIELD("url", N_("its address, without passwords and tokens"), CLI_STRING,
		PAIR(url)),
	FIELD("title", N_("your title, else its own"), CLI_STRING, PAIR(title)),
	FIELD("into", N_("the number of the feed that it is merged into"), CLI_U32,
		PAIR(into)),
	FIELD("into_url", N_("that feed's address"), CLI_STRING, PAIR(into_url)),
	FIELD("into_title", N_("that feed's title"), CLI_STRING, PAIR(into_title)),
	{0},
};

#define MOVED(member) .offset = offsetof(struct cli_moved, member)

const struct cli_field cli_moved_fields[] = {
	FIELD("id", N_("the feed's number"), CLI_U32, MOVED(id)),
	FIELD("url", N_("the address in its line"), CLI_STRING, MOVED(url)),
	FIELD("title", N_("your title, else its own"), CLI_STRING, MOVED(title)),
	FIELD("moved_to", N_("the new address"), CLI_STRING, MOVED(moved_to)),
	FIELD("adopted", N_("whether courant had already followed the redirect"),
		CLI_BOOL, MOVED(adopted)),
	FIELD("moved", N_("false if its line is unchanged"), CLI_BOOL, MOVED(moved)),
	{0},
};

#define CHECKED(member) .offset = offsetof(struct cli_checked, member)

const struct cli_field cli_checked_fields[] = {
	FIELD("sound", N_("whether everything was right"), CLI_BOOL, CHECKED(sound)),
	FIELD("damaged", N_("the number of damaged records"), CLI_U64,
		CHECKED(found.damaged)),
	FIELD("misindexed", N_("entries of lists without their item, and the reverse"),
		CLI_U64, CHECKED(found.misindexed)),
	FIELD("miscounted", N_("counters that differ from a recount"), CLI_U64,
		CHECKED(found.miscounted)),
	FIELD("misworded", N_("texts that do not match the full-text index"), CLI_U64,
		CHECKED(found.misworded)),
	FIELD("faults", N_("a sentence per fault, at most 20 of a kind"), CLI_STRINGS,
		CHECKED(faults), .length = offsetof(struct cli_checked, faults_len)),
	FIELD("feeds", N_("the number of feeds"), CLI_U64, CHECKED(feeds)),
	FIELD("items", N_("the number of all items"), CLI_U64, CHECKED(items)),
	FIELD("texts", N_("the number of their texts"), CLI_U64, CHECKED(texts)),
	FIELD("repaired", N_("whether the store was rewritten"), CLI_BOOL,
		CHECKED(repaired)),
	FIELD("reindexed", N_("whether only the full-text index was rebuilt"), CLI_BOOL,
		CHECKED(reindexed)),
	FIELD("lost_feeds", N_("feeds lost in the repair"), CLI_U64,
		CHECKED(lost.lost_feeds)),
	FIELD("lost_items", N_("items lost in the repair"), CLI_U64,
		CHECKED(lost.lost_items)),
	FIELD("lost_texts", N_("texts lost in the repair"), CLI_U64,
		CHECKED(lost.lost_texts)),
	FIELD("lost_pages", N_("pages of the file that could not be read"), CLI_U64,
		CHECKED(lost.lost_pages)),
	FIELD("kept", N_("the path of the damaged file; null if it was not rewritten"),
		CLI_STRING, CHECKED(kept)),
	{0},
};

const struct cli_result cli_results[] = {
	{.commands = "add", .fields = cli_added_fields},
	{.commands = "add, of a page with several feeds", .fields = cli_candidate_fields},
	{.commands = "import", .fields = cli_imported_fields},
	{.commands = "backfill", .fields = cli_backfilled_fields},
	{.commands = "daemon", .fields = cli_told_fields},
	{.commands = "play --status", .fields = cli_playing_fields},
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
cli_result_put(struct buf *out, const struct cli_field *fields, const void *row)
{
	cli_json_begin(out);
	cli_fields_json(out, fields, NULL, row);
	cli_json_end(out);
}

int
cli_result(bool json, const struct cli_field *fields, const void *row, struct buf *text)
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
