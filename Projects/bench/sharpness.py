#!/usr/bin/env python3
"""Measures how sharp and how still pictures are that move or change their size.

    Projects/bench/sharpness.py .build/release/cutlist

Every number is told beside its goal; the exit status is 1 where one is missed. Pictures are grey, but for colours,
and made here, and what they should look like is computed here too, in double precision: Lanczos
with three lobes, widened where a picture gets smaller, edges repeated; for turned pictures functions that
can be told anywhere, for turned titles letters drawn large. Needs numpy, for titles Pillow and the
font DejaVu Sans too, for colours ffmpeg.
"""

import json
import os
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy as np

CUTLIST = os.path.abspath(sys.argv[1])
FOLDER = tempfile.mkdtemp(prefix="cutlist-sharpness-")
missed = []


# Pictures. Numbers are codes of luma, 16...235: grey of 8 bits has more steps, so nothing is lost.

def grey(luma):
    return np.clip(np.rint((luma - 16.0) * 255 / 219), 0, 255).astype(np.uint8)


def write_png(name, luma, alpha=None):
    value = grey(luma)
    planes = [value] if alpha is None else [value] * 3 + [np.rint(alpha).astype(np.uint8)]
    write_planes(name, np.stack(planes, axis=-1))


def write_planes(name, pixels):
    height, width, count = pixels.shape
    kind = {1: 0, 3: 2, 4: 6}[count]
    rows = np.concatenate(
        [np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)

    def chunk(name, data):
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    with open(os.path.join(FOLDER, name), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
                   + chunk(b"IDAT", zlib.compress(rows.tobytes(), 1)) + chunk(b"IEND", b""))


def read_png(data):
    """Luma of a PNG of 8-bit RGB."""
    place, body = 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        content = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", content[:10])
            assert depth == 8 and colour == 2, "not RGB of 8 bits"
        elif kind == b"IDAT":
            body += content
        place += 12 + length
    rows = np.frombuffer(zlib.decompress(body), np.uint8).reshape(height, 1 + 3 * width)
    pixels = np.zeros((height, width, 3), np.uint8)
    for y in range(height):
        row = rows[y, 1:].reshape(width, 3)
        above = pixels[y - 1] if y else np.zeros((width, 3), np.uint8)
        kind = rows[y, 0]
        if kind == 0:
            pixels[y] = row
        elif kind == 1:
            pixels[y] = np.cumsum(row, axis=0, dtype=np.uint64).astype(np.uint8)
        elif kind == 2:
            pixels[y] = row + above
        else:
            left, corner = np.zeros(3, int), np.zeros(3, int)
            for x in range(width):
                up = above[x].astype(int)
                if kind == 3:
                    guess = (left + up) // 2
                else:
                    sum = left + up - corner
                    a, b, c = abs(sum - left), abs(sum - up), abs(sum - corner)
                    guess = np.where((a <= b) & (a <= c), left, np.where(b <= c, up, corner))
                pixels[y, x] = (row[x] + guess) & 255
                left, corner = pixels[y, x].astype(int), up
    return np.rint(16 + pixels[:, :, 1].astype(float) * 219 / 255)


def text(width, height, seed=1):
    """Something like a page of letters: strokes of two or three pixels with edges between pixels."""
    random = np.random.default_rng(seed)
    fine = 4
    page = np.zeros((height * fine, width * fine), np.float32)
    stroke = 11
    for y in range(20, page.shape[0] - 9 * stroke, 10 * stroke + 3):
        x = 20
        while x < page.shape[1] - 7 * stroke:
            letter = np.kron(random.random((7, 5)) < 0.45, np.ones((stroke, stroke)))
            page[y:y + 7 * stroke, x:x + 5 * stroke] = letter
            x += 6 * stroke + int(random.integers(0, 9))
    page = page.reshape(height, fine, width, fine).mean(axis=(1, 3))
    return np.rint(200 - 150 * page)


def photo(width, height, seed=2):
    """Noise with the spectrum of photos, amplitude 1 / frequency, and some hard edges."""
    random = np.random.default_rng(seed)
    fy, fx = np.fft.fftfreq(height)[:, None], np.fft.rfftfreq(width)[None, :]
    radius = np.hypot(fx, fy)
    radius[0, 0] = 1
    spectrum = np.exp(2j * np.pi * random.random(radius.shape)) / radius
    spectrum[0, 0] = 0
    picture = np.fft.irfft2(spectrum, (height, width))
    picture = 128 + 28 * picture / picture.std()
    x, y = np.meshgrid(np.arange(width) / width, np.arange(height) / height)
    picture[np.hypot(x - 0.3, (y - 0.4) * 9 / 16) < 0.1] += 40
    picture[np.abs(x - 0.7 + 0.2 * y) < 0.03] -= 40
    return np.clip(np.rint(picture), 20, 230)


# What should come out.

def lanczos(x):
    return np.where(np.abs(x) < 3, np.sinc(x) * np.sinc(x / 3), 0)


def bicubic(x):
    x = np.abs(x)
    return np.where(
        x < 1, 1.5 * x**3 - 2.5 * x**2 + 1,
        np.where(x < 2, -0.5 * x**3 + 2.5 * x**2 - 4 * x + 2, 0))


def matrix(count, positions, step, window, reach):
    """Rows of weights: result k lies at positions[k] and spans `step` samples."""
    wide = max(1.0, step)
    result = np.zeros((len(positions), count))
    for k, position in enumerate(positions):
        indices = np.arange(int(np.floor(position - reach * wide)),
                            int(np.ceil(position + reach * wide)) + 1)
        weights = window((indices - position) / wide)
        np.add.at(result[k], np.clip(indices, 0, count - 1), weights / weights.sum())
    return result


def resampled(picture, size, scale, offset=(0.0, 0.0), window=lanczos, reach=3):
    """The picture in `scale` times its size; output pixel 0 begins at `offset` of it."""
    def axis(count, length, scale, offset):
        positions = (np.arange(length) + 0.5) / scale + offset - 0.5
        return matrix(count, positions, 1 / scale, window, reach)
    width, height = size
    scales = scale if isinstance(scale, tuple) else (scale, scale)
    across = axis(picture.shape[1], width, scales[0], offset[0])
    down = axis(picture.shape[0], height, scales[1], offset[1])
    return down @ picture @ across.T


# What does come out.

def project(name, size, media, clip, background="#000000", frames=60):
    data = {
        "cutlist": 1,
        "output": {"size": "%dx%d" % size, "frameRate": 30, "audio": False,
                   "background": background},
        "media": {"picture": media},
        "tracks": [{"video": [{"clip": "picture", "duration": "%df" % frames, **clip}]}],
    }
    path = os.path.join(FOLDER, name + ".json")
    with open(path, "w") as file:
        json.dump(data, file)
    return path


def frame(path, index):
    output = os.path.join(FOLDER, "frame.png")
    subprocess.run(
        [CUTLIST, "frame", path, "--frame", str(index), "-o", output, "--quiet", "--force"],
        check=True)
    with open(output, "rb") as file:
        return read_png(file.read())


def energy(picture):
    """Mean square of the differences between neighbours, away from the edges."""
    inner = picture[40:-40, 40:-40]
    return (np.diff(inner, axis=0)**2).mean() + (np.diff(inner, axis=1)**2).mean()


def psnr(a, b, margin=0):
    if margin:
        a, b = a[margin:-margin, margin:-margin], b[margin:-margin, margin:-margin]
    return 10 * np.log10(255**2 / max(1e-9, ((a - b)**2).mean()))


def tell(name, value, goal, isReached):
    print("%-58s %9s   goal %s%s" % (name, value, goal, "" if isReached else ": missed"),
          flush=True)
    if not isReached:
        missed.append(name)


def zoom():
    size, frames = (1280, 720), 60
    page = text(*size)
    write_png("page.png", page)
    path = project("zoom", size, "page.png", {
        "animate": [{"property": "scale", "from": 1, "to": 1.6, "easing": "linear"}]})
    energies, wanted = [], []
    for n in range(frames):
        scale = 1 + 0.6 * n / frames
        offset = [side / 2 * (1 - 1 / scale) for side in size]
        energies.append(energy(frame(path, n)))
        wanted.append(energy(resampled(page, size, scale, offset)))
    energies, wanted = np.array(energies), np.array(wanted)
    steps = energies[1:] / energies[:-1]
    limits = wanted[1:] / wanted[:-1]
    # The first frame is the source itself, with edges that lie between pixels nowhere else.
    tell("zoom 1 to 1.6: energy from frame to frame, least", "%.3f" % steps[1:].min(),
         ">= 0.97 (Lanczos %.3f)" % limits[1:].min(), steps[1:].min() >= 0.97)
    tell("zoom 1 to 1.6: energy from frame to frame, greatest", "%.3f" % steps.max(),
         "<= 1.03 (Lanczos %.3f)" % limits.max(), steps.max() <= 1.03)
    tell("zoom 1 to 1.6: energy against Lanczos, least", "%.3f" % (energies / wanted).min(),
         "> 0.98", (energies / wanted).min() > 0.98)


def shrink():
    size, frames = (1280, 720), 57
    page = text(*size)
    write_png("page.png", page)
    # A frame of the animation for each of these scales.
    scales = [1 - 0.0125 * n for n in range(frames)]
    path = project("shrink", size, "page.png", {
        "animate": [{"property": "scale", "values": scales, "easing": "linear",
                     "keyTimes": [n / 56 * 56 / 57 if n < 56 else 1 for n in range(57)]}]},
        background="#c8c8c8", frames=frames)
    ratios = []
    for n in [4, 12, 20, 26, 30, 40, 48, 54]:
        scale = scales[n]
        width, height = size[0] * scale, size[1] * scale
        left, top = (size[0] - width) / 2, (size[1] - height) / 2
        truth = resampled(page, size, scale, (-left / scale, -top / scale))
        part = np.s_[int(top) + 8:int(top + height) - 8, int(left) + 8:int(left + width) - 8]
        ratios.append(energy(frame(path, n)[part]) / energy(truth[part]))
    tell("shrink 1 to 0.3: energy against Lanczos, least", "%.3f" % min(ratios), "> 0.9",
         min(ratios) > 0.9)
    # Stripes that are too fine for the smaller picture.
    x = np.arange(size[0])
    stripes = np.tile(np.rint(125 + 90 * np.sin(2 * np.pi * 0.45 * x)), (size[1], 1))
    write_png("stripes.png", stripes)
    scale = 0.68
    path = project("alias", size, "stripes.png", {
        "scale": scale, "animate": [
            {"property": "position", "from": ["50%", "50%"], "to": ["51%", "50%"]}]})
    part = np.s_[200:500, 300:900]
    shown = frame(path, 7)[part].std()
    cubic = resampled(stripes, size, scale, (0, 0), bicubic, 2)[part].std()
    tell("stripes of 0.45 at 0.68: what is left of them", "%.2f" % shown,
         "< %.2f (bicubic)" % cubic, shown < cubic)


def pan():
    size, frames = (1280, 720), 40
    page = text(*size)
    write_png("page.png", page)
    path = project("pan", size, "page.png", {
        "animate": [{"property": "position", "from": [640, 360], "to": [646, 363],
                     "easing": "linear"}]}, background="#c8c8c8", frames=frames)
    energies = np.array([energy(frame(path, n)) for n in range(frames)])
    sharpness = np.sqrt(energies / energy(page))
    tell("slow pan: sharpness, least", "%.3f" % sharpness.min(), "> 0.93", sharpness.min() > 0.93)
    spread = sharpness.max() - sharpness.min()
    tell("slow pan: sharpness, greatest less least", "%.3f" % spread, "< 0.05", spread < 0.05)


def still():
    size = (1920, 1080)
    for name, source in [("3840x2160", (3840, 2160)), ("640x360", (640, 360))]:
        picture = photo(*source)
        write_png("photo.png", picture)
        # At rest a picture is resampled in its own codes, before it is rounded to codes of luma.
        truth = resampled(grey(picture) * (219 / 255) + 16.0, size, size[0] / source[0])
        truth = np.rint(np.clip(truth, 16, 235))
        value = psnr(frame(project("still", size, "photo.png", {}), 0), truth)
        tell("%s to 1920x1080, at rest: PSNR" % name, "%.1f dB" % value, ">= 58 dB", value >= 58)
        path = project("moving", size, "photo.png", {
            "animate": [{"property": "scale", "from": 1, "to": 1.2, "easing": "linear"}]})
        scale = size[0] / source[0] * (1 + 0.2 * 24 / 60)
        offset = [source[k] / 2 - size[k] / 2 / scale for k in (0, 1)]
        truth = np.rint(np.clip(resampled(picture, size, scale, offset), 16, 235))
        value = psnr(frame(path, 24), truth)
        tell("%s, frame of a zoom: PSNR" % name, "%.1f dB" % value, ">= 50 dB", value >= 50)


def alpha():
    for name, length, scale, margin in [("1000 to 90", 1000, 0.09, 4), ("200 to 800", 200, 4, 8)]:
        size = (1280, 720)
        picture = photo(length, length, seed=5)
        write_png("opaque.png", picture)
        write_png("alpha.png", picture, np.full(picture.shape, 255.0))
        shown = int(round(length * scale))
        left, top = (size[0] - shown) // 2, (size[1] - shown) // 2
        part = np.s_[max(top, 0) + margin:max(top, 0) + min(shown, 720) - margin,
                     left + margin:left + shown - margin]
        frames = [frame(project("alpha", size, file, {"fit": "none", "scale": scale}), 0)[part]
                  for file in ["opaque.png", "alpha.png"]]
        truth = np.zeros((720, 1280))
        whole = resampled(picture, (shown, shown), scale)
        lower, upper = max(top, 0), min(top + shown, 720)
        truth[lower:upper, left:left + shown] = whole[lower - top:upper - top]
        truth = np.rint(np.clip(truth, 16, 235))[part]
        values = [psnr(frame, truth) for frame in frames]
        tell("picture with alpha, %s: PSNR" % name, "%.1f dB" % values[1],
             ">= 58 dB (opaque %.1f)" % values[0], values[1] >= 58)


# Colours.

def differences(path):
    """Both colour differences of a movie's first frame, as codes of 8 bits."""
    movie = os.path.join(FOLDER, "colours.mp4")
    subprocess.run([CUTLIST, "render", path, "-o", movie, "--no-cache", "--force", "--quiet"],
                   check=True)
    data = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", movie, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt",
         "yuv420p", "-"], capture_output=True, check=True).stdout
    codes = np.frombuffer(data, np.uint8)[1280 * 720:].astype(float)
    return codes.reshape(2, 360, 640)


def colours():
    """R'G'B' that is shown larger: what is left of its colour differences."""
    width, height = 480, 360
    y, x = np.mgrid[0:height, 0:width].astype(float)

    def parts(x, y, finest):
        return [np.clip(waves(x + 400, y + 180, finest, seed), 0, 255) for seed in (3, 4, 5)]

    def codes(red, green, blue):
        luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        return (128 + 224 / 255 * (blue - luma) / 1.8556, 128 + 224 / 255 * (red - luma) / 1.5748)

    opaque = np.full((height, width, 1), 255, np.uint8)
    for scale, degrees in [(1.2, 0), (1.9, 0), (1.2, 13), (1.9, 13)]:
        # Chroma of the movie can show waves of up to a quarter of that.
        finest = 0.16 * scale
        pixels = np.rint(np.stack(parts(x, y, finest), axis=-1)).astype(np.uint8)
        write_planes("rgb.png", pixels)
        write_planes("rgba.png", np.concatenate([pixels, opaque], axis=-1))
        # At the left one of two columns, between two rows.
        row, column = np.mgrid[0:360, 0:640].astype(float)
        across, down = 2 * column + 0.5 - 640, 2 * row + 1 - 360
        a = np.deg2rad(degrees)
        u = (across * np.cos(a) + down * np.sin(a)) / scale + width / 2 - 0.5
        v = (-across * np.sin(a) + down * np.cos(a)) / scale + height / 2 - 0.5
        inside = (u > 6) & (u < width - 7) & (v > 6) & (v < height - 7)
        truth = codes(*parts(u, v, finest))
        for file in ("rgb.png", "rgba.png"):
            path = project("colours", (1280, 720), file, {
                "fit": "none", "rotation": degrees,
                "animate": [{"property": "scale", "from": scale, "to": scale}]}, frames=1)
            with open(path) as stored:
                data = json.load(stored)
            data["output"]["video"] = {"crf": 1}
            with open(path, "w") as stored:
                json.dump(data, stored)
            shown = differences(path)
            value = min(psnr(shown[k][inside], truth[k][inside]) for k in (0, 1))
            name = "%s, %.1f times, turned by %d degrees" % (file, scale, degrees)
            tell("colours of %s: PSNR" % name, "%.1f dB" % value, ">= 45 dB", value >= 45)


# Turned pictures.

def waves(x, y, finest, seed=3):
    """Waves with the spectrum of photos up to `finest` cycles a pixel, around pixel (640, 360)."""
    random = np.random.default_rng(seed)
    result = np.zeros(np.broadcast(x, y).shape)
    for _ in range(250):
        frequency, angle = random.uniform(0.002, finest), random.uniform(0, 2 * np.pi)
        phase = 2 * np.pi * frequency * ((x - 640) * np.cos(angle) + (y - 360) * np.sin(angle))
        result += np.cos(phase + random.uniform(0, 2 * np.pi)) / (100 * frequency)**0.75
    return 126 + 20 * result


def sampled(picture, u, v, window, reach):
    """The picture at places, as a window of so many samples on each side sees it."""
    left, top = np.floor(u).astype(int), np.floor(v).astype(int)
    across = [window(k - (u - left)) for k in range(1 - reach, reach + 1)]
    down = [window(k - (v - top)) for k in range(1 - reach, reach + 1)]
    result = np.zeros(u.shape)
    for j, weight in enumerate(down):
        rows = np.clip(top + 1 - reach + j, 0, picture.shape[0] - 1)
        for i, share in enumerate(across):
            columns = np.clip(left + 1 - reach + i, 0, picture.shape[1] - 1)
            result += weight * share * picture[rows, columns]
    return np.rint(np.clip(result / sum(across) / sum(down), 16, 235))


def turned_places(size, degrees, tilt=0.0, eye=2000.0, scale=1.0):
    """Where the pixels of a picture lie that is turned about its middle, then tilted about y."""
    y, x = np.mgrid[0:size[1], 0:size[0]].astype(float)
    x, y = x + 0.5 - size[0] / 2, y + 0.5 - size[1] / 2
    a, t = np.deg2rad(degrees), np.deg2rad(tilt)
    # Positive about y: the right side goes away. x = p cos t / (1 + p sin t / eye).
    p = x / (np.cos(t) - x * np.sin(t) / eye)
    q = y * (1 + p * np.sin(t) / eye)
    u = (p * np.cos(a) + q * np.sin(a)) / scale
    v = (-p * np.sin(a) + q * np.cos(a)) / scale
    return u + size[0] / 2 - 0.5, v + size[1] / 2 - 0.5


def turned():
    size = (1280, 720)
    y, x = np.mgrid[0:size[1], 0:size[0]].astype(float)
    for name, finest, pose, degrees, tilt in [
            ("turned by 13 degrees", 0.5, {"rotation": 13}, 13, 0),
            ("in perspective, 30 degrees", 0.3, {"perspective": 2000, "animate": [
                {"property": "rotation.y", "from": 30, "to": 30}]}, 0, 30)]:
        source = np.rint(np.clip(waves(x, y, finest), 16, 235))
        write_png("waves.png", source)
        u, v = turned_places(size, degrees, tilt)
        inside = (u > 8) & (u < size[0] - 9) & (v > 8) & (v < size[1] - 9)
        truth = np.rint(np.clip(waves(u, v, finest), 16, 235))
        shown = frame(project("turned", size, "waves.png", pose), 0)
        cubic = psnr(sampled(source, u, v, bicubic, 2)[inside], truth[inside])
        best = psnr(sampled(source, u, v, lanczos, 3)[inside], truth[inside])
        value = psnr(shown[inside], truth[inside])
        tell("waves %s: PSNR" % name, "%.1f dB" % value,
             ">= %.1f (cubic; Lanczos %.1f)" % (cubic, best), value >= cubic)
    # Edges: what of each pixel is covered.
    write_png("white.png", np.full((300, 400), 235.0))
    for degrees in (5, 45):
        path = project("edges", size, "white.png", {"fit": "none", "rotation": degrees})
        covered = np.zeros((size[1], size[0]))
        for i in range(16):
            for j in range(16):
                a = np.deg2rad(degrees)
                p, q = x + (i + 0.5) / 16 - 640, y + (j + 0.5) / 16 - 360
                u, v = p * np.cos(a) + q * np.sin(a), -p * np.sin(a) + q * np.cos(a)
                covered += (np.abs(u) < 200) & (np.abs(v) < 150)
        value = np.abs(frame(path, 0) - (16 + 219 * covered / 256)).max()
        tell("edges turned by %d degrees: greatest error" % degrees, "%.0f codes" % value,
             "<= 14", value <= 14)
    # A page that gets smaller while it is turned.
    page = text(*size)
    write_png("page.png", page)
    frames = 60
    path = project("turning", size, "page.png", {
        "rotation": 10, "animate": [{"property": "scale", "from": 1.2, "to": 0.4,
                                     "easing": "linear"}]}, background="#c8c8c8", frames=frames)
    energies = np.array([energy(frame(path, n)[200:520, 400:880]) for n in range(frames)])
    steps = energies[1:-1] / np.sqrt(energies[:-2] * energies[2:])
    tell("turned page, 1.2 to 0.4: steps of energy, least", "%.3f" % steps.min(), ">= 0.97",
         steps.min() >= 0.97)
    tell("turned page, 1.2 to 0.4: steps of energy, greatest", "%.3f" % steps.max(), "<= 1.03",
         steps.max() <= 1.03)


def drawn_title(size, words, pixels, scale, degrees, shift=(0, 0)):
    """Luma of white letters on black, drawn 16 times as large and looked at 8 x 8 times a pixel."""
    from PIL import Image, ImageDraw, ImageFont
    fine = 16
    font = ImageFont.truetype("DejaVuSans.ttf", pixels * fine)
    left, top, right, bottom = font.getbbox(words)
    large = Image.new("L", (right - left + 8, bottom - top + 8), 0)
    ImageDraw.Draw(large).text((4 - left, 4 - top), words, font=font, fill=255)
    large = np.asarray(large) > 127
    y, x = np.mgrid[0:size[1], 0:size[0]].astype(float)
    a = np.deg2rad(degrees)
    covered = np.zeros((size[1], size[0]))
    for i in range(8):
        for j in range(8):
            p = (x + (i + 0.5) / 8 - size[0] / 2 + shift[0]) / scale
            q = (y + (j + 0.5) / 8 - size[1] / 2 + shift[1]) / scale
            u = ((p * np.cos(a) + q * np.sin(a)) * fine + large.shape[1] / 2).astype(int)
            v = ((-p * np.sin(a) + q * np.cos(a)) * fine + large.shape[0] / 2).astype(int)
            inside = (u >= 0) & (v >= 0) & (u < large.shape[1]) & (v < large.shape[0])
            covered[inside] += large[v[inside], u[inside]]
    return 16 + 219 * covered / 64


def titles():
    size, words, pixels = (960, 540), "Sphinx of black quartz", 40
    for name, pose, scale, degrees in [
            ("turned by 5 degrees", {"rotation": 5}, 1, 5), ("scaled 1.1", {"scale": 1.1}, 1.1, 0),
            ("scaled 0.7, turned by 30 degrees", {"scale": 0.7, "rotation": 30}, 0.7, 30)]:
        data = {
            "cutlist": 1,
            "output": {"size": "%dx%d" % size, "frameRate": 30, "audio": False},
            "tracks": [{"titles": [{
                "at": 0, "duration": "1s", "text": words, "font": "DejaVu Sans", "size": pixels,
                "color": "white", **pose}]}]}
        path = os.path.join(FOLDER, "title.json")
        with open(path, "w") as file:
            json.dump(data, file)
        # How letters lie on the pixels changes their energy: the mean of nine places.
        wanted = np.mean([
            energy(drawn_title(size, words, pixels, scale, degrees, (k / 3, l / 3)))
            for k in range(3) for l in range(3)])
        value = energy(frame(path, 0)) / wanted
        tell("title %s: energy against one drawn so" % name, "%.3f" % value, "0.97...1.03",
             0.97 <= value <= 1.03)


for part in sys.argv[2:] or [
        "zoom", "shrink", "pan", "still", "alpha", "colours", "turned", "titles"]:
    globals()[part]()
for name in os.listdir(FOLDER):
    os.remove(os.path.join(FOLDER, name))
os.rmdir(FOLDER)
sys.exit(1 if missed else 0)
