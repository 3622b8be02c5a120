/* SPDX-License-Identifier: MIT
 *
 * cli_chart - the part of `upsweep export` that draws charts.
 */
#ifndef UPSWEEP_CLI_CHART_H
#define UPSWEEP_CLI_CHART_H

#include "cli.h"

/* Do the options ask for a chart?  Then cli_chart does it all. */
/* False if an operand of another export looks as if a chart was meant. */
bool cli_chart_check(const Options *options, Error *error);
bool cli_chart_asked(const Options *options);
bool cli_chart(const Options *options, FILE *notes, Error *error);

#endif
