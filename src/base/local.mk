# src/base: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/base/libbase.a
src_base_libbase_a_SOURCES = \
	src/base/arena.c src/base/arena.h \
	src/base/ascii.c src/base/ascii.h \
	src/base/attr.h \
	src/base/bidi.c src/base/bidi.h \
	src/base/buf.c src/base/buf.h \
	src/base/cond.c src/base/cond.h \
	src/base/control.c src/base/control.h \
	src/base/crash.c src/base/crash.h \
	src/base/dir.c src/base/dir.h \
	src/base/entity.c src/base/entity.h src/base/entity_table.h \
	src/base/err.c src/base/err.h \
	src/base/file.c src/base/file.h \
	src/base/fold.c src/base/fold.h \
	src/base/gunzip.c src/base/gunzip.h \
	src/base/hash.c src/base/hash.h \
	src/base/host.c src/base/host.h \
	src/base/i18n.h \
	src/base/idset.c src/base/idset.h \
	src/base/letter.c src/base/letter.h \
	src/base/link.c src/base/link.h \
	src/base/log.c src/base/log.h \
	src/base/map.c src/base/map.h \
	src/base/match.c src/base/match.h \
	src/base/mem.c src/base/mem.h \
	src/base/load.h \
	src/base/near.c src/base/near.h \
	src/base/queue.c src/base/queue.h \
	src/base/quote.c src/base/quote.h \
	src/base/rwlock.c src/base/rwlock.h \
	src/base/scan_json.c src/base/scan_json.h \
	src/base/sha2.c src/base/sha2.h \
	src/base/simd.h \
	src/base/size.c src/base/size.h \
	src/base/span.c src/base/span.h \
	src/base/spawn.c src/base/spawn.h \
	src/base/str.c src/base/str.h \
	src/base/thread.c src/base/thread.h \
	src/base/time.c src/base/time.h \
	src/base/url.c src/base/url.h \
	src/base/utf8.c src/base/utf8.h \
	src/base/varint.c src/base/varint.h \
	src/base/vec.c src/base/vec.h \
	src/base/word.c src/base/word.h
src_base_libbase_a_CFLAGS = $(AM_CFLAGS) $(XXHASH_CFLAGS) $(LIBDEFLATE_CFLAGS) \
	$(FRIBIDI_CFLAGS)
EXTRA_DIST += src/base/entities.py
BASE = src/base/libbase.a $(FRIBIDI_LIBS) $(LIBDEFLATE_LIBS) $(XXHASH_LIBS) \
	$(UNISTRING_LIBS) $(LTLIBINTL)
