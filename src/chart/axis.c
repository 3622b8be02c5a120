/* SPDX-License-Identifier: MIT */
#include "chart/axis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double hair = 1e-9;
static const double digits_of_costs[] = {1, 2, 5};

Axis axis_of_sizes(double low, double high)
{
    if (high < low * 2) {
        high = low * 2;
        low = low > 2 ? low / 2 : low;
    }
    return (Axis){.low = low, .high = high};
}

/* The number of the pattern 1, 2, 5 nearest to VALUE, below or above it. */
static double round_to_pattern(double value, bool up)
{
    double decade = pow(10, floor(log10(value) + hair));

    if (up) {
        for (int i = 0; i < 3; ++i)
            if (value <= digits_of_costs[i] * decade * (1 + hair))
                return digits_of_costs[i] * decade;
        return 10 * decade;
    }
    for (int i = 2; i > 0; --i)
        if (value >= digits_of_costs[i] * decade * (1 - hair))
            return digits_of_costs[i] * decade;
    return decade;
}

Axis axis_of_costs(double low, double high)
{
    Axis axis = {.low = round_to_pattern(low, false),
                 .high = round_to_pattern(high, true)};

    if (axis.high < axis.low * 1.5)
        axis.high = round_to_pattern(axis.low * 1.5, true);
    return axis;
}

double axis_at(const Axis *axis, double value)
{
    double share = log(value / axis->low) / log(axis->high / axis->low);

    return axis->from + share * (axis->to - axis->from);
}

static bool is_on(const Axis *axis, double value)
{
    return value >= axis->low * (1 - hair) && value <= axis->high * (1 + hair);
}

/* Pixels that a factor takes. */
static double step_of(const Axis *axis, double factor)
{
    return fabs(axis_at(axis, axis->low * factor) - axis->from);
}

/* Every which tick gets a number. */
static int stride_of(const Axis *axis, double factor, double gap)
{
    const double most = 1000; /* of an axis too short for any */
    double stride = ceil(gap / step_of(axis, factor) - hair);

    return (int)fmax(1, fmin(stride, most));
}

int axis_size_ticks(const Axis *axis, double gap,
                    AxisTick ticks[AXIS_MAX_TICKS])
{
    int first = (int)ceil(log2(axis->low) - hair);
    int last = (int)floor(log2(axis->high) + hair);
    int stride = stride_of(axis, 2, gap);
    int count = 0;

    /* Every STRIDE-th line from the right end gets a number. */
    for (int power = first; power <= last && count < AXIS_MAX_TICKS; ++power)
        ticks[count++] = (AxisTick){exp2(power), (last - power) % stride == 0};
    return count;
}

int axis_cost_ticks(const Axis *axis, double gap,
                    AxisTick ticks[AXIS_MAX_TICKS])
{
    int first = (int)floor(log10(axis->low) + hair);
    int last = (int)floor(log10(axis->high) + hair);
    bool few = log10(axis->high / axis->low) < 2.5 && step_of(axis, 2) >= gap;
    int stride = stride_of(axis, 10, gap);
    int count = 0;

    for (int power = first; power <= last; ++power)
        for (int i = 0; i < 3 && count < AXIS_MAX_TICKS; ++i) {
            double value = digits_of_costs[i] * pow(10, power);
            bool decade = i == 0 && (power - first) % stride == 0;
            if (is_on(axis, value))
                ticks[count++] = (AxisTick){value, decade || few};
        }
    return count;
}

/* 2 with a superscript exponent. */
static void power_text(double value, char text[AXIS_TEXT])
{
    static const char *const high[] = {"⁰", "¹", "²", "³", "⁴",
                                       "⁵", "⁶", "⁷", "⁸", "⁹"};
    char digits[16];
    size_t used = (size_t)snprintf(text, AXIS_TEXT, "2");

    snprintf(digits, sizeof digits, "%.0f", log2(value));
    for (const char *at = digits; *at >= '0' && *at <= '9'; ++at)
        used += (size_t)snprintf(text + used, AXIS_TEXT - used, "%s",
                                 high[*at - '0']);
}

/* Numbers of five digits and more in groups of three. */
static void whole_text(double value, char text[AXIS_TEXT])
{
    char digits[AXIS_TEXT];
    int length = snprintf(digits, 16, "%.0f", value);
    char *to = text;

    for (int i = 0; i < length; ++i) {
        if (length > 4 && i > 0 && (length - i) % 3 == 0)
            *to++ = ' ';
        *to++ = digits[i];
    }
    *to = '\0';
}

const char *axis_text(double value, bool power, char text[AXIS_TEXT])
{
    if (power)
        power_text(value, text);
    else if (value >= 1 && value < 1e15 && value == floor(value))
        whole_text(value, text);
    else
        snprintf(text, AXIS_TEXT, "%g", value);
    return text;
}

/* ---- Labels along a line -------------------------------------------------*/

typedef struct {
    double sum; /* of the wanted places of its items */
    size_t count;
} Pool;

static double mean(const Pool *pool)
{
    return pool->sum / (double)pool->count;
}

/* Isotonic regression by pooling: with the heights of the items before
 * subtracted, wanted places must not fall.  Neighbours whose places fall are
 * pooled and take their mean, repeatedly. */
void label_layout(LabelItem items[], size_t count, double low, double high)
{
    Pool *pools = base_alloc(count + 1, sizeof *pools);
    size_t used = 0, at = 0;
    double before = 0;

    for (size_t i = 0; i < count; ++i) {
        double place = items[i].wanted - items[i].height / 2 - before;
        before += items[i].height;
        pools[used++] = (Pool){place, 1};
        for (; used > 1 && mean(pools + used - 2) > mean(pools + used - 1);
             --used) {
            pools[used - 2].sum += pools[used - 1].sum;
            pools[used - 2].count += pools[used - 1].count;
        }
    }
    double most = high - before;
    before = 0;
    for (size_t p = 0; p < used; ++p) {
        double place = mean(pools + p);
        place = place > most ? most : place;
        place = place < low ? low : place;
        for (size_t i = 0; i < pools[p].count; ++i, ++at) {
            items[at].top = place + before;
            before += items[at].height;
        }
    }
    free(pools);
}
