/*
 * courant play tells the process that plays, a reader or courant listen, what to do: over
 * the socket on which it takes commands. If none plays, an open reader begins; without a
 * reader, this command plays the episode itself.
 */
#include "config.h"

#include "cli/media/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/control.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "cli/core/find.h"
#include "cli/core/rows.h"
#include "cli/media/listen.h"
#include "engine/api.h"
#include "episode/chapter.h"
#include "model/episode_record.h"
#include "output/playing.h"
#include "player/verb.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/media/player.h"
#include "store/media/track.h"

/* The options, in the order of the table. */
enum {
	PLAY_TOGGLE,
	PLAY_PAUSE,
	PLAY_RESUME,
	PLAY_STOP,
	PLAY_NEXT,
	PLAY_SEEK,
	PLAY_CHAPTER,
	PLAY_SPEED,
	PLAY_SLEEP,
	PLAY_FROM,
	PLAY_STREAM,
	PLAY_STATUS,
	PLAY_FOLLOW,
	PLAY_JSON,
	PLAY_FORMAT,
};

#define WAIT_SECONDS 10
#define FOLLOW_MS 1000
#define SILENT_LOOKS 3 /* in a row: then nothing is played any more */

/* ---- what is played */

/* The state that was stored last, brought up to the present. False: nothing is played. */
static bool
read_player(struct cli *cli, struct player_record *out)
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

static void
read_chapter(struct cli *cli, struct arena *arena, int64_t position,
	struct output_playing *row)
{
	struct store_view view;
	struct store_chapters s;
	size_t index = 0;
	if (store_view_begin(cli->store, &view, NULL) != OK)
		return;
	store_media_chapters(&view, row->item, STORE_CHAPTERS_FILE, arena, &s);
	store_view_end(&view);
	row->chapter_number = episode_chapter_at(&s.chapters, position, &index);
	for (size_t i = 0; i < s.chapters.len; i++)
		row->chapters += !s.chapters.list[i].silent;
	if (row->chapter_number)
		row->chapter = s.chapters.list[index].title;
}

static void
fill_row(struct cli *cli, struct arena *arena, struct output_playing *row)
{
	struct player_record r;
	*row = (struct output_playing){.state = output_playing_state(PLAYER_NONE),
		.position = "",
		.duration = ""};
	if (!read_player(cli, &r))
		return;
	row->state = output_playing_state(r.state);
	row->item = r.item;
	row->position_s = (uint64_t)(r.position / 1000);
	row->duration_s = (uint64_t)(r.duration / 1000);
	row->speed = (uint32_t)r.speed;
	row->pid = r.claim.pid;
	read_titles(cli, arena, row);
	read_chapter(cli, arena, r.position, row);
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

static int
status(struct cli *cli, const char *name, const char *const *values)
{
	struct cli_rows rows = {.cli = cli,
		.json = values[PLAY_JSON] != NULL,
		.format = values[PLAY_FORMAT]};
	struct buf before = BUF_INIT(0);
	bool more = values[PLAY_FOLLOW] != NULL, playing = false;
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
	return playing || values[PLAY_FOLLOW] ? CLI_OK : CLI_NOTHING;
}

/* ---- asking for something */

/* Sends a line to the process, and prints its answer. */
static int
talk(int fd, const char *line)
{
	const struct timeval limit = {.tv_sec = WAIT_SECONDS};
	char answer[CONTROL_LINE_MAX];
	size_t len = 0;
	ssize_t n = send(fd, line, strlen(line), MSG_NOSIGNAL);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
	while (n > 0 && len < sizeof answer - 1) {
		n = recv(fd, answer + len, sizeof answer - 1 - len, 0);
		len += n > 0 ? (size_t)n : 0;
	}
	answer[len] = '\0';
	close(fd);
	if (answer[0] == '0')
		return CLI_OK;
	cli_note(len > 1 ? answer + 1 : _("the player's process does not answer"));
	return CLI_FAILED;
}

/* The options, with the reader's commands for them and the player's verbs. */
static const struct {
	int option;
	const char *command, *verb;
} asks[] = {
	{PLAY_TOGGLE, "pause", "pause"},
	{PLAY_PAUSE, "hold-on", "hold-on"},
	{PLAY_RESUME, "resume", "resume"},
	{PLAY_STOP, "stop-playing", "stop"},
	{PLAY_NEXT, "next-episode", "next"},
	{PLAY_SEEK, "seek", "seek"},
	{PLAY_CHAPTER, "chapter", "chapter"},
	{PLAY_SPEED, "speed", "speed"},
	{PLAY_SLEEP, "sleep", "sleep"},
};

/* Most of them exclude each other, and all of them exclude words that name what to
 * play. */
static bool
asks_fit(const char *const *values, int argc)
{
	size_t states = 0, all = 0;
	for (size_t i = 0; i < COUNT_OF(asks); i++) {
		bool given = values[asks[i].option] != NULL;
		all += given;
		states += given && asks[i].option <= PLAY_NEXT;
	}
	bool tells = values[PLAY_STATUS] || values[PLAY_FOLLOW];
	return states + tells <= 1 && (argc == 1 || all + tells == 0);
}

static int
steer(struct cli *cli, const char *const *values, bool *any)
{
	struct player_record r;
	struct err err;
	struct player_verb verb;
	bool live = read_player(cli, &r);
	int result = CLI_OK, fd;
	*any = false;
	for (size_t i = 0; i < COUNT_OF(asks) && result == CLI_OK; i++) {
		const char *value = values[asks[i].option];
		char line[200];
		if (!value)
			continue;
		*any = true;
		if (player_verb_parse(asks[i].verb, value, &verb, &err) != OK)
			return cli_usage("play", "%s", err.text);
		if (!live) {
			cli_note(_("nothing is playing"));
			return CLI_NOTHING;
		}
		snprintf(line, sizeof line, "%s %s\n", asks[i].command, value);
		if (control_connect(cli->dirs->store, (pid_t)r.claim.pid, &fd, &err) !=
			OK)
			return cli_fail(&err);
		result = talk(fd, line);
	}
	return result;
}

static bool
take_first(void *data, const struct store_key *hits, size_t len)
{
	if (len)
		*(uint64_t *)data = hits[0].id;
	return !len;
}

/* The first item that the words name; 0: the first of the queue. */
static int
find_item(struct cli *cli, int argc, char **argv, uint64_t *item)
{
	struct cli_session session;
	struct cli_items items = {0};
	struct engine_target target;
	struct err err = {0};
	*item = 0;
	if (argc == 1 || (argc == 2 && str_eq(argv[1], "next")))
		return CLI_OK;
	int status = cli_session_begin(&session, cli, false, &err);
	if (status == OK)
		status = cli_find_target(
			&session, argc - 1, argv + 1, &items, &target, &err);
	if (status == OK && target.kind == TARGET_QUERY)
		status = cli_find_each(
			&session, target.query, &target.scope, take_first, item, &err);
	else if (status == OK)
		*item = target.items_len ? target.items[0] : 0;
	cli_session_end(&session);
	cli_items_done(&items);
	if (status != OK)
		return cli_session_failed(status, &err);
	return *item ? CLI_OK : CLI_NOTHING;
}

/* A time, as "play" takes it after the number of an item. */
static bool
read_from(const char *text, struct player_verb *verb, struct err *err)
{
	char line[64];
	snprintf(line, sizeof line, "1 %s", text);
	if (player_verb_parse("play", line, verb, err) == OK)
		return true;
	err_set(err, ERR_INVALID, _("--from needs a time, such as 12:42"));
	return false;
}

int
cli_media_play(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct player_record r;
	struct err err = {0};
	struct buf line = BUF_INIT(0);
	struct player_verb verb = {.number = 0};
	bool any;
	int fd, result = cli_args(cli, &argc, argv, 0, -1, values);
	if (result != CLI_OK)
		return result;
	if (!asks_fit(values, argc))
		return cli_usage(argv[0], _("an item, --toggle, --pause, --resume, "
					    "--stop, --next and --status "
					    "exclude each other"));
	if (values[PLAY_STATUS] || values[PLAY_FOLLOW])
		return status(cli, argv[0], values);
	if (values[PLAY_FROM] && !read_from(values[PLAY_FROM], &verb, &err))
		return cli_usage(argv[0], "%s", err.text);
	result = steer(cli, values, &any);
	if (any || result != CLI_OK)
		return result;
	pid_t pid = read_player(cli, &r) ? (pid_t)r.claim.pid : 0;
	bool reader = control_connect(cli->dirs->store, pid, &fd, &err) == OK;
	verb.kind = values[PLAY_STREAM] ? PLAYER_STREAM : PLAYER_PLAY;
	if (!reader)
		return cli_media_listen_to(cli, argc - 1, argv + 1, true, &verb);
	result = find_item(cli, argc, argv, &verb.item);
	if (argc == 1 && pid && !values[PLAY_STREAM])
		verb = (struct player_verb){.kind = PLAYER_PAUSE, .number = 0};
	if (result == CLI_OK && player_verb_put(&verb, &line))
		result = talk(fd, buf_str(&line));
	else
		close(fd);
	buf_done(&line);
	return result;
}
