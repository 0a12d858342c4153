# src/model: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/model/libmodel.a
src_model_libmodel_a_SOURCES = \
	src/model/account_record.h \
	src/model/action.c src/model/action.h \
	src/model/action_rows.h \
	src/model/chapter.c src/model/chapter.h \
	src/model/claim_record.h \
	src/model/episode_record.h \
	src/model/feed.c src/model/feed.h \
	src/model/http.c src/model/http.h \
	src/model/item.c src/model/item.h \
	src/model/media.c src/model/media.h \
	src/model/tracker.c src/model/tracker.h \
	src/model/order.c src/model/order.h \
	src/model/preview.c src/model/preview.h \
	src/model/schedule.c src/model/schedule.h \
	src/model/state.c src/model/state.h \
	src/model/strategy_names.h \
	src/model/subscription.c src/model/subscription.h \
	src/model/taste.c src/model/taste.h \
	src/model/trace.c src/model/trace.h
MODEL = src/model/libmodel.a
