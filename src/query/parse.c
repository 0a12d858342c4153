/*
 * Parses the grammar of query.h by recursive descent, straight from the bytes: what a
 * character means depends on where it is ("-" before a word is "not", inside a word it is
 * part of it), so there is no separate tokeniser.
 *
 * value.c turns values into nodes.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "model/item.h"
#include "query/field.h"
#include "query/misread.h"
#include "query/query_node.h"
#include "query/value.h"

#define TEXT_MAX 8192 /* bytes of a query */
#define DEPTH_MAX 64  /* parentheses and nots */
#define NODES_MAX 2048
#define ARENA_BLOCK 1024 /* most queries are short, and there may be a thousand rules */

struct parser {
	struct query *query;
	const char *start, *at;
	int depth, open; /* levels of nesting; those by parentheses */
	struct err *err;
};

static struct query_node *parse_any(struct parser *p);

/* ---- Nodes. */

static struct query_node *
node_of(struct parser *p, enum query_kind kind)
{
	if (++p->query->nodes > NODES_MAX) {
		err_set(p->err, ERR_LIMIT, _("the query has too many parts"));
		return NULL;
	}
	struct query_node *node = arena_zalloc(&p->query->arena, sizeof *node);
	node->kind = kind;
	return node;
}

static void
add_part(struct parser *p, struct query_node *node, struct query_node *part)
{
	node->parts = arena_push(
		&p->query->arena, node->parts, node->parts_len, sizeof *node->parts);
	node->parts[node->parts_len++] = part;
}

/* Joins both with AND or OR; a left one of the same kind takes the right one in. */
static struct query_node *
join(struct parser *p, enum query_kind kind, struct query_node *left,
	struct query_node *right)
{
	if (!left || !right)
		return NULL;
	if (left->kind != kind) {
		struct query_node *node = node_of(p, kind);
		if (!node)
			return NULL;
		add_part(p, node, left);
		left = node;
	}
	add_part(p, left, right);
	return left;
}

static struct query_node *
negate(struct parser *p, struct query_node *part)
{
	struct query_node *node = part ? node_of(p, QUERY_NOT) : NULL;
	if (node)
		add_part(p, node, part);
	return node;
}

/* ---- Characters. */

static void
skip_blanks(struct parser *p)
{
	while (str_space((unsigned char)*p->at))
		p->at++;
}

/* Does a keyword, or an operator that must stand alone, end here? */
static bool
ends_word(const struct parser *p, const char *at)
{
	return !*at || str_space((unsigned char)*at) || *at == '(' ||
	       (*at == ')' && p->open);
}

static bool
at_keyword(const struct parser *p, const char *word)
{
	size_t n = strlen(word);
	return str_ieqn(p->at, word, n) && ends_word(p, p->at + n);
}

static bool
at_joint(const struct parser *p)
{
	static const char *const joints[] = {"and", "&", "&&", "or", "|", "||"};
	for (size_t i = 0; i < COUNT_OF(joints); i++)
		if (at_keyword(p, joints[i]))
			return true;
	return false;
}

static bool
take_keyword(struct parser *p, const char *word, const char *sign)
{
	const char *found = at_keyword(p, word)           ? word
			    : sign && at_keyword(p, sign) ? sign
							  : NULL;
	if (!found)
		return false;
	p->at += strlen(found);
	skip_blanks(p);
	return true;
}

static int
syntax(struct parser *p, const char *what)
{
	return err_set(p->err, ERR_SYNTAX, _("character %zu of the query: %s"),
		(size_t)(p->at - p->start) + 1, what);
}

/* ---- Values: a word, a phrase, a regular expression. */

/* Whether a letter or a digit comes before the next blank or parenthesis. */
static bool
word_at(const char *s)
{
	while (*s && !str_space((unsigned char)*s) && *s != '(' && *s != ')') {
		unsigned char c = (unsigned char)*s++;
		if (str_alpha(c) || str_digit(c) || c >= 0x80)
			return true;
	}
	return false;
}

/* Takes text up to the closing mark; a backslash keeps a mark from closing. In a regular
 * expression other backslashes are kept. */
static bool
take_quoted(struct parser *p, struct query_value *out)
{
	char mark = *p->at++;
	struct buf text = BUF_INIT(0);
	while (*p->at && *p->at != mark) {
		if (*p->at == '\\' && p->at[1] && (mark != '/' || p->at[1] == mark))
			p->at++;
		else if (*p->at == '\\' && p->at[1])
			buf_addc(&text, *p->at++);
		buf_addc(&text, *p->at++);
	}
	out->text = arena_strndup(&p->query->arena, buf_str(&text), text.len);
	buf_done(&text);
	if (*p->at != mark) {
		syntax(p, mark == '/' ? _("a closing / is missing")
				      : _("a closing quotation mark is missing"));
		return false;
	}
	p->at++;
	if (mark == '/' && *p->at == 'i')
		p->at++;
	out->form = mark == '/' ? VALUE_REGEX : VALUE_PHRASE;
	out->quoted = mark != '/';
	if (out->form == VALUE_PHRASE && *p->at == '*') {
		out->form = VALUE_PREFIX;
		p->at++;
	}
	if (word_at(p->at)) {
		syntax(p, _("a space is missing after the closing quotation mark"));
		return false;
	}
	return true;
}

static bool
take_word(struct parser *p, struct query_value *out)
{
	const char *begin = p->at;
	int inner = 0;
	while (*p->at && !str_space((unsigned char)*p->at)) {
		if (*p->at == '(')
			inner++;
		else if (*p->at == ')' && inner-- == 0)
			break;
		p->at++;
	}
	if (*p->at == ')' && !p->open) {
		syntax(p, _("this closing parenthesis has no opening one; put text that "
			    "contains one in quotes"));
		return false;
	}
	if (*begin == '(' && inner > 0) {
		p->at = begin;
		syntax(p, _("a field takes one value; write (title:tea or title:coffee), "
			    "or put text that contains a parenthesis in quotes"));
		return false;
	}
	size_t n = (size_t)(p->at - begin);
	if (n && strspn(begin, "*") >= n) {
		p->at = begin;
		syntax(p, _("a value is missing"));
		return false;
	}
	out->form = VALUE_WORD;
	if (begin[0] == '*') {
		out->form = VALUE_PART;
		begin++;
		n -= begin[n - 2] == '*' ? 2 : 1;
	} else if (n > 1 && begin[n - 1] == '*') {
		out->form = VALUE_PREFIX;
		n--;
	}
	out->text = arena_strndup(&p->query->arena, begin, n);
	return true;
}

/* /x/ is a regular expression only if it is closed; a path is an ordinary word. The i
 * that other languages put after it changes nothing, since case never matters. */
static bool
at_regex(const struct parser *p)
{
	if (*p->at != '/')
		return false;
	for (const char *s = p->at + 1; *s; s++) {
		if (*s == '\\' && s[1])
			s++;
		else if (*s == '/')
			return s > p->at + 1 && ends_word(p, s + 1 + (s[1] == 'i'));
	}
	return false;
}

static bool
take_value(struct parser *p, struct query_value *out)
{
	out->at = (size_t)(p->at - p->start) + 1;
	if (ends_word(p, p->at) && *p->at != '(') {
		syntax(p, _("a value is missing"));
		return false;
	}
	/* An apostrophe opens a phrase only if another one can close it. */
	if (*p->at == '"' || (*p->at == '\'' && strchr(p->at + 1, '\'')) || at_regex(p))
		return take_quoted(p, out);
	return take_word(p, out);
}

/* ---- Fields. */

static const struct {
	const char *text;
	enum value_compare compare;
} compares[] = {
	/* Longer ones first. */
	{"==", VALUE_EQ}, {"=~", VALUE_MATCH}, {"!=", VALUE_NE}, {"!~", VALUE_NO_MATCH},
	{"!#", VALUE_LACKS}, {"<=", VALUE_LE}, {">=", VALUE_GE}, {"=>", VALUE_MISTAKEN},
	{"=<", VALUE_MISTAKEN}, {"=!", VALUE_MISTAKEN}, {"~=", VALUE_MISTAKEN},
	{"=", VALUE_EQ}, {"<", VALUE_LT}, {">", VALUE_GT}, {"#", VALUE_HAS}};

static enum value_compare
take_compare(struct parser *p)
{
	if (!*p->at || !strchr("=!<>#~", *p->at))
		return VALUE_NONE; /* nearly always */
	for (size_t i = 0; i < COUNT_OF(compares); i++)
		if (str_starts(p->at, compares[i].text)) {
			p->at += strlen(compares[i].text);
			return compares[i].compare;
		}
	return VALUE_NONE;
}

static bool
in_name(unsigned char c)
{
	return str_alpha(c) || str_digit(c) || c == '_' || c == '-' || c >= 0x80;
}

static struct span
identifier(const char *at)
{
	size_t n = 0;
	if (str_alpha((unsigned char)*at) || (unsigned char)*at >= 0x80)
		while (in_name((unsigned char)at[n]))
			n++;
	return (struct span){at, n};
}

static int
unknown_field(struct parser *p, struct span name)
{
	char *text = arena_strndup(&p->query->arena, name.p, name.n);
	const char *like = query_field_suggest(text), *hint = query_field_hint(text);
	const char *own = query_field_own(text, &p->query->arena);
	size_t at = (size_t)(p->at - p->start) + 1;
	if (own)
		return err_set(p->err, ERR_SYNTAX,
			_("character %zu of the query: unknown field %s; write %s"), at,
			text, own);
	if (hint)
		return err_set(p->err, ERR_SYNTAX,
			_("character %zu of the query: unknown field %s; %s"), at, text,
			hint);
	if (like)
		return err_set(p->err, ERR_SYNTAX,
			_("character %zu of the query: unknown field %s; did you mean "
			  "%s?"),
			at, text, like);
	return err_set(p->err, ERR_SYNTAX,
		_("character %zu of the query: unknown field %s; see courant-query(5) "
		  "for a list, or put text to search for in quotes"),
		at, text);
}

enum found {
	FOUND_NONE,
	FOUND_FIELD,
	FOUND_WRONG,
};

/* Is it "between" and a range, not the word? */
static bool
at_between(const struct parser *p, bool known)
{
	const char *value = p->at + strlen("between");
	if (!at_keyword(p, "between"))
		return false;
	value += strspn(value, " \t\n");
	size_t n = strcspn(value, " \t\n");
	return known || memchr(value, ':', n) || memmem(value, n, "..", 2);
}

/* The parser is at what follows a name: does a comparison begin there? after is where the
 * name ends. An address (http://), a scope (std::string) and a label at the end of the
 * query are text. So are C# and issue#12: there # counts only if it stands apart, or
 * before a quotation mark. */
static bool
at_operator(const struct parser *p, const char *after, bool known)
{
	const char *s = p->at;
	bool spaced = s > after, quoted = s[0] && (s[1] == '"' || s[1] == '\'');
	switch (*s) {
	case ':':
		return known ? s[1] || !spaced
			     : s[1] && !strchr(spaced ? ":" : ":/", s[1]);
	case '#':
		return known || (spaced ? s[1] != '\0' : quoted);
	case '!':
		return s[1] && strchr("=~#", s[1]);
	case '~':
		return known || s[1] == '=';
	case '=':
	case '<':
	case '>':
		return true;
	default:
		return false;
	}
}

/* May a comparison begin here, if what is before is a field? */
static bool
may_compare(const struct parser *p)
{
	return (*p->at && strchr(":#!~=<>", *p->at)) || at_keyword(p, "between");
}

/* Takes the operator and the value of a field. */
static enum found
take_comparison(struct parser *p, struct query_value *value)
{
	if (*p->at == ':') {
		p->at++;
		skip_blanks(p);
		value->colon = true;
	}
	if (take_keyword(p, "between", NULL))
		value->compare = VALUE_BETWEEN;
	else
		value->compare = take_compare(p);
	if (value->compare == VALUE_NONE && !value->colon) {
		p->at++; /* the ~ of other programs */
		value->compare = VALUE_MISTAKEN;
	}
	skip_blanks(p);
	if ((at_joint(p) || at_keyword(p, "not")) &&
		str_space((unsigned char)p->at[-1])) {
		syntax(p, _("a value is missing"));
		return FOUND_WRONG;
	}
	return take_value(p, value) ? FOUND_FIELD : FOUND_WRONG;
}

/* Takes a field and what it is compared with. If there is none, takes nothing: the word
 * or address here is a value. A word before an operator is always meant as a field: taken
 * for text, a mistyped one would find nothing, and the user would never learn why. */
static enum found
take_field(struct parser *p, const struct query_name **field, struct query_value *value)
{
	struct span name = identifier(p->at);
	const char *begin = p->at, *after = name.p + name.n;
	if (!name.n)
		return FOUND_NONE;
	p->at = after;
	skip_blanks(p);
	*field = may_compare(p) ? query_field_find(name) : NULL;
	bool compared = at_between(p, *field) || at_operator(p, after, *field);
	if (compared && *field)
		return take_comparison(p, value);
	p->at = begin;
	if (!compared)
		return FOUND_NONE;
	unknown_field(p, name);
	return FOUND_WRONG;
}

/* "= 3" with nothing before it that could be a field. */
static bool
lacks_field(struct parser *p)
{
	const char *begin = p->at;
	bool lone = take_compare(p) != VALUE_NONE && ends_word(p, p->at);
	p->at = begin;
	return lone;
}

/* ---- Expressions. */

static struct query_node *
parse_group(struct parser *p)
{
	p->at++;
	p->open++;
	struct query_node *node = parse_any(p);
	p->open--;
	if (!node)
		return NULL;
	if (*p->at != ')') {
		syntax(p, _("a closing parenthesis is missing"));
		return NULL;
	}
	p->at++;
	return node;
}

static struct query_node *
parse_term(struct parser *p)
{
	const struct query_name *field = NULL;
	struct query_value value = {.compare = VALUE_NONE};
	if (at_joint(p)) {
		syntax(p, _("an operator must stand between two parts of the query; to "
			    "search for this word, put it in quotes"));
		return NULL;
	}
	enum found found = take_field(p, &field, &value);
	if (found == FOUND_WRONG)
		return NULL;
	if (found == FOUND_NONE) {
		value = (struct query_value){.compare = VALUE_NONE, .colon = true};
		field = NULL;
		if (lacks_field(p)) {
			syntax(p, _("an operator needs the name of a field before it"));
			return NULL;
		}
		if (!take_value(p, &value))
			return NULL;
		if (!*value.text) {
			/* Every text contains "", so a rule that says it would act on
			 * all items. */
			syntax(p, _("a value is missing"));
			return NULL;
		}
	}
	const char *misread = query_misread(field, &value, p->at);
	if (misread) {
		p->at = p->start + value.at - 1;
		syntax(p, misread);
		return NULL;
	}
	struct query_node *node = node_of(p, QUERY_ALL);
	if (!node || query_value_node(p->query, field, &value, node, p->err) != OK)
		return NULL;
	bool not = value.compare == VALUE_NE || value.compare == VALUE_NO_MATCH ||
		   value.compare == VALUE_LACKS;
	return not != value.negative ? negate(p, node) : node;
}

/* After a sign and a blank: does a parenthesis or a comparison follow? */
static bool
at_part(const struct parser *p)
{
	struct parser next = *p;
	next.at++;
	skip_blanks(&next);
	struct span name = identifier(next.at);
	bool known = name.n && query_field_find(name);
	const char *after = next.at += name.n;
	skip_blanks(&next);
	return name.n ? known && (at_between(&next, known) ||
					 at_operator(&next, after, known))
		      : *next.at == '(';
}

/* Takes a "-" or "!" directly before something, unless it is part of a longer dash or of
 * an operator. Alone before a word, it is text: "Rust - the book". */
static bool
take_minus(struct parser *p)
{
	char next = p->at[0] ? p->at[1] : '\0';
	if ((*p->at != '-' && *p->at != '!') || next == *p->at ||
		(next != '(' && ends_word(p, p->at + 1) && !at_part(p)) ||
		(*p->at == '!' && strchr("=~#", next)))
		return false;
	p->at++;
	return true;
}

static struct query_node *
parse_not(struct parser *p)
{
	struct query_node *node;
	if (++p->depth > DEPTH_MAX) {
		syntax(p, _("too many levels of nesting"));
		return NULL;
	}
	skip_blanks(p);
	if (take_keyword(p, "not", NULL) || take_minus(p))
		node = negate(p, parse_not(p));
	else if (*p->at == '(')
		node = parse_group(p);
	else
		node = parse_term(p);
	p->depth--;
	skip_blanks(p);
	return node;
}

static bool
at_end(const struct parser *p)
{
	return !*p->at || (*p->at == ')' && p->open) || at_keyword(p, "or") ||
	       at_keyword(p, "|") || at_keyword(p, "||");
}

static struct query_node *
parse_all(struct parser *p)
{
	struct query_node *node = parse_not(p);
	while (node && !at_end(p)) {
		if (!take_keyword(p, "and", "&"))
			take_keyword(p, "&&", NULL);
		node = join(p, QUERY_AND, node, parse_not(p));
	}
	return node;
}

static struct query_node *
parse_any(struct parser *p)
{
	struct query_node *node = parse_all(p);
	while (node && (take_keyword(p, "or", "|") || take_keyword(p, "||", NULL)))
		node = join(p, QUERY_OR, node, parse_all(p));
	return node;
}

int
query_parse(const char *text, enum query_how how, struct query **out, struct err *err)
{
	struct err ignored;
	struct query *query = mem_zalloc(sizeof *query);
	struct parser p = {query, text, text, 0, 0, err ? err : &ignored};
	query->how = how;
	query->arena.block = ARENA_BLOCK;
	p.err->status = OK;
	if (strlen(text) > TEXT_MAX) {
		err_set(p.err, ERR_LIMIT, _("the query is longer than %d bytes"),
			TEXT_MAX);
		query_free(query);
		return ERR_LIMIT;
	}
	skip_blanks(&p);
	query->root = *p.at ? parse_any(&p) : node_of(&p, QUERY_ALL);
	if (!query->root) {
		query_free(query);
		return p.err->status ? (int)p.err->status : ERR_SYNTAX;
	}
	*out = query;
	return OK;
}

void
query_free(struct query *query)
{
	if (!query)
		return;
	query_regex_free(query);
	query_cache_free(query->own);
	buf_done(&query->folded);
	arena_done(&query->arena);
	free(query);
}

int
query_check(const char *text, struct err *err)
{
	struct query *query = NULL;
	int status = query_parse(text, QUERY_ACCENTS_COUNT, &query, err);
	query_free(query);
	return status;
}

const struct query_node *
query_root(const struct query *query)
{
	return query->root;
}

static bool
needs_hidden(const struct query_node *node)
{
	bool found = node->kind == QUERY_FLAGGED && node->field != QUERY_MEDIA &&
		     node->flag == ITEM_HIDDEN;
	for (size_t i = 0; node->kind == QUERY_AND && i < node->parts_len && !found; i++)
		found = needs_hidden(node->parts[i]);
	return found;
}

bool
query_finds_hidden(const struct query *query)
{
	return needs_hidden(query->root);
}

enum query_how
query_how(const struct query *query)
{
	return query->how;
}

char *
query_join(int argc, char *const *argv)
{
	struct buf all = BUF_INIT(0);
	for (int i = 0; i < argc; i++) {
		if (i)
			buf_addc(&all, ' ');
		buf_adds(&all, argv[i]);
	}
	return buf_take(&all);
}

char *
query_compare(struct arena *arena, const char *field, const char *text)
{
	struct buf out = BUF_INIT(0);
	buf_addf(&out, "%s'", field);
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			buf_addc(&out, '\\');
		buf_addc(&out, *text);
	}
	buf_addc(&out, '\'');
	char *whole = arena_strndup(arena, buf_str(&out), out.len);
	buf_done(&out);
	return whole;
}
