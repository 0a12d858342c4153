/*
 * From a row to its request.
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/size.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/settings.h"
#include "engine/job/jobs.h"
#include "engine/job/named.h"
#include "engine/media/disk.h"
#include "engine/media/download_inside.h"
#include "engine/media/player_inside.h"
#include "engine/media/policy.h"
#include "engine/media/track.h"
#include "fetch/fetch.h"
#include "model/media.h"
#include "model/tracker.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/media/download.h"
#include "store/media/listen.h"

#define NAMES_MAX 99 /* names that are tried */
#define HOP_KEPT TIME_DAY
#define BUSY_WAIT TIME_MINUTE
/* A file of unknown size is not begun, or resumed, for less room than this. */
#define ROOM_LEAST ((int64_t)64 << 10)

/* What is known of the row's item; strings are in arena. A deleted item has none. */
struct episode {
	struct store_item item;
	struct store_feed feed;
	struct store_item_body body;
	const char *chosen; /* address of the enclosure that the user chose, or NULL */
};

static void
read_episode(struct engine *e, uint64_t id, struct arena *arena, struct episode *out)
{
	struct store_view view;
	*out = (struct episode){.item = {.published = TIME_NONE, .time = TIME_NONE}};
	if (store_view_begin(e->store, &view, NULL) != OK)
		return;
	if (store_item(&view, id, arena, &out->item) != OK ||
		store_feed(&view, out->item.feed, arena, &out->feed) != OK)
		out->feed = (struct store_feed){.id = 0};
	if (store_item_body(&view, id, arena, &out->body) != OK)
		out->body = (struct store_item_body){.enclosures_len = 0};
	out->chosen = store_media_choice(&view, id, arena);
	store_view_end(&view);
}

/* Addresses contain tokens that change each day, so the one that the feed names now is
 * requested, and what is here already is compared with what comes. Until something is
 * here, the option prefer chooses among several. */
static void
take_address(struct engine *e, const struct episode *ep, struct download_record *r)
{
	const struct enclosure *list = ep->body.enclosures;
	size_t len = ep->body.enclosures_len;
	size_t i = media_pick_chosen(
		list, len, ep->chosen, engine_settings_of(e, ep->feed.id)->prefer);
	bool usual =
		i < len && !r->path && str_eq(r->url, list[media_pick(list, len)].url);
	for (size_t k = 0; k < len && !usual; k++)
		if (str_eq(list[k].url, r->url))
			return;
	if (i == len)
		i = media_pick_file(list, len);
	if (i == len || str_eq(list[i].url, r->url))
		return;
	r->url = list[i].url;
	r->type = list[i].type;
	r->promised = list[i].length > 0 ? list[i].length : 0;
	r->total = r->size ? r->total : r->promised;
	r->hop = NULL;
	r->hop_time = TIME_NONE;
}

/* The sums that the feed gives of the file at the row's address; NULL: none. */
static const char *
integrity_of(const struct episode *ep, const struct download_record *r)
{
	for (size_t i = 0; i < ep->body.enclosures_len; i++)
		if (str_eq(ep->body.enclosures[i].url, r->url))
			return ep->body.enclosures[i].integrity;
	return NULL;
}

/* ---- the name */

/* Gives the record a path at which there is neither a file nor a part; of several items
 * with one name, each gets its own. */
static int
name_file(struct engine *e, int dir, uint64_t id, const struct episode *ep,
	struct download_record *r, struct arena *arena, struct err *err)
{
	const char *format = engine_settings_of(e, ep->feed.id)->media_name;
	struct span host = url_split(span_of(ep->feed.url ? ep->feed.url : r->url)).host;
	const struct media_name name = {
		.feed = ep->feed.title
				? ep->feed.title
				: arena_strndup(arena, host.p ? host.p : "", host.n),
		.title = ep->item.title,
		.date = ep->item.published != TIME_NONE ? ep->item.published
							: ep->item.time,
		.id = id,
		.extension = media_extension(r->type, r->url, NULL)};
	for (int number = 1; number <= NAMES_MAX; number++) {
		char *path = media_file_name(format, &name, number);
		bool taken = engine_media_disk_taken(dir, path);
		if (!taken)
			r->path = arena_strdup(arena, path);
		free(path);
		if (!taken)
			return OK;
	}
	return err_set(err, ERR_DENIED,
		_("there already are %d files of that name; set media-name"), NAMES_MAX);
}

/* ---- room */

/* Puts the row off. */
static int
put_off(struct download_record *r, int64_t until, enum status status, struct err *err,
	struct arena *arena)
{
	r->error = arena_strdup(arena, err->text);
	r->next = until;
	return status;
}

struct room {
	int64_t used, limit; /* by all files and what comes now, and how much may be */
	int64_t free;        /* on the disk */
	int64_t more;        /* what this one needs; 0: unknown, so anything */
};

static struct room
look_at_room(struct engine *e, int dir, uint64_t item, const struct download_record *r)
{
	const struct options *o = e->options;
	struct room room = {.limit = o->media_limit ? o->media_limit : INT64_MAX,
		.free = engine_media_disk_free_space(dir),
		.more = r->total > r->size ? r->total - r->size : 0};
	room.used = e->media->full.used;
	if (room.used < 0)
		room.used = engine_media_used(e, item) + r->size + r->former_size;
	if (room.free != INT64_MAX)
		room.free -= o->media_free;
	return room;
}

/* Says why a file does not fit. */
static int
refuse(const struct engine *e, const struct room *room, struct err *err)
{
	char more[SIZE_TEXT], there[SIZE_TEXT], limit[SIZE_TEXT];
	bool limited = room->limit - room->used < room->free;
	size_format(room->more, more);
	size_format(limited ? room->used : room->free + e->options->media_free, there);
	size_format(limited ? room->limit : e->options->media_free, limit);
	if (limited && room->more)
		return err_set(err, ERR_FULL,
			_("media-limit: %s of %s are used; this file needs %s"), there,
			limit, more);
	if (limited)
		return err_set(err, ERR_FULL,
			_("media-limit: %s of %s are used, so there is no room for this "
			  "file"),
			there, limit);
	if (room->more)
		return err_set(err, ERR_FULL,
			_("disk: %s are free, %s are needed, and media-free keeps %s"),
			there, more, limit);
	return err_set(err, ERR_FULL, _("disk: %s are free, and media-free keeps %s"),
		there, limit);
}

/* Whether room for so much is being made. */
static bool
make_room(struct engine *e, const struct room *room, int64_t need)
{
	struct engine_media *m = e->media;
	int64_t spare;
	if (m->full.used >= 0 && need > m->full.spare)
		return false;
	m->full.used = -1;
	if (engine_media_make_room(e, need, &spare))
		return true;
	if (need > spare) {
		m->full.used = room->used;
		m->full.spare = spare;
	}
	return false;
}

/* *most gets how large the file may become: of what is left beside it, half, and the
 * other half is for the next one of unknown size. ERR_BUSY: room is being made. */
static int
find_room(struct engine *e, int dir, uint64_t item, struct download_record *r,
	int64_t *most, struct arena *arena, struct err *err)
{
	if (e->media->full.used < 0)
		engine_media_limit_share(e); /* what has come meanwhile counts */
	const struct room room = look_at_room(e, dir, item, r);
	int64_t now = engine_now(e), left = room.limit - room.used;
	int64_t least = left < room.free ? left : room.free;
	int64_t need = room.more ? room.more : ROOM_LEAST;
	*most = room.limit == INT64_MAX
			? INT64_MAX
			: r->size + room.more + (left - room.more + 1) / 2;
	if (least >= need) {
		e->media->full.used = -1;
		return OK;
	}
	if (make_room(e, &room, need - least)) {
		r->error = NULL;
		r->next = now + 1;
		return ERR_BUSY;
	}
	return put_off(
		r, now + ENGINE_MEDIA_DISK_WAIT, refuse(e, &room, err), err, arena);
}

/* ---- what is on the disk */

static bool
is_same(const struct stat *file, uint64_t device, uint64_t inode)
{
	return file->st_dev == device && file->st_ino == inode;
}

/* After a crash between the last byte and the commit, the file has its name, and may have
 * that of the part as well. Without that, it is what was the part or, since that may have
 * been made elsewhere, is known by its size; what a command writes (sized false), by
 * nothing. */
static bool
is_here(struct engine *e, int dir, bool sized, struct download_record *r)
{
	struct stat st, part;
	if (!r->path || !engine_media_disk_stat(dir, r->path, false, &st))
		return false;
	bool parted = engine_media_disk_stat(dir, r->path, true, &part);
	bool both = parted && is_same(&st, part.st_dev, part.st_ino);
	bool fits =
		is_same(&st, r->device, r->inode) || (r->total && st.st_size == r->total);
	if (parted ? !both : sized && !fits)
		return false;
	if (engine_media_disk_is_wrong(dir, r))
		return false;
	if (both)
		engine_media_disk_drop_part(dir, r->path);
	r->state = DOWNLOAD_HERE;
	r->size = st.st_size;
	r->device = st.st_dev;
	r->inode = st.st_ino;
	r->done = engine_now(e);
	r->error = NULL;
	return true;
}

/* ---- the request */

/* The address to ask: where redirects led last, if that was not long ago, since that
 * often has the same bytes again while the address itself leads to others. */
static const char *
address_of(struct engine *e, const struct download_record *r, bool *hop)
{
	int64_t age = r->hop_time == TIME_NONE ? INT64_MAX : engine_now(e) - r->hop_time;
	*hop = r->hop && r->size > 0 && age >= 0 && age < HOP_KEPT;
	return *hop ? r->hop : r->url;
}

static void
ask(struct engine *e, const struct episode *ep, uint64_t item, int folder,
	const char *name, int64_t most, const struct download_record *r,
	struct arena *arena, uint64_t *tag)
{
	const struct options *o = engine_settings_of(e, ep->feed.id);
	struct fetch_own own = engine_settings_request(o);
	struct media_job job = {.item = item};
	const char *address = address_of(e, r, &job.hop);
	const struct fetch_file file = {.dir = folder,
		.name = name,
		.validator = r->validator,
		.total = r->size > 0 ? r->total : -1,
		.afresh = r->afresh || engine_media_site_refuses(e, r),
		.no_page = true,
		.integrity = integrity_of(ep, r),
		.keep_free = o->media_free};
	struct fetch_request request = {
		.own = &own, .bulk = true, .body_max = most, .file = &file, .keep = "*"};
	if (o->media_skip_trackers && !job.hop)
		address = tracker_skip(address, arena);
	engine_job_named(e, &ep->feed, address, arena, &request);
	job.job = (struct engine_job){.class = &engine_media_class,
		.feed = ep->feed.id,
		.url = (char *)(uintptr_t)request.url};
	int64_t share = o->downloads > 0 ? o->download_speed / o->downloads : 0;
	/* The user is listening to it while it comes. */
	request.urgent = item == engine_media_player_awaits(e);
	if (request.urgent)
		own.speed_limit = 0;
	else if (share && (!own.speed_limit || share < own.speed_limit))
		own.speed_limit = share;
	*tag = engine_job_ask(e, &job.job, &request);
}

/* The user's own command fetches it. A feed must not give the command a local address. */
static int
run_command(struct engine *e, const struct options *o, int folder, const char *name,
	int64_t most, struct download_record *r, struct media_run *run, struct err *err)
{
	r->validator = r->hop = NULL;
	if (!url_is_web(r->url))
		return err_set(err, ERR_INVALID,
			_("%s: only http and https addresses can be fetched"),
			"media-command");
	return engine_media_command_start(
		e, o, folder, name, r, most, &run->command, err);
}

int
engine_media_start(struct engine *e, int dir, uint64_t item, struct download_record *r,
	struct arena *arena, struct media_run *run, struct err *err)
{
	struct episode ep;
	int64_t most, later = engine_now(e) + ENGINE_MEDIA_DISK_WAIT;
	int folder = -1;
	const char *name;
	*run = (struct media_run){.item = item};
	read_episode(e, item, arena, &ep);
	const struct options *own = engine_settings_of(e, ep.feed.id);
	bool command = !str_empty(own->media_command);
	if (is_here(e, dir, !command, r))
		return OK;
	take_address(e, &ep, r);
	int status = engine_job_may_name(e, &ep.feed, r->url, err);
	if (status != OK) {
		r->state = DOWNLOAD_FAILED; /* it will never come */
		return put_off(r, TIME_NONE, status, err, arena);
	}
	if (command)
		r->total = 0; /* the feed describes another file */
	status = find_room(e, dir, item, r, &most, arena, err);
	if (status != OK)
		return status;
	if (r->foreign) { /* its file was deleted: what comes now is ours */
		r->path = NULL;
		r->foreign = false;
	}
	if (!r->path) {
		status = name_file(e, dir, item, &ep, r, arena, err);
		/* The store has the name first: after a crash it knows its part. */
		if (status == OK && !engine_media_row_put(e, item, r, true, false))
			return ERR_BUSY;
	}
	if (status == OK)
		status =
			engine_media_disk_folder(dir, r->path, true, &folder, &name, err);
	if (status != OK)
		return put_off(r, later, status, err, arena);
	if (command) {
		status = run_command(e, own, folder, name, most, r, run, err);
	} else {
		engine_media_disk_make_part(folder, name, r);
		ask(e, &ep, item, folder, name, most, r, arena, &run->tag);
	}
	close(folder);
	if (status == ERR_BUSY)
		later = engine_now(e) + BUSY_WAIT;
	if (status != OK)
		return put_off(r, later, status, err, arena);
	run->site = engine_media_site(r);
	run->size = r->size;
	run->total = r->total;
	run->granted = most < INT64_MAX ? most : r->size;
	engine_media_track_fetch(e, item, false, NULL, false);
	if (str_eq(own->transcripts, "queued"))
		engine_media_track_fetch(e, item, true, NULL, false);
	return OK;
}
