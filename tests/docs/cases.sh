# Every "case N" of a comment is a row of tests/requirements.tsv, whose rows are numbered
# without gaps; and every row names tests that speak of the case and are run, or says why
# there are none. The same for the faults of podcasts and those of the reader's screens. TAP.
. "$srcdir/tests/lint/skip.sh"
cd "$srcdir" || exit 1
list=tests/requirements.tsv

# The rows are numbered from 1 and have four fields.
rows()
{
	awk -F '\t' '/^#/ { next }
		NF != 4 || $1 != ++n || $2 == "" || $3 == "" || $4 == "" { print FILENAME ":" FNR; bad = 1 }
		END { exit bad || !n }' "$list"
}

# Prints what refers to no row. The lines of a file are joined, since a comment may go on
# after "cases 4,"; labels of a switch are left out.
references()
{
	find src tests -type f \( -name '*.[ch]' -o -name '*.sh' -o -name '*.awk' -o \
		-name '*.tui' -o -name '*.script' -o -name '*.mk' \) | sort |
		xargs awk -v list="$list" '
		BEGIN {
			while ((getline line < list) > 0)
				if (split(line, field, "\t") == 4)
					known[field[1]]
		}
		function look(	words) {
			while (match(text, /[Cc]ases? [0-9]+(( and |, ?|-)[0-9]+)*/)) {
				words = substr(text, RSTART, RLENGTH)
				text = substr(text, RSTART + RLENGTH)
				seen++
				while (match(words, /[0-9]+/)) {
					if (!(substr(words, RSTART, RLENGTH) in known)) {
						print file ": no case " substr(words, RSTART, RLENGTH)
						bad = 1
					}
					words = substr(words, RSTART + RLENGTH)
				}
			}
			text = ""
		}
		FNR == 1 { look(); file = FILENAME }
		/^[ \t]*case [0-9][0-9a-fx]*:/ { next }
		{
			sub(/^[ \t]*(\*|#|\/\/)?[ \t]*/, "")
			text = text " " $0
		}
		END { look(); exit bad || !seen }'
}

# Prints the numbers of the cases that the comments of a file speak of.
numbers()
{
	sed 's/^[ \t]*\(\*\|#\|\/\/\)*[ \t]*//' "$1" | tr '\n' ' ' |
		grep -oE '[Cc]ases? [0-9]+(( and |, ?| to |-)[0-9]+)*' |
		awk '{ gsub(/ and |,/, " "); gsub(/ to /, "-"); for (i = 2; i <= NF; i++) {
			n = split($i, e, "-"); for (k = e[1]; k <= e[n]; k++) print k } }'
}

# The tests of each row are there, are among those that are run, and speak of the case.
tests()
{
	bad=0 work=$say.d
	mkdir -p "$work"
	cat tests/*/local.mk >"$work/all.mk"
	while IFS='	' read -r case _ _ named; do
		case $case in '#'*) continue ;; esac
		case $named in '- '?*) continue ;; esac
		for test in $named; do
			known=$work/$(echo "$test" | tr / _)
			[ -e "$known" ] || {
				if [ ! -f "tests/$test" ] ||
					! grep -qF "tests/${test%.c}" "$work/all.mk"; then
					echo "case $case: $test is no test that is run"
					bad=1
				fi
				numbers "tests/$test" >"$known"
			}
			grep -qx "$case" "$known" || {
				echo "case $case: $test does not speak of it"
				bad=1
			}
		done
	done <"$list"
	rm -rf "$work"
	return $bad
}

# The tests that tests/podcasts.tsv names are there.
podcasts()
{
	awk -F '\t' '/^#/ { next }
		NF != 3 || $1 != ++n { print FILENAME ":" FNR; bad = 1 }
		$3 !~ /^- ./ { k = split($3, t, " "); for (i = 1; i <= k; i++) {
			if ((getline line < ("tests/" t[i])) < 0) {
				print "fault " $1 ": there is no " t[i]; bad = 1 }
			close("tests/" t[i]) } }
		END { exit bad || n != 58 }' tests/podcasts.tsv
}

# Each row of tests/defects.tsv names a test that is run, and words that are in it.
defects()
{
	rows=0 bad=0
	while IFS='	' read -r case _ test words; do
		case $case in '#'*) continue ;; esac
		rows=$((rows + 1))
		[ "$case" = $rows ] && [ -n "$words" ] &&
			cat tests/*/local.mk | grep -qF "tests/${test%.c}" &&
			grep -qF -e "$words" "tests/$test" || {
			echo "defect $case: $test does not have \"$words\", or is not run"
			bad=1
		}
	done <tests/defects.tsv
	[ $rows = 40 ] && return $bad
}

# What tests/faults/mutants replaces is there, and so are the tests that have to miss it.
mutants()
{
	bad=0
	while IFS='	' read -r case file old _ test; do
		case $case in '#'*) continue ;; esac
		grep -qF -e "$old" "$file" || { echo "$file has no \"$old\""; bad=1; }
		case $case$test in
		=*) continue ;;
		*.tui) test=tui/scripts/$test ;;
		*.sh) ;;
		*) test=$test.c ;;
		esac
		[ -e "tests/$test" ] || { echo "case $case: there is no tests/$test"; bad=1; }
	done <tests/faults/mutants
	return $bad
}

say=${TMPDIR:-/tmp}/courant-cases.$$
trap 'rm -f "$say"' EXIT
number=0
for check in rows references tests podcasts defects mutants; do
	number=$((number + 1))
	if "$check" >"$say" 2>&1; then
		echo "ok $number - cases: $check"
	else
		sed 's/^/# /' "$say"
		echo "not ok $number - cases: $check"
	fi
done
echo "1..$number"
