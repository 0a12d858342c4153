/* Fever as FreshRSS answers it, with its traps (T15, T16). */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "account.h"
#include "base/str.h"

#define KEY "79c208d653b8a534b5b502b6330dfc2e" /* md5("ann:readerpw1") */
#define ITEMS 50

static void
put_ids(struct account *account, struct buf *out, bool starred)
{
	bool first = true;
	size_t cut = (size_t)account->traps[ACCOUNT_TRAP_CUT], told = 0;
	buf_addf(out, ",\"%s_item_ids\":\"", starred ? "saved" : "unread");
	for (size_t i = account->items_len; i-- > 0;) {
		const struct account_item *item = &account->items[i];
		if (starred ? !item->starred : item->read)
			continue;
		if (cut && told++ == cut)
			break;
		buf_addf(out, "%s%" PRId64, first ? "" : ",", item->id);
		first = false;
	}
	buf_adds(out, "\"");
}

static void
put_groups(struct account *account, struct buf *out)
{
	buf_adds(out, ",\"groups\":[");
	for (size_t i = 0; i < account->folders_len; i++) {
		buf_addf(out, "%s{\"id\":%" PRId64 ",\"title\":", i ? "," : "",
			account->folders[i].id);
		account_put_text(out, account->folders[i].name);
		buf_addc(out, '}');
	}
	buf_addc(out, ']');
}

static void
put_places(struct account *account, struct buf *out)
{
	buf_adds(out, ",\"feeds_groups\":[");
	for (size_t i = 0; i < account->folders_len; i++) {
		bool first = true;
		buf_addf(out, "%s{\"group_id\":%" PRId64 ",\"feed_ids\":\"", i ? "," : "",
			account->folders[i].id);
		for (size_t k = 0; k < account->feeds_len; k++) {
			if (account->feeds[k].folder != account->folders[i].id)
				continue;
			buf_addf(out, "%s%" PRId64, first ? "" : ",",
				account->feeds[k].id);
			first = false;
		}
		buf_adds(out, "\"}");
	}
	buf_addc(out, ']');
}

static void
put_feeds(struct account *account, struct buf *out)
{
	buf_adds(out, ",\"feeds\":[");
	for (size_t i = 0; i < account->feeds_len; i++) {
		buf_addf(out, "%s{\"id\":%" PRId64 ",\"title\":", i ? "," : "",
			account->feeds[i].id);
		account_put_text(out, account->feeds[i].title);
		buf_adds(out, ",\"url\":");
		account_put_text(out, account->feeds[i].url);
		buf_adds(out, ",\"site_url\":\"\"}");
	}
	buf_addc(out, ']');
}

static void
put_item(struct account *account, struct buf *out, const struct account_item *item)
{
	buf_addf(out, "{\"id\":\"%" PRId64 "\",\"feed_id\":", item->id);
	account_put_number(account, out, item->feed);
	buf_adds(out, ",\"title\":");
	account_put_title(out, item);
	buf_adds(out, ",\"author\":\"\",\"url\":");
	account_put_link(out, item);
	buf_adds(out, ",\"html\":");
	account_put_html(out, item);
	buf_addf(out, ",\"is_saved\":%d,\"is_read\":%d,\"created_on_time\":%" PRId64 "}",
		item->starred, item->read, item->published);
}

static void
put_items(struct account *account, struct account_call *call, struct buf *out)
{
	const char *with = account_param(&call->query, "with_ids");
	int64_t since = account_number(&call->query, "since_id", 0);
	size_t told = 0;
	buf_addf(out, ",\"total_items\":%zu,\"items\":[", account->items_len);
	for (const char *at = with; at && *at && told < ITEMS;) {
		char *end;
		const struct account_item *item =
			account_item(account, strtoll(at, &end, 10));
		at = *end ? end + 1 : end;
		if (!item)
			continue;
		buf_adds(out, told++ ? "," : "");
		put_item(account, out, item);
	}
	for (size_t i = 0; !with && i < account->items_len && told < ITEMS; i++) {
		if (account->items[i].id <= since)
			continue;
		buf_adds(out, told++ ? "," : "");
		put_item(account, out, &account->items[i]);
	}
	buf_addc(out, ']');
}

/* T15: several ids do nothing. */
static void
mark(struct account *account, const struct account_params *form)
{
	static const char *const words[][2] = {{"read", "read"}, {"unread", "unread"},
		{"saved", "star"}, {"unsaved", "unstar"}};
	const char *as = account_param(form, "as");
	struct account_item *item = account_item(account, account_number(form, "id", 0));
	account->marks++;
	for (size_t i = 0; item && i < COUNT_OF(words); i++)
		if (str_eq(as, words[i][0]))
			account_mark(account, item, words[i][1]);
}

void
account_fever(struct account *account, struct account_call *call)
{
	struct buf *out = &call->out->body;
	struct account_params form;
	account_params_read(
		&form, span_of(call->request->body ? call->request->body : ""));
	bool right = str_eq(account_param(&form, "api_key"), KEY);
	buf_addf(out, "{\"api_version\":3,\"auth\":%d", right);
	if (right) {
		if (account_param(&form, "mark"))
			mark(account, &form);
		if (account_param(&call->query, "groups"))
			put_groups(account, out);
		if (account_param(&call->query, "feeds"))
			put_feeds(account, out);
		if (account_param(&call->query, "groups") ||
			account_param(&call->query, "feeds"))
			put_places(account, out);
		if (account_param(&call->query, "items"))
			put_items(account, call, out);
		if (account_param(&call->query, "unread_item_ids"))
			put_ids(account, out, false);
		if (account_param(&call->query, "saved_item_ids"))
			put_ids(account, out, true);
	}
	buf_addc(out, '}');
	account_params_done(&form);
}
