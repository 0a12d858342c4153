/*
 * The Google Reader API: every recorded exchange. What the wanted lines say was worked
 * out from the records by another program; test_remote_greader.c has requests and traps.
 */
#include "config.h"

#include "unit.h"

#include "remote/greader.h"
#include "remote_rows.h"

static const struct remote_told tolds[] = {
	{.file = "greader-freshrss/02-login-wrong.json",
		.step = REMOTE_LOGIN,
		.verdict = REMOTE_REST},
	{.file = "greader-freshrss/03-login.json", .step = REMOTE_LOGIN},
	{.file = "greader-freshrss/04-noauth.json",
		.step = REMOTE_FEEDS,
		.verdict = REMOTE_AGAIN_LOGIN},
	{.file = "greader-freshrss/05-badauth.json",
		.step = REMOTE_FEEDS,
		.verdict = REMOTE_AGAIN_LOGIN},
	{.file = "greader-freshrss/06-token.json", .step = REMOTE_TOKEN},
	{.file = "greader-freshrss/08-subscriptions-first.json",
		.step = REMOTE_FEEDS,
		.told = "feed feed/1 https://github.com/FreshRSS/FreshRSS/releases.atom "
			"FreshRSS releases [Uncategorized]\n"},
	{.file = "greader-freshrss/09-unsubscribe.json", .step = REMOTE_UNSUBSCRIBE},
	{.file = "greader-freshrss/10-subscriptions-none.json",
		.step = REMOTE_FEEDS,
		.told = ""},
	{.file = "greader-freshrss/11-quickadd.json", .step = REMOTE_SUBSCRIBE},
	{.file = "greader-freshrss/12-quickadd-again.json", .step = REMOTE_SUBSCRIBE},
	{.file = "greader-freshrss/13-quickadd-fails.json",
		.step = REMOTE_SUBSCRIBE,
		.verdict = REMOTE_REFUSED},
	{.file = "greader-freshrss/14-subscribe-folder.json", .step = REMOTE_EDIT},
	{.file = "greader-freshrss/15-subscribe.json", .step = REMOTE_EDIT},
	{.file = "greader-freshrss/16-subscribe-again.json",
		.step = REMOTE_EDIT,
		.verdict = REMOTE_REFUSED},
	{.file = "greader-freshrss/17-subscriptions.json",
		.step = REMOTE_FEEDS,
		.told = "feed feed/3 http://127.0.0.1:8961/b.xml My b ＆ title [Coast & "
			"sea]\n"
			"feed feed/2 http://127.0.0.1:8961/a.xml Feed a ＆ friends "
			"[Uncategorized]\n"
			"feed feed/4 http://127.0.0.1:8961/c.xml Feed c ＆ friends "
			"[Uncategorized]\n"},
	{.file = "greader-freshrss/18-tag-list.json", .step = REMOTE_FOLDERS},
	{.file = "greader-freshrss/19-unread-count.json",
		.step = REMOTE_OVERVIEW,
		.told = "count feed/3 4 1795909314727206\n"
			"count user/-/label/Coast & sea 4 1795909314727206\n"
			"count feed/2 5 1795909314701014\n"
			"count feed/4 3 1795909314742094\n"
			"count user/-/label/Uncategorized 8 1795909314742094\n"
			"total 12\n"
			"count user/-/state/com.google/reading-list 12 "
			"1795909314742094\n"},
	{.file = "greader-freshrss/20-ids-unread-all.json",
		.step = REMOTE_UNREAD,
		.told = "id 1795909314742094\n"
			"id 1795909314742093\n"
			"id 1795909314742092\n"
			"id 1795909314727206\n"
			"id 1795909314727205\n"
			"id 1795909314727204\n"
			"id 1795909314727203\n"
			"id 1795909314701014\n"
			"id 1795909314701013\n"
			"id 1795909314701012\n"
			"id 1795909314701011\n"
			"id 1795909314701010\n"},
	{.file = "greader-freshrss/21-ids-unread-page1.json",
		.step = REMOTE_UNREAD,
		.told = "id 1795909314742094\n"
			"id 1795909314742093\n"
			"id 1795909314742092\n"
			"id 1795909314727206\n"
			"id 1795909314727205\n"
			"more 1795909314727205\n"},
	{.file = "greader-freshrss/22-ids-unread-page2.json",
		.step = REMOTE_UNREAD,
		.told = "id 1795909314727204\n"
			"id 1795909314727203\n"
			"id 1795909314701014\n"
			"id 1795909314701013\n"
			"id 1795909314701012\n"
			"more 1795909314701012\n"},
	{.file = "greader-freshrss/23-ids-unread-page3.json",
		.step = REMOTE_UNREAD,
		.told = "id 1795909314701011\n"
			"id 1795909314701010\n"},
	{.file = "greader-freshrss/24-contents-ids.json", .step = REMOTE_CONTENTS},
	{.file = "greader-freshrss/25-contents-unknown.json", .step = REMOTE_CONTENTS},
	{.file = "greader-freshrss/26-stream-page1.json", .step = REMOTE_CONTENTS},
	{.file = "greader-freshrss/27-stream-page2.json", .step = REMOTE_CONTENTS},
	{.file = "greader-freshrss/28-stream-feed.json", .step = REMOTE_CONTENTS},
	{.file = "greader-freshrss/29-stream-label.json", .step = REMOTE_CONTENTS},
	{.file = "greader-freshrss/30-stream-label-unknown.json",
		.step = REMOTE_CONTENTS},
	{.file = "greader-freshrss/31-mark-read.json", .step = REMOTE_MARK, .told = ""},
	{.file = "greader-freshrss/32-star.json", .step = REMOTE_MARK, .told = ""},
	{.file = "greader-freshrss/33-star-and-read.json",
		.step = REMOTE_MARK,
		.told = ""},
	{.file = "greader-freshrss/34-contents-star-and-read.json",
		.step = REMOTE_CONTENTS},
	{.file = "greader-freshrss/35-tag-item.json", .step = REMOTE_MARK, .told = ""},
	{.file = "greader-freshrss/36-tag-list-2.json", .step = REMOTE_FOLDERS},
	{.file = "greader-freshrss/37-ids-label.json",
		.step = REMOTE_LABEL,
		.told = "id 1795909314727205\n"
			"id 1795909314727204\n"},
	{.file = "greader-freshrss/38-ids-starred.json",
		.step = REMOTE_STARRED,
		.told = "id 1795909314742092\n"},
	{.file = "greader-freshrss/39-ids-starred-it.json",
		.step = REMOTE_UNREAD,
		.told = "id 1795909314742092\n"},
	{.file = "greader-freshrss/40-ids-read.json",
		.step = REMOTE_UNREAD,
		.told = "id 1795909314742094\n"
			"id 1795909314742093\n"
			"id 1795909314742092\n"
			"id 1795909314727206\n"
			"id 1795909314727205\n"
			"id 1795909314727204\n"
			"id 1795909314727203\n"
			"id 1795909314701014\n"
			"id 1795909314701013\n"
			"id 1795909314701012\n"
			"id 1795909314701011\n"
			"id 1795909314701010\n"},
	{.file = "greader-freshrss/41-ids-read-it.json",
		.step = REMOTE_UNREAD,
		.told = "id 1795909314742094\n"
			"id 1795909314742093\n"
			"id 1795909314727206\n"},
	{.file = "greader-freshrss/42-mark-unread.json", .step = REMOTE_MARK, .told = ""},
	{.file = "greader-freshrss/43-edit-tag-badtoken.json",
		.step = REMOTE_MARK,
		.verdict = REMOTE_AGAIN_TOKEN},
	{.file = "greader-freshrss/44-edit-tag-notoken.json",
		.step = REMOTE_MARK,
		.told = ""},
	{.file = "greader-freshrss/45-edit-tag-unknown.json",
		.step = REMOTE_MARK,
		.told = ""},
	{.file = "greader-freshrss/46-untag-item.json", .step = REMOTE_MARK, .told = ""},
	{.file = "greader-freshrss/47-rename-tag.json", .step = REMOTE_RENAME_FOLDER},
	{.file = "greader-freshrss/48-feed-move.json", .step = REMOTE_EDIT},
	{.file = "greader-freshrss/49-feed-rename.json", .step = REMOTE_EDIT},
	{.file = "greader-freshrss/50-subscriptions-2.json",
		.step = REMOTE_FEEDS,
		.told = "feed feed/3 http://127.0.0.1:8961/b.xml My b ＆ title [Coast & "
			"sea]\n"
			"feed feed/4 http://127.0.0.1:8961/c.xml C ü \"quoted\" ＜b＞ "
			"[New folder]\n"
			"feed feed/2 http://127.0.0.1:8961/a.xml Feed a ＆ friends "
			"[Uncategorized]\n"},
	{.file = "greader-freshrss/53-ids-unread-after.json",
		.step = REMOTE_UNREAD,
		.told = "id 1795909314742094\n"
			"id 1795909314742092\n"
			"id 1795909314727205\n"
			"id 1795909314727204\n"
			"id 1795909314727203\n"
			"id 1795909314701014\n"
			"id 1795909314701013\n"
			"id 1795909314701012\n"
			"id 1795909314701011\n"},
	{.file = "greader-freshrss/56-ids-unread-after2.json",
		.step = REMOTE_UNREAD,
		.told = "id 1795909314742094\n"
			"id 1795909314742092\n"},
	{.file = "greader-freshrss-delta/01-1-unread.json",
		.step = REMOTE_UNREAD,
		.told = "id 1795909314742092\n"
			"id 1795909314727206\n"
			"id 1795909314727205\n"
			"id 1795909314727204\n"
			"id 1795909314727203\n"
			"id 1795909314701014\n"
			"id 1795909314701013\n"
			"id 1795909314701012\n"
			"id 1795909314701011\n"
			"id 1795909314701010\n"},
	{.file = "greader-freshrss-delta/02-1-starred.json",
		.step = REMOTE_STARRED,
		.told = "id 1795909314742092\n"
			"id 1795909314727206\n"
			"id 1795909314727205\n"},
	{.file = "greader-freshrss-delta/03-2-new.json",
		.step = REMOTE_NEW,
		.told = "id 1795909756246470\n"
			"id 1795909756246469\n"
			"id 1795909756246468\n"
			"id 1795909756246467\n"
			"id 1795909756246466\n"
			"id 1795909756246465\n"},
	{.file = "greader-freshrss-delta/04-2-unread.json",
		.step = REMOTE_UNREAD,
		.told = "id 1795909756246470\n"
			"id 1795909756246469\n"
			"id 1795909756246468\n"
			"id 1795909756246467\n"
			"id 1795909756246466\n"
			"id 1795909756246465\n"
			"id 1795909314727206\n"
			"id 1795909314727205\n"
			"id 1795909314727204\n"
			"id 1795909314727203\n"
			"id 1795909314701014\n"
			"id 1795909314701013\n"
			"id 1795909314701012\n"
			"id 1795909314701011\n"
			"id 1795909314701010\n"},
	{.file = "greader-freshrss-delta/05-2-starred.json",
		.step = REMOTE_STARRED,
		.told = "id 1795909314742092\n"
			"id 1795909314727206\n"
			"id 1795909314727205\n"
			"id 1795909314727204\n"},
	{.file = "greader-freshrss-delta/06-2-label.json",
		.step = REMOTE_LABEL,
		.told = "id 1795909314727205\n"
			"id 1795909314727204\n"
			"id 1795909314727203\n"},
	{.file = "greader-freshrss-delta/07-2-contents.json", .step = REMOTE_CONTENTS},
	{.file = "greader-freshrss-delta/08-2-tags.json", .step = REMOTE_FOLDERS},
	{.file = "greader-freshrss-delta/09-2-subscriptions.json",
		.step = REMOTE_FEEDS,
		.told = "feed feed/3 http://127.0.0.1:8961/b.xml My b ＆ title [Coast & "
			"sea]\n"
			"feed feed/4 http://127.0.0.1:8961/c.xml C ü \"quoted\" ＜b＞ "
			"[New folder]\n"
			"feed feed/2 http://127.0.0.1:8961/a.xml Feed a ＆ friends "
			"[Uncategorized]\n"},
	{.file = "greader-freshrss-delta/10-2-counts.json",
		.step = REMOTE_OVERVIEW,
		.told = "count feed/3 6 1795909756246468\n"
			"count user/-/label/Coast & sea 6 1795909756246468\n"
			"count feed/4 2 1795909756246467\n"
			"count user/-/label/New folder 2 1795909756246467\n"
			"count feed/2 7 1795909756246470\n"
			"count user/-/label/Uncategorized 7 1795909756246470\n"
			"count user/-/label/kept 1 1795909314727205\n"
			"count user/-/label/to keep 3 1795909314727205\n"
			"total 15\n"
			"count user/-/state/com.google/reading-list 15 "
			"1795909756246470\n"},
	{.file = "made-greader-bazqux/01-ids.json",
		.step = REMOTE_UNREAD,
		.told = "id 150177826473082\n"
			"id -9203023375158575101\n"},
	{.file = "made-greader-bazqux/02-login-expired.json",
		.step = REMOTE_LOGIN,
		.verdict = REMOTE_REST},
	{.file = "made-greader-inoreader/01-limit.json",
		.step = REMOTE_UNREAD,
		.verdict = REMOTE_LATER},
	{.file = "made-greader-inoreader/02-ids.json",
		.step = REMOTE_UNREAD,
		.told = "id 3614359203\n"
			"more Ab1\n"},
	{.file = "made-greader-miniflux/01-login.json", .step = REMOTE_LOGIN},
	{.file = "made-greader-miniflux/02-login-wrong.json",
		.step = REMOTE_LOGIN,
		.verdict = REMOTE_REST},
	{.file = "made-greader-miniflux/03-badtoken.json",
		.step = REMOTE_MARK,
		.verdict = REMOTE_AGAIN_TOKEN},
	{.file = "made-greader-miniflux/04-tag-list.json", .step = REMOTE_FOLDERS},
	{.file = "made-greader-miniflux/05-subscription-list.json",
		.step = REMOTE_FEEDS,
		.told = "feed feed/42 https://example.org/feed.xml Example [Tech]\n"},
	{.file = "made-greader-miniflux/06-ids-page1.json",
		.step = REMOTE_UNREAD,
		.told = "id 12345\n"
			"id 12344\n"
			"more 2\n"},
	{.file = "made-greader-miniflux/07-ids-page2.json",
		.step = REMOTE_UNREAD,
		.told = "id 12343\n"},
	{.file = "made-greader-miniflux/08-contents.json", .step = REMOTE_CONTENTS},
	{.file = "made-greader-miniflux/09-unknown-path.json",
		.step = REMOTE_OVERVIEW,
		.told = ""},
	{.file = "made-greader-miniflux/10-label-ids.json",
		.step = REMOTE_LABEL,
		.verdict = REMOTE_SPLIT},
	{.file = "made-greader-theoldreader/01-ids.json",
		.step = REMOTE_UNREAD,
		.told = "id 00157a17b192950b65be3791\n"
			"id 00157a17b192950b65be3790\n"},
	{.file = "made-greader-theoldreader/02-error.json",
		.step = REMOTE_FEEDS,
		.verdict = REMOTE_LATER},
	{.file = "made-greader-theoldreader/03-quickadd-fails.json",
		.step = REMOTE_SUBSCRIBE,
		.verdict = REMOTE_REFUSED},
	{.file = "made-rot/01-captive-portal.json",
		.step = REMOTE_FEEDS,
		.verdict = REMOTE_LATER},
	{.file = "made-rot/02-numbers-as-text.json",
		.step = REMOTE_OVERVIEW,
		.told = "count feed/1 0 \n"
			"count user/-/label/x 3 \n"},
	{.file = "made-rot/03-continuation-repeats.json",
		.step = REMOTE_UNREAD,
		.told = "id 7\n"
			"more 7\n"},
	{.file = "made-rot/04-duplicate-ids.json",
		.step = REMOTE_UNREAD,
		.told = "id 12345\n"
			"id 12345\n"
			"id 12345\n"},
	{.file = "made-rot/05-no-feeds.json", .step = REMOTE_FEEDS, .told = ""},
};

static const char *const sets[] = {"greader-freshrss", "greader-freshrss-delta",
	"made-greader-bazqux", "made-greader-inoreader", "made-greader-miniflux",
	"made-greader-theoldreader", "made-rot", NULL};

/* Other things than the API, and what would mark more than was seen (T8). */
static const char *const unasked[] = {
	"greader-freshrss/01-base.json",
	"greader-freshrss/07-user-info.json",
	"greader-freshrss/51-export.json",
	"greader-freshrss/52-mark-all-old.json",
	"greader-freshrss/54-mark-all-feed.json",
	"greader-freshrss/55-mark-all-label.json",
	"greader-freshrss/57-nosuch.json",
	NULL,
};

static struct remote_rows rows = {
	.backend = &remote_greader,
	.base = "http://127.0.0.1/api/greader.php",
	.user = "ann",
	.password = "apipw123",
	.tolds = tolds,
	.tolds_len = COUNT_OF(tolds),
	.sets = sets,
	.unasked = unasked,
};

int
main(void)
{
	const struct CMUnitTest tests[] = {
		REMOTE_ROWS(&rows),
	};
	return UNIT_RUN(tests);
}
