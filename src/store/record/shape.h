/*
 * The records of the store: what each holds, as structs and as shapes for record.h. A
 * tag in a shape is for ever: new fields go to the end.
 */
#ifndef STORE_RECORD_SHAPE_H
#define STORE_RECORD_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/http.h"
#include "model/item.h"
#include "model/schedule.h"
#include "store/record/record.h"
#include "store/record/schema.h"

struct feed_record {
	char *url;
	char *title; /* the user's own */
	char *feed_title, *link;
	char **tags;
	size_t tags_len;
	char *repairs;
	bool hidden, removed;
	uint32_t order;
	/* Other addresses that it is known by: it had them, the last of them last, or is
	 * to get one (address.h). */
	char **also;
	size_t also_len;
	/* It left the last of them because its server said so: since when, how often. */
	int64_t adopted_since; /* TIME_NONE: not so */
	int32_t adopted_count;
};

/* Tags that are looked up in place. */
#define FEED_TAGS 5
#define ITEM_FEED 1
#define ITEM_PUBLISHED 2
#define ITEM_TITLE 6
#define ITEM_LINK 7
#define ITEM_AUTHOR 8
#define ITEM_GUID 9
#define ITEM_IDENTITY_TAG 10
#define ITEM_FINGERPRINT 11
#define TEXT_BODY 7
#define TEXT_TYPE 1
#define HTTP_LAST_CHANGE 7
#define HTTP_NEXT_POLL 10
#define HTTP_LAST_FULL 15
#define CLAIM_BEFORE 5

struct item_record {
	uint32_t feed;
	int64_t published, updated, seen, time;
	char *title, *link, *author, *guid;
	uint8_t identity[SCHEMA_IDENTITY]; /* its key in the guid table */
	uint64_t fingerprint; /* of what stays when only the guid changes (case 98) */
	uint32_t comments;    /* how many the feed counts; 0: none, or it does not say */
};

struct text_record {
	int32_t type; /* enum text_type */
	char *base, *date, *comments;
	struct enclosure *enclosures;
	size_t enclosures_len;
	char **categories;
	size_t categories_len;
	char *body;
	struct related *related;
	size_t related_len;
};

/* Who polls a feed. A process is told by three numbers, since a pid is used again. */
struct claim_record {
	uint32_t pid;
	uint64_t start;   /* of the process, in the system's own unit; 0 unknown */
	uint64_t machine; /* hash of the boot id; 0 unknown */
	int64_t until;    /* void from then on */
	int64_t before;   /* next_poll before the claim */
	uint64_t space;   /* where pid counts: the pid namespace; 0 unknown */
};

/* One step of what the user did: a part of a group, which is undone as a whole. */
struct journal_record {
	int32_t act; /* enum action */
	int64_t time;
	uint32_t count; /* items it changed */
	uint64_t *ids;  /* they */
	size_t ids_len;
	const char *name; /* what it was done to, for people */
	const char *tag;
	/* Lines of the feeds file: */
	const char *url, *before, *after;
	uint32_t line; /* where it stood */
};

struct tag_record {
	char *name;
	uint32_t count; /* items that have it */
};

extern const struct record_shape shape_journal, shape_tag, shape_feed, shape_http,
	shape_schedule, shape_hist, shape_claim, shape_item, shape_text;

#endif
