/* SPDX-License-Identifier: MIT
 *
 * view_memory - shared memory with one column a bank, and the queues that hang
 * under the banks.
 *
 *             0      1      2      3        the banks
 *       0  [41<T0][  3 ][  12 ][  7 ]       cell 0 and its three neighbours
 *       4  [  2  ][ 18 ][ /// ][  7 ]       /// was never written
 *          ------ ------ ------ ------
 *  queues   T0                              who waits at which bank
 *           T2
 *          2 waiting
 *
 * Rows that are too many for their values are folded around the ones in use;
 * where columns are too narrow for values, cells become a map of colours.
 */
#ifndef UPSWEEP_VIEW_MEMORY_H
#define UPSWEEP_VIEW_MEMORY_H

#include "view/view.h"

void view_memory(const View *view, Rect box);
/* Pixels that it would fill if it had all the room it likes. */
double view_memory_width(const View *view);
double view_memory_height(const View *view);

#endif
