# src/engine/accounts: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/engine/accounts/libaccounts.a
src_engine_accounts_libaccounts_a_SOURCES = \
	src/engine/accounts/accounts.c src/engine/accounts/accounts.h \
	src/engine/accounts/accounts_inside.h \
	src/engine/accounts/flow.c \
	src/engine/accounts/full_text.c \
	src/engine/accounts/manage.c \
	src/engine/accounts/probe.c
