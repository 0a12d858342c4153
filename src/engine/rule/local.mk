# src/engine/rule: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/rule/librule.a
src_engine_rule_librule_a_SOURCES = \
	src/engine/rule/apply.c src/engine/rule/apply.h \
	src/engine/rule/arrival.c src/engine/rule/arrival.h \
	src/engine/rule/news.c src/engine/rule/news.h \
	src/engine/rule/rule_command.c src/engine/rule/rule_command.h \
	src/engine/rule/rule_inside.h \
	src/engine/rule/rules.c src/engine/rule/rules.h
