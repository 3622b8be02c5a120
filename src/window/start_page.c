/* SPDX-License-Identifier: MIT
 *
 * start_page - lays out and draws the start page; see start.h.
 */
#include "window/start.h"

#include "say/glossary.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* px at 1080 */
static const double margin = 32, gap = 18, card_width = 168, card_pad = 8;
static const double side_width = 380, side_gap = 36, side_least = 1500;
static const double title_size = 17, text_size = 14.5, head_size = 30;
static const double entry_height = 62, thumb_width = 88, heading_size = 19;
static const double section_gap = 20;

static const char page_title[] = "What would you like to see?";
static const char page_text[] =
    "A prefix sum, or scan, computes the sum of all elements up to each "
    "position. An inclusive scan includes the element itself, an exclusive "
    "scan "
    "does not. A GPU uses many threads at once.";

static double px(const Start *start, double at_1080)
{
    return round(at_1080 * start->unit);
}

static double size_of(const Start *start, double at_1080)
{
    return layout_most(at_1080 * start->unit, start->least);
}

/* The height of a line of text. */
static double line_of(const Start *start, double at_1080)
{
    return ceil(size_of(start, at_1080) * 1.35);
}

/* ---- Layout ---- */

static double paragraph(const Start *start, double at_1080, Font font,
                        double width, const char *text)
{
    int lines = layout_lines(font, size_of(start, at_1080), width, text);

    return lines * line_of(start, at_1080);
}

static const char *section_title(int section)
{
    return section == START_RECENT  ? "Recent"
           : section == START_FILES ? "Your files"
           : section == START_LESSONS
               ? "Lessons"
               : idea_title((Idea)(section - START_IDEAS));
}

static const char *section_text(int section)
{
    return section < START_LESSONS ? ""
           : section == START_LESSONS
               ? "About ten minutes each: what a scan is, what it costs on a "
                 "GPU, "
                 "and how to find a bug in your code."
               : idea_text((Idea)(section - START_IDEAS));
}

static double heading_height(const Start *start, int section, double width)
{
    if (section < START_LESSONS)
        return line_of(start, heading_size) + px(start, 6);
    return paragraph(start, heading_size, FONT_STRONG, width,
                     section_title(section)) +
           paragraph(start, text_size, FONT_TEXT, width,
                     section_text(section)) +
           px(start, 8);
}

static double card_text_height(const Start *start, const StartEntry *entry,
                               double width)
{
    width -= 2 * px(start, card_pad);
    return paragraph(start, title_size, FONT_STRONG, width, entry->title) +
           paragraph(start, text_size, FONT_TEXT, width, entry->text) +
           px(start, 12);
}

/* Cards that are placed line by line. */
typedef struct {
    Start *start;
    int columns, column;           /* how many, and the next one */
    double width, y;               /* of a card; where the line starts */
    size_t line[START_MOST_LINES]; /* its entries */
    int line_count;
} Cards;

static Rect card_span(const Cards *cards, int column, int columns)
{
    double between = px(cards->start, gap);

    return (Rect){cards->start->content.x + column * (cards->width + between),
                  cards->y, columns * (cards->width + between) - between, 0};
}

/* Ends the line: headings above, then cards that are all as high. */
static void end_line(Cards *cards)
{
    Start *start = cards->start;
    double above = 0, text = 0, picture = round(cards->width / MINIATURE_SHAPE);

    if (cards->line_count == 0)
        return;
    for (int i = 0; i < cards->line_count; ++i) {
        const StartEntry *entry = start->entries + cards->line[i];
        const Rect *heading = start->headings + entry->section;
        if (heading->y == cards->y)
            above = layout_most(above, heading->h);
        text = layout_most(text, card_text_height(start, entry, cards->width));
    }
    for (int i = 0; i < cards->line_count; ++i) {
        StartEntry *entry = start->entries + cards->line[i];
        Rect *heading = start->headings + entry->section;
        if (heading->y == cards->y)
            heading->h = above;
        entry->box.y = cards->y + above;
        entry->box.h = picture + text;
    }
    if (start->lines_count < START_MOST_LINES)
        start->lines[start->lines_count++] = cards->y;
    start->highest = layout_most(start->highest, above + picture + text);
    start->height = cards->y + above + picture + text;
    cards->y = start->height + px(start, section_gap);
    cards->column = cards->line_count = 0;
}

static int count_cards(const Start *start, int section)
{
    int count = 0;

    for (size_t i = 0; i < start->entries_count; ++i)
        count +=
            start->entries[i].section == section && !start->entries[i].side;
    return count;
}

/* A section that is not longer than a line stays on one. */
static void place_section(Cards *cards, int section)
{
    Start *start = cards->start;
    int span = int_least(count_cards(start, section), cards->columns);

    if (cards->column + span > cards->columns)
        end_line(cards);
    Rect *heading = start->headings + section;
    *heading = card_span(cards, cards->column, span);
    heading->h = heading_height(start, section, heading->w);
    for (size_t i = 0; i < start->entries_count; ++i) {
        if (start->entries[i].section != section || start->entries[i].side)
            continue;
        if (cards->column == cards->columns)
            end_line(cards);
        start->entries[i].box = card_span(cards, cards->column++, 1);
        cards->line[cards->line_count++] = i;
    }
}

/* The next section of those not PLACED: the first, or one that still has room
 * on the line; -1: all are.  Mistakes, and what is the user's own, stand
 * apart. */
static int next_section(const Cards *cards, const bool placed[])
{
    const int mistakes = START_IDEAS + IDEA_MISTAKES;
    int first = -1;

    for (int i = 0; i < START_SECTIONS; ++i) {
        int section = (i + START_LESSONS) % START_SECTIONS;
        int count = count_cards(cards->start, section);
        if (placed[section] || count == 0)
            continue;
        first = first < 0 ? section : first;
        if (section == START_LESSONS)
            return section;
        if (section == mistakes)
            break;
        if (cards->column + count <= cards->columns)
            return section;
    }
    return first;
}

static void place_cards(Start *start)
{
    Cards cards = {.start = start};
    bool placed[START_SECTIONS] = {false};
    double between = px(start, gap), width = start->content.w;

    cards.columns =
        (int)((width + between) / (layout_most(px(start, card_width),
                                               size_of(start, text_size) * 11) +
                                   between));
    cards.columns = int_most(1, int_least(cards.columns, START_MOST_LINES));
    cards.width = floor((width + between) / cards.columns - between);
    start->lines_count = 0;
    for (int next; (next = next_section(&cards, placed)) >= 0;) {
        bool apart =
            next <= START_LESSONS || next == START_IDEAS + IDEA_MISTAKES;
        if (apart)
            end_line(&cards);
        place_section(&cards, next);
        if (apart)
            end_line(&cards);
        placed[next] = true;
    }
    end_line(&cards);
}

/* The lines of a section at the right; what has no room is left out. */
static void place_lines(Start *start, int section, Rect *room)
{
    double height = layout_most(px(start, entry_height),
                                line_of(start, title_size) +
                                    line_of(start, text_size) + px(start, 24));
    bool first = true;

    for (size_t i = 0; i < start->entries_count; ++i) {
        StartEntry *entry = start->entries + i;
        if (entry->section != section)
            continue;
        if (first) {
            start->headings[section] =
                rect_cut_top(room, heading_height(start, section, room->w));
            first = false;
        }
        /* A line of text stays for the number of those left out. */
        if (room->h < height + line_of(start, text_size)) {
            ++start->left_over;
            continue;
        }
        entry->box = rect_cut_top(room, height);
    }
    if (!first)
        rect_cut_top(room, px(start, section_gap));
}

static double words_height(const Start *start, double width);

static void lay_out_once(Start *start, const ChromeSize *size)
{
    Rect page = {0, 0, size->width, size->height}, room;
    double pad = px(start, margin), text;

    page = rect_inset(page, pad, px(start, 24));
    text = start->brief
               ? 0
               : paragraph(start, heading_size, FONT_TEXT, page.w, page_text);
    start->head = rect_cut_top(&page, line_of(start, head_size) + text +
                                          px(start, section_gap));
    start->foot = rect_cut_bottom(&page, line_of(start, text_size));
    rect_cut_bottom(&page, px(start, 10));
    bool side = size->width >= side_least * start->unit;
    start->side = (Rect){0, 0, 0, 0};
    if (side) {
        start->side = rect_cut_right(&page, px(start, side_width));
        rect_cut_right(&page, px(start, side_gap));
    }
    start->content = page;
    start->height = start->highest = 0;
    start->left_over = 0;
    for (int section = 0; section < START_SECTIONS; ++section)
        start->headings[section] = (Rect){0, -1, 0, 0};
    for (size_t i = 0; i < start->entries_count; ++i) {
        StartEntry *entry = start->entries + i;
        entry->side = side && entry->section < START_LESSONS;
        entry->box = (Rect){0, 0, 0, 0};
    }
    place_cards(start);
    room = start->side;
    rect_cut_bottom(&room, words_height(start, room.w));
    if (side)
        for (int section = 0; section < START_LESSONS; ++section)
            place_lines(start, section, &room);
    start->top = layout_clamp(start->top, 0, layout_most(0, start->height - 1));
}

/* Where no line of cards would be seen whole, there is less at the head; where
 * that is not enough, all is smaller. */
static void lay_out(Start *start, const ChromeSize *size)
{
    double least = chrome_unit(&(ChromeSize){.density = size->density});

    start->unit = chrome_unit(size);
    start->least = chrome_smallest(size);
    start->brief = false;
    lay_out_once(start, size);
    while (start->highest > start->content.h && start->unit > least) {
        if (start->brief)
            start->unit = layout_most(least, start->unit * 0.9);
        if (start->brief)
            start->least =
                layout_clamp(11.5 * start->unit,
                             10 * (size->density > 0 ? size->density : 1),
                             start->least);
        start->brief = true;
        lay_out_once(start, size);
    }
}

/* ---- Drawing ---- */

typedef struct {
    DisplayList *list;
    const Start *start;
} Page;

static void write(const Page *page, Rect box, Font font, double at_1080,
                  Color color, const char *text)
{
    layout_paragraph(page->list, box, line_of(page->start, at_1080), font,
                     size_of(page->start, at_1080), page->start->least, color,
                     text);
}

static void draw_heading(const Page *page, int section, Rect box)
{
    const Start *start = page->start;
    bool alarm = section == START_IDEAS + (int)IDEA_MISTAKES;
    const char *title = section_title(section), *text = section_text(section);

    draw_thing(page->list, THING_FRAME, 0, 0);
    Rect line = rect_cut_top(&box, paragraph(start, heading_size, FONT_STRONG,
                                             box.w, title));
    write(page, line, FONT_STRONG, heading_size,
          alarm ? COLOR_FAULT : COLOR_INK, title);
    if (*text)
        write(page, box, FONT_TEXT, text_size, COLOR_DIM, text);
}

/* The ground of an entry, with an edge that shows whether it is chosen. */
static void draw_ground(const Page *page, size_t i, Rect box)
{
    const Start *start = page->start;
    bool focus = start->focus == i, hover = start->hover == (int)i;
    bool alarm = start->entries[i].section == START_IDEAS + (int)IDEA_MISTAKES;

    draw_thing(page->list, THING_ENTRY, 0, (uint32_t)i);
    Shape *shape = draw_rect(page->list, box, px(start, 8),
                             hover ? COLOR_HELD : COLOR_PANEL);
    shape->edge = focus ? COLOR_INK : alarm ? COLOR_FAULT : COLOR_EDGE;
    shape->width = layout_most(1, px(start, focus ? 3 : 1));
    shape->dashed = alarm && !focus;
}

static void draw_picture(const Page *page, size_t i, Rect box)
{
    const StartEntry *entry = page->start->entries + i;

    double side = layout_least(box.w, box.h) * 0.5;

    if (entry->picture.list.shapes_count)
        miniature_draw(page->list, &entry->picture, box);
    if (entry->kind == START_FORM)
        ui_icon(&(Ui){.list = page->list},
                rect_around(box.x + box.w / 2, box.y + box.h / 2, side, side),
                UI_ICON_MORE, COLOR_INK, 1);
    draw_thing(page->list, THING_ENTRY, 0, (uint32_t)i);
}

/* The picture stays within the ground's edge. */
static void draw_card(const Page *page, size_t i, Rect box)
{
    const Start *start = page->start;
    const StartEntry *entry = start->entries + i;
    double edge = layout_most(2, px(start, 4));

    draw_ground(page, i, box);
    Rect picture = rect_cut_top(&box, round(box.w / MINIATURE_SHAPE));
    picture = rect_inset(picture, edge, edge);
    picture.w = layout_least(picture.w, picture.h * MINIATURE_SHAPE);
    draw_picture(page, i, picture);
    box = rect_inset(box, px(start, card_pad), px(start, 4));
    write(page,
          rect_cut_top(&box, paragraph(start, title_size, FONT_STRONG, box.w,
                                       entry->title)),
          FONT_STRONG, title_size, COLOR_INK, entry->title);
    write(page, box, FONT_TEXT, text_size, COLOR_DIM, entry->text);
}

static void draw_line_entry(const Page *page, size_t i, Rect box)
{
    const Start *start = page->start;
    const StartEntry *entry = start->entries + i;
    double edge = layout_most(2, px(start, 4)),
           text = line_of(start, text_size);

    rect_cut_bottom(&box, px(start, 6));
    draw_ground(page, i, box);
    box = rect_inset(box, edge, edge);
    Rect picture = rect_cut_left(&box, layout_least(px(start, thumb_width),
                                                    box.h * MINIATURE_SHAPE));
    draw_picture(page, i, picture);
    rect_cut_left(&box, px(start, 10));
    draw_text(page->list, rect_cut_top(&box, box.h - text), ALIGN_LEFT,
              FONT_STRONG, size_of(start, title_size), start->least, COLOR_INK,
              entry->title);
    draw_text(page->list, box, ALIGN_LEFT, FONT_TEXT, size_of(start, text_size),
              start->least, COLOR_DIM, entry->text);
}

static void draw_entries(const Page *page)
{
    const Start *start = page->start;
    double end = start->top + start->content.h + 0.5;

    for (size_t i = 0; i < start->entries_count; ++i) {
        Rect box = start->entries[i].box;
        if (box.w <= 0)
            continue;
        if (start->entries[i].side) {
            draw_line_entry(page, i, box);
            continue;
        }
        if (box.y < start->top - 0.5 || box.y + box.h > end)
            continue;
        box.y += start->content.y - start->top;
        draw_card(page, i, box);
    }
}

/* A heading is seen with the cards under it. */
static void draw_headings(const Page *page)
{
    const Start *start = page->start;
    double end = start->top + start->content.h;

    for (int section = 0; section < START_SECTIONS; ++section) {
        Rect box = start->headings[section];
        bool side = section < START_LESSONS && start->side.w > 0, seen = side;
        if (box.w <= 0)
            continue;
        for (size_t i = 0; i < start->entries_count && !side; ++i) {
            Rect card = start->entries[i].box;
            seen |= start->entries[i].section == section &&
                    box.y >= start->top - 0.5 && card.y + card.h <= end + 0.5;
        }
        if (!side)
            box.y += start->content.y - start->top;
        if (seen)
            draw_heading(page, section, box);
    }
}

/* Adds a part to the line at the foot, if there is room. */
static void add_part(const Start *start, Text *line, const char *part)
{
    size_t before = line->length;

    text_add(line, "%s%s", before ? "  ·  " : "", part);
    if (font_width(FONT_TEXT, size_of(start, text_size), line->text) <=
        start->foot.w)
        return;
    line->length = before;
    line->text[before] = '\0';
}

static void draw_foot(const Page *page)
{
    const Start *start = page->start;
    bool above = start->top > 0.5;
    bool below = start->height > start->top + start->content.h + 0.5;
    Text line = {0};

    if (above || below)
        add_part(start, &line,
                 above && below ? "more above and below: wheel, Up, Down"
                 : above        ? "more above: wheel, Up"
                                : "more below: wheel, Down");
    add_part(start, &line, "arrows: choose, Enter or click: open");
    add_part(start, &line, "I: glossary");
    add_part(start, &line, "drop files here");
    draw_thing(page->list, THING_FRAME, 0, 0);
    draw_text(page->list, start->foot, ALIGN_LEFT, FONT_TEXT,
              size_of(start, text_size), start->least, COLOR_DIM, line.text);
    text_free(&line);
}

static double word_height(const Start *start, double width,
                          const GlossaryWord *word)
{
    return line_of(start, title_size) +
           paragraph(start, text_size, FONT_TEXT, width, word->text) +
           px(start, 8);
}

/* The terms that a beginner needs at once. */
static double words_height(const Start *start, double width)
{
    size_t count;
    const GlossaryWord *words = glossary_all(&count);
    double height =
        heading_height(start, START_FILES, width) + line_of(start, text_size);

    for (size_t i = 0; i < count && width > 0; ++i)
        if (words[i].first)
            height += word_height(start, width, words + i);
    return height;
}

static void draw_words(const Page *page)
{
    const Start *start = page->start;
    Rect box = start->side;
    size_t count;
    const GlossaryWord *words = glossary_all(&count);

    box = rect_cut_bottom(&box, words_height(start, box.w));
    draw_thing(page->list, THING_FRAME, 0, 0);
    write(page, rect_cut_top(&box, heading_height(start, START_FILES, box.w)),
          FONT_STRONG, heading_size, COLOR_INK, "Glossary");
    for (size_t i = 0; i < count; ++i) {
        if (!words[i].first)
            continue;
        Rect row = rect_cut_top(&box, word_height(start, box.w, words + i));
        Rect line = rect_cut_top(&row, line_of(start, title_size));
        double size = size_of(start, title_size);
        double width = ceil(font_width(FONT_STRONG, size, words[i].word)) + 1;
        draw_text(page->list, rect_cut_left(&line, width), ALIGN_LEFT,
                  FONT_STRONG, size, start->least, COLOR_INK, words[i].word);
        if (words[i].cuda[0])
            draw_text(page->list, line, ALIGN_RIGHT, FONT_CODE,
                      size_of(start, text_size), start->least, COLOR_DIM,
                      words[i].cuda);
        write(page, row, FONT_TEXT, text_size, COLOR_DIM, words[i].text);
    }
    draw_text(page->list, box, ALIGN_LEFT, FONT_TEXT, size_of(start, text_size),
              start->least, COLOR_DIM, "I: all terms");
}

static void draw_head(const Page *page)
{
    const Start *start = page->start;
    Rect box = start->head;

    draw_thing(page->list, THING_FRAME, 0, 0);
    Rect line = rect_cut_top(&box, line_of(start, head_size));
    draw_text(page->list, line, ALIGN_LEFT, FONT_STRONG,
              size_of(start, head_size), start->least, COLOR_INK, page_title);
    if (!start->brief)
        write(page, box, FONT_TEXT, heading_size, COLOR_INK, page_text);
}

void start_draw(DisplayList *list, Start *start, const ChromeSize *size)
{
    Page page = {list, start};

    start->size = *size;
    lay_out(start, size);
    display_list_clear(list, size->width, size->height);
    draw_thing(list, THING_FRAME, 0, 0);
    draw_rect(list, (Rect){0, 0, size->width, size->height}, 0, COLOR_PAPER);
    draw_head(&page);
    draw_headings(&page);
    draw_entries(&page);
    draw_foot(&page);
    if (start->side.w > 0)
        draw_words(&page);
}
