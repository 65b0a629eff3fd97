"""Font files: a title that is checked and drawn with each."""
import json, os, subprocess

from .common import damaged, fault, run

SIZE_LIMIT = 800_000


class Target:
    def __init__(self, program, folder, files):
        self.program, self.folder = program, folder
        listed = subprocess.run(["fc-list", "--format", "%{file}\\n"], capture_output=True, text=True)
        shared = "../shared/media/real/font"
        more = sorted(os.listdir(shared)) if os.path.isdir(shared) else []
        names = files or listed.stdout.split("\n") + [os.path.join(shared, n) for n in more]
        self.names = sorted({n for n in names if n.endswith((".ttf", ".otf", ".ttc", ".woff2"))
                             and os.path.isfile(n) and os.path.getsize(n) <= SIZE_LIMIT})
        if not self.names:
            raise SystemExit("fuzz: there are no fonts to damage")
        self.contents = [open(name, "rb").read() for name in self.names]

    def case(self, chance):
        place = chance.randrange(len(self.names))
        font = os.path.join(self.folder, "damaged.ttf")
        with open(font, "wb") as file:
            file.write(damaged(self.contents[place], self.contents, chance))
        project = os.path.join(self.folder, "title.json")
        text = chance.choice(["Hamburgefonts", "AVA fi \u00e9\u0301", "\u0633\u0644\u0627\u0645 \u05e9\u05dc",
                              "\u0928\u092e\u0938\u094d\u0924\u0947", "\u0e2a\u0e27\u0e31\u0e2a", "0123\n?!"])
        title = {"at": 0, "duration": "2f", "text": text, "font": "damaged.ttf", "size": 20,
                 "weight": chance.choice([400, 700]), "italic": chance.random() < 0.3}
        with open(project, "w") as file:
            json.dump({"cutlist": 1, "output": {"size": "128x72", "frameRate": 25},
                       "tracks": [{"titles": [title]}]}, file)
        status, said = run([self.program, "check", project])
        problem = fault(status, said)
        if problem:
            return "check: " + problem, status, font, self.names[place]
        status, said = run([self.program, "frame", project, "--frame", "0", "-o",
                            os.path.join(self.folder, "title.png")])
        problem = fault(status, said)
        return ("frame: " + problem if problem else None), status, font, self.names[place]
