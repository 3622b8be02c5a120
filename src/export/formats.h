/* SPDX-License-Identifier: MIT
 *
 * formats - the formats of exported files, and the writer of each.
 *
 *     png, svg         a file for each frame: compare.png, or compare-001.png,
 *                      compare-002.png, ...
 *     pdf              a page for each frame, and an outline of the steps
 *     gif, mp4, webm   a video; an ffmpeg process gets pixels through a pipe
 *     html             one self-contained page to step through
 *     beamer           STEM.pdf, and STEM.tex: a LaTeX frame of its pages
 *     reveal           STEM-001.svg ..., and STEM.html: a slide of reveal.js
 *                      for each
 *     film             STEM.mp4, and STEM.html: a slide of reveal.js that plays
 *                      it, and pauses after each step
 *     pptx             STEM.pptx: a slide for each frame, made by pandoc
 *
 * A new format has a name in ExportFormat, a row in formats.c, and a writer,
 * which is declared here.
 */
#ifndef UPSWEEP_FORMATS_H
#define UPSWEEP_FORMATS_H

#include "export/frame_spec.h"

/* How much one export may be.  A trace of a megabyte can have 60,000
 * instructions, so "a frame for each" could take days and fill the disk.
 * Everything that is recorded with up to 65,535 elements stays below in videos
 * and pages, apart from scans of one thread alone; what is beyond is exported
 * in parts, by --steps. */
#define EXPORT_FRAMES   32768 /* of a video or a page */
#define EXPORT_PICTURES 4096  /* files, slides, or pages of a PDF */
/* Shapes of all frames together, which they are estimated to have. */
#define EXPORT_FRAME_SHAPES   200000000.0 /* of a video or a page */
#define EXPORT_PICTURE_SHAPES 40000000.0
#define EXPORT_CARDS          120000 /* of a page; later ones are left out */
/* Bytes that a page may take in memory while it is made. */
#define EXPORT_PAGE_BYTES ((size_t)256 << 20)

typedef enum {
    EXPORT_PNG,
    EXPORT_SVG,
    EXPORT_PDF,
    EXPORT_GIF,
    EXPORT_MP4,
    EXPORT_WEBM,
    EXPORT_HTML,
    EXPORT_BEAMER,
    EXPORT_REVEAL,
    EXPORT_FILM,
    EXPORT_PPTX,
    EXPORT_FORMATS /* no such format */
} ExportFormat;

/* Frames that are no moments of one run, such as the pages of a lesson. */
typedef struct {
    void (*draw)(void *user, size_t i, DisplayList *list);
    /* Each appends a text: of all frames; of one, for people who do not see it;
     * of one where something new begins, for an outline, else nothing. */
    void (*title)(void *user, Text *text);
    void (*sentence)(void *user, size_t i, Text *text);
    void (*label)(void *user, size_t i, Text *text);
    /* What a lecturer may say. */
    void (*note)(void *user, size_t i, Text *text);
    /* Appends the question that frame I, which LIST shows, asks, as an object
     * of JSON (html_file.h); nothing if it asks none. NULL: none does. */
    void (*question)(void *user, size_t i, const DisplayList *list, Text *json);
    const char *unit;     /* what FrameMoment.step counts: "stop" */
    const char *exercise; /* of pages that keep a score: seed and number of the
                             exercise, an object of JSON; else NULL */
    void *user;
} FramePages;

/* The frames of one export, in order: the input of all writers. */
typedef struct {
    FrameSpec spec;          /* with pages, only what all have in common */
    const FramePages *pages; /* one for each moment; NULL: they are moments */
    Selection moments;
    ExportFormat format;
    int width, height; /* of each picture, pixels */
    bool numbered;     /* picture files have numbers */
    bool svg_text;     /* SVG has text elements, not outlines */
    bool system_theme; /* a page is light or dark as the reader's system is */
    int fps;           /* of videos */
    double speed;      /* of HTML, see ExportOptions */
    int workers;       /* processes that draw */
    size_t page_bytes; /* that a page may take in memory; 0: no bound */
    size_t cards;      /* cards that a page may have; 0: none */
    /* Called with the number of frames done of ALL; or NULL. */
    void (*progress)(void *user, size_t done, size_t all);
    void *user;
} FrameSequence;

/* Where to write, and what was written. */
typedef struct {
    const char *stem, *ending; /* of the names: STEM.ENDING */
    Text names;                /* "a-001.svg to a-012.svg" */
    size_t frames;             /* in files that are complete */
} FrameFiles;

/* Writes one file, PATH, whole or not at all.  False and *ERROR if that fails.
 */
typedef bool FileWriter(const FrameSequence *frames, const char *path,
                        Error *error);
/* Writes several files, each of them whole, and adds what was written to FILES,
 * also on failure.  False and *ERROR if a file cannot be written. */
typedef bool FilesWriter(const FrameSequence *frames, FrameFiles *files,
                         Error *error);

/* image_file.c, video.c, html_file.c.  A video: ERROR_FAILED if ffmpeg is not
 * installed, or fails: the error then has its messages. */
FileWriter pdf_file_write, video_write, html_file_write;
/* The 256 colours of a GIF in a theme, 0xAARRGGBB: the theme's colours, blends
 * of colours that meet at edges, and a transparent one. */
void video_palette(Theme theme, uint32_t colors[256]);
/* image_file.c, slides.c; slides_pptx.c: ERROR_FAILED if pandoc is not
 * installed, or fails. */
FilesWriter image_files_write, slides_beamer, slides_reveal, slides_film,
    slides_pptx;

typedef struct {
    const char *name;   /* of the option --format or --slides */
    const char *ending; /* of the file, after its dot */
    const char *unit;   /* of what the files hold: "frame" */
    bool moves;         /* one file shows many moments */
    /* Of --slides: the files in words, and the ending of the file that includes
     * the pictures; NULL otherwise. */
    const char *slides, *including;
    FileWriter *write_file; /* one of these two */
    FilesWriter *write_files;
} FormatInfo;

extern const FormatInfo export_formats[EXPORT_FORMATS];

/* The format that --format calls NAME ("png"); that the name of the file OUT
 * ends in ("a.png").  EXPORT_FORMATS if there is none. */
ExportFormat export_format_named(const char *name);
ExportFormat export_format_of(const char *out);
/* Appends "png, svg, pdf, gif, mp4, webm or html", each after PREFIX. */
void export_format_names(const char *prefix, Text *text);
/* What follows the last dot in the name of the file OUT; NULL if there is none.
 */
const char *export_ending(const char *out);

/* Draws frame I; appends its sentence; its note, which is the sentence where
 * there is no other; and the title of all, with frame I's unless
 * it is FRAMES_ALL. */
#define FRAMES_ALL SIZE_MAX
void frames_draw(const FrameSequence *frames, size_t i, DisplayList *list);
void frames_sentence(const FrameSequence *frames, size_t i, Text *text);
void frames_note(const FrameSequence *frames, size_t i, Text *text);
void frames_title(const FrameSequence *frames, size_t i, Text *text);

/* Calls FRAMES->progress, if it is set. */
void frames_tell(const FrameSequence *frames, size_t done);

#endif
