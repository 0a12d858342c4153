# HACKING's map of the files is right: every file of src/ has its line, and every line its
# file. TAP.
cd "$srcdir" || exit 1

# "src/folder/file" for every line of the map.
listed()
{
	awk '/^12 MAP/ { on = 1; next }
		on && /^src\/.*\.c/ { print $1 }
		on && /^src\/[a-z\/]*\/$/ { folder = $1 }
		on && /^ [a-z0-9_]*\.[ch] / { print folder $1 }' HACKING | sort
}

# What SECURITY names: files of src/ and of the tests.
named()
{
	grep -oE '[a-z0-9_./-]+\.(c|sh|tui|tsv|in|m4)' SECURITY | sort -u | while read -r file; do
		[ -e "$file" ] || [ -e "src/$file" ] || echo "$file"
	done
}

# Every .c, and every .h that stands for itself.
present()
{
	for file in $(find src -name '*.[ch]'); do
		case $file in
		*.h) [ -e "${file%.h}.c" ] && continue ;;
		esac
		echo "$file"
	done | sort
}

echo 1..2
map=${TMPDIR:-/tmp}/courant-map.$$
listed >"$map.listed"
present >"$map.present"
if diff "$map.listed" "$map.present" >"$map.diff"; then
	echo "ok 1 - HACKING lists the files of src/"
else
	sed -n 's/^</# no such file:/p; s/^>/# not in HACKING:/p' "$map.diff"
	echo "not ok 1 - HACKING lists the files of src/"
fi
missing=$(named)
if [ -z "$missing" ]; then
	echo "ok 2 - the files that SECURITY names are there"
else
	echo "# no such file: $missing"
	echo "not ok 2 - the files that SECURITY names are there"
fi
rm -f "$map.listed" "$map.present" "$map.diff"
