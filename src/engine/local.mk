# src/engine: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/libengine.a
src_engine_libengine_a_SOURCES = \
	src/engine/api.c src/engine/api.h \
	src/engine/configure.c src/engine/configure.h \
	src/engine/counts.c src/engine/counts.h \
	src/engine/search.c src/engine/search.h \
	src/engine/worker.c src/engine/worker.h

# Whoever uses a room comes before it.
ENGINE = src/engine/libengine.a \
	src/engine/publish/libpublish.a \
	src/engine/accounts/libaccounts.a \
	src/engine/account/libaccount.a \
	src/engine/feeds/libfeeds.a \
	src/engine/action/libaction.a \
	src/engine/sync/libsync.a \
	src/engine/refresh/librefresh.a \
	src/engine/poll/libpoll.a \
	src/engine/rule/librule.a \
	src/engine/page/libpage.a \
	src/engine/plan/libplan.a \
	src/engine/media/libmedia.a \
	src/engine/job/libjob.a \
	src/engine/core/libcore.a $(IMPORT) $(PLAYER) $(EXTRACT) $(SELECT) $(IMAGE) $(REMOTE)
