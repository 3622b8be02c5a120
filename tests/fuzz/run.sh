#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh - builds the fuzz targets with libFuzzer (or, with FUZZER=afl, AFL++)
# and runs each for a while; `make fuzz FUZZ_SECONDS=60` calls it.
#
#     tests/fuzz/run.sh [SECONDS [FOLDER [TARGET ...]]]
#
# FOLDER (fuzz) keeps the build, what was found, and the inputs that reach new
# code, so that a later run continues from there.  Ends with 1, and names the
# input, if one breaks the program.

set -u
seconds=${1:-60}
folder=${2:-fuzz}
[ $# -gt 2 ] && shift 2 && targets=$* || targets="command lesson list log source trace"
fuzzer=${FUZZER:-libfuzzer}
make=${MAKE:-make}
top=$(cd "$(dirname "$0")/../.." && pwd) || exit 3

case $fuzzer in
afl) cc=${CC_AFL:-afl-clang-fast} cover= ;;
*) cc=${CC_LIBFUZZER:-clang} cover=-fsanitize=fuzzer-no-link ;;
esac
command -v "$cc" >/dev/null || {
    echo "run.sh: $cc is missing; install it, or run the corpus alone with" \
        "make check" >&2
    exit 3
}

mkdir -p "$folder/$fuzzer" && cd "$folder/$fuzzer" || exit 3
here=$(pwd) # the targets change to a temporary folder
checks="-fsanitize=address,undefined -fno-sanitize=pointer-overflow"
checks="$checks -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
# The simulator has its own handler of divisions: it comes first, and stays.
link="-fsanitize=fuzzer,address,undefined -Wl,-z,muldefs"
{
    [ -f Makefile ] || "$top/configure" --quiet --without-cuda CC="$cc" \
        CFLAGS="-O1 -g $cover $checks" LDFLAGS="-Wl,-z,muldefs" \
        CPPFLAGS=-DFUZZ_NO_MAIN
} >configure.log 2>&1 || { tail configure.log >&2; exit 3; }
for target in $targets; do
    "$make" -s LIBS=-lm UPSWEEP_LDFLAGS="$link" "tests/fuzz/fuzz_$target"
done >make.log 2>&1 || { tail make.log >&2; exit 3; }

export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=0}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"

# The most bytes of an input of target $1.
most_bytes() {
    case $1 in
    log) echo 16384 ;;
    source) echo 4096 ;;
    *) echo 2048 ;;
    esac
}

# The words of target $1, for option $2, where it has some.
words() {
    [ ! -f "$top/tests/fuzz/$1.dict" ] || echo "$2$top/tests/fuzz/$1.dict"
}

# With libFuzzer: the corpus is what is known, and found/ what is learned.
run_libfuzzer() {
    mkdir -p "$1/found"
    # shellcheck disable=SC2046 # an option, or none
    "./tests/fuzz/fuzz_$1" -close_fd_mask=1 -timeout=60 -rss_limit_mb=1024 \
        -max_len="$(most_bytes "$1")" $(words "$1" -dict=) \
        -max_total_time="$seconds" -print_final_stats=1 \
        -artifact_prefix="$here/$1/" "$here/$1/found" "$top/tests/fuzz/corpus/$1" \
        >"$1/log" 2>&1
}

run_afl() {
    mkdir -p "$1"
    # shellcheck disable=SC2046 # an option, or none
    ASAN_OPTIONS="$ASAN_OPTIONS:abort_on_error=1:symbolize=0" \
    AFL_SKIP_CPUFREQ=1 AFL_NO_UI=1 AFL_BENCH_UNTIL_CRASH=1 \
    AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 \
        afl-fuzz -t 10000 -m none $(words "$1" -x) -V "$seconds" -i "$top/tests/fuzz/corpus/$1" \
        -o "$here/$1/out" "$here/tests/fuzz/fuzz_$1" >"$1/log" 2>&1 &&
        [ -z "$(find "$1/out" -path '*crashes/id*' | head -n 1)" ]
}

status=0
for target in $targets; do
    mkdir -p "$target"
    if "run_$fuzzer" "$target"; then
        echo "$target: nothing in $seconds s;" \
            "$(grep -c . "$target/log") lines in $folder/$fuzzer/$target/log"
    else
        echo "$target: an input breaks it, see" \
            "$folder/$fuzzer/$target/log" >&2
        status=1
    fi
done
exit $status
