/*
 * An item of a feed, as its document gives it. Strings are valid UTF-8, NULL if absent,
 * and owned by the arena of the struct feed they belong to. Titles and names are plain
 * text of one line, by utf8_keep_line (screens leave out what utf8_hidden says); the body
 * is source of the given type and must go through render to be safe.
 */
#ifndef MODEL_ITEM_H
#define MODEL_ITEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/chapter.h"

struct arena;

enum text_type {
	TEXT_PLAIN,
	TEXT_HTML,
};

/* A text, with what is needed to display it. */
struct text {
	char *text;
	enum text_type type;
	char *base; /* base of the relative addresses in it; may be NULL */
};

struct person {
	char *name, *email, *uri;
	char *avatar; /* absolute address of a picture of them */
	char *role;   /* in a podcast's episode: "host", "guest" …; may be NULL */
};

struct enclosure {
	char *url;      /* absolute */
	char *type;     /* MIME type, or "image", "audio" …; may be NULL */
	int64_t length; /* bytes, -1 unknown */
	/* One of several renditions of a film or sound: */
	int64_t height;         /* pixels; 0 unknown */
	int64_t bitrate;        /* kilobits a second; 0 unknown */
	bool preferred;         /* the publisher's own choice among them */
	char *title, *language; /* of this one; NULL: unknown */
	char *role;             /* podcast:alternateEnclosure's rel; NULL: none */
	char *integrity;        /* its sums, by fetch/integrity.h; NULL: unknown */
};

/* Which part of a podcast an episode is. The numbers are stored. */
enum episode_part {
	EPISODE_FULL,
	EPISODE_TRAILER,
	EPISODE_BONUS,
};

/* The place of an episode in its podcast. */
struct episode_place {
	int64_t season; /* 0 unknown */
	int64_t number; /* thousandths, since some write 3.5; 0 unknown */
	int32_t part;   /* enum episode_part */
	/* What to show for the two; NULL: the numbers. */
	char *season_name, *number_name;
};

/* What is known of the film, sound or picture that an item is about. */
struct media {
	char *thumbnail;  /* absolute address of a picture; may be NULL */
	int64_t duration; /* milliseconds; 0 unknown */
	int64_t views;    /* -1 unknown, as are the votes */
	int64_t votes;
	struct episode_place place;
};

/* Addresses that belong to an item apart from its link and enclosures. The numbers are
 * stored. */
enum related_rel {
	RELATED_CHAPTERS,
	RELATED_TRANSCRIPT,
	RELATED_COMMENTS_FEED,
	RELATED_LICENSE,
	RELATED_SAMPLE,   /* a part of the episode: its address with #t=START,END */
	RELATED_ANSWERED, /* the page of the item that this one is a reply to */
	RELATED_SOURCE,   /* of its file, but not on the web: a torrent, IPFS, Tor */
	RELATED_MAX
};

struct related {
	enum related_rel rel;
	char *url;      /* absolute */
	char *type;     /* MIME type; may be NULL */
	char *language; /* of a transcript, such as de; NULL: unknown */
	char *role;     /* of a transcript: "captions"; NULL: none */
	char *title;    /* of a sample; NULL: unknown */
};

/* "chapters", "transcript", … */
const char *item_related_name(enum related_rel rel);
/* How many there are of a kind. */
size_t item_related_count(const struct related *list, size_t len, enum related_rel rel);

enum item_flag {
	ITEM_UNREAD = 1 << 0,
	ITEM_STARRED = 1 << 1,
	ITEM_EDITED = 1 << 2,    /* changed since it was first seen */
	ITEM_CUT = 1 << 3,       /* its text exceeded a limit and was cut */
	ITEM_TAGGED = 1 << 4,    /* the user gave it tags */
	ITEM_GONE = 1 << 5,      /* its feed, which lists all items, no longer lists it */
	ITEM_HIDDEN = 1 << 6,    /* in no list and no count, but is:hidden finds it */
	ITEM_DUPLICATE = 1 << 7, /* another feed's item is shown for it, or came first */
};

struct item {
	char *guid; /* as written, not resolved; NULL if the document has none */
	char *title;
	char *lead;     /* the first words of the text, if there is no title */
	char *link;     /* absolute */
	char *comments; /* address of the page with comments, absolute */
	struct text summary, content;
	int64_t published, updated; /* seconds since 1970 UTC; TIME_NONE: unknown */
	char *date;                 /* the date as written, for display; may be NULL */
	struct person *authors;
	size_t authors_len;
	char **categories; /* their labels, or else terms */
	size_t categories_len;
	struct enclosure *enclosures;
	size_t enclosures_len;
	struct related *related;
	size_t related_len;
	struct chapters chapters; /* as the document lists them */
	struct media media;
	int64_t comments_count; /* -1 unknown; 0 as well, where no feed was parsed */
	int flags;              /* ITEM_CUT only, from the parser */
	size_t line;            /* of the document, where it starts; 0 unknown */
};

/* When it was published, else updated; TIME_NONE if the document says neither. Both
 * identity and order depend on it. */
int64_t item_date(const struct item *item);
/* The names of its authors, joined, in arena; NULL if there are none. Those who are not
 * hosts of a podcast have their role in brackets. */
char *item_authors(const struct item *item, struct arena *arena);
/* The later of its two dates; TIME_NONE without one. */
int64_t item_latest(const struct item *item);
/* What distinguishes it from other items with the same guid: its link, or the first
 * enclosure's address; its title, or the text. NULL: there is none. */
const char *item_address(const struct item *item);
const char *item_name(const struct item *item);
/* Words in HTML or plain text; in scripts without blanks, two letters count as one
 * word. */
size_t item_words(const char *text, size_t n, bool html);
/* Minutes that it takes to read, at least one if there are words; for long texts,
 * estimated from their first 16 KB. */
size_t item_minutes(const char *text, size_t n, bool html);

/* The same for a text that is counted in parts; all 0 at its start. */
struct item_count {
	size_t words, dense; /* letters of scripts without blanks */
	bool in, tag;        /* in a word; in a tag */
};
void item_count_part(struct item_count *count, const char *s, size_t n, bool html);
size_t item_counted(const struct item_count *count);
/* The text to display: content, else summary. Never NULL, but its text may be. */
const struct text *item_body(const struct item *item);

#endif
