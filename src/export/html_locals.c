/* SPDX-License-Identifier: MIT */
#include "export/html_locals.h"

#include "export/html_delta.h"
#include "export/html_words.h"
#include "program/local_values.h"

#include <stdlib.h>
#include <string.h>

/* The drawings of a thread of a block. */
typedef struct {
    size_t next, end; /* of its changes, those that are not drawn yet */
    uint32_t drawn;   /* the instruction at which it was drawn last */
    bool begun;
    bool fresh; /* that drawing says what has just changed */
    Text line;  /* " 3:1.5.a 9:1.b" */
} Stream;

/* A block of a trace; streams is NULL before it runs. */
typedef struct {
    Stream *streams;
    uint32_t count;
} BlockStreams;

struct HtmlLocals {
    const FrameSpec *spec;
    size_t most, drawings, bytes;
    uint32_t moment; /* the next */
    bool any;
    BlockStreams *blocks[PLAYER_MAX_TRACES];
    Text running;
    HtmlWords words;
    DisplayList scratch;
};

HtmlLocals *html_locals_new(const FrameSpec *spec, size_t most)
{
    HtmlLocals *locals = base_alloc(1, sizeof *locals);

    locals->spec = spec;
    locals->most = most;
    for (int t = 0; t < spec->count; ++t)
        locals->blocks[t] =
            base_alloc(spec->analysed_traces[t]->trace->blocks_count + 1,
                       sizeof *locals->blocks[t]);
    return locals;
}

static size_t blocks_count(const HtmlLocals *locals, int t)
{
    return locals->spec->analysed_traces[t]->trace->blocks_count;
}

void html_locals_free(HtmlLocals *locals)
{
    if (!locals)
        return;
    for (int t = 0; t < locals->spec->count; ++t) {
        for (size_t b = 0; b < blocks_count(locals, t); ++b) {
            BlockStreams *block = locals->blocks[t] + b;
            for (uint32_t i = 0; i < block->count; ++i)
                text_free(&block->streams[i].line);
            free(block->streams);
        }
        free(locals->blocks[t]);
    }
    text_free(&locals->running);
    html_words_free(&locals->words);
    display_list_free(&locals->scratch);
    free(locals);
}

/* ---- Threads ------------------------------------------------------------ */

/* The streams of the block that runs, at INSTRUCTION of the whole trace. */
static BlockStreams *block_of(HtmlLocals *locals, int t, const Block *block)
{
    const Trace *trace = locals->spec->analysed_traces[t]->trace;
    BlockStreams *found = locals->blocks[t] + (block - trace->blocks);

    if (found->streams)
        return found;
    found->count = trace->grids[block->grid].threads;
    found->streams = base_alloc(found->count + 1, sizeof *found->streams);
    for (uint32_t i = 0; i < found->count; ++i) {
        LocalCursor cursor = local_begin(trace, block, i);
        found->streams[i].next = cursor.first;
        found->streams[i].end = cursor.end;
        local_end(&cursor);
    }
    return found;
}

/* True if what STREAM shows at an instruction is another than what was drawn;
 * moves to that instruction. */
static bool go_on(const Trace *trace, Stream *stream, uint32_t instruction)
{
    size_t before = stream->next;
    bool stale = stream->fresh && stream->drawn != instruction;

    while (stream->next < stream->end &&
           trace->local_changes[stream->next].instruction <= instruction)
        ++stream->next;
    bool other = !stream->begun || stale || stream->next > before;
    if (!other)
        return false;
    stream->begun = true;
    stream->drawn = instruction;
    stream->fresh =
        stream->next > before &&
        trace->local_changes[stream->next - 1].instruction == instruction;
    return true;
}

static void add_drawing(HtmlLocals *locals, Stream *stream)
{
    const DisplayList *list = &locals->scratch;
    size_t before = stream->line.length;
    bool first = true;
    Text word = {0};

    text_add(&stream->line, " ");
    html_base36(&stream->line, locals->moment);
    for (size_t i = 0; i < list->shapes_count; ++i) {
        word.length = 0;
        text_add_bytes(&word, "", 0);
        html_delta_word(&word, list, list->shapes + i);
        if (!word.length)
            continue;
        text_add_bytes(&stream->line, first ? ":" : ".", 1);
        html_base36(&stream->line,
                    html_words_number(&locals->words, word.text));
        first = false;
    }
    locals->bytes += stream->line.length - before;
    text_free(&word);
}

/* Does FRAME show locals of trace T? */
static bool shows(const DisplayList *frame, int t)
{
    for (size_t i = 0; i < frame->shapes_count; ++i)
        if (frame->shapes[i].thing.kind == THING_LOCALS &&
            frame->shapes[i].thing.trace == t + 1)
            return true;
    return false;
}

/* Takes the shapes of locals out of FRAME. */
void html_locals_take_out(DisplayList *frame)
{
    size_t kept = 0;

    for (size_t i = 0; i < frame->shapes_count; ++i)
        if (frame->shapes[i].thing.kind != THING_LOCALS)
            frame->shapes[kept++] = frame->shapes[i];
    frame->shapes_count = kept;
}

bool html_locals_add(HtmlLocals *locals, const FrameMoment *moment,
                     DisplayList *frame,
                     void (*drawn)(void *user, const DisplayList *list),
                     void *user)
{
    const FrameSpec *spec = locals->spec;

    for (int t = 0; t < spec->count; ++t) {
        const AnalysedTrace *analysed = spec->analysed_traces[t];
        const Trace *trace = analysed->trace;
        text_add(&locals->running, t ? " " : "");
        if (!shows(frame, t)) {
            text_add(&locals->running, "-");
            continue;
        }
        uint32_t at =
            (uint32_t)analysed_running(analysed, moment->positions[t]);
        const Instruction *running = trace->instructions + at;
        const Block *block = trace_block(trace, trace_step(trace, running));
        BlockStreams *streams = block_of(locals, t, block);
        text_add(&locals->running, "%zu.%u", (size_t)(block - trace->blocks),
                 trace_thread(trace, running, trace_accesses(trace, running)));
        locals->any = true;
        FrameLocals view = frame_spec_locals(spec, moment, frame, t);
        for (uint32_t i = 0; i < streams->count; ++i) {
            if (!go_on(trace, streams->streams + i, at))
                continue;
            if (++locals->drawings > locals->most)
                break;
            frame_locals_draw(&view, i, &locals->scratch);
            add_drawing(locals, streams->streams + i);
            drawn(user, &locals->scratch);
        }
        frame_locals_close(&view);
    }
    text_add(&locals->running, "\n");
    html_locals_take_out(frame);
    ++locals->moment;
    return locals->drawings <= locals->most;
}

/* ---- Out ---------------------------------------------------------------- */

bool html_locals_empty(const HtmlLocals *locals)
{
    return !locals->any;
}

void html_locals_running(const HtmlLocals *locals, Text *text)
{
    text_add_bytes(text, locals->running.text, locals->running.length);
}

void html_locals_words(const HtmlLocals *locals, Text *text)
{
    html_words_lines(&locals->words, text);
}

void html_locals_threads(const HtmlLocals *locals, Text *text)
{
    for (int t = 0; t < locals->spec->count; ++t)
        for (size_t b = 0; b < blocks_count(locals, t); ++b) {
            const BlockStreams *block = locals->blocks[t] + b;
            for (uint32_t i = 0; i < block->count; ++i)
                if (block->streams[i].line.length)
                    text_add(text, "%d %zu %u%s\n", t, b, i,
                             block->streams[i].line.text);
        }
}

size_t html_locals_bytes(const HtmlLocals *locals)
{
    return locals->bytes + html_words_bytes(&locals->words);
}
