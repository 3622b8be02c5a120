/* SPDX-License-Identifier: MIT
 *
 * lead - why one of two traces takes fewer cycles; see say.h.
 *
 *     cycles = loads + stores + updates + waits
 */
#include "say/phrases.h"
#include "say/say.h"

/* What instructions of shared memory take, from the first of a trace. */
typedef struct {
    uint32_t loads, stores, updates, waits, cycles;
} Effort;

static Effort effort_of(const LeadSide *side)
{
    Effort effort = {.cycles = side->banks->starts[side->end]};

    for (uint32_t i = 0; i < side->end; ++i) {
        const Instruction *at = side->trace->instructions + i;
        uint32_t cycles = side->banks->starts[i + 1] - side->banks->starts[i];
        if (cycles == 0)
            continue;
        effort.waits += cycles - 1;
        if (trace_is_update(at))
            ++effort.updates;
        else if (trace_is_store(at))
            ++effort.stores;
        else
            ++effort.loads;
    }
    return effort;
}

/* ", 10 more stores": by how much OWN differs from ITS. */
static void add_difference(uint32_t own, uint32_t its, const char *what,
                           Text *text)
{
    uint32_t by = own > its ? own - its : its - own;

    if (by)
        text_add(text, ", %u %s %s%s", by, own > its ? "more" : "fewer", what,
                 by == 1 ? "" : "s");
}

static void add_waits(uint32_t waits, Text *text)
{
    if (waits)
        phrase_count(waits, "wait", text);
    else
        text_add(text, "no waits");
}

bool say_lead(const LeadSide *leader, const LeadSide *other, uint32_t step,
              Statement *statement)
{
    Effort own = effort_of(leader), its = effort_of(other);
    Text facts = {0};

    if (own.cycles >= its.cycles)
        return false;
    Text *text = statement_add(statement, 0);
    if (step)
        text_add(text, "up to step %u, ", step);
    text_add(text, "%s takes %u fewer cycle%s", leader->name,
             its.cycles - own.cycles, its.cycles - own.cycles == 1 ? "" : "s");
    text_add(statement_brief(statement), "%s", text->text);
    add_difference(own.loads, its.loads, "load", &facts);
    add_difference(own.stores, its.stores, "store", &facts);
    add_difference(own.updates, its.updates, "update", &facts);
    if (own.waits || its.waits) {
        text_add(&facts, ", ");
        add_waits(own.waits, &facts);
    }
    text_add(text, ": %s", facts.text + 2);
    text_free(&facts);
    if (its.waits || own.waits) {
        text = statement_add(statement, 1);
        text_add(text, "%s: ", other->name);
        add_waits(its.waits, text);
    }
    return true;
}
