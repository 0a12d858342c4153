/*
 * The config file's statement `rule "QUERY" ACTION [; ACTION …]`: what is done with items
 * that a query matches when they arrive.
 */
#ifndef CONF_RULE_H
#define CONF_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "model/action.h"

struct conf_word;

enum conf_rule_verb {
	CONF_RULE_DO,       /* .action, which can be undone; .tag for ACTION_TAG */
	CONF_RULE_DROP,     /* the item is not stored */
	CONF_RULE_SCORE,    /* .score is added */
	CONF_RULE_PRIORITY, /* the same, and the feed's polls count for that much more */
	CONF_RULE_NOTIFY,   /* the user is told */
	CONF_RULE_PAGE,     /* its page is fetched, for its text */
	CONF_RULE_RUN,      /* .argv, ended by a NULL */
};

struct conf_rule_act {
	enum conf_rule_verb verb;
	enum action action;
	char *tag;
	int64_t score;
	char **argv;
};

struct conf_rule {
	const char *file;
	int line;
	const char *tag; /* of the section: for its feeds only; NULL: for all */
	char *query;     /* courant-query(5) */
	char *text;      /* the whole rule, in a normal form */
	struct conf_rule_act *acts;
	size_t acts_len;
};

/* Whether a rule has an action of this name. */
bool conf_rule_has_action(const char *name);
/* Reads the words of a statement, of which the first is "rule"; out->tag is set already.
 * Strings are in arena. ERR_SYNTAX, ERR_INVALID: err says what is wrong. */
int conf_rule_read(struct arena *arena, const struct conf_word *words, size_t len,
	struct conf_rule *out, struct err *err) MUST_USE;

#endif
