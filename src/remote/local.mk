# src/remote: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/remote/libremote.a
src_remote_libremote_a_SOURCES = \
	src/remote/answer.c src/remote/answer.h \
	src/remote/backends.c src/remote/backends.h \
	src/remote/body.c src/remote/body.h \
	src/remote/feedbin.c src/remote/feedbin.h src/remote/feedbin_inside.h \
	src/remote/feedbin_take.c \
	src/remote/fever.c src/remote/fever.h src/remote/fever_inside.h \
	src/remote/fever_take.c \
	src/remote/form.c src/remote/form.h \
	src/remote/gpodder.c src/remote/gpodder.h src/remote/gpodder_inside.h \
	src/remote/gpodder_take.c \
	src/remote/greader.c src/remote/greader.h src/remote/greader_inside.h \
	src/remote/greader_take.c \
	src/remote/id.c src/remote/id.h \
	src/remote/item.c src/remote/item.h \
	src/remote/json.c src/remote/json.h \
	src/remote/md5.c src/remote/md5.h \
	src/remote/miniflux.c src/remote/miniflux.h src/remote/miniflux_inside.h \
	src/remote/miniflux_take.c \
	src/remote/miniflux_window.c \
	src/remote/newsblur.c src/remote/newsblur.h src/remote/newsblur_inside.h \
	src/remote/newsblur_take.c \
	src/remote/nextcloud.c src/remote/nextcloud.h src/remote/nextcloud_inside.h \
	src/remote/nextcloud_flow.c src/remote/nextcloud_flow.h \
	src/remote/nextcloud_take.c \
	src/remote/quirk.c src/remote/quirk.h \
	src/remote/remote.c src/remote/remote.h \
	src/remote/json_error.c src/remote/json_error.h \
	src/remote/title.c src/remote/title.h \
	src/remote/ttrss.c src/remote/ttrss.h src/remote/ttrss_inside.h \
	src/remote/ttrss_take.c
src_remote_libremote_a_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
REMOTE = src/remote/libremote.a $(JANSSON_LIBS)
