# Every command of the reader's table, by its keys in each preset (tests/tui/every.c).
drive=$builddir/tests/tui/tuidrive
if ! [ -x "$drive" ]; then
	echo '1..0 # SKIP needs libvterm'
	exit 0
fi
script=$(mktemp "${TMPDIR:-/tmp}/courant-every.XXXXXX") || exit 1
trap 'rm -f "$script"' EXIT

cat >"$script" <<'END'
file server.txt
/*
	rss 5
end
file start/config
browser = true
browser-terminal = no
auto-refresh = no
restore = no
fixed-rows =
end
file bin/edit 755
#!/bin/sh
touch "${DIR}/edited"
end
test there are some feeds
server --script server.txt
sh mkdir -p start; for i in 1 2 3 4 5 6; do echo "${URL}/feed$i tag$((i % 2))"; done >start/feeds; courant -C start refresh >/dev/null
END
dollar='$'
for preset in courant newsboat vim; do
	cat <<-END
		test every command in the preset $preset
		sh rm -rf home; cp -r start home
		env VISUAL=${dollar}{DIR}/bin/edit
		run courant -o keys=$preset -C home
		wait screen "30 unread"
	END
	"$builddir/tests/tui/every" "$preset" || exit 1
	cat <<-END
		wait exit 0
		want modes restored
		want clean output
	END
done >>"$script"
"$drive" "$script"
