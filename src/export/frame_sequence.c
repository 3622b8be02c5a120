/* SPDX-License-Identifier: MIT
 *
 * frame_sequence - see frame_sequence.h.
 */
#include "export/frame_sequence.h"

void frames_tell(const FrameSequence *frames, size_t done)
{
    if (frames->progress)
        frames->progress(frames->user, done, frames->moments.moments_count);
}
