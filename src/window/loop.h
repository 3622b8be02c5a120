/* SPDX-License-Identifier: MIT
 *
 * loop - a window from opening to closing.
 *
 *     wait ─► app_tick ─► app_handle, for each event ─► app_draw ─┐
 *       └──────────◄──────────────────────────────────────────────┘
 *
 * While nothing is due and no event comes, it waits and uses no time.
 */
#ifndef UPSWEEP_LOOP_H
#define UPSWEEP_LOOP_H

#include "window/app.h"

/* Shows one to four traces until the user closes the window.  False and ERROR
 * as app_open, or ERROR_FAILED if the window is lost. */
bool loop_run(const Trace *const traces[], int count, const AppOptions *options,
              Error *error);

#endif
