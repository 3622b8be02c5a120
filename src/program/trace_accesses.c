/* SPDX-License-Identifier: MIT
 *
 * Instructions and their accesses, one for each part that the hardware serves,
 * and what is known of shared memory.
 */
#include "program/trace_making.h"

#include "analysis/bank.h"
#include "program/log_reader.h"

#include <string.h>

_Static_assert(2 * WIDE_PARTS <= TRACE_EXECUTION,
               "each instruction of an access has a number");

/* The word of one lane that an access moves: number W of it. */
typedef struct {
    uint32_t cell;
    uint8_t bytes; /* mask */
    Word word;     /* moved; of a shared atomic access, that after it */
    Word before;   /* of a shared atomic access */
} Moved;

/* An instruction under way: lanes of a record. */
typedef struct {
    const ProgramAccess *access;
    const ProgramLane *lanes;
    uint64_t set;          /* of lanes */
    unsigned first, words; /* of each lane's words */
    AccessKind kind;
} Part;

/* Notes that the bytes of CELL in the mask BYTES are known to be WORD's, unless
 * they were known already. */
static void learn(BlockWork *block, uint32_t cell, uint8_t bytes, Word word)
{
    Word bits = trace_byte_bits((uint8_t)(bytes & ~block->known[cell]));

    block->known[cell] |= bytes;
    block->words[cell] |= word & bits;
    block->initial[cell] |= word & bits;
}

static void put(BlockWork *block, uint32_t cell, uint8_t bytes, Word word)
{
    Word bits = trace_byte_bits(bytes);

    block->known[cell] |= bytes;
    block->words[cell] = (block->words[cell] & ~bits) | (word & bits);
}

static Moved moved_word(const ProgramAccess *access, const ProgramLane *lane,
                        unsigned w)
{
    Moved moved = {.bytes = TRACE_WORD};
    uint64_t offset = lane->offset + w * WORD_BYTES;

    if (access->kind == PROGRAM_SHUFFLE) {
        moved.cell = (uint32_t)lane->offset;
        memcpy(&moved.word, lane->value + w * WORD_BYTES,
               access->bytes < WORD_BYTES ? access->bytes : WORD_BYTES);
        return moved;
    }
    moved.cell = (uint32_t)(offset / WORD_BYTES);
    if (access->bytes >= WORD_BYTES) {
        memcpy(&moved.word, lane->value + w * WORD_BYTES, WORD_BYTES);
        if (program_updates(access->kind) && access->array == PROGRAM_SHARED) {
            moved.before = moved.word;
            memcpy(&moved.word, lane->value + 8 + w * WORD_BYTES, WORD_BYTES);
        }
        return moved;
    }
    moved.bytes = (uint8_t)(((1u << access->bytes) - 1) << offset % WORD_BYTES);
    moved.word = lane->word;
    if (program_updates(access->kind)) { /* in its place within the word */
        memcpy(&moved.before, lane->value, access->bytes);
        moved.before <<= 8 * (offset % WORD_BYTES);
        Word bits = trace_byte_bits(moved.bytes);
        if (access->array != PROGRAM_SHARED)
            moved.word = (moved.word & ~bits) | (moved.before & bits);
    }
    return moved;
}

/* Lets an access to shared memory happen; the word that the trace shows. */
static Word happen(BlockWork *block, AccessKind kind, const Moved *moved)
{
    uint8_t others = (uint8_t)(~moved->bytes & TRACE_WORD);

    learn(block, moved->cell, others, moved->word);
    if (kind == ACCESS_LOAD)
        learn(block, moved->cell, moved->bytes, moved->word);
    if (kind == ACCESS_CHANGE || kind == ACCESS_COUNT)
        learn(block, moved->cell, moved->bytes, moved->before);
    if (kind == ACCESS_LOAD)
        return moved->word;
    put(block, moved->cell, moved->bytes, moved->word);
    return block->words[moved->cell];
}

/* The thread that makes an access in LANE. */
static uint32_t thread_of(const Making *making, const ProgramAccess *access,
                          const ProgramLane *lane)
{
    return access->warp * making->trace->run.k + lane->lane;
}

/* Adds where the word that was added last, number W of the part, stands among
 * its thread's. */
static void add_place(Making *making, const BlockWork *block, const Part *part,
                      const ProgramLane *lane, unsigned w)
{
    ProgramWords *words = making->facts->words;

    if (words)
        base_push(words, places,
                  block->taken[thread_of(making, part->access, lane)] +
                      part->first + w);
}

void making_end_words(Making *making, const BlockWork *block,
                      size_t instruction, size_t access)
{
    const Trace *trace = making->trace;
    ProgramWords *words = making->facts->words;
    uint32_t first[LIMITS_THREADS];

    if (!words)
        return;
    uint64_t *all = &words->words[trace->grids_count - 1];
    for (uint32_t t = 0; t < making->launch->threads; ++t) {
        first[t] = (uint32_t)*all;
        *all += block->taken[t];
    }
    for (; instruction < trace->instructions_count; ++instruction) {
        const Instruction *at = trace->instructions + instruction;
        for (uint32_t i = 0; i < at->lanes; ++i, ++access) {
            const Access *row = trace->accesses + access;
            words->places[access] +=
                first[at->warp * making->trace->run.k + row->lane];
        }
    }
}

/* Notes that LANE, in the access added next, asks for the value of a lane that
 * takes no part in its shuffle. */
static void note_undefined(Making *making, const ProgramLane *lane)
{
    Run *run = &making->trace->run;

    if (run->undefined++ > 0)
        return;
    run->undefined_first = (uint32_t)making->trace->accesses_count;
    run->undefined_lane = lane->word - 1;
}

static void add_rows(Making *making, BlockWork *block, const Part *part)
{
    Trace *trace = making->trace;
    bool shared = trace_traits(part->kind)->space == SPACE_SHARED;
    Instruction *at = trace->instructions + trace->instructions_count - 1;

    for (int i = 0; i < part->access->count; ++i) {
        const ProgramLane *lane = part->lanes + i;
        if (!(part->set >> lane->lane & 1))
            continue;
        if (part->kind == ACCESS_SHFL && lane->word > 0 && part->first == 0)
            note_undefined(making, lane);
        for (unsigned w = 0; w < part->words; ++w) {
            Moved moved = moved_word(part->access, lane, part->first + w);
            Access row = {.cell = moved.cell,
                          .value = shared ? happen(block, part->kind, &moved)
                                          : moved.word,
                          .interval = INTERVAL_TOP,
                          .lane = (uint8_t)lane->lane,
                          .bytes = moved.bytes};
            base_push(trace, accesses, row);
            add_place(making, block, part, lane, w);
            ++at->lanes;
        }
    }
}

static void add_instruction(Making *making, BlockWork *block, const Part *part,
                            uint32_t number)
{
    Trace *trace = making->trace;
    const ProgramAccess *access = part->access;
    const SiteLine *site = making->lines.sites + access->site;
    uint32_t occurrence = access->occurrence * site->paths + site->path;
    Instruction at = {.first_access = (uint32_t)trace->accesses_count,
                      .step = (uint32_t)trace->steps_count - 1,
                      .occurrence = (occurrence * site->parts + access->part) *
                                        TRACE_EXECUTION +
                                    number,
                      .site = site->line,
                      .warp = access->warp,
                      .kind = (uint8_t)part->kind,
                      .source = site->source,
                      .place = site->place,
                      .width = (uint8_t)(part->words * WORD_BYTES),
                      .is_volatile = access->is_volatile != 0,
                      .epoch = access->epoch};

    if (access->bytes < WORD_BYTES)
        at.width = access->bytes;
    if (trace_traits(part->kind)->space == SPACE_GLOBAL)
        at.array = making->launch->arrays[access->array].index;
    base_push(trace, instructions, at);
    base_push(making, order,
              access->time ? making->launch->at + UINT64_C(8) * access->time
                           : making->reader.at);
    add_rows(making, block, part);
}

static AccessKind kind_of(const ProgramAccess *access)
{
    bool shared = access->array == PROGRAM_SHARED;

    switch (access->kind) {
    case PROGRAM_LOAD:
        return shared ? ACCESS_LOAD : ACCESS_GLOAD;
    case PROGRAM_STORE:
        return shared ? ACCESS_STORE : ACCESS_GSTORE;
    case PROGRAM_ATOMIC:
        return shared ? ACCESS_CHANGE : ACCESS_ATOMIC;
    case PROGRAM_COUNT:
        return shared ? ACCESS_COUNT : ACCESS_ATOMIC;
    default:
        return ACCESS_SHFL;
    }
}

/* Adds the instructions of an access: what is not aligned to all its bytes is
 * moved in units that are. */
static void add_units(Making *making, BlockWork *block, Part *part,
                      unsigned aligned, uint32_t *number)
{
    const ProgramAccess *access = part->access;
    unsigned words = (unsigned)((access->bytes + WORD_BYTES - 1) / WORD_BYTES);
    unsigned unit = access->kind == PROGRAM_SHUFFLE ? 1
                    : access->bytes == WIDE_96      ? 1
                    : aligned < WORD_BYTES          ? 1
                                           : aligned / (unsigned)WORD_BYTES;
    uint64_t addresses[WIDE_LANES] = {0};
    uint64_t parts[WIDE_PARTS], active = 0;

    for (int i = 0; i < access->count; ++i) {
        addresses[part->lanes[i].lane] = part->lanes[i].offset;
        active |= UINT64_C(1) << part->lanes[i].lane;
    }
    part->words = unit < words ? unit : words;
    for (part->first = 0; part->first < words; part->first += part->words) {
        int count = wide_parts(part->words * (unsigned)WORD_BYTES,
                               part->kind == ACCESS_LOAD &&
                                   access->kind == PROGRAM_LOAD,
                               making->trace->run.k, active, addresses, parts);
        for (int p = 0; p < count; ++p) {
            part->set = parts[p];
            add_instruction(making, block, part, (*number)++);
        }
    }
}

/* True if ACCESS, of LANES, goes beyond the words that a trace can hold. */
static bool is_far(const Making *making, const ProgramAccess *access,
                   const ProgramLane lanes[PROGRAM_MOST_LANES])
{
    bool far = false;

    for (int i = 0; access->array != PROGRAM_SHARED && i < access->count; ++i)
        far |= (lanes[i].offset + access->bytes - 1) / WORD_BYTES >=
               making->most_words;
    return far;
}

bool making_add_rows(Making *making, BlockWork *block,
                     const ProgramAccess *access)
{
    ProgramLane lanes[PROGRAM_MOST_LANES];
    Part part = {.access = access, .lanes = lanes, .kind = kind_of(access)};
    unsigned aligned;
    uint32_t number = 0;

    if (!making_read_access(making, access, lanes, &aligned))
        return false;
    if (making->changed && making->changed != access->warp + 1u)
        return log_reader_refuse(&making->reader,
                                 "an access of warp %u follows a change of "
                                 "locals of warp %u",
                                 access->warp, making->changed - 1);
    making->changed = 0;
    if (making->trace->accesses_count > UINT32_MAX - 4096)
        return error_set(making->error, ERROR_FAILED,
                         "the program makes too many accesses for a trace; "
                         "look for an endless loop, " LOG_ADVICE);
    if (is_far(making, access, lanes)) {
        ++making->left_out;
        making->left_some = true;
    } else {
        add_units(making, block, &part, aligned, &number);
    }
    for (int i = 0; i < access->count; ++i)
        block->taken[thread_of(making, access, lanes + i)] +=
            program_words(access->bytes);
    return true;
}
