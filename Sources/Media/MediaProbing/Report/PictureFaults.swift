import MediaSources
import BaseValues
import TimelineModel

/// What of the irregular in a file's pictures is a fault of what is shown, and where it lies. What is
/// merely unusual, and is shown as it is meant, is none.
struct PictureFaults {
  private(set) var found: [MediaFault] = []

  init(_ file: MediaFile, _ scan: PacketScan) {
    guard let pictures = file.pictures, let index = pictures.index,
      let frames = file.facts.video?.frames
    else { return }
    do throws(TimeOverflow) {
      if let first = try frames.range(ofFrame: 0) {
        let start = first.start
        if start > Self.longestHold {
          add("it has no picture yet: its first one is shown", at: .zero, until: start)
        }
        if scan.picturesBeforeKey > 0, !index.isCounted {
          let count = scan.picturesBeforeKey
          let noun = count == 1 ? "a picture" : "\(count) pictures"
          add(
            "it begins with \(noun) that cannot be decoded, for the first key frame comes later",
            at: max(.zero, start), until: max(.zero, first.end))
        }
      }
      for gap in scan.clockSteps.gaps.prefix(Self.most) {
        let (from, to) = (try gap.from - file.origin, try gap.to - file.origin)
        let length = try (to - from).decimalApproximation(places: 3)
        add("its clock jumps ahead by \(length) s, and nothing is there", at: from, until: to)
      }
      for time in scan.corruptPictures.prefix(Self.most) where pictures.runs.isEmpty {
        guard let number = index.position(of: time), let range = try frames.range(ofFrame: number)
        else { continue }
        add("its container marks a picture as damaged", at: range.start, until: range.end)
      }
    } catch {
      return
    }
    // Between times that lie on the grid of a frame rate there is one way to place the others.
    if index.isCounted, pictures.runs.isEmpty, case .irregular = frames {
      let count = index.entries.count
      found.append(
        MediaFault(
          scan.filledTimes > 0 && scan.filledTimes < count
            ? "\(scan.filledTimes) of its \(count) pictures carry no time; they are placed between others"
            : "its pictures carry no times; they are told apart by counting"))
    }
    if scan.damage.endedByError { found.append(MediaFault("it cannot be read to its end")) }
  }

  /// Seconds for which a first picture may be held before its time without anybody noticing.
  private static let longestHold = Rational(1, over: 10)
  /// Places of one fault that are named.
  private static let most = 3

  private mutating func add(_ message: String, at start: Rational, until end: Rational) {
    guard let range = TimeRange(start: start, end: end) else { return }
    found.append(MediaFault(message, at: range))
  }
}
