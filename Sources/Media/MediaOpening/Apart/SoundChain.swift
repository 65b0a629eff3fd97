package import LibAV

/// A chain of filters that sound goes through, run in a process of its own where there is a program for
/// that, else in this one.
///
/// ```
/// begin ─ send ─ block… ─ send ─ block… ─ end ─ block… ─ begin ─ …
/// ```
/// Each beginning makes the chain anew, so that nothing of what went before counts.
package final class SoundChain {
  private let site: ChainSite
  private let input: Input
  /// What libav said of a chain that could not be made or run.
  package var complaints: [String] { site.complaints }

  /// What goes into the chain, and is to come out of it: 32-bit float, a plane for each channel.
  package struct Input: Hashable {
    package var sampleRate: Int
    package var channels: Int

    package init(sampleRate: Int, channels: Int) {
      (self.sampleRate, self.channels) = (sampleRate, channels)
    }

    package var format: AudioFormat {
      AudioFormat(
        sampleFormat: "fltp", layout: AudioFormat.usualLayout(channels: channels),
        sampleRate: sampleRate)
    }

    package var timeBase: Fraction { Fraction(1, Int32(clamping: max(1, sampleRate))) }
  }

  /// What is thrown where a chain gives fewer samples than it gets.
  package static let givesFewer = LibAVError.unusable(
    for: "use the chain: it gives fewer samples than it gets")
  /// The same for more, before the end.
  package static let givesMore = LibAVError.unusable(
    for: "use the chain: it gives more samples than it gets")

  /// - Parameter isTrial: whether all that is asked of it has to be done in the time of one answer.
  /// - Throws: where a process is needed and cannot be started.
  package init(
    _ text: String, _ input: Input, program: ReaderProgram?, isTrial: Bool = false
  ) throws(LibAVError) {
    self.input = input
    site = try ChainSite(text, program: program, isTrial: isTrial)
  }

  /// Makes the chain anew.
  ///
  /// - Returns: what will come out.
  package func begin() throws(LibAVError) -> FilterGraph.Output {
    try drain()
    return try site.begin(input.output)
  }

  /// Lets a block in, in the form of the input. Those that came out for the one before have to be taken first.
  package func send(_ block: borrowing AudioFrame) throws(LibAVError) {
    try drain()
    try site.send(block)
  }

  /// Says that no more comes, so that what is held back comes out.
  package func end() throws(LibAVError) {
    try drain()
    try site.end()
  }

  /// The next block that comes out; `nil` where more has to go in first, and after the end.
  package func block() throws(LibAVError) -> AudioFrame? { try site.block() }

  /// What was not asked for any more.
  private func drain() throws(LibAVError) {
    while site.isAnswering { _ = try block() }
  }
}

extension SoundChain.Input {
  /// As a message has it, and as what comes out is to be.
  package var output: FilterGraph.Output {
    FilterGraph.Output(
      kind: .audio, timeBase: timeBase, frameRate: Fraction(0, 1), format: format.sampleFormat,
      width: 0, height: 0, sampleAspect: Fraction(0, 1), sampleRate: sampleRate,
      layout: format.layout)
  }
}
