/* SPDX-License-Identifier: MIT
 *
 * resources - files that are embedded in the program: the kernels' sources,
 * which the viewer shows, and the fonts, so that a frame is the same on every
 * machine.
 *
 * They are listed as EMBEDDED in Makefile.am, from which make writes
 * embed_list.h, with a RESOURCE_ITEM(id, name, path) for each file.
 */
#ifndef UPSWEEP_RESOURCES_H
#define UPSWEEP_RESOURCES_H

#include <stddef.h>

/* The embedded file that is called NAME in the source tree, such as
 * "kernels/leftright.cu", or NULL if there is none.  Its length goes to *BYTES,
 * unless BYTES is NULL; a NUL that is not counted follows.  Do not free. */
const void *resource_find(const char *name, size_t *bytes);

/* The name of embedded file I, from 0; NULL behind the last.  Do not free. */
const char *resource_name(size_t i);

#endif
