#include "config.h"

#include "render/embed.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/url.h"
#include "render/node.h"

#define DIGITS "0123456789"
#define YOUTUBE_ID 11 /* characters, of these: */
#define ID_CHARS DIGITS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-"

/* Players by the address that pages embed. What follows it there, or the value of a
 * parameter, is appended to the address for people. Without such an address, the embedded
 * one is used. */
static const struct player {
	const char *kind, *embed, *address;
	const char *start; /* the parameter that says where to start */
	const char *value; /* the parameter whose value is meant */
} players[] = {
	{N_("video"), "youtube.com/embed/videoseries?list=",
		"https://www.youtube.com/playlist?list=", NULL},
	{N_("video"), "youtube.com/embed/?list=",
		"https://www.youtube.com/playlist?list=", NULL},
	{N_("video"), "youtube.com/embed/", "https://www.youtube.com/watch?v=", "start"},
	{N_("video"), "youtube-nocookie.com/embed/",
		"https://www.youtube.com/watch?v=", "start"},
	{N_("video"), "youtube.com/v/", "https://www.youtube.com/watch?v=", "start"},
	{N_("video"), "youtube.com/shorts/", "https://www.youtube.com/watch?v=", NULL},
	{N_("video"), "youtu.be/", "https://www.youtube.com/watch?v=", "t"},
	{N_("video"), "player.vimeo.com/video/", "https://vimeo.com/", NULL},
	{N_("video"), "dailymotion.com/embed/video/",
		"https://www.dailymotion.com/video/", NULL},
	{N_("video"), "player.twitch.tv/?channel=", "https://www.twitch.tv/", NULL},
	{N_("video"), "player.twitch.tv/?video=", "https://www.twitch.tv/videos/", NULL},
	{N_("video"), "player.twitch.tv/", NULL, NULL},
	{N_("video"), "odysee.com/$/embed/", "https://odysee.com/", NULL},
	{N_("video"), "embed.ted.com/", "https://www.ted.com/", NULL},
	{N_("video"), "/videos/embed/", NULL, NULL},
	{N_("video"), "ted.com/talks/", NULL, NULL},
	{N_("video"), "videopress.com/", NULL, NULL},
	{N_("video"), "wistia.", NULL, NULL},
	{N_("video"), "facebook.com/plugins/video", "", NULL, "href"},
	{N_("page"), "facebook.com/plugins/", "", NULL, "href"},
	{N_("page"), "platform.twitter.com/embed/", "https://twitter.com/i/status/", NULL,
		"id"},
	{N_("page"), "instagram.com/p/", "https://www.instagram.com/p/", NULL},
	{N_("page"), "docs.google.com/", NULL, NULL},
	{N_("video"), "tiktok.com/embed", NULL, NULL},
	{N_("video"), "rumble.com/embed/", NULL, NULL},
	{N_("video"), "vk.com/video_ext", NULL, NULL},
	{N_("video"), "youtube.com/watch", NULL, NULL},
	{N_("video"), "youtube.com/live/", "https://www.youtube.com/watch?v=", NULL},
	{N_("video"), "clips.twitch.tv/embed", "https://clips.twitch.tv/", NULL, "clip"},
	{N_("video"), "bilibili.com/player", "https://www.bilibili.com/video/", NULL,
		"bvid"},
	{N_("video"), "rutube.ru/play/embed/", "https://rutube.ru/video/", NULL},
	{N_("video"), "players.brightcove.net/", NULL, NULL},
	{N_("video"), "cdn.jwplayer.com/", NULL, NULL},
	{N_("video"), "arte.tv/embeds/", NULL, NULL},
	{N_("video"), "bitchute.com/embed/", "https://www.bitchute.com/video/", NULL},
	{N_("video"), "media.ccc.de/v/", NULL, NULL},
	{N_("video"), "streamable.com/e/", "https://streamable.com/", NULL},
	{N_("video"), "archive.org/embed/", "https://archive.org/details/", NULL},
	{N_("video"), "loom.com/embed/", "https://www.loom.com/share/", NULL},
	{N_("audio"), "open.spotify.com/embed/", "https://open.spotify.com/", NULL},
	{N_("audio"), "w.soundcloud.com/player", "", NULL, "url"},
	{N_("audio"), "bandcamp.com/EmbeddedPlayer", NULL, NULL},
	{N_("audio"), "embed.podcasts.apple.com/", "https://podcasts.apple.com/", "i"},
	{N_("audio"), "open.spotify.com/embed-podcast/", "https://open.spotify.com/",
		NULL},
	{N_("audio"), "podcasters.spotify.com/", NULL, NULL},
	{N_("audio"), "embed.music.apple.com/", "https://music.apple.com/", "i"},
	{N_("audio"), "embed.tidal.com/", NULL, NULL},
	{N_("audio"), "audiomack.com/embed/", "https://audiomack.com/", NULL},
	{N_("audio"), "podigee.", NULL, NULL},
	{N_("audio"), "share.transistor.fm/", NULL, NULL},
	{N_("audio"), "player.blubrry.com/", NULL, NULL},
	{N_("audio"), "ivoox.com/player", NULL, NULL},
	{N_("audio"), "player.fireside.fm/", NULL, NULL},
	{N_("audio"), "iheart.com/", NULL, NULL},
	{N_("audio"), "embed.radiopublic.com/", NULL, NULL},
	{N_("audio"), "player.simplecast.com/", NULL, NULL},
	{N_("audio"), "libsyn.com/embed/", NULL, NULL},
	{N_("audio"), "buzzsprout.com/", NULL, NULL},
	{N_("audio"), "player.captivate.fm/", NULL, NULL},
	{N_("audio"), "anchor.fm/", NULL, NULL},
	{N_("audio"), "podbean.com/", NULL, NULL},
	{N_("audio"), "playlist.megaphone.fm", NULL, NULL},
	{N_("audio"), "player.megaphone.fm", NULL, NULL},
	{N_("audio"), "omny.fm/", NULL, NULL},
	{N_("audio"), "embed.acast.com/", NULL, NULL},
	{N_("audio"), "widget.spreaker.com/", NULL, NULL},
	{N_("audio"), "widget.deezer.com/", NULL, NULL},
	{N_("audio"), "mixcloud.com/widget/", NULL, NULL},
};

/* The value of a parameter in a query, or an empty span. */
static struct span
parameter(struct span query, const char *name)
{
	struct span part, key;
	while (name && span_split(&query, '&', &part))
		if (span_split(&part, '=', &key) && span_eq(key, name))
			return part;
	return (struct span){NULL, 0};
}

/* The address in a parameter. That of an API is of no use to people. */
static const char *
player_value(struct flow *flow, const struct player *player, const char *url,
	struct span query)
{
	struct buf plain = BUF_INIT(0);
	url_decode(&plain, parameter(query, player->value));
	bool good = plain.len && !strstr(buf_str(&plain), "://api.") &&
		    (*player->address || strncmp(buf_str(&plain), "http", 4) == 0);
	const char *address = good ? arena_printf(&flow->doc->arena, "%s%s",
					     player->address, buf_str(&plain))
				   : url;
	buf_done(&plain);
	return address;
}

const char *
render_embed_unwrap(struct flow *flow, const char *url)
{
	static const struct player embedly = {.address = "", .value = "url"};
	bool other = url && str_ifind(url, strlen(url), "embedly.com/widgets/");
	return other ? player_value(flow, &embedly, url, url_split(span_of(url)).query)
		     : url;
}

static const struct player *
player_of(const char *url)
{
	for (size_t i = 0; url && i < COUNT_OF(players); i++)
		if (str_ifind(url, strlen(url), players[i].embed))
			return &players[i];
	return NULL;
}

const char *
render_embed_kind(const char *url)
{
	const struct player *player = player_of(url);
	return player ? player->kind : NULL;
}

const char *
render_embed_address(struct flow *flow, const char *url)
{
	const struct player *player = player_of(url);
	if (!player || !player->address)
		return url;
	const char *at = str_ifind(url, strlen(url), player->embed);
	struct url parts = url_split(span_of(url));
	if (player->value)
		return player_value(flow, player, url, parts.query);
	at += strlen(player->embed);
	size_t n = strcspn(at, "?#&");
	if (n > 6 && strncmp(at + n - 6, "/embed", 6) == 0)
		n -= 6;
	else if (n > 7 && strncmp(at + n - 7, "/embed/", 7) == 0)
		n -= 7;
	struct span start = parameter(parts.query, player->start);
	/* A playlist cannot be opened by its first video. */
	if (n == 0 || (player->start && *player->start != 'i' && n > 20))
		return url;
	while (n > 0 && at[n - 1] == '/')
		n--;
	/* Apple's episodes have a number instead of a time. */
	const char *as = start.n == 0 ? "" : str_eq(player->start, "i") ? "?i=" : "&t=";
	return arena_printf(&flow->doc->arena, "%s%.*s%s%.*s", player->address, (int)n,
		at, as, (int)start.n, start.n ? start.p : "");
}

/* Vimeo's have only digits, those of YouTube 11 characters. */
const char *
render_embed_id(const GumboNode *node)
{
	static const char *const names[] = {
		"videoid", "data-videoid", "video-id", "data-video-id", "data-id"};
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *id = render_node_attribute(node, names[i]);
		size_t n = id ? strlen(id) : 0, digits = id ? strspn(id, DIGITS) : 0;
		if (n && (n == digits || (n == YOUTUBE_ID && strspn(id, ID_CHARS) == n)))
			return id;
	}
	return NULL;
}

const char *
render_embed_source(struct flow *flow, const GumboNode *node)
{
	const char *id = render_embed_id(node);
	if (!id)
		return NULL;
	bool vimeo = id[strspn(id, DIGITS)] == '\0';
	return arena_printf(&flow->doc->arena, "https://%s%s",
		vimeo ? "player.vimeo.com/video/" : "www.youtube.com/embed/", id);
}
