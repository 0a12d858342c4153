#include "config.h"

#include "import/bases_inside.h"

#include <string.h>

#include "base/buf.h"
#include "base/str.h"
#include "feed/unpack.h"
#include "import/database.h"
#include "import/import_api.h"
#include "import/import_list.h"

/* Newer versions have JSON, which the query reads; older ones TYPE&ADDRESS#…, or
 * ADDRESS#…, with each part in base64. */
static void
mend_rssguard(
	struct import_list *list, struct import_item *item, const struct import_row *row)
{
	struct span rest = span_of(import_row_text(row, ITEM_ENCLOSURE)), one, type;
	struct buf out = BUF_INIT(0);
	import_bases_tags(list, item, import_row_text(row, ITEM_TAGS));
	if (item->enclosure && *item->enclosure == '[') /* damaged JSON */
		item->enclosure = NULL;
	if (!item->enclosure || strchr(item->enclosure, ':') ||
		!span_split(&rest, '#', &one))
		return;
	bool typed = memchr(one.p, '&', one.n) && span_split(&one, '&', &type);
	feed_text_base64(&out, one);
	item->enclosure =
		strchr(buf_str(&out), ':') ? import_text(list, buf_str(&out)) : NULL;
	buf_clear(&out);
	if (typed)
		feed_text_base64(&out, type);
	item->enclosure_type = import_text(list, buf_str(&out));
	buf_done(&out);
}

/* Feeds of accounts whose servers courant supports belong to the servers. service says
 * which kind of Google Reader API it is. */
#define RSSGUARD_SERVERS                                                                 \
	"type IN ('greader', 'inoreader', 'owncloud', 'nextcloud', 'tt-rss')"
#define RSSGUARD_THEIRS                                                                  \
	"({Accounts.type~SELECT id FROM Accounts WHERE " RSSGUARD_SERVERS "~SELECT -1})"

/* The user name of a feed that is protected. */
#define RSSGUARD_LOGIN                                                                   \
	"CASE WHEN json_valid(Feeds.custom_data) THEN CASE WHEN "                        \
	"ifnull(json_extract(Feeds.custom_data, '$.protected'), "                        \
	"json_extract(Feeds.custom_data, '$.protection')) THEN "                         \
	"json_extract(Feeds.custom_data, '$.username') END END"

/* Between polls, in minutes. Newer versions count in seconds. */
#define RSSGUARD_MINUTES                                                                 \
	"CASE WHEN Feeds.update_type <> 2 THEN 0 WHEN Feeds.update_interval > "          \
	"{Feeds.ordr~59~1440} THEN (Feeds.update_interval + 59) / 60 ELSE "              \
	"Feeds.update_interval END"

/* The key by which items refer to their feed: its own id in the newest and oldest
 * versions, which have a number there, otherwise its id in the account. */
#define RSSGUARD_KEY                                                                     \
	"{Feeds.custom_id~coalesce(nullif(Feeds.custom_id, ''), Feeds.id)~Feeds.id}"
#define RSSGUARD_FEED                                                                    \
	"CASE typeof(m.feed) WHEN 'integer' THEN (SELECT " RSSGUARD_KEY                  \
	" FROM Feeds WHERE Feeds.id = m.feed) ELSE m.feed END"

/* Of the first enclosure; older versions have no JSON there. */
#define RSSGUARD_MEDIA                                                                   \
	"CASE WHEN json_valid(m.enclosures) THEN json_extract(m.enclosures, "            \
	"'$[0].url') ELSE m.enclosures END"
#define RSSGUARD_MEDIA_TYPE                                                              \
	"CASE WHEN json_valid(m.enclosures) THEN json_extract(m.enclosures, "            \
	"'$[0].mime') END"

/* Before version 2.2 there were no accounts. */
const struct base import_base_rssguard = {
	.tables = {{"Messages", "is_pdeleted"}, {"Feeds", "category"}},
	.feeds = "WITH RECURSIVE p(id, path, n) AS (SELECT id, title, 1 FROM Categories "
		 "WHERE parent_id < 0 UNION ALL SELECT c.id, p.path || '/' || c.title, n "
		 "+ 1 FROM Categories c JOIN p ON c.parent_id = p.id WHERE n < 64 LIMIT "
		 "5000) SELECT "
		 "{Feeds.source~Feeds.url}, Feeds.account_id || '/' || " RSSGUARD_KEY
		 ", Feeds.title, '', '', p.path, '', '', " RSSGUARD_MINUTES
		 ", {Feeds.keep_article_customize~CASE WHEN Feeds.keep_article_customize "
		 "THEN Feeds.keep_article_count ELSE 0 END~0}, "
		 "Feeds.update_type = 0 OR {Feeds.is_off~0}, "
		 "coalesce({Feeds.custom_data~" RSSGUARD_LOGIN "~NULL}, CASE WHEN "
		 "{Feeds.protected~0} THEN {Feeds.username~''} END) FROM (SELECT "
		 "*{Feeds.account_id~~, 0 AS account_id} FROM Feeds) Feeds LEFT JOIN "
		 "p ON p.id = Feeds.category WHERE Feeds.account_id NOT "
		 "IN " RSSGUARD_THEIRS,
	.filters =
		"SELECT {MessageFilters.name~name, 0 FROM MessageFilters~'', 0 WHERE 0} "
		"{MessageFilters.is_enabled~WHERE is_enabled~} UNION ALL SELECT "
		"{Probes.name~name, 1 FROM Probes~'', 1 WHERE 0}",
	.accounts =
		"{Accounts.custom_data~SELECT CASE type WHEN 'greader' THEN 'greader' "
		"WHEN 'inoreader' THEN 'greader' WHEN 'tt-rss' THEN "
		"'ttrss' ELSE 'nextcloud' END, CASE type WHEN 'inoreader' THEN "
		"'https://www.inoreader.com' ELSE CASE json_extract(d, '$.service') WHEN "
		"2 "
		"THEN 'https://theoldreader.com' WHEN 4 THEN 'https://bazqux.com' WHEN "
		"16 THEN 'https://www.inoreader.com' ELSE rtrim(json_extract(d, "
		"'$.url'), '/') END END, coalesce(json_extract(d, '$.username'), "
		"json_extract(d, '$.auth_username'), '') FROM (SELECT type, CASE WHEN "
		"json_valid(custom_data) THEN custom_data ELSE 'null' END AS d FROM "
		"Accounts WHERE " RSSGUARD_SERVERS ")~SELECT '', '', '' WHERE 0} UNION "
		"ALL SELECT {TtRssAccounts.url~'ttrss', rtrim(url, '/'), username FROM "
		"TtRssAccounts~'', '', '' WHERE 0} UNION ALL SELECT "
		"{OwnCloudAccounts.url~'nextcloud', rtrim(url, '/'), username FROM "
		"OwnCloudAccounts~'', '', '' WHERE 0} UNION ALL SELECT "
		"{InoreaderAccounts.username~'greader', 'https://www.inoreader.com', "
		"username FROM InoreaderAccounts~'', '', '' WHERE 0}",
	.items =
		"SELECT m.account_id || '/' || " RSSGUARD_FEED
		", CASE WHEN m.custom_id = m.id THEN "
		"'' ELSE m.custom_id END, m.title, m.url, "
		"m.author, m.date_created / 1000, m.contents, m.is_read, "
		"m.is_important, m.is_deleted OR m.is_pdeleted, "
		"{Messages.labels~(SELECT group_concat(l.name || char(31), '') FROM "
		"Labels l WHERE instr(m.labels, '.' || l.custom_id || "
		"'.'))~coalesce(t.tags, t5.tags)}, "
		"{Messages.enclosures~" RSSGUARD_MEDIA "~''}, "
		"{Messages.enclosures~" RSSGUARD_MEDIA_TYPE "~''}, '' "
		"FROM (SELECT *{Messages.account_id~~, 0 AS account_id}"
		"{Messages.custom_id~~, '' AS custom_id} FROM Messages) m LEFT JOIN "
		"({LabelsInMessages.account_id~SELECT "
		"n.message, n.account_id, group_concat(l.name || char(31), '') AS tags "
		"FROM LabelsInMessages n JOIN Labels l ON l.custom_id = n.label AND "
		"l.account_id = n.account_id GROUP BY n.message, n.account_id~SELECT "
		"NULL "
		"AS message, NULL AS account_id, '' AS tags}) t ON t.message = CASE WHEN "
		"ifnull(m.custom_id, '') = '' THEN m.id || '' ELSE m.custom_id END AND "
		"t.account_id = m.account_id LEFT JOIN ({LabelsInMessages.message~SELECT "
		"n.message, group_concat(l.name || char(31), '') AS tags FROM "
		"LabelsInMessages n JOIN Labels l ON l.id = n.label GROUP BY "
		"n.message~SELECT NULL AS message, '' AS tags}) t5 ON t5.message = m.id "
		"{LabelsInMessages.account_id~AND 0~} WHERE m.account_id NOT "
		"IN " RSSGUARD_THEIRS,
	.item = mend_rssguard,
};
