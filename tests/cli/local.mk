dist_check_SCRIPTS += \
	tests/cli/account.sh \
	tests/cli/backfill.sh \
	tests/cli/care.sh \
	tests/cli/config.sh \
	tests/cli/crash.sh \
	tests/cli/daemon.sh \
	tests/cli/dirs.sh \
	tests/cli/door.sh \
	tests/cli/duplicates.sh \
	tests/cli/each.sh \
	tests/cli/edges.sh \
	tests/cli/export.sh \
	tests/cli/identity.sh \
	tests/cli/interest.sh \
	tests/cli/download-faults.sh \
	tests/cli/import-bases.sh tests/cli/import-formats.sh \
	tests/cli/import-disguise.sh \
	tests/cli/import-hostile.sh \
	tests/cli/import-shared.sh \
	tests/cli/import.sh \
	tests/cli/list.sh \
	tests/cli/chapters.sh \
	tests/cli/listen-faults.sh \
	tests/cli/listen.sh \
	tests/cli/mark.sh \
	tests/cli/move.sh \
	tests/cli/mpv.sh \
	tests/cli/notify.sh \
	tests/cli/output.sh \
	tests/cli/options.sh \
	tests/cli/picture.sh \
	tests/cli/network.sh \
	tests/cli/pages.sh \
	tests/cli/parse.sh \
	tests/cli/followed.sh \
	tests/cli/places.sh \
	tests/cli/fetch_command.sh \
	tests/cli/play.sh \
	tests/cli/players.sh \
	tests/cli/hops.sh \
	tests/cli/podcast.sh \
	tests/cli/policy.sh \
	tests/cli/publish.sh \
	tests/cli/publish_dir.sh \
	tests/cli/readonly.sh \
	tests/cli/rows.sh \
	tests/cli/same-podcast.sh \
	tests/cli/rules.sh \
	tests/cli/secrets.sh \
	tests/cli/show.sh \
	tests/cli/simulate.sh \
	tests/cli/state.sh \
	tests/cli/stream.sh \
	tests/cli/unstored.sh \
	tests/cli/undo-import.sh \
	tests/cli/usage.sh \
	tests/cli/why.sh \
	tests/docs/manual.sh
EXTRA_DIST += tests/cli/import_made.py tests/cli/import_disguise.py tests/cli/import_hostile.py
EXTRA_DIST += tests/cli/publish_check.py
EXTRA_DIST += tests/cli/import_bases.py tests/cli/import_formats.py tests/cli/import_expect.py tests/cli/import_python.sh tests/cli/tap.sh
EXTRA_PROGRAMS += tests/cli/adopt
tests_cli_adopt_SOURCES = tests/cli/adopt.c
tests_cli_adopt_LDADD = $(STORE) $(MODEL) $(BASE)
check_DATA += tests/cli/adopt$(EXEEXT)
CLEANFILES += tests/cli/adopt$(EXEEXT)
