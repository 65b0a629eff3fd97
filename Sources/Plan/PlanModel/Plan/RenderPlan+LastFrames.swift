package import TimelineModel

extension RenderPlan {
  /// The last picture of each source that is shown or masks, seen or not.
  ///
  /// - Complexity: O(size of the plan).
  package var lastFrames: [MediaID: Int] {
    var last: [Int: Int] = [:]
    func note(_ conform: ConformID, _ frame: Int) {
      last[conform.index] = max(last[conform.index] ?? 0, frame)
    }
    for segment in segments {
      for picture in segment.layers.flatMap(\.pictures) {
        let contents: [PictureContent] =
          switch picture.picture {
          case .constant(let content): [content]
          case .varying(let contents): contents
          case nil: []
          }
        for case let (conform, frames)? in contents.map(\.source) {
          note(conform, frames.upperBound)
        }
      }
    }
    for case .picture(let conform, let frame) in masks { note(conform, frame) }
    var result: [MediaID: Int] = [:]
    for (conform, frame) in last {
      let media = conforms[conform].media
      result[media] = max(result[media] ?? 0, frame)
    }
    return result
  }
}
