# src/store/care: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/care/libcare.a
src_store_care_libcare_a_SOURCES = \
	src/store/care/repair.c src/store/care/repair.h \
	src/store/care/repair_lists.c src/store/care/repair_lists.h \
	src/store/care/repair_media.c src/store/care/repair_media.h \
	src/store/care/repair_new.c src/store/care/repair_new.h \
	src/store/care/repair_take.c src/store/care/repair_take.h \
	src/store/care/repair_unknown.c src/store/care/repair_unknown.h \
	src/store/care/replace.c src/store/care/replace.h \
	src/store/care/restore.c src/store/care/restore.h \
	src/store/care/salvage.c src/store/care/salvage.h
