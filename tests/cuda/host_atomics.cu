// SPDX-License-Identifier: MIT
//
// Atomic operations of the host, those too that nobody sees: of the guard of a static
// variable, of a shared_ptr.
#include <atomic>
#include <cstdlib>
#include <cstdio>
#include <future>
#include <memory>
#include <random>
#include <regex>
#include <thread>
#include <mutex>
__global__ void f(int *a) { a[threadIdx.x] = 1; }
__global__ void g(std::shared_ptr<int> p, int *a) { a[threadIdx.x] = 2; }
int main() {
    static int n = atoi("32");
    int *a; cudaMalloc(&a, 128);
    f<<<1, n>>>(a);
    auto p = std::make_shared<int>(3); auto q = p;
    g<<<1, 32>>>(p, a);
    std::atomic<int> c(0); std::atomic_flag fl = ATOMIC_FLAG_INIT; fl.test_and_set();
    std::atomic<char> ch(1); ch ^= 3; std::atomic<short> sh(1); sh &= 1; std::atomic<long> l(5); long w = 5; l.compare_exchange_strong(w, 9); std::atomic<double> dd(1.0); dd = 2.0;
    std::thread t([&]{ for (int i = 0; i < 1000; i++) c++; }); for (int i = 0; i < 1000; i++) c.fetch_add(1); t.join();
    auto fu = std::async(std::launch::async, []{ return 7; });
    int x = 0; __sync_fetch_and_add(&x, 2); __atomic_fetch_nand(&x, 1, __ATOMIC_RELAXED);
    std::regex re("a.c"); std::mutex m; std::lock_guard<std::mutex> lk(m);
    bool good = c.load() == 2000 && fu.get() == 7 && x == -1 &&
                std::regex_match("abc", re) && l.load() == 9 && p.use_count() == 2;
    printf("host_atomics: %s\n", good ? "ok" : "wrong");
    std::atomic_thread_fence(std::memory_order_seq_cst);
}
