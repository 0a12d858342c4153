/*
 * Who named the address that is to be fetched. A public server must not lead to a private
 * network (case 27), so whatever a feed's document names is requested as a link of that
 * document.
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

/* Sets the request's url and link for an address that an item of feed names. What the
 * user's own command or file names is the user's word: link is NULL then. For a feed
 * without an address, it is no longer known who named it. Both borrow from feed and url,
 * or are in arena. */
void engine_job_named(struct engine *engine, const struct store_feed *feed,
	const char *url, struct arena *arena, struct fetch_request *request);

/* The same rule for an address that a program of the user's is to fetch; the program
 * looks up names and follows redirects by itself: ERR_DENIED, with a sentence, if the
 * name alone shows that the address is on a private network. */
int engine_job_may_name(struct engine *engine, const struct store_feed *feed,
	const char *url, struct err *err) MUST_USE;

#endif
