#include "config.h"

#include "model/item.h"

const struct text *
item_body(const struct item *item)
{
	return item->content.text ? &item->content : &item->summary;
}
