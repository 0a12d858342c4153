# src/store/record: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/record/librecord.a
src_store_record_librecord_a_SOURCES = \
	src/store/record/codec.c src/store/record/codec.h \
	src/store/record/codec_array.c src/store/record/codec_array.h \
	src/store/record/dense.c src/store/record/dense.h \
	src/store/record/record.c src/store/record/record.h \
	src/store/record/schema.c src/store/record/schema.h \
	src/store/record/shape.c src/store/record/shape.h
