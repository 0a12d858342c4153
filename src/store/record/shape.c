#include "config.h"

#include "store/record/shape.h"

#include "base/attr.h"
#include "store/record/record.h"

#define FIELD(tag, type, record, member)                                                 \
	{                                                                                \
		tag, type, offsetof(struct record, member), 0                            \
	}
#define FIELD_LEN(tag, type, record, member, length)                                     \
	{                                                                                \
		tag, type, offsetof(struct record, member),                              \
			offsetof(struct record, length)                                  \
	}
#define FIELD_ARRAY(tag, type, record, member)                                           \
	{                                                                                \
		tag, type, offsetof(struct record, member),                              \
			COUNT_OF(((struct record *)0)->member)                           \
	}

#define FIELD_BYTE(tag, record, member)                                                  \
	{                                                                                \
		tag, RECORD_SMALL_COUNTS, offsetof(struct record, member), 1             \
	}

#define FIELD_FLOAT(tag, record, member)                                                 \
	{                                                                                \
		tag, RECORD_FLOATS, offsetof(struct record, member), 1                   \
	}

static const struct record_field feed_fields[] = {
	FIELD(1, RECORD_STR, feed_record, url),
	FIELD(2, RECORD_STR, feed_record, title),
	FIELD(3, RECORD_STR, feed_record, feed_title),
	FIELD(4, RECORD_STR, feed_record, link),
	FIELD_LEN(FEED_TAGS, RECORD_STRS, feed_record, tags, tags_len),
	FIELD(6, RECORD_STR, feed_record, repairs),
	FIELD(7, RECORD_BOOL, feed_record, hidden),
	FIELD(FEED_REMOVED, RECORD_BOOL, feed_record, removed),
	FIELD(9, RECORD_U32, feed_record, order),
	FIELD_LEN(10, RECORD_STRS, feed_record, also, also_len),
	FIELD(11, RECORD_TIME, feed_record, adopted_since),
	FIELD(12, RECORD_I32, feed_record, adopted_count),
	FIELD(13, RECORD_STR, feed_record, source),
	FIELD(14, RECORD_BOOL, feed_record, serial),
	FIELD(FEED_PODCAST, RECORD_STR, feed_record, podcast),
	FIELD(16, RECORD_STR, feed_record, medium),
	FIELD(17, RECORD_STR, feed_record, language),
	FIELD(18, RECORD_STR, feed_record, live.title),
	FIELD(19, RECORD_STR, feed_record, live.url),
	FIELD(20, RECORD_TIME, feed_record, live.start),
};
const struct record_shape shape_feed = RECORD_SHAPE(feed_fields);

static const struct record_field journal_fields[] = {
	FIELD(1, RECORD_I32, journal_record, act),
	FIELD(2, RECORD_TIME, journal_record, time),
	FIELD(3, RECORD_U32, journal_record, count),
	FIELD_LEN(4, RECORD_IDS, journal_record, ids, ids_len),
	FIELD(5, RECORD_STR, journal_record, name),
	FIELD(6, RECORD_STR, journal_record, tag),
	FIELD(7, RECORD_STR, journal_record, url),
	FIELD(8, RECORD_STR, journal_record, before),
	FIELD(9, RECORD_STR, journal_record, after),
	FIELD(10, RECORD_U32, journal_record, line),
	FIELD(11, RECORD_U32, journal_record, rule),
};
const struct record_shape shape_journal = RECORD_SHAPE(journal_fields);

static const struct record_field tag_fields[] = {
	FIELD(1, RECORD_STR, tag_record, name),
	FIELD(2, RECORD_U32, tag_record, count),
};
const struct record_shape shape_tag = RECORD_SHAPE(tag_fields);

static const struct record_field http_fields[] = {
	FIELD(1, RECORD_STR, http_state, etag),
	FIELD(2, RECORD_STR, http_state, last_modified),
	FIELD(3, RECORD_STR, http_state, moved_to),
	FIELD(4, RECORD_STR, http_state, error),
	FIELD(5, RECORD_U64, http_state, body_hash),
	FIELD(6, RECORD_TIME, http_state, last_poll),
	FIELD(HTTP_LAST_CHANGE, RECORD_TIME, http_state, last_change),
	FIELD(8, RECORD_TIME, http_state, fresh_until),
	FIELD(9, RECORD_TIME, http_state, retry_at),
	FIELD(HTTP_NEXT_POLL, RECORD_TIME, http_state, next_poll),
	FIELD(11, RECORD_TIME, http_state, moved_since),
	FIELD(12, RECORD_I32, http_state, moved_count),
	FIELD(13, RECORD_I32, http_state, status),
	FIELD(14, RECORD_I32, http_state, failures),
	FIELD(HTTP_LAST_FULL, RECORD_TIME, http_state, last_full),
	FIELD(16, RECORD_I64, http_state, hints.ttl),
	FIELD(17, RECORD_I64, http_state, hints.update_period),
	FIELD(18, RECORD_U32, http_state, hints.skip_hours),
	FIELD(19, RECORD_U32, http_state, hints.skip_days),
	FIELD(20, RECORD_I32, http_state, trouble),
	FIELD(21, RECORD_TIME, http_state, failed_since),
	FIELD(22, RECORD_I32, http_state, reason),
	FIELD_LEN(23, RECORD_TIMES, http_state, polls, polls_len),
	FIELD_LEN(24, RECORD_TIMES, http_state, rules, rules_len),
	FIELD(25, RECORD_U32, http_state, requests),
	FIELD(26, RECORD_U32, http_state, conditional),
	FIELD(27, RECORD_I64, http_state, day),
	FIELD(28, RECORD_U32, http_state, day_requests),
	FIELD(29, RECORD_U32, http_state, day_conditional),
	FIELD(30, RECORD_STR, http_state, older),
	FIELD(31, RECORD_TIME, http_state, older_end),
	FIELD(32, RECORD_I32, http_state, took_ms),
};
const struct record_shape shape_http = RECORD_SHAPE(http_fields);

static const struct record_field schedule_fields[] = {
	FIELD_LEN(1, RECORD_TIMES, schedule_record, window.times, window.len),
	FIELD(2, RECORD_TIME, schedule_record, schedule.first_poll),
	FIELD(3, RECORD_TIME, schedule_record, schedule.last_poll),
	FIELD(4, RECORD_I32, schedule_record, schedule.interval),
	FIELD(5, RECORD_U32, schedule_record, schedule.polls),
	FIELD(6, RECORD_U32, schedule_record, schedule.items),
	FIELD_ARRAY(7, RECORD_FLOATS, schedule_record, habit.bursts),
	FIELD_ARRAY(8, RECORD_FLOATS, schedule_record, habit.exposure),
	FIELD_ARRAY(9, RECORD_WEIGHTS_0, schedule_record, habit.week),
	FIELD_ARRAY(10, RECORD_WEIGHTS_0, schedule_record, habit.minute),
	FIELD_ARRAY(11, RECORD_FLOATS, schedule_record, habit.fit),
	FIELD_ARRAY(12, RECORD_FLOATS, schedule_record, habit.sharp),
	FIELD_ARRAY(13, RECORD_FLOATS, schedule_record, habit.size),
	FIELD(14, RECORD_TIME, schedule_record, habit.seen),
	FIELD(15, RECORD_TIME, schedule_record, habit.last),
	FIELD(16, RECORD_I32, schedule_record, schedule.learned),
	FIELD_LEN(17, RECORD_TIMES, schedule_record, window.silent, window.silent_len),
	FIELD(18, RECORD_I64, schedule_record, schedule.waited),
	FIELD(19, RECORD_U32, schedule_record, schedule.waited_items),
	FIELD_ARRAY(20, RECORD_FLOATS, schedule_record, schedule.dates),
	FIELD(21, RECORD_I32, schedule_record, schedule.unscaled),
	FIELD(22, RECORD_BOOL, schedule_record, schedule.complete),
	FIELD_ARRAY(23, RECORD_WEIGHTS, schedule_record, habit.week),
	FIELD_ARRAY(24, RECORD_WEIGHTS, schedule_record, habit.minute),
	FIELD_FLOAT(25, schedule_record, interest.read),
	FIELD_FLOAT(26, schedule_record, interest.came),
	FIELD_LEN(27, RECORD_TIMES, schedule_record, reads, reads_len),
	FIELD(28, RECORD_TIME, schedule_record, habit.first),
	FIELD(29, RECORD_I32, schedule_record, schedule.gap),
	FIELD_ARRAY(30, RECORD_FLOATS, schedule_record, schedule.inflow),
	FIELD_BYTE(31, schedule_record, schedule.shown),
	FIELD_ARRAY(32, RECORD_FLOATS, schedule_record, ruled),
};
const struct record_shape shape_schedule = RECORD_SHAPE(schedule_fields);

static const struct record_field hist_fields[] = {
	FIELD_ARRAY(1, RECORD_COUNTS_0, histogram, hours.posts),
	FIELD_ARRAY(2, RECORD_SMALL_SPARSE_0, histogram, minutes.posts),
	FIELD(3, RECORD_TIME, histogram, hours.since),
	FIELD(4, RECORD_TIME, histogram, hours.until),
	FIELD(5, RECORD_TIME, histogram, minutes.since),
	FIELD_ARRAY(6, RECORD_SPARSE_0, histogram, days.posts),
	FIELD(7, RECORD_TIME, histogram, days.since),
	FIELD_ARRAY(8, RECORD_COUNTS, histogram, hours.posts),
	FIELD_ARRAY(9, RECORD_SMALL_COUNTS, histogram, minutes.posts),
	FIELD_ARRAY(10, RECORD_COUNTS, histogram, days.posts),
};
const struct record_shape shape_hist = RECORD_SHAPE(hist_fields);

static const struct record_field trace_fields[] = {
	FIELD(1, RECORD_TIME, feed_trace, since),
	FIELD_LEN(2, RECORD_TIMES, feed_trace, posted, posted_len),
	FIELD_LEN(3, RECORD_TIMES, feed_trace, seen, seen_len),
	FIELD(4, RECORD_U32, feed_trace, kept[PROMISE_MAX_AGE]),
	FIELD(5, RECORD_U32, feed_trace, broken[PROMISE_MAX_AGE]),
	FIELD(6, RECORD_U32, feed_trace, kept[PROMISE_TTL]),
	FIELD(7, RECORD_U32, feed_trace, broken[PROMISE_TTL]),
	FIELD(8, RECORD_U32, feed_trace, kept[PROMISE_LAST_MODIFIED]),
	FIELD(9, RECORD_U32, feed_trace, broken[PROMISE_LAST_MODIFIED]),
};
const struct record_shape shape_trace = RECORD_SHAPE(trace_fields);

static const struct record_field claim_fields[] = {
	FIELD(1, RECORD_U32, claim_record, pid),
	FIELD(2, RECORD_U64, claim_record, start),
	FIELD(3, RECORD_U64, claim_record, machine),
	FIELD(4, RECORD_TIME, claim_record, until),
	FIELD(CLAIM_BEFORE, RECORD_TIME, claim_record, before),
	FIELD(6, RECORD_U64, claim_record, space),
};
const struct record_shape shape_claim = RECORD_SHAPE(claim_fields);

static const struct record_field item_fields[] = {
	FIELD(ITEM_FEED, RECORD_U32, item_record, feed),
	FIELD(ITEM_PUBLISHED, RECORD_TIME, item_record, published),
	FIELD(3, RECORD_TIME, item_record, updated),
	FIELD(ITEM_SEEN, RECORD_TIME, item_record, seen),
	FIELD(5, RECORD_TIME, item_record, time),
	FIELD(ITEM_TITLE, RECORD_STR, item_record, title),
	FIELD(ITEM_LINK, RECORD_STR, item_record, link),
	FIELD(ITEM_AUTHOR, RECORD_STR, item_record, author),
	FIELD(ITEM_GUID, RECORD_STR, item_record, guid),
	FIELD(ITEM_IDENTITY_TAG, RECORD_IDENTITY, item_record, identity),
	FIELD(ITEM_FINGERPRINT, RECORD_U64, item_record, fingerprint),
	FIELD(12, RECORD_U32, item_record, comments),
	FIELD(ITEM_SCORE, RECORD_I64, item_record, score),
	FIELD_LEN(14, RECORD_IDS, item_record, rules, rules_len),
	FIELD(ITEM_MEDIA, RECORD_I32, item_record, media),
	FIELD(ITEM_DURATION, RECORD_I64, item_record, duration),
	FIELD(ITEM_SEASON, RECORD_I64, item_record, season),
	FIELD(ITEM_NUMBER, RECORD_I64, item_record, number),
	FIELD(ITEM_PART, RECORD_I32, item_record, part),
};
const struct record_shape shape_item = RECORD_SHAPE(item_fields);

static const struct record_field text_fields[] = {
	FIELD(TEXT_TYPE, RECORD_I32, text_record, type),
	FIELD(2, RECORD_STR, text_record, base),
	FIELD(3, RECORD_STR, text_record, date),
	FIELD(4, RECORD_STR, text_record, comments),
	FIELD_LEN(TEXT_ENCLOSURES, RECORD_ENCLOSURES, text_record, enclosures,
		enclosures_len),
	FIELD_LEN(6, RECORD_STRS, text_record, categories, categories_len),
	FIELD(TEXT_BODY, RECORD_STR, text_record, body),
	FIELD_LEN(8, RECORD_RELATED, text_record, related, related_len),
	FIELD_LEN(9, RECORD_RENDITIONS, text_record, enclosures, enclosures_len),
	FIELD(10, RECORD_STR, text_record, thumbnail),
	FIELD(TEXT_DURATION, RECORD_I64, text_record, duration),
	FIELD(12, RECORD_I64, text_record, views),
	FIELD(13, RECORD_I64, text_record, votes),
	FIELD(14, RECORD_I64, text_record, kept),
	FIELD(15, RECORD_STR, text_record, chapters),
	FIELD_LEN(16, RECORD_STRS, text_record, notes, notes_len),
	FIELD(17, RECORD_I64, text_record, season),
	FIELD(18, RECORD_I64, text_record, number),
	FIELD(19, RECORD_I32, text_record, part),
	FIELD(20, RECORD_STR, text_record, season_name),
	FIELD(21, RECORD_STR, text_record, number_name),
	FIELD_LEN(22, RECORD_STRS, text_record, roles, roles_len),
	FIELD(23, RECORD_STR, text_record, etag),
};
const struct record_shape shape_text = RECORD_SHAPE(text_fields);

static const struct record_field listen_fields[] = {
	FIELD(LISTEN_POSITION, RECORD_I64, listen_record, position),
	FIELD(2, RECORD_I64, listen_record, duration),
	FIELD(3, RECORD_I64, listen_record, heard),
	FIELD(LISTEN_PLAYED, RECORD_BOOL, listen_record, played),
	FIELD(5, RECORD_BOOL, listen_record, broke),
	FIELD(6, RECORD_I64, listen_record, before),
	FIELD(7, RECORD_U64, listen_record, anchor),
	FIELD(8, RECORD_I64, listen_record, anchor_offset),
	FIELD(9, RECORD_I32, listen_record, speed),
	FIELD(10, RECORD_STR, listen_record, enclosure),
	FIELD(11, RECORD_TIME, listen_record, started),
	FIELD(12, RECORD_TIME, listen_record, sampled),
	FIELD(13, RECORD_TIME, listen_record, server_time),
	FIELD(14, RECORD_I64, listen_record, jumped),
};
const struct record_shape shape_listen = RECORD_SHAPE(listen_fields);

static const struct record_field download_fields[] = {
	FIELD(DOWNLOAD_STATE, RECORD_I32, download_record, state),
	FIELD(2, RECORD_STR, download_record, url),
	FIELD(3, RECORD_STR, download_record, type),
	FIELD(4, RECORD_STR, download_record, path),
	FIELD(5, RECORD_STR, download_record, error),
	FIELD(DOWNLOAD_SIZE, RECORD_I64, download_record, size),
	FIELD(DOWNLOAD_TOTAL, RECORD_I64, download_record, total),
	FIELD(8, RECORD_STR, download_record, validator),
	FIELD(9, RECORD_STR, download_record, hop),
	FIELD(10, RECORD_TIME, download_record, hop_time),
	FIELD(11, RECORD_TIME, download_record, asked),
	FIELD(DOWNLOAD_NEXT, RECORD_TIME, download_record, next),
	FIELD(13, RECORD_TIME, download_record, done),
	FIELD(14, RECORD_I32, download_record, tries),
	FIELD(15, RECORD_I32, download_record, status),
	FIELD(16, RECORD_I32, download_record, was),
	FIELD(17, RECORD_BOOL, download_record, afresh),
	FIELD(18, RECORD_BOOL, download_record, foreign),
	FIELD(DOWNLOAD_TRASHED, RECORD_BOOL, download_record, trashed),
	FIELD(20, RECORD_U64, download_record, device),
	FIELD(21, RECORD_U64, download_record, inode),
	FIELD(DOWNLOAD_CLAIM_PID, RECORD_U32, download_record, claim.pid),
	FIELD(23, RECORD_U64, download_record, claim.start),
	FIELD(24, RECORD_U64, download_record, claim.machine),
	FIELD(25, RECORD_TIME, download_record, claim.until),
	FIELD(26, RECORD_U64, download_record, claim.space),
	FIELD(27, RECORD_I32, download_record, restarts),
	FIELD(28, RECORD_BOOL, download_record, automatic),
	FIELD(29, RECORD_I64, download_record, promised),
	FIELD(30, RECORD_STR, download_record, former),
	FIELD(31, RECORD_STR, download_record, former_url),
	FIELD(32, RECORD_I64, download_record, former_promised),
	FIELD(33, RECORD_U64, download_record, former_inode),
	FIELD(34, RECORD_BOOL, download_record, chosen),
	FIELD(35, RECORD_STR, download_record, via),
	FIELD(DOWNLOAD_FORMER_SIZE, RECORD_I64, download_record, former_size),
	FIELD(37, RECORD_BOOL, download_record, former_trashed),
	FIELD(38, RECORD_TIME, download_record, failing),
	FIELD(39, RECORD_U64, download_record, former_device),
};
const struct record_shape shape_download = RECORD_SHAPE(download_fields);

static const struct record_field player_fields[] = {
	FIELD(1, RECORD_I32, player_record, state),
	FIELD(2, RECORD_U64, player_record, item),
	FIELD(3, RECORD_I64, player_record, position),
	FIELD(4, RECORD_I64, player_record, duration),
	FIELD(5, RECORD_TIME, player_record, at),
	FIELD(6, RECORD_I32, player_record, speed),
	FIELD(7, RECORD_U32, player_record, claim.pid),
	FIELD(8, RECORD_U64, player_record, claim.start),
	FIELD(9, RECORD_U64, player_record, claim.machine),
	FIELD(10, RECORD_TIME, player_record, claim.until),
	FIELD(11, RECORD_U64, player_record, claim.space),
	FIELD(12, RECORD_BOOL, player_record, other),
};
const struct record_shape shape_player = RECORD_SHAPE(player_fields);

static const struct record_field account_fields[] = {
	FIELD(1, RECORD_STR, account_record, key),
	FIELD(2, RECORD_STR, account_record, name),
	FIELD(3, RECORD_STR, account_record, protocol),
	FIELD(4, RECORD_STR, account_record, url),
	FIELD(5, RECORD_STR, account_record, user),
	FIELD(6, RECORD_STR, account_record, server),
	FIELD(7, RECORD_STR, account_record, version),
	FIELD(8, RECORD_STR, account_record, token),
	FIELD(9, RECORD_STR, account_record, edit),
	FIELD(10, RECORD_TIME, account_record, synced),
	FIELD(11, RECORD_TIME, account_record, full),
	FIELD(12, RECORD_TIME, account_record, since),
	FIELD(13, RECORD_TIME, account_record, tried),
	FIELD(14, RECORD_TIME, account_record, rest),
	FIELD(15, RECORD_STR, account_record, why),
	FIELD(16, RECORD_U64, account_record, overview),
	FIELD(17, RECORD_U32, account_record, failures),
	FIELD(18, RECORD_BOOL, account_record, paused),
	FIELD(19, RECORD_BOOL, account_record, first),
	FIELD(20, RECORD_BOOL, account_record, few),
	FIELD(21, RECORD_I64, account_record, left[0]),
	FIELD(22, RECORD_I64, account_record, left[1]),
	FIELD(23, RECORD_I64, account_record, reset),
	FIELD(24, RECORD_U64, account_record, here),
	FIELD(25, RECORD_I64, account_record, max),
	FIELD_LEN(26, RECORD_STRS, account_record, labels, labels_len),
	FIELD(27, RECORD_U32, account_record, epoch),
	FIELD_LEN(28, RECORD_STRS, account_record, hidden, hidden_len),
};
const struct record_shape shape_account = RECORD_SHAPE(account_fields);

static const struct record_field remotefeed_fields[] = {
	FIELD(1, RECORD_STR, remotefeed_record, id),
	FIELD(2, RECORD_STR, remotefeed_record, url),
	FIELD(3, RECORD_STR, remotefeed_record, title),
	FIELD(4, RECORD_STR, remotefeed_record, site),
	FIELD_LEN(5, RECORD_STRS, remotefeed_record, folders, folders_len),
	FIELD(6, RECORD_U32, remotefeed_record, feed),
	FIELD(7, RECORD_BOOL, remotefeed_record, left),
};
const struct record_shape shape_remotefeed = RECORD_SHAPE(remotefeed_fields);
