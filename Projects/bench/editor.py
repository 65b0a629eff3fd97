#!/usr/bin/env python3
"""Measures how long who writes an edit waits: for findings, for words, for pictures.

usage: editor.py CUTLIST [--clips N,…] [--keys N] [--typing SECONDS] [--source MOVIE] [--work DIR]

Talks to 'cutlist language-server' about an edit of N clips as an editor does: one keystroke at a time, at random
places, each waited for; and fast typing. With --typing it goes on for so long, a tenth of it no JSON, and compares what
was told in the end of each minute with 'cutlist check'. With --source it asks 'cutlist preview' for 100 random frames
of an edit of that movie.
"""
import argparse
import json
import os
import queue
import random
import re
import subprocess
import threading
import time
import urllib.request


def edit(clips):
    """An edit's lines, and the line of its first clip."""
    lines = ["{", '  "cutlist": 1,', '  "output": { "size": "1920x1080", "frameRate": 25 },',
             '  "media": { "red": { "color": "#802020" } },', '  "tracks": [',
             '    { "video": [']
    first = len(lines)
    for number in range(clips):
        more = ', "opacity": 0.5' if number % 10 == 5 else ""
        end = "," if number < clips - 1 else ""
        lines.append(f'      {{ "id": "c{number}", "clip": "red", "duration": "24f"{more} }}{end}')
    lines += ["    ] },", '    { "titles": [']
    titles = max(1, clips // 20)
    for number in range(titles):
        end = "," if number < titles - 1 else ""
        lines.append(f'      {{ "text": "Title {number}", "at": "{number * 15}s", "duration": "1s" }}{end}')
    return lines + ["    ] }", "  ]", "}", ""], first


class Server:
    """A language server, and what it says."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "language-server", "--no-cache"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages = queue.Queue()
        self.number = 0
        threading.Thread(target=self.read, daemon=True).start()
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {
            "general": {"positionEncodings": ["utf-8"]}}})
        self.tell("initialized", {})

    def read(self):
        stream = self.process.stdout
        while True:
            length = 0
            while (line := stream.readline()).strip():
                if line.lower().startswith(b"content-length"):
                    length = int(line.split(b":")[1])
            if not line:
                return
            self.messages.put((time.monotonic(), json.loads(stream.read(length))))

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        """The seconds until the answer, and the answer."""
        self.number += 1
        start = time.monotonic()
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            when, message = self.messages.get(timeout=120)
            if message.get("id") == self.number:
                return when - start, message.get("result")

    def findings(self, version, seconds=120):
        """When findings of a version came, and which."""
        while True:
            when, message = self.messages.get(timeout=seconds)
            if message.get("params", {}).get("version") == version:
                return when, message["params"]["diagnostics"]

    def last_findings(self, quiet):
        """What was told last before it was quiet for so many seconds; None for nothing."""
        last = None
        while True:
            try:
                message = self.messages.get(timeout=quiet)[1]
            except queue.Empty:
                return last
            if message.get("method") == "textDocument/publishDiagnostics":
                last = message["params"]["diagnostics"]

    def memory(self):
        """Resident, and at most so far, in MB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            found = dict(re.findall(r"^(VmRSS|VmHWM):\s+(\d+) kB", status.read(), re.M))
        return int(found["VmRSS"]) / 1000, int(found["VmHWM"]) / 1000

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait(30)


class Document:
    """A text that is open in the server."""

    def __init__(self, server, path, lines):
        self.server, self.path, self.lines, self.version = server, path, list(lines), 1
        self.uri = "file://" + path
        server.tell("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": "json", "version": 1, "text": "\n".join(lines)}})

    def change(self, line, start, end, text):
        self.version += 1
        old = self.lines[line]
        self.lines[line] = old[:start] + text + old[end:]
        self.server.tell("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"text": text, "range": {
                "start": {"line": line, "character": start}, "end": {"line": line, "character": end}}}]})
        return time.monotonic()


def words(seconds):
    """Median, 99th of 100 and largest, in ms."""
    ordered = sorted(seconds)
    at = [ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], ordered[-1]]
    return " / ".join(f"{value * 1000:.0f}" for value in at)


def measure(program, clips, keys, folder):
    lines, first = edit(clips)
    path = os.path.join(folder, f"edit-{clips}.json")
    with open(path, "w") as file:
        file.write("\n".join(lines))
    server = Server(program)
    start = time.monotonic()
    document = Document(server, path, lines)
    when, found = server.findings(1)
    print(f"{clips} clips, {os.path.getsize(path) // 1000} kB: opened in {(when - start) * 1000:.0f} ms, "
          f"{len(found)} findings")
    server.last_findings(3)
    chosen = random.Random(clips)
    waits = {"mistake": [], "mended": [], "length": [], "whole": []}
    for _ in range(keys):
        line = first + chosen.randrange(clips)
        key = document.lines[line].index('"clip"') + 3
        for kind, text in (("mistake", "x"), ("mended", "i")):
            sent = document.change(line, key, key + 1, text)
            when, found = server.findings(document.version)
            if len(found) != (1 if kind == "mistake" else 0):
                raise SystemExit(f"{kind}: {len(found)} findings")
            waits[kind].append(when - sent)
            server.last_findings(0.2)
        value = document.lines[line].index('f"') - 1
        sent = document.change(line, value, value + 1, str(chosen.randrange(1, 9)))
        waits["length"].append(server.findings(document.version)[0] - sent)
        try:
            waits["whole"].append(server.findings(document.version, seconds=5)[0] - sent)
        except queue.Empty:
            pass
        server.last_findings(0.5)
    for kind, seconds in waits.items():
        if seconds:
            print(f"  {kind}: {words(seconds)} ms")
    # Fast typing: a key each 120 ms, and what may stand there is asked for at once.
    line = first + clips // 2
    findings, completions = [], []
    for number in range(40):
        key = document.lines[line].index('"clip"' if number % 2 == 0 else '"clxp"') + 3
        sent = document.change(line, key, key + 1, "xi"[number % 2])
        place = {"textDocument": {"uri": document.uri}, "position": {"line": line, "character": key + 1}}
        completions.append(server.ask("textDocument/completion", place)[0])
        findings.append(server.findings(document.version)[0] - sent)
        time.sleep(max(0, 0.12 - (time.monotonic() - sent)))
    print(f"  while typing: findings {words(findings)} ms, completion {words(completions)} ms")
    hover = []
    for _ in range(50):
        line = first + chosen.randrange(clips)
        place = {"textDocument": {"uri": document.uri},
                 "position": {"line": line, "character": document.lines[line].index('"duration"') + 2}}
        hover.append(server.ask("textDocument/hover", place)[0])
    print(f"  hover: {words(hover)} ms")
    server.last_findings(4)
    resident, most = server.memory()
    print(f"  memory: {resident:.0f} MB, at most {most:.0f} MB")
    server.end()


def typing(program, clips, seconds, folder):
    """Random typing for so long, compared with 'check' each minute."""
    lines, first = edit(clips)
    path = os.path.join(folder, "typing.json")
    with open(path, "w") as file:
        file.write("\n".join(lines))
    server = Server(program)
    document = Document(server, path, lines)
    server.last_findings(5)
    chosen = random.Random(1)
    end = time.monotonic() + seconds
    keys = compared = 0
    memory = []
    while time.monotonic() < end:
        until = min(end, time.monotonic() + 60)
        while time.monotonic() < until:
            line = first + chosen.randrange(clips)
            old = document.lines[line]
            at = chosen.randrange(len(old) + 1)
            if chosen.random() < 0.1:
                text = chosen.choice(['"', "{", "}", "[", ",", ":"])
                document.change(line, at, min(len(old), at + chosen.randrange(2)), text)
                time.sleep(0.1)
                document.change(line, 0, len(document.lines[line]), old)
            else:
                part = chosen.choice([('24f', f'{chosen.randrange(1, 99)}f'), ('"red"', '"rad"'), ('"id"', '"ad"'),
                                      ('"duration"', '"duratio"'), ('24f', '24 frames'), ('0.5', '5.5')])
                if part[0] in old:
                    place = old.index(part[0])
                    document.change(line, place, place + len(part[0]), part[1])
                    if chosen.random() < 0.9:
                        time.sleep(0.1)
                        document.change(line, 0, len(document.lines[line]), old)
            keys += 1
            time.sleep(0.1)
        told = server.last_findings(4)
        with open(path, "w") as file:
            file.write("\n".join(document.lines))
        checked = subprocess.run([program, "check", path, "--json", "--no-cache"], capture_output=True, text=True)
        wanted = [finding["message"] for finding in json.loads(checked.stdout)]
        if told is not None and [finding["message"] for finding in told] != wanted:
            raise SystemExit(f"after {keys} keys: {len(told)} findings told, {len(wanted)} by 'check'; see {path}")
        compared += 1
        memory.append(server.memory()[0])
    print(f"typing: {keys} changes in {seconds:.0f} s, {compared} times as 'check' says; memory "
          + ", ".join(f"{value:.0f}" for value in memory[:: max(1, len(memory) // 8)]) + " MB")
    server.end()


def preview(program, source, folder):
    """Random frames of a preview, one after another, as who drags the playhead sees them."""
    path = os.path.join(folder, "preview.json")
    probed = json.loads(subprocess.run(
        ["ffprobe", "-v", "error", "-of", "json", "-show_entries", "format=duration", source],
        capture_output=True, text=True, check=True).stdout)
    seconds = int(float(probed["format"]["duration"]))
    with open(path, "w") as file:
        json.dump({"cutlist": 1, "output": {"size": "1920x1080", "frameRate": 25}, "media": {"m": source},
                   "tracks": [{"video": [{"clip": "m", "in": "0s", "duration": f"{seconds}s"}]},
                              {"titles": [{"text": "Title", "at": "0s", "duration": f"{seconds}s"}]}]}, file)
    process = subprocess.Popen([program, "preview", path, "--no-open"], stdout=subprocess.PIPE, text=True)
    address = process.stdout.readline().strip()
    chosen = random.Random(1)
    waits = []
    for _ in range(101):
        frame = chosen.randrange(seconds * 25)
        start = time.monotonic()
        with urllib.request.urlopen(f"{address}frame/{frame}.jpg?w=960") as answer:
            answer.read()
        waits.append(time.monotonic() - start)
    print(f"preview: first frame {waits[0] * 1000:.0f} ms, then {words(waits[1:])} ms")
    process.send_signal(2)
    process.wait(30)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cutlist")
    arguments.add_argument("--clips", default="1000,10000")
    arguments.add_argument("--keys", type=int, default=30)
    arguments.add_argument("--typing", type=float, default=0)
    arguments.add_argument("--source")
    arguments.add_argument("--work", default="/tmp/cutlist-editor")
    given = arguments.parse_args()
    os.makedirs(given.work, exist_ok=True)
    print("median / 99th of 100 / largest")
    if given.source:
        preview(given.cutlist, os.path.abspath(given.source), given.work)
    if given.typing:
        typing(given.cutlist, 2000, given.typing, given.work)
        return
    for clips in given.clips.split(","):
        measure(given.cutlist, int(clips), given.keys, given.work)


if __name__ == "__main__":
    main()
