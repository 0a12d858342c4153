# src/episode: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/episode/libepisode.a
src_episode_libepisode_a_SOURCES = \
	src/episode/chapter.c src/episode/chapter.h \
	src/episode/chapter_id3.c \
	src/episode/chapter_json.c \
	src/episode/chapter_text.c \
	src/episode/text.c src/episode/text.h \
	src/episode/transcript.c src/episode/transcript.h \
	src/episode/transcript_cue.c \
	src/episode/transcript_html.c \
	src/episode/transcript_inside.h \
	src/episode/transcript_json.c \
	src/episode/transcript_vtt.c
EPISODE = src/episode/libepisode.a
