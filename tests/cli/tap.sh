# Sourced by the tests of commands: a directory of their own, a home in it, and cases in
# TAP. A test ends with `finish`.

courant=$builddir/src/courant
dir=$(mktemp -d "${TMPDIR:-/tmp}/courant-cli.XXXXXX") || exit 1
# A child that is ended before it runs its program still has the trap, in bash.
trap '[ "${BASHPID-$$}" != $$ ] || rm -rf "$dir"' EXIT
mkdir "$dir/home"
HOME=$dir/home
# To look for leaks takes a sanitized command as long as all else; they are looked for in
# the programs and screens, which live longer.
ASAN_OPTIONS=${ASAN_OPTIONS-}:detect_leaks=0
export HOME ASAN_OPTIONS
feeds=$dir/c/feeds
config=$dir/c/config
number=0

# run ARG…: courant, kept below $dir/c. Sets $status; $dir/out and $dir/err have the output.
run()
{
	"$courant" -C "$dir/c" "$@" >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
}

# fresh: forget all that was stored.
fresh()
{
	rm -rf "$dir/c"
	mkdir "$dir/c"
}

# ok NAME COMMAND…: a case that holds when the command succeeds.
ok()
{
	name=$1
	shift
	number=$((number + 1))
	if "$@"; then
		echo "ok $number - $name"
	else
		echo "# failed: $*"
		echo "# status $status"
		sed 's/^/# out: /' "$dir/out" | head -20
		sed 's/^/# err: /' "$dir/err" | head -20
		echo "not ok $number - $name"
	fi
}

skip()
{
	number=$((number + 1))
	echo "ok $number - $1 # SKIP $2"
}

finish()
{
	echo "1..$number"
}

# Conditions on the last run.
is() { [ "$status" = "$1" ]; }
quiet() { [ ! -s "$dir/err" ]; }
silent() { [ ! -s "$dir/out" ]; }
prints() { grep -qF -e "$1" "$dir/out"; }
says() { grep -qF -e "$1" "$dir/err"; }
# says_once TEXT: one sentence on one line, and it has TEXT.
says_once() { says "$1" && [ "$(wc -l <"$dir/err")" -eq 1 ]; }
out_is() { [ "$(cat "$dir/out")" = "$1" ]; }
all() { for condition; do eval "$condition" || return 1; done; }
not() { ! "$@"; }
lines() { [ "$(wc -l <"$1")" -eq "$2" ]; }

# Every line an object, brackets and quotes in pairs.
is_json()
{
	awk '{
		s = $0
		gsub(/\\./, "", s)
		n = gsub(/"[^"]*"/, "", s)
		if ($0 !~ /^\{.*\}$/ || s ~ /"/ || gsub(/\{/, "", s) != gsub(/\}/, "", s) ||
			gsub(/\[/, "", s) != gsub(/\]/, "", s) || !n) exit 1
	}' "$1"
}
# serve ARG…: starts the loopback server; $url is its address, $server its process.
serve()
{
	mkfifo "$dir/address"
	"$builddir/tests/http/feedserve" "$@" >"$dir/address" 2>"$dir/server" &
	server=$!
	servers="${servers-} $server"
	trap 'kill $servers; rm -rf "$dir"' EXIT
	exec 3<"$dir/address"
	read -r url <&3
}

# until_holds CONDITION…: all of them, within some seconds.
until_holds()
{
	tries=400
	until all "$@"; do
		tries=$((tries - 1))
		[ "$tries" -gt 0 ] || return 1
		sleep 0.05
	done
}
