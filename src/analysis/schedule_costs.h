/* SPDX-License-Identifier: MIT
 *
 * schedule_costs - what global memory, launches and the starts of blocks cost
 * in the model of time of schedule.h.
 */
#ifndef UPSWEEP_SCHEDULE_COSTS_H
#define UPSWEEP_SCHEDULE_COSTS_H

#include "util/base.h"

/* In model cycles. */
typedef struct {
    uint32_t dram;   /* a load from global memory */
    uint32_t word;   /* a load of what was touched before, or an update */
    uint32_t launch; /* from the end of a launch to the start of the next */
    uint32_t start;  /* from the start of a block to the start of the next */
} ScheduleCosts;

#define SCHEDULE_MOST_COST 1000000
/* Measured on an H100, see doc/gpu.md. */
extern const ScheduleCosts schedule_costs;

bool schedule_costs_same(const ScheduleCosts *a, const ScheduleCosts *b);
/* Reads "dram=24,word=9": those that TEXT names become other than they are in
 * *COSTS.  False and ERROR if it names none, or a number is too large. */
bool schedule_costs_read(const char *text, ScheduleCosts *costs, Error *error);

#endif
