/* SPDX-License-Identifier: MIT */
#include "view/frame_views.h"

#include "view/position_text.h"
#include "view/verdict_text.h"

enum {
    MOST_NAMES = 6,       /* in a queue, before it becomes a bar */
    BAR_ROOM = 3,         /* names in whose place a bar stands */
    TWO_ROWS_ROOM = 2,    /* the same in panels in two rows */
    SUMMARY_HEIGHT = 960, /* px at 1080: where blocks, or ... */
    TALL = 12,            /* ... more rows of memory than this, need the room */
    NAMED_BANKS = 16,     /* most banks with names under them */
};

/* Does the frame show one trace, beside its source? */
static bool is_beside_source(const Scene *scene)
{
    return scene->count == 1 && analysed_has_lines(scene->analysed_traces[0]);
}

/* Do two instructions belong to one turn (see player.h)? */
static bool same_turn(const Instruction *a, const Instruction *b)
{
    return a->step == b->step && a->warp == b->warp &&
           a->occurrence == b->occurrence;
}

/* The progress of a trace within its step and its turn. */
typedef struct {
    const Instruction *last; /* executed */
    uint32_t turn_done;      /* instructions of its turn */
    bool turn_over, step_over;
} Standing;

static Standing standing_of(const Scene *scene, int t)
{
    const Trace *trace = scene->analysed_traces[t]->trace;
    size_t position = scene->positions[t];
    const Instruction *last = trace->instructions + position - 1;
    Standing standing = {.last = last};
    bool end = position == trace->instructions_count;

    standing.step_over = end || last[1].step != last->step;
    standing.turn_over = end || !same_turn(last, last + 1);
    while (position-- > 0 && same_turn(trace->instructions + position, last))
        ++standing.turn_done;
    return standing;
}

/* True if trace OTHER continues where trace T, which has executed all of its
 * step or turn, cannot.  Sets *LESS if T has only executed fewer instructions.
 */
static bool goes_on(const Standing *own, const Standing *other, bool *less)
{
    bool ahead = own->last->step < other->last->step;
    bool together = same_turn(own->last, other->last);

    *less = together && own->turn_done < other->turn_done;
    if (own->step_over)
        return ahead ||
               (own->last->step == other->last->step && !other->step_over);
    return together && !other->turn_over;
}

PanelWait frame_wait(const Scene *scene, int t)
{
    PanelWait wait = {0};
    const char *longer = NULL; /* the name of one that has done more */
    bool less;

    if (scene->standings.on && scene->count > 1)
        position_standing(scene, t, wait.standing, sizeof wait.standing);
    if (scene->standings.on || scene->remains[t] > 0)
        return wait;
    for (int i = 0; i < scene->count; ++i)
        if (scene->count < 2 || !scene->positions[i] ||
            scene->analysed_traces[i]->parts)
            return wait;
    Standing own = standing_of(scene, t);
    for (int i = 0; i < scene->count && own.turn_over; ++i) {
        Standing other = standing_of(scene, i);
        if (i == t)
            continue;
        if (goes_on(&own, &other, &less) && !wait.other)
            wait.other = scene_name(scene, i);
        if (less && !longer)
            longer = scene_name(scene, i);
    }
    if (!wait.other)
        wait.other = longer;
    return wait;
}

/* How many names a queue of a program may have: more where no sums are shown
 * under them. */
static int named_room(const AnalysedTrace *analysed)
{
    const Trace *trace = analysed->trace;
    bool sums = analysed->work[trace->instructions_count] > 0;

    if (view_memory_rows(analysed) > TALL)
        return 0;
    return sums ? MOST_NAMES : 2 * MOST_NAMES;
}

/* Opens the views and sets what they share: sizes and room of the queues, and
 * the number of rows of memory above the queues. */
void frame_views(DisplayList *list, const Scene *scene,
                 View views[PLAYER_MAX_TRACES])
{
    double unit = view_unit(scene, list->width, list->height);
    bool two_rows = scene->count > 2, blocks = false, bad = false;
    int longest = 1, bar = two_rows ? TWO_ROWS_ROOM : BAR_ROOM;
    int most = two_rows ? TWO_ROWS_ROOM : MOST_NAMES;
    uint32_t rows = 0;

    for (int t = 0; t < scene->count; ++t) {
        const AnalysedTrace *analysed = scene->analysed_traces[t];
        uint32_t own = view_memory_rows(analysed);
        longest = analysed->longest > longest ? analysed->longest : longest;
        rows = own > rows ? own : rows;
        blocks |= analysed->parts != NULL;
        bad |= verdict_is_bad(analysed);
    }
    bool hide_summary = two_rows || (list->height < SUMMARY_HEIGHT * unit &&
                                     (blocks || rows > TALL));
    if (is_beside_source(scene) || bad) /* a verdict stands there */
        hide_summary = false;
    bool names = longest <= most &&
                 scene->analysed_traces[0]->trace->run.k <= NAMED_BANKS;
    if (is_beside_source(scene) &&
        longest <= named_room(scene->analysed_traces[0]))
        names = true;
    for (int t = 0; t < scene->count; ++t) {
        views[t] = view_open(list, scene, t);
        views[t].longest = longest;
        views[t].rows = rows;
        views[t].two_rows = two_rows;
        views[t].hide_summary = hide_summary;
        views[t].queue_room = names || longest < bar ? longest : bar;
    }
}
