import FileSystem
import LibAV
import MediaSources
import BaseValues
import Rendering
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
/// end at the very first. A picture that is missing shows the one before it.
///
/// A picture is damaged when a packet of its group could not be decoded as it should, and was decoded
/// no later than the picture itself: all from there to the next key picture are made from it. What is
/// gone when decoding begins earlier is no damage, for the key packet needed more than itself. So
/// whether a picture is damaged depends on the file alone, not on what was read before.
///
/// Pictures that no other is made from are decoded only where they are wanted. Damage in one of them
/// therefore ends decoding as well: what follows is decoded anew from the key packet, without it.
final class VideoReader: StoredFrames {
  private let place: MediaLocator.Place
  private let part: FilePart
  private let stream: Int
  private let protocols: [String]
  private let headerSuffices: Bool
  private let threads: Int
  private let index: FrameTable?
  private let times: FrameDecoder.Times
  private var decoder: FrameDecoder?
  /// Number of the picture that came last out of the decoder; `nil` when none has.
  private var position: Int?
  /// Place in the index's keys that decoding began at.
  private var begun = 0
  /// The last intact pictures given or passed, so that going back by a few costs nothing.
  private var recent: [(number: Int, frame: SharedFrame)] = []
  /// Place in decoding order of the first damage in a group, when decoding begins at a key packet.
  private var damageStarts: [Run: Int] = [:]
  /// The same for damage that decoding meets only where it comes across a picture that no other is
  /// made from; since decoding began.
  private var passingDamage: [Run: Int] = [:]
  /// Pictures that are damaged themselves, but of which no other is made.
  private var damagedAlone: Set<Single> = []
  /// How much of the decoder's damage is noted in these.
  private var damageNoted = 0
  /// Damaged pictures of a stream that is decoded by counting.
  private var countedDamage: Set<Int> = []
  private var isAfterDamage = false
  /// Pictures that the stream does not give after all, and what is shown instead.
  private var substitutes: [Int: Int] = [:]
  /// Whether several threads decoded and met damage, or lacked a picture: what was given may be
  /// another picture with one thread.
  private(set) var dependsOnThreads = false
  private(set) var restarts = 0

  var kept = 1
  /// The picture asked for last.
  private var asked: Int?
  /// How many pictures before a wanted one are kept while going back; 0 while going on.
  private var window = 0
  /// Going back by no more than so many pictures is playing backwards, not looking elsewhere.
  private static let longestStep = 8
  /// Of a decoded picture, about.
  private let pictureBytes: Int
  /// Pictures that are rather decoded than a seek is done.
  private static let worthDecoding = 12

  /// - Parameter part: which of the file's parts; `nil` for a file that is decoded as a whole.
  init(
    _ file: MediaFile, part: Int? = nil, protocols: [String], threads: Int = 1
  ) throws(LibAVError) {
    guard let pictures = file.pictures, part.map(pictures.parts.indices.contains) ?? true else {
      throw .unusable(for: "open pictures")
    }
    place = file.place
    stream = pictures.stream
    self.protocols = protocols
    self.threads = threads
    headerSuffices = file.headerSuffices.forPictures
    self.part = part.map { pictures.parts[$0].part } ?? FilePart()
    index = part.map { pictures.parts[$0].index } ?? pictures.index
    let size = file.facts.video?.codedSize
    pictureBytes = max(1, (size?.width ?? 0) * (size?.height ?? 0) * 2)
    times = index.flatMap(\.movedTimes).map { .moved($0) } ?? .filledIn
  }

  /// Pictures in the stream.
  var count: Int { index?.entries.count ?? 1 }

  /// A group of pictures, and where decoding began. Places in the index's keys.
  private struct Run: Hashable {
    let begun: Int
    let group: Int
  }

  /// A picture, and where decoding began: its place in the index's keys.
  private struct Single: Hashable {
    let begun: Int
    let number: Int
  }

  /// Picture `number`, from 0 in order of presentation.
  ///
  /// - Throws: `LibAVError.damagedPicture` for one that is damaged.
  func frame(_ number: Int) throws(LibAVError) -> SharedFrame {
    let wanted = substitutes[number] ?? number
    if steps(backTo: number) {
      window = min(max(4, MemoryEstimate.backwardBytes / pictureBytes), 250)
    } else if asked != number {
      window = 0
    }
    asked = number
    if let known = recent.last(where: { $0.number == wanted }) { return known.frame }
    guard let index else { return try still() }
    guard index.entries.indices.contains(wanted) else {
      throw .unusable(for: "find picture")
    }
    if canContinue(to: wanted), let frame = try decode(until: wanted, in: index).frame,
      !isUncertain(wanted, in: index)
    {
      return frame
    }
    return try frame(wanted, beginningAnewIn: index)
  }

  /// Whether a picture is a few before the one that was asked for last.
  func steps(backTo number: Int) -> Bool {
    asked.map { number < $0 && $0 - number <= Self.longestStep } ?? false
  }

  private func still() throws(LibAVError) -> SharedFrame {
    var decoder = try openDecoder()
    guard let picture = try decoder.next() else { throw .damagedPicture }
    if decoder.hasMetDamage { throw .damagedPicture }
    recent = [(0, picture.frame)]
    return picture.frame
  }

  private func openDecoder() throws(LibAVError) -> FrameDecoder {
    try FrameDecoder(
      place, part: part, stream: stream, protocols: protocols, headerSuffices: headerSuffices,
      times: times,
      threads: threads)
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

  /// Whether a picture could come out otherwise when decoding began elsewhere.
  private func isUncertain(_ number: Int, in index: FrameTable) -> Bool {
    if index.isCounted { return countedDamage.contains(number) }
    guard decoder?.hasMetDamage == true else { return false }
    return begun != index.entries[number].key || isDamaged(number, from: begun, in: index)
      || isAfterPassingDamage(number, in: index)
  }

  /// Whether a picture might come out otherwise if one before it, which it is not made from, had been
  /// left out.
  private func isAfterPassingDamage(_ number: Int, in index: FrameTable) -> Bool {
    if passingDamage.isEmpty { return false }
    let entry = index.entries[number]
    let start = passingDamage[Run(begun: begun, group: Int(entry.key))]
    return start.map { $0 <= entry.order } ?? false
  }

  /// Whether a picture is known to come out damaged when decoding begins at a key packet.
  private func isDamaged(_ number: Int, from key: Int, in index: FrameTable) -> Bool {
    if index.isCounted { return countedDamage.contains(number) }
    let entry = index.entries[number]
    return damageStarts[Run(begun: key, group: Int(entry.key))].map { $0 <= entry.order } ?? false
      || damagedAlone.contains(Single(begun: key, number: number))
  }

  /// Tries the picture's key packet, then earlier and earlier ones.
  private func frame(
    _ number: Int, beginningAnewIn index: FrameTable
  ) throws(LibAVError) -> SharedFrame {
    let own = Int(index.entries[number].key)
    var isReached = false
    var neighbour: (number: Int, frame: SharedFrame)?
    for key in index.isCounted ? [0] : Self.places(before: own) {
      if isReached, isFar(key, own, in: index) { break }
      if isDamaged(number, from: key, in: index) {
        isReached = true
        continue
      }
      guard try begin(at: key, in: index) else { continue }
      isReached = true
      var result = try decode(until: number, in: index)
      if window > 0, isAfterPassingDamage(number, in: index) {
        // Damage in what was decoded to be shown next has nothing to do with this picture.
        window = 0
        guard try begin(at: key, in: index) else { continue }
        result = try decode(until: number, in: index)
      }
      if isAfterPassingDamage(number, in: index) {
        damagedAlone.insert(Single(begun: key, number: number))
      }
      if isDamaged(number, from: key, in: index) { continue }
      if let frame = result.frame { return frame }
      // What is shown instead may have been left out.
      guard try begin(at: key, in: index) else { continue }
      result = try decode(until: number, in: index, leavesOut: false)
      // Before the first picture of the whole stream there is none: what comes first then.
      neighbour = neighbour ?? result.previous ?? (key == 0 ? result.next : nil)
    }
    if threads > 1 { dependsOnThreads = true }
    guard let neighbour else { throw .damagedPicture }
    substitutes[number] = neighbour.number
    return neighbour.frame
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
  private func isFar(_ key: Int, _ own: Int, in index: FrameTable) -> Bool {
    index.firstPlace(of: index.keys[own]) - index.firstPlace(of: index.keys[key]) > 1000
  }

  /// Places decoding at a key packet, or for the first one at the beginning of the stream.
  ///
  /// - Returns: false when the container does not get there.
  private func begin(at key: Int, in index: FrameTable) throws(LibAVError) -> Bool {
    position = nil
    restarts += 1
    begun = key
    damageNoted = 0
    passingDamage = [:]
    isAfterDamage = false
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
  }

  /// - Parameter leavesOut: whether pictures that are neither wanted nor needed are left out.
  private func decode(
    until number: Int, in index: FrameTable, leavesOut: Bool = true
  ) throws(LibAVError) -> Decoded {
    var result = Decoded()
    // Those that are wanted next are decoded with this one.
    let first = max(0, number - window)
    decoder?.aim = leavesOut && !index.isCounted ? index.entries[first].presentation : nil
    if let position, let last = recent.last, last.number == position { result.previous = last }
    while let picture = try decoder?.next() {
      let found: Int
      if index.isCounted {
        found = (position ?? -1) + 1
      } else {
        guard let time = picture.time, let place = index.position(of: time) else { continue }
        found = place
      }
      position = found
      noteDamage(at: picture, found, in: index)
      let isIntact =
        !isDamaged(found, from: begun, in: index)
        && !isAfterPassingDamage(found, in: index)
      if found == number {
        if isIntact {
          remember((found, picture.frame))
          result.frame = picture.frame
        }
        return result
      }
      if found > number {
        if let previous = result.previous { remember(previous) }
        if isIntact {
          remember((found, picture.frame))
          result.next = (found, picture.frame)
        }
        return result
      }
      if isIntact {
        result.previous = (found, picture.frame)
        if found >= first, window > 0 { remember((found, picture.frame)) }
      }
    }
    noteDamage(in: index)
    if let previous = result.previous { remember(previous) }
    // At the end a decoder has to begin anew.
    decoder = nil
    position = nil
    return result
  }

  private func noteDamage(at picture: DecodedFrame, _ number: Int, in index: FrameTable) {
    guard index.isCounted else { return noteDamage(in: index) }
    // Pictures without times: from damage until the next key picture that is whole.
    let count = decoder?.damage.count ?? 0
    noteThreadedDamage()
    if count > damageNoted || picture.isDamaged {
      isAfterDamage = true
    } else if picture.isKey {
      isAfterDamage = false
    }
    damageNoted = count
    if isAfterDamage { countedDamage.insert(number) }
  }

  private func noteThreadedDamage() {
    guard decoder?.isThreaded == true, decoder?.hasMetDamage == true else { return }
    dependsOnThreads = true
  }

  /// Finds out which groups the decoder's damage lies in.
  private func noteDamage(in index: FrameTable) {
    let found = decoder?.damage ?? []
    noteThreadedDamage()
    guard !index.isCounted, damageNoted < found.count else { return }
    for damage in found[damageNoted...] {
      let key = index.keys[begun]
      let time = damage.time ?? damage.previous ?? key.presentation
      // What is shown before the key packet needs more than it, and is not shown from here.
      guard time >= key.presentation else { continue }
      var order = key.order
      if let place = damage.time.flatMap(index.position) {
        order = Int(index.entries[place].order)
      } else if let place = damage.previous.flatMap(index.position) {
        order = Int(index.entries[place].order) + 1
      }
      guard let group = index.group(of: time, order: order) else { continue }
      let run = Run(begun: begun, group: group)
      if damage.isDisposable {
        passingDamage[run] = min(passingDamage[run] ?? .max, order)
      } else {
        damageStarts[run] = min(damageStarts[run] ?? .max, order)
      }
    }
    damageNoted = found.count
  }

  private func remember(_ picture: (number: Int, frame: SharedFrame)) {
    recent.removeAll { $0.number == picture.number }
    while recent.count >= max(kept, window) { recent.removeFirst() }
    recent.append(picture)
  }
}
