#include "config.h"

#include "cli/choose.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/url.h"
#include "base/vec.h"
#include "conf/feeds.h"
#include "store/db/view.h"
#include "store/feed/feed.h"

int
cli_choose_from(struct store *store, struct arena *arena, struct store_feed **feeds,
	size_t *len, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(store, &view, err);
	if (status != OK)
		return status;
	status = store_feeds(&view, arena, false, feeds, len);
	store_view_end(&view);
	return status == OK ? OK
			    : err_set(err, status,
				      _("the feeds cannot be read from the store; run "
					"courant check"));
}

void
cli_choice_add(struct cli_choice *choice, uint32_t id)
{
	for (size_t i = 0; i < choice->len; i++)
		if (choice->ids[i] == id)
			return;
	*VEC_PUSH(choice->ids, choice->len, choice->cap) = id;
}

static bool
has_title(const struct store_feed *feed, const char *part)
{
	return (feed->title && str_ifind(feed->title, strlen(feed->title), part)) ||
	       (feed->feed_title &&
		       str_ifind(feed->feed_title, strlen(feed->feed_title), part));
}

int
cli_choose(const struct store_feed *feeds, size_t len, const char *word,
	struct arena *arena, struct cli_choice *choice, struct err *err)
{
	enum source source;
	char *url;
	int64_t number = -1;
	bool found = false;
	bool exact = str_int(span_of(word), &number) == OK;
	if (conf_feeds_url(arena, word, true, &source, &url, NULL) != OK)
		url = NULL;
	for (size_t i = 0; i < len; i++) {
		if (!(exact && feeds[i].id == number) &&
			!(url && str_eq(feeds[i].url, url)))
			continue;
		cli_choice_add(choice, feeds[i].id);
		found = true;
	}
	for (size_t i = 0; i < len && !found; i++)
		for (; i < len && (found || has_title(&feeds[i], word)); i++) {
			found = true;
			if (has_title(&feeds[i], word))
				cli_choice_add(choice, feeds[i].id);
		}
	if (!found)
		return err_set(err, ERR_NOT_FOUND,
			_("no feed has the address, number or title \"%s\"; "
			  "courant list --feeds shows them"),
			url_mask(arena, word));
	return OK;
}
