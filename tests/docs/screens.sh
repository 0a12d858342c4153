# README and courant(1) show the screens that tests/tui/scripts/screens.tui finds, and
# courant-config(5) the elements of elements.tui.
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

config=man/courant-config.5.in
for picture in "$srcdir"/tests/tui/golden/*.legend; do
	if shows "$srcdir/$config" "$picture"; then status=0; else status=1; fi
	ok "$config shows ${picture##*/}" is 0
done
for element in $(sed -n 's/^.*\[STYLE_[A-Z0-9]*\] = "\([a-z0-9-]*\)",$/\1/p' "$srcdir/src/ui/draw/theme.c"); do
	cat "$srcdir"/tests/tui/golden/*.legend | grep -q "^$element "
	status=$?
	ok "the element $element has a picture" is 0
done
finish
