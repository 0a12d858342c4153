#!/bin/bash
# What the full-text index adds to the CPU of a refresh: the feeds of a list, asked for the
# first time with the index and without it by turns, each time into an empty store.
#
#	time_index.sh COURANT LIST [ROUNDS [OPTION=VALUE …]]
#
# LIST is what courant import takes; its servers had better be on this machine. The ratio
# goes by what feeds cost else: the more of them come compressed, escaped and in many
# small answers, the less the index weighs. Other work on the machine makes threads that
# run side by side dearer, so: nothing else meanwhile.
set -eu
export LC_ALL=C
program=$1 list=$2 rounds=${3:-7}
shift $(($# < 3 ? $# : 3))
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

options=()
for option; do
	options+=(-o "$option")
done

# cpu yes|no: seconds of user and system.
cpu() {
	rm -rf "$dir/data"
	mkdir "$dir/data"
	"$program" -C "$dir/data" import "$list" >"$dir/log" 2>&1
	TIMEFORMAT='%U %S'
	{ time "$program" -C "$dir/data" "${options[@]}" -o "search-index=$1" \
		refresh >"$dir/log" 2>&1 || true; } 2>&1 | awk '{ print $1 + $2 }'
}

printf '%8s %8s %8s\n' with without ratio
for ((i = 0; i < rounds; i++)); do
	echo "$(cpu yes) $(cpu no)"
done | awk '{ printf "%6.2f s %6.2f s %8.2f\n", $1, $2, $1 / $2; ratio[NR] = $1 / $2 }
	END {
		for (i = 2; i <= NR; i++)
			for (k = i; k > 1 && ratio[k] < ratio[k - 1]; k--) {
				t = ratio[k]; ratio[k] = ratio[k - 1]; ratio[k - 1] = t
			}
		printf "median %19.2f\n", ratio[int((NR + 1) / 2)]
	}'
