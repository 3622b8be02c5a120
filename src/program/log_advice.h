/* SPDX-License-Identifier: MIT
 *
 * log_advice - what to do where a program's log, or the trace of it, grows too
 * large.
 */
#ifndef UPSWEEP_LOG_ADVICE_H
#define UPSWEEP_LOG_ADVICE_H

#include <stddef.h>

/* What makes the recording behind the log of BYTES bytes at LOG smaller, as the
 * end of a list: "record fewer blocks with --block-range, or give the program
 * less to do".  What helps nothing, as fewer blocks where one is recorded, is
 * left out.  A log that is damaged is read as far as it is good. */
const char *log_advice(const void *log, size_t bytes);

#endif
