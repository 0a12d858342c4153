/* Shared by the files of this backend: requests in ttrss.c, answers in ttrss_take.c.
 *
 * Lists are pages of an offset, which shifts when items are read or arrive meanwhile
 * (T3). So more has these forms in UNREAD: empty for a page that may be the only one; "b"
 * for the number of unread items before, "p N" for the page from N, "e" for the number
 * after. Lists of starred and labelled items have pages only; for labels, "l ID" is in
 * front of that, once the label's id is known. */
#ifndef REMOTE_TTRSS_INSIDE_H
#define REMOTE_TTRSS_INSIDE_H

#include "remote/remote.h"

#define TTRSS_PAGE 200 /* headlines that it gives at once */

/* The page that arg->more says: its offset, 0 by default. */
int64_t remote_ttrss_offset(const struct remote_arg *arg);
/* The id of a label in arg->more, "l ID …"; n 0: not known yet. */
struct span remote_ttrss_label(const struct remote_arg *arg);

enum remote_verdict
remote_ttrss_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err);

#endif
