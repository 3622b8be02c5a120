/* SPDX-License-Identifier: MIT
 *
 * homework - what ordinary programs do must work in the sandbox: a line for each,
 * "works NAME" or "fails NAME".
 */
#include <cerrno>
#include <chrono>
#include <clocale>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <mutex>
#include <random>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

namespace fs = std::filesystem;

__global__ void k(int *a) { a[threadIdx.x] = threadIdx.x; }

static bool starts_threads()
{
    std::vector<std::thread> all;
    std::mutex lock;
    int count = 0;
    for (int i = 0; i < 16; ++i)
        all.emplace_back([&] { std::lock_guard<std::mutex> held(lock); ++count; });
    for (auto &one : all)
        one.join();
    return count == 16;
}
static bool waits_for_results()
{
    auto sum = std::async(std::launch::async, [] { return 40 + 2; });
    return sum.get() == 42;
}
static bool waits_for_conditions()
{
    std::mutex lock;
    std::condition_variable changed;
    bool ready = false;
    std::thread other([&] { std::lock_guard<std::mutex> held(lock); ready = true; changed.notify_all(); });
    std::unique_lock<std::mutex> held(lock);
    changed.wait(held, [&] { return ready; });
    other.join();
    return ready;
}
static bool names_threads() { return pthread_setname_np(pthread_self(), "mine") == 0; }
static bool cancels_threads()
{
    std::thread other([] { for (;;) pause(); });
    pthread_cancel(other.native_handle());
    other.join();
    return true;
}
static bool sleeps()
{
    auto begin = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    usleep(1000);
    return std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(6);
}
static bool has_dates() { time_t now = time(0); char said[64]; return strftime(said, 64, "%c", localtime(&now)) > 0; }
static volatile sig_atomic_t rang;
static bool sets_alarms()
{
    signal(SIGALRM, [](int) { rang = 1; });
    itimerval soon = {{0, 0}, {0, 2000}};
    setitimer(ITIMER_REAL, &soon, 0);
    for (int i = 0; i < 1000 && !rang; ++i)
        usleep(1000);
    return rang;
}
static bool signals_itself() { rang = 0; raise(SIGALRM); bool once = rang; rang = 0; kill(getpid(), SIGALRM); return once && rang; }
static bool measures_itself() { rusage usage; return getrusage(RUSAGE_SELF, &usage) == 0 && clock() >= 0; }
static bool knows_the_machine()
{
    return sysconf(_SC_NPROCESSORS_ONLN) > 0 && std::thread::hardware_concurrency() > 0 && sysconf(_SC_PAGESIZE) > 0;
}
static bool pins_itself()
{
    cpu_set_t all;
    return sched_getaffinity(0, sizeof all, &all) == 0 && sched_setaffinity(0, sizeof all, &all) == 0;
}
static bool has_random_numbers() { std::random_device device; return device() != device() || device() != device(); }
static bool has_much_memory() { char *all = (char *)malloc(1ul << 30); memset(all, 1, 1 << 24); free(all); return all != 0; }
static bool maps_a_file()
{
    int in = open("results", O_RDONLY);
    void *text = mmap(0, 6, PROT_READ, MAP_SHARED, in, 0);
    return text != MAP_FAILED && memcmp(text, "before", 6) == 0;
}
static bool maps_memory() { return mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED; }
static bool throws() { try { throw std::runtime_error("x"); } catch (const std::exception &) { return true; } }
static bool has_locales() { setlocale(LC_ALL, ""); std::ostringstream out; out.imbue(std::locale("")); out << 1234.5; return !out.str().empty(); }
static bool has_patterns() { return std::regex_match("abc", std::regex("[a-c]+")); }
static bool writes_and_reads() { std::ofstream("out.txt") << 5; int x = 0; std::ifstream("out.txt") >> x; return x == 5; }
static bool appends() { std::ofstream("out.txt", std::ios::app) << 6; return fs::file_size("out.txt") == 2; }
static bool empties() { std::ofstream("out.txt", std::ios::trunc); return fs::file_size("out.txt") == 0; }
static bool makes_folders() { return fs::create_directories("made/of/folders"); }
static bool copies_files() { return fs::copy_file("results", "copy") && fs::file_size("copy") == fs::file_size("results"); }
static bool lists_folders() { int n = 0; for (auto &entry : fs::directory_iterator(".")) n += entry.exists(); return n > 0; }
static bool renames() { fs::rename("copy", "moved"); return fs::exists("moved"); }
static bool removes() { return fs::remove("moved") && fs::remove_all("made") == 3; }
static bool makes_temporary_files() { std::string name = std::string(getenv("TMPDIR")) + "/aXXXXXX"; return mkstemp(&name[0]) >= 0; }
static bool locks_files() { int out = open("lock", O_RDWR | O_CREAT, 0600); struct flock f = {}; f.l_type = F_WRLCK; return fcntl(out, F_SETLK, &f) == 0; }
static bool pipes_to_itself() { int ends[2]; char c = 0; return pipe(ends) == 0 && write(ends[1], "x", 1) == 1 && read(ends[0], &c, 1) == 1 && c == 'x'; }
static bool does_without_processes() { return popen("true", "r") == 0 && system("true") != 0; }
static bool reads_input() { int x = 0; std::cin >> x; return x == 9; }

#define WORK(name) {#name, name}
static const struct {
    const char *name;
    bool (*works)();
} works[] = {
    WORK(starts_threads), WORK(waits_for_results), WORK(waits_for_conditions),
    WORK(names_threads), WORK(cancels_threads), WORK(sleeps), WORK(has_dates),
    WORK(sets_alarms), WORK(signals_itself), WORK(measures_itself),
    WORK(knows_the_machine), WORK(pins_itself), WORK(has_random_numbers),
    WORK(has_much_memory), WORK(maps_a_file), WORK(maps_memory), WORK(throws),
    WORK(has_locales), WORK(has_patterns), WORK(lists_folders),
    WORK(pipes_to_itself), WORK(does_without_processes), WORK(reads_input),
    /* what a system without Landlock does not allow */
    WORK(writes_and_reads), WORK(appends), WORK(empties), WORK(makes_folders),
    WORK(copies_files), WORK(renames), WORK(removes),
    WORK(makes_temporary_files), WORK(locks_files)};

int main()
{
    int *a;

    cudaMalloc(&a, 128);
    k<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    for (const auto &work : works) {
        bool good = false;
        try {
            good = work.works();
        } catch (const std::exception &) {
        }
        printf("%s %s\n", good ? "works" : "fails", work.name);
    }
    printf("tried %zu\n", sizeof works / sizeof *works);
    return 0;
}
