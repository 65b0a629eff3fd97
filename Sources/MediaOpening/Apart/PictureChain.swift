package import LibAV

/// A chain of filters that pictures go through, run in a process of its own where there is a program
/// for that, else in this one.
///
/// ```
/// begin ─ send ─ picture… ─ send ─ picture… ─ end ─ picture… ─ begin ─ …
/// ```
/// Each beginning makes the chain anew, so that nothing of what went before counts.
package final class PictureChain {
  private let text: String
  private let format: String?
  private var here: FilterGraph?
  private let apart: ReaderProcess?
  /// What libav said of a chain that another process could not make or run.
  private(set) package var complaints: [String] = []
  /// Whether the other process has more to say.
  private var isAnswering = false
  private var sent = 0
  private var received = 0

  /// What the chain is to be fed with.
  package struct Input: Hashable {
    package var format: String
    package var width: Int
    package var height: Int
    package var timeBase: Fraction
    /// 0/1 where it is not even.
    package var frameRate: Fraction
    package var sampleAspect: Fraction

    package init(
      format: String, width: Int, height: Int, timeBase: Fraction, frameRate: Fraction,
      sampleAspect: Fraction = Fraction(0, 1)
    ) {
      (self.format, self.width, self.height) = (format, width, height)
      (self.timeBase, self.frameRate) = (timeBase, frameRate)
      self.sampleAspect = sampleAspect
    }
  }

  /// What is thrown where a chain gives more pictures than it gets.
  package static let givesMore = LibAVError.unusable(
    for: "use the chain: it gives more pictures than it gets")
  /// The same for fewer.
  package static let givesFewer = LibAVError.unusable(
    for: "use the chain: it gives fewer pictures than it gets")
  /// What is thrown where a picture comes out with another time than it went in with.
  package static let movesTimes = LibAVError.unusable(
    for: "use the chain: it changes the times of pictures")

  /// - Parameter format: libav's name of the pixel format that comes out; `nil` for any.
  /// - Throws: where a process is needed and cannot be started.
  package init(
    _ text: String, format: String? = nil, program: ReaderProgram?
  ) throws(LibAVError) {
    self.text = text
    self.format = format
    apart = try program.map { (program) throws(LibAVError) in
      try ReaderProcess(program, .chain(text: text, format: format))
    }
  }

  /// Makes the chain anew.
  ///
  /// - Returns: what will come out.
  package func begin(_ input: Input) throws(LibAVError) -> FilterGraph.Output {
    try drain()
    (sent, received) = (0, 0)
    here = nil
    guard let apart else {
      let log = LogRing(level: .error)
      do throws(LibAVError) {
        let graph = try Self.graph(text, input, format: format, log: log)
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
  package static func graph(
    _ text: String, _ input: Input, format: String?, log: LogRing
  ) throws(LibAVError) -> FilterGraph {
    var options = FilterGraph.Options()
    options.pixelFormats = format.map { [$0] } ?? []
    options.log = log
    return try FilterGraph(
      text,
      input: .video(
        Scaler.Picture(format: input.format, width: input.width, height: input.height),
        timeBase: input.timeBase, frameRate: input.frameRate, sampleAspect: input.sampleAspect),
      options: options)
  }

  /// Lets a picture in. Those that came out for the one before have to be taken first.
  ///
  /// - Parameter timestamp: in units of the input's time base, above that of the picture before.
  package func send(
    _ frame: borrowing VideoFrame, at timestamp: Int64
  ) throws(LibAVError) {
    sent += 1
    guard let apart else {
      try here?.send(frame, at: timestamp)
      return
    }
    try drain()
    let bytes = try frame.packed()
    var header = ReaderMessage.Picture(frame, byteCount: bytes.count)
    header.timestamp = timestamp
    try apart.send(.picture(header), bytes)
    isAnswering = true
  }

  /// Says that no more pictures come, so that those held back come out.
  package func end() throws(LibAVError) {
    guard let apart else {
      try here?.sendEnd()
      return
    }
    try drain()
    try apart.send(.ended)
    isAnswering = true
  }

  /// The next picture that comes out; `nil` where others have to go in first, and after the end.
  ///
  /// - Throws: also ``givesMore``.
  package func picture() throws(LibAVError) -> VideoFrame? {
    guard let frame = try next() else { return nil }
    received += 1
    if received > sent { throw Self.givesMore }
    return frame
  }

  private func next() throws(LibAVError) -> VideoFrame? {
    guard let apart else {
      guard let result = try here?.receiveVideo(), case .frame(let frame) = consume result else {
        return nil
      }
      return frame
    }
    guard isAnswering, case .picture(let header) = try answer() else { return nil }
    return try unsafe header.frame { unsafe apart.fill($0) }
  }

  /// What was not asked for any more.
  private func drain() throws(LibAVError) {
    while isAnswering { _ = try picture() }
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
      throw lines.contains(Self.endsWord)
        ? FilterGraph.otherEnds : .unusable(for: "run the chain")
    default: break
    }
    return message
  }

  /// What the other process says of a chain that has other ends than it should.
  package static let endsWord = "other ends"
}

extension PictureChain.Input {
  /// As a message has it.
  fileprivate var output: FilterGraph.Output {
    FilterGraph.Output(
      kind: .video, timeBase: timeBase, frameRate: frameRate, format: format, width: width,
      height: height, sampleAspect: sampleAspect, sampleRate: 0, layout: "")
  }

  package init(_ output: FilterGraph.Output) {
    self.init(
      format: output.format, width: output.width, height: output.height,
      timeBase: output.timeBase, frameRate: output.frameRate, sampleAspect: output.sampleAspect)
  }
}
