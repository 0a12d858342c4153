# Figures of the source: by folder, files, lines, and lengths of functions from brace to
# brace: the median, the 95th percentile (by rank), the longest and its name. Run in the top
# directory:	find src -name '*.[ch]' | xargs awk -f tests/lint/figures.awk
FNR == 1 {
	folder = FILENAME
	sub(/\/[^\/]*$/, "/", folder)
	add_file(folder)
	add_file("all")
	name = ""
	start = 0
}
function add_file(where)
{
	if (!(where in files))
		order[++folders] = where
	files[where]++
}
{
	lines[folder]++
	lines["all"]++
}
/^[a-zA-Z_][a-zA-Z0-9_ *]*\(/ {
	name = $0
	sub(/\(.*/, "", name)
	sub(/.*[ *]/, "", name)
}
/^\{/ && name != "" { start = FNR }
/^\}/ {
	if (start) {
		add_function(folder, FNR - start + 1)
		add_function("all", FNR - start + 1)
	}
	name = ""
	start = 0
}
function add_function(where, n)
{
	functions[where]++
	count[where, n]++
	if (n > longest[where]) {
		longest[where] = n
		which[where] = name
	}
}
# The length of the function that stands at this share of all, the shortest first.
function rank(where, share,    n, sum)
{
	for (n = 1; n < longest[where]; n++) {
		sum += count[where, n]
		if (sum >= share * functions[where])
			break
	}
	return n
}
function row(where)
{
	printf "%-18s %5d %7d %6d %6d %5d %5d  %s\n", where, files[where], lines[where],
		functions[where], rank(where, .5), rank(where, .95), longest[where],
		which[where]
}
END {
	printf "%-18s %5s %7s %6s %6s %5s %5s  %s\n", "folder", "files", "lines", "funcs",
		"median", "95 %", "most", "the longest"
	for (i = 1; i <= folders; i++)
		if (order[i] != "all")
			row(order[i])
	row("all")
}
