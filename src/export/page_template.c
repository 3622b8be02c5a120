/* SPDX-License-Identifier: MIT */
#include "export/page_template.h"

#include "util/resources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

void page_fill(const char *path, PagePart parts[], size_t count, Text *page)
{
    const char *at = resource_find(path, NULL), *sign;

    BASE_CHECK(at);
    while ((sign = strstr(at, "@@"))) {
        size_t length = strcspn(sign + 2, "@"), i = 0;
        text_add_bytes(page, at, (size_t)(sign - at));
        while (i < count && (strlen(parts[i].name) != length ||
                             memcmp(parts[i].name, sign + 2, length) != 0))
            ++i;
        BASE_CHECK(i < count);
        if (parts[i].text.length)
            text_add_bytes(page, parts[i].text.text, parts[i].text.length);
        at = sign + 2 + length + 2;
    }
    text_add(page, "%s", at);
    for (size_t i = 0; i < count; ++i)
        text_free(&parts[i].text);
}

static void add_base64(const unsigned char *bytes, size_t length, Text *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrs"
                                 "tuvwxyz0123456789+/";

    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        unsigned word = (unsigned)bytes[i] << 16 |
                        (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? bytes[i + 2] : 0);
        char four[4] = {digits[word >> 18], digits[word >> 12 & 63],
                        left > 1 ? digits[word >> 6 & 63] : '=',
                        left > 2 ? digits[word & 63] : '='};
        text_add_bytes(text, four, sizeof four);
    }
}

void page_pack(const Text *json, Text *page)
{
    uLongf room = compressBound((uLong)json->length);
    unsigned char *packed = base_alloc(room, 1);

    BASE_CHECK(compress2(packed, &room, (const unsigned char *)json->text,
                         (uLong)json->length, Z_BEST_COMPRESSION) == Z_OK);
    add_base64(packed, room, page);
    free(packed);
}

void json_text_number(Text *json, double value)
{
    long long thousandths = llround(value * 1000);
    long long size = llabs(thousandths);

    text_add(json, "%s%lld", thousandths < 0 ? "-" : "", size / 1000);
    if (size % 1000)
        text_add(json, ".%03lld", size % 1000);
}

void json_text_string(Text *json, const char *value)
{
    text_add(json, "\"");
    for (const char *c = value; *c; ++c) {
        if (*c == '"' || *c == '\\')
            text_add(json, "\\%c", *c);
        else if ((unsigned char)*c < ' ' || *c == '<')
            text_add(json, "\\u%04x", (unsigned)*c);
        else
            text_add_bytes(json, c, 1);
    }
    text_add(json, "\"");
}

void json_text_member(Text *json, const char *name, const char *value)
{
    json_text_string(json, name);
    text_add(json, ":");
    json_text_string(json, value);
}

void json_text_list(Text *json, const char *name, const char *const values[],
                    int count)
{
    json_text_string(json, name);
    text_add(json, ":[");
    for (int i = 0; i < count; ++i) {
        text_add(json, i ? "," : "");
        json_text_string(json, values[i]);
    }
    text_add(json, "]");
}
