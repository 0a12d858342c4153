/*
 * What kind of file an enclosure is, and which of an item's enclosures is the episode:
 * the film or sound that "play" and "download" mean. Pure.
 */
#ifndef MODEL_MEDIA_H
#define MODEL_MEDIA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct enclosure;

enum media_kind { /* stored in items: a number never changes its meaning */
	MEDIA_NONE = 0,
	MEDIA_UNKNOWN = 1, /* may be a film or a sound: only its bytes show which */
	MEDIA_AUDIO = 2,
	MEDIA_VIDEO = 3,
	MEDIA_IMAGE = 4,
	MEDIA_DOCUMENT = 5,
	MEDIA_TORRENT = 6,
	MEDIA_OTHER = 7,
	MEDIA_KINDS,
};

/* Bits of the states that queries and rows of lists ask for. */
enum media_state {
	MEDIA_QUEUED = 1 << 0,
	MEDIA_HERE = 1 << 1,    /* its file is on this machine */
	MEDIA_STARTED = 1 << 2, /* played, but not to its end */
	MEDIA_PLAYED = 1 << 3,
	MEDIA_TRAILER = 1 << 4,
	MEDIA_BONUS = 1 << 5,
	MEDIA_REPLACED = 1 << 6, /* its feed has another version than is here */
};

/* The state of an enum episode_part; 0: none. */
int media_part_state(int part);

/* Whether episodes of a feed with this podcast:medium (may be NULL) are works that are
 * heard whole and in their order: music, audiobooks. */
bool media_is_whole(const char *medium);

/* "audio", "video", …; "" for MEDIA_NONE. */
const char *media_kind_name(enum media_kind kind);
/* What lists show for an enclosure of that kind, also where older programs stored none.
 */
const char *media_kind_sign(enum media_kind kind);
/* By the MIME type, which is often wrong or missing, else by the address's extension.
 * Both may be NULL. */
enum media_kind media_kind(const char *type, const char *url);
/* Whether it can be played. */
bool media_plays(enum media_kind kind);
/* The index of the episode among an item's enclosures: the publisher's own choice, else
 * the first sound, else the first film, else the first whose kind only its bytes could
 * show. len: there is none. */
size_t media_pick(const struct enclosure *enclosures, size_t len);
/* The index of what "download" gets: the episode or, where nothing can be played, the
 * first document. len: there is none. */
size_t media_pick_file(const struct enclosure *enclosures, size_t len);
/* Which of them has this address, or one that differs only in its query, in which tokens
 * change; len: none. url may be NULL. */
size_t media_find(const struct enclosure *enclosures, size_t len, const char *url);
/* The one at the address that the user chose. If that is NULL or no longer there, the one
 * that the user prefers: "audio" or NULL (as media_pick picks), "video", or "small". */
size_t media_pick_chosen(const struct enclosure *enclosures, size_t len,
	const char *chosen, const char *preference);
/* What lists say of an item: the kind of its episode or, if it has none, of its first
 * enclosure. */
enum media_kind media_kind_of(const struct enclosure *enclosures, size_t len);
/* A length or a place: "5400", "90:00", "1:30:00.5", "1:30:00,5" or, with frames,
 * "01:30:00:12", in milliseconds; -1 for anything else, or for a week and more. */
int64_t media_time(struct span text);
/* How many bytes at the start of a text are a time as people write it, M:SS, MM:SS,
 * H:MM:SS or more, with or without brackets around it; *ms is that time. 0: there is
 * none. */
size_t media_clock(struct span text, int64_t *ms);
/* The extension of its file, without the dot; never empty. If the address and the type do
 * not say, its first bytes may: bytes is what media_magic_extension returned for them, or
 * NULL. type and url may be NULL, too. */
const char *media_extension(const char *type, const char *url, const char *bytes);

/* The kind of a file by its first bytes; MEDIA_OTHER if they are known to be something
 * else, MEDIA_UNKNOWN if they do not show it. 16 bytes are enough. */
enum media_kind media_magic(const void *bytes, size_t n);
/* The extension by which such a file is known; NULL: they do not show it. */
const char *media_magic_extension(const void *bytes, size_t n);

/* The name of an episode's file below the directory of media, by a template with
 * {feed}, {title}, {date} and {id}: "Kernel Hour/2026-11-28 Maple trees.mp3". Whatever
 * the texts contain, no part is empty, hidden, longer than 200 bytes, a name that some
 * file system refuses, or leads out of the directory. free() it. number (from 1): 2 and
 * more are added to the name, as " (2)". */
struct media_name {
	const char *feed, *title; /* NULL: unknown */
	int64_t date;             /* TIME_NONE: unknown */
	uint64_t id;
	const char *extension;
};
char *media_file_name(const char *format, const struct media_name *name, int number);
/* Whether the template is not empty and has no unknown fields. */
bool media_format_sound(const char *format);

#endif
