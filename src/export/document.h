/* SPDX-License-Identifier: MIT
 *
 * document - a reel as a PDF, a page each, with an outline of the steps.
 */
#ifndef UPSWEEP_DOCUMENT_H
#define UPSWEEP_DOCUMENT_H

#include "export/reel.h"

/* Writes PATH, whole or not at all. */
bool document_write(const Reel *reel, const char *path, Error *error);

#endif
