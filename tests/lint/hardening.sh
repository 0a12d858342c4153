# What configure says of hardening is true of the program that was built; TAP.
# Run in the build tree's environment of make check, like quick.sh.

. "$srcdir/tests/lint/skip.sh"
program=$builddir/src/courant
hardening=$(sed -n 's/^HARDENING = //p' "$builddir/Makefile")
if test "$hardening" = no; then
	echo '1..0 # SKIP configured with --disable-hardening'
	exit 0
fi
if ! readelf -h "$program" >/dev/null 2>&1; then
	echo '1..0 # SKIP needs readelf and an ELF program'
	exit 0
fi
number=0
all=$(readelf -hldW --dyn-syms "$program")

# case_of NAME PATTERN WHAT: what configure calls NAME shows as a line like PATTERN.
case_of()
{
	number=$((number + 1))
	case " $hardening " in
	*" $1 "*) ;;
	*) echo "ok $number - $3 # SKIP $CC cannot do it"; return ;;
	esac
	if echo "$all" | grep -Eq "$2"; then
		echo "ok $number - $3"
	else
		echo "# no line of readelf matches $2"
		echo "not ok $number - $3"
	fi
}

# The C library's checking functions are glibc's; without -O there are none.
fortified()
{
	what='checked functions of the C library'
	level=$(echo "$hardening" | sed -n 's/.*\(fortify-[0-9]\).*/\1/p')
	if echo "$all" | grep -q 'NEEDED.*\[libc\.so\.6\]' &&
		sed -n 's/^CFLAGS = //p' "$builddir/Makefile" | grep -Eq -e '-O([1-3s]|fast)'; then
		case_of "${level:-fortify}" ' __[a-z]*_chk(@|$)' "$what"
	else
		number=$((number + 1))
		echo "ok $number - $what # SKIP needs glibc and an optimizing compiler"
	fi
}

CC=$(sed -n 's/^CC = //p' "$builddir/Makefile")
echo 1..5
case_of pie '^ *Type: *DYN' 'the program may be loaded anywhere'
case_of relro 'GNU_RELRO' 'tables for linking are made read-only'
case_of relro 'BIND_NOW|FLAGS_1.*NOW' '… all of them, at start'
case_of stack-protector ' __stack_chk_fail(@|$)' 'the stack is guarded'
fortified
