# base and model

if CMOCKA
check_PROGRAMS += \
	tests/unit/test_base_bidi \
	tests/unit/test_base_fold \
	tests/unit/test_base_link \
	tests/unit/test_base_near \
	tests/unit/test_base_scan_json \
	tests/unit/test_base_sha2 \
	tests/unit/test_model_taste \
	tests/unit/test_base_match \
	tests/unit/test_base_memory \
	tests/unit/test_base_str \
	tests/unit/test_base_system \
	tests/unit/test_base_url \
	tests/unit/test_base_utf8

tests_unit_test_base_fold_SOURCES = tests/unit/test_base_fold.c tests/unit/unit.h
tests_unit_test_base_fold_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_base_fold_LDADD = $(BASE) $(CMOCKA_LIBS)
tests_unit_test_base_link_SOURCES = tests/unit/test_base_link.c tests/unit/unit.h
tests_unit_test_base_link_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_base_link_LDADD = $(BASE) $(CMOCKA_LIBS)
tests_unit_test_base_near_SOURCES = tests/unit/test_base_near.c tests/unit/unit.h
tests_unit_test_base_near_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_base_near_LDADD = $(BASE) $(CMOCKA_LIBS)

tests_unit_test_base_scan_json_SOURCES = tests/unit/test_base_scan_json.c tests/unit/unit.h
tests_unit_test_base_scan_json_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_base_scan_json_LDADD = $(BASE) $(CMOCKA_LIBS)

tests_unit_test_base_sha2_SOURCES = tests/unit/test_base_sha2.c tests/unit/unit.h
tests_unit_test_base_sha2_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_base_sha2_LDADD = $(BASE) $(CMOCKA_LIBS)
tests_unit_test_model_taste_SOURCES = tests/unit/test_model_taste.c tests/unit/unit.h
tests_unit_test_model_taste_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_model_taste_LDADD = $(MODEL) $(BASE) $(CMOCKA_LIBS) -lm
tests_unit_test_base_bidi_SOURCES = tests/unit/test_base_bidi.c tests/unit/unit.h
tests_unit_test_base_bidi_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_base_bidi_LDADD = $(BASE) $(CMOCKA_LIBS)
tests_unit_test_base_match_SOURCES = tests/unit/test_base_match.c tests/unit/unit.h
tests_unit_test_base_match_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_base_match_LDADD = $(BASE) $(CMOCKA_LIBS)
tests_unit_test_base_memory_SOURCES = tests/unit/test_base_memory.c tests/unit/unit.h
tests_unit_test_base_memory_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_base_memory_LDADD = $(BASE) $(CMOCKA_LIBS)
tests_unit_test_base_str_SOURCES = tests/unit/test_base_str.c tests/unit/unit.h
tests_unit_test_base_str_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_base_str_LDADD = $(BASE) $(CMOCKA_LIBS)
tests_unit_test_base_system_SOURCES = tests/unit/test_base_system.c tests/unit/unit.h
tests_unit_test_base_system_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_base_system_LDADD = $(BASE) $(CMOCKA_LIBS)
tests_unit_test_base_url_SOURCES = tests/unit/test_base_url.c tests/unit/unit.h
tests_unit_test_base_url_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_base_url_LDADD = $(BASE) $(CMOCKA_LIBS)
tests_unit_test_base_utf8_SOURCES = tests/unit/test_base_utf8.c tests/unit/unit.h
tests_unit_test_base_utf8_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_base_utf8_LDADD = $(BASE) $(CMOCKA_LIBS)
endif

# conf

if CMOCKA
check_PROGRAMS += \
	tests/unit/test_conf_config \
	tests/unit/test_conf_feeds \
	tests/unit/test_conf_option \
	tests/unit/test_conf_settings

tests_unit_test_conf_config_SOURCES = tests/unit/test_conf_config.c tests/unit/unit.h
tests_unit_test_conf_config_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_conf_config_LDADD = $(CONF) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_conf_feeds_SOURCES = tests/unit/test_conf_feeds.c tests/unit/unit.h
tests_unit_test_conf_feeds_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_conf_feeds_LDADD = $(CONF) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_conf_option_SOURCES = tests/unit/test_conf_option.c tests/unit/unit.h
tests_unit_test_conf_option_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_conf_option_LDADD = $(CONF) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_conf_settings_SOURCES = tests/unit/test_conf_settings.c tests/unit/unit.h
tests_unit_test_conf_settings_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_conf_settings_LDADD = $(CONF) $(MODEL) $(BASE) $(CMOCKA_LIBS)
endif

# model

if CMOCKA
check_PROGRAMS += \
	tests/unit/test_model_item \
	tests/unit/test_model_media \
	tests/unit/test_player \
	tests/unit/test_episode \
	tests/unit/test_model_order \
	tests/unit/test_model_preview \
	tests/unit/test_model_state \
	tests/unit/test_model_subscription

tests_unit_test_model_order_SOURCES = tests/unit/test_model_order.c tests/unit/unit.h
tests_unit_test_model_order_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_model_order_LDADD = $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_model_preview_SOURCES = tests/unit/test_model_preview.c tests/unit/unit.h
tests_unit_test_model_preview_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_model_preview_LDADD = $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_model_item_SOURCES = tests/unit/test_model_item.c tests/unit/unit.h
tests_unit_test_model_item_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_model_item_LDADD = $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_episode_SOURCES = tests/unit/test_episode.c tests/unit/unit.h
tests_unit_test_episode_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_episode_LDADD = $(EPISODE) $(FEED) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_player_SOURCES = tests/unit/test_player.c tests/unit/unit.h
tests_unit_test_player_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_player_LDADD = $(PLAYER) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_model_media_SOURCES = tests/unit/test_model_media.c tests/unit/unit.h
tests_unit_test_model_media_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_model_media_LDADD = $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_model_state_SOURCES = tests/unit/test_model_state.c tests/unit/unit.h
tests_unit_test_model_state_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_model_state_LDADD = $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_model_subscription_SOURCES = tests/unit/test_model_subscription.c \
	tests/unit/unit.h
tests_unit_test_model_subscription_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_model_subscription_LDADD = $(MODEL) $(BASE) $(CMOCKA_LIBS)
endif

# feed

if CMOCKA
check_PROGRAMS += \
	tests/unit/test_feed_convert \
	tests/unit/test_feed_date \
	tests/unit/test_feed_json_strict \
	tests/unit/test_feed_limits \
	tests/unit/test_feed_odd \
	tests/unit/test_feed_opml \
	tests/unit/test_feed_parse \
	tests/unit/test_feed_site \
	tests/unit/test_feed_text \
	tests/unit/test_feed_wild \
	tests/unit/test_feed_xml

tests_unit_test_feed_convert_SOURCES = tests/unit/test_feed_convert.c tests/unit/unit.h
tests_unit_test_feed_convert_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_feed_convert_LDADD = $(FEED) $(MODEL) $(BASE) $(CMOCKA_LIBS)

tests_unit_test_feed_json_strict_SOURCES = \
	tests/unit/test_feed_json_strict.c tests/unit/unit.h
tests_unit_test_feed_json_strict_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_feed_json_strict_LDADD = $(FEED) $(MODEL) $(BASE) $(CMOCKA_LIBS)

tests_unit_test_feed_date_SOURCES = tests/unit/test_feed_date.c tests/unit/unit.h
tests_unit_test_feed_date_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_feed_date_LDADD = $(FEED) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_feed_limits_SOURCES = tests/unit/test_feed_limits.c tests/unit/feed_text.h tests/unit/unit.h
tests_unit_test_feed_limits_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_feed_limits_LDADD = $(FEED) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_feed_odd_SOURCES = tests/unit/test_feed_odd.c tests/unit/feed_text.h tests/unit/unit.h
tests_unit_test_feed_odd_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_feed_odd_LDADD = $(FEED) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_feed_opml_SOURCES = tests/unit/test_feed_opml.c tests/unit/unit.h
tests_unit_test_feed_opml_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_feed_opml_LDADD = $(FEED) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_feed_parse_SOURCES = tests/unit/test_feed_parse.c tests/unit/feed_text.h tests/unit/unit.h
tests_unit_test_feed_parse_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_feed_parse_LDADD = $(FEED) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_feed_site_SOURCES = tests/unit/test_feed_site.c tests/unit/unit.h
tests_unit_test_feed_site_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_feed_site_LDADD = $(FEED) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_feed_text_SOURCES = tests/unit/test_feed_text.c tests/unit/browser_text.h tests/unit/unit.h
tests_unit_test_feed_text_CPPFLAGS = $(UNIT_CPPFLAGS) $(GUMBO_CFLAGS)
tests_unit_test_feed_text_LDADD = $(FEED) $(MODEL) $(BASE) $(GUMBO_LIBS) $(CMOCKA_LIBS)
tests_unit_test_feed_wild_SOURCES = tests/unit/test_feed_wild.c tests/unit/feed_text.h tests/unit/unit.h
tests_unit_test_feed_wild_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_feed_wild_LDADD = $(FEED) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_feed_xml_SOURCES = tests/unit/test_feed_xml.c tests/unit/unit.h
tests_unit_test_feed_xml_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_feed_xml_LDADD = $(FEED) $(MODEL) $(BASE) $(CMOCKA_LIBS)
endif

# image

if CMOCKA
check_PROGRAMS += tests/unit/test_image
tests_unit_test_image_SOURCES = tests/unit/test_image.c tests/unit/unit.h
tests_unit_test_image_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_image_LDADD = $(IMAGE) $(BASE) $(CMOCKA_LIBS)
endif

# render

if CMOCKA
check_PROGRAMS += \
	tests/unit/test_render_attack \
	tests/unit/test_render_changes \
	tests/unit/test_render_element \
	tests/unit/test_render_find \
	tests/unit/test_render_golden \
	tests/unit/test_render_html \
	tests/unit/test_render_kinds \
	tests/unit/test_render_link_list \
	tests/unit/test_render_markdown \
	tests/unit/test_render_otherwise \
	tests/unit/test_render_shared \
	tests/unit/test_render_layout \
	tests/unit/test_render_plain \
	tests/unit/test_render_rare \
	tests/unit/test_render_shown \
	tests/unit/test_render_style \
	tests/unit/test_render_tree

tests_unit_test_render_attack_SOURCES = tests/unit/test_render_attack.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_attack_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_attack_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_changes_SOURCES = tests/unit/test_render_changes.c tests/unit/unit.h
tests_unit_test_render_changes_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_changes_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_element_SOURCES = tests/unit/test_render_element.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_element_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_element_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_golden_SOURCES = tests/unit/test_render_golden.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_golden_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_golden_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_html_SOURCES = tests/unit/test_render_html.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_html_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_html_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_layout_SOURCES = tests/unit/test_render_layout.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_layout_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_layout_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_find_SOURCES = tests/unit/test_render_find.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_find_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_find_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_otherwise_SOURCES = tests/unit/test_render_otherwise.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_otherwise_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_otherwise_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_kinds_SOURCES = tests/unit/test_render_kinds.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_kinds_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_kinds_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_shared_SOURCES = tests/unit/test_render_shared.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_shared_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_shared_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_tree_SOURCES = tests/unit/test_render_tree.c tests/unit/unit.h
tests_unit_test_render_tree_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_tree_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_link_list_SOURCES = tests/unit/test_render_link_list.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_link_list_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_link_list_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_markdown_SOURCES = tests/unit/test_render_markdown.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_markdown_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_markdown_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_plain_SOURCES = tests/unit/test_render_plain.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_plain_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_plain_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_rare_SOURCES = tests/unit/test_render_rare.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_rare_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_rare_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_shown_SOURCES = tests/unit/test_render_shown.c tests/unit/browser_text.h tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_shown_CPPFLAGS = $(UNIT_CPPFLAGS) $(GUMBO_CFLAGS)
tests_unit_test_render_shown_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_render_style_SOURCES = tests/unit/test_render_style.c tests/unit/render_text.h tests/unit/unit.h
tests_unit_test_render_style_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_render_style_LDADD = $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
endif

# schedule

if CMOCKA
check_PROGRAMS += \
	tests/unit/test_schedule_allocation \
	tests/unit/test_schedule_budget \
	tests/unit/test_schedule_crawl \
	tests/unit/test_schedule_delay \
	tests/unit/test_schedule_due \
	tests/unit/test_schedule_effort \
	tests/unit/test_schedule_histogram \
	tests/unit/test_schedule_history \
	tests/unit/test_schedule_interest \
	tests/unit/test_schedule_outlook \
	tests/unit/test_schedule_overflow \
	tests/unit/test_schedule_why \
	tests/unit/test_schedule_predict \
	tests/unit/test_schedule_rank \
	tests/unit/test_schedule_strategies

tests_unit_test_schedule_allocation_SOURCES = tests/unit/test_schedule_allocation.c
tests_unit_test_schedule_allocation_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_schedule_allocation_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_budget_SOURCES = tests/unit/test_schedule_budget.c
tests_unit_test_schedule_budget_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_schedule_budget_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_crawl_SOURCES = tests/unit/test_schedule_crawl.c
tests_unit_test_schedule_crawl_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_schedule_crawl_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_delay_SOURCES = tests/unit/test_schedule_delay.c
tests_unit_test_schedule_delay_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_schedule_delay_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_due_SOURCES = tests/unit/test_schedule_due.c
tests_unit_test_schedule_due_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_schedule_due_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_effort_SOURCES = tests/unit/test_schedule_effort.c
tests_unit_test_schedule_effort_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_schedule_effort_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_histogram_SOURCES = tests/unit/test_schedule_histogram.c
tests_unit_test_schedule_histogram_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_schedule_histogram_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_history_SOURCES = tests/unit/test_schedule_history.c $(CROWD)
tests_unit_test_schedule_history_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_schedule_history_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_overflow_SOURCES = tests/unit/test_schedule_overflow.c tests/unit/unit.h
tests_unit_test_schedule_overflow_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_schedule_overflow_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_interest_SOURCES = tests/unit/test_schedule_interest.c
tests_unit_test_schedule_interest_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_schedule_interest_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_outlook_SOURCES = tests/unit/test_schedule_outlook.c
tests_unit_test_schedule_outlook_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_schedule_outlook_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_why_SOURCES = tests/unit/test_schedule_why.c
tests_unit_test_schedule_why_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_schedule_why_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_rank_SOURCES = tests/unit/test_schedule_rank.c
tests_unit_test_schedule_rank_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_schedule_rank_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_predict_SOURCES = tests/unit/test_schedule_predict.c
tests_unit_test_schedule_predict_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_schedule_predict_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_schedule_strategies_SOURCES = \
	tests/unit/test_schedule_strategies.c tests/unit/unit.h
tests_unit_test_schedule_strategies_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_schedule_strategies_LDADD = $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
endif

# simulate

if CMOCKA
SIMULATE_LDADD = $(SIMULATE) $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_simulate_replay tests/unit/test_simulate_run \
	tests/unit/test_simulate_steady

tests_unit_test_simulate_replay_SOURCES = \
	tests/unit/test_simulate_replay.c tests/unit/unit.h
tests_unit_test_simulate_replay_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_simulate_replay_LDADD = $(SIMULATE_LDADD)
tests_unit_test_simulate_steady_SOURCES = \
	tests/unit/test_simulate_steady.c tests/unit/unit.h
tests_unit_test_simulate_steady_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_simulate_steady_LDADD = $(SIMULATE_LDADD)
tests_unit_test_simulate_run_SOURCES = \
	tests/unit/test_simulate_run.c tests/unit/unit.h
tests_unit_test_simulate_run_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_simulate_run_LDADD = $(SIMULATE_LDADD)
endif

# remote

EXTRA_DIST += tests/remote/recorded
if CMOCKA
check_PROGRAMS += \
	tests/unit/test_remote_feedbin \
	tests/unit/test_remote_fever \
	tests/unit/test_remote_greader \
	tests/unit/test_remote_miniflux \
	tests/unit/test_remote_newsblur \
	tests/unit/test_remote_gpodder \
	tests/unit/test_remote_nextcloud \
	tests/unit/test_remote_recorded \
	tests/unit/test_remote_ttrss

RECORDED = tests/unit/recorded.c tests/unit/recorded.h tests/unit/unit.h
REMOTE_CPPFLAGS = $(UNIT_CPPFLAGS) -I$(top_srcdir)/tests/unit $(JANSSON_CFLAGS)
REMOTE_LDADD = $(REMOTE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_remote_greader_SOURCES = tests/unit/test_remote_greader.c $(RECORDED)
tests_unit_test_remote_greader_CPPFLAGS = $(REMOTE_CPPFLAGS)
tests_unit_test_remote_greader_LDADD = $(REMOTE_LDADD)
REMOTE_ROWS = tests/unit/remote_rows.c tests/unit/remote_rows.h tests/unit/mutate.c \
	tests/unit/mutate.h $(RECORDED)
tests_unit_test_remote_feedbin_SOURCES = tests/unit/test_remote_feedbin.c $(REMOTE_ROWS)
tests_unit_test_remote_feedbin_CPPFLAGS = $(REMOTE_CPPFLAGS)
tests_unit_test_remote_feedbin_LDADD = $(REMOTE_LDADD)
tests_unit_test_remote_recorded_SOURCES = tests/unit/test_remote_recorded.c $(REMOTE_ROWS)
tests_unit_test_remote_recorded_CPPFLAGS = $(REMOTE_CPPFLAGS)
tests_unit_test_remote_recorded_LDADD = $(REMOTE_LDADD)
tests_unit_test_remote_newsblur_SOURCES = tests/unit/test_remote_newsblur.c $(REMOTE_ROWS)
tests_unit_test_remote_newsblur_CPPFLAGS = $(REMOTE_CPPFLAGS)
tests_unit_test_remote_newsblur_LDADD = $(REMOTE_LDADD)
tests_unit_test_remote_fever_SOURCES = tests/unit/test_remote_fever.c $(REMOTE_ROWS)
tests_unit_test_remote_fever_CPPFLAGS = $(REMOTE_CPPFLAGS)
tests_unit_test_remote_fever_LDADD = $(REMOTE_LDADD)
tests_unit_test_remote_miniflux_SOURCES = tests/unit/test_remote_miniflux.c $(REMOTE_ROWS)
tests_unit_test_remote_miniflux_CPPFLAGS = $(REMOTE_CPPFLAGS)
tests_unit_test_remote_miniflux_LDADD = $(REMOTE_LDADD)
tests_unit_test_remote_gpodder_SOURCES = tests/unit/test_remote_gpodder.c $(REMOTE_ROWS)
tests_unit_test_remote_gpodder_CPPFLAGS = $(REMOTE_CPPFLAGS)
tests_unit_test_remote_gpodder_LDADD = $(REMOTE_LDADD)
tests_unit_test_remote_nextcloud_SOURCES = tests/unit/test_remote_nextcloud.c $(REMOTE_ROWS)
tests_unit_test_remote_nextcloud_CPPFLAGS = $(REMOTE_CPPFLAGS)
tests_unit_test_remote_nextcloud_LDADD = $(REMOTE_LDADD)
tests_unit_test_remote_ttrss_SOURCES = tests/unit/test_remote_ttrss.c $(REMOTE_ROWS)
tests_unit_test_remote_ttrss_CPPFLAGS = $(REMOTE_CPPFLAGS)
tests_unit_test_remote_ttrss_LDADD = $(REMOTE_LDADD)
endif

# query

if CMOCKA
check_PROGRAMS += \
	tests/unit/test_query_parse \
	tests/unit/test_query_property \
	tests/unit/test_select

tests_unit_test_select_SOURCES = tests/unit/test_select.c tests/unit/unit.h
tests_unit_test_select_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_select_LDADD = $(SELECT) $(FEED) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_query_parse_SOURCES = tests/unit/test_query_parse.c tests/unit/unit.h
tests_unit_test_query_parse_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_query_parse_LDADD = $(QUERY) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_query_property_SOURCES = tests/unit/test_query_property.c tests/unit/unit.h
tests_unit_test_query_property_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_query_property_LDADD = $(QUERY) $(MODEL) $(BASE) $(CMOCKA_LIBS)
endif

# store

if CMOCKA
STORE_HELPER = tests/unit/store_helper.c tests/unit/store_helper.h tests/unit/unit.h
STORE_LDADD = $(STORE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
check_PROGRAMS += \
	tests/unit/test_store_readdress \
	tests/unit/test_store_copy \
	tests/unit/test_store_gc \
	tests/unit/test_store_acted \
	tests/unit/test_store_hidden \
	tests/unit/test_store_index \
	tests/unit/test_store_index_build \
	tests/unit/test_store_journal \
	tests/unit/test_store_media \
	tests/unit/test_store_merge \
	tests/unit/test_store_near \
	tests/unit/test_store_open \
	tests/unit/test_store_poll \
	tests/unit/test_store_page \
	tests/unit/test_store_read \
	tests/unit/test_store_dense \
	tests/unit/test_store_record \
	tests/unit/test_store_sync \
	tests/unit/test_store_remote \
	tests/unit/test_store_tables \
	tests/unit/test_store_walk \
	tests/unit/test_store_write

tests_unit_test_store_readdress_SOURCES = tests/unit/test_store_readdress.c $(STORE_HELPER)
tests_unit_test_store_readdress_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_readdress_LDADD = $(STORE_LDADD)
tests_unit_test_store_copy_SOURCES = tests/unit/test_store_copy.c $(STORE_HELPER)
tests_unit_test_store_copy_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_copy_LDADD = $(STORE_LDADD)
tests_unit_test_store_gc_SOURCES = tests/unit/test_store_gc.c $(STORE_HELPER)
tests_unit_test_store_gc_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_gc_LDADD = $(STORE_LDADD)
tests_unit_test_store_acted_SOURCES = tests/unit/test_store_acted.c $(STORE_HELPER)
tests_unit_test_store_acted_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_acted_LDADD = $(STORE_LDADD)
tests_unit_test_store_hidden_SOURCES = tests/unit/test_store_hidden.c $(STORE_HELPER)
tests_unit_test_store_hidden_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_hidden_LDADD = $(STORE_LDADD)
tests_unit_test_store_index_SOURCES = tests/unit/test_store_index.c $(STORE_HELPER)
tests_unit_test_store_index_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_index_LDADD = $(STORE_LDADD)
tests_unit_test_store_index_build_SOURCES = \
	tests/unit/test_store_index_build.c $(STORE_HELPER)
tests_unit_test_store_index_build_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_index_build_LDADD = $(STORE_LDADD)
tests_unit_test_store_merge_SOURCES = tests/unit/test_store_merge.c $(STORE_HELPER)
tests_unit_test_store_merge_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_merge_LDADD = $(STORE_LDADD)
tests_unit_test_store_media_SOURCES = tests/unit/test_store_media.c $(STORE_HELPER)
tests_unit_test_store_media_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_media_LDADD = $(STORE_LDADD)
tests_unit_test_store_journal_SOURCES = tests/unit/test_store_journal.c $(STORE_HELPER)
tests_unit_test_store_journal_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_journal_LDADD = $(STORE_LDADD)
tests_unit_test_store_open_SOURCES = tests/unit/test_store_open.c $(STORE_HELPER)
tests_unit_test_store_open_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_open_LDADD = $(STORE_LDADD)
tests_unit_test_store_dense_SOURCES = tests/unit/test_store_dense.c tests/unit/unit.h
tests_unit_test_store_dense_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_dense_LDADD = $(STORE_LDADD)
tests_unit_test_store_record_SOURCES = tests/unit/test_store_record.c tests/unit/unit.h
tests_unit_test_store_record_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_record_LDADD = $(STORE_LDADD)
tests_unit_test_store_near_SOURCES = tests/unit/test_store_near.c $(STORE_HELPER)
tests_unit_test_store_near_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_near_LDADD = $(STORE_LDADD)
tests_unit_test_store_page_SOURCES = tests/unit/test_store_page.c $(STORE_HELPER)
tests_unit_test_store_page_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_page_LDADD = $(STORE_LDADD)
tests_unit_test_store_read_SOURCES = tests/unit/test_store_read.c $(STORE_HELPER)
tests_unit_test_store_read_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_read_LDADD = $(STORE_LDADD)
tests_unit_test_store_sync_SOURCES = tests/unit/test_store_sync.c $(STORE_HELPER)
tests_unit_test_store_sync_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_sync_LDADD = $(STORE_LDADD)
tests_unit_test_store_remote_SOURCES = tests/unit/test_store_remote.c $(STORE_HELPER)
tests_unit_test_store_remote_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_remote_LDADD = $(STORE_LDADD)
tests_unit_test_store_tables_SOURCES = tests/unit/test_store_tables.c \
	tests/unit/store_transcript.c tests/unit/store_transcript.h $(STORE_HELPER)
tests_unit_test_store_tables_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_tables_LDADD = $(STORE_LDADD)
tests_unit_test_store_walk_SOURCES = tests/unit/test_store_walk.c $(STORE_HELPER)
tests_unit_test_store_walk_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_walk_LDADD = $(STORE_LDADD)
tests_unit_test_store_write_SOURCES = tests/unit/test_store_write.c $(STORE_HELPER)
tests_unit_test_store_write_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_write_LDADD = $(STORE_LDADD)
tests_unit_test_store_poll_SOURCES = tests/unit/test_store_poll.c $(STORE_HELPER)
tests_unit_test_store_poll_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_poll_LDADD = $(STORE_LDADD)
endif

# fetch

if CMOCKA
check_PROGRAMS += \
	tests/unit/test_fetch_address \
	tests/unit/test_fetch_fetch \
	tests/unit/test_fetch_headers \
	tests/unit/test_fetch_own \
	tests/unit/test_fetch_part \
	tests/unit/test_fetch_private \
	tests/unit/test_fetch_queue \
	tests/unit/test_fetch_result

tests_unit_test_fetch_address_SOURCES = tests/unit/test_fetch_address.c
tests_unit_test_fetch_address_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_fetch_address_LDADD = $(FETCH) $(BASE) $(CMOCKA_LIBS)

FETCH_HELPER = tests/unit/fetch_helper.c tests/unit/fetch_helper.h
tests_unit_test_fetch_fetch_SOURCES = tests/unit/test_fetch_fetch.c $(FETCH_HELPER)
tests_unit_test_fetch_fetch_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_fetch_fetch_LDADD = $(FETCH) $(HTTP_SERVER) $(BASE) $(CMOCKA_LIBS)

if OPENSSL
check_PROGRAMS += tests/unit/test_fetch_tls
tests_unit_test_fetch_tls_SOURCES = tests/unit/test_fetch_tls.c $(FETCH_HELPER)
tests_unit_test_fetch_tls_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_fetch_tls_LDADD = $(FETCH) $(HTTP_SERVER) $(BASE) $(CMOCKA_LIBS)
endif

tests_unit_test_fetch_result_SOURCES = tests/unit/test_fetch_result.c
tests_unit_test_fetch_result_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(LIBDEFLATE_CFLAGS)
tests_unit_test_fetch_result_LDADD = $(FETCH) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_fetch_headers_SOURCES = tests/unit/test_fetch_headers.c
tests_unit_test_fetch_headers_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_fetch_headers_LDADD = $(FETCH) $(BASE) $(CMOCKA_LIBS)

tests_unit_test_fetch_own_SOURCES = tests/unit/test_fetch_own.c $(FETCH_HELPER)
tests_unit_test_fetch_own_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_fetch_own_LDADD = $(FETCH) $(HTTP_SERVER) $(BASE) $(CMOCKA_LIBS)

tests_unit_test_fetch_part_SOURCES = tests/unit/test_fetch_part.c \
	tests/store/fault.c tests/store/fault.h
tests_unit_test_fetch_part_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_fetch_part_LDADD = $(FETCH) $(BASE) $(CMOCKA_LIBS)

tests_unit_test_fetch_private_SOURCES = tests/unit/test_fetch_private.c
tests_unit_test_fetch_private_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_fetch_private_LDADD = $(FETCH) $(BASE) $(CMOCKA_LIBS)

tests_unit_test_fetch_queue_SOURCES = tests/unit/test_fetch_queue.c
tests_unit_test_fetch_queue_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_fetch_queue_LDADD = $(FETCH) $(BASE) $(CMOCKA_LIBS)
endif

# engine

if CMOCKA
check_PROGRAMS += \
	tests/unit/test_engine_folders \
	tests/unit/test_engine_learn \
	tests/unit/test_engine_poll \
	tests/unit/test_engine_trace

tests_unit_test_engine_folders_SOURCES = tests/unit/test_engine_folders.c tests/unit/unit.h
tests_unit_test_engine_folders_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_engine_folders_LDADD = $(ENGINE) $(REMOTE) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_engine_learn_SOURCES = tests/unit/test_engine_learn.c
tests_unit_test_engine_learn_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_engine_learn_LDADD = \
	$(ENGINE) $(STORE) $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_engine_trace_SOURCES = tests/unit/test_engine_trace.c tests/unit/unit.h
tests_unit_test_engine_trace_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_engine_trace_LDADD = \
	$(ENGINE) $(FETCH) $(FEED) $(SCHEDULE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_engine_poll_SOURCES = tests/unit/test_engine_poll.c
tests_unit_test_engine_poll_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_engine_poll_LDADD = \
	$(ENGINE) $(FETCH) $(FEED) $(MODEL) $(BASE) $(CMOCKA_LIBS)
endif

# engine's searches and pauses, on a real store

if CMOCKA
check_PROGRAMS += tests/unit/test_engine_claim tests/unit/test_engine_find \
	tests/unit/test_engine_pause tests/unit/test_store_tally

tests_unit_test_engine_claim_SOURCES = tests/unit/test_engine_claim.c $(STORE_HELPER)
tests_unit_test_engine_claim_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_engine_claim_LDADD = \
	$(ENGINE) $(FETCH) $(FEED) $(SCHEDULE) $(CONF) $(STORE_LDADD)
tests_unit_test_engine_find_SOURCES = tests/unit/test_engine_find.c $(STORE_HELPER)
tests_unit_test_engine_find_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_engine_find_LDADD = $(ENGINE) $(QUERY) $(STORE_LDADD)
tests_unit_test_store_tally_SOURCES = tests/unit/test_store_tally.c $(STORE_HELPER)
tests_unit_test_store_tally_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_store_tally_LDADD = $(ENGINE) $(QUERY) $(STORE_LDADD)
tests_unit_test_engine_pause_SOURCES = tests/unit/test_engine_pause.c $(STORE_HELPER)
tests_unit_test_engine_pause_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_engine_pause_LDADD = \
	$(ENGINE) $(FETCH) $(FEED) $(SCHEDULE) $(CONF) $(STORE_LDADD)
endif

# ui

#
# The views run on a real store, an engine that only notes what it is asked, and no
# terminal.

if CMOCKA
UI_HELPER = tests/unit/ui_helper.c tests/unit/ui_helper.h $(STORE_HELPER)
UI_TABLE = tests/unit/ui_table.c tests/unit/ui_table.h
check_PROGRAMS += \
	tests/unit/test_output_command \
	tests/unit/test_output_document \
	tests/unit/test_output_template
tests_unit_test_output_command_SOURCES = tests/unit/test_output_command.c tests/unit/unit.h
tests_unit_test_output_command_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_output_command_LDADD = $(OUTPUT) $(CONF) $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_output_document_SOURCES = tests/unit/test_output_document.c tests/unit/unit.h
tests_unit_test_output_document_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_output_document_LDADD = $(OUTPUT) $(RENDER) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_output_template_SOURCES = tests/unit/test_output_template.c tests/unit/unit.h
tests_unit_test_output_template_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_output_template_LDADD = $(OUTPUT) $(MODEL) $(BASE) $(CMOCKA_LIBS)
UI_LDADD = \
	$(UI) $(OUTPUT) $(RENDER) $(QUERY) $(SCHEDULE) $(CONF) $(STORE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
check_PROGRAMS += \
	tests/unit/test_ui_article \
	tests/unit/test_ui_command \
	tests/unit/test_ui_languages \
	tests/unit/test_ui_layout \
	tests/unit/test_ui_list \
	tests/unit/test_ui_media \
	tests/unit/test_ui_panes \
	tests/unit/test_ui_pending \
	tests/unit/test_ui_prompt \
	tests/unit/test_ui_row \
	tests/unit/test_ui_seek \
	tests/unit/test_ui_session \
	tests/unit/test_ui_sort \
	tests/unit/test_ui_theme \
	tests/unit/test_ui_views

tests_unit_test_ui_command_SOURCES = tests/unit/test_ui_command.c $(UI_HELPER)
tests_unit_test_ui_command_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_command_LDADD = $(UI_LDADD)
tests_unit_test_ui_languages_SOURCES = tests/unit/test_ui_languages.c $(UI_HELPER)
tests_unit_test_ui_languages_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_languages_LDADD = $(UI_LDADD)
tests_unit_test_ui_layout_SOURCES = tests/unit/test_ui_layout.c $(UI_HELPER)
tests_unit_test_ui_layout_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_layout_LDADD = $(UI_LDADD)
tests_unit_test_ui_list_SOURCES = tests/unit/test_ui_list.c tests/unit/unit.h
tests_unit_test_ui_list_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_list_LDADD = $(UI_DRAW) $(CONF) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_ui_article_SOURCES = tests/unit/test_ui_article.c $(UI_HELPER)
tests_unit_test_ui_article_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_article_LDADD = $(UI_LDADD)
tests_unit_test_ui_media_SOURCES = tests/unit/test_ui_media.c $(UI_HELPER)
tests_unit_test_ui_media_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_media_LDADD = $(UI_LDADD)
tests_unit_test_ui_panes_SOURCES = tests/unit/test_ui_panes.c $(UI_HELPER)
tests_unit_test_ui_panes_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_panes_LDADD = $(UI_LDADD)
tests_unit_test_ui_pending_SOURCES = tests/unit/test_ui_pending.c $(STORE_HELPER)
tests_unit_test_ui_pending_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_pending_LDADD = $(UI_CORE) $(CONF) $(STORE) $(MODEL) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_ui_prompt_SOURCES = tests/unit/test_ui_prompt.c tests/unit/unit.h
tests_unit_test_ui_prompt_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_prompt_LDADD = $(UI_DRAW) $(CONF) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_ui_row_SOURCES = tests/unit/test_ui_row.c tests/unit/unit.h
tests_unit_test_ui_row_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_row_LDADD = $(UI_DRAW) $(CONF) $(BASE) $(CMOCKA_LIBS)
tests_unit_test_ui_seek_SOURCES = \
	tests/unit/test_ui_seek.c tests/unit/ui_long.h $(UI_HELPER)
tests_unit_test_ui_seek_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_seek_LDADD = $(UI_LDADD)
tests_unit_test_ui_session_SOURCES = tests/unit/test_ui_session.c $(UI_HELPER)
tests_unit_test_ui_session_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_session_LDADD = $(UI_LDADD)
tests_unit_test_ui_theme_SOURCES = tests/unit/test_ui_theme.c tests/unit/unit.h
tests_unit_test_ui_theme_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_theme_LDADD = $(UI_DRAW) $(CONF) $(BASE) $(CMOCKA_LIBS) -lm
tests_unit_test_ui_sort_SOURCES = \
	tests/unit/test_ui_sort.c tests/unit/ui_long.h $(UI_HELPER)
tests_unit_test_ui_sort_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_sort_LDADD = $(UI_LDADD)
tests_unit_test_ui_views_SOURCES = tests/unit/test_ui_views.c $(UI_HELPER)
tests_unit_test_ui_views_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_ui_views_LDADD = $(UI_LDADD)

if COUNTS
check_LIBRARIES += tests/unit/libcounted.a
tests_unit_libcounted_a_SOURCES = $(src_ui_draw_libdraw_a_SOURCES) \
	$(src_ui_terminal_libterminal_a_SOURCES) \
	$(src_ui_core_libcore_a_SOURCES) \
	$(src_ui_catalog_libcatalog_a_SOURCES) \
	$(src_ui_command_libcommand_a_SOURCES) \
	$(src_ui_page_libpage_a_SOURCES) \
	$(src_ui_items_libitems_a_SOURCES) \
	$(src_ui_feeds_libfeeds_a_SOURCES) \
	$(src_ui_outside_liboutside_a_SOURCES) \
	$(src_ui_article_libarticle_a_SOURCES) \
	$(src_ui_keys_libkeys_a_SOURCES) \
	$(src_ui_act_libact_a_SOURCES) \
	$(src_ui_media_libmedia_a_SOURCES) \
	$(src_ui_libui_a_SOURCES)
tests_unit_libcounted_a_CFLAGS = \
	$(AM_CFLAGS) $(CURSES_CFLAGS) -fsanitize-coverage=trace-pc
check_PROGRAMS += tests/unit/test_ui_work
tests_unit_test_ui_work_SOURCES = \
	tests/unit/test_ui_work.c tests/unit/ui_long.h $(UI_TABLE) $(UI_HELPER)
tests_unit_test_ui_work_CPPFLAGS = $(UNIT_CPPFLAGS)
# The store's reads and what is freed count as well.
tests_unit_test_ui_work_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=mdb_get -Wl,--wrap=mdb_cursor_get -Wl,--wrap=free -Wl,--wrap=memmove \
	-Wl,--wrap=time_mono_ms -Wl,--wrap=spawn_program -Wl,--wrap=spawn_reap
tests_unit_test_ui_work_LDADD = tests/unit/libcounted.a $(UI_LDADD)
endif
endif

# cli

if CMOCKA
check_PROGRAMS += tests/unit/test_cli_progress

tests_unit_test_cli_progress_SOURCES = tests/unit/test_cli_progress.c tests/unit/unit.h
tests_unit_test_cli_progress_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_cli_progress_LDADD = $(CLI_CORE) $(BASE) $(CMOCKA_LIBS)
endif
EXTRA_DIST += tests/unit/golden/fragments.html tests/unit/golden/lines-40 \
	tests/unit/golden/lines-80 tests/unit/golden/lines-120
