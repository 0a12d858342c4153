/*
 * The records of the store: each as a struct, and as a shape for record.h. The tags of a
 * shape never change; new fields are added at its end.
 */
#ifndef STORE_RECORD_SHAPE_H
#define STORE_RECORD_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/http.h"
#include "model/item.h"
#include "model/schedule.h"
#include "model/trace.h"
#include "store/record/record.h"
#include "store/record/schema.h"

struct feed_record {
	char *url;
	char *title; /* the user's */
	char *feed_title, *link;
	char **tags;
	size_t tags_len;
	char *repairs;
	bool hidden, removed;
	uint32_t order;
	/* Other addresses that it is known by: addresses that it had, the latest last, or
	 * one that it is about to get (feed/address.h). */
	char **also;
	size_t also_len;
	/* It left the last of these because its server said so: since when, and how
	 * often. */
	int64_t adopted_since; /* TIME_NONE: it did not */
	int32_t adopted_count;
};

/* Tags of fields that are read in place. */
#define FEED_TAGS 5
#define ITEM_FEED 1
#define ITEM_PUBLISHED 2
#define ITEM_TITLE 6
#define ITEM_LINK 7
#define ITEM_AUTHOR 8
#define ITEM_GUID 9
#define ITEM_IDENTITY_TAG 10
#define ITEM_FINGERPRINT 11
#define ITEM_SCORE 13
#define ITEM_MEDIA 15
#define ITEM_DURATION 16
#define LISTEN_POSITION 1
#define LISTEN_PLAYED 4
#define DOWNLOAD_STATE 1
#define DOWNLOAD_SIZE 6
#define TEXT_BODY 7
#define TEXT_ENCLOSURES 5
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
	uint32_t comments;    /* how many the feed says there are; 0 if it does not */
	int64_t score;        /* what rules gave it */
	uint64_t *rules;      /* those that matched it: store_item_rule_hash */
	size_t rules_len;
	int32_t media;    /* enum media_kind of its episode */
	int64_t duration; /* of it, in milliseconds; 0 unknown */
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
	char *thumbnail;
	int64_t duration;     /* milliseconds; 0 unknown */
	int64_t views, votes; /* one more than counted; 0 unknown */
};

/* Which process polls a feed. It takes three numbers to identify a process, since pids
 * are reused. */
struct claim_record {
	uint32_t pid;
	uint64_t start;   /* of the process, in the system's unit; 0: unknown */
	uint64_t machine; /* hash of the boot id; 0: unknown */
	int64_t until;    /* the claim ends then */
	int64_t before;   /* next_poll before the claim */
	uint64_t space;   /* the pid namespace, to which pid belongs; 0: unknown */
};

/* One step of an action of the user. Steps form a group, which is undone as a whole. */
struct journal_record {
	int32_t act; /* enum action */
	int64_t time;
	uint32_t count; /* items it changed */
	uint64_t *ids;  /* their ids */
	size_t ids_len;
	const char *name; /* what it was done to, as people call it */
	const char *tag;
	/* For changes of the feeds file: */
	const char *url, *before, *after;
	uint32_t line; /* number of the line */
};

struct tag_record {
	char *name;
	uint32_t count; /* items that have the tag */
};

/* How far an item was listened to. Times of the media are in milliseconds. */
struct listen_record {
	int64_t position, duration; /* 0: from the start; unknown */
	int64_t heard;              /* in all */
	bool played;                /* to its end */
	bool broke;                 /* the file ended before its end */
	int64_t before;             /* the position that marking it played took away */
	uint64_t anchor;            /* hash of the chapter's title at the position, and */
	int64_t anchor_offset;      /* its distance from the chapter's start; 0: none */
	int32_t speed;              /* percent; 0: as the options say */
	char *enclosure;            /* the address that the user chose; NULL: media_pick */
	int64_t started, sampled;   /* when it was last started, and last stored */
};

enum download_state {      /* stored */
	DOWNLOAD_WAITING = 0,  /* until its time, or being fetched: then it is claimed */
	DOWNLOAD_HELD = 1,     /* by the user */
	DOWNLOAD_FAILED = 2,   /* needs the user */
	DOWNLOAD_HERE = 3,     /* whole, under its name */
	DOWNLOAD_DROPPED = 4,  /* to the trash, for a day */
};

/* A file that is wanted, or here. */
struct download_record {
	int32_t state;
	char *url, *type; /* of the enclosure, as the feed last named it */
	char *path;       /* below the directory of media, without ".part"; NULL: none */
	char *error;      /* why the last try failed; NULL: it did not */
	int64_t size;     /* bytes that are here */
	int64_t total;    /* bytes in all; 0: unknown */
	char *validator;  /* of what is here */
	char *hop;        /* where redirects led last; NULL: nowhere else */
	int64_t hop_time;
	int64_t asked, next, done; /* first wanted; next to be worked on; complete */
	int32_t tries, status;     /* failed in a row; HTTP status of the last one */
	int32_t was;               /* state before it was dropped or held */
	int32_t restarts;          /* how often what was here was of no use */
	bool afresh;               /* its server's ranges are unreliable */
	bool foreign;              /* its file was not written by us: never deleted */
	bool trashed;              /* its file is in the trash */
	uint64_t device, inode;    /* of the file */
	struct claim_record claim; /* of whoever fetches it; pid 0: nobody */
};

extern const struct record_shape shape_listen, shape_download;
extern const struct record_shape shape_journal, shape_tag, shape_feed, shape_http,
	shape_schedule, shape_hist, shape_trace, shape_claim, shape_item, shape_text;

#endif
