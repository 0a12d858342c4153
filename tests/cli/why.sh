# why: what set a feed's next poll, against the loopback server.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'EOF'
/a
	etag "x"
	header Cache-Control: max-age=7200
	body <rss version="2.0"><channel><title>Feed A</title><ttl>30</ttl><item><guid>1</guid><title>One</title></item></channel></rss>
/missing
	status 404
/slow
	status 429
	header Retry-After: 86400
EOF
serve --script "$dir/script"

fresh
printf '%s\n' "${url}a" "${url}missing" "${url}slow" >"$feeds"
run why "${url}a"
ok 'why: never polled' all 'is 0' 'prints "never polled"'
run refresh "${url}a" "${url}missing"
run refresh "${url}a"
run refresh "${url}slow"
run why "Feed A"
ok 'why: the rule that holds, and the others' all 'is 0' quiet \
	'prints "response expires  <- applies"' 'prints "s ttl"' \
	'prints "  304  unchanged"' 'prints "by ETag"'
ok 'why: one screen' [ "$(wc -l <"$dir/out")" -le 24 ]
run why --json "${url}a"
ok 'why: as JSON' all 'is 0' 'prints "\"interest\":1"' 'prints "\"reason\":\"max-age\""' 'prints "\"status\":304"' \
	'prints "{\"reason\":\"ttl\",\"not_before\":1"' \
	'prints "\"promises\":[{\"name\":\"max-age\",\"kept\":0,\"broken\":0}"'
run why "${url}missing"
ok 'why: missing, since when' all 'prints "Missing       since"' 'prints "404  failed: missing"'
run refresh "${url}slow"
run why --json "${url}slow"
ok 'why: an active Retry-After' all 'prints "\"reason\":\"retry-after\""' \
	'prints "\"status\":429"'
run why
ok 'why: all feeds: four requests' all 'is 0' quiet \
	'prints "4 requests today"' 'prints "4 requests so far"' 'not prints "would have made"'
run why --json
ok 'why: all feeds as JSON' all 'is 0' 'prints "\"feeds\":3,"' \
	'prints "\"conditional_today\":1"'
run why missing
ok 'why: part of the address that a list shows as title' all 'is 0' 'prints "404  failed: missing"'
run why nonsense
ok 'why: no such feed' all 'is 3' 'says nonsense'

# A host that asked for a pause holds its other feeds back, and they say so.
fresh
printf '%s\n' "${url}slow" "${url}a" >"$feeds"
chmod 600 "$feeds"
echo 'host-connections = 1' >"$config"
run refresh "${url}slow"
run refresh "${url}a"
run why "${url}a"
ok 'why: a pause of the host' all 'is 0' quiet 'prints "after a pause that its host asked for"' \
	'prints "(in 24 h)" || prints "(in 1 d)" || prints "(in 23 h)"'

# What failed before, and is not due, is not told again.
fresh
printf '%s\n' "${url}missing" >"$feeds"
chmod 600 "$feeds"
run refresh
ok 'refresh: a feed that fails is named' says missing
printf '%s\n' "${url}nowhere" >>"$feeds"
sleep 1.1
run refresh --due
ok 'refresh: only feeds that fail now are named' all 'says nowhere' 'not says missing' 'prints "1 failed"'

exec 3<&-
finish
