/* SPDX-License-Identifier: MIT */
#include "program/kernel_end.h"

bool kernel_end_find(const Span *span, size_t i, size_t *open, size_t *close)
{
    for (; i < span->count && !span_is(span, i, "{"); ++i) {
        if (span_is(span, i, ";") || span_closes(span, i))
            return false;
        if (span_opens(span, i))
            i = span_closing(span, i);
        else if (span_is(span, i, "<"))
            i = span_closing_angle(span, i);
    }
    *open = i;
    *close = i < span->count ? span_closing(span, i) : span->count;
    for (size_t k = i; k < *close; ++k)
        if (span_is(span, k, "goto"))
            return false;
    return *close < span->count;
}

bool kernel_end_is_whole(const Span *span, size_t close)
{
    static const char *const ends[] = {";", "{", ":", NULL};

    if (close == span->first || !span_is(span, close - 1, "}"))
        return close > span->first && span_is_any(span, close - 1, ends);
    size_t open = span_opening(span, close - 1);
    return open == SIZE_MAX || open == span->first ||
           (!span_is(span, open - 1, "=") && !span_is(span, open - 1, "]"));
}
