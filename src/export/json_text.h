/* SPDX-License-Identifier: MIT
 *
 * json_text - strings of JSON that stand in a page.
 */
#ifndef UPSWEEP_JSON_TEXT_H
#define UPSWEEP_JSON_TEXT_H

#include "util/base.h"

/* Appends VALUE as a string of JSON, in which no "<" stands, so that it ends no
 * element of a page. */
void json_text_string(Text *json, const char *value);
/* Appends "NAME":"VALUE". */
void json_text_member(Text *json, const char *name, const char *value);

#endif
