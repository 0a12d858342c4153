/*
 * The page is sanitized and becomes a flat tree (tree.c). Classes and roles say what is
 * not the article's (class.c), and paragraphs where it is (pick.c); write_html.c writes
 * it without what is still clutter. Where a page has its text for search engines only,
 * that is taken.
 */
#include "config.h"

#include "extract/extract.h"

#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "extract/class.h"
#include "extract/head.h"
#include "extract/pick.h"
#include "extract/tree.h"
#include "extract/write_html.h"

#define TEXT_MIN 120     /* bytes without blanks that make an article */
#define PARTS_MAX 99     /* the highest number of a part */
#define CONSENT_MAX 4000 /* bytes */
#define CONSENT_WORDS 2
#define SCRIPTED_SCRIPTS 3
#define SCRIPTED_TEXT 400 /* pages of scripts have less text than this without them */

/* The text for search engines: paragraphs by blank lines, or markup. */
static void
put_data(struct buf *out, const char *body)
{
	if (strstr(body, "<p>") || strstr(body, "<p ")) {
		buf_adds(out, body);
		return;
	}
	buf_adds(out, "<p>");
	for (const char *p = body; *p; p++) {
		if (*p == '\n') {
			p += strspn(p, "\r\n\t ") - 1;
			buf_adds(out, "</p>\n<p>");
		} else if (*p == '<') {
			buf_adds(out, "&lt;");
		} else {
			buf_addc(out, *p);
		}
	}
	buf_adds(out, "</p>");
}

/* Is it only what asks for consent? Such a text is short, and uses these words. */
static bool
is_consent(const char *text, size_t n)
{
	static const char *const words[] = {"cookie", "consent", "partners",
		"personal data", "privacy", "gdpr", "einwillig", "consentement"};
	int found = 0;
	for (size_t i = 0; n < CONSENT_MAX && i < COUNT_OF(words); i++)
		found += str_ifind(text, n, words[i]) != NULL;
	return found >= CONSENT_WORDS;
}

static int
nothing(const struct extract_tree *tree, const struct extract_head *head, struct err *err)
{
	struct span source = {buf_str(&tree->source), tree->source.len};
	size_t text = tree->nodes[0].text;
	if (text < SCRIPTED_TEXT && head->scripts >= SCRIPTED_SCRIPTS)
		return err_set(err, ERR_NOT_FOUND,
			_("the page has no text before its scripts run; open it in the "
			  "browser"));
	if (is_consent(source.p, source.n))
		return err_set(err, ERR_NOT_FOUND,
			_("the page wants consent before it shows the article; open it "
			  "in the browser"));
	return err_set(err, ERR_NOT_FOUND,
		_("no article was found in the page; open it in the browser"));
}

int
extract_article(const struct extract_page *page, struct arena *arena, struct buf *out,
	struct extract_about *about, struct err *err)
{
	struct span html = page->html;
	struct extract_head head = {0};
	struct extract_tree tree;
	int status = OK;
	*about = (struct extract_about){0};
	if (html.n > EXTRACT_PAGE_MAX)
		html.n = EXTRACT_PAGE_MAX;
	extract_head_read(html, arena, about, &head);
	extract_tree_init(&tree, html);
	extract_tree_sum(&tree);
	extract_tree_weigh(&tree);
	extract_class_read(&tree);
	struct extract_pick pick = extract_pick(&tree);
	size_t good = tree.nodes[pick.body].good;
	if (head.body && strlen(head.body) / 2 > good && strlen(head.body) > TEXT_MIN) {
		put_data(out, head.body);
	} else if (good >= TEXT_MIN) {
		const char *const titles[2] = {page->title, about->title};
		size_t from = out->len;
		extract_write(&tree, pick, titles, out);
		if (out->len == from ||
			is_consent(buf_str(out) + from, out->len - from)) {
			buf_cut(out, from);
			status = nothing(&tree, &head, err);
		}
	} else {
		status = nothing(&tree, &head, err);
	}
	extract_tree_done(&tree);
	return status;
}

/* ---- parts */

/* Takes what says which part it is off the end of an address; returns its number. */
static int
take_part(struct span *url)
{
	static const char *const before[] = {
		"?page=", "&page=", "/page/", "/page-", "-page-", "/", "-", "_"};
	int number = 0;
	struct span s = *url;
	if (s.n > 5 && str_ieqn(s.p + s.n - 5, ".html", 5))
		s.n -= 5;
	while (s.n && s.p[s.n - 1] == '/')
		s.n--;
	*url = s;
	int unit = 1;
	for (; s.n && str_digit((unsigned char)s.p[s.n - 1]) && unit <= 100; unit *= 10)
		number += unit * (s.p[--s.n] - '0');
	for (size_t i = 0; unit > 1 && i < COUNT_OF(before); i++) {
		size_t n = strlen(before[i]);
		if (s.n <= n || memcmp(s.p + s.n - n, before[i], n) != 0)
			continue;
		*url = (struct span){s.p, s.n - n};
		return number;
	}
	return 1;
}

bool
extract_is_part(const char *url, const char *next)
{
	struct span from = span_of(url), to = span_of(next), whole = from;
	int second = take_part(&to), first = take_part(&from);
	if (second < 2 || second > PARTS_MAX)
		return false;
	bool same = span_same(to, from);
	if (same && second == first + 1)
		return true;
	/* The first part of "story-2024" is "story-2024", and its second "story-2024-2".
	 */
	if (whole.n && whole.p[whole.n - 1] == '/')
		whole.n--;
	return second == 2 && span_same(to, whole);
}
