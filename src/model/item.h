/*
 * One item of a feed as its document gives it. Strings are valid UTF-8, NULL when absent,
 * and owned by the arena of the struct feed they belong to. title and the names of people
 * are plain text of one line by utf8_keep_line (a screen leaves out what utf8_hidden
 * names); the body is source as its type says and is made safe by render.
 */
#ifndef MODEL_ITEM_H
#define MODEL_ITEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum text_type {
	TEXT_PLAIN,
	TEXT_HTML,
};

/* A text with what it takes to show it. */
struct text {
	char *text;
	enum text_type type;
	char *base; /* what relative addresses in it resolve against; may be NULL */
};

struct person {
	char *name, *email, *uri;
};

struct enclosure {
	char *url;      /* absolute */
	char *type;     /* MIME type; may be NULL */
	int64_t length; /* bytes, -1 unknown */
	/* Of several renditions of one film or sound. Not stored yet. */
	int64_t height;  /* pixels; 0 unknown */
	int64_t bitrate; /* kilobits a second; 0 unknown */
	bool preferred;  /* the publisher's own choice among them */
};

/* What is known of the film, sound or picture that an item is about. Not stored yet. */
struct media {
	char *thumbnail;  /* absolute address of a picture; may be NULL */
	int64_t duration; /* milliseconds; 0 unknown */
	int64_t views;    /* -1 unknown, as are the votes */
	int64_t votes;
};

/* Addresses that belong to an item beside its link and enclosures. The numbers stand in
 * stores. */
enum related_rel {
	RELATED_CHAPTERS,
	RELATED_TRANSCRIPT,
	RELATED_COMMENTS_FEED,
	RELATED_LICENSE,
	RELATED_MAX
};

struct related {
	enum related_rel rel;
	char *url;  /* absolute */
	char *type; /* MIME type; may be NULL */
};

/* "chapters", "transcript", … */
const char *item_related_name(enum related_rel rel);

enum item_flag {
	ITEM_UNREAD = 1 << 0,
	ITEM_STARRED = 1 << 1,
	ITEM_EDITED = 1 << 2, /* changed since it was first seen */
	ITEM_CUT = 1 << 3,    /* a limit cut its text */
	ITEM_TAGGED = 1 << 4, /* the user gave it tags of its own */
	ITEM_GONE = 1 << 5,   /* a feed that lists all it has lists it no more */
};

struct item {
	char *guid; /* as written, never resolved; NULL when the document has none */
	char *title;
	char *lead;     /* first words of the text, where there is no title */
	char *link;     /* absolute */
	char *comments; /* absolute: page of the comments */
	struct text summary, content;
	int64_t published, updated; /* seconds since 1970 UTC, TIME_NONE unknown */
	char *date;                 /* the date as written, for display; may be NULL */
	struct person *authors;
	size_t authors_len;
	char **categories; /* label if there is one, else term */
	size_t categories_len;
	struct enclosure *enclosures;
	size_t enclosures_len;
	struct related *related;
	size_t related_len;
	struct media media;
	int64_t comments_count; /* -1 unknown; 0 as well, where no feed was parsed */
	int flags;              /* ITEM_CUT only, from the parser */
	size_t line;            /* of the document, where it starts; 0 unknown */
};

/* The text to show: content, else summary. Never NULL, its text may be. */
const struct text *item_body(const struct item *item);

#endif
