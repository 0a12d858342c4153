#!/bin/sh
# Databases of other readers, whose versions differ (case 153).
. "$srcdir/tests/cli/import_python.sh"
import_python import_bases 'formats of other readers'
