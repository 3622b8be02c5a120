/* SPDX-License-Identifier: MIT
 *
 * export_bench - how many frames a second each format makes, on all cores.
 */
#ifndef UPSWEEP_EXPORT_BENCH_H
#define UPSWEEP_EXPORT_BENCH_H

#include "export/export.h"

enum { EXPORT_BENCH_MOST = 4 };

typedef struct {
    const char *name; /* "frames as PNG" */
    double fps;       /* by the clock on the wall */
    double goal;
} ExportBenchRow;

/* Exports some steps of the comparison of two TRACES at 1080p as PNG, SVG, PDF
 * and, where there is ffmpeg, MP4, to a folder that is gone afterwards.  Sets
 * *COUNT rows, and *MEGABYTES, the memory of the largest process that drew or
 * encoded. */
bool export_bench(const Trace *const traces[], ExportBenchRow rows[],
                  int *count, double *megabytes, Error *error);

#endif
