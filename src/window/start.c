/* SPDX-License-Identifier: MIT
 *
 * start - entries, keys and pictures; see start.h.  start_page.c draws.
 */
#include "window/start.h"

#include "cli/recent.h"
#include "cli/request.h"
#include "lesson/lesson_done.h"
#include "lesson/lesson_list.h"
#include "lesson/lesson_stage.h"
#include "trace/store.h"
#include "util/printable.h"
#include "view/frame.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 32, MOST_NAMES = 4096, NAME_BYTES = 200 };
enum { SOURCE_BYTES = 8192, TRACE_BYTES = 1 << 20 };
enum { WIDTH = 640, HEIGHT = 360, MOST_LINES = 26, MOST_COLUMNS = 64 };

/* ---- Small pictures ---- */

/* The middle one of the ticks that have MARK, or 0. */
static uint32_t middle_mark(Player *player, PlayerMark mark)
{
    uint32_t count = 0, tick = 0;

    player_seek(player, 0);
    for (uint32_t next; (next = player_find(player, mark, 1)) != player->tick;
         ++count)
        player_seek(player, next);
    player_seek(player, 0);
    for (uint32_t i = 0; i < (count + 1) / 2; ++i)
        player_seek(player, tick = player_find(player, mark, 1));
    return tick;
}

/* The first mistake is shown, not the middle one: later ones follow from it. */
static uint32_t typical_tick(Player *player)
{
    player_seek(player, 0);
    uint32_t tick = player_find(player, MARK_FAULT, 1);

    if (!tick)
        tick = middle_mark(player, MARK_CONFLICT);
    return tick ? tick : player->ticks / 2;
}

void miniature_of_trace(Miniature *miniature, const Trace *trace)
{
    const Trace *traces[] = {trace};
    Player player;
    Error ignored;

    if (!player_init(&player, traces, 1, &ignored))
        return;
    AnalysedTrace *analysed = analysed_new(trace);
    player.marks[0] = analysed->marks;
    player_seek(&player, typical_tick(&player));
    Scene scene = {.analysed_traces = {analysed}, .count = 1};
    scene_follow(&scene, &player);
    frame_draw(&miniature->list, &scene, WIDTH, HEIGHT);
    player_free(&player);
    analysed_free(analysed);
}

/* A bar from the first to the last sign of a line. */
static void draw_line_of(DisplayList *list, const char *line, size_t length,
                         int row)
{
    double height = (double)HEIGHT / (MOST_LINES + 2), letter = 9;
    size_t first = 0;

    while (first < length && (line[first] == ' ' || line[first] == '\t'))
        ++first;
    length = length < MOST_COLUMNS ? length : MOST_COLUMNS;
    bool remark = strncmp(line + first, "/", 1) == 0 || line[first] == '*';
    if (first < length)
        draw_rect(list,
                  (Rect){24 + letter * (double)first, height * (row + 1.2),
                         letter * (double)(length - first), height * 0.5},
                  2, remark ? COLOR_EDGE : COLOR_LINK);
}

void miniature_of_text(Miniature *miniature, const char *text)
{
    DisplayList *list = &miniature->list;

    display_list_clear(list, WIDTH, HEIGHT);
    for (int row = 0; row < MOST_LINES && *text; ++row) {
        size_t length = strcspn(text, "\n");
        draw_line_of(list, text, length, row);
        text += length + (text[length] != '\0');
    }
}

void miniature_free(Miniature *miniature)
{
    display_list_free(&miniature->list);
}

static Rect moved(Rect box, Rect to, double share)
{
    return (Rect){to.x + box.x * share, to.y + box.y * share, box.w * share,
                  box.h * share};
}

static void add_shape(DisplayList *list, const Shape *from, Rect to,
                      double share)
{
    Shape *shape = draw_rect(list, moved(from->box, to, share), 0, COLOR_NONE);
    Thing thing = shape->thing;

    Rect box = shape->box;
    *shape = *from;
    shape->thing = thing;
    shape->thread = 0;
    shape->box = box;
    for (int i = 0; i < 4; ++i) {
        shape->x[i] = to.x + from->x[i] * share;
        shape->y[i] = to.y + from->y[i] * share;
    }
    shape->radius *= share;
    if (from->kind == SHAPE_ARROW)
        shape->width = from->width * share;
    else if (from->width > 0)
        shape->width = layout_most(0.5, from->width * share);
}

/* Clips do not nest, so BOX clips all that no smaller clip does. */
void miniature_draw(DisplayList *list, const Miniature *miniature, Rect box)
{
    const DisplayList *from = &miniature->list;
    double share = box.w / WIDTH;

    draw_clip(list, box);
    for (size_t s = 0; s < from->shapes_count; ++s) {
        const Shape *shape = from->shapes + s;
        if (shape->kind == SHAPE_TEXT)
            continue;
        if (shape->kind == SHAPE_CLIP || shape->kind == SHAPE_UNCLIP) {
            draw_unclip(list);
            draw_clip(list,
                      shape->kind == SHAPE_UNCLIP
                          ? box
                          : rect_common(moved(shape->box, box, share), box));
        } else {
            add_shape(list, shape, box, share);
        }
    }
    draw_unclip(list);
}

/* ---- Entries ---- */

static StartEntry *add_entry(Start *start, StartKind kind, int section,
                             const char *what, const char *title,
                             const char *text)
{
    StartEntry entry = {.kind = kind, .section = section};

    entry.what = base_strdup(what);
    entry.title = printable_name(title, "?", NAME_BYTES);
    entry.text = printable_name(text, "", NAME_BYTES);
    base_push(start, entries, entry);
    return start->entries + start->entries_count - 1;
}

static void add_catalog(Start *start)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    for (int idea = 0; idea < IDEA_COUNT; ++idea)
        for (size_t i = 0; i < count; ++i)
            if (idea_of(all[i]) == (Idea)idea)
                add_entry(start, START_RUN, START_IDEAS + idea, all[i]->name,
                          all[i]->title, all[i]->summary);
}

/* What a card says of a lesson: how far one has come, or what it is about. */
static void add_lessons(Start *start)
{
    LessonList list = lesson_list();

    for (size_t i = 0; i < list.lessons_count; ++i) {
        const Lesson *lesson = list.lessons[i];
        LessonDone done = lesson_done(lesson);
        Text title = {0}, text = {0};
        text_add(&title, "%zu  %s", i + 1, lesson->title);
        if (done.done)
            text_add(&text, "done");
        else if (done.stop)
            text_add(&text, "at stop %u of %zu", done.stop,
                     lesson->stops_count);
        else
            text_add(&text, "%u minutes%s", lesson->minutes,
                     lesson->optional ? ", optional" : "");
        add_entry(start, START_LESSON, START_LESSONS, lesson->name, title.text,
                  text.text)
            ->done = done.done;
        text_free(&title);
        text_free(&text);
    }
    lesson_list_free(&list);
}

static bool is_ordinary(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Programs and traces in the current folder.  The path of one starts with a
 * dot, so that no name is taken for an option. */
static void add_folder(Start *start)
{
    char *paths[MOST_FILES];
    size_t count = 0;
    DIR *folder = opendir(".");
    struct dirent *found;

    for (int i = 0; folder && i < MOST_NAMES && count < MOST_FILES &&
                    (found = readdir(folder));
         ++i) {
        Text path = {0};
        if (found->d_name[0] == '.' ||
            (!base_ends_with(found->d_name, ".cu") &&
             !base_ends_with(found->d_name, ".upsweep")))
            continue;
        text_add(&path, "./%s", found->d_name);
        if (is_ordinary(path.text))
            paths[count++] = path.text;
        else
            text_free(&path);
    }
    if (folder)
        closedir(folder);
    qsort(paths, count, sizeof *paths, compare_names);
    for (size_t i = 0; i < count; ++i) {
        bool trace = base_ends_with(paths[i], ".upsweep");
        add_entry(start, trace ? START_TRACE : START_PROGRAM, START_FILES,
                  paths[i], paths[i] + 2,
                  trace ? "a trace in this folder"
                        : "a program in this folder");
        free(paths[i]);
    }
}

static void add_recent(Start *start)
{
    Recent recent = recent_read();

    for (int i = 0; i < recent.count; ++i) {
        const char *path = recent.paths[i], *slash = strrchr(path, '/');
        Text folder = {0};
        text_add(&folder, "in %.*s", slash > path ? (int)(slash - path) : 1,
                 path);
        add_entry(start,
                  base_ends_with(path, ".cu") ? START_PROGRAM : START_TRACE,
                  START_RECENT, path, slash + 1, folder.text);
        text_free(&folder);
    }
    recent_free(&recent);
}

Start *start_new(void)
{
    Start *start = base_alloc(1, sizeof *start);

    start->hover = -1;
    add_entry(start, START_FORM, START_FILES, "", "Another run",
              "choose n, k, input, file: N");
    add_folder(start);
    add_recent(start);
    size_t first = start->entries_count;
    add_lessons(start);
    add_catalog(start);
    start->focus = first;
    return start;
}

void start_free(Start *start)
{
    if (!start)
        return;
    for (size_t i = 0; i < start->entries_count; ++i) {
        StartEntry *entry = start->entries + i;
        free(entry->what);
        free(entry->title);
        free(entry->text);
        miniature_free(&entry->picture);
    }
    free(start->entries);
    free(start);
}

Options start_options(const StartEntry *entry)
{
    Error ignored;
    const Algorithm *algorithm = catalog_find(entry->what, &ignored);
    Options options = {.passes = PLAN_USUAL,
                       .input = "random:1",
                       .operands = {entry->what},
                       .operands_count = 1};

    options.seed = algorithm ? idea_seed(algorithm) : 0;
    if (options.seed)
        options.given = OPTION(SEED);
    return options;
}

/* ---- Pictures ---- */

static bool is_seen(const Start *start, const StartEntry *entry)
{
    double end = start->top + start->content.h;

    if (entry->box.w <= 0)
        return false;
    return entry->side || (entry->box.y >= start->top - 0.5 &&
                           entry->box.y + entry->box.h <= end + 0.5);
}

static StartEntry *next_picture(const Start *start)
{
    for (size_t i = 0; i < start->entries_count; ++i)
        if (!start->entries[i].pictured && is_seen(start, start->entries + i))
            return start->entries + i;
    return NULL;
}

bool start_lacks_picture(const Start *start)
{
    return next_picture(start) != NULL;
}

static void picture_run(StartEntry *entry)
{
    Options options = start_options(entry);
    Trace *traces[OPTIONS_MAX_OPERANDS];
    Error ignored;

    options.given |= OPTION(SEED); /* on the simulator, which always exists */
    if (!request_traces(&options, 1, 1, traces, &ignored))
        return;
    miniature_of_trace(&entry->picture, traces[0]);
    request_free(traces, 1);
}

/* The text of the first program that a lesson shows. */
static void picture_lesson_program(const Lesson *lesson, Miniature *picture)
{
    char *text = NULL;

    for (size_t i = 0; i < lesson->stops_count && !text; ++i)
        text = lesson_program(lesson, lesson->stops + i);
    if (text)
        miniature_of_text(picture, text);
    free(text);
}

/* The first stop of a lesson that shows no program, which would have to be
 * compiled; if all do, the text of one. */
static void picture_lesson(StartEntry *entry)
{
    Error error;
    Lesson *lesson = lesson_find(entry->what, &error);

    for (size_t i = 0; lesson && i < lesson->stops_count; ++i) {
        Trace *traces[LESSON_MOST_TRACES];
        int count;
        if (strstr(lesson->stops[i].show, ".cu") ||
            !lesson_traces(lesson, lesson->stops + i, traces, &count, &error))
            continue;
        miniature_of_trace(&entry->picture, traces[0]);
        request_free(traces, count);
        break;
    }
    if (lesson && entry->picture.list.shapes_count == 0)
        picture_lesson_program(lesson, &entry->picture);
    lesson_free(lesson);
}

/* A long one would keep the page waiting. */
static void picture_trace(StartEntry *entry)
{
    struct stat status;
    Error ignored;

    if (stat(entry->what, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size > TRACE_BYTES)
        return;
    Trace *trace = store_read(entry->what, &ignored);
    if (trace)
        miniature_of_trace(&entry->picture, trace);
    trace_free(trace);
}

static void picture_program(StartEntry *entry)
{
    char text[SOURCE_BYTES + 1];
    int file = open(entry->what, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, SOURCE_BYTES);

    if (file >= 0)
        close(file);
    if (length <= 0)
        return;
    text[length] = '\0';
    miniature_of_text(&entry->picture, text);
}

void start_make_picture(Start *start)
{
    StartEntry *entry = next_picture(start);

    if (!entry)
        return;
    entry->pictured = true;
    if (entry->kind == START_RUN)
        picture_run(entry);
    else if (entry->kind == START_LESSON)
        picture_lesson(entry);
    else if (entry->kind == START_TRACE)
        picture_trace(entry);
    else if (entry->kind == START_PROGRAM)
        picture_program(entry);
}

/* ---- Keys ---- */

/* Scrolls to where the entry in focus is seen, and its heading, if that is on
 * the first line. */
static void show_focus(Start *start)
{
    const StartEntry *entry = start->entries + start->focus;
    Rect heading = start->headings[entry->section];

    if (entry->side || entry->box.w <= 0)
        return;
    double from = entry->box.y, to = from + entry->box.h;
    if (heading.h > 0 && from - heading.y - heading.h < 2)
        from = heading.y;
    for (int i = 0; i < start->lines_count; ++i)
        if (to > start->top + start->content.h && start->lines[i] > start->top)
            start->top = start->lines[i];
    if (from < start->top)
        start->top = from;
}

/* The middle of an entry as it is seen. */
static void middle_of(const Start *start, size_t i, double *x, double *y)
{
    const StartEntry *entry = start->entries + i;

    *x = entry->box.x + entry->box.w / 2;
    *y = entry->box.y + entry->box.h / 2;
    if (!entry->side)
        *y += start->content.y - start->top;
}

/* The nearest entry in a direction, of which one of DX, DY is 0; along it, a
 * step to the side counts as several ahead. */
static size_t entry_beside(const Start *start, int dx, int dy)
{
    double from_x, from_y, least = 0;
    size_t best = start->focus;

    middle_of(start, start->focus, &from_x, &from_y);
    for (size_t i = 0; i < start->entries_count; ++i) {
        double x, y;
        if (i == start->focus || start->entries[i].box.w <= 0)
            continue;
        middle_of(start, i, &x, &y);
        double ahead = dx ? (x - from_x) * dx : (y - from_y) * dy;
        double aside = dx ? y - from_y : x - from_x;
        double far = ahead + 4 * (aside < 0 ? -aside : aside);
        if (ahead < 2 || (best != start->focus && far >= least))
            continue;
        least = far;
        best = i;
    }
    return best;
}

/* The next entry that has room, in the order of the page. */
static size_t entry_after(const Start *start, int direction)
{
    size_t count = start->entries_count, at = start->focus;

    for (size_t i = 0; i < count; ++i) {
        at = (at + (direction > 0 ? 1 : count - 1)) % count;
        if (start->entries[at].box.w > 0)
            return at;
    }
    return start->focus;
}

static size_t entry_at_end(const Start *start, int direction)
{
    Start from = *start;

    from.focus = direction > 0 ? 0 : start->entries_count - 1;
    return entry_after(&from, -direction);
}

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

StartAnswer start_key(Start *start, const char *key)
{
    static const struct {
        const char *key;
        int dx, dy, after, end;
    } moves[] = {{"Left", -1, 0, 0, 0},   {"Right", 1, 0, 0, 0},
                 {"Up", 0, -1, 0, 0},     {"Down", 0, 1, 0, 0},
                 {"Tab", 0, 0, 1, 0},     {"Shift+Tab", 0, 0, -1, 0},
                 {"Home", 0, 0, 0, -1},   {"End", 0, 0, 0, 1},
                 {"PageUp", 0, -2, 0, 0}, {"PageDown", 0, 2, 0, 0}};

    if (strcmp(key, "Return") == 0 || strcmp(key, "Keypad Enter") == 0 ||
        strcmp(key, "Space") == 0)
        return START_OPENS;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; ++i) {
        if (strcmp(moves[i].key, key) != 0)
            continue;
        if (moves[i].end)
            start->focus = entry_at_end(start, moves[i].end);
        else if (moves[i].after)
            start->focus = entry_after(start, moves[i].after);
        else
            for (int n = abs(moves[i].dx + moves[i].dy); n > 0; --n)
                start->focus =
                    entry_beside(start, sign(moves[i].dx), sign(moves[i].dy));
        show_focus(start);
        return START_MOVES;
    }
    return START_IGNORES;
}

bool start_scroll(Start *start, int lines)
{
    double before = start->top;

    for (; lines > 0; --lines)
        for (int i = 0; i < start->lines_count; ++i)
            if (start->lines[i] > start->top &&
                start->top + start->content.h < start->height) {
                start->top = start->lines[i];
                break;
            }
    for (; lines < 0; ++lines)
        for (int i = start->lines_count; i-- > 0;)
            if (start->lines[i] < start->top) {
                start->top = start->lines[i];
                break;
            }
    return start->top != before;
}

int start_at(const DisplayList *list, double x, double y)
{
    const Shape *shape = display_list_at(list, x, y, THING_ENTRY);

    return shape ? (int)shape->thing.a : -1;
}
