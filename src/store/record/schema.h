/*
 * The tables of the store, and their keys, whose bytes sort in the order in which they
 * are read.
 *
 * table     key                          value
 * meta      name                         format, next ids, the removed feeds
 * feed      feed                         record: address, titles, tags, flags, order
 * feedurl   hash128(address)             feed
 * count     feed (0: all shown feeds)    total, unread, starred; check
 * http      feed                         record: validators, status, times
 * schedule  feed                         record: window of posting times, strategy state
 * hist      feed                         record: post-rate histogram
 * due       next poll|feed               nothing; only feeds that are polled by schedule
 * claim     feed                         which process polls it now, and its next_poll
 *                                         before that
 * item      id                           record: what lists show
 * text      id                           record: body, enclosures, categories,
 *                                         related addresses
 * page      id                           record: the text of the item's page; time
 * earlier   id                           record: the text before the last edit; time
 * chapters  id                           record: chapters of its episode, from a document
 *                                         that the feed names; time
 * filechapters id                        record: the same from its file
 * transcript id                          record: what is said in it, as WebVTT; time
 * place     id                           sort time|feed, never changes
 * feeditem  feed|sort time|id            flags byte: the only place where flags are kept
 * timeitem  sort time|id                 feed
 * unread    sort time|id                 feed; only unread items
 * starred   sort time|id                 feed; only starred items
 * guid      feed|hash96(identity)        id, content hash, date hash; or a tombstone
 * segment   last document                first, number of documents, sequence (index.c)
 * word      sequence|word|0|first        chunk of the segment's words
 * alias     document                     the item whose edited text it is
 * journal   group|entry                  record: what the user did, for undo
 * tag       tag                          record: name, number of items that have it
 * tagname   hash128(name)                tag
 * tagitem   tag|sort time|id             feed; the items that the user tagged
 * itemtag   id                           its tags; check
 * trash     id                           flags byte, time of deletion; in no other list
 * hidden    sort time|id                 feed; of the items in the trash, those that are
 *                                         hidden (mark/trash.c)
 * story     hash64(page)|id              nothing (identity/story.c)
 * twin      id                           the story's hash: other feeds have it as well
 * taste     hash64(feature); 0: all      liked, passed, time (item/taste.c)
 * near      number of its first text     many texts of the last weeks (identity/near.c)
 * state     hash64(feed)|identity        what machines set an item to (sync.c)
 *           hash64(feed)|0|hash64(other) both belong to one feed (sync_alias.c)
 * trace     feed                         record: when its items were posted and seen
 * podcast   hash64(podcast:guid)|feed   nothing (feed/podcast.c)
 * watched   feed                         record: the text of its page (feed/watched.h)
 * stateout  time of a stamp              what this machine set, not in its log yet
 * import    feed|item                    what another program said of it (poll/import.h)
 *           feed|0                       nothing: no document of the feed came since
 *           0|hash96(identity)           the same of an item that is in no feed yet; time
 * queue     rank                         item, time, length: what is played next (media/)
 * queued    item                         its rank, which it keeps when it has left; left
 * listen    item                         record: how far it was listened to
 * listened  time|item                    nothing; listen by its last change
 * download  item                         record: its file, and how it comes
 * downdue   time|item                    nothing; downloads by when to work on them
 * account   account                      record: a feed server's account
 * remote    account|its id               item, base, doubt (remote/remote.h)
 * remoteitem item                        account, its id there
 * remotefeed account|hash128(its id)     record: a feed, as the server had it last
 * remoteout account|item                 tags, a refusal: changed here, not at the
 *                                        server yet
 *
 * Numbers in keys are big-endian, and times have the sign bit flipped, so that LMDB's
 * byte order is numeric order. Rows of item, text and place are appended, since ids only
 * grow: this fills pages completely and needs no search. Texts have a table of their own
 * so that lists never touch their pages.
 *
 * No table lists items by their feeds' tags: these change in the feeds file, and each
 * change would move the entries of all items of a feed. Such a list is merged from the
 * lists of the feeds instead (item/list.c), at one seek per row, and is right as soon as
 * the line is edited.
 */
#ifndef STORE_RECORD_SCHEMA_H
#define STORE_RECORD_SCHEMA_H

#include <stddef.h>
#include <stdint.h>

#define SCHEMA_MAJOR 2 /* stores with a newer one are refused */
#define SCHEMA_MINOR 5 /* new fields and tables; unknown ones are kept */

enum schema_table {
	TABLE_META,
	TABLE_FEED,
	TABLE_FEEDURL,
	TABLE_COUNT,
	TABLE_HTTP,
	TABLE_SCHEDULE,
	TABLE_HIST,
	TABLE_DUE,
	TABLE_CLAIM,
	TABLE_ITEM,
	TABLE_TEXT,
	TABLE_PLACE,
	TABLE_FEEDITEM,
	TABLE_TIMEITEM,
	TABLE_UNREAD,
	TABLE_STARRED,
	TABLE_GUID,
	TABLE_SEGMENT,
	TABLE_WORD,
	TABLE_ALIAS,
	TABLE_JOURNAL,
	TABLE_TAG,
	TABLE_TAGNAME,
	TABLE_TAGITEM,
	TABLE_ITEMTAG,
	TABLE_TRASH,
	TABLE_STATE,
	TABLE_STATEOUT,
	TABLE_HIDDEN,
	TABLE_STORY,
	TABLE_DUPLICATE,
	TABLE_IMPORT,
	TABLE_TRACE,
	TABLE_QUEUE,
	TABLE_QUEUED,
	TABLE_LISTEN,
	TABLE_LISTENED,
	TABLE_DOWNLOAD,
	TABLE_DOWNDUE,
	TABLE_PAGE,
	TABLE_EARLIER,
	TABLE_CHAPTERS,
	TABLE_FILECHAPTERS,
	TABLE_TRANSCRIPT,
	TABLE_ACCOUNT,
	TABLE_REMOTE,
	TABLE_REMOTEITEM,
	TABLE_REMOTEFEED,
	TABLE_REMOTEOUT,
	TABLE_NEAR,
	TABLE_TASTE,
	TABLE_WATCHED,
	TABLE_PODCAST,
	TABLE_LEN,
};

extern const char *const schema_tables[TABLE_LEN];

/* Names in meta, at most 20 bytes. */
#define META_FORMAT "format"   /* major u32, minor u32, version of the writer */
#define META_NEXT_ITEM "item"  /* u64: the next id */
#define META_NEXT_FEED "feed"  /* u32 */
#define META_INDEX "index"     /* mark u64, next sequence u32, on u8 (index.c) */
#define META_MERGE "merge"     /* segments that are being merged (index_merge.c) */
#define META_REMOVED "removed" /* u32 …, ascending: feeds without a line */
#define META_NEXT_TAG "tag"    /* u32 */
#define META_GROUP "group"     /* u64: the last group of the journal */
#define META_PAUSES "pauses"   /* hosts to leave alone, and until when (pause.c) */
#define META_CYCLE "cycle" /* u64: when feeds were last chosen (engine/plan/cycle.h) */
#define META_CLOCK "clock" /* time: the wall clock's lead when last set */
#define META_INTEREST "interest" /* sums over all feeds (interest.c) */
#define META_PRIORITY "priority" /* u32, u32 …: of feeds (item/priority.c) */
#define META_STATE "state"       /* who we are to other machines (sync.c) */
#define META_TODO "todo"         /* with a u64: an action that is left to do (todo.c) */
#define META_PEER "peer"         /* with a hash128: how far a log is read (sync_log.c) */
#define META_PLAN "plan"         /* with a u64: what a strategy learned (plan.c) */
#define META_UNDONE "undone"     /* key in journal: from there on undone */
#define META_STORY "story"       /* u64: items before it are in story */
#define META_NEAR "neartexts"    /* u64: items before it are in near */
#define META_MEDIA "media"       /* the directory of media that we marked (media/) */
#define META_MEDIA_ID "mediaid"  /* u64: our number in its mark */
#define META_PLAYER "player"     /* record: which process plays what (media/player.h) */
#define META_RETURNS "returns"   /* u64: how often items came back (mark/trash.h) */
#define META_RULE "rule"         /* with a u64: hits of a rule, u64; time (rule.c) */

struct schema_key {
	uint8_t bytes[20];
	uint8_t len;
};

#define SCHEMA_IDENTITY 12 /* bytes of an item's identity within its feed: hash96 */

struct schema_key schema_feed(uint32_t feed);
struct schema_key schema_id(uint64_t id);
struct schema_key schema_time(int64_t time, uint64_t id);
struct schema_key schema_feeditem(uint32_t feed, int64_t time, uint64_t id);
struct schema_key schema_due(int64_t time, uint32_t feed);
struct schema_key
schema_guid(uint32_t feed, const uint8_t identity[static SCHEMA_IDENTITY]);
struct schema_key schema_import(uint32_t feed, uint64_t id);
struct schema_key schema_feedurl(const char *url);
#define SCHEMA_PODCAST 8 /* bytes before the feed */
struct schema_key schema_podcast(const char *podcast, uint32_t feed);
struct schema_key schema_journal(uint64_t group, uint32_t entry);
/* For tagname. The keys of tagitem are schema_feeditem's: tag|time|id. */
struct schema_key schema_tagname(const char *name);
/* For remote, remotefeed, where the id is hashed if it is longer than that, and
 * remoteout. */
#define SCHEMA_REMOTE 16 /* bytes after the account */
struct schema_key schema_remote(uint32_t account, const void *id, size_t n);
struct schema_key schema_remotefeed(uint32_t account, const void *id, size_t n);
struct schema_key schema_remoteout(uint32_t account, uint64_t item);
struct schema_key schema_name(const char *name); /* at most 20 bytes */

/* Numbers as keys and values hold them. The caller has made sure that the bytes are
 * there. */
void schema_put32(void *to, uint32_t value);
void schema_put64(void *to, uint64_t value);
void schema_put_time(void *to, int64_t value);
uint32_t schema_get32(const void *from);
uint64_t schema_get64(const void *from);
int64_t schema_get_time(const void *from);
/* A sum that fades, as four bytes (IEEE 754). What is not a number, negative or absurdly
 * large is read as 0, so that damage cannot spread to what is computed from it. */
void schema_put_sum(void *to, float value);
float schema_get_sum(const void *from);

#endif
