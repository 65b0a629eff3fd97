/// Whether a layer of a segment can be seen in a frame, and why not.
package enum LayerSight: Hashable, Sendable {
  /// Seen, in its simplest form; a group may be several layers in its place.
  case shown([PictureLayer])
  /// Of opacity 0, or within an empty window.
  case transparent
  /// Beside the output.
  case outside
  /// Below an opaque layer that fills the output: the place of that layer in the segment.
  case hidden(by: Int)
}

extension RenderPlan {
  /// What can be seen of each layer of the segment that shows a frame, from back to front; empty
  /// outside the movie.
  package func sights(at frame: Int) -> [LayerSight] {
    guard let segment = segment(at: frame) else { return [] }
    let offset = frame - segment.frames.lowerBound
    var result: [LayerSight] = []
    var cover: Int?
    for (index, layer) in segment.layers.enumerated().reversed() {
      if let cover {
        result.append(.hidden(by: cover))
        continue
      }
      let seen = visible(layer, at: offset)
      if seen.isEmpty {
        let isNothing = layer.evaluated(at: offset, on: output.size).isEmpty
        result.append(isNothing ? .transparent : .outside)
      } else {
        result.append(.shown(seen))
        if seen.contains(where: hides) { cover = index }
      }
    }
    return result.reversed()
  }

  /// A movie of one frame, as it would be with only some of its layers.
  ///
  /// - Parameter layers: places in the segment that shows the frame; others are left out.
  package func oneFrame(_ frame: Int, layers: Set<Int>) -> RenderPlan {
    var part = restricted(to: frame..<frame + 1)
    if !part.segments.isEmpty {
      part.segments[0].layers = part.segments[0].layers.enumerated()
        .filter { layers.contains($0.offset) }.map(\.element)
    }
    return part
  }
}
