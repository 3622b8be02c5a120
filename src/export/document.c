/* SPDX-License-Identifier: MIT
 *
 * document - see document.h.
 *
 *     pages 1 .. 9     worker ──► a file without a name ┐
 *     pages 10 .. 18   worker ──► another               ├──► binder ──► draft
 *     ..                                                ┘
 *
 * A short document, and any where nothing can bind, is one part, which is the
 * draft itself.  How many pages a part has follows from how many there are, and
 * not from the cores: the same pages are the same bytes on every machine.
 */
#include "export/document.h"

#include "base/crew.h"
#include "base/draft.h"
#include "base/stop.h"
#include "export/binder.h"
#include "paint/paint_pdf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Each part has fonts of its own, some 27 kB, as much as one or two pages.  12
 * parts go evenly to 2, 3, 4, 6 or 12 workers. */
enum { MOST_PARTS = 12, LEAST_PAGES = 8 };

typedef struct {
    const Reel *reel;
    const char *path;
    Draft draft;
    int files[MOST_PARTS];
    size_t parts, part_pages; /* of each but the last */
    int why;                  /* errno of a write that failed */
} Document;

/* ---- Labels ------------------------------------------------------------- */

/* "Step 3: up-sweep, level 2" where another step begins, else nothing. */
static void add_label(const Reel *reel, size_t page, Text *label)
{
    const Moment *moment = reel->moments.moments + page;
    const Trace *trace = reel->shot.exhibits[0]->trace;

    if (!moment->started) {
        text_add(label, "Start");
        return;
    }
    if (page > 0 && moment[-1].started && moment[-1].step == moment->step)
        return;
    text_add(label, "Step %u", moment->step + 1);
    if (moment->step >= trace->steps_count)
        return;
    const Step *step = trace->steps + moment->step;
    text_add(label, ": %s", trace_phase(trace, step));
    if (step->level)
        text_add(label, ", level %d", step->level);
}

/* ---- Parts -------------------------------------------------------------- */

typedef struct {
    Document *document;
    int file;
} PartFile;

static bool put(void *to, const void *data, size_t bytes)
{
    const PartFile *part = to;
    const char *at = data;

    while (bytes) {
        ssize_t written = write(part->file, at, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            part->document->why = errno;
            return false;
        }
        at += written;
        bytes -= (size_t)written;
    }
    return true;
}

static bool part_failed(const Document *document, Error *error)
{
    if (stop_asked())
        return error_set(error, ERROR_FAILED, "stopped before it was done");
    if (document->why)
        return error_set(error, ERROR_FAILED,
                         "cannot write %.200s: %s; choose another place",
                         document->path, strerror(document->why));
    return error_set(error, ERROR_FAILED,
                     "Cairo cannot make %.200s; try a smaller --size",
                     document->path);
}

static size_t pages_of(const Document *document)
{
    return document->reel->moments.moments_count;
}

static bool make_part(void *user, size_t piece, void *slot, Error *error)
{
    Document *document = user;
    const Reel *reel = document->reel;
    bool whole = document->parts == 1, good = true;
    size_t first = piece * document->part_pages;
    PartFile to = {document, document->files[piece]};
    Text title = {0};
    Canvas canvas = {0};

    (void)slot;
    shot_title(&reel->shot, NULL, &title);
    Pdf *pdf = paint_pdf_open(put, &to, title.text);
    for (size_t i = first;
         good && i < first + document->part_pages && i < pages_of(document);
         ++i) {
        Text label = {0};
        if (whole)
            add_label(reel, i, &label);
        shot_draw(&reel->shot, reel->moments.moments + i, &canvas);
        paint_pdf_page(pdf, &canvas, reel->shot.theme, reel->shot.transparent,
                       label.text);
        text_free(&label);
        if (whole)
            reel_tell(reel, i + 1);
        good = !stop_asked() && !document->why;
    }
    good = paint_pdf_close(pdf) && good;
    canvas_free(&canvas);
    text_free(&title);
    return good || part_failed(document, error);
}

static bool take_part(void *user, size_t piece, const void *slot, Error *error)
{
    const Document *document = user;
    size_t done = (piece + 1) * document->part_pages;

    (void)slot;
    (void)error;
    if (document->parts > 1)
        reel_tell(document->reel,
                  done < pages_of(document) ? done : pages_of(document));
    return true;
}

/* ---- The whole ---------------------------------------------------------- */

static void plan_parts(Document *document)
{
    size_t pages = pages_of(document);

    document->part_pages = pages;
    if (binder_ready())
        document->part_pages = (pages + MOST_PARTS - 1) / MOST_PARTS;
    if (document->part_pages < LEAST_PAGES)
        document->part_pages = LEAST_PAGES;
    document->parts = (pages + document->part_pages - 1) / document->part_pages;
    for (int i = 0; i < MOST_PARTS; ++i)
        document->files[i] = -1;
}

static bool open_parts(Document *document, Error *error)
{
    bool good = true;

    if (document->parts == 1)
        document->files[0] = document->draft.file;
    else
        for (size_t i = 0; good && i < document->parts; ++i)
            good = draft_scratch(&document->draft, document->files + i, error);
    return good;
}

static void close_parts(Document *document)
{
    if (document->parts > 1)
        for (int i = 0; i < MOST_PARTS; ++i)
            if (document->files[i] >= 0)
                close(document->files[i]);
}

static bool bind(const Document *document, Error *error)
{
    size_t count = 0;
    BinderEntry *entries = base_alloc(pages_of(document), sizeof *entries);

    if (document->parts == 1) {
        free(entries);
        return true;
    }
    for (size_t i = 0; i < pages_of(document); ++i) {
        Text label = {0};
        add_label(document->reel, i, &label);
        if (label.length)
            entries[count++] = (BinderEntry){label.text, i};
        else
            text_free(&label);
    }
    bool good =
        binder_bind(document->files, (int)document->parts, entries, count,
                    document->draft.temporary, document->path, error);
    for (size_t i = 0; i < count; ++i)
        free(entries[i].title);
    free(entries);
    return good;
}

bool document_write(const Reel *reel, const char *path, Error *error)
{
    Document document = {.reel = reel, .path = path};

    if (!draft_open(&document.draft, path, error))
        return false;
    plan_parts(&document);
    CrewJob job = {.count = document.parts,
                   .make = make_part,
                   .take = take_part,
                   .user = &document,
                   .cuttable = true};
    bool good = open_parts(&document, error) &&
                crew_run(&job, reel->workers, error) && bind(&document, error);
    close_parts(&document);
    if (good)
        return draft_keep(&document.draft, error);
    draft_drop(&document.draft);
    return false;
}
