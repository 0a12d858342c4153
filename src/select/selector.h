/*
 * CSS selectors, read from text: type, *, .class, #id, [attribute] with = ~= |= ^= $= *=,
 * the combinators for descendants, children (>), the next (+) and later siblings (~),
 * lists with commas, and the pseudo-classes of the table in selector.c (Selectors Level
 * 3; :is, :where, and :not with whole selectors as in Level 4).
 */
#ifndef SELECT_SELECTOR_H
#define SELECT_SELECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/span.h"

struct arena;

/* Compounds ("li.post") of one selector, including those in :not() and the like. The sets
 * that selector_match.c keeps for each element have a bit for each of them. */
#define SELECT_STEPS_MAX 64
#define SELECT_TESTS_MAX 32 /* of one compound */
#define SELECT_DEPTH_MAX 8  /* of :not() in :not() */

enum select_test_kind {
	SELECT_TYPE,
	SELECT_CLASS,
	SELECT_ID,
	SELECT_HAS, /* an attribute, whatever its value */
	SELECT_EQUAL,
	SELECT_WORD,
	SELECT_DASH,
	SELECT_PREFIX,
	SELECT_SUFFIX,
	SELECT_CONTAINS,
	SELECT_NTH,
	SELECT_EMPTY,
	SELECT_ROOT,
	SELECT_SCOPE,
	SELECT_ANY,  /* :is() */
	SELECT_NONE, /* :not() */
};

struct select_test {
	enum select_test_kind kind;
	struct span name; /* of the attribute or type */
	struct span value;
	bool any_case; /* [a=b i] */
	/* NTH: the element's number is a × n + b for an n from 0; from the end; among
	 * those of its type. */
	int a, b;
	bool last, of_type;
	uint64_t steps; /* ANY, NONE: the ends of the selectors in it */
};

/* What must hold between an element of this step and one of the step before it. */
enum select_relation {
	SELECT_FIRST, /* no step is before it */
	SELECT_DESCENDANT,
	SELECT_CHILD,
	SELECT_NEXT,
	SELECT_LATER,
};

struct select_step {
	const struct select_test *tests;
	size_t tests_len;
	enum select_relation relation;
	size_t before; /* index of the step before it */
};

/* The steps, ordered so that those in a :not() come before the step that has it. */
struct selector {
	struct select_step *steps;
	size_t len;
	/* The steps that end one of its alternatives; 0: an empty selector. */
	uint64_t ends;
};

/* Where reading continues in a text. Error messages count characters from start. */
struct select_text {
	const char *start, *at, *end;
};

/* Reads a selector, up to the end of the text, or up to what can't continue in a
 * selector: a blank and "name=", or "@". It may begin with a combinator, which is then
 * relative to the scope (selector_match.h). The selector is in arena, but its names and
 * values borrow from the text unless they had escapes. ERR_SYNTAX or ERR_LIMIT: err says
 * what is wrong, and where. */
int select_selector_read(struct select_text *text, struct arena *arena,
	struct selector *out, struct err *err) MUST_USE;
/* Sets the error, preceded by the place: at "…" (character N of the selector). */
int select_selector_fail(const struct select_text *text, const char *at, struct err *err,
	const char *what);

#endif
