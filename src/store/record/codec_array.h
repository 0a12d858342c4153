/*
 * Codecs for arrays of numbers. The ones whose names end in 0 read what minor version 0
 * wrote.
 */
#ifndef STORE_RECORD_CODEC_ARRAY_H
#define STORE_RECORD_CODEC_ARRAY_H

#include <stdbool.h>

#include "base/str.h"

struct arena;
struct buf;
struct codec_field;

bool
codec_array_get_counts_0(const struct codec_field *f, struct span s, struct arena *arena);
bool
codec_array_get_sparse_0(const struct codec_field *f, struct span s, struct arena *arena);
bool codec_array_get_small_sparse_0(
	const struct codec_field *f, struct span s, struct arena *arena);
void codec_array_put_counts(const struct codec_field *f, struct buf *out);
bool
codec_array_get_counts(const struct codec_field *f, struct span s, struct arena *arena);
void codec_array_put_small_counts(const struct codec_field *f, struct buf *out);
bool codec_array_get_small_counts(
	const struct codec_field *f, struct span s, struct arena *arena);
void codec_array_put_weights(const struct codec_field *f, struct buf *out);
bool
codec_array_get_weights(const struct codec_field *f, struct span s, struct arena *arena);
void codec_array_put_floats(const struct codec_field *f, struct buf *out);
bool
codec_array_get_floats(const struct codec_field *f, struct span s, struct arena *arena);

#endif
