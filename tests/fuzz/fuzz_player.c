/* Lines of the player. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "player/ipc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena arena = ARENA_INIT;
	struct player_event event;
	player_message_read((const char *)data, n, &arena, &event);
	for (size_t i = 1; event.chapters && i < event.chapters_len; i++)
		if (event.chapters[i].start < event.chapters[i - 1].start)
			abort();
	arena_done(&arena);
	return 0;
}
