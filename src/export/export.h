/* SPDX-License-Identifier: MIT
 *
 * export - writes moments of one to four traces as files, for slides.  Called
 * by the subcommand `export`.
 *
 *     PNG, SVG          a file each: frame.png, or frame-001.png, ...
 *     PDF               a page for each moment
 *     MP4, WebM, GIF    a video
 *     HTML              a page to step through
 *     slides            for LaTeX and reveal.js: see slides.h
 *
 * Every file appears whole or not at all.
 */
#ifndef UPSWEEP_EXPORT_H
#define UPSWEEP_EXPORT_H

#include "export/frame_sequence.h"

typedef enum {
    EXPORT_PNG,
    EXPORT_SVG,
    EXPORT_PDF,
    EXPORT_GIF,
    EXPORT_MP4,
    EXPORT_WEBM,
    EXPORT_HTML,
    EXPORT_FORMATS
} ExportFormat;

typedef enum { KIT_NONE, KIT_BEAMER, KIT_REVEAL } ExportKit;

typedef struct {
    FrameSpec spec; /* all but its traces and their number */
    SelectionOptions moments;
    CourseKind clock;
    ExportFormat format;
    ExportKit kit;
    bool svg_text;
    int fps;     /* of videos and HTML: moments a second */
    int workers; /* processes that draw; 0: one a core */
    /* Called after each of ALL frames; or NULL. */
    void (*progress)(void *user, size_t done, size_t all);
    void *user;
} ExportOptions;

/* The format called NAME ("png"); the format of a file called OUT ("a.png").
 * EXPORT_FORMATS if there is no such format. */
ExportFormat export_format_named(const char *name);
ExportFormat export_format_of(const char *out);
/* Appends "png, svg, pdf, gif, mp4, webm or html", each after PREFIX. */
void export_format_names(const char *prefix, Text *text);
/* True if OUT names a folder, "slides/", not a file. */
bool export_is_folder(const char *out);
/* True if FORMAT shows many moments in one file. */
bool export_moves(ExportFormat format);

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

#endif
