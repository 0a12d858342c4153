# Tests of imports that are written in Python, since they make databases.
# shellcheck disable=SC2154

# import_python NAME WHAT: runs tests/cli/NAME.py; without what it needs, WHAT is skipped.
import_python()
{
	for need in python3 sqlite; do
		case $need in
		python3) python3 -c 'import sqlite3' 2>/dev/null ;;
		sqlite) "$builddir/src/courant" --version | grep -q sqlite ;;
		esac && continue
		echo 1..1
		echo "ok 1 - $2 # SKIP needs $need"
		exit 0
	done
	dir=$(mktemp -d "${TMPDIR:-/tmp}/courant-import.XXXXXX") || exit 1
	trap 'rm -rf "$dir"' EXIT
	python3 -B "$srcdir/tests/cli/$1.py" "$builddir/src/courant" "$dir"
}
