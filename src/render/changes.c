/*
 * Both texts are rendered to words; a break between paragraphs is a word, too. What they
 * begin and end with alike is set aside, and the rest is compared with Myers' algorithm
 * (An O(ND) Difference Algorithm and Its Variations, 1986, section 3), which gives up
 * beyond DIFFERENCES_MAX.
 */
#include "config.h"

#include "render/changes.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/span.h"
#include "base/vec.h"
#include "model/item.h"
#include "render/doc.h"
#include "render/html.h"

#define DIFFERENCES_MAX 1000 /* memory grows with its square */
#define WIDTH 10000          /* no line of a paragraph breaks */

struct words {
	struct render_doc *doc;
	struct span *word; /* p NULL: a paragraph ends */
	struct span *key;  /* what the words are compared by */
	size_t len, cap;
};

static void
read_line(struct words *words, const struct render_line *line)
{
	struct span rest = {render_line_text(line), line->len}, word;
	while (span_split(&rest, ' ', &word))
		if (word.n)
			*VEC_PUSH(words->word, words->len, words->cap) = word;
	*VEC_PUSH(words->word, words->len, words->cap) = (struct span){NULL, 0};
}

static void
read_keys(struct words *words, struct span (*key)(struct span, struct span))
{
	struct span next = {NULL, 0};
	words->key = mem_zalloc((words->len + 1) * sizeof *words->key);
	for (size_t i = words->len; i-- > 0;) {
		struct span word = words->word[i];
		words->key[i] = key && word.p ? key(word, next) : word;
		next = word.p ? word : next;
	}
}

static void
read_words(struct words *words, const struct text *text,
	struct span (*key)(struct span, struct span))
{
	words->doc = render_doc_new(text, text->text ? strlen(text->text) : 0, NULL);
	render_layout_start(words->doc, WIDTH, 0);
	render_layout_step(words->doc, SIZE_MAX, 0);
	words->cap = 1; /* of an empty text, too */
	words->word = mem_zalloc(sizeof *words->word);
	for (size_t i = 0; i < render_lines_len(words->doc); i++)
		read_line(words, render_line_at(words->doc, i));
	read_keys(words, key);
}

static void
free_words(struct words *words)
{
	render_doc_free(words->doc);
	free(words->word);
	free(words->key);
}

static bool
same(struct span a, struct span b)
{
	return !a.p == !b.p && span_same(a, b);
}

/* ---- writing */

enum side {
	BOTH,
	OLD,
	NEW,
};

struct writer {
	struct buf *out;
	enum side side; /* of the words that were written last */
	bool open;      /* a paragraph is */
};

/* Removed words have brackets, and are not struck out as well: plain text and Markdown
 * would get a second pair of signs. */
static void
set_side(struct writer *w, enum side side)
{
	static const char *const ends[] = {"", "-]</span> ", "+}</ins> "};
	static const char *const starts[] = {"", "<span>[-", "<ins>{+"};
	if (side == w->side)
		return;
	while (w->side != BOTH && w->out->len && w->out->data[w->out->len - 1] == ' ')
		buf_cut(w->out, w->out->len - 1);
	buf_adds(w->out, ends[w->side]);
	buf_adds(w->out, starts[side]);
	w->side = side;
}

static void
put_word(struct writer *w, struct span word, enum side side)
{
	if (!word.p) {
		set_side(w, BOTH);
		/* The end of a removed paragraph does not end one. */
		if (w->open && side != OLD)
			buf_adds(w->out, "</p>\n");
		w->open &= side == OLD;
		return;
	}
	if (!w->open)
		buf_adds(w->out, "<p>");
	w->open = true;
	set_side(w, side);
	for (size_t i = 0; i < word.n; i++) {
		char c = word.p[i];
		buf_adds(w->out, c == '<' ? "&lt;" : c == '&' ? "&amp;" : "");
		if (c != '<' && c != '&')
			buf_addc(w->out, c);
	}
	buf_addc(w->out, ' ');
}

static void
put_all(struct writer *w, const struct span *words, size_t len, enum side side)
{
	for (size_t i = 0; i < len; i++)
		put_word(w, words[i], side);
}

/* ---- comparing */

/* The furthest places in a on each diagonal, for each number of differences. */
struct trace {
	int32_t **rows;
	size_t len;
};

/* Where the path with d differences that ends on diagonal k comes from: is its last step
 * down, a word of b? */
static bool
comes_down(const int32_t *row, int32_t d, int32_t k)
{
	return k == -d || (k != d && row[k - 1] < row[k + 1]);
}

/* Fills trace until a path reaches the end. False: there are too many differences. */
static bool
find_path(const struct span *a, int32_t n, const struct span *b, int32_t m,
	struct trace *trace)
{
	int32_t most = n + m < DIFFERENCES_MAX ? n + m : DIFFERENCES_MAX;
	int32_t *space = mem_zalloc((2 * (size_t)most + 3) * sizeof *space);
	int32_t *furthest = space + most + 1;
	bool found = false;
	for (int32_t d = 0; d <= most && !found; d++) {
		size_t bytes = (2 * (size_t)d + 3) * sizeof *space;
		trace->rows[trace->len++] = mem_dup(furthest - d - 1, bytes);
		for (int32_t k = -d; k <= d && !found; k += 2) {
			int32_t x = comes_down(furthest, d, k) ? furthest[k + 1]
							       : furthest[k - 1] + 1;
			while (x < n && x - k < m && same(a[x], b[x - k]))
				x++;
			furthest[k] = x;
			found = x >= n && x - k >= m;
		}
	}
	free(space);
	return found;
}

/* Walks the path back, and marks the words that are on one side only. */
static void
mark_path(const struct trace *trace, int32_t n, int32_t m, bool *removed, bool *new)
{
	int32_t x = n, y = m;
	for (size_t i = trace->len; i-- > 1;) {
		int32_t d = (int32_t)i, k = x - y;
		const int32_t *row = trace->rows[i] + d + 1;
		bool down = comes_down(row, d, k);
		int32_t from = down ? row[k + 1] : row[k - 1];
		int32_t on = down ? k + 1 : k - 1;
		if (down)
			new[from - on] = true;
		else
			removed[from] = true;
		x = from;
		y = from - on;
	}
}

static void
put_marked(struct writer *w, const struct span *a, size_t n, const bool *removed,
	const struct span *b, size_t m, const bool *new)
{
	size_t i = 0, k = 0;
	while (i < n || k < m) {
		if (i < n && removed[i])
			put_word(w, a[i++], OLD);
		else if (k < m && new[k])
			put_word(w, b[k++], NEW);
		else if (k < m)
			put_word(w, b[k++], BOTH), i++;
		else
			i++;
	}
}

/* Writes a's n words and b's m, both without the first head. */
static void
compare(struct writer *w, const struct words *a, size_t n, const struct words *b,
	size_t m, size_t head)
{
	size_t most = n + m < DIFFERENCES_MAX ? n + m : DIFFERENCES_MAX;
	struct trace trace = {.rows = mem_zalloc((most + 2) * sizeof *trace.rows)};
	bool *removed = mem_zalloc(n + 1), *new = mem_zalloc(m + 1);
	bool found =
		find_path(a->key + head, (int32_t)n, b->key + head, (int32_t)m, &trace);
	if (found) {
		mark_path(&trace, (int32_t)n, (int32_t)m, removed, new);
	} else {
		memset(removed, true, n);
		memset(new, true, m);
	}
	put_marked(w, a->word + head, n, removed, b->word + head, m, new);
	for (size_t i = 0; i < trace.len; i++)
		free(trace.rows[i]);
	free(trace.rows);
	free(removed);
	free(new);
}

void
render_changes(const struct text *old, const struct text *new,
	struct span (*key)(struct span, struct span), struct buf *out)
{
	struct words a = {0}, b = {0};
	struct writer w = {.out = out};
	size_t head = 0, tail = 0;
	read_words(&a, old, key);
	read_words(&b, new, key);
	while (head < a.len && head < b.len && same(a.key[head], b.key[head]))
		head++;
	while (tail < a.len - head && tail < b.len - head &&
		same(a.key[a.len - 1 - tail], b.key[b.len - 1 - tail]))
		tail++;
	put_all(&w, b.word, head, BOTH);
	compare(&w, &a, a.len - head - tail, &b, b.len - head - tail, head);
	put_all(&w, b.word + b.len - tail, tail, BOTH);
	set_side(&w, BOTH);
	free_words(&a);
	free_words(&b);
}
