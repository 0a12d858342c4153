#include "config.h"

#include "engine/action/verbs.h"

#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/feeds.h"
#include "engine/action/lines.h"
#include "engine/action/place.h"
#include "engine/core/request.h"
#include "model/state.h"
#include "store/item/flags.h"
#include "store/item/rule.h"
#include "store/item/tag.h"
#include "store/item/trash.h"

static int
put_flags(struct store_batch *batch, const struct engine_action *action,
	const uint64_t *ids, size_t len, size_t *changed, struct err *err)
{
	const struct action_kind *kind = action_kind(action->verb);
	return store_item_put_flags(
		batch, ids, len, kind->set, kind->clear, changed, err);
}

/* Longer tags do not fit into the state log. One that an older program added can be
 * removed. */
static int
check_tag(struct engine_request *request, struct err *err)
{
	struct engine_action *action = &request->action;
	action->tag = conf_feeds_tag(&request->arena, span_of(action->tag));
	if (!action->tag)
		return err_set(err, ERR_INVALID, _("a tag needs a name"));
	if (action->verb == ACTION_TAG && strlen(action->tag) > STATE_TAG_MAX)
		return err_set(
			err, ERR_INVALID, _("a tag has at most %d bytes"), STATE_TAG_MAX);
	return OK;
}

static int
put_tag(struct store_batch *batch, const struct engine_action *action,
	const uint64_t *ids, size_t len, size_t *changed, struct err *err)
{
	return store_item_put_tag(
		batch, ids, len, action->tag, action->verb == ACTION_TAG, changed, err);
}

static int
put_trash(struct store_batch *batch, const struct engine_action *action,
	const uint64_t *ids, size_t len, size_t *changed, struct err *err)
{
	(void)action;
	return store_item_put_trash(batch, ids, len, true, time_wall(), changed, err);
}

static int
put_hidden(struct store_batch *batch, const struct engine_action *action,
	const uint64_t *ids, size_t len, size_t *changed, struct err *err)
{
	bool hidden = action->verb == ACTION_HIDE;
	return store_item_put_hidden(batch, ids, len, hidden, time_wall(), changed, err);
}

static int
put_rule(struct store_batch *batch, const struct engine_action *action,
	const uint64_t *ids, size_t len, size_t *changed, struct err *err)
{
	int64_t score = 0;
	if (!action->option.name || !action->option.value ||
		str_int(span_of(action->option.value), &score) != OK)
		return err_set(err, ERR_INVALID, _("a rule needs a text and a score"));
	return store_item_put_rule(batch, ids, len,
		store_item_rule_hash(action->option.name), score, changed, err);
}

static const struct engine_verb verbs[ACTIONS] = {
	[ACTION_READ] = {.items = put_flags},
	[ACTION_UNREAD] = {.items = put_flags},
	[ACTION_STAR] = {.items = put_flags},
	[ACTION_UNSTAR] = {.items = put_flags},
	[ACTION_TAG] = {.check = check_tag, .items = put_tag},
	[ACTION_UNTAG] = {.check = check_tag, .items = put_tag},
	[ACTION_DELETE] = {.items = put_trash},
	[ACTION_RATE] = {.items = put_rule},
	[ACTION_HIDE] = {.items = put_hidden},
	[ACTION_UNHIDE] = {.items = put_hidden},
	[ACTION_UNSUBSCRIBE] = {.step = engine_action_lines_change},
	[ACTION_RENAME] = {.step = engine_action_lines_change},
	[ACTION_MOVE] = {.step = engine_action_lines_change},
	[ACTION_SET] = {.check = engine_action_lines_check_option,
		.step = engine_action_lines_change},
	[ACTION_READDRESS] = {.step = engine_action_lines_change},
	[ACTION_PLACE] = {.step = engine_action_place},
	[ACTION_MERGE] = {.step = engine_action_lines_merge},
	[ACTION_UNDO] = {.step = engine_action_lines_undo},
	[ACTION_REDO] = {.step = engine_action_lines_undo},
};

const struct engine_verb *
engine_action_verb(enum action action)
{
	return &verbs[action > ACTION_NONE && action < ACTIONS ? action : ACTION_NONE];
}
