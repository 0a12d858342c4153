# Fails when a file calls a function in a folder that its own folder may not see, by what
# src/LAYERS says (layers.awk): includes of includes would allow it.
#	nm -A -g …/lib*.a | awk -f tests/lint/calls.awk | awk -f tests/lint/linked.awk src/LAYERS -
function folder(file)
{
	sub(/^\.\//, "", file)
	sub(/\/[^\/]*$/, "", file)
	return file
}
NR == FNR {
	key = $1
	sub(/:$/, "", key)
	for (i = 2; i <= NF && $2 != "door:" && !/^[#<]/; i++) {
		may[key, $i]
		if ($i ~ /\.h$/)
			may[key, folder($i)]
	}
	next
}
$1 == "call" {
	from = folder($2)
	to = folder($3)
	if (from != to && !((from, to) in may) && !(($2, $3) in told)) {
		print $2 ".c calls " $3 ".c, and " from " may not see " to
		told[$2, $3]
		bad = 1
	}
}
END { exit bad }
