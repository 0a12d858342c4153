#include "config.h"

#include "engine/poll/answers.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/poll/poll.h"

#define ANSWERS 1024 /* kept; older ones make room */

struct answer {
	uint32_t feed; /* 0: none */
	char *seen;
};

struct engine_answers {
	struct answer ring[ANSWERS];
	size_t next;
};

int
engine_poll_answers_init(struct engine *e, struct err *err)
{
	(void)err;
	e->answers = mem_zalloc(sizeof *e->answers);
	return OK;
}

void
engine_poll_answers_done(struct engine *e)
{
	for (size_t i = 0; i < ANSWERS; i++)
		free(e->answers->ring[i].seen);
	free(e->answers);
}

/* The feed's place, or NULL. */
static struct answer *
find(struct engine_answers *a, uint32_t feed)
{
	for (size_t i = 0; i < ANSWERS; i++)
		if (a->ring[i].feed == feed)
			return &a->ring[i];
	return NULL;
}

void
engine_poll_answers_put(struct engine *e, struct engine_poll *poll)
{
	struct engine_answers *a = e->answers;
	struct answer *to = find(a, poll->feed);
	if (!poll->seen)
		return;
	if (!to) {
		to = &a->ring[a->next];
		a->next = (a->next + 1) % ANSWERS;
	}
	free(to->seen);
	*to = (struct answer){poll->feed, poll->seen};
	poll->seen = NULL;
}

void
engine_poll_answers_tell(struct engine *e, uint32_t feed)
{
	const struct answer *answer = find(e->answers, feed);
	const struct engine_event event = {.kind = ENGINE_ANSWER,
		.feed = feed,
		.error = !answer,
		.text = answer ? answer->seen
			       : _("The feed has not been fetched since courant started; "
				   "r fetches it")};
	engine_event_post(e, &event);
}
