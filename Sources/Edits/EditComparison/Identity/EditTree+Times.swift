import Diagnostics
package import BaseValues
import ProjectFormat

/// What a clip shows of its media, as far as the project says it.
package struct ClipMaterial: Hashable, Sendable {
  /// The media's name.
  package var media: String
  /// Source time at which the clip starts, in seconds.
  package var start: Rational
  /// Source time at which it ends; `nil` for the end of the media.
  package var end: Rational?
  /// How long it stands on its track, in seconds; `nil` for what is left of the media.
  package var length: Rational?
  /// Seconds of source in a second of movie.
  package var speed: Rational

  /// Whether it shows some of the same source times as another clip.
  package func overlaps(_ other: ClipMaterial) -> Bool {
    (end.map { other.start < $0 } ?? true) && (other.end.map { start < $0 } ?? true)
  }
}

extension EditTree {
  /// The time that a member of an object says, as written; `nil` where it is left out or wrong.
  func writtenTime(_ node: Int, _ key: String) -> TimeExpression? {
    child(node, key).flatMap { WrittenValue.time(nodes[$0].value) }
  }

  /// The time in seconds that a member of an object says; `nil` where it is left out or wrong.
  func time(_ node: Int, _ key: String) -> Rational? {
    guard let child = child(node, key) else { return nil }
    return workedOut(child)
      ?? WrittenValue.time(nodes[child].value).flatMap { try? $0.resolved(rate: frameRate) }
  }

  /// Whether the last picture of a clip's media stays where it has no more.
  func holds(_ clip: Int) -> Bool {
    guard let hold = child(clip, "hold"), case .bool(true) = nodes[hold].value.kind else {
      return false
    }
    return true
  }

  /// What a clip shows; `nil` where the project does not say it rightly. How much of its media a clip
  /// shows that says `until` follows from where it stands.
  package func material(_ clip: Int) -> ClipMaterial? {
    guard let media = text(clip, "clip"),
      ["stretchTo", "freeze", "timeMap", "loop"].allSatisfy({ child(clip, $0) == nil })
    else { return nil }
    let speed = child(clip, "speed").map { WrittenValue.speed(nodes[$0].value) } ?? .one
    guard let speed, let start = child(clip, "in") == nil ? .zero : time(clip, "in") else {
      return nil
    }
    var material = ClipMaterial(media: media, start: start, speed: speed)
    if child(clip, "duration") != nil {
      guard let length = time(clip, "duration"), let tempo = try? speed.magnitude(),
        let covered = try? length * tempo,
        let end = try? start + covered
      else { return nil }
      material.length = length
      material.end = end
    } else if child(clip, "out") != nil {
      guard let end = time(clip, "out"), let covered = try? end - start,
        let tempo = try? speed.magnitude(), let length = try? covered / tempo
      else { return nil }
      material.end = end
      material.length = length
    }
    return material
  }
}
