# src/engine/plan: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/plan/libplan.a
src_engine_plan_libplan_a_SOURCES = \
	src/engine/plan/cycle.c src/engine/plan/cycle.h \
	src/engine/plan/interest.c src/engine/plan/interest.h \
	src/engine/plan/plans.c src/engine/plan/plans.h \
	src/engine/plan/taste.c src/engine/plan/taste.h
