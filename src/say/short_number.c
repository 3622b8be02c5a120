/* SPDX-License-Identifier: MIT */
#include "say/short_number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes "1.1e+12" and "1e-05" of TEXT "1.1e12" and "1e-5". */
static void shorten_exponent(char *text)
{
    char *from = strchr(text, 'e');
    char *to = from ? from + 1 : NULL;

    if (!from)
        return;
    if (*++from == '-')
        *to++ = '-';
    ++from;
    from += strspn(from, "0");
    memmove(to, from, strlen(from) + 1);
}

/* Zeros at the end of a fraction show that it is rounded: "4.0". */
static void print_digits(double value, int digits, char text[VALUE_TEXT])
{
    snprintf(text, VALUE_TEXT, "%.*g", digits, value);
    shorten_exponent(text);
    if (strpbrk(text, "ein")) /* 1e6, inf, nan */
        return;
    snprintf(text, VALUE_TEXT, "%#.*g", digits, value);
    if (text[strlen(text) - 1] == '.')
        text[strlen(text) - 1] = '\0';
}

/* Prints DIGITS digits of VALUE in MOST characters at most, if there is room;
 * 99.5 is rather 100 than 1e2, and 10034 is not 1e4, but 1.0e4. */
static bool print_short(Number number, int digits, size_t most,
                        char text[VALUE_TEXT])
{
    double value = number_value(number);
    print_digits(value, digits, text);
    bool large = strchr(text, 'e') && fabs(value) >= 1;
    char whole[VALUE_TEXT];

    if (large && element_is_float(number.element) &&
        snprintf(whole, sizeof whole, "%.0f", value) <= (int)most) {
        memcpy(text, whole, sizeof whole);
        return true;
    }
    if (large && !strchr(text, '.')) {
        snprintf(text, VALUE_TEXT, "%#.*g", digits, value);
        shorten_exponent(text);
    }
    return strlen(text) <= most && !(digits == 1 && strchr(text, 'e'));
}

bool number_shorten(Number number, size_t most, char text[VALUE_TEXT])
{
    char shorter[VALUE_TEXT];

    if (element_width(number.element) == 0)
        return false;
    for (int digits = 4; digits > 0; --digits)
        if (print_short(number, digits, most, shorter)) {
            memcpy(text, shorter, sizeof shorter);
            return true;
        }
    return false;
}

/* How far what TEXT says is from NUMBER. */
static double distance(Number number, const char *text)
{
    double said = strtod(text, NULL);

    if (number.element == ELEMENT_F32)
        said = (double)(float)said;
    return fabs(said - number_value(number));
}

bool number_is_rounded(Number number, const char *text)
{
    double value = number_value(number);
    char four[VALUE_TEXT];

    if (element_width(number.element) == 0 || !isfinite(value))
        return false;
    snprintf(four, sizeof four, "%.4g", value);
    return distance(number, text) > distance(number, four);
}
