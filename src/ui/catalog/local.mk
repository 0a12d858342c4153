# src/ui/catalog: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/catalog/libcatalog.a
src_ui_catalog_libcatalog_a_SOURCES = \
	src/ui/catalog/catalog.c src/ui/catalog/catalog.h \
	src/ui/catalog/hits.c src/ui/catalog/hits.h \
	src/ui/catalog/ids.c src/ui/catalog/ids.h \
	src/ui/catalog/pending.c src/ui/catalog/pending.h
