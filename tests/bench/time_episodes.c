/*
 * How fast what belongs to episodes is read:
 *
 *	time_episodes
 *
 * A line a format: MB/s of CPU time, the best of several rounds, of a document of that
 * many bytes and of one four times as long, which differ little where time is linear.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "episode/chapter.h"
#include "episode/transcript.h"
#include "player/ipc.h"

#define ROUNDS 5
#define ROUND_US 100000 /* a round reads again until it took this long */
#define PICTURE 200000  /* bytes of one in a tag */

static uint64_t
cpu_us(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* ---- documents: n of whatever they consist of */

static void
put_size(struct buf *out, size_t n, unsigned bits)
{
	for (int i = 3; i >= 0; i--)
		buf_addc(out, (char)(n >> (bits * (unsigned)i) & ((1U << bits) - 1)));
}

static void
put_frame(struct buf *out, const char *id, const void *body, size_t n)
{
	buf_add(out, id, 4);
	put_size(out, n, 7);
	buf_add(out, "\0", 2);
	buf_add(out, body, n);
}

/* An ID3v2.4 tag, as episodes have it: chapters with titles, and a picture. */
static void
make_id3(struct buf *out, size_t n)
{
	struct buf frames = BUF_INIT(0), body = BUF_INIT(0), title = BUF_INIT(0);
	static const char zeros[PICTURE];
	for (size_t i = 0; i < n; i++) {
		buf_clear(&body);
		buf_clear(&title);
		buf_addf(&title, "%cChapter %zu of this episode", 3, i);
		buf_addf(&body, "c%zu", i);
		buf_addc(&body, '\0');
		put_size(&body, i * 1000, 8);
		put_size(&body, i * 1000 + 1000, 8);
		put_size(&body, UINT32_MAX, 8);
		put_size(&body, UINT32_MAX, 8);
		put_frame(&body, "TIT2", title.data, title.len);
		put_frame(&frames, "CHAP", body.data, body.len);
		if (i % 100 == 0)
			put_frame(&frames, "APIC", zeros, sizeof zeros);
	}
	buf_adds(out, "ID3\x04");
	buf_add(out, "\0", 2);
	put_size(out, frames.len, 7);
	buf_add(out, frames.data, frames.len);
	buf_done(&frames);
	buf_done(&body);
	buf_done(&title);
}

static void
make_json(struct buf *out, size_t n)
{
	buf_adds(out, "{\"version\":\"1.2.0\",\"chapters\":[");
	for (size_t i = 0; i < n; i++)
		buf_addf(out,
			"%s{\"startTime\":%zu.5,\"title\":\"Chapter %zu\",\"url\":"
			"\"https://example.org/%zu\"}",
			i ? "," : "", i, i, i);
	buf_adds(out, "]}");
}

static void
make_times(struct buf *out, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "%zu:%02zu Chapter %zu\nWhat it is about.\n", i / 60,
			i % 60, i);
}

static void
put_cues(struct buf *out, size_t n, char point)
{
	for (size_t i = 0; i < n; i++)
		buf_addf(out,
			"%zu\n%02zu:%02zu:%02zu%c000 --> %02zu:%02zu:%02zu%c900\nWhat is "
			"said in the second of that number, %zu.\n\n",
			i + 1, i / 3600, i / 60 % 60, i % 60, point, i / 3600,
			i / 60 % 60, i % 60, point, i);
}

static void
make_vtt(struct buf *out, size_t n)
{
	buf_adds(out, "WEBVTT\n\n");
	put_cues(out, n, '.');
}

static void
make_srt(struct buf *out, size_t n)
{
	put_cues(out, n, ',');
}

static void
make_said(struct buf *out, size_t n)
{
	buf_adds(out, "{\"version\":\"1.0.0\",\"segments\":[");
	for (size_t i = 0; i < n; i++)
		buf_addf(out,
			"%s{\"speaker\":\"S%zu\",\"startTime\":%zu,\"endTime\":%zu,"
			"\"body\":\"What is said in second %zu.\"}",
			i ? "," : "", i % 2, i, i + 1, i);
	buf_adds(out, "]}");
}

/* A list of chapters, as mpv tells it. */
static void
make_line(struct buf *out, size_t n)
{
	buf_adds(out, "{\"event\":\"property-change\",\"id\":1,\"name\":\"chapter-list\","
		      "\"data\":[");
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "%s{\"title\":\"Chapter %zu\",\"time\":%zu.0}",
			i ? "," : "", i, i);
	buf_adds(out, "]}");
}

/* ---- reading them; how many parts were found */

static size_t
read_id3(struct span text, struct arena *arena)
{
	struct chapters c = {0};
	episode_chapters_id3(text, arena, &c);
	return c.len;
}

static size_t
read_json(struct span text, struct arena *arena)
{
	struct chapters c = {0};
	return episode_chapters_json(text, arena, &c) == OK ? c.len : 0;
}

static size_t
read_times(struct span text, struct arena *arena)
{
	struct chapters c = {0};
	episode_chapters_text(text, false, arena, &c);
	return c.len;
}

static size_t
read_transcript(struct span text, struct arena *arena)
{
	struct transcript t = {0};
	return episode_transcript_read(text, arena, &t) == OK ? t.len : 0;
}

static size_t
read_line(struct span text, struct arena *arena)
{
	struct player_event event;
	player_message_read(text.p, text.n, arena, &event);
	return event.chapters_len;
}

static const struct {
	const char *name;
	size_t n; /* no more are kept of four times as many */
	void (*make)(struct buf *out, size_t n);
	size_t (*read)(struct span text, struct arena *arena);
} formats[] = {
	{"ID3 chapters", 250, make_id3, read_id3},
	{"JSON chapters", 250, make_json, read_json},
	{"times in a text", 250, make_times, read_times},
	{"WebVTT", 20000, make_vtt, read_transcript},
	{"SubRip", 20000, make_srt, read_transcript},
	{"JSON transcript", 20000, make_said, read_transcript},
	{"a line of mpv's", 250, make_line, read_line},
};

/* MB/s. */
static double
measure(size_t i, size_t n, size_t *bytes, size_t *found)
{
	struct buf text = BUF_INIT(0);
	struct arena arena = ARENA_INIT;
	double best = 0;
	formats[i].make(&text, n);
	for (int round = 0; round < ROUNDS; round++) {
		uint64_t start = cpu_us(), took;
		size_t times = 0;
		do {
			arena_reset(&arena);
			*found = formats[i].read(
				(struct span){text.data, text.len}, &arena);
			times++;
			took = cpu_us() - start;
		} while (took < ROUND_US);
		double speed = (double)(text.len * times) / (double)took;
		best = speed > best ? speed : best;
	}
	*bytes = text.len;
	arena_done(&arena);
	buf_done(&text);
	return best;
}

int
main(void)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		size_t small, large, few, many;
		double one = measure(i, formats[i].n, &small, &few);
		double four = measure(i, 4 * formats[i].n, &large, &many);
		printf("%-16s %5.0f MB/s of %zu bytes (%zu found), %5.0f of %zu (%zu)\n",
			formats[i].name, one, small, few, four, large, many);
	}
	return 0;
}
