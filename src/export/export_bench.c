/* SPDX-License-Identifier: MIT
 *
 * export_bench - see export_bench.h.
 */
#include "export/export_bench.h"

#include "export/video.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void count_done(void *user, size_t done, size_t all)
{
    size_t *most = user;

    (void)all;
    *most = done;
}

/* Takes away what was written: FOLDER/x.ENDING or FOLDER/x-001.ENDING ... */
static void clean(const char *folder, const char *ending, size_t count)
{
    char path[128];

    snprintf(path, sizeof path, "%s/x.%s", folder, ending);
    unlink(path);
    for (size_t i = 1; i <= count; ++i) {
        snprintf(path, sizeof path, "%s/x-%03zu.%s", folder, i, ending);
        unlink(path);
    }
}

static bool measure(const Trace *const traces[], const char *folder,
                    ExportFormat format, const char *ending, double *fps,
                    Error *error)
{
    size_t done = 0;
    char out[128];
    ExportOptions options = {
        .spec = {.width = 1920, .height = 1080, .scale = 1},
        .moments = {.all = true, .by = BY_INSTRUCTION, .steps = "3-6"},
        .format = format,
        .fps = 2,
        .progress = count_done,
        .user = &done};

    snprintf(out, sizeof out, "%s/x.%s", folder, ending);
    double start = now();
    bool good = export_traces(traces, 2, &options, out, NULL, error);
    *fps = (double)done / (now() - start);
    clean(folder, ending, done);
    return good;
}

bool export_bench(const Trace *const traces[], ExportBenchRow rows[],
                  int *count, double *megabytes, Error *error)
{
    static const struct {
        ExportFormat format;
        const char *ending, *name;
        double goal;
    } kinds[EXPORT_BENCH_MOST] = {
        {EXPORT_PNG, "png", "frames as PNG, all cores", 40},
        {EXPORT_SVG, "svg", "frames as SVG, all cores", 60},
        {EXPORT_PDF, "pdf", "frames as PDF, all cores", 60},
        {EXPORT_MP4, "mp4", "frames as MP4, all cores", 25}};
    const char *place = getenv("TMPDIR");
    Text folder = {0};
    bool films = video_ready(), good = true;
    struct rusage usage;

    *count = 0;
    text_add(&folder, "%s/upsweep-bench-XXXXXX", place ? place : "/tmp");
    if (!mkdtemp(folder.text)) {
        error_set(error, ERROR_FAILED, "cannot make %.200s: %s", folder.text,
                  strerror(errno));
        text_free(&folder);
        return false;
    }
    for (int i = 0; good && i < EXPORT_BENCH_MOST; ++i) {
        if (kinds[i].format == EXPORT_MP4 && !films)
            continue;
        ExportBenchRow *row = rows + (*count)++;
        *row = (ExportBenchRow){.name = kinds[i].name, .goal = kinds[i].goal};
        good = measure(traces, folder.text, kinds[i].format, kinds[i].ending,
                       &row->fps, error);
    }
    rmdir(folder.text);
    text_free(&folder);
    getrusage(RUSAGE_CHILDREN, &usage);
    *megabytes = (double)usage.ru_maxrss / 1024;
    return good;
}
