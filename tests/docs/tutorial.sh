#!/bin/sh
# courant-tutorial(7), played on the sample feeds: its keys and commands are typed as they
# stand in the page, and what it promises is looked for on the screen.
page=$srcdir/man/courant-tutorial.7.in
drive=$builddir/tests/tui/tuidrive
if ! [ -x "$drive" ]; then
	echo '1..0 # SKIP needs libvterm'
	exit 0
fi
dir=$(mktemp -d "${TMPDIR:-/tmp}/courant-tutorial.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT

# Names of keys as the driver writes them; other words are typed as they are.
{
	cat <<'END'
server --dir ${SRC}/contrib/demo
sh mkdir -p .config/courant && sed "s,@URL@,$URL,g" "$SRC/contrib/demo/feeds.in" >.config/courant/feeds && chmod 600 .config/courant/feeds
END
	awk '
	/^\.\\"! / { sub(/^\.\\"! /, ""); print; next }
	/^\.Dl / { sub(/^\.Dl /, ""); print "sh " $0 " >out 2>&1"; next }
	/^\.It Ic / {
		keys = ""
		for (i = 3; i <= NF; i++) {
			word = $i
			sub(/^\\&/, "", word)
			if (word == "Escape")
				word = "Esc"
			keys = keys (word ~ /^(Enter|Space|Esc|Tab)$/ ? "<" word ">" : word)
		}
		print "keys " keys
	}' "$page"
} >"$dir/tutorial.tui"
"$drive" "$dir/tutorial.tui"
