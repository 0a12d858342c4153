dnl COURANT_WARN(FLAG): adds a warning flag to WARN_CFLAGS if the compiler knows it.
AC_DEFUN([COURANT_WARN], [
	AC_MSG_CHECKING([whether $CC takes $1])
	courant_save=$CFLAGS
	CFLAGS="$CFLAGS -Werror $1"
	AC_COMPILE_IFELSE([AC_LANG_PROGRAM()],
		[AC_MSG_RESULT([yes]); WARN_CFLAGS="$WARN_CFLAGS $1"],
		[AC_MSG_RESULT([no])])
	CFLAGS=$courant_save
])

dnl COURANT_HARDEN(NAME, CFLAGS, LDFLAGS): adds the flags to HARDEN_CFLAGS and HARDEN_LDFLAGS,
dnl and NAME to HARDENING, if a program with an array can be compiled and linked with them.
dnl clang tells of a flag that it does not know in one of the two steps only.
AC_DEFUN([COURANT_HARDEN], [
	AC_MSG_CHECKING([whether $CC can do $1])
	courant_save=$CFLAGS courant_save_ld=$LDFLAGS
	courant_can=no
	CFLAGS="$CFLAGS -Werror $2" LDFLAGS="$LDFLAGS $3"
	AC_LANG_CONFTEST([AC_LANG_PROGRAM([[#include <stdio.h>]],
		[[char line[80]; return fgets(line, sizeof line, stdin) ? line[0] : 0;]])])
	AC_COMPILE_IFELSE([], [courant_can=yes])
	AS_IF([test $courant_can = yes], [AC_LINK_IFELSE([], [], [courant_can=no])])
	rm -f conftest.$ac_ext
	CFLAGS=$courant_save LDFLAGS=$courant_save_ld
	AC_MSG_RESULT([$courant_can])
	AS_IF([test $courant_can = yes], [
		HARDENING="$HARDENING $1"
		HARDEN_CFLAGS="$HARDEN_CFLAGS $2" HARDEN_LDFLAGS="$HARDEN_LDFLAGS $3"])
])

dnl COURANT_FORTIFY: the highest level of _FORTIFY_SOURCE that the C library knows without a
dnl warning. config.h sets it, so that it gives way to a -D of the builder's and to -O0. The
dnl sanitizers see more by themselves, and less through the checking functions.
AC_DEFUN([COURANT_FORTIFY], [
	AH_VERBATIM([FORTIFY_LEVEL],
[/* Checks of buffers' sizes in the C library's functions; they need an optimizing compiler. */
#undef FORTIFY_LEVEL
#if defined FORTIFY_LEVEL && defined __OPTIMIZE__ && !defined _FORTIFY_SOURCE
# define _FORTIFY_SOURCE FORTIFY_LEVEL
#endif])
	AC_MSG_CHECKING([for a level of _FORTIFY_SOURCE])
	courant_save=$CFLAGS
	courant_level=none
	for level in 3 2; do
		CFLAGS="$courant_save -O2 -Werror -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=$level"
		AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <string.h>]])],
			[courant_level=$level; break])
	done
	CFLAGS=$courant_save
	AC_MSG_RESULT([$courant_level])
	AS_IF([test $courant_level != none], [
		AC_DEFINE_UNQUOTED([FORTIFY_LEVEL], [$courant_level])
		HARDENING="$HARDENING fortify-$courant_level"])
])

dnl COURANT_HARDENING: what the compiler and the linker can do to limit the harm of memory
dnl errors. HARDENING tells the summary, and tests/lint/hardening.sh, what was found.
AC_DEFUN([COURANT_HARDENING], [
	HARDENING=
	AS_IF([test "$enable_hardening" = yes], [
		COURANT_HARDEN([stack-protector], [-fstack-protector-strong])
		COURANT_HARDEN([stack-clash], [-fstack-clash-protection])
		COURANT_HARDEN([cf-protection], [-fcf-protection])
		COURANT_HARDEN([branch-protection], [-mbranch-protection=standard])
		COURANT_HARDEN([relro], [], [-Wl,-z,relro,-z,now])
		dnl A static program needs another start-up code for it; that is the builder's choice.
		AS_CASE([" $CFLAGS $LDFLAGS "], [*' -static '*], [],
			[COURANT_HARDEN([pie], [-fPIE], [-pie])])
		AS_IF([test "$enable_sanitizers" = no], [COURANT_FORTIFY])])
	HARDENING=`echo ${HARDENING:-no}`
	AC_SUBST([HARDENING])
	AC_SUBST([HARDEN_CFLAGS])
	AC_SUBST([HARDEN_LDFLAGS])
])
