/* SPDX-License-Identifier: MIT */
#include "record/catalog_trace.h"

#include "record/regroup.h"
#include "trace/limits.h"
#include "trace/local.h"
#include "util/printable.h"

#include <stdlib.h>
#include <string.h>

/* Numbers of elements, as in src/catalog/catalog.cu. */
enum { IDENTITY = 0x60000000, UNSET, FIRST_INPUT };

/* Words that a thread stores when it makes a sum; and, on a GPU, when it has
 * received a word by a shuffle. */
enum { MADE_LEFT, MADE_RIGHT, MADE_SUM, MADE_KIND, MADE_WORDS };
enum { RECEIVED_WORD, RECEIVED_LANE };
enum { KIND_SUM, KIND_SHUFFLE };

/* What an element stands for. */
typedef struct {
    Word value, interval;
} Element;

/* A sum that a thread has made and not yet stored. */
typedef struct {
    uint32_t left, right, sum; /* numbers */
} Made;

typedef struct {
    Made *sums;
    size_t sums_count, sums_capacity;
} Pending;

typedef struct {
    const CatalogRun *run;
    Trace *trace;
    Error *error;
    uint8_t places[LIMITS_ARRAYS]; /* of each array in the plan; NOWHERE */
    Element *elements;             /* by their number less IDENTITY */
    uint32_t count;
    /* What is made: */
    Instruction *instructions;
    size_t instructions_count, instructions_capacity;
    Access *accesses;
    size_t accesses_count, accesses_capacity;
    Sum *sums;
    size_t sums_count, sums_capacity;
    Step *steps;
    size_t steps_count, steps_capacity;
    uint32_t blocks_count;
    size_t snapshots_count;
    Pending *pending; /* of the threads of the block at hand */
    bool *stored;     /* cells of its shared memory, so far */
    /* of each instruction of the program: what became of it; NOTHING */
    uint32_t *moved;
} Making;

#define NOTHING UINT32_MAX

enum { NOWHERE = UINT8_MAX };

/* ---- Elements -------------------------------------------------------------*/

/* The array that the accesses of AT go to, in the plan; NOWHERE: none of it. */
static uint8_t array_of(const Making *making, const Instruction *at)
{
    return trace_is_global(at) ? making->places[at->array] : 0;
}

/* True if AT stores sums that threads have made, KIND_SUM, or what they have
 * received. */
static bool tells(const Making *making, const Instruction *at, Word kind)
{
    return trace_is_global_store(at) && array_of(making, at) == NOWHERE &&
           at->width == MADE_WORDS * sizeof(Word) &&
           trace_accesses(making->trace, at)[MADE_KIND].value == kind;
}

static bool is_element(const Making *making, Word word)
{
    return word - IDENTITY < making->count;
}

/* A word that nobody stored. */
static Element unset(const Making *making)
{
    Word value = making->run->op == OP_INTERVAL ? INTERVAL_UNSET : 0;

    return (Element){value, INTERVAL_UNSET};
}

/* What a word in memory stands for: of a plain number itself, for both. */
static Element meaning(const Making *making, Word word)
{
    return is_element(making, word) ? making->elements[word - IDENTITY]
                                    : (Element){word, word};
}

/* The same of an operand, which is no plain number. */
static Element operand(const Making *making, uint32_t number)
{
    return is_element(making, number) ? making->elements[number - IDENTITY]
                                      : unset(making);
}

static int by_sum(const void *a, const void *b)
{
    const Made *x = a, *y = b;

    return (x->sum > y->sum) - (x->sum < y->sum);
}

/* All sums of the program, by rising number: operands come before.  Free them.
 */
static Made *all_sums(const Making *making, size_t *count)
{
    const Trace *trace = making->trace;
    struct {
        Made *items;
        size_t items_count, items_capacity;
    } sums = {0};

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int j = 0; tells(making, at, KIND_SUM) && j + 3 < at->lanes;
             j += MADE_WORDS)
            base_push(&sums, items,
                      ((Made){access[j + MADE_LEFT].value,
                              access[j + MADE_RIGHT].value,
                              access[j + MADE_SUM].value}));
    }
    if (sums.items_count)
        qsort(sums.items, sums.items_count, sizeof *sums.items, by_sum);
    *count = sums.items_count;
    return sums.items;
}

static bool find_elements(Making *making)
{
    const CatalogRun *run = making->run;
    uint32_t n = run->plan->sizes.n;
    uint32_t first = FIRST_INPUT - IDENTITY;
    uint32_t most = first + 2 * n;
    size_t count;
    Made *sums = all_sums(making, &count);
    bool good = true;

    if (count && sums[count - 1].sum >= IDENTITY + most)
        most = sums[count - 1].sum - IDENTITY + 1;
    if (most > count + first + 2 * n + (1u << 24)) {
        good = error_set(making->error, ERROR_FAILED,
                         "the catalog's program made %u elements", most);
        most = 0;
    }
    making->elements = base_alloc((size_t)most + 1, sizeof(Element));
    making->count = most;
    for (uint32_t i = 0; good && i < 2 * n; ++i)
        making->elements[first + i] = (Element){i < n        ? run->input[i]
                                                : run->flags ? run->flags[i - n]
                                                             : 0,
                                                interval_make(i % n, i % n)};
    if (good) {
        making->elements[0] =
            (Element){op_identity(run->op), INTERVAL_IDENTITY};
        making->elements[1] = unset(making);
    }
    for (size_t i = 0; good && i < count; ++i) {
        Element left = operand(making, sums[i].left);
        Element right = operand(making, sums[i].right);
        if (is_element(making, sums[i].sum))
            making->elements[sums[i].sum - IDENTITY] =
                (Element){op_apply(run->op, left.value, right.value),
                          interval_join(left.interval, right.interval)};
    }
    free(sums);
    return good;
}

/* ---- Accesses -------------------------------------------------------------*/

static uint32_t thread_of(const Making *making, const Instruction *at,
                          const Access *access)
{
    return at->warp * making->trace->run.k + access->lane;
}

/* Notes what threads have made for their next accesses. */
static bool keep_sums(Making *making, const Instruction *at)
{
    const Access *access = trace_accesses(making->trace, at);

    for (int j = 0; j + 3 < at->lanes; j += MADE_WORDS) {
        Pending *pending = making->pending + thread_of(making, at, access + j);
        if (pending->sums_count == LIMITS_SUMS)
            return error_set(making->error, ERROR_FAILED,
                             "line %u: a thread adds more than %d times "
                             "between two accesses; store a partial sum",
                             at->site, LIMITS_SUMS);
        base_push(pending, sums,
                  ((Made){access[j + MADE_LEFT].value,
                          access[j + MADE_RIGHT].value,
                          access[j + MADE_SUM].value}));
    }
    return true;
}

/* Moves the first COUNT sums of a thread to the access that is added next. */
static uint8_t take_sums(Making *making, Pending *pending, size_t count)
{
    if (count == 0)
        return 0;
    for (size_t i = 0; i < count; ++i) {
        Element left = operand(making, pending->sums[i].left);
        Element right = operand(making, pending->sums[i].right);
        base_push(making, sums,
                  ((Sum){.access = (uint32_t)making->accesses_count,
                         .left = left.value,
                         .right = right.value,
                         .left_interval = left.interval,
                         .right_interval = right.interval}));
    }
    pending->sums_count -= count;
    memmove(pending->sums, pending->sums + count,
            pending->sums_count * sizeof *pending->sums);
    return (uint8_t)count;
}

/* How many of the sums that a thread has made belong to WORD: of several words
 * that it stores each has those up to its own, and the last one the rest. */
static size_t sums_of(const Pending *pending, Word word, bool last)
{
    size_t count = 0;

    if (last)
        return pending->sums_count;
    while (count < pending->sums_count && pending->sums[count].sum != word)
        ++count;
    return count < pending->sums_count ? count + 1 : 0;
}

/* What ACCESS of the program moves. */
static Access moved(Making *making, const Instruction *at, const Access *access)
{
    Access row = *access;
    bool shared = trace_is_shared(at);
    Element element = meaning(making, access->value);

    if (shared && trace_traits_of(at)->writes)
        making->stored[access->cell] = true;
    else if (shared && !making->stored[access->cell])
        element = unset(making);
    row.value = element.value;
    row.interval = element.interval;
    return row;
}

/* Adds the accesses of AT, of several words for each lane if it is wide. */
static void add_accesses(Making *making, const Instruction *at)
{
    const Access *access = trace_accesses(making->trace, at);
    int words = at->width > sizeof(Word) ? at->width / (int)sizeof(Word) : 1;
    bool writes = trace_traits_of(at)->writes;

    for (int j = 0; j < at->lanes; ++j) {
        Pending *pending = making->pending + thread_of(making, at, access + j);
        int w = j % words;
        size_t count =
            sums_of(pending, access[j].value, writes ? w + 1 == words : w == 0);
        Access row = moved(making, at, access + j);
        row.sums = take_sums(making, pending, count);
        base_push(making, accesses, row);
    }
}

/* The same of statuses of tiles, a state and perhaps a sum.  How often a lane
 * looks in vain is by chance: such looks are left out.  Returns how many words
 * there are. */
static uint8_t add_statuses(Making *making, const Instruction *at)
{
    const Access *access = trace_accesses(making->trace, at);
    uint32_t words = at->width > sizeof(Word) ? 2 : 1;
    uint8_t count = 0;

    for (uint32_t j = 0; j + words <= at->lanes; j += words) {
        Pending *pending = making->pending + thread_of(making, at, access + j);
        if (access[j].value == 0)
            continue;
        for (uint32_t w = 0; w < words; ++w, ++count) {
            Access row = access[j + w];
            Element sum = w ? meaning(making, row.value)
                            : (Element){row.value, INTERVAL_TOP};
            row.value = sum.value;
            row.interval = sum.interval;
            if (w + 1 == words)
                row.sums = take_sums(making, pending, pending->sums_count);
            base_push(making, accesses, row);
        }
    }
    return count;
}

/* The same of shuffles on a GPU: a row for each lane. */
static uint8_t add_received(Making *making, const Instruction *at)
{
    const Access *access = trace_accesses(making->trace, at);
    uint8_t count = 0;

    for (int j = 0; j + 3 < at->lanes; j += MADE_WORDS) {
        Pending *pending = making->pending + thread_of(making, at, access + j);
        Element element = meaning(making, access[j + RECEIVED_WORD].value);
        Access row = {.cell = access[j + RECEIVED_LANE].value,
                      .value = element.value,
                      .interval = element.interval,
                      .lane = access[j].lane,
                      .bytes = TRACE_WORD};
        row.sums = take_sums(making, pending, pending->sums_count);
        base_push(making, accesses, row);
        ++count;
    }
    return count;
}

static int by_lane(const void *a, const void *b)
{
    const Access *x = a, *y = b;

    return x->lane != y->lane ? x->lane - y->lane
                              : (x->cell > y->cell) - (x->cell < y->cell);
}

/* True if an array of the plan holds statuses of tiles. */
static bool has_statuses(const Making *making, uint8_t array)
{
    Holds holds = making->run->plan->arrays[array].holds;

    return holds == HOLDS_PAIRS || holds == HOLDS_STATES;
}

/* True if AT looks at statuses of tiles. */
static bool looks(const Making *making, const Instruction *at)
{
    return trace_is_global_load(at) && has_statuses(making, at->array);
}

/* The instruction that was made last, if AT continues it: a warp waits for
 * statuses in a loop, which is one access also of lanes that leave it in turn.
 * Else NULL. */
static Instruction *begun_wait(const Making *making, const Instruction *at)
{
    uint64_t lanes = 0;

    if (!looks(making, at) || making->instructions_count == 0)
        return NULL;
    Instruction *last = making->instructions + making->instructions_count - 1;
    if (!looks(making, last) || last->step != at->step ||
        last->warp != at->warp || last->site != at->site)
        return NULL;
    for (size_t i = last->first_access; i < making->accesses_count; ++i) {
        const Access *access = making->accesses + i;
        if (access->sums)
            return NULL;
        if (i < last->first_access + last->lanes)
            lanes |= UINT64_C(1) << access->lane;
        else if (lanes >> access->lane & 1)
            return NULL;
    }
    return last;
}

/* Adds AT, whose accesses were added. */
static void push_instruction(Making *making, Instruction at)
{
    const Instruction *all = making->instructions;
    Instruction *begun = begun_wait(making, &at);

    if (begun) {
        begun->lanes += at.lanes;
        begun->time = at.time;
        qsort(making->accesses + begun->first_access, begun->lanes,
              sizeof *making->accesses, by_lane);
        return;
    }
    if (looks(making, &at)) { /* looks in vain do not count */
        uint32_t before = 0;
        for (size_t i = making->instructions_count;
             i-- > 0 && all[i].step == at.step;)
            before += looks(making, &all[i]) && all[i].warp == at.warp &&
                      all[i].site == at.site;
        at.occurrence = before * TRACE_EXECUTION;
    }
    base_push(making, instructions, at);
}

static bool add_instruction(Making *making, const Instruction *from)
{
    uint8_t place = array_of(making, from);
    Instruction at = *from;

    if (tells(making, from, KIND_SUM))
        return keep_sums(making, from);
    at.first_access = (uint32_t)making->accesses_count;
    at.step = (uint32_t)making->steps_count;
    at.epoch = 0;
    at.array = place;
    if (tells(making, from, KIND_SHUFFLE)) {
        at.kind = ACCESS_SHFL;
        at.width = sizeof(Word);
        at.array = 0;
        at.lanes = add_received(making, from);
    } else if (place == NOWHERE) {
        return true;
    } else if (trace_is_global(from) && has_statuses(making, place)) {
        at.lanes = add_statuses(making, from);
    } else {
        add_accesses(making, from);
    }
    if (at.lanes > 0) {
        push_instruction(making, at);
        making->moved[from - making->trace->instructions] =
            (uint32_t)making->instructions_count - 1;
    }
    return true;
}

/* ---- Steps ----------------------------------------------------------------*/

static void begin_block(Making *making, const Block *block)
{
    const Grid *grid = making->trace->grids + block->grid;

    for (uint32_t t = 0; t < grid->threads; ++t)
        making->pending[t].sums_count = 0;
    memset(making->stored, 0, making->trace->run.words + 1);
}

/* Moves the instructions of a step of the program: warp after warp, as their
 * order within a step is by chance. */
static bool move_instructions(Making *making, const Step *from)
{
    const Trace *trace = making->trace;
    uint32_t first = from->first_instruction;
    uint32_t end = first + from->instruction_count;
    uint16_t warp = 0, next = 0;

    for (; next != UINT16_MAX; warp = next) {
        next = UINT16_MAX;
        for (uint32_t at = first; at < end; ++at) {
            uint16_t own = trace->instructions[at].warp;
            if (own > warp && own < next)
                next = own;
            if (own == warp &&
                !add_instruction(making, trace->instructions + at))
                return false;
        }
    }
    return true;
}

/* Moves the instructions of BLOCK, which is the last one of the trace, from
 * the program's steps. */
static bool move_block(Making *making, Block *block)
{
    Trace *trace = making->trace;
    const Step *from = trace->steps + block->first_step;

    begin_block(making, block);
    block->first_step = (uint32_t)making->steps_count;
    for (uint32_t s = 0; s < block->step_count; ++s, ++from) {
        Step step = *from;
        step.block = making->blocks_count;
        step.first_instruction = (uint32_t)making->instructions_count;
        if (!move_instructions(making, from))
            return false;
        step.instruction_count =
            (uint32_t)making->instructions_count - step.first_instruction;
        base_push(making, steps, step);
    }
    return true;
}

/* Moves the snapshots of the step that was number FROM, and of the one after
 * it, of block B. */
static void move_snapshots(const Making *making, size_t from, uint32_t steps)
{
    Trace *trace = making->trace;
    size_t words = trace->run.words, to = making->snapshots_count;

    if (words == 0)
        return;
    memmove(trace->snapshot_values + to * words,
            trace->snapshot_values + from * words,
            ((size_t)steps + 1) * words * sizeof(Word));
    memmove(trace->snapshot_intervals + to * words,
            trace->snapshot_intervals + from * words,
            ((size_t)steps + 1) * words * sizeof(Word));
}

/* Moves the blocks that the trace holds, and leaves the others out. */
static bool move_blocks(Making *making)
{
    Trace *trace = making->trace;
    BlockRange range = making->run->blocks;
    size_t snapshot = 0;
    bool good = true;

    making->pending =
        base_alloc((size_t)trace->run.threads + 1, sizeof *making->pending);
    making->stored = base_alloc((size_t)trace->run.words + 1, 1);
    making->moved =
        base_alloc(trace->instructions_count + 1, sizeof *making->moved);
    for (size_t i = 0; i < trace->instructions_count; ++i)
        making->moved[i] = NOTHING;
    for (size_t b = 0; good && b < trace->blocks_count; ++b) {
        Block block = trace->blocks[b];
        size_t first = snapshot;
        snapshot += block.step_count + 1;
        if (block.index < range.first || block.index > range.last)
            continue;
        good = move_block(making, &block);
        trace->blocks[making->blocks_count++] = block;
        move_snapshots(making, first, block.step_count);
        making->snapshots_count += block.step_count + 1;
    }
    for (uint32_t t = 0; t < trace->run.threads; ++t)
        free(making->pending[t].sums);
    free(making->pending);
    free(making->stored);
    return good;
}

/* Gives the trace what was moved. */
static void take_moved(Making *making)
{
    Trace *trace = making->trace;

#define TAKE(items)                                                            \
    free(trace->items);                                                        \
    trace->items = making->items;                                              \
    trace->items##_count = making->items##_count;                              \
    trace->items##_capacity = making->items##_capacity
    TAKE(instructions);
    TAKE(accesses);
    TAKE(sums);
    TAKE(steps);
#undef TAKE
    trace->blocks_count = making->blocks_count;
    trace->snapshots_count = making->snapshots_count;
}

/* ---- Memory ---------------------------------------------------------------*/

/* Shared memory before each step. */
static void make_snapshots(const Making *making)
{
    Trace *trace = making->trace;
    size_t words = trace->run.words * trace->snapshots_count;

    for (size_t w = 0; w < words; ++w) {
        Element element = trace->snapshot_intervals[w] == INTERVAL_UNSET
                              ? unset(making)
                              : meaning(making, trace->snapshot_values[w]);
        trace->snapshot_values[w] = element.value;
        trace->snapshot_intervals[w] = element.interval;
    }
}

/* What the launches left in out. */
static void make_output(const Making *making)
{
    Trace *trace = making->trace;
    uint32_t n = making->run->plan->sizes.n;
    uint32_t *times = base_alloc((size_t)n + 1, sizeof *times);

    free(trace->output);
    free(trace->output_interval);
    trace->output = base_alloc((size_t)n + 1, sizeof(Word));
    trace->output_interval = base_alloc((size_t)n + 1, sizeof(Word));
    for (uint32_t i = 0; i < n; ++i)
        trace->output_interval[i] = INTERVAL_UNSET;
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        if (!trace_is_global_store(at) || array_of(making, at) != GLOBAL_OUT)
            continue;
        for (int j = 0; j < at->lanes; ++j) {
            uint32_t cell = access[j].cell;
            if (cell >= n || at->time + 1 < times[cell])
                continue;
            times[cell] = at->time + 1;
            Element element = meaning(making, access[j].value);
            trace->output[cell] = element.value;
            trace->output_interval[cell] = element.interval;
        }
    }
    free(times);
}

/* ---- Locals ---------------------------------------------------------------*/

/* True if LANE takes part in instruction AT of those that were made. */
static bool takes_part(const Making *making, uint32_t at, uint8_t lane)
{
    const Instruction *instruction = making->instructions + at;
    const Access *access = making->accesses + instruction->first_access;

    for (int j = 0; j < instruction->lanes; ++j)
        if (access[j].lane == lane)
            return true;
    return false;
}

/* Where a change of a local belongs: the thread's next instruction, from the
 * program's instruction on; NOTHING: it has none in the block. */
static uint32_t place_of_change(const Making *making, const LocalChange *change)
{
    const Trace *trace = making->trace;
    const Instruction *from = trace->instructions + change->instruction;
    uint32_t block = trace_step(trace, from)->block;

    for (size_t i = change->instruction; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        uint32_t to = making->moved[i];
        if (trace_step(trace, at)->block != block)
            break;
        if (at->warp == from->warp && to != NOTHING &&
            takes_part(making, to, change->lane))
            return to;
    }
    return NOTHING;
}

/* The end of the name of a local that is a flag, as debugging information has
 * it: the member of its struct. */
static const char member[] = ".number";

static bool is_local_element(const Local *local)
{
    return base_ends_with(local->name, member) ||
           strcmp(local->type, "Element") == 0;
}

/* The operator is the program's own. */
static bool is_operator(const Local *local)
{
    return strncmp(local->name, "op.", 3) == 0;
}

/* A pointer to the program's array becomes one to the trace's. */
static int64_t pointer(const Making *making, int64_t value)
{
    uint32_t array;
    uint64_t byte;
    PointerSpace space = local_pointer_parts(value, &array, &byte);

    if (space != POINTER_ARRAY)
        return value;
    return making->places[array] == NOWHERE
               ? local_pointer(POINTER_OTHER, 0, 0)
               : local_pointer(space, making->places[array], byte);
}

/* Moves what is known of locals; before the instructions are taken. */
static void move_changes(const Making *making)
{
    Trace *trace = making->trace;
    size_t count = 0;

    for (size_t i = 0; i < trace->local_changes_count; ++i) {
        LocalChange change = trace->local_changes[i];
        const Local *local = trace->locals + change.local;
        change.instruction = place_of_change(making, &change);
        if (change.instruction == NOTHING || is_operator(local))
            continue;
        if (local->kind == LOCAL_POINTER)
            change.value = pointer(making, change.value);
        else if (is_local_element(local))
            change.value = (int32_t)meaning(making, (Word)change.value).value;
        trace->local_changes[count++] = change;
    }
    trace->local_changes_count = count;
}

/* TYPE as the kernel has it: "const T *" of "const Element *".  Free it. */
static char *type_in_kernel(const char *type)
{
    static const char element[] = "Element";
    Text text = {0};

    for (const char *at; (at = strstr(type, element)) != NULL;
         type = at + strlen(element))
        text_add(&text, "%.*sT", (int)(at - type), type);
    text_add(&text, "%s", type);
    return text.text;
}

/* For the reader of a kernel elements are no structs, so "x.number" is x, and
 * have the type T. */
static void name_locals(const Making *making)
{
    Trace *trace = making->trace;
    bool floats = making->run->op == OP_FADD;

    for (size_t i = 0; i < trace->locals_count; ++i) {
        Local *local = trace->locals + i;
        char *type = is_local_element(local) ? base_strdup("T")
                                             : type_in_kernel(local->type);
        if (is_local_element(local))
            local->element = floats ? ELEMENT_F32 : ELEMENT_I32;
        if (base_ends_with(local->name, member))
            local->name[strlen(local->name) - strlen(member)] = '\0';
        local->function[strcspn(local->function, "<")] = '\0';
        free(local->type);
        local->type = type;
    }
}

/* Numbers the places of each line again, as some of them were the program's. */
static void rank_places(Trace *trace)
{
    enum { PLACES = UINT8_MAX + 1, BITS = 64 };
    size_t lines = 1;
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (trace->instructions[i].site >= lines)
            lines = trace->instructions[i].site + 1u;
    uint64_t(*used)[PLACES / BITS] =
        base_alloc(trace->sources_count * lines, sizeof *used);

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        used[at->source * lines + at->site][at->place / BITS] |=
            UINT64_C(1) << at->place % BITS;
    }
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        Instruction *at = trace->instructions + i;
        const uint64_t *of = used[at->source * lines + at->site];
        uint64_t below = (UINT64_C(1) << at->place % BITS) - 1;
        int rank = __builtin_popcountll(of[at->place / BITS] & below);
        for (int w = 0; w < at->place / BITS; ++w)
            rank += __builtin_popcountll(of[w]);
        at->place = (uint8_t)rank;
    }
    free(used);
}

/* A block that runs alone has its instructions in the order of its rows; others
 * keep their places. */
static void order_times(Trace *trace)
{
    for (size_t b = 0; b < trace->blocks_count; ++b) {
        const Block *block = trace->blocks + b;
        uint32_t first, end, time = UINT32_MAX;
        trace_block_instructions(trace, block, &first, &end);
        if (trace->grids[block->grid].blocks > 1)
            continue;
        for (uint32_t i = first; i < end; ++i)
            if (trace->instructions[i].time < time)
                time = trace->instructions[i].time;
        for (uint32_t i = first; i < end; ++i)
            trace->instructions[i].time = time + i - first;
    }
    trace_rank_times(trace);
}

/* ---- What was launched ----------------------------------------------------*/

/* True if ARRAY of the program is a variable of the program. */
static bool is_variable(const Array *array)
{
    return strncmp(array->name, "catalog_", 8) == 0 ||
           strcmp(array->name, "none") == 0;
}

/* The program allocates the arrays of the plan from the last one to the first;
 * the last one is always touched. */
static void find_places(Making *making)
{
    const uint32_t *numbers = making->run->numbers;
    const Trace *trace = making->trace;
    uint32_t count = (uint32_t)making->run->plan->arrays_count;
    uint32_t first = UINT32_MAX;

    for (size_t a = 0; a < trace->arrays_count; ++a)
        if (!is_variable(trace->arrays + a) && numbers[a] < first)
            first = numbers[a];
    for (size_t a = 0; a < LIMITS_ARRAYS; ++a)
        making->places[a] = NOWHERE;
    for (size_t a = 0; a < trace->arrays_count; ++a)
        if (numbers[a] - first < count)
            making->places[a] = (uint8_t)(count - 1 - (numbers[a] - first));
}

static void name_arrays(const Making *making)
{
    const Plan *plan = making->run->plan;
    Trace *trace = making->trace;

    for (size_t a = 0; a < trace->arrays_count; ++a)
        free(trace->arrays[a].name);
    trace->arrays_count = 0;
    for (int a = 0; a < plan->arrays_count; ++a)
        base_push(trace, arrays,
                  ((Array){.name = printable_line(plan->arrays[a].name),
                           .words = plan->arrays[a].words,
                           .holds = (uint8_t)plan->arrays[a].holds}));
    for (size_t v = 0; v < trace->variables_count; ++v) {
        free(trace->variables[v].name);
        free(trace->variables[v].type);
    }
    trace->variables_count = 0;
    for (size_t m = 0; m < trace->members_count; ++m)
        free(trace->members[m].name);
    trace->members_count = 0;
}

static bool name_grids(const Making *making)
{
    const Plan *plan = making->run->plan;
    Trace *trace = making->trace;

    if (trace->grids_count != (size_t)plan->grids_count)
        return error_set(making->error, ERROR_FAILED,
                         "the catalog's program made %zu launches of %d",
                         trace->grids_count, plan->grids_count);
    for (int g = 0; g < plan->grids_count; ++g) {
        const PlanGrid *from = plan->grids + g;
        Grid *grid = trace->grids + g;
        free(grid->title);
        *grid = (Grid){.title = printable_line(from->title),
                       .source = grid->source,
                       .n = from->n,
                       .block_n = from->block_n,
                       .blocks = from->blocks,
                       .threads = from->threads,
                       .extents = {from->blocks, 1, 1},
                       .block_extents = {from->threads, 1, 1},
                       .words = from->words,
                       .tiled = 1,
                       .in = from->in,
                       .out = from->out,
                       .part = (uint8_t)from->part};
    }
    return true;
}

/* The listing of a GPU's machine code is no kernel's source. */
static void drop_listing(Trace *trace)
{
    size_t last = trace->sources_count - 1;

    if (!base_ends_with(trace->sources[last].name, ".sass"))
        return;
    free(trace->sources[last].name);
    free(trace->sources[last].text);
    trace->sources_count = last;
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (trace->instructions[i].source == last) {
            trace->instructions[i].source = 0;
            trace->instructions[i].site = 0;
        }
    for (size_t g = 0; g < trace->grids_count; ++g)
        if (trace->grids[g].source == last)
            trace->grids[g].source = 0;
}

static void describe(const Making *making)
{
    const CatalogRun *from = making->run;
    const Plan *plan = from->plan;
    Trace *trace = making->trace;
    Run *run = &trace->run;

    run->origin = ORIGIN_CATALOG;
    run->n = plan->sizes.n;
    run->blocks = plan->grids[0].blocks;
    run->block_n = plan->grids[0].block_n;
    run->passes = (uint32_t)plan->sizes.passes;
    run->op = from->op;
    run->inclusive = plan->sizes.inclusive;
    run->launches = 0;
    free(trace->input);
    trace->input =
        base_memdup(from->input, plan->sizes.n * sizeof *trace->input);
}

bool catalog_trace(Trace *trace, const CatalogRun *run, Error *error)
{
    Making making = {.run = run, .trace = trace, .error = error};
    bool good;

    if (strcmp(trace->run.device, "gpu") == 0)
        regroup(trace);
    find_places(&making);
    good = find_elements(&making) && name_grids(&making);
    if (good) {
        make_output(&making);
        make_snapshots(&making);
        good = move_blocks(&making);
    }
    if (good) {
        move_changes(&making);
        name_locals(&making);
        name_arrays(&making);
        describe(&making);
        take_moved(&making);
        drop_listing(trace);
        local_sort(trace, 0);
        rank_places(trace);
        order_times(trace);
    } else {
        free(making.instructions);
        free(making.accesses);
        free(making.sums);
        free(making.steps);
    }
    free(making.moved);
    free(making.elements);
    return good;
}
