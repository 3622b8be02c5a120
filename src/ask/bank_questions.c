/* SPDX-License-Identifier: MIT
 *
 * bank_questions - questions about an access of a warp to shared memory: the
 * cell and the bank that a lane meets, the cycles that it takes, and who waits.
 *
 * Only accesses of whole words are asked about, a word for each lane, at which
 * no two lanes meet the same word: those are served in one go or in several, as
 * the K-model or a GPU has it, and so have no unique answer.
 */
#include "ask/question_kind.h"
#include "catalog/catalog.h"

#include <string.h>

/* ---- Which accesses -------------------------------------------------------*/

static bool shares_words(const QuestionPlace *place)
{
    for (int i = 1; i < place->at->lanes; ++i)
        for (int j = 0; j < i; ++j)
            if (place->accesses[i].cell == place->accesses[j].cell)
                return true;
    return false;
}

/* True if elements only come to shared memory or leave it, at banks in
 * the order of lanes: that is the same in many algorithms. */
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
           question_shows(place) && !is_dull(place) && !shares_words(place);
}

/* True if the picture shows, as part of the instruction that has just run, the
 * cell that access LANE goes to, with the name of its thread. */
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

static bool all_told(const QuestionPlace *place)
{
    int lane = 0;

    while (lane < place->at->lanes && is_told(place, lane))
        ++lane;
    return lane == place->at->lanes;
}

/* Chooses a lane that the picture does not tell of; false if there is none. */
static bool choose_lane(QuestionPlace *place)
{
    int lanes = place->at->lanes;
    int start = (int)(base_random(&place->random) % (unsigned)lanes);

    for (int i = 0; i < lanes; ++i) {
        place->lane = (start + i) % lanes;
        if (question_wants(place, place->lane) && !is_told(place, place->lane))
            return true;
    }
    return false;
}

bool question_find_bank(QuestionPlace *place)
{
    return is_plain(place) && place->trace->run.k > 1 && choose_lane(place);
}

bool question_find_cell(QuestionPlace *place)
{
    return question_find_bank(place);
}

bool question_find_cycles(QuestionPlace *place)
{
    return is_plain(place) && place->at->lanes > 1 && !all_told(place);
}

bool question_find_waits(QuestionPlace *place)
{
    return question_find_cycles(place) && place->service.cost.wavefronts > 1;
}

/* ---- Words ----------------------------------------------------------------*/

static uint32_t asked_bank(const QuestionPlace *place, int lane)
{
    return bank_of(place->trace, place->accesses[lane].cell);
}

static uint32_t thread_of(const QuestionPlace *place, int lane)
{
    return trace_thread(place->trace, place->at, place->accesses + lane);
}

/* "cell 28 = 7·4 + 0" */
static void add_cell(const QuestionPlace *place, uint32_t cell, Text *text)
{
    const Trace *trace = place->trace;

    text_add(text, "cell %u = %u·%u + %u", cell, bank_row(trace, cell),
             trace->run.k, bank_of(trace, cell));
}

static const char *goes_to(const QuestionPlace *place)
{
    return trace_is_store(place->at) ? "stores to" : "loads from";
}

/* The threads of the lanes at BANK, in the order in which they are served. */
static size_t queue_at(const QuestionPlace *place, uint32_t bank,
                       uint32_t threads[TRACE_MAX_BANKS])
{
    uint32_t count = place->service.queues[bank];

    for (uint32_t i = 0; i < count; ++i)
        threads[i] = thread_of(place, service_at(&place->service, bank, i));
    return count;
}

/* Adds what the others at the bank of LANE do. */
static void add_others(const QuestionPlace *place, int lane, Text *text)
{
    uint32_t threads[TRACE_MAX_BANKS];
    size_t count = queue_at(place, asked_bank(place, lane), threads);

    if (count == 1) {
        text_add(text, "\nNo other lane meets that bank: nobody waits there.");
        return;
    }
    for (int i = 0; i < place->at->lanes; ++i)
        if (i != lane && asked_bank(place, i) == asked_bank(place, lane)) {
            text_add(text, "\nT%u %s ", thread_of(place, i), goes_to(place));
            add_cell(place, place->accesses[i].cell, text);
            text_add(text, ": the same bank.");
            break;
        }
    text_add(text, " %zu lanes meet there, one a cycle: %zu cycles.", count,
             count);
}

/* Of Padding: where the element would be without the empty cells. */
static void add_unpadded(const QuestionPlace *place, uint32_t cell, Text *text)
{
    const Run *run = &place->trace->run;
    const Algorithm *algorithm = catalog_of(place->trace);
    uint32_t k = run->k, moved = cell / (k + 1), plain = cell - moved;

    if (!algorithm || algorithm->form != FORM_PADDING || moved == 0 ||
        plain + plain / k != cell)
        return;
    text_add(text, "\nWithout padding it would be ");
    add_cell(place, plain, text);
    text_add(text,
             ": bank %u. Padding moves it by %u/%u, rounded down: %u + %u = "
             "%u.",
             bank_of(place->trace, plain), plain, k, plain, plain / k, cell);
}

/* "line 45 reads: s[b] = op(x, y);"; nothing if the source has no such
 * line. */
static void add_source(const QuestionPlace *place, Text *text)
{
    const char *line = trace_source_of(place->trace, place->at)->text;

    for (int i = 1; line && i < place->at->site; ++i)
        if ((line = strchr(line, '\n')))
            ++line;
    if (!line)
        return;
    line += strspn(line, " \t");
    text_add(text, "Line %u reads: %.*s", place->at->site,
             (int)strcspn(line, "\n"), line);
}

/* ---- Bank and cell --------------------------------------------------------*/

static void set_number(Question *question, int64_t number)
{
    Text text = {0};

    question->right = (Answer){{number}, 1};
    question_answer(question, &question->right, &text);
    question->answer = text.text;
}

void question_make_bank(const QuestionPlace *place, Question *question)
{
    uint32_t cell = place->accesses[place->lane].cell;
    Text sentence = {0}, hint = {0}, why = {0}, how = {0};

    question_stand(place, place->lane, question);
    question_about(place, question);
    question->form = ANSWER_NUMBER;
    question->click = THING_BANK;
    set_number(question, asked_bank(place, place->lane));
    text_add(&sentence, "Which bank will ");
    question_thread(place, question->thread, &sentence);
    text_add(&sentence, " meet?");
    text_add(&how, "a bank, 0 to %u", place->trace->run.k - 1);
    text_add(&hint, "It %s cell %u.", goes_to(place), cell);
    text_add(&why, "T%u %s ", question->thread, goes_to(place));
    add_cell(place, cell, &why);
    text_add(&why, ": %s.", question->answer);
    add_others(place, place->lane, &why);
    add_unpadded(place, cell, &why);
    question->sentence = sentence.text;
    question->how = how.text;
    question->hint = hint.text;
    question->why = why.text;
}

void question_make_cell(const QuestionPlace *place, Question *question)
{
    uint32_t cell = place->accesses[place->lane].cell;
    const Grid *grid =
        trace_grid(place->trace, trace_step(place->trace, place->at));
    Text sentence = {0}, hint = {0}, why = {0}, how = {0};

    question_stand(place, place->lane, question);
    question_about(place, question);
    question->form = ANSWER_NUMBER;
    question->click = THING_CELL;
    set_number(question, cell);
    text_add(&sentence, trace_is_store(place->at) ? "To which cell will "
                                                  : "From which cell will ");
    question_thread(place, question->thread, &sentence);
    text_add(&sentence, trace_is_store(place->at) ? " store?" : " load?");
    text_add(&how, "a cell, 0 to %u", grid->words - 1);
    if (grid->words > place->trace->run.k)
        text_add(&hint, "It meets bank %u.", asked_bank(place, place->lane));
    else
        add_source(place, &hint);
    if (!hint.text)
        text_add(&hint, "Line %u says which.", place->at->site);
    text_add(&why, "T%u %s ", question->thread, goes_to(place));
    add_cell(place, cell, &why);
    text_add(&why, ", in bank %u.", asked_bank(place, place->lane));
    add_unpadded(place, cell, &why);
    question->sentence = sentence.text;
    question->how = how.text;
    question->hint = hint.text;
    question->why = why.text;
}

/* ---- Cycles, and who waits ------------------------------------------------*/

/* "It needs cells 8, 18, 28 and 38." */
static void add_cells(const QuestionPlace *place, Text *text)
{
    uint32_t cells[TRACE_MAX_BANKS];

    for (int i = 0; i < place->at->lanes; ++i)
        cells[i] = place->accesses[i].cell;
    text_add(text, "The cells are ");
    question_list(cells, place->at->lanes, "", text);
    text_add(text, "; a cell's bank is what is left of its number by %u.",
             place->trace->run.k);
}

/* "Bank 0: T0 and T2.  Bank 2: T1 and T3." of banks where somebody waits, and
 * no more than MOST of them. */
static void add_queues(const QuestionPlace *place, uint32_t most, Text *text)
{
    uint32_t told = 0, left = 0;

    for (uint32_t bank = 0; bank < place->trace->run.k; ++bank) {
        uint32_t threads[TRACE_MAX_BANKS];
        size_t count = queue_at(place, bank, threads);
        if (count < 2)
            continue;
        if (told == most) {
            ++left;
            continue;
        }
        text_add(text, "%sBank %u serves ", told++ ? " " : "", bank);
        question_list(threads, count, "T", text);
        text_add(text, ", one a cycle.");
    }
    if (left)
        text_add(text, " So it is at %u more.", left);
}

void question_make_cycles(const QuestionPlace *place, Question *question)
{
    BankCost cost = place->service.cost;
    Text hint = {0}, why = {0}, how = {0};

    question_stand(place, -1, question);
    question_about(place, question);
    question->form = ANSWER_NUMBER;
    set_number(question, cost.wavefronts);
    question->sentence = base_strdup(
        trace_is_store(place->at) ? "How many cycles will this store take?"
                                  : "How many cycles will this load take?");
    text_add(&how, "a number of cycles, 1 to %u", place->at->lanes);
    add_cells(place, &hint);
    if (cost.latency == 1 && place->at->lanes == 1)
        text_add(&why, "One lane alone meets a bank: ");
    else if (cost.latency == 1)
        text_add(&why, "%u lanes meet %u banks, each a bank of its own: ",
                 place->at->lanes, cost.busy_banks);
    else
        add_queues(place, 2, &why);
    if (cost.latency > 1)
        text_add(&why, "\nThe longest queue has %u requests: ", cost.latency);
    text_add(&why, "%s.", question->answer);
    question->how = how.text;
    question->hint = hint.text;
    question->why = why.text;
}

void question_make_waits(const QuestionPlace *place, Question *question)
{
    uint32_t waiting[TRACE_MAX_BANKS];
    size_t count = 0;
    Text hint = {0}, why = {0}, answer = {0};

    for (int i = 0; i < place->at->lanes; ++i)
        if (place->service.ranks[i] > 0)
            waiting[count++] = thread_of(place, i);
    question_stand(place, -1, question);
    question_about(place, question);
    question->form = ANSWER_THREADS;
    question->click = THING_LANE;
    question->right.count = (int)count;
    for (size_t i = 0; i < count; ++i)
        question->right.numbers[i] = waiting[i];
    question_answer(question, &question->right, &answer);
    question->answer = answer.text;
    question->sentence = base_strdup(
        "Which threads have to wait at a bank? (The lowest goes first.)");
    question->how = base_strdup("the numbers of threads, as in: 1 3");
    add_cells(place, &hint);
    add_queues(place, 4, &why);
    text_add(&why, "\nSo %s %s to wait.", question->answer,
             count == 1 ? "has" : "have");
    question->hint = hint.text;
    question->why = why.text;
}
