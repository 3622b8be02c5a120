/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include "draw/display_list.h"
#include "trace/value.h"
#include "util/base.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
    KIND_FLAG,   /* bool */
    KIND_NUMBER, /* uint32_t from LEAST to MOST */
    KIND_TEXT,   /* const char * */
    KIND_WORD    /* one of WORDS, as its own reader says */
} OptionKind;

typedef struct {
    char key;
    char letter; /* of the short form, or 0 */
    const char *name;
    const char *argument; /* NULL for a flag */
    const char *help;
    OptionKind kind;
    size_t place; /* in Options */
    uint32_t least, most;
    bool (*read)(Options *options, const char *text, Error *error);
} Option;

static bool wrong(const char *name, const char *text, const char *remedy,
                  Error *error)
{
    return error_set(error, ERROR_USAGE, "--%s %.40s: %s", name, text, remedy);
}

static bool read_op(Options *options, const char *text, Error *error)
{
    return op_parse(text, &options->op, error);
}

static bool read_device(Options *options, const char *text, Error *error)
{
    static const char *const names[] = {"auto", "cpu", "gpu"};

    for (int i = 0; i < 3; ++i)
        if (strcmp(text, names[i]) == 0) {
            options->device = (Device)i;
            return true;
        }
    return wrong("device", text, "write auto, cpu or gpu", error);
}

static bool read_output(Options *options, const char *text, Error *error)
{
    options->output = text;
    if (strcmp(text, "-") == 0)
        return error_set(error, ERROR_USAGE,
                         "--output -: a file appears whole or not at all, so "
                         "none goes to standard output; name a file");
    return *text || error_set(error, ERROR_USAGE,
                              "--output: the name is empty; give one");
}

static bool read_theme(Options *options, const char *text, Error *error)
{
    static const char *const names[THEME_COUNT] = {"light", "dark", "print"};

    for (int i = 0; i < THEME_COUNT; ++i)
        if (strcmp(text, names[i]) == 0) {
            options->theme = (Theme)i;
            return true;
        }
    return wrong("theme", text, "write light, dark or print", error);
}

static bool read_scale(Options *options, const char *text, Error *error)
{
    char *end;

    options->scale = strtod(text, &end);
    return (isdigit((unsigned char)*text) && !*end && options->scale >= 0.5 &&
            options->scale <= 3) ||
           wrong("text-scale", text, "write a number from 0.5 to 3", error);
}

static bool read_by(Options *options, const char *text, Error *error)
{
    static const char *const names[] = {"instruction", "step", "phase",
                                        "cycle"};

    for (int i = 0; i < 4; ++i)
        if (strcmp(text, names[i]) == 0) {
            options->by = names[i];
            return true;
        }
    return wrong("by", text, "write instruction, step, phase or cycle", error);
}

/* Reads one of two words; true is the second. */
static bool read_second(const char *name, const char *text, const char *first,
                        const char *second, bool *is_second, Error *error)
{
    char remedy[64];

    *is_second = strcmp(text, second) == 0;
    if (*is_second || strcmp(text, first) == 0)
        return true;
    snprintf(remedy, sizeof remedy, "write %s or %s", first, second);
    return wrong(name, text, remedy, error);
}

static bool read_caption(Options *options, const char *text, Error *error)
{
    return read_second("caption", text, "yes", "no", &options->no_caption,
                       error);
}

static bool read_svg_text(Options *options, const char *text, Error *error)
{
    return read_second("svg-text", text, "paths", "text", &options->svg_text,
                       error);
}

static bool read_slides(Options *options, const char *text, Error *error)
{
    bool reveal;

    options->slides = text;
    return read_second("slides", text, "beamer", "reveal", &reveal, error);
}

static bool read_size(Options *options, const char *text, Error *error)
{
    char *end;
    unsigned long width = strtoul(text, &end, 10);
    bool good = isdigit((unsigned char)*text) && *end == 'x' &&
                isdigit((unsigned char)end[1]);
    unsigned long height = good ? strtoul(end + 1, &end, 10) : 0;

    if (!good || *end || width < 640 || height < 360 || width > 16384 ||
        height > 16384)
        return wrong("size", text,
                     "write WIDTHxHEIGHT, from 640x360 to 16384x16384", error);
    options->width = (uint32_t)width;
    options->height = (uint32_t)height;
    return true;
}

static bool read_seed(Options *options, const char *text, Error *error)
{
    char *end;

    errno = 0;
    options->seed = strtoull(text, &end, 10);
    return (isdigit((unsigned char)*text) && !*end && !errno) ||
           wrong("seed", text, "write a whole number from 0 to 2^64 - 1",
                 error);
}

static bool read_clock(Options *options, const char *text, Error *error)
{
    options->by_cycles = strcmp(text, "cycles") == 0;
    return options->by_cycles || strcmp(text, "step") == 0 ||
           wrong("clock", text, "write step or cycles", error);
}

static bool read_within(Options *options, const char *text, Error *error)
{
    char *end;

    options->within = strtod(text, &end);
    return (isdigit((unsigned char)*text) && !*end && options->within > 0 &&
            options->within < 1) ||
           wrong("at", text, "write a number between 0 and 1, as 0.5", error);
}

/* "2-5", or "3" for one block. */
static bool read_window(Options *options, const char *text, Error *error)
{
    char *end;

    errno = 0;
    unsigned long first = strtoul(text, &end, 10);
    bool good = isdigit((unsigned char)*text) && !errno;
    unsigned long last = first;
    if (good && *end == '-') {
        good = isdigit((unsigned char)end[1]) != 0;
        last = strtoul(end + 1, &end, 10);
    }
    if (!good || *end || errno || last < first || last >= PLAN_MAX_BLOCKS)
        return wrong("block-range", text,
                     "write which, counted from 0: FIRST-LAST, or one number",
                     error);
    options->window = (BlockRange){(uint32_t)first, (uint32_t)last};
    return true;
}

#define PLACE(field) offsetof(Options, field)

static const Option table[] = {
    {'n', 'n', "elements", "N", "elements of the input", KIND_NUMBER, PLACE(n),
     1, INTERVAL_MAX_N, NULL},
    {'k', 'k', "banks", "K", "banks, and lanes of a warp: 2, 4, ... 64 (32)",
     KIND_NUMBER, PLACE(k), 2, 64, NULL},
    {'t', 't', "threads", "T", "threads of the block (as many as have work)",
     KIND_NUMBER, PLACE(threads), 1, CATALOG_MAX_THREADS, NULL},
    {'N', 0, "block-n", "B", "elements of a block (as suits n)", KIND_NUMBER,
     PLACE(block_n), 1, INTERVAL_MAX_N, NULL},
    {'W', 0, "block-range", "F-L",
     "the blocks that the trace holds, from 0; one number: one (all)",
     KIND_WORD, 0, 0, 0, read_window},
    {'R', 0, "passes", "R", "reduce passes of hybrid (down to k elements)",
     KIND_NUMBER, PLACE(passes), 0, 15, NULL},
    {'D', 0, "width", "P",
     "... as many as leave no more than P elements, which run at once",
     KIND_NUMBER, PLACE(parallel), 1, INTERVAL_MAX_N, NULL},
    {'K', 0, "where", "TEST",
     "what compact keeps, such as x>4 or x%2==1 (x!=0)", KIND_TEXT, PLACE(keep),
     0, 0, NULL},
    {'B', 0, "blocks", "B", "blocks to time on the GPU (10752)", KIND_NUMBER,
     PLACE(blocks), 1, 65535, NULL},
    {'o', 0, "op", "OP", "add, max, min, fadd, affine or interval (add)",
     KIND_WORD, 0, 0, 0, read_op},
    {'I', 'i', "input", "INPUT",
     "a list 3,1,7,0, a file, -, random:SEED, iota, ones, walkthrough or "
     "lecture (random:1)",
     KIND_TEXT, PLACE(input), 0, 0, NULL},
    {'i', 0, "inclusive", NULL, "each output includes its own element",
     KIND_FLAG, PLACE(inclusive), 0, 0, NULL},
    {'e', 0, "exclusive", NULL, "each output is what lies before its element",
     KIND_FLAG, PLACE(exclusive), 0, 0, NULL},
    {'d', 0, "device", "DEVICE", "auto, cpu or gpu (auto)", KIND_WORD, 0, 0, 0,
     read_device},
    {'S', 0, "seed", "SEED",
     "of the order in which blocks run on the CPU machine (0)", KIND_WORD, 0, 0,
     0, read_seed},
    {'O', 'o', "output", "FILE", "where to write", KIND_WORD, 0, 0, 0,
     read_output},
    {'j', 0, "json", NULL, "print JSON", KIND_FLAG, PLACE(json), 0, 0, NULL},
    {'c', 0, "csv", NULL, "print comma-separated values", KIND_FLAG, PLACE(csv),
     0, 0, NULL},
    {'g', 0, "gpu", NULL, "measure the kernels on the GPU", KIND_FLAG,
     PLACE(gpu), 0, 0, NULL},
    {'L', 0, "one-array", NULL, "on the GPU: one array, its blocks joined",
     KIND_FLAG, PLACE(large), 0, 0, NULL},
    {'q', 'q', "quiet", NULL, "no progress on stderr", KIND_FLAG, PLACE(quiet),
     0, 0, NULL},
    {'Y', 0, "schedules", "R",
     "orders of blocks to try, where blocks wait for each other (64)",
     KIND_NUMBER, PLACE(schedules), 1, 1000000, NULL},
    {'M', 0, "max-n", "N", "try every n up to N", KIND_NUMBER, PLACE(max_n), 1,
     INTERVAL_MAX_N, NULL},
    {'a', 'a', "all", NULL, "everything in the catalog", KIND_FLAG, PLACE(all),
     0, 0, NULL},
    {'f', 0, "full", NULL, "fold nothing", KIND_FLAG, PLACE(full), 0, 0, NULL},
    {'T', 0, "theme", "THEME", "light, dark or print (light)", KIND_WORD, 0, 0,
     0, read_theme},
    {'z', 0, "size", "WxH", "pixels of a frame (1920x1080)", KIND_WORD, 0, 0, 0,
     read_size},
    {'x', 0, "text-scale", "S", "text and all lengths S times as large (1)",
     KIND_WORD, 0, 0, 0, read_scale},
    {'P', 0, "projector", NULL,
     "for the last row: no text under 14 pixels at 1080 lines", KIND_FLAG,
     PLACE(projector), 0, 0, NULL},
    {'F', 0, "full-screen", NULL, "fill the screen", KIND_FLAG,
     PLACE(full_screen), 0, 0, NULL},
    {'b', 0, "by", "UNIT",
     "a frame for each instruction, step, phase or cycle of the model",
     KIND_WORD, 0, 0, 0, read_by},
    {'1', 0, "steps", "LIST", "frames of these steps only, such as 3-7,12",
     KIND_TEXT, PLACE(steps), 0, 0, NULL},
    {'s', 0, "step", "S", "the one frame at the end of step S, from 1",
     KIND_NUMBER, PLACE(step), 1, 1000000, NULL},
    {'m', 0, "instruction", "M", "the one frame after M instructions",
     KIND_NUMBER, PLACE(instruction), 0, 100000000, NULL},
    {'C', 0, "clock", "CLOCK",
     "step: traces wait for each other; cycles: all run on cycles (step)",
     KIND_WORD, 0, 0, 0, read_clock},
    {'w', 0, "at", "SHARE",
     "the one frame within its instruction: 0.5 is half-way", KIND_WORD, 0, 0,
     0, read_within},
    {'V', 0, "table", "FILE",
     "of a chart: times from bench --gpu --csv (the program's own)", KIND_TEXT,
     PLACE(table), 0, 0, NULL},
    {'2', 0, "format", "FORMAT", "png, svg, pdf, gif, mp4, webm or html",
     KIND_TEXT, PLACE(format), 0, 0, NULL},
    {'3', 0, "slides", "KIND",
     "slides for beamer (LaTeX) or reveal (reveal.js)", KIND_WORD, 0, 0, 0,
     read_slides},
    {'4', 0, "view", "VIEW", "one view, filling the frame: " AREA_LIST,
     KIND_TEXT, PLACE(view), 0, 0, NULL},
    {'5', 0, "crop", "VIEW", "one view, cut out of the frame", KIND_TEXT,
     PLACE(crop), 0, 0, NULL},
    {'6', 0, "transparent", NULL, "no ground under the picture", KIND_FLAG,
     PLACE(transparent), 0, 0, NULL},
    {'7', 0, "caption", "yes|no", "with the sentence, or without (yes)",
     KIND_WORD, 0, 0, 0, read_caption},
    {'8', 0, "scale", "S", "S times as many pixels each way (1)", KIND_NUMBER,
     PLACE(enlarge), 1, 8, NULL},
    {'9', 0, "fps", "F", "frames a second of a video (2)", KIND_NUMBER,
     PLACE(fps), 1, 60, NULL},
    {'0', 0, "svg-text", "HOW", "letters of an SVG: paths or text (paths)",
     KIND_WORD, 0, 0, 0, read_svg_text},
    {'h', 'h', "help", NULL, "this help", KIND_FLAG, PLACE(help), 0, 0, NULL},
};

enum { OPTION_COUNT = sizeof table / sizeof table[0], LONG_BASE = 1000 };

bool options_given(const Options *options, char key)
{
    return strchr(options->given, key) != NULL;
}

/* "-n, --elements", or "--by" for an option without a letter. */
static const char *name_of(const Option *option, char name[40])
{
    if (option->letter)
        snprintf(name, 40, "-%c, --%s", option->letter, option->name);
    else
        snprintf(name, 40, "--%s", option->name);
    return name;
}

static bool read_number(const Option *option, Options *options,
                        const char *text, Error *error)
{
    char *end, name[40];
    uint32_t *place = (uint32_t *)(void *)((char *)options + option->place);

    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end)
        return error_set(error, ERROR_USAGE,
                         "%s %.40s: not a whole number; write one from %u to "
                         "%u",
                         name_of(option, name), text, option->least,
                         option->most);
    if (errno || value < option->least || value > option->most)
        return error_set(error, ERROR_USAGE,
                         "%s %.40s: out of range; write a number from %u to "
                         "%u",
                         name_of(option, name), text, option->least,
                         option->most);
    *place = (uint32_t)value;
    return true;
}

static bool take(const Option *option, Options *options, const char *text,
                 Error *error)
{
    char *field = (char *)options + option->place;
    char name[40];

    if (options_given(options, option->key))
        return error_set(error, ERROR_USAGE,
                         "%s is given twice; give each option once",
                         name_of(option, name));
    options->given[strlen(options->given)] = option->key;
    switch (option->kind) {
    case KIND_FLAG:
        *(bool *)(void *)field = true;
        return true;
    case KIND_TEXT:
        *(const char **)(void *)field = text;
        return true;
    case KIND_NUMBER:
        return read_number(option, options, text, error);
    default:
        return option->read(options, text, error);
    }
}

/* What getopt_long needs of the allowed part of the table. */
static void getopt_tables(const char *allowed, char letters[],
                          struct option longs[])
{
    size_t l = 0;
    size_t count = 0;

    letters[l++] = ':';
    for (int i = 0; i < OPTION_COUNT; ++i) {
        if (!strchr(allowed, table[i].key) && table[i].key != 'h')
            continue;
        bool argument = table[i].argument != NULL;
        if (table[i].letter) {
            letters[l++] = table[i].letter;
            if (argument)
                letters[l++] = ':';
        }
        longs[count++] =
            (struct option){table[i].name,
                            argument ? required_argument : no_argument, NULL,
                            LONG_BASE + i};
    }
    letters[l] = '\0';
    longs[count] = (struct option){NULL, 0, NULL, 0};
}

static const Option *found(int code)
{
    if (code >= LONG_BASE)
        return &table[code - LONG_BASE];
    for (int i = 0; i < OPTION_COUNT; ++i)
        if (table[i].letter == code)
            return &table[i];
    return NULL;
}

static bool refuse(int code, char **argv, const char *allowed, Error *error)
{
    const char *names[OPTION_COUNT + 1] = {NULL};
    const char letter[] = {'-', (char)optopt, '\0'};
    /* Of letters in a row getopt names the letter, and has not passed them. */
    bool of_row = code == '?' && optopt > 0 && optopt < LONG_BASE;
    const char *word = of_row ? letter : argv[optind - 1];
    const char *near = NULL;
    int count = 0;

    if (code == ':')
        return error_set(error, ERROR_USAGE,
                         "%.60s needs a value; --help shows which", word);
    for (int i = 0; i < OPTION_COUNT; ++i)
        if (strchr(allowed, table[i].key))
            names[count++] = table[i].name;
    if (strncmp(word, "--", 2) == 0)
        near = value_nearest(word + 2, names);
    if (near)
        return error_set(error, ERROR_USAGE,
                         "%s has no option %.60s; did you mean --%s?", argv[0],
                         word, near);
    return error_set(error, ERROR_USAGE,
                     "%s has no option %.60s; --help shows those it has",
                     argv[0], word);
}

/* Is one of the allowed options NAME, of LENGTH letters, or the letter NAME? */
static bool has_name(const char *allowed, const char *name, size_t length)
{
    for (int i = 0; i < OPTION_COUNT; ++i) {
        const Option *option = table + i;
        if (!strchr(allowed, option->key) && option->key != 'h')
            continue;
        if (length == 1 ? option->letter == *name
                        : strlen(option->name) == length &&
                              memcmp(option->name, name, length) == 0)
            return true;
    }
    return false;
}

/* "-steps" is -s with the value "teps" to getopt, and "--n" nothing: one dash
 * stands before a letter, two before a word. */
static bool check_dashes(const char *allowed, int argc, char **argv,
                         Error *error)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        const char *word = argv[i];
        int dashes = (int)strspn(word, "-");
        size_t length = strcspn(word + dashes, "=");
        bool wrong =
            (dashes == 1 && length > 1) || (dashes == 2 && length == 1);
        if (wrong && has_name(allowed, word + dashes, length))
            return error_set(error, ERROR_USAGE, "%.60s: write %s%.*s", word,
                             dashes == 1 ? "--" : "-", (int)length,
                             word + dashes);
    }
    return true;
}

bool options_read(Options *options, const char *allowed, int argc, char **argv,
                  Error *error)
{
    char letters[2 * OPTION_COUNT + 2];
    struct option longs[OPTION_COUNT + 1];
    int code;

    *options = (Options){.k = 32, .input = "random:1", .schedules = 64};
    if (!check_dashes(allowed, argc, argv, error))
        return false;
    getopt_tables(allowed, letters, longs);
    opterr = 0;
    optind = 0;
    while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        const Option *option = code == '?' || code == ':' ? NULL : found(code);
        if (!option)
            return refuse(code, argv, allowed, error);
        if (!take(option, options, optarg, error))
            return false;
    }
    if (options->inclusive && options->exclusive)
        return error_set(error, ERROR_USAGE,
                         "--inclusive and --exclusive exclude each other; give "
                         "one");
    if (options_given(options, 'R') && options_given(options, 'D'))
        return error_set(error, ERROR_USAGE,
                         "--passes and --width say the same thing twice; give "
                         "one");
    for (int i = optind; i < argc; ++i) {
        if (options->operands_count == OPTIONS_MAX_OPERANDS)
            return error_set(error, ERROR_USAGE,
                             "more than %d algorithms or traces",
                             OPTIONS_MAX_OPERANDS);
        options->operands[options->operands_count++] = argv[i];
    }
    return true;
}

int options_passes(const Options *options, uint32_t n)
{
    int left = 0; /* log2 of the elements that are to be left */

    if (options_given(options, 'R'))
        return (int)options->passes;
    if (!options_given(options, 'D'))
        return RECORD_USUAL;
    while (options->parallel >> (left + 1))
        ++left;
    int passes = base_log2(base_power_of_two(n)) - left;
    return passes > 0 ? passes : 0;
}

void options_help(const char *allowed, Text *text)
{
    for (int i = 0; i < OPTION_COUNT; ++i) {
        if (!strchr(allowed, table[i].key) && table[i].key != 'h')
            continue;
        char left[64] = "    ";
        if (table[i].letter) {
            strcpy(left, "-x, ");
            left[1] = table[i].letter;
        }
        text_add(text, "  %s--%s%s%-*s %s\n", left, table[i].name,
                 table[i].argument ? " " : "",
                 16 - (int)strlen(table[i].name) - (table[i].argument ? 1 : 0),
                 table[i].argument ? table[i].argument : "", table[i].help);
    }
}

void options_manual(const char *allowed, Text *text)
{
    for (int i = 0; i < OPTION_COUNT; ++i) {
        const char letter[] = {'-', table[i].letter, '\0'};
        if (!strchr(allowed, table[i].key) && table[i].key != 'h')
            continue;
        text_add(text, ".TP\n");
        if (table[i].letter) {
            text_add_roff_bold(text, letter);
            text_add(text, ", ");
        }
        text_add(text, "\\fB\\-\\-");
        text_add_roff(text, table[i].name);
        text_add(text, "\\fR");
        if (table[i].argument)
            text_add(text, " \\fI%s\\fR", table[i].argument);
        text_add(text, "\n");
        text_add_roff(text, table[i].help);
        text_add(text, "\n");
    }
}
