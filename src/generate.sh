#!/bin/sh
# SPDX-License-Identifier: MIT
#
# generate - writes what the build makes of lists and of recorded programs.
#
#     generate.sh entry KERNEL.cu          its entry in the catalog, which is C
#     generate.sh list NAME...             catalog_list.h: an item for each kernel
#     generate.sh kernels NAME... -- SCAN...
#                                          catalog_kernels.h: their files, and the
#                                          scans by one block
#     generate.sh embed FOLDER NAME... -- BUILT...
#                                          embed_list.h: the files that the program
#                                          carries, in FOLDER and here
#     generate.sh record FOLDER LESSON... -- EXAMPLE...
#                                          records the examples as lessons show them
#     generate.sh written FOLDER           the manual page
#     generate.sh catalog FOLDER FILE...   builds the program of the catalog
#
# The first four write to the standard output.
set -e
mode=$1
shift

identifier() { echo "$1" | tr - _; }

# item NAME PATH: the next resource.
item() {
    echo "RESOURCE_ITEM($id, \"$1\", \"$2\")"
    id=$((id + 1))
}

# without_main FILE: a kernel's file as another one includes it.
without_main() {
    awk '/^int main\(/ && FILENAME !~ /catalog\.cu$/ { main = 1 }
        { print main ? "" : $0 } /^}/ { main = 0 }' "$1"
}

case $mode in
entry)
    echo '#include "catalog/plan.h"'
    echo '#include <stdio.h>'
    awk '/^#ifdef UPSWEEP_CATALOG/ {
            print "#line " NR + 1 " \"" FILENAME "\""; on = 1; next }
        /^#endif/ { on = 0 } on' "$1"
    ;;
list)
    for name; do echo "CATALOG_ITEM($(identifier "$name"))"; done
    ;;
kernels)
    while [ "$1" != -- ]; do
        printf 'namespace %s_file\n{\n#include "%s.cu"\n}\n' "$(identifier "$1")" "$1"
        shift
    done
    shift
    printf '#define CATALOG_BLOCK_SCANS \\\n'
    for name; do
        id=$(identifier "$name")
        printf '{"%s", %s_file::%s<T, Op>}, \\\n' "$name" "$id" "$id"
    done
    echo
    ;;
embed)
    folder=$1
    shift
    id=0
    while [ "$1" != -- ]; do
        item "$1" "$folder/$1"
        shift
    done
    shift
    for name; do item "$name" "$name"; done
    ;;
record)
    folder=$1
    shift
    rm -rf recorded
    mkdir -p recorded
    while [ "$1" != -- ]; do
        sed -n 's/^show: *examples\///p' "$folder/$1"
        shift
    done | sort -u >recorded/shown
    while [ "$1" != -- ]; do shift; done
    shift
    for name; do cp "$folder/$name" recorded; done
    cd recorded
    id=0
    while read -r command; do
        # shellcheck disable=SC2086 # a name and options
        XDG_CACHE_HOME=$PWD UPSWEEP_SANDBOX=optional ../program/prebuild \
            --record $id.upsweep $command
        echo "RECORDED_ITEM($id, \"examples/$command\")"
        id=$((id + 1))
    done <shown >list.new
    mv list.new ../recorded_list.h
    ;;
written)
    ./upsweep --man >"$1/doc/upsweep.1"
    ;;
catalog)
    folder=$1
    shift
    rm -rf catalog
    mkdir -p catalog/kernels
    for name; do
        without_main "$folder/$name" >"catalog/kernels/$(basename "$name")"
    done
    cp catalog_kernels.h catalog/kernels
    # In a folder whose name is always as long: the program names its sources.
    here=$PWD
    place=$(mktemp -d "${TMPDIR:-/tmp}/upsweep-catalog.XXXXXX")
    trap 'rm -rf "$place"' EXIT
    cp -R catalog/kernels "$place"
    cd "$place"
    XDG_CACHE_HOME=$place UPSWEEP_SANDBOX=optional "$here/program/prebuild" \
        kernels/catalog.cu program
    mv program program.facts "$here/catalog"
    ;;
esac
