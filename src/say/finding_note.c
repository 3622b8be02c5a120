/* SPDX-License-Identifier: MIT */
#include "say/finding_note.h"

#include "analysis/sum_results.h"
#include "say/finding.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int finding_order(const Finding *finding)
{
    if (finding->kind == FINDING_ENDED)
        return -1;
    if (finding->kind == FINDING_RESULT || finding->kind == FINDING_PROVED)
        return SEVERITY_COUNT;
    return finding->severity;
}

bool finding_is_plain(const Findings *all, const Finding *finding)
{
    const Trace *trace = all->trace;
    bool checked =
        !trace_command(trace) || recorded_launches_complete(trace) > 0;

    return finding->kind == FINDING_NO_RACE &&
           (!checked ||
            (all->proof->whole && !all->proof->race_cut &&
             recorded_launches_are_all(trace) && !trace->run.unfinished));
}

/* "line 16: ", "lines 16 and 12: ", "scan.h:16: "; nothing if not known. */
static void add_place(const Findings *all, const Finding *finding, Text *text)
{
    const FindingPlace *at = &finding->at, *other = &finding->other;

    if (at->line == FINDING_NOWHERE)
        return;
    if (at->source != 0)
        text_add(text, "%s:%u", base_name(all->trace->sources[at->source].name),
                 at->line);
    else if (other->line != FINDING_NOWHERE && other->source == 0 &&
             other->line != at->line)
        text_add(text, "lines %u and %u", at->line, other->line);
    else
        text_add(text, "line %u", at->line);
    text_add(text, ": ");
}

/* True if what is said begins with the name of an array or a kernel, which
 * keeps its letters. */
static bool starts_with_name(const Finding *finding)
{
    return finding->kind == FINDING_RESULT || finding->kind == FINDING_WRONG ||
           finding->kind == FINDING_UNEXPECTED;
}

/* A program's reason to end begins with a place, too: "own.cu:3: ". */
static void drop_place(const Finding *finding, Statement *said)
{
    char place[32];

    snprintf(place, sizeof place, ":%u: ", finding->at.line);
    for (size_t c = 0; c < said->clauses_count; ++c) {
        Text *text = &said->clauses[c].text;
        const char *at = text->length ? strstr(text->text, place) : NULL;
        if (!at)
            continue;
        Text rest = {0};
        text_add(&rest, "%s", at + strlen(place));
        text_free(text);
        *text = rest;
    }
}

/* Moves what FINDING is from WORDS to SAID, after its place.  Of conflicts the
 * title has the number, so that the reason comes first. */
static void take_said(const Findings *all, const Finding *finding,
                      FindingWords *words, Statement *said)
{
    bool reason = finding->kind == FINDING_CONFLICTS && words->why.length > 0;
    Text place = {0};

    add_place(all, finding, &place);
    if (reason)
        statement_say(said, 0, "%s", words->why.text);
    else
        statement_append(said, &words->is);
    if (finding->kind == FINDING_ENDED)
        drop_place(finding, said);
    if (said->clauses_count && place.length) {
        Clause *first = said->clauses;
        Text whole = place;
        text_add(&whole, "%s", first->text.text);
        text_free(&first->text);
        first->text = whole;
    } else {
        text_free(&place);
    }
    if (!reason && words->why.length)
        statement_say(said, 1, "%s", words->why.text);
}

static void take_remedy(const Finding *finding, FindingWords *words,
                        Statement *remedy)
{
    if (!words->fix.length) {
        statement_append(remedy, &words->evidence);
        return;
    }
    Text *text = statement_add(remedy, 0);
    text_add(text, "%s", words->fix.text);
    finding_write_prediction(finding, text);
}

static void add_title(const Finding *finding, bool plain, Text *text)
{
    if (plain) {
        text_add(text, "No races");
    } else if (finding->kind == FINDING_CONFLICTS) {
        text_add_count(text, finding->count);
        text_add(text,
                 finding->count == 1 ? " bank conflict" : " bank conflicts");
    } else {
        text_add(text, "%s", finding_title(finding->kind));
        text->text[0] = (char)toupper((unsigned char)text->text[0]);
    }
}

static FindingNote note_of(const Findings *all, const Finding *finding)
{
    FindingNote note = {.finding = (uint32_t)(finding - all->findings),
                        .severity = finding->severity,
                        .kind = finding->kind};
    FindingWords words = finding_words(all, finding);
    bool plain = finding_is_plain(all, finding);

    add_title(finding, plain, &note.title);
    if (!plain)
        take_said(all, finding, &words, &note.said);
    note.said.plain = finding->at.line == FINDING_NOWHERE
                          ? starts_with_name(finding)
                          : finding->at.source != 0;
    take_remedy(finding, &words, &note.remedy);
    finding_words_free(&words);
    note.has_moment = finding_moment(all, finding, &note.moment);
    note.moment += note.has_moment;
    note.pads = finding->array && finding->remedy != REMEDY_LAYOUTS;
    return note;
}

FindingNotes finding_notes_of(const Findings *all)
{
    FindingNotes notes = {0};

    for (int order = -1; order <= SEVERITY_COUNT; ++order)
        for (size_t f = 0; f < all->findings_count; ++f)
            if (finding_order(all->findings + f) == order)
                base_push(&notes, notes, note_of(all, all->findings + f));
    return notes;
}

void finding_notes_free(FindingNotes *notes)
{
    for (size_t i = 0; i < notes->notes_count; ++i) {
        text_free(&notes->notes[i].title);
        statement_free(&notes->notes[i].said);
        statement_free(&notes->notes[i].remedy);
    }
    free(notes->notes);
    *notes = (FindingNotes){0};
}
