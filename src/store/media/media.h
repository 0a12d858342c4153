/*
 * What is known of an item as an episode, at a glance.
 */
#ifndef STORE_MEDIA_MEDIA_H
#define STORE_MEDIA_MEDIA_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct store_view;

/* The item's states: enum media_state, combined, except for MEDIA_REPLACED, which takes
 * longer. */
int store_media_states(const struct store_view *view, uint64_t item);

/* How its download is going. */
enum store_transfer {
	STORE_TRANSFER_NONE,
	STORE_TRANSFER_WAITS,
	STORE_TRANSFER_RUNS,
	STORE_TRANSFER_HELD,
	STORE_TRANSFER_FAILED, /* needs the user */
	STORE_TRANSFER_HERE,
	STORE_TRANSFER_DROPPED,
};

/* All of that, as rows show it. Strings are in arena. */
struct store_episode {
	int states;                 /* enum media_state */
	int64_t position, duration; /* milliseconds; as the player said: 0 unknown */
	int64_t heard_at;           /* when it was there last; 0: never */
	bool kept;                  /* store_media_download_is_kept */
	enum store_transfer transfer;
	bool returns;        /* it waits to come back from the trash, whole */
	int64_t size, total; /* bytes; total 0: unknown */
	int64_t next;        /* when it is tried next; TIME_NONE: not by itself */
	int32_t status, tries;
	int64_t failing;    /* since when; TIME_NONE: it is not */
	char *path;         /* below the directory of media; NULL: none */
	char *url;          /* of its file; NULL: it was never wanted */
	char *hop;          /* where redirects led; NULL: nowhere else */
	char *via;          /* the servers that redirected; NULL: only the first */
	char *error;        /* why the last try failed; NULL: it did not */
	const char *chosen; /* address of the enclosure that the user chose; or NULL */
};
/* now: a transfer whose claim has expired by then does not count as running. */
void store_media_episode(const struct store_view *view, uint64_t item, int64_t now,
	struct arena *arena, struct store_episode *out);
/* Does the feed, whose address is url, have something to play among its newest items? */
bool
store_media_is_podcast(const struct store_view *view, uint32_t feed, const char *url);
/* "waits", "here", … for programs; "" for none. */
const char *store_media_transfer_name(enum store_transfer transfer);

#endif
