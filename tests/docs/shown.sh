#!/bin/sh
# shown.sh SOURCE: after make check, in the build directory: names the cases of
# tests/requirements.tsv whose tests were all skipped, so that nobody takes them for shown.
# Tests that were not run say nothing.
passed=$(grep -l '^:test-result: PASS' tests/*/*.trs tests/*/*/*.trs 2>/dev/null)
while IFS='	' read -r case _ _ named; do
	case $case$named in '#'* | *'- '*) continue ;; esac
	shown=
	for test in $named; do
		result=tests/${test%.*}.trs
		case " $(echo $passed) " in *" $result "*) shown=yes ;; esac
		[ -e "$result" ] || shown=yes
	done
	[ -n "$shown" ] || echo "case $case: not shown here, its tests were skipped: $named"
done <"$1/tests/requirements.tsv"
