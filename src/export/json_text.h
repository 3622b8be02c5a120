/* SPDX-License-Identifier: MIT
 *
 * json_text - strings of JSON in a page.
 */
#ifndef UPSWEEP_JSON_TEXT_H
#define UPSWEEP_JSON_TEXT_H

#include "util/base.h"

/* Appends VALUE as a string of JSON without "<", so that it cannot end an
 * element of a page. */
void json_text_string(Text *json, const char *value);
/* Appends "NAME":"VALUE". */
void json_text_member(Text *json, const char *name, const char *value);
/* Appends "NAME":["FIRST",...]. */
void json_text_list(Text *json, const char *name, const char *const values[],
                    int count);

#endif
