# Fails for a function that only its own file uses and that is not static. Run in the top
# directory:	awk -f tests/lint/static.awk src/*.c src/*/*.[ch] tests/*/*.[ch]
# Of headers only macros, bodies and rows of tables count as use. By the form of the source: the return
# type stands on the line before the name, a body between braces at the margin.
FNR == 1 { before = ""; body = 0 }
/^[{}]$/ { body = $0 == "{" }
/^[a-z_][a-z0-9_]*\(/ && before ~ /^[a-zA-Z]/ && before !~ /^(static|typedef|return|else)/ {
	name = $0
	sub(/\(.*/, "", name)
	if (FILENAME ~ /^src.*\.c$/) {
		where[name] = FILENAME ":" FNR
		file[name] = FILENAME
	}
}
{
	line = $0
	before = $0
	if (FILENAME ~ /\.h$/ && FILENAME !~ /_rows\.h$/ && line !~ /\\$/ && !body)
		next
	while (match(line, /[a-zA-Z_][a-zA-Z0-9_]*/)) {
		word = substr(line, RSTART, RLENGTH)
		line = substr(line, RSTART + RLENGTH)
		if (!((word, FILENAME) in seen)) {
			seen[word, FILENAME]
			files[word]++
		}
	}
}
END {
	for (name in where) {
		if (name != "main" && files[name] < 2) {
			print where[name] ": " name " is used here alone and not static"
			bad = 1
		}
	}
	exit bad
}
