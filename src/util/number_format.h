/* SPDX-License-Identifier: MIT
 *
 * number_format - a length as pictures in words write it: two decimals at most,
 * and no more of them than say something.
 *
 *     17.0 -> 17     0.25 -> .25     -3.999 -> -4
 */
#ifndef UPSWEEP_NUMBER_FORMAT_H
#define UPSWEEP_NUMBER_FORMAT_H

#include "util/base.h"

/* Adds X, rounded to hundredths; what is beyond +-1e12 is cut there. */
void number_format_add(Text *text, double x);

#endif
