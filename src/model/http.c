#include "config.h"

#include "model/http.h"

#include <string.h>

#include "base/i18n.h"
#include "base/time.h"

const char *
http_trouble_name(int trouble)
{
	static const char *const names[TROUBLE_LEN] = {
		[TROUBLE_NONE] = "",
		[TROUBLE_NAME] = N_("name"),
		[TROUBLE_CONNECT] = N_("connection"),
		[TROUBLE_TIMEOUT] = N_("time-out"),
		[TROUBLE_TLS] = N_("tls"),
		[TROUBLE_BROKEN] = N_("broken"),
		[TROUBLE_LIMIT] = N_("limit"),
		[TROUBLE_REFUSED] = N_("refused"),
		[TROUBLE_MISSING] = N_("missing"),
		[TROUBLE_GONE] = N_("gone"),
		[TROUBLE_SLOW_DOWN] = N_("slow-down"),
		[TROUBLE_SERVER] = N_("server"),
		[TROUBLE_REQUEST] = N_("request"),
		[TROUBLE_NOT_FEED] = N_("no-feed"),
		[TROUBLE_LOGIN] = N_("login-page"),
		[TROUBLE_LOCAL] = N_("local"),
	};
	return trouble >= 0 && trouble < TROUBLE_LEN ? names[trouble] : "";
}

size_t
http_polls(const struct http_state *http)
{
	return http->polls_len / HTTP_POLL_NUMBERS;
}

bool
http_move_adopted(const struct http_state *http, int64_t now)
{
	/* If the old address now fails, it need not redirect once more. */
	int64_t seen = http->failures > 0 ? now : http->last_poll;
	return http->moved_to && http->moved_count >= HTTP_MOVED_COUNT &&
	       seen - http->moved_since >= HTTP_MOVED_SECONDS;
}

void
http_forget_move(struct http_state *http)
{
	http->moved_to = NULL;
	http->moved_since = TIME_NONE;
	http->moved_count = 0;
}

static void
count(struct http_state *http, int64_t at, bool conditional)
{
	int64_t day = at / TIME_DAY;
	if (http->day != day)
		http->day_requests = http->day_conditional = 0;
	http->day = day;
	http->requests++;
	http->day_requests++;
	http->conditional += conditional;
	http->day_conditional += conditional;
}

void
http_count_older(struct http_state *http, int64_t at)
{
	count(http, at, false);
}

void
http_poll_add(struct http_state *http, const struct http_poll *poll)
{
	const int64_t row[HTTP_POLL_NUMBERS] = {poll->at,
		poll->status * 2 + poll->conditional, poll->trouble, poll->new_items,
		poll->bytes};
	size_t len = http_polls(http);
	count(http, poll->at, poll->conditional);
	if (len >= HTTP_POLLS_MAX) {
		len = HTTP_POLLS_MAX - 1;
		memmove(http->polls, http->polls + HTTP_POLL_NUMBERS, len * sizeof row);
	}
	memcpy(http->polls + len * HTTP_POLL_NUMBERS, row, sizeof row);
	http->polls_len = (uint16_t)((len + 1) * HTTP_POLL_NUMBERS);
}

struct http_poll
http_poll_at(const struct http_state *http, size_t n)
{
	const int64_t *row = http->polls + n * HTTP_POLL_NUMBERS;
	return (struct http_poll){
		.at = row[0],
		.status = (int32_t)(row[1] / 2),
		.conditional = row[1] & 1,
		.trouble = (int32_t)row[2],
		.new_items = row[3],
		.bytes = row[4],
	};
}
