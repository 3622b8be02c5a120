/* SPDX-License-Identifier: MIT
 *
 * video - a reel as a moving picture, by a process of ffmpeg that is fed
 * through a pipe.
 *
 *     workers ──► pixels ──► pipe ──► ffmpeg ──► MP4 | WebM | GIF
 */
#ifndef UPSWEEP_VIDEO_H
#define UPSWEEP_VIDEO_H

#include "export/frame_sequence.h"

typedef enum { VIDEO_MP4, VIDEO_WEBM, VIDEO_GIF } FilmKind;

/* Writes PATH, whole or not at all.  ERROR_FAILED if there is no ffmpeg, or it
 * fails, with what it said. */
bool video_write(const FrameSequence *frames, FilmKind kind, const char *path,
                 Error *error);

/* Can films be made here at all? */
bool video_ready(void);

/* The 256 colours of a GIF in a theme, 0xAARRGGBB: those of the theme, what
 * lies between those that meet, and one that is clear. */
void video_palette(Theme theme, uint32_t colors[256]);

#endif
