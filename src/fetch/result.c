/*
 * libcurl delivers answers as they were sent, and the threads that take the results
 * decompress them: that is a good third of the CPU time of transfers, so it is better
 * done there. We only accept gzip. Every server that compresses supports it, and it can
 * be decompressed in one go, into a buffer of the right size. Some send deflate without
 * being asked, and some name something that is not a compression ("UTF-8").
 */
#include "config.h"

#include "fetch/result.h"

#include <stdlib.h>
#include <string.h>

#include "base/gunzip.h"
#include "base/i18n.h"
#include "fetch/error_message.h"
#include "fetch/http_request.h"
#include "model/http.h"

#define LAYERS_MAX 4

void
fetch_result_free(struct fetch_result *result)
{
	if (!result)
		return;
	buf_done(&result->body);
	free(result->url);
	free(result->via);
	free(result->moved_to);
	free(result->etag);
	free(result->last_modified);
	free(result->content_type);
	free(result->encoding);
	free(result->kept);
	free(result->validator);
	free(result);
}

size_t
fetch_result_size(const struct fetch_result *result)
{
	struct span body = {result->body.data, result->body.len};
	return result->encoding ? gunzip_size_hint(body) : body.n;
}

struct span
fetch_result_header(const struct fetch_result *result, const char *name)
{
	struct span rest = span_of(result->kept), line, key;
	while (rest.n && span_split(&rest, '\n', &line)) {
		span_split(&line, ':', &key);
		if (span_ieq(key, name))
			return span_trim(line);
	}
	return (struct span){NULL, 0};
}

char *
fetch_result_headers(const struct fetch_result *result, const char *name)
{
	struct span rest = span_of(result->kept), line, key;
	struct buf all = BUF_INIT(0);
	while (rest.n && span_split(&rest, '\n', &line)) {
		span_split(&line, ':', &key);
		if (!span_ieq(key, name))
			continue;
		line = span_trim(line);
		buf_addf(&all, "%s%.*s", all.len ? ", " : "", SPAN_FMT(line));
	}
	return all.len ? buf_take(&all) : NULL;
}

/* Takes the last coding off the list, which has to be undone first (RFC 9110, section
 * 8.4). */
static struct span
last_coding(struct span *list)
{
	size_t at = list->n;
	while (at > 0 && list->p[at - 1] != ',')
		at--;
	struct span coding = span_trim((struct span){list->p + at, list->n - at});
	list->n = at > 0 ? at - 1 : 0;
	return coding;
}

/* The codings that are registered with IANA, and those that browsers send or accept. */
static const struct {
	const char *name;
	int (*unpack)(struct span, struct buf *); /* NULL: we cannot */
} codings[] = {
	{"gzip", gunzip},
	{"x-gzip", gunzip},
	{"deflate", gunzip_deflate},
	{"br", NULL},
	{"zstd", NULL},
	{"compress", NULL},
	{"x-compress", NULL},
	{"dcb", NULL},
	{"dcz", NULL},
	{"exi", NULL},
	{"aes128gcm", NULL},
	{"pack200-gzip", NULL},
};

static int
undo(struct span coding, struct buf *body)
{
	size_t i = 0;
	while (i < COUNT_OF(codings) && !span_ieq(coding, codings[i].name))
		i++;
	if (i == COUNT_OF(codings))
		return OK;
	if (!codings[i].unpack)
		return ERR_INVALID;
	struct buf whole = BUF_INIT(body->max);
	int status = codings[i].unpack((struct span){body->data, body->len}, &whole);
	if (status != OK) {
		buf_done(&whole);
		return status;
	}
	buf_done(body);
	*body = whole;
	return OK;
}

/* Drops everything of an answer that cannot be decoded (cases 66, 84). */
static void
fail(struct fetch_result *result, int why)
{
	if (why == ERR_LIMIT)
		fetch_message_long_body(
			&result->err, result->url, (int64_t)result->body.max);
	else
		fetch_message_packed(&result->err, result->url, why == ERR_SYNTAX);
	result->status = result->err.status;
	result->trouble = why == ERR_LIMIT ? TROUBLE_LIMIT : TROUBLE_BROKEN;
	char **texts[] = {&result->etag, &result->last_modified, &result->content_type};
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		free(*texts[i]);
		*texts[i] = NULL;
	}
	buf_done(&result->body);
}

void
fetch_result_unpack(struct fetch_result *result)
{
	struct span list = span_of(result->encoding);
	int status = OK;
	if (!result->encoding)
		return;
	for (int i = 0; list.n > 0 && status == OK; i++)
		status = i < LAYERS_MAX ? undo(last_coding(&list), &result->body)
					: ERR_INVALID;
	free(result->encoding);
	result->encoding = NULL;
	/* The HTTP status of a failed request says more than a body that cannot be
	 * decoded. */
	if (status != OK && result->http_status >= 400)
		buf_done(&result->body);
	else if (status != OK)
		fail(result, status);
}

int
fetch_result_take(struct fetch_result *result, struct err *err)
{
	fetch_result_unpack(result);
	if (result->status != OK) {
		*err = result->err;
		return result->status;
	}
	if (result->http_status && result->http_status / 100 != 2)
		return err_set(err, ERR_NETWORK, _("the server answered HTTP %ld"),
			result->http_status);
	return OK;
}
