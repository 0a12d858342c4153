/* Shared by the files of this backend: requests in feedbin.c, answers in feedbin_take.c.
 *
 * A feed has two numbers there: its own, which items and taggings name and which is its
 * id here, and that of its subscription, by which it is edited. A folder is what its
 * taggings say, a number each. So an edit takes several requests; more says which is
 * next. In FEEDS more is the list of taggings, as it came. */
#ifndef REMOTE_FEEDBIN_INSIDE_H
#define REMOTE_FEEDBIN_INSIDE_H

#include "remote/remote.h"

#define FEEDBIN_PAGE 100 /* entries that it gives at once */

enum feedbin_edit {
	FEEDBIN_DONE = 0,
	FEEDBIN_FIND = 'S',   /* the subscription of the feed */
	FEEDBIN_CHANGE = 's', /* change its title, or delete it */
	FEEDBIN_TAG = 'a',    /* the feed, with the folder's name */
	FEEDBIN_TAGS = 'g',   /* which tagging is the old folder's? */
	FEEDBIN_UNTAG = 'd',
};

/* What to do now, by arg->more, and the number that it is about. */
enum feedbin_edit remote_feedbin_now(
	enum remote_step step, const struct remote_arg *arg, struct span *number);
/* What comes after that. */
enum feedbin_edit remote_feedbin_next(
	enum remote_step step, const struct remote_arg *arg, enum feedbin_edit now);

enum remote_verdict
remote_feedbin_take(struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg, const struct remote_answer *answer,
	const struct remote_sink *sink, struct err *err);

#endif
