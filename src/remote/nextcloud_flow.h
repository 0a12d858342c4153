/*
 * Nextcloud's Login Flow v2: the user logs in with a browser, and we get an app password
 * of our own. Pure, like the backends: the caller sends, opens the browser and waits.
 *
 *	remote_nextcloud_flow_begin(base, &ask);    send it, and then
 *	verdict = remote_nextcloud_flow_begun(base, &answer, &flow, &err);
 *	… flow.login is the page to open; every second or two, at most 20 minutes:
 *	remote_nextcloud_flow_poll(&flow, &ask);    send it, and then
 *	verdict = remote_nextcloud_flow_polled(&flow, &answer, &err);
 *	… REMOTE_LATER: not yet; REMOTE_OK: flow.user and flow.password are there
 *	remote_nextcloud_flow_done(&flow);
 */
#ifndef REMOTE_NEXTCLOUD_FLOW_H
#define REMOTE_NEXTCLOUD_FLOW_H

#include "remote/remote.h"

#define REMOTE_NEXTCLOUD_FLOW_SECONDS 1200 /* that a login may take */

struct remote_nextcloud_flow {
	struct buf token, endpoint; /* of polling; the token is secret */
	struct buf login;           /* an address for the browser */
	struct buf user, password;  /* what came; the password is secret */
};

void remote_nextcloud_flow_begin(const char *base, struct remote_ask *out);
/* Fills *flow. Addresses of another host than base, or without TLS where base has it, are
 * refused: the password would go there. */
enum remote_verdict
remote_nextcloud_flow_begun(const char *base, const struct remote_answer *answer,
	struct remote_nextcloud_flow *flow, struct err *err);
void remote_nextcloud_flow_poll(
	const struct remote_nextcloud_flow *flow, struct remote_ask *out);
/* REMOTE_LATER while the user has not logged in, or no answer came; REMOTE_REST once
 * waiting is pointless. */
enum remote_verdict remote_nextcloud_flow_polled(struct remote_nextcloud_flow *flow,
	const struct remote_answer *answer, struct err *err);
void remote_nextcloud_flow_done(struct remote_nextcloud_flow *flow);

#endif
