/* SPDX-License-Identifier: MIT
 *
 * page - a reel as one HTML file to step through, that needs nothing else.
 *
 * It holds one drawing and what changes from moment to moment (flip.h), the
 * outlines of the letters that are used, and a sentence a moment.  How it acts
 * and looks is assets/page.html.
 */
#ifndef UPSWEEP_PAGE_H
#define UPSWEEP_PAGE_H

#include "export/reel.h"

/* Writes PATH, whole or not at all. */
bool page_write(const Reel *reel, const char *path, Error *error);

#endif
