#include "config.h"

#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/err.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "gzip.h"

#define MADE_CHUNK 65536
#define REPEAT_MIN 16384 /* bytes of what goes out without end */

static const char *
reason(long status)
{
	static const struct {
		long status;
		const char *text;
	} reasons[] = {
		{200, "OK"},
		{201, "Created"},
		{204, "No Content"},
		{206, "Partial Content"},
		{226, "IM Used"},
		{301, "Moved Permanently"},
		{302, "Found"},
		{303, "See Other"},
		{304, "Not Modified"},
		{307, "Temporary Redirect"},
		{308, "Permanent Redirect"},
		{403, "Forbidden"},
		{404, "Not Found"},
		{410, "Gone"},
		{416, "Range Not Satisfiable"},
		{429, "Too Many Requests"},
		{500, "Internal Server Error"},
		{503, "Service Unavailable"},
	};
	for (size_t i = 0; i < COUNT_OF(reasons); i++)
		if (reasons[i].status == status)
			return reasons[i].text;
	return "Whatever";
}

bool
request_header(const struct request *request, const char *name, struct buf *out)
{
	struct span rest = span_of(request->headers), line, key;
	while (span_split(&rest, '\n', &line)) {
		if (!memchr(line.p, ':', line.n))
			continue;
		span_split(&line, ':', &key);
		if (key.n != strlen(name) || !str_ieqn(key.p, name, key.n))
			continue;
		struct span value = span_trim(line);
		buf_add(out, value.p, value.n);
		return true;
	}
	return false;
}

void
answer_make(char *out, size_t n, int64_t at, uint64_t seed)
{
	for (size_t i = 0; i < n; i++, at++) {
		uint64_t word = (uint64_t)(at / 8 + 1) * 0x9e3779b97f4a7c15 ^ seed;
		word = (word ^ word >> 29) * 0xbf58476d1ce4e5b9;
		for (out[i] = (char)(word >> 8 * (at % 8)); at % 8 < 7 && i + 1 < n;)
			out[++i] = (char)(word >> 8 * (++at % 8));
	}
}

bool
reply_refill(struct reply *reply)
{
	char bytes[MADE_CHUNK];
	int64_t left = reply->made_end - reply->made_at;
	if (left <= 0)
		return false;
	size_t n = left < MADE_CHUNK ? (size_t)left : MADE_CHUNK;
	answer_make(bytes, n, reply->made_at, reply->seed);
	buf_clear(&reply->bytes);
	buf_add(&reply->bytes, bytes, n);
	reply->made_at += (int64_t)n;
	if (reply->made_at == reply->made_end && reply->stop != STOP_NEVER)
		reply->stop_at = n;
	return true;
}

/* text with @URL@, @PORT@, @PATH@ and @N@ replaced. */
static void
put_filled(struct buf *out, struct span text, const struct request *request)
{
	char number[32];
	snprintf(number, sizeof number, "%lld", (long long)request->number);
	const struct {
		const char *name, *value;
	} marks[] = {{"@URL@", request->url}, {"@PORT@", strrchr(request->url, ':') + 1},
		{"@PATH@", request->target}, {"@N@", number}};
	for (size_t i = 0; i < text.n;) {
		size_t k = 0, left = text.n - i;
		for (; text.p[i] == '@' && k < COUNT_OF(marks); k++)
			if (strlen(marks[k].name) <= left &&
				memcmp(marks[k].name, text.p + i,
					strlen(marks[k].name)) == 0)
				break;
		if (text.p[i] == '@' && k < COUNT_OF(marks)) {
			buf_adds(out, marks[k].value);
			i += strlen(marks[k].name);
		} else {
			buf_addc(out, text.p[i++]);
		}
	}
}

static void
put_filled_buf(struct buf *out, const struct buf *text, const struct request *request)
{
	put_filled(out, (struct span){buf_str(text), text->len}, request);
}

/* The same for a file, which is sent as it is if it is no text. */
static void
put_file_bytes(struct buf *out, const struct buf *bytes, const struct request *request)
{
	if (bytes->len && memchr(bytes->data, '\0', bytes->len))
		buf_add(out, bytes->data, bytes->len);
	else
		put_filled_buf(out, bytes, request);
}

static void
put_rss(struct buf *out, int64_t items, const struct request *request)
{
	buf_addf(out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\">"
		"<channel>\n<title>Feed %s</title>\n<link>%s/</link>\n"
		"<description>Made by the test server</description>\n",
		request->target, request->url);
	for (int64_t i = items; i >= 1; i--)
		buf_addf(out,
			"<item><title>Item %lld of %s</title><link>%s%s/%lld</link>"
			"<guid>%s#%lld</guid><pubDate>%02lld Jan 2026 %02lld:%02lld:00 "
			"GMT</pubDate><description>&lt;p&gt;Text of item "
			"%lld.&lt;/p&gt;</description></item>\n",
			(long long)i, request->target, request->url, request->target,
			(long long)i, request->target, (long long)i,
			(long long)(1 + i / 1440 % 28), (long long)(i / 60 % 24),
			(long long)(i % 60), (long long)i);
	buf_adds(out, "</channel></rss>\n");
}

/* RFC 9110, section 13.2.2: If-None-Match first, and If-Modified-Since only without it.
 */
static bool
unchanged(const struct request *request, const char *etag, const char *modified)
{
	struct buf value = BUF_INIT(0);
	bool same = false;
	if (request_header(request, "If-None-Match", &value))
		same = etag &&
		       (str_eq(buf_str(&value), etag) || str_eq(buf_str(&value), "*"));
	else if (request_header(request, "If-Modified-Since", &value))
		same = modified && str_eq(buf_str(&value), modified);
	buf_done(&value);
	return same;
}

static void
put_file(struct buf *out, const char *name, const struct request *request)
{
	struct buf path = BUF_INIT(0), bytes = BUF_INIT(0);
	struct err err;
	if (request->dir && name[0] != '/')
		buf_addf(&path, "%s/", request->dir);
	buf_adds(&path, name);
	if (file_read(buf_str(&path), &bytes, &err) != 0)
		fprintf(stderr, "feedserve: %s\n", err.text);
	put_file_bytes(out, &bytes, request);
	buf_done(&path);
	buf_done(&bytes);
}

static void
make_body(struct buf *body, const struct answer *answer, const struct request *request)
{
	struct buf plain = BUF_INIT(0);
	put_filled_buf(&plain, &answer->body, request);
	if (answer->file)
		put_file(&plain, answer->file, request);
	if (answer->rss)
		put_rss(&plain, answer->rss + answer->rss_growth * (request->number - 1),
			request);
	if (answer->bomb)
		gzip_bomb(body, ' ', (uint64_t)answer->bomb);
	else if (answer->gzip)
		gzip_store(body, buf_str(&plain), plain.len);
	else
		buf_add(body, buf_str(&plain), plain.len);
	buf_done(&plain);
}

static void
put_chunks(struct buf *out, const struct answer *answer, const struct buf *body)
{
	size_t size = answer->chunk > 0 ? (size_t)answer->chunk : 1024;
	for (size_t at = 0, n = 0; at < body->len; at += size, n++) {
		size_t len = body->len - at < size ? body->len - at : size;
		if (answer->bad_chunk && n == 1)
			buf_adds(out, "twelve\r\n");
		else
			buf_addf(out, "%zx\r\n", len);
		buf_add(out, body->data + at, len);
		buf_adds(out, "\r\n");
	}
	if (!answer->endless)
		buf_adds(out, "0\r\n\r\n");
}

/* The part of a body that goes out. */
struct slice {
	int64_t first, end, whole;
};

/* RFC 9110, section 13.1.5: the condition of a Range. */
static bool
still_that_one(const struct answer *answer, const struct request *request)
{
	struct buf value = BUF_INIT(0);
	bool same = answer->any_range || !request_header(request, "If-Range", &value) ||
		    (answer->etag && !str_starts(answer->etag, "W/") &&
			    str_eq(buf_str(&value), answer->etag)) ||
		    (answer->modified && str_eq(buf_str(&value), answer->modified));
	buf_done(&value);
	return same;
}

/* Takes one range of bytes, first-last or first-, from the request. Returns the status.
 */
static long
cut_slice(struct slice *slice, const struct answer *answer, const struct request *request)
{
	struct buf value = BUF_INIT(0);
	long status = answer->status;
	if (answer->ranges && status == 200 && request_header(request, "Range", &value) &&
		str_starts(buf_str(&value), "bytes=") &&
		still_that_one(answer, request)) {
		char *end;
		int64_t first = strtoll(buf_str(&value) + strlen("bytes="), &end, 10);
		int64_t last =
			end[0] && end[1] ? strtoll(end + 1, NULL, 10) : slice->whole - 1;
		status = first < slice->whole ? 206 : 416;
		slice->first = first;
		slice->end = last < slice->whole ? last + 1 : slice->whole;
	}
	buf_done(&value);
	return status;
}

static void
put_head(struct buf *out, const struct answer *answer, const struct request *request,
	long status, const struct slice *slice)
{
	buf_addf(out, "HTTP/1.1 %ld %s\r\n", status, reason(status));
	if (answer->etag)
		buf_addf(out, "ETag: %s\r\n", answer->etag);
	if (answer->modified)
		buf_addf(out, "Last-Modified: %s\r\n", answer->modified);
	if (answer->gzip || answer->bomb)
		buf_adds(out, "Content-Encoding: gzip\r\n");
	if (answer->close || answer->framing == FRAMING_CLOSE)
		buf_adds(out, "Connection: close\r\n");
	put_filled_buf(out, &answer->headers, request);
	if (status == 304)
		return;
	if (answer->framing == FRAMING_CHUNKED)
		buf_adds(out, "Transfer-Encoding: chunked\r\n");
	else if (answer->length >= 0)
		buf_addf(out, "Content-Length: %lld\r\n", (long long)answer->length);
	else if (answer->framing == FRAMING_LENGTH && !answer->endless)
		buf_addf(out, "Content-Length: %lld\r\n",
			status == 416 ? 0 : (long long)(slice->end - slice->first));
	if (status == 206 && answer->ranges)
		buf_addf(out, "Content-Range: bytes %lld-%lld/%lld\r\n",
			(long long)slice->first, (long long)slice->end - 1,
			(long long)slice->whole);
	else if (status == 416 && answer->ranges)
		buf_addf(out, "Content-Range: bytes */%lld\r\n", (long long)slice->whole);
}

static struct reply
new_reply(bool keep)
{
	return (struct reply){
		.bytes = BUF_INIT(0),
		.stop_at = SIZE_MAX,
		.loop_from = SIZE_MAX,
		.keep = keep,
	};
}

static void
set_made(struct reply *reply, const struct answer *answer, const struct slice *slice,
	bool none)
{
	reply->seed = answer->seed;
	reply->made_at = slice->first;
	reply->made_end = none ? slice->first : slice->end;
	if (answer->stop == STOP_NEVER || none)
		return;
	reply->stop = answer->stop;
	if (slice->first + answer->stop_after < slice->end)
		reply->made_end = slice->first + answer->stop_after;
}

/* What there is from this byte on goes out again and again: in large writes, since a busy
 * machine takes long for many small ones. */
static void
repeat(struct reply *reply, size_t from)
{
	struct buf piece = BUF_INIT(0);
	buf_add(&piece, reply->bytes.data + from, reply->bytes.len - from);
	for (size_t n = piece.len; n > 0 && n < REPEAT_MIN; n += piece.len)
		buf_add(&reply->bytes, piece.data, piece.len);
	reply->loop_from = from;
	buf_done(&piece);
}

void
reply_of_answer(
	struct reply *reply, const struct answer *answer, const struct request *request)
{
	*reply = new_reply(!answer->close && answer->framing != FRAMING_CLOSE &&
			   !answer->endless && !answer->raw);
	if (answer->raw) {
		put_filled(&reply->bytes, span_of(answer->raw), request);
		return;
	}
	bool same = answer->status == 200 &&
		    unchanged(request, answer->etag, answer->modified);
	struct buf body = BUF_INIT(0);
	if (!same)
		make_body(&body, answer, request);
	struct slice slice = {.whole = answer->made ? answer->made : (int64_t)body.len};
	slice.end = slice.whole;
	long status = same ? 304 : cut_slice(&slice, answer, request);
	put_head(&reply->bytes, answer, request, status, &slice);
	if (answer->endless_headers) {
		size_t from = reply->bytes.len;
		buf_adds(&reply->bytes, "X-Endless: there is always one more line\r\n");
		repeat(reply, from);
		buf_done(&body);
		return;
	}
	buf_adds(&reply->bytes, "\r\n");
	size_t start = reply->bytes.len;
	if (answer->made)
		set_made(reply, answer, &slice, same || status == 416);
	else if (!same && answer->framing == FRAMING_CHUNKED)
		put_chunks(&reply->bytes, answer, &body);
	else if (!str_eq(request->method, "HEAD") && status != 416)
		buf_add(&reply->bytes, buf_str(&body) + slice.first,
			(size_t)(slice.end - slice.first));
	if (answer->endless)
		repeat(reply, start);
	if (answer->stop != STOP_NEVER && !answer->made) {
		reply->stop = answer->stop;
		reply->stop_at = start + (size_t)answer->stop_after;
	}
	buf_done(&body);
}

static const char *
type_of(const char *path)
{
	static const struct {
		const char *end, *type;
	} types[] = {
		{".xml", "application/xml"},
		{".rss", "application/rss+xml"},
		{".atom", "application/atom+xml"},
		{".rdf", "application/rdf+xml"},
		{".json", "application/feed+json"},
		{".opml", "text/x-opml"},
		{".html", "text/html; charset=utf-8"},
		{".txt", "text/plain; charset=utf-8"},
	};
	size_t n = strlen(path);
	for (size_t i = 0; i < COUNT_OF(types); i++) {
		size_t end = strlen(types[i].end);
		if (n >= end && str_ieq(path + n - end, types[i].end))
			return types[i].type;
	}
	return "application/octet-stream";
}

/* The path of target below dir, with its %XX decoded; false when it leaves dir. */
static bool
path_of(struct buf *out, const char *dir, const char *target)
{
	buf_adds(out, dir);
	size_t start = out->len;
	for (const char *p = target; *p && *p != '?' && *p != '#'; p++) {
		char hex[3] = {0};
		if (p[0] == '%' && p[1] && p[2]) {
			memcpy(hex, p + 1, 2);
			buf_addc(out, (char)strtol(hex, NULL, 16));
			p += 2;
		} else {
			buf_addc(out, *p);
		}
	}
	const char *path = buf_str(out) + start;
	return path[0] == '/' && strlen(path) == out->len - start && !strstr(path, "/..");
}

void
reply_of_file(struct reply *reply, const struct request *request)
{
	struct buf path = BUF_INIT(0), bytes = BUF_INIT(0);
	struct stat st;
	if (!path_of(&path, request->dir, request->target) ||
		stat(buf_str(&path), &st) != 0 ||
		file_read(buf_str(&path), &bytes, NULL) != 0) {
		reply_of_status(reply, 404);
		goto out;
	}
	struct buf text = BUF_INIT(0);
	put_file_bytes(&text, &bytes, request);
	char etag[40], modified[64];
	struct tm tm;
	gmtime_r(&st.st_mtime, &tm);
	snprintf(etag, sizeof etag, "\"%016llx\"",
		(unsigned long long)hash64(buf_str(&text), text.len));
	strftime(modified, sizeof modified, "%a, %d %b %Y %H:%M:%S GMT", &tm);
	*reply = new_reply(true);
	bool same = unchanged(request, etag, modified);
	buf_addf(&reply->bytes, "HTTP/1.1 %s\r\nETag: %s\r\nLast-Modified: %s\r\n",
		same ? "304 Not Modified" : "200 OK", etag, modified);
	if (!same)
		buf_addf(&reply->bytes, "Content-Type: %s\r\nContent-Length: %zu\r\n",
			type_of(buf_str(&path)), text.len);
	buf_adds(&reply->bytes, "\r\n");
	if (!same && !str_eq(request->method, "HEAD"))
		buf_add(&reply->bytes, buf_str(&text), text.len);
	buf_done(&text);
out:
	buf_done(&path);
	buf_done(&bytes);
}

void
reply_of_status(struct reply *reply, long status)
{
	*reply = new_reply(true);
	buf_addf(&reply->bytes,
		"HTTP/1.1 %ld %s\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\n"
		"%ld\n",
		status, reason(status), status);
}
