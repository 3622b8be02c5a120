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

/* True if a press on SHAPE answers; sets *NUMBER. */
static bool answers(const LessonWords *words, const Shape *shape,
                    uint32_t *number)
{
    if (words->question.form == ANSWER_CHOICE) {
        *number = shape->thing.a;
        return shape->thing.kind == THING_CHOICE && shape->kind == SHAPE_RECT;
    }
    return question_pressed(&words->question, words->k, shape, number);
}

/* The uppermost shapes come first. */
static void add_boxes(const LessonWords *words, const char *name,
                      const DisplayList *list, Text *json)
{
    bool first = true;

    text_add(json, ",\"%s\":[", name);
    for (size_t i = list->shapes_count; i-- > 0;) {
        uint32_t number;
        if (!answers(words, list->shapes + i, &number))
            continue;
        add_box(list->shapes + i, number, first, json);
        first = false;
    }
    text_add(json, "]");
}

static void add_right(const LessonWords *words, Text *json)
{
    const Question *question = &words->question;

    text_add(json, ",\"right\":[");
    for (int i = 0; i < question->right.count; ++i)
        text_add(json, "%s%lld", i ? "," : "",
                 (long long)question->right.numbers[i]);
    text_add(json, "],\"choices\":[");
    for (int i = 0; i < QUESTION_CHOICES && question->choices[i]; ++i) {
        text_add(json, i ? "," : "");
        json_text_string(json, question->choices[i]);
    }
    text_add(json, "]");
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
    const Question *asked = &words->question;
    QuestionUnit unit = question_unit(asked);
    Text sentence = {0};

    lesson_print(asked->sentence.text, &sentence);
    text_add(json, "{");
    json_text_member(json, "form", question_form_name(asked->form));
    text_add(json, ",");
    json_text_member(json, "sentence", sentence.text);
    text_add(json, ",");
    json_text_member(json, "answer", asked->answer.text);
    text_add(json, ",");
    json_text_member(json, "how", asked->how.text);
    text_add(json, ",");
    json_text_member(json, "hint", asked->hint.length ? asked->hint.text : "");
    text_add(json, ",");
    json_text_list(json, "unit",
                   (const char *const[]){unit.before, unit.after_one,
                                         unit.after},
                   3);
    add_right(words, json);
    add_wrongs(words, json);
    add_boxes(words, "boxes", list, json);
    text_add(json, "}");
    text_free(&sentence);
}
