/* SPDX-License-Identifier: MIT
 *
 * read_only - takes from a process the right to change files, for a run of a
 * user's program that nobody asked for: what it writes by random inputs must
 * not replace what it wrote by its own.
 */
#ifndef UPSWEEP_READ_ONLY_H
#define UPSWEEP_READ_ONLY_H

#include <stdbool.h>

/* From now on this process, and what it becomes, opens files for reading only,
 * and neither makes, renames nor removes any; such calls fail with EROFS.  What
 * is open stays so.  False if the system cannot do this. */
bool read_only_begin(void);

#endif
