/* SPDX-License-Identifier: MIT
 *
 * trace_traits - what each kind of access is, the table of trace.h.
 */
#include "trace/trace.h"

const AccessTraits *trace_traits(AccessKind kind)
{
    static const AccessTraits traits[ACCESS_KINDS] = {
        [ACCESS_LOAD] = {"load", "loads", "load", SPACE_SHARED, .brings = true,
                         .plain = true},
        [ACCESS_STORE] = {"store", "stores", "store", SPACE_SHARED,
                          .writes = true, .plain = true},
        [ACCESS_GLOAD] = {"global load", "loads", "read ", SPACE_GLOBAL,
                          .brings = true, .plain = true},
        [ACCESS_GSTORE] = {"global store", "stores", "write ", SPACE_GLOBAL,
                           .writes = true, .plain = true},
        [ACCESS_SHFL] = {"shuffle", "shuffles", "shuffle", SPACE_LANES,
                         .brings = true},
        [ACCESS_ATOMIC] = {"atomic", "changes", "count in ", SPACE_GLOBAL,
                           .brings = true, .writes = true},
        [ACCESS_CHANGE] = {"shared atomic", "changes", "change", SPACE_SHARED,
                           .brings = true, .writes = true, .serial = true},
        [ACCESS_COUNT] = {"shared count", "counts in", "count", SPACE_SHARED,
                          .brings = true, .writes = true},
    };
    return traits + kind;
}

const AccessTraits *trace_traits_of(const Instruction *at)
{
    return trace_traits((AccessKind)at->kind);
}

bool trace_is_shared(const Instruction *at)
{
    return trace_traits_of(at)->space == SPACE_SHARED;
}

bool trace_is_global(const Instruction *at)
{
    return trace_traits_of(at)->space == SPACE_GLOBAL;
}

bool trace_is_load(const Instruction *at)
{
    return trace_is_shared(at) && trace_traits_of(at)->brings;
}

bool trace_is_store(const Instruction *at)
{
    return trace_is_shared(at) && trace_traits_of(at)->writes;
}

/* True if AT touches single words of global memory, and brings or writes them
 * as is said. */
static bool is_of_words(const Instruction *at, bool brings, bool writes)
{
    const AccessTraits *is = trace_traits_of(at);

    return is->space == SPACE_GLOBAL && is->brings == brings &&
           is->writes == writes;
}

bool trace_is_global_load(const Instruction *at)
{
    return is_of_words(at, true, false);
}

bool trace_is_global_store(const Instruction *at)
{
    return is_of_words(at, false, true);
}

bool trace_is_update(const Instruction *at)
{
    return is_of_words(at, true, true);
}

bool trace_is_shuffle(const Instruction *at)
{
    return trace_traits_of(at)->space == SPACE_LANES;
}
