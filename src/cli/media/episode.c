#include "config.h"

#include "cli/media/episode.h"

#include <inttypes.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "cli/core/find.h"
#include "engine/api.h"
#include "model/media.h"
#include "store/db/view.h"
#include "store/item/item.h"

/* Whether the item has what the action is about: any document can be downloaded, too. */
static bool
has_file(const struct store_view *view, uint64_t item, enum action verb)
{
	struct arena arena = ARENA_INIT;
	struct store_item_body body;
	bool has = false;
	if (store_item_body(view, item, &arena, &body) == OK)
		has = (verb == ACTION_DOWNLOAD ? media_pick_file : media_pick)(
			      body.enclosures, body.enclosures_len) < body.enclosures_len;
	arena_done(&arena);
	return has;
}

static int
check_named(struct cli_session *s, const struct engine_action *action, struct err *err)
{
	const struct engine_target *target = &action->target;
	struct store_view view;
	int status = store_view_begin(s->cli->store, &view, err);
	if (status != OK)
		return status;
	for (size_t i = 0; i < target->items_len && status == OK; i++)
		if (!has_file(&view, target->items[i], action->verb))
			status = err_set(err, ERR_NOT_FOUND,
				_("item %" PRIu64 " has no episode: nothing in it can be "
				  "played"),
				target->items[i]);
	store_view_end(&view);
	return status;
}

struct episode_search {
	struct store *store;
	enum action verb;
	bool found;
};

static bool
seek_one(void *data, const struct store_key *hits, size_t len)
{
	struct episode_search *search = data;
	struct store_view view;
	if (store_view_begin(search->store, &view, NULL) != OK)
		return false;
	for (size_t i = 0; i < len && !search->found; i++)
		search->found = has_file(&view, hits[i].id, search->verb);
	store_view_end(&view);
	return !search->found;
}

int
cli_media_do(struct cli_session *s, const struct engine_action *action,
	struct cli_done *out, struct err *err)
{
	const struct engine_target *target = &action->target;
	bool named = target->kind == TARGET_ITEMS;
	struct episode_search search = {.store = s->cli->store, .verb = action->verb};
	int status = named ? check_named(s, action, err) : OK;
	if (status == OK)
		status = cli_session_do(s, action, out, err);
	if (status != OK || named || out->changed || !out->found)
		return status;
	status = cli_find_each(s, target->query, &target->scope, seek_one, &search, err);
	if (status == OK && !search.found)
		status = err_set(err, ERR_NOT_FOUND, _("none of them has an episode"));
	return status;
}
