# src/store/health: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/health/libhealth.a
src_store_health_libhealth_a_SOURCES = \
	src/store/health/check.c src/store/health/check.h \
	src/store/health/check_feed.c \
	src/store/health/check_index.c src/store/health/check_index.h \
	src/store/health/check_inside.h \
	src/store/health/check_item.c \
	src/store/health/check_media.c \
	src/store/health/check_sets.c src/store/health/check_sets.h \
	src/store/health/check_tell.c \
	src/store/health/repair.c src/store/health/repair.h \
	src/store/health/repair_inside.h \
	src/store/health/repair_lists.c \
	src/store/health/repair_media.c \
	src/store/health/repair_new.c \
	src/store/health/repair_take.c \
	src/store/health/repair_unknown.c \
	src/store/health/replace.c src/store/health/replace.h \
	src/store/health/restore.c src/store/health/restore.h \
	src/store/health/salvage.c src/store/health/salvage.h
