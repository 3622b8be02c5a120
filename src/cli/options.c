/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include "draw/display_list.h"
#include "playback/player.h"
#include "program/source_flags.h"
#include "trace/value.h"
#include "util/base.h"
#include "util/nearest.h"

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
    KIND_CHOICE, /* int: the place of the word given in WORDS */
    KIND_OTHER   /* as READ says */
} OptionKind;

typedef struct {
    char letter; /* of the short form, or 0 */
    const char *name;
    const char *argument; /* NULL for a flag */
    const char *help;
    OptionKind kind;
    size_t place; /* in Options */
    uint32_t least, most;
    const char *words; /* "auto|cpu|gpu" */
    bool (*read)(Options *options, const char *text, Error *error);
} Option;

static bool wrong(const char *name, const char *text, const char *remedy,
                  Error *error)
{
    if (text[0] == '-' && isalpha((unsigned char)text[text[1] == '-' ? 2 : 1]))
        return error_set(error, ERROR_USAGE,
                         "--%s has no value before %.40s: %s", name, text,
                         remedy);
    return error_set(error, ERROR_USAGE, "--%s %.40s: %s", name, text, remedy);
}

static bool read_op(Options *options, const char *text, Error *error)
{
    return op_parse(text, &options->op, error);
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

/* True if TEXT is a number and no more; *VALUE becomes this number. */
static bool parse_real(const char *text, double *value)
{
    char *end;

    *value = strtod(text, &end);
    return isdigit((unsigned char)*text) && !*end;
}

static bool read_text_scale(Options *options, const char *text, Error *error)
{
    return (parse_real(text, &options->text_scale) &&
            options->text_scale >= 0.5 && options->text_scale <= 3) ||
           wrong("text-scale", text, "write a number from 0.5 to 3", error);
}

static bool read_at(Options *options, const char *text, Error *error)
{
    return (parse_real(text, &options->at) && options->at > 0 &&
            options->at < 1) ||
           wrong("at", text, "write a number between 0 and 1, as 0.5", error);
}

static bool read_speed(Options *options, const char *text, Error *error)
{
    return (parse_real(text, &options->speed) &&
            options->speed >= PLAYER_SLOWEST &&
            options->speed <= PLAYER_FASTEST) ||
           wrong("speed", text,
                 "write cycles a second, a number from 0.25 to 64", error);
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
    options->frame_width = (int)width;
    options->frame_height = (int)height;
    return true;
}

static bool read_costs(Options *options, const char *text, Error *error)
{
    return schedule_costs_read(text, &options->costs, error);
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

/* "2-5", or "3" for one block. */
static bool read_block_range(Options *options, const char *text, Error *error)
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
    options->block_range = (BlockRange){(uint32_t)first, (uint32_t)last};
    return true;
}

static bool read_point(Options *options, const char *text, Error *error)
{
    if (options->points_count == OPTIONS_MAX_POINTS)
        return error_set(error, ERROR_USAGE, "--point: at most %d things",
                         OPTIONS_MAX_POINTS);
    options->points[options->points_count++] = text;
    return true;
}

static bool read_cxxflags(Options *options, const char *text, Error *error)
{
    (void)options;
    return source_flags_take(text, error);
}

/* Rows of the table.  FIELD is that of Options. */
#define ROW(key, letter, name, argument, help, kind, field, ...)               \
    [OPTION_##key] = {letter,     name, argument,                              \
                      help,       kind, offsetof(Options, field),              \
                      __VA_ARGS__}
#define FLAG(key, letter, name, help, field)                                   \
    ROW(key, letter, name, NULL, help, KIND_FLAG, field, .least = 0)
#define NUMBER(key, letter, name, argument, help, field, low, high)            \
    ROW(key, letter, name, argument, help, KIND_NUMBER, field, .least = low,   \
        .most = high)
#define TEXT(key, letter, name, argument, help, field)                         \
    ROW(key, letter, name, argument, help, KIND_TEXT, field, .least = 0)
#define CHOICE(key, name, argument, help, field, of)                           \
    ROW(key, 0, name, argument, help, KIND_CHOICE, field, .words = of)
#define OTHER(key, letter, name, argument, help, reader)                       \
    ROW(key, letter, name, argument, help, KIND_OTHER, given, .read = reader)

_Static_assert(OPTION_COUNT <= 64, "an OptionSet has a bit for each");

static const Option table[] = {
    NUMBER(N, 'n', "elements", "N",
           "set the number of elements (default of a run: 64, or as many as "
           "its input has)",
           n, 1, INTERVAL_MAX_N),
    NUMBER(K, 'k', "banks", "K",
           "set the number of banks and the warp size: a power of two, 2 to 64 "
           "(default of a run: a small GPU with 4 banks; with -n: 32)",
           k, 2, 64),
    NUMBER(THREADS, 't', "threads", "T",
           "threads of the block (as many as have work)", threads, 1,
           CATALOG_MAX_THREADS),
    NUMBER(BLOCK_N, 0, "block-n", "B", "elements of a block (as suits n)",
           block_n, 1, INTERVAL_MAX_N),
    OTHER(BLOCK_RANGE, 0, "block-range", "F-L",
          "the blocks that the trace holds, from 0; one number: one (all)",
          read_block_range),
    TEXT(KERNEL, 0, "kernel", "NAME",
         "of a program: the kernel whose first launch is recorded (each)",
         kernel),
    NUMBER(LAUNCH, 0, "launch", "I",
           "of a program: the launch that is recorded, from 1", launch, 1,
           INT32_MAX),
    OTHER(CXXFLAGS, 0, "cxxflags", "FLAGS",
          "of a program: flags for the compiler, such as \"-DN=1024 "
          "-Iinclude -std=c++20\"",
          read_cxxflags),
    NUMBER(PASSES, 0, "passes", "R",
           "reduce passes of hybrid (down to k elements)", passes, 0, 15),
    NUMBER(WIDTH, 0, "width", "P",
           "... as many as leave no more than P elements, which run at once",
           width, 1, INTERVAL_MAX_N),
    TEXT(WHERE, 0, "where", "TEST",
         "what compact keeps, such as x>4 or x%2==1 (x!=0)", where),
    NUMBER(BLOCKS, 0, "blocks", "B", "blocks to time on the GPU (10752)",
           blocks, 1, 65535),
    OTHER(OP, 0, "op", "OP", "add, max, min, fadd, affine or interval (add)",
          read_op),
    TEXT(INPUT, 'i', "input", "INPUT",
         "a list 3,1,7,0, a file, -, random:SEED, iota, ones, walkthrough or "
         "lecture (random:1)",
         input),
    FLAG(INCLUSIVE, 0, "inclusive", "each output includes its own element",
         inclusive),
    FLAG(EXCLUSIVE, 0, "exclusive",
         "each output is what lies before its element", exclusive),
    CHOICE(DEVICE, "device", "DEVICE",
           "auto, cpu or gpu (32 banks only); cpu,gpu: one on each "
           "(auto)",
           device, "auto|cpu|gpu|cpu,gpu"),
    FLAG(PLAIN, 0, "plain",
         "of an algorithm: its timed kernel, from the instructions a GPU ran",
         plain),
    OTHER(SEED, 0, "seed", "SEED",
          "of the order in which blocks run on the CPU machine, and of what is "
          "asked (0)",
          read_seed),
    OTHER(OUTPUT, 'o', "output", "FILE", "where to write", read_output),
    FLAG(JSON, 0, "json", "print JSON", json),
    FLAG(CSV, 0, "csv", "print comma-separated values", csv),
    FLAG(GPU, 0, "gpu", "measure the kernels on the GPU", gpu),
    FLAG(ONE_ARRAY, 0, "one-array", "on the GPU: one array, its blocks joined",
         one_array),
    FLAG(QUIET, 'q', "quiet", "no progress on stderr", quiet),
    NUMBER(SCHEDULES, 0, "schedules", "R",
           "orders of blocks to try, where blocks wait for each other (64)",
           schedules, 1, 1000000),
    NUMBER(MAX_N, 0, "max-n", "N", "try every n up to N", max_n, 1,
           INTERVAL_MAX_N),
    CHOICE(EXPECT, "expect", "KIND",
           "of programs: exclusive, inclusive, reduce, copy, permute, "
           "histogram, map, max-exclusive, max-inclusive, max-reduce, the same "
           "with min, or any",
           expect,
           "exclusive|inclusive|reduce|copy|permute|any|histogram|map|"
           "max-exclusive|max-inclusive|max-reduce|min-exclusive|"
           "min-inclusive|min-reduce"),
    FLAG(ALL, 'a', "all", "everything in the catalog", all),
    FLAG(FULL, 0, "full", "fold nothing", full),
    NUMBER(THREAD, 0, "thread", "T",
           "the local variables of thread T; in show, all that it does", thread,
           0, CATALOG_MAX_THREADS - 1),
    OTHER(
        POINT, 0, "point", "THING",
        "show this: \"cell 28\", \"thread 2\", \"bank 0\", \"line 45\"; again "
        "for another",
        read_point),
    CHOICE(THEME, "theme", "THEME", "light, dark or print (light)", theme,
           "light|dark|print"),
    OTHER(SIZE, 0, "size", "WxH", "pixels of a frame (1920x1080)", read_size),
    OTHER(TEXT_SCALE, 0, "text-scale", "S",
          "text and all lengths S times as large (1)", read_text_scale),
    FLAG(PROJECTOR, 0, "projector",
         "for the last row: no text under 2.2% of the height", projector),
    FLAG(FULL_SCREEN, 0, "full-screen", "fill the screen", full_screen),
    CHOICE(BY, "by", "UNIT",
           "a frame for each instruction, step, phase or cycle of the model",
           by, "instruction|step|phase|cycle"),
    TEXT(STEPS, 0, "steps", "LIST",
         "frames of these steps only, such as 3-7,12", steps),
    NUMBER(STEP, 0, "step", "S", "the one frame of step S as a whole, from 1",
           step, 1, 1000000),
    NUMBER(INSTRUCTION, 0, "instruction", "M",
           "the one frame after M instructions", instruction, 0, 100000000),
    CHOICE(CLOCK, "clock", "CLOCK",
           "step: traces wait for each other; cycles: all run on cycles (step)",
           clock, "step|cycles"),
    OTHER(AT, 0, "at", "SHARE",
          "the one frame within its instruction: 0.5 is half-way", read_at),
    TEXT(TABLE, 0, "table", "FILE",
         "of a chart: times from bench --gpu --csv (the program's own)", table),
    TEXT(FORMAT, 0, "format", "FORMAT", "png, svg, pdf, gif, mp4, webm or html",
         format),
    CHOICE(SLIDES, "slides", "KIND",
           "slides for beamer (LaTeX) or reveal (reveal.js)", slides,
           "beamer|reveal"),
    CHOICE(VIEW, "view", "VIEW", "one view, filling the frame: " AREA_LIST,
           area, AREA_NAMES),
    CHOICE(CROP, "crop", "VIEW", "one view, cut out of the frame", area,
           AREA_NAMES),
    OTHER(
        COSTS, 0, "costs", "COSTS",
        "model cycles in the model of time: dram=..,word=..,launch=..,start=..",
        read_costs),
    FLAG(TRANSPARENT, 0, "transparent", "no ground under the picture",
         transparent),
    CHOICE(CAPTION, "caption", "yes|no", "with the sentence, or without (yes)",
           caption, "yes|no"),
    NUMBER(SCALE, 0, "scale", "S", "S times as many pixels each way (1)", scale,
           1, 8),
    NUMBER(FPS, 0, "fps", "F",
           "frames a second of a film (2); from 10 on it moves", fps, 1, 60),
    OTHER(SPEED, 0, "speed", "S",
          "of a film that moves: cycles a second, from 0.25 to 64 (2)",
          read_speed),
    CHOICE(SVG_TEXT, "svg-text", "HOW",
           "letters of an SVG: paths or text (paths)", svg_text, "paths|text"),
    TEXT(LESSON, 0, "lesson", "NAME",
         "a lesson, in place of a run; `upsweep lesson` shows them", lesson),
    FLAG(TEXT, 0, "text", "a lesson in the terminal, not in the window", text),
    FLAG(CHECK, 0, "check",
         "plays each stop of a lesson and says what in it is wrong", check),
    FLAG(ASK, 0, "ask", "asks before it shows: predict, then see", ask),
    FLAG(WORKSHEET, 0, "worksheet",
         "questions on paper, a PDF, and a second one with the solution",
         worksheet),
    TEXT(BASELINE, 0, "baseline", "PROGRAM",
         "another upsweep, whose numbers are printed beside", baseline),
    FLAG(YES, 'y', "yes", "build and run programs that are new here, unasked",
         yes),
    TEXT(CODE, 0, "code", "CODE",
         "the code at the end of an exercise: says what it stands for", code),
    FLAG(HELP, 'h', "help", "this help", help),
};

enum { LONG_BASE = 1000 /* added to the key of a long option */ };

int options_given(const Options *options, OptionSet set)
{
    return __builtin_popcountll(options->given & set);
}

OptionFacts options_facts(OptionKey key)
{
    const Option *option = &table[key];

    return (OptionFacts){option->letter, option->name, option->argument,
                         option->help, option->words};
}

const char *options_name(OptionKey key)
{
    return table[key].name;
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

static bool read_number(const Option *option, uint32_t *number,
                        const char *text, Error *error)
{
    char *end, name[40];

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
    *number = (uint32_t)value;
    return true;
}

/* Reads one of the words "auto|cpu|gpu" of OPTION. */
static bool read_choice(const Option *option, int *choice, const char *text,
                        Error *error)
{
    Text remedy = {0};
    size_t length = strlen(text);

    *choice = 0;
    for (const char *word = option->words;; ++*choice) {
        size_t own = strcspn(word, "|");
        bool last = !word[own];
        if (own == length && memcmp(word, text, own) == 0) {
            text_free(&remedy);
            return true;
        }
        text_add(&remedy, "%s%.*s",
                 *choice == 0 ? "write "
                 : last       ? " or "
                              : ", ",
                 (int)own, word);
        if (last)
            break;
        word += own + 1;
    }
    wrong(option->name, text, remedy.text, error);
    text_free(&remedy);
    return false;
}

static bool take(OptionKey key, Options *options, const char *text,
                 Error *error)
{
    const Option *option = &table[key];
    void *field = (char *)options + option->place;
    char name[40];

    if ((options->given >> key & 1) && key != OPTION_POINT)
        return error_set(error, ERROR_USAGE,
                         "%s is given twice; give each option once",
                         name_of(option, name));
    options->given |= UINT64_C(1) << key;
    switch (option->kind) {
    case KIND_FLAG:
        *(bool *)field = true;
        return true;
    case KIND_TEXT:
        *(const char **)field = text;
        return true;
    case KIND_NUMBER:
        return read_number(option, field, text, error);
    case KIND_CHOICE:
        return read_choice(option, field, text, error);
    default:
        return option->read(options, text, error);
    }
}

/* What getopt_long needs of the allowed part of the table. */
static void getopt_tables(OptionSet allowed, char letters[],
                          struct option longs[])
{
    size_t l = 0;
    size_t count = 0;

    letters[l++] = ':';
    for (int i = 0; i < OPTION_COUNT; ++i) {
        if (!(allowed >> i & 1))
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

/* The option of a CODE that getopt_long returns. */
static OptionKey found(int code)
{
    OptionKey key = 0;

    if (code >= LONG_BASE)
        return (OptionKey)(code - LONG_BASE);
    while (key < OPTION_HELP && table[key].letter != code)
        ++key;
    return key;
}

/* Is one of the allowed options NAME, of LENGTH letters, or the letter NAME? */
static bool has_name(OptionSet allowed, const char *name, size_t length)
{
    for (int i = 0; i < OPTION_COUNT; ++i) {
        const Option *option = table + i;
        if (!(allowed >> i & 1))
            continue;
        if (length == 1 ? option->letter == *name
                        : strlen(option->name) == length &&
                              memcmp(option->name, name, length) == 0)
            return true;
    }
    return false;
}

/* The word at which getopt_long stopped.  Of letters in a row it names the
 * letter, and has not passed them; three letters or more of which the first is
 * no option are a word that lacks a dash.  musl passes a value that lacks. */
static const char *word_of(int code, int argc, char **argv, char letter[3])
{
    const char *row = optind < argc ? argv[optind] : "";

    letter[0] = '-';
    letter[1] = (char)optopt;
    letter[2] = '\0';
    if (code != '?' || optopt <= 0 || optopt >= LONG_BASE)
        return argv[argv[optind - 1] ? optind - 1 : optind - 2];
    return strncmp(row, letter, 2) == 0 && strlen(row) > 3 ? row : letter;
}

static bool refuse(int code, int argc, char **argv, OptionSet allowed,
                   Error *error)
{
    const OptionSet every = UINT64_MAX >> (64 - OPTION_COUNT);
    const char *names[OPTION_COUNT + 1] = {NULL};
    char letter[3];
    const char *word = word_of(code, argc, argv, letter), *near = NULL;
    const char *name = word + strspn(word, "-");
    size_t length = strcspn(name, "=");
    int count = 0;

    if (code == ':')
        return error_set(error, ERROR_USAGE,
                         "%.60s needs a value; --help shows which", word);
    for (int i = 0; i < OPTION_COUNT; ++i)
        if (allowed >> i & 1 && i != OPTION_HELP)
            names[count++] = table[i].name;
    if (length > 1 && has_name(every & ~allowed, name, length))
        return error_set(error, ERROR_USAGE,
                         "%s has no option %.60s: --%.*s belongs to another "
                         "command; --help shows those it has",
                         argv[0], word, (int)length, name);
    if (length > 1)
        near = nearest_name(name, names);
    if (near)
        return error_set(error, ERROR_USAGE,
                         "%s has no option %.60s; did you mean --%s?", argv[0],
                         word, near);
    return error_set(error, ERROR_USAGE,
                     "%s has no option %.60s; --help shows those it has",
                     argv[0], word);
}

/* "-steps" is -s with the value "teps" to getopt, and "--n" nothing: one dash
 * stands before a letter, two before a word. */
static bool check_dashes(OptionSet allowed, int argc, char **argv, Error *error)
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

bool options_read(Options *options, OptionSet allowed, int argc, char **argv,
                  Error *error)
{
    char letters[2 * OPTION_COUNT + 2];
    struct option longs[OPTION_COUNT + 1];
    int code;

    *options = (Options){.passes = PLAN_USUAL,
                         .input = "random:1",
                         .schedules = 64,
                         .costs = schedule_costs,
                         .frame_width = 1920,
                         .frame_height = 1080,
                         .scale = 1,
                         .fps = 2};
    allowed |= OPTION(HELP);
    if (!check_dashes(allowed, argc, argv, error))
        return false;
    getopt_tables(allowed, letters, longs);
    opterr = 0;
    optind = 0;
    while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        if (code == '?' || code == ':')
            return refuse(code, argc, argv, allowed, error);
        if (!take(found(code), options, optarg, error))
            return false;
    }
    if (options_given(options, OPTION(INCLUSIVE) | OPTION(EXCLUSIVE)) > 1)
        return error_set(error, ERROR_USAGE,
                         "--inclusive and --exclusive exclude each other; give "
                         "one");
    if (options_given(options, OPTION(PASSES) | OPTION(WIDTH)) > 1)
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

uint32_t options_banks(const Options *options)
{
    bool sized = options_given(options, OPTION(N) | OPTION(PLAIN));

    return options->k ? options->k : sized ? OPTIONS_GPU_K : OPTIONS_SMALL_K;
}

int options_passes(const Options *options, uint32_t n)
{
    int left = 0; /* log2 of the elements that are to be left */

    if (!options_given(options, OPTION(WIDTH)))
        return options->passes;
    while (options->width >> (left + 1))
        ++left;
    int passes = base_log2(base_power_of_two(n)) - left;
    return passes > 0 ? passes : 0;
}

void options_help(OptionSet allowed, Text *text)
{
    allowed |= OPTION(HELP);
    for (int i = 0; i < OPTION_COUNT; ++i) {
        if (!(allowed >> i & 1))
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

void options_manual(OptionSet allowed, Text *text)
{
    allowed |= OPTION(HELP);
    for (int i = 0; i < OPTION_COUNT; ++i) {
        const char letter[] = {'-', table[i].letter, '\0'};
        if (!(allowed >> i & 1))
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
