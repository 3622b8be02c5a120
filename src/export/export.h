/* SPDX-License-Identifier: MIT
 *
 * export - writes moments of one to four traces as files, for slides.  Called
 * by the subcommand `export`.  The formats are in formats.h; every file appears
 * whole or not at all.
 */
#ifndef UPSWEEP_EXPORT_H
#define UPSWEEP_EXPORT_H

#include "export/formats.h"
#include "lesson/lesson.h"

typedef struct {
    FrameSpec spec; /* all but its traces and their number */
    SelectionOptions moments;
    const char *const
        *points; /* texts of things to point at, view/thing_text.h */
    int points_count;
    Clock clock;
    ExportFormat format;
    bool svg_text;
    bool system_theme; /* pages are light or dark as the reader's system is,
                          and not as the theme says */
    int fps;           /* of videos: frames a second */
    double speed;      /* of HTML: moments a second at first; 0: fps */
    int workers;       /* processes that draw; 0: one a core */
    /* Called after each of ALL frames; or NULL. */
    void (*progress)(void *user, size_t done, size_t all);
    void *user;
} ExportOptions;

/* True if OUT names a folder, "slides/", not a file. */
bool export_is_folder(const char *out);

/* OUT without the ending of a format; in a folder, or without OUT, NAME.  Free
 * it. */
char *export_stem(const char *out, const char *name);
/* Writes FRAMES in their format to FILES, and adds what was written to these,
 * also on failure.  False and *ERROR. */
bool export_write(const FrameSequence *frames, FrameFiles *files, Error *error);

/* False and ERROR_USAGE if a picture of this size is too large for Cairo. */
bool export_check_size(int width, int height, Error *error);

/* Exports to OUT: the name of a file with or without its ending, a folder
 * ("slides/"), or NULL for the current folder.  Missing folders are created; in
 * a folder, files are named after the traces ("leftright-n64-k4.png").  Appends
 * to TOLD, also on failure, the files that were written ("12 frames: a-001.png
 * to a-012.png").  False and ERROR_USAGE if there is no such moment or view, or
 * the traces cannot be compared; ERROR_FAILED, naming the file, if a file
 * cannot be written. */
bool export_traces(const Trace *const traces[], int count,
                   const ExportOptions *options, const char *out, Text *told,
                   Error *error);

/* Writes LESSON to OUT in the same way (lesson_file.c).  Of OPTIONS the
 * moments, the clock and the points are the lesson's. */
bool lesson_export(const Lesson *lesson, const ExportOptions *options,
                   const char *out, Text *told, Error *error);

#endif
