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

echo 1..1
map=${TMPDIR:-/tmp}/courant-map.$$
listed >"$map.listed"
present >"$map.present"
if diff "$map.listed" "$map.present" >"$map.diff"; then
	echo "ok 1 - HACKING lists the files of src/"
else
	sed -n 's/^</# no such file:/p; s/^>/# not in HACKING:/p' "$map.diff"
	echo "not ok 1 - HACKING lists the files of src/"
fi
rm -f "$map.listed" "$map.present" "$map.diff"
