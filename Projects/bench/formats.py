#!/usr/bin/env python3
"""Compares what each kind of movie costs with the ffmpeg program and the same encoder's settings.

usage: formats.py CUTLIST SOURCE [--seconds N] [--rounds N] [--only NAME,…] [--work DIR]

Renders the first seconds of SOURCE with CUTLIST as a movie of each kind and has ffmpeg make the same of it, in turns.
Prints processor time, size and PSNR of each, against the source's own pictures. Needs ffmpeg.
"""
import argparse
import json
import os
import re
import resource
import shutil
import subprocess

QUIET = ["-hide_banner", "-loglevel", "error", "-y"]
YUV = ["-pix_fmt", "yuv420p"]
# Name: the file's ending, keys of "video", what ffmpeg is told.
KINDS = {
    "h264": ("mp4", {"codec": "h264", "crf": 20, "preset": "medium"},
             ["-c:v", "libx264", "-crf", "20", "-preset", "medium", "-g", "60", *YUV]),
    "h264 fast": ("mp4", {"codec": "h264", "crf": 20, "preset": "ultrafast"},
                  ["-c:v", "libx264", "-crf", "20", "-preset", "ultrafast", "-g", "60", *YUV]),
    "hevc": ("mp4", {"codec": "hevc", "crf": 24, "preset": "veryfast"},
             ["-c:v", "libx265", "-crf", "24", "-preset", "veryfast", "-g", "60", *YUV,
              "-x265-params", "open-gop=0:log-level=0"]),
    "hevc 10 bit": ("mp4", {"codec": "hevc", "crf": 24, "preset": "ultrafast", "bitDepth": 10},
                    ["-c:v", "libx265", "-crf", "24", "-preset", "ultrafast", "-g", "60",
                     "-pix_fmt", "yuv420p10le", "-x265-params", "open-gop=0:log-level=0"]),
    "vp9": ("webm", {"codec": "vp9", "crf": 31, "speed": 5},
            ["-c:v", "libvpx-vp9", "-crf", "31", "-b:v", "0", "-deadline", "good", "-cpu-used", "5",
             "-g", "60", "-lag-in-frames", "25", "-auto-alt-ref", "1", "-row-mt", "0", *YUV]),
    "av1": ("webm", {"codec": "av1", "crf": 30, "preset": 10},
            ["-c:v", "libsvtav1", "-crf", "30", "-preset", "10", "-g", "60", *YUV,
             "-svtav1-params", "lp=4:scd=0"]),
    "prores": ("mov", {"codec": "prores", "profile": "standard"},
               ["-c:v", "prores_ks", "-profile:v", "standard", "-vendor", "apl0",
                "-pix_fmt", "yuv422p10le"]),
    "dnxhr": ("mov", {"codec": "dnxhd", "profile": "dnxhr_hq"},
              ["-c:v", "dnxhd", "-profile:v", "dnxhr_hq", "-pix_fmt", "yuv422p"]),
    "ffv1": ("mkv", {"codec": "ffv1"},
             ["-c:v", "ffv1", "-level", "3", "-g", "1", "-slices", "4", "-slicecrc", "1",
              "-context", "0", *YUV]),
    "mjpeg": ("mov", {"codec": "mjpeg", "quantizer": 3},
              ["-c:v", "mjpeg", "-q:v", "3", "-huffman", "default", "-pix_fmt", "yuvj420p"]),
    "pictures": ("png", {}, ["-c:v", "png"]),
    "gif": ("gif", {}, ["-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=bayer"]),
}


def processor_seconds(command):
    """Runs a command; the processor time of it and of what it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.returncode}\n{done.stderr[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def size(path):
    folder, name = os.path.split(path)
    if "%" not in name:
        return os.path.getsize(path)
    head = name.split("%")[0]
    return sum(os.path.getsize(f"{folder}/{entry}") for entry in os.listdir(folder)
               if entry.startswith(head))


def psnr(path, source, seconds):
    """Of the luma against the source's pictures, in decibels."""
    done = subprocess.run(
        ["ffmpeg", "-hide_banner", "-i", path, "-t", str(seconds), "-i", source, "-lavfi",
         "[0:v]settb=1/30,setpts=N,format=yuv420p[a];[1:v]settb=1/30,setpts=N,format=yuv420p[b];[a][b]psnr", "-t", str(seconds), "-f", "null", "-"],
        capture_output=True, text=True)
    found = re.search(r"PSNR y:(\S+)", done.stderr)
    return found.group(1) if found else "–"


def main():
    arguments = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    arguments.add_argument("cutlist")
    arguments.add_argument("source")
    arguments.add_argument("--seconds", type=float, default=4)
    arguments.add_argument("--rounds", type=int, default=2)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--work", default="/tmp/cutlist-formats")
    options = arguments.parse_args()
    source = os.path.abspath(options.source)
    names = [name for name in options.only.split(",") if name] or list(KINDS)
    print(f"{'kind':12} {'cutlist':>8} {'ffmpeg':>8} {'ratio':>6} {'bytes':>11} {'bytes':>11} "
          f"{'PSNR':>6} {'PSNR':>6}")
    for name in names:
        ending, video, words = KINDS[name]
        shutil.rmtree(options.work, ignore_errors=True)
        os.makedirs(options.work)
        tail = "-%04d.png" if ending == "png" else f".{ending}"
        ours, theirs = f"{options.work}/ours{tail}", f"{options.work}/theirs{tail}"
        project = f"{options.work}/project.json"
        output = {"size": "1920x1080", "frameRate": 30, "audio": False}
        if video:
            output["video"] = video
        with open(project, "w") as file:
            json.dump({
                "cutlist": 1, "output": output, "media": {"a": source},
                "tracks": [{"video": [{"clip": "a", "duration": f"{options.seconds}s", "audio": False}]}],
            }, file)
        render = [options.cutlist, "render", project, "-o", ours, "--force", "--no-cache", "-q"]
        encode = ["ffmpeg", *QUIET, "-t", options.seconds, "-i", source, "-an", *words, theirs]
        times = [(processor_seconds(render), processor_seconds(encode)) for _ in range(options.rounds)]
        own, other = (min(pair[side] for pair in times) for side in (0, 1))
        print(f"{name:12} {own:8.2f} {other:8.2f} {own / other:6.2f} {size(ours):11} {size(theirs):11} "
              f"{psnr(ours, source, options.seconds):>6} {psnr(theirs, source, options.seconds):>6}",
              flush=True)
    shutil.rmtree(options.work, ignore_errors=True)


if __name__ == "__main__":
    main()
