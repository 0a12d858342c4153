#include "config.h"

#include "import/lisp.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

#define DEPTH_MAX 256 /* of lists in lists */

struct reader {
	struct arena *arena;
	const char *s, *end;
	struct lisp *open[DEPTH_MAX]; /* lists that have not ended */
	size_t depth;
};

static void
skip_blanks(struct reader *r)
{
	while (r->s < r->end) {
		if (*r->s == ';')
			while (r->s < r->end && *r->s != '\n')
				r->s++;
		else if (str_space((unsigned char)*r->s) || strchr("'`,@", *r->s))
			r->s++;
		else
			break;
	}
}

static struct lisp *
new_form(struct reader *r, enum lisp_kind kind)
{
	struct lisp *form = arena_zalloc(r->arena, sizeof *form);
	form->kind = kind;
	return form;
}

/* The byte that an escape in a string stands for; 0: none. */
static char
escaped(char c)
{
	static const char from[] = "ntrefa", to[] = "\n\t\r\033\f\a";
	const char *at = strchr(from, c);
	return c == '\n' ? '\0' : at && c ? to[at - from] : c;
}

static struct lisp *
read_string(struct reader *r)
{
	struct buf out = BUF_INIT(0);
	struct lisp *form = new_form(r, LISP_STRING);
	for (r->s++; r->s < r->end && *r->s != '"'; r->s++) {
		char c = *r->s;
		if (c == '\\' && r->s + 1 < r->end)
			c = escaped(*++r->s);
		if (c)
			buf_addc(&out, c);
	}
	r->s++;
	form->text = arena_strndup(r->arena, buf_str(&out), out.len);
	buf_done(&out);
	return form;
}

static struct lisp *
read_symbol(struct reader *r)
{
	struct lisp *form = new_form(r, LISP_SYMBOL);
	struct buf out = BUF_INIT(0);
	for (; r->s < r->end && !str_space((unsigned char)*r->s) &&
		!strchr("()[]\";", *r->s);
		r->s++) {
		if (*r->s == '\\' && r->s + 1 < r->end)
			r->s++;
		buf_addc(&out, *r->s);
	}
	form->text = arena_strndup(r->arena, buf_str(&out), out.len);
	buf_done(&out);
	return form;
}

static void
add(struct reader *r, struct lisp *form)
{
	struct lisp *list = r->open[r->depth - 1];
	bool dot = form->kind == LISP_SYMBOL && str_eq(form->text, ".");
	if (dot)
		return;
	list->items = arena_push(r->arena, list->items, list->len, sizeof *list->items);
	list->items[list->len++] = form;
}

/* The next whole form that is in no list; NULL: there is none. */
static struct lisp *
next(struct reader *r)
{
	for (skip_blanks(r); r->s < r->end; skip_blanks(r)) {
		struct lisp *form = NULL;
		if (*r->s == '#' && r->s + 2 < r->end && strncmp(r->s, "#s(", 3) == 0)
			r->s += 2;
		if (*r->s == '(' || *r->s == '[') {
			if (r->depth == DEPTH_MAX)
				return NULL;
			r->open[r->depth++] = new_form(r, LISP_LIST);
			r->s++;
			continue;
		}
		if (*r->s == ')' || *r->s == ']') {
			r->s++;
			if (r->depth == 0)
				continue;
			form = r->open[--r->depth];
		} else if (*r->s == '"') {
			form = read_string(r);
		} else {
			const char *before = r->s;
			form = read_symbol(r);
			r->s += r->s == before;
		}
		if (r->depth == 0)
			return form;
		add(r, form);
	}
	return NULL;
}

struct lisp *
import_lisp_read(struct arena *arena, struct span *rest)
{
	struct reader r = {.arena = arena, .s = rest->p, .end = rest->p + rest->n};
	struct lisp *form = next(&r);
	rest->n = r.s < r.end ? (size_t)(r.end - r.s) : 0;
	rest->p = r.end - rest->n;
	return form;
}

const struct lisp *
import_lisp_at(const struct lisp *list, size_t n)
{
	return list && list->kind == LISP_LIST && n < list->len ? list->items[n] : NULL;
}

const char *
import_lisp_text(const struct lisp *form)
{
	if (!form || form->kind == LISP_LIST ||
		(form->kind == LISP_SYMBOL && str_eq(form->text, "nil")))
		return NULL;
	return form->text;
}

const struct lisp *
import_lisp_after(const struct lisp *list, const char *symbol)
{
	for (size_t i = 0; list && i + 1 < list->len; i++)
		if (list->items[i]->kind == LISP_SYMBOL &&
			str_eq(list->items[i]->text, symbol))
			return list->items[i + 1];
	return NULL;
}
