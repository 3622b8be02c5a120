/* SPDX-License-Identifier: MIT
 *
 * video - writes a sequence of frames as a video, by an ffmpeg process that
 * gets pixels through a pipe.
 *
 *     workers ──► pixels ──► pipe ──► ffmpeg ──► MP4 | WebM | GIF
 */
#ifndef UPSWEEP_VIDEO_H
#define UPSWEEP_VIDEO_H

#include "export/formats.h"

/* True if ffmpeg is installed. */
bool video_ready(void);

/* The 256 colours of a GIF in a theme, 0xAARRGGBB: the theme's colours, blends
 * of colours that meet at edges, and a transparent one. */
void video_palette(Theme theme, uint32_t colors[256]);

#endif
