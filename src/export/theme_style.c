/* SPDX-License-Identifier: MIT */
#include "export/theme_style.h"

static void add_variables(const char *name, Theme theme, Text *text)
{
    text_add(text, ".%s { ", name);
    for (int color = 0; color < COLOR_NONE; ++color)
        text_add(text, "--%c: #%06x; ", 'a' + color,
                 theme_color(theme, (Color)color));
    text_add(text, "}");
}

void theme_style(Text *text)
{
    add_variables("light", THEME_LIGHT, text);
    text_add(text, "\n");
    add_variables("dark", THEME_DARK, text);
    text_add(text, "\n@media (prefers-color-scheme: dark) { ");
    add_variables("auto", THEME_DARK, text);
    text_add(text, " }\n");
}

void theme_style_classes(Theme theme, bool system, Text *text)
{
    text_add(text, "%s%s", theme == THEME_DARK ? "dark" : "light",
             system ? " auto" : "");
}
