# src/schedule: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/schedule/libschedule.a
src_schedule_libschedule_a_SOURCES = \
	src/schedule/allocation.c src/schedule/allocation.h \
	src/schedule/backoff.c src/schedule/backoff.h \
	src/schedule/budget.c src/schedule/budget.h \
	src/schedule/crawl.c src/schedule/crawl.h \
	src/schedule/delay.c src/schedule/delay.h \
	src/schedule/due.c src/schedule/due.h \
	src/schedule/effort.c src/schedule/effort.h \
	src/schedule/habit.c src/schedule/habit.h \
	src/schedule/histogram.c src/schedule/histogram.h \
	src/schedule/history.c src/schedule/history.h \
	src/schedule/interest.c src/schedule/interest.h \
	src/schedule/outlook.c src/schedule/outlook.h \
	src/schedule/overflow.c src/schedule/overflow.h \
	src/schedule/plan.c src/schedule/plan.h \
	src/schedule/predict.c src/schedule/predict.h \
	src/schedule/rank.c src/schedule/rank.h \
	src/schedule/rate.c src/schedule/rate.h \
	src/schedule/strategies.c src/schedule/strategies.h \
	src/schedule/strategy.h \
	src/schedule/why.c src/schedule/why.h
SCHEDULE = src/schedule/libschedule.a
