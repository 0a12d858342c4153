/*
 * Reports what arrives: each item to those that listen to events, and the items that the
 * option notify or a rule chooses to the user, once per refresh.
 */
#ifndef ENGINE_RULE_NEWS_H
#define ENGINE_RULE_NEWS_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct engine;
struct engine_verdicts;
struct rule_news;

#define ENGINE_NEWS_MAX 1000 /* items named in a notice; others are only counted */

/* A poll was put in the batch. ids: of the arrivals, 0 for those that were not stored. */
void engine_rule_news_put(struct engine *e, const struct engine_verdicts *verdicts,
	const uint64_t *ids, struct arena *arena);
/* After the batch: posts ENGINE_ARRIVED, or forgets what was put. */
void engine_rule_news_settle(struct engine *e, bool stored);
/* A refresh is over: posts ENGINE_NEWS, and runs the notify-command, if there is anything
 * to report. */
void engine_rule_news_flush(struct engine *e);
void engine_rule_news_done(struct rule_news *news);

#endif
