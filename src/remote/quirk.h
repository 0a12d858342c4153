/*
 * How servers of the same protocol differ: a table with a row for each.
 */
#ifndef REMOTE_QUIRK_H
#define REMOTE_QUIRK_H

#include <stddef.h>

enum remote_quirk_flag {
	REMOTE_MANY_FOLDERS = 1 << 0, /* a feed may be in several */
	REMOTE_NESTED = 1 << 1,       /* folders in folders */
	REMOTE_LABELS = 1 << 2,       /* of items */
	REMOTE_LABELS_MADE = 1 << 3,  /* labels are made by naming them */
	REMOTE_BY_ARRIVAL = 1 << 4,   /* since compares with the arrival of items; without
					 it, what was published long ago is missed */
	REMOTE_FOLDERS_MADE = 1 << 5, /* folders are made by naming them */
	REMOTE_OBJECT_IDS = 1 << 6,   /* ids of items are texts (The Old Reader) */
	REMOTE_METERED = 1 << 7,      /* requests are counted by the day */
	REMOTE_NO_MOVE = 1 << 8,      /* feeds cannot be renamed or moved */
	REMOTE_LIST_CUT = 1 << 9,     /* lists of ids are cut silently */
	REMOTE_WIDE_TITLES = 1 << 10, /* titles have wide signs for &, <, > and others */
	REMOTE_HIDES = 1 << 11, /* the lists of all items leave out feeds that were hidden
				   there; the stamp of a count is the newest item's id */
};

struct remote_quirk {
	const char *name; /* for people: "FreshRSS" */
	const char *backend;
	const char *host; /* of a service: how it is known; NULL: by its answers */
	const char *end;  /* of its address, likewise; NULL: any */
	size_t ids_page;  /* ids to request per answer */
	size_t contents_max, marks_max; /* ids of a request */
	size_t body_max;                /* bytes of a request's body */
	int flags;
	/* Where the user finds the password that the server wants, marked for
	 * translation; NULL: the usual password. */
	const char *password_hint;
};

/* The first row is general; each backend's rows follow one another, its general one
 * first. */
const struct remote_quirk *remote_quirk_general(const char *backend);
/* By name; NULL: not found. */
const struct remote_quirk *remote_quirk_named(const char *backend, const char *name);
/* By host and end of an address; NULL: not found. */
const struct remote_quirk *remote_quirk_at(const char *backend, const char *base);

#endif
