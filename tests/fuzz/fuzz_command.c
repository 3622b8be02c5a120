/* SPDX-License-Identifier: MIT
 *
 * fuzz_command - command lines: an argument a line, as main gets them.
 *
 * Every line is read; what it asks for is done only where it is small and stays
 * within the temporary folder: no window, no video, no measurement, no name
 * with a slash, few elements.
 */
#define main upsweep_main
#include "main.c"
#undef main

#include "fuzz.h"

#include <unistd.h>

const char *const fuzz_name = "command";

enum {
    MOST_ARGUMENTS = 24,
    MOST_N = 33,
    MOST_SIDE = 1000,
    MOST_ORDERS = 64,
    CLEAR_AFTER = 200
};

static const char recorded[] = "t.upsweep";

static unsigned long done; /* commands that were not only read */

static void try_command(int argc, char **argv);

/* A trace to be named.  Commands of each kind are done. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    char *words[] = {"upsweep", "record", "leftright", "-qn16",
                     "-k4",     "-o",     "t.upsweep", NULL};
    Error error;

    (void)argc;
    (void)argv;
    fuzz_enter_folder();
    if (!freopen("/dev/null", "r", stdin) || !dispatch(7, words, &error))
        fuzz_fail("cannot record a trace", error.text);
    try_command(3, (char *[]){"upsweep", "report", "t.upsweep", NULL});
    try_command(4, (char *[]){"upsweep", "verify", "leftright", "--max-n=2",
                              NULL});
    try_command(6, (char *[]){"upsweep", "export", "t.upsweep", "--step=2",
                              "--size=800x450", "-qoa.svg", NULL});
    if (done != 3)
        fuzz_fail("a small command is only read", "");
    return 0;
}

static const Subcommand *command_named(const char *name)
{
    for (int i = 0; i < COMMANDS; ++i)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

/* Does NAME stay in the folder? */
static bool is_inside(const char *name)
{
    return !name || (!strchr(name, '/') && !strstr(name, ".."));
}

static bool is_video(const char *text)
{
    static const char *const videos[] = {"gif", "mp4", "webm"};

    for (size_t i = 0; text && i < sizeof videos / sizeof *videos; ++i)
        if (strcasestr(text, videos[i]))
            return true;
    return false;
}

/* A picture of one small frame; only an export has a size. */
static bool is_small_export(const Options *o)
{
    return o->frame_width <= MOST_SIDE && o->frame_height <= MOST_SIDE &&
           o->scale <= 2 &&
           (options_given(o, OPTION(STEP)) ||
            options_given(o, OPTION(INSTRUCTION)));
}

static bool is_harmless(const Subcommand *command, const Options *options)
{
    const Options *o = options;
    bool inside =
        is_inside(o->output) && is_inside(o->input) && is_inside(o->table);

    if (o->help)
        return true;
    if (command == &cmd_view || command == &cmd_bench || !inside)
        return false;
    if (o->output && strcmp(o->output, recorded) == 0)
        return false;
    if (o->is_built || o->sources_count || o->arguments_count)
        return false; /* no program is compiled or run */
    for (int i = 0; i < o->operands_count; ++i)
        if (!is_inside(o->operands[i]))
            return false;
    if (command == &cmd_verify &&
        (!options_given(o, OPTION(MAX_N)) || o->max_n > 3 || o->all ||
         o->operands_count > 1 || o->schedules > MOST_ORDERS))
        return false;
    return o->n <= MOST_N && o->threads <= MOST_N && o->operands_count < 5 &&
           !is_video(o->output) && !is_video(o->format) &&
           (command != &cmd_export || is_small_export(o));
}

static const char broken[] = "check failed";

/* True if an argument has the words itself: an error may say a name. */
static bool has_words(char **argv, const char *words)
{
    for (char **at = argv; *at; ++at)
        if (strstr(*at, words))
            return true;
    return false;
}

static void check_refusal(const Error *error, char **argv)
{
    if (error->kind == ERROR_NONE || error->kind > ERROR_FAILED ||
        !error->text[0])
        fuzz_fail("a refusal says nothing", "");
    if (error->kind == ERROR_FAILED && strstr(error->text, broken) &&
        !has_words(argv, broken))
        fuzz_fail("an invariant is broken", error->text);
}

static void try_command(int argc, char **argv)
{
    const Subcommand *command = argc > 1 ? command_named(argv[1]) : NULL;
    Options options;
    Error error = {ERROR_NONE, ""};

    if (command) {
        char *copy[MOST_ARGUMENTS + 2]; /* getopt changes their order */
        memcpy(copy, argv, ((size_t)argc + 1) * sizeof *copy);
        if (!command_line_read(&options, command->options, argc - 1, copy + 1,
                               &error)) {
            check_refusal(&error, argv);
            return;
        }
        if (!is_harmless(command, &options))
            return;
    }
    if (++done % CLEAR_AFTER == 0)
        fuzz_clear_folder(recorded);
    if (!dispatch(argc, argv, &error))
        check_refusal(&error, argv);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *argv[MOST_ARGUMENTS + 2] = {"upsweep"};
    int argc = 1;
    char *text = base_alloc(size + 1, 1);

    memcpy(text, data, size);
    for (char *at = text; *at && argc <= MOST_ARGUMENTS;) {
        char *end = at + strcspn(at, "\n");
        bool more = *end != '\0';
        argv[argc++] = at;
        *end = '\0';
        at = end + more;
    }
    argv[argc] = NULL;
    try_command(argc, argv);
    free(text);
    return 0;
}
