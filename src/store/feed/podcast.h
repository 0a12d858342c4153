/*
 * Feeds that are one podcast, whatever their addresses: a podcast identifies itself by
 * its podcast:guid. With thousands of podcasts, each poll must find the others without
 * reading all feeds.
 */
#ifndef STORE_FEED_PODCAST_H
#define STORE_FEED_PODCAST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct store_batch;
struct store_view;

/* Another feed that is the same podcast: the first that has a line, or else the last that
 * lost it (*removed). ERR_NOT_FOUND if there is none. */
int store_feed_same_podcast(const struct store_view *view, uint32_t feed,
	const char *podcast, uint32_t *other, bool *removed) MUST_USE;

/* The feed, whose record says before, is to say now; either may be NULL. Both may be the
 * same: a row that is missing is then put in its place. */
int store_feed_put_podcast(struct store_batch *batch, uint32_t feed, const char *before,
	const char *now) MUST_USE;

#endif
