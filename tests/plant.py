#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plant - do the tests notice faults?

Plants faults, one after the other, in a copy of the source: one changed operator, bound
or constant each, drawn by chance and spread over all rooms of src/. Builds the copy and
runs the tests of the module, of its room, and the shell tests and parts of tests/golden
that fit the room, until one fails that passes without the fault.

    tests/plant.py [--count 120] [--seed 42] [--folder build/plant]

Prints a line for each fault: the test that caught it, or SURVIVED. The folder has the
copies and results.tsv: the next run continues after them. Delete it to begin again, after
changes of the tree, too. A fault takes half a minute to ten minutes.
"""
import argparse, collections, functools, math, os, pathlib, random, re, shutil, subprocess

TOP = pathlib.Path(__file__).resolve().parent.parent
SHELL = """
util cli said | trace cli plain golden:sweep | moment golden:frames said | gpu cli said
analysis golden:sweep golden:reports golden:verdicts golden:programs results races
catalog golden:sweep verify defaults | findings golden:programs golden:frames said
program golden:programs faults launches results types races early_ends refusals locals
simulator golden:sweep golden:programs races faults large | inject
record golden:reports golden:sweep cli said | say said golden:programs locals
playback golden:frames export | draw golden:frames export | chart cli golden:frames
report golden:reports golden:verdicts said cli verify | cli cli completion consent said
view golden:frames program_pictures | card cards said | ask ask said | lesson lesson
export export cli page golden:frames | ui | window | commands cli said
"""
SHELL = {words[0]: words[1:] for words in map(str.split, re.split(r"[|\n]", SHELL)) if words}
HELPERS = "upsweep tests/golden/facts tests/golden/compare_frames tests/compare_png tests/sandbox/terminal"
BEFORE, BEHIND = r"(?<=[\w)\]]) ", r" (?=[\w(])"
CHANGES = [(re.compile(pattern), to) for pattern, to in [
    (BEFORE + "<" + BEHIND, " <= "), (" <= ", " < "), (BEFORE + ">" + BEHIND, " >= "), (" >= ", " > "),
    (" == ", " != "), (" != ", " == "), (" && ", " || "), (r" \|\| ", " && "),
    (BEFORE + r"\+" + BEHIND, " - "), (BEFORE + "-" + BEHIND, " + "), (" / ", " * "), (r" \+= ", " -= "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"(?<=\()!(?=\w)", ""),
    (r"(?<![\w.])([0-9]|[1-9][0-9]+)(?![\w.])", None)]]
Fault = collections.namedtuple("Fault", "file line before after")


@functools.cache
def changes_of(path):
    """All faults of a file's functions: of lines that begin with a blank."""
    found, comment = [], False
    for at, line in enumerate(path.read_text().split("\n")):
        inside, comment = comment, "*/" not in line and (comment or "/*" in line)
        if inside or not line.startswith("    ") or "assert" in line or "case " in line:
            continue
        # blanks for what is in strings and comments
        code = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'|/\*.*?(\*/|$)|//.*', lambda m: " " * len(m.group()), line)
        for pattern, to in CHANGES:
            for match in pattern.finditer(code):
                new = str(int(match.group()) + 1) if to is None else to
                after = line[:match.start()] + new + line[match.end():]
                found.append(Fault(path.relative_to(TOP), at, line, after))
    return found


def draw(count, seed):
    """For each fault its room and candidates: one that does not build is replaced."""
    chance, files = random.Random(seed), collections.defaultdict(list)
    for path in sorted((TOP / "src").rglob("*.c")):
        room = path.parent.name if path.parent != TOP / "src" else "commands"
        if room in SHELL and changes_of(path):
            files[room].append(path)
    weights = [math.sqrt(sum(path.stat().st_size for path in files[room])) for room in files]
    places = list(files)[:count] + chance.choices(list(files), weights, k=max(0, count - len(files)))
    chance.shuffle(places)
    for room in places:
        drawn = chance.choices(files[room], [path.stat().st_size for path in files[room]], k=8)
        yield room, [chance.choice(changes_of(path)) for path in drawn]


class Copy:
    """A copy of the tree, built in b/."""
    def __init__(self, folder):
        self.tree, self.known = folder, {}
        if (folder / "b/Makefile").exists():
            return
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=TOP,
                                capture_output=True, text=True, check=True).stdout
        for name in listed.splitlines():
            if (TOP / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(TOP / name, folder / name)
        ccache = "ccache " if shutil.which("ccache") else ""
        if not self.does("autoreconf -fi && mkdir b && cd b && ../configure --quiet --without-cuda "
                         f"CC='{ccache}gcc' CXX='{ccache}g++' CFLAGS=-O1 && make -s -j2 {HELPERS}"):
            raise SystemExit(f"plant: the tree does not build; see {folder}/log")

    def does(self, command, seconds=3600):
        with open(self.tree / "log", "w") as log:
            return subprocess.run(["timeout", str(seconds), "sh", "-c", command], cwd=self.tree, stdout=log,
                                  stderr=log, stdin=subprocess.DEVNULL).returncode == 0

    def passes(self, test):
        name, _, part = test.partition(":")
        command = ("cd b && export UPSWEEP=$PWD/upsweep srcdir=.. XDG_STATE_HOME=/dev/null "
                   f"XDG_CACHE_HOME=$PWD/cache GOLDEN_PARTS={part} && ")
        if name.startswith("tests/"):
            return self.does(f"make -s -C b {name}") and self.does(command + name, 120)
        return (self.does(f"make -s -C b -j2 {HELPERS}") and
                self.does(f"{command} sh ../tests/{name}.test", 900) and
                not re.search("^not ok|^Bail", (self.tree / "log").read_text(errors="replace"), re.M))

    def code_of(self, file):
        """The machine code of a file, without what debuggers read; None if it does not compile."""
        object_ = "b/" + str(file.with_suffix(".o"))
        made = self.does(f"make -s -C b {object_[2:]} && objcopy --strip-debug {object_} b/bare.o")
        return (self.tree / "b/bare.o").read_bytes() if made else None


def tests_of(room, file):
    """Names of tests: those of the module, of its room, then shell tests."""
    texts = {f"tests/{path.stem}": path.read_text() for path in sorted((TOP / "tests").glob("test_*.c"))}
    own = [f"tests/test_{file.stem}"] if f"tests/test_{file.stem}" in texts else []
    own += [test for test in texts if f'"{room}/{file.stem}.h"' in texts[test]]
    return list(dict.fromkeys(own + [test for test in texts if f'"{room}/' in texts[test]] + SHELL[room]))


def try_one(room, candidates, base, copy):
    """The fault that was planted, and the test that caught it or SURVIVED."""
    for fault in candidates:
        path, text = copy.tree / fault.file, (base.tree / fault.file).read_text()
        lines = text.split("\n")
        if lines[fault.line] != fault.before:
            continue
        path.write_text("\n".join(lines[:fault.line] + [fault.after] + lines[fault.line + 1:]))
        try:
            code = copy.code_of(fault.file)
            if code is None or code == base.code_of(fault.file):
                continue  # it is no program, or no other one
            for test in tests_of(room, fault.file):
                if not copy.passes(test) and base.known.setdefault(test, base.passes(test)):
                    return fault, test
            return fault, "SURVIVED"
        finally:
            path.write_text(text)
    return candidates[0], "NOT PLANTED"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--folder", type=pathlib.Path, default=TOP / "build/plant")
    options = parser.parse_args()
    os.environ.pop("MAKEFLAGS", None)
    kept = options.folder.resolve() / "results.tsv"
    results = kept.read_text().splitlines() if kept.exists() else []
    base, copy = Copy(kept.parent / "base"), Copy(kept.parent / "copy")
    for number, (room, candidates) in enumerate(draw(options.count, options.seed), 1):
        if number > len(results):
            fault, caught = try_one(room, candidates, base, copy)
            results.append("\t".join([str(number), caught, f"{fault.file}:{fault.line + 1}",
                                      fault.before.strip(), fault.after.strip()]))
            kept.write_text("\n".join(results) + "\n")
        print(results[number - 1], flush=True)
    lost = [line for line in results if re.search("\t(SURVIVED|NOT PLANTED)\t", line)]
    print(f"{len(results) - len(lost)} of {len(results)} caught; not caught:", *lost, sep="\n")


if __name__ == "__main__":
    main()
