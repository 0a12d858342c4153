/*
 * Who named the address that is to be fetched. A public server must not lead us into a
 * private network (case 27), so an address that a feed's document names is requested as a
 * link of that document.
 */
#ifndef ENGINE_JOB_NAMED_H
#define ENGINE_JOB_NAMED_H

#include "base/attr.h"

struct arena;
struct engine;
struct err;
struct fetch_request;
struct store_feed;

/* Stands for the source of an address from outside, if that source is unknown. */
extern const char engine_job_elsewhere[];

/* Sets the request's url and link for an address that an item of feed names. link is NULL
 * if the feed comes from the user's own command or file, which is trusted. A feed without
 * an address counts as one from a public server. The strings are in arena or borrowed
 * from feed and url. */
void engine_job_named(struct engine *engine, const struct store_feed *feed,
	const char *url, struct arena *arena, struct fetch_request *request);

/* The same rule for an address that a program of the user's is to fetch; the program
 * looks up names and follows redirects by itself: ERR_DENIED, with a sentence, if the
 * name alone shows that the address is on a private network. */
int engine_job_may_name(struct engine *engine, const struct store_feed *feed,
	const char *url, struct err *err) MUST_USE;

#endif
