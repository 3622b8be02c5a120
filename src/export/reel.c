/* SPDX-License-Identifier: MIT
 *
 * reel - see reel.h.
 */
#include "export/reel.h"

void reel_tell(const Reel *reel, size_t done)
{
    if (reel->progress)
        reel->progress(reel->user, done, reel->moments.moments_count);
}
