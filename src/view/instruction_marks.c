/* SPDX-License-Identifier: MIT */
#include "view/instruction_marks.h"

#include "analysis/issue_order.h"
#include "analysis/race.h"

/* Are these the same access of the same line? */
static bool same_place(const Instruction *a, const Instruction *b)
{
    return a->site == b->site && a->source == b->source && a->place == b->place;
}

/* Is ACCESS the second access of a race of shared memory? */
static bool is_second(const Trace *trace, const Instruction *at,
                      const Access *access, const RaceList *races)
{
    const Race *race = race_at(races, at->step, access->cell);

    return race &&
           same_place(trace->instructions + race->second.instruction, at) &&
           race->second.kind == at->kind &&
           race->second.thread == trace_thread(trace, at, access);
}

/* What is marked. */
typedef struct {
    const Trace *trace;
    const uint32_t *order;
    uint8_t *marks;
} Marking;

static void mark(const Marking *marking, size_t index, PlayerMark what)
{
    marking->marks[issue_order_place(marking->trace, marking->order, index)] |=
        (uint8_t)what;
}

/* Marks the second accesses of the races of shared memory in step S. */
static void mark_step(const Marking *marking, const RaceList *races, uint32_t s)
{
    const Trace *trace = marking->trace;
    const Step *step = trace->steps + s;

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        size_t index = step->first_instruction + i;
        const Instruction *at = trace->instructions + index;
        const Access *access = trace_accesses(trace, at);
        for (int a = 0; a < at->lanes; ++a)
            if (is_second(trace, at, access + a, races)) {
                mark(marking, index, MARK_RACE);
                break;
            }
    }
}

static void mark_races(const Marking *marking, const RaceList *list)
{
    const Race *race = list->races;

    for (size_t r = 0; r < list->races_count; ++r, ++race)
        if (race->array != RACE_SHARED)
            /* of each word there is one at most */
            mark(marking, race->second.instruction, MARK_RACE);
        else if (r == 0 || race[-1].step != race->step)
            mark_step(marking, list, race->step);
}

uint8_t *instruction_marks_of(const Trace *trace, const uint32_t *order,
                              const BankTable *banks, const RaceList *races)
{
    uint8_t *marks = base_alloc(banks->count + 1, 1);
    const Marking marking = {trace, order, marks};

    for (size_t i = 0; i < banks->count; ++i)
        if (banks->costs[i].wavefronts > 1)
            marks[i] = MARK_CONFLICT;
    if (trace_ended(trace) && banks->count > 0)
        marks[banks->count - 1] |= MARK_ENDED;
    mark_races(&marking, races);
    return marks;
}

void instruction_marks_add_wrong(uint8_t *marks, const Trace *trace,
                                 const uint32_t *order, const WrongWords *wrong)
{
    const Marking marking = {trace, order, marks};

    for (size_t i = 0; wrong->accesses && i < trace->instructions_count; ++i)
        if (wrong_words_arise(wrong, trace, i))
            mark(&marking, i, MARK_WRONG);
}
