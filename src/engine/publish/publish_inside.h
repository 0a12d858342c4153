/*
 * What the files of this directory share.
 */
#ifndef ENGINE_PUBLISH_PUBLISH_INSIDE_H
#define ENGINE_PUBLISH_PUBLISH_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "base/map.h"
#include "conf/publish.h"
#include "engine/publish/feed_item.h"

struct buf;
struct engine;
struct store_find;
struct store_key;

#define PUBLISH_ITEMS 100    /* at least this many in a feed, if available … */
#define PUBLISH_PAGE 100     /* … and in an archive */
#define PUBLISH_HITS 10000   /* of a query; older items are not published */
#define PUBLISH_STEP_US 4000 /* transfers wait no longer than this */

/* The archives of a feed, as they are on the disk. Kept from one round to the next. */
struct publish_shelf {
	char *path;        /* of the feed */
	unsigned archives; /* that were read */
	struct map known;  /* IRI of an item in them → its latest date + 1 */
};

/* Reads the next archive, if there is one. False: there is none. */
bool
engine_publish_shelf_read(struct publish_shelf *shelf, const struct conf_publish *line);
/* Is the item there, in this state? */
bool engine_publish_shelf_has(
	const struct publish_shelf *shelf, const struct engine_publish_item *item);
void
engine_publish_shelf_add(struct publish_shelf *shelf, const char *iri, int64_t latest);
/* Puts the IRIs of the items in the document at path into out. False: there is no such
 * document. */
bool engine_publish_shelf_current(const char *path, struct map *out);
/* The name of an archive, from 1 on. In arena. */
char *engine_publish_shelf_name(
	struct arena *arena, const struct conf_publish *line, unsigned number);
void engine_publish_shelf_done(struct publish_shelf *shelf);

/* All lines, brought up to date once. */
struct publish_round;

/* Takes a copy of the settings. ERR_BUSY: another process is publishing. */
int engine_publish_round_new(
	struct engine *e, struct publish_round **out, struct err *err) MUST_USE;
/* Does a slice of the work. False: it is all done. */
bool engine_publish_round_step(struct publish_round *round);
void engine_publish_round_free(struct publish_round *round); /* NULL is accepted */
/* Tells the user of a fault, once. */
void engine_publish_tell(struct engine *e, const struct err *err);
/* Writes a file in the directory, unless it already has these bytes. */
int
engine_publish_write(const char *path, const struct buf *bytes, struct err *err) MUST_USE;
/* Appends the list of the feeds that a query finds and that others can read. */
int engine_publish_list(struct engine *e, const char *query, const char *title,
	struct buf *out, struct err *err) MUST_USE;
/* Writes index.html, and index.opml if there is a base address (NULL: none). */
int engine_publish_index(const char *dir, const char *base,
	const struct conf_publish *lines, size_t len, struct err *err) MUST_USE;

struct engine_publish {
	struct publish_round *round; /* NULL: none is under way */
	struct publish_shelf *shelves;
	size_t shelves_len, shelves_cap;
	bool asked;       /* by a refresh, which is over; a command waits for the round */
	bool served;      /* … this one was */
	int64_t next_ms;  /* not before */
	int tries;        /* how often another process was publishing */
	uint64_t version; /* of the store, when it was last looked at */
	uint64_t generation; /* … of the settings */
	struct map reported; /* faults that the user knows of */
};

#endif
