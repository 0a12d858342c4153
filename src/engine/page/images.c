/*
 * A picture's address comes from outside, so it is fetched as a link of its feed,
 * which may not lead from a public server to the local network (case 27). What came goes
 * through a command, as the document of a filter: line does.
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
	fetch_result_unpack(answer);
	if (answer->status != OK) {
		*err = answer->err;
		return answer->status;
	}
	if (answer->http_status && answer->http_status / 100 != 2)
		return err_set(err, ERR_NETWORK, _("its server answered HTTP %ld"),
			answer->http_status);
	if (image_raster_read(
		    (struct span){answer->body.data, answer->body.len}, &raster) != OK)
		return err_set(err, ERR_INVALID,
			_("the command did not write a pixmap (P6) of at most %d pixels "
			  "each way"),
			IMAGE_SIDE_MAX);
	return OK;
}

/* What the decoder said, without what it is called. */
static const char *
said(const struct image_job *image, const struct err *err)
{
	static const char *const sentences[] = {N_("the picture is damaged"),
		N_("the picture has too many pixels"), N_("the picture is too large"),
		N_("the picture is empty"), N_("the picture takes too long"),
		N_("there is too little memory for the picture"),
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
	size_t at = 0;
	for (struct engine_job *job; (job = engine_job_next(e, &at)) != NULL;)
		if (job->class == &images)
			engine_job_cancel(e, job->tag);
}

/* ---- what is wanted */

/* The program that decodes, in arena: installed, or beside a reader that is run where it
 * was built. NULL: it was not built. */
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
		return err_set(err, ERR_INVALID,
			_("the command for pictures may not have a colon in it"));
	return OK;
}

static bool
under_way(const struct engine *e, uint64_t item, const char *url)
{
	size_t at = 0;
	for (struct engine_job *job; (job = engine_job_next(e, &at)) != NULL;) {
		const struct image_job *image = (const struct image_job *)job;
		if (job->class == &images && image->item == item &&
			str_eq(image->address, url))
			return true;
	}
	return false;
}

static bool
is_web(const char *url)
{
	struct span scheme = url_split(span_of(url)).scheme;
	return span_ieq(scheme, "http") || span_ieq(scheme, "https");
}

static void
ask(struct engine *e, uint64_t item, const struct store_feed *feed, uint32_t id,
	const char *url)
{
	struct arena arena = ARENA_INIT;
	struct err err = {0};
	const char *by;
	if (!is_web(url)) {
		tell(e, item, url, _("it is not on the web"));
	} else if (command(e, id, &arena, &by, &err) != OK) {
		tell(e, item, url, err.text);
	} else {
		const struct image_job job = {
			.job = {.class = &images,
				.feed = id,
				.source = SOURCE_FILTER,
				.url = arena_printf(&arena, "filter:%s:%s", by, url)},
			.item = item,
			.address = mem_strdup(url),
			.ours = by[0] == '\''};
		struct fetch_request request = {.body_max = (int64_t)IMAGE_BYTES_MAX};
		engine_job_named(e, feed, url, &arena, &request);
		/* Texts come from outside, also those of the user's own commands and
		 * files, such as saved pages. */
		if (!request.link) {
			request.url = engine_job_elsewhere;
			request.link = url;
		}
		engine_job_ask(e, &job.job, &request);
	}
	arena_done(&arena);
}

void
engine_page_images(
	struct engine *e, uint64_t id, const char *const *urls, size_t len, bool opened)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_item item;
	struct store_feed feed;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return;
	bool found = store_item(&view, id, &arena, &item) == OK &&
		     store_feed(&view, item.feed, &arena, &feed) == OK;
	store_view_end(&view);
	const char *wanted = found ? engine_settings_of(e, item.feed)->images : "no";
	if (opened && str_eq(wanted, "ask"))
		tell(e, id, "", NULL);
	if (opened && !str_eq(wanted, "yes"))
		found = false;
	for (size_t i = 0; found && i < len && i < IMAGE_COUNT_MAX; i++) {
		struct buf bytes = BUF_INIT(0);
		struct image_raster raster;
		if (image_cache_read(store_path(e->store), urls[i], &bytes, &raster))
			tell(e, id, urls[i], NULL);
		else if (!under_way(e, id, urls[i]))
			ask(e, id, &feed, item.feed, urls[i]);
		buf_done(&bytes);
	}
	arena_done(&arena);
}
