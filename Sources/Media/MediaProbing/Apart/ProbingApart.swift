import FileSystem
import LibAV
import MediaOpening
import MediaSources
import TimelineModel

// What is found out about media by a reading process.

extension FileProbe {
  /// What is known of an SVG drawing, which is drawn once for that.
  ///
  /// - Parameter contentHash: of the file as it was read here.
  func drawing(video: Int?, contentHash: String) throws(MediaProblem) -> MediaFile {
    guard let program, case .file(let file, _) = place else {
      throw MediaProblem(nothingIn: path, item: item, notes: [])
    }
    let message: ReaderMessage
    let record: [UInt8]
    do throws(LibAVError) {
      let read = { () throws(LibAVError) -> (ReaderMessage, [UInt8]) in
        let process = try ReaderProcess(
          program, .file(path: file, writtenPath: path, video: video))
        let message = try process.message()
        guard case .facts(_, let byteCount) = message else { return (message, []) }
        return (message, try process.bytes(byteCount))
      }
      if let effort {
        (message, record) = try effort.elsewhere(read)
      } else {
        (message, record) = try read()
      }
    } catch {
      throw MediaProblem(apart: error, of: "'\(path)'", program, item)
        ?? MediaProblem(opening: error, path: path, item: item)
    }
    if case .problem(let diagnostic) = message { throw MediaProblem(diagnostic, at: item) }
    guard
      let source = FactsFile.decode(
        record, key: ReaderProgram.word, contentHash: contentHash, writtenPath: path,
        place: place)
    else { throw MediaProblem(nothingIn: path, item: item, notes: []) }
    return source
  }
}

extension MediaProber {
  /// What comes out of a graph of filters, of which one picture or block of sound is made to see
  /// that it does.
  ///
  /// - Returns: what comes out, and how many pictures or samples; `nil` where that is not known.
  func output(
    ofFilter text: String, item: MediaItem
  ) throws(MediaProblem) -> (FilterGraph.Output, Int?) {
    var lines: [String] = []
    do throws(LibAVError) {
      let graph = try SourceGraph(text, program: program) { lines = $0 }
      // In this process it could not be ended.
      guard let program else { return (graph.output, try FilterLength.of(try FilterGraph(text))) }
      let isEmpty: Bool
      switch graph.output.kind {
      case .video: isEmpty = try graph.picture() == nil
      case .audio: isEmpty = try graph.sound() == nil
      case .other: isEmpty = false
      }
      if !isEmpty { return (graph.output, length(ofFilter: text, program)) }
    } catch {
      if let program, let problem = MediaProblem(apart: error, of: "the filter", program, item) {
        throw problem
      }
      throw MediaProblem(filter: error, log: lines, text: text, item: item)
    }
    throw MediaProblem(refusing: "the filter ends before its first picture or sound", item: item)
  }

  /// A graph that takes too long to be run to its end may have none.
  private func length(ofFilter text: String, _ program: ReaderProgram) -> Int? {
    guard let process = try? ReaderProcess(program, .length(text: text)),
      case .length(let length)? = try? process.message()
    else { return nil }
    return length
  }
}
