# src/store: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/libstore.a
src_store_libstore_a_SOURCES = \
	src/store/act.c src/store/act.h \
	src/store/gc.c src/store/gc.h \
	src/store/gc_feed.c src/store/gc_inside.h \
	src/store/open.c src/store/open.h \
	src/store/undo.c src/store/undo.h

# Whoever uses a room comes before it.
STORE = src/store/health/libhealth.a \
	src/store/libstore.a \
	src/store/find/libfind.a \
	$(QUERY) \
	src/store/poll/libpoll.a \
	src/store/feed/libfeed.a \
	src/store/remote/libremote.a \
	src/store/sync/libsync.a \
	src/store/media/libmedia.a \
	$(EPISODE) $(FEED) \
	src/store/journal/libjournal.a \
	src/store/mark/libmark.a \
	src/store/identity/libidentity.a \
	src/store/score/libscore.a \
	src/store/item/libitem.a \
	src/store/index/libindex.a \
	src/store/file/libfile.a \
	src/store/db/libdb.a \
	src/store/record/librecord.a \
	$(LMDB_LIBS)
