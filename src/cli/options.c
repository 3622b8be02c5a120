/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include "draw/display_list.h"
#include "playback/player.h"
#include "program/compiler.h"
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
    KIND_REAL,   /* double from LOW to HIGH */
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
    double low, high;
    const char *words; /* "auto|cpu|gpu"; of a real number the remedy */
    bool (*read)(Options *options, const char *text, Error *error);
} Option;

static bool wrong(const char *name, const char *text, const char *remedy,
                  Error *error)
{
    if (text[0] == '-' && isalpha((unsigned char)text[text[1] == '-' ? 2 : 1]))
        return error_set(error, ERROR_USAGE,
                         "--%s: missing value before %.40s; %s", name, text,
                         remedy);
    return error_set(error, ERROR_USAGE, "--%s %.40s: invalid value; %s", name,
                     text, remedy);
}

static bool read_op(Options *options, const char *text, Error *error)
{
    return op_parse(text, &options->op, error);
}

static bool read_output(Options *options, const char *text, Error *error)
{
    options->output = text;
    if (strcmp(text, "-") == 0)
        return error_set(
            error, ERROR_USAGE,
            "--output -: cannot write to standard output; name a file");
    return *text || error_set(error, ERROR_USAGE,
                              "--output: the name is empty; name a file");
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
                     "write FIRST-LAST or one number, counted from 0", error);
    options->block_range = (BlockRange){(uint32_t)first, (uint32_t)last};
    return true;
}

static bool read_point(Options *options, const char *text, Error *error)
{
    if (options->points_count == OPTIONS_MAX_POINTS)
        return error_set(error, ERROR_USAGE,
                         "--point: given more than %d times; remove some",
                         OPTIONS_MAX_POINTS);
    options->points[options->points_count++] = text;
    return true;
}

static bool read_cxxflags(Options *options, const char *text, Error *error)
{
    (void)options;
    return source_flags_take(text, error);
}

/* Rows of the table.  FIELD is a member of Options. */
#define ROW(key, letter, name, argument, help, kind, field, ...)               \
    [OPTION_##key] = {letter,     name, argument,                              \
                      help,       kind, offsetof(Options, field),              \
                      __VA_ARGS__}
#define FLAG(key, letter, name, help, field)                                   \
    ROW(key, letter, name, NULL, help, KIND_FLAG, field, .least = 0)
#define NUMBER(key, letter, name, argument, help, field, low, high)            \
    ROW(key, letter, name, argument, help, KIND_NUMBER, field, .least = low,   \
        .most = high)
#define REAL(key, name, argument, help, field, from, to, remedy)               \
    ROW(key, 0, name, argument, help, KIND_REAL, field, .low = from,           \
        .high = to, .words = remedy)
#define TEXT(key, letter, name, argument, help, field)                         \
    ROW(key, letter, name, argument, help, KIND_TEXT, field, .least = 0)
#define CHOICE(key, name, argument, help, field, of)                           \
    ROW(key, 0, name, argument, help, KIND_CHOICE, field, .words = of)
#define OTHER(key, letter, name, argument, help, reader)                       \
    ROW(key, letter, name, argument, help, KIND_OTHER, given, .read = reader)

_Static_assert(OPTION_COUNT <= 128, "an OptionSet has a bit for each");

static const Option table[] = {
    FLAG(ALL, 'a', "all", "check all algorithms of the catalog", all),
    NUMBER(MAX_N, 0, "max-n", "N", "check every n from 1 to N", max_n, 1,
           INTERVAL_MAX_N),
    NUMBER(SCHEDULES, 0, "schedules", "R",
           "try R orders of the blocks where blocks wait for each other "
           "(default: 64)",
           schedules, 1, 1000000),

    FLAG(GPU, 0, "gpu", "measure the kernels on the GPU", gpu),
    NUMBER(BLOCKS, 0, "blocks", "B", "time B blocks (default: 10752)", blocks,
           1, 65535),
    FLAG(ONE_ARRAY, 0, "one-array",
         "scan one large array with all blocks (default: an array for each "
         "block)",
         one_array),

    TEXT(LESSON, 0, "lesson", "NAME",
         "export lesson NAME; `upsweep lesson` lists the lessons", lesson),
    FLAG(TEXT, 0, "text", "play the lesson in the terminal", text),
    FLAG(CHECK, 0, "check", "play every stop and report what is wrong in it",
         check),

    OTHER(OUTPUT, 'o', "output", "FILE",
          "write FILE; its ending sets the format", read_output),
    TEXT(FORMAT, 0, "format", "FORMAT",
         "set the format: png, svg, pdf, gif, mp4, webm or html (default: the "
         "ending of FILE)",
         format),
    CHOICE(
        SLIDES, "slides", "KIND",
        "write slides for beamer (LaTeX), reveal (reveal.js), film (reveal.js, "
        "in motion) or pptx (PowerPoint)",
        slides, "beamer|reveal|film|pptx"),
    TEXT(TABLE, 0, "table", "FILE",
         "draw the chart from the times in FILE, written by `upsweep bench "
         "--gpu --csv` (default: built-in times of an H200)",
         table),
    OTHER(SIZE, 0, "size", "WxH",
          "set the size of a frame in pixels (default: 1920x1080)", read_size),
    NUMBER(SCALE, 0, "scale", "S",
           "multiply the pixels of each side by S, 1 to 8 (default: 1)", scale,
           1, 8),
    CHOICE(SVG_TEXT, "svg-text", "HOW",
           "write letters in SVG files as paths or text (default: paths)",
           svg_text, "paths|text"),
    FLAG(JSON, 0, "json", "print JSON", json),
    FLAG(CSV, 0, "csv", "print comma-separated values", csv),
    FLAG(FULL, 0, "full", "print every row; fold nothing", full),
    FLAG(VERBOSE, 0, "verbose", "print every finding, with its source lines",
         verbose),
    FLAG(QUIET, 'q', "quiet", "hide progress", quiet),

    CHOICE(BY, "by", "UNIT",
           "take a frame for each instruction, step, phase or model cycle", by,
           "instruction|step|phase|cycle"),
    TEXT(STEPS, 0, "steps", "LIST",
         "take the frames of these steps only, such as 3-7,12", steps),
    NUMBER(STEP, 0, "step", "S", "take the moment after step S, counted from 1",
           step, 1, 1000000),
    NUMBER(INSTRUCTION, 0, "instruction", "M",
           "take the moment after M instructions", instruction, 0, 100000000),
    REAL(AT, "at", "SHARE",
         "take one frame within its instruction: 0.5 is halfway", at, 1e-9,
         1 - 1e-9, "write a number between 0 and 1, such as 0.5"),
    CHOICE(CLOCK, "clock", "CLOCK",
           "compare traces by step or by model cycles (default: step)", clock,
           "step|cycles"),

    OTHER(POINT, 0, "point", "THING",
          "show details of THING, such as \"cell 28\", \"thread 2\", \"bank "
          "0\" or \"line 45\"; may be repeated",
          read_point),
    NUMBER(THREAD, 0, "thread", "T",
           "show the local variables of thread T; `show` prints all its "
           "accesses",
           thread, 0, CATALOG_MAX_THREADS - 1),
    CHOICE(THEME, "theme", "THEME",
           "set the colours: light, dark or print (default: light)", theme,
           "light|dark|print"),
    REAL(TEXT_SCALE, "text-scale", "S",
         "multiply the size of all text by S, 0.5 to 3 (default: 1)",
         text_scale, 0.5, 3, "write a number from 0.5 to 3"),
    FLAG(PROJECTOR, 0, "projector",
         "draw text of at least 2.2% of the height (default: 1.85%)",
         projector),
    FLAG(DETAILS, 0, "details", "show the code, totals and global memory, too",
         details),
    FLAG(FULL_SCREEN, 0, "full-screen", "fill the screen", full_screen),
    CHOICE(VIEW, "view", "VIEW", "fill the frame with one view: " AREA_LIST,
           area, AREA_NAMES),
    CHOICE(CROP, "crop", "VIEW", "cut one view out of the frame", area,
           AREA_NAMES),
    CHOICE(CAPTION, "caption", "yes|no",
           "include the sentence that describes the frame (default: yes)",
           caption, "yes|no"),
    FLAG(TRANSPARENT, 0, "transparent", "leave out the background",
         transparent),
    OTHER(COSTS, 0, "costs", "COSTS",
          "set the costs of the model of time in model cycles (default: "
          "dram=24,word=10,launch=133,start=0)",
          read_costs),

    NUMBER(FPS, 0, "fps", "F",
           "write F frames a second; from 10 on, the motion is continuous "
           "(default: 2)",
           fps, 1, 60),
    REAL(SPEED, "speed", "S",
         "play S model cycles a second in continuous motion, 0.25 to 64 "
         "(default: 2)",
         speed, PLAYER_SLOWEST, PLAYER_FASTEST,
         "write a number of cycles a second, from 0.25 to 64"),

    FLAG(ASK, 0, "ask", "ask before showing what happens (predict mode)", ask),
    FLAG(WORKSHEET, 0, "worksheet",
         "write questions as a PDF, and a second PDF with the answers",
         worksheet),
    TEXT(CODE, 0, "code", "CODE", "check the code at the end of an exercise",
         code),

    TEXT(KERNEL, 0, "kernel", "NAME",
         "record the first launch of kernel NAME only (default: all launches)",
         kernel),
    NUMBER(LAUNCH, 0, "launch", "I",
           "record launch I only, counted from 1 (default: all launches)",
           launch, 1, INT32_MAX),
    OTHER(CXXFLAGS, 0, "cxxflags", "FLAGS",
          "pass FLAGS to the compiler, such as \"-DN=1024 -Iinclude "
          "-std=c++20\"",
          read_cxxflags),
    CHOICE(EXPECT, "expect", "KIND",
           "check that the result is KIND: exclusive, inclusive, reduce, copy, "
           "permute, histogram, map, max-exclusive, max-inclusive, max-reduce, "
           "min-exclusive, min-inclusive or min-reduce; any accepts all",
           expect,
           "exclusive|inclusive|reduce|copy|permute|any|histogram|map|"
           "max-exclusive|max-inclusive|max-reduce|min-exclusive|"
           "min-inclusive|min-reduce"),
    FLAG(YES, 'y', "yes", "compile and run new programs without asking", yes),

    NUMBER(N, 'n', "elements", "N",
           "set the number of elements (default: 64, or as many as the input "
           "has)",
           n, 1, INTERVAL_MAX_N),
    NUMBER(K, 'k', "banks", "K",
           "set the number of banks and the warp size: a power of two, 2 to 64 "
           "(default: a small GPU with 4 banks; with -n: 32)",
           k, 2, 64),
    OTHER(OP, 0, "op", "OP",
          "set the operator: add, max, min, fadd, affine or interval (default: "
          "add)",
          read_op),
    TEXT(INPUT, 'i', "input", "INPUT",
         "set the input: a list 3,1,7,0, a file, - (standard input), "
         "random:SEED, iota, ones, walkthrough or lecture (default: random:1)",
         input),
    FLAG(INCLUSIVE, 0, "inclusive", "run an inclusive scan", inclusive),
    FLAG(EXCLUSIVE, 0, "exclusive", "run an exclusive scan", exclusive),
    TEXT(WHERE, 0, "where", "TEST",
         "set which elements compact keeps, such as x>4 or x%2==1 (default: "
         "x!=0)",
         where),
    NUMBER(PASSES, 0, "passes", "R",
           "set the number of reduce passes of hybrid (default: down to k "
           "elements)",
           passes, 0, 15),
    NUMBER(WIDTH, 0, "width", "P",
           "reduce with hybrid until at most P elements are left", width, 1,
           INTERVAL_MAX_N),
    NUMBER(THREADS, 't', "threads", "T",
           "set the number of threads of a block (default: as many as have "
           "work)",
           threads, 1, CATALOG_MAX_THREADS),
    NUMBER(BLOCK_N, 0, "block-n", "B",
           "set the number of elements of a block (default: depends on n)",
           block_n, 1, INTERVAL_MAX_N),
    OTHER(BLOCK_RANGE, 0, "block-range", "F-L",
          "record blocks F to L only, counted from 0, or one block F (default: "
          "all)",
          read_block_range),
    CHOICE(DEVICE, "device", "DEVICE",
           "run on cpu (the simulator) or gpu (32 banks); cpu,gpu runs on both "
           "(default: auto, a GPU if there is one)",
           device, "auto|cpu|gpu|cpu,gpu"),
    FLAG(PLAIN, 0, "plain",
         "record the instructions that a GPU runs for the algorithm's kernel "
         "(with --device gpu)",
         plain),
    OTHER(SEED, 0, "seed", "SEED",
          "set the order in which the simulator runs blocks, and the choice of "
          "questions (default: 0)",
          read_seed),

    FLAG(HELP, 'h', "help", "print this help", help),
};

/* Each group ends where the next one begins. */
static const struct {
    OptionKey first;
    const char *title;
} groups[] = {
    {OPTION_ALL, "Checks"},
    {OPTION_GPU, "Measurements"},
    {OPTION_LESSON, "Lesson"},
    {OPTION_OUTPUT, "Output"},
    {OPTION_BY, "Frames and moments"},
    {OPTION_POINT, "Appearance"},
    {OPTION_FPS, "Film"},
    {OPTION_ASK, "Questions"},
    {OPTION_KERNEL, "Your program (FILE.cu ... [-- ARGUMENT ...])"},
    {OPTION_N, "Run"},
    {OPTION_HELP, "Help"},
};

enum { LONG_BASE = 1000 /* added to the key of a long option */ };

int options_given(const Options *options, OptionSet set)
{
    OptionSet given = options->given & set;

    return __builtin_popcountll((uint64_t)given) +
           __builtin_popcountll((uint64_t)(given >> 64));
}

OptionKey options_lowest(OptionSet set)
{
    int key = 0;

    while (!(set >> key & 1))
        ++key;
    return (OptionKey)key;
}

OptionFacts options_facts(OptionKey key)
{
    const Option *option = &table[key];

    size_t group = sizeof groups / sizeof *groups - 1;

    while (groups[group].first > key)
        --group;
    return (OptionFacts){option->letter,
                         option->name,
                         option->argument,
                         option->help,
                         option->kind == KIND_CHOICE ? option->words : NULL,
                         groups[group].title};
}

const char *options_name(OptionKey key, char name[OPTIONS_MAX_NAME])
{
    if (table[key].letter)
        snprintf(name, OPTIONS_MAX_NAME, "-%c", table[key].letter);
    else
        snprintf(name, OPTIONS_MAX_NAME, "--%s", table[key].name);
    return name;
}

static bool read_number(const Option *option, const char *name,
                        uint32_t *number, const char *text, Error *error)
{
    char *end;

    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end)
        return error_set(
            error, ERROR_USAGE,
            "%s %.40s: not a whole number; write a number from %u to %u", name,
            text, option->least, option->most);
    if (errno || value < option->least || value > option->most)
        return error_set(error, ERROR_USAGE,
                         "%s %.40s: out of range; write a number from %u to "
                         "%u",
                         name, text, option->least, option->most);
    *number = (uint32_t)value;
    return true;
}

static bool read_real(const Option *option, double *number, const char *text,
                      Error *error)
{
    char *end;

    *number = strtod(text, &end);
    return (isdigit((unsigned char)*text) && !*end && *number >= option->low &&
            *number <= option->high) ||
           wrong(option->name, text, option->words, error);
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

/* Takes the value TEXT of option KEY, which the user calls NAME. */
static bool take(OptionKey key, const char *name, Options *options,
                 const char *text, Error *error)
{
    const Option *option = &table[key];
    void *field = (char *)options + option->place;

    if ((options->given >> key & 1) && key != OPTION_POINT)
        return error_set(error, ERROR_USAGE, "%s: given twice; remove one",
                         name);
    options->given |= (OptionSet)1 << key;
    switch (option->kind) {
    case KIND_FLAG:
        *(bool *)field = true;
        return true;
    case KIND_TEXT:
        *(const char **)field = text;
        return true;
    case KIND_NUMBER:
        return read_number(option, name, field, text, error);
    case KIND_REAL:
        return read_real(option, field, text, error);
    case KIND_CHOICE:
        return read_choice(option, field, text, error);
    default:
        return option->read(options, text, error);
    }
}

/* Fills the tables of getopt_long with the allowed options. */
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

/* The option for a CODE that getopt_long returned. */
static OptionKey found(int code)
{
    OptionKey key = 0;

    if (code >= LONG_BASE)
        return (OptionKey)(code - LONG_BASE);
    while (key < OPTION_HELP && table[key].letter != code)
        ++key;
    return key;
}

/* True if one of the allowed options has the NAME, LENGTH letters long, or the
 * letter NAME. */
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

/* The word at which getopt_long stopped.  In a row of letters it names the
 * wrong letter, and optind is still at the row.  A row of three letters or
 * more whose first is wrong is a word with one dash too few.  musl moves optind
 * past a missing value. */
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
    const char *names[OPTION_COUNT + 1] = {NULL};
    char letter[3];
    const char *word = word_of(code, argc, argv, letter), *near = NULL;
    const char *name = word + strspn(word, "-");
    size_t length = strcspn(name, "=");
    int count = 0;

    if (code == ':')
        return error_set(error, ERROR_USAGE,
                         "%.60s: missing value; --help describes it", word);
    for (int i = 0; i < OPTION_COUNT; ++i)
        if (allowed >> i & 1 && i != OPTION_HELP)
            names[count++] = table[i].name;
    if (length > 1)
        near = nearest_name(name, names);
    if (near)
        return error_set(error, ERROR_USAGE,
                         "%.60s is not an option of %s; did you mean --%s?",
                         word, argv[0], near);
    return error_set(error, ERROR_USAGE,
                     "%.60s is not an option of %s; --help lists its options",
                     word, argv[0]);
}

/* Finds "-steps", which getopt reads as -s with the value "teps", and "--n". */
static bool check_dashes(OptionSet allowed, int argc, char **argv, Error *error)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        const char *word = argv[i];
        int dashes = (int)strspn(word, "-");
        size_t length = strcspn(word + dashes, "=");
        bool wrong =
            (dashes == 1 && length > 1) || (dashes == 2 && length == 1);
        if (wrong && has_name(allowed, word + dashes, length))
            return error_set(error, ERROR_USAGE,
                             "%.60s: wrong number of dashes; write %s%.*s",
                             word, dashes == 1 ? "--" : "-", (int)length,
                             word + dashes);
    }
    return true;
}

bool options_read(Options *options, OptionSet allowed, int argc, char **argv,
                  Error *error)
{
    char letters[2 * OPTION_COUNT + 2];
    struct option longs[OPTION_COUNT + 1];
    char name[OPTIONS_MAX_NAME];
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
        OptionKey key = found(code);
        if (code < LONG_BASE)
            options_name(key, name);
        else
            snprintf(name, sizeof name, "--%s", table[key].name);
        if (!take(key, name, options, optarg, error))
            return false;
    }
    if (options_given(options, OPTION(INCLUSIVE) | OPTION(EXCLUSIVE)) > 1)
        return error_set(
            error, ERROR_USAGE,
            "--inclusive and --exclusive cannot be combined; remove one");
    if (options_given(options, OPTION(PASSES) | OPTION(WIDTH)) > 1)
        return error_set(error, ERROR_USAGE,
                         "--passes and --width cannot be combined; remove one");
    for (int i = optind; i < argc; ++i) {
        if (options->operands_count == OPTIONS_MAX_OPERANDS)
            return error_set(
                error, ERROR_USAGE,
                "more than %d algorithms, traces and programs; remove some",
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
    int left = 0; /* log2 of the elements that remain */

    if (!options_given(options, OPTION(WIDTH)))
        return options->passes;
    while (options->width >> (left + 1))
        ++left;
    int passes = base_log2(base_power_of_two(n)) - left;
    return passes > 0 ? passes : 0;
}
