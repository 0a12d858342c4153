#include "config.h"

#include "cli/core/rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/time.h"
#include "base/url.h"
#include "cli/core/command.h"
#include "cli/core/field.h"
#include "cli/core/json.h"
#include "conf/settings.h"
#include "engine/media/disk.h"
#include "model/media.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/identity/story.h"
#include "store/item/list.h"
#include "store/score/priority.h"
#include "store/score/taste.h"

static int
by_id(const void *a, const void *b)
{
	const struct store_feed *const *x = a, *const *y = b;
	return ((*x)->id > (*y)->id) - ((*x)->id < (*y)->id);
}

/* Each item needs its feed. */
static void
sort_feeds(struct cli_rows *rows)
{
	rows->sorted =
		arena_alloc(&rows->arena, (rows->feeds_len + 1) * sizeof *rows->sorted);
	for (size_t i = 0; i < rows->feeds_len; i++)
		rows->sorted[i] = &rows->feeds[i];
	qsort(rows->sorted, rows->feeds_len, sizeof *rows->sorted, by_id);
}

int
cli_rows_begin(struct cli_rows *rows, struct cli *cli, struct err *err)
{
	struct store_view view;
	rows->cli = cli;
	int status = store_view_begin(cli->store, &view, err);
	if (status != OK)
		return status;
	status =
		store_feed_all(&view, &rows->arena, true, &rows->feeds, &rows->feeds_len);
	store_view_end(&view);
	if (status != OK)
		return err_set(err, status,
			_("the stored feeds cannot be read; run courant check"));
	sort_feeds(rows);
	return OK;
}

void
cli_rows_done(struct cli_rows *rows)
{
	arena_done(&rows->arena);
	buf_done(&rows->out);
	output_template_free(rows->template);
}

/* The width for rows: that of the terminal, if they are printed there. */
static struct output_width
room_of(void)
{
	struct winsize size;
	struct output_width room = {.mixed = true, .clock.now = time_wall()};
	if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		room.width = size.ws_col;
	return room;
}

/* The fields of an episode in a list, unless others are asked for. */
#define EPISODE_KEYS                                                                     \
	"id,feed,guid,title,link,published,seen,unread,starred,feed_title,duration,"     \
	"position,queued,played,download,download_error,file"

int
cli_rows_check(
	struct cli_rows *rows, const char *command, const struct output_field *table)
{
	struct err err;
	if (rows->json && rows->format)
		return cli_usage(command, _("choose one of --json and --format"));
	if (rows->fields && !rows->json)
		return cli_usage(command, _("--fields needs --json"));
	if (rows->format && output_template_new(table, NULL, rows->format,
				    &rows->template, &err) != OK)
		return cli_usage(command, "--format: %s", err.text);
	if (rows->fields && output_fields_check(table, rows->fields, &err) != OK)
		return cli_usage(command, "--fields: %s", err.text);
	if (rows->json && rows->episodes && !rows->fields)
		rows->fields = EPISODE_KEYS;
	rows->room = room_of();
	return CLI_OK;
}

static const struct store_feed *
find_feed(const struct cli_rows *rows, uint32_t feed)
{
	const struct store_feed key = {.id = feed}, *wanted = &key;
	const struct store_feed **found =
		rows->feeds_len ? bsearch(&wanted, rows->sorted, rows->feeds_len,
					  sizeof *rows->sorted, by_id)
				: NULL;
	return found ? *found : NULL;
}

const char *
cli_rows_feed_title(const struct cli_rows *rows, uint32_t feed)
{
	const struct store_feed *found = find_feed(rows, feed);
	return !found ? NULL : found->title ? found->title : found->address;
}

static void
feed_text(struct buf *out, const struct store_feed *feed)
{
	buf_addf(out, "%5" PRIu32 " %6" PRIu32 " %7" PRIu32 "  ", feed->id, feed->unread,
		feed->total);
	if (feed->title)
		cli_clean(out, feed->title);
	else
		cli_address(out, feed->address, true);
	for (size_t i = 0; i < feed->tags_len; i++) {
		buf_adds(out, i ? ", " : "  [");
		cli_clean(out, feed->tags[i]);
	}
	if (feed->tags_len)
		buf_addc(out, ']');
	if (feed->title) {
		buf_adds(out, "  <");
		cli_address(out, feed->address, true);
		buf_addc(out, '>');
	}
	if (feed->adopted) {
		buf_adds(out, "  -> <");
		cli_address(out, feed->moved_to, true);
		buf_addc(out, '>');
	}
	if (feed->error) {
		buf_adds(out, "  ! ");
		cli_clean(out, feed->error);
	}
	buf_addc(out, '\n');
}

static void
item_text(struct buf *out, const struct store_item *item)
{
	char date[32];
	time_t when = (time_t)item->time;
	struct tm local;
	localtime_r(&when, &local);
	strftime(date, sizeof date, "%Y-%m-%d %H:%M", &local);
	buf_addf(out, "%8" PRIu64 " %c%c %s  ", item->id,
		item->flags & ITEM_UNREAD ? 'N' : ' ',
		item->flags & ITEM_STARRED ? '*' : ' ', date);
	cli_clean(out, item->title ? item->title : _("(no title)"));
	if (item->link) {
		buf_adds(out, "  <");
		cli_address(out, item->link, false);
		buf_addc(out, '>');
	}
	buf_addc(out, '\n');
}

bool
cli_rows_put(struct cli_rows *rows, const struct output_field *table, const void *row)
{
	if (rows->template) {
		output_template_put(rows->template, row, &rows->room, &rows->out);
		return true;
	}
	if (!rows->json)
		return false;
	cli_json_begin(&rows->out);
	cli_fields_json(&rows->out, table, rows->fields, row);
	cli_json_end(&rows->out);
	return true;
}

/* Whether a field is printed: some fields are read only then, since that takes time. */
static bool
wants(const struct cli_rows *rows, const char *field)
{
	struct span rest = span_of(rows->fields), one;
	if (rows->template)
		return output_template_uses(rows->template, field);
	while (rows->fields && span_split(&rest, ',', &one))
		if (span_eq(span_trim(one), field))
			return true;
	return false;
}

/* Addresses are printed without user names and passwords, for other programs. */
void
cli_rows_feed(struct cli_rows *rows, const struct store_feed *feed)
{
	struct output_feed_row row = {.feed = *feed, .newest = TIME_NONE};
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct err err;
	row.feed.url = url_public(&arena, feed->address, false);
	row.feed.moved_to = url_public(&arena, feed->moved_to, false);
	if ((wants(rows, "newest") || wants(rows, "gap")) &&
		store_view_begin(rows->cli->store, &view, &err) == OK) {
		store_item_frequency(&view, feed->id, &row.newest, &row.gap);
		store_view_end(&view);
	}
	if (!cli_rows_put(rows, output_feed_fields, &row))
		feed_text(&rows->out, feed);
	arena_done(&arena);
}

static const char *
marks_of(int flags)
{
	static const char *const marks[] = {"  ", "N ", " *", "N*"};
	return marks[(flags & ITEM_UNREAD ? 1 : 0) + (flags & ITEM_STARRED ? 2 : 0)];
}

/* Fills the fields of an episode, which take extra reading. */
static void
fill_episode(struct cli_rows *rows, const struct store_view *view, uint64_t id,
	struct arena *arena, struct output_item_row *row)
{
	store_media_episode(view, id, time_wall(), arena, &row->episode);
	row->kind = media_kind_name(row->item.media);
	row->download = store_media_transfer_name(row->episode.transfer);
	row->position = row->episode.position / 1000;
	if (!(row->episode.states & MEDIA_HERE) || !row->episode.path)
		return;
	char *dir = engine_media_dir(
		rows->cli->settings->options.media_dir, store_path(rows->cli->store));
	char *path = engine_media_disk_path(dir, row->episode.path);
	row->file = arena_strdup(arena, path);
	free(path);
	free(dir);
}

static void
put_length(struct buf *out, int64_t seconds, size_t width)
{
	char text[32] = "";
	if (seconds > 0)
		time_format_clock(seconds, text, sizeof text);
	buf_addf(out, "%*s", (int)width, text);
}

/* "     12 here     12:31   48:12  Harbour Talk: Tides". */
static void
episode_text(struct buf *out, const struct output_item_row *row)
{
	buf_addf(out, "%8" PRIu64 " %-7s", row->item.id, row->download);
	put_length(out, row->position, 9);
	put_length(out,
		row->episode.duration ? row->episode.duration / 1000
				      : row->item.duration / 1000,
		9);
	buf_adds(out, "  ");
	if (row->feed_title) {
		cli_clean(out, row->feed_title);
		buf_adds(out, ": ");
	}
	cli_clean(out, row->item.title ? row->item.title : _("(no title)"));
	if (row->episode.error) {
		buf_adds(out, "  ! ");
		cli_clean(out, row->episode.error);
	}
	buf_addc(out, '\n');
}

void
cli_rows_item(struct cli_rows *rows, const struct store_view *view, uint64_t id)
{
	struct arena arena = ARENA_INIT;
	struct output_item_row row = {0};
	int status = store_item(view, id, &arena, &row.item);
	if (status == OK) {
		const struct store_feed *feed = find_feed(rows, row.item.feed);
		if (feed) {
			row.feed_url = feed->address; /* only if asked for by name */
			row.feed_title =
				feed->title ? feed->title
					    : url_public(&arena, feed->address, false);
			row.feed_tags = feed->tags;
			row.feed_tags_len = feed->tags_len;
		}
		row.marks = marks_of(row.item.flags);
		struct store_item_glance glance = {0};
		if (wants(rows, "minutes") || wants(rows, "attachments") ||
			wants(rows, "duration"))
			status = store_item_glance(view, id, &glance);
		if (wants(rows, "also"))
			row.also = (uint32_t)store_identity_story_count(view, id);
		if (wants(rows, "interest") || wants(rows, "score")) {
			row.interest = (uint32_t)store_score_interest(view, id);
			row.item.score += STORE_INTEREST_WORTH((int64_t)row.interest) +
					  store_score_priority(view, row.item.feed);
		}
		if (rows->episodes || rows->fields || rows->format)
			fill_episode(rows, view, id, &arena, &row);
		row.place = rows->place ? rows->place++ : 0;
		output_item_row_fill(&row, status == OK ? &glance : NULL, &arena);
		if (status == OK && wants(rows, "minutes"))
			output_item_row_minutes(&row, &glance);
		bool put = cli_rows_put(rows, output_item_fields, &row);
		if (!put && rows->episodes)
			episode_text(&rows->out, &row);
		else if (!put)
			item_text(&rows->out, &row.item);
	}
	arena_done(&arena);
}

int
cli_rows_keys(
	struct cli_rows *rows, const struct store_key *keys, size_t len, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(rows->cli->store, &view, err);
	if (status != OK)
		return status;
	for (size_t i = 0; i < len; i++)
		cli_rows_item(rows, &view, keys[i].id);
	store_view_end(&view);
	return OK;
}

bool
cli_rows_write(struct cli_rows *rows)
{
	bool open = rows->json ? cli_write(&rows->out) : cli_print(&rows->out);
	buf_clear(&rows->out);
	return open;
}
