"""What all targets share: running the program in bounds, and damaging bytes."""
import os, resource, subprocess

MEMORY = 4 << 30
SECONDS = 30
NUMBERS = [0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFE]
# A program that is built with AddressSanitizer maps terabytes and limits what it uses by itself.
is_sanitized = False


def damaged(data, others, chance):
    """A copy with one to eight faults, most of them near the beginning, where headers are."""
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 3, 8])):
        if not data:
            break
        reach = chance.choice([64, 512, 4096, len(data), len(data)])
        at = chance.randrange(min(reach, len(data)))
        if chance.random() < 0.15:
            at = max(0, len(data) - 1 - at)
        kind = chance.randrange(8)
        if kind == 0:
            data[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            data[at] = chance.randrange(256)
        elif kind == 2:
            width = chance.choice([1, 2, 4, 8])
            number = chance.choice(NUMBERS) & ((1 << 8 * width) - 1)
            data[at:at + width] = number.to_bytes(width, chance.choice(["big", "little"]))
        elif kind == 3:
            length = chance.choice([1, 4, 16, 188, 1000])
            data[at:at + length] = bytes(length)
        elif kind == 4:
            del data[at:at + chance.choice([1, 2, 4, 8, 188, 5000])]
        elif kind == 5:
            part = data[at:at + chance.choice([4, 8, 64, 1000])]
            data[at:at] = part
        elif kind == 6:
            del data[max(1, at):]
        else:
            other = others[chance.randrange(len(others))]
            begin = chance.randrange(max(1, len(other)))
            data[at:at + 256] = other[begin:begin + 256]
    return bytes(data)


def run(words, folder=None):
    """Status and everything said; a status below 0 is a signal, `None` no end in time."""
    def limit():
        if not is_sanitized:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
    if is_sanitized:
        environment["ASAN_OPTIONS"] = "detect_leaks=0:hard_rss_limit_mb=4096:exitcode=99"
    try:
        done = subprocess.run(words, capture_output=True, preexec_fn=limit, cwd=folder,
                              timeout=SECONDS * (4 if is_sanitized else 1), env=environment)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace")


def fault(status, said):
    if status is None:
        return f"no end within {SECONDS} s"
    if status < 0:
        return f"killed by signal {-status}: {said[-300:]}"
    if status not in (0, 1, 2, 3):
        at = said.find("ERROR: AddressSanitizer")
        return f"status {status}: {said[at:at + 1500] if at >= 0 else said[-300:]}"
    if status and not said.strip():
        return f"status {status} without a message"
    return None
