/* SPDX-License-Identifier: MIT
 *
 * number_format - writes numbers without printf, which would take most of the
 * time for a picture of tens of thousands of numbers; see number_format.h.
 */
#include "util/number_format.h"

#include <math.h>

void number_format_add(Text *text, double x)
{
    const double most = 1e12;
    char digits[24];
    int at = sizeof digits;

    x = x > most ? most : x < -most ? -most : x;
    long long hundredths = llround(x * 100);
    bool negative = hundredths < 0;
    unsigned long long rest =
        (unsigned long long)(negative ? -hundredths : hundredths);
    unsigned part = (unsigned)(rest % 100);

    rest /= 100;
    if (part) {
        if (part % 10)
            digits[--at] = (char)('0' + part % 10);
        digits[--at] = (char)('0' + part / 10);
        digits[--at] = '.';
    }
    for (; rest; rest /= 10)
        digits[--at] = (char)('0' + rest % 10);
    if (!hundredths)
        digits[--at] = '0';
    if (negative)
        digits[--at] = '-';
    text_add_bytes(text, digits + at, sizeof digits - (size_t)at);
}
