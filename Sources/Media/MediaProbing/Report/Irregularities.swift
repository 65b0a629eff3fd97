import MediaSources
import BaseValues
import TimelineModel

/// Finds what is out of the ordinary in a file that was read.
struct Irregularities {
  let source: MediaFile
  let scan: PacketScan
  let announcedDuration: Rational?
  /// Whether the file is known to be shorter than it says.
  let isCutOff: Bool
  private(set) var found: [FileDetails.Irregularity] = []

  init(
    _ source: MediaFile, _ scan: PacketScan, announcedDuration: Rational?, isCutOff: Bool = false
  ) {
    self.isCutOff = isCutOff
    self.source = source
    self.scan = scan
    self.announcedDuration = announcedDuration
    findDamage()
    findTimes()
    if source.pictures?.index != nil { findPictures() }
    findSound()
  }

  private mutating func add(
    _ id: FileDetails.Irregularity.ID, _ message: String, at ranges: [TimeRange] = []
  ) {
    found.append(FileDetails.Irregularity(id: id, message: message, ranges: ranges))
  }

  private static func seconds(_ time: Rational) -> String {
    "\(time.decimalApproximation(places: 3)) s"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private mutating func findDamage() {
    if scan.damage.corruptPackets > 0 {
      let packets = Self.count(scan.damage.corruptPackets, "packet")
      add(.damaged, "the container marks \(packets) as damaged")
    }
    if scan.damage.endedByError { add(.damaged, "it cannot be read to its end") }
    if let announcedDuration, let end = source.facts.duration,
      // Some containers announce the length, others where their clock ends.
      let missing = try? announcedDuration - end - max(.zero, source.origin),
      missing > (isCutOff ? .millisecond : Self.tolerance)
    {
      add(
        .endsEarly,
        "it announces \(Self.seconds(announcedDuration)), but its material ends at "
          + Self.seconds(end))
    }
  }

  /// What an announced duration may be too long without meaning anything.
  private static let tolerance = Rational(1, over: 2)

  private static let offsetWorthSaying = Rational(1, over: 10)

  private mutating func findTimes() {
    for gap in scan.clockSteps.gaps {
      guard let from = try? gap.from - source.origin, let to = try? gap.to - source.origin,
        let length = try? to - from
      else { continue }
      add(
        .clockGap,
        "its clock jumps ahead by \(Self.seconds(length)) at \(Self.seconds(from)): nothing is there "
          + "until \(Self.seconds(to))",
        at: [TimeRange(start: from, end: to)].compactMap(\.self))
    }
    if announcedDuration == nil, !source.isStill {
      add(.noDuration, "it does not say how long it is; its packets were counted")
    }
    // Sound that an encoder put before the beginning moves the clock a little in most files.
    if let offset = try? source.origin.magnitude(), offset >= Self.offsetWorthSaying {
      add(
        .clockOffset,
        "its clock begins at \(Self.seconds(source.origin)), which counts as source time 0")
    }
  }

  private mutating func findPictures() {
    guard let index = source.pictures?.index, let frames = source.facts.video?.frames else {
      return
    }
    if let first = try? frames.start(), first > .zero {
      add(.picturesStartLate, "its pictures begin at \(Self.seconds(first))")
    }
    if scan.picturesBeforeKey > 0, !index.isCounted {
      let skipped = Self.count(scan.picturesBeforeKey, "picture")
      add(.startsWithoutKey, "it begins with \(skipped) before its first key frame")
    }
    if index.isCounted {
      let count = index.entries.count
      if scan.filledTimes == 0 {
        add(.missingTimes, "its pictures are told apart by counting")
      } else if scan.filledTimes < count {
        add(
          .missingTimes,
          "\(scan.filledTimes) of its \(count) pictures carry no time; they were placed between "
            + "their neighbours")
      } else {
        add(.missingTimes, "its pictures carry no times; they are told apart by counting")
      }
    }
    if scan.hasOnlyDecodingTimes { add(.decodingTimes, Self.decodingTimes) }
    if scan.fieldPairs > 0 {
      let pairs = Self.count(scan.fieldPairs, "picture")
      add(.fieldPictures, "\(pairs) are stored as two fields each, which count once")
    }
    if index.strays(from: frames, byMoreThan: index.timeBase) {
      add(
        .pulldown,
        "its pictures are shown for two and three fields in turn; they are placed as film is")
    } else if index.isSnapped(to: frames) {
      add(
        .coarseClock,
        "its clock counts \(index.timeBase) s; times were set to the grid of its frame rate")
    }
    if scan.hiddenPictures > 0 {
      let hidden = Self.count(scan.hiddenPictures, "packet")
      add(.hiddenPictures, "\(hidden) of its pictures are never shown")
    }
    if source.ignoresEditLists { return }
    if scan.discardedPictures > 0 {
      let left = Self.count(scan.discardedPictures, "picture")
      add(.editList, "an edit list leaves out \(left)")
    } else if index.hasRepeatedKeys {
      add(.editList, "an edit list shows a part more than once")
    }
  }

  /// What is said of pictures that have the times of decoding alone.
  static let decodingTimes =
    "its pictures carry the times at which they are decoded, not those at which they are shown; "
    + "they take these times in the order in which the decoder gives them"

  private mutating func findSound() {
    guard let audio = source.facts.audio, let range = audio.range else { return }
    if let start = try? scan.sounds.first?.start(), let early = try? source.origin - start,
      let samples = try? (early * Rational(Int64(audio.sampleRate))).rounded(), samples > 0,
      early > .millisecond
    {
      add(
        .soundStartsEarly,
        "its first \(samples) samples of sound come before source time 0 and are left out")
    }
    if range.start > .zero {
      add(
        .soundStartsLate, "its sound begins at \(Self.seconds(range.start))",
        at: [TimeRange(start: .zero, end: range.start)].compactMap(\.self))
    }
    for (sound, track) in zip(scan.sounds, source.sounds) {
      guard let index = track.index, let clock = sound.clock(source.origin) else { continue }
      findClock(sound, clock, index)
    }
  }

  private mutating func findClock(_ sound: AudioScan, _ clock: AudioClock, _ index: AudioIndex) {
    if sound.isClockFalse(clock), let spans = sound.spans(clock) {
      add(
        .soundClockFalse,
        "its clock gives its sound \(Self.seconds(spans.clock)), but its packets hold "
          + "\(Self.seconds(spans.sound)), which are heard one after another")
      return
    }
    let rate = Int64(clock.sampleRate)
    let steps = sound.steps(index).compactMap { step -> (text: String, range: TimeRange?)? in
      guard let from = Rational(max(0, step.from), rate), let to = Rational(max(0, step.to), rate),
        let length = Rational(abs(step.to &- step.from), rate)
      else { return nil }
      let kind = step.to < step.from ? "an overlap" : "a gap"
      return (
        "\(kind) of \(Self.seconds(length)) at \(Self.seconds(from))",
        TimeRange(start: min(from, to), end: max(from, to))
      )
    }
    if let first = steps.first {
      let more = steps.count > 1 ? ", the first of \(Self.count(steps.count, "such place"))" : ""
      add(
        .soundGaps, "its sound has \(first.text)\(more)",
        at: Array(steps.compactMap(\.range).prefix(1000)))
    }
    if !index.isContiguous, index.tolerance > clock.jitter,
      let stray = Rational(index.tolerance, rate)
    {
      add(
        .soundTimesStray,
        "the times of its sound stray by up to \(Self.seconds(stray)); its packets are heard one "
          + "after another")
    }
  }
}

extension FrameTable {
  /// Whether some picture does not lie where its own time says.
  func isSnapped(to frames: FrameTimes) -> Bool { strays(from: frames, byMoreThan: .zero) }

  /// Whether some picture lies by more than a time from where its own time says.
  func strays(from frames: FrameTimes, byMoreThan most: Rational) -> Bool {
    guard !isCounted, case .regular(let start, let rate, _) = frames else { return false }
    do throws(TimeOverflow) {
      for (number, entry) in entries.enumerated() {
        let said = try Rational(entry.presentation) * timeBase - origin
        let taken = try start + Rational(Int64(number)) / rate.rational
        if try (said - taken).magnitude() > most { return true }
      }
      return false
    } catch {
      return false
    }
  }
}
