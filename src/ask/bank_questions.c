/* SPDX-License-Identifier: MIT
 *
 * bank_questions - questions about an access of a warp to shared memory: the
 * cell and the bank of a lane, the cycles, the lanes that are not served in the
 * first cycle; and which of two steps, or of two traces, takes fewer cycles.
 *
 * Only accesses of single values to different cells are asked about: lanes that
 * read one cell queue in the K-model and are served at once by a GPU, so their
 * cycles have no unique answer.
 */
#include "ask/question_choice.h"
#include "ask/question_kind.h"
#include "catalog/catalog.h"
#include "say/phrases.h"

#include <string.h>

/* ---- Which accesses -------------------------------------------------------*/

static bool shares_cells(const QuestionPlace *place)
{
    for (int i = 1; i < place->at->lanes; ++i)
        for (int j = 0; j < i; ++j)
            if (place->accesses[i].cell == place->accesses[j].cell)
                return true;
    return false;
}

/* True if elements only enter or leave shared memory, at banks in the order of
 * lanes: many algorithms do the same. */
static bool is_dull(const QuestionPlace *place)
{
    PhaseKind phase =
        trace_phase_kind(place->trace, trace_step(place->trace, place->at));

    return (phase == PHASE_LOAD || phase == PHASE_WRITE_BACK) &&
           place->service.cost.wavefronts == 1 &&
           bank_of(place->trace, place->accesses->cell) == 0;
}

static bool is_plain(const QuestionPlace *place)
{
    const Instruction *at = place->at;

    return trace_is_shared(at) && at->width == sizeof(Word) &&
           trace_lanes(place->trace, at) == at->lanes &&
           (at->kind == ACCESS_LOAD || at->kind == ACCESS_STORE) &&
           question_shows(place) && !is_dull(place) && !shares_cells(place);
}

/* True if the picture shows the cell of access LANE with its thread, as part of
 * the instruction that has just run. */
static bool is_told(const QuestionPlace *place, int lane)
{
    const Instruction *at = place->running;

    if (!at || at->warp != place->at->warp || !trace_is_shared(at))
        return false;
    const Access *running = trace_accesses(place->trace, at);
    for (int i = 0; i < at->lanes; ++i)
        if (running[i].cell == place->accesses[lane].cell &&
            running[i].lane == place->accesses[lane].lane)
            return true;
    return false;
}

bool question_find_bank(QuestionPlace *place)
{
    int lanes = place->at->lanes;

    if (!is_plain(place) || place->trace->run.k < 2)
        return false;
    int start = (int)(base_random(&place->random) % (unsigned)lanes);
    for (int i = 0; i < lanes; ++i) {
        place->lane = (start + i) % lanes;
        if (question_wants(place, place->lane) && !is_told(place, place->lane))
            return true;
    }
    return false;
}

bool question_find_cycles(QuestionPlace *place)
{
    int lane = 0;

    while (lane < place->at->lanes && is_told(place, lane))
        ++lane;
    return is_plain(place) && place->at->lanes > 1 && lane < place->at->lanes;
}

bool question_find_waits(QuestionPlace *place)
{
    return question_find_cycles(place) && place->service.cost.wavefronts > 1;
}

/* ---- Bank and cell --------------------------------------------------------*/

static uint32_t bank_at(const QuestionPlace *place, int lane)
{
    return bank_of(place->trace, place->accesses[lane].cell);
}

/* Adds what other lanes do at the bank of the lane. */
static void add_others(const QuestionPlace *place, Text *text)
{
    uint32_t count = place->service.queues[bank_at(place, place->lane)];
    QuestionPlace other = *place;

    if (count == 1) {
        text_add(text, "\nNo other lane accesses this bank: no conflict.");
        return;
    }
    other.lane = 0;
    while (other.lane == place->lane ||
           bank_at(place, other.lane) != bank_at(place, place->lane))
        ++other.lane;
    question_say(&other, text,
                 "\nT%u {does} {cell}, in the same bank. %u lanes access this "
                 "bank: %u cycles.",
                 question_thread(place, other.lane), count, count);
}

/* Adds where an element of a padded array would be without padding. */
static void add_unpadded(const QuestionPlace *place, Text *text)
{
    const Algorithm *algorithm = catalog_of(place->trace);
    uint32_t cell = place->accesses[place->lane].cell, k = place->trace->run.k;
    uint32_t moved = cell / (k + 1), plain = cell - moved;

    if (algorithm && algorithm->form == FORM_PADDING && moved &&
        plain + plain / k == cell)
        text_add(text,
                 "\nWithout padding it would be cell %u = %u·%u + %u: bank %u. "
                 "Padding adds %u/%u, rounded down: %u + %u = %u.",
                 plain, plain / k, k, plain % k, plain % k, plain, k, plain,
                 moved, cell);
}

/* "Line 45: s[b] = op(x, y);" */
static void add_source(const QuestionPlace *place, Text *text)
{
    const char *line = trace_source_of(place->trace, place->at)->text;

    for (int i = 1; line && i < place->at->site; ++i)
        if ((line = strchr(line, '\n')))
            ++line;
    line = line ? line + strspn(line, " \t") : "";
    text_add(text, "Line %u: %.*s", place->at->site, (int)strcspn(line, "\n"),
             line);
}

void question_make_bank(const QuestionPlace *place, Question *question)
{
    question_begin(place, place->lane, question);
    question_about(place, question);
    question->click = THING_BANK;
    question_number(question, bank_at(place, place->lane));
    question_say(place, &question->sentence, "Which bank does {who} access?");
    text_add(&question->how, "a bank, 0 to %u", place->trace->run.k - 1);
    question_say(place, &question->hint, "It {does} cell %u.",
                 place->accesses[place->lane].cell);
    question_say(place, &question->why, "T%u {does} {cell}: {bank}.",
                 question->thread);
    add_others(place, &question->why);
    add_unpadded(place, &question->why);
}

void question_make_cell(const QuestionPlace *place, Question *question)
{
    uint32_t words =
        trace_grid(place->trace, trace_step(place->trace, place->at))->words;

    question_begin(place, place->lane, question);
    question_about(place, question);
    question->click = THING_CELL;
    question_number(question, place->accesses[place->lane].cell);
    question_say(place, &question->sentence, "Which cell does {who} %s?",
                 trace_is_store(place->at) ? "store to" : "load from");
    text_add(&question->how, "a cell, 0 to %u", words - 1);
    if (words > place->trace->run.k)
        question_say(place, &question->hint, "It is in {bank}.");
    else
        add_source(place, &question->hint);
    question_say(place, &question->why, "T%u {does} {cell}, in {bank}.",
                 question->thread);
    add_unpadded(place, &question->why);
}

/* ---- Cycles, and who waits ------------------------------------------------*/

static void add_cells(const QuestionPlace *place, Text *text)
{
    int64_t cells[TRACE_MAX_BANKS];

    for (int i = 0; i < place->at->lanes; ++i)
        cells[i] = place->accesses[i].cell;
    text_add(text, "The cells are ");
    question_list(cells, place->at->lanes, "", text);
    text_add(text, ". The bank of a cell is its number modulo %u.",
             place->trace->run.k);
}

/* "Bank 0 serves T0 and T2, one per cycle.", of each bank with a queue, but no
 * more than MOST. */
static void add_queues(const QuestionPlace *place, uint32_t most, Text *text)
{
    uint32_t banks = 0;

    for (uint32_t bank = 0; bank < place->trace->run.k; ++bank) {
        int64_t threads[TRACE_MAX_BANKS];
        uint32_t count = place->service.queues[bank];
        if (count < 2 || ++banks > most)
            continue;
        for (uint32_t i = 0; i < count; ++i)
            threads[i] =
                question_thread(place, service_at(&place->service, bank, i));
        text_add(text, "%sBank %u serves ", banks > 1 ? " " : "", bank);
        question_list(threads, (int)count, "T", text);
        text_add(text, ", one per cycle.");
    }
    if (banks > most)
        text_add(text, " %u more banks have queues.", banks - most);
}

void question_make_cycles(const QuestionPlace *place, Question *question)
{
    BankCost cost = place->service.cost;

    question_begin(place, -1, question);
    question_about(place, question);
    question_number(question, cost.wavefronts);
    text_add(&question->sentence, "How many cycles does this %s take?",
             trace_is_store(place->at) ? "store" : "load");
    text_add(&question->how, "a number of cycles, 1 to %u", place->at->lanes);
    add_cells(place, &question->hint);
    if (cost.latency == 1) {
        text_add(&question->why,
                 "%u lanes access %u different banks: ", place->at->lanes,
                 cost.busy_banks);
    } else {
        add_queues(place, 2, &question->why);
        text_add(&question->why,
                 "\nThe longest queue has %u lanes: ", cost.latency);
    }
    text_add(&question->why, "%s.", question->answer.text);
}

void question_make_waits(const QuestionPlace *place, Question *question)
{
    Answer *right = &question->right;

    question_begin(place, -1, question);
    question_about(place, question);
    question->form = ANSWER_THREADS;
    question->click = THING_LANE;
    for (int i = 0; i < place->at->lanes; ++i)
        if (place->service.ranks[i] > 0)
            right->numbers[right->count++] = question_thread(place, i);
    question_answer(question, right, &question->answer);
    text_add(&question->sentence, "Which threads are not served in the first "
                                  "cycle? (The lowest lane goes first.)");
    text_add(&question->how, "thread numbers, for example 1 3");
    add_cells(place, &question->hint);
    add_queues(place, 4, &question->why);
    text_add(&question->why, "\nNot served in the first cycle: %s.",
             question->answer.text);
}

/* ---- Which takes fewer cycles? -------------------------------------------*/

static const char hint_of_cycles[] =
    "An instruction takes one cycle for each request in its longest queue.";

static uint32_t cycles_of(const AnalysedTrace *analysed)
{
    return analysed->banks.starts[analysed->banks.count];
}

/* The cycles of a step whose instructions are played in turn. */
static uint32_t step_cycles(const QuestionPlace *place, uint32_t step)
{
    const Step *s = place->trace->steps + step;
    const uint32_t *starts = place->analysed->banks.starts;

    return starts[s->first_instruction + s->instruction_count] -
           starts[s->first_instruction];
}

/* The trace after the panel's. */
static const AnalysedTrace *other_of(const QuestionPlace *place)
{
    return place->traces[(place->panel + 1) % place->count];
}

static bool find_traces(QuestionPlace *place)
{
    const AnalysedTrace *other = other_of(place);

    if (strcmp(trace_title(place->trace), trace_title(other->trace)) == 0 ||
        question_hides_names(place->trace) ||
        question_hides_names(other->trace) || !trace_is_whole(place->trace) ||
        !trace_is_whole(other->trace) || place->trace->run.unfinished ||
        other->trace->run.unfinished)
        return false;
    place->first = cycles_of(place->analysed);
    place->second = cycles_of(other);
    /* later, what has run so far gives the answer away */
    return place->position * 3 <= place->trace->instructions_count;
}

static bool find_steps(QuestionPlace *place)
{
    const Step *step = trace_step(place->trace, place->at);
    const Block *block = question_block(place, place->at);
    uint32_t s = place->step = place->at->step;

    if (place->analysed->order || place->index != step->first_instruction ||
        !question_shows(place) ||
        s + 1 >= block->first_step + block->step_count)
        return false;
    place->first = step_cycles(place, s);
    place->second = step_cycles(place, s + 1);
    return true;
}

bool question_find_faster(QuestionPlace *place)
{
    bool found = place->count > 1 ? find_traces(place) : find_steps(place);

    return found && place->first != place->second && place->first &&
           place->second;
}

void question_make_faster(const QuestionPlace *place, Question *question)
{
    bool traces = place->count > 1, second = place->second < place->first;
    uint32_t cycles[] = {place->first, place->second};
    Text names[2] = {{0}};
    Text *why = &question->why;

    question_begin(place, -1, question);
    if (traces) {
        text_add(names, "%s", trace_title(place->trace));
        text_add(names + 1, "%s", trace_title(other_of(place)->trace));
    } else {
        const Step *step = place->trace->steps + place->step;
        question->end +=
            step[0].instruction_count + step[1].instruction_count - 1;
        question_say(place, names, "{step}");
        question_say(place, names + 1, "{next}");
    }
    const char *const choices[] = {names[0].text, names[1].text};
    question_choose_of(question, choices, 2, second);
    text_add(&question->sentence, "Which takes fewer cycles%s, %s or %s?",
             traces ? " for the whole run" : "", choices[0], choices[1]);
    text_add(&question->how, "1 for the first, 2 for the second");
    text_add(&question->hint, "%s", hint_of_cycles);
    for (int i = 0; i < 2; ++i) {
        text_add(why, "%s%s takes ", i ? ", and " : "", choices[i]);
        phrase_count(cycles[i], "cycle", why);
    }
    text_add(why, ".\n%s is faster by ", question->answer.text);
    phrase_count(cycles[!second] - cycles[second], "cycle", why);
    text_add(why, ".");
    text_free(names);
    text_free(names + 1);
}
