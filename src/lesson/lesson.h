/* SPDX-License-Identifier: MIT
 *
 * lesson - a lesson as its author wrote it: stops, each with a moment of one to
 * four traces, a few sentences, and perhaps a question.
 *
 *     title: Banks and queues
 *     summary: why one access can take four cycles
 *     minutes: 10
 *     number: 32 lanes of a warp        said in the text, and no fact of a
 * trace
 *
 *     stop: Four lanes, one bank
 *     show: nopadding -n 16 -k 4        as on the command line
 *     at: instruction 12
 *     point: bank 3
 *
 *     All lanes ask bank 3, so the store takes {queue} cycles.
 *
 *     question: In which bank lies cell 28?
 *     - 3
 *     + {28 mod k}
 *     why: 28 is 7 times 4.             or, in place of the three
 *     ask: bank of thread 2             what comes next, asked of the trace
 *
 *     note: Let the hall count first.
 *
 * A line is a key and its value, or goes on with the value, or with a paragraph
 * of the stop's text, above it; a blank line ends both.  Lines that start with
 * "#" are remarks.  What stands in {} is told by the trace, see lesson_facts.h.
 * doc/lessons.md explains all keys.
 *
 * A lesson comes from anybody: each of its parts is bounded, its text is
 * printable, and what it runs is named without a folder above its own.
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

/* How it is shown: bits of LessonStop.view and .hide. */
typedef enum {
    LESSON_LABELS = 1,    /* sums of inputs in place of numbers */
    LESSON_TIME = 2,      /* the view of time */
    LESSON_PROJECTOR = 4, /* in the layout for the last row */
    LESSON_CYCLES = 8     /* by the clock of cycles */
} LessonView;
typedef enum {
    LESSON_SENTENCE = 1, /* what the frame says of the moment */
    LESSON_AHEAD = 2,    /* what is still to come */
    LESSON_ANSWER = 4    /* and what runs, until the question is answered */
} LessonHide;

typedef struct {
    char *text;
    bool right;
} LessonChoice;

/* A question that is made of the traces at the moment of a stop, and that they
 * answer: see question_choice.h. */
typedef struct {
    QuestionKind kind;
    int panel;
    uint32_t thread; /* UINT32_MAX: any */
    uint32_t seed;
} LessonAsk;

/* A number that the text may say though no trace tells it. */
typedef struct {
    char *number, *reason;
} LessonNumber;

/* Words of a command, in one piece of memory. */
typedef struct {
    char *words[LESSON_MOST_WORDS + 1];
    int count;
    char *memory;
} LessonCommand;

typedef struct {
    int line; /* of the file, where it starts */
    char *title, *text, *note;
    char *show; /* the command of LessonCommand, as it was written */
    LessonCommand command;
    char *edit, *edited; /* in the program: this text becomes that; or NULL */
    int show_line, at_line, point_line, question_line;
    LessonAt at;
    uint32_t moment;
    double share; /* of the instruction that has passed; 0: all of it */
    unsigned view, hide;
    char *points[LESSON_MOST_POINTS];
    int points_count;
    bool asks; /* the question is ASK, not QUESTION and CHOICES */
    LessonAsk ask;
    char *question, *why;
    LessonChoice choices[LESSON_MOST_CHOICES];
    int choices_count;
    LessonNumber *numbers; /* its own */
    size_t numbers_count, numbers_capacity;
} LessonStop;

typedef struct {
    char *name; /* "banks"; of a file its path */
    char *file; /* for errors: "banks.lesson" */
    char *title, *summary;
    uint32_t minutes, order;
    bool accepted; /* its programs may be built, see lesson_consent */
    LessonNumber *numbers;
    size_t numbers_count, numbers_capacity;
    LessonStop *stops;
    size_t stops_count, stops_capacity;
} Lesson;

void lesson_free(Lesson *lesson); /* NULL is fine */

/* The number WORD is declared for STOP, or for the whole lesson. */
bool lesson_declares(const Lesson *lesson, const LessonStop *stop,
                     const char *word, size_t length);

/* The path of NAME beside the lesson's file; NULL: the lesson is no file. */
char *lesson_path(const Lesson *lesson, const char *name);

/* Sets an error about LINE of LESSON's file; returns false. */
bool lesson_error(const Lesson *lesson, int line, Error *error,
                  const char *format, ...) BASE_PRINTF(4, 5);

#endif
