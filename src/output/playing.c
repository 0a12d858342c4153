#include "config.h"

#include "output/playing.h"

#include <inttypes.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/time.h"
#include "model/episode_record.h"

#define PLAYING(member) .offset = offsetof(struct output_playing, member)

const struct output_field output_playing_fields[] = {
	OUTPUT_FIELD("state",
		N_("none, starting, playing, paused or waiting (for its file)"),
		OUTPUT_STRING, PLAYING(state)),
	OUTPUT_FIELD("item", N_("the number of the item"), OUTPUT_U64, PLAYING(item)),
	OUTPUT_FIELD("feed", N_("the title of its feed"), OUTPUT_STRING, PLAYING(feed)),
	OUTPUT_FIELD("title", N_("its title"), OUTPUT_STRING, PLAYING(title)),
	OUTPUT_FIELD("position", N_("where it is, such as 12:31"), OUTPUT_STRING,
		PLAYING(position)),
	OUTPUT_FIELD("duration", N_("how long it is; empty: unknown"), OUTPUT_STRING,
		PLAYING(duration)),
	OUTPUT_FIELD(
		"position_s", N_("the same in seconds"), OUTPUT_U64, PLAYING(position_s)),
	OUTPUT_FIELD("duration_s", N_("the same in seconds; 0: unknown"), OUTPUT_U64,
		PLAYING(duration_s)),
	OUTPUT_FIELD("speed", N_("the speed; 1: normal"), OUTPUT_RATE, PLAYING(speed)),
	OUTPUT_FIELD("chapter", N_("the title of the chapter; empty: there is none"),
		OUTPUT_STRING, PLAYING(chapter)),
	OUTPUT_FIELD("chapter_number", N_("its number, from 1; 0: there is none"),
		OUTPUT_U64, PLAYING(chapter_number)),
	OUTPUT_FIELD("chapters", N_("how many there are"), OUTPUT_U64, PLAYING(chapters)),
	OUTPUT_FIELD("pid", N_("the process that plays"), OUTPUT_U32, PLAYING(pid)),
	OUTPUT_FIELD("left", N_("how much is left of it, such as 35:41"), OUTPUT_STRING,
		PLAYING(left), .on_request = true),
	OUTPUT_FIELD("percent", N_("how far it is, in percent"), OUTPUT_U32,
		PLAYING(percent), .on_request = true),
	OUTPUT_FIELD("sign", N_("in the reader: the state as one character"), OUTPUT_SIGN,
		PLAYING(sign), .on_request = true, .element = "mark"),
	OUTPUT_FIELD("text", N_("feed, title and chapter in one"), OUTPUT_STRING,
		PLAYING(text), .on_request = true, .element = "note"),
	OUTPUT_FIELD("times",
		N_("position, duration and speed in one; in the reader, also when it "
		   "will pause"),
		OUTPUT_STRING, PLAYING(times), .on_request = true, .element = "note"),
	{0},
};

const char *
output_playing_state(int32_t state)
{
	static const char *const names[] = {[PLAYER_NONE] = "none",
		[PLAYER_STARTING] = "starting",
		[PLAYER_PLAYING] = "playing",
		[PLAYER_PAUSED] = "paused",
		[PLAYER_WAITING] = "waiting"};
	return names[state > 0 && state <= PLAYER_WAITING ? state : 0];
}

static const char *
clock_text(struct arena *arena, uint64_t s)
{
	char text[32];
	time_format_clock((int64_t)s, text, sizeof text);
	return arena_strdup(arena, text);
}

static void
put_text(struct buf *out, const struct output_playing *row)
{
	buf_addf(out, "%s · %s", row->feed ? row->feed : "",
		row->title ? row->title : _("(no title)"));
	if (row->chapter_number)
		buf_addf(out, " · %" PRIu64 "/%" PRIu64 " %s", row->chapter_number,
			row->chapters, row->chapter ? row->chapter : "");
}

static void
put_times(struct buf *out, const struct output_playing *row, const char *more)
{
	bool both = row->position_s && row->duration_s;
	if (row->position_s)
		buf_adds(out, row->position);
	buf_addf(out, "%s%s", both ? "/" : "", row->duration);
	if (row->speed && row->speed != 100) {
		buf_addc(out, ' ');
		buf_add_hundredths(out, row->speed);
		buf_adds(out, "×");
	}
	buf_adds(out, more);
}

void
output_playing_fill(struct output_playing *row, const char *more, struct arena *arena)
{
	struct buf text = BUF_INIT(0), times = BUF_INIT(0);
	uint64_t at = row->position_s, all = row->duration_s;
	row->position = clock_text(arena, at);
	row->duration = all ? clock_text(arena, all) : "";
	row->left = all ? clock_text(arena, all > at ? all - at : 0) : "";
	row->percent = all ? (uint32_t)(at < all ? at * 100 / all : 100) : 0;
	put_text(&text, row);
	put_times(&times, row, more);
	row->text = arena_strdup(arena, buf_str(&text));
	row->times = arena_strdup(arena, buf_str(&times));
	buf_done(&text);
	buf_done(&times);
}
