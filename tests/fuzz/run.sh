#!/bin/sh
# usage: run.sh SRCDIR SECONDS TARGET…   (in the build tree)
# Runs each fuzz target for SECONDS, from the shared corpus (as far as it is there) and from
# what earlier runs found. Ends with "N passed, N failed" and a status to match.

srcdir=$1 seconds=$2
shift 2
seeds=$srcdir/../shared/corpus/files
export ASAN_OPTIONS=${ASAN_OPTIONS-detect_leaks=1} UBSAN_OPTIONS=halt_on_error=1
passed=0 failed=0
for target; do
	name=${target##*/}
	found=tests/fuzz/found/$name
	mkdir -p "$found"
	set -- "$found"
	test -d "$seeds" && set -- "$@" "$seeds"
	if "./$target" -max_total_time="$seconds" -max_len=16384 -timeout=10 \
		-rss_limit_mb=2048 -artifact_prefix="$found-crash-" -verbosity=0 \
		-print_final_stats=1 "$@" >"$found.log" 2>&1; then
		passed=$((passed + 1))
		echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$found.log") runs"
	else
		failed=$((failed + 1))
		echo "$name: FAILED, see $found.log"
		tail -n 30 "$found.log"
	fi
done
echo "$passed passed, $failed failed"
test "$failed" -eq 0
