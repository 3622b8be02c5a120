/* SPDX-License-Identifier: MIT */
#include "util/progress.h"

#include <unistd.h>

enum { PARTS = 40 };

Progress progress_new(FILE *file, const char *what, bool wanted)
{
    bool seen = wanted && file && isatty(fileno(file));

    return (Progress){seen ? file : NULL, what, -1};
}

/* The bar as text. */
static void progress_text(Text *text, const char *what, size_t done, size_t all)
{
    size_t full = all ? done * PARTS / all : PARTS;

    text_add(text, "[");
    for (size_t i = 0; i < PARTS; ++i)
        text_add(text, "%c", i < full ? '#' : '.');
    text_add(text, "]  %zu of %zu %s", done, all, what);
}

void progress_show(Progress *progress, size_t done, size_t all)
{
    int part = all ? (int)(done * 200 / all) : 0; /* not more often */
    Text text = {0};

    if (!progress->terminal || part == progress->shown)
        return;
    progress->shown = part;
    progress_text(&text, progress->what, done, all);
    fprintf(progress->terminal, "\r%s", text.text);
    fflush(progress->terminal);
    text_free(&text);
}

void progress_end(Progress *progress)
{
    if (!progress->terminal || progress->shown < 0)
        return;
    fputs("\r\033[K", progress->terminal);
    fflush(progress->terminal);
    progress->shown = -1;
}
