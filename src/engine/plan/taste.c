#include "config.h"

#include "engine/plan/taste.h"

#include "base/attr.h"
#include "base/err.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/request.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/item/item.h"
#include "store/score/taste.h"

/* The taste learns from at most this many items of a bulk action: each teaches little,
 * and learning must not hold up marking. */
#define MANY_MAX 32

/* What an action says about the user's taste, done to a single item and to many. */
static const struct {
	enum action verb;
	struct {
		float liked, passed;
	} one, many;
} lessons[] = {
	{ACTION_READ, {.liked = 1}, {.passed = .5F}},
	{ACTION_UNREAD, {.liked = 1}, {0}},
	{ACTION_STAR, {.liked = 2}, {.liked = 2}},
	{ACTION_UNSTAR, {.liked = -2}, {.liked = -2}},
	{ACTION_HIDE, {.passed = 2}, {.passed = 1}},
	{ACTION_DELETE, {.passed = 1}, {.passed = .5F}},
};

int
engine_plan_taste_learn(struct engine *e, struct store_batch *batch,
	const struct engine_action *action, const uint64_t *ids, size_t len,
	struct err *err)
{
	uint64_t unread[MANY_MAX];
	size_t n = 0, i = 0;
	int flags;
	bool one = action->target.kind == TARGET_ITEMS && action->target.items_len == 1;
	while (i < COUNT_OF(lessons) && lessons[i].verb != action->verb)
		i++;
	/* A bulk action by query may come from a rule, not from the user. One that marks
	 * as read comes from a rule only if it is part of a chain. */
	if (!e->options->learn_interest || i == COUNT_OF(lessons) ||
		(action->target.kind != TARGET_ITEMS &&
			(action->verb != ACTION_READ || action->chain)))
		return OK;
	const struct store_lesson lesson = {
		one ? lessons[i].one.liked : lessons[i].many.liked,
		one ? lessons[i].one.passed : lessons[i].many.passed, engine_now(e)};
	if (lesson.liked == 0 && lesson.passed == 0)
		return OK;
	/* Marking an item as read says nothing more if it was opened before. */
	const struct store_view view = store_batch_view(batch);
	for (size_t k = 0; k < len && n < COUNT_OF(unread); k++)
		if (store_item_flags(&view, ids[k], &flags) == OK &&
			(action->verb != ACTION_READ || flags & ITEM_UNREAD))
			unread[n++] = ids[k];
	return store_score_learn(batch, unread, n, &lesson, err);
}
