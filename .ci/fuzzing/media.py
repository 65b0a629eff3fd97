"""Media files: probed, and composed into a short edit."""
import json, os, subprocess

from .common import damaged, fault, run

SOURCES = ["../shared/media/real/video", "../shared/media/real/audio", "../shared/media/real/image"]
SIZE_LIMIT = 400_000


def made(program, folder):
    """Small files of the program's own, so that there is something to damage everywhere."""
    project = os.path.join(folder, "own.json")
    with open(project, "w") as file:
        json.dump({"cutlist": 1,
                   "output": {"size": "64x36", "frameRate": 25, "video": {"preset": "veryfast"}},
                   "media": {"m": {"generate": "counter", "clip": 1}},
                   "tracks": [{"video": [{"clip": "m", "duration": "2s"}]}]}, file)
    movie = os.path.join(folder, "own.mp4")
    picture = os.path.join(folder, "own.png")
    subprocess.run([program, "render", project, "-o", movie, "--no-cache"], check=True,
                   capture_output=True)
    subprocess.run([program, "frame", project, "--frame", "3", "-o", picture], check=True,
                   capture_output=True)
    return [movie, picture]


def sources(arguments, program, folder):
    files = []
    for place in arguments or [p for p in SOURCES if os.path.isdir(p)]:
        if os.path.isdir(place):
            files += [os.path.join(place, name) for name in sorted(os.listdir(place))]
        else:
            files.append(place)
    files = [f for f in files if os.path.isfile(f) and 0 < os.path.getsize(f) <= SIZE_LIMIT
             and not f.endswith((".json", ".csv", ".txt"))]
    return files + made(program, folder)


def examine(program, media, folder):
    """The first thing that is wrong with probing and composing a file, and what came out."""
    status, said = run([program, "probe", "--json", media])
    problem = fault(status, said)
    if problem:
        return "probe: " + problem, status
    try:
        found = json.loads(said)["files"][0]
    except (ValueError, KeyError, IndexError):
        found = {}
    kind = "audio" if found.get("audio") and not found.get("video") else "video"
    clips = [{"clip": "m", "duration": "2f"}, {"clip": "m", "in": "8f", "duration": "1f"}]
    project = os.path.join(folder, "edit.json")
    with open(project, "w") as file:
        json.dump({"cutlist": 1, "output": {"size": "64x36", "frameRate": 25},
                   "media": {"m": media}, "tracks": [{kind: clips}]}, file)
    status, said = run([program, "frame", project, "--frame", "2", "-o", folder + "/f.png"])
    problem = fault(status, said)
    if problem:
        return "frame: " + problem, status
    if found.get("audio"):
        status, said = run([program, "frames", project])
        problem = fault(status, said)
    return ("frames: " + problem if problem else None), status


class Target:
    def __init__(self, program, folder, files):
        self.program, self.folder = program, folder
        self.names = sources(files, program, folder)
        self.contents = [open(name, "rb").read() for name in self.names]

    def case(self, chance):
        place = chance.randrange(len(self.names))
        ending = os.path.splitext(self.names[place])[1]
        media = os.path.join(self.folder, "damaged" + ending)
        with open(media, "wb") as file:
            file.write(damaged(self.contents[place], self.contents, chance))
        problem, status = examine(self.program, media, self.folder)
        return problem, status, media, self.names[place]
