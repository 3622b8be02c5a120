/* SPDX-License-Identifier: MIT
 *
 * film - a reel as a moving picture, by a process of ffmpeg that is fed through
 * a pipe.
 *
 *     workers ──► pixels ──► pipe ──► ffmpeg ──► MP4 | WebM | GIF
 */
#ifndef UPSWEEP_FILM_H
#define UPSWEEP_FILM_H

#include "export/reel.h"

typedef enum { FILM_MP4, FILM_WEBM, FILM_GIF } FilmKind;

/* Writes PATH, whole or not at all.  ERROR_FAILED if there is no ffmpeg, or it
 * fails, with what it said. */
bool film_write(const Reel *reel, FilmKind kind, const char *path,
                Error *error);

/* Can films be made here at all? */
bool film_ready(void);

/* The 256 colours of a GIF in a theme, 0xAARRGGBB: those of the theme, what
 * lies between those that meet, and one that is clear. */
void film_palette(Theme theme, uint32_t colors[256]);

#endif
