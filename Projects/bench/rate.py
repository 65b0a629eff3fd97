#!/usr/bin/env python3
"""Compares a movie with a bit rate with a two-pass encode of the same frames.

usage: rate.py CUTLIST [--rate KBIT] [--preset NAME] [--maxrate KBIT] [--bufsize KBIT] [--work DIR]

Makes a movie of stills, motion, noise and cuts with ffmpeg, renders it with CUTLIST and encodes what
was composed with 'ffmpeg -pass 1' and '-pass 2' at the same rate, preset and distance of key frames.
Prints how far each is from the rate, PSNR and SSIM of the frames, and what the decoder's buffer says
of the joined stream. Needs ffmpeg, ffprobe and numpy.
"""
import argparse
import json
import os
import subprocess
import time

import numpy

WIDTH, HEIGHT, RATE = 640, 360, 25
FRAME_BYTES = WIDTH * HEIGHT * 3 // 2
SIZE = f"{WIDTH}x{HEIGHT}"
QUIET = ["-hide_banner", "-loglevel", "error", "-y"]
RAW = ["-f", "rawvideo", "-pix_fmt", "yuv420p"]

SOURCES = {
    "zoom": (175, f"mandelbrot=s={SIZE}:r={RATE}:start_scale=0.3"),
    "still": (150, f"mandelbrot=s={SIZE}:r={RATE}:start_scale=0.02:start_x=-0.745:start_y=0.11,"
                   "loop=-1:1:0,setpts=N/25/TB"),
    "test": (130, f"testsrc2=s={SIZE}:r={RATE}"),
    "noise": (110, f"mandelbrot=s={SIZE}:r={RATE}:start_scale=0.02:start_x=-0.745:start_y=0.11,"
                   "loop=-1:1:0,setpts=N/25/TB,noise=alls=NOISE:allf=t:all_seed=3"),
    "life": (90, f"life=s=320x180:r={RATE}:mold=10:death_color=#C83232:life_color=#00ff00:ratio=0.1:"
                 f"seed=7,scale={SIZE}:flags=bilinear"),
    "gradient": (110, f"gradients=s={SIZE}:r={RATE}:seed=3:speed=0.02"),
    "cells": (60, f"cellauto=s={SIZE}:r={RATE}:rule=18:seed=5,boxblur=1"),
}
ORDER = "zoom still test noise life gradient cells zoom noise still".split()


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, **options)


def make_sources(folder, noise):
    for name, (frames, filters) in SOURCES.items():
        path = f"{folder}/{name}.mkv"
        if not os.path.exists(path):
            run("ffmpeg", *QUIET, "-f", "lavfi", "-i", filters.replace("NOISE", str(noise)),
                "-frames:v", frames, "-pix_fmt", "yuv420p", "-colorspace", "bt709",
                "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
                "-c:v", "ffv1", path)


def project(folder, video, name):
    clips = [{"clip": clip} for clip in ORDER]
    path = f"{folder}/{name}.json"
    with open(path, "w") as file:
        json.dump({
            "cutlist": 1,
            "output": {"size": SIZE, "frameRate": RATE, "video": video, "audio": False},
            "media": {clip: f"{clip}.mkv" for clip in SOURCES},
            "tracks": [{"video": clips}],
        }, file, indent=2)
    return path


def packets(path):
    """Bits of the packets of pictures, in the order of decoding."""
    shown = run("ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
                "packet=size,dts_time", "-of", "json", path, capture_output=True).stdout
    table = json.loads(shown)["packets"]
    times = [float(packet["dts_time"]) for packet in table]
    assert times == sorted(times), "packets are out of order"
    return times, [8 * int(packet["size"]) for packet in table]


def frames(path):
    pipe = run("ffmpeg", *QUIET, "-i", path, "-vsync", "passthrough", *RAW, "-", capture_output=True).stdout
    return numpy.frombuffer(pipe, numpy.uint8).reshape(-1, FRAME_BYTES)


def psnr(coded, composed):
    result = []
    for a, b in zip(coded, composed):
        difference = a[:WIDTH * HEIGHT].astype(numpy.int32) - b[:WIDTH * HEIGHT]
        result.append(10 * numpy.log10(255 ** 2 / max((difference ** 2).mean(), 1e-6)))
    return numpy.array(result)


def ssim(coded, composed_path):
    raw, log = f"{composed_path}.coded", f"{composed_path}.ssim"
    coded.tofile(raw)
    plane = [*RAW, "-s", SIZE, "-r", RATE, "-i"]
    run("ffmpeg", *QUIET, *plane, raw, *plane, composed_path, "-lavfi", f"ssim=stats_file={log}",
        "-f", "null", "-")
    os.remove(raw)
    with open(log) as file:
        return numpy.array([float(line.split("Y:")[1].split()[0]) for line in file])


def buffer_minimum(times, bits, maxrate, bufsize):
    """Least bits in a decoder's buffer that begins with nine tenths, as x264's does."""
    filled = lowest = 0.9 * bufsize
    last = times[0]
    for moment, size in zip(times, bits):
        filled = min(bufsize, filled + (moment - last) * maxrate) - size
        lowest = min(lowest, filled)
        last = moment
    return lowest


def report(name, path, composed, raw, wanted, seconds, limits):
    times, bits = packets(path)
    coded = frames(path)
    assert len(coded) == len(composed), (name, len(coded), len(composed))
    quality = psnr(coded, composed)
    likeness = ssim(coded, raw)
    error = 100 * (sum(bits) * RATE / len(bits) / wanted - 1)
    text = (f"{name:9} {seconds:6.1f} s  rate {error:+5.2f} %  PSNR worst {quality.min():.2f} "
            f"mean {quality.mean():.2f}  SSIM worst {likeness.min():.4f} mean {likeness.mean():.4f}")
    if limits[0]:
        text += f"  buffer {buffer_minimum(times, bits, *limits) / limits[1] * 100:+.1f} %"
    print(text, flush=True)
    return quality, likeness


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cutlist")
    parser.add_argument("--rate", type=int, default=1500, help="thousands of bits a second")
    parser.add_argument("--preset", default="medium")
    parser.add_argument("--noise", type=int, default=24)
    parser.add_argument("--maxrate", type=int, default=0)
    parser.add_argument("--bufsize", type=int, default=0)
    parser.add_argument("--work", default="/tmp/cutlist-rate")
    arguments = parser.parse_args()
    folder = f"{arguments.work}/{arguments.noise}"
    os.makedirs(folder, exist_ok=True)
    make_sources(folder, arguments.noise)

    cutlist = os.path.abspath(arguments.cutlist)
    lossless = f"{folder}/composed.mp4"
    raw = f"{folder}/composed.yuv"
    if not os.path.exists(raw):
        source = project(folder, {"crf": 0, "preset": "ultrafast"}, "composed")
        run(cutlist, "render", source, "-o", lossless, "--no-cache", "--force", "--quiet")
        run("ffmpeg", *QUIET, "-i", lossless, "-vsync", "passthrough", *RAW, raw)
    composed = numpy.memmap(raw, dtype=numpy.uint8, mode="r").reshape(-1, FRAME_BYTES)

    wanted = 1000 * arguments.rate
    limits = (1000 * arguments.maxrate, 1000 * arguments.bufsize)
    video = {"bitRate": wanted, "preset": arguments.preset}
    vbv = []
    if arguments.maxrate:
        video |= {"maxrate": limits[0], "bufsize": limits[1]}
        vbv = ["-maxrate", limits[0], "-bufsize", limits[1]]
    ours = f"{folder}/ours.mp4"
    begun = time.time()
    told = run(cutlist, "render", project(folder, video, "rate"), "-o", ours, "--no-cache", "--force",
               "--quiet", "--json", capture_output=True).stdout
    ours_seconds = time.time() - begun
    print("cutlist:", json.dumps(json.loads(told).get("rate")))

    theirs = f"{folder}/two-pass.mp4"
    begun = time.time()
    for number, target in ((1, ["-f", "null", "-"]), (2, [theirs])):
        run("ffmpeg", *QUIET, *RAW, "-s", SIZE, "-r", RATE, "-i", raw, "-c:v", "libx264", "-preset",
            arguments.preset, "-g", 2 * RATE, "-flags", "+cgop", "-b:v", wanted, *vbv, "-pass", number,
            "-passlogfile", f"{folder}/log", *target)
    theirs_seconds = time.time() - begun

    mine = report("cutlist", ours, composed, raw, wanted, ours_seconds, limits)
    other = report("two-pass", theirs, composed, raw, wanted, theirs_seconds, limits)
    print(f"worst frame of cutlist less that of two passes: PSNR {mine[0].min() - other[0].min():+.2f} dB, "
          f"SSIM {mine[1].min() - other[1].min():+.4f}")
    print(f"mean: PSNR {mine[0].mean() - other[0].mean():+.2f} dB, "
          f"SSIM {mine[1].mean() - other[1].mean():+.4f}")
    each = mine[0] - other[0]
    below = numpy.minimum(mine[0], 45) - numpy.minimum(other[0], 45)
    print(f"frame by frame: PSNR {each.min():+.2f} to {each.max():+.2f} dB; where above 45 dB counts as "
          f"45, {below.min():+.2f} to {below.max():+.2f}, mean {below.mean():+.2f}")


if __name__ == "__main__":
    main()
