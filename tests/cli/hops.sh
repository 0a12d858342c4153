# Downloads through redirects: which of the servers on the way is at fault. The test server
# is the proxy of all of them.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'SCRIPT'
/pod
	body <rss version="2.0"><channel><title>Pod</title>
	body <item><guid>1</guid><title>Refused</title><enclosure url="http://pdst.fm/e/cdn.example/refused.mp3" type="audio/mpeg"/></item>
	body <item><guid>2</guid><title>Through</title><enclosure url="http://www.podtrac.com/pts/redirect.mp3/cdn.example/through.mp3" type="audio/mpeg"/></item>
	body <item><guid>4</guid><title>Inside</title><enclosure url="http://cdn.example/inside.mp3" type="audio/mpeg"/></item>
	body <item><guid>3</guid><title>Plain</title><enclosure url="http://cdn.example/plain.mp3?token=hush" type="audio/mpeg"/></item></channel></rss>
/e/cdn.example/refused.mp3
	status 403
/pts/redirect.mp3/cdn.example/through.mp3
	redirect 302 http://cdn.example/plain.mp3?token=hush
/inside.mp3
	redirect 302 http://192.168.1.1/admin
/plain.mp3*
	status 403
SCRIPT
mkfifo "$dir/address"
"$builddir/tests/http/feedserve" --script "$dir/script" >"$dir/address" 2>"$dir/server" &
server=$!
trap 'kill "$server"; rm -rf "$dir"' EXIT
exec 3<"$dir/address"
read -r url <&3

fresh
echo 'http://feeds.example/pod' >"$feeds"
printf 'media-free = 0\nproxy = %s\nlog-level = debug\n' "${url%/}" >"$config"
run refresh
ok 'the feed comes' all 'is 0' 'prints "4 new items"'

run download --wait title:Refused
ok 'a service that counts downloads refuses, and a filter is likely' all 'is 1' \
	'says "HTTP 403: the server refuses access; pdst.fm only counts downloads"' \
	'says "media-skip-trackers"'
run download --wait title:Through
ok 'a server behind one refuses' all 'is 1' \
	'says "refuses access (redirects led to cdn.example)"' \
	'not says "counts downloads"'
run download --wait title:Inside
ok 'none leads into a private network' all 'is 1' 'says "private network"' \
	'not says "192.168.1.1/admin: HTTP"'
run download --wait title:Plain
ok 'the only server refuses' all 'is 1' 'not says "redirects led"' \
	'says "HTTP 403: the server refuses access"' 'not says hush'
ok 'the log has the requests without their tokens' all 'grep -q "download, feed" "$dir/c/log"' \
	'! grep -q hush "$dir/c/log"'
finish
