/*
 * A picture's address comes from outside, so it is fetched as a link of its feed, which
 * must not lead from a public server to the local network (case 27). What came goes
 * through a command, like the document of a filter: line.
 */
#include "config.h"

#include "engine/page/images.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/url.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/job/job.h"
#include "engine/job/jobs.h"
#include "engine/job/named.h"
#include "fetch/fetch.h"
#include "image/cache.h"
#include "image/limits.h"
#include "image/raster.h"
#include "model/subscription.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"

struct image_job {
	struct engine_job job;
	uint64_t item;
	char *address; /* of the picture */
	bool ours;     /* our own program decodes it */
	bool listed;   /* only a list wants it */
};

/* why NULL: it is in the cache. */
static void
tell(struct engine *e, uint64_t item, const char *url, const char *why)
{
	struct buf text = BUF_INIT(0);
	buf_adds(&text, url);
	if (why) {
		buf_addf(&text, "\n%s", why);
		log_put(LOG_INFO, "picture of item %llu: %s", (unsigned long long)item,
			why);
	}
	const struct engine_event event = {.kind = ENGINE_IMAGE,
		.counted = item,
		.error = why != NULL,
		.text = buf_str(&text)};
	engine_event_post(e, &event);
	buf_done(&text);
}

/* ---- what came */

static int
check_answer(struct fetch_result *answer, struct err *err)
{
	struct image_raster raster;
	int status = fetch_result_take(answer, err);
	if (status != OK)
		return status;
	if (image_raster_read(
		    (struct span){answer->body.data, answer->body.len}, &raster) != OK)
		return err_set(err, ERR_INVALID,
			_("the command did not write a pixmap (P6) of at most %d pixels "
			  "each way"),
			IMAGE_SIDE_MAX);
	return OK;
}

/* The decoder's message, without the decoder's name. */
static const char *
said(const struct image_job *image, const struct err *err)
{
	static const char *const sentences[] = {N_("the picture is damaged"),
		N_("the picture has too many pixels"), N_("the picture is too large"),
		N_("the picture is empty"), N_("the picture takes too long"),
		N_("there is not enough memory for the picture"),
		N_("it is not a picture of a kind that can be shown (PNG, JPEG, GIF, "
		   "WebP)")};
	for (size_t i = 0; image->ours && i < COUNT_OF(sentences); i++)
		if (strstr(err->text, sentences[i]))
			return _(sentences[i]);
	return err->text;
}

static void
answered(struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	struct image_job *image = (struct image_job *)job;
	struct err err = {0};
	int status = check_answer(answer, &err);
	if (status == OK)
		status = image_cache_keep(store_path(e->store), image->address,
			&answer->body, (uint64_t)e->options->image_cache, &err);
	const char *why = status == OK ? NULL : said(image, &err);
	tell(e, image->item, image->address, why);
	free(image->address);
	fetch_result_free(answer);
}

static void
cancelled(struct engine *e, struct engine_job *job)
{
	struct image_job *image = (struct image_job *)job;
	if (!image->listed)
		tell(e, image->item, image->address, _("stopped"));
	free(image->address);
}

static const struct engine_job_class images = {
	.name = "image",
	.size = sizeof(struct image_job),
	.priority = ENGINE_JOB_WAITED,
	.answer = answered,
	.cancel = cancelled,
};

void
engine_page_images_stop(struct engine *e)
{
	engine_job_cancel_class(e, &images);
}

/* ---- what is wanted */

/* The path of the decoder, in arena: installed or, if the reader runs where it was built,
 * beside the reader. NULL: it was not built. */
static const char *
decoder(struct arena *arena)
{
	static const char installed[] = PKGLIBEXECDIR "/courant-picture";
	char self[4096];
	if (access(installed, X_OK) == 0)
		return installed;
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	while (n > 0 && self[n - 1] != '/')
		n--;
	if (n <= 0)
		return NULL;
	const char *beside =
		arena_printf(arena, "%.*simage/courant-picture", (int)n, self);
	return access(beside, X_OK) == 0 ? beside : NULL;
}

static int
command(const struct engine *e, uint32_t feed, struct arena *arena, const char **out,
	struct err *err)
{
	const char *own = engine_settings_of(e, feed)->image_command;
	const char *path = str_empty(own) ? decoder(arena) : NULL;
	*out = path ? arena_printf(arena, "'%s'", path) : own;
	if (str_empty(*out))
		return err_set(err, ERR_NOT_FOUND,
			_("courant was built without gd, and no image-command is set"));
	if (strchr(*out, ':') || (path && strchr(path, '\'')))
		return err_set(
			err, ERR_INVALID, _("image-command cannot contain a colon"));
	return OK;
}

/* The job that fetches it; NULL: none does. */
static struct image_job *
under_way(const struct engine *e, uint64_t item, const char *url)
{
	size_t at = 0;
	for (struct engine_job *job; (job = engine_job_next(e, &at)) != NULL;) {
		struct image_job *image = (struct image_job *)job;
		if (job->class == &images && image->item == item &&
			str_eq(image->address, url))
			return image;
	}
	return NULL;
}

static bool
is_web(const char *url)
{
	struct span scheme = url_split(span_of(url)).scheme;
	return span_ieq(scheme, "http") || span_ieq(scheme, "https");
}

/* An item whose pictures are wanted, and its feed. */
struct owner {
	uint64_t item;
	uint32_t feed;
	struct store_feed line;
	const char *wanted; /* the option images */
};

static bool
find_owner(struct engine *e, uint64_t id, struct arena *arena, struct owner *out)
{
	struct store_view view;
	struct store_item item;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return false;
	bool found = store_item(&view, id, arena, &item) == OK &&
		     store_feed(&view, item.feed, arena, &out->line) == OK;
	store_view_end(&view);
	out->item = id;
	out->feed = found ? item.feed : 0;
	out->wanted = found ? engine_settings_of(e, item.feed)->images : "no";
	return found;
}

static void
ask(struct engine *e, const struct owner *owner, const char *url, bool listed)
{
	struct arena arena = ARENA_INIT;
	struct err err = {0};
	const char *by;
	if (!is_web(url)) {
		tell(e, owner->item, url, _("it is not on the web"));
	} else if (command(e, owner->feed, &arena, &by, &err) != OK) {
		tell(e, owner->item, url, err.text);
	} else {
		const struct image_job job = {
			.job = {.class = &images,
				.feed = owner->feed,
				.source = SOURCE_FILTER,
				.url = arena_printf(&arena, "filter:%s:%s", by, url)},
			.item = owner->item,
			.address = mem_strdup(url),
			.ours = by[0] == '\'',
			.listed = listed};
		struct fetch_request request = {.body_max = (int64_t)IMAGE_BYTES_MAX};
		engine_job_named(e, &owner->line, url, &arena, &request);
		/* Texts come from outside, even those of the user's own commands and
		 * files, such as saved pages. */
		if (!request.link) {
			request.url = engine_job_elsewhere;
			request.link = url;
		}
		engine_job_ask(e, &job.job, &request);
	}
	arena_done(&arena);
}

/* A picture that an article waits for is not dropped with those of a list. */
static void
get(struct engine *e, const struct owner *owner, const char *url, bool listed)
{
	struct buf bytes = BUF_INIT(0);
	struct image_raster raster;
	struct image_job *image = under_way(e, owner->item, url);
	if (image)
		image->listed &= listed;
	else if (image_cache_read(store_path(e->store), url, &bytes, &raster))
		tell(e, owner->item, url, NULL);
	else
		ask(e, owner, url, listed);
	buf_done(&bytes);
}

void
engine_page_images(
	struct engine *e, uint64_t id, const char *const *urls, size_t len, bool opened)
{
	struct arena arena = ARENA_INIT;
	struct owner owner;
	bool found = find_owner(e, id, &arena, &owner);
	if (opened && str_eq(owner.wanted, "ask"))
		tell(e, id, "", NULL);
	if (opened && !str_eq(owner.wanted, "yes"))
		found = false;
	for (size_t i = 0; found && i < len && i < IMAGE_COUNT_MAX; i++)
		get(e, &owner, urls[i], false);
	arena_done(&arena);
}

static bool
is_listed(const struct image_job *image, const struct engine_picture *list, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (list[i].item == image->item && str_eq(list[i].url, image->address))
			return true;
	return false;
}

void
engine_page_thumbnails(struct engine *e, const struct engine_picture *list, size_t len)
{
	size_t at = 0;
	for (struct engine_job *job; (job = engine_job_next(e, &at)) != NULL;) {
		const struct image_job *image = (const struct image_job *)job;
		if (job->class == &images && image->listed &&
			!is_listed(image, list, len))
			engine_job_cancel(e, job->tag);
	}
	for (size_t i = 0; i < len; i++) {
		struct arena arena = ARENA_INIT;
		struct owner owner;
		if (find_owner(e, list[i].item, &arena, &owner) &&
			str_eq(owner.wanted, "yes"))
			get(e, &owner, list[i].url, true);
		arena_done(&arena);
	}
}
