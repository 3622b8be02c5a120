/* SPDX-License-Identifier: MIT
 *
 * pdf_file - writes a sequence of frames as a PDF, a page for each frame, with
 * an outline of the steps.
 *
 *     pages 1 .. 9     worker ──► a file without a name ┐   pdf_    temporary
 *     pages 10 .. 18   worker ──► another               ├──► merge ──► file
 *     ..                                                ┘
 *
 * A short document, and any in a build without qpdf, is one part, which is
 * written to the temporary file itself.  The number of pages of a part follows
 * from the number of all pages and not from the cores, so that the same pages
 * are the same bytes on every machine.
 */
#include "export/formats.h"

#include "config.h"
#include "draw/paint_pdf.h"
#include "util/atomic_file.h"
#include "util/interrupt.h"
#include "util/workers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Parts ---------------------------------------------------------------*/

/* qpdf keeps its first error until it is asked for, and does nothing harmful
 * after one; so it is asked at the end. */

#ifdef HAVE_QPDF

#include <qpdf/qpdf-c.h>

#include <stdio.h>
#include <string.h>

enum { MOST_MERGED = 64 };

static const char file_end[] = "%%EOF\n";

/* True if this build has libqpdf; if not, one process draws all pages. */
static bool pdf_merge_ready(void)
{
    return true;
}

/* ---- Reading ------------------------------------------------------------ */

/* What went wrong, in TEXT; false if nothing did. */
static bool has_failed(qpdf_data pdf, Text *text)
{
    if (!qpdf_has_error(pdf))
        return false;
    qpdf_error error = qpdf_get_error(pdf);
    const char *words = qpdf_get_error_message_detail(pdf, error);
    /* "open FILE: No space left on device" */
    const char *last = strrchr(words, ':');
    text_add(text, "%.200s", last && last[1] == ' ' ? last + 2 : words);
    return true;
}

static qpdf_data open_part(int file)
{
    qpdf_data pdf = qpdf_init();
    char path[32];

    snprintf(path, sizeof path, "/dev/fd/%d", file);
    qpdf_silence_errors(pdf);
    qpdf_set_suppress_warnings(pdf, QPDF_TRUE);
    qpdf_read(pdf, path, NULL);
    return pdf;
}

static bool take_pages(qpdf_data whole, qpdf_data part, Text *why)
{
    int count = qpdf_get_num_pages(part);

    for (int i = 0; i < count; ++i)
        qpdf_add_page(whole, part, qpdf_get_page_n(part, (size_t)i),
                      QPDF_FALSE);
    return !has_failed(part, why) && !has_failed(whole, why);
}

/* ---- The outline -------------------------------------------------------- */

/* [PAGE /Fit] */
static qpdf_oh place_of(qpdf_data pdf, size_t page)
{
    qpdf_oh place = qpdf_oh_new_array(pdf);

    qpdf_oh_append_item(pdf, place, qpdf_get_page_n(pdf, page));
    qpdf_oh_append_item(pdf, place, qpdf_oh_new_name(pdf, "/Fit"));
    return place;
}

/* Entries are a chain: each knows its neighbours, and all know their parent. */
static void add_outline(qpdf_data pdf, const OutlineEntry entries[],
                        size_t count)
{
    qpdf_oh outline =
        qpdf_make_indirect_object(pdf, qpdf_oh_new_dictionary(pdf));
    qpdf_oh before = 0;

    for (size_t i = 0; i < count; ++i) {
        qpdf_oh entry =
            qpdf_make_indirect_object(pdf, qpdf_oh_new_dictionary(pdf));
        qpdf_oh_replace_key(pdf, entry, "/Title",
                            qpdf_oh_new_unicode_string(pdf, entries[i].title));
        qpdf_oh_replace_key(pdf, entry, "/Parent", outline);
        qpdf_oh_replace_key(pdf, entry, "/Dest",
                            place_of(pdf, entries[i].page));
        if (before) {
            qpdf_oh_replace_key(pdf, entry, "/Prev", before);
            qpdf_oh_replace_key(pdf, before, "/Next", entry);
        } else {
            qpdf_oh_replace_key(pdf, outline, "/First", entry);
        }
        before = entry;
    }
    if (!before)
        return;
    qpdf_oh_replace_key(pdf, outline, "/Last", before);
    qpdf_oh_replace_key(pdf, outline, "/Count",
                        qpdf_oh_new_integer(pdf, (long long)count));
    qpdf_oh_replace_key(pdf, qpdf_get_root(pdf), "/Outlines", outline);
}

/* ---- Writing ------------------------------------------------------------ */

/* What qpdf writes last may be lost on a full disk without a word of it. */
static bool is_whole(const char *path)
{
    char tail[sizeof file_end] = "";
    FILE *file = fopen(path, "rb");

    if (!file)
        return false;
    bool good = fseek(file, -(long)(sizeof file_end - 1), SEEK_END) == 0 &&
                fread(tail, 1, sizeof file_end - 1, file) > 0;
    fclose(file);
    return good && strcmp(tail, file_end) == 0;
}

static bool write_whole(qpdf_data pdf, const char *path, Text *why)
{
    qpdf_init_write(pdf, path);
    if (has_failed(pdf, why))
        return false;
    qpdf_set_deterministic_ID(pdf, QPDF_TRUE);
    qpdf_set_stream_data_mode(pdf, qpdf_s_preserve);
    qpdf_set_object_stream_mode(pdf, qpdf_o_generate);
    qpdf_write(pdf);
    return !has_failed(pdf, why);
}

bool pdf_merge_bind(const int files[], int count, const OutlineEntry entries[],
                    size_t entries_count, const char *path, const char *name,
                    Error *error)
{
    qpdf_data parts[MOST_MERGED];
    Text why = {0};
    bool good = true;

    BASE_CHECK(count >= 1 && count <= MOST_MERGED);
    for (int i = 0; i < count; ++i) {
        parts[i] = open_part(files[i]);
        good = good && !has_failed(parts[i], &why);
    }
    for (int i = 1; good && i < count; ++i)
        good = take_pages(parts[0], parts[i], &why);
    if (good) {
        add_outline(parts[0], entries, entries_count);
        good = write_whole(parts[0], path, &why);
    }
    for (int i = 0; i < count; ++i)
        qpdf_cleanup(&parts[i]);
    if (good && !is_whole(path)) {
        good = false;
        text_add(&why, "no space left for its end");
    }
    if (!good)
        error_set(error, ERROR_FAILED,
                  "%.200s: cannot write: %.200s; choose another place", name,
                  why.text);
    text_free(&why);
    return good;
}

#else

bool pdf_merge_ready(void)
{
    return false;
}

bool pdf_merge_bind(const int files[], int count, const OutlineEntry entries[],
                    size_t entries_count, const char *path, const char *name,
                    Error *error)
{
    (void)files;
    (void)count;
    (void)entries;
    (void)entries_count;
    (void)path;
    return error_set(error, ERROR_FAILED,
                     "%.200s: this build cannot join PDF files; install "
                     "libqpdf and configure again",
                     name);
}

#endif

/* ---- The file ------------------------------------------------------------*/

/* Each part has its own fonts, some 27 kB, as much as one or two pages.  12
 * parts go evenly to 2, 3, 4, 6 or 12 workers. */
enum { MOST_PARTS = 12, LEAST_PAGES = 8 };

typedef struct {
    const FrameSequence *frames;
    const char *path;
    AtomicFile output;
    int files[MOST_PARTS];
    size_t parts, part_pages; /* of each but the last */
    int why;                  /* errno of a write that failed */
} Document;

/* ---- Labels ------------------------------------------------------------- */

/* "Step 3: up-sweep, level 2" where another step begins, else nothing. */
static void add_label(const FrameSequence *frames, size_t page, Text *label)
{
    const FrameMoment *moment = frames->moments.moments + page;
    const Trace *trace;

    if (frames->pages) {
        frames->pages->label(frames->pages->user, page, label);
        return;
    }
    if (!moment->started) {
        text_add(label, "Start");
        return;
    }
    if (page > 0 && moment[-1].started && moment[-1].step == moment->step)
        return;
    trace = frames->spec.analysed_traces[0]->trace;
    text_add(label, "Step %u", moment->step + 1);
    if (moment->step >= trace->steps_count)
        return;
    const Step *step = trace->steps + moment->step;
    text_add(label, ": ");
    trace_step_name(trace, step, ", ", label);
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
    if (interrupt_asked())
        return error_set(error, ERROR_FAILED, "stopped before the end");
    if (document->why)
        return error_set(error, ERROR_FAILED,
                         "%.200s: cannot write: %s; choose another place",
                         document->path, strerror(document->why));
    return error_set(error, ERROR_FAILED,
                     "%.200s: Cairo cannot draw it; use a smaller --size",
                     document->path);
}

static size_t pages_of(const Document *document)
{
    return document->frames->moments.moments_count;
}

static bool make_part(void *user, size_t piece, void *slot, Error *error)
{
    Document *document = user;
    const FrameSequence *frames = document->frames;
    bool whole = document->parts == 1, good = true;
    size_t first = piece * document->part_pages;
    PartFile to = {document, document->files[piece]};
    Text title = {0};
    DisplayList list = {0};

    (void)slot;
    frames_title(frames, FRAMES_ALL, &title);
    Pdf *pdf = paint_pdf_open(put, &to, title.text);
    for (size_t i = first;
         good && i < first + document->part_pages && i < pages_of(document);
         ++i) {
        Text label = {0};
        if (whole)
            add_label(frames, i, &label);
        frames_draw(frames, i, &list);
        paint_pdf_page(pdf, &list, frames->spec.theme, frames->spec.transparent,
                       label.text);
        text_free(&label);
        if (whole)
            frames_tell(frames, i + 1);
        good = !interrupt_asked() && !document->why;
    }
    good = paint_pdf_close(pdf) && good;
    display_list_free(&list);
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
        frames_tell(document->frames,
                    done < pages_of(document) ? done : pages_of(document));
    return true;
}

/* ---- The whole ---------------------------------------------------------- */

static void plan_parts(Document *document)
{
    size_t pages = pages_of(document);

    document->part_pages = pages;
    if (pdf_merge_ready())
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
        document->files[0] = document->output.file;
    else
        for (size_t i = 0; good && i < document->parts; ++i)
            good = atomic_file_scratch(&document->output, document->files + i,
                                       error);
    return good;
}

static void close_parts(Document *document)
{
    if (document->parts > 1)
        for (int i = 0; i < MOST_PARTS; ++i)
            if (document->files[i] >= 0)
                close(document->files[i]);
}

static bool merge(const Document *document, Error *error)
{
    size_t count = 0;
    OutlineEntry *entries = base_alloc(pages_of(document), sizeof *entries);

    if (document->parts == 1) {
        free(entries);
        return true;
    }
    for (size_t i = 0; i < pages_of(document); ++i) {
        Text label = {0};
        add_label(document->frames, i, &label);
        if (label.length)
            entries[count++] = (OutlineEntry){label.text, i};
        else
            text_free(&label);
    }
    bool good =
        pdf_merge_bind(document->files, (int)document->parts, entries, count,
                       document->output.temporary, document->path, error);
    for (size_t i = 0; i < count; ++i)
        free(entries[i].title);
    free(entries);
    return good;
}

bool pdf_file_write(const FrameSequence *frames, const char *path, Error *error)
{
    Document document = {.frames = frames, .path = path};

    if (!atomic_file_open(&document.output, path, error))
        return false;
    plan_parts(&document);
    WorkerJob job = {.count = document.parts,
                     .make = make_part,
                     .take = take_part,
                     .user = &document,
                     .cuttable = true};
    bool good = open_parts(&document, error) &&
                workers_run(&job, frames->workers, error) &&
                merge(&document, error);
    close_parts(&document);
    if (good)
        return atomic_file_keep(&document.output, error);
    atomic_file_drop(&document.output);
    return false;
}
