# Which file calls which, from what nm says of the libraries of src. Prints lines for
# circles.awk and linked.awk:
#	nm -A -g …/lib*.a | awk -f tests/lint/calls.awk
# Tables go upwards (HACKING, section 2), so only functions count.
function file_of(place, name)
{
	sub(/:[^:]*$/, "", place)
	name = place
	sub(/^.*[:-]/, "", name) # without the library's name, which automake may put before
	sub(/\.o$/, "", name)
	sub(/[^\/]*$/, "", place)
	return place name
}
$2 == "T" { home[$3] = file_of($1) }
$2 == "U" { uses[++count] = file_of($1) " " $3 }
END {
	for (i = 1; i <= count; i++) {
		split(uses[i], pair, " ")
		if (pair[2] in home)
			print "call", pair[1], home[pair[2]]
	}
}
