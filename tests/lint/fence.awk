# Fails when a header that brings in a fenced library is included from another folder.
# Run in src/:	awk -f ../tests/lint/fence.awk LAYERS */*.h */*.c
NR == FNR {
	if ($1 ~ /^</) {
		name = $1
		sub(/:$/, "", name)
		fenced[name]
	}
	next
}
/^[ \t]*#[ \t]*include/ {
	if (FILENAME ~ /\.h$/ && $2 in fenced)
		brings[FILENAME] = $2
	if ($2 ~ /^"/) {
		header = substr($2, 2, length($2) - 2)
		split(FILENAME, me, "/")
		split(header, other, "/")
		if (me[1] != other[1])
			from[header] = from[header] " " FILENAME ":" FNR
	}
}
END {
	for (header in brings) {
		if (header in from) {
			print header " brings " brings[header] " to" from[header]
			bad = 1
		}
	}
	exit bad
}
