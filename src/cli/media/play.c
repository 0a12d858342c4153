/*
 * courant play tells the process that plays, a reader or courant listen, what to do: over
 * the socket on which it takes commands. If none plays, an open reader begins; without a
 * reader, this command plays the episode itself, in the background unless it is to wait.
 */
#include "config.h"

#include "cli/media/commands.h"

#include <errno.h>
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
#include "base/spawn.h"
#include "base/str.h"
#include "base/time.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "cli/core/find.h"
#include "cli/media/listen.h"
#include "cli/media/playing.h"
#include "engine/api.h"
#include "model/episode_record.h"
#include "player/verb.h"
#include "store/db/view.h"
#include "store/item/list.h"
#include "store/media/episode_queue.h"

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
	PLAY_WAIT,
	PLAY_STATUS,
	PLAY_FOLLOW,
	PLAY_JSON,
	PLAY_FORMAT,
};

#define WAIT_SECONDS 10
#define START_MS 20000 /* for a process in the background to start playing */
#define LOOK_MS 50
#define END_MS 3000 /* for a process that plays to listen, or to end */
#define BEHIND_ENV "COURANT_PLAY_BEHIND" /* of the process in the background, */
#define BEHIND_BUSY 100 /* and its exit status if another process plays */
#define TRIES 3         /* of processes that end when they are asked */

/* ---- asking for something */

static int
not_answered(void)
{
	cli_note(_("the player's process does not answer"));
	return CLI_FAILED;
}

/* Sends a line to the process, and prints its answer. Returns an exit status, or
 * CLI_MEDIA_UNANSWERED. */
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
	bool ended = !len && (n == 0 || errno == ECONNRESET || errno == EPIPE);
	close(fd);
	if (answer[0] == '0')
		return CLI_OK;
	if (ended)
		return CLI_MEDIA_UNANSWERED;
	if (!len)
		return not_answered();
	cli_note(answer + 1);
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
	/* An item can be played at a speed. */
	all -= argc > 1 && values[PLAY_SPEED];
	return states + tells <= 1 && (argc == 1 || all + tells == 0);
}

/* Whether it can be done with what plays. The process that plays would only say so to its
 * own user. */
static int
check_fit(struct cli *cli, const struct player_record *r, const struct player_verb *verb,
	struct err *err)
{
	const struct player_now now = {
		.loaded = r->state == PLAYER_PLAYING || r->state == PLAYER_PAUSED,
		.other = r->other ? _("another player") : NULL,
		.chapters = cli_media_playing_chapters(cli, r->item),
		.duration = r->duration};
	return player_verb_fits(verb, &now, err);
}

/* Connects to the process that plays. One that does not listen has only just begun, or is
 * about to end. */
static int
connect_player(struct cli *cli, const struct player_record *r, int *fd, struct err *err)
{
	struct player_record now;
	int64_t end = time_mono_ms() + END_MS;
	int status;
	while ((status = control_connect(
			cli->dirs->store, (pid_t)r->claim.pid, fd, err)) != OK &&
		time_mono_ms() < end && cli_media_playing(cli, &now) &&
		now.claim.pid == r->claim.pid)
		usleep(LOOK_MS * 1000);
	return status;
}

static int
steer(struct cli *cli, int argc, const char *const *values, bool *any)
{
	struct player_record r;
	struct err err;
	struct player_verb verb;
	bool live = cli_media_playing(cli, &r);
	int result = CLI_OK, fd;
	*any = false;
	for (size_t i = 0; i < COUNT_OF(asks) && result == CLI_OK; i++) {
		const char *value = values[asks[i].option];
		char line[200];
		if (!value || argc > 1)
			continue;
		*any = true;
		if (player_verb_parse(asks[i].verb, value, &verb, &err) != OK)
			return cli_usage("play", "%s", err.text);
		if (!live) {
			cli_note(_("nothing is playing"));
			return CLI_NOTHING;
		}
		snprintf(line, sizeof line, "%s %s\n", asks[i].command, value);
		if (check_fit(cli, &r, &verb, &err) != OK ||
			connect_player(cli, &r, &fd, &err) != OK)
			return cli_fail(&err);
		result = talk(fd, line);
	}
	return result == CLI_MEDIA_UNANSWERED ? not_answered() : result;
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

/* A time, as "play" takes it after an item. */
static bool
read_from(const char *text, struct player_verb *verb, struct err *err)
{
	char line[64];
	snprintf(line, sizeof line, "next %s", text);
	if (player_verb_parse("play", line, verb, err) == OK)
		return true;
	err_set(err, ERR_INVALID, _("--from needs a time, such as 12:42"));
	return false;
}

/* What is to be played, and how. */
struct play {
	struct player_verb verb, speed;
	bool has_speed;
};

/* ---- without a reader */

static int
play_here(struct cli *cli, int argc, char **argv, const struct play *play)
{
	return cli_media_listen_to(cli, argc - 1, argv + 1, true, &play->verb,
		play->has_speed ? &play->speed : NULL);
}

/* In the background: the process that began this one hands over to another if that
 * plays. */
static int
play_behind_it(struct cli *cli, int argc, char **argv, const struct play *play)
{
	unsetenv(BEHIND_ENV);
	int result = play_here(cli, argc, argv, play);
	return result == CLI_MEDIA_UNANSWERED ? BEHIND_BUSY : result;
}

/* Copies what the process said, as it is. */
static void
put_errors(FILE *errors)
{
	char text[1024];
	size_t n;
	rewind(errors);
	while ((n = fread(text, 1, sizeof text, errors)) > 0)
		fwrite(text, 1, n, stderr);
}

/* Waits until the process plays, or has ended; returns an exit status, or
 * CLI_MEDIA_UNANSWERED if another process plays. */
static int
see_start(struct cli *cli, pid_t pid, FILE *errors)
{
	struct player_record r;
	int code;
	for (int64_t end = time_mono_ms() + START_MS; time_mono_ms() < end;) {
		if (spawn_reap(pid, &code)) {
			if (code == BEHIND_BUSY)
				return CLI_MEDIA_UNANSWERED;
			put_errors(errors);
			return code < 0 ? CLI_FAILED : code;
		}
		if (cli_media_playing(cli, &r) && (pid_t)r.claim.pid == pid &&
			r.state != PLAYER_STARTING) {
			cli_media_playing_say(cli);
			return CLI_OK;
		}
		usleep(LOOK_MS * 1000);
	}
	return CLI_OK;
}

/* Runs this command line again in the background, where it plays until the end. */
static int
play_behind(struct cli *cli, int argc, char **argv)
{
	struct arena arena = ARENA_INIT;
	struct err err;
	size_t n = cli->before_len;
	char **words = arena_zalloc(&arena, (n + (size_t)argc + 1) * sizeof *words);
	char behind[] = BEHIND_ENV "=1", *env[] = {behind, NULL};
	FILE *errors = tmpfile();
	pid_t pid;
	memcpy(words, cli->before, n * sizeof *words);
	memcpy(words + n, argv, (size_t)argc * sizeof *words);
	const struct spawn spawn = {.argv = words,
		.env = env,
		.flags = SPAWN_DETACH,
		.errors = errors ? fileno(errors) : 0};
	int status = errors ? spawn_program(&spawn, &pid, &err)
			    : err_set(&err, ERR_IO, "%s", strerror(errno));
	status = status == OK ? see_start(cli, pid, errors) : cli_fail(&err);
	if (errors)
		fclose(errors);
	arena_done(&arena);
	return status;
}

static int
read_play(const char *const *values, struct play *play, struct err *err)
{
	const char *speed = values[PLAY_SPEED];
	play->verb = (struct player_verb){.number = 0};
	if (values[PLAY_FROM] && !read_from(values[PLAY_FROM], &play->verb, err))
		return ERR_INVALID;
	play->verb.kind = values[PLAY_STREAM] ? PLAYER_STREAM : PLAYER_PLAY;
	play->has_speed = speed != NULL;
	return speed ? player_verb_parse("speed", speed, &play->speed, err) : OK;
}

/* Gives it to the process on the other side of the socket. CLI_MEDIA_UNANSWERED: that has
 * not taken it. */
static int
hand_over(struct cli *cli, pid_t pid, int fd, const struct play *play)
{
	struct buf line = BUF_INIT(0);
	struct err err;
	int result = CLI_FAILED;
	if (player_verb_put(&play->verb, &line))
		result = talk(fd, buf_str(&line));
	else
		close(fd);
	buf_clear(&line);
	if (result == CLI_OK && play->has_speed && player_verb_put(&play->speed, &line))
		result = control_connect(cli->dirs->store, pid, &fd, &err) == OK
				 ? talk(fd, buf_str(&line))
				 : CLI_MEDIA_UNANSWERED;
	buf_done(&line);
	return result;
}

/* How long an item is, as the player that played it said; 0: unknown. */
static int64_t
heard_length(struct cli *cli, uint64_t item)
{
	struct listen_record r;
	return cli_media_heard(cli, item, &r) ? r.duration : 0;
}

static bool
is_queue_empty(struct cli *cli)
{
	struct store_view view;
	if (store_view_begin(cli->store, &view, NULL) != OK)
		return false;
	bool empty = !store_media_queue_next(&view, 0);
	store_view_end(&view);
	return empty;
}

/* Has the process on the other side of the socket play it. pid: its number; 0: it is a
 * reader that plays nothing. */
static int
play_there(struct cli *cli, int argc, char **argv, const char *const *values,
	struct play play, pid_t pid, int fd)
{
	struct player_record r;
	struct err err;
	const int64_t since = time_wall();
	int result = find_item(cli, argc, argv, &play.verb.item);
	if (result == CLI_OK && !pid && !play.verb.item && is_queue_empty(cli)) {
		cli_note(_("Nothing is queued"));
		result = CLI_NOTHING;
	}
	bool plays = result == CLI_OK && pid && cli_media_playing(cli, &r);
	if (plays && argc == 1 && values[PLAY_FROM])
		play.verb.item = r.item;
	bool same = plays && r.item == play.verb.item;
	if ((argc == 1 || same) && pid && !values[PLAY_FROM]) {
		play.verb.kind = PLAYER_PAUSE; /* it goes on, if it plays at all */
		play.verb.number = 0;
	}
	const struct player_now now = {.loaded = true,
		.other = same && r.other ? _("another player") : NULL,
		.duration = result == CLI_OK && play.verb.number
				    ? heard_length(cli, play.verb.item)
				    : 0};
	if (result == CLI_OK && player_verb_fits(&play.verb, &now, &err) != OK)
		result = cli_fail(&err);
	if (result == CLI_OK)
		result = hand_over(cli, pid, fd, &play);
	else
		close(fd);
	return result == CLI_OK && values[PLAY_WAIT]
		       ? cli_media_playing_wait(cli, play.verb.item, since)
		       : result;
}

/* What is to be run again in the background: the command line as it was given, since
 * options are taken out of it. */
struct given {
	int argc;
	char **argv;
};

/* Connects to the process that plays or, if none does (*pid: 0), to a reader. One that
 * plays and does not listen any more is about to end: until then, nobody else can play.
 */
static bool
find_process(struct cli *cli, pid_t *pid, int *fd)
{
	struct player_record r;
	struct err err;
	for (int64_t end = time_mono_ms() + END_MS;; usleep(LOOK_MS * 1000)) {
		*pid = cli_media_playing(cli, &r) ? (pid_t)r.claim.pid : 0;
		if (control_connect(cli->dirs->store, *pid, fd, &err) == OK)
			return true;
		if (!*pid || time_mono_ms() > end)
			return false;
	}
}

static int
play_item(struct cli *cli, int argc, char **argv, const char *const *values,
	const struct play *play, const struct given *given)
{
	int result = CLI_MEDIA_UNANSWERED;
	for (int i = 0; i < TRIES && result == CLI_MEDIA_UNANSWERED; i++) {
		pid_t pid;
		int fd;
		if (find_process(cli, &pid, &fd))
			result = play_there(cli, argc, argv, values, *play, pid, fd);
		else if (values[PLAY_WAIT])
			result = play_here(cli, argc, argv, play);
		else
			result = play_behind(cli, given->argc, given->argv);
	}
	return result == CLI_MEDIA_UNANSWERED ? not_answered() : result;
}

int
cli_media_play(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct arena arena = ARENA_INIT;
	struct play play;
	struct err err = {0};
	bool any;
	const struct given given = {
		argc, arena_memdup(&arena, argv, (size_t)argc * sizeof *argv)};
	int result = cli_args(cli, &argc, argv, 0, -1, values);
	if (result != CLI_OK)
		goto out;
	if (!asks_fit(values, argc)) {
		result = cli_usage(argv[0], _("an item, --toggle, --pause, --resume, "
					      "--stop, --next and --status "
					      "exclude each other"));
		goto out;
	}
	if (values[PLAY_STATUS] || values[PLAY_FOLLOW]) {
		result = cli_media_playing_status(cli, argv[0], values[PLAY_JSON] != NULL,
			values[PLAY_FORMAT], values[PLAY_FOLLOW] != NULL);
		goto out;
	}
	if (read_play(values, &play, &err) != OK) {
		result = cli_usage(argv[0], "%s", err.text);
		goto out;
	}
	result = steer(cli, argc, values, &any);
	if (any || result != CLI_OK)
		goto out;
	result = getenv(BEHIND_ENV) ? play_behind_it(cli, argc, argv, &play)
				    : play_item(cli, argc, argv, values, &play, &given);
out:
	arena_done(&arena);
	return result;
}
