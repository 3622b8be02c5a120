/* SPDX-License-Identifier: MIT
 *
 * twins - instances of a program's kernels for elements that only an operator
 * can join (cuda/upsweep_opaque.h), by which results are proved:
 *
 *     scan<int, 256>             scan<upsweep_element, 256>
 *     scan<float, Add<float>>    scan<upsweep_element, Add<upsweep_element>>
 *     scan<int, Plus>            scan<upsweep_element, upsweep_join>
 */
#ifndef UPSWEEP_TWINS_H
#define UPSWEEP_TWINS_H

#include "util/base.h"

/* Appends to TEXT what makes the twins of the kernels that OBJECT, the file of
 * the host's side of a source, launches: C++ for the end of that source.  It
 * need not compile: a kernel may do more with its elements than joining them.
 * Nothing is appended if no kernel is a template over its elements. */
void twins_add(const char *object, Text *text);

#endif
