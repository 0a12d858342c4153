#include "config.h"

#include "cli/core/feeds.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/url.h"
#include "base/vec.h"
#include "cli/core/command.h"
#include "conf/feeds.h"
#include "store/db/view.h"
#include "store/feed/duplicate.h"
#include "store/feed/feed.h"

static int
end_view(struct store_view *view, int status, struct err *err)
{
	store_view_end(view);
	if (status != OK)
		err_set(err, status,
			_("the feeds cannot be read from the store; run courant check"));
	return status;
}

int
cli_feeds_read(struct cli_feeds *feeds, struct cli *cli, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(cli->store, &view, err);
	if (status != OK)
		return status;
	status = store_feed_all(&view, &feeds->arena, false, &feeds->list, &feeds->len);
	return end_view(&view, status, err);
}

void
cli_feeds_done(struct cli_feeds *feeds)
{
	free(feeds->ids);
	arena_done(&feeds->arena);
}

int
cli_feeds_read_duplicates(struct cli_feeds *feeds, struct cli *cli, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(cli->store, &view, err);
	if (status != OK)
		return status;
	status = store_feed_duplicates(
		&view, &feeds->arena, &feeds->duplicates, &feeds->duplicates_len);
	return end_view(&view, status, err);
}

const struct store_feed *
cli_feeds_by_id(const struct cli_feeds *feeds, uint32_t id)
{
	for (size_t i = 0; i < feeds->len; i++)
		if (feeds->list[i].id == id)
			return &feeds->list[i];
	return NULL;
}

/* ---- naming */

void
cli_feeds_add(struct cli_feeds *feeds, uint32_t id)
{
	for (size_t i = 0; i < feeds->ids_len; i++)
		if (feeds->ids[i] == id)
			return;
	*VEC_PUSH(feeds->ids, feeds->ids_len, feeds->ids_cap) = id;
}

static bool
has_title(const struct store_feed *feed, const char *word, bool whole)
{
	/* Lists show the address of a feed that has no title. */
	const char *titles[] = {feed->title ? feed->title : feed->url, feed->feed_title};
	for (size_t i = 0; i < COUNT_OF(titles); i++)
		if (titles[i] &&
			(whole ? str_ieq(titles[i], word)
			       : str_ifind(titles[i], strlen(titles[i]), word) != NULL))
			return true;
	return false;
}

/* Adds the feeds with this title, or those whose title contains it; true if there are
 * any. */
static bool
add_titled(struct cli_feeds *feeds, const char *word, bool whole)
{
	bool found = false;
	for (size_t i = 0; i < feeds->len; i++) {
		if (!has_title(&feeds->list[i], word, whole))
			continue;
		cli_feeds_add(feeds, feeds->list[i].id);
		found = true;
	}
	return found;
}

int
cli_feeds_name(struct cli_feeds *feeds, const char *word, struct err *err)
{
	enum source source;
	char *url;
	int64_t number = -1;
	bool found = false, exact = str_int(span_of(word), &number) == OK;
	if (conf_feeds_url(&feeds->arena, word, true, &source, &url, NULL) != OK)
		url = NULL;
	for (size_t i = 0; i < feeds->len; i++) {
		const struct store_feed *feed = &feeds->list[i];
		if (!(exact && feed->id == number) &&
			!(url && (str_eq(feed->url, url) || str_eq(feed->address, url))))
			continue;
		cli_feeds_add(feeds, feed->id);
		found = true;
	}
	found = found || add_titled(feeds, word, true) || add_titled(feeds, word, false);
	return found ? OK
		     : err_set(err, ERR_NOT_FOUND,
			       _("no feed has the address, number or title \"%s\"; "
				 "courant list --feeds shows them"),
			       url_mask(&feeds->arena, word));
}

int
cli_feeds_name_one(struct cli_feeds *feeds, const char *word,
	const struct store_feed **feed, struct err *err)
{
	size_t before = feeds->ids_len;
	int status = cli_feeds_name(feeds, word, err);
	if (status != OK)
		return status;
	if (feeds->ids_len > before + 1)
		return err_set(err, ERR_INVALID,
			P_("%zu feed matches \"%s\"; give its address or number",
				"%zu feeds match \"%s\"; give the address or number of "
				"one",
				feeds->ids_len - before),
			feeds->ids_len - before, word);
	*feed = feeds->ids_len > before ? cli_feeds_by_id(feeds, feeds->ids[before])
					: NULL;
	return OK;
}

/* ---- titles */

const char *
cli_feeds_title(struct cli_feeds *feeds, const struct store_feed *feed)
{
	return feed->title ? feed->title : url_mask(&feeds->arena, feed->address);
}

const char *
cli_feeds_title_beside(struct cli_feeds *feeds, const struct store_feed *feed,
	const struct store_feed *other)
{
	return str_eq(feed->title, other->title) ? url_mask(&feeds->arena, feed->address)
						 : cli_feeds_title(feeds, feed);
}
