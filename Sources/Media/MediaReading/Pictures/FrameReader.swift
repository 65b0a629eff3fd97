import LibAV
import MediaSources
import PlanModel
import TimelineModel

/// Gives the frames of a file or sequence by number, without combs and without damage: its stored
/// pictures, the fields of them, or the film that they are made of.
///
/// Damaged pictures are refused, or the last good one before them is held:
/// ```
/// key  ·  ·  ·  ╳  ·  ·  ·  key  ·      ╳ is damaged, and with it all up to the next key picture
///             ▲ ─────────▶
/// ```
final class FrameReader {
  private let reader: any StoredFrames
  private let rule: FieldRule
  private let unit: FrameUnit
  private let deinterlacer = Deinterlacer()
  private let film: FilmFinder
  private let policy: DamagePolicy
  private let noteDamage: (Int) -> Void
  private var last: (number: Int, frame: SharedFrame)?
  /// The good picture that is shown instead of each damaged one.
  private var held: [Int: Int] = [:]
  /// Whether the last picture was interlaced: then the next one probably is, and it is cheaper to
  /// read the picture before it first.
  private var expectsFields: Bool

  /// - Parameters:
  ///   - blocks: of a source behind a chain of filters, how that is run.
  ///   - threads: that decode where this gives the same pictures.
  ///   - noteDamage: is given the number of each damaged frame that is asked for.
  init(
    _ source: MediaSource, blocks: FilterBlocks? = nil, protocols: [String], threads: Int = 1,
    noteDamage: @escaping (Int) -> Void = { _ in }
  ) throws(LibAVError) {
    policy = source.onDamage
    unit = source.facts.video?.unit ?? .pictures
    self.noteDamage = noteDamage
    if case .filtered(let filtered) = source {
      let unit = unit
      reader = try FilteredFrames(
        filtered, blocks ?? .alone, base: try Self.stored(of: filtered.source, protocols, threads)
      ) { picture in
        noteDamage(unit == .fields ? 2 * picture : picture)
      }
    } else {
      reader = try Self.stored(of: source, protocols, threads)
    }
    let fields = source.file?.pictures?.fields
    // What a graph of filters makes is shown as it is.
    rule =
      fields == nil
      ? FieldRule(.none) : FieldRule(source.reading.interlace, container: fields?.container)
    expectsFields = fields.map(rule.expectsFields) ?? false
    film = FilmFinder(rule)
  }

  /// The pictures of a source as it has them.
  private static func stored(
    of source: MediaSource, _ protocols: [String], _ threads: Int
  ) throws(LibAVError) -> any StoredFrames {
    switch source {
    case .sequence(let sequence):
      guard let stream = sequence.first.pictures?.stream else { break }
      return SequenceFrames(sequence.files, stream: stream)
    case .file(let file): return try file.storedFrames(protocols: protocols, threads: threads)
    case .filter(let text, let facts, let program):
      var count: Int?
      if case .regular(_, _, let known)? = facts.video?.frames { count = known }
      return FilterFrames(text, count: count, program: program)
    case .color, .generator, .look, .filtered, .canvasFilter, .audioFilter: break
    }
    throw .unusable(for: "open pictures")
  }

  /// Times that decoding began anew, for tests.
  var restarts: Int { reader.restarts }

  /// Pictures to decode until this frame, 0 when it is at hand; `nil` when a seek is needed.
  func distance(to number: Int) -> Int? {
    let shown = held[number] ?? number
    return last?.number == shown ? 0 : reader.distance(to: stored(shown).picture)
  }

  /// Whether a frame is a few before the one that was given last.
  func steps(backTo number: Int) -> Bool {
    reader.steps(backTo: stored(held[number] ?? number).picture)
  }

  /// Frames of the source, each of which is a stored picture or a field of one.
  private var count: Int {
    switch unit {
    case .pictures: reader.count
    case .fields: 2 * reader.count
    case .film: max(1, reader.count * FilmCadence.filmLength / FilmCadence.length)
    }
  }

  private func stored(_ number: Int) -> StoredFrame { StoredFrame(number, counting: unit) }

  /// Frame `number`, from 0 in order of presentation.
  ///
  /// - Throws: `LibAVError.damagedPicture` for a damaged one that is not to be concealed, and where
  ///   nothing at all is whole.
  func frame(_ number: Int) throws(LibAVError) -> SharedFrame {
    if held[number] == nil {
      if let frame = try intact(number) { return frame }
      noteDamage(number)
      if policy == .error { throw .damagedPicture }
      return try hold(insteadOf: number)
    }
    noteDamage(number)
    return try picture(held[number] ?? number)
  }

  // MARK: - Damage

  /// The last good picture before a damaged one, or else the first after it.
  private func hold(insteadOf number: Int) throws(LibAVError) -> SharedFrame {
    for other in (0..<number).reversed() {
      if let known = held[other] {
        held[number] = known
        return try picture(known)
      }
      if let frame = try intact(other) {
        held[number] = other
        return frame
      }
    }
    for other in number + 1..<max(number + 1, count) {
      if let frame = try intact(other) {
        held[number] = other
        return frame
      }
    }
    throw .damagedPicture
  }

  /// `nil` for a damaged picture.
  private func intact(_ number: Int) throws(LibAVError) -> SharedFrame? {
    do throws(LibAVError) {
      return try picture(number)
    } catch {
      if error == .damagedPicture { return nil }
      throw error
    }
  }

  // MARK: - Fields

  /// Frame `number`, whatever is damaged elsewhere.
  private func picture(_ number: Int) throws(LibAVError) -> SharedFrame {
    if let last, last.number == number { return last.frame }
    if unit == .film {
      // Those that are looked at together, and what was read ahead.
      reader.kept = FilmCadence.length + 3
      let frame = try film.picture(number, neighbour: neighbour, stored: reader.frame)
      last = (number, frame)
      return frame
    }
    let wanted = stored(number)
    if expectsFields {
      // The neighbours on both sides, and what was read ahead.
      reader.kept = 4
      _ = try neighbour(wanted.picture - 1)
    }
    let stored = try reader.frame(wanted.picture)
    let order = rule.order(of: stored)
    expectsFields = order != nil
    guard let order else { return stored }
    let before = try neighbour(wanted.picture - 1)
    let frame = try deinterlacer.picture(
      before: before, stored, after: try neighbour(wanted.picture + 1), order: order,
      field: wanted.field)
    last = (number, frame)
    return frame
  }

  /// A picture beside one; `nil` where there is none.
  private func neighbour(_ number: Int) throws(LibAVError) -> SharedFrame? {
    guard number >= 0, number < reader.count else { return nil }
    do throws(LibAVError) {
      return try reader.frame(number)
    } catch {
      // A neighbour that cannot be decoded is none.
      if error.isFatal { throw error }
      return nil
    }
  }
}

extension MediaFile {
  /// Its pictures as they are stored, in the order in which they are shown.
  ///
  /// - Parameter threads: that decode where this gives the same pictures.
  func storedFrames(
    protocols: [String], threads: Int = 1
  ) throws(LibAVError) -> any StoredFrames {
    if pictures?.runs.isEmpty == false {
      return try JoinedFrames(self, protocols: protocols, threads: threads)
    }
    return threads > 1 && !isStill
      ? try ThreadedFrames(self, protocols: protocols, threads: threads)
      : try VideoReader(self, protocols: protocols)
  }
}
