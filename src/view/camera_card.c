/* SPDX-License-Identifier: MIT */
#include "view/camera_card.h"

#include "analysis/shuffle.h"
#include "say/short_number.h"
#include "trace/variable.h"
#include "view/lane_layout.h"
#include "view/memory_numbers.h"
#include "view/shown_value.h"
#include "view/view_marks.h"

#include <string.h>

/* Is a node of the step at LEVEL shown with its children? */
static bool step_has_children(const View *view, const Step *step,
                              uint32_t level)
{
    const Tree *tree = &view->analysed->tree;
    PhaseKind kind = trace_phase_kind(view->trace, step);

    return (kind == PHASE_UPSWEEP || kind == PHASE_DOWNSWEEP) && level > 0 &&
           level < tree->levels;
}

CameraCard camera_card_of_node(const View *view, const Access *access,
                               const Instruction *by, uint32_t level,
                               uint32_t x)
{
    const Step *step = trace_step(view->trace, by);
    bool down = trace_phase_kind(view->trace, step) == PHASE_DOWNSWEEP;

    if (view->analysed->tree.inclusive && down)
        /* its operand is not its parent, so it stands alone */
        return (CameraCard){access, by, false, level, x};
    if (step->level == (int)level + 1 &&
        step_has_children(view, step, level + 1))
        return (CameraCard){access, by, true, level + 1, x / 2};
    return (CameraCard){access, by, true, level, x};
}

bool camera_card_has_children(const View *view, const CameraCard *card)
{
    return card->tree && card->by &&
           step_has_children(view, trace_step(view->trace, card->by),
                             card->level);
}

/* The index, in the whole array, of the number of global memory that ACCESS
 * touches; the trace of a block has only its tile. */
static uint32_t global_index(const View *view, const Instruction *by,
                             const Access *access)
{
    const Trace *whole = view->whole->trace;

    if (view->whole != view->analysed) {
        size_t lane = (size_t)(access - trace_accesses(view->trace, by));
        by = whole->instructions +
             view->analysed->origins[by - view->trace->instructions];
        access = trace_accesses(whole, by) + lane;
    }
    return view_has_variables(view)
               ? (uint32_t)number_index(access,
                                        number_bytes(whole->arrays + by->array))
               : access->cell;
}

/* Appends the bank that ACCESS goes to, or both of a number of two words. */
static void add_banks(const View *view, const Instruction *by,
                      const Access *access, Text *text)
{
    uint32_t bank = bank_of(view->trace, access->cell);
    const Access *other;

    if (number_half(view->trace, by, access, &other) == HALF_NONE)
        text_add(text, "bank %u", bank);
    else
        text_add(text, "banks %u, %u", bank, bank_of(view->trace, other->cell));
}

void camera_card_label(const View *view, const CameraCard *card, int form,
                       Text *text)
{
    const Instruction *by = card->by;
    const Access *access = card->access;
    const Trace *trace = view->trace;

    if (!access)
        return;
    const char *arrow = trace_traits_of(by)->writes ? "▶" : "◀";
    text_add(text, "T%u", trace_thread(trace, by, access));
    if (form)
        return;
    if (trace_is_shared(by)) {
        text_add(text, " %s ", arrow);
        add_banks(view, by, access, text);
    } else if (trace_is_shuffle(by) && shuffle_keeps_own(trace, by, access))
        text_add(text, " keeps");
    else if (trace_is_shuffle(by))
        text_add(text, " ◀ T%u", by->warp * trace->run.k + access->cell);
    else if (by->array < trace->arrays_count) {
        text_add(text, " %s ", arrow);
        variable_number_name(trace, trace->arrays[by->array].name,
                             global_index(view, by, access), text);
    }
}

const RegisterCell *camera_card_register(const View *view,
                                         const CameraCard *card)
{
    const WarpRegisters *lanes = &view->analysed->lanes;

    if (lanes->rows_count == 0 || !card->access)
        return NULL;
    uint32_t index = (uint32_t)(card->by - view->trace->instructions);
    const RegisterCell *cell =
        registers_cell(lanes, registers_row(lanes, index),
                       trace_thread(view->trace, card->by, card->access));
    return cell->instruction <= index && index <= cell->last ? cell : NULL;
}

const Sum *camera_card_sum(const View *view, const CameraCard *card)
{
    const Trace *trace = view->trace;
    const RegisterCell *cell = camera_card_register(view, card);

    if (cell)
        return lane_is_made(view->moment, cell) &&
                       (trace_sum_is_of_words(trace, trace->sums + cell->sum) ||
                        registers_number(&view->analysed->lanes, cell)
                                .element != ELEMENT_OTHER)
                   ? trace->sums + cell->sum
                   : NULL;
    const Sum *sum = card->access ? trace_sums(trace, card->access) : NULL;
    if (!sum)
        return NULL;
    sum += card->access->sums - 1;
    return trace_is_sum(trace, sum, card->access) &&
                   trace_sum_is_of_words(trace, sum)
               ? sum
               : NULL;
}

Number camera_card_number(const View *view, const CameraCard *card,
                          const Sum *sum, bool right)
{
    const RegisterCell *cell = camera_card_register(view, card);

    if (sum)
        return cell ? registers_operand(&view->analysed->lanes, cell, right)
                    : (Number){0, ELEMENT_OTHER};
    return cell ? lane_number(view, cell)
                : number_moved(view->trace, card->by, card->access);
}

void camera_card_value(const View *view, const CameraCard *card, const Sum *sum,
                       bool right, int most, char text[VALUE_TEXT])
{
    const RegisterCell *cell = camera_card_register(view, card);
    Number number = camera_card_number(view, card, sum, right);
    char shorter[VALUE_TEXT];

    if (number.element != ELEMENT_OTHER)
        view_number_text(number, text);
    else if (sum)
        shown_value(view->trace->run.op, right ? sum->right : sum->left, true,
                    text);
    else if (cell)
        lane_text(view, cell, FONT_CODE_STRONG, 0, text);
    else
        view_moved(view, card->by, card->access, text);
    if (strlen(text) > (size_t)most &&
        number_shorten(number, (size_t)most, shorter))
        memcpy(text, shorter, sizeof shorter);
}
