/* SPDX-License-Identifier: MIT
 *
 * export - moments of one or two traces as files, for slides.
 *
 *     PNG, SVG          a file each: frame.png, or frame-001.png, ...
 *     PDF               a page each
 *     MP4, WebM, GIF    a film
 *     HTML              a page to step through
 *     kits              for LaTeX and reveal.js: see kit.h
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
    FrameSpec spec; /* all but its exhibits */
    SelectionOptions moments;
    CourseKind clock;
    ExportFormat format;
    ExportKit kit;
    bool svg_text;
    int fps;     /* of films and pages: moments a second */
    int workers; /* processes that draw; 0: one a core */
    void (*progress)(void *user, size_t done, size_t all);
    void *user;
} ExportOptions;

/* The format called NAME ("png"), or that a file called OUT ("a.png") has;
 * EXPORT_FORMATS if there is none such. */
ExportFormat export_format_named(const char *name);
ExportFormat export_format_of(const char *out);
/* "png, svg, pdf, gif, mp4, webm or html", each after PREFIX. */
void export_format_names(const char *prefix, Text *text);
/* Does OUT mean a folder, "slides/", and not a file? */
bool export_is_folder(const char *out);
/* Does it show many moments in one file? */
bool export_moves(ExportFormat format);

/* Writes what OPTIONS ask for to OUT: a file's name with or without its ending,
 * a folder ("slides/"), or NULL for the current one.  Missing folders are made;
 * in a folder files are named after the traces ("leftright-n64-k4.png").
 * Adds to TOLD, also when it fails, which files are there ("12 frames:
 * a-001.png to a-012.png").  False and ERROR_USAGE if there is no such moment
 * or picture, or the traces cannot be compared; ERROR_FAILED, naming the file,
 * if one cannot be written. */
bool export_traces(const Trace *const traces[], int count,
                   const ExportOptions *options, const char *out, Text *told,
                   Error *error);

#endif
