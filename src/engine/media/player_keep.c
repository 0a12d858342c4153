/*
 * Playing continues when the reader exits (keep-playing): the player's socket becomes
 * descriptor 0 of a courant listen of its own session, which takes it over in whatever
 * state it is. A reader that starts later controls that process, by the socket on which
 * it takes commands, as courant play does.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/control.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/spawn.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/media/player.h"
#include "engine/media/player_inside.h"
#include "fetch/fetch.h"
#include "player/verb.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/media/listen.h"
#include "store/media/player.h"

#define HAND_MS 50       /* between tries to reach the process that plays, */
#define HAND_END_MS 3000 /* … for as long as this */

/* ---- leaving it */

static bool
is_kept(const struct engine *e)
{
	const struct engine_player *p = e->player;
	return e->options->keep_playing && e->adopter && !p->other && !p->loading &&
	       p->process.fd >= 0 &&
	       (p->state == PLAYER_PLAYING || p->state == PLAYER_PAUSED);
}

/* Stores what it plays, for the process that adopts it, and that the player is free. */
static int
release(struct engine *e, struct err *err)
{
	struct engine_player *p = e->player;
	struct store_batch *batch;
	engine_media_player_set_position(p, engine_media_player_place(p));
	engine_media_player_store_position(e);
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	enum player_state state = p->state;
	p->state = PLAYER_NONE;
	status = engine_media_player_put(e, batch, err);
	p->state = state;
	return store_batch_end(batch, status, err);
}

bool
engine_media_player_hand_over(struct engine *e)
{
	struct engine_player *p = e->player;
	struct buf name = BUF_INIT(0), sleep = BUF_INIT(0);
	pid_t pid;
	struct err err;
	if (!is_kept(e) || release(e, &err) != OK)
		return false;
	buf_addf(&name, PLAYER_ADOPT_ENV "=%ld", (long)p->process.pid);
	buf_adds(&sleep, PLAYER_SLEEP_ENV "=");
	engine_media_player_sleep_line(p, &sleep);
	engine_media_player_loud(e);
	char *env[] = {name.data, sleep.data, NULL};
	const struct spawn spawn = {.argv = e->adopter,
		.env = env,
		.flags = SPAWN_DETACH,
		.in = p->process.fd};
	int status = spawn_program(&spawn, &pid, &err);
	buf_done(&name);
	buf_done(&sleep);
	if (status != OK) {
		engine_event_note(e, true, "%s", err.text);
		return false;
	}
	close(p->process.fd);
	p->process.fd = -1;
	p->process.pid = 0;
	fetch_watch_player(e->fetch, -1);
	p->state = PLAYER_NONE;
	p->item = 0;
	return true;
}

/* ---- taking it over */

/* What it plays, as the process that left it stored it. */
static int
read_left(struct engine *e, struct player_record *r, struct err *err)
{
	struct engine_player *p = e->player;
	struct store_view view;
	struct arena arena = ARENA_INIT;
	struct store_item item;
	struct store_item_body body;
	bool live;
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	status = store_media_player(&view, engine_now(e), r, &live);
	if (status == OK)
		status = store_item(&view, r->item, &arena, &item);
	if (status == OK)
		status = store_item_body(&view, r->item, &arena, &body);
	if (status == OK) {
		p->feed = item.feed;
		p->hinted = body.media.duration;
	}
	if (status == OK && store_media_listen(&view, r->item, &arena, &p->record) != OK)
		p->record = (struct listen_record){
			.started = TIME_NONE, .sampled = TIME_NONE};
	p->record.enclosure = NULL;
	engine_media_player_recall(p);
	store_view_end(&view);
	arena_done(&arena);
	return status == OK ? OK
			    : err_set(err, ERR_NOT_FOUND, _("nothing was left playing"));
}

void
engine_media_player_adopt(struct engine *e, int fd, int64_t pid)
{
	struct engine_player *p = e->player;
	struct player_record r;
	struct err err;
	if (read_left(e, &r, &err) != OK) {
		close(fd); /* which ends it */
		engine_media_player_tell(e, err.text);
		return;
	}
	engine_media_process_adopt(e, &p->process, fd, (pid_t)pid);
	p->item = r.item;
	p->state = PLAYER_PLAYING; /* the player reports it if it is paused */
	p->duration = r.duration;
	p->speed = r.speed ? r.speed : 100;
	p->asked_start = p->asked_place = r.position;
	p->from = -1;
	p->lacking = 0;
	p->guard = false;
	p->said = -1;
	p->trusted = p->moved = p->spoken = true;
	p->growing = true; /* until it says which file it has */
	p->heard_ms = time_mono_ms();
	engine_media_player_set_position(p, r.position);
	engine_media_player_chapters(e, NULL);
	engine_media_player_observe(e);
	engine_media_player_ask_path(e);
	engine_media_player_ask_time(e);
	engine_media_player_store_position(e);
	engine_media_player_tell(e, NULL);
}

/* ---- controlling the process that has it */

/* The process that plays for this store; 0: none, or this one. */
static pid_t
other_process(struct engine *e)
{
	struct store_view view;
	struct player_record r;
	bool live = false;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return 0;
	if (store_media_player(&view, engine_now(e), &r, &live) != OK)
		live = false;
	store_view_end(&view);
	return live && (pid_t)r.claim.pid != getpid() ? (pid_t)r.claim.pid : 0;
}

/* False: it does not listen. The store will show the result. */
static bool
send_line(struct engine *e, pid_t pid, const struct player_verb *verb)
{
	struct buf line = BUF_INIT(0);
	struct err err;
	int fd;
	char *dir = file_folder(store_path(e->store));
	bool listens = player_verb_put(verb, &line) &&
		       control_connect(dir, pid, &fd, &err) == OK;
	if (listens) {
		(void)!send(fd, line.data, line.len, MSG_NOSIGNAL | MSG_DONTWAIT);
		close(fd);
	}
	buf_done(&line);
	free(dir);
	return listens;
}

void
engine_media_player_hand(struct engine *e, const struct player_verb *verb)
{
	struct engine_player *p = e->player;
	if (!p->handed_len) {
		p->hand_ms = time_mono_ms();
		p->hand_end_ms = p->hand_ms + HAND_END_MS;
	}
	if (p->handed_len < ENGINE_MEDIA_HANDED_MAX)
		p->handed[p->handed_len++] = *verb;
}

bool
engine_media_player_steer_other(struct engine *e, const struct player_verb *verb)
{
	/* Only for readers: commands send it themselves. */
	bool other =
		e->adopter && e->player->state == PLAYER_NONE && other_process(e) != 0;
	if (other)
		engine_media_player_hand(e, verb);
	return other;
}

int64_t
engine_media_player_hand_due(const struct engine *e)
{
	return e->player->handed_len ? e->player->hand_ms : INT64_MAX;
}

size_t
engine_media_player_hand_step(struct engine *e, int64_t now, struct player_verb *left)
{
	struct engine_player *p = e->player;
	size_t len = p->handed_len, sent = 0;
	struct err err;
	if (!len || now < p->hand_ms)
		return 0;
	pid_t pid = other_process(e);
	while (pid && sent < len && send_line(e, pid, &p->handed[sent]))
		sent++;
	p->handed_len -= sent;
	memmove(p->handed, p->handed + sent, p->handed_len * sizeof *p->handed);
	p->hand_ms = now + HAND_MS;
	if (pid && (!p->handed_len || now < p->hand_end_ms))
		return 0;
	if (pid) {
		err_set(&err, ERR_BUSY, _("another courant, process %u, is playing"),
			(unsigned)pid);
		engine_media_player_tell_busy(e, err.text);
	}
	p->handed_len = 0;
	memcpy(left, p->handed, len * sizeof *left);
	return pid ? 0 : len;
}
