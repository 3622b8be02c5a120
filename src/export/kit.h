/* SPDX-License-Identifier: MIT
 *
 * kit - a reel made ready for a program that shows slides.
 *
 *     beamer   STEM.pdf, and STEM.tex: a frame that steps through its pages
 *     reveal   STEM-001.svg ..., and STEM.html: a section, one slide, each
 */
#ifndef UPSWEEP_KIT_H
#define UPSWEEP_KIT_H

#include "export/reel.h"

/* Each adds to FILES which files it has written. */
bool kit_beamer(const Reel *reel, const char *stem, Text *files, Error *error);
bool kit_reveal(const Reel *reel, const char *stem, Text *files, Error *error);

#endif
