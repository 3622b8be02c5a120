/* SPDX-License-Identifier: MIT
 *
 * lesson_file - writes a lesson as a page, a PDF, slides, pictures or a film.
 *
 *     stop with a question ──► page: the question    page: the answer
 *     any other stop       ──► one page
 *
 * Beside a PDF lies STEM-notes.pdf, for the lecturer: each page small, and
 * under it the note.  Beside a film lie its captions, STEM.vtt; values travel
 * to the moment of each page, and there it stands as long as it takes to read.
 */
#include "export/export.h"

#include "draw/font.h"
#include "export/frame_spec.h"
#include "export/html_file.h"
#include "export/html_scenes.h"
#include "lesson/lesson_text.h"
#include "util/atomic_file.h"
#include "util/interrupt.h"
#include "util/workers.h"
#include "util/wrap.h"
#include "view/frame.h"
#include "view/view.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Words that are read in a second, and seconds more of each page. */
static const double words_a_second = 2.6, more_seconds = 2.5;
/* px at 1080, of a page of notes */
static const double projector = 1.2; /* factor on letters, for the last row */
static const double note_size = 30, note_margin = 60;
static const double note_share = 0.55; /* of its height, for the picture */

/* A stop on its stage, with what a frame needs. */
typedef struct {
    LessonStage stage;
    LessonWords words;
    Scene scene;
    AnalysedTrace *analysed[LESSON_MOST_TRACES];
} Stop;

typedef struct {
    size_t stop;
    bool tells;        /* the answer */
    uint32_t from, to; /* ticks: it shows TO; a film begins at FROM */
    double moves;      /* seconds from one to the other */
    double seconds;    /* that it stands there */
} LessonPage;

/* A frame of a film: a page, and the share of the way to it. */
typedef struct {
    size_t page;
    double share;
} FilmFrame;

typedef struct {
    const Lesson *lesson;
    const ExportOptions *options;
    Stop *stops; /* of the lesson */
    LessonPage *pages;
    size_t pages_count, pages_capacity;
    FilmFrame *film; /* its frames; NULL: frame I is page I */
    bool notes;      /* the pages have the lecturer's notes */
    int width, height;
} Book;

/* ---- Stops -------------------------------------------------------------- */

static bool open_stop(const Book *book, size_t i, Error *error)
{
    const Lesson *lesson = book->lesson;
    const LessonStop *from = lesson->stops + i;
    const FrameSpec *spec = &book->options->spec;
    Stop *stop = book->stops + i;
    LessonStage *stage = &stop->stage;

    if (!lesson_stage_open(stage, lesson, from, NULL, error) ||
        !lesson_words(lesson, from, &stage->moment, &stop->words, error))
        return false;
    stop->scene = (Scene){.count = stage->count,
                          .theme = spec->theme,
                          .scale = spec->text_scale,
                          .projector = spec->projector,
                          .costs = spec->costs};
    for (int t = 0; t < stage->count; ++t)
        stop->scene.analysed_traces[t] = stop->analysed[t] =
            analysed_new(stage->traces[t]);
    scene_follow(&stop->scene, &stage->player);
    return lesson_scene(lesson, from, &stop->scene, error);
}

static void close_stop(Stop *stop)
{
    for (int t = 0; t < LESSON_MOST_TRACES; ++t)
        analysed_free(stop->analysed[t]);
    lesson_words_free(&stop->words);
    lesson_stage_free(&stop->stage);
}

/* ---- Pages -------------------------------------------------------------- */

static double words_in(const char *text)
{
    double words = 0;

    for (bool in = false; text && *text; ++text) {
        bool blank = isspace((unsigned char)*text) != 0;
        words += in && blank;
        in = !blank;
    }
    return words + 1;
}

/* The tick from which a film plays to the moment of stop I: where the stop
 * before is, if it shows the same at an earlier moment; else where the step or
 * the instruction begins that is shown.  A stop that hides something stands. */
static uint32_t start_of(const Book *book, size_t i)
{
    const LessonStop *stop = book->lesson->stops + i;
    const Player *player = &book->stops[i].stage.player;
    uint32_t step = player_step(player);

    if (stop->hide)
        return player->tick;
    if (i && lesson_shows_same(stop - 1, stop)) {
        uint32_t before = book->pages[book->pages_count - 1].to;
        return before < player->tick ? before : player->tick;
    }
    if (stop->at == LESSON_AT_STEP)
        return player->step_ticks[step];
    return player->tick - (stop->at == LESSON_AT_INSTRUCTION && player->tick);
}

static void add_page(Book *book, size_t i, bool tells)
{
    const LessonWords *words = &book->stops[i].words;
    const Question *question = &words->question;
    const Player *player = &book->stops[i].stage.player;
    double read = tells ? words_in(question->why.text)
                        : words_in(words->text.text) +
                              2 * words_in(question->sentence.text);
    LessonPage page = {.stop = i,
                       .tells = tells,
                       .from = tells ? player->tick : start_of(book, i),
                       .to = tells ? lesson_told_tick(words, player)
                                   : player->tick,
                       .seconds = more_seconds + read / words_a_second};

    page.moves = player_move_seconds(player, page.from, page.to);
    if (book->options->format == EXPORT_FILM) /* the slide pauses there */
        page.seconds = 1.0 / book->options->fps;
    base_push(book, pages, page);
}

static FilmFrame frame_of(const Book *book, size_t i)
{
    return book->film ? book->film[i] : (FilmFrame){i, 1};
}

static const LessonPage *page_of(const Book *book, size_t i)
{
    return book->pages + frame_of(book, i).page;
}

/* Goes to PAGE in SCENE, or to what is seen when SHARE of the way has passed.
 */
static void go_to(const Stop *stop, const LessonPage *page, double share,
                  Scene *scene)
{
    Player player = stop->stage.player;

    if (page->to == player.tick && share >= 1)
        return;
    player_seek(&player, page->to);
    if (share < 1)
        player_halt_from(&player, page->from, share);
    scene_follow(scene, &player);
    scene->steps = false;
}

static void draw_page(const Book *book, FilmFrame frame, int width, int height,
                      DisplayList *list)
{
    const LessonPage *page = book->pages + frame.page;
    const Stop *stop = book->stops + page->stop;
    Scene scene = stop->scene;
    const LessonStop *own = book->lesson->stops + page->stop;
    Band band =
        lesson_band(book->lesson, own, &stop->words, false, page->tells, NULL);
    int below = band_height(height, stop->scene.projector);
    double large = stop->scene.projector ? projector : 1;
    double unit = view_unit(&stop->scene, width, height) * large;

    go_to(stop, page, frame.share, &scene);
    /* its letters are as large as the band's */
    scene.scale =
        (scene.scale > 0 ? scene.scale : 1) * height / (height - below);
    lesson_cover(own, &stop->words, page->tells, &scene);
    frame_draw(list, &scene, width, height - below);
    list->height = height;
    band_draw(list, &band, (Rect){0, height - below, width, below}, unit,
              view_least(&stop->scene, unit / large));
}

/* The page, small, and under it what the lecturer may say. */
static void draw_notes(const Book *book, FilmFrame frame, DisplayList *list)
{
    const LessonPage *page = book->pages + frame.page;
    const LessonWords *words = &book->stops[page->stop].words;
    double unit = book->height / 1080.0, margin = round(note_margin * unit);
    double size = note_size * unit, line = ceil(size * 1.35);
    Text note = {0};

    if (words->note.length)
        wrap_quotes(words->note.text, &note);
    draw_page(book, frame, book->width, book->height, list);
    crop_scale(list, note_share);
    list->width = book->width;
    list->height = book->height;
    draw_thing(list, THING_SENTENCE, 0, 0);
    Rect box = {margin, round(book->height * note_share) + margin,
                book->width - 2 * margin, 0};
    box.h = book->height - box.y - margin / 2;
    layout_paragraph(list, box, line, FONT_TEXT, size, 10, COLOR_INK,
                     note.length ? note.text : "(no note)");
    text_free(&note);
}

static void book_draw(void *user, size_t i, DisplayList *list)
{
    const Book *book = user;
    FilmFrame frame = frame_of(book, i);

    if (book->notes)
        draw_notes(book, frame, list);
    else
        draw_page(book, frame, book->width, book->height, list);
    if (book->options->spec.scale > 1)
        crop_scale(list, book->options->spec.scale);
    list->width = ceil(list->width);
    list->height = ceil(list->height);
}

static void book_title(void *user, Text *text)
{
    const Book *book = user;

    text_add(text, "%s", book->lesson->title);
}

static void book_label(void *user, size_t i, Text *text)
{
    const Book *book = user;
    const LessonPage *page = page_of(book, i);

    text_add(text, "%s", book->lesson->stops[page->stop].title);
    if (page->tells)
        text_add(text, ": the answer");
}

static void add_line(Text *text, const char *words)
{
    size_t from = text->length;

    wrap_quotes(words, text);
    for (size_t i = from; i < text->length; ++i)
        if (text->text[i] == '\n')
            text->text[i] = ' ';
}

static void book_sentence(void *user, size_t i, Text *text)
{
    const Book *book = user;
    const LessonPage *page = page_of(book, i);
    const LessonWords *words = &book->stops[page->stop].words;
    const Question *question = &words->question;

    if (page->tells) {
        question_verdict(question, NULL, text);
        text_add(text, " ");
        add_line(text, question->why.text);
        return;
    }
    text_add(text, "%s. ", book->lesson->stops[page->stop].title);
    add_line(text, words->text.text);
    if (!words->asks)
        return;
    text_add(text, " ");
    add_line(text, question->sentence.text);
    for (int c = 0; c < QUESTION_CHOICES && question->choices[c]; ++c)
        text_add(text, " %d: %s.", c + 1, question->choices[c]);
    if (question->form != ANSWER_CHOICE)
        text_add(text, " Answer with %s.", question->how.text);
}

static void book_note(void *user, size_t i, Text *text)
{
    const Book *book = user;
    const LessonPage *page = page_of(book, i);
    const LessonWords *words = &book->stops[page->stop].words;

    if (words->note.length)
        add_line(text, words->note.text);
}

/* The wrong answers that the lesson explains. */
static void add_wrongs(const LessonWords *words, Text *json)
{
    text_add(json, ",\"wrongs\":[");
    for (int i = 0; i < words->wrongs_count; ++i) {
        const Answer *answer = &words->wrongs[i].answer;
        text_add(json, "%s{\"numbers\":[", i ? "," : "");
        for (int n = 0; n < answer->count; ++n)
            text_add(json, "%s%lld", n ? "," : "",
                     (long long)answer->numbers[n]);
        text_add(json, "],");
        json_text_member(json, "why", words->wrongs[i].why.text);
        text_add(json, "}");
    }
    text_add(json, "]");
}

/* The question, as html_file.h describes it, with its sentence and the wrong
 * answers that the lesson explains. */
static void lesson_question_json(const LessonWords *words,
                                 const DisplayList *list, Text *json)
{
    Text sentence = {0};

    wrap_quotes(words->question.sentence.text, &sentence);
    text_add(json, "{");
    json_text_member(json, "sentence", sentence.text);
    text_add(json, ",");
    html_question_json(&words->question, list, json);
    add_wrongs(words, json);
    text_add(json, "}");
    text_free(&sentence);
}

static void book_question(void *user, size_t i, const DisplayList *list,
                          Text *json)
{
    const Book *book = user;
    const LessonPage *page = page_of(book, i);

    if (!page->tells && lesson_has_question(book->lesson->stops + page->stop))
        lesson_question_json(&book->stops[page->stop].words, list, json);
}

/* ---- Frames ------------------------------------------------------------- */

/* The moments only count stops; the pages draw. */
static void add_moments(const Book *book, size_t count, Selection *list)
{
    for (size_t i = 0; i < count; ++i) {
        FrameMoment moment = {.step = (uint32_t)page_of(book, i)->stop,
                              .started = true};
        base_push(list, moments, moment);
    }
}

static size_t frames_in(const Book *book, double seconds)
{
    return (size_t)ceil(seconds * book->options->fps);
}

/* In a film values travel to each page, which then stands for some frames. */
static size_t plan_film(Book *book)
{
    size_t count = 0, at = 0;

    for (size_t p = 0; p < book->pages_count; ++p)
        count += frames_in(book, book->pages[p].moves) +
                 frames_in(book, book->pages[p].seconds);
    book->film = base_alloc(count, sizeof *book->film);
    for (size_t p = 0; p < book->pages_count; ++p) {
        size_t moves = frames_in(book, book->pages[p].moves);
        for (size_t f = 0; f < moves; ++f)
            book->film[at++] = (FilmFrame){p, (double)f / (double)moves};
        for (size_t f = frames_in(book, book->pages[p].seconds); f > 0; --f)
            book->film[at++] = (FilmFrame){p, 1};
    }
    return count;
}

static bool book_open(Book *book, Error *error)
{
    const Lesson *lesson = book->lesson;

    book->stops = base_alloc(lesson->stops_count, sizeof *book->stops);
    for (size_t i = 0; i < lesson->stops_count; ++i) {
        if (!open_stop(book, i, error))
            return false;
        add_page(book, i, false);
        if (lesson_has_question(lesson->stops + i))
            add_page(book, i, true);
        if (interrupt_asked())
            return error_set(error, ERROR_FAILED, "stopped before the end");
    }
    return true;
}

static void book_close(Book *book)
{
    for (size_t i = 0; book->stops && i < book->lesson->stops_count; ++i)
        close_stop(book->stops + i);
    free(book->stops);
    free(book->pages);
    free(book->film);
}

/* ---- Captions ----------------------------------------------------------- */

static void add_time(Text *text, double seconds)
{
    int whole = (int)seconds;

    text_add(text, "%02d:%02d:%02d.%03d", whole / 3600, whole / 60 % 60,
             whole % 60, (int)((seconds - whole) * 1000));
}

/* STEM.vtt: what each page of the film says, and when. */
static bool write_captions(Book *book, const char *stem, Text *names,
                           Error *error)
{
    Text text = {0}, path = {0};
    double at = 0;
    FilmFrame *film = book->film;

    book->film = NULL; /* pages, not frames, are asked for their sentences */
    text_add(&text, "WEBVTT\n");
    for (size_t p = 0; p < book->pages_count; ++p) {
        const LessonPage *page = book->pages + p;
        double end = at + (double)(frames_in(book, page->moves) +
                                   frames_in(book, page->seconds)) /
                              book->options->fps;
        text_add(&text, "\n");
        add_time(&text, at);
        text_add(&text, " --> ");
        add_time(&text, end);
        text_add(&text, "\n");
        book_sentence(book, p, &text);
        text_add(&text, "\n");
        at = end;
    }
    book->film = film;
    text_add(&path, "%s.vtt", stem);
    bool good = atomic_file_save(path.text, text.text, text.length, error);
    text_add(names, " and %s", path.text);
    text_free(&path);
    text_free(&text);
    return good;
}

/* ---- Files -------------------------------------------------------------- */

/* STEM-notes.pdf */
static bool write_notes(Book *book, FrameSequence *frames, const char *stem,
                        Text *names, Error *error)
{
    Text path = {0};

    book->notes = true;
    text_add(&path, "%s-notes.pdf", stem);
    bool good = pdf_file_write(frames, path.text, error);
    text_add(names, " and %s", path.text);
    text_free(&path);
    book->notes = false;
    return good;
}

static bool write_all(Book *book, const char *out, Text *told, Error *error)
{
    const ExportOptions *options = book->options;
    const FormatInfo *format = export_formats + options->format;
    bool film = format->moves && options->format != EXPORT_HTML;
    FramePages pages = {.draw = book_draw,
                        .title = book_title,
                        .sentence = book_sentence,
                        .label = book_label,
                        .note = book_note,
                        .question = book_question,
                        .unit = "stop",
                        .user = book};
    FrameSequence frames = {.spec = options->spec,
                            .pages = &pages,
                            .format = options->format,
                            .numbered = true,
                            .svg_text = options->svg_text,
                            .system_theme = options->system_theme,
                            .fps = options->fps,
                            .speed = 0.25,
                            .page_bytes = EXPORT_PAGE_BYTES,
                            .workers = options->workers ? options->workers
                                                        : workers_cores(),
                            .progress = options->progress,
                            .user = options->user};
    const char *name = base_name(book->lesson->name);
    Text own = {0};
    text_add(&own, "%.*s", (int)strcspn(name, "."), name);
    FrameFiles files = {.stem = export_stem(out, own.text),
                        .ending = format->ending};
    size_t count = film ? plan_film(book) : book->pages_count;
    int scale = (int)options->spec.scale;

    frames.width = book->width * (scale > 1 ? scale : 1);
    frames.height = book->height * (scale > 1 ? scale : 1);
    add_moments(book, count, &frames.moments);
    bool good =
        export_check_size(frames.width, frames.height, error) &&
        base_make_folders(files.stem, error) &&
        export_write(&frames, &files, error) &&
        (!film || write_captions(book, files.stem, &files.names, error)) &&
        (options->format != EXPORT_PDF ||
         write_notes(book, &frames, files.stem, &files.names, error));
    if (good && told)
        text_add(told, "%zu %ss: %s", book->pages_count,
                 format->slides ? "slide" : "page", files.names.text);
    selection_free(&frames.moments);
    text_free(&files.names);
    text_free(&own);
    free((char *)(uintptr_t)files.stem);
    return good;
}

bool lesson_export(const Lesson *lesson, const ExportOptions *options,
                   const char *out, Text *told, Error *error)
{
    Book book = {.lesson = lesson,
                 .options = options,
                 .width = options->spec.width,
                 .height = options->spec.height};

    interrupt_catch();
    bool good = book_open(&book, error) && write_all(&book, out, told, error);
    interrupt_release();
    book_close(&book);
    return good;
}
