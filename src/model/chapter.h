/*
 * Chapters of an episode. They are stored as the document that feeds have for them, JSON
 * chapters 1.2 (podcastindex-org/podcast-namespace).
 */
#ifndef MODEL_CHAPTER_H
#define MODEL_CHAPTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

struct chapter {
	int64_t start, end; /* milliseconds; end 0: unknown */
	char *title;        /* one clean line; NULL: none */
	char *url;          /* of its page; NULL: none */
	bool silent;        /* not listed, and no jump leads to it */
};

struct chapters {
	struct chapter *list; /* in an arena */
	size_t len;
};

/* A rule names titles of chapters that are not to be heard, separated by |; one that ends
 * with * means all titles that begin with the rest. Case is ignored, and in a title a |
 * counts as /. */
bool chapter_is_skipped(const char *rule, const char *title);
/* Appends the rule with the title added or, if it means the title already, without every
 * part that does. */
void chapter_skip_toggle(struct buf *out, const char *rule, const char *title);

/* Appends the chapters as such a document, on one line. */
void chapter_write(struct buf *out, const struct chapters *chapters);

#endif
