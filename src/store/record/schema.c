#include "config.h"

#include "store/record/schema.h"

#include <string.h>

#include "base/hash.h"

const char *const schema_tables[TABLE_LEN] = {
	[TABLE_META] = "meta",
	[TABLE_FEED] = "feed",
	[TABLE_FEEDURL] = "feedurl",
	[TABLE_COUNT] = "count",
	[TABLE_HTTP] = "http",
	[TABLE_SCHEDULE] = "schedule",
	[TABLE_HIST] = "hist",
	[TABLE_DUE] = "due",
	[TABLE_CLAIM] = "claim",
	[TABLE_ITEM] = "item",
	[TABLE_TEXT] = "text",
	[TABLE_PLACE] = "place",
	[TABLE_FEEDITEM] = "feeditem",
	[TABLE_TIMEITEM] = "timeitem",
	[TABLE_UNREAD] = "unread",
	[TABLE_STARRED] = "starred",
	[TABLE_GUID] = "guid",
	[TABLE_SEGMENT] = "segment",
	[TABLE_WORD] = "word",
	[TABLE_ALIAS] = "alias",
	[TABLE_JOURNAL] = "journal",
	[TABLE_TAG] = "tag",
	[TABLE_TAGNAME] = "tagname",
	[TABLE_TAGITEM] = "tagitem",
	[TABLE_ITEMTAG] = "itemtag",
	[TABLE_TRASH] = "trash",
	[TABLE_STATE] = "state",
	[TABLE_STATEOUT] = "stateout",
	[TABLE_HIDDEN] = "hidden",
	[TABLE_STORY] = "story",
	[TABLE_DUPLICATE] = "twin",
	[TABLE_IMPORT] = "import",
	[TABLE_TRACE] = "trace",
	[TABLE_QUEUE] = "queue",
	[TABLE_QUEUED] = "queued",
	[TABLE_LISTEN] = "listen",
	[TABLE_LISTENED] = "listened",
	[TABLE_DOWNLOAD] = "download",
	[TABLE_DOWNDUE] = "downdue",
	[TABLE_PAGE] = "page",
	[TABLE_EARLIER] = "earlier",
	[TABLE_CHAPTERS] = "chapters",
	[TABLE_FILECHAPTERS] = "filechapters",
	[TABLE_TRANSCRIPT] = "transcript",
	[TABLE_ACCOUNT] = "account",
	[TABLE_REMOTE] = "remote",
	[TABLE_REMOTEITEM] = "remoteitem",
	[TABLE_REMOTEFEED] = "remotefeed",
	[TABLE_REMOTEOUT] = "remoteout",
	[TABLE_NEAR] = "near",
	[TABLE_TASTE] = "taste",
	[TABLE_WATCHED] = "watched",
	[TABLE_PODCAST] = "podcast",
};

void
schema_put32(void *to, uint32_t value)
{
	uint8_t *p = to;
	/* Without a loop, compilers see that it is one store. */
	p[0] = (uint8_t)(value >> 24);
	p[1] = (uint8_t)(value >> 16);
	p[2] = (uint8_t)(value >> 8);
	p[3] = (uint8_t)value;
}

void
schema_put64(void *to, uint64_t value)
{
	schema_put32(to, (uint32_t)(value >> 32));
	schema_put32((uint8_t *)to + 4, (uint32_t)value);
}

void
schema_put_time(void *to, int64_t value)
{
	schema_put64(to, (uint64_t)value ^ (uint64_t)1 << 63);
}

uint32_t
schema_get32(const void *from)
{
	const uint8_t *p = from;
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

uint64_t
schema_get64(const void *from)
{
	return (uint64_t)schema_get32(from) << 32 |
	       schema_get32((const uint8_t *)from + 4);
}

int64_t
schema_get_time(const void *from)
{
	return (int64_t)(schema_get64(from) ^ (uint64_t)1 << 63);
}

void
schema_put_sum(void *to, float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	schema_put32(to, bits);
}

float
schema_get_sum(const void *from)
{
	uint32_t bits = schema_get32(from);
	float value;
	memcpy(&value, &bits, sizeof value);
	return value >= 0 && value < 1e30F ? value : 0;
}

struct schema_key
schema_feed(uint32_t feed)
{
	struct schema_key key = {.len = 4};
	schema_put32(key.bytes, feed);
	return key;
}

struct schema_key
schema_id(uint64_t id)
{
	struct schema_key key = {.len = 8};
	schema_put64(key.bytes, id);
	return key;
}

struct schema_key
schema_time(int64_t time, uint64_t id)
{
	struct schema_key key = {.len = 16};
	schema_put_time(key.bytes, time);
	schema_put64(key.bytes + 8, id);
	return key;
}

struct schema_key
schema_feeditem(uint32_t feed, int64_t time, uint64_t id)
{
	struct schema_key key = {.len = 20};
	schema_put32(key.bytes, feed);
	schema_put_time(key.bytes + 4, time);
	schema_put64(key.bytes + 12, id);
	return key;
}

struct schema_key
schema_due(int64_t time, uint32_t feed)
{
	struct schema_key key = {.len = 12};
	schema_put_time(key.bytes, time);
	schema_put32(key.bytes + 8, feed);
	return key;
}

struct schema_key
schema_guid(uint32_t feed, const uint8_t identity[static SCHEMA_IDENTITY])
{
	struct schema_key key = {.len = 4 + SCHEMA_IDENTITY};
	schema_put32(key.bytes, feed);
	memcpy(key.bytes + 4, identity, SCHEMA_IDENTITY);
	return key;
}

struct schema_key
schema_import(uint32_t feed, uint64_t id)
{
	struct schema_key key = {.len = 12};
	schema_put32(key.bytes, feed);
	schema_put64(key.bytes + 4, id);
	return key;
}

struct schema_key
schema_feedurl(const char *url)
{
	struct hash128 hash = hash128(url, strlen(url));
	struct schema_key key = {.len = sizeof hash.bytes};
	memcpy(key.bytes, hash.bytes, sizeof hash.bytes);
	return key;
}

struct schema_key
schema_tagname(const char *name)
{
	return schema_feedurl(name);
}

struct schema_key
schema_podcast(const char *podcast, uint32_t feed)
{
	struct schema_key key = {.len = SCHEMA_PODCAST + 4};
	schema_put64(key.bytes, hash64(podcast, strlen(podcast)));
	schema_put32(key.bytes + SCHEMA_PODCAST, feed);
	return key;
}

struct schema_key
schema_journal(uint64_t group, uint32_t entry)
{
	struct schema_key key = {.len = 12};
	schema_put64(key.bytes, group);
	schema_put32(key.bytes + 8, entry);
	return key;
}

struct schema_key
schema_remotefeed(uint32_t account, const void *id, size_t n)
{
	struct hash128 hash = hash128(id, n);
	struct schema_key key = {.len = 4 + sizeof hash.bytes};
	schema_put32(key.bytes, account);
	memcpy(key.bytes + 4, hash.bytes, sizeof hash.bytes);
	return key;
}

struct schema_key
schema_remote(uint32_t account, const void *id, size_t n)
{
	if (n > SCHEMA_REMOTE)
		return schema_remotefeed(account, id, n);
	struct schema_key key = {.len = (uint8_t)(4 + n)};
	schema_put32(key.bytes, account);
	memcpy(key.bytes + 4, id, n);
	return key;
}

struct schema_key
schema_remoteout(uint32_t account, uint64_t item)
{
	return schema_import(account, item);
}

struct schema_key
schema_name(const char *name)
{
	struct schema_key key = {.len = (uint8_t)strlen(name)};
	memcpy(key.bytes, name, key.len);
	return key;
}
