/* SPDX-License-Identifier: MIT
 *
 * cmd_chart - the part of `upsweep export` that draws charts.
 */
#ifndef UPSWEEP_CMD_CHART_H
#define UPSWEEP_CMD_CHART_H

#include "cmd.h"

/* Do the options ask for a chart?  Then cmd_chart does it all. */
/* False if an operand of another export looks as if a chart was meant. */
bool cmd_chart_check(const Options *options, Error *error);
bool cmd_chart_asked(const Options *options);
bool cmd_chart(const Options *options, FILE *notes, Error *error);

#endif
