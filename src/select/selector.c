/*
 * A recursive descent over the text. A compound's tests are gathered first, and with them
 * the steps of selectors in its parentheses, so that those steps get smaller numbers.
 */
#include "config.h"

#include "select/selector.h"

#include <limits.h>
#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/utf8.h"

#define SHOWN_MAX 24 /* bytes of the text that an error repeats */

struct reader {
	struct select_text *text;
	struct arena *arena;
	struct select_step steps[SELECT_STEPS_MAX];
	size_t len;
	int depth;
	struct err *err;
};

int
select_selector_fail(
	const struct select_text *text, const char *at, struct err *err, const char *what)
{
	size_t n = 0, left = (size_t)(text->end - at), number = 1;
	for (const char *p = text->start; p < at; p++)
		number += ((unsigned char)*p & 0xc0) != 0x80;
	while (n < left && (n < SHOWN_MAX || ((unsigned char)at[n] & 0xc0) == 0x80))
		n++;
	if (!left)
		return err_set(
			err, ERR_SYNTAX, _("at the end of the selector: %s"), what);
	return err_set(err, ERR_SYNTAX,
		_("at \"%.*s\" (character %zu of the selector): %s"), (int)n, at, number,
		what);
}

static int
fail_at(struct reader *r, const char *at, const char *what)
{
	return select_selector_fail(r->text, at, r->err, what);
}

static int
fail(struct reader *r, const char *what)
{
	return fail_at(r, r->text->at, what);
}

static char
next_char(const struct reader *r)
{
	return r->text->at < r->text->end ? *r->text->at : '\0';
}

static bool
take(struct reader *r, char c)
{
	bool there = c != '\0' && next_char(r) == c;
	r->text->at += there;
	return there;
}

static void
skip_blanks(struct reader *r)
{
	while (r->text->at < r->text->end && str_space((unsigned char)*r->text->at))
		r->text->at++;
}

/* ---- names and values */

static bool
name_byte(char c)
{
	return str_alpha((unsigned char)c) || str_digit((unsigned char)c) || c == '-' ||
	       c == '_' || (unsigned char)c >= 0x80;
}

/* Appends what the escape at *p, after the backslash, stands for. */
static void
take_escape(struct buf *out, const char **p, const char *end)
{
	uint32_t number = 0;
	int digits = 0;
	for (; digits < 6 && *p < end && str_hex(**p) >= 0; digits++)
		number = number * 16 + (uint32_t)str_hex(*(*p)++);
	if (!digits && *p < end)
		buf_addc(out, *(*p)++);
	if (!digits)
		return;
	char bytes[4];
	bool valid = number && number < 0x110000 && (number < 0xd800 || number > 0xdfff);
	buf_add(out, bytes, utf8_encode(valid ? number : 0xfffd, bytes));
	if (*p < end && str_space((unsigned char)**p))
		++*p;
}

/* s with its escapes resolved, in arena if it has any. */
static struct span
unescape(struct reader *r, struct span s)
{
	if (!s.n || !memchr(s.p, '\\', s.n))
		return s;
	struct buf out = BUF_INIT(0);
	for (const char *p = s.p, *end = s.p + s.n; p < end;) {
		if (*p == '\\') {
			p++;
			take_escape(&out, &p, end);
		} else {
			buf_addc(&out, *p++);
		}
	}
	struct span text = {arena_strndup(r->arena, buf_str(&out), out.len), out.len};
	buf_done(&out);
	return text;
}

static int
read_name(struct reader *r, struct span *out, const char *what)
{
	struct span s = {r->text->at, 0};
	size_t left = (size_t)(r->text->end - s.p);
	while (s.n < left &&
		(name_byte(s.p[s.n]) || (s.p[s.n] == '\\' && s.n + 1 < left)))
		s.n += s.p[s.n] == '\\' ? 2 : 1;
	if (!s.n || str_digit((unsigned char)*s.p))
		return fail(r, what);
	r->text->at += s.n;
	*out = unescape(r, s);
	return OK;
}

static int
read_value(struct reader *r, struct span *out)
{
	char quote = next_char(r);
	struct span s = {r->text->at, 0};
	size_t left = (size_t)(r->text->end - s.p);
	if (quote != '"' && quote != '\'') {
		while (s.n < left && s.p[s.n] != ']' &&
			!str_space((unsigned char)s.p[s.n]))
			s.n++;
		r->text->at += s.n;
		*out = unescape(r, s);
		return s.n ? OK : fail(r, _("a value is missing here"));
	}
	s.p++;
	left--;
	while (s.n < left && s.p[s.n] != quote)
		s.n += s.p[s.n] == '\\' && s.n + 1 < left ? 2 : 1;
	if (s.n >= left)
		return fail(r, _("the quotation mark is not closed"));
	r->text->at = s.p + s.n + 1;
	*out = unescape(r, s);
	return OK;
}

/* ---- tests */

static int
read_attribute(struct reader *r, struct select_test *test)
{
	static const char signs[] = "~|^$*";
	static const enum select_test_kind kinds[] = {
		SELECT_WORD, SELECT_DASH, SELECT_PREFIX, SELECT_SUFFIX, SELECT_CONTAINS};
	const char *open = r->text->at - 1;
	skip_blanks(r);
	int status =
		read_name(r, &test->name, _("the name of an attribute is missing here"));
	if (status != OK)
		return status;
	skip_blanks(r);
	test->kind = SELECT_HAS;
	if (take(r, ']'))
		return OK;
	char next = next_char(r);
	const char *sign = next ? strchr(signs, next) : NULL;
	test->kind = sign ? kinds[sign - signs] : SELECT_EQUAL;
	r->text->at += sign != NULL;
	if (!take(r, '='))
		return r->text->at < r->text->end
			       ? fail(r, _("write [name], [name=value], or with ~= |= ^= "
					   "$= "
					   "*="))
			       : fail_at(r, open, _("the bracket is not closed"));
	skip_blanks(r);
	status = read_value(r, &test->value);
	if (status != OK)
		return status;
	skip_blanks(r);
	char flag = (char)str_lower((unsigned char)next_char(r));
	if (flag == 'i' || flag == 's') {
		test->any_case = flag == 'i';
		r->text->at++;
		skip_blanks(r);
	}
	return take(r, ']') ? OK : fail_at(r, open, _("the bracket is not closed"));
}

/* Takes a number of a few digits; false if there is none. */
static bool
take_number(struct reader *r, int *out)
{
	const char *start = r->text->at;
	int number = 0;
	while (str_digit((unsigned char)next_char(r)) && r->text->at - start < 6)
		number = number * 10 + (*r->text->at++ - '0');
	*out = number;
	return r->text->at > start && !str_digit((unsigned char)next_char(r));
}

static bool
take_word(struct reader *r, const char *word)
{
	size_t n = strlen(word);
	bool there = (size_t)(r->text->end - r->text->at) >= n &&
		     str_ieqn(r->text->at, word, n);
	r->text->at += there ? n : 0;
	return there;
}

/* an+b, odd, even. */
static bool
take_formula(struct reader *r, struct select_test *test)
{
	int number = 0;
	if (take_word(r, "odd") || take_word(r, "even")) {
		test->a = 2;
		test->b = str_lower((unsigned char)r->text->at[-1]) == 'd';
		return true;
	}
	bool minus = take(r, '-');
	if (!minus)
		take(r, '+');
	bool digits = take_number(r, &number);
	if (!take_word(r, "n")) {
		test->b = minus ? -number : number;
		return digits;
	}
	test->a = digits ? number : 1;
	test->a = minus ? -test->a : test->a;
	skip_blanks(r);
	minus = next_char(r) == '-';
	if (!minus && next_char(r) != '+')
		return true;
	r->text->at++;
	skip_blanks(r);
	if (!take_number(r, &number))
		return false;
	test->b = minus ? -number : number;
	return true;
}

static int
read_nth(struct reader *r, struct select_test *test)
{
	skip_blanks(r);
	if (!take_formula(r, test))
		return fail(r, _("write a number, odd, even, or a formula such as 2n+1"));
	return OK;
}

static int read_list(struct reader *r, uint64_t *ends);

static int
read_nested(struct reader *r, struct select_test *test)
{
	if (++r->depth > SELECT_DEPTH_MAX)
		return fail(r, _("these parentheses are nested too deep"));
	int status = read_list(r, &test->steps);
	r->depth--;
	return status;
}

typedef int argument_reader(struct reader *r, struct select_test *test);

static const struct pseudo {
	const char *name;
	argument_reader *argument; /* NULL: it takes none */
	struct select_test test;
} pseudos[] = {
	{"nth-child", read_nth, {.kind = SELECT_NTH}},
	{"nth-last-child", read_nth, {.kind = SELECT_NTH, .last = true}},
	{"nth-of-type", read_nth, {.kind = SELECT_NTH, .of_type = true}},
	{"nth-last-of-type", read_nth,
		{.kind = SELECT_NTH, .last = true, .of_type = true}},
	{"first-child", NULL, {.kind = SELECT_NTH, .b = 1}},
	{"last-child", NULL, {.kind = SELECT_NTH, .b = 1, .last = true}},
	{"first-of-type", NULL, {.kind = SELECT_NTH, .b = 1, .of_type = true}},
	{"last-of-type", NULL,
		{.kind = SELECT_NTH, .b = 1, .last = true, .of_type = true}},
	{"not", read_nested, {.kind = SELECT_NONE}},
	{"is", read_nested, {.kind = SELECT_ANY}},
	{"where", read_nested, {.kind = SELECT_ANY}},
	{"empty", NULL, {.kind = SELECT_EMPTY}},
	{"root", NULL, {.kind = SELECT_ROOT}},
	{"scope", NULL, {.kind = SELECT_SCOPE}},
	{"link", NULL, {.kind = SELECT_HAS, .name = SPAN_LIT("href")}},
	{"any-link", NULL, {.kind = SELECT_HAS, .name = SPAN_LIT("href")}},
};

static const struct pseudo *
find_pseudo(struct span name)
{
	for (size_t i = 0; i < COUNT_OF(pseudos); i++)
		if (span_ieq(name, pseudos[i].name))
			return &pseudos[i];
	return NULL;
}

/* After the colon. */
static int
read_pseudo(struct reader *r, struct select_test *test)
{
	const char *at = r->text->at - 1;
	struct span name;
	if (next_char(r) == ':')
		return fail_at(
			r, at, _("a page has no pseudo-elements such as ::before"));
	int status = read_name(r, &name, _("the name of a pseudo-class is missing here"));
	if (status != OK)
		return status;
	const struct pseudo *pseudo = find_pseudo(name);
	if (!pseudo)
		return fail_at(r, at,
			_("courant does not know this pseudo-class; see "
			  "courant-feeds(5)"));
	*test = pseudo->test;
	if (!pseudo->argument)
		return next_char(r) == '('
			       ? fail(r, _("this pseudo-class takes no argument"))
			       : OK;
	const char *open = r->text->at;
	if (!take(r, '('))
		return fail(r, _("an argument in parentheses is missing here"));
	status = pseudo->argument(r, test);
	if (status != OK)
		return status;
	skip_blanks(r);
	return take(r, ')') ? OK : fail_at(r, open, _("the parenthesis is not closed"));
}

static int
read_test(struct reader *r, struct select_test *test)
{
	switch (*r->text->at++) {
	case '.':
		test->kind = SELECT_CLASS;
		return read_name(
			r, &test->value, _("the name of a class is missing here"));
	case '#':
		test->kind = SELECT_ID;
		return read_name(r, &test->value, _("an id is missing here"));
	case '[':
		return read_attribute(r, test);
	default:
		return read_pseudo(r, test);
	}
}

/* ---- compounds and combinators */

static bool
starts_test(char c)
{
	return c != '\0' && strchr(".#[:", c);
}

static bool
starts_compound(const struct reader *r)
{
	char c = next_char(r);
	return starts_test(c) || c == '*' || c == '\\' ||
	       (name_byte(c) && !str_digit((unsigned char)c));
}

static int
add_step(struct reader *r, const struct select_step *step)
{
	if (r->len == SELECT_STEPS_MAX)
		return err_set(r->err, ERR_LIMIT,
			_("the selector has more than %d parts; make it shorter"),
			SELECT_STEPS_MAX);
	r->steps[r->len++] = *step;
	return OK;
}

static int
read_compound(struct reader *r, struct select_step *step)
{
	struct select_test tests[SELECT_TESTS_MAX] = {{0}};
	size_t len = 0;
	int status = OK;
	if (!starts_compound(r))
		return fail(r, _("an element is missing here"));
	if (!take(r, '*') && !starts_test(next_char(r)))
		status =
			read_name(r, &tests[len++].name, _("an element is missing here"));
	while (status == OK && starts_test(next_char(r))) {
		if (len == SELECT_TESTS_MAX)
			return fail(r, _("too many conditions on one element"));
		status = read_test(r, &tests[len++]);
	}
	step->tests = arena_memdup(r->arena, tests, len * sizeof *tests);
	step->tests_len = len;
	return status == OK ? add_step(r, step) : status;
}

/* "name=", with which the next part of a recipe begins. */
static bool
at_part(const struct reader *r)
{
	const char *p = r->text->at;
	while (p < r->text->end && str_alpha((unsigned char)*p))
		p++;
	return p > r->text->at && p < r->text->end && *p == '=';
}

/* Takes a combinator, which may be just blanks. False: the selector ends here. */
static bool
take_relation(struct reader *r, enum select_relation *relation)
{
	static const char signs[] = ">+~";
	const char *before = r->text->at;
	skip_blanks(r);
	char c = next_char(r);
	const char *sign = c ? strchr(signs, c) : NULL;
	*relation = sign ? SELECT_CHILD + (enum select_relation)(sign - signs)
			 : SELECT_DESCENDANT;
	if (sign) {
		r->text->at++;
		skip_blanks(r);
		return true;
	}
	return r->text->at > before && starts_compound(r) && !at_part(r);
}

/* A selector that begins with a combinator begins in the scope. */
static int
read_scope(struct reader *r, struct select_step *step)
{
	static const struct select_test scope = {.kind = SELECT_SCOPE};
	const char c = next_char(r);
	if (c == '\0' || !strchr(">+~", c))
		return OK;
	int status = add_step(r, &(struct select_step){&scope, 1, SELECT_FIRST, 0});
	step->before = r->len - 1;
	take_relation(r, &step->relation);
	return status;
}

static int
read_one(struct reader *r, uint64_t *ends)
{
	struct select_step step = {.relation = SELECT_FIRST};
	skip_blanks(r);
	int status = read_scope(r, &step);
	do {
		if (status == OK)
			status = read_compound(r, &step);
		step.before = r->len - 1;
	} while (status == OK && take_relation(r, &step.relation));
	if (status == OK)
		*ends |= (uint64_t)1 << (r->len - 1);
	return status;
}

static int
read_list(struct reader *r, uint64_t *ends)
{
	int status;
	do
		status = read_one(r, ends);
	while (status == OK && take(r, ','));
	return status;
}

int
select_selector_read(struct select_text *text, struct arena *arena, struct selector *out,
	struct err *err)
{
	struct reader r = {.text = text, .arena = arena, .err = err};
	*out = (struct selector){0};
	int status = read_list(&r, &out->ends);
	if (status != OK)
		return status;
	out->steps = arena_memdup(arena, r.steps, r.len * sizeof *r.steps);
	out->len = r.len;
	char c = next_char(&r);
	if (c == '\0' || c == '@' || at_part(&r))
		return OK;
	return fail(&r, _("this cannot follow a selector"));
}
