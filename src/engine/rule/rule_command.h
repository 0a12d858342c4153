/*
 * Commands of rules: a thread runs them one after the other, each with an item as JSON on
 * its standard input. None may take longer than ENGINE_RULE_RUN_MS, and where a program
 * waits for them to end, none begins after ENGINE_RULE_WAIT_MS.
 */
#ifndef ENGINE_RULE_RULE_COMMAND_H
#define ENGINE_RULE_RULE_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct arena;
struct buf;
struct conf_rule;
struct engine;
struct engine_rule_order;
struct engine_rule_runs;
struct item;
struct store_feed;

#define ENGINE_RULE_RUN_MS 30000
#define ENGINE_RULE_WAIT_MS 120000

struct engine_rule_item {
	uint64_t id; /* 0: it is not stored */
	const struct item *item;
	const struct store_feed *feed;
};

int engine_rule_run_init(
	struct engine *e, struct engine_rule_runs **out, struct err *err) MUST_USE;
/* Kills the command that runs, and ends the thread by until_ms. */
bool engine_rule_run_join(struct engine_rule_runs *runs, int64_t until_ms);
void engine_rule_run_done(struct engine_rule_runs *runs);

/* An order to run argv, ended by a NULL; everything is copied. */
struct engine_rule_order *engine_rule_order_new(const struct conf_rule *rule,
	char *const *argv, const struct engine_rule_item *item);
/* An order to run a command line of the option `where` with lines on its standard input,
 * which it takes; NULL if the line has no words. */
struct engine_rule_order *
engine_rule_order_line(const char *where, const char *line, struct buf *input);
/* Appends an item as a line of JSON; text: with its text. */
void engine_rule_item_json(struct buf *out, const struct engine_rule_item *item,
	bool text, struct arena *arena);
void engine_rule_order_free(struct engine_rule_order *order); /* NULL is accepted */
/* Takes the order. */
void engine_rule_run_post(
	struct engine *e, struct engine_rule_runs *runs, struct engine_rule_order *order);

/* A part of the worker: tells the user which commands failed. */
bool engine_rule_run_step(struct engine *e);
/* Have all commands ended? */
bool engine_rule_idle(const struct engine *e);
/* The same, for a program that has nothing else to wait for: the time limit starts. */
bool engine_rule_over(struct engine *e);

#endif
