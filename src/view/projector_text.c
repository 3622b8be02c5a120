/* SPDX-License-Identifier: MIT */
#include "view/projector_text.h"

#include "say/narrate.h"
#include "say/phrases.h"
#include "view/verdict_text.h"

#include <ctype.h>
#include <string.h>

static const char *const numbers[] = {"no",    "one",  "two", "three",
                                      "four",  "five", "six", "seven",
                                      "eight", "nine", "ten", "eleven",
                                      "twelve"};

/* "four lanes", "32 lanes". */
static void add_count(uint32_t count, const char *what, Text *text)
{
    if (count < sizeof numbers / sizeof *numbers)
        text_add(text, "%s %s%s", numbers[count], what, count == 1 ? "" : "s");
    else
        phrase_count(count, what, text);
}

static void add_cycles(uint32_t cycles, Text *text)
{
    text_add(text, ": %u cycle%s.", cycles, cycles == 1 ? "" : "s");
}

/* The access before access I in the queue of its bank. */
static int before(const View *view, int i)
{
    uint32_t bank = bank_of(view->trace, view->accesses[i].cell);

    return service_at(view->service, bank, view->service->places[i] - 1u);
}

/* "T2 waits behind T0, T3 behind T1"; false if more than two wait.  OVER: it
 * has happened, as in all that follow. */
static bool add_waits(const View *view, bool over, Text *text)
{
    int waits = 0;

    for (int i = 0; i < view->running->lanes; ++i)
        waits += view->service->ranks[i] > 0;
    if (waits == 0 || waits > 2)
        return false;
    bool first = true;
    for (int i = 0; i < view->running->lanes; ++i) {
        if (view->service->ranks[i] == 0)
            continue;
        uint32_t own =
            trace_thread(view->trace, view->running, view->accesses + i);
        uint32_t other = trace_thread(view->trace, view->running,
                                      view->accesses + before(view, i));
        if (first)
            text_add(text, "T%u %s behind T%u", own, over ? "waited" : "waits",
                     other);
        else
            text_add(text, ", T%u behind T%u", own, other);
        first = false;
    }
    return true;
}

/* "8 lanes queue at bank 3", "2 lanes queue at each of 4 banks". */
static void add_queues(const View *view, bool over, Text *text)
{
    uint32_t banks = 0, one = 0, k = view->trace->run.k;

    for (uint32_t bank = 0; bank < k; ++bank)
        if (view->service->queues[bank] == view->service->cost.latency) {
            ++banks;
            one = bank;
        }
    add_count(view->service->cost.latency,
              view->running->width > sizeof(Word) ? "request" : "lane", text);
    if (banks == 1)
        text_add(text, " queue%s at bank %u", over ? "d" : "", one);
    else
        text_add(text, " queue%s at each of %u banks", over ? "d" : "", banks);
}

static void add_shared(const View *view, bool over, int brief, Text *text)
{
    const BankCost *cost = &view->service->cost;
    bool store = trace_is_store(view->running);
    const Access *access = view->accesses;

    if (cost->lanes == 1) {
        text_add(text, "T%u %s bank %u",
                 trace_thread(view->trace, view->running, access),
                 store  ? over ? "stored to" : "stores to"
                 : over ? "loaded from"
                        : "loads from",
                 bank_of(view->trace, access->cell));
        add_cycles(cost->wavefronts, text);
        return;
    }
    if (cost->latency == 1) {
        add_count(cost->lanes,
                  view->running->width > sizeof(Word) ? "word" : "lane", text);
        text_add(text, over ? " met " : " meet ");
        add_count(cost->busy_banks, "bank", text);
        add_cycles(cost->wavefronts, text);
        return;
    }
    if (cost->wavefronts == 1 && cost->busy_banks == 1) {
        add_count(cost->lanes, "lane", text);
        text_add(text, " %s one cell",
                 store  ? over ? "wrote to" : "write to"
                 : over ? "asked for"
                        : "ask for");
        add_cycles(1, text);
        return;
    }
    if (cost->wavefronts == 1) {
        add_count(cost->latency, "lane", text);
        text_add(text, over ? " shared a word" : " share a word");
        add_cycles(1, text);
        return;
    }
    if (brief > 0 || cost->latency > 2 || !add_waits(view, over, text))
        add_queues(view, over, text);
    add_cycles(cost->wavefronts, text);
}

/* The first part of what is told of the instruction: up to a semicolon. */
static void add_told(const View *view, int brief, Text *text)
{
    View whole = view_whole(view);
    size_t at = whole.position;
    Text told = {0};

    narrate_instruction(whole.trace,
                        at ? analysed_running(whole.analysed, at) + 1 : 0,
                        &told);
    size_t length = strcspn(told.text, brief ? ":;,." : ";.");
    const char *from = told.text;
    if (strncmp(from, "Block ", 6) == 0 && strchr(from, ':') &&
        (size_t)(strchr(from, ':') - from) < 12) { /* the map has it */
        from = strchr(from, ':') + 1;
        from += *from == ' ';
        length = strcspn(from, brief ? ":;,." : ";.");
    }
    text_add(text, "%.*s.", (int)length, from);
    text_free(&told);
}

/* What is wrong at this moment; false if nothing is. */
static bool add_fault(const View *view, int brief, Text *text)
{
    View whole = view_whole(view);
    size_t lies = whole.position
                      ? analysed_running(whole.analysed, whole.position) + 1
                      : 0;

    if (narrate_race(whole.trace, &whole.analysed->races, lies, text)) {
        if (brief) { /* "Race at cell 2" */
            text->text[strcspn(text->text, ":")] = '\0';
            text->length = strlen(text->text);
            text_add(text, ".");
        }
        return true;
    }
    if (!verdict_goes_wrong(whole.analysed, whole.position))
        return false;
    if (brief)
        text_add(text, "a sum goes wrong here.");
    else
        verdict_text_sentence(whole.analysed, whole.position, text);
    return true;
}

static bool add_end(const View *view, int brief, Text *text)
{
    View whole = view_whole(view);

    if (!verdict_is_due(&whole))
        return false;
    Badge badge = verdict_badge(&whole);
    if (brief == 0)
        text_add(text, "%s: ", badge.verdict.text);
    if (badge.detail.length)
        text_add(text, "%s", badge.detail.text);
    text_add(text, ".");
    badge_free(&badge);
    return true;
}

/* The first letter of TEXT from START on becomes a capital; blanks go. */
static void capitalize(Text *text, size_t start)
{
    if (text->length <= start)
        return;
    while (text->text[start] == ' ') {
        memmove(text->text + start, text->text + start + 1,
                text->length - start);
        --text->length;
    }
    text->text[start] = (char)toupper((unsigned char)text->text[start]);
}

static void add_sentence(const View *view, PanelWait wait, int brief,
                         Text *text)
{
    if (add_end(view, brief, text) || add_fault(view, brief, text))
        return;
    if (!view->running) {
        text_add(text, "before the start.");
    } else if (view->steps) {
        View whole = view_whole(view);
        verdict_text_step(whole.analysed, whole.position, text);
        if (brief) {
            text->text[strcspn(text->text, ";")] = '\0';
            text->length = strlen(text->text);
        }
    } else if (view_is_shared(view)) {
        add_shared(view, wait.other != NULL, brief, text);
    } else {
        add_told(view, brief, text);
    }
    if (wait.other && !view->steps && brief == 0)
        text_add(text, " Waits for %s.", wait.other);
}

void projector_sentence(const View *view, PanelWait wait, int brief, Text *text)
{
    size_t start = text->length;

    if (brief + 1 < PROJECTOR_BRIEFS)
        add_sentence(view, wait, brief, text);
    else if (view_is_shared(view) && !view->steps)
        text_add(text, "%u cycle%s.", view->service->cost.wavefronts,
                 view->service->cost.wavefronts == 1 ? "" : "s");
    capitalize(text, start);
}

void projector_faults(const View *view, Text *text)
{
    View whole = view_whole(view);
    Text faults = {0};

    verdict_text_faults(whole.analysed, whole.position, false, &faults);
    if (faults.length) {
        size_t length = strcspn(faults.text, ",:");
        text_add(text, "%.*s", (int)length, faults.text);
    }
    text_free(&faults);
}

void projector_phase(const View *view, Text *text)
{
    View whole = view_whole(view);

    if (whole.running) {
        trace_step_name(whole.trace, trace_step(whole.trace, whole.running),
                        ", ", text);
        if (whole.steps)
            return;
        text_add(text, ": ");
    }
    narrate_title(whole.trace,
                  whole.position
                      ? analysed_running(whole.analysed, whole.position) + 1
                      : 0,
                  text);
}

void projector_sizes(const Scene *scene, Text *text)
{
    const Run *run = &scene->analysed_traces[0]->trace->run;

    if (run->origin != ORIGIN_PROGRAM) {
        phrase_count(run->n, "number", text);
        text_add(text, ", ");
    }
    phrase_count(run->k, "bank", text);
}
