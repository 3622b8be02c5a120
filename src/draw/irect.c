/* SPDX-License-Identifier: MIT
 *
 * irect - whole pixels; see irect.h.
 */
#include "draw/irect.h"

#include <math.h>

int irect_pixel(double x)
{
    const double far = 1e6;

    return (int)lround(x > -far ? x < far ? x : far : -far);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

IntRect irect_of(Rect box)
{
    return (IntRect){irect_pixel(box.x), irect_pixel(box.y),
                     irect_pixel(box.x + box.w), irect_pixel(box.y + box.h)};
}

IntRect irect_common(IntRect a, IntRect b)
{
    return (IntRect){most(a.left, b.left), most(a.top, b.top),
                     least(a.right, b.right), least(a.bottom, b.bottom)};
}

bool irect_is_empty(IntRect part)
{
    return part.left >= part.right || part.top >= part.bottom;
}

bool irect_touches(IntRect a, IntRect b)
{
    return !irect_is_empty(irect_common(a, b));
}
