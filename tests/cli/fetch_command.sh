# media-command: downloads by a command of the user's, which may do anything at all.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'END'
/pod
	body <rss version="2.0"><channel><title>Pages</title>
	body <item><guid>1</guid><title>One</title><enclosure url="@URL@/watch?v=1" type="audio/mpeg" length="999999"/></item>
	body <item><guid>2</guid><title>Two</title><enclosure url="@URL@/watch?v=2" type="audio/mpeg"/></item></channel></rss>
END
serve --script "$dir/script"
fresh
media=$dir/c/store/media
printf '%spod\n' "$url" >"$feeds"
one="$media/Pages/One.mp3"
# uses OPTIONS COMMAND: what the configuration says.
uses()
{
	printf 'media-free = 0\nmedia-name = {feed}/{title}\n%s\nmedia-command = %s\n' \
		"$1" "$2" >"$config"
}
again() { rm -rf "$dir/c/store"; run refresh; }
# program NAME: a script from standard input.
program() { { echo '#!/bin/sh'; cat; } >"$dir/$1"; chmod +x "$dir/$1"; }
run refresh

program get <<'END'
printf '%s\n' "$@" >"$0.args"
printf 'ID3 of sound' >"$1"
END
uses '' "$dir/get %o '%u & more'"
run download title:One --wait
ok 'the command fetches it' all 'is 0' quiet 'prints "One: 12 B"' 'test -f "$one"'
ok 'it is told where from, and where to' test "$(cat "$dir/get.args")" = "$one.part
${url}watch?v=1 & more"
ok 'nothing else is left' test "$(ls "$media/Pages")" = One.mp3
run list --items title:One --format '{download} {file_size}'
ok 'the length that the feed names does not count' all 'is 0' 'out_is "here 12"'

program fail <<'END'
printf half >"$1"
echo 'first of all' >&2
head -c 3000000 /dev/zero >&2
exit 3
END
again
uses '' "$dir/fail %o"
run download title:One --wait
ok 'it fails: its first words are told' all 'is 1' \
	'says "failed (exit status 3): first of all"'
ok 'what it wrote stays' test "$(cat "$one.part")" = half
run list --items title:One --format '{download} {download_error}'
ok 'it is tried again later' all 'is 0' 'prints "waits $dir/fail failed"'

program nothing <<'END'
echo much >"$0.elsewhere"
END
again
uses '' "$dir/nothing"
run download title:One --wait
ok 'it writes nothing, or elsewhere' all 'is 1' 'says "without writing"' \
	'not test -e "$one"'
again
program empty <<'END'
: >"$1"
END
uses '' "$dir/empty %o"
run download title:One --wait
ok 'an empty file is nothing' all 'is 1' 'says "without writing"' 'not test -e "$one"'
again
program link <<'END'
ln -s "$0" "$1"
END
uses '' "$dir/link %o"
run download title:One --wait
ok 'a link is not its file' all 'is 1' 'says "not a plain file"' 'not test -e "$one"'
rm -f "$one.part"

program page <<'END'
echo '<html>Log in</html>' >"$1"
END
again
uses '' "$dir/page %o"
run download title:One --wait
ok 'a page is no sound' all 'is 1' 'says "neither audio nor video"'

program hang <<'END'
echo $$ >"$0.pid"
printf ID3 >"$1.part"
sleep 1000 & wait
END
again
uses 'media-command-timeout = 1s' "$dir/hang %o"
run download title:One --wait
ok 'it hangs: it is stopped' all 'is 1' 'says "has written nothing for 1s and was stopped"'
ok 'and all that it started' \
	until_holds 'not kill -0 "-$(cat "$dir/hang.pid")" 2>"$dir/null"'

program grow <<'END'
while :; do head -c 200000 /dev/zero; done >"$1"
END
again
uses 'media-limit = 100k' "$dir/grow %o"
run download title:One --wait
ok 'it floods the disk: it is stopped' all 'is 1' 'says "media-limit leaves no room"'

again
uses '' "$dir/nowhere %o"
run download title:One --wait
ok 'there is no such command' all 'is 1' 'says "cannot run $dir/nowhere"'
uses '' "$dir/get '%o"
again
run download title:One --wait
ok 'an open quotation mark' all 'is 1' 'says ":4: media-command: the command has a quotation mark"'

# The process that began it is killed; the command writes on.
again
rm -f "$dir/hang.pid"
uses '' "$dir/hang %o"
"$courant" -C "$dir/c" download title:One --wait >"$dir/null" 2>&1 </dev/null &
courant_pid=$!
ok 'a command runs' until_holds 'test -s "$dir/hang.pid"'
kill -9 "$courant_pid"
wait "$courant_pid" 2>"$dir/null"
uses '' "$dir/get %o %u"
run download title:One --wait
ok 'while it writes, no second one is started' all 'not test -e "$one"' \
	'kill -0 "$(cat "$dir/hang.pid")"'
kill -KILL "-$(cat "$dir/hang.pid")"
comes() { run download title:One --hold && run download title:One --wait && is 0; }
ok 'then it is' all 'until_holds comes' 'test -f "$one"'

rm -f "$dir/hang.pid"
uses '' "$dir/hang %o"
"$courant" -C "$dir/c" download title:Two --wait >"$dir/null" 2>&1 </dev/null &
courant_pid=$!
ok 'another one runs' until_holds 'test -s "$dir/hang.pid"'
run download title:Two --remove
ok 'removed while it runs: it ends' \
	until_holds 'not kill -0 "-$(cat "$dir/hang.pid")" 2>"$dir/null"'
kill "$courant_pid" 2>"$dir/null"
wait "$courant_pid" 2>"$dir/null"
run download
ok 'and nothing of it stays' test "$(ls "$media/Pages")" = One.mp3
run check
ok 'the store is sound' all 'is 0' quiet
finish
