package import PlanModel
package import TimelineModel

/// Damaged material that something else is shown or heard for.
package struct SourceDamage: Hashable, Sendable {
  /// What is damaged; says how `range` counts.
  package enum Kind: Int, Sendable, CaseIterable {
    case picture, sound
  }

  /// The content of the source and which of its streams, whatever a project calls it.
  package var source: String
  /// Decides how `range` counts.
  package var kind: Kind
  /// Numbers of pictures, or samples at the movie's rate counted from source time 0. Not empty.
  package var range: Range<Int64>

  /// A piece of damage; see `merged(_:)` for putting pieces together.
  package init(source: String, kind: Kind, range: Range<Int64>) {
    self.source = source
    self.kind = kind
    self.range = range
  }
}

extension SourceDamage {
  /// The same damage, each piece once: in order, and what touches put together.
  package static func merged(_ damage: some Sequence<SourceDamage>) -> [SourceDamage] {
    let sorted = damage.sorted {
      ($0.source, $0.kind.rawValue, $0.range.lowerBound)
        < ($1.source, $1.kind.rawValue, $1.range.lowerBound)
    }
    var result: [SourceDamage] = []
    for piece in sorted {
      if let last = result.last, last.source == piece.source, last.kind == piece.kind,
        piece.range.lowerBound <= last.range.upperBound
      {
        let end = max(last.range.upperBound, piece.range.upperBound)
        result[result.count - 1].range = last.range.lowerBound..<end
      } else {
        result.append(piece)
      }
    }
    return result
  }
}

extension RenderPlan {
  /// What `SourceDamage` calls the pictures or the sound of a media item.
  package func damageSource(_ media: MediaID, _ kind: SourceDamage.Kind) -> String {
    guard let source = source(of: media) else { return "" }
    var stream = "default"
    if case .file(_, let video, let audio) = source.content {
      switch (kind, video, audio) {
      case (.picture, let number?, _): stream = "\(number)"
      case (.sound, _, .streams(let numbers)?):
        stream = numbers.map(String.init).joined(separator: "+")
      case (.sound, _, .language(let code)?): stream = code
      case (.sound, _, .all?): stream = "all streams"
      default: break
      }
    }
    return "\(source.contentHash) \(stream)"
  }

  /// The damaged pictures that can be seen in a stretch of frames.
  ///
  /// - Parameter known: numbers of damaged pictures.
  package func damage(in frames: Range<Int>, known: [MediaID: Set<Int>]) -> [SourceDamage] {
    if known.isEmpty { return [] }
    let shown = visiblePictures(in: frames)
    var pieces: [SourceDamage] = []
    for media in known.keys.sorted() {
      for number in known[media, default: []].intersection(shown[media, default: []]) {
        let number = Int64(number)
        pieces.append(
          SourceDamage(
            source: damageSource(media, .picture), kind: .picture, range: number..<number + 1))
      }
    }
    return SourceDamage.merged(pieces)
  }

  /// Damaged sound, from the samples of each media item.
  package func damage(ofSound known: [MediaID: [Range<Int64>]]) -> [SourceDamage] {
    let pieces = known.flatMap { media, ranges in
      ranges.map { SourceDamage(source: damageSource(media, .sound), kind: .sound, range: $0) }
    }
    return SourceDamage.merged(pieces)
  }
}
