internal import PlanModel

/// A stretch of frames of something visible. Its index in a list is its place in painter's order.
struct PlacedLayer: Sendable {
  /// Not empty, within the movie.
  var frames: Range<Int>
  var layer: PictureLayer
}

/// Cuts a movie into segments over which the same layers are shown.
enum SegmentSweep {
  /// The same over the frames of a range, without the layers that lie elsewhere.
  static func segments(_ layers: [PlacedLayer], over range: Range<Int>) -> [PictureSegment] {
    let first = range.lowerBound
    let within = layers.compactMap { layer -> PlacedLayer? in
      let part = layer.frames.clamped(to: range)
      if part.isEmpty { return nil }
      let begin = layer.frames.lowerBound
      return PlacedLayer(
        frames: (part.lowerBound - first)..<(part.upperBound - first),
        layer: layer.layer.slice((part.lowerBound - begin)..<(part.upperBound - begin)))
    }
    return segments(within, frameCount: range.count).map { segment in
      PictureSegment(
        frames: (segment.frames.lowerBound + first)..<(segment.frames.upperBound + first),
        layers: segment.layers)
    }
  }

  /// Segments without gap or overlap over 0..<frameCount: one between each two frames at which a
  /// layer begins or ends.
  ///
  /// - Parameter layers: from back to front.
  /// - Complexity: O(n log n) for n layers, and the size of the result.
  static func segments(_ layers: [PlacedLayer], frameCount: Int) -> [PictureSegment] {
    guard frameCount > 0 else { return [] }
    let begins = layers.indices.sorted {
      (layers[$0].frames.lowerBound, $0) < (layers[$1].frames.lowerBound, $1)
    }
    let ends = layers.indices.sorted {
      (layers[$0].frames.upperBound, $0) < (layers[$1].frames.upperBound, $1)
    }
    var segments: [PictureSegment] = []
    var active: [Int] = []
    var nextBegin = 0
    var nextEnd = 0
    var frame = 0
    while frame < frameCount {
      while nextEnd < ends.count, layers[ends[nextEnd]].frames.upperBound <= frame {
        let position = active.position(of: ends[nextEnd])
        if position < active.count, active[position] == ends[nextEnd] {
          active.remove(at: position)
        }
        nextEnd += 1
      }
      while nextBegin < begins.count, layers[begins[nextBegin]].frames.lowerBound <= frame {
        let index = begins[nextBegin]
        if layers[index].frames.upperBound > frame {
          active.insert(index, at: active.position(of: index))
        }
        nextBegin += 1
      }
      var end = frameCount
      if nextBegin < begins.count { end = min(end, layers[begins[nextBegin]].frames.lowerBound) }
      if nextEnd < ends.count { end = min(end, layers[ends[nextEnd]].frames.upperBound) }
      segments.append(
        PictureSegment(
          frames: frame..<end,
          layers: active.map { index in
            let first = layers[index].frames.lowerBound
            return layers[index].layer.slice((frame - first)..<(end - first))
          }))
      frame = end
    }
    return segments
  }
}

extension [Int] {
  /// The position of a value in a rising list, or where it belongs.
  fileprivate func position(of value: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
