/* SPDX-License-Identifier: MIT
 *
 * nearest - the name that a mistyped one is meant to be.
 */
#ifndef UPSWEEP_NEAREST_H
#define UPSWEEP_NEAREST_H

/* The one of NAMES (NULL-terminated) nearest to TYPED by edit distance, or NULL
 * if none is near. */
const char *nearest_name(const char *typed, const char *const *names);

#endif
