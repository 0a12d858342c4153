/*
 * Which player there is, and those that are not mpv: a command, which is only started and
 * waited for. Its position is not known, so nothing is stored or marked.
 */
#include "config.h"

#include "engine/media/player_inside.h"

#include <signal.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/media/mpv_process.h"
#include "player/argv.h"

#define TERM_MS 2000 /* until it is ended by force */

/* ---- which one */

/* The first well-known one from i on that is installed; NULL: none. */
static const char *
find_usual(size_t *i)
{
	const char *name;
	while ((name = player_well_known(*i)) != NULL && !spawn_finds(name))
		++*i;
	return name;
}

const char *
engine_media_player_program(struct engine *e)
{
	struct engine_player *p = e->player;
	if (!str_eq(e->options->player, "auto"))
		return e->options->player;
	const char *name = find_usual(&p->usual);
	if (name)
		return name;
	p->usual = 0; /* one may be installed before it is asked for again */
	return player_well_known(0);
}

bool
engine_media_player_give_up(struct engine *e, const char **plays)
{
	struct engine_player *p = e->player;
	size_t next = p->usual + 1;
	*plays = str_eq(e->options->player, "auto") ? find_usual(&next) : NULL;
	if (*plays)
		p->usual = next;
	return *plays != NULL;
}

/* ---- playing */

int
engine_media_player_other(struct engine *e, const char *url, int64_t start,
	const char *title, struct err *err)
{
	struct engine_player *p = e->player;
	struct arena arena = ARENA_INIT;
	const struct player_other other = {.command = engine_media_player_program(e),
		.url = url,
		.title = title,
		.start = start / 1000,
		.speed = p->speed};
	int status = OK;
	if (p->process.fd >= 0)
		engine_media_process_quit(e, &p->process);
	if (p->process.pid) {
		/* The previous one is about to end: tries again in a moment. */
		p->state = PLAYER_STARTING;
		p->passing = true;
		return OK;
	}
	p->helpless = true;
	char **argv = player_other_argv(&other, &arena);
	const struct spawn spawn = {.argv = argv, .flags = SPAWN_DETACH};
	status = argv ? spawn_program(&spawn, &p->process.pid, err)
		      : err_set(err, ERR_INVALID,
				_("player: a quotation mark is not closed"));
	if (status == OK) {
		p->helpless = p->loading = p->trusted = false;
		p->other = p->seeking = true;
		p->state = PLAYER_PLAYING;
		p->speed = 0;
		engine_media_player_set_position(p, start);
	} else {
		p->process.pid = 0;
	}
	arena_done(&arena);
	return status;
}

void
engine_media_player_other_stop(struct engine *e)
{
	struct engine_player *p = e->player;
	if (p->other && p->process.pid) {
		kill(p->process.pid, SIGTERM);
		p->process.killed = true;
		p->process.term_ms = time_mono_ms() + TERM_MS;
	}
	p->other = false;
}

void
engine_media_player_other_ended(struct engine *e)
{
	struct engine_player *p = e->player;
	p->other = false;
	engine_event_note(e, false,
		_("The player has exited. Its position is unknown; mpv would report it"));
	engine_media_player_settle(e, false);
	engine_media_player_tell(e, NULL);
}
