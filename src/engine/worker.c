/*
 * The worker's loop. In each turn all parts take a step, in order of priority. Then the
 * worker sleeps until a socket is ready, a request comes, or it is time for a part's next
 * step. A step takes a few milliseconds at most, so that requests and transfers never
 * wait for long.
 */
#include "config.h"

#include "engine/worker.h"

#include <stdlib.h>

#include "base/attr.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/queue.h"
#include "base/time.h"
#include "engine/accounts/accounts.h"
#include "engine/action/action_queue.h"
#include "engine/action/todo.h"
#include "engine/configure.h"
#include "engine/core/engine.h"
#include "engine/core/inotify.h"
#include "engine/core/message.h"
#include "engine/core/part.h"
#include "engine/core/settings.h"
#include "engine/counts.h"
#include "engine/feeds/discover.h"
#include "engine/feeds/feeds.h"
#include "engine/feeds/save.h"
#include "engine/feeds/subscribe.h"
#include "engine/job/jobs.h"
#include "engine/job/source.h"
#include "engine/media/download.h"
#include "engine/media/player.h"
#include "engine/media/track.h"
#include "engine/page/comments.h"
#include "engine/page/images.h"
#include "engine/page/page_fetch.h"
#include "engine/plan/cycle.h"
#include "engine/plan/plans.h"
#include "engine/poll/answers.h"
#include "engine/poll/group.h"
#include "engine/poll/pool.h"
#include "engine/poll/progress.h"
#include "engine/poll/stories.h"
#include "engine/publish/publish.h"
#include "engine/refresh/backfill.h"
#include "engine/refresh/claim.h"
#include "engine/refresh/clock.h"
#include "engine/refresh/index_words.h"
#include "engine/refresh/network.h"
#include "engine/refresh/refresh.h"
#include "engine/rule/news.h"
#include "engine/rule/rule_command.h"
#include "engine/rule/rules.h"
#include "engine/search.h"
#include "engine/sync/sync.h"
#include "fetch/fetch.h"
#include "store/db/view.h"

#define QUIT_STORE_MS                                                                    \
	500 /* for storing what the user did; the next engine does the rest */
#define SLEEP_MAX_MS 60000
#define SLOW_MS 200 /* longer steps are logged */

/* What a view is to show. */
static void
get(struct engine *e, const struct engine_request *request)
{
	switch (request->kind) {
	case ENGINE_FETCH_PAGES:
		engine_page_fetch(e, request->pages.items, request->pages.len,
			request->pages.opened);
		break;
	case ENGINE_GET_COMMENTS:
		engine_page_comments(e, request->item);
		break;
	case ENGINE_GET_TRACK:
		engine_media_track_fetch(e, request->track.item,
			request->track.transcript, request->track.language, true);
		break;
	case ENGINE_GET_IMAGES:
		engine_page_images(e, request->images.item, request->images.urls,
			request->images.len, request->images.opened);
		break;
	case ENGINE_GET_THUMBNAILS:
		engine_page_thumbnails(
			e, request->thumbnails.list, request->thumbnails.len);
		break;
	case ENGINE_GET_ANSWER:
		engine_poll_answers_tell(e, request->feed);
		break;
	case ENGINE_GET_TRIES:
		engine_media_tries_tell(e, request->item);
		break;
	case ENGINE_GET_ROOM:
		engine_media_room_tell(e);
		break;
	default:
		break;
	}
}

/* What brings feeds. */
static void
bring(struct engine *e, struct engine_request *request)
{
	switch (request->kind) {
	case ENGINE_DISCOVER:
		engine_feeds_discover(e, request);
		break;
	case ENGINE_SAVE:
		engine_feeds_save(e, request);
		break;
	case ENGINE_IMPORT:
		engine_feeds_import(e, request);
		break;
	case ENGINE_OFFERS:
		engine_feeds_offers(e);
		break;
	default:
		break;
	}
}

static void
find(struct engine *e, const struct engine_request *request)
{
	switch (request->kind) {
	case ENGINE_SEARCH:
		engine_search_begin(e, request);
		break;
	case ENGINE_STOP_SEARCH:
		engine_search_end(e);
		break;
	case ENGINE_COUNT:
		engine_search_count(e, request);
		break;
	case ENGINE_KEEP_COUNTS:
		engine_counts_keep(e, request);
		break;
	case ENGINE_CHECK_COUNTS:
		engine_counts_check(e);
		break;
	default:
		break;
	}
}

static void
serve(struct engine *e, struct engine_request *request)
{
	switch (request->kind) {
	case ENGINE_REFRESH:
		engine_refresh_begin(e, request->refresh.feeds,
			request->refresh.feeds_len, request->refresh.flags);
		engine_accounts_refresh(e, request->refresh.feeds,
			request->refresh.feeds_len, request->refresh.flags);
		break;
	case ENGINE_SYNC:
		engine_accounts_sync(e, request);
		break;
	case ENGINE_FETCH_PAGES:
	case ENGINE_GET_COMMENTS:
	case ENGINE_GET_TRACK:
	case ENGINE_GET_IMAGES:
	case ENGINE_GET_THUMBNAILS:
	case ENGINE_GET_ANSWER:
	case ENGINE_GET_TRIES:
	case ENGINE_GET_ROOM:
		get(e, request);
		break;
	case ENGINE_VISIT:
		engine_refresh_visit(e, request->feed);
		break;
	case ENGINE_STOP_REFRESH:
		engine_part_stop(e);
		break;
	case ENGINE_BACKFILL:
		engine_refresh_backfill_begin(e, request);
		break;
	case ENGINE_DO:
		engine_action_add(e, request);
		return;
	case ENGINE_SEARCH:
	case ENGINE_STOP_SEARCH:
	case ENGINE_COUNT:
	case ENGINE_KEEP_COUNTS:
	case ENGINE_CHECK_COUNTS:
		find(e, request);
		break;
	case ENGINE_SUBSCRIBE:
		engine_feeds_subscribe_take(e, request);
		return;
	case ENGINE_SUBSCRIBE_ALL:
		engine_feeds_subscribe_all(e, request);
		break;
	case ENGINE_DOWNLOADS:
		engine_media_download_begin(e, request->keep);
		break;
	case ENGINE_PLAY:
		e->verbs++;
		engine_media_player_do(e, &request->play);
		break;
	case ENGINE_RELOAD_FEEDS:
		engine_feeds_reload(e);
		break;
	case ENGINE_RELOAD_SETTINGS:
		engine_configure(e, request);
		break;
	case ENGINE_FORGET:
		engine_action_forget(e);
		break;
	case ENGINE_QUIT:
		e->quit = true;
		break;
	case ENGINE_DISCOVER:
	case ENGINE_SAVE:
	case ENGINE_IMPORT:
	case ENGINE_OFFERS:
		bring(e, request);
		break;
	}
	engine_request_free(request);
}

static bool
serve_all(struct engine *e)
{
	struct engine_request *request;
	while (!e->quit && (request = queue_take(e->requests)) != NULL)
		serve(e, request);
	return false;
}

/* ---- parts without a file of their own */

static int
settings_init(struct engine *e, struct err *err)
{
	(void)err;
	e->settings = mem_zalloc(sizeof *e->settings);
	engine_settings_use(e, e->settings_given);
	return OK;
}

static void
settings_done(struct engine *e)
{
	engine_settings_done(e->settings);
	free(e->settings);
}

static int
watch_init(struct engine *e, struct err *err)
{
	(void)err;
	e->watch = mem_zalloc(sizeof *e->watch);
	engine_watch_init(e->watch);
	return OK;
}

static void
watch_done(struct engine *e)
{
	engine_watch_done(e->watch);
	free(e->watch);
}

static int
feeds_init(struct engine *e, struct err *err)
{
	(void)err;
	e->feeds = mem_zalloc(sizeof *e->feeds);
	engine_feeds_init(e, e->watch_feeds);
	return OK;
}

static bool
feeds_step(struct engine *e)
{
	engine_feeds_step(e);
	return false;
}

static void
feeds_done(struct engine *e)
{
	engine_feeds_done(e->feeds);
	free(e->feeds);
}

static int
actions_init(struct engine *e, struct err *err)
{
	(void)err;
	e->actions = mem_zalloc(sizeof *e->actions);
	return OK;
}

static bool
actions_step(struct engine *e)
{
	engine_action_todo_adopt(e);
	engine_action_store(e);
	return false;
}

static void
actions_wind_up(struct engine *e)
{
	engine_action_flush(
		e, time_mono_ms() + (e->quit_ms ? e->quit_ms : QUIT_STORE_MS));
}

static void
actions_done(struct engine *e)
{
	engine_action_queue_done(e->actions);
	free(e->actions);
	engine_feeds_discover_done(e);
	engine_feeds_subscribe_done(e);
}

/* A command ends when its refresh is over, so it waits for the index too: nothing else
 * would update it. It waits for commands of rules and for what is published as well. */
static bool
progress_step(struct engine *e)
{
	bool over = !engine_refresh_under_way(e) && !engine_refresh_network_suspects(e) &&
		    engine_poll_group_empty(e) && engine_accounts_idle(e) &&
		    (e->schedule || store_read_only(e->store) ||
			    (engine_refresh_index_settled(e) && engine_page_idle(e) &&
				    engine_feeds_save_idle(e) && engine_rule_over(e)));
	size_t added, edited;
	engine_accounts_brought(e, &added, &edited);
	engine_poll_progress_brought(e, added, edited);
	if (over && engine_poll_progress_active(e))
		engine_publish_refreshed(e);
	if (over)
		engine_rule_news_flush(e);
	/* The command runs now. */
	over = over && (e->schedule || (engine_rule_idle(e) && engine_publish_idle(e)));
	engine_poll_progress_tell(e, over);
	return false;
}

/* ---- the turn */

static const struct engine_part parts[] = {
	{.name = "settings", .init = settings_init, .done = settings_done},
	{.name = "clock",
		.init = engine_refresh_clock_init,
		.step = engine_refresh_clock_step,
		.done = engine_refresh_clock_done},
	{.name = "requests", .step = serve_all},
	{.name = "watch", .init = watch_init, .done = watch_done},
	{.name = "feeds",
		.init = feeds_init,
		.step = feeds_step,
		.wait = engine_feeds_wait,
		.polled = engine_feeds_mirrored,
		.done = feeds_done},
	{.name = "actions",
		.init = actions_init,
		.step = actions_step,
		.wait = engine_action_wait,
		.wind_up = actions_wind_up,
		.done = actions_done},
	{.name = "plans", .init = engine_plan_init, .done = engine_plan_done},
	{.name = "cycle",
		.init = engine_plan_cycle_init,
		.step = engine_plan_cycle_step,
		.done = engine_plan_cycle_done},
	{.name = "jobs",
		.init = engine_job_init,
		.step = engine_job_step,
		.wind_up = engine_job_wind_up,
		.done = engine_job_done},
	{.name = "saves",
		.init = engine_feeds_save_init,
		.stop = engine_feeds_save_stop,
		.polled = engine_feeds_save_polled,
		.done = engine_feeds_save_done},
	{.name = "sources",
		.init = engine_job_source_init,
		.join = engine_job_source_join,
		.done = engine_job_source_done},
	{.name = "downloads",
		.init = engine_media_download_init,
		.step = engine_media_download_step,
		.wait = engine_media_download_wait,
		.stop = engine_media_download_stop,
		.wind_up = engine_media_download_wind_up,
		.done = engine_media_download_done},
	{.name = "media commands",
		.step = engine_media_commands_step,
		.wait = engine_media_commands_wait},
	{.name = "player",
		.init = engine_media_player_init,
		.step = engine_media_player_step,
		.wait = engine_media_player_wait,
		.wind_up = engine_media_player_wind_up,
		.done = engine_media_player_done},
	{.name = "pages",
		.init = engine_page_init,
		.stop = engine_page_stop,
		.done = engine_page_done},
	{.name = "images",
		.stop = engine_page_images_stop,
		.done = engine_page_images_stop},
	{.name = "rules",
		.init = engine_rule_init,
		.step = engine_rule_run_step,
		.join = engine_rule_join,
		.done = engine_rule_done},
	{.name = "pool",
		.init = engine_poll_pool_init,
		.step = engine_poll_pool_step,
		.wind_up = engine_poll_pool_wind_up,
		.join = engine_poll_pool_join,
		.done = engine_poll_pool_done},
	{.name = "refresh",
		.init = engine_refresh_init,
		.step = engine_refresh_step,
		.wait = engine_refresh_wait,
		.stop = engine_refresh_cancel,
		.wind_up = engine_refresh_wind_up,
		.done = engine_refresh_done},
	{.name = "answers",
		.init = engine_poll_answers_init,
		.done = engine_poll_answers_done},
	{.name = "network",
		.init = engine_refresh_network_init,
		.done = engine_refresh_network_done},
	{.name = "claims",
		.init = engine_refresh_claim_init,
		.step = engine_refresh_claim_step,
		.wind_up = engine_refresh_claim_wind_up,
		.done = engine_refresh_claim_done},
	{.name = "group",
		.init = engine_poll_group_init,
		.step = engine_poll_group_step,
		.wait = engine_poll_group_wait,
		.wind_up = engine_poll_group_wind_up,
		.done = engine_poll_group_done},
	{.name = "archives",
		.init = engine_refresh_backfill_init,
		.step = engine_refresh_backfill_step,
		.wait = engine_refresh_backfill_wait,
		.stop = engine_refresh_backfill_cancel,
		.polled = engine_refresh_backfill_polled,
		.done = engine_refresh_backfill_done},
	{.name = "progress",
		.init = engine_poll_progress_init,
		.step = progress_step,
		.wait = engine_poll_progress_wait,
		.done = engine_poll_progress_done},
	{.name = "sync",
		.init = engine_sync_init,
		.step = engine_sync_step,
		.wait = engine_sync_wait,
		.wind_up = engine_sync_flush,
		.done = engine_sync_done},
	{.name = "accounts",
		.init = engine_accounts_init,
		.step = engine_accounts_step,
		.wait = engine_accounts_wait,
		.stop = engine_accounts_stop,
		.wind_up = engine_accounts_wind_up,
		.done = engine_accounts_done},
	{.name = "search",
		.init = engine_search_init,
		.step = engine_search_step,
		.patient = true,
		.done = engine_search_done},
	{.name = "publish",
		.init = engine_publish_init,
		.step = engine_publish_step,
		.patient = true,
		.wait = engine_publish_wait,
		.done = engine_publish_done},
	{.name = "stories", .step = engine_poll_stories_step, .patient = true},
	{.name = "count", .step = engine_search_count_step, .patient = true},
	{.name = "counts",
		.init = engine_counts_init,
		.step = engine_counts_step,
		.patient = true,
		.wait = engine_counts_wait,
		.done = engine_counts_done},
	{.name = "index",
		.init = engine_refresh_index_init,
		.step = engine_refresh_index_step,
		.patient = true,
		.done = engine_refresh_index_done},
};

/* True: there is more to do at once. */
static bool
turn(struct engine *e)
{
	bool more = false, patient_more = false;
	int64_t now = time_mono_ms();
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		const struct engine_part *part = &parts[i];
		if (!part->step || (part->patient && patient_more))
			continue;
		bool again = part->step(e);
		int64_t before = now;
		now = time_mono_ms();
		if (now - before >= SLOW_MS)
			log_put(LOG_DEBUG, "%s took %lld ms", part->name,
				(long long)(now - before));
		more |= again;
		patient_more |= part->patient && again;
	}
	return more;
}

static int64_t
sleep_ms(const struct engine *e)
{
	int64_t sleep = SLEEP_MAX_MS;
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		int64_t wait = parts[i].wait ? parts[i].wait(e) : INT64_MAX;
		sleep = wait < sleep ? wait : sleep;
	}
	return sleep > 0 ? sleep : 0;
}

void
engine_worker_run(void *data)
{
	struct engine *e = data;
	while (!e->quit) {
		bool more = turn(e);
		if (!e->quit)
			fetch_wait(
				e->fetch, more ? 0 : sleep_ms(e), queue_fd(e->requests));
	}
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (parts[i].wind_up)
			parts[i].wind_up(e);
	const struct engine_event event = {.kind = ENGINE_ENDED};
	engine_event_post(e, &event);
}

/* ---- before and after it */

int
engine_worker_up(struct engine *e, struct err *err)
{
	int status = OK;
	e->parts = parts;
	e->parts_len = COUNT_OF(parts);
	while (status == OK && e->parts_up < e->parts_len) {
		const struct engine_part *part = &parts[e->parts_up];
		if (part->init)
			status = part->init(e, err);
		e->parts_up += status == OK;
	}
	return status;
}

bool
engine_worker_join(struct engine *e, int64_t until_ms)
{
	bool ended = true;
	for (size_t i = 0; i < e->parts_up; i++)
		if (parts[i].join)
			ended = parts[i].join(e, until_ms) && ended;
	return ended;
}

void
engine_worker_down(struct engine *e)
{
	while (e->parts_up > 0) {
		const struct engine_part *part = &parts[--e->parts_up];
		if (part->done)
			part->done(e);
	}
}
