/* SPDX-License-Identifier: MIT
 *
 * upsweep_async - copies by hardware, as ordinary copies of the threads that
 * ask for them: each has ended when its call returns (C++).  What waits for a
 * block is a barrier of the block.
 */
#ifndef UPSWEEP_ASYNC_H
#define UPSWEEP_ASYNC_H

#include "cooperative_groups.h"

UPSWEEP_DEVICE_BEGIN

UPSWEEP_RETURNS(inline void __pipeline_memcpy_async(void *to, const void *from,
                                                    size_t bytes,
                                                    size_t zeros = 0),
                memcpy(to, from, bytes - zeros),
                memset((char *)to + bytes - zeros, 0, zeros), (void)0)
UPSWEEP_RETURNS(inline void __pipeline_commit(), (void)0)
UPSWEEP_RETURNS(inline void __pipeline_wait_prior(size_t), (void)0)

namespace cooperative_groups
{

/* The threads of GROUP copy 4 bytes each, or single bytes where there are no
 * whole words. */
template <class Group, class T>
inline void memcpy_async(const Group &group, T *to, const T *from, size_t bytes)
{
    size_t piece = bytes % 4 || sizeof(T) % 4 ? 1 : 4;

    for (size_t i = group.thread_rank() * piece; i < bytes;
         i += group.size() * piece)
        memcpy((char *)to + i, (const char *)from + i, piece);
}
template <class Group>
UPSWEEP_RETURNS(inline void wait(const Group &group), group.sync())
template <unsigned stages, class Group>
UPSWEEP_RETURNS(inline void wait_prior(const Group &group), group.sync())

} // namespace cooperative_groups

namespace cuda
{

enum thread_scope {
    thread_scope_system,
    thread_scope_device,
    thread_scope_block,
    thread_scope_thread
};
enum class pipeline_role { producer, consumer };
template <size_t align> struct aligned_size_t {
    size_t value;
    __host__ __device__ explicit aligned_size_t(size_t bytes) : value(bytes)
    {
    }
    UPSWEEP_RETURNS(__host__ __device__ operator size_t() const, value)
};
template <thread_scope scope, unsigned char stages>
struct pipeline_shared_state {
};
/* Of one thread, or of all threads of a block. */
template <thread_scope scope> struct pipeline {
    UPSWEEP_RETURNS(void producer_acquire(), (void)0)
    UPSWEEP_RETURNS(void producer_commit(), (void)0)
    UPSWEEP_RETURNS(void consumer_wait(),
                    scope == thread_scope_thread ? (void)0 : upsweep_barrier())
    UPSWEEP_RETURNS(void consumer_release(), consumer_wait())
};
UPSWEEP_RETURNS(inline pipeline<thread_scope_thread> make_pipeline(), {})
template <class Group, thread_scope scope, unsigned char stages>
UPSWEEP_RETURNS(inline pipeline<scope> make_pipeline(
                    const Group &, pipeline_shared_state<scope, stages> *),
                {})
template <class Group, thread_scope scope, unsigned char stages, class R>
inline pipeline<scope> make_pipeline(const Group &,
                                     pipeline_shared_state<scope, stages> *, R)
{
    upsweep_missing("cuda::pipeline with producers and consumers is not "
                    "supported");
}
template <unsigned stages, class P>
UPSWEEP_RETURNS(inline void pipeline_consumer_wait_prior(P &pipe),
                pipe.consumer_wait())
/* All threads of the block arrive and wait. */
template <thread_scope scope> struct barrier {
    typedef int arrival_token;
    friend void init(barrier *, int threads)
    {
        if ((unsigned)threads != upsweep::block_threads())
            upsweep_missing("cuda::barrier of a part of a block is not "
                            "supported");
    }
    UPSWEEP_RETURNS(arrival_token arrive(), 0)
    UPSWEEP_RETURNS(void wait(arrival_token), upsweep_barrier())
    UPSWEEP_RETURNS(void arrive_and_wait(), upsweep_barrier())
};
template <class T, class Pipe>
UPSWEEP_RETURNS(inline void memcpy_async(T *to, const T *from, size_t bytes,
                                         Pipe &),
                (void)memcpy(to, from, bytes))
template <class Group, class T, class Pipe>
UPSWEEP_RETURNS(inline void memcpy_async(const Group &group, T *to,
                                         const T *from, size_t bytes, Pipe &),
                cooperative_groups::memcpy_async(group, to, from, bytes))

} // namespace cuda

UPSWEEP_DEVICE_END

#endif
