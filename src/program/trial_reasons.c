/* SPDX-License-Identifier: MIT */
#include "program/trial_reasons.h"

#include "program/interval_search.h"

static const char *element_words(uint32_t element)
{
    static const char *const names[ELEMENT_KINDS] = {
        [ELEMENT_OTHER] = "bytes of no known type",
        [ELEMENT_I8] = "int8",
        [ELEMENT_U8] = "uint8",
        [ELEMENT_I16] = "int16",
        [ELEMENT_U16] = "uint16",
        [ELEMENT_I32] = "int",
        [ELEMENT_U32] = "unsigned",
        [ELEMENT_I64] = "int64",
        [ELEMENT_U64] = "uint64",
        [ELEMENT_F32] = "float",
        [ELEMENT_F64] = "double"};

    return element < ELEMENT_KINDS ? names[element] : names[ELEMENT_OTHER];
}

/* The elements of A may be sums of those of INPUT. */
static bool may_be_sums(uint32_t element, uint32_t input)
{
    return element == input || element == ELEMENT_OTHER ||
           element_may_widen(input, element) ||
           (element_width(element) == element_width(input) &&
            !element_is_float(element) && !element_is_float(input));
}

void trial_explain_untried(const LaunchNote *launch, Text *why)
{
    unsigned number = launch->number;

    switch (launch->end.untried) {
    case PROGRAM_NO_INPUT:
        text_add(why, "launch %u loads no array", number);
        break;
    case PROGRAM_NO_NUMBERS:
        text_add(why, "launch %u loads no array of numbers from cudaMalloc",
                 number);
        break;
    case PROGRAM_NO_TYPE:
        text_add(why,
                 "launch %u loads an array whose elements have no known type "
                 "(give cudaMalloc a pointer of their type)",
                 number);
        break;
    case PROGRAM_LONG_LOG:
        text_add(why, "launch %u makes too many accesses to be run again",
                 number);
        break;
    case PROGRAM_LARGE:
        text_add(why, "the program's arrays take more than %llu MB",
                 (unsigned long long)PROGRAM_TRIAL_MEMORY >> 20);
        break;
    case PROGRAM_NOT_AGAIN:
        text_add(why,
                 "launch %u, which cooperates or touches memory that nobody "
                 "allocated, cannot be made again on a GPU",
                 number);
        break;
    case PROGRAM_FAILS:
        text_add(why, "launch %u fails, or does not end, on random elements",
                 number);
        break;
    case PROGRAM_NO_TIME:
        text_add(why, "the time was over before launch %u was run again",
                 number);
        break;
    case PROGRAM_CUT_OFF:
        text_add(why, "launch %u ended early", number);
        break;
    default:
        break;
    }
}

void trial_explain_ending(const LaunchNote *launch, const char *input,
                          uint32_t ending, Text *why)
{
    if (ending == PROGRAM_TRIAL_LATE)
        text_add(why, "launch %u does not end with random elements in %s",
                 launch->number, input);
    else if (ending != PROGRAM_TRIED)
        text_add(why, "launch %u does wrong with random elements in %s",
                 launch->number, input);
}

void trial_explain_types(const char *in, uint32_t input, const char *out,
                         uint32_t output, Text *why)
{
    if (!interval_search_takes(input))
        text_add(why, "%s holds %s", in, element_words(input));
    else if (!may_be_sums(output, input))
        text_add(why, "%s holds %s and %s %s", out, element_words(output), in,
                 element_words(input));
}
