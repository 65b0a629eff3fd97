"""Project files: bytes, tokens and structure of the gallery's projects are changed."""
import copy, glob, json, os, re, shutil

from .common import damaged, fault, run

TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|[{}\[\],:]|true|false|null')
ODD = [b"0", b"-1", b"1e308", b"9223372036854775807", b"-9223372036854775808", b"0.1", b"1e-9",
       b'""', b'"\\u0000"', b'"-2s"', b'"1/0s"', b'"99999999999999999999s"', b'"99:99:99:99"',
       b'"%s"' % (b"x" * 5000), b"[]", b"{}", b"[[[[[[]]]]]]", b"null", b"true", b'"50%"', b'"1f"',
       b'"../../etc/passwd"', b'"/dev/zero"', b'"\xff\xfe"', b"[" * 3000]
# Rendering these takes longer than all others together.
SLOW = {"bench", "fifteen-seconds"}


def gallery(folder):
    """Copies of the projects with their media; the paths of their project files."""
    copied = os.path.join(folder, "projects")
    if not os.path.isdir(copied):
        shutil.copytree("Projects", copied, ignore=lambda _, names: SLOW & set(names))
    found = glob.glob(os.path.join(copied, "*", "*.json"))
    for path in sorted(glob.glob("Tests/**/*rong*/*.json", recursive=True)):
        place = os.path.join(copied, "wrong-" + os.path.basename(path)[:-5])
        os.makedirs(place, exist_ok=True)
        found.append(shutil.copy(path, place))
    return sorted(found, key=lambda path: (os.path.dirname(path).startswith(
        os.path.join(copied, "wrong-")), path))


def nodes(value, path=()):
    yield path, value
    if isinstance(value, dict):
        for key in list(value):
            yield from nodes(value[key], path + (key,))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from nodes(value[index], path + (index,))


def restructured(project, other, chance):
    """A project with parts removed, repeated, wrapped, or taken from elsewhere."""
    project = copy.deepcopy(project)
    for _ in range(chance.choice([1, 1, 2, 4])):
        places = [p for p, _ in nodes(project) if p]
        if not places:
            break
        path = chance.choice(places)
        parent = project
        for step in path[:-1]:
            parent = parent[step]
        kind = chance.randrange(7)
        if kind == 0:
            del parent[path[-1]]
        elif kind == 1 and isinstance(parent, list):
            parent[path[-1]:path[-1]] = [copy.deepcopy(parent[path[-1]])
                                         for _ in range(chance.choice([1, 2, 300]))]
        elif kind == 2:
            parent[path[-1]] = [parent[path[-1]]]
        elif kind == 3:
            parent[path[-1]] = {"clip": parent[path[-1]], "duration": "1s"}
        elif kind == 4:
            parent[path[-1]] = copy.deepcopy(chance.choice([v for _, v in nodes(other)]))
        elif kind == 5 and isinstance(parent, dict):
            key = chance.choice([p[-1] for p, _ in nodes(other) if p and isinstance(p[-1], str)]
                                or ["x"])
            parent[key] = parent.pop(path[-1])
        else:
            odd = chance.choice([0, -1, 1e9, 1 << 62, "", "1s", "-1s", "1/3s", None, True, [], {}])
            parent[path[-1]] = odd
    return json.dumps(project).encode()


def exchanged(data, others, chance):
    """A project with some of its numbers and texts taken from others: often still a right one."""
    spans = [m.span() for m in TOKENS.finditer(data) if data[m.start():m.start() + 1] not in b"{}[],:"]
    words = [w for w in TOKENS.findall(chance.choice(others)) if w not in b"{}[],:"]
    for start, end in sorted(chance.sample(spans, min(len(spans), chance.choice([1, 1, 2, 3]))),
                             reverse=True):
        alike = [w for w in words if (w[:1] == b'"') == (data[start:start + 1] == b'"')
                 and (w[1:2].isdigit() == data[start + 1:start + 2].isdigit())]
        if alike and data[end:end + 1] != b":":
            data = data[:start] + chance.choice(alike) + data[end:]
    return data


def retokened(data, chance):
    """A project with some of its words exchanged for odd ones, repeated or left out."""
    spans = [m.span() for m in TOKENS.finditer(data)]
    for start, end in sorted(chance.sample(spans, min(len(spans), chance.choice([1, 1, 2, 5]))),
                             reverse=True):
        kind = chance.randrange(4)
        word = data[start:end]
        new = (chance.choice(ODD) if kind < 2 else b"" if kind == 2 else word + b" " + word)
        data = data[:start] + new + data[end:]
    return data


class Target:
    def __init__(self, program, folder, files):
        self.program, self.folder = program, folder
        self.names = files or gallery(folder)
        self.contents = [open(name, "rb").read() for name in self.names]

    def case(self, chance):
        # Names are sorted, those of wrong projects behind the gallery's, which give more to do.
        right = sum(not os.path.basename(os.path.dirname(n)).startswith("wrong-")
                    for n in self.names)
        place = chance.randrange(right if right and chance.random() < 0.75 else len(self.names))
        data = self.contents[place]
        kind = chance.randrange(6)
        if kind == 0:
            data = damaged(data, self.contents, chance)
        elif kind == 1:
            data = retokened(data, chance)
        elif kind < 4:
            data = exchanged(data, self.contents, chance)
        else:
            try:
                other = json.loads(chance.choice(self.contents))
                data = restructured(json.loads(data), other, chance)
            except ValueError:
                data = retokened(data, chance)
        project = os.path.join(os.path.dirname(self.names[place]), "damaged.json")
        with open(project, "wb") as file:
            file.write(data)
        return (*self.examine(project), project, self.names[place])

    def examine(self, project):
        status, said = run([self.program, "check", "--", project])
        problem = fault(status, said)
        if problem:
            return "check: " + problem, status
        status, said = run([self.program, "plan", "--json", "--", project])
        problem = fault(status, said)
        if problem or status:
            return ("plan: " + problem if problem else None), status
        try:
            plan = json.loads(said[:said.rindex("}") + 1])
        except ValueError:
            plan = {}
        # Composing is bounded by what is asked for: a long movie takes its time.
        frames = (plan.get("output") or {}).get("frameCount", 0)
        if not isinstance(frames, int) or not 0 < frames <= 200 or len(said) > 2_000_000:
            return None, status
        status, said = run([self.program, "frames", "--", project])
        problem = fault(status, said)
        return ("frames: " + problem if problem else None), status
