#include "config.h"

#include "cli/media/playing.h"

#include <inttypes.h>
#include <stdint.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "cli/core/feed_options.h"
#include "cli/core/rows.h"
#include "episode/chapter.h"
#include "model/episode_record.h"
#include "output/playing.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/media/listen.h"
#include "store/media/player.h"
#include "store/media/track.h"

#define FOLLOW_MS 1000
#define LOOK_MS 100    /* until something is heard */
#define SILENT_LOOKS 3 /* in a row: then nothing is played any more */
#define END_MS 3000    /* likewise */
#define START_MS 10000 /* until another process begins to play */

bool
cli_media_playing(struct cli *cli, struct player_record *out)
{
	struct store_view view;
	bool live = false;
	int64_t now = time_wall();
	if (store_view_begin(cli->store, &view, NULL) != OK)
		return false;
	if (store_media_player(&view, now, out, &live) != OK)
		live = false;
	store_view_end(&view);
	if (live && out->state == PLAYER_PLAYING && now > out->at)
		out->position += (now - out->at) * 10 * out->speed;
	if (live && out->duration > 0 && out->position > out->duration)
		out->position = out->duration;
	return live;
}

bool
cli_media_heard(struct cli *cli, uint64_t item, struct listen_record *out)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	if (store_view_begin(cli->store, &view, NULL) != OK)
		return false;
	bool known = store_media_listen(&view, item, &arena, out) == OK;
	out->enclosure = NULL;
	store_view_end(&view);
	arena_done(&arena);
	return known;
}

static void
read_titles(struct cli *cli, struct arena *arena, struct output_playing *row)
{
	struct store_view view;
	struct store_item item;
	struct store_feed feed;
	if (store_view_begin(cli->store, &view, NULL) != OK)
		return;
	if (store_item(&view, row->item, arena, &item) == OK) {
		row->title = item.title;
		if (store_feed(&view, item.feed, arena, &feed) == OK)
			row->feed = feed.title ? feed.title
					       : url_public(arena, feed.address, false);
	}
	store_view_end(&view);
}

static struct chapters
read_chapters(struct cli *cli, uint64_t item, struct arena *arena)
{
	struct store_view view;
	struct store_chapters s = {.chapters = {NULL, 0}};
	if (store_view_begin(cli->store, &view, NULL) == OK) {
		store_media_chapters(
			&view, item, cli_chapters_sources(cli, &view, item), arena, &s);
		store_view_end(&view);
	}
	return s.chapters;
}

static size_t
count_listed(const struct chapters *c)
{
	size_t n = 0;
	for (size_t i = 0; i < c->len; i++)
		n += !c->list[i].silent;
	return n;
}

size_t
cli_media_playing_chapters(struct cli *cli, uint64_t item)
{
	struct arena arena = ARENA_INIT;
	const struct chapters c = read_chapters(cli, item, &arena);
	size_t n = count_listed(&c);
	arena_done(&arena);
	return n;
}

static void
put_chapter(struct cli *cli, struct arena *arena, int64_t position,
	struct output_playing *row)
{
	const struct chapters c = read_chapters(cli, row->item, arena);
	size_t index = 0;
	row->chapter_number = episode_chapter_at(&c, position, &index);
	row->chapters = count_listed(&c);
	if (row->chapter_number)
		row->chapter = c.list[index].title;
}

static void
fill_row(struct cli *cli, struct arena *arena, struct output_playing *row)
{
	struct player_record r;
	*row = (struct output_playing){.state = output_playing_state(PLAYER_NONE),
		.position = "",
		.duration = ""};
	if (!cli_media_playing(cli, &r))
		return;
	row->state = output_playing_state(r.state);
	row->item = r.item;
	row->position_s = (uint64_t)(r.position / 1000);
	row->duration_s = (uint64_t)(r.duration / 1000);
	row->speed = (uint32_t)r.speed;
	row->pid = r.claim.pid;
	read_titles(cli, arena, row);
	put_chapter(cli, arena, r.position, row);
	output_playing_fill(row, "", arena);
}

/* "playing  Harbour Talk: Tides  12:31/48:12". */
static void
put_sentence(struct buf *out, const struct output_playing *row)
{
	buf_adds(out, row->state);
	if (row->item) {
		buf_adds(out, "  ");
		cli_clean(out, row->feed ? row->feed : "");
		buf_adds(out, ": ");
		cli_clean(out, row->title ? row->title : _("(no title)"));
		buf_addf(out, "  %s%s%s", row->position, row->duration[0] ? "/" : "",
			row->duration);
		if (row->chapter_number)
			buf_addf(out, "  %" PRIu64 "/%" PRIu64, row->chapter_number,
				row->chapters);
		if (!str_empty(row->chapter)) {
			buf_addc(out, ' ');
			cli_clean(out, row->chapter);
		}
	}
	buf_addc(out, '\n');
}

bool
cli_media_playing_say(struct cli *cli)
{
	struct arena arena = ARENA_INIT;
	struct buf out = BUF_INIT(0);
	struct output_playing row;
	fill_row(cli, &arena, &row);
	if (row.item)
		put_sentence(&out, &row);
	bool said = cli_print(&out) && cli_flush();
	buf_done(&out);
	arena_done(&arena);
	return said;
}

int
cli_media_playing_status(
	struct cli *cli, const char *name, bool json, const char *format, bool follow)
{
	struct cli_rows rows = {.cli = cli, .json = json, .format = format};
	struct buf before = BUF_INIT(0);
	bool more = follow, playing = false;
	int silent = 0;
	int result = cli_rows_check(&rows, name, output_playing_fields);
	if (result != CLI_OK)
		return result;
	cli_session_catch();
	do {
		struct output_playing row;
		struct arena arena = ARENA_INIT;
		fill_row(cli, &arena, &row);
		playing = row.item != 0;
		silent = playing ? 0 : silent + 1;
		if (!cli_rows_put(&rows, output_playing_fields, &row))
			put_sentence(&rows.out, &row);
		arena_done(&arena);
		/* Between two episodes, or two processes, nothing is played for a
		 * moment. */
		bool brief = before.len > 0 && silent > 0 && silent < SILENT_LOOKS;
		if (brief || str_eq(buf_str(&rows.out), buf_str(&before))) {
			buf_clear(&rows.out);
		} else {
			buf_clear(&before);
			buf_add(&before, rows.out.data, rows.out.len);
			more = cli_rows_write(&rows) && cli_flush() && more;
		}
		if (more)
			usleep(FOLLOW_MS * 1000);
	} while (more && !cli_session_signal());
	buf_done(&before);
	cli_rows_done(&rows);
	return playing || follow ? CLI_OK : CLI_NOTHING;
}

/* Whether it was played since a time, however briefly. */
static bool
was_heard(struct cli *cli, uint64_t item, int64_t since)
{
	struct listen_record r;
	return cli_media_heard(cli, item, &r) && r.sampled >= since;
}

int
cli_media_playing_wait(struct cli *cli, uint64_t item, int64_t since)
{
	struct player_record r = {.item = 0};
	int64_t last = time_mono_ms(), now = last;
	bool taken = false, heard = false;
	cli_session_catch();
	while (now - last < (taken ? END_MS : START_MS) && !cli_session_signal()) {
		bool live = cli_media_playing(cli, &r);
		item = live && !item ? r.item : item;
		bool same = item && r.item == item;
		taken |= same && (live || r.at >= since);
		heard |= same && live && r.state != PLAYER_STARTING &&
			 r.state != PLAYER_WAITING;
		now = time_mono_ms();
		last = same && live ? now : last;
		usleep((heard ? FOLLOW_MS : LOOK_MS) * 1000);
	}
	int number = cli_session_signal();
	if (number)
		return CLI_SIGNAL + number;
	if (heard || was_heard(cli, item, since))
		return CLI_OK;
	cli_note(_("it was not played; the process that was asked to play it shows why"));
	return CLI_FAILED;
}
