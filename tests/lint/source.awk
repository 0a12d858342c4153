# Rules of the source's form that need no compiler. Run in the top directory:
#	awk -f tests/lint/source.awk src/*/*.[ch] tests/*/*.[ch]
# Comments and strings are blanked first. A function past the limit may carry an exemption
# in its body, with the reason, counted at the end:
#	/* lint: long, because … */

function complain(text)
{
	print FILENAME ":" FNR ": " text
	bad = 1
}

# The line without comments, strings and characters; in_comment lasts over lines.
function code(line,    out, c, i, n, quote)
{
	out = ""
	n = length(line)
	for (i = 1; i <= n; i++) {
		c = substr(line, i, 1)
		if (in_comment) {
			if (substr(line, i, 2) == "*/") {
				in_comment = 0
				i++
			}
		} else if (quote != "") {
			if (c == "\\")
				i++
			else if (c == quote)
				quote = ""
		} else if (substr(line, i, 2) == "/*") {
			in_comment = 1
			i++
		} else if (c == "\"" || c == "'") {
			quote = c
			out = out c c
		} else
			out = out c
	}
	return out
}

function start_file()
{
	# tables that a script writes may be as long as what they list
	most = last_file ~ /^src\// ? 750 : 1000
	if (last_lines > most && last_file !~ /_table\.h$/) {
		print last_file ": " last_lines " lines; at most " most " are allowed"
		bad = 1
	}
	last_file = FILENAME
	in_comment = 0
	start = 0
	includes = 0
	is_source = FILENAME ~ /\.c$/
	own = FILENAME
	sub(/^src\//, "", own)
	sub(/\.c$/, ".h", own)
}

# A folder's own config.h would hide configure's from all files beside it, and every HAVE_….
FNR == 1 && FILENAME ~ /\/config\.h$/ { complain("config.h is what configure makes") }
FNR == 1 { start_file() }
in_comment && /^[ \t]*\*[^ \t\/*]/ { complain("a blank belongs after the star") }
{
	last_lines = FNR
	long_ok = long_ok || /lint: long, because /
	line = code($0)
}

/^#[ \t]*include/ && is_source {
	includes++
	if (includes == 1 && $2 != "\"config.h\"")
		complain("config.h must be the first include")
	if ($2 == "\"" own "\"" && includes != 2)
		complain("the file's own header must come right after config.h")
}

line ~ /(^|[^a-zA-Z0-9_])(sprintf|vsprintf|strcpy|strcat|strncpy|strtok|atoi|alloca|pthread_cancel|system|popen|gets)[ \t]*\(/ \
	{ complain("banned call: " line) }
# a table may be missing, and then there is no cursor
FILENAME ~ /^src\// && FILENAME !~ /\/db\.[ch]$/ && line ~ /mdb_cursor_get[ \t]*\(/ && line !~ /store_db_cursor_get/ \
	{ complain("use store_db_cursor_get: " line) }
# cmocka's header needs the include, nothing needs the call
line ~ /(^|[^a-zA-Z0-9_])(setjmp|longjmp|sigsetjmp)[ \t]*\(/ { complain("banned call: " line) }
line ~ /(^|[^a-z_])if \(.* = / { complain("assignment in a condition: " line) }
line ~ /^typedef (struct|union|enum)/ { complain("a struct has no typedef: " line) }
line ~ /[ \t]$/ && $0 ~ /[ \t]$/ { complain("blanks at the end") }

line ~ /^[a-zA-Z_][a-zA-Z0-9_ *]*\(/ { name = line; sub(/\(.*/, "", name) }
line ~ /^\{/ { start = FNR; long_ok = 0 }
line ~ /^\}/ && start > 0 {
	if (FNR - start + 1 > 80) {
		if (long_ok)
			exempt++
		else
			complain("function " name " has " FNR - start + 1 " lines; at most 80 are allowed")
	}
	start = 0
}

END {
	start_file()
	if (exempt > 0)
		print "# " exempt " long functions carry their reason" > "/dev/stderr"
	exit bad
}
