#include "config.h"

#include "fetch/receive.h"

#include <curl/curl.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "fetch/sink.h"
#include "fetch/transfer.h"
#include "model/media.h"

/* How much of the page that comes with a 404 or a redirect is read, so that the
 * connection can be used again. */
#define THROW_AWAY_MAX (64 * 1024)

/* Returns fewer bytes than libcurl gave us, which ends the transfer. */
static size_t
stop(struct fetch_transfer *transfer, enum fetch_stop why)
{
	transfer->stop = why;
	return 0;
}

static size_t
throw_away(struct fetch_transfer *transfer, size_t n)
{
	transfer->thrown_away += n;
	return transfer->thrown_away <= THROW_AWAY_MAX ? n : stop(transfer, STOP_ENOUGH);
}

/* Keeps the page of an error. If it is compressed and had to be cut, it is of no use. */
static size_t
take_error_page(struct fetch_transfer *transfer, const char *bytes, size_t n)
{
	struct buf *body = &transfer->body;
	size_t room = FETCH_ERROR_BODY_MAX - body->len;
	buf_add(body, bytes, n < room ? n : room);
	if (n <= room)
		return n;
	if (transfer->headers.content_encoding)
		buf_clear(body);
	return stop(transfer, STOP_ENOUGH);
}

static int64_t
announced_length(const struct fetch_transfer *transfer)
{
	curl_off_t length = -1;
	curl_easy_getinfo(transfer->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
	return length;
}

/* ---- into memory */

/* Whether there is memory for n more bytes of the body. If not, libcurl delivers them
 * again later. */
static bool
afford(struct fetch_transfer *transfer, size_t n)
{
	if (!fetch_budget_take(transfer->budget, transfer, n)) {
		transfer->waits = true;
		transfer->budget->waiting++;
		return false;
	}
	transfer->charged += n;
	return true;
}

/* The one place where an endless body is sure to be stopped (case 67). Once unpacked it
 * is held to the same limit (case 66). */
static size_t
take_whole(struct fetch_transfer *transfer, const char *bytes, size_t n)
{
	if (!afford(transfer, n))
		return CURL_WRITEFUNC_PAUSE;
	return buf_add(&transfer->body, bytes, n) == OK ? n : stop(transfer, STOP_BODY);
}

/* For a server that ignores ranges and sends the whole document: keeps the part that was
 * requested. The bytes before it count towards the limit as well. */
static size_t
take_part_of_whole(struct fetch_transfer *transfer, const char *bytes, size_t n)
{
	const struct fetch_job *job = transfer->job;
	int64_t from = job->range_first - transfer->seen;
	int64_t to = from + job->range_len;
	size_t skip = from <= 0 ? 0 : from < (int64_t)n ? (size_t)from : n;
	size_t end = to < (int64_t)n ? (size_t)to : n;
	transfer->seen += (int64_t)n;
	if (transfer->seen - (int64_t)n + (int64_t)skip > (int64_t)transfer->body.max ||
		buf_add(&transfer->body, bytes + skip, end - skip) != OK)
		return stop(transfer, STOP_BODY);
	return to <= (int64_t)n ? stop(transfer, STOP_ENOUGH) : n;
}

static size_t
take_range(struct fetch_transfer *transfer, const char *bytes, size_t n)
{
	struct fetch_range range;
	transfer->first = transfer->job->range_first;
	if (transfer->headers.status != 206) {
		transfer->total = announced_length(transfer);
		return take_part_of_whole(transfer, bytes, n);
	}
	if (!fetch_headers_range(&transfer->headers, &range) ||
		range.first != transfer->first)
		return stop(transfer, STOP_RANGE);
	transfer->total = range.total;
	return take_whole(transfer, bytes, n);
}

/* ---- into a file */

/* Whether a body begins like HTML, XML or JSON. No audio, video, picture or archive does.
 */
static bool
looks_like_page(const char *bytes, size_t n)
{
	struct span text = {bytes, n};
	if (n >= 3 && str_ieqn(bytes, "\xef\xbb\xbf", 3))
		text = (struct span){bytes + 3, n - 3};
	text = span_trim(text);
	return text.n > 0 && (text.p[0] == '<' || text.p[0] == '{');
}

/* Whether it is a page by its type, and not obviously something else: some servers call
 * all their files pages. */
static bool
is_called_page(const struct fetch_headers *headers, const char *bytes, size_t n)
{
	static const char *const types[] = {"text/html", "application/xhtml+xml",
		"application/json", "text/xml", "application/xml"};
	const char *type = headers->content_type ? headers->content_type : "";
	for (size_t i = 0; i < COUNT_OF(types); i++)
		if (str_istarts(type, types[i]))
			return media_magic(bytes, n) == MEDIA_UNKNOWN;
	return false;
}

/* Whether an answer is of the same version as the beginning in the file, as far as
 * validators and lengths show. */
static bool
same_version(const struct fetch_job_file *file, const struct fetch_headers *headers,
	const struct fetch_range *range)
{
	const char *now = headers->last_modified;
	if (file->validator && file->validator[0] == '"')
		now = headers->etag;
	bool total_fits =
		file->total < 0 || range->total < 0 || file->total == range->total;
	return total_fits && (!file->validator || !now || str_eq(file->validator, now));
}

/* The offset in the file of the answer's first byte; -1 if the answer does not fit what
 * is there. */
static int64_t
find_place(struct fetch_transfer *transfer)
{
	const struct fetch_job_file *file = transfer->job->file;
	struct fetch_range range;
	if (transfer->headers.status != 206) {
		transfer->total = announced_length(transfer);
		return 0;
	}
	if (!fetch_headers_range(&transfer->headers, &range) || range.first < 0)
		return -1;
	transfer->total = range.total;
	if (range.first == 0 && !file->ranged)
		return 0;
	bool fits = file->ranged && range.first <= file->sink->size &&
		    same_version(file, &transfer->headers, &range);
	return fits ? range.first : -1;
}

/* Whether the server was asked for the rest, and sends all of it although it has no other
 * version. */
static bool
refuses_ranges(const struct fetch_job_file *file, const struct fetch_headers *headers,
	int64_t total)
{
	const struct fetch_range whole = {.total = total};
	return file->ranged && headers->status == 200 &&
	       (!file->validator || same_version(file, headers, &whole));
}

static void
keep_validator(char **to, const char *validator)
{
	free(*to);
	*to = mem_strdup(validator);
}

void
fetch_receive_take_next(struct fetch_job_file *file)
{
	if (!file->replaced || file->sink->held)
		return;
	keep_validator(&file->validator, file->next_validator);
	file->total = file->next_total;
	file->replaced = false;
}

/* Judges an answer by its header and its first bytes, before the bytes that an earlier
 * transfer left can be lost. False: nothing is written. */
static bool
begin_file(struct fetch_transfer *transfer, const char *bytes, size_t n)
{
	struct fetch_job_file *file = transfer->job->file;
	const struct fetch_headers *headers = &transfer->headers;
	int64_t from = find_place(transfer);
	if (from < 0)
		transfer->stop = STOP_RANGE;
	else if (headers->content_encoding &&
		 !str_ieq(headers->content_encoding, "identity"))
		transfer->stop = STOP_PACKED;
	else if (from == 0 && file->no_page &&
		 (looks_like_page(bytes, n) || is_called_page(headers, bytes, n)))
		transfer->stop = STOP_PAGE;
	else if (transfer->total > transfer->body_max)
		transfer->stop = STOP_BODY;
	if (transfer->stop != STOP_NOT)
		return false;
	const char *validator = fetch_headers_validator(headers, time_wall());
	file->replaced = from == 0;
	if (from == 0)
		keep_validator(&file->next_validator, validator);
	else if (validator)
		keep_validator(&file->validator, validator);
	if (from == 0)
		file->next_total = transfer->total;
	else if (transfer->total >= 0)
		file->total = transfer->total;
	file->restarted = file->restarted || (from == 0 && file->ranged);
	file->refused = refuses_ranges(file, headers, transfer->total);
	fetch_sink_begin(file->sink, from, from > 0 ? file->total : transfer->total);
	fetch_receive_take_next(file);
	transfer->begun = true;
	return true;
}

static size_t
take_to_file(struct fetch_transfer *transfer, const char *bytes, size_t n)
{
	struct fetch_sink *sink = transfer->job->file->sink;
	if (!transfer->begun && !begin_file(transfer, bytes, n))
		return 0;
	if (sink->at + (int64_t)n > transfer->body_max)
		return stop(transfer, STOP_BODY);
	if (fetch_sink_add(sink, bytes, n)) {
		fetch_receive_take_next(transfer->job->file);
		return n;
	}
	if (sink->status != OK)
		return stop(transfer, STOP_FILE);
	transfer->paused = true;
	return CURL_WRITEFUNC_PAUSE;
}

size_t
fetch_receive(struct fetch_transfer *transfer, const char *bytes, size_t n)
{
	const struct fetch_job *job = transfer->job;
	long status = transfer->headers.status;
	if (status >= 400 && job->error_body)
		return take_error_page(transfer, bytes, n);
	if (status / 100 != 2)
		return throw_away(transfer, n);
	if (job->file)
		return fetch_receive_is_file(transfer) ? take_to_file(transfer, bytes, n)
						       : throw_away(transfer, n);
	if (job->range_len > 0)
		return take_range(transfer, bytes, n);
	return take_whole(transfer, bytes, n);
}

bool
fetch_receive_is_file(const struct fetch_transfer *transfer)
{
	long status = transfer->headers.status;
	return transfer->job->file && (status == 200 || status == 203 || status == 206);
}

bool
fetch_receive_all_there(const struct fetch_transfer *transfer)
{
	const struct fetch_job_file *file = transfer->job->file;
	int64_t total = file->replaced ? file->next_total : file->total;
	return transfer->begun && (total < 0 || file->sink->at == total);
}
