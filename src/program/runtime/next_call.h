/* SPDX-License-Identifier: MIT
 *
 * next_call - which function compiled code calls next.
 */
#ifndef UPSWEEP_RUNTIME_NEXT_CALL_H
#define UPSWEEP_RUNTIME_NEXT_CALL_H

#include <stdint.h>

/* The address of the function that the code at CODE calls next, where
 * addresses are computed before and nothing else is done; 0: something is
 * stored or compared, or done that is not known here. */
uint64_t next_call(const unsigned char *code);

#endif
