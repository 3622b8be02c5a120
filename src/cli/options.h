/* SPDX-License-Identifier: MIT
 *
 * options - reads the command line: one table of options, of which each command
 * allows some.
 */
#ifndef UPSWEEP_OPTIONS_H
#define UPSWEEP_OPTIONS_H

#include "analysis/schedule_costs.h"
#include "draw/display_list.h"
#include "record/record.h"

#define OPTIONS_MAX_OPERANDS 256
#define OPTIONS_MAX_POINTS   8
#define OPTIONS_MAX_NAME     40

/* The options, in the order of the help, which groups them. */
typedef enum {
    OPTION_ALL,
    OPTION_MAX_N,
    OPTION_SCHEDULES,
    OPTION_GPU,
    OPTION_BLOCKS,
    OPTION_ONE_ARRAY,
    OPTION_LESSON,
    OPTION_TEXT,
    OPTION_CHECK,
    OPTION_OUTPUT,
    OPTION_FORMAT,
    OPTION_SLIDES,
    OPTION_TABLE,
    OPTION_SIZE,
    OPTION_SCALE,
    OPTION_SVG_TEXT,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_FULL,
    OPTION_VERBOSE,
    OPTION_QUIET,
    OPTION_BY,
    OPTION_STEPS,
    OPTION_STEP,
    OPTION_INSTRUCTION,
    OPTION_AT,
    OPTION_CLOCK,
    OPTION_POINT,
    OPTION_THREAD,
    OPTION_THEME,
    OPTION_TEXT_SCALE,
    OPTION_PROJECTOR,
    OPTION_DETAILS,
    OPTION_FULL_SCREEN,
    OPTION_VIEW,
    OPTION_CROP,
    OPTION_CAPTION,
    OPTION_TRANSPARENT,
    OPTION_COSTS,
    OPTION_FPS,
    OPTION_SPEED,
    OPTION_ASK,
    OPTION_WORKSHEET,
    OPTION_CODE,
    OPTION_KERNEL,
    OPTION_LAUNCH,
    OPTION_CXXFLAGS,
    OPTION_EXPECT,
    OPTION_YES,
    OPTION_N,
    OPTION_K,
    OPTION_OP,
    OPTION_INPUT,
    OPTION_INCLUSIVE,
    OPTION_EXCLUSIVE,
    OPTION_WHERE,
    OPTION_PASSES,
    OPTION_WIDTH,
    OPTION_THREADS,
    OPTION_BLOCK_N,
    OPTION_BLOCK_RANGE,
    OPTION_DEVICE,
    OPTION_PLAIN,
    OPTION_SEED,
    OPTION_HELP,
    OPTION_COUNT
} OptionKey;

/* A set of options: bit OPTION_X for option X. */
__extension__ typedef unsigned __int128 OptionSet;
#define OPTION(name) ((OptionSet)1 << OPTION_##name)

/* The options that say what to run, shared by all commands that take an
 * algorithm. */
#define OPTIONS_RUN                                                            \
    (OPTION(N) | OPTION(K) | OPTION(THREADS) | OPTION(BLOCK_N) |               \
     OPTION(BLOCK_RANGE) | OPTION(PASSES) | OPTION(WIDTH) | OPTION(WHERE) |    \
     OPTION(OP) | OPTION(INPUT) | OPTION(INCLUSIVE) | OPTION(EXCLUSIVE) |      \
     OPTION(DEVICE) | OPTION(SEED) | OPTION(KERNEL) | OPTION(LAUNCH) |         \
     OPTION(PLAIN) | OPTION(CXXFLAGS))

/* The values of all options, named like the options.  An int is the index of
 * the word given among the words that the option takes. */
typedef struct {
    SIZES;
    BlockRange block_range; /* the blocks that the trace holds */
    uint32_t width;         /* of hybrid, instead of --passes */
    const char *where;
    uint32_t blocks; /* of bench --gpu */
    Op op;
    const char *input;
    bool exclusive;
    Device device;
    uint64_t seed;
    uint32_t schedules, max_n; /* of verify */
    const char *output;
    bool json, csv, quiet, verbose, all, full, gpu, one_array, plain, text,
        check, ask, worksheet, yes, help;
    const char *code;
    Theme theme;
    double text_scale; /* 0: not given */
    bool projector, details, full_screen;
    int frame_width, frame_height; /* --size */
    int by;                        /* instruction, step, phase or cycle */
    int clock;                     /* step or cycles */
    double at;
    double speed;         /* of a film; 0: not given */
    const char *table, *steps, *format, *lesson;
    uint32_t step, instruction;
    int slides; /* beamer or reveal */
    Area area;  /* --view or --crop */
    ScheduleCosts costs;
    bool transparent;
    int caption;  /* yes or no */
    int svg_text; /* paths or text */
    int scale, fps;
    const char *kernel; /* of a program: what to record */
    uint32_t launch;
    uint32_t thread; /* of a program: whose locals are shown */
    const char *points[OPTIONS_MAX_POINTS]; /* --point, see view/thing_text.h */
    int points_count;
    int expect; /* see request_expected */
    const char *operands[OPTIONS_MAX_OPERANDS];
    int operands_count;
    /* The source files of operand I, if it is a program, are COUNT of SOURCES
     * from FIRST; else COUNT is 0. */
    struct {
        int first, count;
    } programs[OPTIONS_MAX_OPERANDS];
    const char *sources[OPTIONS_MAX_OPERANDS];
    int sources_count;
    const char *const *arguments; /* for a program, behind "--" */
    int arguments_count;
    bool is_built; /* the first argument is the program */
    bool follows;  /* a window shows its programs, in older versions */
    bool silent;   /* what its programs print goes nowhere */
    OptionSet given;
} Options;

/* Reads ARGV[1 ..] into OPTIONS, allowing the options in ALLOWED, and --help;
 * all other words are operands.  Texts in OPTIONS belong to ARGV.  False and
 * ERROR_USAGE, which names the option, what is wrong and the remedy. */
bool options_read(Options *options, OptionSet allowed, int argc, char **argv,
                  Error *error);

/* The number of options of SET that were given. */
int options_given(const Options *options, OptionSet set);
/* The first option of SET, which is not empty. */
OptionKey options_lowest(OptionSet set);

/* A row of the table. */
typedef struct {
    char letter;          /* of the short form, or 0 */
    const char *name;     /* "block-n" */
    const char *argument; /* "B"; NULL for a flag */
    const char *help;     /* a line */
    const char *words;    /* "auto|cpu|gpu", the only values; or NULL */
    const char *group;    /* the title of its group in the help */
} OptionFacts;
OptionFacts options_facts(OptionKey key);

/* Writes the shortest name of an option, "-n" or "--block-n", and returns it.
 */
const char *options_name(OptionKey key, char name[OPTIONS_MAX_NAME]);

/* The number of banks: -k; without it, those of a GPU with -n or --plain, else
 * those of a small GPU.  Options.k is 0 without -k.  Options.n is 0 without -n;
 * a run then has INPUT_DEFAULT_N elements, or as many as its input. */
enum { OPTIONS_SMALL_K = 4, OPTIONS_GPU_K = 32 };
uint32_t options_banks(const Options *options);

/* The number of reduce passes that --passes or --width asks for, for N
 * elements; PLAN_USUAL if neither was given. */
int options_passes(const Options *options, uint32_t n);

/* Appends PLAIN, wrapped at 80 columns. */
void options_wrap(const char *plain, Text *text);
/* Appends the options of ALLOWED in groups.  The run options are
 * named in one line, unless EVERY. */
void options_help(OptionSet allowed, bool every, Text *text);
/* The same in the format of a manual page. */
void options_manual(OptionSet allowed, bool every, Text *text);

#endif
