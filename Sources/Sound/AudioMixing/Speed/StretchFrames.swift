/// Frames of one length by which sound is stretched: a phase vocoder (Laroche and Dolson, "Improved
/// phase vocoder time-scale modification of audio", IEEE Trans. Speech and Audio Processing 7,
/// 1999).
///
/// A frame is the spectrum of the source around a place. Each of its peaks is turned, with what is
/// around it, so that it goes on from the frame before: half way between both, what is in the
/// source there after the one place and before the other has the same phase. So no phase is ever
/// unwrapped, a steady tone goes on exactly, and one that glides meets itself in the middle. All
/// channels are turned alike, which keeps what is between them.
struct StretchFrames: Sendable {
  /// Samples of a frame.
  let length: Int
  /// Samples from a frame to the next.
  var hop: Int { length / 4 }
  /// What the sound that is not in frames counts, for each sample from the first frame's first on.
  let remainder: [Double]

  private let transform: FourierTransform
  private let window: [Double]

  /// Half a spectrum of each channel.
  struct Spectra: Sendable {
    var real: [[Double]]
    var imaginary: [[Double]]
  }

  /// - Parameter length: a power of two, 8 or more.
  init(length: Int) {
    self.length = length
    transform = FourierTransform(count: length)
    let window = transform.hann
    self.window = window
    // Squares of the windows of overlapping frames are 1.5 together.
    let hop = length / 4
    remainder = (0..<3 * hop).map { sample in
      var sum = 0.0
      for frame in 0...sample / hop {
        let value = window[sample - frame * hop]
        sum += value * value
      }
      return 1 - sum / 1.5
    }
  }

  /// The spectra of the samples from `first` on.
  func spectra(_ sound: SampleWindow, from first: Int64) -> Spectra {
    let offsets = sound.offsets(first..<first + Int64(length))
    let half = length / 2
    var result = Spectra(real: [], imaginary: [])
    // Two channels are transformed at once, as real and imaginary parts.
    for channel in stride(from: 0, to: sound.channelCount, by: 2) {
      var real = windowed(sound.channel(channel), offsets)
      let isPair = channel + 1 < sound.channelCount
      var imaginary =
        isPair
        ? windowed(sound.channel(channel + 1), offsets) : [Double](repeating: 0, count: length)
      transform.transform(&real, &imaginary)
      var (a, b) = (
        [Double](repeating: 0, count: half + 1), [Double](repeating: 0, count: half + 1)
      )
      var (c, d) = (a, a)
      for bin in 0...half {
        let mirrored = bin == 0 ? 0 : length - bin
        a[bin] = (real[bin] + real[mirrored]) / 2
        b[bin] = (imaginary[bin] - imaginary[mirrored]) / 2
        c[bin] = (imaginary[bin] + imaginary[mirrored]) / 2
        d[bin] = (real[mirrored] - real[bin]) / 2
      }
      result.real.append(a)
      result.imaginary.append(b)
      if isPair {
        result.real.append(c)
        result.imaginary.append(d)
      }
    }
    return result
  }

  private func windowed(_ samples: [Float], _ offsets: Range<Int>) -> [Double] {
    let part = samples.span.extracting(offsets)
    var result = window
    for index in result.indices {
      // What is no number is silence.
      result[index] = part[index].isFinite ? window[index] * Double(part[index]) : 0
    }
    return result
  }

  /// Adds a frame to what there is of the result.
  ///
  /// - Parameter sums: `length` samples of each channel.
  func add(_ frame: Spectra, to sums: inout [[Double]]) {
    let half = length / 2
    for channel in stride(from: 0, to: min(sums.count, frame.real.count), by: 2) {
      let isPair = channel + 1 < min(sums.count, frame.real.count)
      let (a, b) = (frame.real[channel], frame.imaginary[channel])
      let c = isPair ? frame.real[channel + 1] : [Double](repeating: 0, count: half + 1)
      let d = isPair ? frame.imaginary[channel + 1] : c
      // The inverse transform is the transform with its parts exchanged. At both ends a real signal
      // has no imaginary part.
      var real = [Double](repeating: 0, count: length)
      var imaginary = real
      (real[0], imaginary[0]) = (c[0], a[0])
      (real[half], imaginary[half]) = (c[half], a[half])
      for bin in 1..<half {
        imaginary[bin] = a[bin] - d[bin]
        real[bin] = b[bin] + c[bin]
        imaginary[length - bin] = a[bin] + d[bin]
        real[length - bin] = c[bin] - b[bin]
      }
      transform.transform(&real, &imaginary)
      let scale = 1 / (1.5 * Double(length))
      for index in 0..<length {
        let weight = window[index] * scale
        sums[channel][index] += imaginary[index] * weight
        if isPair { sums[channel + 1][index] += real[index] * weight }
      }
    }
  }

  /// What each bin of a frame is turned by, as the real and the imaginary part of numbers of size
  /// 1.
  struct Turns: Sendable {
    var real: [Double]
    var imaginary: [Double]
  }

  /// No turns.
  var unturned: Turns {
    let count = length / 2 + 1
    return Turns(
      real: [Double](repeating: 1, count: count), imaginary: [Double](repeating: 0, count: count))
  }

  /// How to turn a frame so that it goes on from one that was turned: half way between both, each
  /// peak of the one has the phase of the other.
  ///
  /// - Parameters:
  ///   - frame: at its place.
  ///   - earlier: the source half a hop before.
  ///   - later: the source half a hop after the frame before; another part of the hop will do, if `earlier` is
  ///     the rest of it before the frame.
  ///   - turns: those of the frame before.
  func turns(of frame: Spectra, earlier: Spectra, later: Spectra, after turns: Turns) -> Turns {
    let count = length / 2 + 1
    var energy = [Double](repeating: 0, count: count)
    // How what is later stands to what is earlier: a · conj(b).
    var (x, y) = (energy, energy)
    for channel in frame.real.indices {
      let (re, im) = (frame.real[channel], frame.imaginary[channel])
      let (a, b) = (later.real[channel], later.imaginary[channel])
      let (c, d) = (earlier.real[channel], earlier.imaginary[channel])
      for bin in 0..<count {
        energy[bin] += re[bin] * re[bin] + im[bin] * im[bin]
        x[bin] += a[bin] * c[bin] + b[bin] * d[bin]
        y[bin] += b[bin] * c[bin] - a[bin] * d[bin]
      }
    }
    var result = unturned
    let peaks = peaks(energy)
    for (number, peak) in peaks.enumerated() {
      var (u, v) = (0.0, 0.0)
      for bin in max(0, peak - 1)..<min(count, peak + 2) {
        u += x[bin] * turns.real[bin] - y[bin] * turns.imaginary[bin]
        v += x[bin] * turns.imaginary[bin] + y[bin] * turns.real[bin]
      }
      let size = (u * u + v * v).squareRoot()
      guard size > 0, size < .infinity else { continue }
      let first = number == 0 ? 0 : (peaks[number - 1] + peak + 1) / 2
      let end = number == peaks.count - 1 ? count : (peak + peaks[number + 1] + 1) / 2
      for bin in first..<end { (result.real[bin], result.imaginary[bin]) = (u / size, v / size) }
    }
    return result
  }

  /// Turns a frame.
  func turn(_ frame: inout Spectra, by turns: Turns) {
    for channel in frame.real.indices {
      for bin in turns.real.indices {
        let (re, im) = (frame.real[channel][bin], frame.imaginary[channel][bin])
        let (u, v) = (turns.real[bin], turns.imaginary[bin])
        frame.real[channel][bin] = re * u - im * v
        frame.imaginary[channel][bin] = re * v + im * u
      }
    }
  }

  /// Bins that have more energy than the two to each side.
  private func peaks(_ energy: [Double]) -> [Int] {
    var peaks: [Int] = []
    let count = energy.count
    func value(_ bin: Int) -> Double { bin >= 0 && bin < count ? energy[bin] : 0 }
    for bin in 0..<count {
      let here = energy[bin]
      if here > value(bin + 1), here >= value(bin - 1), here > value(bin + 2),
        here >= value(bin - 2)
      {
        peaks.append(bin)
      }
    }
    return peaks.isEmpty ? [0] : peaks
  }
}
