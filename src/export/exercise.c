/* SPDX-License-Identifier: MIT
 *
 * exercise - the questions, and the page that asks; see exercise.h.
 *
 * What is right is in the page in a form that is not read at a glance.  That is
 * no security, and the page says so.
 */
#include "export/exercise.h"

#include "draw/paint_svg.h"
#include "export/html_file.h"
#include "export/html_scenes.h"
#include "say/phrases.h"
#include "util/atomic_file.h"
#include "view/frame.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { WIDTH = 1600, HEIGHT = 760, SOURCE_LINES = 6 };

/* ---- Questions -----------------------------------------------------------*/

static void add_page(Exercise *exercise)
{
    int i = exercise->pages++;
    Scene scene = {.count = exercise->count,
                   .theme = exercise->options->theme,
                   .projector = true};

    for (int t = 0; t < scene.count; ++t)
        scene.analysed_traces[t] = exercise->traces[t];
    scene_follow(&scene, &exercise->player);
    asking_cover(&exercise->asking, &scene);
    exercise->covers[i] = exercise->asking.cover;
    scene.cover = exercise->covers + i;
    exercise->scenes[i] = scene;
}

bool exercise_open(Exercise *exercise, const Trace *const traces[], int count,
                   const ExerciseOptions *options, Error *error)
{
    Asking *asking = &exercise->asking;

    *exercise = (Exercise){.options = options};
    if (!player_init(&exercise->player, traces, count, error))
        return false;
    for (exercise->count = 0; exercise->count < count; ++exercise->count)
        exercise->traces[exercise->count] =
            analysed_new(traces[exercise->count]);
    asking_start(asking, (const AnalysedTrace *const *)exercise->traces,
                 &exercise->player, options->seed);
    while (asking->state == ASKING_QUESTION &&
           exercise->pages < 2 * QUIZ_USUAL) {
        add_page(exercise);
        asking_answer(asking, &asking_question(asking)->right);
        add_page(exercise);
        asking_key(asking, "Return");
    }
    return exercise->pages ||
           error_set(error, ERROR_USAGE,
                     "this run is too small for questions; take a larger -n");
}

void exercise_close(Exercise *exercise)
{
    if (!exercise->count)
        return;
    asking_stop(&exercise->asking);
    player_free(&exercise->player);
    for (int t = 0; t < exercise->count; ++t)
        analysed_free(exercise->traces[t]);
}

const Question *exercise_question(const Exercise *exercise, int page)
{
    return &exercise->asking.quiz.entries[page / 2].question;
}

void exercise_count(const Exercise *exercise, Text *text)
{
    int questions = exercise->pages / 2;

    phrase_count((uint64_t)questions, "question", text);
    if (questions < QUIZ_USUAL)
        text_add(text, ", not %d: this run has no more", QUIZ_USUAL);
}

/* ---- The page -------------------------------------------------------------*/

/* After the pages of the questions comes one for the score. */
static void page_draw(void *user, size_t i, DisplayList *list)
{
    const Exercise *exercise = user;
    size_t last = (size_t)exercise->pages - 1;

    frame_draw(list, exercise->scenes + (i < last ? i : last), WIDTH, HEIGHT);
}

/* "Predict: LeftRight and Padding, 64 numbers on a small GPU with 4 banks" */
static void page_title(void *user, Text *title)
{
    const Exercise *exercise = user;

    text_add(title, "Predict: ");
    question_title(exercise->player.traces, exercise->count, title);
    text_add(title, ", ");
    phrase_sizes(exercise->player.traces[0], title);
}

/* For people who do not see the picture; it gives no answer away. */
static void page_sentence(void *user, size_t i, Text *text)
{
    const Exercise *exercise = user;

    if ((int)i >= exercise->pages)
        text_add(text, "End");
    else if (i % 2)
        text_add(text, "The answer to question %zu.", i / 2 + 1);
    else
        text_add(text, "%s",
                 exercise_question(exercise, (int)i)->sentence.text);
}

static void page_nothing(void *user, size_t i, Text *text)
{
    (void)user;
    (void)i;
    (void)text;
}

static void page_question(void *user, size_t i, const DisplayList *list,
                          Text *json)
{
    const Exercise *exercise = user;

    if (i % 2 || (int)i >= exercise->pages)
        return;
    const Question *question = exercise_question(exercise, (int)i);
    Text source = {0};
    question_source(question, exercise->traces[question->panel], SOURCE_LINES,
                    &source);
    const struct {
        const char *name, *value;
    } texts[] = {{"sentence", question->sentence.text},
                 {"about", question->about.text},
                 {"why", question->why.text},
                 {"source", source.text}};
    text_add(json, "{\"wrongs\":[],");
    for (size_t t = 0; t < sizeof texts / sizeof *texts; ++t) {
        json_text_member(json, texts[t].name,
                         texts[t].value ? texts[t].value : "");
        text_add(json, ",");
    }
    html_question_json(question, list, json);
    text_add(json, "}");
    text_free(&source);
}

static bool make_page(Exercise *exercise, Text *text, Error *error)
{
    const ExerciseOptions *options = exercise->options;
    Text facts = {0};
    FramePages pages = {.draw = page_draw,
                        .title = page_title,
                        .sentence = page_sentence,
                        .label = page_nothing,
                        .note = page_nothing,
                        .question = page_question,
                        .unit = "question",
                        .user = exercise};
    FrameSequence frames = {.spec = {.theme = options->theme},
                            .pages = &pages,
                            .format = EXPORT_HTML,
                            .width = WIDTH,
                            .height = HEIGHT,
                            .system_theme = options->system_theme,
                            .speed = 1};

    text_add(&facts, "{\"seed\":\"%llu\",\"number\":%u}",
             (unsigned long long)options->seed,
             score_exercise(exercise->player.traces, exercise->count));
    pages.exercise = facts.text;
    for (int i = 0; i <= exercise->pages; ++i) {
        FrameMoment moment = {.step = (uint32_t)i / 2,
                              .started = i < exercise->pages};
        base_push(&frames.moments, moments, moment);
    }
    bool good = html_file_text(&frames, text, error);
    selection_free(&frames.moments);
    text_free(&facts);
    return good;
}

/* ---- Packages ------------------------------------------------------------*/

/* A ZIP archive of a few files, made in memory with zlib. */
typedef struct {
    const char *name; /* "imsmanifest.xml" */
    const char *bytes;
    size_t length;
} ZipItem;

enum {
    LOCAL = 0x04034b50,
    CENTRAL = 0x02014b50,
    LAST = 0x06054b50,
    VERSION = 20,
    DEFLATED = 8,
    DATE = (2026 - 1980) << 9 | 1 << 5 | 1, /* a constant */
    MOST = 1 << 30
};

typedef struct {
    uint32_t crc, packed, length, offset;
} Entry;

static void add_bytes(Text *zip, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) {
        char byte = (char)(value >> 8 * i & 0xff);
        text_add_bytes(zip, &byte, 1);
    }
}

/* What a local header and an entry of the directory have in common. */
static void add_common(Text *zip, const ZipItem *item, const Entry *entry)
{
    add_bytes(zip, VERSION, 2);
    add_bytes(zip, 0, 2); /* flags */
    add_bytes(zip, DEFLATED, 2);
    add_bytes(zip, 0, 2); /* time */
    add_bytes(zip, DATE, 2);
    add_bytes(zip, entry->crc, 4);
    add_bytes(zip, entry->packed, 4);
    add_bytes(zip, entry->length, 4);
    add_bytes(zip, (uint32_t)strlen(item->name), 2);
    add_bytes(zip, 0, 2); /* extra field */
}

/* ITEM deflated, without a header; free it. */
static unsigned char *deflated(const ZipItem *item, Entry *entry)
{
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)item->bytes,
                       .avail_in = (uInt)item->length};

    BASE_CHECK(item->length <= MOST);
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        base_out_of_memory();
    uLong room = deflateBound(&stream, (uLong)item->length);
    unsigned char *packed = base_alloc(room, 1);
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    BASE_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    entry->packed = (uint32_t)stream.total_out;
    entry->length = (uint32_t)item->length;
    entry->crc =
        (uint32_t)crc32(0, (const Bytef *)item->bytes, (uInt)item->length);
    deflateEnd(&stream);
    return packed;
}

/* Appends an archive of COUNT items to ZIP; the same items always give the same
 * bytes.  No item may be longer than 1 GB. */
static void zip_file(const ZipItem items[], int count, Text *zip)
{
    Entry *entries = base_alloc((size_t)count, sizeof *entries);
    size_t before = zip->length;

    for (int i = 0; i < count; ++i) {
        unsigned char *packed = deflated(items + i, entries + i);
        entries[i].offset = (uint32_t)(zip->length - before);
        add_bytes(zip, LOCAL, 4);
        add_common(zip, items + i, entries + i);
        text_add_bytes(zip, items[i].name, strlen(items[i].name));
        text_add_bytes(zip, (const char *)packed, entries[i].packed);
        free(packed);
    }
    uint32_t directory = (uint32_t)(zip->length - before);
    for (int i = 0; i < count; ++i) {
        add_bytes(zip, CENTRAL, 4);
        add_bytes(zip, VERSION, 2);
        add_common(zip, items + i, entries + i);
        add_bytes(zip, 0, 2); /* comment */
        add_bytes(zip, 0, 2); /* disk */
        add_bytes(zip, 0, 2); /* attributes */
        add_bytes(zip, 0, 4);
        add_bytes(zip, entries[i].offset, 4);
        text_add_bytes(zip, items[i].name, strlen(items[i].name));
    }
    uint32_t size = (uint32_t)(zip->length - before) - directory;
    add_bytes(zip, LAST, 4);
    add_bytes(zip, 0, 4); /* disks */
    add_bytes(zip, (uint32_t)count, 2);
    add_bytes(zip, (uint32_t)count, 2);
    add_bytes(zip, size, 4);
    add_bytes(zip, directory, 4);
    add_bytes(zip, 0, 2); /* comment */
    free(entries);
}

/* ---- Files ----------------------------------------------------------------*/

static void add_manifest(const Exercise *exercise, Text *text)
{
    Text title = {0};

    page_title((void *)(uintptr_t)exercise, &title);
    text_add(text,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<manifest identifier=\"upsweep-exercise\" version=\"1.0\"\n"
             " xmlns=\"http://www.imsproject.org/xsd/imscp_rootv1p1p2\"\n"
             " xmlns:adlcp=\"http://www.adlnet.org/xsd/adlcp_rootv1p2\">\n"
             "<metadata><schema>ADL SCORM</schema>"
             "<schemaversion>1.2</schemaversion></metadata>\n"
             "<organizations default=\"exercise\">\n"
             "<organization identifier=\"exercise\"><title>");
    paint_svg_words(text, title.text);
    text_add(text, "</title>\n<item identifier=\"item\" "
                   "identifierref=\"page\"><title>");
    paint_svg_words(text, title.text);
    text_add(text,
             "</title></item>\n</organization>\n</organizations>\n"
             "<resources>\n<resource identifier=\"page\" type=\"webcontent\" "
             "adlcp:scormtype=\"sco\" href=\"index.html\">"
             "<file href=\"index.html\"/></resource>\n</resources>\n"
             "</manifest>\n");
    text_free(&title);
}

/* Writes the page, or a package with it. */
static bool write_file(const Trace *const traces[], int count,
                       const ExerciseOptions *options, bool package,
                       const char *path, Text *told, Error *error)
{
    Exercise exercise;
    Text page = {0}, manifest = {0}, zip = {0};
    bool good = exercise_open(&exercise, traces, count, options, error) &&
                make_page(&exercise, &page, error);

    if (good && package) {
        add_manifest(&exercise, &manifest);
        const ZipItem items[] = {{"imsmanifest.xml", manifest.text,
                                  manifest.length},
                                 {"index.html", page.text, page.length}};
        zip_file(items, 2, &zip);
    }
    const Text *file = package ? &zip : &page;
    good = good && atomic_file_save(path, file->text, file->length, error);
    if (good) {
        exercise_count(&exercise, told);
        text_add(told, "%s: %s", package ? " for SCORM 1.2" : "", path);
    }
    text_free(&page);
    text_free(&manifest);
    text_free(&zip);
    exercise_close(&exercise);
    return good;
}

bool exercise_page(const Trace *const traces[], int count,
                   const ExerciseOptions *options, const char *path, Text *told,
                   Error *error)
{
    return write_file(traces, count, options, false, path, told, error);
}

bool exercise_package(const Trace *const traces[], int count,
                      const ExerciseOptions *options, const char *path,
                      Text *told, Error *error)
{
    return write_file(traces, count, options, true, path, told, error);
}
