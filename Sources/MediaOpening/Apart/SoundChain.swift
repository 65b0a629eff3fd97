package import LibAV

/// A chain of filters that sound goes through, run in a process of its own where there is a program for
/// that, else in this one.
///
/// ```
/// begin ─ send ─ block… ─ send ─ block… ─ end ─ block… ─ begin ─ …
/// ```
/// Each beginning makes the chain anew, so that nothing of what went before counts.
package final class SoundChain {
  private let text: String
  private let input: Input
  private var here: FilterGraph?
  private let apart: ReaderProcess?
  /// What libav said of a chain that another process could not make or run.
  private(set) package var complaints: [String] = []
  /// Whether the other process has more to say.
  private var isAnswering = false

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

  /// - Throws: where a process is needed and cannot be started.
  package init(_ text: String, _ input: Input, program: ReaderProgram?) throws(LibAVError) {
    self.text = text
    self.input = input
    apart = try program.map { (program) throws(LibAVError) in
      try ReaderProcess(program, .soundChain(text: text))
    }
  }

  /// Makes the chain anew.
  ///
  /// - Returns: what will come out.
  package func begin() throws(LibAVError) -> FilterGraph.Output {
    try drain()
    here = nil
    guard let apart else {
      let log = LogRing(level: .error)
      do throws(LibAVError) {
        let graph = try Self.graph(text, input.output, log: log)
        let output = graph.output
        here = consume graph
        return output
      } catch {
        complaints = log.lines.map(\.text)
        throw error
      }
    }
    try apart.send(.opened(input.output))
    isAnswering = true
    guard case .opened(let output) = try answer() else { throw .process(.crashed) }
    return output
  }

  /// The graph of a chain.
  ///
  /// - Parameter input: what goes in.
  package static func graph(
    _ text: String, _ input: FilterGraph.Output, log: LogRing
  ) throws(LibAVError) -> FilterGraph {
    var options = FilterGraph.Options()
    options.sampleFormats = ["fltp"]
    options.log = log
    return try FilterGraph(
      text,
      input: .audio(
        AudioFormat(
          sampleFormat: input.format, layout: input.layout, sampleRate: input.sampleRate),
        timeBase: input.timeBase), options: options)
  }

  /// Lets a block in, in the form of the input. Those that came out for the one before have to be taken first.
  package func send(_ block: borrowing AudioFrame) throws(LibAVError) {
    guard let apart else {
      try here?.send(block)
      return
    }
    try drain()
    let bytes = block.packed()
    try apart.send(.sound(.init(block, byteCount: bytes.count)), bytes)
    isAnswering = true
  }

  /// Says that no more comes, so that what is held back comes out.
  package func end() throws(LibAVError) {
    guard let apart else {
      try here?.sendEnd()
      return
    }
    try drain()
    try apart.send(.ended)
    isAnswering = true
  }

  /// The next block that comes out; `nil` where more has to go in first, and after the end.
  package func block() throws(LibAVError) -> AudioFrame? {
    guard let apart else {
      guard let result = try here?.receiveAudio(), case .frame(let frame) = consume result else {
        return nil
      }
      return frame
    }
    guard isAnswering, case .sound(let header) = try answer() else { return nil }
    var frame = try unsafe AudioFrame(
      packed: header.format, sampleCount: header.sampleCount, byteCount: header.byteCount
    ) { unsafe apart.fill($0) }
    frame.timestamp = header.timestamp
    return frame
  }

  /// What was not asked for any more.
  private func drain() throws(LibAVError) {
    while isAnswering { _ = try block() }
  }

  private func answer() throws(LibAVError) -> ReaderMessage {
    guard let apart else { return .ended }
    let message = try apart.message()
    switch message {
    case .ended: isAnswering = false
    case .failed(let status, let lines):
      isAnswering = false
      complaints = lines
      if let status { throw .library(status: status, doing: "run the chain") }
      throw lines.contains(PictureChain.endsWord)
        ? FilterGraph.otherEnds : .unusable(for: "run the chain")
    default: break
    }
    return message
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
