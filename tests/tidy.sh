#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tidy.sh FLAG... - layout of the code, includes between rooms, and, where they are
# installed, clang's warnings of what was built here with these flags, and spelling;
# -L names what is misspelt on purpose.  srcdir says where the source is.
set -e
source=${srcdir:-.}

has() {
    command -v "$1" >/dev/null && return
    echo "make tidy: $1 is missing, so $2" >&2
    return 1
}

has clang-format "it stops; install it" || exit 1
(cd "$source" && find src kernels tests -name '*.[ch]' \
    -exec clang-format --dry-run -Werror {} +)
sh "$source/tests/layers.test" "$source"
if has clang "its warnings are not looked at"; then
    find src -name '*.o' ! -path 'src/inject/*' | sed "s|^|$source/|; s/o\$/c/" |
        xargs ls 2>/dev/null | xargs clang -fsyntax-only -Werror "$@"
fi
if has codespell "spelling is not looked at"; then
    cd "$source"
    codespell -L paddin,padd,recrod,nd,thid,upto,befores,titel,stpo \
        -S '*.upsweep,corpus,OFL.txt' ./*.md NEWS Makefile.am configure.ac \
        bootstrap assets doc kernels src tests
fi
