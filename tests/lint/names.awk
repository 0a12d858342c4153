# Fails for an exported name that does not say where it comes from: it begins with the name
# of its folder, in base, model and schedule with that of its file. Reads the output of
#	nm -A --defined-only build/src/*/lib*.a
# and looks at the folders given by -v folders="base model …".
BEGIN {
	n = split(folders, list, " ")
	for (i = 1; i <= n; i++)
		wanted[list[i]]
}
$2 ~ /^[A-Z]$/ && $3 !~ /^_/ {
	parts = split($1, path, ":")
	folder = path[parts - 2]
	sub(/\/[^\/]*$/, "", folder)
	sub(/.*\//, "", folder)
	if (!(folder in wanted))
		next
	file = path[parts - 1]
	sub(/\.o$/, "", file)
	sub(/.*-/, "", file)
	own = folder ~ /^(base|model|schedule)$/ ? file "s?|" folder : folder
	if ($3 !~ "^(" own ")(_|[0-9]|$)") {
		print "src/" folder "/" file ".c: " $3 " should begin with " \
			(folder ~ /^(base|model|schedule)$/ ? file : folder) "_"
		bad = 1
	}
}
END { exit bad }
