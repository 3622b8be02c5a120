/* SPDX-License-Identifier: MIT
 *
 * digest - the fingerprint of a trace; see digest.h.
 */
#include "trace/digest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FNV_START UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

/* Multiplying by an odd number loses nothing, so a change to one word always
 * changes the digest. */
static void add_word(uint64_t *digest, uint32_t word)
{
    *digest = (*digest ^ word) * FNV_PRIME;
}

static void add_words(uint64_t *digest, const Word *words, size_t count)
{
    uint64_t sum = *digest;

    for (size_t i = 0; i < count; ++i)
        add_word(&sum, words[i]);
    *digest = sum;
}

static void add_text(uint64_t *digest, const char *text)
{
    if (!text)
        text = "";
    add_word(digest, (uint32_t)strlen(text));
    for (; *text; ++text)
        add_word(digest, (unsigned char)*text);
}

static void add_run(uint64_t *digest, const Run *run)
{
    const char *const texts[] = {run->algorithm, run->title,  run->summary,
                                 run->keep,      run->device, run->device_name};
    const uint32_t numbers[] = {run->n,
                                run->k,
                                run->threads,
                                run->blocks,
                                run->block_n,
                                run->words,
                                run->passes,
                                run->op,
                                run->inclusive,
                                (uint32_t)run->seed,
                                (uint32_t)(run->seed >> 32)};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        add_text(digest, texts[i]);
    add_words(digest, numbers, sizeof numbers / sizeof *numbers);
}

/* What was launched: sources, arrays, grids and blocks. */
static void add_launches(uint64_t *digest, const Trace *trace)
{
    for (size_t i = 0; i < trace->sources_count; ++i) {
        add_text(digest, trace->sources[i].name);
        add_text(digest, trace->sources[i].text);
    }
    for (size_t i = 0; i < trace->arrays_count; ++i) {
        add_text(digest, trace->arrays[i].name);
        add_word(digest, trace->arrays[i].words);
        add_word(digest, trace->arrays[i].holds);
    }
    for (size_t i = 0; i < trace->grids_count; ++i) {
        const Grid *grid = trace->grids + i;
        const uint32_t numbers[] = {grid->source, grid->n,       grid->block_n,
                                    grid->blocks, grid->threads, grid->words,
                                    grid->in,     grid->out,     grid->part};
        add_text(digest, grid->title);
        add_words(digest, numbers, sizeof numbers / sizeof *numbers);
    }
    for (size_t i = 0; i < trace->blocks_count; ++i) {
        add_word(digest, trace->blocks[i].grid);
        add_word(digest, trace->blocks[i].index);
    }
}

static void add_step(uint64_t *digest, const Step *step)
{
    const uint32_t numbers[] = {step->block,           step->instruction_count,
                                step->phase,           step->site,
                                (uint32_t)step->level, step->cycles};

    add_words(digest, numbers, sizeof numbers / sizeof *numbers);
}

static void add_instruction(uint64_t *digest, const Trace *trace,
                            const Instruction *at)
{
    const uint32_t numbers[] = {at->step,  at->occurrence, at->site,  at->warp,
                                at->lanes, at->kind,       at->array, at->time};
    const Access *access = trace_accesses(trace, at);

    add_words(digest, numbers, sizeof numbers / sizeof *numbers);
    for (int i = 0; i < at->lanes; ++i, ++access) {
        add_word(digest, access->cell);
        add_word(digest, access->value);
        add_word(digest, access->interval);
        add_word(digest, (uint32_t)access->lane << 8 | access->sums);
    }
}

static void add_sum(uint64_t *digest, const Sum *sum)
{
    const Word words[] = {sum->access, sum->left, sum->right,
                          sum->left_interval, sum->right_interval};

    add_words(digest, words, sizeof words / sizeof *words);
}

const char *digest_of(const Trace *trace, char text[DIGEST_TEXT])
{
    size_t cells = trace->snapshots_count * trace->run.words;
    uint64_t digest = FNV_START;

    add_run(&digest, &trace->run);
    add_words(&digest, trace->input, trace->run.n);
    add_words(&digest, trace->output, trace->run.n);
    add_words(&digest, trace->output_interval, trace->run.n);
    add_launches(&digest, trace);
    for (size_t i = 0; i < trace->phases_count; ++i)
        add_text(&digest, trace->phases[i]);
    for (size_t i = 0; i < trace->steps_count; ++i)
        add_step(&digest, trace->steps + i);
    for (size_t i = 0; i < trace->instructions_count; ++i)
        add_instruction(&digest, trace, trace->instructions + i);
    for (size_t i = 0; i < trace->sums_count; ++i)
        add_sum(&digest, trace->sums + i);
    add_words(&digest, trace->snapshot_values, cells);
    add_words(&digest, trace->snapshot_intervals, cells);
    snprintf(text, DIGEST_TEXT, "%016" PRIx64, digest);
    return text;
}
