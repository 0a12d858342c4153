/*
 * courant listen: the queue, in lines of text. What is played is written to standard
 * output, a line for each change; lines on standard input, and those of courant play,
 * control it. On a terminal, keys do, and the last line shows the time.
 */
#include "config.h"

#include "cli/media/listen.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
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
#include "base/vec.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "cli/core/find.h"
#include "cli/media/commands.h"
#include "cli/media/listen_keys.h"
#include "conf/settings.h"
#include "engine/api.h"
#include "player/verb.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/item/list.h"

#define ITEMS_MAX 1000
#define JUMP_MS 2000   /* away from the expected position */
#define CLOCK_MS 1000  /* between times in the last line */
#define CLIENT_MS 1000 /* for a client's line */

/* The options, in the order of the table. */
enum {
	LISTEN_PLAIN,
	LISTEN_ADOPT,
};

struct listen {
	struct cli *cli;
	struct cli_session session;
	uint64_t *items; /* to be played */
	size_t len, cap, at;
	struct player_verb how;          /* the first of them is played */
	const struct player_verb *speed; /* … at this one; NULL: at its own */
	bool queue;                      /* then the queue, which is asked for once */
	bool once;                       /* then it ends */
	bool began;                      /* something was played */
	bool failed, over;
	bool busy;             /* another process has begun to play */
	uint32_t verbs, start; /* given to the player; the last that starts something */
	bool nothing;          /* there was nothing to play */
	int door;              /* the socket for commands; -1: none */
	char *path;
	bool input; /* standard input is read */
	bool keys;  /* that is a terminal, which gives single keys */
	struct termios before;
	int player; /* the descriptor of a player that was left; 0: none */
	struct buf line;
	struct engine_playing now; /* reported last */
};

/* ---- reporting */

static void
put_title(struct listen *l, uint64_t id, struct buf *out)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_item item;
	struct store_feed feed;
	if (store_view_begin(l->cli->store, &view, NULL) != OK)
		return;
	if (store_item(&view, id, &arena, &item) == OK) {
		if (store_feed(&view, item.feed, &arena, &feed) == OK) {
			cli_clean(out, feed.title ? feed.title : feed.address);
			buf_adds(out, ": ");
		}
		cli_clean(out, item.title ? item.title : _("(no title)"));
	}
	store_view_end(&view);
	arena_done(&arena);
}

static void
put_time(struct buf *out, int64_t ms)
{
	buf_addf(out, "%" PRId64 ":%02d", ms / 60000, (int)(ms / 1000 % 60));
}

static const char *
word_of(enum player_state state)
{
	switch (state) {
	case PLAYER_PLAYING:
		return _("Playing");
	case PLAYER_PAUSED:
		return _("Paused");
	case PLAYER_WAITING:
		return _("Waiting for the file of");
	default:
		return _("Starting");
	}
}

static bool
is_loaded(const struct engine_playing *now)
{
	return now->state == PLAYER_PLAYING || now->state == PLAYER_PAUSED;
}

static int64_t
place_at(const struct engine_playing *now, int64_t at_ms)
{
	int64_t passed = now->state == PLAYER_PLAYING ? at_ms - now->at_ms : 0;
	int64_t place = now->position + passed * now->speed / 100;
	return now->duration > 0 && place > now->duration ? now->duration : place;
}

/* Whether playing was steered: its position, speed or sleep is not what would follow from
 * before. */
static bool
is_steered(const struct engine_playing *before, const struct engine_playing *now)
{
	int64_t off = now->position - place_at(before, now->at_ms);
	bool faster = before->speed && now->speed && before->speed != now->speed;
	return is_loaded(before) && is_loaded(now) &&
	       (off > JUMP_MS || off < -JUMP_MS || faster ||
		       before->sleep_ms != now->sleep_ms ||
		       before->sleep_end != now->sleep_end);
}

static void
put_times(struct buf *out, const struct engine_playing *now, int64_t place)
{
	put_time(out, place);
	if (now->duration > 0) {
		buf_addc(out, '/');
		put_time(out, now->duration);
	}
}

/* The settings that are not the usual ones. */
static void
put_manner(struct buf *out, const struct engine_playing *now)
{
	if (now->speed && now->speed != 100) {
		buf_adds(out, "  ");
		buf_add_hundredths(out, now->speed);
		buf_adds(out, "×");
	}
	if (now->sleep_ms)
		buf_addf(out, _(" sleep %d min"),
			(int)((now->sleep_ms - time_mono_ms() + 59999) / 60000));
	if (now->sleep_end)
		buf_adds(out, _(" then sleep"));
}

/* The last line of a terminal; empty: makes room for another one. */
static void
put_clock(struct listen *l, bool empty)
{
	struct buf line = BUF_INIT(0);
	if (!l->keys)
		return;
	buf_adds(&line, "\r");
	if (!empty && is_loaded(&l->now))
		put_times(&line, &l->now, place_at(&l->now, time_mono_ms()));
	buf_adds(&line, "\033[K");
	l->over |= !cli_print(&line) || !cli_flush();
	buf_done(&line);
}

static void
note(struct listen *l, const char *text)
{
	put_clock(l, true);
	cli_note(text);
}

static void
tell(struct listen *l, const struct engine_event *event)
{
	const struct engine_playing *now = &event->playing, before = l->now;
	struct buf line = BUF_INIT(0);
	l->now = *now;
	if (now->state == before.state && now->item == before.item &&
		now->chapter == before.chapter && !is_steered(&before, now))
		return;
	put_clock(l, true);
	if (now->state == PLAYER_NONE) {
		buf_adds(&line, _("Nothing is playing"));
	} else {
		buf_addf(&line, "%s ", word_of(now->state));
		put_title(l, now->item, &line);
		buf_adds(&line, "  ");
		put_times(&line, now, now->position);
		if (now->chapter) {
			buf_addf(&line, "  %u/%u ", now->chapter, now->chapters);
			cli_clean(&line, event->text ? event->text : "");
		}
		put_manner(&line, now);
	}
	buf_addc(&line, '\n');
	l->over |= !cli_print(&line) || !cli_flush();
	buf_done(&line);
}

/* ---- playing */

/* Whether it may play something that was not played before: the player always reports
 * what came of it. */
static bool
is_start(const struct player_verb *verb)
{
	return verb->kind == PLAYER_PLAY || verb->kind == PLAYER_STREAM ||
	       verb->kind == PLAYER_NEXT || verb->kind == PLAYER_ADOPT ||
	       (verb->kind == PLAYER_PAUSE && verb->number <= 0);
}

static void
give(struct listen *l, const struct player_verb *verb)
{
	engine_play(l->session.engine, verb);
	l->verbs++;
	if (is_start(verb))
		l->start = l->verbs;
}

/* Whether something was asked for since that is yet to start, so that this is not the
 * end. */
static bool
is_old(const struct listen *l, const struct engine_event *event)
{
	return (int32_t)(event->verbs - l->start) < 0;
}

static bool
is_end(const struct engine_event *event)
{
	return event->kind == ENGINE_PLAYER && event->playing.state == PLAYER_NONE;
}

static void
play_next(struct listen *l)
{
	struct player_verb verb = l->how;
	l->how = (struct player_verb){.kind = PLAYER_PLAY};
	if (l->at < l->len)
		verb.item = l->items[l->at++];
	else if (l->queue && !l->began)
		l->queue = false;
	else
		l->over = true;
	if (!l->over)
		give(l, &verb);
	if (!l->over && l->speed)
		give(l, l->speed);
	l->speed = NULL;
}

/* Called for any episode that waits, not only for the one that is played. */
static void
note_download(struct listen *l, const struct engine_event *event)
{
	struct buf line = BUF_INIT(0);
	put_title(l, event->item, &line);
	buf_addf(&line, ": %s", event->text);
	note(l, buf_str(&line));
	buf_done(&line);
}

/* Only what has become the player can take commands. */
static void
listen_to_clients(struct listen *l)
{
	if (l->door < 0 && l->now.state != PLAYER_NONE)
		l->door = control_listen(l->cli->dirs->store, &l->path, NULL);
}

static void
take_event(struct listen *l, const struct engine_event *event)
{
	switch (event->kind) {
	case ENGINE_PLAYER:
		tell(l, event);
		listen_to_clients(l);
		l->over |= event->busy;
		l->busy |= event->busy && l->once && !l->began;
		if (l->busy)
			break;
		if (event->error) {
			note(l, event->text);
			l->failed = true;
		}
		l->began |= event->playing.state == PLAYER_PLAYING;
		if (is_end(event) && !is_old(l, event))
			play_next(l);
		break;
	case ENGINE_NOTE:
		note(l, event->text);
		l->failed |= event->error;
		if (is_old(l, event))
			break;
		if ((event->nothing || event->error) && l->now.state == PLAYER_NONE &&
			!l->now.item)
			l->over = l->nothing = true;
		/* What cannot be stored would be waited for in vain. */
		l->over |= event->error && l->now.state == PLAYER_WAITING;
		break;
	case ENGINE_DOWNLOAD:
		if (event->error)
			note_download(l, event);
		break;
	default:
		l->over |= event->kind == ENGINE_ENDED;
	}
}

/* ---- commands */

/* Translates the reader's names of commands to the player's. */
static const char *
verb_name(const char *word)
{
	static const struct {
		const char *command, *verb;
	} names[] = {{"stop-playing", "stop"}, {"next-episode", "next"}};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_eq(word, names[i].command))
			return names[i].verb;
	return word;
}

static int
command(struct listen *l, char *text, struct err *err)
{
	struct player_verb verb;
	char *argument = strchr(text, ' ');
	if (argument)
		*argument++ = '\0';
	while (argument && *argument == ' ')
		argument++;
	if (str_eq(text, "quit")) {
		l->over = true;
		return OK;
	}
	int status = player_verb_parse(verb_name(text), argument, &verb, err);
	if (status == OK)
		give(l, &verb);
	/* Does not restart what the user stopped. */
	if (status == OK && verb.kind == PLAYER_STOP)
		l->at = l->len;
	return status;
}

static void
take_keys(struct listen *l, const char *keys, size_t n)
{
	char line[64];
	struct err err;
	for (size_t i = 0; i < n; i++)
		if (cli_media_key_line(
			    keys[i], &l->cli->settings->options, line, sizeof line) &&
			command(l, line, &err) != OK)
			note(l, err.text);
}

static void
read_input(struct listen *l)
{
	char chunk[512];
	struct err err;
	ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
	if (n > 0 && l->keys) {
		take_keys(l, chunk, (size_t)n);
		return;
	}
	if (n <= 0 || buf_add(&l->line, chunk, (size_t)n) != OK) {
		l->input = n < 0 && errno == EINTR;
		return;
	}
	char *end;
	while (l->line.len && (end = memchr(l->line.data, '\n', l->line.len)) != NULL) {
		size_t used = (size_t)(end + 1 - l->line.data);
		*end = '\0';
		if (l->line.data[0] && command(l, l->line.data, &err) != OK)
			note(l, err.text);
		memmove(l->line.data, l->line.data + used, l->line.len - used);
		buf_cut(&l->line, l->line.len - used);
	}
}

/* Takes a client's line, and answers. */
static void
open_door(struct listen *l)
{
	const struct timeval limit = {.tv_usec = CLIENT_MS * 1000 - 1};
	char text[CONTROL_LINE_MAX];
	struct err err = {0};
	int fd = accept(l->door, NULL, NULL);
	if (fd < 0)
		return;
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	fcntl(fd, F_SETFL, 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
	ssize_t n = recv(fd, text, sizeof text - 1, 0);
	text[n > 0 ? n : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	struct buf answer = BUF_INIT(0);
	int status = command(l, text, &err);
	buf_addf(&answer, "%d%s\n", status != OK, err.text);
	send(fd, answer.data, answer.len, MSG_NOSIGNAL | MSG_DONTWAIT);
	buf_done(&answer);
	close(fd);
}

/* Reads what is there, once there is nothing to write. */
static void
look_around(struct listen *l)
{
	struct pollfd fds[] = {
		{l->input ? STDIN_FILENO : -1, POLLIN, 0}, {l->door, POLLIN, 0}};
	if (poll(fds, COUNT_OF(fds), 0) <= 0)
		return;
	if (fds[0].revents)
		read_input(l);
	if (fds[1].revents && !l->over)
		open_door(l);
}

/* Takes over a player. The id of its process and when it is to sleep are in the
 * environment. */
static void
adopt(struct listen *l)
{
	const char *text = getenv(PLAYER_ADOPT_ENV), *sleep = getenv(PLAYER_SLEEP_ENV);
	char line[CONTROL_LINE_MAX];
	struct err err;
	int64_t pid = 0;
	if (text && str_int(span_of(text), &pid) != OK)
		pid = 0;
	give(l, &(struct player_verb){.kind = PLAYER_ADOPT,
			.item = (uint64_t)l->player,
			.number = pid});
	snprintf(line, sizeof line, "%s", sleep ? sleep : "");
	if (line[0] && command(l, line, &err) != OK)
		note(l, err.text);
}

/* Moves the player's socket away from descriptor 0, and returns its new number; 0: there
 * is none. */
static int
take_player(void)
{
	int type, fd = -1;
	socklen_t n = sizeof type;
	if (getenv(PLAYER_ADOPT_ENV) &&
		getsockopt(STDIN_FILENO, SOL_SOCKET, SO_TYPE, &type, &n) == 0)
		fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	int null = fd < 0 ? -1 : open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (null > 0) {
		dup2(null, STDIN_FILENO);
		close(null);
	}
	return fd < 0 ? 0 : fd;
}

static void
listen_on(struct listen *l)
{
	l->session.rests = true;
	engine_download(l->session.engine, true);
	if (l->player)
		adopt(l);
	else
		play_next(l);
	while (!l->over && !cli_session_signal()) {
		l->session.more[0] = l->input ? STDIN_FILENO + 1 : 0;
		l->session.more[1] = l->door + 1;
		bool ticks = l->keys && l->now.state == PLAYER_PLAYING;
		put_clock(l, false);
		struct engine_event *event =
			cli_session_next(&l->session, ticks ? CLOCK_MS : -1);
		/* What was asked for before the end was reported is not lost. */
		if (!event || is_end(event))
			look_around(l);
		if (event)
			take_event(l, event);
		free(event);
	}
}

/* ---- what to play */

static bool
take_hits(void *data, const struct store_key *hits, size_t len)
{
	struct listen *l = data;
	for (size_t i = 0; i < len && l->len < ITEMS_MAX; i++)
		*VEC_PUSH(l->items, l->len, l->cap) = hits[i].id;
	return l->len < ITEMS_MAX;
}

static int
find_items(struct listen *l, int argc, char **argv, struct err *err)
{
	struct cli_items items = {0};
	struct engine_target target;
	if (argc == 0 || (argc == 1 && str_eq(argv[0], "next")))
		return OK;
	int status = cli_find_target(&l->session, argc, argv, &items, &target, err);
	if (status == OK && target.kind == TARGET_QUERY)
		status = cli_find_each(
			&l->session, target.query, &target.scope, take_hits, l, err);
	for (size_t i = 0; status == OK && i < items.len; i++)
		*VEC_PUSH(l->items, l->len, l->cap) = items.ids[i];
	cli_items_done(&items);
	if (status == OK && !l->len)
		status = err_set(err, ERR_NOT_FOUND, _("there is nothing to play"));
	return status;
}

static int
run(struct listen *l, int argc, char **argv, struct err *err)
{
	int status = find_items(l, argc, argv, err);
	if (status != OK)
		return status;
	l->keys = l->keys && cli_media_keys_begin(&l->before);
	if (l->keys)
		note(l, _("Keys as after - in the reader: - pauses, h and l seek, < and "
			  "> "
			  "change the speed, z sleeps, q quits"));
	listen_on(l);
	put_clock(l, true);
	if (l->keys)
		cli_media_keys_end(&l->before);
	if (l->door >= 0) {
		close(l->door);
		unlink(l->path);
	}
	free(l->path);
	return OK;
}

static int
listen_with(struct cli *cli, int argc, char **argv, bool once,
	const struct player_verb *how, const struct player_verb *speed, int player,
	bool plain)
{
	struct listen l = {.cli = cli,
		.how = *how,
		.speed = speed,
		.player = player,
		.once = once,
		.queue = !once || argc == 0 || str_eq(argv[0], "next"),
		.input = !player,
		.keys = !player && !plain,
		.door = -1,
		.line = BUF_INIT(CONTROL_LINE_MAX)};
	struct err err = {0};
	int status = cli_session_begin(&l.session, cli, false, &err);
	if (status == OK)
		status = run(&l, argc, argv, &err);
	cli_session_end(&l.session);
	buf_done(&l.line);
	free(l.items);
	if (status != OK)
		return cli_session_failed(status, &err);
	int number = cli_session_signal();
	if (number)
		return CLI_SIGNAL + number;
	if (l.busy)
		return CLI_MEDIA_UNANSWERED;
	return l.failed ? CLI_FAILED : l.nothing ? CLI_NOTHING : CLI_OK;
}

int
cli_media_listen_to(struct cli *cli, int argc, char **argv, bool once,
	const struct player_verb *how, const struct player_verb *speed)
{
	return listen_with(cli, argc, argv, once, how, speed, 0, false);
}

int
cli_media_listen(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	int status = cli_args(cli, &argc, argv, 0, -1, values);
	if (status != CLI_OK)
		return status;
	int player = values[LISTEN_ADOPT] ? take_player() : 0;
	if (values[LISTEN_ADOPT] && !player)
		return cli_usage(argv[0], _("no reader has left a player to adopt"));
	const struct player_verb how = {.kind = PLAYER_PLAY};
	return listen_with(cli, argc - 1, argv + 1, false, &how, NULL, player,
		values[LISTEN_PLAIN] != NULL);
}
