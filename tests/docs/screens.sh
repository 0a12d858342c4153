# README and courant(1) show the screens that tests/tui/scripts/screens.tui finds.
. "$srcdir/tests/cli/tap.sh"

# A file has the lines of another one, together and in order.
shows()
{
	awk 'NR == FNR { want[++n] = $0; next }
		{ at = $0 == want[at + 1] ? at + 1 : $0 == want[1] }
		at == n { found = 1; exit }
		END { exit !found }' "$2" "$1"
}

for picture in "$srcdir"/tests/tui/golden/*.txt; do
	shot=${picture##*/}
	for file in README man/courant.1.in; do
		if shows "$srcdir/$file" "$picture"; then status=0; else status=1; fi
		ok "$file shows $shot" is 0
	done
done
finish
