#!/usr/bin/env python3
"""Measures what becomes of sound against theory, in what 'cutlist mix' writes.

usage: sound.py CUTLIST [PART ...] [--work DIR]

Makes sources whose every sample is known (tones, chords, drum hits, noise), mixes projects of them with
CUTLIST, and compares the result with the formula. PART is one of pitch, drums, chord, rates, speech, cut,
cross, duck, impulses, chunks; all without. Needs numpy.
"""
import argparse
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy

RATE = 48000
parts = {}


def part(function):
    parts[function.__name__] = function
    return function


# Files and projects

def write(path, samples, rate=RATE):
    """Writes samples, a row a frame, as a WAVE file of 32-bit floats."""
    samples = numpy.asarray(samples, "<f4")
    if samples.ndim == 1:
        samples = samples[:, None]
    channels = samples.shape[1]
    data = samples.tobytes()
    form = struct.pack("<HHIIHH", 3, channels, rate, rate * 4 * channels, 4 * channels, 32)
    with open(path, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", 4 + 8 + len(form) + 8 + len(data)) + b"WAVE")
        file.write(b"fmt " + struct.pack("<I", len(form)) + form)
        file.write(b"data" + struct.pack("<I", len(data)) + data)


def read(path):
    """The samples of a WAVE file of 24 bits, a row a frame."""
    data = open(path, "rb").read()
    place, channels = 12, 1
    while data[place:place + 4] != b"data":
        if data[place:place + 4] == b"fmt ":
            channels = struct.unpack_from("<H", data, place + 10)[0]
        place += 8 + struct.unpack_from("<I", data, place + 4)[0]
    raw = numpy.frombuffer(data, "u1", offset=place + 8)
    raw = raw[:len(raw) // (3 * channels) * 3 * channels].reshape(-1, 3).astype(numpy.int32)
    words = (raw[:, 0] | raw[:, 1] << 8 | raw[:, 2] << 16) << 8 >> 8
    return words.reshape(-1, channels) / 8388608


class Mixer:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder

    def source(self, name, samples, rate=RATE):
        write(f"{self.folder}/{name}.wav", samples, rate)
        return f"{name}.wav"

    def mix(self, media, tracks, seconds, rate=RATE, audio=None, words=()):
        """The first channel of a mix of tracks of sound."""
        project = {
            "cutlist": 1,
            "output": {"size": "16x16", "frameRate": 25,
                       "audio": {"channels": 1, "sampleRate": rate, **(audio or {})}},
            "media": media, "tracks": [{"video": [{"gap": f"{seconds}s"}]}] + tracks,
        }
        path, out = f"{self.folder}/project.json", f"{self.folder}/mix.wav"
        with open(path, "w") as file:
            json.dump(project, file)
        subprocess.run([self.program, "mix", path, "-o", out, "--force", "--quiet", *words],
                       check=True)
        return read(out)[:, 0]

    def clip(self, samples, seconds, source_rate=RATE, rate=RATE, **keys):
        name = self.source("source", samples, source_rate)
        clip = {"clip": "s", "duration": f"{seconds}s", **keys}
        return self.mix({"s": name}, [{"audio": [clip]}], seconds, rate)


# Measures

def decibels(power):
    return 10 * numpy.log10(max(float(power), 1e-30))


def fit(samples, frequencies, rate=RATE):
    """The parts of samples that are sines of some frequencies, and what is left."""
    time = numpy.arange(len(samples)) / rate
    rows = [numpy.ones_like(time)]
    for frequency in frequencies:
        rows += [numpy.cos(2 * numpy.pi * frequency * time), numpy.sin(2 * numpy.pi * frequency * time)]
    matrix = numpy.stack(rows, 1)
    numbers, *_ = numpy.linalg.lstsq(matrix, samples, rcond=None)
    return matrix[:, 1:] @ numbers[1:], samples - matrix @ numbers, numbers


def purity(samples, frequencies, rate=RATE):
    """Decibels of sines over the rest."""
    wanted, rest, _ = fit(samples, frequencies, rate)
    return decibels(numpy.mean(wanted**2) / max(numpy.mean(rest**2), 1e-30))


def level(samples, frequency, rate):
    """Decibels of a sine's amplitude."""
    _, _, numbers = fit(samples, [frequency], rate)
    return decibels(numbers[1]**2 + numbers[2]**2)


def wow(samples, frequency, rate=RATE):
    """The largest deviation of pitch over tenths of a second, in cents."""
    worst = 0.0
    for start in range(0, len(samples) - rate // 10, rate // 20):
        block = samples[start:start + rate // 10]
        time = numpy.arange(len(block)) / rate
        mixed = block * numpy.exp(-2j * numpy.pi * frequency * time)
        window = numpy.hanning(len(block) // 2)
        halves = [numpy.angle(numpy.sum(mixed[first:first + len(window)] * window))
                  for first in (0, len(block) - len(window))]
        turn = (halves[1] - halves[0] + numpy.pi) % (2 * numpy.pi) - numpy.pi
        found = frequency + turn / (2 * numpy.pi) * rate / (len(block) - len(window))
        worst = max(worst, abs(1200 * numpy.log2(found / frequency)))
    return worst


def tell(name, value, wanted):
    print(f"| {name} | {value} | {wanted} |", flush=True)


# Parts

@part
def pitch(mixer):
    """Tones at other speeds keep their pitch and stay pure."""
    for speed in (0.5, 0.8, 1.25, 2):
        pure, cents = [], []
        for frequency in (110, 220, 440, 880, 1760, 3520):
            time = numpy.arange(int(RATE * (6 * speed + 1))) / RATE
            heard = mixer.clip(0.5 * numpy.sin(2 * numpy.pi * frequency * time), 6, speed=speed)[RATE:5 * RATE]
            pure.append(purity(heard, [frequency]))
            cents.append(wow(heard, frequency))
        tell(f"pitch at x{speed}: wow, cents", f"{max(cents):.3f}", "< 1")
        tell(f"pitch at x{speed}: tone over rest, dB", f"{min(pure):.0f} … {max(pure):.0f}", "> 70")


@part
def drums(mixer):
    """Hits at half and double speed are heard once each."""
    generator = numpy.random.default_rng(7)
    count, gap = 30, 0.4
    times = [0.3 + gap * index + generator.uniform(-0.05, 0.05) for index in range(count)]
    sound = numpy.zeros(int(RATE * (gap * count + 1)))
    for time in times:
        place, length = int(time * RATE), int(0.08 * RATE)
        decay = numpy.exp(-numpy.arange(length) / (0.012 * RATE))
        sound[place:place + length] += 0.5 * generator.standard_normal(length).clip(-1, 1) * decay
    for speed in (0.5, 2):
        heard = mixer.clip(sound, (gap * count + 1) / speed, speed=speed)
        loud = numpy.sqrt(numpy.convolve(heard**2, numpy.ones(480) / 480, "same"))
        peak = numpy.sqrt(numpy.convolve(sound**2, numpy.ones(480) / 480, "same")).max()
        lost = doubled = 0
        for time in times:
            place = int(time / speed * RATE)
            here = loud[max(0, place - 240):place + 720].max()
            lost += here < peak * 10**(-10 / 20)
            # 30 ms after it the hit itself is down by 21 dB.
            around = loud[place + int(0.03 * RATE / min(1, speed)):place + int(0.12 * RATE / max(1, speed))]
            before = loud[max(0, place - int(0.08 * RATE)):max(1, place - int(0.015 * RATE))]
            doubled += max(around.max(initial=0), before.max(initial=0)) > here * 10**(-10 / 20)
        tell(f"drum hits at x{speed}: doubled; lost", f"{doubled}; {lost} of {count}", "0; 0")


@part
def chord(mixer):
    """The partials of chords over all else."""
    for name, notes, partials in (("major chord", (261.63, 329.63, 392.0), (1,)),
                                  ("major chord of three partials each", (261.63, 329.63, 392.0), (1, 2, 3)),
                                  ("low chord, notes 31 Hz apart", (98.0, 129.0, 160.0), (1,))):
        frequencies = [note * partial for note in notes for partial in partials]
        for speed in (0.5, 0.8, 1.25, 2):
            time = numpy.arange(int(RATE * (6 * speed + 1))) / RATE
            sound = sum(0.1 / (1 + index % len(partials)) * numpy.sin(2 * numpy.pi * frequency * time + index)
                        for index, frequency in enumerate(frequencies))
            heard = mixer.clip(sound, 6, speed=speed)[RATE:5 * RATE]
            tell(f"{name} at x{speed}: partials over rest, dB", f"{purity(heard, frequencies):.1f}", "> 15")


def tone(mixer, frequency, source, output, seconds=3):
    time = numpy.arange(source * (seconds + 1)) / source
    heard = mixer.clip(0.5 * numpy.sin(2 * numpy.pi * frequency * time), seconds, source, output)
    return heard[output // 2:output * (seconds * 2 - 1) // 2]


@part
def rates(mixer):
    """Changes of the rate: distortion and noise, aliases, droop."""
    for source, output in ((44100, 48000), (48000, 44100), (96000, 48000)):
        heard = tone(mixer, 19000, source, output)
        tell(f"{source} to {output}: THD+N at 19 kHz, dB", f"{-purity(heard, [19000], output):.0f}", "-130")
        droop = level(tone(mixer, 20000, source, output), 20000, output) - decibels(0.25)
        tell(f"{source} to {output}: level at 20 kHz, dB", f"{droop:.4f}", "-0.01")
        nyquist = min(source, output) / 2
        above = nyquist + 500
        if source > output:
            left = decibels(numpy.mean(tone(mixer, above, source, output)**2) / 0.125)
        else:
            # The image of a tone below the source's Nyquist frequency.
            heard = tone(mixer, nyquist - 1000, source, output)
            left = level(heard, nyquist + 1000, output) - decibels(0.25)
        tell(f"{source} to {output}: alias or image just above Nyquist, dB", f"{left:.0f}", "-130")


@part
def speech(mixer):
    """Telephone speech: what is left beside tones near the end of its band."""
    for frequency in (3600, 3800):
        heard = tone(mixer, frequency, 8000, 48000)
        tell(f"8000 to 48000: residual at {frequency} Hz, dB",
             f"{-purity(heard, [frequency]):.0f}", "-120")


@part
def cut(mixer):
    """Hard cuts within tones: the largest second difference, where a click would be."""
    time = numpy.arange(RATE * 4) / RATE
    for frequency in (50, 440, 2000, 10000):
        name = mixer.source("tone", 0.5 * numpy.sin(2 * numpy.pi * frequency * time))
        clips = [{"clip": "s", "in": f"{first}s", "duration": "0.5s"} for first in (0.1003, 1.2031, 0.7017)]
        own = 0.5 * (2 * numpy.pi * frequency / RATE)**2
        worst = []
        for declick in ("5ms", 0):
            heard = mixer.mix({"s": name}, [{"audio": clips}], 1.5, audio={"declick": declick})
            worst.append(decibels(numpy.abs(numpy.diff(heard, 2)).max()**2))
        # Two ramps of 5 ms meet in a corner of 2 · 0.5 / 240 where the tone is at its peak.
        most = decibels((own + 0.5 / 240 * (2 + 4 * numpy.pi * frequency / RATE))**2)
        tell(f"cut in a tone of {frequency} Hz: largest second difference, dBFS (without declick)",
             f"{worst[0]:.1f} ({worst[1]:.1f})", f"{most:.1f}: the tone's own {decibels(own**2):.1f} and the ramp's")


@part
def cross(mixer):
    """The level in the middle of a cross-fade."""
    generator = numpy.random.default_rng(3)
    for name, same, wanted in (("of unrelated sounds", False, 0), ("within one source", True, 0)):
        if same:
            time = numpy.arange(RATE * 8) / RATE
            sounds = [0.3 * numpy.sin(2 * numpy.pi * 1000 * time)] * 2
        else:
            sounds = [0.1 * generator.standard_normal(RATE * 8) for _ in range(2)]
        media = {"a": mixer.source("a", sounds[0])}
        if not same:
            media["b"] = mixer.source("b", sounds[1])
        second = {"clip": "a", "in": "4s"} if same else {"clip": "b", "in": "2s"}
        items = [{"clip": "a", "duration": "4s"}, {"transition": "dissolve", "duration": "2s"},
                 {**second, "duration": "4s"}]
        heard = mixer.mix(media, [{"audio": items}], 8)
        middle = numpy.mean(heard[4 * RATE - 4800:4 * RATE + 4800]**2)
        around = numpy.mean(heard[RATE:2 * RATE]**2)
        tell(f"cross-fade {name}: level in the middle, dB", f"{decibels(middle / around):.2f}", wanted)


@part
def duck(mixer):
    """A pause of a second between two voices: held, and even in decibels."""
    time = numpy.arange(RATE * 12) / RATE
    music = mixer.source("music", 0.5 * numpy.sin(2 * numpy.pi * 1000 * time))
    voice = mixer.source("voice", 0 * time)
    ramp = {"under": "voice", "to": 0.2, "attack": "0.5s", "release": "0.5s"}

    def envelope(voices):
        clips = [{"clip": "v", "at": f"{first}s", "duration": f"{last - first}s"} for first, last in voices]
        heard = mixer.mix({"m": music, "v": voice},
                          [{"audio": [{"clip": "m", "duration": "10s"}], "duck": ramp},
                           {"id": "voice", "audio": clips}], 10)
        return lambda at: numpy.sqrt(2 * numpy.mean(heard[int(at * RATE):int(at * RATE) + 480]**2)) / 0.5

    gain = envelope([(2, 7)])
    tell("duck at 1.4, 2.1, 6.9 and 7.6 s",
         ", ".join(f"{gain(at):.3f}" for at in (1.4, 2.1, 6.9, 7.6)), "1, 0.2, 0.2, 1")
    tell("duck half of the way down, dB", f"{decibels(gain(1.745)**2):.2f}",
         f"{decibels(0.2**2) / 2:.2f}")
    gain = envelope([(2, 4), (5, 7)])
    tell("duck in a pause of 1 s", f"{gain(4.5):.3f}", "0.2 (held)")


@part
def impulses(mixer):
    """Impulses at 1,000 odd times land on the planned sample."""
    generator = numpy.random.default_rng(11)
    sound = numpy.zeros(RATE)
    sound[2400] = 0.5
    name = mixer.source("impulse", sound)
    clips, wanted, at = [], [], 0.0
    for _ in range(1000):
        at += float(generator.uniform(0.11, 0.2))
        at = round(at, 7)
        clips.append({"clip": "s", "at": f"{at:.7f}s", "duration": "0.1s"})
        wanted.append(at + 2400 / RATE)
    heard = mixer.mix({"s": name}, [{"audio": clips}], int(at) + 2, audio={"declick": 0})
    places = numpy.flatnonzero(numpy.abs(heard) > 0.25)
    errors = numpy.abs(places / RATE - numpy.array(wanted)) if len(places) == 1000 else [float("inf")]
    tell("1,000 impulses: found; largest distance from the exact time, samples",
         f"{len(places)}; {max(errors) * RATE:.3f}", "1000; at most 0.5 (1 with the source's own rounding)")


@part
def chunks(mixer):
    """The same bits for 1, 2 and 4 workers, and for parts."""
    generator = numpy.random.default_rng(5)
    name = mixer.source("noise", 0.1 * generator.standard_normal((44100 * 20, 2)), 44100)
    tracks = [{"audio": [{"clip": "s", "duration": "24s", "speed": 0.8, "pan": 0.2,
                          "audioFilter": "acompressor=threshold=0.05:ratio=4"}], "width": 0.5},
              {"audio": [{"clip": "s", "in": "1s", "out": "3s", "duration": "24s",
                          "loop": {"crossFade": "0.3s"}}]}]
    audio = {"channels": 2, "truePeak": -6}
    mixes = [mixer.mix({"s": name}, tracks, 24, audio=audio, words=["--jobs", str(jobs)])
             for jobs in (1, 2, 4)]
    same = all(numpy.array_equal(mixes[0], mix) for mix in mixes)
    tell("1, 2 and 4 workers", "the same bits" if same else "differ", "the same bits")
    audio.pop("truePeak")
    whole = mixer.mix({"s": name}, tracks, 24, audio=audio)
    edges = [0, 3.2, 7, 11.4, 24]
    cut = numpy.concatenate([
        mixer.mix({"s": name}, tracks, 24, audio=audio, words=["--range", f"{first}s..{last}s"])
        for first, last in zip(edges, edges[1:])])
    tell("parts of 3 to 13 seconds", "the same bits" if numpy.array_equal(whole, cut) else "differ",
         "the same bits")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", metavar="CUTLIST")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts))
    parser.add_argument("--work", help="where sources and mixes go; left out, a folder that is removed")
    arguments = parser.parse_args()
    for name in arguments.parts:
        if name not in parts:
            sys.exit(f"sound.py: no part '{name}'; there are {', '.join(parts)}")
    print("| measured | found | wanted |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.work or temporary
        os.makedirs(folder, exist_ok=True)
        mixer = Mixer(arguments.program, folder)
        for name in arguments.parts or parts:
            parts[name](mixer)


main()
