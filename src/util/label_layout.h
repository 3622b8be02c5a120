/* SPDX-License-Identifier: MIT
 *
 * label_layout - places labels along a line, each as near to its wanted
 * position as possible without overlaps:
 *
 *     wanted   ─ ── ─      ─           the order is kept
 *     placed  ┌┐┌┐┌┐┌┐    ┌┐
 *             └┘└┘└┘└┘    └┘
 */
#ifndef UPSWEEP_LABEL_LAYOUT_H
#define UPSWEEP_LABEL_LAYOUT_H

#include "util/base.h"

typedef struct {
    double wanted; /* the wanted position of its middle */
    double height;
    double top; /* the result: position of its upper edge */
} LabelItem;

/* Places COUNT items, sorted by rising WANTED, between LOW and HIGH, with the
 * least sum of squared displacements.  If the heights do not fit, the last
 * items pass HIGH.  All lengths are in one unit. */
void label_layout(LabelItem items[], size_t count, double low, double high);

#endif
