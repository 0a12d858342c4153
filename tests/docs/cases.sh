# Every "case N" of a comment is a row of tests/requirements.tsv, whose rows are numbered
# without gaps. TAP.
cd "$srcdir" || exit 1
list=tests/requirements.tsv

# The rows are numbered from 1 and have three fields.
rows()
{
	awk -F '\t' '/^#/ { next }
		NF != 3 || $1 != ++n || $2 == "" || $3 == "" { print FILENAME ":" FNR; bad = 1 }
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
				if (split(line, field, "\t") == 3)
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

say=${TMPDIR:-/tmp}/courant-cases.$$
trap 'rm -f "$say"' EXIT
number=0
for check in rows references; do
	number=$((number + 1))
	if "$check" >"$say" 2>&1; then
		echo "ok $number - tests/requirements.tsv: $check"
	else
		sed 's/^/# /' "$say"
		echo "not ok $number - tests/requirements.tsv: $check"
	fi
done
echo "1..$number"
