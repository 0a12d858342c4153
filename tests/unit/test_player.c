/*
 * Lines to and from the player, what is asked of it, and the rules of listening: tables
 * worked out by hand from the paper.
 */
#include "config.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "player/argv.h"
#include "player/ipc.h"
#include "player/listening.h"
#include "player/verb.h"
#include "unit.h"

/* ---- lines */

static void
lines_are_written(void **state)
{
	struct buf out = BUF_INIT(0);
	const struct player_load load = {.url = "/a \"b\".mp3",
		.start = 12.5,
		.speed = 1.4,
		.title = "A, \"b\" = %c"};
	static const char *const stop[] = {"stop", NULL};
	(void)state;
	player_message_load(&out, 20, &load);
	assert_string_equal(buf_str(&out),
		"{\"command\":{\"name\":\"loadfile\",\"url\":\"/a \\\"b\\\".mp3\","
		"\"flags\":\"replace\",\"options\":{\"start\":\"12.500\","
		"\"speed\":\"1.400\",\"pause\":\"no\",\"demuxer\":\"lavf\","
		"\"force-media-title\":\"A, \\\"b\\\" = %c\"}},\"request_id\":20}\n");
	buf_clear(&out);
	player_message_command(&out, 1, stop);
	player_message_seek(&out, 2, -10, true);
	player_message_set_flag(&out, 3, "pause", true);
	player_message_get(&out, 4, "time-pos");
	player_message_observe(&out, 5, 7, "speed");
	assert_string_equal(buf_str(&out),
		"{\"command\":[\"stop\"],\"request_id\":1}\n"
		"{\"command\":[\"seek\",-10.0,\"relative+exact\"],\"request_id\":2}\n"
		"{\"command\":[\"set_property\",\"pause\",true],\"request_id\":3}\n"
		"{\"command\":[\"get_property\",\"time-pos\"],\"request_id\":4}\n"
		"{\"command\":[\"observe_property\",7,\"speed\"],\"request_id\":5}\n");
	buf_done(&out);
}

static struct player_event
read_line(struct arena *arena, const char *line)
{
	struct player_event event;
	player_message_read(line, strlen(line), arena, &event);
	return event;
}

/* As mpv 0.35.1 was seen to write them. */
static void
lines_are_read(void **state)
{
	static const struct {
		const char *line;
		enum player_event_kind kind;
		enum player_end end;
	} cases[] = {
		{"{\"event\":\"idle\"}", PLAYER_IDLE, PLAYER_END_UNKNOWN},
		{"{\"event\":\"file-loaded\"}", PLAYER_LOADED, PLAYER_END_UNKNOWN},
		{"{\"event\":\"seek\"}", PLAYER_SEEKING, PLAYER_END_UNKNOWN},
		{"{\"event\":\"playback-restart\"}", PLAYER_RESTARTED,
			PLAYER_END_UNKNOWN},
		{"{\"event\":\"end-file\",\"reason\":\"eof\",\"playlist_entry_id\":1}",
			PLAYER_ENDED, PLAYER_END_EOF},
		{"{\"event\":\"end-file\",\"reason\":\"redirect\"}", PLAYER_ENDED,
			PLAYER_END_REDIRECT},
		{"{\"event\":\"end-file\",\"reason\":\"error\"}", PLAYER_ENDED,
			PLAYER_END_ERROR},
		{"{\"event\":\"end-file\",\"reason\":\"news\"}", PLAYER_ENDED,
			PLAYER_END_UNKNOWN},
		{"{\"event\":\"later\"}", PLAYER_UNKNOWN, PLAYER_END_UNKNOWN},
		{"{\"request_id\":0,\"error\":\"invalid parameter\"}", PLAYER_UNKNOWN,
			PLAYER_END_UNKNOWN},
		{"{\"request_id\":-4,\"error\":\"success\"}", PLAYER_UNKNOWN,
			PLAYER_END_UNKNOWN},
		{"", PLAYER_UNKNOWN, PLAYER_END_UNKNOWN},
		{"{\"event\":", PLAYER_UNKNOWN, PLAYER_END_UNKNOWN},
		{"[1,2]", PLAYER_UNKNOWN, PLAYER_END_UNKNOWN},
		{"{\"event\":7}", PLAYER_UNKNOWN, PLAYER_END_UNKNOWN},
		{"\xff\xfe", PLAYER_UNKNOWN, PLAYER_END_UNKNOWN},
	};
	struct arena arena = ARENA_INIT;
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct player_event e = read_line(&arena, cases[i].line);
		if (e.kind != cases[i].kind || e.end != cases[i].end)
			fail_msg("%s", cases[i].line);
	}
	struct player_event e = read_line(
		&arena, "{\"data\":12.500000,\"request_id\":21,\"error\":\"success\"}");
	assert_int_equal(e.kind, PLAYER_REPLY);
	assert_int_equal(e.id, 21);
	assert_null(e.error);
	assert_true(e.has_number && e.value > 12.4 && e.value < 12.6);
	e = read_line(&arena, "{\"data\":{\"playlist_entry_id\":2},\"request_id\":4,"
			      "\"error\":\"success\"}");
	assert_true(e.kind == PLAYER_REPLY && e.entry == 2);
	e = read_line(&arena, "{\"event\":\"start-file\",\"playlist_entry_id\":3}");
	assert_true(e.kind == PLAYER_STARTED && e.entry == 3);
	e = read_line(&arena, "{\"request_id\":3,\"error\":\"property unavailable\"}");
	assert_string_equal(e.error, "property unavailable");
	assert_false(e.has_number);
	e = read_line(&arena, "{\"event\":\"property-change\",\"id\":1,\"name\":"
			      "\"pause\",\"data\":false}");
	assert_true(e.kind == PLAYER_CHANGED && e.number == 1 && e.has_flag && !e.flag);
	e = read_line(&arena, "{\"event\":\"end-file\",\"reason\":\"error\","
			      "\"file_error\":\"a\\u001b[2Jb\\nc\\u202e\"}");
	assert_string_equal(e.error, "a[2Jb c");
	e = read_line(&arena, "{\"event\":\"end-file\",\"reason\":\"error\","
			      "\"file_error\":\"a\\u0000b\"}");
	assert_int_equal(e.kind, PLAYER_ENDED);
	struct buf much = BUF_INIT(0);
	buf_adds(&much, "{\"event\":\"end-file\",\"reason\":\"error\",\"file_error\":\"");
	for (int i = 0; i < 100000; i++)
		buf_addc(&much, 'x');
	buf_adds(&much, "\"}");
	e = read_line(&arena, buf_str(&much));
	assert_in_range(strlen(e.error), 100, 600);
	buf_done(&much);
	arena_done(&arena);
}

/* Sorted, from 0, clean; "ch3" is no title. */
static void
chapters_are_read(void **state)
{
	struct arena arena = ARENA_INIT;
	(void)state;
	struct player_event e = read_line(&arena,
		"{\"event\":\"property-change\",\"id\":4,\"data\":["
		"{\"title\":\"b\\u001b[2J\",\"time\":20.5},{\"time\":-0.025},"
		"{\"title\":\"ch3\",\"time\":7},{\"title\":\"x\",\"time\":\"y\"},5,"
		"{\"title\":\"z\",\"time\":1e300}]}");
	assert_int_equal(e.chapters_len, 4);
	assert_int_equal(e.chapters[0].start, 0);
	assert_null(e.chapters[0].title);
	assert_int_equal(e.chapters[2].start, 7000);
	assert_null(e.chapters[2].title);
	assert_string_equal(e.chapters[3].title, "b[2J");
	struct buf many = BUF_INIT(0);
	buf_adds(&many, "{\"event\":\"property-change\",\"id\":4,\"data\":[");
	for (int i = 0; i < 5000; i++)
		buf_addf(&many, "%s{\"time\":%d}", i ? "," : "", i);
	buf_adds(&many, "]}");
	e = read_line(&arena, buf_str(&many));
	assert_int_equal(e.chapters_len, PLAYER_CHAPTERS_MAX);
	/* Depth is bounded. */
	buf_clear(&many);
	for (int i = 0; i < 100000; i++)
		buf_addc(&many, '[');
	assert_int_equal(read_line(&arena, buf_str(&many)).kind, PLAYER_UNKNOWN);
	buf_done(&many);
	arena_done(&arena);
}

/* ---- words */

static void
words_are_understood(void **state)
{
	static const struct {
		const char *word, *argument;
		int status;
		struct player_verb verb;
	} cases[] = {
		{"pause", NULL, OK, {PLAYER_PAUSE, -1, 0}},
		{"resume", "", OK, {PLAYER_PAUSE, 0, 0}},
		{"play", "17", OK, {PLAYER_PLAY, 0, 17}},
		{"play", "--toggle 17", OK, {PLAYER_PLAY, -1, 17}},
		{"play", "--toggle --stream 17", OK, {PLAYER_STREAM, -1, 17}},
		{"play", "--pause 17", ERR_INVALID, {0}},
		{"play", "next", OK, {PLAYER_PLAY, 0, 0}},
		{"play", "next 0:50", OK, {PLAYER_PLAY, 50000, 0}},
		{"play", "x", ERR_INVALID, {0}},
		{"seek", "+30", OK, {PLAYER_SEEK_BY, 30000, 0}},
		{"seek", "-1m", OK, {PLAYER_SEEK_BY, -60000, 0}},
		{"seek", "12:42", OK, {PLAYER_SEEK_TO, 762000, 0}},
		{"seek", "1:02:03", OK, {PLAYER_SEEK_TO, 3723000, 0}},
		{"seek", "90", OK, {PLAYER_SEEK_TO, 90000, 0}},
		{"seek", "90:59", OK, {PLAYER_SEEK_TO, 5459000, 0}},
		{"seek", "90500ms", OK, {PLAYER_SEEK_TO, 90500, 0}},
		{"seek", "ms", ERR_INVALID, {0}},
		{"seek", "12:60", ERR_INVALID, {0}},
		{"seek", "1:60:00", ERR_INVALID, {0}},
		{"play", "17 12:99", ERR_INVALID, {0}},
		{"seek", "50%", OK, {PLAYER_SEEK_PART, 50, 0}},
		{"seek", "101%", ERR_INVALID, {0}},
		{"seek", "", ERR_INVALID, {0}},
		{"seek", "1:2:3:4", ERR_INVALID, {0}},
		{"seek", "99999999999", ERR_INVALID, {0}},
		{"speed", "1.4", OK, {PLAYER_SPEED_TO, 140, 0}},
		{"speed", "1.05", OK, {PLAYER_SPEED_TO, 105, 0}},
		{"speed", "1", OK, {PLAYER_SPEED_TO, 100, 0}},
		{"speed", "+", OK, {PLAYER_SPEED_BY, 10, 0}},
		{"speed", "-", OK, {PLAYER_SPEED_BY, -10, 0}},
		{"speed", "usual", OK, {PLAYER_SPEED_USUAL, 0, 0}},
		{"speed", "5", ERR_INVALID, {0}},
		{"speed", "0.1", ERR_INVALID, {0}},
		{"speed", "1.x", ERR_INVALID, {0}},
		{"chapter", "next", OK, {PLAYER_CHAPTER_BY, 1, 0}},
		{"chapter", "3", OK, {PLAYER_CHAPTER_TO, 3, 0}},
		{"chapter", "0", ERR_INVALID, {0}},
		{"volume", "-5", OK, {PLAYER_VOLUME_BY, -5, 0}},
		{"volume", "+5", OK, {PLAYER_VOLUME_BY, 5, 0}},
		{"volume", "500", ERR_INVALID, {0}},
		{"sleep", "30m", OK, {PLAYER_SLEEP, 1800000, 0}},
		{"sleep", "episode", OK, {PLAYER_SLEEP_END, 0, 0}},
		{"sleep", "no", OK, {PLAYER_SLEEP, 0, 0}},
		{"sleep", "soon", ERR_INVALID, {0}},
		{"stop", "now", ERR_INVALID, {0}},
		{"dance", NULL, ERR_NOT_FOUND, {0}},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct player_verb verb = {0};
		struct err err = {0};
		int status =
			player_verb_parse(cases[i].word, cases[i].argument, &verb, &err);
		const struct player_verb *want = &cases[i].verb;
		if (status != cases[i].status ||
			(status == OK &&
				(verb.kind != want->kind || verb.number != want->number ||
					verb.item != want->item)))
			fail_msg("%s %s: %s", cases[i].word, cases[i].argument, err.text);
	}
}

/* Podcast fault 35. */
static void
verbs_have_to_fit(void **state)
{
	static const struct {
		struct player_verb verb;
		struct player_now now;
		const char *why; /* NULL: it fits */
	} cases[] = {
		{{PLAYER_CHAPTER_TO, 4, 0}, {true, NULL, 4, 0}, NULL},
		{{PLAYER_CHAPTER_TO, 9, 0}, {true, NULL, 4, 0}, "It has only 4 chapters"},
		{{PLAYER_CHAPTER_TO, 2, 0}, {true, NULL, 1, 0}, "It has only 1 chapter"},
		{{PLAYER_CHAPTER_BY, 1, 0}, {true, NULL, 0, 0}, "It has no chapters"},
		{{PLAYER_SEEK_TO, 60000, 0}, {true, NULL, 0, 60000}, NULL},
		{{PLAYER_SEEK_TO, 61000, 0}, {true, NULL, 0, 60000},
			"it is only 1:00 long"},
		{{PLAYER_SEEK_TO, 61000, 0}, {true, NULL, 0, 0}, NULL},
		{{PLAYER_SEEK_BY, 99000, 0}, {true, NULL, 0, 60000}, NULL},
		{{PLAYER_PLAY, 61000, 7}, {true, NULL, 0, 60000}, "it is only 1:00 long"},
		{{PLAYER_PLAY, 0, 7}, {false, NULL, 0, 0}, NULL},
		{{PLAYER_SEEK_PART, 50, 0}, {true, NULL, 0, 60000}, NULL},
		{{PLAYER_SEEK_PART, 50, 0}, {true, NULL, 0, 0},
			"Its length is not known yet"},
		{{PLAYER_SEEK_BY, 1000, 0}, {false, NULL, 0, 60000},
			"It has not begun to play yet"},
		{{PLAYER_PAUSE, -1, 0}, {false, NULL, 0, 0},
			"It has not begun to play yet"},
		{{PLAYER_PAUSE, 0, 0}, {false, NULL, 0, 0}, NULL},
		{{PLAYER_SPEED_TO, 140, 0}, {false, NULL, 0, 0}, NULL},
		{{PLAYER_STOP, 0, 0}, {false, NULL, 0, 0}, NULL},
		{{PLAYER_STOP, 0, 0}, {true, "vlc", 0, 0}, NULL},
		{{PLAYER_SPEED_BY, 10, 0}, {true, "vlc", 0, 0},
			"Only mpv can be controlled from here; what plays is vlc"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct err err = {0};
		int status = player_verb_fits(&cases[i].verb, &cases[i].now, &err);
		if ((status == OK) != !cases[i].why ||
			(status != OK && !str_eq(err.text, cases[i].why)))
			fail_msg("case %zu: %s", i, err.text);
	}
}

/* ---- rules */

#define MIN (60 * 1000)
#define HOUR (60 * MIN)

static const struct player_rules usual = {.rewind = -1, .played_at = 95};

static void
starts_are_worked_out(void **state)
{
	const struct player_rules skips = {
		.rewind = -1, .skip_start = 30000, .played_at = 95};
	const struct player_rules both = {
		.skip_start = 30000, .skip_end = 30000, .played_at = 95};
	const struct player_rules still = {.played_at = 95};
	const struct player_rules always = {.rewind = 5000, .played_at = 95};
	const struct {
		const struct player_rules *rules;
		int64_t position, duration, away, chapter, start;
	} cases[] = {
		{&usual, 0, HOUR, 0, 0, 0}, {&usual, 14000, HOUR, 0, 0, 0},
		{&usual, 10 * MIN, HOUR, 59, 0, 10 * MIN},
		{&usual, 10 * MIN, HOUR, 60, 0, 10 * MIN - 3000},
		{&usual, 10 * MIN, HOUR, 3600, 0, 10 * MIN - 10000},
		{&usual, 10 * MIN, HOUR, 86400, 0, 10 * MIN - 20000},
		{&usual, 16000, HOUR, 86400 * 9, 0, 0},
		{&usual, 10 * MIN, HOUR, 86400, 10 * MIN - 5000, 10 * MIN - 5000},
		{&usual, HOUR, HOUR, 0, 0, 0}, {&usual, 2 * HOUR, HOUR, 0, 0, 0},
		{&usual, 2 * HOUR, 0, 0, 0, 2 * HOUR}, {&skips, 0, HOUR, 0, 0, 30000},
		{&skips, 10000, HOUR, 0, 0, 0}, {&skips, 0, 20000, 0, 0, 0},
		{&skips, 0, 30000, 0, 0, 0}, {&both, 0, 50000, 0, 0, 0},
		{&both, 0, 61000, 0, 0, 30000},
		{&still, 10 * MIN, HOUR, 86400, 0, 10 * MIN}, {&usual, -5, HOUR, 0, 0, 0},
		{&always, 10 * MIN, HOUR, 1, 0, 10 * MIN - 5000},
		{&always, 10 * MIN, HOUR, 86400, 0, 10 * MIN - 5000},
		{&always, 10 * MIN, HOUR, 1, 10 * MIN - 1000, 10 * MIN - 1000},
		{&always, 14000, HOUR, 1, 0, 0},
		{&usual, 10 * MIN, HOUR, -1000, 0, 10 * MIN}, /* the clock was set back */
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(
			player_rule_start(cases[i].rules, cases[i].position,
				cases[i].duration, cases[i].away, cases[i].chapter),
			cases[i].start);
}

static void
a_little_before_a_place_is_that_place(void **state)
{
	(void)state;
	assert_int_equal(player_rule_arrived(90000, 89977), 90000);
	assert_int_equal(player_rule_arrived(90000, 90000), 90000);
	assert_int_equal(player_rule_arrived(90000, 90100), 90100);
	assert_int_equal(player_rule_arrived(90000, 80000), 80000);
	assert_int_equal(player_rule_arrived(0, 0), 0);
}

/* "Played" only if the end was really reached. */
static void
ends_are_judged(void **state)
{
	const struct player_rules outro = {.skip_end = 60000, .played_at = 95};
	const struct player_rules all = {.played_at = 100};
	const struct player_rules minute = {.played_at = -60000};
	const struct player_rules both = {
		.skip_start = 30000, .skip_end = 30000, .played_at = 95};
	const struct {
		const struct player_rules *rules;
		int64_t position, duration;
		bool whole;
		enum player_verdict verdict;
	} cases[] = {
		{&usual, 59590, 60030, true, PLAYER_IS_PLAYED},
		{&usual, 30900, 60030, true, PLAYER_IS_CUT},
		{&usual, 57100, 60000, true, PLAYER_IS_PLAYED},
		{&usual, 56900, 60000, true, PLAYER_IS_CUT},
		/* the last answer is from a little before the end */
		{&all, 59590, 60030, true, PLAYER_IS_PLAYED},
		{&all, 56900, 60030, true, PLAYER_IS_CUT},
		{&minute, 59 * MIN, HOUR, true, PLAYER_IS_PLAYED},
		{&minute, 59 * MIN - 1, HOUR, true, PLAYER_IS_CUT},
		/* longer than half of the episode */
		{&minute, 20000, 50000, true, PLAYER_IS_CUT},
		{&minute, 25000, 50000, true, PLAYER_IS_PLAYED},
		{&usual, 59590, 60030, false, PLAYER_WAITS},
		{&usual, 5000, 0, true, PLAYER_IS_PLAYED}, /* no length is known */
		{&usual, 60000, 53000, true, PLAYER_IS_PLAYED},
		{&outro, 9 * MIN + 1, 10 * MIN, true, PLAYER_IS_PLAYED},
		{&outro, 8 * MIN, 10 * MIN, true, PLAYER_IS_CUT},
		{&outro, 10000, 50000, true, PLAYER_IS_CUT}, /* shorter than its outro */
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(player_rule_end(cases[i].rules, cases[i].position,
					 cases[i].duration, cases[i].whole),
			cases[i].verdict);
	assert_int_equal(player_rule_last(&outro, 10 * MIN), 9 * MIN);
	assert_int_equal(player_rule_last(&usual, 10 * MIN), 0);
	assert_int_equal(player_rule_last(&outro, 50000), 0);
	assert_int_equal(player_rule_last(&both, 50000), 0);
	assert_int_equal(player_rule_last(&both, 61000), 31000);
	assert_false(player_rule_played(&usual, 0, HOUR, true));
	assert_false(player_rule_played(&usual, HOUR, HOUR, false));
	assert_true(player_rule_started(30000, 34000));
	assert_false(player_rule_started(30000, 0));
	assert_int_equal(player_rule_jump(-5, HOUR), 0);
	assert_int_equal(player_rule_jump(2 * HOUR, HOUR), HOUR);
	assert_int_equal(player_rule_jump(2 * HOUR, 0), 2 * HOUR);
}

static void
it_is_started_with_what_we_depend_on(void **state)
{
	struct arena arena = ARENA_INIT;
	const struct player_start how = {
		.command = "mpv", .options = "--volume=70 '--x=a b'"};
	char **argv = player_argv(&how, &arena);
	struct buf all = BUF_INIT(0);
	(void)state;
	for (char **word = argv; *word; word++)
		buf_addf(&all, "%s|", *word);
	assert_true(str_starts(buf_str(&all), "mpv|--input-ipc-client=fd://0|"));
	/* Podcast fault 31: a mpv.conf that says otherwise. */
	static const char *const needed[] = {"--idle=yes", "--no-terminal", "--no-video",
		"--audio-display=no", "--force-window=no", "--no-input-default-bindings",
		"--pause=no", "--keep-open=no", "--loop-file=no", "--loop-playlist=no",
		"--shuffle=no", "--start=none", "--end=none", "--length=none",
		"--speed=1", "--ab-loop-a=no", "--ab-loop-b=no", "--resume-playback=no",
		"--save-position-on-quit=no", "--ytdl=no", "--load-unsafe-playlists=no",
		"--autoload-files=no", "--gapless-audio=no", "--prefetch-playlist=no",
		"--audio-fallback-to-null=no"};
	for (size_t i = 0; i < COUNT_OF(needed); i++)
		assert_non_null(strstr(buf_str(&all), needed[i]));
	/* The user's own come last, and so count. */
	assert_non_null(strstr(buf_str(&all), "|--volume=70|--x=a b|"));
	assert_null(player_argv(
		&(struct player_start){.command = "mpv", .options = "'open"}, &arena));
	buf_done(&all);
	arena_done(&arena);
}

/* Another player gets what it plays, from where, in the words that the user wrote; a
 * title stays one word. */
static void
other_players_have_their_own_words(void **state)
{
	static const char *const want[] = {"vlc", "--start-time=754", "--meta-title",
		"A \"b\" %u", "https://a.example/x y", "100%", NULL};
	struct arena arena = ARENA_INIT;
	(void)state;
	assert_false(player_is_other("mpv"));
	assert_false(player_is_other("/opt/mpv %s"));
	assert_true(player_is_other("vlc --start-time=%s %u"));
	struct player_other other = {
		.command = "vlc --start-time=%s --meta-title %t %u 100%%",
		.url = "https://a.example/x y",
		.title = "A \"b\" %u",
		.start = 754,
	};
	char **argv = player_other_argv(&other, &arena);
	assert_non_null(argv);
	for (size_t i = 0; i < COUNT_OF(want) - 1; i++) {
		assert_non_null(argv[i]);
		assert_string_equal(argv[i], want[i]);
	}
	assert_null(argv[COUNT_OF(want) - 1]);
	/* Anyone may see the words of a process. */
	other.command = "get %u %o";
	other.url = "https://ann:hush@a.example/x@y";
	other.file = "/d/ann:hush@a.part";
	argv = player_other_argv(&other, &arena);
	assert_string_equal(argv[1], "https://a.example/x@y");
	assert_string_equal(argv[2], other.file);
	other.command = "vlc \"%u";
	assert_null(player_other_argv(&other, &arena));
	arena_done(&arena);
}

/* Of a well-known player the name is enough, and the user's options come before ours. */
static void
well_known_players_need_no_words(void **state)
{
	static const struct {
		const char *command, *want;
	} cases[] = {
		{"vlc", "vlc|--play-and-exit|--start-time=754|--rate=1.05|--meta-title=A "
			"b|/x y|"},
		{"/usr/bin/cvlc --gain 2",
			"/usr/bin/cvlc|--gain|2|--play-and-exit|"
			"--start-time=754|--rate=1.05|--meta-title=A b|/x y|"},
		{"ffplay", "ffplay|-loglevel|quiet|-nodisp|-autoexit|-ss|754|-af|"
			   "atempo=1.05|/x y|"},
		{"play", "play|-q|/x y|trim|754|tempo|-s|1.05|"},
		{"vlc %u", "vlc|/x y|"},
		{"mpv", NULL},
		{"/opt/vlc/mpv", NULL},
		{"vlc-wrapper", NULL},
		{"", NULL},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena arena = ARENA_INIT;
		struct buf all = BUF_INIT(0);
		const struct player_other other = {.command = cases[i].command,
			.url = "/x y",
			.title = "A b",
			.start = 754,
			.speed = 105};
		assert_int_equal(
			player_is_other(cases[i].command), cases[i].want != NULL);
		char **argv = player_other_argv(&other, &arena);
		for (char **word = argv; *word; word++)
			buf_addf(&all, "%s|", *word);
		if (cases[i].want)
			assert_string_equal(buf_str(&all), cases[i].want);
		buf_done(&all);
		arena_done(&arena);
	}
}

/* What one process asks of another arrives as what it was. */
static void
verbs_are_written_and_read(void **state)
{
	static const struct player_verb verbs[] = {{PLAYER_PLAY, 0, 0},
		{PLAYER_PLAY, 754000, 0}, {PLAYER_PLAY, 0, 17}, {PLAYER_PLAY, 754000, 17},
		{PLAYER_STREAM, 0, 0}, {PLAYER_STREAM, 0, 17}, {PLAYER_PLAY, -1, 17},
		{PLAYER_STREAM, -1, 17}, {PLAYER_PLAY, 90500, 17},
		{PLAYER_SEEK_TO, 90500, 0}, {PLAYER_SLEEP, 500, 0},
		{PLAYER_STREAM, 754000, 17}, {PLAYER_PAUSE, -1, 0}, {PLAYER_PAUSE, 1, 0},
		{PLAYER_PAUSE, 0, 0}, {PLAYER_STOP, 0, 0}, {PLAYER_NEXT, 0, 0},
		{PLAYER_SEEK_BY, -10000, 0}, {PLAYER_SEEK_BY, 30500, 0},
		{PLAYER_SEEK_TO, 754000, 0}, {PLAYER_SEEK_PART, 50, 0},
		{PLAYER_SEEK_BACK, 0, 0}, {PLAYER_SPEED_BY, 10, 0},
		{PLAYER_SPEED_BY, -10, 0}, {PLAYER_SPEED_TO, 105, 0},
		{PLAYER_CHAPTER_BY, 1, 0}, {PLAYER_CHAPTER_BY, -1, 0},
		{PLAYER_CHAPTER_TO, 4, 0}, {PLAYER_VOLUME_BY, -5, 0},
		{PLAYER_VOLUME_BY, 5, 0}, {PLAYER_SLEEP, 0, 0},
		{PLAYER_SLEEP, 1800000, 0}, {PLAYER_SLEEP, -1, 0},
		{PLAYER_SPEED_USUAL, 0, 0}, {PLAYER_SLEEP_END, 0, 0},
		{PLAYER_SLEEP_CHAPTER, 0, 0}};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(verbs); i++) {
		struct buf line = BUF_INIT(0);
		struct player_verb back;
		struct err err;
		assert_true(player_verb_put(&verbs[i], &line));
		buf_cut(&line, line.len - 1);
		char *word = line.data, *argument = strchr(word, ' ');
		if (argument)
			*argument++ = '\0';
		/* As the reader calls them, and courant listen, too. */
		word[strcspn(word, "-")] =
			str_eq(word, "stop-playing") || str_eq(word, "next-episode")
				? '\0'
				: word[strcspn(word, "-")];
		assert_int_equal(player_verb_parse(word, argument, &back, &err), OK);
		assert_int_equal(back.kind, verbs[i].kind);
		assert_int_equal(back.number, verbs[i].number);
		assert_int_equal(back.item, verbs[i].item);
		buf_done(&line);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_written),
		cmocka_unit_test(lines_are_read),
		cmocka_unit_test(chapters_are_read),
		cmocka_unit_test(words_are_understood),
		cmocka_unit_test(verbs_have_to_fit),
		cmocka_unit_test(starts_are_worked_out),
		cmocka_unit_test(a_little_before_a_place_is_that_place),
		cmocka_unit_test(ends_are_judged),
		cmocka_unit_test(it_is_started_with_what_we_depend_on),
		cmocka_unit_test(other_players_have_their_own_words),
		cmocka_unit_test(well_known_players_need_no_words),
		cmocka_unit_test(verbs_are_written_and_read),
	};
	return UNIT_RUN(tests);
}
