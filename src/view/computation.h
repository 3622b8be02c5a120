/* SPDX-License-Identifier: MIT
 *
 * computation - the upper part of a panel: what the running block computes, as
 * a tree, a table of rounds or a table of registers (diagram.h).
 *
 * If the whole of it has room for all its numbers, it is drawn whole.  Else it
 * is a map, with a frame around what runs, over the camera, whose cards show
 * that large (camera.h):
 *
 *                 ▭
 *         ▭               ▭        map
 *     ┌───────────────┐
 *     │ ■   ■   ■   ■ │ ▭   ▭
 *     └───────────────┘
 *     T0 ▶ bank 0    T1 ▶ bank 2   camera
 *        [ 27 ]         [ 41 ]
 */
#ifndef UPSWEEP_COMPUTATION_H
#define UPSWEEP_COMPUTATION_H

#include "view/camera.h"

/* The height below which nothing of it can be read in WIDTH pixels, and one at
 * which it is easy to read; the same at all moments of a trace. */
double view_computation_least(const View *view, double width);
double view_computation_height(const View *view, double width);
/* True if the whole of it is drawn in a box of this size. */
bool view_computation_is_whole(const View *view, double width, double height);
/* Draws it in BOX. */
void view_computation(const View *view, Rect box);
/* The columns of inputs where the whole has room in the width of BOX, which
 * they are as high as: what stands over it lines up with them.  Empty, if its
 * numbers have no room, or if its columns are no inputs. */
Rect view_computation_columns(const View *view, Rect box);

#endif
