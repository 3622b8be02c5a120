/* SPDX-License-Identifier: MIT
 *
 * exercise - the walk through the questions, and the page; see exercise.h.
 *
 * The page has all it needs as JSON, compressed and in base 64, so that answers
 * are not read at a glance.  That is no security, and the page says so.
 */
#include "export/exercise.h"

#include "draw/paint_svg.h"
#include "export/frame_spec.h"
#include "export/lesson_question.h"
#include "export/page_template.h"
#include "export/theme_style.h"
#include "say/phrases.h"
#include "util/atomic_file.h"
#include "util/resources.h"
#include "view/frame.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

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

/* ---- Questions -----------------------------------------------------------*/

enum { SOURCE_LINES = 10 };

/* ---- The walk -------------------------------------------------------------*/

static Scene scene_of(const Asking *asking, const ExerciseOptions *options)
{
    Scene scene = {.count = asking->player->count,
                   .theme = options->theme,
                   .projector = true};

    for (int t = 0; t < scene.count; ++t)
        scene.analysed_traces[t] = asking->traces[t];
    scene_follow(&scene, asking->player);
    asking_cover(asking, &scene);
    return scene;
}

/* Asks and answers each question in turn; returns how many there were. */
static int walk(Asking *asking, const ExerciseOptions *options,
                ExerciseEach *each, void *user)
{
    int count = 0;

    while (asking->state != ASKING_END && count < options->questions) {
        Scene scene = scene_of(asking, options);
        each(user, asking, &scene);
        asking_answer(asking, &asking_question(asking)->right);
        scene = scene_of(asking, options);
        each(user, asking, &scene);
        ++count;
        asking_key(asking, "Return");
    }
    return count;
}

void exercise_count(int questions, const ExerciseOptions *options, Text *text)
{
    phrase_count((uint64_t)questions, "question", text);
    if (questions < options->questions)
        text_add(text, ", not %d: this run has no more", options->questions);
}

int exercise_walk(const Trace *const traces[], int count,
                  const ExerciseOptions *options, ExerciseEach *each,
                  void *user, Error *error)
{
    AnalysedTrace *analysed[PLAYER_MAX_TRACES];
    Asking asking = {.state = ASKING_OFF};
    Player player;
    int questions = 0;

    if (!player_init(&player, traces, count, error))
        return -1;
    for (int t = 0; t < count; ++t)
        analysed[t] = analysed_new(traces[t]);
    if (asking_start(&asking, (const AnalysedTrace *const *)analysed, &player,
                     options->seed))
        questions = walk(&asking, options, each, user);
    asking_stop(&asking);
    player_free(&player);
    for (int t = 0; t < count; ++t)
        analysed_free(analysed[t]);
    if (questions)
        return questions;
    error_set(error, ERROR_USAGE,
              "this run is too small for questions; take a larger -n");
    return -1;
}

/* ---- JSON -----------------------------------------------------------------*/

static void add_svg(Text *json, const char *name, const DisplayList *list)
{
    SvgOptions options = {.text = true, .variables = true};
    Text svg = {0};

    paint_svg(list, &options, &svg);
    const char *from = strstr(svg.text, "<svg");
    json_text_member(json, name, from ? from : svg.text);
    text_free(&svg);
}

static void add_picture(Text *json, const char *name, const Scene *scene)
{
    DisplayList list = {0};

    frame_draw(&list, scene, 1600, 760);
    add_svg(json, name, &list);
    display_list_free(&list);
}

static void add_question(Text *json, const Question *question)
{
    text_add(json, "\"panel\":%d,", question->panel);
    json_text_member(json, "about", question->about.text);
    text_add(json, ",");
    json_text_member(json, "sentence", question->sentence.text);
    text_add(json, ",");
    json_text_member(json, "why", question->why.text);
    text_add(json, ",");
    question_json(question, json);
    text_add(json, ",");
}

static void add_to_page(void *user, const Asking *asking, const Scene *scene)
{
    Text *json = user;
    const Question *question = asking_question(asking);

    if (asking->state == ASKING_QUESTION) {
        text_add(json, "%s{", asking->quiz.count > 1 ? "," : "");
        add_question(json, question);
        Text source = {0};
        question_source(question, asking->traces[question->panel], SOURCE_LINES,
                        &source);
        json_text_member(json, "source", source.text ? source.text : "");
        text_free(&source);
        text_add(json, ",");
        add_picture(json, "asked", scene);
        text_add(json, ",");
    } else {
        add_picture(json, "told", scene);
        text_add(json, "}");
    }
}

/* ---- The page -------------------------------------------------------------*/

/* "Predict: LeftRight and Padding, 64 numbers on a small GPU with 4 banks" */
static void add_title(const Trace *const traces[], int count, Text *title)
{
    text_add(title, "Predict: ");
    question_title(traces, count, title);
    text_add(title, ", ");
    phrase_sizes(traces[0], title);
}

static bool fill_page(const Trace *const traces[], int count,
                      const ExerciseOptions *options, Text *page,
                      int *questions, Error *error)
{
    enum { TITLE, DATA, COLORS, THEME, ANSWER, PARTS };
    PagePart parts[PARTS] = {[TITLE] = {.name = "title"},
                             [DATA] = {.name = "data"},
                             [COLORS] = {.name = "colors"},
                             [THEME] = {.name = "theme"},
                             [ANSWER] = {.name = "answer"}};
    Text json = {0}, title = {0};

    text_add(&json,
             "{\"seed\":\"%llu\",\"exercise\":%u,\"k\":%u,\"questions\":[",
             (unsigned long long)options->seed, score_exercise(traces, count),
             traces[0]->run.k);
    *questions =
        exercise_walk(traces, count, options, add_to_page, &json, error);
    text_add(&json, "]}");
    add_title(traces, count, &title);
    page_pack(&json, &parts[DATA].text);
    paint_svg_words(&parts[TITLE].text, title.text);
    theme_style(&parts[COLORS].text);
    theme_style_classes(options->theme, options->system_theme,
                        &parts[THEME].text);
    text_add(&parts[ANSWER].text, "%s",
             (const char *)resource_find("assets/answer.js", NULL));
    page_fill("assets/exercise.html", parts, PARTS, page);
    text_free(&json);
    text_free(&title);
    return *questions > 0;
}

bool exercise_page(const Trace *const traces[], int count,
                   const ExerciseOptions *options, const char *path, Text *told,
                   Error *error)
{
    Text page = {0};
    int questions;

    bool good = fill_page(traces, count, options, &page, &questions, error) &&
                atomic_file_save(path, page.text, page.length, error);
    text_free(&page);
    if (good) {
        exercise_count(questions, options, told);
        text_add(told, ": %s", path);
    }
    return good;
}

/* ---- The package ----------------------------------------------------------*/

static void add_manifest(const Trace *const traces[], int count, Text *text)
{
    Text title = {0};

    add_title(traces, count, &title);
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

bool exercise_package(const Trace *const traces[], int count,
                      const ExerciseOptions *options, const char *path,
                      Text *told, Error *error)
{
    Text page = {0}, manifest = {0}, zip = {0};
    int questions;

    bool good = fill_page(traces, count, options, &page, &questions, error);
    if (good) {
        add_manifest(traces, count, &manifest);
        const ZipItem items[] = {{"imsmanifest.xml", manifest.text,
                                  manifest.length},
                                 {"index.html", page.text, page.length}};
        zip_file(items, 2, &zip);
        good = atomic_file_save(path, zip.text, zip.length, error);
    }
    if (good) {
        exercise_count(questions, options, told);
        text_add(told, " for SCORM 1.2: %s", path);
    }
    text_free(&page);
    text_free(&manifest);
    text_free(&zip);
    return good;
}
