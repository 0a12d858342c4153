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

/* As such a document, on one line. */
void chapter_write(struct buf *out, const struct chapters *chapters);

#endif
