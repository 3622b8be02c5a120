/* SPDX-License-Identifier: MIT
 *
 * upsweep_nvtx - NVTX, which marks ranges of time for a profiler: its functions
 * do nothing.
 */
#ifndef UPSWEEP_NVTX_H
#define UPSWEEP_NVTX_H

#include "host_defines.h"

typedef unsigned long long nvtxRangeId_t;

#define UPSWEEP_NVTX(type, name, parameter)                                    \
    UPSWEEP_RETURNS(static inline type name(parameter it), (type)0)
UPSWEEP_NVTX(int, nvtxRangePushA, const char *)
UPSWEEP_NVTX(nvtxRangeId_t, nvtxRangeStartA, const char *)
UPSWEEP_NVTX(void, nvtxRangeEnd, nvtxRangeId_t)
UPSWEEP_NVTX(void, nvtxMarkA, const char *)
#undef UPSWEEP_NVTX
UPSWEEP_RETURNS(static inline int nvtxRangePop(void), 0)
#define nvtxRangePush  nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxMark       nvtxMarkA

#endif
