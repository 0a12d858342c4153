#include "config.h"

#include "cli/read/fetched.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/url.h"
#include "conf/option.h"
#include "feed/document_limits.h"
#include "fetch/fetch.h"

#define STEP_MS 60000
#define HEADERS_MAX ((size_t)256 << 10)

static struct fetch_result *
wait_for(struct fetch *fetch)
{
	struct fetch_result *result;
	while ((result = fetch_step(fetch)) == NULL)
		fetch_wait(fetch, STEP_MS, -1);
	return result;
}

static int
take(struct fetch_result *result, struct cli_document *out, struct err *err)
{
	int status = fetch_result_take(result, err);
	if (status != OK)
		return status;
	out->bytes = result->body;
	result->body = (struct buf)BUF_INIT(0);
	out->url = mem_strdup(result->url);
	out->type = result->content_type ? mem_strdup(result->content_type) : NULL;
	return OK;
}

static int
fetch_it(const char *url, struct cli_document *out, struct err *err)
{
	struct options options;
	struct fetch *fetch;
	conf_options_init(&options);
	const struct fetch_config config = {.window = 1,
		.connect_timeout_ms = options.connect_timeout,
		.total_timeout_ms = options.timeout,
		.low_speed_ms = options.low_speed_timeout,
		.body_max = (size_t)options.body_limit,
		.header_max = HEADERS_MAX,
		.redirects_max = (int)options.redirects,
		.all = {.user_agent = options.user_agent}};
	int status = fetch_new(&fetch, &config, err);
	if (status == OK) {
		fetch_add(fetch, &(struct fetch_request){.url = url});
		struct fetch_result *result = wait_for(fetch);
		status = take(result, out, err);
		fetch_result_free(result);
		fetch_free(fetch);
	}
	conf_options_done(&options);
	return status;
}

int
cli_read_document(const char *word, struct cli_document *out, struct err *err)
{
	*out = (struct cli_document){.bytes = BUF_INIT(4 * FEED_DOCUMENT_MAX)};
	if (!url_is_web(word))
		return file_read(word, &out->bytes, err);
	int status = fetch_it(word, out, err);
	if (status == OK)
		return OK;
	struct arena arena = ARENA_INIT;
	err_prefix(err, "%s", url_mask(&arena, word));
	arena_done(&arena);
	return status;
}

void
cli_read_document_done(struct cli_document *document)
{
	buf_done(&document->bytes);
	free(document->url);
	free(document->type);
}
