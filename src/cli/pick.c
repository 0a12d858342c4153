#include "config.h"

#include "cli/pick.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/url.h"
#include "cli/command.h"
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
cli_pick_begin(struct cli_pick *pick, struct cli *cli, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(cli->store, &view, err);
	if (status != OK)
		return status;
	status = store_feeds(&view, &pick->arena, false, &pick->feeds, &pick->feeds_len);
	return end_view(&view, status, err);
}

int
cli_pick_twins(struct cli_pick *pick, struct cli *cli, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(cli->store, &view, err);
	if (status != OK)
		return status;
	status = store_feed_duplicates(
		&view, &pick->arena, &pick->twins, &pick->twins_len);
	return end_view(&view, status, err);
}

const struct store_feed *
cli_pick_feed(const struct cli_pick *pick, uint32_t id)
{
	for (size_t i = 0; i < pick->feeds_len; i++)
		if (pick->feeds[i].id == id)
			return &pick->feeds[i];
	return NULL;
}

void
cli_pick_done(struct cli_pick *pick)
{
	free(pick->choice.ids);
	arena_done(&pick->arena);
}

const char *
cli_pick_name(struct cli_pick *pick, const struct store_feed *feed)
{
	return feed->title ? feed->title : url_mask(&pick->arena, feed->url);
}

const char *
cli_pick_name_beside(struct cli_pick *pick, const struct store_feed *feed,
	const struct store_feed *other)
{
	return str_eq(feed->title, other->title) ? url_mask(&pick->arena, feed->url)
						 : cli_pick_name(pick, feed);
}

void
cli_pick_add(struct cli_pick *pick, uint32_t feed)
{
	cli_choice_add(&pick->choice, feed);
}

int
cli_pick_one(struct cli_pick *pick, const char *word, const struct store_feed **feed,
	struct err *err)
{
	struct cli_choice *choice = &pick->choice;
	size_t before = choice->len;
	int status =
		cli_choose(pick->feeds, pick->feeds_len, word, &pick->arena, choice, err);
	if (status != OK)
		return status;
	if (choice->len > before + 1)
		return err_set(err, ERR_INVALID,
			_("%zu feeds match \"%s\"; give the address or number of one"),
			choice->len - before, word);
	*feed = NULL;
	for (size_t i = 0; choice->len > before && i < pick->feeds_len; i++)
		if (pick->feeds[i].id == choice->ids[before])
			*feed = &pick->feeds[i];
	return OK;
}
