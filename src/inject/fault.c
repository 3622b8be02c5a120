/* SPDX-License-Identifier: MIT */
#include "inject/fault.h"

#include "simulator/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static _Noreturn void end(uint32_t ending)
{
    log_head()->ending = ending;
    fflush(NULL);
    _exit(3);
}

void fault_stop(const char *format, ...)
{
    ProgramLog *head = log_head();
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(head->fault, sizeof head->fault, format, arguments);
    va_end(arguments);
    end(PROGRAM_FAULT);
}

void fault_full(uint64_t lost)
{
    log_head()->lost = lost;
    end(PROGRAM_FULL);
}

void fault_again(void)
{
    ProgramLog *head = log_head();

    head->untried |= UINT64_C(1) << ((head->recorded - 1) % 64);
    end(PROGRAM_AGAIN);
}
