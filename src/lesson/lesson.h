/* SPDX-License-Identifier: MIT
 *
 * lesson - a lesson as its author wrote it: a goal, stops, and a summary.
 *
 *     title: Banks and conflicts
 *     goal: compute the conflict degree of any stride
 *     order: 6
 *
 *     stop: Four lanes, one bank
 *     show: nopadding -n 16 -k 4
 *     at: instruction 12
 *     point: bank 3
 *
 *     All lanes access bank 3, so the store takes {queue} cycles.
 *
 *     question: In which bank is cell 28?
 *     - 7 -> You divided 28 by 4; take the remainder.
 *     + {28 mod k}
 *     why: 28 is 7 times 4, with no remainder.
 *
 *     summary: Lanes conflict if they access different cells of one bank.
 *
 * A line is "key: value".  A line without a key continues the value, or the
 * paragraph of the stop's text, above it; a blank line ends both.  Lines that
 * start with "#" are comments.  doc/lessons.md says how to write one.
 *
 * Keys of the lesson, above the first stop:
 *
 *     title      the name in the list
 *     goal       required: what the learner can do afterwards, a phrase without
 *                a full stop.  The first stop shows it as its first paragraph:
 *                "After this lesson you can GOAL."
 *     order      the place in the list, see below
 *
 * Keys of a stop.  What a stop does not say of show, edit and at, it takes from
 * the stop above it; a new show starts at the start:
 *
 *     stop       the title; begins a stop
 *     show       a command as after "upsweep show": algorithms, options, or a
 *                program beside the lesson, in examples/ or in kernels/
 *     edit       TEXT => TEXT: a change to that program; \n ends a line
 *     at         start, end, step 3, instruction 12
 *     view       time: what blocks do when
 *     hide       ahead or answer
 *     point      what the picture marks: bank 3, cell 28, thread 2, line 41
 *     note       for the lecturer
 *     question   text; then its answers, a line each:
 *                "- ANSWER -> WHY"  wrong, with the reason for this answer
 *                "+ ANSWER"         right, one of them
 *     ask        instead of question, a question made of the traces: "bank of
 *                thread 2"; kinds: see take_ask.  Wrong answers that you expect
 *                may follow: "- 2 -> You counted the banks, not the lanes."
 *     why        explains the right answer; shown after every answer, and after
 *                the reason for the wrong one
 *     number     "32 lanes of a warp": a number that the text may say although
 *                no trace has it; above the first stop, for all stops
 *     summary    required, after the last stop: begins the stop "Summary", with
 *                the value as text; it may have show, at and point
 *
 * The text of a stop has at most LESSON_MOST_READ words, the goal included;
 * "upsweep lesson FILE --check" reports longer ones.  Other numbers come from
 * the traces: {T}, {value cell 3}, {~queue} in letters; see lesson_facts.h.
 *
 * The lessons that come with Upsweep, by order:
 *
 *      1 what-for         7 padding         13 blocks
 *      2 one-thread       8 leftright       14 histogram
 *      3 hillis-steele    9 does-it-pay     15 rounding
 *      4 work-steps      10 transpose       16 recurrences
 *      5 tree            11 registers       17 bugs
 *      6 banks           12 reduction
 *
 * A lesson can come from anybody: the reader bounds each part, accepts only
 * printable text, and rejects files outside the lesson's folder.
 */
#ifndef UPSWEEP_LESSON_H
#define UPSWEEP_LESSON_H

#include "ask/question_choice.h"

enum {
    LESSON_MOST_BYTES = 1 << 18,
    LESSON_MOST_STOPS = 100,
    LESSON_MOST_TEXT = 1200, /* bytes of a value, or of a stop's text */
    LESSON_MOST_TITLE = 80,
    LESSON_MOST_SHORT = 160, /* bytes of a choice, and of a summary */
    LESSON_MOST_READ = 60,   /* words of a stop's text */
    LESSON_MOST_WORDS = 32,  /* of a command */
    LESSON_MOST_POINTS = 8,
    LESSON_MOST_CHOICES = 6,
    LESSON_MOST_NUMBERS = 64
};

/* Which moment a stop shows. */
typedef enum {
    LESSON_AT_START,
    LESSON_AT_END,
    LESSON_AT_STEP,       /* the end of step MOMENT, from 1, as a whole */
    LESSON_AT_INSTRUCTION /* after MOMENT instructions of the first trace */
} LessonAt;

typedef enum {
    LESSON_SHOWS,
    LESSON_AHEAD, /* hides what is still to come */
    LESSON_ANSWER /* and what runs, until the question is answered */
} LessonHide;

/* A choice of a question:, or an answer to an ask: that is expected and wrong.
 */
typedef struct {
    char *text;
    char *why; /* why it is wrong; NULL: the stop's why has to do */
    bool right;
} LessonChoice;

/* Words of a command, in one piece of memory. */
typedef struct {
    char *words[LESSON_MOST_WORDS + 1];
    int count;
    char *memory;
} LessonCommand;

typedef struct {
    int line; /* of the file, where it starts */
    char *title, *text, *note;
    bool sums_up; /* it is the last, the summary */
    char *show;   /* the command of LessonCommand, as it was written */
    LessonCommand command;
    char *edit, *edited; /* in the program: this text becomes that; or NULL */
    int show_line, at_line, point_line, question_line;
    LessonAt at;
    uint32_t moment;
    bool time; /* it shows what blocks do when */
    LessonHide hide;
    char *points[LESSON_MOST_POINTS];
    int points_count;
    bool asks; /* the question is ASK, which the traces answer at the moment of
                  the stop, not QUESTION and CHOICES */
    QuestionAsk ask;
    char *question, *why;
    LessonChoice choices[LESSON_MOST_CHOICES];
    int choices_count;
    char **numbers; /* that its text may say, though no trace has them */
    size_t numbers_count, numbers_capacity;
} LessonStop;

typedef struct {
    char *name; /* "banks"; of a file its path */
    char *file; /* for errors: "banks.lesson" */
    char *title, *goal;
    uint32_t order;
    bool accepted;  /* its programs may be built, see lesson_consent */
    char **numbers; /* the same of all stops */
    size_t numbers_count, numbers_capacity;
    LessonStop *stops;
    size_t stops_count, stops_capacity;
} Lesson;

void lesson_free(Lesson *lesson); /* NULL is fine */

bool lesson_has_question(const LessonStop *stop);

/* Words of TEXT, which blanks part; a {fact} is one.  0 if TEXT is NULL. */
size_t lesson_words_in(const char *text);

/* The number WORD is declared for STOP, or for the whole lesson. */
bool lesson_declares(const Lesson *lesson, const LessonStop *stop,
                     const char *word, size_t length);

/* The path of NAME beside the lesson's file; NULL: the lesson is no file. */
char *lesson_path(const Lesson *lesson, const char *name);

/* Sets an error about LINE of LESSON's file; returns false. */
bool lesson_error(const Lesson *lesson, int line, Error *error,
                  const char *format, ...) BASE_PRINTF(4, 5);

#endif
