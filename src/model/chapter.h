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

/* A rule names titles of chapters that are not to be heard, with | between them; one that
 * ends with * means all that begin so. Letters of either case are the same, and in a
 * title a | counts as /. */
bool chapter_is_skipped(const char *rule, const char *title);
/* Appends the rule with the title added, or without all that mean it. */
void chapter_skip_toggle(struct buf *out, const char *rule, const char *title);

/* As such a document, on one line. */
void chapter_write(struct buf *out, const struct chapters *chapters);

#endif
