#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plant - do the tests notice faults?

Plants faults, one after the other, in a copy of the source: one changed operator, bound
or constant each, drawn by chance and spread over all rooms of src/. Builds the copy and
runs the tests of the module, of its room, and the shell tests and parts of tests/golden
that fit the room, until one fails.

    tests/plant.py                  120 faults; continues where it was stopped
    tests/plant.py --count 24 view  24 in src/view
    tests/plant.py --show           what is known, as a table

Works in --folder (build/plant), with ccache where it is installed; never in the tree
itself. The table has a line for each fault: the test that caught it, or SURVIVED.
results.tsv keeps what is done; delete the folder to begin again, after changes of the
tree, too. By hand; no part of make check: a fault takes half a minute to ten minutes.
"""
import argparse, collections, math, os, pathlib, random, re, shutil, subprocess

TOP = pathlib.Path(__file__).resolve().parent.parent
SHELL = """
util cli said | trace cli plain golden:sweep | moment golden:frames said | gpu cli said
analysis golden:sweep golden:reports golden:verdicts golden:programs results races
catalog golden:sweep verify defaults | findings golden:programs golden:frames said
program golden:programs faults launches results types races early_ends refusals locals
simulator cuda golden:sweep golden:programs races faults large | inject
record golden:reports golden:sweep cli said | say said golden:programs locals
playback golden:frames export | draw golden:frames export | chart cli golden:frames
report golden:reports golden:verdicts said cli verify | cli cli completion consent said
view golden:frames program_pictures | card cards said | ask ask said | lesson lesson
export export cli page golden:frames | ui | window | commands cli said
"""
TESTS = {words[0]: words[1:] for words in
         (line.split() for line in re.split(r"[|\n]", SHELL)) if words}
CHANGES = [(re.compile(pattern), to) for pattern, to in [
    (r"(?<=[\w)\]]) < (?=[\w(])", " <= "), (r" <= ", " < "), (r"(?<=[\w)\]]) > (?=[\w(])", " >= "),
    (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "), (r" && ", " || "),
    (r" \|\| ", " && "), (r"(?<=[\w)\]]) \+ (?=[\w(])", " - "),
    (r"(?<=[\w)\]]) - (?=[\w(])", " + "), (r" / ", " * "), (r" % ", " / "),
    (r" \+= ", " -= "), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"(?<=\()!(?=\w)", ""), (r"(?<![\w.])([0-9]|[1-9][0-9]+)(?![\w.])", None)]]
Fault = collections.namedtuple("Fault", "number file line before after")


def code_of(line):
    """The line with blanks for what is in strings, characters and comments."""
    return re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'|/\*.*?(\*/|$)|//.*',
                  lambda m: " " * len(m.group()), line)


def changes_of(path):
    """All (line, before, after) of a file's functions: lines that begin with a blank."""
    found, comment = [], False
    for at, line in enumerate(path.read_text().split("\n")):
        inside, comment = comment, "/*" in line and "*/" not in line or comment and "*/" not in line
        if inside or not line.startswith("    ") or "assert" in line or "case " in line:
            continue
        code = code_of(line)
        for pattern, to in CHANGES:
            for match in pattern.finditer(code):
                new = str(int(match.group()) + 1) if to is None else to
                found.append((at, line, line[:match.start()] + new + line[match.end():]))
    return found


def draw(rooms, count, seed):
    """For each fault a list of candidates: one that does not build is replaced."""
    chance, files = random.Random(seed), collections.defaultdict(list)
    for path in sorted((TOP / "src").rglob("*.c")):
        room = path.parent.name if path.parent != TOP / "src" else "commands"
        if room in TESTS and (not rooms or room in rooms):
            files[room].append(path)
    weight = {room: math.sqrt(sum(len(p.read_text()) for p in paths)) for room, paths in files.items()}
    places = [room for room in files for _ in range(max(1, round(count * weight[room] / sum(weight.values()))))]
    while len(places) > count:
        places.remove(max(files, key=places.count))
    places += chance.choices(list(files), k=count - len(places))
    chance.shuffle(places)
    for number, room in enumerate(places, 1):
        candidates = []
        while len(candidates) < 8:
            path = chance.choices(files[room], [len(p.read_text()) for p in files[room]])[0]
            if changes := changes_of(path):
                candidates.append(Fault(number, path.relative_to(TOP), *chance.choice(changes)))
        yield room, candidates


class Copy:
    """A copy of the tree with a build in b/."""
    def __init__(self, folder):
        self.tree, self.build = folder, folder / "b"
        self.passed = {}
        if (self.build / "Makefile").exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=TOP,
                               capture_output=True, text=True, check=True).stdout.split("\n")
        for name in names:
            if name and (TOP / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(TOP / name, folder / name)
        ccache = "ccache " if shutil.which("ccache") else ""
        self.sh("autoreconf -fi && mkdir b && cd b && ../configure --quiet --without-cuda "
                f"CC='{ccache}gcc' CXX='{ccache}g++' CFLAGS=-O1", check=True)

    def sh(self, command, seconds=3600, **more):
        """Its exit status; 124 if it takes too long."""
        with open(self.tree / "log", "w") as log:
            return subprocess.run(["timeout", str(seconds), "sh", "-c", command], cwd=self.tree, stdout=log,
                                  stderr=log, stdin=subprocess.DEVNULL, **more).returncode

    def make(self, *targets):
        return self.sh("make -s -C b -j2 " + " ".join(targets)) == 0

    def passes(self, test):
        """Does the test pass?"""
        name, _, part = test.partition(":")
        env = "export UPSWEEP=$PWD/b/upsweep XDG_STATE_HOME=/dev/null XDG_CACHE_HOME=$PWD/b/cache; cd b; "
        if name.startswith("tests/"):
            return self.make(name) and self.sh(f"{env} srcdir=.. {name}", 120) == 0
        helpers = ("tests/golden/facts tests/golden/compare_frames tests/compare_png "
                   "tests/sandbox/terminal tests/failures/fail.so tests/sandbox/older_landlock.so")
        if not self.make("upsweep", helpers):
            return False
        if name == "golden":
            return self.sh(f"{env} GOLDEN_PARTS={part} srcdir=.. sh ../tests/golden.test --status", 900) == 0
        done = self.sh(f"{env} srcdir=.. sh ../tests/{name}.test", 900)
        return done == 0 and not re.search("^not ok|^Bail", (self.tree / "log").read_text(errors="replace"), re.M)


def tests_of(room, file):
    """Names of tests: those of the module, of its room, then shell tests."""
    def includes(pattern):
        return [f"tests/{p.stem}" for p in sorted((TOP / "tests").glob("test_*.c"))
                if re.search(pattern, p.read_text())]
    own = [f"tests/{p.stem}" for p in (TOP / "tests").glob(f"test_{file.stem}.c")]
    shell = [t for t in TESTS[room] if t.startswith("golden:") or (TOP / f"tests/{t}.test").exists()]
    return list(dict.fromkeys(own + includes(f'"{room}/{file.stem}.h"') + includes(f'"{room}/') + shell))


def try_fault(room, candidates, base, copy):
    """The fault that was planted, and the test that caught it or SURVIVED."""
    for fault in candidates:
        path = copy.tree / fault.file
        text = (base.tree / fault.file).read_text()
        lines = text.split("\n")
        object_ = fault.file.with_suffix(".o")
        if lines[fault.line] != fault.before:
            continue
        lines[fault.line] = fault.after
        path.write_text("\n".join(lines))
        try:
            base.make(str(object_)), copy.make(str(object_))
            strip = f"objcopy --strip-debug b/{object_} b/bare.o"
            if (copy.sh(strip) or base.sh(strip) or not copy.make("upsweep") or
                    (copy.build / "bare.o").read_bytes() == (base.build / "bare.o").read_bytes()):
                continue  # it does not build, or it is no other program
            for test in tests_of(room, fault.file):
                if not copy.passes(test):
                    if test not in base.passed:
                        base.passed[test] = base.passes(test)
                    if base.passed[test]:
                        return fault, test
            return fault, "SURVIVED"
        finally:
            path.write_text(text)
    return candidates[0], "NOT PLANTED"


def show(results):
    for line in results:
        print(*line.split("\t"), sep="  ")
    caught = sum("SURVIVED" not in line and "NOT PLANTED" not in line for line in results)
    print(f"{caught} of {len(results)} caught")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rooms", nargs="*")
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--folder", type=pathlib.Path, default=TOP / "build/plant")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    folder = options.folder.resolve()
    kept = folder / "results.tsv"
    results = kept.read_text().splitlines() if kept.exists() else []
    if options.show:
        return show(results)
    os.environ.pop("MAKEFLAGS", None)
    base, copy = Copy(folder / "base"), Copy(folder / "copy")
    base.make("upsweep"), copy.make("upsweep")
    done = {line.split("\t")[0] for line in results}
    for room, candidates in draw(options.rooms, options.count, options.seed):
        key = f"{options.seed}.{'.'.join(options.rooms)}{candidates[0].number}"
        if key in done:
            continue
        fault, caught = try_fault(room, candidates, base, copy)
        results.append("\t".join([key, caught, f"{fault.file}:{fault.line + 1}", fault.before.strip(),
                                  fault.after.strip()]))
        print(results[-1], flush=True)
        kept.write_text("\n".join(results) + "\n")
    show(results)


if __name__ == "__main__":
    main()
