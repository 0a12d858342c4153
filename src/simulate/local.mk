# src/simulate: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/simulate/libsimulate.a
src_simulate_libsimulate_a_SOURCES = \
	src/simulate/compare.c src/simulate/compare.h \
	src/simulate/days.c src/simulate/days.h \
	src/simulate/experiment.c src/simulate/experiment.h \
	src/simulate/feed.c src/simulate/feed.h \
	src/simulate/oracle.c src/simulate/oracle.h \
	src/simulate/plot.c src/simulate/plot.h \
	src/simulate/replay.c src/simulate/replay.h \
	src/simulate/report.c src/simulate/report.h \
	src/simulate/summary.c src/simulate/summary.h \
	src/simulate/synthetic.c src/simulate/synthetic.h \
	src/simulate/trace.c src/simulate/trace.h \
	src/simulate/variant.c src/simulate/variant.h
SIMULATE = src/simulate/libsimulate.a
