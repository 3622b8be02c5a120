/* SPDX-License-Identifier: MIT
 *
 * theme_style - the colours of the themes as variables of CSS, for pages.
 *
 *     .light { --a: #fcfbf8; --b: #ffffff; ... }    a is the first Color
 *     .dark { ... }
 *     @media (prefers-color-scheme: dark) { .auto { ... } }
 *
 * An element with the classes "light auto" is as the reader's system is.
 */
#ifndef UPSWEEP_THEME_STYLE_H
#define UPSWEEP_THEME_STYLE_H

#include "draw/display_list.h"
#include "util/base.h"

/* Appends these rules. */
void theme_style(Text *text);
/* Appends the classes of a page: "light", "dark", and " auto" if SYSTEM. */
void theme_style_classes(Theme theme, bool system, Text *text);

#endif
