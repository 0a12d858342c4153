/*
 * Most parts of the worker read an option when they need it, so replacing the snapshot is
 * enough. The others have a function that applies their options again; a row names the
 * options that need it.
 */
#include "config.h"

#include "engine/configure.h"

#include "base/log.h"
#include "conf/settings.h"
#include "engine/accounts/accounts.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/feeds/priority.h"
#include "engine/media/download.h"
#include "engine/plan/cycle.h"
#include "engine/refresh/index_words.h"
#include "engine/sync/sync.h"
#include "store/db/view.h"

static const struct {
	const char *options;
	void (*apply)(struct engine *engine);
} parts[] = {
	{"strategy cycle requests-per-cycle requests-per-day", engine_plan_cycle_restart},
	{"search-index", engine_refresh_index_restart},
	{"state-dir", engine_sync_restart},
	{"media-dir media-limit media-free downloads", engine_media_download_retry},
};

void
engine_configure(struct engine *e, const struct engine_request *request)
{
	struct settings *before = conf_settings_ref(e->settings->now);
	struct settings *now = request->reload.settings;
	bool polling = e->schedule;
	engine_settings_use(e, now);
	e->schedule = request->reload.schedule && !store_read_only(e->store);
	if (e->schedule && !polling) {
		e->lead += engine_clock_set(e); /* where it stands now */
		engine_check_due(e);
	}
	const struct fetch_config fetch = engine_settings_fetch(e);
	fetch_configure(e->fetch, &fetch);
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (conf_settings_differ(before, now, parts[i].options))
			parts[i].apply(e);
	engine_feeds_store_priorities(e);
	engine_accounts_restart(e);
	log_set_level(now->options.log_level);
	conf_settings_unref(before);
	const struct engine_event event = {
		.kind = ENGINE_RELOADED, .generation = now->generation};
	engine_event_post(e, &event);
}
