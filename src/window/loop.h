/* SPDX-License-Identifier: MIT
 *
 * loop - runs a window from opening to closing.
 *
 *     wait ─► app_tick ─► app_handle, for each event ─► app_draw ─┐
 *       └──────────◄──────────────────────────────────────────────┘
 *
 * While no event comes and nothing is due, the process sleeps.
 */
#ifndef UPSWEEP_LOOP_H
#define UPSWEEP_LOOP_H

#include "window/app.h"

/* Shows one to four traces until the user closes the window.  False and *ERROR
 * as from app_open, or ERROR_FAILED if the window is lost. */
bool loop_run(const Trace *const traces[], int count, const AppOptions *options,
              Error *error);

#endif
