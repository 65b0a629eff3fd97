import LibAV
import MediaTime
import TimelineModel

/// Gives any picture of a stream by its number, whatever was read before.
///
/// A picture is recognised by its presentation time in the index, never by counting what comes out
/// of the decoder. Reading on is preferred to seeking while the picture lies in the group being
/// decoded or the next key packet lies behind it.
final class VideoReader {
  private let place: MediaLocator.Place
  private let stream: Int
  private let protocols: [String]
  private let index: PictureIndex?
  private var decoder: PictureDecoder?
  /// Picture that came last out of the decoder; `nil` when nothing has.
  private var position: Int?
  /// Key packet that decoding began at.
  private var begun: Int?
  /// The last pictures decoded, so that going back by a few costs nothing.
  private var recent: [(number: Int, frame: SharedFrame)] = []

  init(_ source: MediaSource, protocols: [String]) throws(LibAVError) {
    guard let place = source.place, let stream = source.videoStream else {
      throw LibAVError(code: -22, operation: "open pictures")
    }
    self.place = place
    self.stream = stream
    self.protocols = protocols
    index = source.isStill ? nil : source.index
  }

  /// Picture `number`, from 0 in order of presentation.
  func frame(_ number: Int) throws(LibAVError) -> SharedFrame {
    if let known = recent.last(where: { $0.number == number }) { return known.frame }
    guard let index else { return try still() }
    guard index.entries.indices.contains(number) else {
      throw LibAVError(code: -22, operation: "find picture")
    }
    let entry = index.entries[number]
    let continues =
      position.map { position in
        position < number && begun != nil
          && index.entries[position].keyOrder <= entry.keyOrder
          && number - position <= 8 + (entry.keyOrder == index.entries[position].keyOrder ? 1 << 30 : 0)
      } ?? false
    if !continues { try restart(at: entry) }
    if let found = try decode(until: number, in: index) { return found }
    // Some containers do not seek where they say: from the very beginning every picture is found.
    try restartFromBeginning()
    if let found = try decode(until: number, in: index) { return found }
    throw LibAVError(code: -1_094_995_529, operation: "decode picture")
  }

  private func still() throws(LibAVError) -> SharedFrame {
    var decoder = try PictureDecoder(place, stream: stream, protocols: protocols)
    guard let frame = try decoder.next() else {
      throw LibAVError(code: -1_094_995_529, operation: "decode picture")
    }
    let shared = SharedFrame(frame)
    recent = [(0, shared)]
    return shared
  }

  private func restart(at entry: PictureIndex.Entry) throws(LibAVError) {
    position = nil
    if decoder == nil {
      decoder = try PictureDecoder(place, stream: stream, protocols: protocols)
      if entry.keyOrder == 0 {
        begun = 0
        return
      }
    }
    if try decoder?.begin(atKey: entry) == true {
      begun = entry.keyOrder
      return
    }
    try restartFromBeginning()
  }

  private func restartFromBeginning() throws(LibAVError) {
    decoder = nil
    decoder = try PictureDecoder(place, stream: stream, protocols: protocols)
    begun = 0
    position = nil
  }

  private func decode(until number: Int, in index: PictureIndex) throws(LibAVError) -> SharedFrame? {
    while let frame = try decoder?.next() {
      guard let time = frame.timestamp, let found = index.position(of: time) else { continue }
      position = found
      if found == number {
        let shared = SharedFrame(frame)
        remember(shared, as: number)
        return shared
      }
      if found > number { return nil }
    }
    return nil
  }

  private func remember(_ frame: SharedFrame, as number: Int) {
    if recent.count >= 2 { recent.removeFirst() }
    recent.append((number, frame))
  }
}

/// A decoded picture that several images may look into.
final class SharedFrame: Sendable {
  private let frame: VideoFrame

  init(_ frame: consuming VideoFrame) { self.frame = frame }

  func withFrame<R, E: Error>(_ body: (borrowing VideoFrame) throws(E) -> R) throws(E) -> R {
    try body(frame)
  }
}
