#!/bin/sh
# SPDX-License-Identifier: MIT
#
# deep.sh [PART...] - the parts of `./bootstrap check --deep`, which installs what
# they need and calls this. Each builds in build/deep/PART and writes
# build/deep/PART.log; a table of parts comes last, and a line that counts them.
# FUZZ_SECONDS (60) is the time for each target of the fuzzer.

top=$(cd "$(dirname "$0")/.." && pwd) || exit 3
folder=$top/build/deep

# Names, and what each part does: part_NAME below, with "-" for "_".
parts() {
    cat <<'END'
suite           all tests, at all sizes, in build/
asan            gcc, AddressSanitizer and UndefinedBehaviorSanitizer: all tests
clang           clang has no warning in the program and in the tests; a few tests
aarch64         another processor, played by qemu: all tests but those of the window
musl            a static program with another C library: it verifies and is asked
32-bit          configure refuses a machine of 32 bits, in one line
without-viewer  no pictures, no window: all tests
without-cuda    no GPU, warnings of gcc are errors: all tests
distcheck       the release: unpacked, built, tested, installed, removed
debian          Debian's packages: built twice, the same bytes; lintian is content
valgrind        valgrind finds nothing in a command of each kind
fuzz            fuzzers, a while each
failures        memory and writes that fail
hostile         traces made to take long are answered, in 2 s and 500 MB
installed       shells and desktops take what is installed; nothing is skipped
documents       a browser and LaTeX read what is exported; nothing is skipped
site            a browser opens every page of the site, on a phone and on a screen
END
}

cores() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1; }
make_() { make --no-print-directory -j"$(cores)" "$@"; }

# configure_ PART OPTION...: a separate build.
configure_() {
    mkdir -p "$folder/$1"
    cd "$folder/$1"
    shift
    [ -e config.status ] ||
        "$(realpath --relative-to=. "$top")/configure" --quiet "$@"
}

# suite_of PART OPTION...: all tests of such a build.
suite_of() {
    configure_ "$@"
    make_ check
}

part_suite() { UPSWEEP_SLOW=1 make_ -C "$top/build" check; }

# What UndefinedBehaviorSanitizer finds ends the test.
part_asan() {
    UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
    export UBSAN_OPTIONS
    configure_ asan CC=gcc --enable-sanitizers --without-cuda CFLAGS="-O1 -g"
    make_ check TEST_LINK=
}

# What a compiler could break: kernels, switches of stacks, faults, programs.
part_clang() {
    configure_ clang CC=clang --enable-werror --without-cuda
    make_ check TESTS="tests/test_fiber tests/test_algorithms \
        tests/test_catalog_trace tests/cli.test tests/verify.test tests/locals.test"
}

# Programs are compiled for that machine, too; qemu has no sandbox for them, and a
# slow clock for what must be answered soon.
part_aarch64() {
    configure_ aarch64 --host=aarch64-linux-gnu --without-viewer --without-cuda
    echo 'int main(void) { return 0; }' >other.c
    aarch64-linux-gnu-gcc -o other other.c
    ./other || {
        echo "this system does not hand programs of aarch64 to qemu; as root:"
        echo "    mount -t binfmt_misc none /proc/sys/fs/binfmt_misc"
        echo "    cat /usr/lib/binfmt.d/qemu-aarch64.conf" \
            ">/proc/sys/fs/binfmt_misc/register"
        return 1
    }
    mkdir -p compiler
    ln -sf "$(command -v aarch64-linux-gnu-objcopy)" compiler/objcopy
    # The clang that is here, and its libraries, are not that processor's.
    printf '#!/bin/sh\nexit 1\n' >compiler/clang++
    chmod +x compiler/clang++
    PATH=$PWD/compiler:$PATH UPSWEEP_SANDBOX=optional UPSWEEP_EMULATED=1
    export PATH UPSWEEP_SANDBOX UPSWEEP_EMULATED
    make_ check
}

# musl_library SOURCE OPTION...: Debian's source of a library, built with musl.
musl_library() {
    source=$1
    shift
    rm -rf "$source"
    mkdir "$source"
    cd "$source"
    apt-get -q -o Dir::Etc::SourceList="$folder/musl/sources.list" \
        -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$folder/musl/lists" \
        source --download-only "$source"
    tar xf "$source"_*.orig.tar.*z
    cd "$source"-*
    [ -e configure ] || autoreconf -fi
    ./configure --quiet CC=musl-gcc --prefix="$folder/musl/root" \
        --disable-shared "$@"
    make_ install
    cd "$folder/musl"
}

part_musl() {
    mkdir -p "$folder/musl/lists/partial"
    cd "$folder/musl"
    echo "deb-src http://deb.debian.org/debian $(
        sed -n 's/^VERSION_CODENAME=//p' /etc/os-release) main" >sources.list
    apt-get -q -o Dir::Etc::SourceList="$PWD/sources.list" \
        -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$PWD/lists" update
    musl_library jansson
    musl_library sqlite3 --disable-tcl --disable-readline --disable-load-extension
    PKG_CONFIG_LIBDIR=$PWD/root/lib/pkgconfig
    export PKG_CONFIG_LIBDIR
    configure_ musl/build CC=musl-gcc --enable-werror --without-viewer \
        --without-cuda --without-programs --disable-hardening LDFLAGS=-static
    make_ check check_DATA= \
        TESTS="tests/cli.test tests/verify.test tests/recorded.test"
}

# The compiler is one that works, so that the refusal is ours.
part_32_bit() {
    rm -rf "$folder/32-bit"
    mkdir "$folder/32-bit"
    cd "$folder/32-bit"
    echo 'int main(void) { return 0; }' >small.c
    i686-linux-gnu-gcc -o small small.c
    ! "$top/configure" --quiet --host=i686-linux-gnu --without-cuda 2>said
    cat said
    [ "$(wc -l <said)" -eq 1 ]
    grep -q 'Upsweep needs pointers of 64 bits; use ' said
}

part_without_viewer() { suite_of without-viewer --without-viewer; }

part_without_cuda() { suite_of without-cuda --without-cuda --enable-werror; }

part_distcheck() {
    configure_ distcheck
    make_ distcheck
}

# debian_in FOLDER: the packages, made of the source in it.
debian_in() {
    mkdir -p "$1/upsweep"
    (cd "$top" && tar cf - --exclude=./build --exclude='./build-*' --exclude=./demo \
        --exclude-vcs --exclude=./autom4te.cache .) | tar xf - -C "$1/upsweep"
    cd "$1/upsweep"
    DEB_BUILD_OPTIONS="nocheck parallel=$(cores)" dpkg-buildpackage -d -us -uc
}

part_debian() {
    rm -rf "$folder/debian"
    (debian_in "$folder/debian/one")
    (umask 027 && TZ=Asia/Tokyo && LC_ALL=C && export TZ LC_ALL &&
        debian_in "$folder/debian/another/place")
    cd "$folder/debian/one"
    for file in *.deb *.dsc *.tar.xz; do
        cmp "$file" "../another/place/$file"
    done
    lintian --allow-root --profile debian --fail-on error,warning ./*.changes
}

# quiet_under_valgrind STATUS ARGUMENT...: upsweep ends with STATUS, and valgrind
# has nothing to say.
quiet_under_valgrind() {
    wanted=$1
    shift
    echo "upsweep $*"
    got=0
    valgrind -q --error-exitcode=99 --leak-check=full \
        --errors-for-leak-kinds=definite "$top/build/upsweep" "$@" \
        >out || got=$?
    [ "$got" -eq "$wanted" ] || {
        cat out
        echo "exit code $got, not $wanted"
        return 1
    }
}

part_valgrind() {
    rm -rf "$folder/valgrind"
    mkdir -p "$folder/valgrind"
    cd "$folder/valgrind"
    for name in leftright padding; do
        quiet_under_valgrind 0 record $name -n 64 -k 4 -q -o $name.upsweep
    done
    quiet_under_valgrind 0 list
    quiet_under_valgrind 0 show leftright.upsweep
    quiet_under_valgrind 0 report leftright.upsweep padding.upsweep --json
    quiet_under_valgrind 1 diff leftright.upsweep padding.upsweep
    quiet_under_valgrind 0 report leftright-eq2 -n 16 -k 4
    quiet_under_valgrind 0 report look-back -n 64 -k 4
    head -c 9000 leftright.upsweep >cut.upsweep
    quiet_under_valgrind 2 report cut.upsweep
    grep -q '^#define HAVE_PICTURES 1' "$top/build/config.h" || return 0
    for kind in png svg pdf html; do
        quiet_under_valgrind 0 export leftright.upsweep padding.upsweep \
            --steps 1-3 -q -o frame.$kind
    done
}

part_fuzz() {
    make_ -C "$top/build" fuzz "FUZZ_SECONDS=${FUZZ_SECONDS:-60}" \
        "FUZZ_FOLDER=$folder/fuzz"
}

part_failures() { make_ -C "$top/build" failures FAILURES_LIMIT=100; }

part_hostile() { make_ -C "$top/build" hostile; }

part_installed() {
    cd "$top/build"
    make_ check TESTS="tests/completion.test tests/install.test"
    ! grep '# SKIP' tests/completion.log tests/install.log
}

# reveal.js is in no package, and may be skipped.
part_documents() {
    cd "$top/build"
    make_ check TESTS=tests/export.test
    ! grep '# SKIP' tests/export.log | grep -v 'reveal.js'
}

part_site() {
    cd "$top/build"
    UPSWEEP_SLOW=1 make_ check TESTS=tests/site.test
    ! grep '# SKIP' tests/site.log
}

# A separate process, so that "set -e" ends a part at its first failure.
if [ "${1:-}" = --part ]; then
    set -eu
    "part_$(echo "$2" | tr - _)"
    exit
fi

# --list [PART...]: their names, if all are known.
list=
if [ "${1:-}" = --list ]; then
    list=yes
    shift
fi

# known NAME: is it a part?
known() { parts | grep -q "^$1 "; }

for name; do
    known "$name" && continue
    echo "bootstrap: \"$name\" is no part of the deep check; there are:" >&2
    parts | sed 's/^/    /' >&2
    exit 2
done
# shellcheck disable=SC2046 # names without blanks
[ $# -gt 0 ] || set -- $(parts | awk '{ print $1 }')

if [ "$list" ]; then
    printf '%s\n' "$@"
    exit
fi

mkdir -p "$folder" || exit 3
: >"$folder/table"
passed=0
failed=0
for name; do
    echo "---- $name: $(parts | sed -n "s/^$name  *//p")"
    start=$(date +%s)
    if sh "$0" --part "$name" >"$folder/$name.log" 2>&1 </dev/null; then
        result=passed
        passed=$((passed + 1))
    else
        result=FAILED
        failed=$((failed + 1))
        grep -E '^(FAIL|ERROR|XPASS):' "$folder/$name.log"
        tail -n 20 "$folder/$name.log"
        echo "The whole is in $folder/$name.log"
    fi
    printf '%-14s  %s  %5d s  %s\n' "$name" $result $(($(date +%s) - start)) \
        "$(parts | sed -n "s/^$name  *//p")" >>"$folder/table"
done
echo
cat "$folder/table"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
