if CMOCKA
STORE_CPPFLAGS = $(UNIT_CPPFLAGS) -I$(top_srcdir)/tests -I$(top_srcdir)/tests/unit
check_PROGRAMS += \
	tests/store/test_store_crash \
	tests/store/test_store_damage \
	tests/store/test_store_faults \
	tests/store/test_store_indexing \
	tests/store/test_store_jobs \
	tests/store/test_store_move \
	tests/store/test_store_power \
	tests/store/test_store_processes \
	tests/store/test_store_repair \
	tests/store/test_store_scale \
	tests/store/test_store_transact

STORE_CHANCE = tests/store/chance.c tests/store/chance.h
tests_store_test_store_crash_SOURCES = tests/store/test_store_crash.c $(STORE_CHANCE) \
	$(STORE_HELPER)
tests_store_test_store_crash_CPPFLAGS = $(STORE_CPPFLAGS)
tests_store_test_store_crash_LDADD = $(STORE_LDADD)
tests_store_test_store_damage_SOURCES = tests/store/test_store_damage.c $(STORE_CHANCE)
tests_store_test_store_damage_CPPFLAGS = $(STORE_CPPFLAGS)
tests_store_test_store_damage_LDADD = $(STORE_LDADD)
STORE_FAULT = tests/store/fault.c tests/store/fault.h tests/store/step.c \
	tests/store/step.h $(STORE_HELPER)
tests_store_test_store_faults_SOURCES = tests/store/test_store_faults.c $(STORE_FAULT)
tests_store_test_store_faults_CPPFLAGS = $(STORE_CPPFLAGS)
tests_store_test_store_faults_LDADD = $(STORE_LDADD)
tests_store_test_store_indexing_SOURCES = tests/store/test_store_indexing.c \
	$(STORE_CHANCE) $(STORE_FAULT)
tests_store_test_store_indexing_CPPFLAGS = $(STORE_CPPFLAGS)
tests_store_test_store_indexing_LDADD = $(STORE_LDADD)
tests_store_test_store_jobs_SOURCES = tests/store/test_store_jobs.c $(STORE_FAULT)
tests_store_test_store_jobs_CPPFLAGS = $(STORE_CPPFLAGS)
tests_store_test_store_jobs_LDADD = $(STORE_LDADD)
tests_store_test_store_move_SOURCES = tests/store/test_store_move.c \
	$(STORE_HELPER)
tests_store_test_store_move_CPPFLAGS = $(STORE_CPPFLAGS)
tests_store_test_store_move_LDADD = $(STORE_LDADD)
tests_store_test_store_power_SOURCES = tests/store/test_store_power.c $(STORE_FAULT)
tests_store_test_store_power_CPPFLAGS = $(STORE_CPPFLAGS)
tests_store_test_store_power_LDADD = $(STORE_LDADD)
tests_store_test_store_processes_SOURCES = tests/store/test_store_processes.c \
	$(STORE_HELPER)
tests_store_test_store_processes_CPPFLAGS = $(STORE_CPPFLAGS)
tests_store_test_store_processes_LDADD = $(STORE_LDADD)
tests_store_test_store_repair_SOURCES = tests/store/test_store_repair.c \
	$(STORE_HELPER)
tests_store_test_store_repair_CPPFLAGS = $(STORE_CPPFLAGS)
tests_store_test_store_repair_LDADD = $(STORE_LDADD)
tests_store_test_store_scale_SOURCES = tests/store/test_store_scale.c \
	$(STORE_HELPER)
tests_store_test_store_scale_CPPFLAGS = $(STORE_CPPFLAGS)
tests_store_test_store_scale_LDADD = $(STORE_LDADD)
tests_store_test_store_transact_SOURCES = tests/store/test_store_transact.c $(STORE_FAULT)
tests_store_test_store_transact_CPPFLAGS = $(STORE_CPPFLAGS)
tests_store_test_store_transact_LDADD = $(STORE_LDADD)
endif

# A thousand kills, as many while the index is made, and as many damaged stores, with other
# chances each time; some minutes.
crash: tests/store/test_store_crash$(EXEEXT) tests/store/test_store_indexing$(EXEEXT) \
		tests/store/test_store_damage$(EXEEXT) src/courant$(EXEEXT)
	$(AM_V_at)$(AM_TESTS_ENVIRONMENT) CRASH_KILLS=1000 CRASH_SEED=$$$$ \
		tests/store/test_store_indexing
	$(AM_V_at)$(AM_TESTS_ENVIRONMENT) CRASH_KILLS=1000 CRASH_SEED=$$$$ \
		tests/store/test_store_crash
	$(AM_V_at)$(AM_TESTS_ENVIRONMENT) CRASH_KILLS=1000 CRASH_SEED=$$$$ \
		tests/store/test_store_damage
.PHONY: crash
