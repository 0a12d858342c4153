# A library that makes calls fail, for programs as they are; see preload.c

EXTRA_DIST += tests/faults/preload.c
if FAULTS
check_DATA += tests/faults/preload.so
CLEANFILES += tests/faults/preload.so
tests/faults/preload.so: tests/faults/preload.c
	$(AM_V_GEN)$(MKDIR_P) tests/faults && $(CC) -O1 -Wall -Wextra -shared -fPIC \
		-I. -o $@ $(srcdir)/tests/faults/preload.c -ldl -lpthread
endif
