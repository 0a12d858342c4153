#include "config.h"

#include "engine/media/track.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/job/job.h"
#include "engine/job/jobs.h"
#include "engine/job/named.h"
#include "engine/media/disk.h"
#include "engine/media/player_inside.h"
#include "episode/chapter.h"
#include "episode/transcript.h"
#include "feed/decode.h"
#include "feed/repair_note.h"
#include "fetch/fetch.h"
#include "model/item.h"
#include "model/media.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/media/download.h"
#include "store/media/track.h"

#define CHAPTERS_MAX ((int64_t)1 << 20) /* bytes of their document */
#define LEAST 2
#define LANGUAGE_WORTH 100 /* more than any format */

struct track_job {
	struct engine_job job;
	uint64_t item;
	bool transcript, asked;
};

static void
tell(struct engine *e, uint64_t item, const char *why)
{
	const struct engine_event event = {
		.kind = ENGINE_TRACK, .counted = item, .error = why != NULL, .text = why};
	engine_event_post(e, &event);
}

static int
put(struct engine *e, uint64_t item, enum store_item_other which,
	const struct store_track *track, struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	status = store_media_track_put(batch, item, which, track, err);
	if (status == ERR_NOT_FOUND)
		err_set(err, status, _("the item has since been deleted"));
	return store_batch_end(batch, status, err);
}

/* The server says that it is the same as before. */
static int
put_again(struct engine *e, uint64_t item, enum store_item_other which, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct store_item_text old;
	struct store_view view;
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	status = store_item_other(&view, item, which, &arena, &old);
	store_view_end(&view);
	if (status == OK)
		status = put(e, item, which,
			&(struct store_track){
				old.text.text, old.text.base, old.etag, engine_now(e)},
			err);
	else
		err_set(err, status, _("the item has since been deleted"));
	arena_done(&arena);
	return status;
}

/* ---- what came */

/* What is stored of a document. */
static int
convert(bool transcript, struct span text, struct arena *arena, struct buf *out,
	struct err *err)
{
	struct transcript said;
	struct chapters chapters;
	int status = transcript ? episode_transcript_read(text, arena, &said)
				: episode_chapters_json(text, arena, &chapters);
	if (status != OK)
		return err_set(err, ERR_INVALID,
			transcript ? _("what came is not a transcript")
				   : _("what came is not a list of chapters"));
	if (transcript)
		episode_transcript_write(out, &said);
	else
		chapter_write(out, &chapters);
	return OK;
}

static int
read_answer(const struct track_job *t, struct fetch_result *answer, struct buf *out,
	struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct decoded decoded;
	struct notes notes = {0};
	int status = fetch_result_take(answer, err);
	if (status != OK)
		return status;
	status = feed_decode((struct span){answer->body.data, answer->body.len},
		answer->content_type, &decoded, &notes, err);
	if (status != OK)
		return status;
	status = convert(t->transcript, decoded.text, &arena, out, err);
	buf_done(&decoded.buf);
	arena_done(&arena);
	return status;
}

static void
answered(struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	const struct track_job *t = (const struct track_job *)job;
	enum store_item_other which =
		t->transcript ? STORE_ITEM_TRANSCRIPT : STORE_ITEM_CHAPTERS;
	struct buf text = BUF_INIT(0);
	struct err err;
	int status;
	if (answer->status == OK && answer->http_status == 304) {
		status = put_again(e, t->item, which, &err);
	} else {
		status = read_answer(t, answer, &text, &err);
		if (status == OK)
			status = put(e, t->item, which,
				&(struct store_track){buf_str(&text), job->url,
					answer->etag, engine_now(e)},
				&err);
	}
	if (status == OK && !t->transcript)
		engine_media_player_new_chapters(e, t->item);
	if (status == OK || t->asked)
		tell(e, t->item, status == OK ? NULL : err.text);
	buf_done(&text);
	fetch_result_free(answer);
}

static void
cancelled(struct engine *e, struct engine_job *job)
{
	if (((struct track_job *)job)->asked)
		tell(e, ((struct track_job *)job)->item, _("stopped"));
}

static const struct engine_job_class tracks = {
	.name = "track",
	.size = sizeof(struct track_job),
	.priority = ENGINE_JOB_WAITED,
	.answer = answered,
	.cancel = cancelled,
};

/* ---- the file's own chapters */

/* Stores them. False: they are stored already, or can't be. */
static bool
keep(struct engine *e, uint64_t item, const struct chapters *chapters)
{
	struct arena arena = ARENA_INIT;
	struct store_item_text stored;
	struct store_view view;
	struct buf text = BUF_INIT(0);
	struct err err;
	bool same = false;
	chapter_write(&text, chapters);
	if (store_view_begin(e->store, &view, NULL) == OK) {
		same = store_item_other(&view, item, STORE_ITEM_FILE_CHAPTERS, &arena,
			       &stored) == OK &&
		       str_eq(stored.text.text, buf_str(&text));
		store_view_end(&view);
	}
	bool kept = !same && put(e, item, STORE_ITEM_FILE_CHAPTERS,
				     &(struct store_track){.text = buf_str(&text),
					     .time = engine_now(e)},
				     &err) == OK;
	buf_done(&text);
	arena_done(&arena);
	return kept;
}

void
engine_media_track_found(struct engine *e, uint64_t item, const struct chapters *chapters)
{
	if (keep(e, item, chapters))
		tell(e, item, NULL);
}

/* The tag that the file begins with, as far as it is here. */
static void
read_tag(const char *path, struct buf *out)
{
	char head[EPISODE_ID3_HEAD];
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	ssize_t n = fd >= 0 ? pread(fd, head, sizeof head, 0) : 0;
	size_t size = episode_id3_size((struct span){head, n > 0 ? (size_t)n : 0});
	char *to = size && size <= EPISODE_ID3_MAX ? buf_reserve(out, size) : NULL;
	n = to ? pread(fd, to, size, 0) : 0;
	if (n > 0)
		buf_end(out, (size_t)n);
	if (fd >= 0)
		close(fd);
}

static bool
tagged(const char *path, struct arena *arena, struct chapters *out)
{
	struct buf tag = BUF_INIT(0);
	read_tag(path, &tag);
	episode_chapters_id3((struct span){buf_str(&tag), tag.len}, arena, out);
	buf_done(&tag);
	return out->len >= LEAST;
}

bool
engine_media_track_file(struct engine *e, uint64_t item, const char *path)
{
	struct arena arena = ARENA_INIT;
	struct chapters chapters;
	bool found = tagged(path, &arena, &chapters);
	if (found)
		engine_media_track_found(e, item, &chapters);
	arena_done(&arena);
	return found;
}

/* For an episode that was downloaded, but perhaps never played. Reports nothing. */
static void
look_in_file(struct engine *e, uint64_t item)
{
	struct arena arena = ARENA_INIT;
	struct download_record r;
	struct store_view view;
	struct chapters chapters;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return;
	bool here = store_media_download(&view, item, &arena, &r) == OK && r.path &&
		    r.state == DOWNLOAD_HERE && !r.trashed;
	store_view_end(&view);
	char *root = engine_media_dir(e->options->media_dir, store_path(e->store));
	char *path = here ? engine_media_disk_path(root, r.path) : NULL;
	if (path && tagged(path, &arena, &chapters))
		keep(e, item, &chapters);
	free(path);
	free(root);
	arena_done(&arena);
}

/* ---- what is asked */

/* Formats that carry the most information come first. */
static int
worth(const char *type)
{
	static const char *const types[] = {"html", "srt", "subrip", "json", "vtt"};
	int found = 0;
	for (size_t i = 0; type && i < COUNT_OF(types); i++)
		if (str_ifind(type, strlen(type), types[i]))
			found = (int)i + 1;
	return found;
}

static bool
is_variety(const char *language, const char *of)
{
	return str_istarts(language, of) && strchr("-_", language[strlen(of)]);
}

/* "de" also matches "de-AT", and "de-AT" matches "de". */
static bool
is_language(const char *language, const char *wanted)
{
	return !str_empty(wanted) && !str_empty(language) &&
	       (is_variety(language, wanted) || is_variety(wanted, language));
}

/* A transcript that names no language is in the feed's (podcast:transcript says so). */
static const char *
language_of(const struct related *r, const struct store_feed *feed)
{
	return str_empty(r->language) ? feed->language : r->language;
}

/* Is it the first transcript of the item in its language? */
static bool
is_first_in(const struct store_item_body *body, const struct store_feed *feed, size_t at)
{
	const char *language = language_of(&body->related[at], feed);
	for (size_t i = 0; i < at; i++)
		if (body->related[i].rel == RELATED_TRANSCRIPT &&
			str_eq(language_of(&body->related[i], feed), language))
			return false;
	return !str_empty(language);
}

/* Why the item has no transcript in a language, in arena. NULL if it has one, or has no
 * transcript in any language. */
static const char *
language_fault(const struct store_item_body *body, const struct store_feed *feed,
	const char *language, struct arena *arena)
{
	struct buf names = BUF_INIT(0);
	bool any = false, has = false;
	for (size_t i = 0; i < body->related_len; i++) {
		const struct related *r = &body->related[i];
		if (r->rel != RELATED_TRANSCRIPT)
			continue;
		any = true;
		has |= is_language(language_of(r, feed), language);
		if (is_first_in(body, feed, i))
			buf_addf(&names, "%s%s", names.len ? ", " : "",
				language_of(r, feed));
	}
	const char *fault =
		!any || has ? NULL
		: names.len
			? arena_printf(arena,
				  _("it has no transcript in \"%s\", but in: %s"),
				  language, buf_str(&names))
			: _("the feed does not say in which language its transcript is");
	buf_done(&names);
	return fault;
}

/* The first of the two that one of them is in, or else that of the first. */
static const char *
pick_language(const struct store_item_body *body, const struct store_feed *feed,
	const char *wanted)
{
	const char *const by[] = {wanted, feed->language};
	const char *first = NULL;
	for (size_t k = 0; k < COUNT_OF(by); k++)
		for (size_t i = 0; i < body->related_len; i++) {
			const struct related *r = &body->related[i];
			if (r->rel != RELATED_TRANSCRIPT)
				continue;
			first = first ? first : language_of(r, feed);
			if (is_language(language_of(r, feed), by[k]))
				return by[k];
		}
	return first;
}

/* The language counts most, then how much its format carries. wanted: a language, or one
 * of the addresses. */
static const char *
address_of(const struct store_item_body *body, const struct store_feed *feed,
	bool transcript, const char *wanted)
{
	enum related_rel rel = transcript ? RELATED_TRANSCRIPT : RELATED_CHAPTERS;
	const char *language = pick_language(body, feed, wanted);
	const struct related *best = NULL;
	int best_worth = -1;
	for (size_t i = 0; i < body->related_len; i++) {
		const struct related *r = &body->related[i];
		bool spoken = is_language(language_of(r, feed), language);
		int is_worth = worth(r->type) + (spoken ? LANGUAGE_WORTH : 0);
		if (r->rel != rel)
			continue;
		if (str_eq(r->url, wanted))
			return r->url;
		if (is_worth <= best_worth)
			continue;
		best = r;
		best_worth = is_worth;
	}
	return best ? best->url : NULL;
}

/* The ETag of what is here from that address, for a request that may find it unchanged;
 * NULL: there is none. */
static char *
etag_of(const struct store_view *view, uint64_t item, bool transcript, const char *url,
	struct arena *arena)
{
	struct store_item_text text;
	bool here = store_item_other(view, item,
			    transcript ? STORE_ITEM_TRANSCRIPT : STORE_ITEM_CHAPTERS,
			    arena, &text) == OK;
	return here && str_eq(text.text.base, url) ? text.etag : NULL;
}

/* url: the transcript that it has to be; NULL: any. */
static bool
is_here(const struct engine *e, const struct store_view *view, uint64_t item,
	bool transcript, const char *url, struct arena *arena)
{
	struct store_item_text text;
	return store_item_other(view, item,
		       transcript ? STORE_ITEM_TRANSCRIPT : STORE_ITEM_CHAPTERS, arena,
		       &text) == OK &&
	       (transcript || text.time > engine_now(e) - TIME_DAY) &&
	       (!url || str_eq(text.text.base, url));
}

/* Whether it is under way; if so, this request gets its result as well. */
static bool
is_under_way(const struct engine *e, uint64_t item, bool transcript, bool asked)
{
	size_t at = 0;
	for (struct engine_job *job; (job = engine_job_next(e, &at)) != NULL;) {
		struct track_job *t = (struct track_job *)job;
		if (job->class != &tracks || t->item != item ||
			t->transcript != transcript)
			continue;
		t->asked |= asked;
		return true;
	}
	return false;
}

static void
ask(struct engine *e, const struct store_feed *feed, const struct track_job *job,
	const char *etag)
{
	struct arena arena = ARENA_INIT;
	struct fetch_request request = {.etag = etag,
		.body_max =
			job->transcript ? (int64_t)EPISODE_TRANSCRIPT_MAX : CHAPTERS_MAX};
	engine_job_named(e, feed, job->job.url, &arena, &request);
	engine_job_ask(e, &job->job, &request);
	arena_done(&arena);
}

void
engine_media_track_fetch(
	struct engine *e, uint64_t id, bool transcript, const char *wanted, bool asked)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_item item;
	struct store_item_body body;
	struct store_feed feed;
	const char *url = NULL, *etag = NULL, *fault = NULL;
	bool here = false;
	if (asked && !transcript && !store_read_only(e->store))
		look_in_file(e, id);
	if (store_view_begin(e->store, &view, NULL) == OK) {
		if (store_item(&view, id, &arena, &item) == OK &&
			store_item_body(&view, id, &arena, &body) == OK &&
			store_feed(&view, item.feed, &arena, &feed) == OK) {
			url = address_of(&body, &feed, transcript,
				wanted ? wanted
				       : engine_settings_of(e, item.feed)
						 ->transcript_language);
			fault = wanted && transcript && !str_eq(url, wanted)
					? language_fault(&body, &feed, wanted, &arena)
					: NULL;
		}
		here = is_here(e, &view, id, transcript, wanted ? url : NULL, &arena);
		etag = etag_of(&view, id, transcript, url, &arena);
		store_view_end(&view);
	}
	if (fault) {
		tell(e, id, fault);
	} else if (!here && url && !store_read_only(e->store)) {
		if (!is_under_way(e, id, transcript, asked))
			ask(e, &feed,
				&(struct track_job){
					.job = {.class = &tracks,
						.feed = item.feed,
						.url = arena_strdup(&arena, url)},
					.item = id,
					.transcript = transcript,
					.asked = asked},
				etag);
	} else if (asked) {
		tell(e, id,
			here || !transcript ? NULL
					    : _("the feed names no transcript for it"));
	}
	arena_done(&arena);
}
