# src/select: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/select/libselect.a
src_select_libselect_a_SOURCES = \
	src/select/compare_text.c src/select/compare_text.h \
	src/select/date.c src/select/date.h \
	src/select/recipe.c src/select/recipe.h \
	src/select/recipe_page.c src/select/recipe_page.h \
	src/select/selector.c src/select/selector.h \
	src/select/selector_match.c src/select/selector_match.h \
	src/select/tree.c src/select/tree.h
SELECT = src/select/libselect.a
