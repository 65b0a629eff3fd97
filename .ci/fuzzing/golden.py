"""Golden files: what was kept of a movie is damaged, and the movie tested against it."""
import glob, os, shutil

from .common import damaged, fault, run
from .projects import gallery, retokened


class Target:
    def __init__(self, program, folder, files):
        self.program, self.folder = program, folder
        gallery(folder)
        self.names = files or sorted(
            n for n in glob.glob(os.path.join(folder, "projects", "*", "golden", "*"))
            if os.path.isfile(n))
        self.contents = [open(name, "rb").read() for name in self.names]

    def case(self, chance):
        place = chance.randrange(len(self.names))
        data = self.contents[place]
        if chance.random() < 0.5 and not self.names[place].endswith(".png"):
            data = retokened(data, chance)
        else:
            data = damaged(data, self.contents, chance)
        kept = os.path.join(self.folder, "damaged-golden" + os.path.splitext(self.names[place])[1])
        with open(kept, "wb") as file:
            file.write(data)
        shutil.copy(kept, self.names[place])
        try:
            project = os.path.dirname(os.path.dirname(self.names[place]))
            status, said = run([self.program, "test", "--", project])
        finally:
            with open(self.names[place], "wb") as file:
                file.write(self.contents[place])
        problem = fault(status, said)
        return ("test: " + problem if problem else None), status, kept, self.names[place]
