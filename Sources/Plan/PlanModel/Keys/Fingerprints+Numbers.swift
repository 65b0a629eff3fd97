import AudioMixing

extension PictureFingerprints {
  /// All of it as numbers, from which it can be made again.
  package var numbers: [UInt64] {
    var numbers = [UInt64(runs.count)]
    for run in runs {
      numbers += [UInt64(run.frames.count), UInt64(run.layers.count)]
      for layer in run.layers { numbers += [layer.first, layer.step] }
    }
    return numbers
  }

  /// What `numbers` gave; `nil` where they are no such numbers. Takes them away.
  package init?(taking numbers: inout ArraySlice<UInt64>) {
    guard let count = numbers.popCount() else { return nil }
    var end = 0
    for _ in 0..<count {
      // More frames than any movie has.
      guard let frames = numbers.popCount(), frames > 0, frames <= 1 << 26, end <= 1 << 26,
        let layers = numbers.popCount(), layers <= numbers.count / 2
      else { return nil }
      let values = Array(numbers.prefix(layers * 2))
      numbers = numbers.dropFirst(layers * 2)
      runs.append(
        Run(
          frames: end..<end + frames,
          layers: (0..<layers).map {
            Layer(first: values[2 * $0], step: values[2 * $0 + 1])
          }))
      end += frames
    }
  }
}

extension SoundFingerprints {
  /// All of it as numbers, from which it can be made again.
  package var numbers: [UInt64] {
    var numbers = [UInt64(bitPattern: sampleCount), UInt64(spans.count)]
    for span in spans {
      let fields = [
        span.samples.lowerBound, span.samples.upperBound, span.start, span.step, span.parts,
      ]
      numbers += [span.content] + fields.map { UInt64(bitPattern: $0) }
      numbers.append(UInt64(span.envelopes.count))
      for points in span.envelopes {
        numbers.append(UInt64(points.count))
        for point in points {
          let curve = GainPoint.Curve.all.firstIndex(of: point.curve) ?? 0
          numbers += [
            UInt64(bitPattern: point.sample), UInt64(bitPattern: point.gain), UInt64(curve),
          ]
        }
      }
    }
    return numbers
  }

  /// No movie has as many samples, and no gain is as large; sums of a few such numbers fit 64 bits.
  private static let limit: Int64 = 1 << 50

  private static func isPossible(_ number: Int64) -> Bool { (-limit...limit).contains(number) }

  /// What `numbers` gave; `nil` where they are no such numbers. Takes them away.
  package init?(taking numbers: inout ArraySlice<UInt64>) {
    guard let total = numbers.popFirst(), let count = numbers.popCount() else { return nil }
    guard total < UInt64(Self.limit) else { return nil }
    sampleCount = Int64(total)
    for _ in 0..<count {
      guard numbers.count > 6 else { return nil }
      let fields = numbers.prefix(6).map { Int64(bitPattern: $0) }
      numbers = numbers.dropFirst(6)
      guard fields[1] <= fields[2], fields[1...2].allSatisfy(Self.isPossible),
        let envelopes = numbers.popCount()
      else { return nil }
      var span = Span(
        samples: fields[1]..<fields[2], content: UInt64(bitPattern: fields[0]), start: fields[3],
        step: fields[4], parts: fields[5], envelopes: [])
      for _ in 0..<envelopes {
        guard let points = numbers.popCount(), points <= numbers.count / 3 else { return nil }
        var envelope: [GainPoint] = []
        for _ in 0..<points {
          let values = Array(numbers.prefix(3))
          numbers = numbers.dropFirst(3)
          guard values[2] < UInt64(GainPoint.Curve.all.count),
            values[..<2].allSatisfy({ Self.isPossible(Int64(bitPattern: $0)) })
          else { return nil }
          envelope.append(
            GainPoint(
              sample: Int64(bitPattern: values[0]), gain: Int64(bitPattern: values[1]),
              curve: GainPoint.Curve.all[Int(values[2])]))
        }
        span.envelopes.append(envelope)
      }
      spans.append(span)
    }
  }
}

extension GainPoint.Curve {
  fileprivate static let all: [GainPoint.Curve] = [
    .hold, .linear, .equalPower, .sCurve, .exponential, .logarithmic, .decibels,
  ]
}

extension ArraySlice<UInt64> {
  /// Takes away a number of things that follow, each of them a number at least.
  fileprivate mutating func popCount() -> Int? {
    popFirst().flatMap { Int(exactly: $0) }
  }
}
