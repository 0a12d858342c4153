/*
 * What kind of file an enclosure is, which one is the episode, and the names of files.
 */
#include "config.h"

#include "model/media.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "model/chapter.h"
#include "model/item.h"
#include "model/tracker.h"
#include "unit.h"

#define DAY 1601719200 /* 2020-10-03 10:00:00 UTC */

/* Services that count downloads are left out, however many there are; what is left is an
 * address, or nothing is left out. */
static void
trackers_are_skipped(void **state)
{
	static const char *const cases[][2] = {
		{"https://pdst.fm/e/cdn.example/a.mp3?x=/1",
			"https://cdn.example/a.mp3?x=/1"},
		{"https://chtbl.com/track/A1/www.podtrac.com/pts/redirect.mp3/op3.dev/"
		 "e,pg=7/"
		 "https://cdn.example/a.mp3",
			"https://cdn.example/a.mp3"},
		{"http://PDST.fm/e/http://cdn.example/a", "http://cdn.example/a"},
		{"https://2.gum.fm/cdn.example/a", "https://cdn.example/a"},
		{"https://pdst.fm/e/", "https://pdst.fm/e/"},
		{"https://pdst.fm/e", "https://pdst.fm/e"},
		{"https://pdst.fm", "https://pdst.fm"},
		{"https://pdst.fm/e/about.html", "https://pdst.fm/e/about.html"},
		{"https://pdst.fm/e/a/b.mp3", "https://pdst.fm/e/a/b.mp3"},
		{"https://media.blubrry.com/show/cdn.example/a", "https://cdn.example/a"},
		{"https://media.blubrry.com/show/a/b.mp3",
			"https://media.blubrry.com/show/a/b.mp3"},
		{"https://cdn.example/pdst.fm/e/b.example/a",
			"https://cdn.example/pdst.fm/e/b.example/a"},
		{"pdst.fm/e/cdn.example/a", "pdst.fm/e/cdn.example/a"},
		{"", ""},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena arena = ARENA_INIT;
		assert_string_equal(tracker_skip(cases[i][0], &arena), cases[i][1]);
		arena_done(&arena);
	}
}

static void
kinds_are_told(void **state)
{
	static const struct {
		const char *type, *url;
		enum media_kind kind;
		const char *extension;
	} cases[] = {
		{"audio/mpeg", "http://h/x", MEDIA_AUDIO, "mp3"},
		{"x-audio/mp3", "http://h/x.mp3", MEDIA_AUDIO, "mp3"},
		{"audio", "http://h/x", MEDIA_AUDIO, "mp3"},
		{"video/quick", "http://h/x.mov", MEDIA_VIDEO, "mov"},
		{"audio/x-m4a; charset=x", "http://h/x", MEDIA_AUDIO, "m4a"},
		{"", "http://h/x.M4A?token=1.jpg", MEDIA_AUDIO, "m4a"},
		{NULL, "http://h/x.opus", MEDIA_AUDIO, "opus"},
		{NULL, "http://h/x", MEDIA_UNKNOWN, "bin"},
		{"application/octet-stream", "http://h/x", MEDIA_UNKNOWN, "bin"},
		{"application/octet-stream", "http://h/x.mkv", MEDIA_VIDEO, "mkv"},
		{"file", "http://h/x", MEDIA_UNKNOWN, "bin"},
		{"application/pdf", "http://h/x", MEDIA_DOCUMENT, "pdf"},
		{"image/png", "http://h/x.mp3", MEDIA_IMAGE, "mp3"},
		{"application/x-bittorrent", "http://h/x", MEDIA_TORRENT, "torrent"},
		{"text/html", "http://h/x", MEDIA_OTHER, "bin"},
		{"text/plain", "http://h/x.mp3", MEDIA_AUDIO, "mp3"},
		{NULL, "http://h.mp3/", MEDIA_UNKNOWN, "bin"},
		{NULL, NULL, MEDIA_UNKNOWN, "bin"},
	};
	(void)state;
	/* What can't be played has another sign than what can, or is playing. */
	for (int kind = 0; kind < MEDIA_KINDS; kind++)
		assert_int_equal(kind != MEDIA_NONE && !media_plays(kind),
			strcmp(media_kind_sign(kind), "§") == 0);
	assert_string_equal(media_kind_sign(MEDIA_AUDIO), "♪");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_int_equal(media_kind(cases[i].type, cases[i].url), cases[i].kind);
		assert_string_equal(media_extension(cases[i].type, cases[i].url, NULL),
			cases[i].extension);
	}
	/* What comes tells it where nothing else does. */
	assert_string_equal(media_extension("audio", "http://h/x", "m4a"), "m4a");
	assert_string_equal(media_extension(NULL, NULL, "ogg"), "ogg");
	assert_string_equal(media_extension("audio/mpeg", "http://h/x", "m4a"), "mp3");
	assert_string_equal(media_extension("audio", "http://h/x.opus", "ogg"), "opus");
}

#define E(type, url, preferred)                                                          \
	{                                                                                \
		(char *)(uintptr_t)(url), (char *)(uintptr_t)(type), -1, 0, 0, preferred \
	}

/* The order of the paper: the publisher's choice, sound, film, what only bytes tell. */
static void
the_episode_is_picked(void **state)
{
	static const struct {
		struct enclosure list[4];
		size_t len, pick;
	} cases[] = {
		{{E("image/jpeg", "/a", false), E("video/mp4", "/b", false),
			 E("audio/mpeg", "/c", false)},
			3, 2},
		{{E("audio/mpeg", "/a", false), E("video/mp4", "/b", true)}, 2, 1},
		{{E(NULL, "/a", false), E("video/mp4", "/b", false)}, 2, 1},
		{{E("application/pdf", "/a", false), E(NULL, "/b", false)}, 2, 1},
		{{E("image/png", "/a", true), E("audio/mpeg", "/b", false)}, 2, 1},
		{{E("image/png", "/a", true), E("text/html", "/b", false)}, 2, 2},
		{{E(NULL, NULL, false)}, 0, 0},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(media_pick(cases[i].list, cases[i].len), cases[i].pick);
	/* A document is no episode, but can be downloaded; a picture is neither. */
	static const struct enclosure paper[] = {E("image/png", "/a", false),
		E("application/pdf", "/b", false), E("audio/mpeg", "/c", false)};
	assert_int_equal(media_pick(paper, 2), 2);
	assert_int_equal(media_pick_file(paper, 2), 1);
	assert_int_equal(media_pick_file(paper, 3), 2);
	assert_int_equal(media_pick_file(paper, 1), 1);
}

static void
bytes_tell_kinds(void **state)
{
	static const struct {
		const char *bytes;
		size_t n;
		enum media_kind kind;
		const char *extension;
	} cases[] = {
		{"ID3\x03", 4, MEDIA_AUDIO, "mp3"},
		{"\xff\xfb\x90", 3, MEDIA_AUDIO, "mp3"},
		{"\xff\xf1\x50", 3, MEDIA_AUDIO, "aac"},
		{"\xff\xf9\x50", 3, MEDIA_AUDIO, "aac"},
		{"OggS", 4, MEDIA_AUDIO, "ogg"},
		{"\0\0\0\x20"
		 "ftypM4A ",
			12, MEDIA_AUDIO, "m4a"},
		{"\0\0\0\x20"
		 "ftypisom",
			12, MEDIA_VIDEO, "mp4"},
		{"\x1a\x45\xdf\xa3", 4, MEDIA_VIDEO, "mkv"},
		{"#EXTM3U\n", 8, MEDIA_OTHER, NULL},
		{"[playlist]", 10, MEDIA_OTHER, NULL},
		{"# mpv EDL v0", 12, MEDIA_OTHER, NULL},
		{"PK\x03\x04", 4, MEDIA_OTHER, NULL},
		{"%PDF-1", 6, MEDIA_DOCUMENT, "pdf"},
		{"ID", 2, MEDIA_UNKNOWN, NULL},
		{"", 0, MEDIA_UNKNOWN, NULL},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *extension = media_magic_extension(cases[i].bytes, cases[i].n);
		assert_int_equal(media_magic(cases[i].bytes, cases[i].n), cases[i].kind);
		assert_true(cases[i].extension ? str_eq(extension, cases[i].extension)
					       : !extension);
	}
}

static void
is_named(const char *format, const char *feed, const char *title, int number,
	const char *want)
{
	const struct media_name name = {
		.feed = feed, .title = title, .date = DAY, .id = 7, .extension = "mp3"};
	char *path = media_file_name(format, &name, number);
	assert_string_equal(path, want);
	free(path);
}

/* Requirements 23 and 24, and what sticks and phones refuse. */
static void
names_are_safe(void **state)
{
	(void)state;
	is_named("{feed}/{date} {title}", "F", "T", 1, "F/2020-10-03 T.mp3");
	is_named("{feed}/{date} {title}", "F", "T", 2, "F/2020-10-03 T (2).mp3");
	is_named("{title}", "F", "../../etc/passwd", 1, "etc-passwd.mp3");
	is_named("{title}", "F", "/abs", 1, "abs.mp3");
	is_named("{feed}/{title}", "..", "T", 1, "item 7/T.mp3");
	is_named("../{title}", "F", "T", 1, "item 7/T.mp3");
	is_named("/{title}", "F", "T", 1, "T.mp3");
	is_named("{feed}/{title}/", "F", "T", 1, "F/T/item 7.mp3");
	is_named("{title}", "F", "a:b*c?d\"e<f>g|h\\i", 1, "a-b-c-d-e-f-g-h-i.mp3");
	is_named("{title}", "F", ".hidden", 1, "hidden.mp3");
	is_named("{title}", "F", "-rf", 1, "rf.mp3");
	is_named("{title}", "F", "end. . ", 1, "end.mp3");
	is_named("{title}", "F", "a\x1b[2Jb\nc", 1, "a[2Jb c.mp3");
	is_named("{title}", "F", "x\xe2\x80\xaey", 1, "xy.mp3");
	is_named("{title}", "F", "Mu\xcc\x88ll e\xcc\x82\xcc\x81", 1,
		"M\xc3\xbcll \xe1\xba\xbf.mp3");
	is_named("{title}", "F", "q\xcc\x88y:\xcc\x88", 1, "q\xcc\x88y-\xcc\x88.mp3");
	is_named("{title}", "F", "CON", 1, "item 7 CON.mp3");
	is_named("{title}", "F", "com1.x", 1, "item 7 com1.x.mp3");
	is_named("{title}", "F", "", 1, "item 7.mp3");
	is_named("{title}", NULL, NULL, 1, "item 7.mp3");
	is_named("{id}", "F", "T", 1, "7.mp3");
	is_named("{feed} - {title}", "F", "T", 1, "F - T.mp3");
}

/* Long titles end between characters, with room for the ending. */
static void
names_are_short(void **state)
{
	char title[1200];
	(void)state;
	for (size_t i = 0; i + 2 < sizeof title; i += 2)
		memcpy(title + i, "\xc3\xa4", 3);
	for (int number = 1; number < 12; number += 5) {
		const struct media_name name = {.feed = title,
			.title = title,
			.date = TIME_NONE,
			.extension = "opus"};
		char *path = media_file_name("{feed}/{title}", &name, number);
		char *slash = strchr(path, '/');
		assert_true(slash - path <= 200);
		assert_true(strlen(slash + 1) <= 200 && strlen(slash + 1) > 190);
		assert_true(utf8_valid(path, strlen(path)));
		assert_string_equal(path + strlen(path) - 5, ".opus");
		free(path);
	}
}

static void
templates_are_checked(void **state)
{
	(void)state;
	assert_true(media_format_sound("{feed}/{date} {title} {id}"));
	assert_true(media_format_sound("plain"));
	assert_false(media_format_sound(""));
	assert_false(media_format_sound("{nobody}"));
	assert_false(media_format_sound("{title"));
}

static void
skipped_chapters(void **state)
{
	static const struct {
		const char *rule, *title;
		bool skipped;
	} cases[] = {
		{"", "Outro", false},
		{"Outro", "Outro", true},
		{"outro", "Outro", true},
		{"Out", "Outro", false},
		{"Outro song", "Outro", false},
		{"Ad | Outro", "Outro", true},
		{" Ad |Outro| ", "Ad", true},
		{"Ad*", "Ad: shoes", true},
		{"Ad*", "ad", true},
		{"Ad*", "Bad", false},
		{"*", "Outro", false}, /* a rule for all of them is none */
		{"A/B", "A|B", true},
		{"Ad", NULL, false},
		{NULL, "Ad", false},
	};
	static const struct {
		const char *rule, *title, *next;
	} turns[] = {
		{"", "Outro", "Outro"},
		{NULL, "A|B", "A/B"},
		{"Ad", "Outro", "Ad | Outro"},
		{"Ad | Outro", "ad", "Outro"},
		{"Ad* | Ad: shoes | Outro", "Ad: shoes", "Outro"},
		{"Outro", "Outro", ""},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		if (chapter_is_skipped(cases[i].rule, cases[i].title) != cases[i].skipped)
			fail_msg("%s: %s", cases[i].rule, cases[i].title);
	for (size_t i = 0; i < COUNT_OF(turns); i++) {
		struct buf next = BUF_INIT(0);
		chapter_skip_toggle(&next, turns[i].rule, turns[i].title);
		assert_string_equal(buf_str(&next), turns[i].next);
		buf_done(&next);
	}
}

int
main(void)
{
	setenv("TZ", "UTC", 1);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trackers_are_skipped),
		cmocka_unit_test(kinds_are_told),
		cmocka_unit_test(the_episode_is_picked),
		cmocka_unit_test(bytes_tell_kinds),
		cmocka_unit_test(names_are_safe),
		cmocka_unit_test(names_are_short),
		cmocka_unit_test(templates_are_checked),
		cmocka_unit_test(skipped_chapters),
	};
	return UNIT_RUN(tests);
}
