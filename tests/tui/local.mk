# Programs on a pty, scripts of keys and screens; tests/tui/script.h explains

EXTRA_DIST += $(tui_scripts) tests/tui/tasks.tsv
dist_check_SCRIPTS += tests/tui/tasks.sh tests/tui/every.sh
EXTRA_PROGRAMS += tests/tui/every
check_DATA += tests/tui/every$(EXEEXT)
CLEANFILES += tests/tui/every$(EXEEXT)
tests_tui_every_SOURCES = tests/tui/every.c $(UI_HELPER)
tests_tui_every_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_tui_every_LDADD = $(UI_LDADD)
tui_scripts = \
	tests/tui/scripts/account-first.tui \
	tests/tui/scripts/account.tui \
	tests/tui/scripts/add.tui \
	tests/tui/scripts/answer.tui \
	tests/tui/scripts/article.tui \
	tests/tui/scripts/beside.tui \
	tests/tui/scripts/bidi.tui \
	tests/tui/scripts/browser.tui \
	tests/tui/scripts/crash.tui \
	tests/tui/scripts/commands.tui \
	tests/tui/scripts/complete-bash.tui \
	tests/tui/scripts/complete-fish.tui \
	tests/tui/scripts/complete-zsh.tui \
	tests/tui/scripts/broadcast.tui \
	tests/tui/scripts/counts.tui \
	tests/tui/scripts/cursor.tui \
	tests/tui/scripts/defects.tui \
	tests/tui/scripts/do.tui \
	tests/tui/scripts/driver.tui \
	tests/tui/scripts/downloads.tui \
	tests/tui/scripts/edit.tui \
	tests/tui/scripts/elements.tui \
	tests/tui/scripts/ends.tui \
	tests/tui/scripts/filter.tui \
	tests/tui/scripts/first-steps.tui \
	tests/tui/scripts/formats.tui \
	tests/tui/scripts/graphics.tui \
	tests/tui/scripts/hostile.tui \
	tests/tui/scripts/idle.tui \
	tests/tui/scripts/import.tui \
	tests/tui/scripts/input.tui \
	tests/tui/scripts/interrupts.tui \
	tests/tui/scripts/jobs.tui \
	tests/tui/scripts/jumps.tui \
	tests/tui/scripts/keys.tui \
	tests/tui/scripts/kill.tui \
	tests/tui/scripts/lines.tui \
	tests/tui/scripts/links.tui \
	tests/tui/scripts/listen.tui \
	tests/tui/scripts/lists.tui \
	tests/tui/scripts/looks.tui \
	tests/tui/scripts/merge.tui \
	tests/tui/scripts/mouse.tui \
	tests/tui/scripts/move.tui \
	tests/tui/scripts/noise.tui \
	tests/tui/scripts/notify.tui \
	tests/tui/scripts/older.tui \
	tests/tui/scripts/outside.tui \
	tests/tui/scripts/page.tui \
	tests/tui/scripts/panes.tui \
	tests/tui/scripts/pictures.tui \
	tests/tui/scripts/places.tui \
	tests/tui/scripts/chapters.tui \
	tests/tui/scripts/episode.tui \
	tests/tui/scripts/times.tui \
	tests/tui/scripts/thumbnails.tui \
	tests/tui/scripts/keep.tui \
	tests/tui/scripts/hops.tui \
	tests/tui/scripts/podcast.tui \
	tests/tui/scripts/unmounted.tui \
	tests/tui/scripts/versions.tui \
	tests/tui/scripts/presets.tui \
	tests/tui/scripts/progress.tui \
	tests/tui/scripts/queries.tui \
	tests/tui/scripts/reading.tui \
	tests/tui/scripts/readonly.tui \
	tests/tui/scripts/resize.tui \
	tests/tui/scripts/resume.tui \
	tests/tui/scripts/rules.tui \
	tests/tui/scripts/screens.tui \
	tests/tui/scripts/session.tui \
	tests/tui/scripts/settings.tui \
	tests/tui/scripts/small.tui \
	tests/tui/scripts/tags.tui \
	tests/tui/scripts/terminals.tui \
	tests/tui/scripts/themes.tui \
	tests/tui/scripts/together.tui

if VTERM
EXTRA_PROGRAMS += tests/tui/tuidrive
check_DATA += tests/tui/tuidrive$(EXEEXT)
CLEANFILES += tests/tui/tuidrive$(EXEEXT)
TESTS += $(tui_scripts)
TUI_LOG_COMPILER = tests/tui/tuidrive$(EXEEXT)
tests_tui_tuidrive_SOURCES = \
	tests/tui/ansi.c tests/tui/ansi.h \
	tests/tui/condition.c \
	tests/tui/drive.c tests/tui/drive.h \
	tests/tui/noise.c tests/tui/noise.h \
	tests/tui/script.c tests/tui/script.h \
	tests/tui/term.c tests/tui/term.h \
	tests/tui/tuidrive.c
tests_tui_tuidrive_CFLAGS = $(AM_CFLAGS) $(VTERM_CFLAGS)
tests_tui_tuidrive_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_tui_tuidrive_LDADD = $(BASE) $(VTERM_LIBS)
endif
