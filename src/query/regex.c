/*
 * Regular expressions, by PCRE2. They run over folded text, so an expression without
 * capitals needs no caseless matching, which is several times slower.
 *
 * The cost of an expression is bounded: its compiled size by the length of a query, and a
 * match by PCRE2's own counter of steps, so that (a+)+$ ends on any text (case 155).
 */
#include "config.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/letter.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "query/query_node.h"

#define MATCH_STEPS 200000
#define REQUIRED_MIN 2
#define DEPTH_KIB 1024 /* of heap, if there is no just-in-time compiler */

struct query_regex {
	struct query_regex *next;
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
};

/* Does it contain a capital, other than that of an escape such as \S? */
static bool
has_capitals(const char *s)
{
	for (; *s; s++) {
		if (*s == '\\' && s[1] && s[1] != 'p' && s[1] != 'P') {
			s++;
			continue;
		}
		if ((*s >= 'A' && *s <= 'Z') || (unsigned char)*s >= 0x80)
			return true;
	}
	return false;
}

/* The end of the character class that begins at s. */
static const char *
skip_class(const char *s)
{
	s++;
	s += *s == '^';
	s += *s == ']'; /* in the first place, it is a member */
	while (*s && *s != ']') {
		const char *name = s + 2; /* of [:digit:] */
		if (*s == '[' && s[1] == ':')
			name += strspn(name, "^abcdefghijklmnopqrstuvwxyz");
		if (*s == '[' && s[1] == ':' && name[0] == ':' && name[1] == ']')
			s = name + 2;
		else
			s += *s == '\\' && s[1] ? 2 : 1;
	}
	return s + (*s == ']');
}

/* The end of the group or character class that begins at s. */
static const char *
skip_nested(const char *s)
{
	int depth = 0;
	do {
		if (*s == '[') {
			s = skip_class(s);
			continue;
		}
		if (*s == '\\' && s[1])
			s++;
		else
			depth += (*s == '(') - (*s == ')');
		s++;
	} while (*s && depth > 0);
	return s;
}

/* The longest run of letters and digits that any match must contain, or NULL. It
 * considers only those outside groups, classes and escapes, and drops one that a
 * quantifier makes optional. */
static const char *
required_letters(const char *source, struct arena *arena)
{
	const char *best = NULL, *begin = NULL, *s = source;
	size_t best_n = 0;
	/* Modes such as (?x) may change what letters mean, and \Q quotes. */
	if (strstr(source, "(?") || strstr(source, "(*") || strstr(source, "\\Q"))
		return NULL;
	for (;;) {
		bool letter =
			str_alpha((unsigned char)*s) || str_digit((unsigned char)*s);
		if (letter && !begin)
			begin = s;
		if (!letter && begin) {
			size_t n = (size_t)(s - begin);
			n -= *s == '*' || *s == '?' || *s == '{';
			if (n > best_n) {
				best = begin;
				best_n = n;
			}
			begin = NULL;
		}
		if (!*s)
			break;
		if (*s == '|')
			return NULL;
		if (*s == '{') {
			s += strcspn(s, "}|([\\)"); /* it may be no quantifier */
			s += *s == '}';
		} else if (*s == '[' || *s == '(') {
			s = skip_nested(s);
		} else if (*s == '\\') {
			/* Letters and digits after a backslash, as in \x41, are not
			 * literal. */
			s++;
			while (str_alpha((unsigned char)*s) ||
				str_digit((unsigned char)*s))
				s++;
			s += *s && s[-1] == '\\';
		} else {
			s++;
		}
	}
	if (best_n < REQUIRED_MIN)
		return NULL;
	char *copy = arena_strndup(arena, best, best_n);
	for (char *c = copy; *c; c++)
		*c = (char)str_lower((unsigned char)*c);
	return copy;
}

/* The character at s, with the marks after it. */
static uint32_t
next_character(const char **s, size_t *n)
{
	uint32_t cp, mark;
	size_t len = utf8_decode(*s, *n, &cp);
	for (uint32_t whole = cp; whole;) {
		cp = whole;
		*s += len;
		*n -= len;
		len = *n ? utf8_decode(*s, *n, &mark) : 0;
		whole = len && letter_mark(mark) ? letter_compose(cp, mark) : 0;
	}
	return cp;
}

static void
put(struct buf *out, uint32_t cp)
{
	char bytes[4];
	buf_add(out, bytes, utf8_encode(cp, bytes));
}

/* A character as folded texts have it; 0: they do not have it. Letters keep their case,
 * which PCRE2 ignores; only İ has a small letter that it does not know. */
static uint32_t
folded(uint32_t cp, bool base)
{
	const struct letter *letter = letter_of(cp);
	if (cp >= 0x80 && base)
		return letter->base;
	return cp >= 0x80 && letter->lower < 0x80 ? letter->lower : cp;
}

static void
put_folded(struct buf *out, uint32_t cp, bool base)
{
	cp = folded(cp, base);
	if (cp)
		put(out, cp);
}

/* A range of a character class, and the characters that folded texts have instead of some
 * of its own. */
static void
put_range(struct buf *out, uint32_t first, uint32_t last, bool base)
{
	uint64_t had[LETTER_BASES_END / 64] = {0};
	put(out, first);
	put(out, '-');
	put(out, last);
	for (uint32_t cp = first; cp <= last && cp < LETTER_BASES_END; cp++) {
		uint32_t other = folded(cp, base);
		if (other == cp || !other || other >= LETTER_BASES_END)
			continue;
		uint64_t bit = UINT64_C(1) << other % 64;
		if (!(had[other / 64] & bit))
			put(out, other);
		had[other / 64] |= bit;
	}
}

/* The length of [ or [^ at s, where a class begins. */
static size_t
class_start(const char *s)
{
	return s[1] == '^' ? 2 : 1;
}

/* Is what follows at s, in a class, the second half of a range between two characters? */
static bool
ends_range(const char *s)
{
	return *s == '-' && s[1] && !strchr("]\\[", s[1]);
}

/* The expression as the texts are folded: composed, and without accents if these are
 * ignored. Its ASCII letters stay as they are, since \S and \s differ. */
static const char *
as_folded(struct query *query, const char *source)
{
	bool base = query->how & QUERY_ACCENTS_IGNORED;
	bool ranges = !strstr(source, "\\Q"); /* which quotes brackets */
	const char *class_end = source;
	size_t n = strlen(source);
	struct buf out = BUF_INIT(0);
	while (n) {
		if (*source == '[' && source >= class_end) {
			size_t start = class_start(source);
			class_end = skip_class(source);
			buf_add(&out, source, start);
			source += start;
			n -= start;
			continue;
		}
		uint32_t cp = next_character(&source, &n);
		if (cp == '\\' && n) {
			/* Before others than ASCII it means nothing. */
			cp = next_character(&source, &n);
			if (cp < 0x80)
				put(&out, '\\');
			put_folded(&out, cp, base);
		} else if (ranges && source < class_end && ends_range(source)) {
			source++;
			n--;
			put_range(&out, cp, next_character(&source, &n), base);
		} else {
			put_folded(&out, cp, base);
		}
	}
	const char *text = arena_strndup(&query->arena, buf_str(&out), out.len);
	buf_done(&out);
	return text;
}

int
query_regex_compile(struct query *query, struct query_node *node, struct err *err)
{
	int code;
	PCRE2_SIZE offset;
	node->text = as_folded(query, node->text);
	uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_DOTALL | PCRE2_NEVER_BACKSLASH_C;
	if (has_capitals(node->text))
		options |= PCRE2_CASELESS;
	pcre2_code *compiled = pcre2_compile((PCRE2_SPTR)node->text,
		PCRE2_ZERO_TERMINATED, options, &code, &offset, NULL);
	if (!compiled) {
		char reason[160];
		pcre2_get_error_message(code, (PCRE2_UCHAR *)reason, sizeof reason);
		return err_set(err, ERR_SYNTAX,
			_("the regular expression /%s/ is wrong at character %zu: %s"),
			node->text, (size_t)offset + 1, reason);
	}
	struct query_regex *regex = mem_zalloc(sizeof *regex);
	regex->code = compiled;
	/* If that fails, the interpreter is used. */
	(void)pcre2_jit_compile(compiled, PCRE2_JIT_COMPLETE);
	regex->data = pcre2_match_data_create(1, NULL);
	regex->context = pcre2_match_context_create(NULL);
	if (regex->context) {
		pcre2_set_match_limit(regex->context, MATCH_STEPS);
		pcre2_set_heap_limit(regex->context, DEPTH_KIB);
	}
	regex->next = query->regexes;
	query->regexes = regex;
	node->regex = regex;
	node->required = required_letters(node->text, &query->arena);
	return OK;
}

bool
query_regex_match(
	struct query *query, const struct query_node *node, const char *s, size_t n)
{
	const struct query_regex *regex = node->regex;
	if (!regex->data)
		return false;
	int code = pcre2_match(regex->code, (PCRE2_SPTR)s, n, 0, PCRE2_NO_UTF_CHECK,
		regex->data, regex->context);
	if (code < 0 && code != PCRE2_ERROR_NOMATCH)
		query->gave_up++;
	return code >= 0;
}

void
query_regex_free(struct query *query)
{
	while (query->regexes) {
		struct query_regex *regex = query->regexes;
		query->regexes = regex->next;
		pcre2_match_context_free(regex->context);
		pcre2_match_data_free(regex->data);
		pcre2_code_free(regex->code);
		free(regex);
	}
}
