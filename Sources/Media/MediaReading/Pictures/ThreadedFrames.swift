import LibAV
import MediaSources

/// The pictures of a file, decoded by several threads for as long as nothing in it is wrong.
///
/// The decoder of H.264 gives the same bits with any number of threads where a stream keeps to the
/// standard. What it puts in place of damage depends on which thread was how far: at the first sign of
/// any, decoding begins anew with one. Other codecs have one thread from the start.
final class ThreadedFrames: StoredFrames {
  private let file: MediaFile
  private let part: Int?
  private let protocols: [String]
  private var reader: VideoReader
  private var isThreaded = true
  private var earlierRestarts = 0

  var kept = 1 {
    didSet { reader.kept = kept }
  }

  /// - Parameters:
  ///   - part: which of the file's parts; `nil` for a file that is decoded as a whole.
  ///   - threads: at least 2.
  init(
    _ file: MediaFile, part: Int? = nil, protocols: [String], threads: Int
  ) throws(LibAVError) {
    self.file = file
    self.part = part
    self.protocols = protocols
    reader = try VideoReader(file, part: part, protocols: protocols, threads: threads)
  }

  var count: Int { reader.count }

  var restarts: Int { earlierRestarts + reader.restarts }

  func distance(to number: Int) -> Int? { reader.distance(to: number) }

  func steps(backTo number: Int) -> Bool { reader.steps(backTo: number) }

  func frame(_ number: Int) throws(LibAVError) -> SharedFrame {
    guard isThreaded else { return try reader.frame(number) }
    do throws(LibAVError) {
      let frame = try reader.frame(number)
      if !reader.dependsOnThreads { return frame }
    } catch {
      if error.isFatal { throw error }
    }
    isThreaded = false
    earlierRestarts = reader.restarts
    reader = try VideoReader(file, part: part, protocols: protocols)
    reader.kept = kept
    return try reader.frame(number)
  }
}
