# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# tools - are the programs here that bootstrap and the tests call?  A name proves
# nothing: "convert" may be anybody's, and Ubuntu's "chromium-browser" only says
# how to install it.  So each program is asked what it is.
#
#     . tests/tools.sh
#     tool_is_here qpdf && qpdf --check frame.pdf
#
# Name, how to ask, and what its answer holds: an extended regular expression.
tools() {
    cat <<'END'
aarch64-linux-gnu-g++  --version  Free Software Foundation
afl-fuzz            -h          american fuzzy lop|afl-fuzz[+][+]
autoconf            --version   GNU Autoconf
automake            --version   GNU automake
appstreamcli        --version   ^AppStream version
awk                 BEGIN{print"awk"}  ^awk$
bash                --version   ^GNU bash
c++                 --version   Free Software Foundation|clang
cc                  --version   Free Software Foundation|clang
chromium            --version   ^(Chromium|Google Chrome) [0-9]
chromium-browser    --version   ^(Chromium|Google Chrome) [0-9]
chromedriver        --version   ^ChromeDriver
clang               --version   clang version
clang++             --version   clang version
clang++-14          --version   clang version
clang++-15          --version   clang version
clang++-16          --version   clang version
clang++-17          --version   clang version
clang++-18          --version   clang version
clang++-19          --version   clang version
compute-sanitizer   --version   NVIDIA
desktop-file-validate  --help   desktop-file-validate .OPTION
dh                  --version   ^dh: error: Unknown sequence
dpkg-buildpackage   --version   ^Debian dpkg-buildpackage
ffmpeg              -version    ^ffmpeg version
ffprobe             -version    ^ffprobe version
fish                --version   ^fish, version
g++                 --version   Free Software Foundation
gcc                 --version   Free Software Foundation
gio                 version     ^[0-9]+[.][0-9]
google-chrome       --version   ^(Chromium|Google Chrome) [0-9]
groff               --version   GNU groff
i686-linux-gnu-gcc  --version   Free Software Foundation
kpsewhich           --version   kpathsea
lintian             --version   ^Lintian v
make                --version   GNU Make
musl-gcc            --version   Free Software Foundation
ncu                 --version   NVIDIA
node                --version   ^v[0-9]+[.]
nvcc                --version   NVIDIA
objcopy             --version   GNU objcopy|LLVM
objdump             --version   GNU objdump|LLVM
pandoc              --version   ^pandoc
pdffonts            -v          pdffonts version
pdfinfo             -v          pdfinfo version
pdflatex            --version   pdfTeX
pdftoppm            -v          pdftoppm version
pdftotext           -v          pdftotext version
pkg-config          --version   ^[0-9]+[.][0-9]
python3             --version   ^Python 3
qemu-aarch64        --version   ^qemu-aarch64 version
qpdf                --version   ^qpdf version
readelf             --version   GNU readelf|LLVM
rsvg-convert        --version   ^rsvg-convert version
sqlite3             -version    ^3[.]
taskset             --version   ^taskset from util-linux
update-desktop-database  --help  update-desktop-database .OPTION
update-mime-database  -v        ^update-mime-database .shared-mime-info
valgrind            --version   ^valgrind-[0-9]
weasyprint          --version   ^WeasyPrint
xmllint             --version   using libxml
zsh                 --version   ^zsh [0-9]
END
}

# tool_is_here NAME: is the program there, and what its name says? False of a
# name that is not in the table.
tool_is_here() {
    command -v "$1" >/dev/null || return 1
    tools | while read -r tool_name tool_question tool_answer; do
        [ "$tool_name" = "$1" ] || continue
        # Some exit with 1 after they said who they are.
        { timeout 60 "$1" "$tool_question" </dev/null 2>&1 || true; } |
            grep -Eq "$tool_answer" && echo here
        break
    done | grep -q here
}
