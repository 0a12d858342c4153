/* Transcripts: what is read is sorted, and reads the same after it was written. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "episode/transcript.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena arena = ARENA_INIT;
	struct buf text = BUF_INIT(0);
	struct transcript t, again;
	if (episode_transcript_read((struct span){(const char *)data, n}, &arena, &t) ==
		OK) {
		for (size_t i = 1; t.timed && i < t.len; i++)
			if (t.list[i].start < t.list[i - 1].start)
				abort();
		episode_transcript_write(&text, &t);
		if (episode_transcript_read(
			    (struct span){text.data, text.len}, &arena, &again) != OK ||
			again.timed != t.timed)
			abort();
	}
	buf_done(&text);
	arena_done(&arena);
	return 0;
}
