import LibAV
import MediaTime
import TimelineModel

/// Gives any picture of a stream by its number, whatever was read before.
///
/// A picture is recognised by its presentation time in the index, never by counting what comes out
/// of the decoder. Reading on is preferred to seeking while no key packet lies between.
///
/// ```
///   key 3          key 4              wanted
///     │  ──▶  at     │                  │
///     └───────┴──────┴──────────────────┴─▶   seek to key 4, unless "at" is nearly there
/// ```
/// A container that does not seek where it should, and a key packet that decoding cannot begin
/// with after all, cost time, not pictures: decoding then begins at an earlier key packet, in the
/// end at the very first. A picture that is missing shows the one before it. After damage decoding
/// begins anew at each key packet, so that what is made of it does not depend on what was read.
/// Damage that is gone when decoding begins earlier is none: the key packet needed more than itself.
final class VideoReader: StoredPictures {
  private let place: MediaLocator.Place
  private let stream: Int
  private let protocols: [String]
  private let headerSuffices: Bool
  private let index: PictureIndex?
  private var decoder: PictureDecoder?
  /// Number of the picture that came last out of the decoder; `nil` when none has.
  private var position: Int?
  /// Place in the index's keys that decoding began at.
  private var begun = 0
  /// The last pictures given or passed, so that going back by a few costs nothing.
  private var recent: [(number: Int, frame: SharedFrame)] = []
  /// Where decoding has to begin instead of at a key packet, for those that are not to be trusted;
  /// a key packet itself where damage cannot be avoided.
  private var starts: [Int: Int] = [:]
  /// Pictures that the stream does not give after all, and what is shown instead.
  private var substitutes: [Int: Int] = [:]
  private(set) var restarts = 0

  var kept = 1
  /// Pictures that are rather decoded than a seek is done.
  private static let worthDecoding = 12

  init(_ source: MediaSource, protocols: [String]) throws(LibAVError) {
    guard let place = source.place, let stream = source.videoStream else {
      throw LibAVError(code: -22, operation: "open pictures")
    }
    self.place = place
    self.stream = stream
    self.protocols = protocols
    headerSuffices = source.headerSuffices.forPictures
    index = source.isStill ? nil : source.index
  }

  /// Pictures in the stream.
  var count: Int { index?.entries.count ?? 1 }

  /// Picture `number`, from 0 in order of presentation.
  func frame(_ number: Int) throws(LibAVError) -> SharedFrame {
    let wanted = substitutes[number] ?? number
    if let known = recent.last(where: { $0.number == wanted }) { return known.frame }
    guard let index else { return try still() }
    guard index.entries.indices.contains(wanted) else {
      throw LibAVError(code: -22, operation: "find picture")
    }
    if canContinue(to: wanted), let frame = try decode(until: wanted, in: index).frame,
      !isUncertain(wanted, in: index)
    {
      return frame
    }
    return try frame(wanted, beginningAnewIn: index)
  }

  private func still() throws(LibAVError) -> SharedFrame {
    var decoder = try openDecoder()
    guard let frame = try decoder.next() else { throw Self.nothing }
    let shared = SharedFrame(frame)
    recent = [(0, shared)]
    return shared
  }

  private static let nothing = LibAVError(code: -1_094_995_529, operation: "decode picture")

  private func openDecoder() throws(LibAVError) -> PictureDecoder {
    try PictureDecoder(
      place, stream: stream, protocols: protocols, headerSuffices: headerSuffices)
  }

  // MARK: - Positioning

  func distance(to number: Int) -> Int? {
    let wanted = substitutes[number] ?? number
    if recent.contains(where: { $0.number == wanted }) { return 0 }
    return canContinue(to: wanted) ? wanted - (position ?? 0) : nil
  }

  private func canContinue(to number: Int) -> Bool {
    guard let index, index.entries.indices.contains(number), decoder != nil, let position,
      position < number
    else { return false }
    if index.isCounted { return true }
    if isUncertain(number, in: index) { return false }
    let key = index.keys[Int(index.entries[number].key)]
    return position >= index.firstPlace(of: key) - Self.worthDecoding
  }

  /// Whether a picture would come out otherwise when decoding began at its own key packet.
  private func isUncertain(_ number: Int, in index: PictureIndex) -> Bool {
    let own = Int(index.entries[number].key)
    return !index.isCounted && begun != starts[own] ?? own && decoder?.hasMetDamage == true
  }

  /// Tries the picture's key packet, then earlier and earlier ones.
  private func frame(
    _ number: Int, beginningAnewIn index: PictureIndex
  ) throws(LibAVError) -> SharedFrame {
    let own = Int(index.entries[number].key)
    var places = index.isCounted ? [0] : Self.places(before: own)
    if let settled = starts[own] {
      places = [settled] + places
    } else {
      var isInDoubt = false
      for key in places {
        if isInDoubt, isFar(key, own, in: index) { break }
        switch try attempt(number, from: key, in: index, takesDoubtful: index.isCounted) {
        case .frame(let frame):
          if key != own { starts[own] = key }
          return frame
        case .doubtful: isInDoubt = true
        case .nothing: continue
        }
      }
      starts[own] = own
    }
    for key in places {
      if case .frame(let frame) = try attempt(number, from: key, in: index, takesDoubtful: true) {
        return frame
      }
    }
    throw Self.nothing
  }

  private enum Attempt {
    case frame(SharedFrame)
    /// There may be more to get: damage was met, or the picture was not among those that came.
    case doubtful
    case nothing
  }

  private func attempt(
    _ number: Int, from key: Int, in index: PictureIndex, takesDoubtful: Bool
  ) throws(LibAVError) -> Attempt {
    guard try begin(at: key, in: index) else { return .nothing }
    let result = try decode(until: number, in: index)
    if result.isDamaged || result.frame == nil, !takesDoubtful { return .doubtful }
    if let frame = result.frame { return .frame(frame) }
    // Before the first picture of the whole stream there is none: what comes first then.
    guard let other = result.previous ?? (key == 0 ? result.next : nil) else { return .nothing }
    substitutes[number] = other.number
    return .frame(other.frame)
  }

  /// A key packet, others further and further before it, and the first.
  private static func places(before key: Int) -> [Int] {
    var places: [Int] = []
    var place = key
    var step = 1
    while place > 0 {
      places.append(place)
      place -= step
      step *= 4
    }
    return places + [0]
  }

  /// Whether decoding from `key` to find out about the group of another key packet costs too much.
  private func isFar(_ key: Int, _ own: Int, in index: PictureIndex) -> Bool {
    index.firstPlace(of: index.keys[own]) - index.firstPlace(of: index.keys[key]) > 1000
  }

  /// Places decoding at a key packet, or for the first one at the beginning of the stream.
  ///
  /// - Returns: false when the container does not get there.
  private func begin(at key: Int, in index: PictureIndex) throws(LibAVError) -> Bool {
    position = nil
    restarts += 1
    begun = key
    if key == 0 {
      decoder = nil
      decoder = try openDecoder()
      return true
    }
    // What is put in place of lost pictures comes from memory that a reset leaves as it is.
    if decoder?.hasMetDamage == true { decoder = nil }
    if decoder == nil {
      decoder = try openDecoder()
    }
    let wanted = index.keys[key]
    let isStrict = index.hasRepeatedKeys
    // Where seeking is approximate, aiming lower and reading up to the key packet helps.
    for aim in [wanted, index.keys[max(0, key - 1)]] {
      let target = min(aim.decoding, aim.presentation)
      if try decoder?.begin(at: wanted, seekingTo: target, isStrict: isStrict) == true {
        return true
      }
    }
    return false
  }

  // MARK: - Decoding

  private struct Decoded {
    var frame: SharedFrame?
    /// The last picture before the wanted one.
    var previous: (number: Int, frame: SharedFrame)?
    /// The first picture after the wanted one, where that did not come.
    var next: (number: Int, frame: SharedFrame)?
    var isDamaged = false
  }

  private func decode(until number: Int, in index: PictureIndex) throws(LibAVError) -> Decoded {
    var result = Decoded()
    if let position, let last = recent.last, last.number == position { result.previous = last }
    while let frame = try decoder?.next() {
      let found: Int
      if index.isCounted {
        found = (position ?? -1) + 1
      } else {
        guard let time = frame.timestamp, let place = index.position(of: time) else { continue }
        found = place
      }
      position = found
      result.isDamaged = decoder?.hasMetDamage ?? false
      let shared = (found, SharedFrame(frame))
      if found == number {
        remember(shared)
        result.frame = shared.1
        return result
      }
      if found > number {
        if let previous = result.previous { remember(previous) }
        remember(shared)
        result.next = shared
        return result
      }
      result.previous = shared
    }
    if let previous = result.previous { remember(previous) }
    result.isDamaged = decoder?.hasMetDamage ?? false
    // At the end a decoder has to begin anew.
    decoder = nil
    position = nil
    return result
  }

  private func remember(_ picture: (number: Int, frame: SharedFrame)) {
    recent.removeAll { $0.number == picture.number }
    if recent.count >= kept { recent.removeFirst() }
    recent.append(picture)
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
