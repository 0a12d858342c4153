#include "config.h"

#include <inttypes.h>

#include "account.h"
#include "base/str.h"

static void
tell_items(struct account *account, struct buf *out)
{
	for (size_t i = 0; i < account->items_len; i++) {
		const struct account_item *item = &account->items[i];
		buf_addf(out, "%" PRId64 " %" PRId64 " %s %s", item->id, item->feed,
			item->read ? "r" : "-", item->starred ? "s" : "-");
		for (size_t k = 0; k < account->labels_len; k++)
			if (item->labels >> k & 1)
				buf_addf(out, " %s", account->labels[k]);
		buf_addc(out, '\n');
	}
}

static void
tell_feeds(struct account *account, struct buf *out)
{
	for (size_t i = 0; i < account->feeds_len; i++) {
		const struct account_feed *feed = &account->feeds[i];
		const struct account_folder *folder =
			account_folder(account, feed->folder);
		buf_addf(out, "%" PRId64 " %s %s%s%s\n", feed->id, feed->url, feed->title,
			folder ? " " : "", folder ? folder->name : "");
	}
}

void
account_control(struct account *account, struct account_call *call)
{
	struct buf *body = &call->out->body;
	if (str_eq(call->path, "/items")) {
		tell_items(account, body);
	} else if (str_eq(call->path, "/feeds")) {
		tell_feeds(account, body);
	} else if (str_eq(call->path, "/actions")) {
		for (size_t i = 0; i < account->actions_len; i++)
			buf_addf(body, "%s\n", account->actions[i]);
	} else if (call->request->body) {
		struct span rest = {call->request->body, call->request->body_len}, line;
		while (span_split(&rest, '\n', &line))
			if (!account_command(account, line))
				account_say(call, 400, "no such command\n");
	} else {
		account_say(call, 404, "nothing\n");
	}
}
