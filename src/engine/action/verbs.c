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
#include "store/media/episode_queue.h"

/* Longer tags do not fit into the state log. One that an older program added can be
 * removed. */
static int
check_tag(struct engine_action *action, struct arena *arena, struct err *err)
{
	action->tag = conf_feeds_tag(arena, span_of(action->tag));
	if (!action->tag)
		return err_set(err, ERR_INVALID, _("a tag needs a name"));
	if (action->verb == ACTION_TAG && strlen(action->tag) > STATE_TAG_MAX)
		return err_set(
			err, ERR_INVALID, _("a tag has at most %d bytes"), STATE_TAG_MAX);
	return OK;
}

static int
check_rule(struct engine_action *action, struct arena *arena, struct err *err)
{
	int64_t score;
	(void)arena;
	return action->rule.text && action->rule.score &&
			       str_int(span_of(action->rule.score), &score) == OK
		       ? OK
		       : err_set(err, ERR_INVALID, _("a rule needs a text and a score"));
}

static int
check_place(struct engine_action *action, struct arena *arena, struct err *err)
{
	const char *place = action->place;
	(void)arena;
	if (store_media_queue_place(place))
		return OK;
	return err_set(err, ERR_INVALID,
		_("\"%s\" is not a place in the queue: write top, end, a number, or one "
		  "with + or - before it"),
		place ? place : "");
}

static const struct engine_verb verbs[ACTIONS] = {
#define ACTION_ROW(name, number, about, does, undoes, worker)                            \
	[ACTION_##name] = {CELL worker},
#include "model/action_rows.h"
};

const struct engine_verb *
engine_action_verb(enum action action)
{
	return &verbs[action > ACTION_NONE && action < ACTIONS ? action : ACTION_NONE];
}

struct store_act
engine_action_act(const struct engine_action *action)
{
	struct store_act act = {.action = action->verb,
		.now = time_wall(),
		.tag = action->tag,
		.place = action->place,
		.address = action->address,
		.rule = action->rule.text};
	if (!action->rule.score || str_int(span_of(action->rule.score), &act.score) != OK)
		act.score = 0;
	return act;
}
