/* SPDX-License-Identifier: MIT
 *
 * export - frames as files, for slides.
 *
 *     one frame        -o compare.png          compare.png
 *     a sequence       -o slides/compare.png   slides/compare-001.png, ...
 *
 * A sequence starts with the frame before the first instruction.  Its numbers
 * have as many digits as the last one needs, and three at least, so that names
 * sort in the order of the frames.  Every file appears whole or not at all.
 */
#ifndef UPSWEEP_EXPORT_H
#define UPSWEEP_EXPORT_H

#include "canvas.h"
#include "player.h"

/* Which moment one frame shows. */
typedef enum {
    EXPORT_CHOSEN,     /* the last conflict of the first step that has one; the
                          middle if none has */
    EXPORT_STEP,       /* the end of step MOMENT, counted from 1 as in frames */
    EXPORT_INSTRUCTION /* after MOMENT instructions of the first trace */
} ExportAt;

typedef struct {
    int width, height; /* pixels, at least 1 */
    Theme theme;
    bool all;      /* a sequence, one frame a unit */
    PlayerUnit by; /* of a sequence */
    ExportAt at;   /* of one frame */
    uint32_t moment;
    double within; /* of one frame: that share of its beat, above 0 and below 1;
                      0: its end */
    CourseKind clock;
} ExportOptions;

/* Writes the frame or the sequence of one or two TRACES to OUT, which ends in
 * ".png"; makes its folder if there is none.  *WRITTEN (unless NULL) becomes
 * the number of files that are there, also when it fails.  False and ERROR_USAGE if
 * there is no such moment, the traces cannot be compared, or OUT has another
 * ending; ERROR_FAILED, naming the file, if one cannot be written. */
bool export_png(const Trace *const traces[], int count,
                const ExportOptions *options, const char *out, size_t *written,
                Error *error);

/* The beat that EXPORT_CHOSEN means. */
uint32_t export_chosen_beat(const Player *player);

#endif
