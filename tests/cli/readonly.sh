# A store that is read-only, another's or on a disk that is: it is read, and said so
# (case 131).
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'XX'
*
	rss 4
XX
serve --script "$dir/script"
fresh
printf '%salpha\n' "$url" >"$feeds"
run refresh
ok 'set-up' all 'is 0' 'prints "4 new items"'
run mark 1

# Somebody who may read all of it, and write nothing: root is asked to be another.
as=
if [ "$(id -u)" -eq 0 ]; then
	as='setpriv --reuid=65534 --regid=65534 --clear-groups'
	$as "$courant" help >/dev/null 2>&1 || as=none
fi
chmod a+rX "$dir" "$dir/c" "$dir/c/store"
chmod -R a+rX,a-w "$dir/c"
read_only()
{
	$as "$courant" -C "$dir/c" "$@" >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
}

if [ "$as" = none ]; then
	skip 'a read-only store' 'nobody else to be'
	finish
	exit
fi
notice='The store is read-only'
read_only list --items
ok 'it is read, with a notice' all 'is 0' 'lines "$dir/out" 4' 'says "$notice"'
read_only count
ok 'counters are there' all 'is 0' 'out_is 3'
read_only state export
ok 'states that were never kept' all 'is 1' 'says "has no states"'
read_only check
ok 'it is looked at' all 'is 0' 'prints sound'
read_only mark alpha
ok 'marking is refused with a sentence' all 'not is 0' silent 'says "is read-only"'
read_only gc
ok 'so is clearing away' all 'not is 0' silent 'says "is read-only"'
read_only refresh --json
ok 'so is a refresh, which asks nobody' all 'is 1' 'says "is read-only"' \
	'prints "\"not_asked\":1,\"complete\":false"'
printf '%sbeta\n' "$url" >"$dir/list"
chmod a+r "$dir/list"
for line in "import $dir/list" 'backfill 1' "add ${url}beta" 'tag kept 1'; do
	read_only $line
	ok "$line is refused" all 'is 1' \
		'grep -qE "store is read-only$|feeds: Permission denied$" "$dir/err"'
done
as="timeout 20 $as" read_only daemon
ok 'a daemon does not sit idle beside it' all 'is 1' silent 'says "the daemon can"'
chmod -R u+w "$dir/c"
run count
ok 'nothing changed' out_is 3
run state export
cp "$dir/out" "$dir/states"
chmod -R a+rX,a-w "$dir/c"
read_only state export
ok 'states that are kept' all 'is 0' '[ -s "$dir/states" ]' 'cmp -s "$dir/out" "$dir/states"'
chmod -R u+w "$dir/c"

finish
