package import LibAV

/// A graph of filters without an input, run in a process of its own where there is a program for
/// that, else in this one.
package final class SourceGraph {
  package let output: FilterGraph.Output
  private var here: FilterGraph?
  private var apart: ReaderProcess?
  /// What libav said of a graph that another process could not make.
  private let log: LogRing

  /// - Parameters:
  ///   - first: the first picture that is wanted; those before it are not given.
  ///   - refusal: is given what libav said where it does not make the graph.
  package init(
    _ text: String, from first: Int = 0, program: ReaderProgram?,
    refusal: (([String]) -> Void)? = nil
  ) throws(LibAVError) {
    log = LogRing(level: .error)
    guard let program else {
      var options = FilterGraph.Options()
      options.log = log
      do throws(LibAVError) {
        var graph = try FilterGraph(text, options: options)
        output = graph.output
        for _ in 0..<first { _ = try graph.receiveVideo() }
        here = consume graph
      } catch {
        refusal?(log.lines.map(\.text))
        throw error
      }
      return
    }
    let process = try ReaderProcess(program, .filter(text: text, first: first))
    switch try process.message() {
    case .opened(let output): self.output = output
    case .failed(let status, let lines):
      refusal?(lines)
      throw Self.failure(status, "make filter graph")
    default: throw .process(.crashed)
    }
    apart = process
  }

  /// The next picture; `nil` at the end.
  package func picture() throws(LibAVError) -> VideoFrame? {
    guard let apart else {
      guard let received = try here?.receiveVideo(), case .frame(let frame) = consume received
      else {
        return nil
      }
      return frame
    }
    guard case .picture(let header) = try Self.answer(of: apart) else { return nil }
    return try unsafe header.frame { unsafe apart.fill($0) }
  }

  /// The next block of sound; `nil` at the end.
  package func sound() throws(LibAVError) -> AudioFrame? {
    guard let apart else {
      guard let received = try here?.receiveAudio(), case .frame(let frame) = consume received
      else {
        return nil
      }
      return frame
    }
    guard case .sound(let header) = try Self.answer(of: apart) else { return nil }
    return try unsafe header.frame { unsafe apart.fill($0) }
  }

  private static func answer(of process: ReaderProcess) throws(LibAVError) -> ReaderMessage {
    let message = try process.message()
    if case .failed(let status, _) = message {
      throw failure(status, "run filter graph")
    }
    return message
  }

  /// - Parameter status: libav's; `nil` where it was not libav that failed.
  private static func failure(_ status: Int32?, _ operation: String) -> LibAVError {
    status.map { .library(status: $0, doing: operation) } ?? .unusable(for: operation)
  }
}
