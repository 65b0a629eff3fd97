package import LibAV

/// Where a chain of filters works: in a process of its own where there is a program for that, else in this
/// one.
///
/// Each beginning makes the chain anew, so that nothing of what went before counts.
package final class ChainSite {
  private let text: String
  private let format: String?
  /// The chain in this process.
  private var here: FilterGraph?
  private let apart: ReaderProcess?
  /// What libav said of a chain that could not be made or run.
  private(set) var complaints: [String] = []
  /// Whether the other process has more to say: what came out has to be taken before anything is sent.
  private(set) var isAnswering = false

  /// - Parameters:
  ///   - format: libav's name of the pixel format that comes out; `nil` for any.
  ///   - isTrial: whether all that the process does has to be done in the time that one answer has else.
  /// - Throws: where a process is needed and cannot be started.
  init(
    _ text: String, format: String? = nil, program: ReaderProgram?, isTrial: Bool = false
  ) throws(LibAVError) {
    self.text = text
    self.format = format
    apart = try program.map { (program) throws(LibAVError) in
      try ReaderProcess(program, .chain(text: text, format: format), isTrial: isTrial)
    }
  }

  /// Makes the chain anew.
  ///
  /// - Parameter input: the form of what goes in.
  /// - Returns: that of what will come out.
  func begin(_ input: FilterGraph.Output) throws(LibAVError) -> FilterGraph.Output {
    here = nil
    guard apart != nil else {
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
    try ask(.opened(input))
    guard case .opened(let output) = try answer() else { throw .process(.crashed) }
    return output
  }

  /// The graph of a chain for what goes in; sound comes out as 32-bit float, a plane for each channel.
  package static func graph(
    _ text: String, _ input: FilterGraph.Output, format: String?, log: LogRing
  ) throws(LibAVError) -> FilterGraph {
    var options = FilterGraph.Options()
    options.log = log
    if input.kind == .audio {
      options.sampleFormats = ["fltp"]
      return try FilterGraph(
        text,
        input: .audio(
          AudioFormat(
            sampleFormat: input.format, layout: input.layout, sampleRate: input.sampleRate),
          timeBase: input.timeBase), options: options)
    }
    options.pixelFormats = format.map { [$0] } ?? []
    return try FilterGraph(
      text,
      input: .video(
        Scaler.Picture(format: input.format, width: input.width, height: input.height),
        timeBase: input.timeBase, frameRate: input.frameRate, sampleAspect: input.sampleAspect),
      options: options)
  }

  // MARK: - In

  /// - Parameter timestamp: in units of the input's time base.
  func send(_ frame: borrowing VideoFrame, at timestamp: Int64) throws(LibAVError) {
    guard apart != nil else {
      try here?.send(frame, at: timestamp)
      return
    }
    let bytes = try frame.packed()
    var header = ReaderMessage.Picture(frame, byteCount: bytes.count)
    header.timestamp = timestamp
    try ask(.picture(header), bytes)
  }

  func send(_ block: borrowing AudioFrame) throws(LibAVError) {
    guard apart != nil else {
      try here?.send(block)
      return
    }
    let bytes = block.packed()
    try ask(.sound(.init(block, byteCount: bytes.count)), bytes)
  }

  /// Says that no more comes, so that what is held back comes out.
  func end() throws(LibAVError) {
    guard apart != nil else {
      try here?.sendEnd()
      return
    }
    try ask(.ended)
  }

  // MARK: - Out

  /// The next picture that comes out; `nil` where others have to go in first, and after the end.
  func picture() throws(LibAVError) -> VideoFrame? {
    guard let apart else {
      guard let result = try here?.receiveVideo(), case .frame(let frame) = consume result else {
        return nil
      }
      return frame
    }
    guard isAnswering, case .picture(let header) = try answer() else { return nil }
    return try unsafe header.frame { unsafe apart.fill($0) }
  }

  /// The next block of sound, in the same way.
  func block() throws(LibAVError) -> AudioFrame? {
    guard let apart else {
      guard let result = try here?.receiveAudio(), case .frame(let frame) = consume result else {
        return nil
      }
      return frame
    }
    guard isAnswering, case .sound(let header) = try answer() else { return nil }
    return try unsafe header.frame { unsafe apart.fill($0) }
  }

  // MARK: - The other process

  /// What the other process says of a chain that has other ends than it should.
  package static let endsWord = "other ends"

  private func ask(_ message: ReaderMessage, _ bytes: [UInt8] = []) throws(LibAVError) {
    try apart?.send(message, bytes)
    isAnswering = true
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
}
