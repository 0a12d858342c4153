#!/bin/sh
# What other readers really wrote, beside the source tree: imported, compared with what is
# known of it, fetched, and compared again. Skipped, visibly, where it or Python is missing
# (COURANT_NO_CORPUS=1: a process a case is slow under sanitizers; import-formats has the
# same formats).

shared=$srcdir/../shared/import
if test -n "${COURANT_NO_CORPUS-}"; then
	echo 1..1
	echo "ok 1 - shared imports # SKIP COURANT_NO_CORPUS is set"
	exit 0
fi
if test ! -d "$shared"; then
	echo 1..1
	echo "ok 1 - shared imports # SKIP $shared is not there"
	exit 0
fi
if ! command -v python3 >/dev/null; then
	echo 1..1
	echo "ok 1 - shared imports # SKIP python3 is not installed"
	exit 0
fi
if ! "$builddir/src/courant" --version | grep -q sqlite; then
	echo 1..1
	echo "ok 1 - shared imports # SKIP courant was built without SQLite"
	exit 0
fi
dir=$(mktemp -d "${TMPDIR:-/tmp}/courant-import.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
python3 -B "$srcdir/tests/cli/import_expect.py" "$builddir/src/courant" "$shared" "$dir"
