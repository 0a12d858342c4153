/*
 * Chapters and transcripts: documents by hand, after the specifications that the headers
 * name.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "episode/chapter.h"
#include "episode/transcript.h"
#include "model/media.h"
#include "unit.h"

/* ---- chapters, as text: "start-end title <url>", silent ones in brackets */

static void
print_chapters(struct buf *out, const struct chapters *c)
{
	for (size_t i = 0; i < c->len; i++) {
		const struct chapter *at = &c->list[i];
		buf_addf(out, "%s%s%lld-%lld %s%s%s%s", i ? "; " : "",
			at->silent ? "(" : "", (long long)at->start, (long long)at->end,
			at->title ? at->title : "?", at->url ? " " : "",
			at->url ? at->url : "", at->silent ? ")" : "");
	}
}

static void
check(const struct chapters *c, const char *want)
{
	struct buf got = BUF_INIT(0);
	print_chapters(&got, c);
	assert_string_equal(buf_str(&got), want);
	buf_done(&got);
}

static void
times_are_read(void **state)
{
	static const struct {
		const char *text;
		int64_t ms;
	} cases[] = {{"0", 0}, {"12.5", 12500}, {"1:30", 90000}, {"01:02:03.25", 3723250},
		{"01:02:03,5", 3723500}, {"01:30:00:12", 5400000}, {"", -1}, {"x", -1},
		{"1:x", -1}, {"-3", -1}, {"99999999", -1}, {"1:30.5:2", -1}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(media_time(span_of(cases[i].text)), cases[i].ms);
}

static void
json_chapters(void **state)
{
	static const struct {
		const char *text, *want;
	} cases[] = {
		{"{\"version\":\"1.2.0\",\"chapters\":[{\"startTime\":0,\"title\":"
		 "\"One\"},"
		 "{\"startTime\":20.5,\"title\":\"Two\",\"url\":\"https://a.example/"
		 "\"}]}",
			"0-20500 One; 20500-0 Two https://a.example/"},
		/* Unsorted, numbers as text, no version, ends that lie. */
		{"{\"chapters\":[{\"startTime\":\"1:00\",\"title\":\"B\",\"endTime\":3},"
		 "{\"startTime\":\"0\",\"endTime\":1e308,\"title\":\"A\"}]}",
			"0-60000 A; 60000-0 B"},
		/* Not listed; other schemes; what steers terminals. */
		{"{\"chapters\":[{\"startTime\":0,\"toc\":false,\"title\":\"Hidden\"},"
		 "{\"startTime\":5,\"title\":\"x\\u001b[2J\\u202e\\ny\","
		 "\"url\":\"javascript:1\"}]}",
			"(0-5000 Hidden); 5000-0 x[2J y"},
		{"{\"chapters\":[{\"startTime\":-1},{\"startTime\":1e308},{},7,null,"
		 "{\"startTime\":\"soon\"}]}",
			""},
		{"{\"chapters\":[{\"startTime\":7,\"title\":\"a\"},{\"startTime\":7,"
		 "\"title\":\"b\"},{\"startTime\":8}]}",
			"7000-8000 b; 8000-0 ?"},
		/* Escapes, exponents, what else is in rows, the last of two. */
		{"{\"a\":{\"chapters\":[1,{}]},\"chapters\":[{\"x\":[[\"]\\\\\"],{"
		 "\"startTime\":9}],"
		 "\"startTime\":15e-1,\"title\":\"\\uD83C\\udf5e \\\"q\\\" \\u00fc "
		 "\\ud83c\"},"
		 "{\"startTime\":1,\"title\":\"a\",\"startTime\":0.3E1,\"title\":\"b\"}]"
		 "}",
			"1500-3000 🍞 \"q\" ü �; 3000-0 b"},
		/* What came of a list that was cut. */
		{"{\"chapters\":[{\"startTime\":0,\"title\":\"A\"},{\"startTime\":9,\"ti",
			"0-0 A"},
	};
	static const char *const bad[] = {"", "<html>Sorry</html>", "[]", "{}",
		"{\"chapters\":7}", "{\"chapters\":[NaN]}",
		"{\"chapters\":[{\"startTime\":Infinity}]}", "{\"chapters\" [{}]}",
		"{\"chapters\":[{},,{}]", "{\"chapters\":[{\"a\\\""};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena arena = ARENA_INIT;
		struct chapters c, again;
		struct buf text = BUF_INIT(0);
		assert_int_equal(
			episode_chapters_json(span_of(cases[i].text), &arena, &c), OK);
		check(&c, cases[i].want);
		chapter_write(&text, &c);
		assert_int_equal(episode_chapters_json((struct span){text.data, text.len},
					 &arena, &again),
			OK);
		check(&again, cases[i].want);
		buf_done(&text);
		arena_done(&arena);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct arena arena = ARENA_INIT;
		struct chapters c;
		assert_int_equal(
			episode_chapters_json(span_of(bad[i]), &arena, &c), ERR_SYNTAX);
		arena_done(&arena);
	}
}

static void
chapters_are_settled(void **state)
{
	char a[] = "a", b[] = "b", late[] = "late";
	struct chapter list[] = {{.start = 5000, .end = 4000, .title = b},
		{.start = 0, .end = 9000, .title = a}, {.start = 60000, .title = late}};
	struct chapters c = {list, 3};
	size_t index = 9;
	(void)state;
	episode_chapters_settle(&c, 50000);
	check(&c, "0-5000 a; 5000-50000 b");
	assert_int_equal(episode_chapter_at(&c, 4999, &index), 1);
	assert_int_equal(index, 0);
	c.list[0].silent = true;
	assert_int_equal(episode_chapter_at(&c, 4999, &index), 0);
	assert_int_equal(episode_chapter_at(&c, 5000, &index), 1);
	assert_int_equal(index, 1);
}

static void
text_chapters(void **state)
{
	static const struct {
		bool html;
		const char *text, *want;
	} cases[] = {
		{false, "Hello.\n00:00 Intro\n12:42 - Sourdough\n(1:02:03) Outro\nBye.",
			"0-762000 Intro; 762000-3723000 Sourdough; 3723000-0 Outro"},
		{true,
			"<p>0:00 Intro<br>[3:07] Mail &amp; more</p><ul><li>12:42 – "
			"<b>Yeast</b>"
			"</li></ul>",
			"0-187000 Intro; 187000-762000 Mail & more; 762000-0 Yeast"},
		/* Two only; the first too late; not ascending. */
		{false, "00:00 a\n01:00 b", ""},
		{false, "12:00 lunch\n13:00 talk\n14:00 tea", ""},
		{false, "00:00 a\n03:00 b\n02:00 c", ""},
		/* Scores, dates, telephones, times of the day in a sentence. */
		{false, "3:2 Ajax\n4:1 Bern\n5:0 Celtic", ""},
		{false, "0:00:00:00 a\n1:11:11:11 b\n2:22:22:22 c", ""},
		{false, "2026-11-28 a\n030 123456 b\n00:0x c", ""},
		{false, "00:00\n01:00\n02:00", ""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena arena = ARENA_INIT;
		struct chapters c;
		episode_chapters_text(span_of(cases[i].text), cases[i].html, &arena, &c);
		check(&c, cases[i].want);
		arena_done(&arena);
	}
}

/* ---- tags */

enum {
	V3 = 3,
	V4 = 4
};

static void
put_size(struct buf *out, size_t n, bool safe)
{
	unsigned shift = safe ? 7 : 8, mask = safe ? 0x7f : 0xff;
	for (int i = 3; i >= 0; i--)
		buf_addc(out, (char)(n >> (shift * (unsigned)i) & mask));
}

static void
put_frame(struct buf *out, const char *id, bool safe, int flags, const struct buf *data)
{
	buf_add(out, id, 4);
	put_size(out, data->len, safe);
	buf_addc(out, 0);
	buf_addc(out, (char)flags);
	buf_add(out, buf_str(data), data->len);
}

static void
put_text_frame(struct buf *out, const char *id, bool safe, int encoding, const void *text,
	size_t n)
{
	struct buf data = BUF_INIT(0);
	buf_addc(&data, (char)encoding);
	buf_add(&data, text, n);
	put_frame(out, id, safe, 0, &data);
	buf_done(&data);
}

static void
put_chapter(struct buf *out, bool safe, const char *id, uint32_t start, uint32_t end,
	const struct buf *subs)
{
	struct buf data = BUF_INIT(0);
	buf_add(&data, id, strlen(id) + 1);
	put_size(&data, start, false);
	put_size(&data, end, false);
	put_size(&data, UINT32_MAX, false);
	put_size(&data, UINT32_MAX, false);
	if (subs)
		buf_add(&data, buf_str(subs), subs->len);
	put_frame(out, "CHAP", safe, 0, &data);
	buf_done(&data);
}

static void
put_titled(struct buf *out, bool safe, const char *id, uint32_t start, const char *title)
{
	struct buf subs = BUF_INIT(0);
	put_text_frame(&subs, "TIT2", safe, 3, title, strlen(title));
	put_chapter(out, safe, id, start, start + 1000, &subs);
	buf_done(&subs);
}

static void
put_table(struct buf *out, bool safe, const char *id, int flags, const char *const *names)
{
	struct buf data = BUF_INIT(0);
	int count = 0;
	while (names[count])
		count++;
	buf_add(&data, id, strlen(id) + 1);
	buf_addc(&data, (char)flags);
	buf_addc(&data, (char)count);
	for (int i = 0; i < count; i++)
		buf_add(&data, names[i], strlen(names[i]) + 1);
	put_frame(out, "CTOC", safe, 0, &data);
	buf_done(&data);
}

/* Reads frames as a tag; frames is emptied. */
static void
check_tag(struct buf *frames, int version, int flags, const char *want)
{
	struct arena arena = ARENA_INIT;
	struct buf tag = BUF_INIT(0);
	struct chapters c;
	buf_adds(&tag, "ID3");
	buf_addc(&tag, (char)version);
	buf_addc(&tag, 0);
	buf_addc(&tag, (char)flags);
	put_size(&tag, frames->len, true);
	buf_add(&tag, buf_str(frames), frames->len);
	assert_int_equal(
		episode_id3_size((struct span){tag.data, EPISODE_ID3_HEAD}), tag.len);
	episode_chapters_id3((struct span){tag.data, tag.len}, &arena, &c);
	check(&c, want);
	/* However much of it is here. */
	for (size_t n = 0; n < tag.len && tag.len < 2000; n++) {
		char *part = malloc(n + 1);
		memcpy(part, tag.data, n);
		episode_chapters_id3((struct span){part, n}, &arena, &c);
		free(part);
	}
	buf_clear(frames);
	buf_done(&tag);
	arena_done(&arena);
}

static void
tag_chapters(void **state)
{
	struct buf f = BUF_INIT(0), subs = BUF_INIT(0), picture = BUF_INIT(0);
	static const char utf16[] = "\xff\xfeH\0\xf6\0r\0";
	static const char utf16be[] = "\0H\0\xf6\xd8\x3d\xde\x00";
	char title[301];
	(void)state;
	for (int version = V3; version <= V4; version++) {
		bool safe = version == V4;
		put_text_frame(&f, "TIT2", safe, 3, "Episode", 7);
		put_text_frame(&subs, "TIT2", safe, 1, utf16, sizeof utf16 - 1);
		put_text_frame(&subs, "WXXX", safe, 0, "\0https://a.example/", 19);
		put_chapter(&f, safe, "one", 0, 5000, &subs);
		buf_clear(&subs);
		put_text_frame(&subs, "TIT3", safe, 2, utf16be, sizeof utf16be - 1);
		put_chapter(&f, safe, "two", 5000, UINT32_MAX, &subs);
		buf_clear(&subs);
		put_text_frame(&subs, "TIT2", safe, 0, "caf\xe9\x1b[2J\0junk", 13);
		put_chapter(&f, safe, "three", 9000, 8000, &subs);
		buf_clear(&subs);
		put_text_frame(&subs, "WXXX", safe, 0, "\0javascript:x", 13);
		put_chapter(&f, safe, "four", 12000, 13000, &subs);
		buf_clear(&subs);
		put_chapter(&f, safe, "none", UINT32_MAX, 13000, NULL);
		buf_add(&f, "\0\0\0\0\0\0\0\0\0\0\0\0", 12);
		check_tag(&f, version, 0,
			"0-5000 Hör https://a.example/; 5000-9000 Hö😀; 9000-12000 "
			"café[2J; "
			"12000-13000 ?");
	}
	/* Titles and pictures of more than 127 bytes, at which others fail. */
	memset(title, 'x', 300);
	title[300] = '\0';
	buf_reserve(&picture, 70000);
	memset(picture.data, 0x7f, 70000);
	buf_end(&picture, 70000);
	put_text_frame(&subs, "TIT2", true, 3, title, 200);
	put_frame(&subs, "APIC", true, 0, &picture);
	put_text_frame(&subs, "TIT3", true, 3, "never", 5);
	put_chapter(&f, true, "a", 0, 1000, &subs);
	put_titled(&f, true, "b", 1000, "behind");
	struct buf want = BUF_INIT(0);
	buf_addf(&want, "0-1000 %.200s; 1000-2000 behind", title);
	check_tag(&f, V4, 0, buf_str(&want));
	/* Sizes of version 4 that are written as in version 3. */
	put_titled(&f, false, "a", 0, title);
	put_titled(&f, false, "b", 1000, "behind");
	buf_clear(&want);
	buf_addf(&want, "0-1000 %s; 1000-2000 behind", title);
	check_tag(&f, V4, 0, buf_str(&want));
	check_tag(&f, 2, 0, "");
	buf_done(&want);
	buf_done(&f);
	buf_done(&subs);
	buf_done(&picture);
}

static void
tag_tables(void **state)
{
	static const char *const part[] = {"a", "c", "toc", "nothing", NULL};
	static const char *const top[] = {"b", "inner", NULL};
	struct buf f = BUF_INIT(0);
	(void)state;
	for (int i = 0; i < 4; i++)
		put_titled(&f, false, (const char *[]){"a", "b", "c", "d"}[i],
			1000 * (uint32_t)i, (const char *[]){"A", "B", "C", "D"}[i]);
	put_table(&f, false, "toc", 3, top);
	put_table(&f, false, "inner", 1, part); /* leads back to the first */
	check_tag(&f, V3, 0, "0-1000 A; 1000-2000 B; 2000-3000 C; (3000-4000 D)");
	/* A table that names nothing that is there hides nothing. */
	put_titled(&f, false, "x", 0, "X");
	put_table(&f, false, "toc", 3, top);
	check_tag(&f, V3, 0, "0-1000 X");
	buf_done(&f);
}

/* Tables beyond the thousandth, and names beyond the twenty-thousandth, do not count. */
static void
tag_tables_have_bounds(void **state)
{
	static const char *const first[] = {"a", NULL}, *const second[] = {"b", NULL};
	static char inner[100][8];
	const char *tables[101] = {NULL}, *names[251] = {NULL};
	struct buf f = BUF_INIT(0);
	(void)state;
	put_titled(&f, false, "a", 0, "A");
	put_titled(&f, false, "b", 1000, "B");
	for (int i = 0; i < 1000; i++) {
		char id[8];
		snprintf(id, sizeof id, "t%d", i);
		put_table(&f, false, id, 1, first);
	}
	put_table(&f, false, "toc", 3, second);
	check_tag(&f, V3, 0, "0-1000 A; (1000-2000 B)");
	put_titled(&f, false, "a", 0, "A");
	put_titled(&f, false, "b", 1000, "B");
	for (int i = 0; i < 250; i++)
		names[i] = "b";
	for (int i = 0; i < 100; i++) {
		snprintf(inner[i], sizeof inner[i], "t%d", i);
		tables[i] = inner[i];
	}
	put_table(&f, false, "toc", 3, tables);
	put_table(&f, false, "t0", 1, first); /* it comes last */
	for (int i = 1; i < 100; i++)
		put_table(&f, false, inner[i], 1, names);
	check_tag(&f, V3, 0, "(0-1000 A); 1000-2000 B");
	buf_done(&f);
}

static void
stuff(struct buf *out, const struct buf *bytes)
{
	for (size_t i = 0; i < bytes->len; i++) {
		buf_addc(out, bytes->data[i]);
		if ((unsigned char)bytes->data[i] == 0xff)
			buf_addc(out, 0);
	}
}

/* Zeros behind 0xFF, an extended header, lengths and groups before the data. */
static void
tag_flags(void **state)
{
	struct buf f = BUF_INIT(0), subs = BUF_INIT(0), data = BUF_INIT(0),
		   stuffed = BUF_INIT(0);
	(void)state;
	put_text_frame(&subs, "TIT2", false, 1,
		"\xff\xfe"
		"A\0",
		4);
	put_chapter(&f, false, "a", 0, 1000, &subs);
	stuff(&stuffed, &f);
	check_tag(&stuffed, V3, 0x80, "0-1000 A");
	buf_clear(&f);
	/* Since version 2.4, within each frame. */
	for (int all = 0; all < 2; all++) {
		buf_add(&data, "a\0\0\0\0\0\0\0\x03\xe8\xff\xff\xff\xff\xff\xff\xff\xff",
			18);
		put_text_frame(&data, "TIT2", true, 1,
			"\xff\xfe"
			"A\0",
			4);
		stuff(&stuffed, &data);
		put_frame(&f, "CHAP", true, all ? 0 : 0x02, &stuffed);
		buf_clear(&stuffed);
		buf_clear(&data);
		check_tag(&f, V4, all ? 0x80 : 0, "0-1000 A");
	}
	buf_add(&f, "\0\0\0\x06\0\0\0\0\0\0", 10);
	put_titled(&f, false, "a", 0, "A");
	check_tag(&f, V3, 0x40, "0-1000 A");
	buf_add(&f, "\0\0\0\x06\x01\0", 6);
	buf_add(&data, "\x05\0\0\0\x20", 5);
	buf_add(&data, "a\0\0\0\0\0\0\0\x03\xe8\xff\xff\xff\xff\xff\xff\xff\xff", 18);
	put_frame(&f, "CHAP", true, 0x41, &data);
	put_frame(&f, "CHAP", true, 0x08, &data); /* packed */
	check_tag(&f, V4, 0x40, "0-1000 ?");
	buf_done(&f);
	buf_done(&subs);
	buf_done(&data);
	buf_done(&stuffed);
}

/* 10^6 frames, and tables that name each other. */
static void
tag_floods(void **state)
{
	struct buf f = BUF_INIT(0), tag = BUF_INIT(0);
	struct arena arena = ARENA_INIT;
	struct chapters c;
	(void)state;
	buf_add(&tag, "ID3\x03\0\0", 6);
	for (int i = 0; i < 400000; i++)
		put_chapter(&f, false, "a", (uint32_t)i, (uint32_t)i + 1, NULL);
	put_size(&tag, f.len, true);
	buf_add(&tag, f.data, f.len);
	episode_chapters_id3((struct span){tag.data, tag.len}, &arena, &c);
	assert_int_equal(c.len, EPISODE_CHAPTERS_MAX);
	arena_done(&arena);
	buf_done(&tag);
	buf_done(&f);
	assert_int_equal(episode_id3_size(span_of("ID3\x04.\x01\xff\xff\xff\xff")), 0);
	assert_int_equal(episode_id3_size(span_of("RIFF......")), 0);
}

/* ---- transcripts, as text: "start-end speaker: text" */

static void
check_transcript(const char *text, size_t n, const char *want)
{
	struct arena arena = ARENA_INIT;
	struct buf got = BUF_INIT(0), again = BUF_INIT(0);
	struct transcript t = {.list = NULL};
	int status = episode_transcript_read((struct span){text, n}, &arena, &t);
	for (int round = 0; status == OK && round < 2; round++) {
		buf_clear(&got);
		for (size_t i = 0; i < t.len; i++) {
			if (t.timed)
				buf_addf(&got, "%lld-%lld ", (long long)t.list[i].start,
					(long long)t.list[i].end);
			buf_addf(&got, "%s%s%s\n",
				t.list[i].speaker ? t.list[i].speaker : "",
				t.list[i].speaker ? ": " : "", t.list[i].text);
		}
		assert_string_equal(buf_str(&got), want);
		buf_clear(&again);
		episode_transcript_write(&again, &t);
		status = episode_transcript_read(
			(struct span){again.data, again.len}, &arena, &t);
	}
	assert_int_equal(status == OK, *want != '\0');
	buf_done(&got);
	buf_done(&again);
	arena_done(&arena);
}

static void
transcripts(void **state)
{
	static const struct {
		const char *text, *want;
	} cases[] = {
		{"WEBVTT\n\nNOTE a note\n\nSTYLE\n::cue{}\n\n1\n00:01.000 --> 00:02.500 "
		 "align:start\n<v Ada>Es kommt aus <i>der</i> Luft.\n\n"
		 "intro\n01:00:00.000 --> 01:00:02.000\n<00:00:01.000>und <c.x>vom</c> "
		 "Korn "
		 "&amp; Wasser\nund mehr\n",
			"1000-2500 Ada: Es kommt aus der Luft.\n"
			"3600000-3602000 Ada: und vom Korn & Wasser und mehr\n"},
		/* BOM, CRLF, no empty line at the end, two voices in a cue. */
		{"\xef\xbb\xbfWEBVTT\r\n\r\n00:00.000 --> 00:02.000\r\n<v.loud "
		 "Ada>Ja.</v> "
		 "<v Ben>Nein.</v>",
			"0-2000 Ada: Ja.\n0-2000 Ben: Nein.\n"},
		/* SubRip; numbers without an empty line, places, an arrow in the text. */
		{"1\n00:00:01,000 --> 00:00:02,000\n{\\an8}a --> b < c\n2\n"
		 "00:00:02,000 --> 00:00:03,000\n<font color=red>d</font>\n",
			"1000-2000 a --> b < c\n2000-3000 d\n"},
		/* Names before the text, which hold; sentences are none. */
		{"1\n00:00:01,000 --> 00:00:02,000\nAda: one\n\n2\n"
		 "00:00:02,000 --> 00:00:03,000\nand: two\n\n3\n"
		 "00:00:03,000 --> 00:00:04,000\n[Ben]: three\n\n4\n"
		 "00:00:04,000 --> 00:00:05,000\nAda: four\n\n5\n"
		 "00:00:05,000 --> 00:00:06,000\n[Ben]: five\n",
			"1000-2000 Ada: one\n2000-3000 Ada: and: two\n3000-4000 Ben: "
			"three\n"
			"4000-5000 Ada: four\n5000-6000 Ben: five\n"},
		{"1\n00:00:01,000 --> 00:00:02,000\nNote: one\n",
			"1000-2000 Note: one\n"},
		/* Unsorted, the same twice, no length, behind each other. */
		{"WEBVTT\n\n00:09.000 --> 00:10.000\nc\n\n00:01.000 --> 00:02.000\na\n\n"
		 "00:02.000 --> 00:03.000\na\n\n00:05.000 --> 00:05.000\nb\n",
			"1000-3000 a\n5000-9000 b\n9000-10000 c\n"},
		/* What steers terminals, unclosed tags. */
		{"WEBVTT\n\n00:01.000 --> 00:02.000\na\x1b[2J\xe2\x80\xae<b <v x\n",
			"1000-2000 a[2J<b <v x\n"},
		{"{\"version\":\"1.0.0\",\"segments\":[{\"speaker\":\"Ada\","
		 "\"startTime\":0.2"
		 "},{\"speaker\":\"Ada\",\"startTime\":0.5,\"endTime\":1.5,\"body\":"
		 "\"Hallo "
		 "ihr!\"}]}",
			"500-1500 Ada: Hallo ihr!\n"},
		/* Words are joined up to an end mark, a pause or another speaker. */
		{"{\"segments\":[{\"startTime\":0,\"endTime\":1,\"body\":\"Ich\","
		 "\"speaker\":"
		 "\"A\"},{\"startTime\":1,\"endTime\":2,\"body\":\"bin.\",\"speaker\":"
		 "\"A\"},"
		 "{\"startTime\":2,\"endTime\":3,\"body\":\"So\",\"speaker\":\"A\"},"
		 "{\"startTime\":4,\"endTime\":5,\"body\":\"ja\",\"speaker\":\"A\"},"
		 "{\"startTime\":5,\"endTime\":6,\"body\":\"nein\",\"speaker\":\"B\"}]}",
			"0-2000 A: Ich bin.\n2000-3000 A: So\n4000-5000 A: ja\n5000-6000 "
			"B: "
			"nein\n"},
		/* What is joined ends with its latest word, wherever that stands. */
		{"{\"segments\":[{\"startTime\":0,\"body\":\"a\"},{\"startTime\":0.5,"
		 "\"body\":\"b\"},{\"startTime\":1.6,\"body\":\"c\"},{\"startTime\":0,"
		 "\"body\":\"d\"},{\"startTime\":0,\"body\":\"e\"}]}",
			"0-1600 a b c d e\n"},
		{"<html><body><cite>Ada:</cite> <time>0:12</time>\n<p>Hallo <b>ihr</b> "
		 "beiden!</p><cite>Ben</cite><time>1:00</time><p>Ja.</p></body></html>",
			"12000-60000 Ada: Hallo ihr beiden!\n60000-60000 Ben: Ja.\n"},
		{"<p>Only <i>text</i>.</p><p>More --&gt; of it.</p>",
			"Only text.\nMore --> of it.\n"},
		{"Just text.\n\n  And more.\n", "Just text.\nAnd more.\n"},
		{"\xef\xbb\xbf{\"segments\":[{\"startTime\":1,\"body\":\"a b\"}]}",
			"1000-1000 a b\n"},
		/* Times that are none begin no cue. */
		{"WEBVTT\n\n00:01.000 --> soon\nno\n\n1x:00 --> 00:03.000\nno\n\n"
		 "00:04.000 --> 00:05.000\nyes\n",
			"4000-5000 yes\n"},
		{"", ""},
		{"{\"segments\":7}", ""},
		{"WEBVTT\n\n", ""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_transcript(cases[i].text, strlen(cases[i].text), cases[i].want);
}

static void
cues_are_found(void **state)
{
	struct cue list[] = {{.start = 1000}, {.start = 2000}, {.start = 2000}};
	const struct transcript t = {list, 3, true}, untimed = {list, 3, false};
	(void)state;
	assert_int_equal(episode_transcript_at(&t, 999), 0);
	assert_int_equal(episode_transcript_at(&t, 1000), 1);
	assert_int_equal(episode_transcript_at(&t, 2500), 3);
	assert_int_equal(episode_transcript_at(&untimed, 2500), 0);
}

static void
add_cues(struct buf *out, size_t n)
{
	struct arena arena = ARENA_INIT;
	struct transcript t = {.list = NULL};
	for (size_t i = 0; i < n; i++) {
		t.list = arena_push(&arena, t.list, i, sizeof *t.list);
		t.list[t.len++] = (struct cue){.start = (int64_t)i * 1000,
			.end = (int64_t)i * 1000 + 900,
			.speaker = i % 3 ? (char *)(uintptr_t) "Ada"
					 : (char *)(uintptr_t) "Cy",
			.text = arena_printf(&arena, "Ben: %zu < {x}", i)};
	}
	episode_transcript_write(out, &t);
	arena_done(&arena);
}

/* No step reads more than it may, and together they read what one reads. */
static void
transcript_slices(void **state)
{
	struct buf text = BUF_INIT(0), again = BUF_INIT(0);
	struct arena arena = ARENA_INIT;
	struct transcript t;
	size_t before = 0, steps = 0;
	(void)state;
	add_cues(&text, 20000);
	struct transcript_reader *r =
		episode_transcript_start((struct span){text.data, text.len}, &arena, &t);
	for (bool more = true; more; before = t.len, steps++) {
		more = episode_transcript_step(r, 3000);
		assert_true(t.len - before <= 1000);
	}
	episode_transcript_stop(r);
	assert_int_equal(steps, 21);
	assert_true(t.timed);
	episode_transcript_write(&again, &t);
	assert_string_equal(buf_str(&again), buf_str(&text));
	r = episode_transcript_start((struct span){text.data, text.len}, &arena, &t);
	episode_transcript_step(r, 4); /* within a cue */
	episode_transcript_stop(r);
	episode_transcript_stop(NULL);
	arena_done(&arena);
	buf_done(&text);
	buf_done(&again);
}

/* 10^5 cues in one second, and one line of 8 MB, in no time. */
static void
transcript_floods(void **state)
{
	struct buf text = BUF_INIT(0);
	struct arena arena = ARENA_INIT;
	struct transcript t;
	(void)state;
	buf_adds(&text, "WEBVTT\n\n");
	for (int i = 0; i < EPISODE_CUES_MAX + 10; i++)
		buf_addf(&text, "00:00.%03d --> 00:01.000\nx%d\n\n", 999 - i % 1000, i);
	assert_int_equal(
		episode_transcript_read((struct span){text.data, text.len}, &arena, &t),
		OK);
	assert_int_equal(t.len, EPISODE_CUES_MAX);
	buf_clear(&text);
	buf_adds(&text, "{\"segments\":[");
	for (int i = 0; i < EPISODE_CUES_MAX + 10; i++)
		buf_addf(&text, "%s{\"startTime\":%d,\"body\":\"line %d\"}", i ? "," : "",
			i, i);
	buf_adds(&text, "]}");
	assert_int_equal(
		episode_transcript_read((struct span){text.data, text.len}, &arena, &t),
		OK);
	assert_int_equal(t.len, EPISODE_CUES_MAX);
	buf_clear(&text);
	buf_adds(&text, "WEBVTT\n\n00:00.000 --> 00:01.000\n");
	for (int i = 0; i < 2000000; i++)
		buf_adds(&text, "<v <");
	assert_int_equal(
		episode_transcript_read((struct span){text.data, text.len}, &arena, &t),
		OK);
	arena_done(&arena);
	buf_done(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_are_read),
		cmocka_unit_test(json_chapters),
		cmocka_unit_test(chapters_are_settled),
		cmocka_unit_test(text_chapters),
		cmocka_unit_test(tag_chapters),
		cmocka_unit_test(tag_tables),
		cmocka_unit_test(tag_tables_have_bounds),
		cmocka_unit_test(tag_flags),
		cmocka_unit_test(tag_floods),
		cmocka_unit_test(transcripts),
		cmocka_unit_test(cues_are_found),
		cmocka_unit_test(transcript_slices),
		cmocka_unit_test(transcript_floods),
	};
	return UNIT_RUN(tests);
}
