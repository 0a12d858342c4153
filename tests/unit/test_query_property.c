/*
 * Random queries, as text, against random items: what the matcher says must be what a
 * naive evaluator says of the tree that the text was printed from. So this also tests
 * that the parser reads every way of writing a query as it was meant.
 *
 * The evaluator compares plain bytes: its vocabulary is ASCII, and so chosen that a word
 * may be the beginning, the end or a part of another one. A set of queries is compared
 * with the same queries alone, over words that need folding, too.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/fold.h"
#include "base/time.h"
#include "model/item.h"
#include "query/query.h"
#include "query/set.h"
#include "unit.h"

#define NOW time_from_utc(2026, 3, 10, 12, 0, 0)
#define ROUNDS 4000
#define ITEMS 12
#define DEPTH 4

static const char *const words[] = {
	"sea", "seal", "searching", "overseas", "tea", "teapot", "rust", "it", "not1"};
/* Composed and not, with letters that become ASCII or nothing. */
static const char *const folding[] = {"caf\303\251", "CAFE\314\201", "cafe",
	"\304\260stanbul", "istanbul", "\342\204\252elvin", "kelvin", "so\302\255ft",
	"soft", "Stra\303\237e", "STRASSE", "\316\243\316\257\317\203"};
static const char *const tags[] = {"news", "news/it", "newsy", "dev", "dev/c"};

struct sample {
	char title[200], author[60], text[400], feed[60], address[60];
	const char *tags[2];
	int flags, score;
	int64_t date;
	char day[12]; /* of date: 2026-03-10 */
};

/* ---- chance */

static uint64_t chance_state;

static size_t
below(size_t n)
{
	chance_state = chance_state * 6364136223846793005u + 1442695040888963407u;
	return (size_t)(chance_state >> 33) % n;
}

static bool folds; /* words that need folding are used as well */

static const char *
any_word(void)
{
	return folds && below(2) ? folding[below(COUNT_OF(folding))]
				 : words[below(COUNT_OF(words))];
}

static const char *
one_of(const char *a, const char *b, const char *c)
{
	const char *const all[] = {a, b, c};
	return all[below(3)];
}

static void
fill(char *to, size_t size, size_t most, const char *between)
{
	size_t n = below(most + 1), len = 0;
	to[0] = '\0';
	for (size_t i = 0; i < n; i++)
		len += (size_t)snprintf(
			to + len, size - len, "%s%s", i ? between : "", any_word());
}

static void
put_day(char out[static 12], int64_t date)
{
	time_t when = (time_t)date;
	struct tm tm;
	strftime(out, 12, "%Y-%m-%d", gmtime_r(&when, &tm));
}

static struct sample
any_sample(void)
{
	struct sample s = {.flags = (int)below(4), .score = (int)below(13) - 6};
	fill(s.title, sizeof s.title, 5, " ");
	fill(s.author, sizeof s.author, 2, " ");
	fill(s.text, sizeof s.text, 9, " ");
	fill(s.feed, sizeof s.feed, 2, " ");
	fill(s.address, sizeof s.address, 2, "/");
	for (size_t i = 0, n = below(3); i < n; i++)
		s.tags[i] = tags[below(COUNT_OF(tags))];
	s.date = below(8) ? NOW - (int64_t)below(60) * TIME_DAY - 3 * TIME_HOUR
			  : TIME_NONE;
	if (s.date != TIME_NONE)
		put_day(s.day, s.date);
	return s;
}

/* ---- the tree */

enum kind {
	LEAF_WORDS,
	LEAF_PREFIX,
	LEAF_PART,
	LEAF_EQUAL,
	LEAF_REGEX,
	LEAF_TAG,
	LEAF_TAG_PART,
	LEAF_STATE,
	LEAF_AGE, /* in days */
	LEAF_SPAN,
	LEAF_DATE,
	LEAF_SCORE,
	LEAF_SCORES,
	LEAVES,
	NODE_AND = LEAVES,
	NODE_OR,
	NODE_NOT,
};

enum where {
	ANYWHERE,
	IN_TITLE,
	IN_AUTHOR,
	IN_TEXT,
	IN_FEED,
	PLACES,
};

struct node {
	enum kind kind;
	enum where where;
	char text[40];
	int number, other;
	int upto;      /* of LEAF_SCORES; the lesser end is number */
	bool compared; /* by an operator */
	struct node *a, *b;
};

static struct node pool[1 << DEPTH << 2];
static size_t pool_len;

static struct node *
any_leaf(void)
{
	struct node *n = &pool[pool_len++];
	*n = (struct node){.kind = below(LEAVES), .where = below(PLACES)};
	snprintf(n->text, sizeof n->text, "%s",
		n->kind == LEAF_TAG_PART ? one_of("new", "s/i", "dev") : any_word());
	/* feed: finds parts, and looks at the address as well; comparisons do not. */
	if (n->where == IN_FEED && n->kind < LEAF_PART)
		n->kind = LEAF_PART;
	if (n->kind == LEAF_EQUAL && n->where == ANYWHERE)
		n->where = IN_TITLE;
	if (n->kind == LEAF_EQUAL && below(3) == 0)
		n->text[0] = '\0';
	if (n->kind == LEAF_WORDS && below(3) == 0)
		snprintf(n->text, sizeof n->text, "%s %s", any_word(), any_word());
	if (n->kind == LEAF_REGEX)
		n->compared = n->where && below(2);
	if (n->kind == LEAF_TAG)
		snprintf(n->text, sizeof n->text, "%s",
			below(6) ? tags[below(COUNT_OF(tags))] : "");
	n->other = (int)below(5);
	n->number = (int)below(n->kind == LEAF_STATE ? 3 : 60);
	if (n->kind == LEAF_DATE) {
		put_day(n->text, NOW - (int64_t)n->number * TIME_DAY);
		n->text[below(3) * 3 + 4] = '\0';
	}
	if (n->kind == LEAF_SCORE || n->kind == LEAF_SCORES)
		n->number = (int)below(13) - 6;
	n->upto = n->number + (int)below(6);
	return n;
}

static struct node *
any_node(int depth)
{
	if (depth == 0 || below(4) == 0)
		return any_leaf();
	struct node *n = &pool[pool_len++];
	*n = (struct node){.kind = NODE_AND + below(3)};
	n->a = any_node(depth - 1);
	n->b = n->kind == NODE_NOT ? NULL : any_node(depth - 1);
	return n;
}

/* ---- printed, in one of the ways to write it */

static void
print_place(struct buf *out, const struct node *n)
{
	static const char *const names[][2] = {[IN_TITLE] = {"title", "TITLE"},
		[IN_AUTHOR] = {"author", "by"},
		[IN_TEXT] = {"text", "content"},
		[IN_FEED] = {"feed", "feedtitle"}};
	if (n->where)
		buf_addf(out, "%s:%s", names[n->where][below(2)], below(3) ? "" : " ");
}

static const char *const compared[] = {"<", "<=", "=", ">=", ">"};

static const struct {
	const char *unit;
	int64_t seconds;
} units[] = {{"h", TIME_HOUR}, {"d", TIME_DAY}, {"w", 7 * TIME_DAY},
	{"mo", 30 * TIME_DAY}, {"y", 365 * TIME_DAY}};

static void
print_number(struct buf *out, const struct node *n)
{
	const char *how = compared[n->other];
	switch (n->kind) {
	case LEAF_SPAN:
		buf_addf(out, one_of("age:%s%d%s", "age %s %d%s", "age: %s %d%s"), how,
			n->number, units[n->upto % (int)COUNT_OF(units)].unit);
		return;
	case LEAF_DATE:
		buf_addf(out, one_of("date:%s%s", "date %s %s", "published%s%s"), how,
			n->text);
		return;
	case LEAF_SCORE:
		buf_addf(out, one_of("score:%s%d", "score %s %d", "score%s\"%d\""), how,
			n->number);
		return;
	case LEAF_SCORES:
		if (below(3) == 0)
			buf_addf(out, "score between %d:%d", n->upto, n->number);
		else
			buf_addf(out, below(2) ? "score:%d..%d" : "score between %d:%d",
				n->number, n->upto);
		return;
	default:
		buf_addf(out, below(2) ? "age %s %d" : "age:%s%d", how, n->number);
	}
}

static void
print_leaf(struct buf *out, const struct node *n)
{
	static const char *const places[] = {
		"", "title", "author", "content", "feedtitle"};
	static const char *const states[] = {"unread", "read", "starred"};
	switch (n->kind) {
	case LEAF_WORDS:
		print_place(out, n);
		buf_addf(
			out, strchr(n->text, ' ') || below(2) ? "\"%s\"" : "%s", n->text);
		return;
	case LEAF_PREFIX:
		print_place(out, n);
		buf_addf(out, below(2) ? "\"%s\"*" : "%s*", n->text);
		return;
	case LEAF_PART:
		print_place(out, n);
		buf_addf(out, "*%s*", n->text);
		return;
	case LEAF_EQUAL:
		buf_addf(out,
			!n->text[0] ? one_of("%s = \"\"", "%s:\"\"", "%s==\"\"")
			: below(2)  ? "%s = \"%s\""
				    : "%s==%s",
			places[n->where], n->text);
		return;
	case LEAF_REGEX:
		if (n->compared)
			buf_addf(out, "%s =~ \"%s$\"", places[n->where], n->text);
		else
			print_place(out, n), buf_addf(out, "/%s$/", n->text);
		return;
	case LEAF_TAG:
		buf_addf(out,
			one_of(n->text[0] ? "tag:%s" : "tags = \"\"", "tags # \"%s\"",
				"tag:\"%s\""),
			n->text);
		return;
	case LEAF_TAG_PART:
		buf_addf(out, "tag:*%s*", n->text);
		return;
	case LEAF_STATE:
		buf_addf(out, "is:%s", states[n->number]);
		return;
	default:
		print_number(out, n);
	}
}

/* What binds: 0 or, 1 and, 2 not. Parentheses stand where they must, and now and then
 * where they need not. */
static void
print(struct buf *out, const struct node *n, int binds)
{
	int own = n->kind == NODE_OR ? 0 : n->kind == NODE_AND ? 1 : 2;
	bool inside = own < binds || below(8) == 0;
	if (inside)
		buf_adds(out, below(2) ? "(" : "( ");
	switch (n->kind) {
	case NODE_AND:
	case NODE_OR:
		print(out, n->a, own);
		buf_adds(out, own ? one_of(" ", " and ", " && ")
				  : one_of(" or ", " | ", " OR "));
		print(out, n->b, own);
		break;
	case NODE_NOT:
		/* "!(" and "!title", but never "!-" or "--", which are text. */
		buf_adds(out, n->a->kind == NODE_NOT || below(2) ? "not "
			      : below(2)                         ? "-"
								 : "!");
		print(out, n->a, 2);
		break;
	default:
		print_leaf(out, n);
	}
	if (inside)
		buf_adds(out, ")");
}

/* ---- the naive evaluator */

static bool
contains_words(const char *text, const char *want, bool prefix)
{
	char all[500], seek[60];
	snprintf(all, sizeof all, " %s ", text);
	snprintf(seek, sizeof seek, " %s%s", want, prefix ? "" : " ");
	return strstr(all, seek) != NULL;
}

static bool
in_text(const struct node *n, const char *text)
{
	size_t len = strlen(text), own = strlen(n->text);
	switch (n->kind) {
	case LEAF_WORDS:
		return contains_words(text, n->text, false);
	case LEAF_PREFIX:
		return contains_words(text, n->text, true);
	case LEAF_PART:
		return strstr(text, n->text) != NULL;
	case LEAF_EQUAL:
		return strcmp(text, n->text) == 0;
	default:
		return len >= own && strcmp(text + len - own, n->text) == 0;
	}
}

static bool
has_tag(const struct sample *s, const char *want)
{
	size_t n = strlen(want);
	if (!n)
		return !s->tags[0] && !s->tags[1];
	for (size_t i = 0; i < 2; i++)
		if (s->tags[i] && strncmp(s->tags[i], want, n) == 0 &&
			(!s->tags[i][n] || s->tags[i][n] == '/'))
			return true;
	return false;
}

static bool
has_tag_part(const struct sample *s, const char *want)
{
	return (s->tags[0] && strstr(s->tags[0], want)) ||
	       (s->tags[1] && strstr(s->tags[1], want));
}

/* In the order of compared. */
static bool
compares(int64_t a, int other, int64_t b)
{
	const bool answers[] = {a<b, a <= b, a == b, a >= b, a> b};
	return answers[other];
}

static bool
has_number(const struct node *n, const struct sample *s)
{
	if (n->kind == LEAF_SCORE)
		return compares(s->score, n->other, n->number);
	if (n->kind == LEAF_SCORES)
		return s->score >= n->number && s->score <= n->upto;
	if (s->date == TIME_NONE)
		return false;
	if (n->kind == LEAF_DATE)
		return compares(strncmp(s->day, n->text, strlen(n->text)), n->other, 0);
	if (n->kind == LEAF_SPAN)
		return compares(NOW - s->date, n->other,
			n->number * units[n->upto % (int)COUNT_OF(units)].seconds);
	return compares((NOW - s->date) / TIME_DAY, n->other, n->number);
}

static bool
holds(const struct node *n, const struct sample *s)
{
	const char *const texts[] = {NULL, s->title, s->author, s->text, s->feed};
	switch (n->kind) {
	case NODE_AND:
		return holds(n->a, s) && holds(n->b, s);
	case NODE_OR:
		return holds(n->a, s) || holds(n->b, s);
	case NODE_NOT:
		return !holds(n->a, s);
	case LEAF_TAG:
		return has_tag(s, n->text);
	case LEAF_TAG_PART:
		return has_tag_part(s, n->text);
	case LEAF_STATE:
		return n->number == 0   ? s->flags & ITEM_UNREAD
		       : n->number == 1 ? !(s->flags & ITEM_UNREAD)
					: (s->flags & ITEM_STARRED) != 0;
	case LEAF_AGE:
	case LEAF_SPAN:
	case LEAF_DATE:
	case LEAF_SCORE:
	case LEAF_SCORES:
		return has_number(n, s);
	default:
		if (n->where == IN_FEED && n->kind != LEAF_EQUAL && !n->compared &&
			in_text(n, s->address))
			return true;
		return n->where ? in_text(n, texts[n->where])
				: in_text(n, s->title) || in_text(n, s->author) ||
					  in_text(n, s->text);
	}
}

/* ---- the matcher */

/* An empty text is one that the item lacks. */
static struct span
maybe(const char *s)
{
	return (struct span){*s ? s : NULL, strlen(s)};
}

static struct span
text_of(void *data, enum query_field field, size_t i, bool *html)
{
	struct sample *s = data;
	const struct span none = {NULL, 0};
	switch (field) {
	case QUERY_TITLE:
		return maybe(s->title);
	case QUERY_AUTHOR:
		return maybe(s->author);
	case QUERY_TEXT:
		*html = true;
		return maybe(s->text);
	case QUERY_FEED:
		return maybe(s->feed);
	case QUERY_FEED_URL:
		return maybe(s->address);
	case QUERY_TAG:
		return i < 2 && s->tags[i] ? span_of(s->tags[i]) : none;
	default:
		return none;
	}
}

static int64_t
number_of(void *data, enum query_field field)
{
	const struct sample *s = data;
	return field == QUERY_FLAG    ? s->flags
	       : field == QUERY_DATE  ? s->date
	       : field == QUERY_SCORE ? s->score
				      : TIME_NONE;
}

static void
ask_all(const char *text, const struct node *tree, struct sample *samples)
{
	struct query *query;
	struct err err;
	if (query_parse(text, QUERY_ACCENTS_COUNT, &query, &err) != OK)
		fail_msg("%s: %s", text, err.text);
	for (size_t i = 0; i < ITEMS; i++) {
		struct sample *s = &samples[i];
		struct query_item item = {s, text_of, number_of, NULL};
		bool got = query_match(query, &item, NOW);
		if (got != holds(tree, s))
			fail_msg("%s: %d for title \"%s\" author \"%s\" text \"%s\" feed "
				 "\"%s\" of %s tags %s %s flags %d score %d day %s",
				text, got, s->title, s->author, s->text, s->feed,
				s->address, s->tags[0] ? s->tags[0] : "",
				s->tags[1] ? s->tags[1] : "", s->flags, s->score, s->day);
	}
	query_free(query);
}

static void
the_matcher_is_the_naive_evaluator(void **state)
{
	(void)state;
	struct sample samples[ITEMS];
	struct buf text = BUF_INIT(0);
	for (size_t round = 1; round <= ROUNDS; round++) {
		chance_state = round;
		pool_len = 0;
		for (size_t i = 0; i < ITEMS; i++)
			samples[i] = any_sample();
		const struct node *tree = any_node(DEPTH);
		buf_clear(&text);
		print(&text, tree, 0);
		ask_all(buf_str(&text), tree, samples);
	}
	buf_done(&text);
}

/* ---- a set of queries */

#define SET 150
#define SET_ITEMS 300 /* a set learns from the first 256 which words are rare */

static struct query *
parsed(const char *text, enum query_how how)
{
	struct query *query;
	assert_int_equal(query_parse(text, how, &query, NULL), OK);
	return query;
}

/* The texts of some items are there folded. */
static struct buf folded;

static bool
folded_of(void *data, enum query_field field, struct span *text)
{
	const struct sample *s = data;
	if (field != QUERY_TEXT || s->score < 0 || !*s->text)
		return false;
	fold_text(&folded, s->text, strlen(s->text), true, FOLD_CASE);
	*text = (struct span){folded.data, folded.len};
	return true;
}

static void
random_set(enum query_how how)
{
	struct query_set *set = query_set_new(how);
	struct query *alone[SET];
	struct buf text = BUF_INIT(0);
	for (size_t i = 0; i < SET; i++) {
		pool_len = 0;
		buf_clear(&text);
		print(&text, any_node(i % 3), 0);
		alone[i] = parsed(buf_str(&text), how);
		query_set_add(set, parsed(buf_str(&text), how));
	}
	query_set_index(set);
	for (size_t k = 0; k < SET_ITEMS; k++) {
		struct sample sample = any_sample();
		const struct query_item item = {&sample, text_of, number_of, NULL};
		const struct query_item known = {
			&sample, text_of, number_of, NULL, folded_of};
		const uint32_t *hits;
		size_t len = query_set_match(set, &known, NOW, &hits), at = 0;
		for (uint32_t i = 0; i < SET; i++) {
			bool hit = at < len && hits[at] == i;
			assert_int_equal(hit, query_match(alone[i], &item, NOW));
			at += hit;
		}
		assert_int_equal(at, len);
	}
	for (size_t i = 0; i < SET; i++)
		query_free(alone[i]);
	query_set_free(set);
	buf_done(&text);
	buf_done(&folded);
}

static void
a_set_matches_as_its_queries_do(void **state)
{
	(void)state;
	for (size_t round = 1; round <= 20; round++) {
		chance_state = round;
		folds = round > 10;
		random_set(round % 2 ? QUERY_ACCENTS_COUNT : QUERY_ACCENTS_IGNORED);
	}
	folds = false;
}

static void
an_empty_set_matches_nothing(void **state)
{
	(void)state;
	struct query_set *set = query_set_new(QUERY_ACCENTS_COUNT);
	struct sample sample = any_sample();
	const struct query_item item = {&sample, text_of, number_of, NULL};
	const uint32_t *hits;
	query_set_index(set);
	assert_int_equal(query_set_match(set, &item, NOW, &hits), 0);
	query_set_free(set);
}

/* A set looks for the letters that an expression requires: only true ones. */
static void
expressions_in_a_set(void **state)
{
	(void)state;
	static const struct {
		const char *query, *title;
	} cases[] = {
		{"/[[:digit:]abc]tea/", "1tea"},
		{"/[[:^alpha:]abc]tea/", "1tea"},
		{"/[[:]tea/", ":tea"},
		{"/[]abc]tea/", "]tea"},
		{"/[^]abc]tea/", "2tea"},
		{"/[\\]abc]tea/", "]tea"},
		{"/coffee[a[]|tea/", "tea"},
		{"/coffee{|tea/", "tea"},
		{"/coffee{1|tea/", "tea"},
		{"/coffee{0}tea/", "coffetea"},
		{"/(coffee[)]|tea)/", "tea"},
		{"/(\\)coffee|tea)/", "tea"},
		{"/İZMİR/", "İzmir"},
		{"/e\u0301te\u0301/", "été"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct sample sample = {.flags = 0};
		snprintf(sample.title, sizeof sample.title, "%s", cases[i].title);
		const struct query_item item = {&sample, text_of, number_of, NULL};
		const uint32_t *hits;
		struct query_set *set = query_set_new(QUERY_ACCENTS_COUNT);
		query_set_add(set, parsed(cases[i].query, QUERY_ACCENTS_COUNT));
		query_set_index(set);
		if (query_set_match(set, &item, NOW, &hits) != 1)
			fail_msg("%s: %s", cases[i].query, cases[i].title);
		query_set_free(set);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_matcher_is_the_naive_evaluator),
		cmocka_unit_test(a_set_matches_as_its_queries_do),
		cmocka_unit_test(an_empty_set_matches_nothing),
		cmocka_unit_test(expressions_in_a_set),
	};
	setenv("TZ", "UTC", 1); /* the days of dates are those of the user's clock */
	return cmocka_run_group_tests(tests, NULL, NULL);
}
