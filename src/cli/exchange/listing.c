/*
 * What a query finds as a document for other programs: items as a mailbox (RFC 4155, with
 * messages of RFC 5322 and MIME), as a page, or as a feed, and feeds as OPML. The texts
 * of a page are laid out by us, since nobody knows what unclosed markup of one item would
 * do to those after it.
 */
#include "config.h"

#include "cli/exchange/commands.h"
#include "cli/exchange/export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/quote.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "cli/core/find.h"
#include "cli/exchange/publish.h"
#include "cli/read/list.h"
#include "conf/settings.h"
#include "output/document.h"
#include "query/query.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/item/list.h"

#define WIDTH 76        /* of texts and of base64 (RFC 2045, 6.8) */
#define WORD_BYTES 42   /* of an encoded word: at most 75 characters (RFC 2047, 2) */
#define CHUNK_MAX 65536 /* bytes that are written at once */

struct listing {
	struct cli *cli;
	struct arena arena; /* of an item */
	struct buf out;
	void (*put)(struct buf *out, const struct output_item *item);
	size_t count;
	int status;
	struct err *err;
};

/* ---- mailboxes */

/* Text in a header field: as it is, or in encoded words. */
static void
put_header(struct buf *out, const char *name, const char *text)
{
	bool plain = true;
	size_t n = strlen(text);
	for (size_t i = 0; i < n; i++)
		plain &= text[i] >= 0x20 && text[i] < 0x7f;
	plain = plain && n < WIDTH - 16 && !strstr(text, "=?");
	buf_addf(out, "%s:%s", name, plain ? " " : "");
	if (plain)
		buf_adds(out, text);
	for (size_t i = 0, k; i < n && !plain; i += k) {
		k = n - i < WORD_BYTES ? n - i : WORD_BYTES;
		while (i + k < n && ((unsigned char)text[i + k] & 0xc0) == 0x80)
			k--; /* no character is split */
		buf_adds(out, "\n =?UTF-8?B?");
		quote_base64(out, text + i, k, 0);
		buf_adds(out, "?=");
	}
	buf_addc(out, '\n');
}

/* A date as RFC 5322 and the line "From " want it, whatever the locale. */
static void
put_date(struct buf *out, int64_t at, bool from)
{
	static const char days[] = "SunMonTueWedThuFriSat";
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	time_t when = (time_t)at;
	struct tm tm = {0};
	gmtime_r(&when, &tm);
	const char *day = days + 3 * tm.tm_wday, *month = months + 3 * tm.tm_mon;
	if (from)
		buf_addf(out, "%.3s %.3s %2d %02d:%02d:%02d %d", day, month, tm.tm_mday,
			tm.tm_hour, tm.tm_min, tm.tm_sec, tm.tm_year + 1900);
	else
		buf_addf(out, "%.3s, %d %.3s %d %02d:%02d:%02d +0000", day, tm.tm_mday,
			month, tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

static int64_t
date_of(const struct store_item *item)
{
	return item->published != TIME_NONE ? item->published : item->seen;
}

static void
put_mail(struct buf *out, const struct output_item *of)
{
	const struct store_item *item = &of->item;
	const char *key = item->guid ? item->guid : item->link ? item->link : "";
	const char *author = str_empty(item->author) ? of->feed_title : item->author;
	struct buf text = BUF_INIT(0), from = BUF_INIT(0);
	buf_adds(out, "From courant@localhost ");
	put_date(out, date_of(item), true);
	buf_adds(out, "\n");
	put_header(&from, "From", author ? author : "courant");
	buf_cut(&from, from.len - 1);
	buf_addf(out, "%s <courant@localhost>\n", buf_str(&from));
	buf_adds(out, "Date: ");
	put_date(out, date_of(item), false);
	buf_addc(out, '\n');
	put_header(out, "Subject", item->title ? item->title : _("(no title)"));
	buf_addf(out, "Message-ID: <%016" PRIx64 ".%016" PRIx64 "@courant.localhost>\n",
		hash64(of->feed_url, strlen(of->feed_url)), hash64(key, strlen(key)));
	put_header(out, "X-Feed", of->feed_title ? of->feed_title : "");
	if (item->link && url_is_web(item->link))
		put_header(out, "Content-Location", item->link);
	buf_addf(out, "Status: %s\n", item->flags & ITEM_UNREAD ? "O" : "RO");
	if (item->flags & ITEM_STARRED)
		buf_adds(out, "X-Status: F\n");
	buf_adds(out, "MIME-Version: 1.0\n"
		      "Content-Type: text/html; charset=utf-8\n"
		      "Content-Transfer-Encoding: base64\n\n");
	output_document(of, OUTPUT_HTML, &(struct output_style){.width = WIDTH}, &text);
	quote_base64(out, buf_str(&text), text.len, WIDTH);
	buf_addc(out, '\n');
	buf_done(&text);
	buf_done(&from);
}

/* ---- pages */

static void
put_escaped(struct buf *out, const char *text)
{
	for (const char *p = text ? text : ""; *p; p++)
		switch (*p) {
		case '&':
			buf_adds(out, "&amp;");
			break;
		case '<':
			buf_adds(out, "&lt;");
			break;
		case '"':
			buf_adds(out, "&quot;");
			break;
		default:
			buf_addc(out, *p);
		}
}

static void
put_article(struct buf *out, const struct output_item *of)
{
	const struct store_item *item = &of->item;
	struct buf text = BUF_INIT(0), date = BUF_INIT(0);
	bool link = item->link && url_is_web(item->link);
	put_date(&date, date_of(item), false);
	buf_adds(out, "<article>\n<h2>");
	if (link) {
		buf_adds(out, "<a href=\"");
		put_escaped(out, item->link);
		buf_adds(out, "\">");
	}
	put_escaped(out, item->title ? item->title : _("(no title)"));
	buf_adds(out, link ? "</a></h2>\n<p>" : "</h2>\n<p>");
	put_escaped(out, of->feed_title);
	buf_addf(out, " · %s</p>\n<pre>", buf_str(&date));
	output_document(of, OUTPUT_TEXT, &(struct output_style){.width = WIDTH}, &text);
	const char *body = strstr(buf_str(&text), "\n\n"); /* after its heading */
	put_escaped(out, body ? body + 2 : buf_str(&text));
	buf_adds(out, "</pre>\n</article>\n");
	buf_done(&text);
	buf_done(&date);
}

static void
put_page_start(struct buf *out, const char *words)
{
	buf_adds(out, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n"
		      "<meta http-equiv=\"Content-Security-Policy\" "
		      "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
		      "<title>courant: ");
	put_escaped(out, *words ? words : _("All items"));
	buf_adds(out, "</title>\n<style>body { max-width: 50em; margin: auto } "
		      "pre { white-space: pre-wrap; font: inherit }</style>\n");
}

/* ---- items */

static bool
take(void *data, const struct store_key *hits, size_t len)
{
	struct listing *l = data;
	struct store_view view;
	l->status = store_view_begin(l->cli->store, &view, l->err);
	if (l->status != OK)
		return false;
	for (size_t i = 0; i < len; i++) {
		struct output_item of = {0};
		struct store_feed feed;
		arena_reset(&l->arena);
		/* Damaged or missing items are left to courant check. */
		if (store_item(&view, hits[i].id, &l->arena, &of.item) != OK ||
			store_item_body(&view, hits[i].id, &l->arena, &of.body) != OK ||
			store_feed(&view, of.item.feed, &l->arena, &feed) != OK)
			continue;
		if (l->cli->settings->options.clean_links)
			output_untrack(&l->arena, &of);
		of.feed_title =
			feed.title ? feed.title : url_mask(&l->arena, feed.address);
		of.feed_url = feed.address;
		l->put(&l->out, &of);
		l->count++;
		if (l->out.len > CHUNK_MAX) {
			cli_write(&l->out);
			buf_clear(&l->out);
		}
	}
	store_view_end(&view);
	return !cli_lost();
}

static int
write_items(struct listing *l, const char *words)
{
	struct cli_session session = {0};
	int status = cli_session_begin(&session, l->cli, false, l->err);
	if (status == OK)
		status = cli_find_each(&session, words, NULL, take, l, l->err);
	cli_session_end(&session);
	arena_done(&l->arena);
	if (status == OK)
		status = l->status;
	return status == OK && !l->count && *words ? ERR_NOT_FOUND : status;
}

/* ---- kinds of documents */

static int
write_mbox(struct listing *l, const char *words)
{
	l->put = put_mail;
	return write_items(l, words);
}

static int
write_html(struct listing *l, const char *words)
{
	l->put = put_article;
	put_page_start(&l->out, words);
	return write_items(l, words);
}

static int
write_atom(struct listing *l, const char *words)
{
	return cli_exchange_publish(l->cli, words, FEED_ATOM10, 0, &l->out, l->err);
}

static int
write_opml(struct listing *l, const char *words)
{
	size_t found;
	int status = cli_exchange_opml(l->cli, words, &l->out, &found, l->err);
	return status == OK && !found ? ERR_NOT_FOUND : status;
}

static const struct {
	const char *name;
	int (*write)(struct listing *l, const char *words);
} kinds[] = {
	{"mbox", write_mbox},
	{"html", write_html},
	{"atom", write_atom},
	{"opml", write_opml},
};

static int
write_document(struct cli *cli, const char *command, const char *name, const char *words)
{
	struct err err = {0};
	struct listing l = {.cli = cli, .err = &err};
	size_t i = 0;
	while (i < COUNT_OF(kinds) && !str_eq(kinds[i].name, name))
		i++;
	if (i == COUNT_OF(kinds))
		return cli_usage(command, _("--output takes mbox, html, atom or opml"));
	int status = kinds[i].write(&l, words);
	if (status == OK)
		cli_write(&l.out);
	buf_done(&l.out);
	if (status == ERR_NOT_FOUND)
		return CLI_NOTHING;
	return status == OK ? CLI_OK : cli_session_failed(status, &err);
}

int
cli_exchange_list(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX] = {NULL};
	char **copy = mem_zalloc(((size_t)argc + 1) * sizeof *copy);
	memcpy(copy, argv, (size_t)argc * sizeof *copy);
	int words = argc, given = 0;
	int status = cli_args(cli, &words, copy, 0, -1, values);
	for (size_t i = 0; status == CLI_OK && i < CLI_ARGS_MAX; i++)
		given += i != CLI_LIST_OUTPUT && values[i];
	const char *output = status == CLI_OK ? values[CLI_LIST_OUTPUT] : NULL;
	if (output && given) {
		status = cli_usage(argv[0],
			_("--output goes with no other option, only with a query"));
	} else if (output) {
		char *query = query_join(words - 1, copy + 1);
		status = write_document(cli, argv[0], output, query);
		free(query);
	} else if (status == CLI_OK) {
		status = cli_read_list(cli, argc, argv);
	}
	free(copy);
	return status;
}
