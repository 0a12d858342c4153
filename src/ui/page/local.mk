# src/ui/page: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/page/libpage.a
src_ui_page_libpage_a_SOURCES = \
	src/ui/page/choose.c \
	src/ui/page/messages.c \
	src/ui/page/page.c src/ui/page/page.h
