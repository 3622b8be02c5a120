/* SPDX-License-Identifier: MIT
 *
 * log_corpus - makes a file for the corpus of fuzz_log: builds a program, runs
 * it, and writes its log in the code of log_code.h, with the addresses, lines
 * and locals of log_program.h instead of its own.
 *
 *     log_corpus [-g] FILE TRIALS PROGRAM.cu [ARGUMENT ...]
 *
 * Where the whole program would be run again on random inputs, what one such
 * run says follows the log.  log_corpus.sh makes all files.
 *
 * With -g the log is made like a GPU's: machine code for each place, and
 * no locals.
 */
#include "log_code.h"
#include "log_program.h"

#include "program/launch_notes.h"
#include "program/log_reader.h"
#include "program/program_run.h"
#include "program/symbols.h"
#include "trace/limits.h"

#include <stdlib.h>
#include <string.h>

#include <stdio.h>

typedef struct {
    uint64_t real;
    uint64_t ours;
} Place;

static Place places[1000];
static size_t places_count;

/* The address of the program that stands for PC. */
static uint64_t place_of(const Build *build, const Symbols *symbols,
                         uint64_t pc)
{
    const char *file;
    uint32_t line;
    uint64_t address = FUZZ_ELSEWHERE;

    for (size_t i = 0; i < places_count; ++i)
        if (places[i].real == pc)
            return places[i].ours;
    if (symbols_line(symbols, pc - 1, &file, &line) && line < 250) {
        for (size_t s = 0; s < build->sources_count; ++s)
            if (strstr(file, build->sources[s].name))
                address = (s ? FUZZ_DEVICE : 0) + FUZZ_LINE * (uint64_t)line;
    }
    for (++address;; ++address) {
        bool used = false;
        for (size_t i = 0; i < places_count; ++i)
            used |= places[i].ours == address;
        if (!used)
            break;
    }
    BASE_CHECK(places_count < sizeof places / sizeof *places);
    places[places_count++] = (Place){pc, address};
    return address;
}

/* ---- Addresses of memory --------------------------------------------------*/

enum { MOST_ARRAYS = 64, MOST_BLOCKS = 64, MOST_SHARED = 1 << 16 };

/* What the launch at hand has. */
static struct {
    Place arrays[MOST_ARRAYS];
    uint64_t bytes[MOST_ARRAYS];
    uint32_t count;
    uint64_t shared[MOST_BLOCKS];
} memory;

static uint64_t pointer_of(uint64_t address, uint32_t block)
{
    uint64_t inside = address - memory.shared[block];

    if (inside < MOST_SHARED)
        return FUZZ_SHARED * (uint64_t)(block + 1) + inside;
    for (uint32_t a = 0; a < memory.count; ++a)
        if (address - memory.arrays[a].real <= memory.bytes[a])
            return address - memory.arrays[a].real + memory.arrays[a].ours;
    return address ? 0x99 : 0;
}

/* Notes the arrays of the launch whose records begin at AT. */
static void note_arrays(const unsigned char *at, const unsigned char *end)
{
    ProgramArray array;

    memset(&memory, 0, sizeof memory);
    for (; at < end; at += array.head.bytes) {
        memcpy(&array.head, at, sizeof array.head);
        if (array.head.kind == RECORD_LAUNCH)
            return;
        if (array.head.kind != RECORD_ARRAY)
            continue;
        memcpy(&array, at, sizeof array);
        uint32_t a = memory.count++;
        BASE_CHECK(a < MOST_ARRAYS);
        memory.arrays[a] =
            (Place){array.address, FUZZ_ARRAY * (uint64_t)(a + 1)};
        memory.bytes[a] = array.bytes;
    }
}

/* ---- Locals ---------------------------------------------------------------*/

static uint32_t ours_of[LIMITS_LOCALS]; /* + 1 */
static bool taken[FUZZ_LOCALS];

/* The local of fuzz_log that stands for LOCAL; one of another kind where there
 * are too many. */
static uint32_t local_of(const LocalTable *table, uint32_t local)
{
    const Local *real = &table->items[local].local;

    for (uint32_t i = 0; !ours_of[local] && i < FUZZ_LOCALS; ++i)
        if (!taken[i] && fuzz_local_kind(i) == (LocalKind)real->kind &&
            (real->kind != LOCAL_NUMBER ||
             fuzz_local_element(i) == (ElementKind)real->element))
            ours_of[local] = i + 1;
    for (uint32_t i = 0; !ours_of[local] && i < FUZZ_LOCALS; ++i)
        if (!taken[i])
            ours_of[local] = i + 1;
    BASE_CHECK(ours_of[local]);
    taken[ours_of[local] - 1] = true;
    return ours_of[local] - 1;
}

/* ---- The log --------------------------------------------------------------*/

/* Changes a local's value of COUNT halves, which stays one of as many. */
static void change_local(ProgramHalf *halves, uint32_t count, uint32_t block,
                         const LocalTable *table)
{
    ProgramHalf *lower = &halves[count - 1];
    uint64_t value =
        (count > 1 ? (uint64_t)halves->value << 32 : 0) | lower->value;

    if (table->items[lower->local].local.kind == LOCAL_POINTER)
        value = pointer_of(value, block);
    if (count > 1)
        halves->value = (uint32_t)(value >> 32);
    lower->value = (uint32_t)value;
    halves->local = lower->local = (uint16_t)local_of(table, lower->local);
}

static void change_locals(unsigned char *at, const LocalTable *table)
{
    ProgramLocals locals;
    ProgramHalf halves[2];

    memcpy(&locals, at, sizeof locals);
    at += sizeof locals;
    for (uint32_t i = 0, count; i < locals.count; i += count) {
        memcpy(halves, at, sizeof *halves);
        count = halves->mark & PROGRAM_CHANGE_UPPER ? 2 : 1;
        memcpy(halves, at, count * sizeof *halves);
        change_local(halves, count, locals.block, table);
        memcpy(at, halves, count * sizeof *halves);
        at += count * sizeof *halves;
    }
}

static void change_record(unsigned char *at, const unsigned char *end,
                          const Build *build, const Symbols *symbols,
                          const LocalTable *table)
{
    ProgramRecord head;
    ProgramSite site;
    ProgramBlock block;
    ProgramArray array;

    memcpy(&head, at, sizeof head);
    if (head.kind == RECORD_LAUNCH) {
        note_arrays(at + head.bytes, end);
    } else if (head.kind == RECORD_SITE) {
        memcpy(&site, at, sizeof site);
        for (uint32_t i = 0; i < site.depth; ++i)
            site.frames[i] = place_of(build, symbols, site.frames[i]);
        memcpy(at, &site, sizeof site);
    } else if (head.kind == RECORD_BLOCK) {
        memcpy(&block, at, sizeof block);
        BASE_CHECK(block.block < MOST_BLOCKS);
        memory.shared[block.block] = block.shared;
        block.shared = FUZZ_SHARED * (uint64_t)(block.block + 1);
        memcpy(at, &block, sizeof block);
    } else if (head.kind == RECORD_ARRAY) {
        memcpy(&array, at, sizeof array);
        array.address = FUZZ_ARRAY * (uint64_t)(array.id + 1);
        memcpy(at, &array, sizeof array);
    } else if (head.kind == RECORD_LOCALS) {
        change_locals(at, table);
    }
}

static void add_comments(const char *text, Text *code)
{
    int line = 1;

    for (const char *at = text; *at && line < 250; ++line) {
        size_t length = strcspn(at, "\n");
        const char *comment = memmem(at, length, "// step:", 8);
        if (comment) {
            size_t left = (size_t)(at + length - comment);
            char head[3] = {CODE_LINE, (char)line,
                            (char)(left < 60 ? left : 60)};
            text_add_bytes(code, head, sizeof head);
            text_add_bytes(code, comment, (unsigned char)head[2]);
        }
        at += length + (at[length] != '\0');
    }
}

/* False if the program of RUN did not end well, or recorded fewer than LAUNCHES
 * launches. */
static bool check_end(const ProgramRun *run, uint32_t launches, Error *error)
{
    if (run->head->ending == PROGRAM_ENDED && run->head->complete >= launches)
        return true;
    return error_set(error, ERROR_FAILED, "the program did not end well: %s",
                     run->head->fault);
}

/* Appends to KEPT the log of RUN without trials beyond number TRIALS. */
static void keep(const ProgramRun *run, uint32_t trials, Text *kept)
{
    const char *log = (const char *)run->head;
    ProgramLaunch launch = {.trial = 0};
    uint64_t used;

    text_add_bytes(kept, log, sizeof(ProgramLog));
    for (size_t at = sizeof(ProgramLog); at < run->head->used;
         at += launch.head.bytes) {
        memcpy(&launch.head, log + at, sizeof launch.head);
        if (launch.head.kind == RECORD_LAUNCH)
            memcpy(&launch, log + at, sizeof launch);
        if (launch.trial <= trials)
            text_add_bytes(kept, log + at, launch.head.bytes);
    }
    used = kept->length;
    memcpy(kept->text + offsetof(ProgramLog, used), &used, sizeof used);
}

/* Appends to KEPT what RUN, of the whole program on random inputs, was given
 * and left. */
static void keep_whole(const ProgramRun *run, Text *kept)
{
    const char *log = (const char *)run->head;
    ProgramRecord head;
    uint64_t used;

    for (size_t at = sizeof(ProgramLog); at < run->head->used;
         at += head.bytes) {
        memcpy(&head, log + at, sizeof head);
        if (head.kind == RECORD_WHOLE)
            text_add_bytes(kept, log + at, head.bytes);
    }
    used = kept->length;
    memcpy(kept->text + offsetof(ProgramLog, used), &used, sizeof used);
}

/* Runs the whole program behind RUN on random inputs, if it would be. */
static bool run_whole(const ProgramOptions *options, const Build *build,
                      const Symbols *symbols, const ProgramRun *run, Text *kept,
                      Error *error)
{
    LaunchNotes notes;
    ProgramRun whole = {.file = -1};

    if (!launch_notes_read(&notes, run->head, run->bytes, error))
        return false;
    ProgramGroup plan = launch_notes_main(&notes);
    launch_notes_free(&notes);
    if (plan.trials == 0)
        return true;
    bool good = program_run_trial(options, build, symbols, &plan, 1,
                                  PROGRAM_PROCESSOR_SECONDS, &whole, error) &&
                check_end(&whole, 0, error);
    if (good)
        keep_whole(&whole, kept);
    program_run_free(&whole);
    return good;
}

/* ---- Machine code ---------------------------------------------------------*/

static int by_address(const void *a, const void *b)
{
    const Place *x = a, *y = b;

    return (x->ours > y->ours) - (x->ours < y->ours);
}

/* Appends a module in which an instruction stands for each place of the log;
 * device.cuh's are inlined. */
static void add_machine_code(Text *code)
{
    static const char name[] = "_Z6kernelPiPKii";
    Text text = {0};

    qsort(places, places_count, sizeof *places, by_address);
    text_add(&text, ".text.%s:\n", name);
    for (size_t i = 0; i < places_count; ++i) {
        unsigned at = (unsigned)places[i].ours - 1;
        unsigned line = at % FUZZ_DEVICE / FUZZ_LINE;
        if (at < FUZZ_DEVICE)
            text_add(&text, "\t//## File \"/home/me/test.cu\", line %u\n",
                     line);
        else
            text_add(&text,
                     "\t//## File \"/home/me/device.cuh\", line %u inlined at "
                     "\"/home/me/test.cu\", line 9\n"
                     "\t//## File \"/home/me/test.cu\", line 9\n",
                     line);
        text_add(&text, "        /*%04x*/  %s ;\n", at,
                 i % 2 ? "STS [R11], R0" : "LDG.E R0, [R2.64]");
    }
    text_add(&text, "        /*%04x*/  NOP ;\n", (unsigned)FUZZ_ELSEWHERE);
    log_encode_module(&text, code);
    log_encode_function(name, 0, FUZZ_ELSEWHERE + 16, code);
    text_free(&text);
}

static bool of_gpu;

static void write_code(const char *path, const Build *build,
                       const Symbols *symbols, const LocalTable *table,
                       const Text *kept)
{
    Text code = {0};
    ProgramRecord head;
    unsigned char *log = (unsigned char *)kept->text, *end = log + kept->length;

    for (unsigned char *at = log + sizeof(ProgramLog); at < end;
         at += head.bytes) {
        memcpy(&head, at, sizeof head);
        change_record(at, end, build, symbols, table);
    }
    /* frames; with what all launches do together */
    text_add_bytes(&code, "\0\0\200", 3);
    add_comments(build->sources[0].text, &code);
    if (of_gpu)
        add_machine_code(&code);
    log_encode(log, kept->length, &code);
    FILE *file = fopen(path, "wb");
    BASE_CHECK(file && fwrite(code.text, 1, code.length, file) == code.length &&
               fclose(file) == 0);
    printf("%s: %zu bytes for a log of %zu\n", path, code.length, kept->length);
    text_free(&code);
}

static bool make_code(const char *path, uint32_t trials,
                      const ProgramOptions *options, Build *build, Error *error)
{
    ProgramRun run = {.file = -1};
    Text kept = {0};
    Symbols *symbols = symbols_open(build->program, error);

    if (!symbols)
        return false;
    LocalTable locals = locals_find(symbols, build->sources, 1);
    bool good = build_furnish(build, options->arguments,
                              options->arguments_count, error) &&
                program_run(options, build, symbols, of_gpu ? NULL : &locals,
                            &run, error) &&
                check_end(&run, 1, error);
    if (good)
        keep(&run, trials, &kept);
    good = good && run_whole(options, build, symbols, &run, &kept, error);
    if (good)
        write_code(path, build, symbols, &locals, &kept);
    text_free(&kept);
    program_run_free(&run);
    locals_free(&locals);
    symbols_free(symbols);
    return good;
}

int main(int argc, char **argv)
{
    Build build = {0};
    Error error = {ERROR_NONE, "log_corpus FILE TRIALS PROGRAM [ARGUMENT ...]"};
    of_gpu = argc > 1 && strcmp(argv[1], "-g") == 0;
    argc -= of_gpu;
    argv += of_gpu;
    bool good = argc > 3;

    if (good) {
        const char *files[] = {argv[3]};
        ProgramOptions options = {.files = files,
                                  .files_count = 1,
                                  .arguments = (const char *const *)argv + 4,
                                  .arguments_count = argc - 4,
                                  .last_block = UINT32_MAX};
        good = build_make(&build, NULL, files, 1, &error) &&
               make_code(argv[1], (uint32_t)atoi(argv[2]), &options, &build,
                         &error);
        build_free(&build);
    }
    if (!good)
        fprintf(stderr, "%s\n", error.text);
    return !good;
}
