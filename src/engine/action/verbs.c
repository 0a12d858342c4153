#include "config.h"

#include "engine/action/verbs.h"

#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/feeds.h"
#include "engine/action/feed_lines.h"
#include "engine/action/place.h"
#include "engine/core/request.h"
#include "model/state.h"
#include "store/item/rule.h"
#include "store/item/tag.h"
#include "store/mark/flags.h"
#include "store/mark/trash.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/listen.h"

static int
put_flags(struct store_batch *batch, const struct engine_action *action,
	const uint64_t *ids, size_t len, size_t *changed, struct err *err)
{
	const struct action_kind *kind = action_kind(action->verb);
	return store_mark_put_flags(
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
	return store_mark_put_trash(batch, ids, len, true, time_wall(), changed, err);
}

static int
put_hidden(struct store_batch *batch, const struct engine_action *action,
	const uint64_t *ids, size_t len, size_t *changed, struct err *err)
{
	bool hidden = action->verb == ACTION_HIDE;
	return store_mark_put_hidden(batch, ids, len, hidden, time_wall(), changed, err);
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

static int
put_queue(struct store_batch *batch, const struct engine_action *action,
	const uint64_t *ids, size_t len, size_t *changed, struct err *err)
{
	return store_media_queue_add(
		batch, ids, len, str_eq(action->tag, "next"), time_wall(), changed, err);
}

static int
take_queue(struct store_batch *batch, const struct engine_action *action,
	const uint64_t *ids, size_t len, size_t *changed, struct err *err)
{
	(void)action;
	return store_media_queue_drop(batch, ids, len, changed, err);
}

static int
check_place(struct engine_request *request, struct err *err)
{
	const char *place = request->action.tag;
	if (store_media_queue_place(place))
		return OK;
	return err_set(err, ERR_INVALID,
		_("\"%s\" is not a place in the queue: write top, end, a number, or one "
		  "with + or - before it"),
		place ? place : "");
}

static int
put_place(struct store_batch *batch, const struct engine_action *action,
	const uint64_t *ids, size_t len, size_t *changed, struct err *err)
{
	size_t n = 0;
	int status = OK;
	for (size_t i = 0; status == OK && i < len; i++) {
		status = store_media_queue_move(batch, ids[i], action->tag, &n, err);
		*changed += n;
	}
	return status;
}

static int
put_played(struct store_batch *batch, const struct engine_action *action,
	const uint64_t *ids, size_t len, size_t *changed, struct err *err)
{
	return store_media_played(batch, ids, len, action->verb == ACTION_PLAYED,
		time_wall(), changed, err);
}

static int
put_download(struct store_batch *batch, const struct engine_action *action,
	const uint64_t *ids, size_t len, size_t *changed, struct err *err)
{
	return store_media_download_act(
		batch, action->verb, ids, len, time_wall(), changed, err);
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
	[ACTION_QUEUE] = {.items = put_queue},
	[ACTION_UNQUEUE] = {.items = take_queue},
	[ACTION_REORDER] = {.check = check_place, .items = put_place},
	[ACTION_PLAYED] = {.items = put_played},
	[ACTION_UNPLAYED] = {.items = put_played},
	[ACTION_DOWNLOAD] = {.items = put_download},
	[ACTION_HOLD] = {.items = put_download},
	[ACTION_DROP] = {.items = put_download},
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
