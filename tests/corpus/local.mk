dist_check_SCRIPTS += tests/corpus/shared.sh
