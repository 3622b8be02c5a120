/* SPDX-License-Identifier: MIT
 *
 * touched_elements - which elements of an array the recorded blocks of a launch
 * load or store.
 */
#ifndef UPSWEEP_TOUCHED_ELEMENTS_H
#define UPSWEEP_TOUCHED_ELEMENTS_H

#include "trace/trace.h"

/* Elements of WIDTH bytes each, of which the first COUNT are told. */
typedef struct {
    uint32_t width, count;
    bool *loaded, *stored; /* of each element; freed by touched_free */
    bool loaded_behind;    /* elements behind these are loaded */
} TouchedElements;

/* Those of ARRAY, an index into trace->arrays, in grid G. */
TouchedElements touched_elements(const Trace *trace, uint32_t g, uint8_t array,
                                 uint32_t width, uint32_t count);
void touched_free(TouchedElements *touched);

#endif
