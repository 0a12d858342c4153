# courant-picture: what it takes for a picture, what it refuses, and that it has no rights.
. "$srcdir/tests/cli/tap.sh"

decoder=$builddir/src/image/courant-picture

# picture NAME: what it makes of a file.
picture()
{
	"$decoder" <"$dir/$1" >"$dir/out" 2>"$dir/err"
	status=$?
}

if [ ! -x "$decoder" ]; then
	skip 'pictures are decoded' 'courant was built without gd'
	finish
	exit 0
fi

# A PNG of a red and a blue pixel, whole, cut, and with another size in its head.
head='\211PNG\015\012\032\012\000\000\000\015IHDR'
rest='\010\002\000\000\000\173\100\350\335'
rest=$rest'\000\000\000\015\111\104\101\124\170\332\143\370\317\000\004\377\001\007\000\001\377'
rest=$rest'\075\175\214\111\000\000\000\000\111\105\116\104\256\102\140\202'
printf "$head"'\000\000\000\002\000\000\000\001'"$rest" >"$dir/whole"
head -c 50 "$dir/whole" >"$dir/cut"
printf "$head"'\000\000\352\140\000\000\352\140'"$rest" >"$dir/bomb"
printf '<svg xmlns="http://www.w3.org/2000/svg"/>' >"$dir/svg"
printf 'GIF89a\001\000\001\000' >"$dir/gif"
printf '\377\330\377' >"$dir/jpeg"
printf 'RIFF\000\000\000\000WEBPVP8 ' >"$dir/webp"
printf "$head"'\002\000\000\000\000\000\000\001'"$rest" >"$dir/wide"
: >"$dir/empty"
head -c 9000000 /dev/zero >"$dir/large"
printf 'P6\n2 1\n255\n\377\000\000\000\000\377' >"$dir/want"

picture whole
ok 'a PNG becomes a pixmap' all 'is 0' 'cmp -s "$dir/want" "$dir/out"'

# gif SIZES: a thousand black pixels, in a row or in a column.
gif()
{
	printf "GIF89a$1"'\366\000\000'
	head -c 384 /dev/zero
	printf ',\000\000\000\000'"$1"'\000\007'
	for i in 0 1 2 3 4 5 6 7 8 9; do
		printf '\145\200'
		head -c 100 /dev/zero
	done
	printf '\001\201\000;'
}
gif '\350\003\001\000' >"$dir/row"
gif '\001\000\350\003' >"$dir/column"
picture row
ok 'a wide picture is made smaller' all 'is 0' '[ "$(sed -n 2p "$dir/out")" = "480 1" ]'
picture column
ok 'so is a tall one' all 'is 0' '[ "$(sed -n 2p "$dir/out")" = "1 480" ]'

# refused FILE WORDS
refused()
{
	picture "$1"
	ok "$1 is refused" all 'is 1' "grep -q '$2' '$dir/err'" '[ ! -s "$dir/out" ]'
}
refused cut damaged
refused bomb 'too many pixels'
refused svg 'not a picture of a kind'
refused gif damaged
refused jpeg damaged
refused webp damaged
refused empty empty
refused wide '^the picture is damaged'
ok 'what a library says of it is not told' [ "$(wc -l <"$dir/err")" -eq 1 ]
refused large 'too large'

# It waits for its input, and has given up its rights by then.
has_no_rights()
{
	mkfifo "$dir/pipe"
	"$decoder" <"$dir/pipe" >/dev/null 2>&1 &
	child=$!
	exec 3>"$dir/pipe"
	tries=0
	until grep -q 'Seccomp:[[:space:]]*2' "/proc/$child/status"; do
		tries=$((tries + 1))
		[ $tries -lt 2000 ] || break
	done
	grep -q 'NoNewPrivs:[[:space:]]*1' "/proc/$child/status" &&
		grep -q 'Max open files *3 ' "/proc/$child/limits"
	found=$?
	exec 3>&-
	wait "$child"
	[ $found = 0 ] && [ $tries -lt 2000 ]
}
if [ ! -e /proc/self/limits ] || ! grep -q Seccomp: /proc/self/status ||
	grep -q -e __asan_init -e __tsan_init "$decoder"; then
	skip 'it can open nothing' 'not on this system, or with this sanitizer'
else
	ok 'it can open nothing' has_no_rights
fi
finish
