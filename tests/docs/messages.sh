# Every message of the sources is translated in every language of po/LINGUAS, none is
# fuzzy, and formats match. TAP.
. "$srcdir/tests/lint/skip.sh"
po=$srcdir/po
work=${TMPDIR:-/tmp}/courant-messages.$$
mkdir "$work" || exit 1
trap 'rm -rf "$work"' EXIT
languages=$(grep -v '^#' "$po/LINGUAS")

number=0
# case NAME STATUS: what a command said is in $work/say
result()
{
	number=$((number + 1))
	if [ "$2" -eq 0 ]; then
		echo "ok $number - $1"
	else
		sed 's/^/# /' "$work/say"
		echo "not ok $number - $1"
	fi
}

# Messages of the sources as they are now, by the options of po/Makevars.
extract()
{
	options=$(sed -n 's/^XGETTEXT_OPTIONS *= *//p' "$po/Makevars")
	# shellcheck disable=SC2086
	xgettext $options --directory="$srcdir" --files-from="$po/POTFILES.in" \
		--output="$work/now.pot" >"$work/say" 2>&1 && [ -s "$work/now.pot" ]
}

# Nothing is left to translate, and nothing was given up.
complete()
{
	msgmerge -q --no-fuzzy-matching -o "$work/$1.po" "$po/$1.po" "$work/now.pot" \
		>"$work/say" 2>&1 || return 1
	{
		msgattrib --untranslated --no-obsolete --no-wrap "$work/$1.po"
		msgattrib --only-fuzzy --no-obsolete --no-wrap "$work/$1.po"
	} >"$work/say" 2>/dev/null
	! [ -s "$work/say" ]
}

for tool in xgettext msgmerge msgattrib msgfmt; do
	if ! command -v "$tool" >/dev/null; then
		echo "1..0 # SKIP needs $tool"
		exit 0
	fi
done
# shellcheck disable=SC2086
set -- $languages
echo "1..$((1 + 2 * $#))"
extract
result "messages of the sources" $?
for language; do
	complete "$language"
	result "$language: every message is translated" $?
	msgfmt --check -o /dev/null "$po/$language.po" >"$work/say" 2>&1
	result "$language: msgfmt --check" $?
done
