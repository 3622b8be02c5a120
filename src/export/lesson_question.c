/* SPDX-License-Identifier: MIT */
#include "export/lesson_question.h"

#include "export/page_template.h"
#include "lesson/lesson_text.h"

/* [x, y, width, height, number] of what answers if it is pressed. */
static void add_box(const Shape *shape, uint32_t number, bool first, Text *json)
{
    text_add(json, "%s[", first ? "" : ",");
    text_add_number(json, shape->box.x);
    text_add(json, ",");
    text_add_number(json, shape->box.y);
    text_add(json, ",");
    text_add_number(json, shape->box.w);
    text_add(json, ",");
    text_add_number(json, shape->box.h);
    text_add(json, ",%u]", number);
}

/* The uppermost shapes come first. */
static void add_boxes(const LessonWords *words, const char *name,
                      const DisplayList *list, Text *json)
{
    bool first = true;

    text_add(json, ",\"%s\":[", name);
    for (size_t i = list->shapes_count; i-- > 0;) {
        uint32_t number;
        if (list->shapes[i].kind == SHAPE_TEXT ||
            !question_pressed(&words->question, list->shapes + i, &number))
            continue;
        add_box(list->shapes + i, number, first, json);
        first = false;
    }
    text_add(json, "]");
}

void question_json(const Question *question, Text *json)
{
    const struct {
        const char *name, *value;
    } strings[] = {
        {"kind", question_kind_name(question->kind)},
        {"form", question_form_name(question->form)},
        {"answer", question->answer.text},
        {"how", question->how.text},
        {"hint", question->hint.length ? question->hint.text : ""},
    };

    for (size_t i = 0; i < sizeof strings / sizeof *strings; ++i) {
        json_text_member(json, strings[i].name, strings[i].value);
        text_add(json, ",");
    }
    if (question->form != ANSWER_CHOICE && turn_by_digit(question))
        text_add(json, "\"digits\":%u,", question->k);
    text_add(json, "\"right\":[");
    for (int i = 0; i < question->right.count; ++i)
        text_add(json, "%s%lld", i ? "," : "",
                 (long long)question->right.numbers[i]);
    text_add(json, "],");
    json_text_list(json, "choices", (const char *const *)question->choices,
                   question_choices(question));
}

/* The wrong answers that the lesson explains. */
static void add_wrongs(const LessonWords *words, Text *json)
{
    text_add(json, ",\"wrongs\":[");
    for (int i = 0; i < words->wrongs_count; ++i) {
        const Answer *answer = &words->wrongs[i].answer;
        text_add(json, "%s{\"numbers\":[", i ? "," : "");
        for (int n = 0; n < answer->count; ++n)
            text_add(json, "%s%lld", n ? "," : "",
                     (long long)answer->numbers[n]);
        text_add(json, "],");
        json_text_member(json, "why", words->wrongs[i].why.text);
        text_add(json, "}");
    }
    text_add(json, "]");
}

void lesson_question_json(const LessonWords *words, const DisplayList *list,
                          Text *json)
{
    Text sentence = {0};

    band_print(words->question.sentence.text, &sentence);
    text_add(json, "{");
    json_text_member(json, "sentence", sentence.text);
    text_add(json, ",");
    question_json(&words->question, json);
    add_wrongs(words, json);
    add_boxes(words, "boxes", list, json);
    text_add(json, "}");
    text_free(&sentence);
}
