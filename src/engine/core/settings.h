/*
 * The settings that the worker uses: a snapshot of those for all feeds, and the options
 * that single feeds have by their line of the feeds file and the sections of their tags.
 * engine->options and engine->config are parts of the snapshot: do not keep pointers to
 * them, or into them, beyond the present turn. The worker's, once it runs.
 */
#ifndef ENGINE_CORE_SETTINGS_H
#define ENGINE_CORE_SETTINGS_H

#include <stdint.h>

#include "base/map.h"
#include "fetch/fetch.h"
#include "model/subscription.h"
#include "schedule/due.h"
#include "store/gc.h"

struct engine;
struct options;
struct settings;

struct engine_settings {
	struct settings *now;      /* a reference */
	struct subscriptions subs; /* the feeds file as it was last read */
	char *fault;               /* its fault, which was reported; NULL: none */
	bool texts; /* some feed has the option duplicates; items are indexed by texts */
	struct map own; /* feed id → struct options of its own; most feeds have none */
	struct map secrets;  /* command → its output; see settings.c */
	struct map confined; /* ids of feeds that must not be on a private network */
};

/* Replaces the snapshot; takes a reference to the new one. */
void engine_settings_use(struct engine *e, struct settings *settings);
void engine_settings_done(struct engine_settings *settings);
/* Puts these subscriptions into force; their feeds are in the store already. Moves the
 * content of subs. */
void engine_settings_load(struct engine *e, struct subscriptions *subs);
void engine_settings_set_fault(struct engine *e, const char *fault);

/* Iterates over the feeds that have options of their own: *at is 0 at first; returns 0
 * after the last. */
uint32_t engine_settings_next(const struct engine *e, size_t *at);

/* The options of the tag's section and of those above it; freed with conf_options_done.
 */
void engine_settings_tagged(const struct engine *e, const char *tag, struct options *out);

/* The parameters of a request under these options; borrows from them. */
struct fetch_own engine_settings_request(const struct options *options);
/* The options of a feed; borrowed until the next turn. */
const struct options *engine_settings_of(const struct engine *e, uint32_t feed);
/* The configuration of fetch. The strings are borrowed from the snapshot. */
struct fetch_config engine_settings_fetch(const struct engine *e);
/* The parameters of a request for this feed: NULL if they are those of all feeds, else
 * space, filled. The strings are borrowed until the next turn. */
const struct fetch_own *
engine_settings_own(const struct engine *e, uint32_t feed, struct fetch_own *space);
/* A command (login-command and the like) that has to run before the feed can be polled,
 * since its output is not here yet; NULL: none. Borrowed until the next turn. */
const char *engine_settings_command_due(const struct engine *e, uint32_t feed);
/* Notes that a command is being run (output NULL), or its output. Returns false if it was
 * being run already. */
bool
engine_settings_command_output(struct engine *e, const char *command, const char *output);
/* Forgets that it is being run. */
void engine_settings_silent(struct engine *e, const char *command);
/* For fetch_request: did a public server name the feed? */
bool engine_settings_confined(const struct engine *e, uint32_t feed);
/* The caller sets its now. */
struct store_keep engine_settings_keep(const struct engine *e, uint32_t feed);
/* For struct store_poll. */
size_t engine_settings_first_unread(const struct engine *e, uint32_t feed);
/* Are the pages of all new items of the feed wanted, or those of opened ones, and which
 * command finds articles in them (NULL or "": our own)? */
bool engine_settings_all_pages(const struct engine *e, uint32_t feed);
bool engine_settings_open_pages(const struct engine *e, uint32_t feed);
const char *engine_settings_page_command(const struct engine *e, uint32_t feed);
/* The option duplicates: is it on (not off), and is it hide? */
bool engine_settings_duplicates(const struct engine *e, uint32_t feed, bool *hide);
/* Is it not off for any feed? */
bool engine_settings_texts(const struct engine *e);
/* The option prefer-text: are summaries wanted, where there are any? */
bool engine_settings_summaries(const struct engine *e, uint32_t feed);
/* The option on-change: are edited items unread again? */
bool engine_settings_unread_edits(const struct engine *e, uint32_t feed);
/* The options notify, and only and skip, borrowed until the next turn. */
const char *engine_settings_notify(const struct engine *e, uint32_t feed);
void engine_settings_filter(
	const struct engine *e, uint32_t feed, const char **only, const char **skip);
struct due_limits engine_settings_limits(const struct engine *e, uint32_t feed);
double engine_settings_weight(const struct engine *e, uint32_t feed);
/* The option's value. */
const char *engine_settings_strategy(const struct engine *e, uint32_t feed);

#endif
