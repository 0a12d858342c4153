#!/bin/sh
# usage: coverage.sh SRCDIR [FILE.c…]   (make coverage, in the build tree)
# How many lines of src/ the tests of make check run, by folder, and in the files that they
# run least or that are named. The build for it stands in coverage/; gcov reads gcc's counts.
# Processes that are killed leave none, so the figures are rather too low.

srcdir=$1
shift
mkdir -p coverage && cd coverage || exit 1
[ -f Makefile ] || "$srcdir/configure" -q --disable-hardening CC="${CC:-gcc}" \
	CFLAGS='-O0 -g --coverage' || exit 1
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
find . -name '*.gcda' -exec rm -f {} +
make -s -j"$jobs" || exit 1
COURANT_NO_LINT=1 make -s -j$((2 * jobs)) check >check.log 2>&1 ||
	echo "some tests fail, see coverage/check.log; the figures are of all that ran"

# gcov names each file of a source, then says how much of it ran.
find src -name '*.gcno' -exec gcov -n {} + 2>/dev/null |
	awk -v named=" $* " -v src="$srcdir/src/" '
	/^File / {
		file = $2
		gsub(/\047/, "", file)
		if (!sub(/^.*\/src\//, "", file) || !exists(src file))
			file = ""
	}
	/^Lines executed:/ && file ~ /\.c$/ {
		share = $2
		sub(/^executed:/, "", share)
		lines[file] = $4
		ran[file] = share * $4 / 100
		file = ""
	}
	# Sources that were removed have left their counts.
	function exists(name,  line, found) {
		found = (getline line <name) >= 0
		close(name)
		return found
	}
	function row(name, ran, lines) {
		return sprintf("%6.1f %%  %6d lines  %s", 100 * ran / lines, lines, name)
	}
	END {
		for (file in lines) {
			folder = file
			if (!sub(/\/[^\/]*$/, "/", folder))
				folder = file
			folder_lines[folder] += lines[file]
			folder_ran[folder] += ran[file]
			all_lines += lines[file]
			all_ran += ran[file]
		}
		if (!all_lines)
			exit 1
		for (folder in folder_lines)
			print row("src/" folder, folder_ran[folder], folder_lines[folder]) | "sort -k 5"
		close("sort -k 5")
		print row("all", all_ran, all_lines)
		print ""
		for (file in lines) {
			name = file
			sub(/^.*\//, "", name)
			if (ran[file] < .8 * lines[file] || index(named, " " name " "))
				print row("src/" file, ran[file], lines[file]) | "sort -n"
		}
	}'
