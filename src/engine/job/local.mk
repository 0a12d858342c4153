# src/engine/job: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/job/libjob.a
src_engine_job_libjob_a_SOURCES = \
	src/engine/job/job.h \
	src/engine/job/jobs.c src/engine/job/jobs.h \
	src/engine/job/named.c src/engine/job/named.h \
	src/engine/job/source.c src/engine/job/source.h
