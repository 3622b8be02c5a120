/* SPDX-License-Identifier: MIT
 *
 * label_layout - things of some height on a line, each as near to where it
 * wants to be as it can get without covering another:
 *
 *     wanted   ─ ── ─      ─           all in the order that they want
 *     placed  ┌┐┌┐┌┐┌┐    ┌┐
 *             └┘└┘└┘└┘    └┘
 */
#ifndef UPSWEEP_LABEL_LAYOUT_H
#define UPSWEEP_LABEL_LAYOUT_H

#include "util/base.h"

typedef struct {
    double wanted; /* where its middle would be */
    double height;
    double top; /* where it was put */
} LabelItem;

/* Places COUNT items, which come by rising WANTED, between LOW and HIGH, with
 * the least sum of squares of the ways they are moved.  Their heights must fit,
 * or the last ones pass HIGH. */
void label_layout(LabelItem items[], size_t count, double low, double high);

#endif
