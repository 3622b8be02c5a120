#!/bin/sh
# SPDX-License-Identifier: MIT
#
# kernel_check - refuses a kernel's object file that has a variable which outlives
# its thread, or that takes one from elsewhere. Threads share such a variable
# without a barrier, and the CPU machine does not see who reads and writes it: what
# verify says would not hold. The makefile runs this for each kernel.
#
#     kernel_check.sh OBJDUMP OBJECT SOURCE NAME
#
# Prints one line for each fault, with NAME for the file, and exits with 1 if there
# is one. Looked at are the symbols of OBJECT that do not lie in a section known to be
# read-only, and those that it does not define.

objdump=$1 object=$2 source=$3 name=$4

# What a kernel and its entry may use: the dialect (thread_), the catalog,
# and functions that keep nothing between two calls. A name that begins with "_" is
# the compiler's.
known='^(_|thread_|catalog_|plan_|algorithm_|guard_forbid|base_|error_set$)
|^(mem(cpy|move|set|cmp|chr)|str(len|n?cmp|r?chr|str)|v?snprintf)$
|^(l?l?abs|(sqrt|floor|ceil|round|fabs|fmin|fmax|log2?|exp2?|pow)f?)$'
known=$(echo "$known" | tr -d '\n')

# What compilers add for sanitizers and for coverage.
added='^__(odr_asan|asan_|unnamed_[0-9]|gcov|llvm_|prof|sancov)'

# Sections that cannot be written, or not after the program has started.
constant='^([*]ABS[*]$|[.](text|l?rodata|data[.]rel[.]ro|eh_frame|debug))'

# Prints "variable NAME" or "foreign NAME" for each symbol that is a fault.
faults() {
    "$objdump" -t "$object" | awk -v known="$known" -v added="$added" \
        -v constant="$constant" '
    # "ADDRESS FLAGS SECTION<tab>SIZE NAME"
    /\t/ && $1 ~ /^[0-9a-f]+$/ {
        split($0, half, "\t")
        count = split(half[1], word, " ")
        place = word[count]
        sub(/^[^ ]* +([.]hidden +)?/, "", half[2])
        symbol = half[2]
        if (count > 2 && word[count - 1] ~ /d/) # the section itself, or a file
            next
        if (place == "*UND*" && symbol !~ known)
            print "foreign " symbol
        else if (place != "*UND*" && place !~ constant && symbol !~ added)
            print "variable " symbol
    }'
}

# line NAME: ":" and the line that declares it, or else the first line of code that
# has this word; nothing if none has.
line() {
    awk -v wanted="$1" '
    /^ *(\/[*\/]|[*])/ { next }
    { text = " " $0 " " }
    text !~ "[^A-Za-z0-9_]" wanted "[^A-Za-z0-9_]" { next }
    !first { first = NR }
    text ~ / (static|extern|_Thread_local) / && !declared { declared = NR }
    END { if (first) print ":" (declared ? declared : first) }' "$source"
}

"$objdump" -f "$object" >/dev/null || exit 1
status=0
for fault in $(faults | tr ' ' '='); do
    symbol=${fault#*=}
    status=1
    case $fault in
    variable=*compound*literal*)
        echo "$name: a literal outside of the kernel outlives a thread, and" \
            "threads share it; pass words by STORE and LOAD" >&2 ;;
    variable=*)
        symbol=${symbol#*_kernel.} # a local one, as Clang and GCC call it
        symbol=${symbol%.*[0-9]}
        echo "$name$(line "$symbol"): the variable $symbol outlives a thread, and" \
            "threads share it; pass words by STORE and LOAD" >&2 ;;
    *)
        echo "$name$(line "$symbol"): $symbol is no word of the dialect, and may" \
            "keep something that threads share; a kernel does without it" >&2 ;;
    esac
done
exit $status
