/* SPDX-License-Identifier: MIT
 *
 * What kernels print.  The linker gives the calls of printf and its kin in the
 * user's code to these functions (--wrap): lines appear in the order in which
 * warps run in lockstep, so a launch that prints runs so from its begin.
 */
#include "simulator/machine.h"

#include <stdarg.h>
#include <stdio.h>

int __real_puts(const char *text);
int __real_putchar(int byte);
int __wrap_printf(const char *format, ...);
int __wrap_puts(const char *text);
int __wrap_putchar(int byte);

int __wrap_printf(const char *format, ...)
{
    va_list arguments;

    machine_needs_lockstep();
    va_start(arguments, format);
    int length = vprintf(format, arguments);
    va_end(arguments);
    return length;
}

int __wrap_puts(const char *text)
{
    machine_needs_lockstep();
    return __real_puts(text);
}

int __wrap_putchar(int byte)
{
    machine_needs_lockstep();
    return __real_putchar(byte);
}
