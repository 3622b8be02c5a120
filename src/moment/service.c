/* SPDX-License-Identifier: MIT */
#include "moment/service.h"

#include "analysis/cost.h"

#include <math.h>

Service service_of(const Trace *trace, const Instruction *at)
{
    Service service = {.trace = trace,
                       .at = at,
                       .accesses = trace_accesses(trace, at)};

    service.cost = bank_cost(trace, at, service.queues);
    service.turns = service.cost.wavefronts;
    if (trace_is_shared(at))
        bank_places(trace, at, service.places, service.ranks);
    if (trace_is_global(at))
        service.turns = cost_turns(trace, at, service.ranks);
    return service;
}

bool service_is_shared(const Service *service)
{
    return service->at && trace_is_shared(service->at);
}

bool service_conflicts(const Service *service, uint32_t bank)
{
    return service->cost.wavefronts > 1 && service->queues[bank] > 1;
}

int service_at(const Service *service, uint32_t bank, uint32_t place)
{
    for (int i = 0; service_is_shared(service) && i < service->at->lanes; ++i)
        if (bank_of(service->trace, service->accesses[i].cell) == bank &&
            service->places[i] == place)
            return i;
    return -1;
}

uint8_t *service_touched(const Service *service, uint32_t words)
{
    if (!service_is_shared(service))
        return NULL;
    uint8_t *touched = base_alloc((size_t)words + 1, 1);
    for (int i = service->at->lanes - 1; i >= 0; --i)
        touched[service->accesses[i].cell] = (uint8_t)(i + 1);
    return touched;
}

/* ---- Progress -------------------------------------------------------------*/

static double within(double share)
{
    return fmin(fmax(share, 0), 1);
}

/* Cycles, or transactions, that it takes. */
static double cycles_of(const Service *service)
{
    return service->turns ? service->turns : 1;
}

/* Of the first cycle, for entering the queues. */
static double entry_of(const Service *service)
{
    return service_is_shared(service) ? SERVICE_ENTRY : 0;
}

/* How many wavefronts were served at PROGRESS, with a part of the one
 * that is under way. */
static double served_of(const Service *service, double progress)
{
    double cycles = cycles_of(service), entry = entry_of(service);

    return (progress * cycles - entry) / ((cycles - entry) / cycles);
}

double service_entered(const Service *service, double progress)
{
    if (progress >= 1 || !service_is_shared(service))
        return 1;
    return within(progress * cycles_of(service) / entry_of(service));
}

double service_share(const Service *service, double progress,
                     const Access *access)
{
    if (progress >= 1)
        return 1;
    double cycles = cycles_of(service), entry = entry_of(service);
    double slot = (cycles - entry) / cycles;
    double since = progress * cycles - entry -
                   service->ranks[access - service->accesses] * slot;

    return within(since / slot);
}

uint32_t service_cycles(const Service *service, double progress)
{
    double over = floor(served_of(service, progress) + 1e-9);

    return (uint32_t)fmin(fmax(over, 0), service->cost.wavefronts);
}

int service_begun(const Service *service, double progress, uint32_t bank)
{
    int begun = 0;

    if (progress >= 1)
        return service->queues[bank];
    for (int i = 0; i < service->at->lanes; ++i)
        begun += bank_of(service->trace, service->accesses[i].cell) == bank &&
                 service_share(service, progress, service->accesses + i) > 0;
    return begun;
}
