/* SPDX-License-Identifier: MIT
 *
 * helper_functions - what NVIDIA's samples include for their host code (C++).
 */
#ifndef UPSWEEP_HELPER_FUNCTIONS_H
#define UPSWEEP_HELPER_FUNCTIONS_H

#include "helper_string.h"
#include "helper_timer.h"

#include <math.h>

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

template <class T, class N, class E>
inline bool upsweep_compare(const T *wanted, const T *data, N count, E epsilon)
{
    for (N i = 0; i < count; ++i)
        if (fabs((double)wanted[i] - (double)data[i]) > (double)epsilon)
            return false;
    return true;
}
template <class T, class N, class E>
inline bool compareData(const T *wanted, const T *data, N count, E epsilon,
                        float)
{
    return upsweep_compare(wanted, data, count, epsilon);
}
inline bool sdkCompareL2fe(const float *wanted, const float *data, unsigned n,
                           float epsilon)
{
    double error = 0, reference = 0;

    for (unsigned i = 0; i < n; ++i) {
        double off = (double)wanted[i] - (double)data[i];
        error += off * off;
        reference += (double)wanted[i] * (double)wanted[i];
    }
    return reference > 0 && sqrt(error / reference) < (double)epsilon;
}

/* Writes COUNT numbers into the file NAME, as text. */
template <class T, class E>
inline bool sdkWriteFile(const char *name, const T *data, unsigned count,
                         E /* epsilon */, bool /* verbose */,
                         bool append = false)
{
    FILE *file = fopen(name, append ? "a" : "w");

    if (!file)
        return false;
    for (unsigned i = 0; i < count; ++i)
        fprintf(file, "%g ", (double)data[i]);
    return fclose(file) == 0;
}

#endif
