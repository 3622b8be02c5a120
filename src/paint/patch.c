/* SPDX-License-Identifier: MIT
 *
 * patch - whole pixels; see patch.h.
 */
#include "paint/patch.h"

#include <math.h>

int patch_pixel(double x)
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

Patch patch_of(Rect box)
{
    return (Patch){patch_pixel(box.x), patch_pixel(box.y),
                   patch_pixel(box.x + box.w), patch_pixel(box.y + box.h)};
}

Patch patch_common(Patch a, Patch b)
{
    return (Patch){most(a.left, b.left), most(a.top, b.top),
                   least(a.right, b.right), least(a.bottom, b.bottom)};
}

bool patch_is_empty(Patch patch)
{
    return patch.left >= patch.right || patch.top >= patch.bottom;
}

bool patch_touches(Patch a, Patch b)
{
    return !patch_is_empty(patch_common(a, b));
}
