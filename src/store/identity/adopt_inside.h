/*
 * Items that came from another program, recognised again. Few programs keep what
 * identifies an item in its feed: one keeps only links, another makes ids of link and
 * date. So where a feed has such items and its document arrives for the first time, or
 * where a program's items are stored beside those of the feed, they are also compared by
 *
 *	guid	without blanks
 *	link	and title
 *	link	if only one item of each side has it
 *	title	and date
 *	title	if only one item of each side has it, and no link says otherwise
 *
 * in this order; an item that was found takes no further part.
 */
#ifndef STORE_IDENTITY_ADOPT_INSIDE_H
#define STORE_IDENTITY_ADOPT_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct arena;
struct feed;
struct store_arrival;
struct store_view;

/* Arrivals of the document that are the feed's items become ADOPTED. imported: the
 * document is another program's, and is compared with all items of the feed; otherwise
 * with those that wait for the feed's first document. Returns a code. */
int store_identity_adopt(const struct store_view *view, uint32_t feed,
	const struct feed *document, bool imported, struct arena *arena,
	struct store_arrival *arrivals) MUST_USE;

#endif
