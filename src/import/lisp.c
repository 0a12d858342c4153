#include "config.h"

#include "import/lisp.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"

#define DEPTH_MAX 256 /* of lists in lists */

struct reader {
	struct arena *arena;
	const char *s, *end;
	struct lisp *open[DEPTH_MAX]; /* lists that have not ended */
	bool dressed[DEPTH_MAX];      /* strings with properties: #("text" 0 4 (…)) */
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

/* Adds the character whose number begins at s, in that base and with at most max digits;
 * returns what is after it. Octal numbers are bytes. */
static const char *
take_number(struct buf *out, const char *s, const char *end, unsigned base, size_t max)
{
	static const char digits[] = "0123456789abcdef";
	char text[8];
	uint32_t n = 0;
	for (; s < end && max; s++, max--) {
		const char *at = *s ? strchr(digits, *s | 0x20) : NULL;
		if (!at || (unsigned)(at - digits) >= base)
			break;
		n = n * base + (unsigned)(at - digits);
	}
	if (base == 8)
		buf_addc(out, (char)n);
	else if (n && n <= 0x10ffff)
		buf_add(out, text, utf8_encode(n, text));
	return s;
}

/* Adds what an escape in a string stands for; s is at its letter. Returns what is after
 * it. */
static const char *
take_escape(struct buf *out, const char *s, const char *end)
{
	static const char from[] = "ntrefas", to[] = "\n\t\r\033\f\a ";
	const char *at = *s ? strchr(from, *s) : NULL;
	if (*s >= '0' && *s <= '7')
		return take_number(out, s, end, 8, 3);
	if (*s == 'x')
		return take_number(out, s + 1, end, 16, 6);
	if (*s == 'u' || *s == 'U')
		return take_number(out, s + 1, end, 16, *s == 'u' ? 4 : 8);
	if (*s != '\n' && *s != ' ') /* these two stand for nothing */
		buf_addc(out, at ? to[at - from] : *s);
	return s + 1;
}

static struct lisp *
read_string(struct reader *r)
{
	struct buf out = BUF_INIT(0);
	struct lisp *form = new_form(r, LISP_STRING);
	for (r->s++; r->s < r->end && *r->s != '"';) {
		if (*r->s == '\\' && r->s + 1 < r->end)
			r->s = take_escape(&out, r->s + 1, r->end);
		else
			buf_addc(&out, *r->s++);
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
	/* A character: what follows the mark may be a bracket or a quote. */
	if (*r->s == '?' && r->s + 2 < r->end && r->s[1] != '\\') {
		buf_add(&out, r->s, 2);
		r->s += 2;
	}
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

/* The next whole form that is not in a list; NULL: there is none. */
static struct lisp *
next(struct reader *r)
{
	for (skip_blanks(r); r->s < r->end; skip_blanks(r)) {
		struct lisp *form = NULL;
		bool string = r->s + 2 < r->end && strncmp(r->s, "#(\"", 3) == 0;
		if (r->s + 2 < r->end && strncmp(r->s, "#s(", 3) == 0)
			r->s += 2;
		r->s += string;
		if (*r->s == '(' || *r->s == '[') {
			if (r->depth == DEPTH_MAX)
				return NULL;
			r->open[r->depth] = new_form(r, LISP_LIST);
			r->dressed[r->depth++] = string;
			r->s++;
			continue;
		}
		if (*r->s == ')' || *r->s == ']') {
			r->s++;
			if (r->depth == 0)
				continue;
			form = r->open[--r->depth];
			if (r->dressed[r->depth])
				form = form->items[0];
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
