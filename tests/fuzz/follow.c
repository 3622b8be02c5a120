/* SPDX-License-Identifier: MIT */
#include "follow.h"

#include "config.h"
#include "fuzz.h"
#include "report/report.h"
#include "say/text_dump.h"
#include "report/diff.h"
#include "trace/store.h"
#ifdef HAVE_PICTURES
#include "export/export.h"
#include "view/frame.h"
#include "window/session.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void follow_error(const Error *error)
{
    if (error->kind == ERROR_NONE || error->kind > ERROR_FAILED ||
        !error->text[0])
        fuzz_fail("a refusal says nothing", "");
}

static void tell(const Trace *trace)
{
    Text text = {0};
    json_t *json = report_json(trace, &schedule_costs);
    char *dump = json_dumps(json, 0);

    report_text(&trace, 1, &schedule_costs, &(DiagnosticStyle){0}, &text);
    text_dump_trace(trace, false, &text);
    text_dump_trace(trace, true, &text);
    if (!dump || !text.length)
        fuzz_fail("nothing is printed", "");
    free(dump);
    json_decref(json);
    text_free(&text);
}

/* What the reader takes, the writer can write, and it is the same. */
static void store_again(const Trace *trace)
{
    Error error = {ERROR_NONE, ""};
    Text where = {0};
    Trace *again = NULL;

    if (store_write(trace, "again.upsweep", &error))
        again = store_read("again.upsweep", &error);
    if (!again)
        fuzz_fail("a trace that was read cannot be stored", error.text);
    if (!diff_traces(trace, again, &where))
        fuzz_fail("a trace that was stored differs", where.text);
    trace_free(again);
    text_free(&where);
}

#ifdef HAVE_PICTURES
/* The views, and blocks and warps in time. */
static void draw(Session *session, bool labels, int width, int height)
{
    static const ScheduleCosts costs = {0, 1, 7, 1000};
    Scene scene = session_scene(session, labels);
    DisplayList list = {0};

    frame_draw(&list, &scene, width, height);
    scene.only = 1 + AREA_TIME;
    scene.costs = labels ? &costs : NULL;
    frame_draw(&list, &scene, width, height);
    display_list_free(&list);
}

/* The window's content, at moments that MOMENTS choose. */
static void watch(const Trace *trace, const Trace *beside, uint8_t moments)
{
    const Trace *both[] = {trace, beside};
    Session session;
    Error error = {ERROR_NONE, ""};

    if (!session_open(&session, both, beside ? 2 : 1, &error)) {
        follow_error(&error);
        if (!beside)
            fuzz_fail("a trace cannot be shown", error.text);
        return;
    }
    Player *player = &session.player;
    if (moments & 1)
        player_set_clock(player, CLOCK_CYCLES);
    player_animate(player, true);
    player_seek(player,
                (uint32_t)((uint64_t)player->ticks * (moments >> 1) / 127));
    player_halt(player, 0.5);
    draw(&session, false, 1280, 720);
    player_seek(player, player_find(player, MARK_RACE, 1));
    draw(&session, true, 720, 1280);
    session_close(&session);
}

/* One moment of it in one of the formats; worker processes would hide what
 * breaks, so there is one piece of work each. */
static void export_one(const Trace *trace, uint8_t how, uint8_t moments)
{
    static const ExportFormat kinds[] = {EXPORT_SVG, EXPORT_PNG, EXPORT_PDF,
                                         EXPORT_HTML};
    ExportFormat format = kinds[how % 4];
    Error error = {ERROR_NONE, ""};
    char steps[16];
    ExportOptions options = {.spec = {.kind = (FrameSpecKind)(how / 4 % 3),
                                      .area = (Area)(how / 12 % AREA_COUNT),
                                      .width = 800,
                                      .height = 450,
                                      .scale = 1,
                                      .theme = (Theme)(how % THEME_COUNT)},
                             .moments = {.at = AT_CHOSEN},
                             .format = format,
                             .fps = 2,
                             .workers = 1};

    if (moments & 1) {
        options.moments.at = AT_STEP;
        options.moments.moment = moments / 2 % 16u + 1;
    }
    if (format == EXPORT_HTML) {
        snprintf(steps, sizeof steps, "%u", moments % 8u + 1);
        options.moments.all = true;
        options.moments.by = BY_STEP;
        options.moments.steps = steps;
    }
    const Trace *traces[] = {trace};
    if (!export_traces(traces, 1, &options, "out", NULL, &error)) {
        follow_error(&error);
        if (error.kind == ERROR_FAILED)
            fuzz_fail("an export failed", error.text);
    }
}

static void picture(const Trace *trace, const Trace *beside, uint8_t how,
                    uint8_t moments)
{
    if (how < 128)
        watch(trace, how % 8 == 7 ? beside : NULL, moments);
    else
        export_one(trace, how, moments);
}
#else
static void picture(const Trace *trace, const Trace *beside, uint8_t how,
                    uint8_t moments)
{
    (void)trace;
    (void)beside;
    (void)how;
    (void)moments;
}
#endif

void follow(const Trace *trace, const Trace *beside, uint8_t how,
            uint8_t moments)
{
    tell(trace);
    if (moments % 8 == 0)
        store_again(trace);
    picture(trace, beside, how, moments);
}
