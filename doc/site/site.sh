#!/bin/sh
# SPDX-License-Identifier: MIT
#
# site.sh SOURCE OUT - writes the site, a folder of static pages: the documents, a
# gallery with a player for each algorithm and mistake, lessons, exercises,
# worksheets and charts.  `make site` calls it.
# site.sh --paper SOURCE FILE.pdf - writes six documents on paper; `make pdf`.
#
# UPSWEEP is the program; PANDOC, WEASYPRINT and FFMPEG are the tools that configure
# found, or empty.  doc/site/gallery and doc/site/pictures list what the site shows.
# OUT is replaced at the end.

set -eu

fail() {
    echo "site: $*" >&2
    exit 3
}

# needs TOOL NAME PACKAGE
needs() {
    [ -n "$1" ] && command -v "$1" >/dev/null ||
        fail "$2 is missing; install it (on Debian: apt-get install $3)," \
            "and run configure again"
}

PANDOC=${PANDOC-pandoc} WEASYPRINT=${WEASYPRINT-weasyprint} FFMPEG=${FFMPEG-ffmpeg}

# ---- Small things ----------------------------------------------------------

# counted NAME: a number that `report --json` has counted of the whole run.
counted() {
    found=$(sed 's/.*"space":{[^}]*},"counted":{\([^}]*\)}.*/\1/' "$work/report.json" |
        tr ',' '\n' | sed -n "s/^\"$1\":\([0-9][0-9]*\)\$/\1/p")
    [ -n "$found" ] || fail "report --json lacks $1"
    echo "$found"
}

# html TEXT: for use in HTML.
html() { printf '%s' "$*" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g'; }

# rows KIND [NAME]: what doc/site/gallery has of them, without the kind.
rows() {
    sed -n "s/^$1  *//p" "$here/gallery" | { [ -z "${2-}" ] && cat || grep "^$2 "; } || true
}

# after OPTION WORD...: the word after it.
after() {
    wanted=$1
    shift
    while [ $# -gt 1 ]; do
        [ "$1" != "$wanted" ] || { echo "$2"; return; }
        shift
    done
}

# run_name NAME... OPTION...: "leftright-n16-k4".
run_name() {
    run_stem=
    for word; do
        case $word in -*) break ;; esac
        run_stem=${run_stem:+$run_stem-}$word
    done
    echo "$run_stem-n$(after -n "$@")-k$(after -k "$@")"
}

# sizes OPTION...: "16 elements, 4 banks", and how it steps.
sizes() {
    echo "$(after -n "$@") elements, $(after -k "$@") banks"
}
pace() {
    case " $* " in *' --by step '*) echo 'step by step' ;; *) echo 'every instruction' ;; esac
}

# without_by OPTION...: for commands that know no --by.
without_by() { echo "$*" | sed 's/ --by step//'; }

# picture NAME ALT WIDTH HEIGHT ROOT: in light and dark.
picture() {
    printf '<picture><source srcset="%spictures/%s-dark.webp" media="(prefers-color-scheme: dark)"><img src="%spictures/%s-light.webp" alt="%s" width="%s" height="%s" loading="lazy"></picture>' \
        "$5" "$1" "$5" "$1" "$(html "$2")" "$3" "$4"
}

# ---- What the jobs make ----------------------------------------------------

# webp PNG NAME: pictures/NAME.webp, without loss, in as few bytes as there can be
webp() {
    "$FFMPEG" -v error -y -i "$1" -c:v libwebp -lossless 1 -compression_level 6 \
        -quality 100 "$site/pictures/$2.webp" </dev/null
}

# A job is a line of words, run by this script in a process of its own.
# picture NAME SIZE ARGUMENT...: pictures/NAME-light.webp and -dark.webp
job_picture() {
    job_name=$1 job_size=$2
    shift 2
    for theme in light dark; do
        "$UPSWEEP" export "$@" --size "$job_size" --theme $theme -q \
            -o "$work/$job_name-$theme.png" >/dev/null 2>"$work/$job_name.err" ||
            fail "$job_name: $(cat "$work/$job_name.err")"
        webp "$work/$job_name-$theme.png" "$job_name-$theme"
    done
}

# film NAME SIZE ARGUMENT...: the same, moving
job_film() {
    job_name=$1 job_size=$2
    shift 2
    for theme in light dark; do
        "$UPSWEEP" export "$@" --size "$job_size" --theme $theme -q \
            -o "$work/$job_name-$theme.gif"
        "$FFMPEG" -v error -y -i "$work/$job_name-$theme.gif" -c:v libwebp_anim \
            -lossless 1 -loop 0 "$site/pictures/$job_name-$theme.webp" </dev/null
    done
}

# page FILE HOME TITLE-OF-HOME ARGUMENT...: a player, without what all share
job_page() {
    job_file=$1 job_home=$2 job_title=$3
    shift 3
    job_parts=$work/parts/$(echo "$job_file" | tr / -)
    mkdir -p "$job_parts"
    "$UPSWEEP" export --size 1200x675 -q -o "$job_parts/page.html" "$@" \
        >/dev/null 2>"$job_parts/err" || fail "$job_file: $(cat "$job_parts/err")"
    case $job_file in lessons/*) job_script=lesson.js ;; *) job_script=player.js ;; esac
    echo "$job_script" >"$job_parts/name"
    awk -v root=../ -v script=$job_script -v home="$job_home" -v title="$(echo "$job_title" | tr _ ' ')" \
        -v parts="$job_parts" -f "$here/share.awk" "$job_parts/page.html" \
        >"$site/$job_file"
    rm "$job_parts/page.html"
}

# sheet NAME ARGUMENT...: worksheets/NAME.pdf and NAME-solution.pdf
job_sheet() {
    job_name=$1
    shift
    "$UPSWEEP" export "$@" --worksheet -q -o "$site/worksheets/$job_name.pdf"
}

# exercise NAME ARGUMENT...: exercises/NAME.html
job_exercise() {
    job_name=$1
    shift
    "$UPSWEEP" export "$@" --ask -q -o "$work/$job_name.html"
    sed 's|<h1>|<h1><a href="../index.html#exercises" style="color: inherit">Upsweep</a> · |' \
        "$work/$job_name.html" >"$site/exercises/$job_name.html"
}

# markdown TITLE OUT ROOT KIND FOLDER [OPTION...] <TEXT: a page of the site
job_markdown() {
    page_title=$1 page_file=$2 page_root=$3 page_kind=$4 page_folder=$5
    shift 5
    "$PANDOC" -f gfm -t html5 --columns=9999 --wrap=preserve --template="$here/template.html" \
        --lua-filter="$here/filter.lua" -M pagetitle="$page_title" \
        -M root="$page_root" -M folder="$page_folder" -V root="$page_root" \
        -V kind="$page_kind" -V version="$version" "$@" -o "$site/$page_file"
}

# ---- The documents ---------------------------------------------------------

# document FILE OUT TITLE [OPTION...]
document() {
    document_file=$1 document_out=$2 document_title=$3
    shift 3
    job_markdown "$document_title" "$document_out" "" document \
        "$(dirname "$document_file" | sed 's/^\.$//')" "$@" \
        <"$top/$document_file"
}

own_program() {
    cat "$top/doc/your-program.md"
    printf '\n## The examples, step by step {#examples}\n\n<ul class="runs">\n'
    rows example | while read -r file _ argument; do
        stem=${file%.cu}
        echo "<li><a href=\"play/example-$stem.html\">$file</a> <span>with <code>-- $argument</code>, step by step</span> <a href=\"source/examples/$file.html\">source</a></li>"
        echo "examples/$file" >>"$SITE_LINKS"
    done
    printf '</ul>\n'
}

documents() {
    document doc/tutorial.md tutorial.html 'Tutorial' --toc --toc-depth=2 -V toc=yes
    document doc/slides.md slides.html 'Slides, pages and films' --toc --toc-depth=2 -V toc=yes
    document doc/lessons.md lessons.html 'Lessons and questions' --toc --toc-depth=2 -V toc=yes
    document doc/theory.md theory.html 'Theory' --toc --toc-depth=2 -V toc=yes
    document doc/reference.md reference.html 'Reference' --toc --toc-depth=2 -V toc=yes
    document doc/gpu.md gpu.html 'Measured on a GPU'
    document doc/reliability.md reliability.html 'When memory, disk or time run out'
    document README.md readme.html 'Upsweep'
    document CONTRIBUTING.md contributing.html 'Contributing'
    document SECURITY.md security.html 'Security'
    own_program | sed 's/ {#examples}$//' >"$work/own.md"
    job_markdown 'Your program' your-program.html "" document doc \
        --toc --toc-depth=2 -V toc=yes <"$work/own.md"
    sed -i 's|the-examples-step-by-step|examples|g' "$site/your-program.html"
    { echo '# All options'; echo; "$UPSWEEP" --man | "$PANDOC" -f man -t gfm \
        --shift-heading-level-by=1 --wrap=preserve; } |
        job_markdown 'All options' options.html "" document ""
    cp "$top/doc/gpu-blocks.csv" "$top/doc/gpu-large.csv" "$site/"
}

# Pages of the sources that other pages lead to.
sources() {
    sort -u "$SITE_LINKS" | while read -r path; do
        [ -f "$top/$path" ] || fail "there is no $path, to which a document leads"
        mkdir -p "$site/source/$(dirname "$path")"
        up=$(echo "source/$path" | sed 's|[^/]*/|../|g; s|[^/]*$||')
        source_text "$path" | job_markdown "$path" "source/$path.html" "$up" source \
            "$(dirname "$path")"
    done
}

source_text() {
    case $1 in
    *.cu | *.h | *.c) language=cpp ;;
    *.sh) language=bash ;;
    *) language= ;;
    esac
    printf '# %s\n\n~~~~~~~~ %s\n' "$1" "$language"
    cat "$top/$1"
    printf '\n~~~~~~~~\n'
}

# ---- The algorithms --------------------------------------------------------

# What doc/theory.md says of an algorithm: its paragraph.
told() {
    awk -v name="**$1" '
        index($0, name ".") == 1 || index($0, name ",") == 1 ||
        (/^\*\*/ && index($0, substr(name, 3)) && !/^\*\*The/ && /^\*\*[a-z, -]*\.\*\*/) { on = 1 }
        /^$/ { on = 0 }
        on' "$top/doc/theory.md" | sed 's|](#|](../doc/theory.md#|g'
}

# runs NAME: a list of the players, with what each run costs.
runs() {
    echo '<div class="table"><table><thead><tr><th>Play</th><th>steps</th><th>cycles (T)</th><th>conflicts on loads</th><th>on stores</th><th>additions (W)</th></tr></thead><tbody>'
    rows play "$1" | while read -r name options; do
        # shellcheck disable=SC2086 # words
        set -- $options
        # shellcheck disable=SC2046
        "$UPSWEEP" report "$name" $(without_by "$@") --json >"$work/report.json" </dev/null
        printf '<tr><td><a class="play" href="../play/%s.html">%s</a></td><td>%s</td>' \
            "$(run_name "$name" "$@")" "$(sizes "$@")" "$(pace "$@")"
        for number in T conflicts_load conflicts_store W; do
            value=$(counted $number)
            printf '<td>%s</td>' "$value"
        done
        echo '</tr>'
    done
    echo '</tbody></table></div>'
}

# verdict NAME OPTIONS...: what verify prints for that run
verdict() {
    # shellcheck disable=SC2046
    "$UPSWEEP" verify "$1" $(shift; without_by "$@" | sed 's/ *--input [^ ]*//') \
        2>/dev/null </dev/null | fold -s -w 80 | sed 's/ *$//'
}

algorithm() {
    name=$1 title=$2 summary=$3 origin=$4 mistake=$5
    # shellcheck disable=SC2046 # words
    set -- $(rows play "$name" | head -n 1)
    printf '# %s\n\n<p class="lead">%s</p>\n\n' "$title" "$(html "$summary")"
    printf '<p class="origin">Source: %s</p>\n\n' "$(html "$origin")"
    printf '<figure class="wide"><a href="../play/%s.html">' "$(run_name "$@")"
    picture "$name" "$title: $summary" 640 360 ../
    printf '</a></figure>\n\n'
    runs "$name"
    printf '\n## What verify prints\n\n```\n$ upsweep verify %s\n' \
        "$(without_by "$@" | sed 's/ *--input [^ ]*//')"
    verdict "$@"
    printf '```\n\n'
    if [ -n "$(told "$name")" ]; then
        printf '## What to look at\n\n%s\n\nMore in [the theory](../doc/theory.md#the-algorithms).\n\n' "$(told "$name")"
    elif [ "$mistake" = true ]; then
        printf 'More in [the theory](../doc/theory.md#eight-instructive-mistakes).\n\n'
    fi
    printf '<h2 id="source">The source</h2>\n\nThis is an ordinary CUDA file, which includes [scan.h](scan.h).\n\n~~~~~~~~ cpp\n'
    cat "$top/kernels/$name.cu"
    printf '\n~~~~~~~~\n'
}

# The catalog, a line each: name, title, summary, origin, idea, mistake; tabs.
catalog() {
    "$UPSWEEP" list --json | awk -F '"' -v OFS='\t' '
        $2 == "name" { name = $4 }
        $2 == "title" { title = $4 }
        $2 == "summary" { summary = $4 }
        $2 == "origin" { origin = $4 }
        $2 == "idea" { idea = $4 }
        $2 == "mistake" { print name, title, summary, origin, idea, $3 ~ /true/ ? "true" : "false" }'
}

algorithms() {
    tab=$(printf '\t')
    while IFS=$tab read -r name title summary origin _ mistake; do
        algorithm "$name" "$title" "$summary" "$origin" "$mistake" >"$work/algorithm.md"
        job_markdown "$title" "algorithms/$name.html" ../ algorithm kernels \
            <"$work/algorithm.md"
    done <"$work/catalog"
}

# ---- The front page --------------------------------------------------------

# card HREF PICTURE TITLE TEXT [MARK]
card() {
    printf '<a class="card" href="%s">%s<span class="text">%s<b>%s</b><span>%s</span></span></a>\n' \
        "$1" "$(picture "$2" "" 640 360 "")" "${5:+<i>$5</i>}" "$(html "$3")" "$(html "$4")"
}

head_of() { sed -n "s/^$2: //p" "$top/assets/lessons/$1.lesson" | head -n 1; }

lesson_names() {
    rows lesson | while read -r name _; do
        echo "$(head_of "$name" order) $name"
    done | sort -n
}

front_lessons() {
    echo '<div class="cards">'
    lesson_names | while read -r order name; do
        card "lessons/$name.html" "$(rows lesson "$name" | cut -d ' ' -f 2- | tr -d ' ')" "$(head_of "$name" title)" \
            "You learn to $(head_of "$name" goal)." "$order"
    done
    echo '</div>'
}

# front_algorithms IDEA: their cards
front_algorithms() {
    tab=$(printf '\t')
    echo '<div class="cards">'
    awk -F "$tab" -v idea="$1" '$5 == idea' "$work/catalog" |
        while IFS=$tab read -r name title summary _; do
            card "algorithms/$name.html" "$name" "$title" "$summary"
        done
    echo '</div>'
}

ideas() {
    "$UPSWEEP" list --json | sed -n '/"ideas"/,/}/p' | awk -F '"' -v OFS='\t' 'NF > 4 { print $2, $4 }'
}

front_gallery() {
    tab=$(printf '\t')
    ideas | while IFS=$tab read -r idea text; do
        awk -F "$tab" -v idea="$idea" '$5 == idea && $6 == "false" { found = 1 } END { exit !found }' \
            "$work/catalog" || continue
        printf '<h3>%s <small>%s</small></h3>\n' "$(html "$idea")" "$(html "$text")"
        front_algorithms "$idea"
    done
}

front_mistakes() {
    front_algorithms "$(awk -F "$(printf '\t')" '$6 == "true" { print $5; exit }' "$work/catalog")"
}

title_of() { awk -F "$(printf '\t')" -v name="$1" '$1 == name { print $2 }' "$work/catalog"; }

front_pairs() {
    echo '<ul class="runs">'
    rows pair | while read -r one other options; do
        # shellcheck disable=SC2086 # words
        set -- $options
        echo "<li><a class=\"play\" href=\"play/$(run_name "$one" "$other" "$@").html\">$(title_of "$one") and $(title_of "$other")</a> <span>$(sizes "$@"), $(pace "$@")</span></li>"
    done
    echo '</ul>'
}

front_exercises() {
    echo '<ul class="runs">'
    rows ask | while read -r name options; do
        # shellcheck disable=SC2086 # words
        set -- $options
        # The name of a mistake would tell the answer.
        shown=$(title_of "$name")
        ! grep -q "^$name	.*	true\$" "$work/catalog" || shown='A scan that may be wrong'
        exercise=$(run_name "$name" "$@")
        paper=
        [ -z "$(rows sheet "$name")" ] ||
            paper="On paper: <a href=\"worksheets/$exercise.pdf\">worksheet</a>, <a href=\"worksheets/$exercise-solution.pdf\">solution</a>"
        echo "<li><a class=\"play\" href=\"exercises/$exercise.html\">$shown</a> <span>$(sizes "$@")</span> <span>$paper</span></li>"
    done
    echo '</ul>'
}

front_charts() {
    echo '<div class="charts">'
    for kind in latency work blocks large; do
        printf '<a href="pictures/chart-%s-light.webp">%s</a>\n' "$kind" \
            "$(picture "chart-$kind" "Chart: $kind over n" 1280 720 "")"
    done
    echo '</div>'
}

# front: index.md, with @@...@@ filled in
front() {
    first=lessons/$(lesson_names | sed -n '1s/.* //p').html
    # shellcheck disable=SC2046 # words
    hero=play/$(run_name $(rows pair | head -n 1)).html
    front_lessons >"$work/lessons"
    front_gallery >"$work/algorithms"
    front_mistakes >"$work/mistakes"
    front_pairs >"$work/pairs"
    front_exercises >"$work/exercises"
    front_charts >"$work/charts"
    sed "s|@@first@@|$first|g; s|@@hero@@|$hero|g" "$here/index.md" |
        awk -v work="$work" '/^@@[a-z]*@@$/ {
            file = work "/" substr($0, 3, length($0) - 4)
            while ((getline line < file) > 0) print line
            next
        } { print }' >"$work/index.md"
    job_markdown 'Upsweep: see what a GPU waits for' index.html "" front "" \
        -V summary='Prefix sums on a GPU, step by step in the browser: lessons, a gallery, exercises.' \
        <"$work/index.md"
}

# ---- All of it -------------------------------------------------------------

# jobs: a line each
jobs() {
    grep -v '^#' "$here/pictures" | while read -r name arguments; do
        size=1440x810
        case $name in chart-*) size=1280x720 ;; esac
        case $arguments in *.cu*) arguments="$arguments --yes" ;; esac
        [ -z "$name" ] || echo "picture $name $size $arguments"
    done
    rows lesson | while read -r name _; do
        echo "page lessons/$name.html index.html#lessons all_lessons --lesson $name"
    done
    rows thumb | while read -r name arguments; do
        echo "picture $name 640x360 $name $arguments --caption no"
    done
    rows play | while read -r name arguments; do
        # shellcheck disable=SC2086 # words
        echo "page play/$(run_name "$name" $arguments).html algorithms/$name.html the_page_of_this_algorithm $name $arguments"
    done
    rows pair | while read -r one other arguments; do
        # shellcheck disable=SC2086 # words
        echo "page play/$(run_name "$one" "$other" $arguments).html index.html#gallery the_gallery $one $other $arguments"
    done
    rows example | while read -r file arguments; do
        echo "page play/example-${file%.cu}.html your-program.html#examples all_examples examples/$file --yes --by step $arguments"
    done
    rows ask | while read -r name arguments; do
        # shellcheck disable=SC2086 # words
        echo "exercise $(run_name "$name" $arguments) $name $arguments"
    done
    rows sheet | while read -r name arguments; do
        # shellcheck disable=SC2086 # words
        echo "sheet $(run_name "$name" $arguments) $name $arguments"
    done
    hero=$(rows pair | head -n 1)
    echo "film hero 960x540 $hero --projector --fps 12 --speed 4 --steps 3"
    echo "film hero-tall 640x960 $hero --projector --fps 12 --speed 4 --steps 3"
    echo "picture hero-still 960x540 $hero --projector --step 3"
}

cores() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1; }

# What all players share; fails if it is not the same in all.
shared() {
    for parts in "$work"/parts/*; do
        script=$site/$(cat "$parts/name")
        [ -e "$script" ] || cp "$parts/script" "$script"
        [ -e "$work/style" ] || cp "$parts/style" "$work/style"
        cmp -s "$work/style" "$parts/style" && cmp -s "$script" "$parts/script" ||
            fail "players do not share their style and script: $parts"
    done
    cat "$work/style" "$here/player.css" >"$site/player.css"
    # The colours of the frames are those of the pages around them.
    { sed -n 's/^\.light {/:root {/p; s/^@media (prefers-color-scheme: dark) { \.auto {/@media (prefers-color-scheme: dark) { :root {/p' "$work/style"
      cat "$here/site.css"; } >"$site/site.css"
    grep -q '^:root { --a' "$site/site.css" || fail "the players' style has no colours"
}

# The six documents on paper; their pictures are drawn, so that they stay sharp.
six="tutorial your-program slides lessons theory reference"
paper_pdf() {
    mkdir -p "$work/paper"
    for name in $six; do cat "$top/doc/$name.md"; done >"$work/paper/all.md"
    sed -n 's/^.*](\([a-z0-9-]*\)\.png)$/\1/p' "$work/paper/all.md" | sort -u |
        while read -r name; do
            arguments=$(sed -n "s/^$name  *//p" "$here/pictures")
            [ -n "$arguments" ] ||
                fail "doc/site/pictures does not say how $name is drawn"
            # shellcheck disable=SC2086 # words
            (cd "$top" && "$UPSWEEP" export $arguments --size 960x540 -q \
                --svg-text text -o "$work/paper/$name.svg" >/dev/null </dev/null)
        done
    # shellcheck disable=SC2046 # words
    "$UPSWEEP" export $(rows pair | head -n 1) --projector --step 3 \
        --size 960x540 --svg-text text -q -o "$work/paper/cover.svg"
    "$PANDOC" -f gfm -t html5 --columns=9999 --wrap=preserve --standalone --toc \
        --toc-depth=2 --template="$here/paper.html" \
        --lua-filter="$here/filter.lua" -M paper=yes \
        -M pagetitle='Upsweep: the documents' -V version="$version" \
        -o "$work/paper/documents.html" "$work/paper/all.md"
    "$WEASYPRINT" -q --base-url "$work/paper/" -s "$here/paper.css" \
        "$work/paper/documents.html" "$1"
}

site_all() {
    mkdir -p "$site/pictures" "$site/play" "$site/lessons" "$site/exercises" \
        "$site/worksheets" "$site/algorithms" "$site/fonts" "$work/parts"
    : >"$SITE_LINKS"
    catalog >"$work/catalog"
    jobs >"$work/jobs"
    # Examples are named as in the source tree.
    (cd "$top" && xargs -P "$(cores)" -L 1 sh "$here/site.sh" --job <"$work/jobs") ||
        fail "not all could be made; see above"
    shared
    cp "$here/icon.svg" "$site/"
    cp "$top/assets/Inter-Regular.otf" "$top/assets/Inter-SemiBold.otf" \
        "$top/assets/JetBrainsMono-Regular.ttf" "$top/assets/OFL.txt" "$site/fonts/"
    documents
    algorithms
    front
    sources
    paper_pdf "$site/documents.pdf"
}

# ---- Which -----------------------------------------------------------------

if [ "${1-}" = --job ]; then
    job=$2
    shift 2
    here=$SITE_HERE work=$SITE_WORK site=$SITE_OUT
    "job_$job" "$@"
    exit
fi

only=
[ "${1-}" != --paper ] || { only=yes; shift; }
[ $# -eq 2 ] || fail "usage: site.sh [--paper] SOURCE OUT"
: "${UPSWEEP:?say where the program is}"
top=$(cd "$1" && pwd)
here=$top/doc/site
out=$2
needs "$PANDOC" pandoc pandoc
needs "$WEASYPRINT" WeasyPrint weasyprint
[ -n "$only" ] || needs "$FFMPEG" ffmpeg ffmpeg
[ -n "$only" ] || [ ! -e "$out" ] || [ -f "$out/site.css" ] ||
    fail "$out is there, and is no site; say another folder"
work=$(mktemp -d "${TMPDIR:-/tmp}/upsweep-site.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 3' HUP INT TERM
version=$("$UPSWEEP" --version | sed -n '1s/.* //p')
if [ -n "$only" ]; then
    paper_pdf "$work/documents.pdf"
    mv "$work/documents.pdf" "$out"
    exit
fi
site=$work/site
SITE_HERE=$here SITE_WORK=$work SITE_OUT=$site
SITE_LINKS=$work/links XDG_STATE_HOME=$work/state
export UPSWEEP PANDOC WEASYPRINT FFMPEG SITE_HERE SITE_WORK SITE_OUT \
    SITE_LINKS XDG_STATE_HOME
site_all
rm -rf "$out"
mv "$site" "$out"
echo "$(find "$out" -name '*.html' | wc -l) pages, $(du -sb "$out" | cut -f1) bytes: $out"
