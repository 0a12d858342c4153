/*
 * The records of the store: each as a struct, and as a shape for record.h. The tags of a
 * shape never change; new fields are added at its end.
 */
#ifndef STORE_RECORD_SHAPE_H
#define STORE_RECORD_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/account_record.h"
#include "model/claim_record.h"
#include "model/episode_record.h"
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
	 * one that it is about to get (feed/readdress.h). */
	char **also;
	size_t also_len;
	/* The feed moved from the last of these because its server said so: since when,
	 * and how often. */
	int64_t adopted_since; /* TIME_NONE: it did not */
	int32_t adopted_count;
	char *source;   /* of an account's feed: its address for the server; NULL: url */
	bool serial;    /* a podcast that is heard in the order of its episodes */
	char *podcast;  /* podcast:guid: which one it is, at any address; NULL: unknown */
	char *medium;   /* podcast:medium; NULL: unknown */
	char *language; /* such as de; NULL: unknown */
	struct feed_broadcast live; /* as its last document said */
};

/* Tags of fields that are read in place. */
#define FEED_TAGS 5
#define FEED_REMOVED 8
#define FEED_PODCAST 15
#define ITEM_FEED 1
#define ITEM_PUBLISHED 2
#define ITEM_SEEN 4
#define ITEM_TITLE 6
#define ITEM_LINK 7
#define ITEM_AUTHOR 8
#define ITEM_GUID 9
#define ITEM_IDENTITY_TAG 10
#define ITEM_FINGERPRINT 11
#define ITEM_SCORE 13
#define ITEM_MEDIA 15
#define ITEM_DURATION 16
#define ITEM_SEASON 17
#define ITEM_NUMBER 18
#define ITEM_PART 19
#define LISTEN_POSITION 1
#define LISTEN_PLAYED 4
#define DOWNLOAD_STATE 1
#define DOWNLOAD_SIZE 6
#define DOWNLOAD_TOTAL 7
#define DOWNLOAD_NEXT 12
#define DOWNLOAD_TRASHED 19
#define DOWNLOAD_CLAIM_PID 22
#define DOWNLOAD_FORMER_SIZE 36
#define TEXT_BODY 7
#define TEXT_DURATION 11
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
	int32_t media;          /* enum media_kind of its episode */
	int64_t duration;       /* of it, in milliseconds; 0 unknown */
	int64_t season, number; /* its struct episode_place */
	int32_t part;
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
	char **notes; /* of related: a language or a title; "": unknown. None: all are */
	size_t notes_len;
	char **roles; /* the same of their roles */
	size_t roles_len;
	char *etag; /* other texts: of the answer that one came with */
	char *thumbnail;
	int64_t duration;       /* milliseconds; 0 unknown */
	int64_t views, votes;   /* one more than counted; 0 unknown */
	int64_t kept;           /* other texts: since when */
	char *chapters;         /* as chapter_write writes them; NULL: none */
	int64_t season, number; /* struct episode_place */
	int32_t part;
	char *season_name, *number_name;
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
	uint32_t rule; /* of the config, which did it, from 1; 0: none */
};

struct tag_record {
	char *name;
	uint32_t count; /* items that have the tag */
};

extern const struct record_shape shape_listen, shape_download, shape_player;
extern const struct record_shape shape_account, shape_remotefeed;
extern const struct record_shape shape_journal, shape_tag, shape_feed, shape_http,
	shape_schedule, shape_hist, shape_trace, shape_claim, shape_item, shape_text;

#endif
