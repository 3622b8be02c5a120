/* SPDX-License-Identifier: MIT
 *
 * The exact sum is kept as two doubles, the second of which has what the first
 * has no room for (Knuth's two-sum): 106 bits, where floats have 24.
 */
#include "analysis/float_error.h"

#include <float.h>
#include <math.h>

typedef struct {
    double high, low;
} Exact;

static Exact exact_add(Exact sum, double x)
{
    double high = sum.high + x;
    double part = high - sum.high;
    double lost = (sum.high - (high - part)) + (x - part);
    double low = sum.low + lost;
    Exact both = {high + low, 0};

    both.low = low - (both.high - high);
    return both;
}

/* The gap between the floats at X. */
static double ulp_at(double x)
{
    int exponent;

    if (x == 0 || !isfinite(x))
        return 0x1p-149;
    (void)frexp(x, &exponent); /* 0.5 to 1 times 2^exponent */
    return ldexp(1, exponent - FLT_MANT_DIG < -149 ? -149
                                                   : exponent - FLT_MANT_DIG);
}

/* The distance of X from SUM, in units of ULP. */
static double distance(double x, Exact sum, double ulp)
{
    if (isnan(x) && isnan(sum.high))
        return 0;
    if (x == sum.high && (sum.low == 0 || isinf(x)))
        return 0;
    double gap = fabs((x - sum.high) - sum.low) / ulp;
    return isnan(gap) ? INFINITY : gap;
}

/* True if output AT, with a distance of ULPS, is the farthest so far. */
static bool take(FarthestError *farthest, double ulps, uint32_t at)
{
    if (ulps <= farthest->ulps)
        return false;
    *farthest = (FarthestError){ulps, at, false};
    return true;
}

static void compare(FloatError *rounding, uint32_t i, float scan,
                    float sequential, Exact exact)
{
    double ulp = ulp_at(exact.high);
    double apart = distance((double)scan, (Exact){(double)sequential, 0}, ulp);

    rounding->differ += apart > 0;
    if (take(&rounding->apart, apart, i)) {
        rounding->sequential_there = sequential;
        rounding->exact_there = exact.high;
    }
    take(&rounding->scan, distance((double)scan, exact, ulp), i);
    take(&rounding->sequential, distance((double)sequential, exact, ulp), i);
}

FloatError float_error_of(const Trace *trace)
{
    const Run *run = &trace->run;
    const FarthestError none = {0, 0, true};
    FloatError rounding = {.n = run->n,
                           .apart = none,
                           .scan = none,
                           .sequential = none};
    Exact exact = {0, 0};
    float sequential = 0;

    for (uint32_t i = 0; i < run->n; ++i) {
        float x = op_float(trace->input[i]);
        float scan = op_float(trace->output[i]);
        if (!run->inclusive)
            compare(&rounding, i, scan, sequential, exact);
        sequential = i == 0 ? x : sequential + x;
        exact = exact_add(exact, (double)x);
        if (run->inclusive)
            compare(&rounding, i, scan, sequential, exact);
    }
    return rounding;
}

/* ---- In words -------------------------------------------------------------*/

static void explain_farthest(const FarthestError *farthest, Text *text)
{
    if (farthest->nowhere)
        text_add(text, "nowhere");
    else if (isinf(farthest->ulps))
        text_add(text, "without end (output %u)", farthest->at);
    else
        text_add(text, "by up to %.4g ulp (output %u)", farthest->ulps,
                 farthest->at);
}

void float_error_explain(const Trace *trace, const FloatError *rounding,
                         Text *text)
{
    const FarthestError *apart = &rounding->apart;

    if (rounding->differ == 0) {
        text_add(text, "all %u outputs are the sequential sum's floats",
                 rounding->n);
    } else {
        text_add(text, "%u of %u outputs differ from the sequential sum, ",
                 rounding->differ, rounding->n);
        explain_farthest(apart, text);
        text_add(text, ": %.9g here, %.9g one after the other, %.12g exactly",
                 (double)op_float(trace->output[apart->at]),
                 (double)rounding->sequential_there, rounding->exact_there);
    }
    text_add(text, "; from the exact sum the scan differs ");
    explain_farthest(&rounding->scan, text);
    text_add(text, ", the sequential sum ");
    explain_farthest(&rounding->sequential, text);
    text_add(text, ".  Adding floats is not associative: each order rounds in "
                   "its own way, and none is wrong (an ulp, a unit in the last "
                   "place, is the gap between floats there)");
}
