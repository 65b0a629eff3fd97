package import BaseValues
package import PlanModel
package import TimelineModel

/// Where a text of a title is seen over some frames, its lines together with their outlines.
package struct TextPlace: Hashable, Sendable {
  /// Index of its track.
  package var track: Int
  /// Index of its title on the track.
  package var title: Int
  /// Frames of the movie.
  package var frames: Range<Int>
  /// Lines with letters in it, where most of them are seen.
  package var lines: Int
  /// Its lines, each by itself; not empty.
  private(set) var areas: [Bounds]

  /// Pixels of the output, from its upper left corner; parts may lie outside.
  package var left: Double { areas.map(\.left).min() ?? 0 }
  /// As `left`.
  package var top: Double { areas.map(\.top).min() ?? 0 }
  /// As `left`.
  package var right: Double { areas.map(\.right).max() ?? 0 }
  /// As `left`.
  package var bottom: Double { areas.map(\.bottom).max() ?? 0 }

  /// Whether lines of the two have a point of the picture in common.
  package func overlaps(_ other: TextPlace) -> Bool {
    areas.contains { area in
      other.areas.contains { other in
        area.left < other.right && other.left < area.right && area.top < other.bottom
          && other.top < area.bottom
      }
    }
  }
}

/// Finds where texts are seen.
package enum TextPlaces {
  /// The texts of a plan's own titles, in the order of time. What moves is looked at in the first, the middle and the
  /// last frame of each stretch.
  ///
  /// - Parameter isWanted: of which titles that is asked, by their tracks and places there. The others are as of
  ///   ``PlanCheck``.
  package static func places(
    _ plan: RenderPlan, of timeline: Timeline, ink: @escaping (TextRaster) -> [Rect],
    reach: @escaping (TextRaster) -> Rect?,
    isWanted: (_ track: Int, _ title: Int) -> Bool = { _, _ in true }
  ) -> [TextPlace] {
    let check = TitleEdgeCheck(plan: plan, timeline: timeline, ink: ink)
    var known = KnownTexts()
    var places: [TextPlace] = []
    for segment in plan.segments {
      for picture in segment.layers.flatMap(\.pictures) {
        guard case .title(let title, _) = picture.origin.item,
          timeline.tracks.indices.contains(picture.origin.track.index),
          isWanted(picture.origin.track.index, title),
          case .text(let id)? = picture.picture?[0], plan.rasters[id.index].shape == nil
        else { continue }
        let count = segment.frames.count
        let moments = Set([0, count / 2, count - 1]).sorted().map { offset -> [Bounds] in
          picture.opacity[offset] > 0 ? check.lines(picture, at: offset, &known) ?? [] : []
        }
        let lines = moments.flatMap { $0 }
        if lines.isEmpty { continue }
        places.append(
          TextPlace(
            track: picture.origin.track.index, title: title, frames: segment.frames,
            lines: moments.map(\.count).max() ?? 0, areas: lines))
      }
    }
    return places
  }
}
