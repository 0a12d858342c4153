#include "config.h"

#include "output/shown_address.h"

#include "base/url.h"
#include "render/link_list.h"

char *
output_address(struct arena *arena, const char *url)
{
	return render_link_show(arena, url_mask(arena, url));
}
