# Fails where files include each other, or call each other, in a circle of more than three,
# or across folders. A .c and its .h are one file here. Run in src/:
#	awk -f ../tests/lint/circles.awk $(find . -name '*.[ch]' …)
# or on what calls.awk prints.
# -v list=1 prints every circle, the allowed ones as well.
function needs(me, other)
{
	if (other != me && !((me, other) in seen)) {
		seen[me, other]
		next_of[me, ++count[me]] = other
	}
}
FNR == 1 {
	me = FILENAME
	sub(/\.[ch]$/, "", me)
	files[me]
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
	other = $2
	gsub(/"|\.h"$/, "", other)
	if (other != "config")
		needs(me, other)
}
$1 == "call" {
	files[$2]
	needs($2, $3)
}
# Marks in reach[from] whatever a walk along the includes comes to.
function walk(from, stack, top, here, i, to)
{
	stack[top = 1] = from
	while (top) {
		here = stack[top--]
		for (i = 1; i <= count[here]; i++) {
			to = next_of[here, i]
			if (!((from, to) in reach)) {
				reach[from, to]
				stack[++top] = to
			}
		}
	}
}
function folder(file)
{
	sub(/\/[^\/]*$/, "", file)
	return file
}
END {
	for (file in files)
		walk(file)
	for (file in files) {
		if (!((file, file) in reach) || file in told)
			continue
		circle = ""
		size = across = 0
		for (other in files) {
			if ((file, other) in reach && (other, file) in reach) {
				told[other]
				circle = circle " " other
				size++
				across = across || folder(other) != folder(file)
			}
		}
		if (list || size > 3 || across)
			print size " files in a circle" (across ? " across folders:" : ":") circle
		bad = bad || size > 3 || across
	}
	exit bad
}
