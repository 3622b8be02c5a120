/* SPDX-License-Identifier: MIT
 *
 * bench_frames - measures frames of LeftRight beside Padding: in a window, in
 * memory, and as files.
 *
 * Painting is the smaller part of the time in a window; the rest is what SDL,
 * the display and the GPU take until the frame is on the screen.
 */
#include "bench.h"
#include "card/card.h"
#include "draw/paint_cairo.h"
#include "export/export.h"
#include "util/work_folder.h"
#include "view/frame.h"
#include "view/pointing.h"

#include "window/app.h"
#include "window/window.h"

#include <SDL.h>

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { FRAMES = 100, WIDTH = 1920, HEIGHT = 1080 };

static void free_pair(Trace *traces[2])
{
    trace_free(traces[0]);
    trace_free(traces[1]);
}

static bool record_pair(const Bench *bench, uint32_t n, uint32_t k,
                        Trace *traces[2], Error *error)
{
    traces[0] = bench_record(bench, "leftright", n, k, error);
    traces[1] = traces[0] ? bench_record(bench, "padding", n, k, error) : NULL;
    if (traces[1])
        return true;
    trace_free(traces[0]);
    return false;
}

/* Adds the median and the 95th percentile of TIMES, in milliseconds. */
static void add_times(Bench *bench, const char *what, double times[FRAMES],
                      double goal)
{
    Text median = {0}, slow = {0};

    text_add(&median, "%s, median", what);
    text_add(&slow, "%s, 95th", what);
    bench_add(bench, median.text, "ms/frame", base_quantile(times, FRAMES, 0.5),
              goal, false);
    bench_add(bench, slow.text, "ms/frame", base_quantile(times, FRAMES, 0.95),
              goal, false);
    text_free(&median);
    text_free(&slow);
}

/* ---- In a window -------------------------------------------------------- */

static void press_space(App *app)
{
    SDL_Event event = {.key = {.type = SDL_KEYDOWN,
                               .state = SDL_PRESSED,
                               .keysym = {.sym = SDLK_SPACE}}};

    app_handle(app, &event);
}

/* Handles events of the window, ignores user input, and draws. */
static void settle(App *app)
{
    SDL_Event event;

    while (SDL_PollEvent(&event))
        if (event.type == SDL_WINDOWEVENT)
            app_handle(app, &event);
    app_draw(app);
}

/* Plays two traces full screen, advancing 1/60 second of playing time a frame
 * and showing frames as fast as possible; *WIDTH and *HEIGHT become the size of
 * the window in pixels.  False and ERROR_FAILED if there is no display. */
static bool time_window(Trace *const traces[2], double times[FRAMES],
                        int *width, int *height, Error *error)
{
    const char *faster = "+++"; /* so that much happens */
    AppOptions options = {.full_screen = true};
    App *app = app_open((const Trace *const *)traces, 2, &options, error);

    if (!app)
        return false;
    settle(app);
    for (; *faster; ++faster) {
        SDL_Event event = {.text = {.type = SDL_TEXTINPUT, .text = {*faster}}};
        app_handle(app, &event);
    }
    press_space(app);
    settle(app);
    window_size(app->window, width, height);
    for (int i = 0; i < FRAMES; ++i) {
        double start = base_wall_seconds();
        if (!app->session.player.playing)
            press_space(app); /* from the start again */
        app_tick(app, 1.0 / 60);
        settle(app);
        times[i] = 1e3 * (base_wall_seconds() - start);
    }
    app_close(app);
    return true;
}

static bool measure_windows(Bench *bench, Error *error)
{
    static const struct {
        uint32_t n, k;
        const char *what;
        double goal;
    } windows[] = {{64, 16, "in a window, n = 64", 16},
                   {2048, 32, "in a window, n = 2048", 33}};

    for (size_t i = 0; i < sizeof windows / sizeof windows[0]; ++i) {
        double times[FRAMES];
        Trace *traces[2];
        Error why;
        if (!record_pair(bench, windows[i].n, windows[i].k, traces, error))
            return false;
        int width = 0, height = 0;
        bool good = time_window(traces, times, &width, &height, &why);
        free_pair(traces);
        if (!good) {
            fprintf(bench->notes, "window: not measured: %s\n", why.text);
            break;
        }
        if (i == 0)
            fprintf(bench->notes, "the window has %d x %d pixels\n", width,
                    height);
        add_times(bench, windows[i].what, times, windows[i].goal);
    }
    return true;
}

/* ---- In memory ---------------------------------------------------------- */

/* Frames at rest, or moving with the clock of cycles. */
typedef struct {
    uint32_t n, k;
    bool moving;
    const char *what;
    double goal;
} FrameKind;

/* Draws FRAMES frames at 1080p, spread over the traces; sets the milliseconds
 * that each took. */
static void time_frames(const FrameKind *kind, Player *player, Scene *scene,
                        double times[FRAMES])
{
    uint32_t *pixels = base_alloc((size_t)WIDTH * HEIGHT, sizeof *pixels);
    DisplayList shapes = {0};

    if (kind->moving)
        player_set_clock(player, CLOCK_CYCLES);
    for (int f = 0; f < FRAMES; ++f) {
        player_seek(player, player->ticks * (uint32_t)f / FRAMES);
        if (kind->moving)
            player_halt(player, (f % 9 + 1) / 10.0);
        double start = bench_seconds();
        scene_follow(scene, player);
        frame_draw(&shapes, scene, WIDTH, HEIGHT);
        paint_cairo(&shapes, THEME_LIGHT, pixels, WIDTH, HEIGHT);
        times[f] = 1e3 * (bench_seconds() - start);
    }
    display_list_free(&shapes);
    free(pixels);
}

static bool measure_kind(Bench *bench, const FrameKind *kind, Error *error)
{
    Trace *traces[2];
    AnalysedTrace *analysed[2];
    double times[FRAMES];
    Scene scene = {.count = 2};
    Player player;

    if (!record_pair(bench, kind->n, kind->k, traces, error))
        return false;
    for (int t = 0; t < 2; ++t)
        scene.analysed_traces[t] = analysed[t] = analysed_new(traces[t]);
    bool good = player_init(&player, (const Trace *const *)traces, 2, error);
    if (good) {
        time_frames(kind, &player, &scene, times);
        add_times(bench, kind->what, times, kind->goal);
        player_free(&player);
    }
    analysed_free(analysed[0]);
    analysed_free(analysed[1]);
    free_pair(traces);
    return good;
}

static bool measure_memory(Bench *bench, Error *error)
{
    static const FrameKind kinds[] = {
        {2048, 32, false, "a comparison at 1080p", 16},
        {64, 8, true, "animated, n = 64, k = 8", 16},
        {2048, 32, true, "animated, n = 2048", 33},
    };
    bool good = true;

    for (size_t i = 0; good && i < sizeof kinds / sizeof *kinds; ++i)
        good = measure_kind(bench, kinds + i, error);
    return good;
}

/* ---- Cards ----------------------------------------------------------------*/

/* Seconds to find what is at a random point of the frame, to make its card, and
 * to draw the frame with rings around it. */
static double time_card(const Scene *scene, DisplayList *shapes, uint64_t *seed)
{
    Scene lit = *scene;
    Thing thing = {.kind = THING_NONE};
    double x, y, start = 0;

    while (!thing.kind) {
        x = (double)(base_random(seed) % WIDTH);
        y = (double)(base_random(seed) % HEIGHT);
        start = bench_seconds();
        thing = thing_at(scene, shapes, x, y);
    }
    int t = thing.trace - 1;
    Card card =
        card_of(scene->analysed_traces[t], scene->positions[t], &thing, false);
    lit.things[lit.things_count++] = thing;
    frame_draw(shapes, &lit, WIDTH, HEIGHT);
    double seconds = bench_seconds() - start;
    card_free(&card);
    return seconds;
}

/* Points at random places of frames of two large traces. */
static bool measure_cards(Bench *bench, Error *error)
{
    Trace *traces[2];
    AnalysedTrace *analysed[2];
    double times[FRAMES];
    Scene scene = {.count = 2};
    DisplayList shapes = {0};
    Player player;
    uint64_t seed = 1;

    if (!record_pair(bench, 2048, 32, traces, error))
        return false;
    for (int t = 0; t < 2; ++t)
        scene.analysed_traces[t] = analysed[t] = analysed_new(traces[t]);
    bool good = player_init(&player, (const Trace *const *)traces, 2, error);
    for (int f = 0; good && f < FRAMES; ++f) {
        player_seek(&player, player.ticks * (uint32_t)(f + 1) / FRAMES);
        scene_follow(&scene, &player);
        frame_draw(&shapes, &scene, WIDTH, HEIGHT);
        times[f] = 1e3 * time_card(&scene, &shapes, &seed);
    }
    if (good) {
        add_times(bench, "a card, n = 2048", times, 50);
        player_free(&player);
    }
    display_list_free(&shapes);
    analysed_free(analysed[0]);
    analysed_free(analysed[1]);
    free_pair(traces);
    return good;
}

/* ---- As files ----------------------------------------------------------- */

static void count_done(void *user, size_t done, size_t all)
{
    size_t *most = user;

    (void)all;
    *most = done;
}

/* Exports some steps, IN_MOTION or a frame an instruction; sets *RATE to the
 * frames per second. */
static bool time_export(Trace *const traces[2], const char *folder,
                        const char *ending, bool in_motion, double *rate,
                        Error *error)
{
    size_t done = 0;
    char out[128];
    ExportOptions options = {
        .spec = {.width = WIDTH, .height = HEIGHT, .scale = 1},
        .moments = {.all = true, .by = BY_INSTRUCTION, .steps = "3-6"},
        .format = export_format_named(ending),
        .fps = in_motion ? 30 : 2,
        .progress = count_done,
        .user = &done};

    if (in_motion) {
        options.moments.fps = options.fps;
        options.moments.speed = PLAYER_FASTEST / 4;
    }
    snprintf(out, sizeof out, "%s/x.%s", folder, ending);
    double start = base_wall_seconds();
    bool good = export_traces((const Trace *const *)traces, 2, &options, out,
                              NULL, error);
    *rate = (double)done / (base_wall_seconds() - start);
    return good;
}

static bool measure_formats(Bench *bench, Trace *const traces[2],
                            const char *folder, Error *error)
{
    static const struct {
        const char *ending, *name;
        double goal;
        bool in_motion;
    } kinds[] = {{"png", "frames as PNG, all cores", 40, false},
                 {"svg", "frames as SVG, all cores", 60, false},
                 {"pdf", "frames as PDF", 20, false},
                 {"mp4", "frames as MP4, all cores", 25, false},
                 {"mp4", "MP4 in motion, all cores", 25, true}};
    size_t count = sizeof kinds / sizeof *kinds;
    struct rusage usage;

    for (size_t i = 0; i < count; ++i) {
        double rate;
        if (!time_export(traces, folder, kinds[i].ending, kinds[i].in_motion,
                         &rate, error))
            return false;
        bench_add(bench, kinds[i].name, "frames/s", rate, kinds[i].goal, true);
    }
    getrusage(RUSAGE_CHILDREN, &usage);
    bench_add(bench, "the largest process of these", "MB",
              (double)usage.ru_maxrss / 1024, 400, false);
    return true;
}

/* Exports to a temporary folder, which is removed. */
static bool measure_files(Bench *bench, Error *error)
{
    Trace *traces[2];

    if (!record_pair(bench, 64, 4, traces, error))
        return false;
    char *folder = work_folder_new(error);
    bool good = folder && measure_formats(bench, traces, folder, error);
    work_folder_free(folder);
    free_pair(traces);
    return good;
}

bool bench_frames(Bench *bench, Error *error)
{
    return measure_windows(bench, error) && measure_memory(bench, error) &&
           measure_cards(bench, error) && measure_files(bench, error);
}
