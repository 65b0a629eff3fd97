import PlanModel
package import Rendering

extension RenderPart {
  /// What data calls the kind.
  package var kind: String {
    switch self {
    case .picture: "picture"
    case .sound: "sound"
    }
  }

  /// Its number among those of its kind.
  package var index: Int {
    switch self {
    case .picture(let chunk): chunk.index
    case .sound(let chunk): chunk.index
    }
  }

  /// For people: `chunk 3 (frames 90..120)`, `sound 0`.
  package var name: String {
    switch self {
    case .picture(let chunk):
      "chunk \(chunk.index) (frames \(chunk.frames.lowerBound)..\(chunk.frames.upperBound))"
    case .sound(let chunk): "sound \(chunk.index)"
    }
  }
}
