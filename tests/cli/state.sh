# Read, starred and tagged states between machines: three stores, one directory.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'EOF'
*
	rss 6
EOF
serve --script "$dir/script"
shared=$dir/shared
mkdir "$shared"
: >"$dir/err"
: >"$dir/out"
status=0
# on NAME ARG…: courant on that machine.
on()
{
	machine=$1
	shift
	"$courant" -C "$dir/$machine" -o state-dir="$shared" "$@" >"$dir/out" 2>"$dir/err" \
		</dev/null
	status=$?
}
for machine in a b c; do
	mkdir "$dir/$machine"
	printf '%sone\n%stwo\n' "$url" "$url" >"$dir/$machine/feeds"
	chmod 600 "$dir/$machine/feeds"
done
id() { "$courant" -C "$dir/$1" list --items --format '{id} {title}' | sed -n "s#^\([0-9]*\) $2\$#\1#p"; }
states() { "$courant" -C "$dir/$1" list --items --format '{title} {unread} {starred} {tags}' | sort; }
same() { [ "$(states "$1")" = "$(states "$2")" ]; }
# settle NAME: a run that gives the worker the time to look at the logs.
agree()
{
	tries=60
	while [ "$tries" -gt 0 ]; do
		for m in "$@"; do on "$m" refresh --due --quiet; done
		first=$1
		good=yes
		for m in "$@"; do same "$first" "$m" || good=no; done
		[ "$good" = yes ] && return 0
		tries=$((tries - 1))
	done
	return 1
}

# Before the option was set.
"$courant" -C "$dir/a" refresh >/dev/null 2>&1
"$courant" -C "$dir/a" mark "$(id a 'Item 1 of /one')" >/dev/null 2>&1
on a refresh --quiet
on b refresh --quiet
ok 'each has a log of its own' all 'is 0' '[ "$(ls "$shared" | wc -l)" -eq 2 ]' \
	'[ "$(ls "$shared"/*.state | wc -l)" -eq 2 ]'
ok 'what was marked before the option was set goes along' agree a b
ok 'it is read over there' \
	[ "$("$courant" -C "$dir/b" list --items --format '{title} {unread}' | grep -c no)" -eq 1 ]

on a star "$(id a 'Item 2 of /two')"
on b tag 'later on' "$(id b 'Item 3 of /two')"
on b mark --unread "$(id b 'Item 1 of /one')"
ok 'marks of both meet' agree a b
states a >"$dir/out"
ok 'they are what was said last' all 'prints "Item 2 of /two yes yes"' \
	'prints "Item 3 of /two yes no later on"' 'prints "Item 1 of /one yes no"'

# A third one that has not fetched yet: states wait for their items.
on c refresh --quiet
ok 'a machine that comes later' agree a b c
on c mark "$(id c 'Item 4 of /one')"
on a mark "$(id a 'Item 5 of /one')"
on b star --remove "$(id b 'Item 2 of /two')"
ok 'three of them' agree a b c

# Lines that are none, a line without its end, a log that was replaced.
log=$(ls "$shared"/*.state | head -1)
{
	printf '<<<<<<< mine\n\377\376 junk\n'
	sed 1d "$log" | sed -n 1p | tr 0-9 x
	head -c 300000 /dev/zero
	printf '\n'
	sed -n '$p' "$log" | tr -d '\n'
} >"$shared/foreign.state"
on a star "$(id a 'Item 6 of /one')"
ok 'junk is passed over' agree a b c
on a undo
ok 'an undo is a word like others' agree a b c
for m in a b c; do
	"$courant" -C "$dir/$m" check >"$dir/out" 2>"$dir/err"
	status=$?
	ok "check on $m" all 'is 0' quiet
done

# A lost or cut log is written again.
rm "$shared"/*.state
meet() { for m in a b c; do on "$m" refresh --due --quiet; done; }
logs() { [ "$(ls "$shared"/*.state | wc -l)" -eq "$1" ]; }
ok 'lost logs are written again' until_holds meet 'logs 3'
on a mark "$(id a 'Item 2 of /one')"
ok 'and go on' agree a b c

# Two feeds that are one on a machine alone, and two again.
on a merge "${url}two" "${url}one"
on a mark "$(id a 'Item 4 of /two')"
on b star "$(id b 'Item 5 of /two')"
ok 'a merge of one machine: marks go both ways' all 'agree a b c' \
	'states b | grep -q "Item 4 of /two no"' 'states a | grep -q "Item 5 of /two yes yes"'
on a undo
ok 'its mark is undone' all 'agree a b c' 'states b | grep -q "Item 4 of /two yes"'
on a undo
ok 'the merge is undone' all 'prints "feed merged"' '[ "$(wc -l <"$dir/a/feeds")" -eq 2 ]' \
	'grep -q " apart " "$shared"/*.state' 'agree a b c' \
	'states a | grep -q "Item 5 of /two yes yes"'
on c mark "$(id c 'Item 6 of /two')"
ok 'and all go on' all 'agree a b c' 'states a | grep -q "Item 6 of /two no"'

# Export and import, by hand.
mkdir "$dir/d"
cp "$dir/a/feeds" "$dir/d/feeds"
"$courant" -C "$dir/a" state export "$dir/export" 2>"$dir/err"
status=$?
ok 'export' all 'is 0' quiet 'head -1 "$dir/export" | grep -qx "courant-state 1"'
"$courant" -C "$dir/d" state import --json "$dir/export" >"$dir/out" 2>"$dir/err"
status=$?
ok 'import into a store without items' all 'is 0' quiet 'prints "\"changed\":0"'
"$courant" -C "$dir/d" refresh >/dev/null 2>&1
ok 'the items come with their states' same a d
"$courant" -C "$dir/d" state import "$dir/export" >"$dir/out" 2>"$dir/err"
status=$?
ok 'once more changes nothing' all 'is 0' 'prints ", 0 changed here"'
"$courant" -C "$dir/d" state import "$dir/a/feeds" >"$dir/out" 2>"$dir/err"
status=$?
ok 'a file of something else' all 'is 1' silent 'says_once "no states"'
"$courant" -C "$dir/d" state frobnicate >"$dir/out" 2>"$dir/err"
status=$?
ok 'a word that is none' all 'is 2' 'says_once "export"'

# A copy of a store on another machine is another machine.
cp -R "$dir/a" "$dir/e"
on e mark "$(id e 'Item 3 of /one')"
ok 'words of a copied store arrive' agree a b c e
ok 'and it has a log of its own' logs 4
exec 3<&-
finish
