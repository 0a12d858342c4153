#include "config.h"

#include "import/bases_inside.h"

#include "import/database.h"
#include "import/import_api.h"

/* An episode that was stopped in its last seven seconds counts as played. */
static void
mend_episode(
	struct import_list *list, struct import_item *item, const struct import_row *row)
{
	int64_t at = import_row_number(row, ITEM_POSITION);
	int64_t all = import_row_number(row, ITEM_DURATION);
	(void)list;
	item->duration = all > 0 ? all * 1000 : 0;
	item->played = all > 7 && at >= all - 7;
	item->position = at > 0 && !item->played ? at * 1000 : 0;
	item->place = (uint32_t)import_row_number(row, ITEM_PLACE);
	item->heard = import_row_number(row, ITEM_HEARD);
}

const struct base import_base_gpodder = {
	.tables = {{"podcast", "url"}, {"episode", "podcast_id"}},
	.feeds = "SELECT url, id, title, '', link, {podcast.section~''}, "
		 "{podcast.auth_username~''}, {podcast.auth_password~''}, 0, 0, "
		 "{podcast.pause_subscription~0} FROM podcast",
	.items = "SELECT podcast_id, CASE WHEN guid = url THEN '' ELSE guid END, title, "
		 "link, '', published, CASE WHEN "
		 "{episode.description_html~''} <> '' THEN {episode.description_html~''} "
		 "ELSE description END, NOT is_new, {episode.archive~0}, state + 0 = 2, "
		 "'', "
		 "url, mime_type, '', {episode.current_position~0}, "
		 "{episode.total_time~0}, 0, {episode.current_position_updated~0} FROM "
		 "episode",
	.item = mend_episode,
};

/* A backup. What was played is known even where no position is left; feeds that were only
 * previewed are there, too (state 1). */
const struct base import_base_antennapod = {
	.tables = {{"FeedItems", "item_identifier"}, {"FeedMedia", "feeditem"}},
	.feeds =
		"SELECT download_url, id, {Feeds.custom_title~custom_title~''}, title, "
		"link, {Feeds.tags~replace(replace(replace(tags, '#untagged', ''), "
		"'#root', ''), char(30), char(31))~''}, {Feeds.username~''}, "
		"{Feeds.password~''}, 0, 0, ifnull({Feeds.keep_updated~1}, 1) = 0 OR "
		"ifnull({Feeds.state~0}, 0) = 2 FROM Feeds WHERE ifnull({Feeds.state~0}, "
		"0) <> 1",
	.items =
		"SELECT i.feed, i.item_identifier, i.title, i.link, '', i.pubDate / "
		"1000, "
		"i.description, i.read = 1, {Favorites.feeditem~f.feeditem IS NOT "
		"NULL~0}, "
		"0, '', m.download_url, m.mime_type, '', CASE WHEN i.read = 1 THEN "
		"m.duration ELSE m.position END / 1000, m.duration / 1000, "
		"{Queue.feeditem~q.id + 1~0}, "
		"{FeedMedia.last_played_time~m.last_played_time / 1000~0} FROM "
		"FeedItems i {Feeds.state~JOIN Feeds ON "
		"Feeds.id = i.feed AND ifnull(Feeds.state, 0) <> 1~} LEFT JOIN FeedMedia "
		"m "
		"ON m.feeditem = i.id {Favorites.feeditem~LEFT JOIN Favorites f ON "
		"f.feeditem = i.id~} {Queue.feeditem~LEFT JOIN Queue q ON q.feeditem = "
		"i.id~}",
	.item = mend_episode,
};

/* Positions are in milliseconds; nothing says how long an episode is. */
static void
mend_castero(
	struct import_list *list, struct import_item *item, const struct import_row *row)
{
	int64_t at = import_row_number(row, ITEM_POSITION);
	(void)list;
	item->played = import_row_number(row, ITEM_MARK_READ) != 0;
	item->position = at > 0 && !item->played ? at : 0;
	item->place = (uint32_t)import_row_number(row, ITEM_PLACE);
}

const struct base import_base_castero = {
	.tables = {{"episode", "feed_key"}, {"feed", "last_build_date"}},
	.feeds = "SELECT key, key, title, '', link, '', '', '', 0, 0 FROM feed",
	.items = "SELECT feed_key, '', title, link, '', pubdate, description, "
		 "{episode.played~0}, 0, 0, '', enclosure, '', '', "
		 "{progress.time~(SELECT CAST(time AS INTEGER) FROM progress WHERE ep_id "
		 "= episode.id)~0}, "
		 "0, {queue.ep_id~(SELECT min(queue.id) FROM queue WHERE ep_id = "
		 "episode.id)~0} FROM episode",
	.item = mend_castero,
};
