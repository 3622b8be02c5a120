/* SPDX-License-Identifier: MIT
 *
 * number_format - a length for text formats (SVG, PDF, HTML): two decimals at
 * most, without superfluous zeros.
 *
 *     17.0 -> 17     0.25 -> .25     -3.999 -> -4
 */
#ifndef UPSWEEP_NUMBER_FORMAT_H
#define UPSWEEP_NUMBER_FORMAT_H

#include "util/base.h"

/* Appends X, rounded to hundredths and clamped to +-1e12. */
void number_format_add(Text *text, double x);

#endif
