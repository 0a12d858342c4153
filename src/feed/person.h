/*
 * Reads people, however an element names them: "a@b.org (Name)", "Name (a@b.org)", "Name
 * <a@b.org>", just a name, HTML, or child elements as in Atom.
 */
#ifndef FEED_PERSON_H
#define FEED_PERSON_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "model/item.h"

/* Takes the next person off the front of an element's source; markup says that there were
 * elements in it. Several names in running text stay together in one name. Any of the
 * three may come out NULL; the uri is as written. scratch is used for the work. */
struct person feed_person_take(
	struct arena *arena, struct buf *scratch, struct span *source, bool markup);

#endif
