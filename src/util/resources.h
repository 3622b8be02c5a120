/* SPDX-License-Identifier: MIT
 *
 * resources - files that travel inside the program: the kernels' sources, which
 * the viewer shows, and the fonts, so that a frame is the same on every
 * machine.
 *
 * Which files those are is EMBEDDED in Makefile.am; make writes it out as
 * embed_list.h, one RESOURCE_ITEM(id, name, path) a file.
 */
#ifndef UPSWEEP_RESOURCES_H
#define UPSWEEP_RESOURCES_H

#include <stddef.h>

/* The file that is called NAME in the source tree, such as
 * "kernels/leftright.cu"; its length goes to *BYTES (unless NULL).  A NUL that
 * is not counted follows, so text is a string.  NULL if there is none. */
const void *resource_find(const char *name, size_t *bytes);

#endif
