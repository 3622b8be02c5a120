/* SPDX-License-Identifier: MIT
 *
 * export_bench - measures how many frames a second are exported in each format,
 * on all cores.
 */
#ifndef UPSWEEP_EXPORT_BENCH_H
#define UPSWEEP_EXPORT_BENCH_H

#include "export/export.h"

enum { EXPORT_BENCH_MOST = 4 };

typedef struct {
    const char *name; /* "frames as PNG" */
    double fps;       /* by wall-clock time */
    double goal;      /* frames a second that are to be reached */
} ExportBenchRow;

/* Exports some steps of the comparison of two TRACES at 1080p as PNG, SVG, PDF
 * and, if ffmpeg is installed, MP4, to a temporary folder, which is removed.
 * Sets *COUNT ROWS, and *MEGABYTES to the memory of the largest worker or
 * encoder process.  False and *ERROR if an export fails. */
bool export_bench(const Trace *const traces[], ExportBenchRow rows[],
                  int *count, double *megabytes, Error *error);

#endif
