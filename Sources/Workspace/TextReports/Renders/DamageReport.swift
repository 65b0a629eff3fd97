import Diagnostics
import MediaReading
import BaseValues
import OutputKinds
package import PlanModel
package import Rendering
import TimelineModel
package import Workspace

/// What was damaged in the sources of a movie and something else is shown or heard for.
package struct DamageReport {
  private var entries: [Entry] = []

  /// The damage of one kind in one source.
  private struct Entry {
    var name: String
    var item: String
    var path: String?
    var kind: SourceDamage.Kind
    var pieces: [Piece] = []
    /// Pictures, or places in sound.
    var count: Int { kind == .sound ? pieces.count : pieces.reduce(0) { $0 + $1.numbers.count } }
  }

  private struct Piece {
    /// Pictures, or samples of the movie's rate.
    var numbers: Range<Int64>
    /// Source time.
    var start: Rational?
    var end: Rational?
  }

  package init(_ damage: [SourceDamage], _ plan: RenderPlan, _ project: LoadedProject) {
    for kind in SourceDamage.Kind.allCases {
      var seen: Set<String> = []
      for source in plan.sources {
        let name = plan.damageSource(source.media, kind)
        guard seen.insert(name).inserted else { continue }
        let found = damage.filter { $0.kind == kind && $0.source == name }
        if found.isEmpty { continue }
        var entry = Entry(
          name: project.library.name(source.media), item: source.name, kind: kind)
        if case .file(let path, _, _) = source.content { entry.path = path }
        entry.pieces = found.map { piece in
          Piece(
            numbers: piece.range,
            start: Self.time(piece.range.lowerBound, kind, source.media, plan, project),
            end: Self.time(piece.range.upperBound, kind, source.media, plan, project))
        }
        entries.append(entry)
      }
    }
  }

  private static func time(
    _ number: Int64, _ kind: SourceDamage.Kind, _ media: MediaID, _ plan: RenderPlan,
    _ project: LoadedProject
  ) -> Rational? {
    switch kind {
    case .picture: project.library.time(ofPicture: Int(clamping: number), in: media)
    case .sound: Rational(number, Int64(max(1, plan.audio?.sampleRate ?? 1)))
    }
  }

  // MARK: - Text

  /// Ranges that are named for each source; of the others their number is said.
  private static let namedRanges = 8

  /// A line for each kind of damage in each source.
  package var warnings: [String] { entries.map(text) }

  private func text(_ entry: Entry) -> String {
    let places = entry.pieces.prefix(Self.namedRanges).map { piece in
      let count = entry.kind == .picture ? " (\(piece.numbers.count))" : ""
      // Of a source that was not opened the times are not known.
      if piece.start == nil, piece.end == nil {
        return "from picture \(piece.numbers.lowerBound) to \(piece.numbers.upperBound)\(count)"
      }
      return "\(seconds(piece.start)) to \(seconds(piece.end))\(count)"
    }
    let more = entry.pieces.count - places.count
    let all = places.joined(separator: ", ") + (more > 0 ? " and \(more) more ranges" : "")
    switch entry.kind {
    case .picture:
      let one = entry.count == 1
      return "\(entry.name): \(entry.count) damaged picture\(one ? " is" : "s are") not shown, the "
        + "last whole one is held, in source time \(all)"
    case .sound:
      return "\(entry.name): sound that cannot be decoded is silent in source time \(all)"
    }
  }

  private func seconds(_ time: Rational?) -> String {
    time.map { "\($0.decimalApproximation(places: 3)) s" } ?? "?"
  }

  // MARK: - Data

  /// A JSON object for each kind of damage in each source.
  package var items: [String] { entries.map(json) }

  private func json(_ entry: Entry) -> String {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("event", "damage")
      json.member("media", entry.item)
      json.member("file", entry.path)
      json.member("kind", entry.kind == .picture ? "picture" : "sound")
      json.member("count", entry.count)
      json.key("ranges")
      json.array { json in
        for piece in entry.pieces {
          json.object { json in
            json.member("start", piece.start.map(Self.exact))
            json.member("end", piece.end.map(Self.exact))
            if entry.kind == .picture {
              json.member("firstPicture", Int(clamping: piece.numbers.lowerBound))
              json.member("pictures", piece.numbers.count)
            }
          }
        }
      }
    }
    return json.text
  }

  private static func exact(_ time: Rational) -> String { "\(time)" }
}
