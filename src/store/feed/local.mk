# src/store/feed: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/feed/libfeed.a
src_store_feed_libfeed_a_SOURCES = \
	src/store/feed/readdress.c src/store/feed/readdress.h \
	src/store/feed/readdress_inside.h \
	src/store/feed/claim.c src/store/feed/claim.h \
	src/store/feed/claim_inside.h \
	src/store/feed/due.c src/store/feed/due.h \
	src/store/feed/due_inside.h \
	src/store/feed/duplicate.c src/store/feed/duplicate.h \
	src/store/feed/feed.c src/store/feed/feed.h \
	src/store/feed/interest.c src/store/feed/interest.h \
	src/store/feed/order.c src/store/feed/order.h \
	src/store/feed/pause.c src/store/feed/pause.h \
	src/store/feed/plan.c src/store/feed/plan.h \
	src/store/feed/podcast.c src/store/feed/podcast.h \
	src/store/feed/subscriptions.c src/store/feed/subscriptions.h \
	src/store/feed/watched.c src/store/feed/watched.h
