/*
 * What the program says about a word: an option, a word of the query language, a page of
 * the manual. Shared by `courant help` and `:help`.
 */
#ifndef CONF_TOPIC_H
#define CONF_TOPIC_H

#include <stdbool.h>

struct buf;
struct option;

/* value: what the option is set to; NULL: not shown. */
void conf_topic_option(struct buf *out, const struct option *option, const char *value);

/* Fields and states of the query language: "title", "is:unread". False: unknown. */
bool conf_topic_query(struct buf *out, const char *word);

/* Pages of the manual; the table ends with a NULL topic. */
struct conf_page {
	const char *topic; /* by which help knows it */
	const char *name, *section;
	const char *brief; /* to be translated */
	const char *words; /* of files, which it explains; NULL: none */
};
extern const struct conf_page conf_pages[];
/* NULL: there is none. */
const struct conf_page *conf_page(const char *topic);

#endif
