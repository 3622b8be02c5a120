# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# copy_tree - a copy of the source tree, to be configured without CUDA and built
# in its own folder.  Objects that would come out the same are taken from
# the build that the test runs in: they are most of the compiler's work.
#
#     . tests/copy_tree.sh
#     copy_tree TOP FOLDER && cd FOLDER/build && copy_tree_configure ARGUMENT...
#
# Both work in the folder of the build.

# copy_tree TOP FOLDER: the tree, without what was built or recorded in it.
copy_tree() {
    mkdir -p "$2/build" || return 1
    for part in Makefile.am Makefile.in configure configure.ac aclocal.m4 \
        sources.am config.h.in CONTRIBUTING.md LICENSE NEWS README.md SECURITY.md \
        build-aux assets doc examples kernels src; do
        cp -pR "$1/$part" "$2/" || return 1
    done
    chmod -R u+w "$2"
    find "$2" \( -name '*.o' -o -name '*.d' \) -exec rm -f {} +
    copy_tree_objects "$1" "$2/build"
}

# Objects of sources that do not ask how the tree is configured.  A build with
# sanitizers or coverage has none that others can use.
copy_tree_objects() {
    sh ./config.status --config | grep -Eq 'enable-sanitize|coverage' && return
    # what automake's rules for objects in folders wait for
    find src -name .dirstamp | while read -r stamp; do
        mkdir -p "$2/${stamp%/*}" && cp -p "$stamp" "$2/$stamp"
    done
    find src kernels -name '*.o' | while read -r object; do
        source=${object%.o}
        case $source in
        kernels/*.*) continue ;; # for a GPU
        kernels/*) source=$source.cu ;;
        src/gpu/* | src/inject/*) continue ;;
        *) source=$source.c ;;
        esac
        [ -f "$1/$source" ] && [ "$object" -nt "$1/$source" ] || continue
        grep -Eq '"config.h"|(catalog|embed)_list' "$1/$source" && continue
        mkdir -p "$2/${object%/*}" && cp -p "$object" "$2/$object"
    done
}

# copy_tree_configure SETTINGS ARGUMENT...: with the settings of this build
# (config.status --config), but without CUDA, and for a quick compiler.
copy_tree_configure() {
    settings=$1
    shift
    eval "../configure $settings --quiet --srcdir=.. --cache-file=/dev/null" \
        --without-cuda --disable-sanitizers CFLAGS=-O1 '"$@"'
}
