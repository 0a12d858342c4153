#include "config.h"

#include "cli/answer.h"

#include "base/buf.h"
#include "base/i18n.h"
#include "cli/command.h"
#include "cli/field.h"
#include "cli/json.h"

#define ADDED(member) offsetof(struct cli_added, member)

const struct cli_field cli_added_fields[] = {
	{"id", N_("the feed's number"), CLI_U32, true, ADDED(id), 0},
	{"url", N_("its address"), CLI_STRING, true, ADDED(url), 0},
	{"title", N_("your title, else its own"), CLI_STRING, true, ADDED(title), 0},
	{"items", N_("the number of its items"), CLI_U64, true, ADDED(items), 0},
	{"added", N_("false: you were subscribed to it already"), CLI_BOOL, true,
		ADDED(added), 0},
	{0},
};

const struct cli_field cli_candidate_fields[] = {
	{"url", N_("its address"), CLI_STRING, true, ADDED(url), 0},
	{"title", N_("the title that the page gives"), CLI_STRING, true, ADDED(title), 0},
	{0},
};

#define IMPORTED(member) offsetof(struct cli_imported, member)

const struct cli_field cli_imported_fields[] = {
	{"added", N_("the number of feeds that were added"), CLI_U64, true,
		IMPORTED(added), 0},
	{"there", N_("feeds of the list that were there already"), CLI_U64, true,
		IMPORTED(there), 0},
	{"remarks", N_("how much was left out or mended; standard error has it"), CLI_U64,
		true, IMPORTED(remarks), 0},
	{"dry_run", N_("whether nothing was changed"), CLI_BOOL, true, IMPORTED(dry_run),
		0},
	{"lines", N_("with --dry-run, the lines that the feeds file would get"),
		CLI_STRINGS, true, IMPORTED(lines), IMPORTED(lines_len)},
	{0},
};

#define BACKFILLED(member) offsetof(struct cli_backfilled, member)

const struct cli_field cli_backfilled_fields[] = {
	{"id", N_("the feed's number"), CLI_U32, true, BACKFILLED(id), 0},
	{"title", N_("your title, else its own, else its address"), CLI_STRING, true,
		BACKFILLED(title), 0},
	{"documents", N_("the number of documents that were fetched"), CLI_U64, true,
		BACKFILLED(documents), 0},
	{"new", N_("the number of new items"), CLI_U64, true, BACKFILLED(added), 0},
	{"bytes", N_("the bytes of the documents"), CLI_U64, true, BACKFILLED(bytes), 0},
	{"more", N_("whether there are older ones still"), CLI_BOOL, true,
		BACKFILLED(more), 0},
	{"error", N_("what went wrong"), CLI_STRING, true, BACKFILLED(error), 0},
	{0},
};

#define UNDONE(member) offsetof(struct cli_undone, member)

const struct cli_field cli_undone_fields[] = {
	{"text", N_("what had been done"), CLI_STRING, true, UNDONE(text), 0},
	{"undone", N_("false: it was done again"), CLI_BOOL, true, UNDONE(undone), 0},
	{"changed", N_("how much changed"), CLI_U64, true, UNDONE(changed), 0},
	{0},
};

#define TOLD(member) offsetof(struct cli_told, member)

const struct cli_field cli_told_fields[] = {
	{"time", N_("when it happened"), CLI_TIME, true, TOLD(time), 0},
	{"event", N_("what happened: start, reload, feed, round, note, error or stop"),
		CLI_STRING, true, TOLD(event), 0},
	{"text", N_("the same in words, as the log has it"), CLI_STRING, true, TOLD(text),
		0},
	{"feed", N_("the feed's number"), CLI_U32, true, TOLD(feed), 0},
	{"url", N_("its address, without passwords and tokens"), CLI_STRING, true,
		TOLD(url), 0},
	{"title", N_("your title, else its own"), CLI_STRING, true, TOLD(title), 0},
	{"feeds", N_("the number of feeds"), CLI_U64, true, TOLD(counts.feeds), 0},
	{"new", N_("the number of new items"), CLI_U64, true, TOLD(counts.added), 0},
	{"changed", N_("the number of items that were changed"), CLI_U64, true,
		TOLD(counts.edited), 0},
	{"unchanged", N_("feeds that had nothing new"), CLI_U64, true,
		TOLD(counts.unchanged), 0},
	{"failed", N_("feeds that failed"), CLI_U64, true, TOLD(counts.failed), 0},
	{"unreachable", N_("of those, feeds whose server gave no answer"), CLI_U64, true,
		TOLD(counts.unreachable), 0},
	{"held", N_("feeds that were left alone for now"), CLI_U64, true,
		TOLD(counts.held), 0},
	{"error", N_("what went wrong"), CLI_STRING, true, TOLD(error), 0},
	{0},
};

#define COLLECTED(member) offsetof(struct cli_collected, member)

const struct cli_field cli_collected_fields[] = {
	{"items", N_("the number of items that were cleared away"), CLI_U64, true,
		COLLECTED(gone.items), 0},
	{"feeds", N_("feeds without a line that were cleared away"), CLI_U64, true,
		COLLECTED(gone.feeds), 0},
	{"bytes", N_("the bytes of all that"), CLI_U64, true, COLLECTED(gone.bytes), 0},
	{"dry_run", N_("whether nothing was changed"), CLI_BOOL, true, COLLECTED(dry_run),
		0},
	{0},
};

#define COPIED(member) offsetof(struct cli_copied, member)

const struct cli_field cli_compacted_fields[] = {
	{"bytes", N_("the bytes of the store's file"), CLI_U64, true, COPIED(bytes), 0},
	{"before", N_("the bytes that it had before"), CLI_U64, true, COPIED(before), 0},
	{0},
};

const struct cli_field cli_backup_fields[] = {
	{"path", N_("the copy's path"), CLI_STRING, true, COPIED(path), 0},
	{"bytes", N_("the copy's bytes"), CLI_U64, true, COPIED(bytes), 0},
	{0},
};

const struct cli_field cli_restored_fields[] = {
	{"feeds", N_("the number of feeds"), CLI_U64, true, COPIED(feeds), 0},
	{"items", N_("the number of all items"), CLI_U64, true, COPIED(items), 0},
	{"kept", N_("the path of what was there before; null: nothing was"), CLI_STRING,
		true, COPIED(kept), 0},
	{0},
};

#define STATS(member) offsetof(struct store_care_stats, member)

const struct cli_field cli_stats_fields[] = {
	{"feeds", N_("the number of feeds"), CLI_U64, true, STATS(feeds), 0},
	{"items", N_("the number of all items"), CLI_U64, true, STATS(items), 0},
	{"unread", N_("the number of unread items"), CLI_U64, true, STATS(unread), 0},
	{"starred", N_("the number of starred items"), CLI_U64, true, STATS(starred), 0},
	{"file", N_("the bytes of the store's file"), CLI_U64, true, STATS(file_bytes),
		0},
	{"used", N_("those of them that are in use"), CLI_U64, true, STATS(used_bytes),
		0},
	{"readers", N_("the number of processes that are reading"), CLI_U32, true,
		STATS(readers), 0},
	{"format", N_("the version of the store's format"), CLI_U32, true,
		STATS(format_major), 0},
	{0},
};

#define CHANGED(member) offsetof(struct cli_changed, member)

const struct cli_field cli_changed_fields[] = {
	{"found", N_("the number of items that were meant"), CLI_U64, true,
		CHANGED(found), 0},
	{"changed", N_("those of them that changed"), CLI_U64, true, CHANGED(changed), 0},
	{0},
};

const struct cli_field cli_merged_fields[] = {
	{"states", N_("the number of states that were read"), CLI_U64, true,
		CHANGED(found), 0},
	{"changed", N_("those that changed something here"), CLI_U64, true,
		CHANGED(changed), 0},
	{0},
};

const struct cli_field cli_renamed_fields[] = {
	{"id", N_("the feed's number"), CLI_U32, true, ADDED(id), 0},
	{"url", N_("its address"), CLI_STRING, true, ADDED(url), 0},
	{"title", N_("its title; null: its own again"), CLI_STRING, true, ADDED(title),
		0},
	{0},
};

#define PAIR(member) offsetof(struct cli_pair, member)

const struct cli_field cli_pair_fields[] = {
	{"id", N_("the feed's number"), CLI_U32, true, PAIR(id), 0},
	{"url", N_("its address, without passwords and tokens"), CLI_STRING, true,
		PAIR(url), 0},
	{"title", N_("your title, else its own"), CLI_STRING, true, PAIR(title), 0},
	{"into", N_("the number of the feed that it becomes a part of"), CLI_U32, true,
		PAIR(into), 0},
	{"into_url", N_("that feed's address"), CLI_STRING, true, PAIR(into_url), 0},
	{"into_title", N_("that feed's title"), CLI_STRING, true, PAIR(into_title), 0},
	{0},
};

#define MOVED(member) offsetof(struct cli_moved, member)

const struct cli_field cli_moved_fields[] = {
	{"id", N_("the feed's number"), CLI_U32, true, MOVED(id), 0},
	{"url", N_("the address of its line"), CLI_STRING, true, MOVED(url), 0},
	{"title", N_("your title, else its own"), CLI_STRING, true, MOVED(title), 0},
	{"moved_to", N_("the new address"), CLI_STRING, true, MOVED(moved_to), 0},
	{"adopted", N_("whether it was fetched there by then, by its server's word"),
		CLI_BOOL, true, MOVED(adopted), 0},
	{"moved", N_("false: its line is as it was"), CLI_BOOL, true, MOVED(moved), 0},
	{0},
};

#define CHECKED(member) offsetof(struct cli_checked, member)

const struct cli_field cli_checked_fields[] = {
	{"sound", N_("whether all was right"), CLI_BOOL, true, CHECKED(sound), 0},
	{"damaged", N_("the number of damaged records"), CLI_U64, true,
		CHECKED(found.damaged), 0},
	{"misindexed", N_("entries of lists without their item, and the reverse"),
		CLI_U64, true, CHECKED(found.misindexed), 0},
	{"miscounted", N_("counters that differ from a recount"), CLI_U64, true,
		CHECKED(found.miscounted), 0},
	{"misworded", N_("texts of which the full-text index has other words"), CLI_U64,
		true, CHECKED(found.misworded), 0},
	{"faults", N_("a sentence for each fault, at most 20 of a kind"), CLI_STRINGS,
		true, CHECKED(faults), CHECKED(faults_len)},
	{"feeds", N_("the number of feeds"), CLI_U64, true, CHECKED(feeds), 0},
	{"items", N_("the number of all items"), CLI_U64, true, CHECKED(items), 0},
	{"texts", N_("the number of their texts"), CLI_U64, true, CHECKED(texts), 0},
	{"repaired", N_("whether the store was written anew"), CLI_BOOL, true,
		CHECKED(repaired), 0},
	{"reindexed", N_("whether the full-text index alone was made anew"), CLI_BOOL,
		true, CHECKED(reindexed), 0},
	{"lost_feeds", N_("feeds that this lost"), CLI_U64, true,
		CHECKED(lost.lost_feeds), 0},
	{"lost_items", N_("items that it lost"), CLI_U64, true, CHECKED(lost.lost_items),
		0},
	{"lost_texts", N_("texts that it lost"), CLI_U64, true, CHECKED(lost.lost_texts),
		0},
	{"lost_pages", N_("pages of the file that could not be read"), CLI_U64, true,
		CHECKED(lost.lost_pages), 0},
	{"kept", N_("the path of the damaged file; null: none was written anew"),
		CLI_STRING, true, CHECKED(kept), 0},
	{0},
};

const struct cli_answer cli_answers[] = {
	{"add", cli_added_fields},
	{"add, of a page with several feeds", cli_candidate_fields},
	{"import", cli_imported_fields},
	{"backfill", cli_backfilled_fields},
	{"daemon", cli_told_fields},
	{"undo", cli_undone_fields},
	{"gc", cli_collected_fields},
	{"compact", cli_compacted_fields},
	{"backup", cli_backup_fields},
	{"restore", cli_restored_fields},
	{"stats", cli_stats_fields},
	{"mark, star and tag", cli_changed_fields},
	{"rename and remove", cli_renamed_fields},
	{"merge", cli_pair_fields},
	{"move", cli_moved_fields},
	{"state import", cli_merged_fields},
	{"check", cli_checked_fields},
	{0},
};

void
cli_answer_put(struct buf *out, const struct cli_field *fields, const void *row)
{
	cli_json_begin(out);
	cli_fields_json(out, fields, NULL, row);
	cli_json_end(out);
}

int
cli_answer(bool json, const struct cli_field *fields, const void *row, struct buf *text)
{
	if (json) {
		buf_clear(text);
		cli_answer_put(text, fields, row);
	}
	if (json)
		cli_write(text);
	else
		cli_print(text);
	buf_done(text);
	return CLI_OK;
}
