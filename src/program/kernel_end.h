/* SPDX-License-Identifier: MIT
 *
 * kernel_end - where the body of a kernel ends.
 */
#ifndef UPSWEEP_KERNEL_END_H
#define UPSWEEP_KERNEL_END_H

#include "program/span.h"

/* The braces around the body of the kernel whose __global__ is at I; false if
 * it is only declared, or has a goto, which may lead to its end from anywhere.
 */
bool kernel_end_find(const Span *span, size_t i, size_t *open, size_t *close);
/* True if a statement ends before the brace CLOSE; where it lacks its ";", the
 * compiler is to find the brace behind it, and nothing else. */
bool kernel_end_is_whole(const Span *span, size_t close);

#endif
