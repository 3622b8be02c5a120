/* SPDX-License-Identifier: MIT */
#include "export/json_text.h"

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
