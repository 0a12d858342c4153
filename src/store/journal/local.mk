# src/store/journal: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/store/journal/libjournal.a
src_store_journal_libjournal_a_SOURCES = \
	src/store/journal/journal.c src/store/journal/journal.h \
	src/store/journal/journal_inside.h \
	src/store/journal/journal_list.c src/store/journal/journal_list.h \
	src/store/journal/journal_position.c src/store/journal/journal_position.h \
	src/store/journal/journal_rules.c src/store/journal/journal_rules_inside.h \
	src/store/journal/todo.c src/store/journal/todo.h
