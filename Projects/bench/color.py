#!/usr/bin/env python3
"""Measures colour: hues of HDR, ΔE of other matrices, the siting of chroma, and flat runs.

usage: color.py CUTLIST

Sources are computed here in double precision from the standards' equations and written without loss;
CUTLIST renders them without loss (crf 0), and FFmpeg only unpacks what came out. Needs NumPy, ffmpeg.
"""
import json, os, subprocess, sys, tempfile
import numpy as np

CUTLIST = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else sys.exit(__doc__)
FOLDER = tempfile.TemporaryDirectory(prefix="color-")
os.chdir(FOLDER.name)


# MARK: - Running

def run(*arguments, data=None):
    done = subprocess.run(arguments, input=data, capture_output=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, arguments))}\n{done.stderr.decode()}")
    return done.stdout


def write(name, planes, pixels, tags, codec=("-c:v", "ffv1"), frames=2):
    """Planes of integers as a file that is decoded to the same."""
    height, width = planes[0].shape
    kind = "<u2" if pixels.endswith("le") else "u1"
    data = b"".join(np.ascontiguousarray(p.astype(kind)).tobytes() for p in planes) * frames
    form = [f"{width}x{height}", pixels]
    run("ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-s", form[0], "-pix_fmt", form[1], "-r", "25",
        *tags, "-i", "-", *codec, *tags, name, data=data)


def rendered(size, media, items, name="edit"):
    """The first frame of an edit: Y, Cb, Cr."""
    width, height = size
    project = {
        "cutlist": 1,
        "output": {"size": f"{width}x{height}", "frameRate": 25, "audio": False,
                   "video": {"crf": 0, "preset": "ultrafast"}},
        "media": media, "tracks": items}
    with open(f"{name}.json", "w") as file:
        json.dump(project, file)
    run(CUTLIST, "render", f"{name}.json", "-o", f"{name}.mp4", "--no-cache", "-q", "--force")
    raw = run("ffmpeg", "-v", "error", "-i", f"{name}.mp4", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt",
              "yuv420p", "-")
    data = np.frombuffer(raw, np.uint8).astype(float)
    luma, chroma = width * height, (width // 2) * (height // 2)
    half = (height // 2, width // 2)
    return (data[:luma].reshape(height, width), data[luma:luma + chroma].reshape(half),
            data[luma + chroma:].reshape(half))


def shown(size, file, **keys):
    clip = {"clip": "source", "duration": "1f", "fit": "none"}
    return rendered(size, {"source": {"file": file, **keys} if keys else file}, [{"video": [clip]}])


def tags(matrix, primaries, transfer, full=False, location="left"):
    return ["-colorspace", matrix, "-color_primaries", primaries, "-color_trc", transfer, "-color_range",
            "pc" if full else "tv", "-chroma_sample_location", location]


# MARK: - Colour

WEIGHTS = {"bt709": (0.2126, 0.0722), "smpte170m": (0.299, 0.114), "bt2020nc": (0.2627, 0.0593)}


def encoded(rgb, matrix, bits=8, full=False):
    red, blue = WEIGHTS[matrix]
    rgb = np.asarray(rgb, float)
    y = red * rgb[..., 0] + (1 - red - blue) * rgb[..., 1] + blue * rgb[..., 2]
    cb, cr = (rgb[..., 2] - y) / (2 * (1 - blue)), (rgb[..., 0] - y) / (2 * (1 - red))
    unit = 2 ** (bits - 8)
    if full:
        top = 2 ** bits - 1
        codes = [y * top, cb * top + 128 * unit, cr * top + 128 * unit]
    else:
        codes = [(16 + 219 * y) * unit, (128 + 224 * cb) * unit, (128 + 224 * cr) * unit]
    return [np.clip(np.rint(c), 0, 2 ** bits - 1) for c in codes]


def decoded(y, cb, cr, matrix="bt709", full=False):
    """R′G′B′ of codes of 8 bits."""
    if full:
        y, cb, cr = y / 255, (cb - 128) / 255, (cr - 128) / 255
    else:
        y, cb, cr = (y - 16) / 219, (cb - 128) / 224, (cr - 128) / 224
    red, blue = WEIGHTS[matrix]
    r, b = y + 2 * (1 - red) * cr, y + 2 * (1 - blue) * cb
    return np.stack([r, (y - red * r - blue * b) / (1 - red - blue), b], -1)


TO_2020 = np.array([[0.627404, 0.329283, 0.043313], [0.069097, 0.919540, 0.011362],
                    [0.016391, 0.088013, 0.895595]])
TO_XYZ = np.array([[0.412391, 0.357584, 0.180481], [0.212639, 0.715169, 0.072192],
                   [0.019331, 0.119195, 0.950532]])


def pq(light):
    root = np.clip(light / 10000, 0, 1) ** (2610 / 16384)
    return ((3424 / 4096 + 2413 / 128 * root) / (1 + 2392 / 128 * root)) ** (2523 / 32)


def hlg(light):
    """Light on a display of 1000 cd/m² back to signal: BT.2100-2, table 5."""
    luminance = light @ np.array([0.2627, 0.6780, 0.0593])
    scene = light / 1000 * (np.maximum(luminance, 1e-9) / 1000)[..., None] ** (-0.2 / 1.2)
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    return np.where(scene <= 1 / 12, np.sqrt(3 * np.maximum(scene, 0)),
                    a * np.log(np.maximum(12 * scene - b, 1e-9)) + c)


def hue(light):
    """Degrees in Oklab of BT.709's light."""
    lms = np.cbrt(light @ np.array([[0.4122214708, 0.5363325363, 0.0514459929],
                                    [0.2119034982, 0.6806995451, 0.1073969566],
                                    [0.0883024619, 0.2817188376, 0.6299787005]]).T)
    lab = lms @ np.array([[0.2104542553, 0.7936177850, -0.0040720468],
                          [1.9779984951, -2.4285922050, 0.4505937099],
                          [0.0259040371, 0.7827717662, -0.8086757660]]).T
    return np.degrees(np.arctan2(lab[..., 2], lab[..., 1])) % 360


def lab(code):
    light = np.clip(code, 0, None) ** 2.4
    xyz = light @ TO_XYZ.T / np.array([0.950456, 1, 1.089058])
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return 116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])


def delta_e(one, two):
    """CIEDE2000 (Sharma, Wu, Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = lab(one), lab(two)
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(mean ** 7 / (mean ** 7 + 25.0 ** 7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    dh = np.where(c1 * c2 == 0, 0, (h2 - h1 + 180) % 360 - 180)
    dl, dc, dH = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(dh / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = np.where(c1 * c2 == 0, h1 + h2, (h1 + dh / 2) % 360)
    t = (1 - 0.17 * np.cos(np.radians(hm - 30)) + 0.24 * np.cos(np.radians(2 * hm))
         + 0.32 * np.cos(np.radians(3 * hm + 6)) - 0.2 * np.cos(np.radians(4 * hm - 63)))
    rotation = -2 * np.sqrt(cm ** 7 / (cm ** 7 + 25.0 ** 7)) * np.sin(
        np.radians(60 * np.exp(-((hm - 275) / 25) ** 2)))
    sl = 1 + 0.015 * (lm - 50) ** 2 / np.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    return np.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dH / sh) ** 2 + rotation * dc / sc * dH / sh)


# MARK: - Patches

PATCH = 32


def patches(colors, across):
    """Codes, one a colour, as planes of 4:2:0 with a square for each."""
    count = len(colors[0])
    down = -(-count // across)
    planes = []
    for index, codes in enumerate(colors):
        side = PATCH if index == 0 else PATCH // 2
        full = np.full(down * across, codes[0])
        full[:count] = codes
        planes.append(np.kron(full.reshape(down, across), np.ones((side, side))))
    return planes


def means(planes, across, count):
    """What is in the middle of each square."""
    result = []
    for index, plane in enumerate(planes):
        side = PATCH if index == 0 else PATCH // 2
        edge = side // 4
        cells = plane.reshape(plane.shape[0] // side, side, across, side)[:, edge:-edge, :, edge:-edge]
        result.append(cells.mean((1, 3)).reshape(-1)[:count])
    return result


def hues():
    print("hue: degrees in Oklab that a colour is turned, worst and mean")
    bright = np.array([[4, 1.2, 0.1], [3, 0.5, 0.5], [0.3, 0.6, 4], [0.5, 3.5, 0.4], [3.5, 3, 0.3],
                       [1.5, 0.2, 2.5], [1.2, 0.9, 0.7], [2, 0.3, 1]])
    grid = np.array([[r, g, b] for r in (0, .25, .5, 1) for g in (0, .25, .5, 1) for b in (0, .25, .5, 1)
                     if max(r, g, b) > 0 and not r == g == b])
    wide = grid * 0.3
    for name, transfer, curve in [("PQ", "smpte2084", pq), ("HLG", "arib-std-b67", hlg)]:
        for kind, light in [("highlights of BT.709", bright @ TO_2020.T), ("BT.2020 at 60 cd/m²", wide)]:
            signal = curve(light * 203)
            write("hdr.mkv", patches(encoded(signal, "bt2020nc", 10), 8), "yuv420p10le",
                  tags("bt2020nc", "bt2020", transfer))
            rows = -(-len(light) // 8)
            found = decoded(*means(shown((8 * PATCH, rows * PATCH), "hdr.mkv"), 8, len(light)))
            truth = light @ np.linalg.inv(TO_2020).T
            turned = np.abs((hue(np.clip(found, 0, None) ** 2.4) - hue(truth) + 180) % 360 - 180)
            extra = f", orange {turned[0]:.1f}" if kind.startswith("high") else ""
            print(f"  {name:4} {kind:22} {turned.max():6.1f} {turned.mean():6.1f}{extra}")


def matrices():
    print("ΔE2000 between what codes of 8 bits mean and what is shown of them: mean, worst; and at best")
    levels = np.arange(6) * 51 / 255
    colors = np.array([[r, g, b] for r in levels for g in levels for b in levels])
    for name, matrix, full in [("BT.601", "smpte170m", False), ("BT.601, full range", "smpte170m", True),
                               ("BT.709, full range", "bt709", True), ("BT.709", "bt709", False)]:
        codes = encoded(colors, matrix, 8, full)
        write("matrix.mkv", patches(codes, 18), "yuv420p", tags(matrix, "bt709", "bt709", full))
        found = decoded(*means(shown((18 * PATCH, 12 * PATCH), "matrix.mkv"), 18, 216))
        truth = decoded(*codes, matrix, full)
        best = decoded(*encoded(truth, "bt709"))
        error, least = delta_e(truth, found), delta_e(truth, best)
        print(f"  {name:20} {error.mean():5.2f} {error.max():5.2f}   ({least.mean():.2f} {least.max():.2f})")


# MARK: - Siting

# Those that Matroska can say.
SITES = {"left": (0, .5), "center": (.5, .5), "topleft": (0, 0), "top": (.5, 0)}


def blob(width, height, site, step=2):
    """A red spot: Cr 128…200 around a place that is no one's centre."""
    y, x = np.mgrid[0:height // step, 0:width // step].astype(float)
    return np.exp(-(((x * step + site[0] - 33.3) / 9) ** 2 + ((y * step + site[1] - 30.7) / 9) ** 2))


def centre(plane, neutral, site, step):
    # Less than three codes may be noise of a JPEG.
    weight = np.where(np.abs(plane - neutral) < 3, 0, plane - neutral)
    y, x = np.mgrid[0:plane.shape[0], 0:plane.shape[1]].astype(float)
    return ((weight * (x * step + site[0])).sum() / weight.sum(),
            (weight * (y * step + site[1])).sum() / weight.sum())


def sitings():
    print("siting: chroma beside where it should be, in luma pixels, across and down")
    width, height = 64, 64

    def report(name, cr, wanted):
        found = centre(cr, 128, (0, .5), 2)
        print(f"  {name:28} {found[0] - wanted[0]:+.2f} {found[1] - wanted[1]:+.2f}")

    flat = np.full((height, width), 110.0)
    for matrix, full in [("bt709", False), ("bt709", True), ("smpte170m", False)]:
        for location, site in SITES.items():
            cr = np.rint(128 + 72 * blob(width, height, site))
            write("site.mkv", [flat, np.full((32, 32), 128), cr], "yuv420p",
                  tags(matrix, "bt709", "bt709", full, location))
            planes = shown((width, height), "site.mkv")
            report(f"{matrix}{' full' if full else ''} {location}", planes[2], (33.3, 30.7))
    cr = np.rint(128 + 72 * blob(width, height, (0, .5)))
    write("turn.mp4", [flat, np.full((32, 32), 128), cr], "yuv420p", tags("bt709", "bt709", "bt709"),
          ("-c:v", "libx264", "-qp", "0"))
    for degrees, wanted in [(90, (30.7, 63 - 33.3)), (180, (63 - 33.3, 63 - 30.7)), (270, (63 - 30.7, 33.3))]:
        run("ffmpeg", "-v", "error", "-y", "-i", "turn.mp4", "-c", "copy", "-metadata:s:v:0",
            f"rotate={degrees}", "turned.mp4")
        found = centre(shown((width, height), "turned.mp4")[2], 128, (0, .5), 2)
        # Either way round, as players differ in what they call 90.
        options = [wanted, (63 - wanted[0], 63 - wanted[1])]
        best = min(options, key=lambda w: abs(found[0] - w[0]) + abs(found[1] - w[1]))
        print(f"  {'turned by ' + str(degrees):28} {found[0] - best[0]:+.2f} {found[1] - best[1]:+.2f}")
    spot = blob(width, height, (0, 0), 1)
    rgb = np.stack([100 + 120 * spot, 100 - 30 * spot, 100 - 30 * spot], -1)
    cr = np.rint(128 + 72 * blob(width, height, SITES["center"]))
    write("spot.jpg", [flat, np.full((32, 32), 128), cr], "yuvj420p",
          tags("smpte170m", "bt709", "bt709", True, "center"),
          ("-c:v", "mjpeg", "-q:v", "1", "-frames:v", "1", "-update", "1"))
    report("JPEG", shown((width, height), "spot.jpg")[2], (33.3, 30.7))
    for name, pixels, data, codec in [
            ("PNG", "rgb24", np.rint(rgb), ("-c:v", "png")),
            ("PNG with alpha", "rgba", np.concatenate([np.rint(rgb), np.full((64, 64, 1), 255)], -1),
             ("-c:v", "png"))]:
        file = "spot.png"
        run("ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-s", "64x64", "-pix_fmt", pixels, "-i", "-",
            *codec, "-frames:v", "1", file, data=data.astype("u1").tobytes())
        report(name, shown((width, height), file)[2], (33.3, 30.7))
    title = {"at": 0, "duration": "1f", "text": "I", "font": "DejaVu Sans", "size": 60, "color": "#ff0000"}
    y, _, cr = rendered((128, 128), {}, [{"titles": [title]}])
    luma, chroma = centre(y, 16, (0, 0), 1), centre(cr, 128, (0, .5), 2)
    print(f"  {'title':28} {chroma[0] - luma[0]:+.2f} {chroma[1] - luma[1]:+.2f}")


# MARK: - Flat runs

def runs():
    print("flat runs of luma: longest, columns of a code, rows like the one before, mean error in codes")

    def report(name, y, exact):
        longest = max(max(len(r) for r in np.split(row, np.flatnonzero(np.diff(row)) + 1)) for row in y)
        alike = np.mean([np.array_equal(a, b) for a, b in zip(y, y[1:])])
        step = y.shape[1] / (abs(exact[-1] - exact[0]) or 1)
        # What is left of the error after a mean over 16 columns of all rows.
        mean = (y.mean(0) - exact)[:len(exact) // 16 * 16].reshape(-1, 16).mean(1)
        print(f"  {name:28} {longest:4} {step:6.1f} {alike:6.0%} {np.abs(mean).max():7.3f}")

    width, height = 640, 64
    clip = {"clip": "source", "duration": "1f"}
    codes = np.array([encoded(np.full(3, v / 255), "bt709")[0] for v in (40, 84)])
    exact = codes[0] + (codes[1] - codes[0]) * np.arange(width) / (width - 1)
    source = {"source": {"generate": "gradient", "from": "#282828", "to": "#545454"}}
    report("gradient", rendered((width, height), source, [{"video": [clip]}])[0], exact)
    half = rendered((width, height), source, [{"video": [{**clip, "opacity": 0.5}]}])[0]
    report("gradient, half opaque", half, 16 + (exact - 16) / 2)
    ramp = np.rint(np.linspace(4 * 40, 4 * 78, width) * 1.0)
    planes = [np.tile(ramp, (height, 1)), np.full((32, 320), 512), np.full((32, 320), 512)]
    write("deep.mkv", planes, "yuv420p10le", tags("bt709", "bt709", "bt709"))
    report("10 bits", shown((width, height), "deep.mkv")[0], ramp / 4)
    light = np.linspace(0.02, 0.04, width) ** 1.0
    signal = np.rint(64 + 876 * pq(203 * light))
    planes[0] = np.tile(signal, (height, 1))
    write("pq.mkv", planes, "yuv420p10le", tags("bt2020nc", "bt2020", "smpte2084"))
    root = ((signal - 64) / 876) ** (32 / 2523)
    exact = 10000 / 203 * (np.maximum(root - 3424 / 4096, 0) / (2413 / 128 - 2392 / 128 * root)) ** (16384 / 2610)
    report("PQ", shown((width, height), "pq.mkv")[0], 16 + 219 * exact ** (1 / 2.4))
    flat = np.tile(np.arange(640) % 200 + 20, (height, 1)).astype(float)
    write("eight.mkv", [flat, np.full((32, 320), 128), np.full((32, 320), 128)], "yuv420p",
          tags("bt709", "bt709", "bt709"))
    same = np.array_equal(shown((width, height), "eight.mkv")[0], flat)
    print(f"  8 bits of BT.709 are {'untouched' if same else 'CHANGED'}")


hues()
matrices()
sitings()
runs()
