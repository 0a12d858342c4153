/*
 * The feeds file. Every line that is read can be written so that it reads the same again.
 * A list from elsewhere never runs a command or reads a file. Replacing an address
 * changes nothing else.
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/str.h"
#include "base/url.h"
#include "conf/feeds.h"
#include "model/subscription.h"

#define OTHER "https://other.example/x"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
report(void *data, const char *sentence)
{
	(void)data;
	if (!sentence[0])
		abort();
}

static struct subscriptions *
parse(const char *bytes, size_t n, bool trusted)
{
	struct subscriptions *subs = subscription_list_new();
	conf_feeds_parse(subs, "feeds", bytes, n, trusted, report, NULL);
	return subs;
}

static void
check_same(const struct subscription *a, const struct subscription *b)
{
	if (!str_eq(a->url, b->url) || !str_eq(a->title, b->title) ||
		a->source != b->source || a->hidden != b->hidden ||
		a->tags_len != b->tags_len || a->options_len != b->options_len)
		abort();
	for (size_t i = 0; i < a->tags_len; i++)
		if (!str_eq(a->tags[i], b->tags[i]))
			abort();
	for (size_t i = 0; i < a->options_len; i++)
		if (!str_eq(a->options[i].name, b->options[i].name) ||
			!str_eq(a->options[i].value, b->options[i].value))
			abort();
}

static void
check_round_trip(const struct subscriptions *subs)
{
	struct buf lines = BUF_INIT(0);
	for (size_t i = 0; i < subs->len; i++)
		conf_feeds_format(&lines, &subs->list[i]);
	struct subscriptions *again = parse(buf_str(&lines), lines.len, true);
	if (again->len != subs->len)
		abort();
	for (size_t i = 0; i < subs->len; i++)
		check_same(&subs->list[i], &again->list[i]);
	subscription_list_free(again);
	buf_done(&lines);
}

static void
check_foreign(const struct subscriptions *subs)
{
	for (size_t i = 0; i < subs->len; i++) {
		const struct subscription *sub = &subs->list[i];
		if (!subscription_is_web(sub->source) || sub->source == SOURCE_FILTER ||
			sub->options_len || !url_is_web(subscription_address(sub->url)))
			abort();
	}
}

/* In memory if possible, since every write waits for the disk. */
static const char *
file_path(void)
{
	static char path[64];
	const char *dir = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
	if (!path[0])
		snprintf(path, sizeof path, "%s/fuzz-feeds-%ld", dir, (long)getpid());
	return path;
}

/* Gives the first line another address. */
static void
check_edit(const struct subscriptions *subs, const char *bytes, size_t n)
{
	struct conf_feeds_edit edit = {.url = subs->list[0].url, .to = OTHER};
	struct arena arena = ARENA_INIT;
	struct err err;
	struct buf after = BUF_INIT(0);
	if (file_write(file_path(), bytes, n, 0600, &err) != OK ||
		conf_feeds_edit(file_path(), &edit, 1, &arena, &err) != OK ||
		file_read(file_path(), &after, &err) != OK)
		abort();
	unlink(file_path());
	struct subscriptions *edited = parse(buf_str(&after), after.len, true);
	/* A second line with the old address may have joined them: it is valid now. */
	for (size_t i = 0, k = 0; i < subs->len; i++) {
		while (k < edited->len && edited->list[k].line < subs->list[i].line)
			k++;
		if (k == edited->len || (i == 0 && !str_eq(edited->list[k].url, OTHER)))
			abort();
		if (i == 0) {
			edited->list[k].url = subs->list[i].url;
			edited->list[k].source = subs->list[i].source;
		}
		check_same(&subs->list[i], &edited->list[k]);
	}
	subscription_list_free(edited);
	arena_done(&arena);
	buf_done(&after);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const char *bytes = (const char *)data;
	struct subscriptions *own = parse(bytes, n, true);
	struct subscriptions *foreign = parse(bytes, n, false);
	check_round_trip(own);
	check_foreign(foreign);
	if (own->len && !subscription_list_find(own, OTHER))
		check_edit(own, bytes, n);
	subscription_list_free(own);
	subscription_list_free(foreign);
	return 0;
}
