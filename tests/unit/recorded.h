/*
 * Recorded exchanges with feed servers (tests/remote/recorded), and a sink that writes
 * down what a backend tells it, a line a call:
 *
 *	folder KIND ID            feed ID URL TITLE [FOLDER,…]      id ID
 *	item ID FEED FLAGS TITLE LINK PUBLISHED [LABEL,…]           (flags: u, s or -)
 *	count WHAT N STAMP        total N                           more NEXT
 *	place PODCAST EPISODE GUID AT POSITION/TOTAL [played]       (milliseconds)
 *
 *	struct recorded rec;
 *	recorded_open(&rec, "greader-freshrss/17-subscriptions.json");
 *	verdict = recorded_take(&rec, &session, REMOTE_FEEDS, &arg);
 *	assert_string_equal(buf_str(&rec.told), "feed feed/3 …\n");
 *	recorded_close(&rec);
 */
#ifndef TESTS_UNIT_RECORDED_H
#define TESTS_UNIT_RECORDED_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "remote/remote.h"

struct recorded {
	void *root; /* json_t */
	long status;
	struct span body;
	struct arena arena;
	struct buf told;
	struct err err; /* of the last take */
};

void recorded_open(struct recorded *rec, const char *name);
/* An answer that nobody recorded. headers: "Name: value" lines, may be NULL. */
void recorded_make(struct recorded *rec, long status, struct span body);
void recorded_close(struct recorded *rec);
/* Gives the answer to the backend; told begins empty. */
enum remote_verdict recorded_take(struct recorded *rec,
	const struct remote_backend *backend, struct remote_session *session,
	enum remote_step step, const struct remote_arg *arg);
/* The step's request as text: "METHOD url\nheaders\nbody", to be freed with free();
 * "none" where the backend has no such step. */
char *
recorded_ask(const struct remote_backend *backend, const struct remote_session *session,
	enum remote_step step, const struct remote_arg *arg);

#endif
