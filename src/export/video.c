/* SPDX-License-Identifier: MIT
 *
 * video - writes a sequence of frames as a video, by an ffmpeg process that
 * gets pixels through a pipe.
 *
 *     workers ──► pixels ──► pipe ──► ffmpeg ──► MP4 | WebM | GIF
 *
 * The encoders leave out dates and their versions, so that the same frames give
 * the same bytes.  A GIF gets a fixed palette, because computing one from the
 * frames takes a second pass, and gigabytes for a long video.  A short
 * lookahead keeps the memory of the encoders small.
 */
#include "export/formats.h"

#include "draw/paint_cairo.h"
#include "util/atomic_file.h"
#include "util/interrupt.h"
#include "util/workers.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_ARGUMENTS = 64, PALETTE_PIPE = 3 };

typedef struct {
    const FrameSequence *frames;
    pid_t process;    /* -1: none */
    int pixels;       /* pipe to it */
    FILE *messages;   /* its stderr */
    bool closed;      /* it reads no more */
    DisplayList list; /* of each worker its own */
} Video;

/* ---- Colours ------------------------------------------------------------ */

static uint32_t mixed(uint32_t a, uint32_t b, int part, int parts)
{
    uint32_t color = 0xff000000;

    for (int shift = 0; shift <= 16; shift += 8) {
        int from = a >> shift & 255, to = b >> shift & 255;
        color |= (uint32_t)(from + (to - from) * part / parts) << shift;
    }
    return color;
}

void video_palette(Theme theme, uint32_t colors[256])
{
    /* Colours that meet at edges. */
    static const Color meet[][2] = {
        {COLOR_INK, COLOR_PANEL},       {COLOR_DIM, COLOR_PANEL},
        {COLOR_INK, COLOR_PAPER},       {COLOR_INK, COLOR_CELL},
        {COLOR_INK, COLOR_HELD},        {COLOR_ON_STRONG, COLOR_LOAD},
        {COLOR_ON_BRIGHT, COLOR_STORE}, {COLOR_ON_STRONG, COLOR_CONFLICT},
        {COLOR_DIM, COLOR_PAPER},       {COLOR_LINK, COLOR_PANEL},
        {COLOR_ALARM, COLOR_PANEL},     {COLOR_GOOD, COLOR_PANEL},
        {COLOR_LOAD, COLOR_PANEL},      {COLOR_STORE, COLOR_PANEL},
        {COLOR_CONFLICT, COLOR_PANEL},  {COLOR_LOAD, COLOR_PAPER},
        {COLOR_STORE, COLOR_PAPER},     {COLOR_CONFLICT, COLOR_PAPER},
        {COLOR_ON_STRONG, COLOR_GOOD},  {COLOR_EDGE, COLOR_PANEL},
        {COLOR_HELD, COLOR_PANEL},      {COLOR_CELL, COLOR_PANEL},
        {COLOR_INK, COLOR_CONFLICT},    {COLOR_FAULT, COLOR_PANEL},
        {COLOR_ON_STRONG, COLOR_FAULT},
    };
    const int parts = 10;
    int count = 0;

    for (int i = 0; i < COLOR_NONE; ++i)
        colors[count++] = 0xff000000 | theme_color(theme, (Color)i);
    for (size_t i = 0; i < sizeof meet / sizeof *meet; ++i)
        for (int part = 1; part < parts && count < 255; ++part)
            colors[count++] =
                mixed(theme_color(theme, meet[i][0]),
                      theme_color(theme, meet[i][1]), part, parts);
    while (count < 255)
        colors[count++] = colors[0];
    colors[255] = 0;
}

/* ---- ffmpeg ------------------------------------------------------------- */

typedef struct {
    const char *words[MOST_ARGUMENTS];
    int count;
} Arguments;

/* Adds each word of TEXT, separated by blanks; TEXT is modified. */
static void add_words(Arguments *arguments, char *text)
{
    for (char *rest, *word = strtok_r(text, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest)) {
        BASE_CHECK(arguments->count < MOST_ARGUMENTS - 1);
        arguments->words[arguments->count++] = word;
    }
}

/* Adds the arguments before the name of the file.  Without -xerror, ffmpeg
 * before 6.1 exits with 0 if the end of a video could not be written. */
static void add_command(const Video *video, Text *text)
{
    const FrameSequence *frames = video->frames;
    bool clear = frames->spec.transparent;

    text_add(text,
             "ffmpeg -nostdin -hide_banner -loglevel error -y -xerror"
             " -f rawvideo -pixel_format bgra -video_size %dx%d -framerate %d"
             " -i pipe:0",
             frames->width, frames->height, frames->fps);
    if (video->frames->format == EXPORT_GIF)
        text_add(text, " -f rawvideo -pixel_format bgra -video_size 16x16"
                       " -framerate 1 -i pipe:3 -filter_complex"
                       " [0:v][1:v]paletteuse=dither=none:diff_mode=rectangle"
                       " -loop 0 -final_delay 200 -f gif");
    if (video->frames->format == EXPORT_MP4)
        text_add(
            text,
            " -vf pad=ceil(iw/2)*2:ceil(ih/2)*2:0:0:0x%06x,"
            "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
            " -filter_threads 1 -c:v libx264 -preset veryfast -crf 18 -g 30"
            " -threads 4 -rc-lookahead 4"
            " -colorspace bt709 -color_primaries bt709 -color_trc bt709"
            " -color_range tv -movflags +faststart -f mp4",
            theme_color(frames->spec.theme, COLOR_PAPER));
    if (video->frames->format == EXPORT_WEBM)
        text_add(text,
                 " -vf scale=out_color_matrix=bt709:out_range=tv,format=%s"
                 " -c:v libvpx-vp9 -deadline realtime -cpu-used 7 -row-mt 1"
                 " -threads 4 -crf 24 -b:v 0 -g 30 -lag-in-frames 0%s"
                 " -colorspace bt709 -color_primaries bt709 -color_trc bt709"
                 " -color_range tv -f webm",
                 clear ? "yuva420p" : "yuv420p",
                 clear ? " -auto-alt-ref 0" : "");
    text_add(text, " -an -map_metadata -1 -fflags +bitexact"
                   " -flags:v +bitexact");
}

static int spawn(Video *video, const Arguments *arguments, int pixels,
                 int palette)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t usual, none;

    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    posix_spawn_file_actions_adddup2(&files, pixels, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null",
                                     O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, fileno(video->messages),
                                     STDERR_FILENO);
    if (palette >= 0)
        posix_spawn_file_actions_adddup2(&files, palette, PALETTE_PIPE);
    /* Ctrl-C is for us; we end it. */
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&how, &usual);
    posix_spawnattr_setpgroup(&how, 0);
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP |
                                       POSIX_SPAWN_SETSIGDEF |
                                       POSIX_SPAWN_SETSIGMASK);
    cleanup_hold();
    int why = posix_spawnp(&video->process, "ffmpeg", &files, &how,
                           (char *const *)(uintptr_t)arguments->words, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&how);
    if (why)
        video->process = -1;
    else
        cleanup_process(video->process);
    cleanup_release();
    return why;
}

/* A pipe whose read end holds the palette; -1 if there is none to hold. */
static int palette_pipe(const Video *video)
{
    uint32_t colors[256];
    int ends[2];

    if (video->frames->format != EXPORT_GIF || pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    video_palette(video->frames->spec.theme, colors);
    bool written = write(ends[1], colors, sizeof colors) == sizeof colors;
    BASE_CHECK(written); /* a pipe holds 4096 bytes at least */
    close(ends[1]);
    return ends[0];
}

static bool video_start(Video *video, const char *file, Error *error)
{
    Arguments arguments = {.count = 0};
    Text command = {0}, name = {0};
    int ends[2] = {-1, -1}, why = 0;

    add_command(video, &command);
    text_add(&name, "file:%s", file);
    add_words(&arguments, command.text);
    arguments.words[arguments.count++] = name.text;
    video->messages = tmpfile();
    if (!video->messages || pipe2(ends, O_CLOEXEC) != 0)
        why = errno;
    int palette = why ? -1 : palette_pipe(video);
    if (!why)
        why = spawn(video, &arguments, ends[0], palette);
    if (palette >= 0)
        close(palette);
    if (ends[0] >= 0)
        close(ends[0]);
    video->pixels = ends[1];
    text_free(&command);
    text_free(&name);
    if (!why)
        return true;
    if (why == ENOENT)
        return error_set(error, ERROR_FAILED,
                         "films need ffmpeg, which is not installed; install "
                         "it (apt install ffmpeg), or write .html or .pdf");
    if (why == ENOMEM)
        return error_set(error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
    return error_set(error, ERROR_FAILED, "cannot start ffmpeg: %s",
                     strerror(why));
}

/* The last line of ffmpeg's messages. */
static void last_message(FILE *messages, char line[256])
{
    char next[256];

    strcpy(line, "no message");
    rewind(messages);
    while (fgets(next, sizeof next, messages)) {
        next[strcspn(next, "\n")] = '\0';
        if (*next)
            strcpy(line, next);
    }
}

/* Ends ffmpeg and returns whether it succeeded. */
static bool video_end(Video *video, const char *path, bool good, Error *error)
{
    int status = 0;
    char line[256];

    if (video->pixels >= 0)
        close(video->pixels);
    if (video->process > 0) {
        if (!good && !video->closed)
            kill(video->process, SIGKILL);
        while (waitpid(video->process, &status, 0) < 0 && errno == EINTR)
            continue;
        cleanup_forget_process(video->process);
    }
    if (video->process > 0 && (good || video->closed) && status != 0) {
        last_message(video->messages, line);
        good = error_set(error, ERROR_FAILED,
                         "%.150s: ffmpeg failed: %.250s; check for a full disk "
                         "or a missing encoder",
                         path, line);
    }
    if (video->messages)
        fclose(video->messages);
    return good;
}

/* ---- Pictures ----------------------------------------------------------- */

static bool make(void *user, size_t piece, void *slot, Error *error)
{
    Video *video = user;
    const FrameSequence *frames = video->frames;

    (void)error;
    frames_draw(frames, piece, &video->list);
    (frames->spec.transparent ? paint_cairo_clear
                              : paint_cairo)(&video->list, frames->spec.theme,
                                             slot, frames->width,
                                             frames->height);
    return true;
}

static bool take(void *user, size_t piece, const void *slot, Error *error)
{
    Video *video = user;
    const char *at = slot;
    size_t rest = (size_t)video->frames->width * (size_t)video->frames->height *
                  sizeof(uint32_t);

    while (rest) {
        ssize_t written = write(video->pixels, at, rest);
        if (written < 0 && errno == EINTR && !interrupt_asked())
            continue;
        if (written < 0) {
            video->closed = errno == EPIPE;
            return error_set(error, ERROR_FAILED, "stopped before the end");
        }
        at += written;
        rest -= (size_t)written;
    }
    frames_tell(video->frames, piece + 1);
    return true;
}

bool video_write(const FrameSequence *frames, const char *path, Error *error)
{
    Video video = {.frames = frames, .process = -1, .pixels = -1};
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    AtomicFile output;
    WorkerJob job = {.count = frames->moments.moments_count,
                     .slot_bytes =
                         (size_t)frames->width * (size_t)frames->height * 4,
                     .make = make,
                     .take = take,
                     .user = &video};

    if (!atomic_file_open(&output, path, error))
        return false;
    sigaction(SIGPIPE, &ignore, &before);
    bool good = video_start(&video, output.temporary, error) &&
                workers_run(&job, frames->workers, error);
    good = video_end(&video, path, good, error);
    sigaction(SIGPIPE, &before, NULL);
    display_list_free(&video.list);
    if (good)
        return atomic_file_keep(&output, error);
    atomic_file_drop(&output);
    return false;
}
