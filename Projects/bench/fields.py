#!/usr/bin/env python3
"""Measures what becomes of interlaced and telecined pictures, beside FFmpeg's filters.

    fields.py CUTLIST [FOLDER]

Makes scenes with FFmpeg of which every picture is known, takes fields of them, renders these with the
program CUTLIST and with FFmpeg's filters, and prints how near the luma comes to the truth, in dB
(PSNR over all frames but the first and last three). FOLDER keeps the files.
"""

import json
import math
import os
import subprocess
import sys
import tempfile

SIZE, LARGE, COUNT = "640x480", "2560x1920", 60
DOWN = "scale=640:480:flags=area,format=yuv420p"
ROLL = "\n".join(
    f"{word} by {name}" for word, name in [
        ("Directed", "A. Person"), ("Shot", "B. Looker"), ("Cut", "C. Cutter"),
        ("Mixed", "D. Mixer"), ("Set", "E. Setter"), ("Graded", "F. Grader"), ("Lit", "G. Gaffer")])


def ffmpeg(*words):
    done = subprocess.run(
        ["ffmpeg", "-hide_banner", "-loglevel", "error", "-y", *map(str, words)],
        stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        sys.exit("ffmpeg failed: " + " ".join(map(str, words)))


def still(folder, name, source):
    ffmpeg("-f", "lavfi", "-i", source, "-frames:v", 1, "-pix_fmt", "rgb24", f"{folder}/{name}.png")


def make_scenes(folder):
    """Pictures of four times the size, made smaller: edges and motions between pixels."""
    still(
        folder, "detail",
        "mandelbrot=size=3200x2240:start_x=-0.743643887:start_y=-0.131825904:start_scale=0.004"
        ":end_scale=0.004:bailout=200")
    still(
        folder, "wheel",
        f"nullsrc=size={LARGE},format=gray,geq=lum='if(lt(hypot(X-1280,Y-960),900)"
        ",if(gt(hypot(X-1280,Y-960),780),210,if(lt(hypot(X-1280,Y-960),120),200"
        ",if(gt(cos(14*atan2(Y-960,X-1280)),0.55),180,40))),90)'")
    with open(f"{folder}/roll.txt", "w", encoding="utf-8") as file:
        file.write(ROLL)

    def film(name, *inputs, graph):
        ffmpeg(
            *inputs, "-frames:v", COUNT, "-filter_complex", f"{graph},{DOWN}",
            f"{folder}/{name}.y4m")

    def loop(name):
        return ["-loop", 1, "-r", 50, "-i", f"{folder}/{name}.png"]

    film(
        "text", "-f", "lavfi", "-i", f"color=0x203040:size={LARGE}:rate=50",
        graph="drawtext=font=DejaVu Sans:text=The quick brown fox jumps over the lazy dog:"
        "fontsize=150:fontcolor=white:x=2400-n*16:y=200,"
        f"drawtext=font=DejaVu Serif:textfile={folder}/roll.txt:fontsize=110:line_spacing=40:"
        "fontcolor=0xffe080:x=500:y=1900-n*10")
    film("pan", *loop("detail"), graph="crop=2560:1920:x='n*2':y='n'")
    film(
        "wheel", *loop("wheel"),
        graph="format=yuv444p,rotate=a=n*0.0157:c=0x5a5a5a:bilinear=1")
    film(
        "object", *loop("detail"), "-f", "lavfi", "-i",
        "testsrc2=size=640x640:rate=50,trim=end_frame=1,loop=-1:1:0,format=yuva444p,"
        "geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='if(lt(hypot(X-320,Y-320),300),255,0)'",
        graph="[0]crop=2560:1920,format=yuv444p[b];"
        "[b][1]overlay=x='200+n*20':y='500+200*sin(n/9)':eval=frame")


def render(cutlist, folder, source, rate, interlace, output):
    project = {
        "cutlist": 1,
        "output": {
            "size": SIZE, "frameRate": rate, "audio": False,
            "video": {"preset": "ultrafast", "crf": 0}},
        "media": {
            "m": {
                "file": f"{folder}/{source}", "interlace": interlace,
                "colorSpace": {"matrix": "bt709", "range": "limited"}}},
        "tracks": [{"video": [{"clip": "m"}]}]}
    path = f"{folder}/project.json"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(project, file)
    done = subprocess.run(
        [cutlist, "render", path, "-o", output, "--force", "--quiet", "--no-cache"],
        stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        sys.exit(f"{cutlist} failed")


def luma(folder, found, truth, rate, graph="null"):
    """dB of each frame, between the third and the last but two."""
    log = f"{folder}/psnr.log"
    clock = f"settb=1001/{rate * 1001},setpts=N"
    ffmpeg(
        "-i", found, "-i", truth, "-lavfi",
        f"[0]{graph},{clock}[a];[1]{clock}[b];[a][b]psnr=stats_file={log}", "-f", "null", "-")
    with open(log, encoding="utf-8") as file:
        errors = [float(line.split("mse_y:")[1].split()[0]) for line in file]
    return errors[3:-3]


def decibels(errors):
    mean = sum(errors) / len(errors)
    return f"{10 * math.log10(255 * 255 / mean):.2f}" if mean > 0 else "exact"


def measure_fields(cutlist, folder):
    print("50 fields a second in 50 frames a second   earlier fields, later fields, all")
    for scene in ["text", "pan", "wheel", "object"]:
        truth, woven = f"{folder}/{scene}.y4m", f"{folder}/{scene}.fields.y4m"
        ffmpeg(
            "-i", truth, "-vf", "tinterlace=interleave_top,fieldorder=tff", "-r", 25, "-pix_fmt",
            "yuv420p", woven)
        render(cutlist, folder, f"{scene}.fields.y4m", 50, "top-first", f"{folder}/{scene}.mp4")
        rows = [("cutlist", luma(folder, f"{folder}/{scene}.mp4", truth, 50))]
        for name in ["bwdif=mode=send_field", "yadif=mode=send_field", "estdif=mode=field"]:
            graph = f"setfield=tff,{name}"
            rows.append((name.split("=")[0], luma(folder, woven, truth, 50, graph)))
        for name, errors in rows:
            # The third frame is a later field.
            parts = [decibels(errors[1::2]), decibels(errors[::2]), decibels(errors)]
            print(f"  {scene:8} {name:8}" + "".join(f"{part:>8}" for part in parts))


def measure_film(cutlist, folder):
    print("film of 23.976, telecined to 29.97 (MPEG-2)   pictures, dB, pictures below 30 dB")
    for scene in ["text", "pan", "wheel", "object"]:
        film, truth = f"{folder}/{scene}.film.y4m", f"{folder}/{scene}.y4m"
        ffmpeg("-r", "24000/1001", "-i", truth, "-pix_fmt", "yuv420p", film)
        telecined = f"{folder}/{scene}.film.mpg"
        ffmpeg(
            "-i", film, "-vf", "telecine=pattern=23,setfield=tff", "-c:v", "mpeg2video", "-q:v", 2,
            "-flags", "+ilme+ildct", "-top", 1, telecined)
        found = f"{folder}/{scene}.film.mp4"
        render(cutlist, folder, f"{scene}.film.mpg", "24000/1001", "telecine", found)
        rows = [("cutlist", "null", found), ("fieldmatch", "fieldmatch,decimate", telecined)]
        for name, graph, source in rows:
            errors = luma(folder, source, film, 24, graph)
            bad = sum(error > 65 for error in errors)
            print(f"  {scene:8} {name:10}{len(errors):>6}{decibels(errors):>8}{bad:>6}")


def measure(cutlist, folder):
    make_scenes(folder)
    measure_fields(cutlist, folder)
    measure_film(cutlist, folder)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    cutlist = os.path.abspath(sys.argv[1])
    if len(sys.argv) == 3:
        os.makedirs(sys.argv[2], exist_ok=True)
        measure(cutlist, os.path.abspath(sys.argv[2]))
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(cutlist, folder)


if __name__ == "__main__":
    main()
