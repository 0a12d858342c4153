# src/select: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/select/libselect.a
src_select_libselect_a_SOURCES = \
	src/select/date.c src/select/date.h \
	src/select/match.c src/select/match.h \
	src/select/page.c src/select/page.h \
	src/select/recipe.c src/select/recipe.h \
	src/select/selector.c src/select/selector.h \
	src/select/text.c src/select/text.h \
	src/select/tree.c src/select/tree.h
SELECT = src/select/libselect.a
