/* SPDX-License-Identifier: MIT
 *
 * view_memory - draws shared memory with one column a bank, and the queues
 * below the banks.
 *
 *             0      1      2      3        the banks
 *       0  [41<T0][  3 ][  12 ][  7 ]       cell 0 and its three neighbours
 *       4  [  2  ][ 18 ][ /// ][  7 ]       /// was never written
 *          ------ ------ ------ ------
 *  queues   T0                              the lanes that wait at each bank
 *           T2
 *          2 waiting
 *
 * If there are too many rows, those not in use are folded (row_folding.h); if
 * columns are too narrow for values, cells are drawn as a map of colours.
 */
#ifndef UPSWEEP_VIEW_MEMORY_H
#define UPSWEEP_VIEW_MEMORY_H

#include "view/view.h"

/* Draws the view in BOX. */
void view_memory(const View *view, Rect box);
/* The preferred width and height, pixels. */
double view_memory_width(const View *view);
double view_memory_height(const View *view);

#endif
