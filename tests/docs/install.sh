# make install, into a directory of its own: all that belongs to the program is there and
# nothing else, a desktop can use it, and make uninstall takes all of it away.
. "$srcdir/tests/cli/tap.sh"

root=$dir/root
: >"$dir/out"
: >"$dir/err"
# The make of the tests says nothing to this one, which builds nothing: all is made.
makes() { (cd "$builddir" && MAKEFLAGS= MFLAGS= ${MAKE:-make} -s "$1" DESTDIR="$root"); }
installed() { (cd "$root" && find . -type f | sed "s|^\.$prefix/||" | sort); }

prefix=$(sed -n 's/^prefix = //p' "$builddir/Makefile")
makes install >"$dir/out" 2>"$dir/err"
status=$?
ok 'make install has nothing to complain of' all 'is 0' quiet
cat >"$dir/expected" <<EOF
bin/courant
lib/systemd/user/courant.service
libexec/courant/courant-picture
share/applications/courant-add.desktop
share/applications/courant-import.desktop
share/applications/courant.desktop
share/bash-completion/completions/courant
share/doc/courant/COPYING
share/doc/courant/NEWS
share/doc/courant/README
share/doc/courant/SECURITY
share/doc/courant/config.sample
share/fish/vendor_completions.d/courant.fish
share/icons/hicolor/scalable/apps/courant.svg
share/man/man1/courant.1
share/man/man5/courant-config.5
share/man/man5/courant-feeds.5
share/man/man5/courant-query.5
share/man/man7/courant-commands.7
share/man/man7/courant-import.7
share/man/man7/courant-scheduling.7
share/man/man7/courant-tutorial.7
share/metainfo/arpa.home.courant.metainfo.xml
share/zsh/site-functions/_courant
EOF
# Only with gd.
[ -x "$builddir/src/image/courant-picture" ] || sed -i '/courant-picture/d' "$dir/expected"
installed | grep -v -e '/locale/' -e '/themes/' | diff "$dir/expected" - >"$dir/out" 2>&1
ok 'the files are those that belong there' silent
ok 'there are themes' [ -s "$root$prefix/share/courant/themes/nord" ]
if grep -q '^USE_NLS = yes' "$builddir/Makefile"; then
	sed -n 's|^[a-z].*|share/locale/&/LC_MESSAGES/courant.mo|p' "$srcdir/po/LINGUAS" |
		sort >"$dir/catalogues"
else
	: >"$dir/catalogues"
fi
installed | grep '/locale/' | diff "$dir/catalogues" - >"$dir/out" 2>&1
ok 'the translations are those of po/LINGUAS' silent
ok 'none of them is empty' [ -z "$(find "$root" -type f -size 0)" ]

# The port adds the catalogues.
sed 's/[.]gz$//; s|%%DATADIR%%|share/courant|' "$srcdir/contrib/packages/freebsd/pkg-plist" |
	sort - "$dir/catalogues" >"$dir/expected"
[ -x "$builddir/src/image/courant-picture" ] || sed -i '/courant-picture/d' "$dir/expected"
installed | grep -v '/doc/' | diff "$dir/expected" - >"$dir/out" 2>&1
ok "FreeBSD's port lists the same files" silent

share=$root$prefix/share
unit=$root$prefix/lib/systemd/user/courant.service
ok 'the service runs the installed program' grep -qx "ExecStart=$prefix/bin/courant daemon" "$unit"
ok 'the service waits for no unit that users do not have' not grep -q 'network-online' "$unit"
mimes() { sed -n 's/^MimeType=//p' "$share/applications/$1.desktop"; }
ok 'feed: addresses and OPML files have their program' all \
	'[ "$(mimes courant-add)" = "x-scheme-handler/feed;" ]' \
	'[ "$(mimes courant-import)" = "text/x-opml+xml;text/x-opml;" ]'
entries=$(sed -n 's/^Icon=//p' "$share"/applications/*.desktop | sort -u)
ok 'their icon is installed' [ -s "$share/icons/hicolor/scalable/apps/$entries.svg" ]
ok 'the metainfo names the entry that opens the reader' \
	grep -q '<launchable type="desktop-id">courant.desktop<' "$share"/metainfo/*.xml

if command -v desktop-file-validate >/dev/null; then
	desktop-file-validate "$share"/applications/*.desktop >"$dir/out" 2>"$dir/err"
	status=$?
	ok 'the entries are valid' all 'is 0' quiet silent
else
	skip 'the entries are valid' 'no desktop-file-validate'
fi
if command -v appstreamcli >/dev/null; then
	appstreamcli validate --no-net "$share"/metainfo/*.xml >"$dir/out" 2>"$dir/err"
	status=$?
	ok 'the metainfo is valid' is 0
else
	skip 'the metainfo is valid' 'no appstreamcli'
fi

# What an entry runs, with a courant that tells its arguments, fails when told to, and as
# the reader has the keys that nothing else has taken.
mkdir "$dir/bin"
cat >"$dir/bin/courant" <<'EOF'
#!/bin/sh
echo "$#:$*"
[ $# -gt 0 ] || cat
case $3 in *fails) exit 1 ;; esac
EOF
chmod +x "$dir/bin/courant"
enters() # ENTRY ARGUMENT
{
	line=$(sed -n 's/^Exec=//p' "$share/applications/$1.desktop" | sed 's/\\\\/\\/g; s/ %[uf]$//')
	argument=$2
	echo key | PATH=$dir/bin:$PATH sh -c "$line \"\$0\"" "$argument" \
		>"$dir/out" 2>"$dir/err"
	status=$?
}
enters courant-add 'feed:https://example.org/a?b=$HOME&c=`id`"; x'
ok 'an address is one argument, and then comes the reader' all quiet \
	'out_is "3:add -- feed:https://example.org/a?b=\$HOME&c=\`id\`\"; x
0:
key"'
enters courant-import '/tmp/my feeds.opml'
ok 'so is a file' all quiet 'out_is "3:import -- /tmp/my feeds.opml
0:
key"'
enters courant-add 'feed:fails'
ok 'a failure stays on the screen until a key is pressed' all quiet 'out_is "3:add -- feed:fails
0:"'

# The libraries that quickstart installs are those that a package is built with.
awk '/^(lib|inc):/ { print $2 }' "$srcdir/contrib/quickstart" | sort >"$dir/libraries"
sed -n 's/^ \(lib[a-z0-9.+-]*-dev\).*/\1/p' "$srcdir/contrib/debian/control" |
	diff "$dir/libraries" - >"$dir/out" 2>&1
ok "Debian's package needs the same libraries" all silent '[ -s "$dir/libraries" ]'
ok 'its version is that of the program' grep -q "^courant ($("$courant" --version |
	sed -n '1s/^courant //p'))" "$srcdir/contrib/debian/changelog"

makes uninstall >"$dir/out" 2>"$dir/err"
status=$?
ok 'make uninstall leaves nothing' all 'is 0' '[ -z "$(installed)" ]'
finish
