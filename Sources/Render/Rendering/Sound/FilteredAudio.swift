import AudioMixing
import PlanModel

/// What comes out of a bus: see ``AudioBus``.
///
/// Reading on goes on with the chain; going back makes it anew, from the beginning of a block.
final class FilteredAudio {
  private let bus: AudioBus
  private let channels: Int
  private let chain: any AudioChainRunner
  private var run: Run?

  /// Samples that the chain is given at a time, counted from the beginning of what it is fed with: some filters
  /// look at what they are given together.
  static let frameLength: Int64 = 1024
  /// Samples of its input that are mixed at a time.
  private static let inputLength: Int64 = 16 * frameLength

  /// A chain at work on a block.
  private struct Run {
    var block: Range<Int64>
    var fed: Range<Int64>
    /// The sample that goes in next.
    var entering: Int64
    /// The sample that comes out next.
    var leaving: Int64
    /// What was mixed and has not gone in yet.
    var input: AudioBuffer
    var inputStart: Int64
    var hasEnded = false
    /// What came out of samples up to `leaving`, from `heldStart` on.
    var held: [[Float]]
    var heldStart: Int64
  }

  init(_ bus: AudioBus, channels: Int, chain: any AudioChainRunner) {
    self.bus = bus
    self.channels = channels
    self.chain = chain
  }

  /// The sample that can be read without going back.
  func goesOn(at sample: Int64) -> Bool {
    guard let run else { return false }
    return run.block.contains(sample) && sample >= run.heldStart
  }

  /// What comes out for some of the bus's samples.
  ///
  /// - Parameters:
  ///   - isHeard: whether anything is heard in samples that may be fed; where nothing is, silence comes out.
  ///   - mix: mixes what goes in.
  func read(
    _ samples: Range<Int64>, isHeard: (Range<Int64>) -> Bool,
    mix: (Range<Int64>) throws(RenderError) -> AudioBuffer
  ) throws(RenderError) -> AudioBuffer {
    var result = AudioBuffer(channelCount: channels, frameCount: samples.count)
    var position = samples.lowerBound
    while position < samples.upperBound {
      let block = bus.block(of: position)
      let end = min(block.upperBound, samples.upperBound)
      if isHeard(bus.fed(for: block)) {
        if run?.block != block || !goesOn(at: position) { try begin(block) }
        try advance(to: end, mix)
        copy(position..<end, to: &result, from: samples.lowerBound)
        drop(before: end)
      }
      position = end
    }
    return result
  }

  private func begin(_ block: Range<Int64>) throws(RenderError) {
    run = nil
    try chain.begin()
    let fed = bus.fed(for: block)
    run = Run(
      block: block, fed: fed, entering: fed.lowerBound, leaving: fed.lowerBound,
      input: AudioBuffer(channelCount: channels, frameCount: 0), inputStart: fed.lowerBound,
      held: Array(repeating: [], count: channels), heldStart: fed.lowerBound)
  }

  /// Feeds the chain until everything before `end` has come out.
  private func advance(
    to end: Int64, _ mix: (Range<Int64>) throws(RenderError) -> AudioBuffer
  ) throws(RenderError) {
    while let run, run.leaving < end {
      if run.entering < run.fed.upperBound {
        let stop = min(run.entering + Self.frameLength, run.fed.upperBound)
        take(
          try chain.send(
            try input(run.entering..<stop, mix), at: run.entering - bus.samples.lowerBound))
        self.run?.entering = stop
      } else if !run.hasEnded {
        take(try chain.end())
        self.run?.hasEnded = true
      } else {
        throw RenderError(
          .media,
          "the chain of filters of \(bus.label) gives fewer samples than it gets; give it a longer "
            + "\"memory\"")
      }
    }
  }

  private func input(
    _ samples: Range<Int64>, _ mix: (Range<Int64>) throws(RenderError) -> AudioBuffer
  ) throws(RenderError) -> AudioBuffer {
    guard var run else { return AudioBuffer(channelCount: channels, frameCount: samples.count) }
    if samples.upperBound > run.inputStart + Int64(run.input.frameCount) {
      let wanted = run.entering..<min(run.entering + Self.inputLength, run.fed.upperBound)
      run.input = try mix(wanted)
      run.inputStart = wanted.lowerBound
      self.run = run
    }
    let first = Int(samples.lowerBound - run.inputStart)
    let part = run.input.channels.map { Array($0[first..<first + samples.count]) }
    return AudioBuffer(channels: part)
      ?? AudioBuffer(channelCount: channels, frameCount: samples.count)
  }

  private func take(_ blocks: [AudioBuffer]) {
    for block in blocks where block.channelCount == channels {
      for channel in 0..<channels { run?.held[channel] += block.channels[channel] }
      run?.leaving += Int64(block.frameCount)
    }
    // What went in before the block is not as it would come out of its own.
    if let run { drop(before: run.block.lowerBound) }
  }

  private func drop(before sample: Int64) {
    guard let run else { return }
    let count = Int(min(max(0, sample - run.heldStart), run.leaving - run.heldStart))
    guard count > 0 else { return }
    for channel in 0..<channels { self.run?.held[channel].removeFirst(count) }
    self.run?.heldStart += Int64(count)
  }

  private func copy(_ samples: Range<Int64>, to result: inout AudioBuffer, from start: Int64) {
    guard let run else { return }
    let (first, target) = (Int(samples.lowerBound - run.heldStart), Int(samples.lowerBound - start))
    for channel in 0..<channels {
      let held = run.held[channel]
      result.withChannel(channel) { row in
        for index in 0..<samples.count { row[target + index] = held[first + index] }
      }
    }
  }
}
