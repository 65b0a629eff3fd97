package import LibAV

/// A chain of filters that pictures go through, run in a process of its own where there is a program
/// for that, else in this one.
///
/// ```
/// begin ─ send ─ picture… ─ send ─ picture… ─ end ─ picture… ─ begin ─ …
/// ```
/// Each beginning makes the chain anew, so that nothing of what went before counts.
package final class PictureChain {
  private let site: ChainSite
  private var sent = 0
  private var received = 0
  /// What libav said of a chain that could not be made or run.
  package var complaints: [String] { site.complaints }

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

  /// - Parameters:
  ///   - format: libav's name of the pixel format that comes out; `nil` for any.
  ///   - isTrial: whether all that is asked of it has to be done in the time of one answer.
  /// - Throws: where a process is needed and cannot be started.
  package init(
    _ text: String, format: String? = nil, program: ReaderProgram?, isTrial: Bool = false
  ) throws(LibAVError) {
    site = try ChainSite(text, format: format, program: program, isTrial: isTrial)
  }

  /// Makes the chain anew.
  ///
  /// - Returns: what will come out.
  package func begin(_ input: Input) throws(LibAVError) -> FilterGraph.Output {
    try drain()
    (sent, received) = (0, 0)
    return try site.begin(input.output)
  }

  /// Lets a picture in. Those that came out for the one before have to be taken first.
  ///
  /// - Parameter timestamp: in units of the input's time base, above that of the picture before.
  package func send(
    _ frame: borrowing VideoFrame, at timestamp: Int64
  ) throws(LibAVError) {
    sent += 1
    try drain()
    try site.send(frame, at: timestamp)
  }

  /// Says that no more pictures come, so that those held back come out.
  package func end() throws(LibAVError) {
    try drain()
    try site.end()
  }

  /// The next picture that comes out; `nil` where others have to go in first, and after the end.
  ///
  /// - Throws: also ``givesMore``.
  package func picture() throws(LibAVError) -> VideoFrame? {
    guard let frame = try site.picture() else { return nil }
    received += 1
    if received > sent { throw Self.givesMore }
    return frame
  }

  /// What was not asked for any more.
  private func drain() throws(LibAVError) {
    while site.isAnswering { _ = try picture() }
  }
}

extension PictureChain.Input {
  /// As a message has it.
  fileprivate var output: FilterGraph.Output {
    FilterGraph.Output(
      kind: .video, timeBase: timeBase, frameRate: frameRate, format: format, width: width,
      height: height, sampleAspect: sampleAspect, sampleRate: 0, layout: "")
  }
}
