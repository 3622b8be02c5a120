/* SPDX-License-Identifier: MIT
 *
 * cmd_chart - the part of `upsweep export` that draws charts.
 */
#ifndef UPSWEEP_CMD_CHART_H
#define UPSWEEP_CMD_CHART_H

#include "cmd.h"

/* For exports other than charts: false and ERROR_USAGE if an operand suggests
 * that a chart was meant. */
bool cmd_chart_check(const Options *options, Error *error);
/* True if the options ask for a chart. */
bool cmd_chart_asked(const Options *options);
/* Draws the chart and writes its file; progress goes to NOTES.  False and
 * ERROR. */
bool cmd_chart(const Options *options, FILE *notes, Error *error);

#endif
