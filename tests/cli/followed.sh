# Which podcasts are followed, on machines that share an account of a server for podcasts.
. "$srcdir/tests/cli/tap.sh"

names='one two three four five kept stuck'
for name in $names moved secret; do
	printf '/%s\n\tbody <rss version="2.0"><channel><title>%s</title><item><guid>1</guid><title>First</title><enclosure url="@URL@/%s.mp3" type="audio/mpeg"/></item></channel></rss>\n' \
		$name $name $name
done >"$dir/script"
: >"$dir/account"
serve --account "$dir/account" --script "$dir/script"

# on NAME ARG…: courant on that machine.
on()
{
	machine=$1
	shift
	"$courant" -C "$dir/$machine" "$@" >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
}
follows() { grep -qx "$url$2" "$dir/$1/feeds"; }
# machine NAME PROTOCOL ADDRESS…: one that follows these, with an account
machine()
{
	mkdir "$dir/$1"
	(shift 2 && printf '%s\n' "$@") >"$dir/$1/feeds"
	chmod 600 "$dir/$1/feeds"
	on $1 refresh --quiet
	printf 'readerpw1\n' | "$courant" -C "$dir/$1" account add phone "$url" --user ann \
		--protocol "$2" >"$dir/out" 2>"$dir/err"
	status=$?
}

all=$(for name in $names; do echo "$url$name"; done)
machine a gpodder $all
ok 'an empty server takes nothing away' all 'is 0' 'lines "$dir/a/feeds" 7'
on a account podcasts phone
ok 'all are only here' all 'is 0' 'lines "$dir/out" 8' 'not prints there'
on a account podcasts phone --give
ok 'given: both follow them' all 'is 0' 'prints "7 feeds changed"' 'lines "$dir/out" 1'
machine b gpoddersync $all
on b account podcasts phone
ok 'so does another machine' all 'is 0' 'out_is "phone: nothing new"' 'lines "$dir/b/feeds" 7'

on b remove "${url}one"
on b account sync
ok 'one that was left is taken out of the list' all 'is 0' 'prints "1 feed changed"'
on a account sync
ok 'and removed elsewhere' all 'is 0' 'says "1 podcast that you removed on the server was removed here"' \
	'not follows a one' 'lines "$dir/a/feeds" 6'
on a undo
ok 'undo brings it back' follows a one
on a list --items 'feed:one'
ok 'with its items' prints First
on a account sync
ok 'to stay' all 'is 0' 'follows a one'
on a account podcasts phone
ok 'here alone' all 'is 0' 'prints "only here      ${url}one"'

on a move "${url}two" --to "${url}moved"
on a account sync
on b account sync
ok 'one that has moved was not left' all 'is 0' 'follows a moved' 'follows b two'

on a remove "${url}kept"
on a account sync
on a account sync
ok 'a server that does not take it out is not asked again' all 'is 0' 'not prints changed'
on a account podcasts phone
ok 'so it is only there' prints "only there     ${url}kept"

on b remove "${url}stuck"
on b remove "${url}three"
on b account sync
ok 'a server that fails at one' all 'is 0' 'says "${url}stuck"' 'prints "1 feed changed"'
on a account sync
ok 'takes the others out' all 'is 0' 'not follows a three' 'follows a stuck'
on b account podcasts phone
ok 'the one is shown' all 'prints "removed here   ${url}stuck"' 'not prints three'

# Most of them at once: the file may have been lost, or the server's list.
printf '%skept\n' "$url" >"$dir/b/feeds"
on b account sync
ok 'most of them' all 'is 0' 'says "podcasts are missing from your feeds"'
on a account sync
ok 'are not removed by themselves' all 'is 0' 'lines "$dir/a/feeds" 5'
on b account podcasts phone
ok 'but shown' all 'prints "removed here   ${url}four"' 'prints "removed here   ${url}five"'
on b account podcasts phone --give
ok 'and removed if the user says so' all 'is 0' 'not prints four'
on a account sync
ok 'a list that lacks most of them' all 'is 0' 'says "missing on the server"' 'lines "$dir/a/feeds" 5'
on a account podcasts phone
ok 'is shown' all 'prints "removed there  ${url}four"' 'lines "$dir/a/feeds" 5'
on a account podcasts phone --json
ok 'in JSON, too' all 'is_json "$dir/out"' 'prints "\"removed\":true"'
on a account podcasts phone --take
ok 'and believed if the user says so' all 'is 0' 'not follows a four' 'not follows a five' \
	'follows a one'

# Logins in addresses stay here.
machine c gpodder "http://ann:pw@${url#http://}secret" "${url}three"
on c account podcasts phone --give
ok 'given' all 'is 0' 'prints "1 feed changed"'
on a account podcasts phone
ok 'but no login' all 'prints "only there     ${url}three"' 'not prints secret'
exec 3<&-
finish
