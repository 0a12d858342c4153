#!/bin/sh
# Databases that want to harm whoever imports them (cases 22, 152).
. "$srcdir/tests/cli/import_python.sh"
import_python import_hostile 'hostile databases'
