/* SPDX-License-Identifier: MIT
 *
 * follow - what follows the reading of a trace: the report as text and JSON,
 * the walk-through, and, as two bytes say, a file again, the window's frames,
 * with labels too, or an export in one of the formats.
 */
#ifndef UPSWEEP_FOLLOW_H
#define UPSWEEP_FOLLOW_H

#include "trace/trace.h"

/* HOW: under 128 frames, else an export; of what, and in which form.  MOMENTS:
 * at which; every eighth is stored again.  BESIDE may be shown beside TRACE, or
 * is NULL.  Dies if something is not as it should be. */
void follow(const Trace *trace, const Trace *beside, uint8_t how,
            uint8_t moments);

/* Dies unless ERROR is one that says something. */
void follow_error(const Error *error);

#endif
